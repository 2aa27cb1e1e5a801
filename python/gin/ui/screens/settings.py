"""The settings: one line each, changed with the arrows or a click, at once and for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from gin.cards import Card
from gin.settings import lines
from gin.ui.button import Button, draw_buttons
from gin.ui.command import Command
from gin.ui.ink import joined, lines_of, write
from gin.wording import card_list

if TYPE_CHECKING:
    from gin.settings import Line
    from gin.ui.canvas import Canvas
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation

__all__ = ["SettingsScreen"]

_WIDEST: Final = 84
_SAMPLE: Final = tuple(map(Card, ("5S", "JH", "TD", "9C")))
# The longest choice; where there is less room it is cut, and stands in full below.
_CHOICE: Final = 14
_PLACED_FROM: Final = 20
_BACK: Final = Command("close")


class SettingsScreen:
    """All settings with what is chosen; a change shows and is kept at once."""

    name: ClassVar[str] = "settings"
    overlay: ClassVar[bool] = False

    def __init__(self, model: Model, navigation: Navigation) -> None:
        self._model = model
        self._navigation = navigation
        self._lines = lines()
        # A click on a choice in the list means its number here.
        self._choices = [
            (at, choice) for at, line in enumerate(self._lines) for choice in line.choices
        ]
        self._at = 0
        self._first = 0

    def draw(self, canvas: Canvas) -> None:
        """Paint the list, scrolled to the marked line where it is too long for the window."""
        page = canvas.page(_WIDEST)
        left = page.margin
        page.put(left, 0, "SETTINGS", "class:title")
        sample = card_list(_SAMPLE, self._model.name)
        write(page, max(left + 10, page.width - len(sample) - 1), 0, sample)
        below = self._remarks(page.width - left, page.height)
        top = 2 if page.height > 14 else 1
        room = max(1, page.height - top - len(below) - 1 - (page.height > 14))
        self._first = min(max(self._first, self._at - room + 1), self._at)
        self._first = max(0, min(self._first, len(self._lines) - room))
        for down, line in enumerate(self._lines[self._first : self._first + room]):
            self._draw_line(page, left, top + down, self._first + down, line)
        under = page.height - 1 - len(below)
        for down, text in enumerate(below):
            write(page, left, under + down, text, "class:faint" if not self._model.notice else "")
        button = Button(_BACK, "Esc", "Back", "Back")
        foot = page.part(left, page.height - 1, page.width - left, 1)
        used = draw_buttons(foot, 0, (button,), _BACK)
        glyphs = self._model.glyphs
        arrows = ("up/down", "left/right") if glyphs.around == "arrows" else ("↑↓", "←→")
        keys = joined((f"{arrows[0]} choose", f"{arrows[1]} change"), "  ", foot.width - used - 2)
        foot.put(used + 1, 0, keys, "class:faint")

    def _remarks(self, width: int, height: int) -> list[str]:
        """Return what stands below the list: what went wrong, else a word on the marked line."""
        if self._model.notice:
            return lines_of(self._model.notice, width)
        line = self._lines[self._at]
        choices = f" {self._model.glyphs.dot} ".join(map(line.words, line.choices))
        remark = f" ({line.remark})" if line.remark else ""
        places = lines_of(self._model.places, width) if height > _PLACED_FROM else []
        return [*lines_of(f"{line.title}: {choices}{remark}", width), *places]

    def _draw_line(self, page: Canvas, x: int, y: int, at: int, line: Line) -> None:
        marked = at == self._at
        left, right = self._model.glyphs.stepper
        title = f"{'>' if marked else ' '} {line.title:<13}"
        widest = min(_CHOICE, page.width - x - len(title) - 4)
        chosen = line.words(self._model.settings.choice(line.name))[:widest]
        style = "class:cursor" if marked else ""
        page.put(x, y, title, style, Command("pick", number=at))
        at_left, at_right = x + len(title), x + len(title) + widest + 3
        page.put(at_left, y, f"{left} ", "class:key", Command("backward", number=at + 1))
        page.put(at_left + 2, y, chosen.ljust(widest), "class:strong", Command("pick", number=at))
        page.put(at_right - 1, y, f" {right}", "class:key", Command("forward", number=at + 1))
        column = x + len(title) + widest + 6
        if page.width - column >= 30:
            self._list_choices(page, column, y, at, line)

    def _list_choices(self, page: Canvas, x: int, y: int, at: int, line: Line) -> None:
        between = f" {self._model.glyphs.dot} "
        names = [line.words(choice) for choice in line.choices]
        text, room = between.join(names), page.width - x
        if len(text) > room:
            text = f"{joined(names, between, room - 4)} ..."
        page.put(x, y, text, "class:faint", Command("pick", number=at))
        for name, choice in zip(names, line.choices, strict=True):
            # One that was cut off is not there to be clicked.
            if text.startswith(name):
                number = self._choices.index((at, choice))
                page.put(x, y, name, "class:faint", Command("choose", number=number))
            skipped = len(name) + len(between)
            x, text = x + skipped, text[skipped:]

    def do(self, command: Command) -> None:
        """Go to a line, change what is chosen there, or go back."""
        if command.name == "close":
            self._model.notice = ""
            self._navigation.close()
        elif command.name in ("up", "down", "wheel-up", "wheel-down"):
            step = 1 if command.name.endswith("down") else -1
            self._to(self._at + step)
        elif command.name in ("first", "last"):
            self._to(0 if command.name == "first" else -1)
        elif command.name == "pick":
            self._to(command.number)
        elif command.name == "choose":
            at, choice = self._choices[command.number]
            self._to(at)
            self._model.change(self._lines[at].name, choice)
        elif command.name in ("forward", "backward"):
            if command.number:
                self._to(command.number - 1)
            self._change(1 if command.name == "forward" else -1)

    def _to(self, at: int) -> None:
        self._model.notice = ""
        self._at = at % len(self._lines)

    def _change(self, by: int) -> None:
        line = self._lines[self._at]
        at = line.choices.index(self._model.settings.choice(line.name))
        self._model.change(line.name, line.choices[(at + by) % len(line.choices)])
