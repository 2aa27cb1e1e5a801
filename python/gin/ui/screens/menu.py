"""The menu: what there is besides the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from gin.cards import GIN_BONUS, UNDERCUT_BONUS, Card
from gin.players import players
from gin.ui.card_face import SMALL, CardPen
from gin.ui.command import Command
from gin.ui.ink import first_that_fits, lines_of, write
from gin.wording import UNFINISHED, level_name, level_note

if TYPE_CHECKING:
    from gin.ui.canvas import Canvas
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation

__all__ = ["MenuScreen"]

_WIDEST: Final = 78
_EMBLEM: Final = tuple(map(Card, ("JS", "JH", "JD")))


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the menu: its command, its key, its words, and what stands beside them."""

    command: Command
    key: str
    words: str
    beside: str = ""


class MenuScreen:
    """The entries one below the other; the computer of a new match is chosen right here.

    Opened over a screen of the game it goes back there; at a new start (`first`) there is nothing
    to go back to.
    """

    name: ClassVar[str] = "menu"
    overlay: ClassVar[bool] = False

    def __init__(self, model: Model, navigation: Navigation, *, first: bool = False) -> None:
        self._first = first
        self._model = model
        self._navigation = navigation
        self._levels = players()
        self._at = 0

    # --- what there is ---

    @property
    def marked(self) -> Command:
        """The command of the marked entry."""
        return self._entries()[self._at].command

    def _entries(self) -> tuple[_Entry, ...]:
        model = self._model
        settings, dot = model.settings, f" {model.glyphs.dot} "
        words = f"{settings.cards} cards{dot}{settings.suits} suit colours{dot}{settings.speed}"
        entries = (
            _Entry(Command("new"), "n", "New match", self._level_words()),
            _Entry(Command("statistics"), "s", "Statistics", "results, and luck apart from them"),
            _Entry(Command("rules"), "R", "Rules", "and the guide"),
            _Entry(Command("settings"), "o", "Settings", words),
            _Entry(Command("quit"), "q", "Quit", "everything is saved as you play"),
        )
        if self._first:
            return entries
        what = "See the result" if model.table.result is not None else "Continue"
        return (_Entry(Command("close"), "c", what, self._state_words()), *entries)

    def _level_words(self) -> str:
        left, right = self._model.glyphs.stepper
        level = self._model.settings.level
        number = f"{self._levels.index(level) + 1} of {len(self._levels)}"
        return f"{left} {level_name(level)} {right}  {number}"

    def _state_words(self) -> str:
        table = self._model.table
        if table.replay:
            return f"replay of deal {table.number}"
        you, computer = table.scores
        kind = "" if table.counted else "practice, "
        return f"{kind}deal {table.number}, you {you}, computer {computer}"

    # --- drawing ---

    def draw(self, canvas: Canvas) -> None:
        """Paint the name of the game, then the entries."""
        page = canvas.page(_WIDEST)
        left = page.margin
        entries = self._entries()
        self._at = min(self._at, len(entries) - 1)
        gaps = page.height >= 2 * len(entries) + 8
        y = self._draw_title(page, left)
        for at, entry in enumerate(entries):
            self._draw_entry(page, left, y, at, entry, below=gaps)
            y += 1 + gaps
        glyphs = self._model.glyphs
        move = "up/down" if glyphs.around == "arrows" else "↑↓"
        texts = [
            f"{move} move {glyphs.dot} Enter choose {glyphs.dot} a click works too"
            f" {glyphs.dot} ? keys",
            f"{move} Enter {glyphs.dot} ? keys",
        ]
        page.put(left, page.height - 1, first_that_fits(page.width - left, texts), "class:faint")
        notice = lines_of(self._model.notice, page.width - left) if self._model.notice else []
        # Above the line of the keys, or in its place where there is no room for both.
        under = page.height - len(notice) - (y - gaps + len(notice) < page.height)
        for down, line in enumerate(notice, under):
            page.put(left, down, line.ljust(page.width - left), "class:warning")

    def _draw_title(self, page: Canvas, left: int) -> int:
        """Draw the head of the menu and return the row below it."""
        target = self._model.table.target
        bonus = f"gin {GIN_BONUS}, undercut {UNDERCUT_BONUS}, no other bonus"
        if page.height < 16 or page.width < 40:
            page.put(left, 0, "GIN RUMMY", "class:title")
            return 2 if page.height > 9 else 1
        for at, card in enumerate(_EMBLEM):
            CardPen(page, SMALL, self._model.glyphs).card(left + 1 + at * 5, 1, card)
        x = left + 20
        page.put(x, 1, "GIN RUMMY", "class:title")
        page.put(x, 2, f"first to {target}")
        if page.width >= x + len(bonus):
            page.put(x, 3, bonus)
        return 6

    def _draw_entry(  # noqa: PLR0913 - where it stands, and what
        self, page: Canvas, left: int, y: int, at: int, entry: _Entry, *, below: bool
    ) -> None:
        marked = at == self._at
        text = (
            f"{'>' if marked else ' '} [{entry.key}] {entry.words:<{14 if page.width >= 40 else 9}}"
        )
        style = "class:cursor" if marked else "class:button"
        page.put(left, y, text, style, entry.command)
        x = left + len(text) + 1
        room = page.width - x
        if entry.command.name != "new":
            if len(entry.beside) <= room:
                write(page, x, y, entry.beside, target=entry.command)
            return
        back, on = self._model.glyphs.stepper
        level = f"{back} {level_name(self._model.settings.level)} {on}"
        shown = first_that_fits(room, [entry.beside, level])
        write(page, x, y, shown, target=entry.command)
        note = level_note(self._model.settings.level)
        if below and x + len(note) <= page.width:
            page.put(x, y + 1, note, "class:faint")
        if shown.startswith(back):
            page.put(x, y, back, "class:key", Command("backward"))
            page.put(x + shown.index(on, 1), y, on, "class:key", Command("forward"))

    # --- commands ---

    def do(self, command: Command) -> None:
        """Move the mark, choose the computer, or do what is marked."""
        asked = self._model.notice == UNFINISHED
        if command.name == "new" and self._model.session.unfinished and not asked:
            # The one thing in the game that nothing brings back: asked as long as it stands there.
            self._model.say(UNFINISHED)
            return
        self._model.notice = ""
        if command.name in ("up", "down"):
            step = 1 if command.name == "down" else -1
            self._at = (self._at + step) % len(self._entries())
        elif command.name in ("forward", "backward"):
            self._step(1 if command.name == "forward" else -1)
        else:
            self._open(command)

    def _step(self, by: int) -> None:
        model = self._model
        at = (self._levels.index(model.settings.level) + by) % len(self._levels)
        model.change("level", self._levels[at])

    def _open(self, command: Command) -> None:
        model = self._model
        if command.name == "close" and not self._first:
            self._navigation.close()
        elif command.name == "new" and model.begin_match(model.settings.level):
            if self._first:
                # Dealt before or not, these cards have not been seen since the start.
                model.notice = ""
            self._navigation.home()
