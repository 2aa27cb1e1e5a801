"""A saved match read back: every action is played again through the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gin.action import Action
from gin.errors import GinError, SaveError
from gin.match import Match
from gin.saves.seal import is_sealed

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from gin.deal import Deal

__all__ = ["Origin", "Saved", "deck_bytes", "load_match", "ordinal_of"]

Origin = Literal["random", "seed", "deal"]
"""Where a match's seed comes from: drawn in secret, from a text, or a numbered deal."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it is in the saves; `ordinal` counts the matches of its kind from 1.

    `held` is how the person holds the hand, in the screen's own words; no rule depends on it.
    `replay_of` is the id of the match one of whose deals is played again here, for practice.
    `redo` holds the actions of the present deal that were taken back and can be done again, in
    their order; `undos` counts how often something was taken back in it and `hints` how many
    decisions of it were shown with what they are worth. Before the match is `dealt` its cards have
    not been shown, and the person may cut.
    """

    id: int
    match: Match
    level: str
    origin: Origin
    counted: bool
    ordinal: int
    held: str = ""
    replay_of: int | None = None
    redo: tuple[Action, ...] = ()
    undos: int = 0
    hints: int = 0
    dealt: bool = True


def deck_bytes(deal: Deal) -> bytes:
    """Return the pack of a deal, a byte a card."""
    return bytes(card.index for card in deal.deck or ())


def ordinal_of(connection: sqlite3.Connection, match_id: int) -> int:
    """Tell which match of its kind this is, from 1; deals replayed are no matches."""
    row = connection.execute(
        "SELECT count(*) FROM match WHERE id <= :id AND replay_of IS NULL"
        " AND counted = (SELECT counted FROM match WHERE id = :id)",
        {"id": match_id},
    ).fetchone()
    return int(row[0])


def load_match(connection: sqlite3.Connection, match_id: int, path: Path) -> Saved:
    """Replay a match through the rules; `SaveError` with the place where it is damaged."""
    row = connection.execute(
        "SELECT seed, target, level, origin, counted, winner, held, replay_of, cut, fingerprint,"
        " dealt FROM match WHERE id = ?",
        (match_id,),
    ).fetchone()
    if row is None:
        raise SaveError(f"There is no match {match_id} in {path}.")
    seed, target, level, origin, counted, winner, held, replay_of, cut, fingerprint, dealt = row
    try:
        match = _begun(target, seed, cut, fingerprint)
        if replay_of is not None:
            match = _replayed(connection, match_id, replay_of, path)
        match = _load_deals(connection, match_id, match)
        redo = _load_undone(connection, match_id, match)
        if match.winner != winner:
            raise _DamageError("the winner does not follow from the deals")
        if not is_sealed(connection, match_id):
            raise _DamageError("something in it is not as it was saved")
        undos, hints = _help_given(connection, match_id, match.number)
    except (GinError, TypeError, ValueError) as error:
        # Text where a number should be is damage as well: SQLite does not insist on types.
        raise SaveError(_damaged(path, match_id, error)) from error
    return Saved(
        id=match_id,
        match=match,
        level=level,
        origin=origin,
        counted=bool(counted),
        ordinal=ordinal_of(connection, replay_of or match_id),
        held=held,
        replay_of=replay_of,
        redo=redo,
        undos=undos,
        hints=hints,
        dealt=bool(dealt),
    )


def _begun(target: int, seed: bytes, cut: bytes, fingerprint: str) -> Match:
    match = Match(target=target, seed=seed, cut=cut)
    if match.fingerprint != fingerprint:
        raise _DamageError("the fingerprint is not that of the seed")
    return match


def _replayed(connection: sqlite3.Connection, match_id: int, replay_of: int, path: Path) -> Match:
    """The match whose deal is replayed, as it stood when that deal began."""
    (number,) = connection.execute(
        "SELECT number FROM deal WHERE match = ?", (match_id,)
    ).fetchone() or (0,)
    (origin,) = connection.execute(
        "SELECT replay_of FROM match WHERE id = ?", (replay_of,)
    ).fetchone() or (replay_of,)
    if origin is not None:
        raise _DamageError("the match whose deal is replayed is missing")
    match = load_match(connection, replay_of, path).match
    if not 1 <= number <= match.number:
        raise _DamageError("the deal that is replayed is missing")
    return match.at_deal(number)


def _load_undone(connection: sqlite3.Connection, match_id: int, match: Match) -> tuple[Action, ...]:
    """The actions of the present deal that were taken back and can be done again, in order."""
    redo: list[Action] = []
    for ply, seat, text in connection.execute(
        "SELECT ply, seat, text FROM undone WHERE match = ? AND deal = ? ORDER BY ply",
        (match_id, match.number),
    ).fetchall():
        place = f", deal {match.number}, taken back ply {ply}"
        if ply != len(match.deal.history) + 1 or seat != match.deal.to_act:
            raise _DamageError("it does not follow from the actions", place)
        try:
            redo.append(Action.parse(text))
            match = match.play(redo[-1])
        except (GinError, AttributeError, TypeError) as error:
            raise _DamageError(str(error), place) from error
    return tuple(redo)


class _DamageError(GinError):
    def __init__(self, reason: str, place: str = "") -> None:
        super().__init__(reason)
        self.place = place


def _load_deals(connection: sqlite3.Connection, match_id: int, match: Match) -> Match:
    first = match.number
    for row in connection.execute(
        "SELECT number, starter, deck, kind, points FROM deal WHERE match = ? ORDER BY number",
        (match_id,),
    ).fetchall():
        try:
            match = _load_deal(connection, match_id, match, row, first=first)
        except (GinError, TypeError, ValueError) as error:
            raise _DamageError(str(error), f", deal {row[0]}{_place(error)}") from error
    return match


def _help_given(connection: sqlite3.Connection, match_id: int, number: int) -> tuple[int, int]:
    """How often something was taken back in a deal, and how many decisions had help."""
    row = connection.execute(
        "SELECT undos, hints FROM deal WHERE match = ? AND number = ?", (match_id, number)
    ).fetchone()
    if row is None:
        raise _DamageError("its deals are missing")
    undos, hints = row
    return undos, hints


def _load_deal(
    connection: sqlite3.Connection, match_id: int, match: Match, row: tuple[Any, ...], *, first: int
) -> Match:
    number, starter, deck, kind, points = row
    if number != first:
        if match.deal.result is None or match.winner is not None:
            raise _DamageError("it follows a deal that does not lead to it")
        match = match.next_deal()
    if number != match.number:
        raise _DamageError(f"deal {match.number} is missing before it")
    if starter != match.deal.starter or deck != deck_bytes(match.deal):
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


def _place(error: Exception) -> str:
    return error.place if isinstance(error, _DamageError) else ""


def _damaged(path: Path, match_id: int, error: Exception) -> str:
    reason = str(error).rstrip(".")
    return (
        f"The saves in {path} are damaged at match {match_id}{_place(error)}: {reason}. Nothing was"
        " changed; gin doctor says what can be rescued."
    )
