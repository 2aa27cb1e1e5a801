"""What is not even of the right kind is refused like any other bad input: by a sentence."""

from __future__ import annotations

import dataclasses
import itertools
from array import array
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import gin
from gin import fair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gin.arena import ArenaResult


class Newline:
    def __repr__(self) -> str:
        return "two\nlines"


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError


class Scalar:
    """It says that it has items and has none, as NumPy's arrays of no dimension do."""

    def __iter__(self) -> Iterator[object]:
        raise TypeError("iteration over a 0-d array")


class Numbered:
    """Items by number and nothing else: what Python goes through all the same."""

    def __init__(self, *items: object) -> None:
        self._items = items

    def __getitem__(self, place: int) -> object:
        return self._items[place]


class Text(str):
    __slots__ = ()

    def __repr__(self) -> str:
        return f"np.str_({super().__repr__()})"


class Number(int):
    pass


DEAL = gin.Deal.new(range(52), starter=0)
TURN = DEAL.play(gin.Action.PASS).play(gin.Action.PASS).play(gin.Action.DRAW_STOCK)
VIEW = DEAL.view(0)
MATCH = gin.Match(seed=bytes(32))
ELEVEN = "AS 2S 3S 4H 4D 4C 9C 9D 9S KD QD"
HANDS = [" ".join(rank + suit for rank in "A23456789T") for suit in "SH"]
REST = list(gin.Hand(range(52)) - gin.Hand(HANDS[0]) - gin.Hand(HANDS[1]))
ONE = array("Q", [gin.Hand(ELEVEN).mask])
DEALS = gin.Deals(4, seed=1)


def _at_knock(result: ArenaResult) -> None:
    assert result.deals <= 2


def _evaluate(**changes: Any) -> object:
    return gin.evaluate(dataclasses.replace(VIEW, **changes))


def _evaluate_opening(**changes: Any) -> object:
    return _evaluate(opening=dataclasses.replace(VIEW.opening, **changes))


class Call(NamedTuple):
    """A call that is right, whose arguments are exchanged one by one."""

    of: Callable[..., object]
    given: tuple[object, ...]
    named: tuple[tuple[str, object], ...] = ()


