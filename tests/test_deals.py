"""Many deals in one object are the deals of the rules, and tell no seat more than its view."""

from __future__ import annotations

import copy
import os
import pickle
import random
import re
import signal
import threading
from array import array
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import gin
from course import sensible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
STEPS = 300
# Slow enough to be interrupted, fast enough to be made.
THINKER = "expert"


class Buffers:
    """One array a buffer, filled with what no call writes."""

    def __init__(self, deals: gin.Deals) -> None:
        shapes = deals.shapes
        self.actions = np.zeros(shapes["actions"], np.uint8)
        self.planes = np.full(shapes["planes"], 99, np.uint8)
        self.legal = np.full(shapes["legal"], 99, np.uint8)
        self.to_act = np.full(shapes["to_act"], 99, np.uint8)
        self.reward = np.full(shapes["reward"], 9_999, np.int16)
        self.done = np.full(shapes["done"], 99, np.uint8)

    def step(self, deals: gin.Deals, threads: int = 1) -> None:
        deals.step(
            self.actions,
            planes=self.planes,
            legal=self.legal,
            to_act=self.to_act,
            reward=self.reward,
            done=self.done,
            threads=threads,
        )


def flags(cards: Iterable[gin.Card]) -> list[int]:
    row = [0] * 52
    for card in cards:
        row[card.index] = 1
    return row


def thrown(view: gin.View, seat: int) -> set[gin.Card]:
    cards = (event.action.card for event in view.history if event.seat == seat)
    return {card for card in cards if card is not None}


def left_lying(view: gin.View, seat: int) -> set[gin.Card]:
    """The tops of the pile that a seat passed by, from the history alone."""
    pile = list(view.opening.pile)
    offer, found = True, set()
    for at, event in enumerate(view.history):
        kind, card = event.action.kind, event.action.card
        # After two passes the starter has to draw from the stock: it refuses nothing by that.
        forced = at == 2 and offer
        if kind == "pass" or (kind == "stock" and not forced):
            found |= {pile[-1]} if event.seat == seat else set()
        if kind in ("take", "pile"):
            pile.pop()
        if card is not None:
            pile.append(card)
        offer = offer and kind == "pass"
    return found


def takes_in_a_row(view: gin.View) -> int:
    kinds = [event.action.kind for event in view.history]
    last = max((at for at, kind in enumerate(kinds) if kind == "stock"), default=-1)
    return sum(kind in ("take", "pile") for kind in kinds[last + 1 :])


def finished_turns(view: gin.View, seat: int) -> int:
    return sum(event.seat == seat and event.action.card is not None for event in view.history)


def observation(view: gin.View, left: int = 255) -> list[list[int]]:
    """The planes as the document describes them, from a view of the rules in Python."""
    me, other = view.seat, 1 - view.seat
    top = [] if view.top is None else [view.top]
    facts = [
        *(int(view.phase == phase) for phase in ("upcard", "must_draw", "draw", "discard")),
        int(view.my_turn),
        int(view.starter == me),
        view.stock,
        len(view.pile),
        finished_turns(view, me),
        finished_turns(view, other),
        takes_in_a_row(view),
        min(255, left),
    ]
    rows: tuple[Iterable[gin.Card], ...] = (
        view.hand,
        [view.drawn] if view.drawn else [],
        [view.barred] if view.barred else [],
        top,
        view.pile[:-1],
        view.known,
        view.unseen,
        thrown(view, other),
        left_lying(view, other),
        thrown(view, me),
        left_lying(view, me),
    )
    return [*map(flags, rows), facts + [0] * (52 - len(facts))]


def mask(actions: Iterable[gin.Action]) -> list[int]:
    codes = {action.code for action in actions}
    return [int(code in codes) for code in range(gin.Deals.ACTIONS)]


def dealt(deals: gin.Deals, place: int) -> gin.Deal:
    _, _, starter, deck = deals.dealt(place)
    return gin.Deal.new(deck, starter)


def choice(deal: gin.Deal, dice: random.Random) -> gin.Action:
    """Passable play for most deals, so that they end in every way; any legal action for some."""
    if deal.to_act == 1 and dice.random() < 0.3:
        return dice.choice(deal.legal_actions())
    return gin.Action.from_code(sensible(deal, dice).code)


