"""The buttons below the hand: what this turn allows, and the tools that are always there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gin.action import Action
from gin.cards import deadwood
from gin.ui.button import Button
from gin.ui.command import STOCK, TAKE, Command

if TYPE_CHECKING:
    from gin.ui.model import Model

__all__ = ["tool_buttons", "turn_buttons"]


def tool_buttons(model: Model, room: int) -> tuple[Button, ...]:
    """Return help, undo, how the hand is held, the cards seen: as many as there is room for."""
    holding = model.holding
    sort = {"suit": "suit", "rank": "rank", "own": "yours"}[holding.sort]
    group = "on" if holding.grouped else "off"
    # Nothing goes on past an action that is not saved.
    on = not model.stalled
    tools = (
        Button(Command("hint"), model.key("h"), "Hint", "Hint", on and model.table.your_turn),
        Button(Command("undo"), "u", "Undo", "Undo", on and model.session.can_undo),
        Button(Command("sort"), "r", f"Sort: {sort}", "Sort", on),
        Button(Command("group"), "G", f"Group: {group}", "Group", on),
        Button(Command("seen"), "c", "Cards", "Cards", on),
    )
    return tools[:room]


def turn_buttons(model: Model) -> tuple[Button, ...]:
    """Return what the person can do now."""
    view = model.table.view
    if model.behind:
        return (Button(Command("quit"), "q", "Quit", "Quit"),)
    if model.stalled:
        return (Button(Command("retry"), "Enter", "Try again", "Try again"),)
    mine = view.my_turn and not model.busy
    top = model.name(view.top) if view.top is not None else ""
    take = Button(TAKE, "t", f"Take {top}", f"Take {top}", on=view.phase != "must_draw")
    if mine and view.phase == "upcard":
        return (take, Button(Command("pass"), "p", "Pass", "Pass"))
    if mine and view.phase in ("must_draw", "draw"):
        return (Button(STOCK, "s", "Draw from the stock", "Stock"), take)
    return _discard_buttons(model, mine=mine and view.phase == "discard")


def _discard_buttons(model: Model, *, mine: bool) -> tuple[Button, ...]:
    card = model.holding.selected if mine else None
    shown = model.name(card) if card is not None else ""
    refused = card is None or model.session.refusal(Action.discard(card)) is not None
    closed = card is None or model.session.refusal(Action.knock(card)) is not None
    knock = short = "Knock"
    if not model.counts:
        # Whether one may knock is for the person to count: pressing it tells.
        closed = refused
    elif card is not None and not closed:
        left = deadwood(model.table.view.hand - card)
        knock = f"KNOCK with {left}" if left else "GO GIN"
        short = f"KNOCK {left}" if left else "GIN"
    discard = f"Discard {shown}".strip()
    return (
        Button(Command("discard"), "d", discard, shown or "Discard", not refused),
        Button(Command("knock"), model.key("k"), knock, short, not closed),
    )
