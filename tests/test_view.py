"""All that one seat may know, and nothing else."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin
from gin.cards import WHOLE_PACK
from strategies import courses, decks


def course(deck: list[str], starter: int, choices: list[int]) -> gin.Deal:
    """The deal after these choices, each modulo the count of legal actions."""
    deal = gin.Deal.new(deck, starter)
    for choice in choices:
        legal = deal.legal_actions()
        if not legal:
            break
        deal = deal.play(legal[choice % len(legal)])
    return deal


@pytest.mark.parametrize(
    ("scores", "target"), [((100, 0), 100), ((0, 100), 100), ((60, 30), 50), ((1, 0), 1)]
)
def test_no_deal_is_played_after_the_match_has_been_won(
    scores: tuple[int, int], target: int
) -> None:
    deal = gin.Deal.new(range(52), 0)
    with pytest.raises(gin.ParseError) as caught:
        deal.view(0, scores, target)
    assert str(caught.value) == (
        f"At {scores[0]} to {scores[1]} a match to {target} has been won; the scores before a deal"
        " are below the target."
    )


@pytest.mark.parametrize("scores", [(-1, 0), (0, -1)])
def test_nobody_has_less_than_no_points(scores: tuple[int, int]) -> None:
    with pytest.raises(gin.ParseError, match=r"A score .*-1"):
        gin.Deal.new(range(52), 0).view(0, scores)


def test_the_last_view_of_a_match_that_has_been_won_is_there() -> None:
    match = gin.Match(target=1, seed=bytes(32))
    while match.winner is None:
        action = gin.player("simple").choose(match.view(match.deal.to_act or 0))
        match = match.play(action)
    for seat in (0, 1):
        assert (match.view(seat).my_score, match.view(seat).phase) == (0, "over")


deals = st.builds(course, decks(), st.integers(0, 1), courses(most=60))


@given(deals, st.integers(0, 1))
def test_a_view_tells_what_both_saw_and_the_own_hand(deal: gin.Deal, seat: int) -> None:
    view = deal.view(seat, scores=(12, 30), target=50)
    assert (view.my_score, view.opponent_score) == ((12, 30) if seat == 0 else (30, 12))
    assert (view.seat, view.starter, view.phase, view.to_act) == (
        seat,
        deal.starter,
        deal.phase,
        deal.to_act,
    )
    assert view.hand == deal.hands[seat]
    assert (view.pile, view.stock, view.target) == (deal.pile, len(deal.stock), 50)
    assert view.my_turn == (deal.to_act == seat)
    assert view.legal_actions() == (deal.legal_actions() if view.my_turn else ())
    assert view.upcard == deal.opening.pile[0]
    assert view.top == (deal.pile[-1] if deal.pile else None)
    assert view.drawn == (deal.drawn if view.my_turn else None)
    assert view.barred == deal.barred


@given(deals, st.integers(0, 1))
def test_known_unseen_and_possible_cards(deal: gin.Deal, seat: int) -> None:
    view = deal.view(seat)
    other = deal.hands[1 - seat]
    assert view.known <= other
    assert other <= view.possible
    assert view.known | view.unseen == view.possible
    assert not view.known & view.unseen
    assert gin.Hand(deal.stock) <= view.unseen
    assert view.unseen == WHOLE_PACK - view.hand - gin.Hand(view.pile) - view.known


@given(deals, st.integers(0, 1), st.randoms(use_true_random=False))
def test_no_hidden_card_is_in_a_view(deal: gin.Deal, seat: int, random: Random) -> None:
    """Other hidden cards, dealt so that the seat saw the same, give the same view."""
    view = deal.view(seat)
    hidden = sorted(view.unseen)
    random.shuffle(hidden)
    held = len(deal.hands[1 - seat]) - len(view.known)
    other = gin.Hand(hidden[:held]) | view.known
    hands = (view.hand, other) if seat == 0 else (other, view.hand)
    if deal.to_act is None:
        return
    swapped = gin.Deal.position(
        hands, hidden[held:], deal.pile, deal.phase, deal.to_act, deal.starter, deal.barred
    ).view(seat)
    same = ("phase", "to_act", "hand", "barred", "pile", "stock", "possible")
    for name in same:
        assert getattr(swapped, name) == getattr(view, name)
    assert swapped.legal_actions() == view.legal_actions()
    for event in view.history:
        if event.seat != seat and event.action.kind == "stock":
            assert event.card is None


@given(deals, st.integers(0, 1))
def test_the_encoded_history_replays_the_public_course(deal: gin.Deal, seat: int) -> None:
    view = deal.view(seat)
    codes = view.encoded()
    assert len(codes) == len(view.history) == len(deal.history)
    pile, stock = list(view.opening.pile), view.opening.stock
    for code, event in zip(codes, view.history, strict=True):
        if code in (0, 3):
            assert event.card == pile.pop()
        elif code == 2 or code >= 108:
            stock -= 1
            assert (code >= 108) == (event.seat == seat)
            if code >= 108:
                assert event.card == gin.Card(code - 108)
        elif code != 1:
            card = gin.Card(code - 4 if code < 56 else code - 56)
            assert event.action.kind == ("discard" if code < 56 else "knock")
            assert event.action.card == card
            pile.append(card)
    assert (tuple(pile), stock) == (view.pile, view.stock)


def test_a_position_tells_the_card_that_the_other_has_just_taken() -> None:
    cards = sorted(WHOLE_PACK)
    hands = (gin.Hand(cards[:11]), gin.Hand(cards[11:21]))
    deal = gin.Deal.position(hands, cards[21:40], cards[40:], "discard", 0, 1, barred="AS")
    assert deal.view(1).known == gin.Hand("AS")
    assert deal.view(0).known == gin.Hand()
    assert deal.view(1).upcard is None
    later = deal.play(gin.Action.discard("2S")).view(1)
    assert later.known == gin.Hand("AS")


@given(deals, st.integers(0, 1))
def test_a_view_is_a_value(deal: gin.Deal, seat: int) -> None:
    view = deal.view(seat)
    names = {name: getattr(gin, name) for name in gin.__all__}
    assert eval(repr(view), names) == view  # noqa: S307 - our own repr
    assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301 - our own bytes
    assert hash(view) == hash(deal.view(seat))
