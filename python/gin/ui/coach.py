"""The coach on the table: a word before a bad discard, and the best choices while playing live."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gin.action import Action
from gin.coach import BAD, loss
from gin.wording import action_text, points_text, warning_text

if TYPE_CHECKING:
    from gin.cards import Card
    from gin.ui.model import Model

__all__ = ["has_word", "live_rows", "live_text", "warning"]

_FEW: Final = 2


def has_word(model: Model) -> bool:
    """Return whether the coach has something to say of this decision.

    The deal is to be marked then: `warning` and the live coach are silent in one that is not.
    """
    if model.settings.coach == "live":
        return model.table.your_turn
    card = model.holding.selected
    return card is not None and _cost(model, card) >= BAD


def _cost(model: Model, card: Card) -> float:
    """Return what discarding a card costs, where the coach warns; else nothing."""
    if model.settings.coach != "warn":
        return 0.0
    return loss(model.session.choices(), Action.discard(card))


def warning(model: Model, card: Card) -> str:
    """Return what the coach says about discarding a card; empty where it has no objection."""
    cost = _cost(model, card)
    if cost < BAD or not model.table.helped:
        return ""
    return warning_text(cost, model.session.choices()[0][0], model.name)


def _is_live(model: Model) -> bool:
    return model.settings.coach == "live" and model.table.helped and not model.busy


def live_rows(model: Model, most: int, width: int) -> list[str]:
    """Return the best choices with their points, a line each; empty where the coach is not live."""
    if not _is_live(model):
        return []
    top = model.table.view.top
    rows: list[str] = []
    for action, points in model.session.choices()[:most]:
        words = action_text(action, model.name, top=top)
        rows.append(f"{words.ljust(width - 6)[: width - 6]}{points_text(points):>6}")
    return rows


def live_text(model: Model) -> str:
    """Return the best choices in one sentence; empty where the coach is not live."""
    if not _is_live(model):
        return ""
    top = model.table.view.top
    best = [
        f"{action_text(action, model.name, top=top)} {points_text(points)}"
        for action, points in model.session.choices()[:_FEW]
    ]
    return f"Best: {', '.join(best)}." if best else ""
