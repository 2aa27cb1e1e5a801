"""A game in lines in a program of its own, and what its person types."""

import os
import select
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Self

import gin
from gin.saves import Store
from house import SEED, Greedy

PROMPT = b"> "


class Game:
    """A game in a program of its own, spoken to by lines."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.heard = b""
        self.answered = 0
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "gin", "play", "--plain"),
                *("--seed", SEED, "--level", "simple", "--data", str(directory)),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )

    def listen(self) -> None:
        """Read until the game asks for the next line; the end of the output is an error."""
        assert self.process.stdout is not None
        while not self.heard[self.answered :].endswith(PROMPT):
            ready, _, _ = select.select([self.process.stdout], [], [], 30)
            assert ready, f"no answer after {self.heard[-200:]!r}"
            read = os.read(self.process.stdout.fileno(), 65536)
            assert read, self.process.stderr.read() if self.process.stderr else ""
            self.heard += read
        self.answered = len(self.heard)

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        os.write(self.process.stdin.fileno(), f"{line}\n".encode())

    def pause(self, seconds: float) -> None:
        """Wait that long, or until the game ends."""
        assert self.process.stderr is not None
        select.select([self.process.stderr], [], [], seconds)

    def drain(self) -> None:
        """Take in what was written before the kill."""
        assert self.process.stdout is not None
        while read := os.read(self.process.stdout.fileno(), 65536):
            self.heard += read

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.drain()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        self.process.wait(30)


def stored(directory: Path) -> gin.Match:
    """The match as a program started now would find it, read without disturbing anything."""
    store = Store(directory)
    with closing(store):
        found = store.find(unfinished=False)
        assert found is not None
        return store.load(found).match


def course(match: gin.Match) -> list[tuple[int, str]]:
    """Every action of the match so far, with its deal."""
    deals = [*match.before, match.deal]
    return [
        (number, f"{event.seat} {event.action}")
        for number, deal in enumerate(deals, start=1)
        for event in deal.history
    ]


def next_lines(directory: Path) -> list[str]:
    """What the person types next, worked out from the saves."""
    match = stored(directory)
    if match.deal.result is not None:
        return ["next"]
    action = Greedy().choose(match.view(0))
    return [typed(action), "yes"] if action.kind == "knock" else [typed(action)]


def typed(action: gin.Action) -> str:
    """What the person types for an action."""
    return {"pile": "take"}.get(action.kind, str(action))
