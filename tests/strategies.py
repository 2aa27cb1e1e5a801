"""Hands, knocks, decks and courses of play for the Hypothesis properties.

Uniform hands hold few melds, and melds that fight for a card are rare in them; most hands here
come from a few neighbouring ranks and few suits instead. Cards are two-letter texts, hands
frozensets of them: what the reference takes as it is and `gin.Hand` reads.
"""

from dataclasses import dataclass

from hypothesis import strategies as st

from reference.cards import DECK, RANKS, SUITS, Card, Cards
from reference.solver import Arrangement, choices, melds


@dataclass(frozen=True, slots=True)
class Knock:
    """Ten cards laid down as any legal spread, least or not, against ten others."""

    knocker: Cards
    spread: Arrangement
    defender: Cards


def _some(pool: list[Card], size: int) -> st.SearchStrategy[Cards]:
    chosen = st.lists(st.sampled_from(pool), min_size=size, max_size=size, unique=True)
    return chosen.map(frozenset)


@st.composite
def clusters(draw: st.DrawFn, least: int = 0) -> list[Card]:
    """Neighbouring ranks of a few suits, the whole of it; `least` cards or more."""
    suits = draw(st.lists(st.sampled_from(SUITS), min_size=1, max_size=4, unique=True))
    width = draw(st.integers(3, 7))
    first = draw(st.integers(0, 13 - width))
    pool = [rank + suit for suit in suits for rank in RANKS[first : first + width]]
    around = sorted(set(DECK) - set(pool), key=lambda card: abs(RANKS.index(card[0]) - first - 2))
    return pool + around[: max(0, least - len(pool))]


@st.composite
def _clustered(draw: st.DrawFn, size: int, without: Cards) -> Cards:
    pool = [card for card in draw(clusters(size + len(without))) if card not in without]
    spare = [card for card in DECK if card not in without and card not in pool]
    return draw(_some(pool + spare[: max(0, size - len(pool))], size))


@st.composite
def _melded(draw: st.DrawFn, size: int, without: Cards) -> Cards:
    left = frozenset(DECK) - without
    hand: Cards = frozenset()
    for meld in draw(st.lists(st.sampled_from(_ALL_MELDS), max_size=4)):
        if meld <= left and len(hand | meld) <= size:
            hand |= meld
    spare = [card for card in DECK if card in left - hand]
    return hand | draw(_some(spare, size - len(hand)))


_ALL_MELDS = [meld for meld in melds(frozenset(DECK)) if len(meld) <= 7]


def hands_of(size: int, without: Cards = frozenset()) -> st.SearchStrategy[Cards]:
    """Hands of this many cards with none of `without`: clustered, of many melds, or uniform."""
    uniform = _some([card for card in DECK if card not in without], size)
    clustered = _clustered(size, without)
    return st.one_of(clustered, clustered, _melded(size, without), uniform)


def hands(least: int = 0, most: int = 11) -> st.SearchStrategy[Cards]:
    """Hands of `least` to `most` cards."""
    return st.integers(least, most).flatmap(hands_of)


def ten_cards() -> st.SearchStrategy[Cards]:
    """Hands as they are between turns."""
    return hands_of(10)


def eleven_cards() -> st.SearchStrategy[Cards]:
    """Hands as they are before a discard."""
    return hands_of(11)


@st.composite
def knocks(draw: st.DrawFn) -> Knock:
    """A knock whose spread is any choice of disjoint melds, none at all included."""
    knocker = draw(ten_cards())
    spreads = sorted((laid for laid, _ in choices(knocker)), key=lambda laid: -sum(map(len, laid)))
    spread = draw(st.sampled_from(spreads))
    near = [card for card in draw(clusters(24)) if card not in knocker]
    around = [card for card in DECK if card not in knocker and card not in near]
    close = _some(near + around[: max(0, 10 - len(near))], 10)
    return Knock(knocker, spread, draw(st.one_of(close, hands_of(10, knocker))))


def suit_orders() -> st.SearchStrategy[dict[str, str]]:
    """Every way of naming the suits anew: no rule tells one suit from another."""
    return st.permutations(SUITS).map(lambda order: dict(zip(SUITS, order, strict=True)))


def renamed(cards: Cards, suits: dict[str, str]) -> Cards:
    """The cards with their suits named anew."""
    return frozenset(card[0] + suits[card[1]] for card in cards)


def decks() -> st.SearchStrategy[list[Card]]:
    """Shuffled packs."""
    return st.permutations(DECK)


@st.composite
def kind_decks(draw: st.DrawFn) -> list[Card]:
    """Packs that deal both seats hands rich in melds, so that knocks come early."""
    first = draw(hands_of(10))
    second = draw(hands_of(10, first))
    rest = draw(st.permutations(sorted(frozenset(DECK) - first - second)))
    dealt = [card for pair in zip(sorted(first), sorted(second), strict=True) for card in pair]
    return dealt + rest


def courses(least: int = 0, most: int = 120) -> st.SearchStrategy[list[int]]:
    """Numbers to choose actions by: each is taken modulo the count of legal actions."""
    return st.lists(st.integers(0, 10**6), min_size=least, max_size=most)
