"""What the network thinks of every legal action."""

import dataclasses
import math
import random
import statistics

import pytest

import gin
from gin import Action, Deal, Hand
from gin.players import counsel


def some_views(count: int) -> list[gin.View]:
    """Views of players to act, from deals in which anything legal is played."""
    chance = random.Random(5)
    views: list[gin.View] = []
    while len(views) < count:
        deck = list(range(52))
        chance.shuffle(deck)
        deal = Deal.new(deck, chance.randrange(2))
        while deal.to_act is not None and len(deal.history) < 60:
            views.append(deal.view(deal.to_act))
            deal = deal.play(chance.choice(deal.legal_actions()))
    return views[:count]


VIEWS = some_views(600)


def test_every_legal_action_has_its_points_and_the_best_stands_first() -> None:
    for view in VIEWS:
        found = gin.evaluate(view)
        assert sorted(map(str, dict(found))) == sorted(map(str, view.legal_actions()))
        points = [value for _, value in found]
        assert points == sorted(points, reverse=True)
        assert all(-123 <= value <= 123 for value in points)


def test_the_same_view_has_the_same_points() -> None:
    assert [gin.evaluate(view) for view in VIEWS[:50]] == [
        gin.evaluate(view) for view in VIEWS[:50]
    ]


def test_appraisals_are_the_same_points_with_doubt_and_a_chance() -> None:
    for view in VIEWS[:200]:
        found = gin.appraise(view)
        assert [(one.action, one.points) for one in found] == list(gin.evaluate(view))
        assert all(one.doubt >= 0 and 0 <= one.match_chance <= 1 for one in found)


def test_the_chance_to_win_the_match_goes_with_the_score() -> None:
    deal = Deal.new(range(52), starter=0)
    ahead = gin.appraise(deal.view(0, scores=(80, 10)))[0].match_chance
    even = gin.appraise(deal.view(0, scores=(40, 40)))[0].match_chance
    behind = gin.appraise(deal.view(0, scores=(10, 80)))[0].match_chance
    assert ahead > even + 0.1 > behind + 0.2


def test_worth_is_points_at_the_beginning_of_a_match() -> None:
    apart: list[float] = []
    for view in VIEWS[:200]:
        found = gin.appraise(view)
        best, last = found[0], found[-1]
        apart.append(abs((best.worth - last.worth) - (best.points - last.points)))
    assert statistics.median(apart) < 0.5


def test_near_the_end_a_knock_that_wins_the_match_is_worth_more_than_waiting() -> None:
    mine = "2S 3S 4S 8D 9D TD QC QH QD AH 6C"
    other = "KC KD 5H 6H 7H 3C 4C JC JS 9H"
    left = [card for card in map(gin.Card, range(52)) if card not in Hand(mine) | Hand(other)]
    deal = Deal.position([mine, other], left[:20], left[20:], "discard", to_act=0, starter=1)

    def lead(scores: tuple[int, int]) -> float:
        found = {one.action: one for one in gin.appraise(deal.view(0, scores=scores))}
        return found[Action.knock("6C")].worth - found[Action.discard("6C")].worth

    assert abs(lead((0, 0))) < 2
    assert lead((96, 90)) > 4
    found = gin.appraise(deal.view(0, scores=(96, 90)))
    assert max(one.match_chance for one in found) > 0.99


@pytest.mark.parametrize("target", [1, 25, 250, 10_000, 999_999_999])
def test_worth_is_a_number_at_any_score_of_any_match(target: int) -> None:
    deal = Deal.new(range(52), starter=0)
    for scores in {(0, 0), (target - 1, 0), (0, target - 1), (target - 1, target - 1)}:
        view = deal.view(0, scores, target)
        one, other = gin.appraise(view)
        assert math.isfinite(one.worth)
        assert one.worth != other.worth
        assert 0 <= other.match_chance <= 1
        assert str(gin.player("expert").choose(view)) in ("take", "pass")


