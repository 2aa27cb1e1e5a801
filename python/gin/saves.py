"""The saved matches: one SQLite file, one transaction an action.

A match is stored as its seed and the actions played. Loading replays them through the rules, so
a save either gives exactly the match that was played or an error with the place where it is
damaged, never half a match. Reading writes nothing (the file is opened read-only); the first write
opens it for writing.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, Literal

from gin.action import Action
from gin.errors import GinError, SaveError
from gin.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

__all__ = ["Origin", "Saved", "Store"]

Origin = Literal["random", "seed", "deal"]
"""Where a match's seed comes from: drawn in secret, from a text, or a numbered deal."""

_FILE: Final = "gin.sqlite3"
_APPLICATION: Final = 0x47696E52  # "GinR", in the header of the file: whose it is
_WAIT_SECONDS: Final = 2.0
_HEADER: Final = 100  # bytes every SQLite file begins with
_CONTINUED: Final = (
    "This match was continued in another window; leave and start again to go on from there."
    " Nothing was overwritten."
)


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it is in the saves; `ordinal` counts the matches of its kind from 1.

    `held` is how the person holds the hand, in the screen's own words; no rule depends on it.
    """

    id: int
    match: Match
    level: str
    origin: Origin
    counted: bool
    ordinal: int
    held: str = ""


class Store:
    """The matches saved in one directory, which is created with the first match.

    Every method raises `SaveError` with one sentence where the file cannot be read or written, is
    damaged, or belongs to something else. A file that is not understood is left as it is.
    `wait_seconds` is how long another program may hold the file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     store = Store(directory)
    ...     saved = store.create(Match(), level="steady", origin="random", counted=True)
    ...     same = store.load(saved.id).match == saved.match
    ...     store.close()
    >>> same
    True
    """

    def __init__(self, directory: Path | str, *, wait_seconds: float = _WAIT_SECONDS) -> None:
        self.path: Final = Path(directory) / _FILE
        self._wait = wait_seconds
        self._lock = RLock()
        self._reader: sqlite3.Connection | None = None
        self._writer: sqlite3.Connection | None = None

    def close(self) -> None:
        """Close the file; a later call opens it again."""
        with self._lock:
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None

    def find(
        self,
        *,
        counted: bool = True,
        level: str | None = None,
        seed: bytes | None = None,
        unfinished: bool = True,
    ) -> int | None:
        """Return the id of the match of this kind that was played last; `None` without one."""
        with self._reading() as connection:
            if connection is None:
                return None
            row = connection.execute(
                "SELECT id FROM match WHERE counted = :counted"
                " AND (:level IS NULL OR level = :level) AND (:seed IS NULL OR seed = :seed)"
                " AND (status = 'open' OR NOT :unfinished)"
                " ORDER BY touched DESC, id DESC LIMIT 1",
                {"counted": counted, "level": level, "seed": seed, "unfinished": unfinished},
            ).fetchone()
        return None if row is None else int(row[0])

    def load(self, match_id: int) -> Saved:
        """Replay a match through the rules."""
        with self._reading() as connection:
            if connection is None:
                raise SaveError(f"There is no match {match_id} in {self.path}.")
            return _load(connection, match_id, self.path)

    def create(self, match: Match, *, level: str, origin: Origin, counted: bool) -> Saved:
        """Save a match that has just begun; its seed must be known."""
        if match.seed is None:
            raise SaveError("A match from a record that keeps its seed secret cannot be saved.")
        with self._writing() as connection:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            cursor = connection.execute(
                "INSERT INTO match (created, touched, seed, target, level, origin, counted)"
                " VALUES (?, (SELECT ifnull(max(touched), 0) + 1 FROM match), ?, ?, ?, ?, ?)",
                (now, match.seed, match.target, level, origin, counted),
            )
            match_id = int(cursor.lastrowid or 0)
            _insert_deal(connection, match_id, match)
            ordinal = _ordinal(connection, match_id, counted=counted)
        return Saved(match_id, match, level, origin, counted, ordinal)

    def append(self, match_id: int, match: Match) -> None:
        """Save the last action of `match`, and with it the result of a deal that it ended.

        Raises `SaveError`, with nothing written, where another window has gone on meanwhile.
        """
        deal = match.deal
        event, ply = deal.history[-1], len(deal.history)
        with self._writing() as connection:
            _check_place(connection, match_id, match.number, ply - 1)
            connection.execute(
                "INSERT INTO action (match, deal, ply, seat, text) VALUES (?, ?, ?, ?, ?)",
                (match_id, match.number, ply, event.seat, str(event.action)),
            )
            if deal.result is not None:
                _close_deal(connection, match_id, match)
            _touch(connection, match_id)

    def begin_deal(self, match_id: int, match: Match) -> None:
        """Save that the present deal of `match` has been dealt."""
        with self._writing() as connection:
            row = connection.execute(
                "SELECT max(number) FROM deal WHERE match = ?", (match_id,)
            ).fetchone()
            if row[0] != match.number - 1:
                raise SaveError(_CONTINUED)
            _insert_deal(connection, match_id, match)
            _touch(connection, match_id)

    def hold(self, match_id: int, held: str) -> None:
        """Save how the person holds the hand."""
        with self._writing() as connection:
            connection.execute("UPDATE match SET held = ? WHERE id = ?", (held, match_id))

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection | None]:
        """A connection that cannot write; `None` while there are no saves."""
        with self._lock, _told(self.path):
            if self._writer is not None:
                yield self._writer
                return
            if self._reader is None:
                if not self.path.exists():
                    yield None
                    return
                connection = _connect(self.path, "ro", self._wait)
                try:
                    version = _version(connection, self.path)
                except BaseException:
                    connection.close()
                    raise
                if version < len(_MIGRATIONS):
                    # Older than this program: bringing it up to date is a write.
                    connection.close()
                    with self._writing() as writer:
                        yield writer
                    return
                self._reader = connection
            yield self._reader

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection]:
        """One transaction: all of it is on the disk afterwards, or none of it."""
        with self._lock, _told(self.path):
            if self._writer is None:
                self._writer = _open_for_writing(self.path, self._wait)
            connection = self._writer
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def _first_schema(connection: sqlite3.Connection) -> None:
    for statement in (
        """CREATE TABLE match (
            id INTEGER PRIMARY KEY,
            created TEXT NOT NULL,
            touched INTEGER NOT NULL,
            seed BLOB NOT NULL CHECK (length(seed) = 32),
            cut BLOB NOT NULL DEFAULT x'',
            target INTEGER NOT NULL CHECK (target > 0),
            level TEXT NOT NULL,
            person INTEGER NOT NULL DEFAULT 0 CHECK (person IN (0, 1)),
            origin TEXT NOT NULL CHECK (origin IN ('random', 'seed', 'deal')),
            counted INTEGER NOT NULL CHECK (counted IN (0, 1)),
            status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'over')),
            winner INTEGER CHECK (winner IN (0, 1)),
            held TEXT NOT NULL DEFAULT ''
        )""",
        """CREATE TABLE deal (
            match INTEGER NOT NULL REFERENCES match (id),
            number INTEGER NOT NULL CHECK (number > 0),
            starter INTEGER NOT NULL CHECK (starter IN (0, 1)),
            deck BLOB NOT NULL CHECK (length(deck) = 52),
            kind TEXT CHECK (kind IN ('gin', 'knock', 'undercut', 'dead')),
            knocker INTEGER CHECK (knocker IN (0, 1)),
            winner INTEGER CHECK (winner IN (0, 1)),
            points INTEGER,
            deadwood_0 INTEGER,
            deadwood_1 INTEGER,
            PRIMARY KEY (match, number)
        ) WITHOUT ROWID""",
        """CREATE TABLE action (
            match INTEGER NOT NULL,
            deal INTEGER NOT NULL,
            ply INTEGER NOT NULL CHECK (ply > 0),
            seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
            text TEXT NOT NULL,
            PRIMARY KEY (match, deal, ply),
            FOREIGN KEY (match, deal) REFERENCES deal (match, number)
        ) WITHOUT ROWID""",
        "CREATE INDEX match_touched ON match (touched)",
    ):
        connection.execute(statement)


_MIGRATIONS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (_first_schema,)
"""Step n brings a file of version n to version n + 1; `user_version` counts the steps done."""


@contextmanager
def _told(path: Path) -> Generator[None]:
    """Turn what the disk and SQLite complain about into one sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise SaveError(_operational(str(error), path)) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise SaveError(
            f"The saves in {path} are damaged ({error}); move the file away to start afresh."
        ) from error
    except OSError as error:
        raise SaveError(
            f"The saves in {path} cannot be used: {error.strerror or error}."
        ) from error


