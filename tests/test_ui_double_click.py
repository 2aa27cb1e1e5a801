"""A card clicked twice at once: nothing of its own, unless the person wants it thrown."""

from pathlib import Path

from gin.saves import Store
from gin.session import Session
from house import finish_match, sit
from seat import Seat, position


def on_turn(tmp_path: Path) -> Seat:
    """The person with eleven cards."""
    session = Session.open(Store(tmp_path), seed="twice")
    while session.table.phase != "discard" or not session.table.your_turn:
        if session.thinking:
            session.answer(session.choose())
        else:
            session.play(session.legal_actions()[-1 if session.table.phase == "upcard" else 0])
    return Seat(session)


def click(seat: Seat, card: str, now: float) -> None:
    seat.canvas  # noqa: B018
    cell = seat.card_cell(card)
    seat.stage.press(*cell)
    command = seat.stage.release(*cell, now)
    assert command is not None
    seat.stage.do(command)


def click_twice(seat: Seat, card: str, apart: float) -> None:
    for now in (100.0, 100.0 + apart):
        click(seat, card, now)


def click_a_button_twice(
    seat: Seat, written: str, apart: float = 0.1, start: float = 100.0
) -> None:
    """Click on a text, and again on the same cell, whatever is there then."""
    cell = seat.place(written)
    for now in (start, start + apart):
        seat.canvas  # noqa: B018
        seat.stage.press(*cell)
        command = seat.stage.release(*cell, now)
        if command is not None:
            seat.stage.do(command)


def loose(seat: Seat, at: int = 0) -> str:
    """A card that may be thrown."""
    view = seat.session.table.view
    return [str(card) for card in view.hand if card != view.barred][at]


def test_twice_at_once_raises_and_lowers_the_card(tmp_path: Path) -> None:
    seat = on_turn(tmp_path)
    click_twice(seat, loose(seat), 0.1)
    assert seat.selected is None
    assert seat.session.table.phase == "discard"


def test_twice_at_once_throws_the_card_where_that_is_set(tmp_path: Path) -> None:
    seat = on_turn(tmp_path).setting(double_click="discard")
    card = loose(seat)
    click_twice(seat, card, 0.1)
    thrown = [str(event.action) for event in seat.session.table.view.history if event.seat == 0]
    assert thrown[-1] == f"discard {card}"


def test_two_slow_clicks_are_two_clicks(tmp_path: Path) -> None:
    seat = on_turn(tmp_path).setting(double_click="discard")
    click_twice(seat, loose(seat), 2.0)
    assert seat.selected is None
    assert seat.session.table.phase == "discard"


def test_twice_at_once_asks_before_a_new_match_and_twice_slowly_begins_it(tmp_path: Path) -> None:
    seat = on_turn(tmp_path).keys("b")
    click_a_button_twice(seat, "New match")
    assert seat.stage.screen.name == "menu"
    assert "would stay unfinished" in seat.words
    seat.keys("escape", "b")
    click_a_button_twice(seat, "New match", apart=2.0, start=200.0)
    assert seat.session.fresh


def test_twice_at_once_shows_the_knock_and_twice_slowly_knocks() -> None:
    eleven, theirs = "5S 6S 7S 2H 3H 4H JH JD JC AD 9C", "8S 9S JS KS KC KH QD 6D 4C 2C"
    seat = Seat.at(position(eleven, theirs, "8D", "discard", 24)).select("9C")
    click_a_button_twice(seat, "[k KNOCK")
    assert seat.stage.screen.name == "knock"
    seat.keys("escape")
    click_a_button_twice(seat, "[k KNOCK", apart=2.0, start=200.0)
    assert seat.session.table.result is not None


def test_twice_at_once_starts_a_match_and_leaves_the_cut_to_be_made(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    seat = Seat(session).keys("n", "n")
    click_a_button_twice(seat, "Start the match")
    assert seat.stage.screen.name == "cut"
    assert session.cuttable


def test_twice_at_once_on_a_button_that_gives_way_to_another_presses_the_first() -> None:
    ten, theirs = "5S 6S 7S 2H 3H 4H JH JD JC AD", "8S 9S JS KS KC KH QD 6D 4C 2C"
    seat = Seat.at(position(ten, theirs, "8D", "draw", 24))
    click_a_button_twice(seat, "[s Draw")
    assert "You drew" in seat.words
    assert "Select a card first" not in seat.words


def test_what_is_stepped_through_is_clicked_as_fast_as_one_likes(tmp_path: Path) -> None:
    seat = on_turn(tmp_path).keys("o")
    before = seat.stage.model.settings.choice("cards")
    click_a_button_twice(seat, "›")
    once = on_turn(tmp_path / "once").keys("o").click("›").stage.model.settings.choice("cards")
    assert len({before, once, seat.stage.model.settings.choice("cards")}) == 3


def test_two_cards_clicked_at_once_are_not_one_clicked_twice(tmp_path: Path) -> None:
    seat = on_turn(tmp_path).setting(double_click="discard")
    first, second = loose(seat), loose(seat, 1)
    click(seat, first, 100.0)
    click(seat, second, 100.1)
    assert seat.selected == second
    assert seat.session.table.phase == "discard"
