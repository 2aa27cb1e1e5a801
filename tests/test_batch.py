"""Many hands in one call: the same answers as one by one, and every wrong buffer refused."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import random
import signal
import threading
from array import array
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest

import gin

if TYPE_CHECKING:
    from collections.abc import Callable

Masks = np.ndarray[Any, np.dtype[np.uint64]]


def hands(size: int, count: int, ranks: int = 13) -> list[gin.Hand]:
    """Hands from the lowest ranks, from a seed."""
    dice = random.Random(size * 1_000 + ranks)
    pack = [card for card in gin.Hand(range(52)) if card.rank <= ranks]
    return [gin.Hand(dice.sample(pack, size)) for _ in range(count)]


def masks(of: list[gin.Hand]) -> Masks:
    return np.array([hand.mask for hand in of], np.uint64)


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(gin.ParseError) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize(("size", "ranks"), [(0, 13), (3, 4), (10, 13), (10, 5), (11, 6)])
def test_many_hands_have_the_deadwood_that_each_has_alone(size: int, ranks: int) -> None:
    some = hands(size, 1_500, ranks)
    assert gin.deadwood_many(masks(some)).tolist() == [gin.deadwood(hand) for hand in some]


def test_many_discards_are_those_of_each_hand_in_card_order() -> None:
    some = hands(11, 300) + hands(11, 300, 5)
    found = gin.discards_many(masks(some))
    assert found.shape == (600, 11)
    rows: Any = found.tolist()
    for hand, row in zip(some, rows, strict=True):
        assert dict(gin.discards(hand)) == dict(zip(hand, row, strict=True))


def layoffs() -> tuple[list[gin.Hand], list[tuple[gin.Meld, ...]]]:
    defenders, spreads = [], []
    for both in hands(20, 400, 8):
        cards = list(both)
        random.Random(both.mask).shuffle(cards)
        defenders.append(gin.Hand(cards[:10]))
        spreads.append(gin.arrange(gin.Hand(cards[10:])).melds)
    return defenders, spreads


def test_many_layoffs_are_those_of_each_defender() -> None:
    defenders, spreads = layoffs()
    rows = [[meld.cards.mask for meld in melds] for melds in spreads]
    table = np.array([row + [0] * (3 - len(row)) for row in rows], np.uint64)
    expected = [
        gin.lay_off(defender, melds).points
        for defender, melds in zip(defenders, spreads, strict=True)
    ]
    assert gin.lay_off_many(masks(defenders), table).tolist() == expected
    assert gin.lay_off_many(masks(defenders), table, threads=2).tolist() == expected


def test_one_spread_serves_many_defenders() -> None:
    run = gin.Meld("5S 6S 7S")
    defenders = [gin.Hand(list(hand - run.cards)[:10]) for hand in hands(13, 200)]
    spread = array("Q", [run.cards.mask, 0, 0])
    expected = [gin.lay_off(defender, [run]).points for defender in defenders]
    assert gin.lay_off_many(masks(defenders), spread).tolist() == expected


def test_arrays_memoryviews_and_arrow_buffers_give_one_answer() -> None:
    numbers = [hand.mask for hand in hands(10, 500)]
    as_numpy = np.array(numbers, np.uint64)
    expected = bytes(gin.deadwood_many(as_numpy))
    as_array = array("Q", numbers)
    for given in (
        as_array,
        memoryview(as_array),
        memoryview(as_array.tobytes()).cast("Q"),
        as_numpy.astype("<u8"),
        pa.array(as_numpy).buffers()[1],
    ):
        assert bytes(gin.deadwood_many(given)) == expected


def test_arrays_of_ctypes_are_buffers_as_they_are() -> None:
    """They leave out what follows from the rest of a buffer, such as its strides."""
    some = masks(hands(11, 40))
    shared = multiprocessing.RawArray("Q", some.tolist())
    points, left = (ctypes.c_ubyte * 40)(), ((ctypes.c_ubyte * 11) * 40)()
    spreads = ((ctypes.c_uint64 * 3) * 40)()
    assert gin.deadwood_many(shared) == gin.deadwood_many(some)
    assert gin.deadwood_many(shared, points) is points
    assert bytes(points) == bytes(gin.deadwood_many(some))
    assert bytes(gin.discards_many(shared, left)) == bytes(gin.discards_many(some))
    assert gin.lay_off_many(shared, spreads) == gin.deadwood_many(some)  # on no spread
    over = (ctypes.c_ubyte * 40).from_buffer(shared)
    assert "shares memory with the masks" in refusal(lambda: gin.deadwood_many(shared, over))
    assert "items of format '<" in refusal(lambda: gin.deadwood_many((ctypes.c_int64 * 2)()))
    deals, actions, reward = gin.Deals(3), (ctypes.c_ubyte * 3)(), (ctypes.c_int16 * 6)()
    deals.sample(actions)
    deals.step(actions, reward=reward)


def test_a_buffer_that_cannot_be_had_is_not_called_none() -> None:
    released = memoryview(bytearray(8)).cast("Q")
    released.release()
    for wrong, why in (
        (released, "this memoryview gives none (operation forbidden on released memoryview"),
        (np.zeros(3, "M8[s]"), "this ndarray gives none (cannot include dtype 'M' in a buffer)."),
        ([7], "a list is none."),
    ):
        assert why in refusal(partial(gin.deadwood_many, wrong))


def test_answers_go_where_the_caller_says() -> None:
    given = masks(hands(11, 70))
    places: tuple[Any, ...] = (np.zeros(70, np.uint8), bytearray(70), array("B", bytes(70)))
    for out in places:
        assert gin.deadwood_many(given, out) is out
        assert bytes(out) == bytes(gin.deadwood_many(given))
    rows: Any = np.zeros((70, 11), np.uint8)
    row = bytearray(70 * 11)  # which has no shape of two dimensions
    for place in (rows, row):
        assert gin.discards_many(given, out=place) is place
        assert bytes(place) == bytes(gin.discards_many(given))


def test_no_hands_have_no_answers() -> None:
    none = np.empty(0, np.uint64)
    assert gin.deadwood_many(array("Q")).tolist() == []  # whose memory begins at an odd address
    assert gin.discards_many(array("Q")).tolist() == []
    assert gin.lay_off_many(array("Q"), array("Q", [0, 0, 0])).tolist() == []
    assert gin.deadwood_many(none).tolist() == []
    assert gin.discards_many(none).tolist() == []
    assert gin.discards_many(none, np.empty((0, 11), np.uint8)).shape == (0, 11)
    assert gin.discards_many(none).shape == np.asarray(gin.discards_many(none)).shape == (0, 11)
    assert gin.lay_off_many(none, np.empty((0, 3), np.uint64)).tolist() == []


@pytest.mark.parametrize("threads", [2, 3, 1_000_000])
def test_threads_change_no_answer(threads: int) -> None:
    given = masks(hands(11, 5_000, 7))
    assert gin.deadwood_many(given, threads=threads) == gin.deadwood_many(given)
    assert gin.discards_many(given, threads=threads) == gin.discards_many(given)


def test_every_wrong_buffer_is_refused_with_its_reason() -> None:
    good = masks(hands(10, 64))
    odd = np.frombuffer(b"\0" + good.tobytes(), np.uint8)[1:].view(np.uint64)
    cases: tuple[tuple[Any, str], ...] = (
        ([1, 2], "masks must be a buffer of unsigned 64-bit numbers, such as numpy.uint64 or"),
        (good.astype(np.int64), "masks has items of format 'l' and 8 bytes; it must have unsigned"),
        (good.astype(np.float64), "masks has items of format 'd'"),
        (good.view(np.uint8), "masks has items of format 'B' and 1 bytes"),
        (bytes(64), "masks has items of format 'B'"),
        (good.astype(">u8"), "masks has the other byte order; convert it"),
        (good[::2], "masks is not contiguous; copy it first"),
        (good[::-1], "masks is not contiguous"),
        (good.reshape(8, 8), "masks has the shape (8, 8); it must be a row, (n,)."),
        (odd, "masks is not aligned to 8 bytes"),
    )
    for wrong, reason in cases:
        assert refusal(partial(gin.deadwood_many, wrong)).startswith(reason)
    assert refusal(lambda: gin.lay_off_many(good, good)).startswith("spreads has the shape (64,)")
    assert refusal(lambda: gin.deadwood_many(good, threads=0)) == (
        "threads is 0; it must be 1 or more."
    )


def test_every_wrong_place_for_answers_is_refused_with_its_reason() -> None:
    good = masks(hands(11, 64))
    cases: tuple[tuple[Any, str], ...] = (
        (bytes(64), "out is read-only; give memory that may be written."),
        (np.zeros(63, np.uint8), "out has the shape (63,); for these masks it is (64,)."),
        (np.zeros(64, np.int8), "out has items of format 'b' and 1 bytes; it must have unsigned"),
        (np.zeros(128, np.uint8)[::2], "out is not contiguous"),
        (good.view(np.uint8)[:64], "out shares memory with the masks"),
        (5, "out must be a buffer of unsigned bytes"),
    )
    for out, reason in cases:
        assert refusal(partial(gin.deadwood_many, good, out)).startswith(reason)
    short = np.zeros(64, np.uint8)
    assert "(64, 11)" in refusal(lambda: gin.discards_many(good, short))


def test_the_first_mask_that_is_no_hand_is_named() -> None:
    given = masks(hands(10, 5_000))
    given[4_321] |= np.uint64(1 << 13)
    given[4_400] = np.uint64((1 << 13) - 1)
    for threads in (1, 2):
        assert refusal(partial(gin.deadwood_many, given, threads=threads)) == (
            "Entry 4321 has bit 13, which stands for no card; only bits 16 * suit + rank - 1 may"
            " be set."
        )
    given[4_321] = given[0]
    assert refusal(lambda: gin.deadwood_many(given)) == (
        "Entry 4400 has 13 cards; a hand holds at most 11."
    )
    assert refusal(lambda: gin.discards_many(given)) == (
        "Entry 0 has 10 cards; a discard is made from 11."
    )


def test_a_spread_that_is_none_is_named() -> None:
    given = masks([gin.Hand("8S"), gin.Hand("5S")])
    run, pair = gin.Hand("5S 6S 7S").mask, gin.Hand("KS KH").mask
    spreads = np.array([[run, 0, 0], [0, pair, 0]], np.uint64)
    assert "Entry 1 of the spreads: its cards in place 1 are no meld" in refusal(
        lambda: gin.lay_off_many(given, spreads)
    )
    assert refusal(lambda: gin.lay_off_many(given, np.array([run, 0, 0], np.uint64))).startswith(
        "Entry 1 has 5S in two places"
    )


class Told(np.ndarray):
    """An array that counts how often its text is asked for."""

    asked = 0

    def __repr__(self) -> str:
        Told.asked += 1
        return "an array"

    __str__ = __repr__


def test_arrays_are_written_out_only_to_be_refused() -> None:
    """The text of a long array takes longer than the answers."""
    given = masks(hands(11, 64)).view(Told)
    spreads = np.zeros((64, 3), np.uint64).view(Told)
    Told.asked = 0
    gin.deadwood_many(given, np.zeros(64, np.uint8).view(Told))
    gin.discards_many(given, np.zeros((64, 11), np.uint8).view(Told), threads=2)
    gin.lay_off_many(given, spreads, np.zeros(64, np.uint8).view(Told))
    assert Told.asked == 0
    refusal(lambda: gin.deadwood_many(given.astype(np.float64).view(Told)))
    assert Told.asked == 1


def test_an_interrupt_ends_ten_million_hands_within_one_stride() -> None:
    """A stride is 262,144 hands: some fifteen milliseconds of one core."""
    given = np.tile(masks(hands(11, 10_000, 5)), 1_000)
    out = np.full((given.size, 11), 255, np.uint8)

    def done() -> int:
        return int(np.argmax(out[:, 0] == 255))

    after: list[int] = []

    def interrupt() -> None:
        while out[0, 0] == 255:  # until the batch is under way
            pass
        os.kill(os.getpid(), signal.SIGINT)
        after.append(done())

    watcher = threading.Thread(target=interrupt)
    watcher.start()
    with pytest.raises(KeyboardInterrupt):
        gin.discards_many(given, out)
    watcher.join()
    assert 0 < done() <= after[0] + (1 << 18)
    assert done() < given.size


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    number: Any = np.int64(1)
    most: Any = np.uint64(7)
    deck = np.random.default_rng(1).permutation(52)
    assert gin.Card(number) == gin.Card(1)
    assert gin.Hand(np.array([0, 1])) == gin.Hand("AS 2S")
    assert gin.Hand.from_mask(most) == gin.Hand("AS 2S 3S")
    deal = gin.Deal.new(deck, number)
    assert deal == gin.Deal.new(deck.tolist(), 1)
    assert deal.view(number, (number, number), most) == deal.view(1, (1, 1), 7)
    assert repr(gin.player("simple", number)) == "player('simple', seed=1)"
    assert repr(gin.Match(number, bytes(32))) == repr(gin.Match(1, bytes(32)))
    assert gin.Action.from_code(number) is gin.Action.PASS
    assert gin.deadwood_many(array("Q", [gin.Hand("KD QD").mask]), threads=number).tolist() == [20]
    assert len(gin.Deals(number, seed=most, cap=most)) == 1
    assert gin.arena("random", "random", deals=number, seed=number, jobs=number).deals == 2
