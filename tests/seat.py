"""Somebody at the table without a terminal: keys by name, clicks on what is written, text back."""

from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from weakref import finalize

import gin
from gin.session import Session
from gin.turn import Phase
from gin.ui.canvas import Canvas
from gin.ui.glyph import LINES, Glyphs
from gin.ui.keys import bindings
from gin.ui.stage import Stage
from house import set_deal, sit, to_person

SIZES = ((80, 24), (100, 30), (40, 20))
PACK = [gin.Card(index) for index in range(52)]


def position(  # noqa: PLR0917
    mine: str,
    theirs: str,
    top: str,
    phase: Phase = "discard",
    stock: int = 30,
    to_act: int = 0,
    barred: str | None = None,
) -> gin.Deal:
    """A deal set up by its hands; what is left lies in the stock and under `top`."""
    held = gin.Hand(mine) | gin.Hand(theirs) | gin.Hand(top)
    rest = [card for card in PACK if card not in held]
    return gin.Deal.position(
        (mine, theirs),
        rest[:stock],
        [*rest[stock:], gin.Card(top)],
        phase,
        to_act,
        0,
        barred,
    )


class Seat:
    """The person's seat: what is on the screen, and every way to touch it."""

    def __init__(self, session: Session, glyphs: Glyphs = LINES, size: tuple[int, int] = (80, 24)):
        self.session = session
        self.size = size
        self.stage = Stage(session, glyphs)
        self._seconds = 0.0

    @staticmethod
    def at(
        deal: gin.Deal | None = None, glyphs: Glyphs = LINES, size: tuple[int, int] = (80, 24)
    ) -> "Seat":
        """A seat at a table with fresh saves, where `deal` is being played."""
        directory = mkdtemp()
        session = sit(Path(directory))
        finalize(session, rmtree, directory, ignore_errors=True)
        return Seat(set_deal(session, deal) if deal is not None else session, glyphs, size)

    @property
    def canvas(self) -> Canvas:
        """The screen as it is drawn now."""
        return self.stage.draw(*self.size)

    @property
    def rows(self) -> list[str]:
        """The rows of the screen."""
        return self.canvas.text()

    @property
    def text(self) -> str:
        """The whole screen as text."""
        return "\n".join(self.rows)

    @property
    def words(self) -> str:
        """The text with every run of blanks and line ends as one blank: what a sentence is in."""
        return " ".join(self.text.split())

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards in the order in which they are shown."""
        return tuple(map(str, self.stage.model.holding.shown))

    @property
    def selected(self) -> str | None:
        """The selected card."""
        card = self.stage.model.holding.selected
        return None if card is None else str(card)

    def keys(self, *names: str) -> "Seat":
        """Press keys; each must be bound on the screen that is up."""
        for name in names:
            lines = bindings(self.stage.model.settings.keys)[self.stage.screen.name]
            strokes = [stroke for line in lines for stroke in line.strokes]
            self.canvas  # noqa: B018 - as in the program, every key comes after a drawing
            self.stage.do(dict(strokes)[name])
        return self

    def place(self, written: str) -> tuple[int, int]:
        """The cell where a text begins on the screen."""
        for y, row in enumerate(self.rows):
            if written in row:
                return row.index(written), y
        raise AssertionError(f"{written!r} is not on the screen:\n{self.text}")

    def click_at(self, x: int, y: int) -> "Seat":
        """Press and release the mouse on a cell."""
        self.canvas  # noqa: B018
        self.stage.press(x, y)
        # Two clicks are no double click.
        self._seconds += 1.0
        command = self.stage.release(x, y, self._seconds)
        if command is not None:
            self.stage.do(command)
        return self

    def click(self, written: str) -> "Seat":
        """Click on a text."""
        return self.click_at(*self.place(written))

    def select(self, card: str) -> "Seat":
        """Select a card by its key."""
        return self.keys("1234567890-"[self.hand.index(card)])

    def setting(self, **choices: str) -> "Seat":
        """Set things differently."""
        for name, choice in choices.items():
            self.stage.model.change(name, choice)
        return self

    def computer(self) -> "Seat":
        """Let the computer play its turn."""
        to_person(self.session)
        self.stage.model.refresh()
        self.stage.settle()
        return self

    def card_cell(self, card: str) -> tuple[int, int]:
        """A cell inside a card of the hand."""
        wanted = gin.Card(card)
        canvas = self.canvas
        for y in range(canvas.height):
            for x in range(canvas.width):
                target = canvas.at(x, y)
                if target is not None and target.name == "card" and target.card == wanted:
                    return x + 1, y + 2
        raise AssertionError(f"{card} is not in the hand")
