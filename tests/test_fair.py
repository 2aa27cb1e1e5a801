"""Where the cards come from: the documented method, and that it is fair (R20)."""

import hashlib
import math
import os
import re
import sys
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin
from gin import fair
from gin.cards import PACK, cards_text

SHUFFLES = int(os.environ.get("GIN_SOAK_SHUFFLES", "52000"))
HANDS = int(os.environ.get("GIN_SOAK_DEALT", "8000"))
CENSUS = Path(__file__).parent.parent / "docs" / "census.md"
SEEDS = st.binary(min_size=32, max_size=32)


def plain_deck(seed: bytes, number: int, cut: bytes) -> list[str]:
    """The method of gin.fair in words, done again with hashlib alone."""
    pack = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    stream = b""
    for index in range(64):
        message = b"gin-rummy 1 deck" + b"\x00" + seed + number.to_bytes(8, "big")
        stream += hashlib.sha256(message + index.to_bytes(8, "big") + cut).digest()
    at = 0
    for place in reversed(range(1, 52)):
        choices = place + 1
        while stream[at] >= 256 // choices * choices:
            at += 1
        other = stream[at] % choices
        at += 1
        pack[place], pack[other] = pack[other], pack[place]
    return pack


@given(SEEDS, st.integers(1, 10**9), st.binary(max_size=40))
def test_deck_is_the_documented_method(seed: bytes, number: int, cut: bytes) -> None:
    assert [str(card) for card in fair.deck(seed, number, cut)] == plain_deck(seed, number, cut)


def test_decks_never_change() -> None:
    # A saved match holds its seed, not its decks: another order here would lose people's games.
    assert cards_text(fair.deck(bytes(range(32)), 1)) == (
        "KC KS JH 3C QC QS 9D 6C 5H 3D 7D TD 4S 9H 4D JS 6S 4C KD 6H 2D KH 5S 7C 7H 5C "
        "AS 8H QH JC 9S TC 2S 5D AH QD 4H 2H TS 2C JD 8S 6D AD 9C 3H 8C TH 3S AC 8D 7S"
    )
    assert cards_text(fair.deck(bytes(range(32)), 2, b"cut")[:8]) == "4C QC TH 3D AC QS QH 8H"
    assert [fair.first_starter(bytes([n]) * 32) for n in range(8)] == [0, 1, 1, 1, 0, 1, 0, 1]
    assert fair.fingerprint(bytes(range(32))) == (
        "35790b23514bc25f447382e5123af86d0d3f92901b0b2ec4887508411a53ddba"
    )
    assert fair.numbered_seed(1).hex() == (
        "24be10e1d66947393e908edc3a7443cadb96a02d41073e9655187ef33570a7cc"
    )
    assert fair.seed_from_text("tuesday").hex() == (
        "f25f8ce66a64ff5e79853e4084d9ad6ca54626e89ada5aba44ecc352a19f945c"
    )


def test_same_seed_same_order_and_other_seeds_other_orders() -> None:
    orders = {fair.deck(fair.numbered_seed(n), deal) for n in range(1, 41) for deal in range(1, 6)}
    assert len(orders) == 200
    assert fair.deck(bytes(32), 1) == fair.deck(bytes(32), 1)
    assert fair.deck(bytes(32), 1) != fair.deck(bytes(32), 1, b"cut")
    assert all(sorted(order) == list(PACK) for order in orders)


def test_the_seed_comes_from_entropy_when_none_is_given() -> None:
    assert len({fair.random_seed() for _ in range(50)}) == 50
    assert gin.Match().seed != gin.Match().seed


def test_every_card_is_everywhere_equally_often() -> None:
    """Chi-square of card and place: of 52,000 shuffles 1,000 are expected in each of 52 × 52."""
    counts = [[0] * 52 for _ in PACK]
    for number in range(1, SHUFFLES + 1):
        for place, card in enumerate(fair.deck(b"A fair pack of fifty-two cards.!", number)):
            counts[card.index][place] += 1
    expected = SHUFFLES / 52
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    freedom = 51 * 51
    assert abs(chi_square - freedom) / math.sqrt(2 * freedom) < 4.5
    # A shuffle that may not leave a card alone, or always can, is off here by far.
    deviation = math.sqrt(SHUFFLES * 51) / 52
    for index in (0, 25, 51):
        assert abs(counts[index][index] - expected) / deviation < 4.5


def exact_shares() -> list[float]:
    """The share of every deadwood among all hands of ten, from the census in the documents."""
    text = CENSUS.read_text(encoding="utf-8").partition("## Ten cards")[2].partition("Gin (0)")[0]
    found = re.findall(r"^ +(\d+) +([\d,]+) ", text, re.MULTILINE)
    counts = {int(points): int(count.replace(",", "")) for points, count in found}
    assert sum(counts.values()) == math.comb(52, 10)
    return [counts.get(points, 0) / math.comb(52, 10) for points in range(max(counts) + 1)]