@pytest.mark.parametrize("mine", [0, 99, 100, 4_000_000_000])
@pytest.mark.parametrize("target", [1, 50, 100])
def test_where_the_match_has_been_won_nothing_is_worth_points(mine: int, target: int) -> None:
    """No deal has such a view, but one can be made."""
    view = dataclasses.replace(
        Deal.new(range(52), starter=0).view(0),
        my_score=mine,
        opponent_score=0 if mine >= target else 100,
        target=target,
    )
    for one in gin.appraise(view):
        assert (one.worth, one.match_chance) == (0, mine >= target)
        assert math.isfinite(one.points + one.doubt)
    for name in gin.players():
        assert str(gin.player(name).choose(view)) in ("take", "pass")


def test_gin_is_worth_its_bonus_and_more() -> None:
    mine = "AS 2S 3S 4S 8D 9D TD QC QH QD 6C"
    other = "KC KD 5H 6H 7H 3C 4C 5C 8S 9H"
    left = [card for card in map(gin.Card, range(52)) if card not in Hand(mine) | Hand(other)]
    deal = Deal.position([mine, other], left[:20], left[20:], "discard", to_act=0, starter=1)
    (best, points), *_ = gin.evaluate(deal.view(0))
    assert best == Action.knock("6C")
    assert points > 25


@pytest.mark.parametrize("scores", [(0, 0), (90, 20), (20, 99)])
def test_every_discard_that_ends_the_deal_without_a_score_is_worth_the_same(
    scores: tuple[int, int],
) -> None:
    chance = random.Random(3)
    for _ in range(50):
        deck = chance.sample(range(52), 52)
        hands, stock, pile = [deck[:10], deck[10:20]], deck[20:23], deck[23:]
        deal = Deal.position(hands, stock, pile, "draw", to_act=0, starter=1).play(
            Action.DRAW_STOCK
        )
        found = [one for one in gin.appraise(deal.view(0, scores)) if one.action.kind == "discard"]
        assert len(found) == 11
        assert {(one.points, one.doubt, one.worth) for one in found} == {(0.0, 0.0, 0.0)}
        assert len({one.match_chance for one in found}) == 1
        for one in found:
            result = deal.play(one.action).result
            assert result is not None
            assert (result.kind, result.points) == ("dead", 0)


def gins(view: gin.View) -> list[Action]:
    """What makes gin at once, or takes the card that does."""
    legal = view.legal_actions()
    if view.phase == "discard":
        knocks = (action for action in legal if action.kind == "knock")
        return [one for one in knocks if not gin.deadwood(view.hand - one.card)]  # type: ignore[operator]
    taking = [action for action in legal if action.kind in {"take", "pile"}]
    if view.top is None or not taking:
        return []
    return [] if gin.discards(view.hand | view.top, view.top)[0][1] else taking


def test_a_gin_that_wins_the_match_is_certain_and_nothing_is_advised_before_it() -> None:
    chance = random.Random(17)
    sides = [gin.player(name) for name in ("expert", "simple", "steady")]
    certain = 0
    for number in range(1_500):
        seats = chance.choices(sides, k=2)
        deal = Deal.new(chance.sample(range(52), 52), number % 2)
        while deal.to_act is not None and len(deal.history) < 100:
            seat = deal.to_act
            if sure := gins(deal.view(seat)):
                scores = (chance.randint(75, 99), chance.randint(75, 99))
                view = deal.view(seat, scores)
                found = {one.action: one for one in gin.appraise(view)}
                assert all(found[action].match_chance > 0.99999 for action in sure)
                assert counsel(view)[0][0] in sure
                certain += 1
            deal = deal.play(seats[seat].choose(deal.view(seat)))
    assert certain > 500


def test_whoever_is_not_to_act_is_told_so() -> None:
    view = Deal.new(range(52), starter=0).view(1)
    with pytest.raises(gin.PlayerError, match="Seat 1 is not to act"):
        gin.evaluate(view)