def test_the_deals_are_those_of_the_rules_action_by_action() -> None:
    dice = random.Random(3)
    deals = gin.Deals(12, seed=11, cap=90)
    seen, endings = Buffers(deals), set()
    games, played = [dealt(deals, place) for place in range(12)], [0] * 12
    for _ in range(STEPS):
        for place, deal in enumerate(games):
            seen.actions[place] = choice(deal, dice).code
        seen.step(deals, threads=2)
        for place, code in enumerate(seen.actions.tolist()):
            deal = games[place].play(gin.Action.from_code(code))
            played[place] += 1
            points, ending = [0, 0], ""
            if (result := deal.result) is not None:
                ending = result.kind
                if result.winner is not None:
                    points = [result.points, -result.points][:: 1 - 2 * result.winner]
            elif played[place] == 90:
                ending = "capped"
            if ending:
                endings.add(ending)
                deal, played[place] = dealt(deals, place), 0
            games[place] = deal
            assert gin.Deals.ENDINGS[seen.done[place]] == ending
            assert seen.reward[place].tolist() == points
            assert seen.to_act[place] == deal.to_act
            assert deal.to_act is not None
            view = deal.view(deal.to_act)
            assert seen.planes[place].tolist() == observation(view, 90 - played[place])
            assert seen.legal[place].tolist() == mask(view.legal_actions())
    assert endings == {"gin", "knock", "undercut", "dead", "capped"}


def test_each_seat_is_shown_its_own_view() -> None:
    dice = random.Random(4)
    deals = gin.Deals(1, seed=2, auto_reset=False)
    deal, seen = dealt(deals, 0), Buffers(deals)
    while deal.to_act is not None:
        for seat in (0, 1):
            deals.observe(planes=seen.planes, legal=seen.legal, viewer=seat)
            assert seen.planes[0].tolist() == observation(deal.view(seat))
            assert seen.legal[0].tolist() == mask(deal.view(seat).legal_actions())
        action = choice(deal, dice)
        seen.actions[0] = action.code
        deal = deal.play(gin.Action.from_code(action.code))
        seen.step(deals)
    for seat in (0, 1):
        deals.observe(planes=seen.planes, viewer=seat)
        assert seen.planes[0].tolist() == observation(deal.view(seat))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_opponent_plays_as_the_player_of_that_name(seat: int) -> None:
    dice = random.Random(5)
    deals = gin.Deals(4, seed=8, opponent="steady", seat=seat)
    seen = Buffers(deals)
    games: list[gin.Deal] = []

    def answered(place: int, deal: gin.Deal) -> gin.Deal:
        opponent = gin.player("steady", deals.dealt(place)[1])
        while deal.to_act == 1 - seat:
            deal = deal.play(opponent.choose(deal.view(1 - seat)))
        return deal

    games = [answered(place, dealt(deals, place)) for place in range(4)]
    assert seen.reward.shape == (4,)
    ended = 0
    for _ in range(120):
        seeds = [deals.dealt(place)[1] for place in range(4)]
        for place, deal in enumerate(games):
            seen.actions[place] = choice(deal, dice).code
        seen.step(deals)
        for place, code in enumerate(seen.actions.tolist()):
            deal = games[place].play(gin.Action.from_code(code))
            opponent = gin.player("steady", seeds[place])
            while deal.to_act == 1 - seat:
                deal = deal.play(opponent.choose(deal.view(1 - seat)))
            if (result := deal.result) is not None:
                ended += 1
                sign = 1 if result.winner == seat else -1
                assert seen.reward[place] == (sign * result.points if result.points else 0)
                assert gin.Deals.ENDINGS[seen.done[place]] == result.kind
                deal = answered(place, dealt(deals, place))
            games[place] = deal
            assert (seen.to_act[place], deal.to_act) == (seat, seat)
            assert seen.planes[place].tolist() == observation(deal.view(seat))
            assert seen.legal[place].tolist() == mask(deal.view(seat).legal_actions())
    assert ended > 10


def test_deals_the_opponent_ends_at_once_are_passed_over_and_counted() -> None:
    deals = gin.Deals(2_000, seed=1, opponent="simple")
    number, points = deals.skipped
    assert number == sum(deals.dealt(place)[0] for place in range(2_000)) > 0 > points
    place = next(place for place in range(2_000) if deals.dealt(place)[0])
    assert deals.dealt(place)[0] == 1
    assert gin.Deals(3).skipped == (0, 0)


def test_a_seed_begins_the_count_of_deals_passed_over_anew() -> None:
    deals = gin.Deals(2_000, seed=3, opponent="simple")
    number, points = deals.skipped
    assert number > 0
    deals.reset(3)
    assert deals.skipped == (number, points)
    deals.reset()
    assert deals.skipped[0] > number


