"""Melds, deadwood and discards by trying everything (R4, R5, R8, R9)."""

from collections.abc import Iterator
from itertools import combinations

from reference.cards import RANKS, SUITS, Card, Cards, total

Meld = frozenset[str]
Arrangement = frozenset[Meld]


def is_set(cards: Cards) -> bool:
    """R4: three or four cards of one rank."""
    return len(cards) >= 3 and len({card[0] for card in cards}) == 1


def is_run(cards: Cards) -> bool:
    """R4: three or more consecutive cards of one suit; the ace is low (R3)."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    one_suit = len({card[1] for card in cards}) == 1
    return one_suit and len(ranks) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def is_meld(cards: Cards) -> bool:
    """R4: a set or a run."""
    return is_set(cards) or is_run(cards)


def melds(hand: Cards) -> list[Meld]:
    """Every meld that can be made of cards of the hand."""
    found: list[Meld] = []
    for rank in RANKS:
        held = [rank + suit for suit in SUITS if rank + suit in hand]
        found += [frozenset(part) for size in (3, 4) for part in combinations(held, size)]
    for suit in SUITS:
        for first in range(13):
            for last in range(first + 2, 13):
                run = frozenset(rank + suit for rank in RANKS[first : last + 1])
                if run <= hand:
                    found.append(run)
    return found


def choices(hand: Cards) -> Iterator[tuple[Arrangement, Cards]]:
    """Every way of laying none, some or all of the hand in melds, with the cards left over.

    A card is in one meld at most. Each way comes once. The ways that leave a possible meld
    unlaid are among them: R13 may need one.
    """
    return _choices(hand, melds(hand), frozenset())


def _choices(
    left: Cards, possible: list[Meld], laid: Arrangement
) -> Iterator[tuple[Arrangement, Cards]]:
    yield laid, left
    for number, meld in enumerate(possible):
        if meld <= left:
            yield from _choices(left - meld, possible[number + 1 :], laid | {meld})


def deadwood(hand: Cards) -> int:
    """R5: the least points that can be left over."""
    return min(total(left) for _, left in choices(hand))


def least_arrangements(hand: Cards) -> set[Arrangement]:
    """Every arrangement that leaves the least points; 3 + 3 and 6 of a run are two of them."""
    least = deadwood(hand)
    return {laid for laid, left in choices(hand) if total(left) == least}


def discards(hand: Cards, barred: Card | None) -> dict[Card, int]:
    """The least points left after every legal discard of eleven cards (R8 bars one of them)."""
    return {card: deadwood(hand - {card}) for card in hand if card != barred}
