"""The screens of the game, one on top of the other, and where every key and click goes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from gin.ui.canvas import Canvas
from gin.ui.explanation import explain
from gin.ui.glyph import ASCII
from gin.ui.ink import lines_of
from gin.ui.layout import fits
from gin.ui.model import Model
from gin.ui.screens.board import MatchScreen
from gin.ui.screens.cut import CutScreen
from gin.ui.screens.fair import FairScreen
from gin.ui.screens.menu import MenuScreen
from gin.ui.screens.reading import HelpScreen, RulesScreen
from gin.ui.screens.result import ResultScreen
from gin.ui.screens.settings import SettingsScreen
from gin.ui.screens.small import SmallScreen
from gin.ui.screens.statistics import StatisticsScreen
from gin.ui.screens.table import TableScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from gin.session import Session
    from gin.settings import Settings
    from gin.ui.command import Command
    from gin.ui.glyph import Glyphs
    from gin.ui.screens.screen import Screen

__all__ = ["Stage"]

_TWICE_SECONDS: Final = 0.4
_APART: Final = {"settings", "statistics", "menu"}
# The screens that show what was said last; on any other it stands in the last rows.
_TELLING: Final = {"table", "result", "cut", "menu", "level", "settings", "statistics"}
_CLICKED_TWICE: Final = {"nothing": "card", "discard": "throw"}


@dataclass(frozen=True, slots=True)
class _Click:
    """A click, and what was up when it came."""

    cell: tuple[int, int]
    command: Command | None
    screen: Screen
    notice: str


class Stage:
    """Everything the person sees and does, without a terminal: commands in, a canvas out.

    A click acts when the button comes up over the target on which it went down, so a finger that
    slips does nothing.
    """

    def __init__(
        self,
        session: Session,
        glyphs: Glyphs,
        settings: Settings | None = None,
        keep: Callable[[str, str], None] = lambda _name, _choice: None,
    ) -> None:
        self.model: Final = Model(session, glyphs, settings, keep)
        self._small: Final = SmallScreen(self.model)
        self._screens: list[Screen] = []
        self._drawn = Canvas.blank(80, 24)
        self._aside = ""
        self._pressed: Command | None = None
        self._clicked: Command | None = None
        self._clicked_at = 0.0
        self._first: _Click | None = None
        self._is_small = False
        self.home()

    @property
    def screen(self) -> Screen:
        """The screen that keys go to."""
        return self._small if self._is_small else self._screens[-1]

    @property
    def playing(self) -> bool:
        """Whether the game goes on beneath: not under the menu, nor before the first card."""
        return not any(screen.name in {"menu", "cut"} for screen in self._screens)

    # --- navigation ---

    def open(self, screen: Screen) -> None:
        """Put a screen on top."""
        self._screens.append(screen)

    def close(self) -> None:
        """Go back to the screen below; the lowest one stays."""
        if len(self._screens) > 1:
            self._screens.pop()

    def welcome(self) -> None:
        """Put the menu on top at the start of the program."""
        self.open(MenuScreen(self.model, self, first=self.model.session.fresh))

    def home(self) -> None:
        """Show the result when the deal is over, else the table; before the first card, the cut."""
        if self.model.asks_for_cut:
            self._screens = [CutScreen(self.model, self)]
            return
        over = self.model.table.result is not None
        if not over and len(self._screens) == 1 and isinstance(self._screens[0], TableScreen):
            # It remembers what undo brings back; a result is always read from its beginning.
            return
        self._screens = [(ResultScreen if over else TableScreen)(self.model, self)]

    def settle(self) -> None:
        """Put the right screen at the bottom after the computer's move; what lies over it stays."""
        over = self.model.table.result is not None
        if over and isinstance(self._screens[0], TableScreen):
            self._screens[0] = ResultScreen(self.model, self)

    def finish(self) -> None:
        """Go from the result of the last deal to that of the match."""
        self._screens = [MatchScreen(self.model, self)]

    # --- drawing ---

    def draw(self, width: int, height: int) -> Canvas:
        """Paint what is to be seen in a terminal of this size."""
        canvas = Canvas.blank(width, height)
        self._is_small = not fits(width, height)
        if self._is_small:
            self._small.draw(canvas)
        else:
            lowest = len(self._screens) - 1
            while self._screens[lowest].overlay and lowest:
                lowest -= 1
            for screen in self._screens[lowest:]:
                screen.draw(canvas)
        told = lines_of(self._aside, width - 1) if self._aside and not self._is_small else []
        for y, line in enumerate(told, height - len(told)):
            canvas.put(0, y, line.ljust(width - 1), "class:warning")
        if self.model.glyphs is ASCII:
            canvas.spell()
        self._drawn = canvas
        return canvas

    # --- input ---

    def meant(self, command: Command) -> Command:
        """Return what a command comes to: Enter in the menu is the entry that is marked."""
        screen = self.screen
        if isinstance(screen, MenuScreen) and command.name == "enter":
            return screen.marked
        return command

    def tell(self, text: str) -> None:
        """Say something wherever the person is, until the next key or click."""
        if self.screen.name in _TELLING:
            self.model.say(text)
        else:
            self._aside = text

    def do(self, command: Command) -> None:
        """Answer a key or a click on the screen on top."""
        self._aside = ""
        self._do(command)
        if self.screen.name == "table":
            # Passing over a coach in the settings marks nothing; back at the table it speaks.
            self.model.coached()

    def _do(self, command: Command) -> None:
        screen, command = self.screen, self.meant(command)
        if command.name in _APART:
            # What was said on one screen does not stand on the next.
            self.model.notice = ""
        if command.name == "help" and screen.name not in ("help", "small"):
            self.open(HelpScreen(self.model, self, screen.name))
        elif command.name == "rules" and screen.name != "rules":
            self.open(RulesScreen(self.model, self))
        elif command.name == "settings":
            self.open(SettingsScreen(self.model, self))
        elif command.name == "fair":
            self.open(FairScreen(self.model, self))
        elif command.name == "statistics":
            self.open(StatisticsScreen(self.model, self))
        elif command.name == "menu":
            self.open(MenuScreen(self.model, self))
        else:
            screen.do(command)

    def press(self, x: int, y: int) -> None:
        """Remember what the mouse button went down on."""
        self._pressed = self._target(x, y)

    def release(self, x: int, y: int, now: float = 0.0) -> Command | None:
        """Return what is clicked: the target under the mouse if it was pressed there too.

        `now` is in seconds: where the settings say so, a card clicked twice at once is discarded.
        """
        pressed, self._pressed = self._pressed, None
        clicked = pressed if pressed is not None and pressed == self._target(x, y) else None
        soon = now - self._clicked_at <= _TWICE_SECONDS
        again = clicked == self._clicked and soon
        self._clicked, self._clicked_at = (None if again else clicked), now
        first, self._first = self._first, _Click((x, y), clicked, self.screen, self.model.notice)
        if soon and first is not None and first.cell == (x, y) and self._answered(first, clicked):
            return None
        if clicked is not None and clicked.name == "card" and again:
            return replace(clicked, name=_CLICKED_TWICE[self.model.settings.double_click])
        return clicked

    def _answered(self, first: _Click, clicked: Command | None) -> bool:
        """Tell whether a click brought up something else, or a word, to be read before the next.

        The second half of a double click is not an answer to it.
        """
        told = self.model.notice not in ("", first.notice)
        return told or self.screen is not first.screen or clicked != first.command

    def look(self, x: int, y: int) -> None:
        """Say what is at this place of the table."""
        target = self._target(x, y)
        if target is not None and self.screen.name == "table" and not self.model.busy:
            self.model.say(explain(target, self.model) or self.model.notice)

    def _target(self, x: int, y: int) -> Command | None:
        return self._drawn.at(x, y)