def test_threads_and_other_deals_change_nothing() -> None:
    told = []
    for count, threads in ((600, 1), (600, 3), (601, 2)):
        deals = gin.Deals(count, seed=5)
        seen = Buffers(deals)
        everything = []
        for _ in range(150):
            deals.sample(seen.actions)
            seen.step(deals, threads)
            rows = (seen.planes, seen.legal, seen.to_act, seen.reward, seen.done)
            everything.append(b"".join(row[:600].tobytes() for row in rows))
        told.append(everything)
    assert told[0] == told[1] == told[2]


def test_a_random_action_is_any_legal_one() -> None:
    deals = gin.Deals(900, seed=3)
    seen = Buffers(deals)
    deals.sample(seen.actions)
    taken = int((seen.actions == gin.Action.TAKE.code).sum())
    assert 360 < taken < 540  # six standard deviations
    assert set(seen.actions.tolist()) == {0, 1}
    again = np.zeros_like(seen.actions)
    deals.sample(again)
    assert (again == seen.actions).all()


def test_reset_begins_the_next_deals_or_those_of_a_seed() -> None:
    deals = gin.Deals(3, seed=5)
    first = [deals.dealt(place) for place in range(3)]
    deals.reset()
    second = [deals.dealt(place) for place in range(3)]
    assert [number for number, *_ in second] == [1, 1, 1]
    assert [starter for _, _, starter, _ in first] == [0, 1, 0]
    assert [starter for _, _, starter, _ in second] == [1, 0, 1]
    deals.reset(6)
    assert deals.seed == 6
    assert deals.dealt(0) == gin.Deals(1, seed=6).dealt(0)
    deals.reset(5)
    assert [deals.dealt(place) for place in range(3)] == first


@pytest.mark.parametrize("opponent", [None, "simple"])
def test_a_copy_goes_on_exactly_as_the_deals_would_and_apart_from_them(
    opponent: str | None,
) -> None:
    deals = gin.Deals(20, seed=6, opponent=opponent)
    buffers = Buffers(deals)

    def on(deals: gin.Deals, steps: int) -> list[object]:
        told: list[object] = []
        for _ in range(steps):
            deals.sample(buffers.actions)
            buffers.step(deals)
            told.append([vars(buffers)[name].tolist() for name in sorted(vars(buffers))])
        deals.reset()
        deals.observe(planes=buffers.planes)
        return [told, buffers.planes.tolist(), deals.skipped, deals.dealt(3), deals.seed]

    on(deals, 40)
    for _ in range(7):
        deals.sample(buffers.actions)
        deals.step(buffers.actions)
    copies = [copy.copy(deals), copy.deepcopy(deals)]
    expected = on(deals, 60)
    assert [on(again, 60) for again in copies] == [expected] * 2
    assert {(len(again), again.opponent, again.seat) for again in copies} == {
        (20, opponent, deals.seat)
    }


def test_deals_are_not_pickled_and_say_what_to_do_instead() -> None:
    deals = gin.Deals(2, seed=7, opponent="simple")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match=r"make them again from their seed .* copy\.copy"):
            pickle.dumps(deals, protocol)
    assert len(copy.copy(deals)) == len(copy.deepcopy([deals])[0]) == 2


def test_deals_that_are_over_stay_over_until_the_reset() -> None:
    deals = gin.Deals(2, seed=1, auto_reset=False, cap=3)
    seen = Buffers(deals)
    for _ in range(3):
        deals.sample(seen.actions)
        seen.step(deals)
    for given in (seen.actions, np.full(2, 107, np.uint8)):
        seen.actions = given
        assert seen.to_act.tolist() == [gin.Deals.NOBODY] * 2
        assert [gin.Deals.ENDINGS[ending] for ending in seen.done] == ["capped"] * 2
        assert not seen.legal.any()
        assert not seen.reward.any()
        seen.step(deals)
    deals.reset()
    deals.observe(to_act=seen.to_act, done=seen.done)
    assert (seen.to_act.tolist(), seen.done.tolist()) == ([1, 0], [0, 0])


def test_arrays_of_many_kinds_will_do() -> None:
    codes = [1, 1]
    kinds: tuple[Any, ...] = (
        bytearray(codes),
        bytes(codes),
        array("B", codes),
        array("i", codes),
        array("q", codes),
        np.array(codes, np.int64),
        memoryview(bytes(codes)),
    )
    for actions in kinds:
        deals = gin.Deals(2)
        to_act, legal = bytearray(2), bytearray(216)
        deals.step(actions, to_act=to_act, legal=legal)
        assert (list(to_act), sum(legal)) == ([1, 0], 4)
    deals = gin.Deals(2)
    for kind in (np.int8, np.uint8, np.bool_):
        rows = np.zeros((2, 108), kind)
        deals.observe(legal=rows)
        assert rows.sum() == 4


