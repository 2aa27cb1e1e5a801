"""The finished deals in the saves, one value each, for whoever counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gin.action import Action
from gin.deal import Deal
from gin.luck import Luck, luck

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

__all__ = ["DealRecord", "Standing", "add_luck", "finished_deals"]

Standing = Literal["counted", "practice", "undo", "hint"]
"""Whether a deal counts, and if not, why."""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One finished deal; pairs are (person, computer).

    `ended` is the time (UTC, ISO 8601), of older deals that of the beginning of their match.
    `turns` counts the person's turns. `match_over` and `match_winner` are those of the match;
    `match_helped` tells that in some deal of it, this one or another, an action was taken back or
    help was shown.
    """

    match: int
    number: int
    ended: str
    level: str
    standing: Standing
    match_over: bool
    match_winner: int | None
    match_helped: bool
    starter: int
    kind: str
    knocker: int | None
    winner: int | None
    points: int
    deadwood: tuple[int, int]
    turns: int
    luck: tuple[Luck, Luck]


_DEALS = """
SELECT deal.match, deal.number, ifnull(deal.ended, match.created), match.level, match.counted,
    deal.undos, deal.hints, match.status = 'over', match.winner, deal.starter, deal.kind,
    deal.knocker, deal.winner, deal.points, deal.deadwood_0, deal.deadwood_1,
    (SELECT count(*) FROM action WHERE action.match = deal.match AND action.deal = deal.number
        AND action.seat = 0 AND (action.text GLOB 'discard*' OR action.text GLOB 'knock*')),
    deal.deck,
    EXISTS (SELECT 1 FROM deal AS other WHERE other.match = deal.match
        AND (other.undos > 0 OR other.hints > 0))
FROM deal JOIN match ON match.id = deal.match
WHERE deal.kind IS NOT NULL
ORDER BY deal.match, deal.number
"""
_LUCK = """
SELECT match, deal, seat, dealt, draws, helped, expected, variance, upcard, chance FROM luck
"""


def finished_deals(connection: sqlite3.Connection) -> Iterator[DealRecord]:
    """Yield every finished deal, practice too, in the order in which they were begun."""
    kept = {
        (match, deal, seat): Luck(dealt, draws, helped, expected, variance, bool(upcard), chance)
        for match, deal, seat, dealt, draws, helped, expected, variance, upcard, chance in (
            connection.execute(_LUCK)
        )
    }
    for row in connection.execute(_DEALS).fetchall():
        match, number = row[0], row[1]
        if not all(isinstance(found, int) for found in row[13:17]):
            # SQLite does not insist on types.
            msg = f"match {match}, deal {number} has text where a number should be"
            raise ValueError(msg)
        first, second = kept.get((match, number, 0)), kept.get((match, number, 1))
        if first is None or second is None:
            # Finished before luck was written down.
            first, second = luck(_played(connection, row))
        yield DealRecord(
            match=match,
            number=number,
            ended=row[2],
            level=row[3],
            standing=_standing(counted=row[4], undos=row[5], hints=row[6]),
            match_over=bool(row[7]),
            match_winner=row[8],
            match_helped=bool(row[18]),
            starter=row[9],
            kind=row[10],
            knocker=row[11],
            winner=row[12],
            points=row[13],
            deadwood=(row[14], row[15]),
            turns=row[16],
            luck=(first, second),
        )


def add_luck(connection: sqlite3.Connection, match_id: int, number: int, deal: Deal) -> None:
    """Write down the luck of both seats in a deal that has just ended."""
    if deal.deck is None:
        return
    for seat, found in enumerate(luck(deal)):
        connection.execute(
            "INSERT OR REPLACE INTO luck VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                match_id,
                number,
                seat,
                found.dealt,
                found.draws,
                found.helped,
                found.expected,
                found.variance,
                found.upcard,
                found.chance,
            ),
        )


def _standing(*, counted: bool, undos: int, hints: int) -> Standing:
    if not counted:
        return "practice"
    return "undo" if undos else "hint" if hints else "counted"


def _played(connection: sqlite3.Connection, row: tuple[Any, ...]) -> Deal:
    deal = Deal.new(tuple(row[17]), row[9])
    for (text,) in connection.execute(
        "SELECT text FROM action WHERE match = ? AND deal = ? ORDER BY ply", (row[0], row[1])
    ):
        deal = deal.play(Action.parse(text))
    return deal
