"""The seal of a saved match: one hash over all that the file holds of it.

The rules catch what cannot have been played; the seal catches what could have been, but was not: an
action changed into another legal one, another level, a hint left out. It is renewed in the same
transaction as every change.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import sqlite3

__all__ = ["is_sealed", "seal"]

# Columns by name: more of them, in a later version of the file, do not break these seals.
_PARTS: Final = (
    "SELECT id, created, touched, seed, cut, fingerprint, target, level, person, origin, counted,"
    " status, winner, held, replay_of, dealt FROM match WHERE id = ?",
    "SELECT number, starter, deck, kind, knocker, winner, points, deadwood_0, deadwood_1, undos,"
    " hints, ended FROM deal WHERE match = ? ORDER BY number",
    "SELECT deal, ply, seat, text FROM action WHERE match = ? ORDER BY deal, ply",
    "SELECT deal, ply, seat, text FROM undone WHERE match = ? ORDER BY deal, ply",
    "SELECT deal, seat, dealt, draws, helped, expected, variance, upcard, chance FROM luck"
    " WHERE match = ? ORDER BY deal, seat",
)


def _seal_of(connection: sqlite3.Connection, match_id: int) -> bytes:
    """Return the hash of everything in the file about a match: SHA-256, 32 bytes."""
    found = hashlib.sha256()
    for part in _PARTS:
        for row in connection.execute(part, (match_id,)):
            found.update(repr(row).encode("utf-8", "surrogatepass") + b"\n")
        found.update(b"\n")
    return found.digest()


def seal(connection: sqlite3.Connection, match_id: int) -> None:
    """Seal a match as it stands."""
    connection.execute(
        "UPDATE match SET seal = ? WHERE id = ?", (_seal_of(connection, match_id), match_id)
    )


def is_sealed(connection: sqlite3.Connection, match_id: int) -> bool:
    """Tell whether a match is as it was when it was last saved."""
    row = connection.execute("SELECT seal FROM match WHERE id = ?", (match_id,)).fetchone()
    return row is not None and row[0] == _seal_of(connection, match_id)
