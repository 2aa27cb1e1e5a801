"""Help while playing, over the table: a hint with its reasons, the last move, the cards seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from gin.advice import last_move, loose_cards, reasons
from gin.ui.command import Command
from gin.ui.ink import lines_of
from gin.ui.layout import layout
from gin.ui.screens.reading import Page
from gin.ui.tracker import legend, seen_rows
from gin.wording import (
    LOOSE,
    PUBLIC_ONLY,
    WORTH,
    action_text,
    choice_lines,
    known_text,
    loose_lines,
    move_lines,
    reason_lines,
    story_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gin.ui.canvas import Canvas
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation

__all__ = ["HintScreen", "SeenScreen", "WhyScreen"]

_Lines = list[tuple[str, str]]
_TITLE: Final = "class:title"
_FAINT: Final = "class:faint"
_LONG: Final = 5


class _Overlay(Page):
    """A framed text over the piles: the hand stays in sight where there is room for both."""

    overlay: ClassVar[bool] = True

    def _top(self, canvas: Canvas, height: int) -> int:
        place = layout(canvas.width, canvas.height, boxes=self._model.boxes)
        over = max(1, place.top + place.hand - height)
        top = max(0, min(2, canvas.height - height, over))
        canvas.part(0, top, canvas.width, height).clear()
        return top

    def _points(self, texts: Iterable[str], width: int) -> _Lines:
        """Set each text as a point of a list."""
        dot = self._model.glyphs.dot
        return [(line, "") for text in texts for line in lines_of(f"{dot} {text}", width, indent=2)]

    def _note(self, width: int) -> _Lines:
        return [(line, _FAINT) for line in lines_of(PUBLIC_ONLY, width)]


class HintScreen(_Overlay):
    """Why the best choice is the best, and on request what every choice is worth."""

    name: ClassVar[str] = "hint"

    def __init__(self, model: Model, navigation: Navigation) -> None:
        super().__init__(model, navigation, "Hint")
        self._all = False

    def lines(self, width: int) -> _Lines:
        """Return the choice, the reasons, and all choices once they are asked for."""
        model = self._model
        choices, view = model.session.choices(), model.table.view
        if not choices:
            return [("The turn is over.", "")]
        best = choices[0][0]
        head = action_text(best, model.name, top=view.top)
        lines: _Lines = [
            *((line, _TITLE) for line in lines_of(f"{head[0].upper()}{head[1:]}", width)),
            *self._points(reason_lines(reasons(view, best), model.name), width),
            ("", ""),
        ]
        if self._all:
            heading = lines_of(WORTH, width)
            lines += [(line, _TITLE) for line in heading]
            rows = choice_lines(choices, model.name, top=view.top)
            lines += [(row, "") for row in _columns(rows, width)]
        return [*lines, *self._note(width)]

    def _draw_foot(self, box: Canvas) -> None:
        super()._draw_foot(box)
        if not self._all:
            foot = f"[{self._model.key('h')} All choices]"
            x = box.width - len(foot) - 14
            if x > 11:
                box.put(x, box.height - 1, foot, "class:key", Command("hint"))

    def do(self, command: Command) -> None:
        """Show all choices, scroll, or go back."""
        if command.name == "hint":
            self._all = True
        else:
            super().do(command)


def _columns(rows: list[str], width: int) -> list[str]:
    """Set a long list in two columns where they fit, the second one to the right of the first."""
    column = max(map(len, rows), default=0) + 6
    if len(rows) < _LONG or 2 * column > width:
        return rows
    half = (len(rows) + 1) // 2
    right = [*rows[half:], ""]
    return [f"{left:<{column}}{other}" for left, other in zip(rows[:half], right, strict=False)]


class WhyScreen(_Overlay):
    """The computer's last move, and what it tells about its cards and the person's loose ones."""

    name: ClassVar[str] = "why"

    def __init__(self, model: Model, navigation: Navigation) -> None:
        super().__init__(model, navigation, "The computer's last move")

    def lines(self, width: int) -> _Lines:
        """Return what it did, what that tells, and who could use the loose cards."""
        model = self._model
        view = model.table.view
        move = last_move(view)
        lines: _Lines = []
        if move is not None:
            story = story_text(model.table.computer_move, move.left, model.name)
            lines = [(line, "") for line in lines_of(story, width)]
            lines += [("", ""), ("What that tells you", _TITLE)]
        lines += self._points(move_lines(move, model.name), width)
        lines += [("", ""), (LOOSE, _TITLE)]
        if width < len(lines[-1][0]):
            lines[-1] = ("Your loose cards", _TITLE)
        loose = loose_lines(loose_cards(view), view.known, model.name)
        return [*lines, *self._points(loose, width), ("", ""), *self._note(width)]


class SeenScreen(_Overlay):
    """Where every card is, as far as the person can know."""

    name: ClassVar[str] = "seen"

    def __init__(self, model: Model, navigation: Navigation) -> None:
        super().__init__(model, navigation, "Cards seen")

    def lines(self, width: int) -> _Lines:
        """Return the grid, what its marks say, and the computer's cards that are known."""
        model = self._model
        text = known_text(model.table.view.known, model.name)
        return [
            *((row, "") for row in seen_rows(model, width)),
            ("", ""),
            *((line, _FAINT) for line in legend(model, width)),
            *((line, "") for line in lines_of(text, width)),
        ]
