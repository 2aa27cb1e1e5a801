"""A grid of cells to draw on: what a screen looks like, and what a click on each cell means.

A screen paints the whole canvas from the state of the game every time, so nothing on the screen
can be out of date; the terminal library sends only what changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from prompt_toolkit.utils import get_cwidth

if TYPE_CHECKING:
    from gin.ui.command import Command

__all__ = ["Canvas", "Cell", "one_cell"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One character, its style, and the command that a click on it gives."""

    char: str = " "
    style: str = ""
    target: Command | None = None


_BLANK = Cell()
_ROOMY = 40


@cache
def one_cell(char: str) -> str:
    r"""Return a character that takes one cell: itself, or `?` for a wide one or none at all.

    >>> one_cell("A"), one_cell("\u2660"), one_cell("\u6f22"), one_cell("\x1b")
    ('A', '♠', '?', '?')
    """
    if char == "\u00a0":
        return " "
    return char if char.isprintable() and get_cwidth(char) == 1 else "?"


@dataclass(frozen=True, slots=True)
class Canvas:
    """A rectangle of cells, or a part of a larger one; what falls outside is cut off.

    >>> canvas = Canvas.blank(8, 2)
    >>> canvas.put(5, 1, "hearts")
    >>> canvas.text()
    ['', '     hea']
    """

    cells: list[list[Cell]] = field(repr=False)
    left: int
    top: int
    width: int
    height: int

    @staticmethod
    def blank(width: int, height: int) -> Canvas:
        """Return an empty canvas."""
        return Canvas([[_BLANK] * width for _ in range(height)], 0, 0, width, height)

    def part(self, x: int, y: int, width: int, height: int) -> Canvas:
        """Return a rectangle of this canvas as a canvas of its own; both share their cells."""
        width = max(0, min(width, self.width - x))
        height = max(0, min(height, self.height - y))
        return Canvas(self.cells, self.left + x, self.top + y, width, height)

    def page(self, widest: int) -> Canvas:
        """Return the middle of a whole window, where the last column of the terminal stays free."""
        width = min(self.width - 1, widest)
        return self.part((self.width - 1 - width) // 2, 0, width, self.height)

    @property
    def margin(self) -> int:
        """The column at its left that stays free, where there is room for that."""
        return int(self.width >= _ROOMY)

    def put(
        self, x: int, y: int, text: str, style: str = "", target: Command | None = None
    ) -> None:
        """Write `text` from (x, y) to the right."""
        if not 0 <= y < self.height:
            return
        row = self.cells[self.top + y]
        for at, char in enumerate(text, x):
            if 0 <= at < self.width:
                row[self.left + at] = Cell(one_cell(char), style, target)

    def put_right(self, y: int, text: str, style: str = "", target: Command | None = None) -> None:
        """Write `text` so that it ends at the right edge."""
        self.put(self.width - len(text), y, text, style, target)

    def clear(self) -> None:
        """Make every cell blank again, as an overlay does before it is drawn."""
        for y in range(self.height):
            self.put(0, y, " " * self.width)

    def spell(self) -> None:
        """Put `?` in the place of everything that is not ASCII, such as a name in a path."""
        for row in self.cells:
            for x, cell in enumerate(row):
                if not cell.char.isascii():
                    row[x] = replace(cell, char="?")

    def at(self, x: int, y: int) -> Command | None:
        """Return what a click on (x, y) means; `None` outside every target."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return self.cells[self.top + y][self.left + x].target
        return None

    def fragments(self, y: int) -> list[tuple[str, str]]:
        """Return one row as runs of (style, text)."""
        row = self.cells[self.top + y][self.left : self.left + self.width]
        return [
            (style, "".join(cell.char for cell in run))
            for style, run in groupby(row, key=lambda cell: cell.style)
        ]

    def text(self) -> list[str]:
        """Return the characters of every row, without blanks at the end."""
        return ["".join(text for _, text in self.fragments(y)).rstrip() for y in range(self.height)]
