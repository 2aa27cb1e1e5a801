"""Cards as boxes: a face, a back and an empty place, in three sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gin.ui.theme import FACE, suit_style

if TYPE_CHECKING:
    from gin.cards import Card
    from gin.ui.canvas import Canvas
    from gin.ui.command import Command
    from gin.ui.glyph import Border, Glyphs

__all__ = ["LARGE", "MEDIUM", "SMALL", "CardPen", "Face"]


@dataclass(frozen=True, slots=True)
class Face:
    """The size of a card in cells, borders included."""

    width: int
    height: int


LARGE: Final = Face(7, 5)
MEDIUM: Final = Face(5, 4)
SMALL: Final = Face(5, 3)


@dataclass(frozen=True, slots=True)
class CardPen:
    """Draws cards of one size on one canvas, each with its upper left corner at (x, y)."""

    canvas: Canvas
    face: Face
    glyphs: Glyphs

    def card(  # noqa: PLR0913 - each says another thing about what is drawn
        self,
        x: int,
        y: int,
        card: Card,
        *,
        style: str = "",
        chosen: bool = False,
        target: Command | None = None,
    ) -> None:
        """Draw a card face up; `chosen` gives it the heavy border of a selected one."""
        face = self.face
        border = self.glyphs.chosen if chosen else self.glyphs.card
        inside = face.width - 2
        name = self.glyphs.name(card)
        rows = [" " * inside] * (face.height - 2)
        if len(rows) > 2:
            rows[1] = name[-1].center(inside)
        rows[-1] = name.rjust(inside)
        rows[0] = name.ljust(inside)
        self._box(x, y, border, rows, (f"class:chosen {style}" if chosen else style, target))
        for down, row in enumerate(rows, 1):
            self.canvas.put(x + 1, y + down, row, f"{FACE} {suit_style(card)} {style}", target)

    def back(self, x: int, y: int, *, style: str, target: Command) -> None:
        """Draw a card face down."""
        rows = [self.glyphs.back * (self.face.width - 2)] * (self.face.height - 2)
        self._box(x, y, self.glyphs.card, rows, (style, target))

    def place(self, x: int, y: int, *, style: str, target: Command) -> None:
        """Draw the outline of a pile that holds no card."""
        rows = [" " * (self.face.width - 2)] * (self.face.height - 2)
        self._box(x, y, self.glyphs.empty, rows, (style, target))

    def _box(
        self, x: int, y: int, border: Border, rows: list[str], ink: tuple[str, Command | None]
    ) -> None:
        style, target = ink
        self.canvas.put(x, y, border.top(self.face.width), style, target)
        for down, row in enumerate(rows, 1):
            line = f"{border.upright}{row}{border.upright}"
            self.canvas.put(x, y + down, line, style, target)
        below = y + self.face.height - 1
        self.canvas.put(x, below, border.bottom(self.face.width), style, target)
