"""Cards, hands and melds of the engine, and how groups of them are written.

Everything here but the forms at the end, of text and of lists, is the engine's own, under its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from gin._core import (
    GIN_BONUS,
    HAND_SIZE,
    KNOCK_LIMIT,
    STOCK_FLOOR,
    TARGET,
    UNDERCUT_BONUS,
    Arrangement,
    Card,
    Hand,
    Layoff,
    Meld,
    arrange,
    arrangements,
    deadwood,
    deadwood_many,
    discards,
    discards_many,
    lay_off,
    lay_off_many,
    spreads,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "GIN_BONUS",
    "HAND_SIZE",
    "KNOCK_LIMIT",
    "PACK",
    "STOCK_FLOOR",
    "TARGET",
    "UNDERCUT_BONUS",
    "WHOLE_PACK",
    "Arrangement",
    "Card",
    "Hand",
    "Layoff",
    "Meld",
    "arrange",
    "arrangements",
    "cards_text",
    "deadwood",
    "deadwood_many",
    "discards",
    "discards_many",
    "items",
    "lay_off",
    "lay_off_many",
    "parse_spread",
    "spread_text",
    "spreads",
]

PACK: Final[tuple[Card, ...]] = tuple(Card(index) for index in range(52))
"""The 52 cards by index (R1: one pack, no jokers)."""

WHOLE_PACK: Final[Hand] = Hand(PACK)
"""The whole pack as one set: what is left of it is what has not been seen."""


def cards_text(cards: Iterable[Card], between: str = " ") -> str:
    """Write cards in the order given.

    >>> cards_text([Card("9C"), Card("AS")])
    '9C AS'
    """
    return between.join(map(str, cards))


def spread_text(melds: Sequence[Meld]) -> str:
    """Write a spread without blanks, as actions and records do.

    >>> spread_text([Meld("6S 7S 8S"), Meld("JH JD JC")])
    '6S,7S,8S/JH,JD,JC'
    """
    return "/".join(cards_text(meld.cards, ",") for meld in melds)


def parse_spread(text: str) -> tuple[Meld, ...]:
    """Read melds parted by `/`, their cards parted by commas or blanks.

    Raises `ParseError` where a part is no meld.

    >>> parse_spread("5S 6S 7S / JH,JD,JC")
    (Meld('5S 6S 7S'), Meld('JH JD JC'))
    """
    return tuple(Meld(part.replace(",", " ").strip()) for part in text.split("/"))


def items(given: object) -> Iterator[Any] | None:
    """Go through what is given as Python does; `None` where it has no items.

    >>> items(7) is None, list(items((1, 2)) or ())
    (True, [1, 2])
    """
    try:
        return iter(cast("Iterable[Any]", given))
    except TypeError:
        # Asking the type is not enough: NumPy's arrays have the method whatever their dimensions.
        return None