def surprise(counts: list[int], shares: list[float], correction: float = 1.0) -> float:
    """How many standard deviations chi-square is off; what is rare is taken together."""
    total, left, chi_square, freedom = sum(counts), [0.0, 0.0], 0.0, -1
    for count, share in zip(counts, shares, strict=True):
        left = [left[0] + count, left[1] + share * total]
        if left[1] >= 20:
            chi_square += (left[0] - left[1]) ** 2 / left[1] * correction
            freedom += 1
            left = [0.0, 0.0]
    return (chi_square - freedom) / math.sqrt(2 * freedom)


def test_dealt_hands_are_what_chance_gives_each_seat() -> None:
    """Deadwood, cards and upcards of every deal of one secret seed, seat by seat."""
    shares = exact_shares()
    cards = [[0] * 52, [0] * 52]
    upcards = [0] * 52
    masks = (array("Q"), array("Q"))
    for number in range(1, HANDS + 1):
        pack = [card.index for card in fair.deck(b"A fair pack of fifty-two cards.!", number)]
        for seat in (0, 1):
            held = pack[seat:20:2]
            masks[seat].append(sum(1 << (16 * (card // 13) + card % 13) for card in held))
            for card in held:
                cards[seat][card] += 1
        upcards[pack[20]] += 1
    means: list[float] = []
    for seat in (0, 1):
        points = gin.deadwood_many(masks[seat]).tolist()
        counts = [0] * len(shares)
        for count in points:
            counts[count] += 1
        means.append(sum(points) / HANDS)
        off = surprise(counts, shares)
        # Ten of a hand's cards are never the same: that makes the counts a little too even.
        dealt = surprise(cards[seat], [1 / 52] * 52, 51 / 42)
        # What `pytest -s` shows.
        found = f"mean {means[seat]:.4f}, deadwood {off:+.2f} sd, cards {dealt:+.2f} sd"
        sys.stdout.write(f"seat {seat} in {HANDS:,} deals: {found}\n")
        assert abs(off) < 4.5
        assert abs(dealt) < 4.5
    mean = sum(points * share for points, share in enumerate(shares))
    deviation = math.sqrt(sum((p - mean) ** 2 * share for p, share in enumerate(shares)))
    for seat in (0, 1):
        assert abs(means[seat] - mean) / (deviation / math.sqrt(HANDS)) < 4.5
    assert abs(surprise(upcards, [1 / 52] * 52)) < 4.5


def test_both_seats_start_first_equally_often() -> None:
    starts = sum(fair.first_starter(fair.numbered_seed(n)) for n in range(1, 4001))
    assert abs(starts - 2000) / math.sqrt(1000) < 4.5


def test_sixty_four_hex_digits_are_the_seed_itself() -> None:
    seed = bytes(range(32))
    assert fair.seed_from_text(seed.hex()) == seed
    assert fair.seed_from_text(seed.hex().upper()) == seed
    assert fair.seed_from_text(seed.hex()[:-1]) != seed


@given(st.text(min_size=1).filter(str.strip))
def test_any_other_text_is_a_seed(text: str) -> None:
    try:
        seed = fair.seed_from_text(text)
    except gin.ParseError:
        assert not text.isprintable()
        return
    assert len(seed) == 32
    assert seed == fair.seed_from_text(text)


def test_bytes_of_a_command_line_that_are_no_text_are_a_seed_of_these_bytes() -> None:
    hashed = hashlib.sha256(b"gin-rummy 1 text\0caf\xe9").digest()
    assert fair.seed_from_text(b"caf\xe9".decode("utf-8", "surrogateescape")) == hashed


def test_a_fingerprint_does_not_tell_the_seed_and_is_its_own() -> None:
    prints = {fair.fingerprint(fair.numbered_seed(n)) for n in range(1, 201)}
    assert len(prints) == 200
    assert all(len(text) == 64 and int(text, 16) >= 0 for text in prints)
    assert fair.fingerprint(bytes(32)) != hashlib.sha256(bytes(32)).hexdigest()


def test_what_is_no_seed_or_number_is_refused() -> None:
    for seed in (b"", bytes(31), bytes(33)):
        for use in (fair.fingerprint, fair.first_starter, lambda seed: fair.deck(seed, 1)):
            with pytest.raises(gin.ParseError, match="32 bytes"):
                use(seed)
    for number in (0, -1, 10**18 + 1, 2**80):
        with pytest.raises(gin.ParseError, match="number from 1"):
            fair.deck(bytes(32), number)
        with pytest.raises(gin.ParseError, match="number from 1"):
            fair.numbered_seed(number)
    for text in ("", "  ", "\ud800"):
        with pytest.raises(gin.ParseError):
            fair.seed_from_text(text)
