"""A deal from the pack to its result: R2, R6–R12, R18."""

import pickle

import pytest

import gin
import scene
from gin.cards import PACK, WHOLE_PACK, cards_text
from gin.scoring import dead

# A hand full of melds; with the 9D gone it is gin, with the 9D kept a knock with nine.
MELDED = "2S 3S 4S 8H 8D 8S TC JC QC"
OTHER = "5H 6H 7H TS TD 3C 4C KC AD QS"
STOCK = "9H 2C 5S JS 9C AH 2D 3H 5D 7C JH 7D AS 6D QD KS TH JD QH KH 7S 2H 6S KD AC 5C 4D 9S 6C"


def play(deal: gin.Deal, *texts: str) -> gin.Deal:
    """The deal after these actions."""
    return scene.played(deal, [gin.Action.parse(text) for text in texts])


def first_turn(starter: int = 0) -> gin.Deal:
    """Seat 0 holds three melds and the 9D; the upcard is the 8C."""
    hands = (f"{MELDED} 9D", OTHER)
    return gin.Deal.position(hands, f"{STOCK} 3D 4H", "8C", "upcard", starter, starter)


def last_turn() -> gin.Deal:
    """Seat 0 is about to draw, with three cards in the stock."""
    stock = STOCK.split()[-3:]
    pile = ["3D", "4H", *STOCK.split()[:-3], "8C"]
    return gin.Deal.position((f"{MELDED} 9D", OTHER), stock, pile, "draw", 0, 0)


def refusal(deal: gin.Deal, text: str) -> str:
    """The reason why the action is refused, the same from every side."""
    action = gin.Action.parse(text)
    with pytest.raises(gin.IllegalAction) as refused:
        deal.play(action)
    assert refused.value.action == action
    assert refused.value.reason == deal.refusal(action) != ""
    if deal.to_act is not None:
        assert deal.view(deal.to_act).refusal(action) == refused.value.reason
        assert action not in deal.legal_actions()
    return refused.value.reason


def test_dealing_order() -> None:
    # R2
    deal = gin.Deal.new(range(52), starter=1)
    assert list(deal.hands[0]) == [PACK[index] for index in range(0, 20, 2)]
    assert list(deal.hands[1]) == [PACK[index] for index in range(1, 20, 2)]
    assert deal.pile == (PACK[20],)
    assert deal.stock == PACK[21:]
    assert (deal.phase, deal.to_act, deal.starter) == ("upcard", 1, 1)
    assert (
        deal.play(gin.Action.PASS).play(gin.Action.PASS).play(gin.Action.DRAW_STOCK).drawn
        == (PACK[21])
    )


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ([*range(51), 0], "AS is twice"),
        (range(51), "KC is missing"),
        ([*range(52), 7], "8S is twice"),
        ([*range(51), 52], "52"),
        ("ZZ", "ZZ"),
        ("", "missing"),
    ],
)
def test_a_pack_that_is_not_52_cards_is_refused(deck: list[int], said: str) -> None:
    with pytest.raises(gin.ParseError, match=said):
        gin.Deal.new(deck, 0)


@pytest.mark.parametrize("starter", [2, -1, "A", True, None])
def test_a_starter_is_seat_0_or_1(starter: int) -> None:
    with pytest.raises(gin.ParseError, match="starter is seat 0 or seat 1"):
        gin.Deal.new(range(52), starter)


@pytest.mark.parametrize("starter", [0, 1])
def test_first_turn_with_two_passes(starter: int) -> None:
    # R6
    deal = first_turn(starter)
    assert "take the upcard 8C or pass" in refusal(deal, "stock")
    deal = play(deal, "pass")
    assert (deal.phase, deal.to_act) == ("upcard", 1 - starter)
    assert deal.legal_actions() == (gin.Action.TAKE, gin.Action.PASS)
    deal = play(deal, "pass")
    assert (deal.phase, deal.to_act) == ("must_draw", starter)
    assert deal.legal_actions() == (gin.Action.DRAW_STOCK,)
    for text in ("take", "pile", "pass"):
        assert "buried" in refusal(deal, text)
    deal = play(deal, "stock")
    assert (deal.phase, deal.to_act, deal.drawn, deal.barred) == (
        "discard",
        starter,
        gin.Card("9H"),
        None,
    )
    deal = play(deal, "discard 9H")
    assert cards_text(deal.pile) == "8C 9H"
    assert (deal.phase, deal.to_act) == ("draw", 1 - starter)


@pytest.mark.parametrize("passes", [0, 1])
def test_whoever_takes_the_upcard_plays_a_whole_turn(passes: int) -> None:
    # R6: a discard, and then the other draws; or a knock at once (R9)
    deal = play(first_turn(passes), *["pass"] * passes, "take")
    assert (deal.phase, deal.to_act, deal.pile, deal.barred) == (
        "discard",
        0,
        (),
        gin.Card("8C"),
    )
    later = play(deal, "discard 9D")
    assert (later.phase, later.to_act) == ("draw", 1)
    assert later.legal_actions() == (gin.Action.DRAW_STOCK, gin.Action.DRAW_DISCARD)
    over = play(deal, "knock 9D").result
    assert over is not None
    assert over.kind == "gin"


