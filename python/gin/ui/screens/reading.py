"""Pages to read: the rules and the guide, the course of the deal, and the keys of a screen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Final

from gin.ui.command import Command, scrolled
from gin.ui.ink import frame, lines_of, write
from gin.ui.keys import bindings
from gin.wording import CONTROLS_SCREEN, GUIDE, NOTHING_PLAYED, RULES, turn_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gin.ui.canvas import Canvas
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation

__all__ = ["HelpScreen", "LogScreen", "Page", "RulesScreen"]

_WIDEST: Final = 84
# Titles of rules stand in a margin where the lines are long enough to spare it.
_MARGIN: Final = 10
_MARGIN_FROM: Final = 56
_KEY_COLUMN: Final = 14
_FRAMED_FROM: Final = 36


class Page(ABC):
    """A framed text that scrolls, alone on the screen; broken into lines anew for every width."""

    name: ClassVar[str] = "log"
    overlay: ClassVar[bool] = False

    def __init__(self, model: Model, navigation: Navigation, title: str) -> None:
        self._model = model
        self._navigation = navigation
        self._title = title
        self._first = 0
        self._room = 1
        self._length = 0
        self._margin = 0

    @abstractmethod
    def lines(self, width: int) -> list[tuple[str, str]]:
        """Return the text as lines of at most `width` cells, each with its style."""

    def draw(self, canvas: Canvas) -> None:
        """Paint the part of the text that is scrolled to."""
        if canvas.width < _FRAMED_FROM:
            self._draw_bare(canvas.part(0, 0, canvas.width - 1, canvas.height))
            return
        width = min(canvas.width - 1, _WIDEST)
        lines = self.lines(width - 4)
        height = min(canvas.height, len(lines) + 2)
        self._room, self._length = height - 2, len(lines)
        self._scroll_to(self._first)
        left, top = (canvas.width - width) // 2, self._top(canvas, height)
        box = canvas.part(left, top, width, height)
        inner = frame(box, self._model.glyphs.frame, self._title)
        for down, (text, style) in enumerate(lines[self._first : self._first + self._room]):
            write(inner, 0, down, text, style)
            if self._margin and not style:
                inner.put(0, down, text[: self._margin], "class:title")
        self._draw_foot(box)

    def _top(self, canvas: Canvas, height: int) -> int:
        """Return the row on which the frame begins."""
        return (canvas.height - height) // 2

    def _draw_bare(self, page: Canvas) -> None:
        """Paint the text without a frame, which would take what little room there is."""
        lines = self.lines(page.width)
        self._room, self._length = page.height - 2, len(lines)
        self._scroll_to(self._first)
        page.clear()
        page.put(0, 0, self._title, "class:title")
        for down, (text, style) in enumerate(lines[self._first : self._first + self._room]):
            write(page, 0, 1 + down, text, style)
        self._draw_foot(page)

    def _draw_foot(self, box: Canvas) -> None:
        """Draw what leads away from here, and how much is still to read."""
        below = self._length - self._first - self._room
        foot = "[Esc Close]"
        box.put(box.width - len(foot) - 2, box.height - 1, foot, "class:key", Command("close"))
        if below > 0 or self._first:
            more = f" {below} more " if below > 0 else " end "
            box.put(2, box.height - 1, more, "class:faint", Command("page-down"))

    def _scroll_to(self, first: int) -> None:
        self._first = max(0, min(first, self._length - self._room))

    def do(self, command: Command) -> None:
        """Scroll, or go back."""
        step = scrolled(command, self._room - 1, self._length)
        if step is not None:
            self._scroll_to(self._first + step)
        elif command.name == "close":
            self._navigation.close()


class RulesScreen(Page):
    """The rule sheet, and on the next page the questions that people ask."""

    name: ClassVar[str] = "rules"

    def __init__(self, model: Model, navigation: Navigation) -> None:
        super().__init__(model, navigation, "Rules")
        self._questions = False

    def lines(self, width: int) -> list[tuple[str, str]]:
        """Return the rules or the questions with their answers."""
        wide = width >= _MARGIN_FROM
        self._margin = _MARGIN if wide and not self._questions else 0
        if self._questions:
            return _question_lines(width)
        lines: list[tuple[str, str]] = []
        for section in RULES:
            lines += _rule_lines(section.title, section.text, width)
        return lines

    def _draw_foot(self, box: Canvas) -> None:
        super()._draw_foot(box)
        foot = f"[Tab {'Rules' if self._questions else 'Guide'}]"
        x = box.width - len(foot) - 14
        if x > 11:
            box.put(x, box.height - 1, foot, "class:key", Command("turn-page"))

    def do(self, command: Command) -> None:
        """Scroll, turn the page, or go back."""
        if command.name == "turn-page":
            self._questions = not self._questions
            self._title = "Guide" if self._questions else "Rules"
            self._first = 0
        else:
            super().do(command)


def _rule_lines(title: str, text: Sequence[str], width: int) -> list[tuple[str, str]]:
    """Set a rule with its title in the margin, or above it where that would leave too little."""
    if width < _MARGIN_FROM:
        lines = [(title, "class:title")]
        for paragraph in text:
            lines += [(line, "") for line in lines_of(paragraph, width)]
        return [*lines, ("", "")]
    wrapped = [line for paragraph in text for line in lines_of(paragraph, width - _MARGIN)]
    first, *rest = wrapped
    return [(title.ljust(_MARGIN) + first, ""), *((" " * _MARGIN + line, "") for line in rest)]


def _question_lines(width: int) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for section in (*GUIDE, CONTROLS_SCREEN):
        if lines:
            lines.append(("", ""))
        lines += [(line, "class:title") for line in lines_of(section.title, width)]
        for paragraph in section.text:
            lines += [(line, "") for line in lines_of(paragraph, width)]
    return lines


class LogScreen(Page):
    """Everything played in this deal, the last turn in sight."""

    def __init__(self, model: Model, navigation: Navigation) -> None:
        super().__init__(model, navigation, f"Deal {model.table.number}, turn by turn")
        self._first = 10_000  # past any end: drawing goes back to the last lines

    def lines(self, width: int) -> list[tuple[str, str]]:
        """Return one sentence a turn."""
        table = self._model.table
        told = turn_lines(table.view.history, self._model.name, gin=table.gin)
        turns = [f"{number:>3}  {text}" for number, text in enumerate(told, 1)]
        wrapped = [line for turn in turns for line in lines_of(turn, width, indent=5)]
        return [(line, "") for line in wrapped or [NOTHING_PLAYED]]

    def draw(self, canvas: Canvas) -> None:
        """Paint the turns; the first time the last of them are shown."""
        if self._length == 0:
            self._length = len(self.lines(min(canvas.width - 1, _WIDEST) - 4))
        super().draw(canvas)


class HelpScreen(Page):
    """The keys of the screen below, straight from the table that binds them."""

    name: ClassVar[str] = "help"

    def __init__(self, model: Model, navigation: Navigation, screen: str) -> None:
        super().__init__(model, navigation, "Keys")
        self._screen = screen

    def lines(self, width: int) -> list[tuple[str, str]]:
        """Return one key and what it does to a line."""
        listed = bindings(self._model.settings.keys)[self._screen]
        column = max(_KEY_COLUMN, *(len(binding.shown) + 2 for binding in listed))
        self._margin = column if width >= _FRAMED_FROM else 0
        lines: list[tuple[str, str]] = []
        for binding in listed:
            if width < _FRAMED_FROM:
                texts = lines_of(f"{binding.shown}: {binding.label}", width, indent=2)
                lines += [(text, "") for text in texts]
                continue
            for at, text in enumerate(lines_of(binding.label, width - column)):
                lines.append((f"{'' if at else binding.shown:<{column}}{text}", ""))
        lines.append(("", ""))
        if any("not counted" in binding.label for binding in listed):
            marked = "Not counted: neither the deal nor its match is in the statistics."
            lines += [(line, "") for line in lines_of(marked, width)] + [("", "")]
        note = (
            "All in [ ] can be clicked, cards and piles too; the right button says what they are."
            " Hold Shift to mark text with the mouse, or press F2 first."
        )
        return lines + [(line, "class:faint") for line in lines_of(note, width)]