def _operational(text: str, path: Path) -> str:
    if "locked" in text or "busy" in text:
        return f"The saves in {path} are in use by another program; try again in a moment."
    if "readonly" in text or "read-only" in text:
        return f"The saves in {path} may not be written; check the permissions of the folder."
    if "full" in text:
        return f"The disk is full, so nothing could be saved in {path}."
    if "unable to open" in text:
        return f"The saves in {path} cannot be opened; check the folder and its permissions."
    return f"The saves in {path} cannot be used: {text}."


def _connect(path: Path, mode: str, wait: float) -> sqlite3.Connection:
    if path.exists() and 0 < path.stat().st_size < _HEADER:
        # SQLite takes less than a header for an empty file and would write over it.
        raise SaveError(f"The saves in {path} are damaged: the file is cut off.")
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=wait,
        isolation_level=None,
        check_same_thread=False,  # the store's own lock keeps threads apart
    )
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _open_for_writing(path: Path, wait: float) -> sqlite3.Connection:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise SaveError(
            f"Matches cannot be saved in {path.parent}: a file is where a folder should be."
        ) from error
    connection = _connect(path, "rwc", wait)
    try:
        version = _version(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if version < len(_MIGRATIONS):
            _migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the schema; a file of somebody else or of a newer program is refused."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
    if owner != _APPLICATION:
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if owner or version or tables:
            raise SaveError(f"{path} is not a file of saved gin matches; nothing was changed.")
    if version > len(_MIGRATIONS):
        raise SaveError(
            f"The saves in {path} were written by a newer version of this program (format"
            f" {version}, this one knows {len(_MIGRATIONS)}); update it to go on. Nothing was"
            " changed."
        )
    return version


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Looked at again inside the transaction: another window may have been quicker.
        for step in _MIGRATIONS[_version(connection, path) :]:
            step(connection)
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _insert_deal(connection: sqlite3.Connection, match_id: int, match: Match) -> None:
    connection.execute(
        "INSERT INTO deal (match, number, starter, deck) VALUES (?, ?, ?, ?)",
        (match_id, match.number, match.deal.starter, _deck(match)),
    )


def _deck(match: Match) -> bytes:
    return bytes(card.index for card in match.deal.deck or ())


def _check_place(connection: sqlite3.Connection, match_id: int, number: int, plies: int) -> None:
    """The file must stand exactly where this window does (one match, two windows)."""
    row = connection.execute(
        "SELECT max(number), (SELECT count(*) FROM action WHERE match = :match AND deal = :deal)"
        " FROM deal WHERE match = :match",
        {"match": match_id, "deal": number},
    ).fetchone()
    if tuple(row) != (number, plies):
        raise SaveError(_CONTINUED)


def _close_deal(connection: sqlite3.Connection, match_id: int, match: Match) -> None:
    result = match.deal.result
    if result is None:
        return
    connection.execute(
        "UPDATE deal SET kind = ?, knocker = ?, winner = ?, points = ?, deadwood_0 = ?,"
        " deadwood_1 = ? WHERE match = ? AND number = ?",
        (
            result.kind,
            result.knocker,
            result.winner,
            result.points,
            *result.deadwood,
            match_id,
            match.number,
        ),
    )
    if match.winner is not None:
        connection.execute(
            "UPDATE match SET status = 'over', winner = ? WHERE id = ?", (match.winner, match_id)
        )


def _touch(connection: sqlite3.Connection, match_id: int) -> None:
    connection.execute(
        "UPDATE match SET touched = (SELECT max(touched) + 1 FROM match) WHERE id = ?", (match_id,)
    )


def _ordinal(connection: sqlite3.Connection, match_id: int, *, counted: bool) -> int:
    row = connection.execute(
        "SELECT count(*) FROM match WHERE counted = ? AND id <= ?", (counted, match_id)
    ).fetchone()
    return int(row[0])


def _load(connection: sqlite3.Connection, match_id: int, path: Path) -> Saved:
    row = connection.execute(
        "SELECT seed, target, level, origin, counted, winner, held FROM match WHERE id = ?",
        (match_id,),
    ).fetchone()
    if row is None:
        raise SaveError(f"There is no match {match_id} in {path}.")
    seed, target, level, origin, counted, winner, held = row
    place = f"match {match_id}"
    try:
        match = Match(target=target, seed=seed)
        for deal_row in connection.execute(
            "SELECT number, starter, deck, kind, points FROM deal WHERE match = ? ORDER BY number",
            (match_id,),
        ).fetchall():
            place = f"match {match_id}, deal {deal_row[0]}"
            match = _load_deal(connection, match_id, match, deal_row)
    except _DamageError as error:
        raise SaveError(_damaged(path, f"{place}{error.place}", str(error))) from error
    except (GinError, TypeError, ValueError) as error:
        # Text where a number should be is damage as well: SQLite does not insist on types.
        raise SaveError(_damaged(path, place, str(error))) from error
    if match.winner != winner:
        raise SaveError(_damaged(path, place, "the winner does not follow from the deals"))
    ordinal = _ordinal(connection, match_id, counted=bool(counted))
    return Saved(match_id, match, level, origin, bool(counted), ordinal, held)


class _DamageError(Exception):
    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason)
        self.place = place


