"""Colours, by the sixteen names that every terminal has; the background is never painted.

Suits have four colours of their own, chosen so that the pairs stay apart for colour-blind eyes;
plain blue is left out because it cannot be read on black. The letter or sign of the suit is
always printed, so no colour carries anything alone. What is not a suit is told apart by weight,
and by magenta, which can be read on black and on white.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from prompt_toolkit.styles import Style

if TYPE_CHECKING:
    from gin.cards import Card

__all__ = ["STYLE", "suit_style"]

_SUITS: Final = {"S": "class:spade", "H": "class:heart", "D": "class:diamond", "C": "class:club"}

STYLE: Final = Style.from_dict(
    {
        "spade": "bold",
        "heart": "ansibrightred bold",
        "diamond": "ansibrightblue bold",
        "club": "ansibrightgreen bold",
        "title": "bold",
        "strong": "bold",
        "message": "bold",
        "warning": "ansimagenta bold",
        "taken": "ansimagenta bold",
        "key": "bold",
        "button": "bold",
        "off": "dim",
        "faint": "dim",
        "chosen": "ansimagenta bold",
        "cursor": "reverse",
        "flash": "reverse",
    }
)
"""The styles of every class that the screens use."""


def suit_style(card: Card) -> str:
    """Return the style class of a card's suit."""
    return _SUITS[card.suit]
