"""A disk that can be watched and can fail: `disk.c` under a program, and what a power loss leaves.

A power loss is simulated from what was written: all that was brought to the disk by then is there;
of what came since, each write is there or not or in part, in sectors of 512 bytes. The names of
files are there when their folder was brought to the disk; of those since then, the first so many.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SECTOR = 512
_SOURCE = Path(__file__).with_name("disk.c")

PLAYER = """
import os, sys
from pathlib import Path
import gin
from house import sit, step

folder, log, actions = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
note = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
session = sit(folder)
for number in range(actions):
    before = session.table
    try:
        step(session)
    except gin.SaveError as error:
        assert session.table == before
        print(f"refused {error}", flush=True)
        break
    # What the program has told the person by now must never be lost.
    match = session._match
    plies = sum(len(deal.history) for deal in (*match.before, match.deal))
    os.write(note, f"told - {plies} 0\\n".encode())
    if number % 17 == 16:
        session.close()
        session = sit(folder)
session.close()
print("left", flush=True)
"""
"""Plays so many actions in a folder, with the program's own saves, and notes what it has told."""


def compiled(directory: Path) -> Path | None:
    """The library, made anew; `None` where there is no C compiler or it is not Linux."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        return None
    library = directory / "disk.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(library)]
    subprocess.run([*command, str(_SOURCE), "-ldl"], check=True)
    return library


def run(library: Path, folder: Path, log: Path, actions: int, **disk: str) -> str:
    """Let `PLAYER` play on the watched disk; return what it said."""
    environment = {
        **os.environ,
        "LD_PRELOAD": str(library),
        "PYTHONPATH": os.pathsep.join([str(_SOURCE.parent), os.environ.get("PYTHONPATH", "")]),
        "GIN_DISK_FOLDER": str(folder),
        "GIN_DISK_LOG": str(log),
        **disk,
    }
    done = subprocess.run(
        [sys.executable, "-c", PLAYER, str(folder), str(log), str(actions)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the log: `write` `cut` `sync` `create` `remove`, or what the player `told`."""

    kind: str
    name: str
    at: int
    data: bytes


def steps_of(log: Path) -> list[Step]:
    """Read the log."""
    text, steps, at = log.read_bytes(), [], 0
    while at < len(text):
        end = text.index(b"\n", at)
        kind, name, offset, size = text[at:end].decode().split()
        at = end + 1 + int(size)
        steps.append(Step(kind, name, int(offset), text[end + 1 : at]))
    return steps


@dataclass
class Disk:
    """What is on the disk for certain, and what is on its way there; `told` counts actions."""

    files: dict[str, bytearray] = field(default_factory=dict)
    pending: dict[str, list[Step]] = field(default_factory=dict)
    entries: set[str] = field(default_factory=set)
    moves: list[Step] = field(default_factory=list)
    told: int = 0

    def take(self, step: Step) -> None:
        """Go one step on."""
        if step.kind == "told":
            self.told = step.at
        elif step.kind in {"create", "remove"}:
            self.moves.append(step)
            if step.kind == "create":
                self.files[step.name], self.pending[step.name] = bytearray(), []
        elif step.kind == "sync" and step.name == ".":
            for move in self.moves:
                self._move(self.entries, move)
            self.moves.clear()
        elif step.kind == "sync":
            for waiting in self.pending.get(step.name, ()):
                _write(self.files[step.name], waiting)
            self.pending[step.name] = []
        else:
            self.pending.setdefault(step.name, []).append(step)
            self.files.setdefault(step.name, bytearray())

    def lose_power(self, folder: Path, chance: Random) -> None:
        """Write into `folder` what is found when the power is back."""
        entries = set(self.entries)
        # Names reach the disk in their order, as journals of file systems do it.
        for move in self.moves[: chance.randint(0, len(self.moves))]:
            self._move(entries, move)
        folder.mkdir()
        for name in entries - {"gin.sqlite3-shm"}:
            content = bytearray(self.files.get(name, b""))
            for waiting in self.pending.get(name, ()):
                for part in _parts(waiting, chance):
                    _write(content, part)
            (folder / name).write_bytes(content)

    @staticmethod
    def _move(entries: set[str], step: Step) -> None:
        if step.kind == "create":
            entries.add(step.name)
        else:
            entries.discard(step.name)


def _write(content: bytearray, step: Step) -> None:
    if step.kind == "cut":
        del content[step.at :]
        content.extend(bytes(step.at - len(content)))
        return
    content.extend(bytes(max(0, step.at - len(content))))
    content[step.at : step.at + len(step.data)] = step.data


def _parts(step: Step, chance: Random) -> list[Step]:
    """What of a write reached the disk: all, nothing, or some of its sectors."""
    fate = chance.randrange(3)
    if fate == 0 or (fate == 2 and step.kind == "cut"):
        return [step]
    if fate == 1:
        return []
    sectors = range(0, len(step.data), SECTOR)
    return [
        Step("write", step.name, step.at + start, step.data[start : start + SECTOR])
        for start in sectors
        if chance.randrange(2)
    ]
