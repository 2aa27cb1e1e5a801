"""Cards as two-letter texts, rank then suit (AS, TH, KD), and hands as sets of them."""

from collections.abc import Iterable

Card = str
Cards = frozenset[str]

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
PLACE = {card: place for place, card in enumerate(DECK)}

# R3: aces are low and count 1, court cards count 10.
POINTS = {card: min(RANKS.index(card[0]) + 1, 10) for card in DECK}


def hand(text: str) -> Cards:
    """The cards of a text such as "AS 2S TH"; every card must exist and stand there once."""
    cards = text.split()
    if len(set(cards)) != len(cards) or not set(cards) <= set(DECK):
        raise ValueError(f"not a hand: {text!r}")
    return frozenset(cards)


def total(cards: Iterable[Card]) -> int:
    """The points of all the cards together."""
    return sum(POINTS[card] for card in cards)


def text(cards: Iterable[Card]) -> str:
    """The cards in order, suit by suit, with spaces between them."""
    return " ".join(sorted(cards, key=PLACE.__getitem__))
