"""The cases in words about the computer players.

Each test names the ids that it holds; `test_cases.HELD_BY` leads from an id to its test.
"""

import random
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

import pytest

import gin
import scene
import vector
from gin import fair
from gin.players import player, players
from reference.cards import DECK

SEED = bytes(range(32))
LEVELS = players()
THINKING = [level for level in LEVELS if level != "random"]


class Turn(NamedTuple):
    """A computer player in a deal, and what it did."""

    deal: gin.Deal
    action: gin.Action


def holding(eleven: str, barred: str | None) -> gin.Deal:
    """A position in which seat 0 holds these cards before its discard."""
    rest = [card for card in DECK if card not in eleven.split()]
    hands = (eleven.split(), rest[:10])
    return gin.Deal.position(hands, rest[11:], rest[10:11], "discard", 0, 0, barred)


def turns(levels: tuple[str, str], number: int, most: int = 400) -> list[Turn]:
    """A deal between two computer players, turn by turn; never longer than `most` actions."""
    seats = [player(level, seed=number) for level in levels]
    deal = gin.Deal.new(fair.deck(SEED, number), number % 2)
    found: list[Turn] = []
    while deal.to_act is not None:
        assert len(found) < most
        view = deal.view(deal.to_act)
        action = seats[deal.to_act].choose(view)
        assert action.kind in {legal.kind for legal in view.legal_actions()}
        found.append(Turn(deal, action))
        deal = deal.play(action)
    return found


@pytest.fixture(scope="module")
def played() -> dict[tuple[str, str], list[list[Turn]]]:
    """A hundred deals for every pair of levels."""
    return {
        (one, other): [turns((one, other), number) for number in range(1, 101)]
        for one in LEVELS
        for other in LEVELS
    }


@pytest.mark.parametrize("level", THINKING)
def test_eleven_melded_cards_go_gin_with_a_card_that_can_be_spared(level: str) -> None:
    """R-A03: never with a queen of the set of three."""
    deal = holding("QS QH QD 3C 4C 5C 6C 7S 7H 7D 7C", None)
    action = player(level).choose(deal.view(0))
    assert action.kind == "knock"
    assert str(action.card) in {"3C", "6C", "7S", "7H", "7D", "7C"}
    result = deal.play(action).result
    assert result is not None
    assert result.kind == "gin"


def test_the_card_just_drawn_can_be_discarded(
    played: dict[tuple[str, str], list[list[Turn]]],
) -> None:
    """R-A04: it happens and the deal goes on."""
    for level in LEVELS:
        own = [turn for deal in played[level, level] for turn in deal]
        assert any(
            turn.action.kind == "discard" and turn.action.card == turn.deal.drawn for turn in own
        )


@pytest.mark.parametrize("level", LEVELS)
def test_the_card_just_taken_is_never_discarded(level: str) -> None:
    """R-A06: another one is chosen where the taken card would be the best discard."""
    for case in vector.cases("best-discard").values():
        barred = case["input"]["taken_from_discard"]
        if barred is not None:
            deal = holding(case["input"]["hand11"], barred)
            action = player(level).choose(deal.view(0))
            assert str(action.card) != barred
            deal.play(action)


@pytest.mark.parametrize("level", THINKING)
def test_gin_is_declared(level: str) -> None:
    """R-A07: in one action, not as a plain discard."""
    for case in vector.cases("best-discard").values():
        if case["expected"]["can_gin"]:
            deal = holding(case["input"]["hand11"], case["input"]["taken_from_discard"])
            result = deal.play(player(level).choose(deal.view(0))).result
            assert result is not None
            assert result.kind == "gin"


def test_every_pair_of_levels_comes_to_an_end(
    played: dict[tuple[str, str], list[list[Turn]]],
) -> None:
    """R-A08, R-A15: within 400 actions, all legal, and no position comes back for ever."""
    for deals in played.values():
        for deal in deals:
            seen = Counter((turn.deal.hands, turn.deal.pile, turn.deal.to_act) for turn in deal)
            assert max(seen.values()) <= 3
            assert deal[-1].deal.play(deal[-1].action).result is not None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("stock", [2, 3, 4])
def test_the_end_of_the_stock_is_no_trouble(level: str, stock: int) -> None:
    """R-G08: with almost nothing unseen every level still finds a legal action."""
    choices = random.Random(stock)
    for _ in range(20):
        deck = choices.sample(DECK, 52)
        if stock > gin.STOCK_FLOOR:
            parts = (deck[20 : 20 + stock], deck[20 + stock :])
            deal = gin.Deal.position((deck[:10], deck[10:20]), *parts, "draw", 0, 1)
        else:
            parts = (deck[21:23], deck[23:])
            deal = gin.Deal.position((deck[:11], deck[11:21]), *parts, "discard", 0, 1)
        action = player(level).choose(deal.view(0))
        assert action in deal.legal_actions()


@pytest.mark.parametrize("level", THINKING)
def test_of_equal_spreads_the_one_with_the_fewest_layoffs_is_laid(level: str) -> None:
    """R-A12: a knock of a level lays down the default of R12."""
    several = 0
    for line in vector.records("score.jsonl"):
        knock = scene.knock(line["knocker"], line["defender"])
        deal = knock.position()
        if len(line["signed"]) == 1 or several == 30:
            continue
        action = player(level).choose(deal.view(0))
        if action.kind == "knock" and action.card is not None:
            several += 1
            result = deal.play(action).result
            assert result is not None
            assert result.spread == deal.spreads(action.card)[0]
    assert several


# `simple`, the baseline among programs, is about as strong as `steady`.
LADDERS = [("random", "learner", "steady", "sharp", "expert"), ("learner", "simple", "sharp")]


@pytest.mark.parametrize(("worse", "better"), [pair for each in LADDERS for pair in pairwise(each)])
def test_each_level_beats_the_one_before_it(worse: str, better: str) -> None:
    """R-A13: on deals that are played from both seats, far beyond what luck explains."""
    duel = gin.arena(better, worse, deals=2_000, seed=13, jobs=1)
    assert duel.points > 1.5 * duel.points_ci
