"""Every screen as text at several sizes, compared with the stored pictures.

`GIN_WRITE_SCREENS=1 pytest tests/test_ui_screens.py` writes the pictures anew; look at the diff.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from weakref import finalize

import pytest
from prompt_toolkit.utils import get_cwidth

from gin.ui.canvas import Canvas
from gin.ui.command import Command
from gin.ui.glyph import ASCII, LINES
from gin.ui.stage import Stage
from house import finish_match, sit_before_the_cards
from seat import Seat, position

PICTURES = Path(__file__).parent / "data" / "screens"
SIZES = ((80, 24), (100, 30), (40, 20), (30, 10))

THEIRS = "8S 9S JS KS KC KH QD 6D 4C 2C"
TEN = "5S 6S 7S 2H 4H JH JD AD 9C TH"
ELEVEN = "5S 6S 7S 2H 3H 4H JH JD JC AD 9C"
EQUAL = "4S 5S 6S 4H 5H 6H 4D 5D 6D AC KH"


def upcard() -> Seat:
    return Seat.at(position(TEN, THEIRS, "8C", "upcard", 31))


def must_draw() -> Seat:
    return Seat.at(position(TEN, THEIRS, "8C", "must_draw", 31))


def draw() -> Seat:
    return Seat.at(position(TEN, THEIRS, "JC", "draw", 24))


def drawn() -> Seat:
    return draw().keys("s")


def discard() -> Seat:
    return Seat.at(position(ELEVEN, THEIRS, "8D", "discard", 24)).select("9C")


def refusal() -> Seat:
    return draw().keys("t").select("JC").keys("d")


def last_turn() -> Seat:
    return Seat.at(position(TEN, THEIRS, "JC", "draw", 3)).keys("s")


def ungrouped() -> Seat:
    return discard().keys("G", "r")


def moved() -> Seat:
    return discard().keys(",", ",", ",")


def cut() -> Seat:
    directory = mkdtemp()
    session = sit_before_the_cards(Path(directory))
    finalize(session, rmtree, directory, ignore_errors=True)
    seat = Seat(session)
    for char in "my cat":
        seat.stage.do(Command("type", number=ord(char)))
    return seat


def fair() -> Seat:
    return cut().keys("enter", "f")


def revealed() -> Seat:
    return match().keys("f")


def in_ascii() -> Seat:
    return Seat.at(position(ELEVEN, THEIRS, "8D", "discard", 24), ASCII).select("9C")


def after_a_turn() -> Seat:
    return draw().keys("s").select("TH").keys("d").computer()


def preview() -> Seat:
    return discard().keys("k")


def equal_spreads() -> Seat:
    theirs = "3S 7S 7H 8H 3D KC KD QS JC 2C"
    return Seat.at(position(EQUAL, theirs, "TD", "discard", 10)).select("KH").keys("k", "down")


def knock() -> Seat:
    return preview().keys("k")


def undercut() -> Seat:
    mine, theirs = "6C 7C 8C 2S 2H 2C JS JH JD 8H KH", "9C 2D 5D QS QD QC 4S 4C 4H 4D"
    return Seat.at(position(mine, theirs, "JC")).select("KH").keys("k", "k")


def gin() -> Seat:
    mine, theirs = "2C 3C 4C 8S 8H 8D TD JD QD KD KS", "5H 5S 5C 7C 8C 9C 6D 4S 3H AH"
    return Seat.at(position(mine, theirs, "JC")).select("KS").keys("k", "k")


def dead() -> Seat:
    return last_turn().select("TH").keys("d")


def hint() -> Seat:
    return after_a_turn().keys("h")


def reasons() -> Seat:
    return hint().keys("s", "h", "h")


def choices() -> Seat:
    return reasons().keys("h")


def last_move() -> Seat:
    return after_a_turn().keys("w")


def cards_seen() -> Seat:
    return after_a_turn().keys("c")


def live_coach() -> Seat:
    seat = after_a_turn()
    seat.stage.model.change("coach", "live")
    # The deal is marked when the table is seen again.
    return seat.keys("o", "escape")


def warned() -> Seat:
    seat = after_a_turn().keys("s")
    seat.stage.model.change("coach", "warn")
    return seat.select("2H")


def uncounted() -> Seat:
    seat = discard()
    seat.stage.model.change("deadwood", "hidden")
    return seat


def coached() -> Seat:
    seat = knock()
    seat.stage.model.change("coach", "after")
    return seat


def taken_back() -> Seat:
    return after_a_turn().keys("u")


def board() -> Seat:
    return match().keys("m")


def match() -> Seat:
    session = Seat.at().session
    finish_match(session)
    return Seat(session).keys("n")


def level() -> Seat:
    return match().keys("n")


def rules() -> Seat:
    return upcard().keys("R")


def questions() -> Seat:
    return upcard().keys("R", "tab")


def keys() -> Seat:
    return upcard().keys("?")


def log() -> Seat:
    return after_a_turn().keys("l")


def settings() -> Seat:
    return upcard().keys("o", "down", "right")


def menu() -> Seat:
    return upcard().keys("b")


def menu_of_a_match() -> Seat:
    return after_a_turn().keys("b", "down")


def statistics() -> Seat:
    return match().keys("b", "s")


def compact() -> Seat:
    return discard().setting(cards="compact")


def compact_result() -> Seat:
    return knock().setting(cards="compact")


def vim() -> Seat:
    return discard().setting(keys="vim")


SCENES: tuple[Callable[[], Seat], ...] = (
    upcard,
    must_draw,
    draw,
    drawn,
    discard,
    refusal,
    last_turn,
    ungrouped,
    moved,
    in_ascii,
    cut,
    fair,
    revealed,
    after_a_turn,
    preview,
    equal_spreads,
    knock,
    undercut,
    gin,
    dead,
    hint,
    reasons,
    choices,
    last_move,
    cards_seen,
    live_coach,
    warned,
    uncounted,
    coached,
    taken_back,
    board,
    match,
    level,
    rules,
    questions,
    keys,
    log,
    settings,
    menu,
    menu_of_a_match,
    statistics,
    compact,
    compact_result,
    vim,
)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_the_screen_is_as_in_its_picture(scene: Callable[[], Seat]) -> None:
    seat = scene()
    parts: list[str] = []
    for seat.size in SIZES:
        width, height = seat.size
        rows = seat.rows
        assert len(rows) == height
        assert all(len(row) <= width for row in rows)
        parts.append(f"--- {width}x{height}\n" + "\n".join(rows) + "\n")
    drawn_now = "\n".join(parts)
    picture = PICTURES / f"{scene.__name__}.txt"
    if os.environ.get("GIN_WRITE_SCREENS"):
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_text(drawn_now, encoding="utf-8")
    assert drawn_now == picture.read_text(encoding="utf-8")


def test_words_that_are_wide_or_no_ascii_break_no_frame() -> None:
    for glyphs in (LINES, ASCII):
        seat = cut()
        seat.stage = Stage(seat.session, glyphs)
        for char in "K\u00e4se \u6f22\u5b57 \U0001f9c0 e\u0301 \ufe0f":
            seat.stage.do(Command("type", number=ord(char)))
        seat.stage.model.places = "Saved in /home/J\u00f8rgen/\u6f22."
        assert glyphs is LINES or seat.text.isascii()
        seat.keys("enter", "f")
        sides = {row[-1] for row in seat.rows if row.startswith(glyphs.frame.upright)}
        assert sides == {glyphs.frame.upright}
        assert all(get_cwidth(row) == len(row) for row in seat.rows)
        assert glyphs is LINES or seat.text.isascii()
        assert ("K\u00e4se ?? ? e?" if glyphs is LINES else "K?se ?? ? e?") in seat.text
        assert glyphs is LINES or seat.keys("escape", "o").text.isascii()


def empty_pile() -> Seat:
    return upcard().keys("t")


def asked() -> Seat:
    return after_a_turn().keys("b", "n")


WINDOWS = [(width, height) for width in (30, 36, 41, 60, 67, 72, 77) for height in (10, 15, 17, 24)]


@pytest.mark.parametrize("scene", [asked, board, cut, empty_pile, knock, level, settings])
def test_no_window_cuts_a_word_or_writes_one_over_another(
    scene: Callable[[], Seat], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = scene()
    put = Canvas.put
    written: list[str] = []

    def watched(  # noqa: PLR0917 - as the method it stands for
        self: Canvas,
        x: int,
        y: int,
        text: str,
        style: str = "",
        target: Command | None = None,
    ) -> None:
        text_end = x + len(text.rstrip())
        lost = bool(text.strip()) and (not 0 <= y < self.height or text_end > self.width)
        row = self.cells[self.top + y][self.left :] if 0 <= y < self.height else []
        under = "".join(cell.char for cell in row[max(x, 0) : x + len(text)])
        # Over words only the same words may be written, or a line that leaves nothing of them.
        mixed = re.search(r"\w\w", under) and under != text and x + len(text) < self.width
        if lost or (text.strip() and mixed):
            written.append(f"{seat.size}: {text!r} over {under!r}")
        put(self, x, y, text, style, target)

    monkeypatch.setattr(Canvas, "put", watched)
    for seat.size in WINDOWS:
        assert len(seat.rows) == seat.size[1]
    assert not written


def test_a_window_made_small_and_large_again_shows_the_same_table() -> None:
    seat = discard()
    before = seat.text
    for seat.size in ((40, 20), (28, 8), (200, 60), (100, 30)):
        assert seat.text != before
    seat.size = (80, 24)
    assert seat.text == before
