"""What the file of saves looks like inside, and how it came to look so, version by version."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

from gin import fair
from gin.saves.seal import seal

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MIGRATIONS", "fault"]


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


def _add_undo(connection: sqlite3.Connection) -> None:
    """Add what was taken back, how much help a deal had, and deals that are played again.

    What is taken back leaves `action`, so that a match is never anything but the actions in it,
    and waits in `undone`, in the same transaction, until it is done again or something else is
    played. That it happened stays written: `undos` counts it.
    """
    for statement in (
        "ALTER TABLE deal ADD COLUMN undos INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE deal ADD COLUMN hints INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE match ADD COLUMN replay_of INTEGER REFERENCES match (id)",
        """CREATE TABLE undone (
            match INTEGER NOT NULL,
            deal INTEGER NOT NULL,
            ply INTEGER NOT NULL CHECK (ply > 0),
            seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
            text TEXT NOT NULL,
            PRIMARY KEY (match, deal, ply),
            FOREIGN KEY (match, deal) REFERENCES deal (match, number)
        ) WITHOUT ROWID""",
    ):
        connection.execute(statement)


def _add_luck(connection: sqlite3.Connection) -> None:
    """Add when a deal ended, and what the cards gave each seat in it, worked out at its end."""
    for statement in (
        "ALTER TABLE deal ADD COLUMN ended TEXT",
        """CREATE TABLE luck (
            match INTEGER NOT NULL,
            deal INTEGER NOT NULL,
            seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
            dealt INTEGER NOT NULL,
            draws INTEGER NOT NULL,
            helped INTEGER NOT NULL,
            expected REAL NOT NULL,
            variance REAL NOT NULL,
            upcard INTEGER NOT NULL CHECK (upcard IN (0, 1)),
            chance REAL NOT NULL,
            PRIMARY KEY (match, deal, seat),
            FOREIGN KEY (match, deal) REFERENCES deal (match, number)
        ) WITHOUT ROWID""",
    ):
        connection.execute(statement)


def _add_proof(connection: sqlite3.Connection) -> None:
    """Add what is told of a seed before the first card, whether that was dealt, and the seals.

    Matches from before had no cut; their cards have been seen. They are sealed as they stand.
    """
    for statement in (
        "ALTER TABLE match ADD COLUMN fingerprint TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE match ADD COLUMN dealt INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE match ADD COLUMN seal BLOB NOT NULL DEFAULT x''",
    ):
        connection.execute(statement)
    for match_id, secret in connection.execute("SELECT id, seed FROM match").fetchall():
        if isinstance(secret, bytes) and len(secret) == fair.SEED_BYTES:
            connection.execute(
                "UPDATE match SET fingerprint = ? WHERE id = ?",
                (fair.fingerprint(secret), match_id),
            )
        seal(connection, match_id)


def fault(connection: sqlite3.Connection) -> str:
    """Say which table is not as these steps make it, or what else is there; empty without one."""
    with closing(sqlite3.connect(":memory:")) as fresh:
        for step in MIGRATIONS:
            step(fresh)
        right, found = _statements(fresh), _statements(connection)
    for name in sorted(right.keys() | found.keys()):
        if name not in right:
            return f"{name} in it was not made by this program"
        if right[name] != found.get(name):
            return f"the table {name} is not as it was made"
    return ""


def _statements(connection: sqlite3.Connection) -> dict[str, str]:
    # What SQLite keeps for itself has names of its own.
    rows = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite#_%'"
        " ESCAPE '#'"
    )
    return {str(name): "".join(str(sql).split()) for name, sql in rows.fetchall()}


MIGRATIONS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = (
    _first_schema,
    _add_undo,
    _add_luck,
    _add_proof,
)
"""Step n brings a file of version n to version n + 1; `user_version` counts the steps done."""