def refusal(call: Callable[[], object], kind: type[gin.GinError] = gin.ParseError) -> str:
    with pytest.raises(kind) as caught:
        call()
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_every_wrong_buffer_is_refused_with_its_reason() -> None:
    deals = gin.Deals(4)
    both = np.zeros((4, 12, 52), np.uint8)
    cases: tuple[tuple[str, Any, str], ...] = (
        ("planes", np.zeros((4, 12, 52), np.float32), "planes has items of format 'f' and 4 bytes"),
        ("planes", np.zeros((4, 12, 52), np.int8), "planes has items of format 'b'"),
        ("planes", np.zeros((4, 52, 12), np.uint8), "planes has the shape (4, 52, 12); for these"),
        ("planes", np.zeros((3, 12, 52), np.uint8), "planes has the shape (3, 12, 52)"),
        ("planes", np.zeros((4, 12, 104), np.uint8)[:, :, ::2], "planes is not contiguous"),
        ("planes", bytes(4 * 624), "planes is read-only; give memory that may be written."),
        ("planes", [0], "planes must be a buffer of unsigned bytes"),
        ("legal", np.zeros((4, 107), np.uint8), "legal has the shape (4, 107); for these deals it"),
        ("legal", np.zeros((4, 108), np.int16), "legal has items of format 'h' and 2 bytes"),
        ("to_act", bytearray(5), "to_act has the shape (5,); for these deals it is (4,)."),
        ("done", np.zeros(4, np.bool_), "done has items of format '?'"),
        ("reward", np.zeros((4, 2), np.uint16), "reward has items of format 'H'"),
        ("reward", np.zeros((4, 2), ">i2"), "reward has items of format '>h'"),
        (
            "reward",
            np.zeros(4, np.int16),
            "reward has the shape (4,); for these deals it is (4, 2)",
        ),
        ("reward", np.frombuffer(bytearray(17), np.int16, 8, 1), "reward is not aligned to 2"),
    )
    passes = bytearray([1] * 4)
    for name, wrong, reason in cases:
        assert refusal(partial(deals.step, passes, **{name: wrong})).startswith(reason)
    wrong_actions: tuple[tuple[Any, str], ...] = (
        ([1, 1, 1, 1], "actions must be a buffer of codes of actions, such as numpy.uint8"),
        (np.ones(4), "actions has items of format 'd'"),
        (np.ones(3, np.uint8), "actions has the shape (3,); for these deals it is (4,)."),
        (np.ones(8, np.int64)[::2], "actions is not contiguous"),
    )
    for wrong, reason in wrong_actions:
        assert refusal(partial(deals.step, wrong)).startswith(reason)
    shared = partial(deals.observe, planes=both, legal=both.reshape(-1)[:432].reshape(4, 108))
    assert refusal(shared).startswith("legal shares memory with planes; give it memory of its own")
    assert "done shares memory with actions" in refusal(partial(deals.step, passes, done=passes))
    assert "threads is 0" in refusal(partial(deals.step, passes, threads=0))
    assert "A seat is 0 or 1, not 2." in refusal(partial(deals.observe, viewer=2))
    assert refusal(partial(deals.dealt, 4)) == "There is no deal 4; the deals are 0 to 3."
    # Nothing has happened in all these calls.
    to_act = bytearray(4)
    deals.observe(to_act=to_act)
    assert list(to_act) == [0, 1, 0, 1]


def test_an_illegal_action_is_named_and_nothing_has_happened() -> None:
    deals = gin.Deals(3)
    before, after = Buffers(deals), Buffers(deals)
    deals.observe(planes=before.planes, legal=before.legal)
    stock = gin.Action.DRAW_STOCK.code
    with pytest.raises(gin.IllegalAction) as caught:
        deals.step(bytes([1, 0, stock]))
    assert caught.value.action == gin.Action.DRAW_STOCK
    assert str(caught.value) == (
        "Deal 2 does not allow action 2 now; its row of the legal actions says what it allows."
    )
    for code in (108, 255, -1, 1 << 40):
        wrong = np.array([1, code, 1], np.int64)
        sentence = f"Deal 1 was given action {code}; actions are 0 to 107."
        assert refusal(partial(deals.step, wrong)) == sentence
    deals.observe(planes=after.planes, legal=after.legal)
    assert (before.planes == after.planes).all()
    assert (before.legal == after.legal).all()


