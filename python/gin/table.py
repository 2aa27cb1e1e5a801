"""The table as a screen may see it: what the person knows, and the score of the match.

Seat 0 is the person and seat 1 the computer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gin.action import Event
    from gin.cards import Hand
    from gin.match import Match
    from gin.scoring import Result
    from gin.turn import Phase
    from gin.view import View

__all__ = ["DealLine", "Table", "scoreboard"]


@dataclass(frozen=True, slots=True)
class DealLine:
    """One finished deal on the scoreboard; pairs are (person, computer).

    `kind`, `knocker`, `winner`, `points` and `deadwood` are those of the deal's result, `scores`
    the match score after it.
    """

    number: int
    starter: int
    kind: str
    knocker: int | None
    winner: int | None
    points: int
    deadwood: tuple[int, int]
    scores: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Table:
    """All that a screen draws: what the person may see and nothing else; pairs by seat.

    `result` and `hands` (both hands, laid open) are `None` until the deal is over, `winner` until
    the match is. `computer_move` holds the events of the computer's last turn in this deal.
    `undone` tells that something was taken back in this deal and `helped` that the worth of
    choices was shown in it; such a deal is kept out of the statistics. `replay` tells that a deal
    of the match is played once more, which is practice: at the `scores` of that time, while
    `standing` and `deals` are those of the match as it stands.
    `number` counts the deals of the match and `match_number` the matches, both from 1; `counted`
    is false for practice.
    """

    view: View
    number: int
    match_number: int
    level: str
    counted: bool
    scores: tuple[int, int]
    target: int
    starter: int
    phase: Phase
    to_act: int | None
    your_turn: bool
    computer_move: tuple[Event, ...]
    result: Result | None
    hands: tuple[Hand, Hand] | None
    winner: int | None
    deals: tuple[DealLine, ...]
    undone: bool = False
    helped: bool = False
    replay: bool = False
    standing: tuple[int, int] = (0, 0)

    @property
    def gin(self) -> bool:
        """Whether the deal ended with gin: then the knock in its history was one (R10)."""
        return self.result is not None and self.result.kind == "gin"

    @property
    def champion(self) -> int | None:
        """The seat that has won the match as it stands, whatever happens in a replay."""
        return next((seat for seat in (0, 1) if self.standing[seat] >= self.target), None)


def scoreboard(match: Match) -> tuple[DealLine, ...]:
    """List every finished deal of a match with the score after it."""
    lines: list[DealLine] = []
    scores = (0, 0)
    for number, deal in enumerate(match.deals, start=1):
        result = deal.result
        if result is None:
            continue
        scores = (scores[0] + result.scores[0], scores[1] + result.scores[1])
        lines.append(
            DealLine(
                number=number,
                starter=deal.starter,
                kind=result.kind,
                knocker=result.knocker,
                winner=result.winner,
                points=result.points,
                deadwood=result.deadwood,
                scores=scores,
            )
        )
    return tuple(lines)
