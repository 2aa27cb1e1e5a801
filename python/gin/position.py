"""Packs and positions that come from outside, checked once at the door.

A deal that starts from checked cards can only reach positions that are right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias, TypeVar

from gin.cards import HAND_SIZE, PACK, STOCK_FLOOR, Card, Hand, cards_text, items
from gin.errors import ParseError, shown
from gin.number import whole
from gin.turn import PHASES, Phase

__all__ = [
    "MOST_POINTS",
    "Cards",
    "Position",
    "check_position",
    "parse_cards",
    "parse_deck",
    "parse_scores",
    "parse_seat",
]

MOST_POINTS: Final = 999_999_999
"""The most points that a target or a score can be: a record has nine digits for them."""

_T = TypeVar("_T")

Cards: TypeAlias = str | Iterable[Card | str | int]
"""Several cards: text, or an iterable of cards, of their texts or of their indices."""


class Position(NamedTuple):
    """The parts of a position, parsed and checked."""

    phase: Phase
    hands: tuple[Hand, Hand]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    to_act: int
    starter: int
    barred: Card | None


def parse_cards(cards: Cards) -> tuple[Card, ...]:
    """Read several cards in the order given; raises `ParseError` for what is no card.

    >>> parse_cards("9C, AS")
    (Card('9C'), Card('AS'))
    """
    given = items(cards.replace(",", " ").split() if isinstance(cards, str) else cards)
    if given is None:
        raise ParseError(
            shown(cards), f"{shown(cards)} is no list of cards; give them as text or a list."
        )
    # One more than the pack has is one twice; an iterable without an end is not followed further.
    few = islice(given, len(PACK) + 1)
    return tuple(card if isinstance(card, Card) else Card(card) for card in few)


def parse_seat(seat: int, name: str) -> int:
    """Return `seat` where it is 0 or 1; raises `ParseError` that names it otherwise.

    >>> parse_seat(1, "starter")
    1
    """
    try:
        return whole(seat, name, 0, 1)
    except ParseError as error:
        raise ParseError(error.text, f"The {name} is seat 0 or seat 1, not {error.text}.") from None


def parse_scores(scores: tuple[int, int]) -> tuple[int, int]:
    """Return the points of both seats; raises `ParseError` for what is not two whole numbers.

    >>> parse_scores((12, 30))
    (12, 30)
    """
    first, second = _two(scores, "scores")
    return (whole(first, "A score", 0, MOST_POINTS), whole(second, "A score", 0, MOST_POINTS))


def parse_deck(deck: Cards) -> tuple[Card, ...]:
    """Read a whole pack in its shuffled order; raises `ParseError` where it is not 52 cards.

    >>> parse_deck(range(51))
    Traceback (most recent call last):
    gin.errors.ParseError: KC is missing from the deck; it must hold each of the 52 cards once.
    """
    cards = parse_cards(deck)
    _each_once([("in the deck", cards)], "the deck")
    return cards


def check_position(  # noqa: PLR0913, PLR0917 - the parts of a position
    hands: Sequence[Cards],
    stock: Cards,
    pile: Cards,
    phase: Phase,
    to_act: int,
    starter: int,
    barred: Card | str | int | None,
) -> Position:
    """Check a position set up by hand and return its parts.

    Raises `ParseError` that names the card or the part that cannot be so.

    >>> check_position(["AS", "AS"], "", "", "draw", 0, 0, None)
    Traceback (most recent call last):
    gin.errors.ParseError: AS is both in the hand of seat 0 and in the hand of seat 1; \
each card is in one place.
    """
    if not isinstance(phase, str) or phase not in PHASES or phase == "over":
        raise ParseError(
            shown(phase), f"A position has the phase {', '.join(PHASES[:-1])}, not {shown(phase)}."
        )
    to_act = parse_seat(to_act, "player to act")
    starter = parse_seat(starter, "starter")
    mine, others = _two(hands, "hands")
    held = (parse_cards(mine), parse_cards(others))
    stock, pile = parse_cards(stock), parse_cards(pile)
    taken = None if barred is None else Card(barred)
    places = [
        ("in the hand of seat 0", held[0]),
        ("in the hand of seat 1", held[1]),
        ("in the stock", stock),
        ("on the discard pile", pile),
    ]
    _each_once(places, "the position")
    _check_sizes(held, phase, to_act)
    _check_piles(stock, pile, phase, taken)
    if phase == "must_draw" and to_act != starter:  # R6
        raise ParseError(str(to_act), "After two passes the starter is to act, not the other seat.")
    if taken is not None and (phase != "discard" or taken not in held[to_act]):
        raise ParseError(
            str(taken), f"{taken} can be barred only in the hand of the player about to discard."
        )
    # A subclass of str, as NumPy has one, would stay in the deal and in its repr.
    phase = PHASES[PHASES.index(phase)]
    return Position(phase, (Hand(held[0]), Hand(held[1])), stock, pile, to_act, starter, taken)


def _two(pair: Sequence[_T], name: str) -> tuple[_T, _T]:
    given = None if isinstance(pair, str) else items(pair)
    if given is None:
        raise ParseError(
            shown(pair), f"{shown(pair)} is no pair of {name}; give one for each seat."
        )
    found = tuple(islice(given, 3))
    if len(found) != 2:
        raise ParseError(
            shown(pair), f"There are two {name}, not {len(found)}; give one for each seat."
        )
    return found


def _each_once(places: Sequence[tuple[str, tuple[Card, ...]]], what: str) -> None:
    found: dict[Card, str] = {}
    for place, cards in places:
        for card in cards:
            if card not in found:
                found[card] = place
            elif found[card] == place:
                raise ParseError(str(card), f"{card} is twice {place}; each card is there once.")
            else:
                raise ParseError(
                    str(card),
                    f"{card} is both {found[card]} and {place}; each card is in one place.",
                )
    missing = [card for card in PACK if card not in found]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise ParseError(
            cards_text(missing),
            f"{cards_text(missing)} {verb} missing from {what};"
            " it must hold each of the 52 cards once.",
        )


def _check_sizes(
    held: tuple[tuple[Card, ...], tuple[Card, ...]], phase: Phase, to_act: int
) -> None:
    for seat, cards in enumerate(held):
        size = HAND_SIZE + (phase == "discard" and seat == to_act)
        if len(cards) != size:
            raise ParseError(
                cards_text(cards),
                f"Seat {seat} holds {size} cards in the phase {phase}, not {len(cards)}.",
            )


def _check_piles(
    stock: tuple[Card, ...], pile: tuple[Card, ...], phase: Phase, barred: Card | None
) -> None:
    # R18: with two cards in the stock only a turn that has just drawn from it is still alive.
    least = STOCK_FLOOR + (phase != "discard" or barred is not None)
    if len(stock) < least:
        raise ParseError(
            cards_text(stock),
            f"The stock holds {least} cards or more in this position, not {len(stock)}.",
        )
    if phase in ("upcard", "must_draw") and len(pile) != 1:
        raise ParseError(
            cards_text(pile),
            f"On the first turn the discard pile is the upcard alone, not {len(pile)} cards.",
        )
    if not pile and barred is None:
        raise ParseError("", "The discard pile is empty only while its one card has been taken.")
