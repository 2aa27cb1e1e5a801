"""`gin doctor`: what is well with the saves, the settings, the folders and the terminal."""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
import tempfile
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final, Literal

from gin.cards import Hand, deadwood
from gin.cli import printable, program
from gin.cli.play import ascii_only, is_tty, wants_plain
from gin.errors import GinError
from gin.paths import data_directory, settings_file
from gin.players import players
from gin.proof import prove
from gin.saves import Store
from gin.saves.file import is_there
from gin.saves.rescue import Finding, examine, rescue
from gin.settings import SettingsFile
from gin.wording import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["doctor"]

_KNOWN: Final = ("2S 3S 4S 5S 5H 5D 9C KD", 19)
_LITTLE: Final = 16 * 1024 * 1024  # bytes of free disk below which it is worth a word


@dataclass(frozen=True, slots=True)
class Line:
    """One thing looked at: how it is, what it is, and what was found."""

    state: Literal["ok", "note", "wrong"]
    what: str
    found: str


def doctor(args: argparse.Namespace) -> int:
    """Look everything over; return 0, or 1 where something is wrong and was not mended."""
    directory = data_directory(args.data)
    lines: list[Line] = []
    if args.rescue:
        for line in _rescue(Store(directory).path):
            _tell(line, as_json=args.json)
    for line in _looked_over(directory, settings_file(args.config)):
        lines.append(line)
        _tell(line, as_json=args.json)
    return int(any(line.state == "wrong" for line in lines))


def _tell(line: Line, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(asdict(line)) + "\n")
        return
    sys.stdout.write(f"{printable(f'{line.state:<6}{line.what:<10}{line.found}')}\n")


def _looked_over(directory: Path, settings: Path) -> Iterator[Line]:
    yield _program()
    yield _engine()
    yield _terminal()
    yield _settings(settings)
    yield from _folder(directory)
    yield from _saves(Store(directory))
    for kept in sorted(directory.glob("*.damaged-*")) if directory.is_dir() else ():
        if kept.suffix.endswith(("-wal", "-shm")):
            continue
        yield Line("note", "kept", f"{kept} is a damaged file that was put aside.")


def _program() -> Line:
    found = f"{program()}, Python {platform.python_version()}, {platform.platform()}"
    return Line("ok", "program", found)


def _engine() -> Line:
    cards, right = _KNOWN
    points = deadwood(Hand(cards))
    if points != right:
        return Line("wrong", "engine", f"{cards} counts {points} here, not {right}.")
    return Line("ok", "engine", f"counts as it should; levels {', '.join(players())}")


def _terminal() -> Line:
    if not (is_tty(sys.stdin) and is_tty(sys.stdout)):
        return Line("note", "terminal", "none here: gin plays in lines (gin play --plain)")
    from gin.ui.layout import MIN_HEIGHT, MIN_WIDTH, fits  # noqa: PLC0415 - slow to load

    width, height = shutil.get_terminal_size()
    name = os.environ.get("TERM", "")
    found = f"{width}x{height}, TERM={name or 'not set'}, {sys.stdout.encoding or 'none'}"
    if os.environ.get("NO_COLOR"):
        found += ", NO_COLOR"
    if wants_plain(asked=False):
        return Line("note", "terminal", f"{found}: gin plays in lines")
    if not fits(width, height):
        needed = f"the table needs {MIN_WIDTH}x{MIN_HEIGHT}"
        return Line("note", "terminal", f"{found}: {needed}")
    if ascii_only(asked=False):
        return Line("note", "terminal", f"{found}: cards are drawn with letters")
    return Line("ok", "terminal", found)


def _settings(path: Path) -> Line:
    file = SettingsFile(path)
    file.read()
    if file.complaint:
        return Line("wrong", "settings", file.complaint)
    kept = len(file.chosen)
    return Line("ok", "settings", f"{path}, {f'{kept} set' if kept else 'all at their defaults'}")


def _folder(directory: Path) -> Iterator[Line]:
    place = directory
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        yield Line("wrong", "folder", f"{place} is a file where a folder should be.")
        return
    try:
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
        free = shutil.disk_usage(place).free
    except OSError as error:
        reason = error.strerror or error
        yield Line("wrong", "folder", f"{place} cannot be written ({reason}): nothing is saved.")
        return
    if free < _LITTLE:
        yield Line("note", "folder", f"{place} has only {free // 1024} KiB left on its disk.")
    else:
        yield Line("ok", "folder", f"{directory}, {free // 1024**2:,} MiB free")


# --- the saves ---


def _saves(store: Store) -> Iterator[Line]:
    with closing(store):
        try:
            if not is_there(store.path):
                yield Line("ok", "saves", f"{store.path}: none yet")
                return
            entries = store.entries()
            store.check()
            store.finished_deals()
            matches = [store.load(entry.id).match for entry in entries]
            proofs = [prove(match) for match in matches]
        except GinError as error:
            yield Line("wrong", "saves", str(error))
            yield from _found(store.path)
            return
    deals, actions = sum(p.deals for p in proofs), sum(p.actions for p in proofs)
    size = store.path.stat().st_size // 1024
    yield Line(
        "ok",
        "saves",
        f"{store.path}, {size} KiB; matches {len(entries)}, deals {deals}, actions {actions}, all"
        " played again by the rules",
    )


def _found(path: Path) -> Iterator[Line]:
    """Say what could be rescued."""
    try:
        is_there(path)
        findings = examine(path)
    except GinError:
        return
    for finding in findings:
        yield Line("note", "rescue", _finding_text(finding))
    if not findings:
        yield Line("note", "rescue", "No match can be read.")
    yield Line("note", "rescue", "gin doctor --rescue keeps the file aside and goes on with these.")


def _finding_text(finding: Finding) -> str:
    name = f"match {finding.place}"
    left = f"{counted(finding.deals, 'finished deal')}, {counted(finding.actions, 'action')}"
    if finding.state == "whole":
        return f"{name} is whole: {left}."
    if finding.state == "changed":
        return f"{name} can be played but is not as it was saved ({finding.reason}): {left}."
    if finding.state == "part":
        return f"{name} is damaged ({finding.reason}); its beginning is left: {left}."
    return f"{name} is lost: {finding.reason}."


def _rescue(path: Path) -> Iterator[Line]:
    if not is_there(path):
        return
    with closing(Store(path.parent)) as store:
        try:
            for entry in store.entries():
                store.load(entry.id)
            store.check()
            store.finished_deals()
        except GinError:
            pass
        else:
            yield Line("note", "rescue", "The saves are whole; nothing was done.")
            return
    aside, findings = rescue(path)
    for finding in findings:
        yield Line("note", "rescue", _finding_text(finding))
    if not findings:
        yield Line("note", "rescue", "No match could be read.")
    yield Line("note", "rescue", f"The damaged file is kept as {aside}.")
