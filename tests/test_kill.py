"""A game killed at any moment goes on from the last thing it acknowledged (R-V07)."""

import os
import random
import re
from contextlib import closing
from pathlib import Path

from gin.saves import Store
from gin.session import COMPUTER
from house import sit
from piped import Game, course, next_lines, stored

KILLS = int(os.environ.get("GIN_SOAK_KILLS", "50"))
_TOLD = re.compile(
    r"\b(?:You|Computer) (?:passed\.|drew|took|discarded|(?:knocked|went gin), discarding)"
)


def after(directory: Path) -> list[str]:
    """What is typed next; nothing once the match is over, which would begin another one."""
    return [] if stored(directory).winner is not None else next_lines(directory)


def test_a_killed_game_goes_on_from_the_last_acknowledged_action(tmp_path: Path) -> None:
    chance = random.Random(20)
    known: list[tuple[int, str]] = []
    directory = tmp_path / "0"
    for number in range(KILLS):
        with Game(directory) as game:
            game.listen()
            for _ in range(chance.randrange(4)):
                for line in after(directory):
                    game.say(line)
                    game.listen()
            acknowledged = course(stored(directory))
            assert acknowledged[: len(known)] == known
            # Now at any moment of the next action: before it, in its write, or after its answer.
            told = len(game.heard)
            for line in after(directory):
                game.say(line)
            game.pause(chance.random() * 0.03)
            game.kill()
        known = course(stored(directory))
        assert known[: len(acknowledged)] == acknowledged
        seen = _TOLD.findall(game.heard[told:].decode())
        fresh = known[len(acknowledged) :]
        assert len(fresh) >= len(seen)
        with closing(Store(directory)) as store:
            store.check()
        if stored(directory).winner is not None:
            # The match is over: the next one is somewhere else.
            directory, known = tmp_path / str(number + 1), []


def test_a_kill_during_the_first_write_leaves_nothing_or_a_match(tmp_path: Path) -> None:
    chance = random.Random(7)
    for number in range(8):
        directory = tmp_path / str(number)
        with Game(directory) as game:
            game.pause(0.05 + chance.random() * 0.15)
            game.kill()
        session = sit(directory, level="simple")
        # Nobody has typed anything: at most the computer, where it starts, has had its say.
        assert all(event.seat == COMPUTER for event in session.table.view.history)
        session.close()
