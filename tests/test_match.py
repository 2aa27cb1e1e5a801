"""Deals to 100: R19 and R20."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given

import gin
import scene
from course import matches
from gin import fair

# Scripted knocks by the starter of a deal: gin for 33 and 98, a knock for 29, undercuts of 25, 28.
GIN_33 = scene.knock("AS 2S 3S 4S 8D 9D TD QC QH QD", "KC KD KH 5H 6H 7H 3C 4C 5C 8S")
GIN_98 = scene.knock("AS 2S 3S 4S 8D 9D TD QC QH QD", "5S 6S 7D JD KD QS 9H 4H 2C KC")
KNOCK_29 = scene.knock("4C 5C 6C 7S 7H 7D JS JH JD AC", "2C 3C 7C 8C TD TH TS KS KD QH")
EVEN_25 = scene.knock("2C 3C 4C 8S 8H 8D JD QD KD 5S", "6H 6D 6C TH JH QH AS AD AC 5D")
UNDERCUT_28 = scene.knock("2C 3C 4C 9S 9H 9D JD QD KD 8C", "6H 6D 6C TH JH QH AS AD AC 5D")


def test_a_new_match() -> None:
    match = gin.Match(seed=bytes(32))
    assert (match.target, match.number, match.scores, match.winner) == (100, 1, (0, 0), None)
    assert match.deals == ()
    assert match.deal == gin.Deal.new(fair.deck(bytes(32), 1), fair.first_starter(bytes(32)))
    assert match.starter == match.deal.starter
    assert match.players == ("you", "computer")


@pytest.mark.parametrize("first", [0, 1])
def test_the_starter_alternates_whatever_happened(first: int) -> None:
    # R20
    match = scene.match([GIN_33, KNOCK_29, None, EVEN_25, None, KNOCK_29], first)
    assert [deal.starter for deal in match.deals] == [first, 1 - first] * 3


def test_a_deal_without_score_leaves_the_numbers() -> None:
    # R18
    match = scene.match([GIN_33, KNOCK_29, None], 0)
    assert match.scores == (33, 29)
    assert [type(points) for points in match.scores] == [int, int]
    assert (match.winner, match.number, len(match.deals)) == (None, 3, 3)


def test_a_deal_counts_once_it_is_over_and_only_once() -> None:
    match = scene.match([GIN_33], 0)
    assert match.deals == (match.deal,)
    assert match.scores == (33, 0)
    assert match.view(0).my_score == match.view(1).opponent_score == 0
    with pytest.raises(gin.IllegalAction, match="deal is over"):
        match.play(gin.Action.DRAW_STOCK)
    assert match.scores == (33, 0)


def test_exactly_the_target_wins() -> None:
    # R19
    assert scene.match([GIN_98], 0, target=98).winner == 0
    assert scene.match([GIN_98], 0, target=99).winner is None
    assert scene.match([GIN_98], 1, target=98).winner == 1


def test_an_undercutter_wins_on_the_turn_of_the_knocker() -> None:
    # R19: seat 0 knocks and seat 1 gets there
    match = scene.match([UNDERCUT_28, GIN_98, EVEN_25], 0, target=151)
    assert match.scores == (0, 151)
    assert match.deal.result is not None
    assert match.deal.result.knocker == 0
    assert match.winner == 1


def test_no_bonus_for_winning_the_match() -> None:
    # R19
    assert scene.match([GIN_98, UNDERCUT_28], 0).scores == (126, 0)


def test_the_next_deal_starts_from_a_whole_pack() -> None:
    match = gin.Match(seed=bytes(32))
    for action in scene.dead_actions(match.deal):
        match = match.play(action)
    after = match.next_deal()
    assert after.number == 2
    assert after.before == match.deals
    assert [len(hand) for hand in after.deal.hands] == [10, 10]
    assert (len(after.deal.pile), len(after.deal.stock)) == (1, 31)
    assert after.deal.deck == fair.deck(bytes(32), 2)
    assert after.starter == 1 - match.starter
    assert after.view(0).my_score == match.scores[0]


def test_the_next_deal_comes_when_the_deal_is_over_and_nobody_has_won() -> None:
    with pytest.raises(gin.GinError, match="not over"):
        gin.Match(seed=bytes(32)).next_deal()
    with pytest.raises(gin.GinError, match="match is won"):
        scene.match([GIN_98], 0, target=50).next_deal()
    with pytest.raises(gin.GinError, match="keeps its seed secret"):
        scene.match([GIN_98], 0).next_deal()


@given(matches())
def test_a_match_adds_up(match: gin.Match) -> None:
    results = [deal.result for deal in match.deals]
    for seat in (0, 1):
        won = [r.points for r in results if r is not None and r.winner == seat]
        assert match.scores[seat] == sum(won)
        assert (match.winner == seat) == (match.scores[seat] >= match.target)
    # Nobody had won before the last deal.
    earlier = [d.result.scores for d in match.before if d.result is not None]
    assert all(sum(s[seat] for s in earlier) < match.target for seat in (0, 1))
    starters = [deal.starter for deal in (*match.before, match.deal)]
    assert all(a != b for a, b in pairwise(starters))
    assert match.seed is not None
    assert starters[0] == fair.first_starter(match.seed, match.cut)
    view = match.view(1)
    assert (view.opponent_score, view.my_score) == tuple(
        sum(s[seat] for s in earlier) for seat in (0, 1)
    )


@given(matches())
def test_a_match_is_a_value(match: gin.Match) -> None:
    again = pickle.loads(pickle.dumps(match))  # noqa: S301 - our own bytes
    assert again == match
    assert hash(again) == hash(match)
    assert eval(repr(match), {"Match": gin.Match}) == match  # noqa: S307 - our own repr
    with pytest.raises(AttributeError):
        match.target = 7  # type: ignore[misc]


def test_what_cannot_be_a_match_is_refused() -> None:
    with pytest.raises(gin.ParseError, match="a whole number from 1 to 999999999, not 0"):
        gin.Match(target=0)
    with pytest.raises(gin.ParseError, match="32 bytes, not 5"):
        gin.Match(seed=b"short")
    for name in ("", " you", "you\n", "x" * 81):
        with pytest.raises(gin.ParseError, match="name is 1 to 80"):
            gin.Match(players=("me", name))