CALLS: dict[str, Call] = {
    "Card": Call(gin.Card, ("AS",)),
    "Hand": Call(gin.Hand, ("AS",)),
    "from_mask": Call(gin.Hand.from_mask, (7,)),
    "Meld": Call(gin.Meld, ("AS 2S 3S",)),
    "Arrangement": Call(gin.Arrangement, (["AS 2S 3S"], "KD")),
    "Layoff": Call(gin.Layoff, (["AS 2S 3S"], [("8S", 0)], "KD")),
    "deadwood": Call(gin.deadwood, ("AS",)),
    "arrange": Call(gin.arrange, ("AS",)),
    "arrangements": Call(gin.arrangements, ("AS",)),
    "discards": Call(gin.discards, (ELEVEN, "KD")),
    "lay_off": Call(gin.lay_off, ("AS", ["5S 6S 7S"])),
    "spreads": Call(gin.spreads, ("AS", "2S")),
    "deadwood_many": Call(gin.deadwood_many, (ONE, None), (("threads", 1),)),
    "discards_many": Call(gin.discards_many, (ONE, None), (("threads", 1),)),
    "lay_off_many": Call(
        gin.lay_off_many, (array("Q", [8]), array("Q", [7, 0, 0]), None), (("threads", 1),)
    ),
    "Deal.new": Call(gin.Deal.new, (range(52), 0)),
    "Deal.position": Call(gin.Deal.position, (HANDS, REST[:10], REST[10:], "draw", 0, 0, None)),
    "Deal.play": Call(TURN.play, (gin.Action.discard("AS"),)),
    "Deal.refusal": Call(TURN.refusal, (gin.Action.PASS,)),
    "Deal.view": Call(TURN.view, (0, (0, 0), 100)),
    "Deal.rewound": Call(TURN.rewound, (1,)),
    "View.refusal": Call(VIEW.refusal, (gin.Action.PASS,)),
    "Action": Call(gin.Action, ("knock", gin.Card("AS"), (gin.Meld("5S 6S 7S"),))),
    "Action.discard": Call(gin.Action.discard, ("AS",)),
    "Action.knock": Call(gin.Action.knock, ("AS", ["5S 6S 7S"])),
    "Action.parse": Call(gin.Action.parse, ("pass",)),
    "Action.from_code": Call(gin.Action.from_code, (3,)),
    "Match": Call(gin.Match, (100, bytes(32), ("a", "b"), b"")),
    "Match.view": Call(MATCH.view, (0,)),
    "Match.play": Call(MATCH.play, (gin.Action.PASS,)),
    "Match.rewound": Call(MATCH.rewound, (0,)),
    "Match.at_deal": Call(MATCH.at_deal, (1,)),
    "Match.from_text": Call(gin.Match.from_text, (MATCH.to_text(),)),
    "Match.to_text": Call(MATCH.to_text, (), (("reveal", None), ("tags", (("level", "simple"),)))),
    "player": Call(gin.player, ("simple", 0)),
    "choose": Call(gin.player("simple").choose, (VIEW,)),
    "evaluate": Call(gin.evaluate, (VIEW,)),
    "appraise": Call(gin.appraise, (VIEW,)),
    "belief": Call(gin.belief, (VIEW,)),
    "evaluate, the history": Call(_evaluate, (), (("history", VIEW.history),)),
    "evaluate, the opening": Call(_evaluate, (), (("opening", VIEW.opening),)),
    **{
        f"evaluate, {field.name} of the opening": Call(
            _evaluate_opening, (), ((field.name, getattr(VIEW.opening, field.name)),)
        )
        for field in dataclasses.fields(VIEW.opening)
    },
    "fair.deck": Call(fair.deck, (bytes(32), 1, b"tea")),
    "fair.first_starter": Call(fair.first_starter, (bytes(32), b"tea")),
    "fair.fingerprint": Call(fair.fingerprint, (bytes(32),)),
    "fair.cut_from_text": Call(fair.cut_from_text, ("tea",)),
    "chance": Call(gin.belief(VIEW).chance, ("AS",)),
    "arena": Call(
        gin.arena,
        ("random", "random", 2, 0, 0, 1, None),
        (("move_time", 1.0), ("progress", _at_knock)),
    ),
    "Deals": Call(
        gin.Deals,
        (2, 0),
        (("opponent", "simple"), ("seat", 0), ("auto_reset", True), ("cap", 400)),
    ),
    "Deals.dealt": Call(DEALS.dealt, (0,)),
    "Deals.reset": Call(DEALS.reset, (None,), (("threads", 1),)),
    "Deals.observe": Call(DEALS.observe, (), (("planes", None), ("viewer", 0), ("threads", 1))),
    "Deals.sample": Call(DEALS.sample, (bytearray(4),)),
    "Deals.step": Call(gin.Deals(2, 1).step, (bytes([1, 1]),), (("reward", None), ("threads", 1))),
}

WRONG: tuple[Callable[[], object], ...] = (
    *(lambda given=given: given for given in (None, True, False, -1, 2**64, -(2**70), 10**400)),
    lambda: 10**5_000,  # more digits than Python writes
    *(lambda given=given: given for given in (1.0, 1.5, float("nan"), float("inf"), 1j)),
    *(lambda given=given: given for given in ("", "x", "0", "\udc80", "\0", "a\nb", "A" * 9_999)),
    *(lambda given=given: given for given in (b"AS", bytearray(b"1"), memoryview(b"abc"))),
    *(lambda given=given: given for given in ([], [None], ["AS", "AS"], ("x",), {"a": 1}, {1})),
    *(
        lambda given=given: given
        for given in (object(), Newline(), Unprintable(), Scalar(), NotImplemented, ...)
    ),
    *(lambda given=given: given for given in (Fraction(1, 2), array("d", [0.5, 1]))),
    *(lambda given=given: given for given in (gin.Hand("AS 2S"), gin.Meld("AS 2S 3S"), gin)),
    lambda: itertools.repeat("AS"),  # without an end
    lambda: itertools.repeat("5S 6S 7S"),
)


def _exchanged(call: Call, wrong: Callable[[], object]) -> Iterator[Callable[[], object]]:
    """The call with each of its arguments exchanged in turn."""
    for place in range(len(call.given)):
        given = (*call.given[:place], wrong(), *call.given[place + 1 :])
        yield partial(call.of, *given, **dict(call.named))
    for name, _ in call.named:
        yield partial(call.of, *call.given, **{**dict(call.named), name: wrong()})


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_refused_by_one_sentence(name: str) -> None:
    call = CALLS[name]
    call.of(*call.given, **dict(call.named))
    refused = 0
    for wrong in WRONG:
        for one in _exchanged(call, wrong):
            try:
                hash(repr(one()))  # what is taken has to be good for something
            except gin.GinError as error:
                sentence = str(error)
                assert sentence.endswith("."), sentence
                assert len(sentence) < 400, sentence
                assert sentence.isprintable(), sentence
                refused += 1
    assert refused > len(WRONG) // 2


