"""What the right mouse button says about a card or a pile."""

import pytest

from gin.cards import Card
from gin.ui.command import Command
from gin.ui.explanation import explain
from seat import Seat, position

TEN = "5S 6S 7S 2H 4H JH JD AD 9C TH"
ELEVEN = "5S 6S 7S 2H 3H 4H JH JD JC AD 9C"
THEIRS = "8S 9S JS KS KC KH QD 6D 4C 2C"


def said(seat: Seat, name: str, card: str | None = None) -> str:
    return explain(Command(name, Card(card) if card else None), seat.stage.model)


def at_the_discard() -> Seat:
    return Seat.at(position(ELEVEN, THEIRS, "8D", "discard", 24))


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("6S", "6♠ is in the run 5♠ 6♠ 7♠."),
        ("JD", "J♦ is in the set J♥ J♦ J♣."),
        ("AD", "A♦ is in no meld of the best arrangement and counts 1 point."),
    ],
)
def test_a_card_is_in_a_meld_or_counts(card: str, text: str) -> None:
    assert said(at_the_discard(), "card", card) == text


def test_nothing_is_counted_for_who_counts_alone() -> None:
    seat = at_the_discard().setting(deadwood="hidden")
    assert said(seat, "card", "6S") == "6♠ counts 6 points in no meld."


def test_a_card_just_taken_is_said_to_stay() -> None:
    seat = Seat.at(position(TEN, THEIRS, "JC", "draw", 24)).keys("t")
    assert said(seat, "card", "JC") == "You took J♣ this turn, so it stays until your next."


def test_the_piles_say_what_they_hold() -> None:
    seat = at_the_discard()
    assert said(seat, "take").startswith("The discard pile, the newest card first: 8♦")
    assert said(seat, "stock").startswith("The stock: 24 cards face down.")
    assert "when the deal is over" in said(seat, "peek")
    first = Seat.at(position(TEN, THEIRS, "8C", "upcard", 31)).keys("t")
    assert said(first, "take") == "The discard pile: it is empty now."


def test_a_button_says_enough_itself() -> None:
    seat = at_the_discard()
    assert said(seat, "sort") == ""
    before = seat.text
    seat.stage.look(*seat.place("r Sort"))
    assert seat.text == before
