"""Text on a canvas: wrapped at words, with the cards in it in the colours of their suits."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Final

from gin.cards import Card
from gin.ui.theme import suit_style

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gin.ui.canvas import Canvas
    from gin.ui.command import Command
    from gin.ui.glyph import Border

__all__ = ["FIXED", "first_that_fits", "frame", "joined", "lines_of", "write", "write_centre"]

FIXED: Final = "\u00a0"
"""A blank at which no line ends."""

_CARD: Final = re.compile(r"\b(?:10|[A2-9JQK])(?:[♠♥♦♣]|[SHDC]\b)")
_LETTERS: Final = str.maketrans("♠♥♦♣", "SHDC")


def write(  # noqa: PLR0913 - each says another thing about what is drawn
    canvas: Canvas, x: int, y: int, text: str, style: str = "", *, target: Command | None = None
) -> None:
    """Write a line, every card in it in its suit's colour."""
    canvas.put(x, y, text, style, target)
    for found in _CARD.finditer(text):
        card = Card(found.group().translate(_LETTERS))
        canvas.put(x + found.start(), y, found.group(), f"{style} {suit_style(card)}", target)


def write_centre(canvas: Canvas, y: int, text: str, style: str = "") -> None:
    """Write a line in the middle."""
    write(canvas, max(0, (canvas.width - len(text)) // 2), y, text, style)


def lines_of(text: str, width: int, indent: int = 0) -> list[str]:
    """Break a text into lines of at most `width` cells, the later ones indented.

    Words held together by a no-break space stay together, and an ordinary space is shown. A word
    with a hyphen in it, such as the name of a folder, is one word.

    >>> lines_of("run 5S 6S 7S, set JH JD JC", 16)
    ['run 5S 6S 7S,', 'set JH JD JC']
    >>> lines_of("Saved in /home/jean-pierre.", 20)
    ['Saved in', '/home/jean-pierre.']
    """
    wrapped = textwrap.wrap(
        text, max(width, 1), subsequent_indent=" " * indent, break_on_hyphens=False
    )
    return [line.replace(FIXED, " ") for line in wrapped] or [""]


def first_that_fits(width: int, texts: Sequence[str]) -> str:
    """Return the first text that is not wider than `width`; the last one, cut, where none is.

    >>> first_that_fits(12, ["Computer drew, discarded 8D", "drew, 8D"])
    'drew, 8D'
    """
    return next((text for text in texts if len(text) <= width), texts[-1][: max(width, 0)])


def frame(canvas: Canvas, border: Border, title: str, foot: str = "") -> Canvas:
    """Clear the canvas, draw a box around it and return what is inside, a column free each side."""
    canvas.clear()
    canvas.put(0, 0, border.top(canvas.width))
    for y in range(1, canvas.height - 1):
        canvas.put(0, y, border.upright)
        canvas.put(canvas.width - 1, y, border.upright)
    canvas.put(0, canvas.height - 1, border.bottom(canvas.width))
    canvas.put(2, 0, f" {title} ", "class:title")
    if foot:
        canvas.put(canvas.width - len(foot) - 4, canvas.height - 1, f" {foot} ", "class:faint")
    return canvas.part(2, 1, canvas.width - 4, canvas.height - 2)


def joined(parts: Iterable[str], between: str, width: int) -> str:
    """Join as many parts as fit, in their order.

    >>> joined(["s stock", "t take", "p pass"], " - ", 16)
    's stock - t take'
    """
    text = ""
    for part in parts:
        longer = f"{text}{between}{part}" if text else part
        if len(longer) > width:
            break
        text = longer
    return text
