"""The match: its score deal by deal, its result, and the choice of the next opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from gin.players import players
from gin.ui.button import Button, draw_buttons
from gin.ui.command import Command, scrolled
from gin.ui.ink import first_that_fits, lines_of, write, write_centre
from gin.wording import (
    UNFINISHED,
    counted,
    deal_ending,
    level_name,
    level_note,
    match_headline,
    next_starter,
    points_needed,
    score_text,
)

if TYPE_CHECKING:
    from gin.session import DealLine
    from gin.ui.canvas import Canvas
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation

__all__ = ["BoardScreen", "LevelScreen", "MatchScreen"]

_WIDEST: Final = 78
# From this width on every player's note stands beside its name.
_NOTED: Final = 66
# The columns of a line of the scoreboard that says how the deal ended.
_TOLD: Final = 76


class BoardScreen:
    """The scoreboard of the match."""

    name: ClassVar[str] = "board"
    overlay: ClassVar[bool] = False

    def __init__(self, model: Model, navigation: Navigation) -> None:
        self._model = model
        self._navigation = navigation
        self._first = len(model.table.deals)
        self._room = 1

    def draw(self, canvas: Canvas) -> None:
        """Paint both scores as bars and a line for every deal, the last ones in sight."""
        table = self._model.table
        page = canvas.page(_WIDEST)
        top = self._draw_scores(page)
        wide = page.width >= _TOLD
        head = (
            f"{'Deal':>5}  {'Start':<9} {'Ended by':<38}{'Points':>6}{'You':>5}{'Computer':>10}"
            if wide
            else f"{'deal':>4} {'ended':<8}{'pts':>5}{'you':>5}{'cpu':>5}"
        )
        page.put(0, top, head, "class:faint")
        notes = self._notes(page.width - 1)
        self._room = max(1, page.height - top - 3 - len(notes))
        rows = [_wide_row(line) if wide else _narrow_row(line) for line in table.deals]
        rows = rows or ["  No deal is over yet."]
        hidden = len(rows) - self._room
        if hidden > 0:
            # A line less, for the word on the others.
            self._room, hidden = max(1, self._room - 1), hidden + 1
        self._first = max(0, min(self._first, len(rows) - self._room))
        shown = rows[self._first : self._first + self._room]
        if hidden > 0:
            shown.append(f"  up/down: {hidden} more deals")
        for down, row in enumerate(shown, 1):
            page.put(0, top + down, row)
        for down, note in enumerate(notes):
            page.put(1, top + len(shown) + 1 + (page.height > 12) + down, note)
        buttons = (
            Button(Command("close"), "n", "Back", "Back"),
            Button(Command("quit"), "q", "Save and quit", "Quit"),
        )
        draw_buttons(
            page.part(1, page.height - 1, page.width - 1, 1), 0, buttons, buttons[0].command
        )

    def _draw_scores(self, page: Canvas) -> int:
        """Paint the match and both scores; return the row below them."""
        table = self._model.table
        match = f"MATCH {table.match_number}" if table.counted else "PRACTICE"
        if table.replay:
            forms = ("REPLAY: the match as it stands", "REPLAY")
            match = first_that_fits(page.width - 9, forms)
        if page.height >= 16:
            page.put(1, 0, match, "class:title")
            page.put_right(0, f"to {table.target}", "class:title")
            for seat, who in enumerate(("You", "Computer")):
                self._draw_bar(page, 2 + seat, who, table.standing[seat])
            return 5
        scores = f"{score_text(table.standing)}, to {table.target}"
        heads = (f"{match}   {scores}", scores)
        page.put(1, 0, first_that_fits(page.width - 1, heads), "class:title")
        return 1

    def _draw_bar(self, page: Canvas, y: int, who: str, score: int) -> None:
        full, free = self._model.glyphs.bar
        target = self._model.table.target
        width = min(40, page.width - 18)
        filled = min(width, score * width // target)
        page.put(1, y, f"{who:<9}{score:>4}", "class:title")
        page.put(16, y, full * filled + free * (width - filled))

    def _notes(self, width: int) -> list[str]:
        table = self._model.table
        if table.champion is not None:
            return lines_of(match_headline(table.champion, table.standing), width)
        text = points_needed(table.standing, table.target)
        if table.result is not None:
            text += f" {next_starter(1 - table.starter, table.number + 1)}"
        return lines_of(text, width)

    def do(self, command: Command) -> None:
        """Scroll, or go back."""
        step = scrolled(command, self._room, len(self._model.table.deals))
        if step is not None:
            self._first += step
        elif command.name == "close":
            self._navigation.close()


def _wide_row(line: DealLine) -> str:
    start = "computer" if line.starter else "you"
    ending = deal_ending(line.kind, line.knocker, line.deadwood)
    points = str(line.points) if line.winner is not None else "-"
    you, computer = line.scores
    return f"{line.number:>5}  {start:<9} {ending:<38}{points:>6}{you:>5}{computer:>10}"


def _narrow_row(line: DealLine) -> str:
    kind = "no score" if line.kind == "dead" else line.kind
    points = str(line.points) if line.winner is not None else "-"
    return f"{line.number:>4} {kind:<8}{points:>5}{line.scores[0]:>5}{line.scores[1]:>5}"


class MatchScreen:
    """The end of a match: who has won it, and on to the next."""

    name: ClassVar[str] = "match"
    overlay: ClassVar[bool] = False

    def __init__(self, model: Model, navigation: Navigation) -> None:
        self._model = model
        self._navigation = navigation

    def draw(self, canvas: Canvas) -> None:
        """Paint the winner and the score."""
        table = self._model.table
        page = canvas.page(_WIDEST)
        won = table.winner if table.winner is not None else 0
        title = f"MATCH {table.match_number}" if table.counted else "PRACTICE MATCH"
        played = (
            f"{counted(len(table.deals), 'deal')}, the computer played as {level_name(table.level)}"
        )
        headline = lines_of(match_headline(won, table.scores), page.width - 2)
        below = [f"You {table.scores[0]}   Computer {table.scores[1]}"]
        below += lines_of(played, page.width)
        # The blank lines go where the window is too low for them.
        gap = int(page.height > len(headline) + len(below) + 4)
        y = max(0, page.height // 2 - 4) if gap else 0
        write_centre(page, y, title, "class:title")
        y += 1 + gap
        for line in headline:
            write_centre(page, y, line, "class:message")
            y += 1
        y += gap
        for line in below:
            write_centre(page, y, line)
            y += 1
        buttons = (
            Button(Command("next"), "n", "New match", "New match"),
            Button(Command("board"), "m", "Match score", "Score"),
            Button(Command("menu"), "b", "Menu", "Menu"),
            Button(Command("quit"), "q", "Quit", "Quit"),
            Button(Command("fair"), "f", "Seed and check", "Verify"),
        )
        width = min(page.width, sum(len(button.text()) + 2 for button in buttons) - 2)
        row = page.part((page.width - width) // 2, min(y + 2, page.height - 1), width, 1)
        draw_buttons(row, 0, buttons, buttons[0].command)

    def do(self, command: Command) -> None:
        """Go on to a new match, or look back at this one."""
        if command.name == "next":
            self._model.notice = ""
            self._navigation.open(LevelScreen(self._model, self._navigation))
        elif command.name == "board":
            self._navigation.open(BoardScreen(self._model, self._navigation))


class LevelScreen:
    """Which computer player the next match is against."""

    name: ClassVar[str] = "level"
    overlay: ClassVar[bool] = False

    def __init__(self, model: Model, navigation: Navigation) -> None:
        self._model = model
        self._navigation = navigation
        self._levels = players()
        present = model.wished_level or model.table.level
        self._at = self._levels.index(present) if present in self._levels else 0

    def draw(self, canvas: Canvas) -> None:
        """Paint the list of players, the chosen one marked."""
        page = canvas.page(_WIDEST)
        page.put(1, 0, "NEW MATCH", "class:title")
        page.put(1, 2 if page.height > 12 else 1, "Who plays against you?")
        top = 4 if page.height > 12 else 2
        # The list keeps its length whichever note stands below it.
        notes = [self._note_lines(level, page.width - 1) for level in self._levels]
        rows = max(1, min(len(notes), page.height - 1 - top - max(map(len, notes))))
        first = max(0, min(self._at - rows + 1, len(notes) - rows))
        for down, level in enumerate(self._levels[first : first + rows]):
            self._draw_level(page, top + down, first + down, level)
        gap = int(page.height - 1 - top - rows > max(map(len, notes)))
        for down, line in enumerate(notes[self._at], top + rows + gap):
            page.put(1, down, line)
        told = lines_of(self._model.notice, page.width - 1) if self._model.notice else []
        for down, line in enumerate(told, page.height - 1 - len(told)):
            page.put(1, down, line.ljust(page.width - 1), "class:warning")
        buttons = (
            Button(Command("next"), "Enter", "Start the match", "Start"),
            Button(Command("close"), "Esc", "Back", "Back"),
        )
        draw_buttons(
            page.part(1, page.height - 1, page.width - 1, 1), 0, buttons, buttons[0].command
        )

    def _note_lines(self, level: str, width: int) -> list[str]:
        """Return the note of a player that stands below the list; a wide one has it beside."""
        return [] if width + 1 >= _NOTED else lines_of(level_note(level), width)

    def _draw_level(self, page: Canvas, y: int, at: int, level: str) -> None:
        chosen = at == self._at
        text = f"{'>' if chosen else ' '} {at + 1}  {level_name(level):<10}"
        if page.width >= _NOTED:
            text += f" {level_note(level)}"
        style = "class:cursor" if chosen else ""
        write(page, 1, y, text, style, target=Command("pick", number=at + 1))

    def do(self, command: Command) -> None:
        """Choose a player and start."""
        if command.name != "next":
            self._model.notice = ""
        if command.name in ("up", "down"):
            self._at = (self._at + (1 if command.name == "down" else -1)) % len(self._levels)
        elif command.name == "pick" and command.number <= len(self._levels):
            self._at = command.number - 1
        elif command.name == "close":
            self._navigation.close()
        elif command.name == "next":
            self._begin()

    def _begin(self) -> None:
        """Start the match; ask first where one that is not won would be left for it."""
        model, level = self._model, self._levels[self._at]
        if model.session.unfinished and model.notice != UNFINISHED:
            model.say(UNFINISHED)
            return
        if level != model.settings.level:
            # The menu and the settings name the same one from now on.
            model.change("level", level)
        if model.begin_match(level):
            self._navigation.home()
