"""A card clicked twice at once: nothing of its own, unless the person wants it thrown."""

from pathlib import Path

from gin.saves import Store
from gin.session import Session
from seat import Seat


def on_turn(tmp_path: Path) -> Seat:
    """The person with eleven cards."""
    session = Session.open(Store(tmp_path), seed="twice")
    while session.table.phase != "discard" or not session.table.your_turn:
        if session.thinking:
            session.answer(session.choose())
        else:
            session.play(session.legal_actions()[-1 if session.table.phase == "upcard" else 0])
    return Seat(session)


def click_twice(seat: Seat, card: str, apart: float) -> None:
    for now in (100.0, 100.0 + apart):
        seat.canvas  # noqa: B018
        cell = seat.card_cell(card)
        seat.stage.press(*cell)
        command = seat.stage.release(*cell, now)
        assert command is not None
        seat.stage.do(command)


def loose(seat: Seat) -> str:
    """A card that may be thrown."""
    view = seat.session.table.view
    return next(str(card) for card in view.hand if card != view.barred)


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
