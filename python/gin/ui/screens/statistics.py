"""Statistics: how the deals went, and what luck had to do with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from gin.errors import GinError
from gin.ui.command import Command
from gin.ui.ink import lines_of
from gin.ui.screens.reading import Page
from gin.wording import level_name, statistics_lines

if TYPE_CHECKING:
    from gin.statistics import Statistics
    from gin.ui.canvas import Canvas
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation

__all__ = ["StatisticsScreen"]

_WEEK: Final = 7
_STEPS: Final = {"next": 1, "previous": -1}


class StatisticsScreen(Page):
    """One page for all time, one for the last week, one for each level that was played."""

    name: ClassVar[str] = "statistics"

    def __init__(self, model: Model, navigation: Navigation) -> None:
        super().__init__(model, navigation, "Statistics")
        self._at = 0
        self._pages: tuple[tuple[str, Statistics], ...] = ()
        try:
            self._pages = self._counted()
        except GinError as error:
            model.say(str(error))

    def _counted(self) -> tuple[tuple[str, Statistics], ...]:
        titles = {"all": "all time", "recent": f"last {_WEEK} days"}
        return tuple(
            (titles.get(name) or level_name(name), found)
            for name, found in self._model.session.statistics(days=_WEEK)
        )

    def lines(self, width: int) -> list[tuple[str, str]]:
        """Return the figures of this page, and what there is to be told."""
        told = lines_of(self._model.notice, width) if self._model.notice else []
        lines = [(line, "class:warning") for line in told]
        if not self._pages:
            return lines
        title, found = self._pages[self._at]
        self._title = f"Statistics {self._model.glyphs.dot} {title}"
        for line in statistics_lines(found, width):
            lines += [(part, "") for part in lines_of(line, width)] if line else [("", "")]
        return lines

    def _draw_foot(self, box: Canvas) -> None:
        super()._draw_foot(box)
        x = box.width - 15
        for text, command in (("[e CSV]", "export"), ("[Tab Next page]", "next")):
            x -= len(text) + 1
            if x > 11:
                box.put(x, box.height - 1, text, "class:key", Command(command))

    def do(self, command: Command) -> None:
        """Turn the page, write the file, scroll, or go back."""
        self._model.notice = ""
        if command.name in _STEPS and self._pages:
            self._at = (self._at + _STEPS[command.name]) % len(self._pages)
            self._first = 0
        elif command.name == "export":
            self._export()
        else:
            super().do(command)

    def _export(self) -> None:
        try:
            place = self._model.session.export_deals()
        except GinError as error:
            self._model.say(str(error))
            return
        self._model.notice = f"Every finished deal is in {place}."
