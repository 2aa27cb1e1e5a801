"""The file of saves: opening it, telling whose it is, and what the disk says about it."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from gin.errors import SaveError
from gin.saves import schema

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

__all__ = [
    "connect",
    "explained",
    "is_there",
    "now",
    "open_for_writing",
    "sync_folder",
    "version_of",
]

_APPLICATION: Final = 0x47696E52  # "GinR", in the header of the file: whose it is
_HEADER: Final = 100  # bytes every SQLite file begins with


@contextmanager
def explained(path: Path) -> Generator[None]:
    """Turn what the disk and SQLite complain about into one sentence."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        text = _in_one_line(error)
        if isinstance(error, sqlite3.OperationalError) and not _is_misshapen(text):
            raise SaveError(_operational(text, path)) from error
        raise SaveError(
            f"The saves in {path} are damaged ({text}); gin doctor says what can be rescued."
        ) from error
    except OSError as error:
        raise SaveError(
            f"The saves in {path} cannot be used: {error.strerror or error}."
        ) from error


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _is_misshapen(text: str) -> bool:
    """Whether SQLite complains about the tables in the file, and not about the disk."""
    return text.startswith(("no such", "duplicate column")) or "already exists" in text


def _operational(text: str, path: Path) -> str:
    if "locked" in text or "busy" in text:
        return f"The saves in {path} are in use by another program; try again in a moment."
    if "readonly" in text or "read-only" in text:
        return f"The saves in {path} may not be written; check the permissions of the folder."
    if "full" in text:
        return f"The disk is full, so nothing could be saved in {path}."
    if "disk I/O" in text:
        return f"The saves in {path} cannot be read or written: the disk is full or fails ({text})."
    if "unable to open" in text:
        return f"The saves in {path} cannot be opened; check the folder and its permissions."
    return f"The saves in {path} cannot be used: {text}."


def is_there(path: Path) -> bool:
    """Tell whether there are saves; raises `SaveError` for something else in their place.

    A link whose goal is missing is a disk that is not there, and not the same as no matches yet.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        for place in (path, *path.parents):
            if place.is_symlink() and not place.exists():
                raise SaveError(
                    f"{place} is a link to {place.readlink()}, which is not there, so its matches"
                    " cannot be read."
                ) from None
        return False
    except NotADirectoryError as error:
        raise SaveError(
            f"Matches cannot be saved in {path.parent}: a file is where a folder should be."
        ) from error
    except OSError as error:
        raise SaveError(f"{path} cannot be used: {error.strerror or error}.") from error
    if not stat.S_ISREG(mode):
        raise SaveError(
            f"{path} is not a file, so no matches can be saved in it; move it away or choose"
            " another folder with --data."
        )
    return True


def connect(path: Path, mode: str, wait: float) -> sqlite3.Connection:
    """Open the file as `mode` says, waiting so many seconds for another program to let go."""
    if is_there(path) and 0 < path.stat().st_size < _HEADER:
        # SQLite takes less than a header for an empty file and would write over it.
        raise SaveError(
            f"The saves in {path} are damaged (the file is cut off); gin doctor says what can be"
            " rescued."
        )
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=wait,
        isolation_level=None,
        check_same_thread=False,  # the store's own lock keeps threads apart
    )
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def open_for_writing(path: Path, wait: float) -> sqlite3.Connection:
    """Open the file to write, create it where it is missing and bring it up to date."""
    try:
        _make_folder(path.parent)
    except (FileExistsError, NotADirectoryError) as error:
        raise SaveError(
            f"Matches cannot be saved in {path.parent}: a file is where a folder should be."
        ) from error
    connection = connect(path, "rwc", wait)
    try:
        version = version_of(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if version < len(schema.MIGRATIONS):
            _migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _make_folder(folder: Path) -> None:
    """Make a folder that only its owner can read, and bring its name to the disk."""
    if folder.is_dir():
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def now() -> str:
    """Return the present moment as the file has it: UTC, ISO 8601, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def version_of(connection: sqlite3.Connection, path: Path, *, strange: bool = False) -> int:
    """The version of the schema; a file of somebody else or of a newer program is refused.

    `strange` takes a file whose owner cannot be read where its tables are those of matches.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
    if owner != _APPLICATION:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if (owner or version or tables) and not (strange and tables >= {"match", "deal", "action"}):
            raise SaveError(f"{path} is not a file of saved gin matches; nothing was changed.")
    if version > len(schema.MIGRATIONS):
        raise SaveError(
            f"The saves in {path} were written by a newer version of this program (format"
            f" {version}, this one knows {len(schema.MIGRATIONS)}); update it to go on. Nothing was"
            " changed."
        )
    return version


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Looked at again inside the transaction: another window may have been quicker.
        for step in schema.MIGRATIONS[version_of(connection, path) :]:
            step(connection)
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
