"""The engine's model of a deal and the rules in Python, held against each other.

The same deals go through both, action by action: what may be done, what each seat may know, and
what it is worth in the end must be equal. GIN_SOAK_DEALS says how many deals.
"""

import os
import random
from collections import Counter

import pytest

import gin
from everybody import EVERYBODY
from gin import Action, Card, Deal, View, _core

DEALS = int(os.environ.get("GIN_SOAK_DEALS", "20000"))
PARTS = max(20, DEALS // 10_000)

PACK = [Card(index) for index in range(52)]
ACTIONS = [
    *(Action.TAKE, Action.PASS, Action.DRAW_STOCK, Action.DRAW_DISCARD),
    *map(Action.discard, PACK),
    *map(Action.knock, PACK),
]
FIRST_CODE = {"take": 0, "pass": 1, "stock": 2, "pile": 3, "discard": 4, "knock": 56}

# Who plays, in turn; `walk` is any legal action, as the Python rules list them. Two who play at
# random seldom end a deal before the stock does, so they come up once only.
PAIRS = [
    *[("simple", "simple"), ("careful", "simple")] * 3,
    *[("simple", "careful"), ("careful", "careful")] * 3,
    *[(name, "careful") for name in EVERYBODY],
    *[("simple", name) for name in EVERYBODY],
    ("random", "random"),
    ("walk", "walk"),
]

Sight = tuple[int, int, int, int, int, bytes]
Step = tuple[str, int | None, int, bytes, int, bytes, Sight, Sight]


def code(action: Action) -> int:
    return FIRST_CODE[action.kind] + (0 if action.card is None else action.card.index)


def index(card: Card | None) -> int:
    return -1 if card is None else card.index


def sight(view: View) -> Sight:
    return (
        view.hand.mask,
        index(view.drawn),
        view.known.mask,
        view.possible.mask,
        view.unseen.mask,
        view.encoded(),
    )


def step(deal: Deal) -> Step:
    """What the engine tells of a state, said by the Python rules."""
    legal = deal.legal_actions()
    views = (deal.view(0), deal.view(1))
    public = (deal.phase, deal.to_act, deal.barred, deal.pile, len(deal.stock), deal.starter)
    for view in views:
        assert public == (
            *(view.phase, view.to_act, view.barred, view.pile, view.stock, view.starter),
        )
        assert view.legal_actions() == (legal if view.seat == deal.to_act else ())
        assert view.top == (deal.pile[-1] if deal.pile else None)
    return (
        deal.phase,
        deal.to_act,
        index(deal.barred),
        bytes([card.index for card in deal.pile]),
        len(deal.stock),
        bytes([code(action) for action in legal]),
        sight(views[0]),
        sight(views[1]),
    )


def result(deal: Deal) -> tuple[object, ...] | None:
    ended = deal.result
    if ended is None:
        return None
    if ended.layoff is not None and ended.knocker is not None:
        assert ended.layoff.points == ended.deadwood[1 - ended.knocker]
    spread = ended.spread
    melds = None if spread is None else tuple(meld.cards.mask for meld in spread.melds)
    return (ended.kind, ended.winner, ended.points, ended.knocker, melds, ended.deadwood)


def walk(deal: Deal, choices: random.Random) -> bytes:
    """Any legal action, again and again; nobody minds R21 here."""
    codes = bytearray()
    while deal.to_act is not None:
        action = choices.choice(deal.legal_actions())
        codes.append(code(action))
        deal = deal.play(action)
    return bytes(codes)


def compare(number: int) -> tuple[str, bytes]:
    """Play the deal of a number through both; returns how it ended and its actions."""
    choices = random.Random(number)
    deck = choices.sample(PACK, 52)
    names = PAIRS[number % len(PAIRS)]
    deal = Deal.new(deck, starter=choices.randrange(2))
    if names[0] == "walk":
        codes = walk(deal, choices)
    else:
        codes = _core.play_deal(deck, deal.starter, names, number)
    steps, ending = _core.trace_deal(deck, deal.starter, codes)
    for at, action in enumerate(codes):
        assert step(deal) == steps[at], (number, at)
        deal = deal.play(ACTIONS[action])
    assert step(deal) == steps[-1], number
    assert deal.result is not None, number
    assert result(deal) == ending, number
    return deal.result.kind, codes


@pytest.mark.parametrize("part", range(PARTS))
def test_both_play_the_same_deals(part: int) -> None:
    ends: Counter[str] = Counter()
    first_turns: Counter[str] = Counter()
    for number in range(part * DEALS // PARTS, (part + 1) * DEALS // PARTS):
        kind, codes = compare(number)
        ends[kind] += 1
        first_turns["taken" if codes[0] == 0 else "buried" if codes[1] == 1 else "second"] += 1
    # What these deals are there to compare has come up, in every part.
    for kind in ("gin", "knock", "undercut", "dead"):
        assert ends[kind] > 0
    assert min(first_turns[kind] for kind in ("taken", "second", "buried")) > 0


def test_what_is_illegal_in_one_is_illegal_in_the_other() -> None:
    for number in range(200):
        choices = random.Random(number)
        deck = choices.sample(PACK, 52)
        deal = Deal.new(deck, starter=0)
        codes = b""
        for _ in range(choices.randrange(30)):
            legal = deal.legal_actions()
            illegal = choices.choice([action for action in ACTIONS if action not in legal])
            with pytest.raises(gin.IllegalAction):
                deal.play(illegal)
            with pytest.raises(gin.ParseError, match="is not legal there"):
                _core.trace_deal(deck, 0, codes + bytes([code(illegal)]))
            action = choices.choice([action for action in legal if action.kind != "knock"])
            codes += bytes([code(action)])
            deal = deal.play(action)


@pytest.mark.parametrize("number", range(108, 256, 37))
def test_a_code_that_is_no_action_is_refused(number: int) -> None:
    with pytest.raises(gin.ParseError, match="is not legal there"):
        _core.trace_deal(range(52), 0, bytes([number]))


def test_a_deck_that_is_none_is_refused() -> None:
    for deck in ([], list(range(51)), [0, *range(51)]):
        with pytest.raises(gin.ParseError, match="52 cards, each once"):
            _core.play_deal(deck, 0, ("simple", "simple"), 0)
    with pytest.raises(gin.ParseError, match="seat 0 or seat 1"):
        _core.trace_deal(range(52), 2, b"")
    with pytest.raises(gin.PlayerError, match="no player"):
        _core.play_deal(range(52), 0, ("simple", "simpel"), 0)
