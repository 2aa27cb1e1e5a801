"""The engine and the reference solver on a pack of 24 cards, the ranks from the ace to the six.

Every hand of 0 to 11 cards, up to the order of the suits, in `make prove`; one in so many here.
`gin-prove` compares all of them in every test run, with the reference's method in Rust.
"""

import os
from collections.abc import Iterator

import gin
from reference import solver as reference
from reference.cards import RANKS, SUITS, Cards

EVERY = int(os.environ.get("GIN_PROVE_EVERY", "1000"))
LOW = RANKS[:6]
HAND = 11


def classes() -> Iterator[Cards]:
    """One hand of each class that differs only in which suit is which: suits in order."""
    holdings = [
        frozenset(rank for at, rank in enumerate(LOW) if mask >> at & 1)
        for mask in range(1 << len(LOW))
    ]

    def longer(suits: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
        if len(suits) == len(SUITS):
            yield suits
            return
        for mask in range(suits[-1] if suits else 0, 1 << len(LOW)):
            if size + mask.bit_count() <= HAND:
                yield from longer((*suits, mask), size + mask.bit_count())

    for suits in longer((), 0):
        yield frozenset(
            rank + suit for suit, mask in zip(SUITS, suits, strict=True) for rank in holdings[mask]
        )


def test_every_so_many_hands_of_a_small_pack_are_as_the_reference_has_them() -> None:
    seen = 0
    for number, cards in enumerate(classes()):
        seen += 1
        if number % EVERY:
            continue
        hand = gin.Hand(cards)
        assert gin.deadwood(hand) == reference.deadwood(cards), cards
        if len(cards) == HAND:
            expected = reference.discards(cards, None)
            assert {str(card): left for card, left in gin.discards(hand)} == expected, cards
    # Counted by gin-prove as well.
    assert seen == 322_506
