"""Somebody who presses and clicks anything at all, in windows of any size."""

import random
from itertools import product
from pathlib import Path

import pytest

from gin.session import Session
from gin.ui.glyph import ASCII, LINES
from gin.ui.keys import bindings
from house import finish_match, sit
from seat import Seat

SIZES = ((80, 24), (100, 30), (40, 20), (30, 10), (132, 40), (60, 16), (28, 8), (1, 1))
OUTSIDE = {"quit", "suspend", "redraw", "mouse"}


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_can_be_pressed_breaks_the_game(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    seat = Seat(sit(tmp_path, seed=str(seed)), dice.choice((LINES, ASCII)))
    screens: set[str] = set()
    for _ in range(400):
        seat.size = dice.choice(SIZES) if dice.random() < 0.05 else seat.size
        if seat.session.thinking:
            seat.computer()
        before = seat.session.table
        if dice.random() < 0.5:
            press_any_key(seat, dice)
        else:
            click_anything(seat, dice)
        check(seat, before.number)
        screens.add(seat.stage.screen.name)
    assert {"table", "help", "rules"} <= screens


def press_any_key(seat: Seat, dice: random.Random) -> None:
    lines = bindings(seat.stage.model.settings.keys)[seat.stage.screen.name]
    strokes = [stroke for line in lines for stroke in line.strokes]
    key, command = dice.choice(strokes)
    if command.name not in OUTSIDE:
        seat.keys(key)


def click_anything(seat: Seat, dice: random.Random) -> None:
    canvas = seat.canvas
    targets = [
        (x, y)
        for x, y in product(range(canvas.width), range(canvas.height))
        if (target := canvas.at(x, y)) is not None and target.name not in OUTSIDE
    ]
    if targets:
        seat.click_at(*dice.choice(targets))


def check(seat: Seat, number: int) -> None:
    table = seat.session.table
    assert seat.stage.model.table == table
    assert seat.stage.model.holding.hand == table.view.hand
    assert table.number in (number, number + 1, 1)
    width, height = seat.size
    rows = seat.rows
    assert len(rows) == height
    assert all(len(row) <= width for row in rows)


def test_every_screen_can_be_drawn_at_every_size(tmp_path: Path) -> None:
    session = sit(tmp_path)
    seats = [Seat(session).keys("?"), Seat(session).keys("R"), Seat(session).keys("l")]
    finish_match(session)
    seats += [over(session), over(session, "m"), over(session, "n"), over(session, "n", "n")]
    for seat in seats:
        name = seat.stage.screen.name
        for seat.size in product(
            (0, 1, 29, 30, 35, 36, 47, 66, 72, 96, 133), (0, 1, 10, 17, 22, 50)
        ):
            rows = seat.rows
            assert len(rows) == seat.size[1]
            assert all(len(row) <= seat.size[0] for row in rows)
        seat.size = (80, 24)
        assert seat.canvas is not None
        assert seat.stage.screen.name == name


def over(session: Session, *keys: str) -> Seat:
    return Seat(session).keys(*keys)
