"""Damaged saves: what can be read of them still, put into a new file with the old one kept.

A match needs its seed and its actions; everything else follows from them. The actions are played
again by the rules up to the first that is missing or cannot be.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from gin import fair
from gin.action import Action
from gin.errors import GinError, ParseError, SaveError
from gin.match import Match
from gin.players import DEFAULT_LEVEL, players
from gin.saves.carry import Tags, fits, put_in, tags_of
from gin.saves.file import now, open_for_writing, sync_folder, version_of
from gin.saves.load import load_match
from gin.saves.schema import MIGRATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gin.saves.load import Origin

__all__ = ["Finding", "examine", "rescue"]

_SIDES: Final = ("", "-wal", "-shm")
_HIGHEST: Final = 10_000  # deals of a match that are looked for
# Where SQLite locks the file as long as a program has it open: byte 2^30 + 2 and 509 more.
_SHARED: Final = (510, (1 << 30) + 2)


@dataclass(frozen=True, slots=True)
class Finding:
    """One match of a damaged file, by its place among all of them from 1.

    `whole` is as it was saved; `changed` follows the rules but is not as it was saved; of `part`
    the beginning is left, up to `deals` finished deals and `actions`; `lost` has nothing.
    """

    place: int
    state: Literal["whole", "changed", "part", "lost"]
    reason: str
    deals: int
    actions: int
    match: Match | None
    tags: Tags | None


def examine(path: Path) -> tuple[Finding, ...]:
    """Read what can be read of a file of saves, from a copy; the file itself is not touched.

    Raises `SaveError` where it is another program's, or a newer one's.
    """
    with tempfile.TemporaryDirectory(prefix="gin-") as directory:
        copy = Path(directory) / path.name
        try:
            for side in _SIDES[:2]:
                if path.with_name(path.name + side).exists():
                    shutil.copyfile(path.with_name(path.name + side), f"{copy}{side}")
        except OSError as error:
            raise SaveError(f"{path} cannot be read: {error.strerror or error}.") from error
        with suppress(sqlite3.Error), closing(sqlite3.connect(copy)) as connection:
            # Without this SQLite does not open a file that is cut off.
            connection.execute("PRAGMA writable_schema = ON")
            connection.text_factory = _forgiving
            return tuple(_findings(connection, path))
    return ()


def _forgiving(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _findings(connection: sqlite3.Connection, path: Path) -> Iterator[Finding]:
    with suppress(sqlite3.Error):
        version = version_of(connection, path, strange=True)
        if version < len(MIGRATIONS):
            # A whole file of an older version is brought up to date; of a damaged one what is
            # there is read.
            with suppress(sqlite3.Error, GinError, TypeError, ValueError):
                for step in MIGRATIONS[version:]:
                    step(connection)
    for place, match_id in enumerate(_ids(connection), start=1):
        yield _finding(connection, place, match_id, path)


def _rows(connection: sqlite3.Connection, query: str, *values: int) -> list[tuple[Any, ...]]:
    """Read rows from both ends, as far as each can be read."""
    found: dict[Any, tuple[Any, ...]] = {}
    for way in ("", " DESC"):
        with suppress(sqlite3.Error, OverflowError):
            for row in connection.execute(query + way, values):
                found[row[0]] = row
    return [found[key] for key in sorted(found, key=repr)]


def _ids(connection: sqlite3.Connection) -> list[int]:
    """Return the ids of all matches that any table knows of; deals replayed are left out."""
    found: set[int] = set()
    for table, column in (("match", "id"), ("deal", "match"), ("action", "match")):
        found |= {
            row[0]
            for row in _rows(connection, f"SELECT {column} FROM {table} ORDER BY {column}")  # noqa: S608 - names from the line above
            if isinstance(row[0], int)
        }
    replays: set[int] = set()
    for match_id in found:
        for row in _rows(
            connection, "SELECT id FROM match WHERE id = ? AND replay_of > 0 ORDER BY id", match_id
        ):
            replays.add(row[0])
    return sorted(found - replays)


def _finding(connection: sqlite3.Connection, place: int, match_id: int, path: Path) -> Finding:
    try:
        saved = load_match(connection, match_id, path)
        return _of(place, "whole", "", saved.match, tags_of(connection, match_id))
    except (GinError, sqlite3.Error, TypeError, ValueError) as error:
        reason = _reason(error)
    row = _rows(
        connection,
        "SELECT id, seed, target, level, origin, created, cut FROM match WHERE id = ? ORDER BY id",
        match_id,
    )
    try:
        _, seed, target, level, origin, begun, cut = row[0]
        match = _begun(target, fair.check_seed(seed), fair.check_cut(cut))
    except (GinError, IndexError, TypeError, ValueError):
        return Finding(place, "lost", "its seed cannot be read", 0, 0, None, None)
    played, complete = _played(connection, match_id, match)
    tags = _tags(connection, match_id, played, (level, origin, begun))
    return _of(place, "changed" if complete else "part", reason, played, tags)


def _begun(target: object, seed: bytes, cut: bytes) -> Match:
    """Return the match before its first card; a target that is none is the usual one (R19)."""
    try:
        return Match(cast("int", target), seed, cut=cut)
    except ParseError:
        return Match(seed=seed, cut=cut)


def _of(
    place: int,
    state: Literal["whole", "changed", "part"],
    reason: str,
    match: Match,
    tags: Tags,
) -> Finding:
    actions = sum(len(deal.history) for deal in (*match.before, match.deal))
    return Finding(place, state, reason, len(match.deals), actions, match, tags)


def _reason(error: Exception) -> str:
    text = str(error).partition(" are damaged at ")[2] or str(error)
    place = text.partition(". Nothing was changed")[0].rstrip(".")
    return re.sub(r"^match \d+(: |, )", "", place)


def _played(connection: sqlite3.Connection, match_id: int, match: Match) -> tuple[Match, bool]:
    """Play what is left of the actions; tell whether that is all that was there."""
    numbers = [
        row[0]
        for row in _rows(
            connection, "SELECT number FROM deal WHERE match = ? ORDER BY number", match_id
        )
        if isinstance(row[0], int)
    ]
    for number in range(1, _HIGHEST):
        if number > 1:
            ends_here = match.deal.result is None or match.winner is not None
            if ends_here or number not in numbers:
                return match, number > max(numbers, default=0)
            match = match.next_deal()
        rows = _rows(
            connection,
            "SELECT ply, text FROM action WHERE match = ? AND deal = ? ORDER BY ply",
            match_id,
            number,
        )
        for expected, (ply, text) in enumerate(sorted(rows, key=_by_ply), start=1):
            if ply != expected:
                return match, False
            try:
                match = match.play(Action.parse(text))
            except (GinError, AttributeError, TypeError):
                return match, False
    return match, True


def _by_ply(row: tuple[Any, ...]) -> int:
    return row[0] if isinstance(row[0], int) else _HIGHEST


def _tags(
    connection: sqlite3.Connection, match_id: int, match: Match, known: tuple[Any, Any, Any]
) -> Tags:
    """What is left of what the file said beside the play, as a record can hold it.

    A deal that lost its counts is not counted.
    """
    level, origin, begun = known
    rows = {
        row[0]: row
        for row in _rows(
            connection,
            "SELECT number, ended, undos, hints FROM deal WHERE match = ? ORDER BY number",
            match_id,
        )
    }
    ended: list[str | None] = []
    undone: dict[int, int] = {}
    helped: dict[int, int] = {}
    for number in range(1, match.number + 1):
        _, time, undos, hints = rows.get(number, (number, None, 1, 0))
        ended.append(time if _is_header("begun", time) else None)
        for name, counts, count in (("undone", undone, undos), ("helped", helped, hints)):
            if count != 0:
                counts[number] = count if fits(name, f"{number}:{count}") else 1
    kind: Origin = origin if origin in {"random", "seed", "deal"} else "seed"
    return Tags(
        level if _is_level(level, match) else DEFAULT_LEVEL,
        kind,
        begun if _is_header("begun", begun) else now(),
        tuple(ended[: len(match.deals)]),
        undone,
        helped,
    )


def _is_header(name: str, found: object) -> bool:
    return isinstance(found, str) and fits(name, found)


def _is_level(found: object, match: Match) -> bool:
    """Tell whether a match can have been played at a level, and go on at it where it is not won."""
    return _is_header("level", found) and (match.winner is not None or found in players())


def rescue(path: Path, wait: float = 2.0) -> tuple[Path, tuple[Finding, ...]]:
    """Put a damaged file aside and what can be read of it into a new one in its place.

    Returns where the old file is kept, with what was found. The new file is complete on the disk
    before the old one gives way. Raises `SaveError` where that is not possible.
    """
    if _in_use(path):
        raise SaveError(f"The saves in {path} are open in another window; close that first.")
    found = examine(path)
    aside = _free_name(path)
    fresh = path.with_name(f"{path.name}.rescued")
    try:
        for side in _SIDES:
            fresh.with_name(fresh.name + side).unlink(missing_ok=True)
        with closing(open_for_writing(fresh, wait)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            for finding in found:
                if finding.match is not None and finding.tags is not None:
                    put_in(connection, finding.match, finding.tags)
            connection.execute("COMMIT")
            connection.execute("PRAGMA journal_mode = DELETE")
        for side in _SIDES[1::-1]:
            old = path.with_name(path.name + side)
            if old.exists():
                _keep(old, aside.with_name(aside.name + side))
        for side in _SIDES[1:]:
            path.with_name(path.name + side).unlink(missing_ok=True)
        fresh.replace(path)
        sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise SaveError(f"The saves cannot be put aside in {path.parent}: {reason}.") from error
    return aside, found


def _in_use(path: Path) -> bool:
    """Tell whether a program has the file open, writing or not."""
    try:
        import fcntl  # noqa: PLC0415 - not on Windows, where an open file cannot be replaced
    except ImportError:
        return False
    try:
        with path.open("r+b") as file:
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, *_SHARED)
            except OSError:
                return True
    except OSError as error:
        raise SaveError(f"{path} cannot be opened: {error.strerror or error}.") from error
    return False


def _keep(old: Path, name: Path) -> None:
    """Give a file a second name, or a copy where the disk knows no second names."""
    try:
        name.hardlink_to(old)
    except OSError:
        shutil.copyfile(old, name)
        with name.open("rb") as file:
            os.fsync(file.fileno())
    sync_folder(name.parent)


def _free_name(path: Path) -> Path:
    stamp = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
    name, number = path.with_name(f"{path.name}.damaged-{stamp}"), 1
    while name.exists():
        number += 1
        name = path.with_name(f"{path.name}.damaged-{stamp}-{number}")
    return name
