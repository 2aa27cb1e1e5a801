"""The pages for reading: the keys of each screen, the rules and questions, the log of a deal."""

import re

import pytest

import gin
from gin.ui.glyph import ASCII
from gin.ui.keys import BINDINGS, bindings
from gin.ui.screens.reading import HelpScreen
from seat import Seat, position


def drawing() -> Seat:
    ten = "5S 6S 7S 2H 3H 4H JH JD JC AD"
    return Seat.at(position(ten, "8S 9S JS KS KC KH QD 6D 4C 2C", "KD", "draw"))


@pytest.mark.parametrize("screen", [name for name in BINDINGS if name != "small"])
def test_the_key_help_lists_exactly_what_is_bound(screen: str) -> None:
    seat = drawing()
    seat.size = (100, 40)
    page = key_help(seat, screen)
    column = max(14, *(len(binding.shown) + 2 for binding in BINDINGS[screen]))
    words = " ".join(page.replace("│", " ").split())
    for binding in BINDINGS[screen]:
        assert f"{binding.shown:<{column}}{binding.label.split()[0]}" in page
        assert f"{binding.shown} {binding.label}" in words
    listed = [line for line in page.splitlines() if line.startswith("│ ") and line[2] != " "]
    assert len(listed) == len(BINDINGS[screen]) + 2 + (screen == "table")  # and notes below them


WRITTEN = {
    **dict.fromkeys(("up", "down", "left", "right"), "arrows"),
    **dict.fromkeys(("s-left", "s-right"), "S-arrows"),
    **{f"c-{letter}": f"Ctrl-{letter.upper()}" for letter in "crlz"},
    "s-tab": "S-Tab",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


@pytest.mark.parametrize("kind", ["letters", "vim"])
def test_every_key_that_is_bound_is_named_in_the_key_help(kind: str) -> None:
    for screen, lines in bindings(kind).items():
        for binding in lines:
            named = set(f"{binding.shown} {binding.label}".replace("(", "").split())
            if "1-9" in named:
                named |= set("123456789")
            for key, _ in binding.strokes:
                names = {key, key.capitalize(), WRITTEN.get(key, key)}
                assert names & named, (screen, key, binding.shown)


@pytest.mark.parametrize("kind", ["letters", "vim"])
@pytest.mark.parametrize("size", [(40, 20), (60, 20), (80, 24)])
def test_keys_and_what_they_do_stand_apart(kind: str, size: tuple[int, int]) -> None:
    for screen, lines in bindings(kind).items():
        if screen == "small":
            continue
        seat = drawing().setting(keys=kind)
        width = min(size[0] - 1, 84) - 4
        page = [t for t, _ in HelpScreen(seat.stage.model, seat.stage, screen).lines(width)]
        for binding in lines:
            assert any(re.match(rf"{re.escape(binding.shown)}(: |  +)\S", line) for line in page), (
                screen,
                binding.shown,
            )


def key_help(seat: Seat, screen: str) -> str:
    seat.stage.open(HelpScreen(seat.stage.model, seat.stage, screen))
    return "\n".join(row.strip() for row in seat.rows)


def test_no_key_is_bound_twice_on_a_screen_and_no_mouse_report_does_harm() -> None:
    harmless = {"pick"}
    for lines in BINDINGS.values():
        keys = [key for binding in lines for key, _ in binding.strokes]
        assert len(keys) == len(set(keys))
        for binding in lines:
            for key, command in binding.strokes:
                if key in "0123456789;<[Mm" and key != "m":
                    assert command.name in harmless
                if key == "m":
                    assert command.name == "board"


def test_game_keys_do_nothing_while_the_help_is_open() -> None:
    seat = drawing()
    seat.keys("?")
    assert {"s", "t", "d", "k", "p"}.isdisjoint(
        key for binding in BINDINGS["help"] for key, _ in binding.strokes
    )
    seat.keys("escape")
    assert seat.stage.screen.name == "table"


def test_the_rules_and_the_questions_say_the_house_rules() -> None:
    seat = drawing()
    seat.size = (90, 200)
    rules = " ".join(seat.keys("R").words.replace("│", " ").split())
    for fact in ("10 or less", "25 plus", "The ace is low", "no Big Gin", "two cards are left"):
        assert fact in rules
    assert "no layoffs against it" in rules
    assert "an equal count gives 25" in rules
    assert "The start alternates" in rules
    questions = " ".join(seat.keys("tab").words.replace("│", " ").split())
    assert "What happens on a tie?" in questions
    assert "How do the controls work?" in questions
    seat.keys("escape")
    assert seat.stage.screen.name == "table"


def test_a_long_log_scrolls_below_a_header_that_stays() -> None:
    """Sixty actions and more: the header stays, the newest turn shows, the first can be reached."""
    seat = Seat.at(glyphs=ASCII)
    session = seat.session
    while session.table.view.stock > 4:
        if session.thinking:
            view = session._view(1)
            session.answer(wait_out(view))
        else:
            session.play(wait_out(session.table.view))
    seat = Seat(session, ASCII)
    turns = len(session.table.view.history) // 2
    assert turns > 25
    for seat.size in ((80, 24), (100, 30), (40, 20)):
        assert "/100" in seat.rows[0] or "to 100" in seat.rows[0]
        seat.keys("l")
        assert f"{turns}  " in seat.text
        seat.keys("home")
        assert "passed" in seat.text
        seat.keys("escape")


def wait_out(view: gin.View) -> gin.Action:
    """Pass, draw from the stock and throw the card away again."""
    if view.drawn is not None:
        return gin.Action.discard(view.drawn)
    return gin.Action.PASS if view.phase == "upcard" else gin.Action.DRAW_STOCK
