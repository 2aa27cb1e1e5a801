"""What decisions cost: each choice beside the best one, in points as they count at the score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gin.action import Action
    from gin.match import Match
    from gin.view import View

__all__ = ["BAD", "DOUBTFUL", "Choices", "Evaluate", "Review", "loss", "review"]

Choices = tuple[tuple["Action", float], ...]
"""Every legal action with its worth in points, best first."""

Evaluate = Callable[["View"], Choices]
"""Whatever knows what the choices of a view are worth."""

DOUBTFUL: Final = 0.5
"""Points from which a decision is doubtful: less is within what an estimate can err."""

BAD: Final = 1.5
"""Points from which a decision is bad, and from which a coach warns of it."""


@dataclass(frozen=True, slots=True)
class Review:
    """How one seat played a deal: decisions by what they cost, and the sum of it in points.

    >>> Review(good=10, doubtful=1, bad=1, cost=2.3).decisions
    12
    """

    good: int = 0
    doubtful: int = 0
    bad: int = 0
    cost: float = 0.0

    @property
    def decisions(self) -> int:
        """How many there were; a turn with a single legal action is none."""
        return self.good + self.doubtful + self.bad


def loss(choices: Sequence[tuple[Action, float]], action: Action) -> float:
    """Return what an action costs against the best choice, in points.

    A knock costs the same whichever spread is laid down.

    >>> from gin.action import Action
    >>> loss([(Action.DRAW_STOCK, 3.5), (Action.DRAW_DISCARD, 1.25)], Action.DRAW_DISCARD)
    2.25
    """
    found = [points for choice, points in choices if _same(choice, action)]
    return max(0.0, choices[0][1] - found[0]) if found else 0.0


def _same(choice: Action, action: Action) -> bool:
    return (choice.kind, choice.card) == (action.kind, action.card)


def review(match: Match, seat: int, evaluate: Evaluate) -> Review:
    """Go through the present deal of `match` and judge every decision of one seat.

    >>> from gin.action import Action
    >>> from gin.match import Match
    >>> match = Match(seed=bytes(32))
    >>> match = match.play(Action.PASS)
    >>> def fair(view):
    ...     return tuple((action, 0.0) for action in view.legal_actions())
    >>> review(match, match.starter, fair)
    Review(good=1, doubtful=0, bad=0, cost=0.0)
    """
    good = doubtful = bad = 0
    cost = 0.0
    now = match.rewound(0)
    for event in match.deal.history:
        if event.seat == seat and len(now.deal.legal_actions()) > 1:
            lost = loss(evaluate(now.view(seat)), event.action)
            cost += lost
            good += lost < DOUBTFUL
            doubtful += DOUBTFUL <= lost < BAD
            bad += lost >= BAD
        now = now.play(event.action)
    return Review(good, doubtful, bad, cost)
