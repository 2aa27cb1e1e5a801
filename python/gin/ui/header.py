"""The first line of the table: the deal, both scores and the way to the help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gin.ui.command import Command
from gin.wording import assistance, level_name

if TYPE_CHECKING:
    from gin.ui.canvas import Canvas
    from gin.ui.model import Model

__all__ = ["draw_header"]

_LINKS: Final = (
    ("? help", Command("help")),
    ("R rules", Command("rules")),
    ("q quit", Command("quit")),
    ("b menu", Command("menu")),
)


def draw_header(canvas: Canvas, model: Model) -> None:
    """Draw the header; what matters least is left out first where there is little room."""
    table, dot = model.table, f" {model.glyphs.dot} "
    level = level_name(table.level)
    kind = "Deal" if table.counted else "Replay, deal" if table.replay else "Practice, deal"
    starts = "the computer starts" if table.starter else "you start"
    mark = assistance(undone=table.undone, helped=table.helped)
    forms = _forms(
        f"{kind} {table.number}",
        f"{dot}{mark or starts}",
        f"{dot}match {table.match_number}, {level}",
        (*table.scores, table.target),
        short_mark=mark.partition(" ")[0].rstrip(","),
    )
    # The form is chosen for the longest words, so that it stays the same through a match.
    longest = _forms(
        f"{kind} 10",
        f"{dot}the computer starts",
        f"{dot}match {table.match_number}, {level}",
        (100, 100, table.target),
        short_mark="hints",
    )
    fitting = (at for at, form in enumerate(longest) if _width(*form) <= canvas.width)
    left, middle, links = forms[next(fitting, len(forms) - 1)]
    free = canvas.width - _width(left, middle, links)
    canvas.put(0, 0, left, "class:title")
    canvas.put(left.index("G"), 0, "GIN", "class:title", Command("menu"))
    canvas.put(len(left) + 2 + max(0, free * 2 // 3), 0, middle, "class:title")
    x = canvas.width
    for text, command in reversed(_LINKS[:links]):
        x -= len(text)
        canvas.put(x, 0, text, "", command)
        canvas.put(x, 0, text[0], "class:key", command)
        x -= 2
    if not links:
        canvas.put_right(0, "?", "class:key", Command("help"))


def _forms(
    deal: str, starts: str, match: str, numbers: tuple[int, int, int], *, short_mark: str
) -> list[tuple[str, str, int]]:
    """Return the header from its longest form to its shortest: left, middle, number of links."""
    you, computer, target = numbers
    wide = f"You {you}   Computer {computer}   to {target}"
    close = f"You {you}  Computer {computer}  to {target}"
    short = f" ({short_mark})" if short_mark else ""
    least = f"GIN {deal.rpartition(' ')[2]}", f"You {you}  Cpu {computer}  /{target}"
    return [
        (f" GIN   {deal}{starts}{match}", wide, 4),
        (f" GIN   {deal}{starts}", wide, 3),
        (f" GIN   {deal}{starts}", wide, 1),
        (f" GIN  {deal}{starts}", close, 1),
        (f" GIN  {deal}{short}", close, 1),
        (f" GIN  {deal}{short}", close, 0),
        (f"{least[0]} {short_mark}", least[1], 0),
        (*least, 0),
    ]


def _width(left: str, middle: str, links: int) -> int:
    ends = sum(len(text) + 2 for text, _ in _LINKS[:links]) if links else 3
    return len(left) + 2 + len(middle) + ends
