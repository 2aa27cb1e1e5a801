"""The message line: the answer to the last wish, else what this turn asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gin.action import Action
from gin.ui.coach import live_text, warning
from gin.ui.ink import FIXED
from gin.wording import discard_effect, discard_question, stock_warning, turn_text

if TYPE_CHECKING:
    from gin.ui.model import Model

__all__ = ["message"]


def message(model: Model, *, roomy: bool) -> tuple[str, bool]:
    """Return what the message line says, and whether it is a warning.

    `roomy` tells that there is another place for the live coach.
    """
    view = model.table.view
    if model.notice or model.stalled:
        # What keeps the game waiting is said again once an answer has been read.
        return model.notice or model.stalled, bool(model.stalled)
    if model.busy and model.told:
        return model.told, False
    last_turn = stock_warning(view) if not model.busy else ""
    card = model.holding.selected
    coached = "" if roomy else live_text(model)
    if view.phase != "discard" or not view.my_turn:
        text = turn_text(view, model.name)
    elif card is None:
        text = f"{_drawn_text(model)}{turn_text(view, model.name)}"
    elif card == view.barred:
        text = model.worded(model.session.refusal(Action.discard(card)) or "")
    else:
        effect = discard_effect if model.counts else discard_question
        text = f"{_drawn_text(model)}{effect(view.hand, card, model.name)}"
        coached = warning(model, card) or coached
    warn = bool(last_turn) or coached.startswith("Coach")
    return " ".join(filter(None, (last_turn, text, coached))), warn


def _drawn_text(model: Model) -> str:
    view = model.table.view
    if view.drawn is None:
        return ""
    verb = "took" if view.drawn == view.barred else "drew"
    return f"You {verb} {model.name(view.drawn)}{FIXED}(*). "
