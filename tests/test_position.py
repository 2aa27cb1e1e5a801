"""Positions set up by hand are checked once, completely, and say what is wrong."""

from typing import Any

import pytest

import gin


class Text(str):
    """As NumPy derives one, with a repr that is not that of a text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"np.str_({super().__repr__()})"


MINE = "2S 3S 4S 8H 8D 9S JC JH JD TC"
OTHER = "5H 6H 7H TS TD 3C 4C KC AD QS"
PILE = "TH 9H AC 5S JS QC 2H 9D 4H 9C 5D KH AS 7D KD AH QH QD 2D 3D 7S 3H 6S 2C 5C 8C 6D 8S 7C"
STOCK = "KS 6C 4D"


def position(**changes: Any) -> gin.Deal:
    """A right position with some parts changed."""
    parts: dict[str, Any] = {
        "hands": (MINE, OTHER),
        "stock": STOCK,
        "pile": PILE,
        "phase": "draw",
        "to_act": 0,
        "starter": 1,
    }
    return gin.Deal.position(**(parts | changes))


def test_a_phase_is_plain_text_whatever_it_is_derived_from() -> None:
    deal = position(phase=Text("draw"))
    assert deal == position()
    for phase in (deal.phase, deal.opening.phase, deal.view(0).phase):
        assert type(phase) is str


def test_a_position_is_what_was_given() -> None:
    deal = position()
    assert deal.hands == (gin.Hand(MINE), gin.Hand(OTHER))
    assert " ".join(map(str, deal.stock)) == STOCK
    assert " ".join(map(str, deal.pile)) == PILE
    assert (deal.phase, deal.to_act, deal.starter, deal.barred, deal.drawn) == (
        "draw",
        0,
        1,
        None,
        None,
    )
    assert deal.deck is None
    assert deal.opening == gin.Opening(0, "draw", deal.pile, 3)
    same = position(hands=(gin.Hand(MINE), OTHER.split()), stock=map(gin.Card, STOCK.split()))
    assert same == deal


def test_the_card_just_taken_is_part_of_the_position() -> None:
    # R8: without it a reload would make the card discardable
    *rest, top = PILE.split()
    deal = position(hands=(f"{MINE} {top}", OTHER), pile=rest, phase="discard", barred=top)
    assert (deal.barred, deal.drawn) == (gin.Card(top), gin.Card(top))
    assert deal.opening.barred == gin.Card(top)
    with pytest.raises(gin.IllegalAction, match="just taken the 7C"):
        deal.play(gin.Action.discard(top))


def test_going_back_to_the_beginning_keeps_the_card_just_taken_barred() -> None:
    # R8
    *rest, top = PILE.split()
    deal = position(hands=(f"{MINE} {top}", OTHER), pile=rest, phase="discard", barred=top)
    again = deal.play(gin.Action.discard("TC")).rewound(0)
    assert again == deal
    assert gin.Action.discard(top) not in again.legal_actions()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"hands": (MINE, OTHER.replace("KC", "TC"))}, "TC is both in the hand of seat 0 and"),
        ({"hands": (MINE.replace("2S", "3S"), OTHER)}, "3S is twice in the hand of seat 0"),
        ({"stock": f"{STOCK} 7C"}, "7C is both in the stock and on the discard pile"),
        ({"pile": PILE.removesuffix(" 7C")}, "7C is missing"),
        ({"hands": (MINE.removesuffix(" TC"), f"{OTHER} TC")}, "Seat 0 holds 10 cards"),
        ({"phase": "discard"}, "Seat 0 holds 11 cards in the phase discard, not 10"),
        ({"hands": (MINE,)}, "two hands, not 1"),
        ({"stock": "KS 6C", "pile": f"4D {PILE}"}, "holds 3 cards or more"),
        ({"phase": "upcard"}, "the discard pile is the upcard alone"),
        ({"phase": "must_draw"}, "the discard pile is the upcard alone"),
        ({"phase": "over"}, "has the phase upcard, must_draw, draw, discard"),
        ({"phase": "knocking"}, "not 'knocking'"),
        ({"to_act": 2}, "player to act is seat 0 or seat 1"),
        ({"starter": "C"}, "starter is seat 0 or seat 1"),
        ({"barred": "JD"}, "JD can be barred only"),
        ({"stock": f"{STOCK} {PILE}", "pile": ""}, "discard pile is empty only"),
        ({"stock": "KS 6C ZZ"}, "ZZ"),
        ({"barred": "ZZ"}, "ZZ"),
    ],
)
def test_what_cannot_be_is_refused_by_name(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(gin.ParseError, match=said):
        position(**changes)


def test_a_barred_card_is_held_by_the_player_about_to_discard() -> None:
    hands = (f"{MINE} KS", OTHER)
    with pytest.raises(gin.ParseError, match="AD can be barred only"):
        position(hands=hands, stock="6C 4D 7C", pile=PILE[:-3], phase="discard", barred="AD")


def test_after_two_passes_the_starter_draws() -> None:
    # R6
    stock = f"{STOCK} {PILE}".split()
    deal = position(stock=stock[:-1], pile=stock[-1:], phase="must_draw", to_act=1)
    assert deal.legal_actions() == (gin.Action.DRAW_STOCK,)
    with pytest.raises(gin.ParseError, match="starter is to act"):
        position(stock=stock[:-1], pile=stock[-1:], phase="must_draw", to_act=0)


def test_two_cards_in_the_stock_are_enough_after_drawing_from_it() -> None:
    # R18
    deal = position(hands=(f"{MINE} KS", OTHER), stock="6C 4D", phase="discard")
    assert deal.play(gin.Action.discard("KS")).phase == "over"
    with pytest.raises(gin.ParseError, match="holds 3 cards or more"):
        position(hands=(f"{MINE} KS", OTHER), stock="6C 4D", phase="discard", barred="KS")
