"""What a thing on the table is, in one sentence: the answer to a click with the right button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gin.cards import STOCK_FLOOR
from gin.wording import card_list, counted, meld_text, taken_text

if TYPE_CHECKING:
    from gin.cards import Card
    from gin.ui.command import Command
    from gin.ui.model import Model

__all__ = ["explain"]


def explain(command: Command, model: Model) -> str:
    """Say what the target of a command is; empty for what explains itself, such as a button."""
    view = model.table.view
    if command.name == "card" and command.card is not None:
        return _card(command.card, model)
    if command.name == "stock":
        return (
            f"The stock: {view.stock} cards face down. With {STOCK_FLOOR} left after a turn the"
            " deal ends without a score."
        )
    if command.name == "take" and view.pile:
        cards = card_list(reversed(view.pile), model.name)
        return f"The discard pile, the newest card first: {cards}."
    if command.name == "take":
        return "The discard pile: it is empty now."
    if command.name == "peek":
        return "The computer's hand. You can see it when the deal is over."
    return ""


def _card(card: Card, model: Model) -> str:
    name = model.name(card)
    points = counted(card.points, "point")
    if card == model.table.view.barred:
        return taken_text(card, model.name)
    if not model.counts:
        return f"{name} counts {points} in no meld."
    for meld in model.holding.arrangement.melds:
        if card in meld.cards:
            return f"{name} is in the {meld_text(meld, model.name)}."
    return f"{name} is in no meld of the best arrangement and counts {points}."
