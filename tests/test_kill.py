"""A game killed at any moment goes on from the last thing it acknowledged (R-V07)."""

import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from gin.saves import Store
from gin.session import COMPUTER
from house import sit
from piped import Game, course, next_lines, stored

KILLS = 50
_TOLD = re.compile(
    r"\b(?:You|Computer) (?:passed\.|drew|took|discarded|(?:knocked|went gin), discarding)"
)


def test_a_killed_game_goes_on_from_the_last_acknowledged_action(tmp_path: Path) -> None:
    chance = random.Random(20)
    known: list[tuple[int, str]] = []
    for _ in range(KILLS):
        with Game(tmp_path) as game:
            game.listen()
            for _ in range(chance.randrange(4)):
                for line in next_lines(tmp_path):
                    game.say(line)
                    game.listen()
            acknowledged = course(stored(tmp_path))
            assert acknowledged[: len(known)] == known
            # Now at any moment of the next action: before it, in its write, or after its answer.
            told = len(game.heard)
            for line in next_lines(tmp_path):
                game.say(line)
            game.pause(chance.random() * 0.03)
            game.kill()
        known = course(stored(tmp_path))
        assert known[: len(acknowledged)] == acknowledged
        seen = _TOLD.findall(game.heard[told:].decode())
        fresh = known[len(acknowledged) :]
        assert len(fresh) >= len(seen)
        if stored(tmp_path).winner is not None:
            break
    with closing(sqlite3.connect(Store(tmp_path).path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


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
