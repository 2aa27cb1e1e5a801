"""The saved matches: one SQLite file, one transaction an action.

A match is stored as its seed and the actions played. Loading replays them through the rules, so
a save either gives exactly the match that was played or an error with the place where it is
damaged, never half a match. Reading writes nothing (the file is opened read-only); the first write
opens it for writing.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from gin.errors import GinError, LeftBehindError, SaveError
from gin.saves import schema
from gin.saves.carry import Carried, Entry, Tags, entries, tags_of, take_in
from gin.saves.file import connect, explained, is_there, now, open_for_writing, version_of
from gin.saves.history import DealRecord, add_luck, finished_deals
from gin.saves.load import Origin, Saved, deck_bytes, load_match, ordinal_of
from gin.saves.seal import is_sealed, seal

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from gin.match import Match

__all__ = ["Store"]

_FILE: Final = "gin.sqlite3"
_WAIT_SECONDS: Final = 2.0
_NO_FILE: Final = (0, 0)
_CONTINUED: Final = (
    "This match was continued in another window; leave and start again to go on from there."
    " Nothing was overwritten."
)


class Store:
    """The matches saved in one directory, which is created with the first match.

    Every method raises `SaveError` with one sentence where the file cannot be read or written, is
    damaged, or belongs to something else. A file that is not understood is left as it is.
    `wait_seconds` is how long another program may hold the file.

    >>> import tempfile
    >>> from gin.match import Match
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     store = Store(directory)
    ...     saved = store.create(Match(), level="steady", origin="random", counted=True)
    ...     same = store.load(saved.id).match == saved.match
    ...     store.close()
    >>> same
    True
    """

    def __init__(self, directory: Path | str, *, wait_seconds: float = _WAIT_SECONDS) -> None:
        self.path = Path(directory) / _FILE
        self._wait = wait_seconds
        self._lock = RLock()
        self._file = _NO_FILE
        self._reader: sqlite3.Connection | None = None
        self._writer: sqlite3.Connection | None = None

    @classmethod
    def at(cls, path: Path) -> Store:
        """The matches in a file of saves that has another name."""
        store = cls(path.parent)
        store.path = path
        return store

    def close(self) -> None:
        """Close the file; a later call opens it again."""
        with self._lock:
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None
            self._file = _NO_FILE

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
                " AND (status = 'open' OR NOT :unfinished) AND replay_of IS NULL"
                " ORDER BY touched DESC, id DESC LIMIT 1",
                {"counted": counted, "level": level, "seed": seed, "unfinished": unfinished},
            ).fetchone()
            return _found(row)

    def find_replay(self, match_id: int) -> int | None:
        """Return the id of the replay of one of this match's deals that is still being played."""
        with self._reading() as connection:
            if connection is None:
                return None
            row = connection.execute(
                "SELECT id FROM match WHERE replay_of = ? AND status = 'open'"
                " ORDER BY touched DESC LIMIT 1",
                (match_id,),
            ).fetchone()
            return _found(row)

    def load(self, match_id: int) -> Saved:
        """Replay a match through the rules."""
        with self._reading() as connection:
            if connection is None:
                raise SaveError(f"There is no match {match_id} in {self.path}.")
            return load_match(connection, match_id, self.path)

    def finished_deals(self) -> tuple[DealRecord, ...]:
        """Return every finished deal, practice too, oldest first."""
        with self._reading() as connection:
            try:
                return () if connection is None else tuple(finished_deals(connection))
            except (GinError, TypeError, ValueError) as error:
                raise SaveError(
                    f"The saves in {self.path} are damaged ({error}); gin doctor says what can be"
                    " rescued."
                ) from error

    def entries(self) -> tuple[Entry, ...]:
        """List every match, oldest first."""
        with self._reading() as connection:
            return () if connection is None else entries(connection)

    def check(self) -> None:
        """Look over the whole file as SQLite does, and at the seals of what `entries` leaves out.

        Raises `SaveError` with the first complaint.
        """
        with self._reading() as connection:
            if connection is None:
                return
            if fault := schema.fault(connection):
                raise sqlite3.DatabaseError(fault)
            for question in ("integrity_check(1)", "foreign_key_check"):
                for row in connection.execute(f"PRAGMA {question}").fetchall():
                    if row[0] != "ok":
                        raise sqlite3.DatabaseError(" ".join(map(str, row)))
            for (match_id,) in connection.execute(
                "SELECT id FROM match WHERE replay_of IS NOT NULL"
            ).fetchall():
                if not is_sealed(connection, match_id):
                    raise sqlite3.DatabaseError(f"replay {match_id} is not as it was saved")

    def tags(self, match_id: int) -> Tags:
        """Return what the saves know of a match beside its play."""
        with self._reading() as connection:
            if connection is None:
                raise SaveError(f"There is no match {match_id} in {self.path}.")
            return tags_of(connection, match_id)

    def take_in(self, matches: Sequence[tuple[Match, Tags]]) -> tuple[Carried, ...]:
        """Save matches that were played elsewhere, all of them or none; tell what became of each.

        A match is known by its seed and its cut: one that is here is not doubled, and one that
        went on elsewhere is brought on.
        """
        with self._writing() as connection:
            return tuple(take_in(connection, *match, self.path) for match in matches)

    def create(self, match: Match, *, level: str, origin: Origin, counted: bool) -> Saved:
        """Save a match that has just begun; its seed must be known."""
        if match.seed is None:
            raise SaveError("A match from a record that keeps its seed secret cannot be saved.")
        with self._writing() as connection:
            match_id = _insert_match(connection, match, (level, origin, counted, None))
            ordinal = ordinal_of(connection, match_id)
        return Saved(match_id, match, level, origin, counted, ordinal, dealt=origin != "random")

    def cut(self, match_id: int, match: Match) -> None:
        """Save that the first cards are dealt as `match` has them, with its cut.

        Raises `SaveError`, with nothing written, where they have been dealt already.
        """
        with self._writing() as connection:
            (dealt,) = connection.execute(
                "SELECT dealt FROM match WHERE id = ?", (match_id,)
            ).fetchone() or (1,)
            if dealt:
                raise LeftBehindError(_CONTINUED)
            connection.execute("UPDATE match SET cut = ? WHERE id = ?", (match.cut, match_id))
            connection.execute(
                "UPDATE deal SET starter = ?, deck = ? WHERE match = ? AND number = 1",
                (match.deal.starter, deck_bytes(match.deal), match_id),
            )
            _touch(connection, match_id)

    def change_level(self, saved: Saved, level: str) -> Saved:
        """Save that a match, none of whose cards has been shown, is played at this level.

        Raises `SaveError`, with nothing written, where they have been shown meanwhile.
        """
        with self._writing() as connection:
            done = connection.execute(
                "UPDATE match SET level = ? WHERE id = ? AND NOT dealt", (level, saved.id)
            )
            if not done.rowcount:
                raise LeftBehindError(_CONTINUED)
            seal(connection, saved.id)
        return replace(saved, level=level)

    def create_replay(self, saved: Saved, match: Match) -> Saved:
        """Save that the present deal of `match` is played again, for practice.

        `match` is a match of the saves at the beginning of one of its deals, `saved` where it is.
        """
        base = saved.replay_of or saved.id
        with self._writing() as connection:
            _close_replays(connection, base)
            match_id = _insert_match(connection, match, (saved.level, "deal", False, base))
            ordinal = ordinal_of(connection, base)
        return Saved(
            match_id, match, saved.level, "deal", counted=False, ordinal=ordinal, replay_of=base
        )

    def end_replay(self, saved: Saved) -> None:
        """Save that a replay is left, finished or not."""
        with self._writing() as connection:
            _close_replays(connection, saved.replay_of or saved.id)

    def append(self, match_id: int, match: Match) -> None:
        """Save the last action of `match`, and with it the result of a deal that it ended.

        Raises `SaveError`, with nothing written, where another window has gone on meanwhile.
        """
        deal = match.deal
        event, ply = deal.history[-1], len(deal.history)
        with self._writing() as connection:
            _check_place(connection, match_id, match, ply - 1)
            connection.execute(
                "INSERT INTO action (match, deal, ply, seat, text) VALUES (?, ?, ?, ?, ?)",
                (match_id, match.number, ply, event.seat, str(event.action)),
            )
            # Something else was played: what was taken back before it is gone.
            connection.execute(
                "DELETE FROM undone WHERE match = ? AND deal = ?", (match_id, match.number)
            )
            if deal.result is not None:
                _close_deal(connection, match_id, match)
            _touch(connection, match_id)

    def take_back(self, match_id: int, match: Match, before: Match) -> None:
        """Save that the present deal is `match` again, after it was `before`.

        The actions in between are kept to be done again.
        """
        place = {"match": match_id, "deal": match.number, "kept": len(match.deal.history)}
        with self._writing() as connection:
            _check_place(connection, match_id, before, len(before.deal.history))
            for statement in (
                "INSERT INTO undone SELECT match, deal, ply, seat, text FROM action"
                " WHERE match = :match AND deal = :deal AND ply > :kept",
                "DELETE FROM action WHERE match = :match AND deal = :deal AND ply > :kept",
                "UPDATE deal SET undos = undos + 1 WHERE match = :match AND number = :deal",
            ):
                connection.execute(statement, place)
            _touch(connection, match_id)

    def put_back(self, match_id: int, match: Match, plies: int) -> None:
        """Save that actions taken back after `plies` of them were done again, up to `match`."""
        place = {"match": match_id, "deal": match.number, "kept": len(match.deal.history)}
        with self._writing() as connection:
            _check_place(connection, match_id, match, plies)
            for statement in (
                "INSERT INTO action SELECT match, deal, ply, seat, text FROM undone"
                " WHERE match = :match AND deal = :deal AND ply <= :kept",
                "DELETE FROM undone WHERE match = :match AND deal = :deal AND ply <= :kept",
            ):
                connection.execute(statement, place)
            # What waited there may be what another window took back.
            _check_place(connection, match_id, match, len(match.deal.history))
            _touch(connection, match_id)

    def count_hint(self, match_id: int, match: Match) -> None:
        """Save that a decision of the present deal was shown with what its choices are worth."""
        with self._writing() as connection:
            _check_place(connection, match_id, match, len(match.deal.history))
            connection.execute(
                "UPDATE deal SET hints = hints + 1 WHERE match = ? AND number = ?",
                (match_id, match.number),
            )
            seal(connection, match_id)

    def begin_deal(self, match_id: int, match: Match) -> None:
        """Save that the present deal of `match` has been dealt."""
        with self._writing() as connection:
            row = connection.execute(
                "SELECT max(number) FROM deal WHERE match = ?", (match_id,)
            ).fetchone()
            if row[0] != match.number - 1:
                raise LeftBehindError(_CONTINUED)
            _insert_deal(connection, match_id, match)
            _touch(connection, match_id)

    def hold(self, match_id: int, match: Match, held: str) -> None:
        """Save how the person holds the hand of the present deal."""
        with self._writing() as connection:
            _check_place(connection, match_id, match, len(match.deal.history))
            connection.execute("UPDATE match SET held = ? WHERE id = ?", (held, match_id))
            seal(connection, match_id)

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection | None]:
        """A connection that cannot write; `None` while there are no saves."""
        with self._lock, explained(self.path):
            if self._writer is not None:
                yield self._writer
                return
            if self._reader is None:
                if not is_there(self.path):
                    yield None
                    return
                if self.path.with_name(f"{self.path.name}-journal").exists():
                    # Its first write was cut short: only who may write can undo that.
                    with self._writing() as writer:
                        yield writer
                    return
                connection = connect(self.path, "ro", self._wait)
                try:
                    version = version_of(connection, self.path)
                except BaseException:
                    connection.close()
                    raise
                if version < len(schema.MIGRATIONS):
                    # Older than this program: bringing it up to date is a write.
                    connection.close()
                    with self._writing() as writer:
                        yield writer
                    return
                self._reader = connection
                self._file = _identity(self.path)
            yield self._reader

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection]:
        """One transaction: all of it is on the disk afterwards, or none of it."""
        with self._lock, explained(self.path):
            if self._file not in (_NO_FILE, _identity(self.path)):
                raise SaveError(
                    f"The saves in {self.path} were moved or replaced while they were open; leave"
                    " and start again. Nothing was saved."
                )
            if self._writer is None:
                self._writer = open_for_writing(self.path, self._wait)
                self._file = _identity(self.path)
            connection = self._writer
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def _identity(path: Path) -> tuple[int, int]:
    """Which file a path leads to."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return _NO_FILE
    return (found.st_dev, found.st_ino)


def _found(row: tuple[Any, ...] | None) -> int | None:
    """The id in a row; damage can leave one without a number."""
    if row is None or isinstance(row[0], int):
        return row[0] if row else None
    raise sqlite3.DatabaseError("a match without an id")


def _insert_match(
    connection: sqlite3.Connection, match: Match, kind: tuple[str, Origin, bool, int | None]
) -> int:
    cursor = connection.execute(
        "INSERT INTO match (created, touched, seed, cut, fingerprint, target, level, origin,"
        " counted, replay_of, dealt)"
        " VALUES (?, (SELECT ifnull(max(touched), 0) + 1 FROM match), ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (now(), match.seed, match.cut, match.fingerprint, match.target, *kind, kind[1] != "random"),
    )
    match_id = int(cursor.lastrowid or 0)
    _insert_deal(connection, match_id, match)
    seal(connection, match_id)
    return match_id


def _close_replays(connection: sqlite3.Connection, base: int) -> None:
    for (match_id,) in connection.execute(
        "SELECT id FROM match WHERE replay_of = ? AND status != 'over'", (base,)
    ).fetchall():
        connection.execute("UPDATE match SET status = 'over' WHERE id = ?", (match_id,))
        seal(connection, match_id)


def _insert_deal(connection: sqlite3.Connection, match_id: int, match: Match) -> None:
    connection.execute(
        "INSERT INTO deal (match, number, starter, deck) VALUES (?, ?, ?, ?)",
        (match_id, match.number, match.deal.starter, deck_bytes(match.deal)),
    )


def _check_place(connection: sqlite3.Connection, match_id: int, match: Match, plies: int) -> None:
    """The file must stand exactly where this window does (one match, two windows).

    As many actions are not enough: the other one may have taken back some and played others.
    """
    row = connection.execute(
        "SELECT max(number), (SELECT cut FROM match WHERE id = :match) FROM deal"
        " WHERE match = :match",
        {"match": match_id},
    ).fetchone()
    played = connection.execute(
        "SELECT text FROM action WHERE match = ? AND deal = ? ORDER BY ply",
        (match_id, match.number),
    ).fetchall()
    here = [(str(event.action),) for event in match.deal.history[:plies]]
    if tuple(row) != (match.number, match.cut) or played != here:
        raise LeftBehindError(_CONTINUED)


def _close_deal(connection: sqlite3.Connection, match_id: int, match: Match) -> None:
    result = match.deal.result
    if result is None:
        return
    connection.execute(
        "UPDATE deal SET kind = ?, knocker = ?, winner = ?, points = ?, deadwood_0 = ?,"
        " deadwood_1 = ?, ended = ? WHERE match = ? AND number = ?",
        (
            result.kind,
            result.knocker,
            result.winner,
            result.points,
            *result.deadwood,
            now(),
            match_id,
            match.number,
        ),
    )
    add_luck(connection, match_id, match.number, match.deal)
    if match.winner is not None:
        # A replay is over when it is left.
        connection.execute(
            "UPDATE match SET winner = ?,"
            " status = CASE WHEN replay_of IS NULL THEN 'over' ELSE status END WHERE id = ?",
            (match.winner, match_id),
        )


def _touch(connection: sqlite3.Connection, match_id: int) -> None:
    # What has been touched has been seen: it cannot be cut any more.
    connection.execute(
        "UPDATE match SET dealt = 1, touched = (SELECT max(touched) + 1 FROM match) WHERE id = ?",
        (match_id,),
    )
    seal(connection, match_id)
