"""The characters that the screens are drawn with: line-drawing ones, or ASCII alone.

Every signal is a shape as well as a colour, so both sets name the same things. All glyphs are one
cell wide; the suits are the plain characters without variation selectors, which would make them
two cells wide on some terminals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gin.wording import Name, glyphs, letters

__all__ = ["ASCII", "LINES", "Border", "Glyphs"]


@dataclass(frozen=True, slots=True)
class Border:
    """The six characters of a box: its corners, its level and its upright line.

    >>> LINES.card.top(5)
    '╭───╮'
    """

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    level: str
    upright: str

    def top(self, width: int) -> str:
        """Return the upper edge of a box `width` cells wide."""
        return self.top_left + self.level * (width - 2) + self.top_right

    def bottom(self, width: int) -> str:
        """Return the lower edge of a box `width` cells wide."""
        return self.bottom_left + self.level * (width - 2) + self.bottom_right


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of characters, and how cards are written with it (`name`).

    `chosen` borders a selected card and `empty` a place without one; `bracket` is drawn under a
    meld, `bar` is a score, filled and not, `along` and `around` name the arrow
    keys, and `stepper` stands around what can be changed.
    """

    name: Name
    card: Border
    chosen: Border
    empty: Border
    frame: Border
    back: str
    bracket: tuple[str, str, str]
    dot: str
    bar: tuple[str, str]
    along: str
    around: str
    stepper: tuple[str, str]


LINES: Final = Glyphs(
    name=glyphs,
    card=Border("╭", "╮", "╰", "╯", "─", "│"),
    chosen=Border("╔", "╗", "╚", "╝", "═", "║"),
    empty=Border("╭", "╮", "╰", "╯", "┄", "┆"),
    frame=Border("┌", "┐", "└", "┘", "─", "│"),
    back="░",
    bracket=("└", "─", "┘"),
    dot="·",
    bar=("█", "░"),
    along="←→",
    around="←→↑↓",
    stepper=("‹", "›"),
)

ASCII: Final = Glyphs(
    name=letters,
    card=Border("+", "+", "+", "+", "-", "|"),
    chosen=Border("#", "#", "#", "#", "=", "#"),
    empty=Border("+", "+", "+", "+", ".", ":"),
    frame=Border("+", "+", "+", "+", "-", "|"),
    back=":",
    bracket=("`", "-", "'"),
    dot="-",
    bar=("#", "."),
    along="left/right",
    around="arrows",
    stepper=("<", ">"),
)
