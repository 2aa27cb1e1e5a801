"""What the person wants: the one thing that keys, buttons and clicks all turn into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gin.cards import Card

__all__ = ["STOCK", "TAKE", "Command", "scrolled"]


@dataclass(frozen=True, slots=True)
class Command:
    """A wish by name; `card` where a card was clicked, `number` where a place or a letter is meant.

    >>> Command("pick", number=3)
    Command(name='pick', card=None, number=3)
    """

    name: str
    card: Card | None = None
    number: int = 0


STOCK: Final = Command("stock")
"""Draw from the stock."""

TAKE: Final = Command("take")
"""Take the upcard, or the top of the discard pile."""


def scrolled(command: Command, page: int, whole: int) -> int | None:
    """By how many lines a wish scrolls a text down; `None` for a wish that is another.

    >>> scrolled(Command("wheel-up"), page=20, whole=100)
    -3
    """
    return {
        "up": -1,
        "down": 1,
        "wheel-up": -3,
        "wheel-down": 3,
        "page-up": -page,
        "page-down": page,
        "first": -whole,
        "last": whole,
    }.get(command.name)