def test_subclasses_of_text_and_of_numbers_are_what_they_are_derived_from() -> None:
    assert gin.Card(Text("AS")) == gin.Card(Number(0)) == gin.Card("AS")
    assert gin.Deal.new(range(52), Number(1)) == gin.Deal.new(range(52), 1)
    assert gin.Action.parse(Text("take")) is gin.Action.TAKE
    assert type(gin.Action(Text("take")).kind) is str  # type: ignore[arg-type]
    assert repr(gin.player(Text("simple"))) == "player('simple', seed=0)"


def test_an_action_made_of_texts_is_the_one_made_of_cards() -> None:
    made: Any = gin.Action
    spread = ["5S 6S 7S", "JH JD JC"]
    melds = [gin.Meld(meld) for meld in spread]
    assert made("discard", "9C") == gin.Action.discard(gin.Card("9C"))
    assert made("knock", 0, spread) == gin.Action.knock("AS", spread)
    assert gin.Action.knock("AS", spread) == gin.Action.knock("AS", melds)


def test_a_cut_over_the_limit_gives_no_deck() -> None:
    for made in (
        lambda cut: fair.deck(bytes(32), 1, cut),
        lambda cut: fair.first_starter(bytes(32), cut),
    ):
        with pytest.raises(gin.ParseError, match="at most 1024 bytes, not 5000"):
            made(b"x" * 5_000)


def test_a_card_can_be_its_index_wherever_it_can_be_its_text() -> None:
    assert gin.Action.discard(0) == gin.Action.discard("AS")
    assert gin.Action.knock(51) == gin.Action.knock("KC")
    assert gin.belief(VIEW).chance(1) == gin.belief(VIEW).chance("2S")
    hands = [range(11), range(11, 21)]
    deal = gin.Deal.position(hands, range(21, 31), range(31, 52), "discard", 0, 0, barred=0)
    assert (deal.barred, deal.spreads(10)) == (gin.Card("AS"), deal.spreads("JS"))


def test_a_spread_is_any_iterable_of_melds_and_never_one_text() -> None:
    run = gin.Meld("5S 6S 7S")
    found = gin.lay_off("8S KD", [run])
    assert gin.lay_off("8S KD", iter((run,))) == gin.lay_off("8S KD", {"5S 6S 7S"}) == found
    for one in ("5S 6S 7S", run, run.cards, gin.arrange("5S 6S 7S"), None):
        given: Any = one
        with pytest.raises(gin.ParseError, match="is no list of melds; give them one by one"):
            gin.lay_off("8S KD", given)


def test_what_python_can_go_through_is_a_list_everywhere() -> None:
    deck: Any = Numbered(*range(52))
    deal = gin.Deal.new(deck, 0)
    assert deal == gin.Deal.new(range(52), 0)
    scores: Any = Numbered(3, 4)
    assert deal.view(0, scores) == deal.view(0, (3, 4))
    spread: Any = Numbered("5S 6S 7S")
    assert gin.Action.knock("AS", spread) == gin.Action.knock("AS", ["5S 6S 7S"])
    assert gin.lay_off("8S KD", spread) == gin.lay_off("8S KD", ["5S 6S 7S"])


def test_the_arguments_of_the_solver_have_names() -> None:
    hand = gin.Hand(ELEVEN)
    assert gin.deadwood(hand=hand) == gin.arrange(hand=hand).points
    assert gin.arrangements(hand=hand)[0] == gin.arrange(hand)
    assert gin.discards(hand=hand, barred="KD") == gin.discards(hand, "KD")
    assert gin.lay_off(defender="8S", spread=["5S 6S 7S"]).points == 0
    assert gin.spreads(hand="5S 6S 7S", possible="8S")[0].points == 0
    assert gin.deadwood_many(masks=ONE, out=None).tolist() == [20]
    assert gin.discards_many(masks=ONE).shape == (1, 11)
    none = array("Q", [0, 0, 0])
    assert gin.lay_off_many(defenders=ONE, spreads=none).tolist() == [20]


def test_the_longest_target_fits_into_a_record() -> None:
    most = gin.Match(target=999_999_999, seed=bytes(32))
    assert gin.Match.from_text(most.to_text()).target == 999_999_999
    with pytest.raises(gin.ParseError, match="a whole number from 1 to 999999999"):
        gin.Match(target=1_000_000_000)


def test_every_public_name_is_listed() -> None:
    assert set(gin.__all__) <= set(dir(gin))