def test_refusals_name_the_card_and_the_rule() -> None:
    deal = play(first_turn(), "take")
    assert "just taken the 8C" in refusal(deal, "discard 8C")
    assert "just taken the 8C" in refusal(deal, "knock 8C")  # R8: no gin discard either
    assert "TS is not in your hand" in refusal(deal, "discard TS")
    for text in ("stock", "pile", "take"):
        assert "already drawn" in refusal(deal, text)
    assert "already drawn" in refusal(deal, "pass")
    assert "QC leaves 29 deadwood; you need 10 or less" in refusal(deal, "knock QC")
    assert "discarding the 9D leaves 0" in refusal(deal, "knock QC")
    deal = play(deal, "discard 9D")
    assert "Draw first" in refusal(deal, "discard TS")
    assert "first turn only" in refusal(deal, "pass")
    assert "no upcard to take" in refusal(deal, "take")
    assert "not your turn" in str(deal.view(0).refusal(gin.Action.DRAW_STOCK))


def with_hands(hand: str, other: str) -> gin.Deal:
    """A deal in which seat 0, with eleven cards, is to discard."""
    rest = list(WHOLE_PACK - gin.Hand(hand) - gin.Hand(other))
    return gin.Deal.position((hand, other), rest[:10], rest[10:], "discard", 0, 0)


def test_refused_knock_says_what_can_be_reached() -> None:
    hand, other = "2S 3S 4S 8H 8D 9S JC JH JD TC KC", "5H 6H 7H TS TD 3C 4C 5C AD QS"
    deal = with_hands(hand, other)
    assert refusal(deal, "knock KC") == (
        "The KC leaves 35 deadwood; you need 10 or less to knock, and no other discard leaves less."
    )
    assert "the best you can reach is 35 by discarding the TC" in refusal(deal, "knock 8H")


def test_a_refused_action_changes_nothing() -> None:
    deal = play(first_turn(), "take")
    before = pickle.dumps(deal)
    refusal(deal, "discard 8C")
    refusal(deal, "stock")
    assert pickle.dumps(deal) == before


def test_a_card_from_the_stock_may_be_discarded_at_once() -> None:
    # R8
    deal = play(first_turn(1), "pass", "pass", "stock", "discard 9H")
    assert deal.pile[-1] == gin.Card("9H")


def test_the_bar_lasts_one_turn() -> None:
    # R8
    deal = play(first_turn(), "take", "discard 9D", "stock", "discard 9H", "stock", "discard 8C")
    assert deal.pile[-1] == gin.Card("8C")
    deal = play(first_turn(), "take", "discard 9D", "pile")
    assert "just taken the 9D" in refusal(deal, "discard 9D")


def test_taking_gives_the_newest_card_of_the_pile() -> None:
    # R7
    deal = play(last_turn(), "pile")
    assert deal.drawn == gin.Card("8C")
    assert deal.pile[-1] == gin.Card(STOCK.split()[-4])
    assert len(deal.stock) == 3


def test_nobody_has_to_knock() -> None:
    # R9, R10: every discard stays open beside its knock
    deal = play(first_turn(), "take")
    legal = deal.legal_actions()
    plain = [action.card for action in legal if action.kind == "discard"]
    knocks = [action.card for action in legal if action.kind == "knock"]
    assert plain == sorted(deal.hands[0] - gin.Hand("8C"))
    assert gin.Card("9D") in knocks
    assert set(knocks) <= set(plain)
    assert legal[: len(plain)] == tuple(gin.Action("discard", card) for card in plain)


@pytest.mark.parametrize("barred", [None, "8C", "2S", "TC"])
def test_eleven_melded_cards_still_discard_and_are_gin(barred: str | None) -> None:
    # R11: no Big Gin, and R8 never stands in the way
    hand = "2S 3S 4S 8H 8D 8S 8C 9C TC JC QC"
    other = "5H 6H 7H TS TD 3C 4C KC AD QS"
    rest = list(WHOLE_PACK - gin.Hand(hand) - gin.Hand(other))
    deal = gin.Deal.position((hand, other), rest[:10], rest[10:], "discard", 0, 0, barred)
    assert deal.result is None
    going_gin = [
        action
        for action in deal.legal_actions()
        if action.kind == "knock" and _kind(deal.play(action)) == "gin"
    ]
    assert going_gin


def _kind(deal: gin.Deal) -> str:
    assert deal.result is not None
    return deal.result.kind


def several_spreads() -> gin.Deal:
    """Three runs or three sets, one point either way; the 7S and 3D could only go on runs."""
    hand, other = "4S 5S 6S 4H 5H 6H 4D 5D 6D AC KS", "3S 7S 7H 8H 3D KC KD QS JC 2C"
    return with_hands(hand, other)


