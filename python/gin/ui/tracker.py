"""Cards seen: a grid of the pack, suits down and ranks across, a mark for where each card is."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from gin.advice import whereabouts
from gin.cards import PACK
from gin.ui.ink import lines_of
from gin.ui.theme import suit_style

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gin.advice import Whereabouts
    from gin.ui.canvas import Canvas
    from gin.ui.model import Model

__all__ = ["draw_seen", "legend", "seen_rows"]

_RANKS: Final = "A23456789TJQK"
_MARKS: Final[Mapping[Whereabouts, str]] = MappingProxyType(
    {"yours": "#", "top": "T", "gone": "x", "taken": "C"}
)
# From this width on the marks stand apart.
_SPACED: Final = 28
# The same for the longer words of the legend.
_WIDE: Final = 40


def seen_rows(model: Model, width: int) -> list[str]:
    """Return the ranks and below them a row of marks for each suit."""
    between = " " if width >= _SPACED else ""
    where = whereabouts(model.table.view)
    rows = [f"  {between.join(_RANKS)}"]
    for start in range(0, 52, 13):
        cards = PACK[start : start + 13]
        marks = [_MARKS.get(where[card.index], model.glyphs.dot) for card in cards]
        rows.append(f"{model.name(cards[0])[-1]} {between.join(marks)}")
    return rows


def legend(model: Model, width: int) -> list[str]:
    """Return what the marks say, in lines of at most `width` cells."""
    text = (
        f"# you|x gone|T top of the pile|C the computer's|{model.glyphs.dot} not seen"
        if width >= _WIDE
        else f"# you|x gone|T top|C computer's|{model.glyphs.dot} not seen"
    )
    # A mark and its word stay on one line.
    return lines_of("  ".join(part.replace(" ", "\u00a0") for part in text.split("|")), width)


def draw_seen(canvas: Canvas, y: int, model: Model) -> int:
    """Draw the grid with its title and legend from row `y` on; return the row below."""
    canvas.put(0, y, "CARDS SEEN", "class:title")
    rows = seen_rows(model, canvas.width)
    for down, row in enumerate(rows, 1):
        canvas.put(0, y + down, row, "" if down > 1 else "class:faint")
        if down > 1:
            canvas.put(0, y + down, row[0], suit_style(PACK[(down - 2) * 13]))
    below = y + 1 + len(rows)
    for down, line in enumerate(legend(model, canvas.width)):
        canvas.put(0, below + down, line, "class:faint")
    return below + len(legend(model, canvas.width))
