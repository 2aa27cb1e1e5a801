"""What the cards gave each seat in a finished deal, apart from what was made of it.

Every chance here is exact: before a card is turned, each card that may come is as likely as any
other, so the share of them that would help is the chance that the card does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gin.cards import WHOLE_PACK, Card, Hand, deadwood
from gin.deal import Deal

__all__ = ["DEALT_DEVIATION", "DEALT_MEAN", "Luck", "luck"]

DEALT_MEAN: Final = 56.57
"""The mean of the least deadwood of ten cards, over all hands (`docs/census.md`)."""
DEALT_DEVIATION: Final = 13.79
"""Its standard deviation, over the same hands."""


@dataclass(frozen=True, slots=True)
class Luck:
    """One seat's luck in one deal.

    `dealt` is the deadwood of the ten cards as dealt. `draws` counts the cards drawn from the
    stock and `helped` those that went into a meld of the best arrangement at once; `expected` is
    the sum of the chances of that and `variance` the variance of that sum. `upcard` tells whether
    the first upcard would have helped, `chance` is the chance of it.
    """

    dealt: int
    draws: int
    helped: int
    expected: float
    variance: float
    upcard: bool
    chance: float


def luck(deal: Deal) -> tuple[Luck, Luck]:
    """Return the luck of both seats in a deal that was dealt from a pack.

    >>> from gin import Action
    >>> deal = Deal.new(range(52), starter=0).play(Action.PASS).play(Action.PASS)
    >>> deal = deal.play(Action.DRAW_STOCK)
    >>> luck(deal)[0].draws, luck(deal)[1].draws
    (1, 0)
    """
    if deal.deck is None:
        msg = "a position has no cards as dealt"
        raise ValueError(msg)
    state = Deal.new(deal.deck, deal.starter)
    upcard = state.pile[0]
    hands = state.hands
    draws: tuple[list[tuple[bool, float]], ...] = ([], [])
    for event in deal.history:
        if event.action.kind == "stock":
            hand = state.hands[event.seat]
            useful = _useful(hand, Hand(state.stock))
            draws[event.seat].append((state.stock[0] in useful, len(useful) / len(state.stock)))
        state = state.play(event.action)
    first, second = (_seat(hands[seat], upcard, draws[seat]) for seat in (0, 1))
    return first, second


def _seat(hand: Hand, upcard: Card, draws: list[tuple[bool, float]]) -> Luck:
    rest = WHOLE_PACK - hand
    useful = _useful(hand, rest)
    return Luck(
        dealt=deadwood(hand),
        draws=len(draws),
        helped=sum(helped for helped, _ in draws),
        expected=sum(chance for _, chance in draws),
        variance=sum(chance * (1 - chance) for _, chance in draws),
        upcard=upcard in useful,
        chance=len(useful) / len(rest),
    )


def _useful(hand: Hand, cards: Hand) -> Hand:
    """The cards that would go into a meld of a hand's best arrangement."""
    now = deadwood(hand)
    # In no meld a card adds all its points.
    return Hand([card for card in cards if deadwood(hand | card) < now + card.points])