def test_the_knocker_chooses_between_equal_spreads() -> None:
    # R12
    deal = several_spreads()
    spreads = deal.spreads("KS")
    points = {}
    for spread in spreads:
        over = deal.play(gin.Action.knock("KS", spread.melds[::-1]))
        assert over.result is not None
        assert over.result.spread == spread
        assert over.history[-1].action == gin.Action.knock("KS", spread.melds)
        points[spread.melds[0].kind] = over.result.points
    assert points == {"set": 69, "run": 41}
    default = deal.play(gin.Action.knock("KS"))
    assert default.result is not None
    assert default.result.spread == spreads[0]
    assert default.result.points == 69
    # The spread laid stands in the history, whatever the default becomes one day.
    assert default.history[-1].action.spread == spreads[0].melds


@pytest.mark.parametrize(
    ("spread", "said"),
    [
        ("4S,5S,6S/4H,5H,6H", "This spread leaves 16 deadwood and yours can be 1"),
        ("4S,5S,6S/4S,4H,4D/5H,5D,5C", "4S is in two melds"),
        ("4S,5S,6S/4H,5H,6H/4D,5D,6D,7D", "7D of the meld 4D 5D 6D 7D is not among"),
        ("QS,KS,JS", "is not among the ten cards"),
    ],
)
def test_a_spread_that_is_not_the_least_is_refused(spread: str, said: str) -> None:
    # R12: more deadwood than the least is never laid
    assert said in refusal(several_spreads(), f"knock KS {spread}")


def test_a_spread_within_the_limit_but_not_the_least_is_refused() -> None:
    # R12: ten or less is for the knock (R9), the spread has to leave the least
    hand, other = "AS 2S 3S JH JD JC QH QD QC AC KS", "4S 7H 8H 3D KC KD 5S 9C 9D TH"
    deal = with_hands(hand, other)
    said = refusal(deal, "knock KS JH,JD,JC/QH,QD,QC")
    assert said.startswith("This spread leaves 7 deadwood and yours can be 1")


def test_a_spread_that_leaves_one_point_too_many_is_refused() -> None:
    # R12: an ace left out of its run costs a single point
    hand, other = "AS 2S 3S 4S JH JD JC QH QD QC KS", "6S 7H 8H 3D KC KD 5S 9C 9D TH"
    deal = with_hands(hand, other)
    said = refusal(deal, "knock KS 2S,3S,4S/JH,JD,JC/QH,QD,QC")
    assert said.startswith("This spread leaves 1 deadwood and yours can be 0")


@pytest.mark.parametrize("run", ["4S,5S,6S,7S,8S,9S", "4S,5S,6S/7S,8S,9S", "7S,8S,9S/4S,5S,6S"])
def test_a_long_run_may_be_laid_as_two(run: str) -> None:
    # R12: the same least deadwood, so the knocker may
    hand, other = "4S 5S 6S 7S 8S 9S 2H 2D 2C AC KS", "3S 7H 8H 3D KC KD QS JC JD TH"
    deal = with_hands(hand, other)
    over = play(deal, f"knock KS {run}/2H,2D,2C")
    assert over.result is not None
    assert over.result.spread is not None
    assert set(over.result.spread.melds) == {
        *map(gin.Meld, run.replace(",", " ").split("/")),
        gin.Meld("2H 2D 2C"),
    }


def test_spreads_of_a_knock_that_is_refused() -> None:
    with pytest.raises(gin.IllegalAction, match="you need 10 or less"):
        several_spreads().spreads("4S")
    with pytest.raises(gin.IllegalAction, match="Draw first"):
        first_turn().spreads("9D")


def test_the_deal_dies_with_two_cards_in_the_stock() -> None:
    # R18
    deal = play(last_turn(), "stock")
    assert (deal.phase, len(deal.stock), deal.result) == ("discard", 2, None)
    deal = play(deal, "discard 9D")
    assert (deal.phase, deal.to_act, len(deal.stock)) == ("over", None, 2)
    assert deal.result == dead(deal.hands)
    assert deal.result.winner is None
    assert deal.result.scores == (0, 0)
    for text in ("stock", "pile", "pass", "take", "discard TS", "knock TS"):
        assert "deal is over" in refusal(deal, text)
    assert deal.legal_actions() == deal.view(0).legal_actions() == ()


def test_a_knock_on_the_last_turn_counts() -> None:
    # R18
    deal = play(last_turn(), "stock")
    assert _kind(play(deal, f"knock {deal.drawn}")) in ("knock", "undercut")


def test_taking_discards_does_not_end_the_deal_and_may_go_on_for_ever() -> None:
    # R18, R21
    deal = last_turn()
    for _ in range(60):
        for _seat in (0, 1):
            deal = play(deal, "pile")
            spare = next(action for action in deal.legal_actions() if action.kind == "discard")
            deal = deal.play(spare)
            assert (deal.phase, len(deal.stock)) == ("draw", 3)
    assert len(deal.history) == 240


def test_a_deal_is_a_value() -> None:
    deal = play(first_turn(), "take", "knock 9D")
    names = {name: getattr(gin, name) for name in gin.__all__}
    assert eval(repr(deal), names) == deal  # noqa: S307 - our own repr
    again = pickle.loads(pickle.dumps(deal))  # noqa: S301 - our own bytes
    assert again == deal
    assert hash(again) == hash(deal)
    with pytest.raises(AttributeError):
        deal.phase = "draw"  # type: ignore[misc]