def _load_deal(
    connection: sqlite3.Connection, match_id: int, match: Match, row: tuple[Any, ...]
) -> Match:
    number, starter, deck, kind, points = row
    if number != 1:
        if match.deal.result is None or match.winner is not None:
            raise _DamageError("it follows a deal that does not lead to it")
        match = match.next_deal()
    if number != match.number:
        raise _DamageError(f"deal {match.number} is missing before it")
    if starter != match.deal.starter or deck != _deck(match):
        raise _DamageError("the cards dealt do not follow from the seed")
    for expected, (ply, seat, text) in enumerate(
        connection.execute(
            "SELECT ply, seat, text FROM action WHERE match = ? AND deal = ? ORDER BY ply",
            (match_id, number),
        ).fetchall(),
        start=1,
    ):
        place = f", ply {ply}"
        if ply != expected:
            raise _DamageError(f"ply {expected} is missing before it", place)
        if seat != match.deal.to_act:
            raise _DamageError("the wrong seat acts", place)
        try:
            match = match.play(Action.parse(text))
        except (GinError, AttributeError, TypeError) as error:
            raise _DamageError(str(error), place) from error
    result = match.deal.result
    if (kind, points) != ((result.kind, result.points) if result is not None else (None, None)):
        raise _DamageError("the result does not follow from the actions")
    return match


def _damaged(path: Path, place: str, reason: str) -> str:
    return (
        f"The saves in {path} are damaged at {place}: {reason.rstrip('.')}. Nothing was changed;"
        " move the file away to start afresh."
    )
