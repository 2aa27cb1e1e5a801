"""Long runs: memory, open files and saves do not grow beyond what is played: `make long`.

`python tests/long.py deals N` plays N deals in the engine, `python tests/long.py session HOURS`
what a person plays in so many hours at the table, without the waiting.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz import memory
from gin import _core
from house import Greedy, sit
from seat import Seat

PAIRS = 50_000  # pairs of deals between two looks at the memory
PACE = 6.0  # seconds that a person takes for an action
PAGES = ("?", "R", "l", "h")


def open_files() -> int:
    """How many files, pipes and sockets the process has open (Linux)."""
    return len(list(Path("/proc/self/fd").iterdir()))


@dataclass(frozen=True, slots=True)
class Use:
    """What a process holds: kilobytes of memory, open files, bytes of its saves."""

    memory: int
    files: int
    saves: int = 0

    @staticmethod
    def now(directory: Path | None = None) -> Use:
        """What it holds now, with the saves in a directory."""
        saves = 0 if directory is None else sum(file.stat().st_size for file in directory.iterdir())
        return Use(memory(), open_files(), saves)

    def __str__(self) -> str:
        return (
            f"{self.memory / 1024:.1f} MB, {self.files} open files, {self.saves:,} bytes of saves"
        )


def deals(count: int) -> tuple[Use, Use]:
    """Play deals between two players of the engine; what is held after a part, and at the end."""
    first: Use | None = None
    for start in range(0, count // 2, PAIRS):
        part = (start, min(start + PAIRS, count // 2))
        found = _core.duel("simple", "steady", part, (0, 0), 1)
        assert found[0][0] == part[1] - part[0]
        first = first or Use.now()
    assert first is not None
    return first, Use.now()


class Evening:
    """A person at the full-screen table, who looks things up, and the computer."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.seat = Seat(sit(directory))
        self.dice = Random(1)
        self.actions = 0
        self.matches = 0

    def play(self, actions: int) -> Use:
        """Play so many actions of the person; what is held then."""
        end = self.actions + actions
        while self.actions < end:
            self._go_on()
        return Use.now(self.directory)

    def _go_on(self) -> None:
        session = self.seat.session
        table = session.table
        if table.winner is not None:
            self.matches += 1
            session.new_match(table.level)
            self.seat = Seat(session)
        elif table.result is not None:
            session.next_deal()
            self.seat = Seat(session)
        elif not session.thinking:
            if self.dice.random() < 0.2 and self.seat.stage.screen.name == "table":
                self.seat.keys(self.dice.choice(PAGES), "escape")
            session.play(Greedy().choose(table.view))
            self.actions += 1
        self.seat.computer()
        assert self.seat.text.strip()


def main() -> None:
    """Play, and print what was held before and after."""
    what, amount = sys.argv[1], float(sys.argv[2])
    begun = time.monotonic()
    if what == "deals":
        before, after = deals(int(amount))
        sys.stdout.write(f"{int(amount):,} deals\n")
    else:
        with TemporaryDirectory() as directory:
            evening = Evening(Path(directory))
            actions = int(amount * 3600 / PACE)
            before = evening.play(max(1, actions // 10))
            after = evening.play(actions - actions // 10)
            sys.stdout.write(
                f"{amount:g} hours: {evening.actions:,} actions of the person,"
                f" {evening.matches:,} matches\n"
            )
    sys.stdout.write(f"after a part: {before}\nat the end:   {after}\n")
    sys.stdout.write(f"{time.monotonic() - begun:.0f} s\n")


if __name__ == "__main__":
    main()