def test_wrong_terms_are_refused() -> None:
    make: Any = gin.Deals
    assert refusal(lambda: make(0)) == "0 is no number of deals; it is 1 to 1048576."
    assert "it is 1 to 1048576" in refusal(lambda: make(1 << 30))
    assert "no whole number" in refusal(lambda: make(2.0))
    assert "no whole number" in refusal(lambda: make(2, seed=-1))
    assert "it is 1 to 2**32 - 1" in refusal(lambda: make(2, cap=0))
    assert "leave seat out" in refusal(lambda: make(2, seat=1))
    assert "A seat is 0 or 1" in refusal(lambda: make(2, opponent="simple", seat=2))
    assert "There is no player" in refusal(lambda: make(2, opponent="nobody"), gin.PlayerError)


@pytest.mark.parametrize("far", [-1, -(2**70), 2**70])
def test_a_number_far_off_is_told_the_range_that_it_is_out_of(far: int) -> None:
    make: Any = gin.Deals
    deals = make(2)
    assert refusal(lambda: make(far)) == f"{far} is no number of deals; it is 1 to 1048576."
    assert "no number of actions; it is 1 to 2**32 - 1" in refusal(lambda: make(2, cap=far))
    seat = f"A seat is 0 or 1, not {far}."
    assert refusal(lambda: make(2, opponent="simple", seat=far)) == seat
    assert refusal(lambda: deals.observe(viewer=far)) == seat
    assert refusal(lambda: deals.dealt(far)) == f"There is no deal {far}; the deals are 0 to 1."


def test_threads_below_one_are_none_and_very_many_are_as_many_as_there_are() -> None:
    deals, masks = gin.Deals(2), np.zeros(1, np.uint64)
    for least in (0, -1, -(2**70)):
        sentence = f"threads is {least}; it must be 1 or more."
        assert refusal(partial(deals.reset, threads=least)) == sentence
        assert refusal(partial(gin.deadwood_many, masks, threads=least)) == sentence
    assert gin.deadwood_many(masks, threads=2**70).tolist() == [0]


def interrupted(deals: gin.Deals) -> Bytes:
    """Steps until a Ctrl-C that another thread sends while it is refused; who is to act then."""
    to_act, actions = np.zeros(len(deals), np.uint8), np.zeros(len(deals), np.uint8)

    def watch() -> None:
        reason = ""
        while "another thread's call; wait for it" not in reason:
            try:
                deals.dealt(0)
            except gin.GinError as error:
                reason = str(error)
        os.kill(os.getpid(), signal.SIGINT)

    def step_for_ever() -> None:
        while True:
            deals.sample(actions)
            to_act.fill(99)
            deals.step(actions, to_act=to_act)

    watcher = threading.Thread(target=watch)
    watcher.start()
    with pytest.raises(KeyboardInterrupt):
        step_for_ever()
    watcher.join()
    return to_act


def test_ctrl_c_ends_a_long_call_and_the_deals_are_to_be_reset() -> None:
    deals = gin.Deals(4_000, opponent=THINKER)
    to_act = interrupted(deals)
    # It may have come between two calls, or too late in the last one.
    while 99 not in to_act[1:] or to_act[0] == 99:
        to_act = interrupted(deals)
    actions = np.zeros(4_000, np.uint8)
    for call in (partial(deals.step, actions), partial(deals.observe, to_act=to_act)):
        assert refusal(call, gin.GinError).endswith("call reset() to begin the next ones.")
    deals.reset()
    deals.observe(to_act=to_act)
    assert not to_act.any()


def test_the_document_has_the_layout_as_it_is() -> None:
    document = (Path(__file__).resolve().parent.parent / "docs" / "environment.md").read_text()
    rows = re.findall(r"^\| (\d+) \| `([^`]+)` \|", document, re.MULTILINE)
    listed = [list(enumerate(names)) for names in (gin.Deals.PLANES, gin.Deals.FACTS)]
    endings = list(enumerate(gin.Deals.ENDINGS))[1:]
    expected = [(str(at), name) for at, name in (*listed[0], *listed[1], *endings)]
    assert rows == expected


def test_codes_of_actions_come_back() -> None:
    actions = [gin.Action.from_code(code) for code in range(gin.Deals.ACTIONS)]
    assert [action.code for action in actions] == list(range(108))
    assert len(set(actions)) == 108
    melds = [gin.Meld("5S 6S 7S")]
    assert gin.Action.from_code(gin.Action.knock("9C", melds).code) == gin.Action.knock("9C")
    for code in (-1, 108):
        assert "a whole number from 0 to 107" in refusal(partial(gin.Action.from_code, code))
