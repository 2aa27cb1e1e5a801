"""Before the first card of a match: the fingerprint of its seed, and the person's cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from gin.ui.button import Button, draw_buttons
from gin.ui.command import Command
from gin.ui.ink import first_that_fits, lines_of
from gin.wording import CUT_QUESTION, fingerprint_text, level_name

if TYPE_CHECKING:
    from gin.ui.canvas import Canvas
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation

__all__ = ["CutScreen"]

_WIDEST: Final = 78
_PACK: Final = 52
_LONGEST: Final = 200
# The title, the two headings, the pack, what has been typed and the buttons; and the rows between.
_ROWS: Final = 6
_GAPS: Final = 5
_DEAL: Final = Command("next")
_FINGERPRINT: Final = ("Fingerprint of the secret seed", "Fingerprint:")
_ASK: Final = (
    "Type anything or click the pack to cut it; Enter deals.",
    "Type or click to cut; Enter deals.",
    "Type to cut; Enter deals.",
)


class CutScreen:
    """Anything typed, or a click on the pack, is mixed into the decks; Enter deals at once."""

    name: ClassVar[str] = "cut"
    overlay: ClassVar[bool] = False

    def __init__(self, model: Model, navigation: Navigation) -> None:
        self._model = model
        self._navigation = navigation
        self._text = ""

    # --- drawing ---

    def draw(self, canvas: Canvas) -> None:
        """Paint the fingerprint, the pack to click on and what has been typed."""
        page = canvas.page(_WIDEST)
        left = page.margin
        room = page.width - left
        print_lines = fingerprint_text(self._model.session.fingerprint, room)
        words = lines_of(CUT_QUESTION, room)
        spare = page.height - _ROWS - len(print_lines)
        words = words if spare >= len(words) else []
        gap = int(spare >= len(words) + _GAPS)
        y = self._draw_title(page, left) + gap
        page.put(left, y, first_that_fits(room, _FINGERPRINT), "class:strong")
        for line in print_lines:
            y += 1
            page.put(left, y, line)
        y += 1 + gap
        for line in words:
            page.put(left, y, line)
            y += 1
        y += gap if words else 0
        page.put(left, y, first_that_fits(room, _ASK))
        y += 1 + gap
        self._draw_pack(page.part(left, y, room, 1))
        y += 1 + gap
        self._draw_text(page, left, y, room)
        told = lines_of(self._model.notice, room) if self._model.notice else []
        # What is told is whole, over what has been typed where there is no room below.
        under = max(0, min(y + 1 + gap, page.height - 1 - len(told)))
        for down, line in enumerate(told, under):
            page.put(left, down, line.ljust(room), "class:warning")
        draw_buttons(page.part(left, page.height - 1, room, 1), 0, self._buttons(), _DEAL)
        if y + 2 + gap < page.height - 1 and not self._model.notice:
            brief = f"F10 menu {self._model.glyphs.dot} Ctrl-C leave"
            keys = first_that_fits(room, [f"F1 rules {self._model.glyphs.dot} {brief}", brief])
            page.put(left, page.height - 2, keys, "class:faint")

    def _draw_title(self, page: Canvas, left: int) -> int:
        table, dot = self._model.table, self._model.glyphs.dot
        level = level_name(table.level)
        title = f"MATCH {table.match_number}"
        forms = (f"{title} {dot} against {level} {dot} first to {table.target}", title)
        page.put(left, 0, first_that_fits(page.width - left, forms), "class:title")
        return 1

    def _draw_pack(self, row: Canvas) -> None:
        """Draw the pack face down, a cell a card as far as they go; each cell can be clicked."""
        cells = min(_PACK, row.width)
        for at in range(cells):
            card = at * _PACK // cells + 1
            row.put(at, 0, self._model.glyphs.back, "class:button", Command("cut-at", number=card))

    def _draw_text(self, page: Canvas, left: int, y: int, room: int) -> None:
        """Draw the end of what has been typed, one cell a character."""
        shown = self._text[-(room - 3) :]
        page.put(left, y, f"> {shown}", "class:strong")
        page.put(left + 2 + len(shown), y, " ", "class:cursor")
        page.put(left + 2 + len(shown), y, "_", "class:cursor")

    def _buttons(self) -> tuple[Button, ...]:
        deal = "Cut and deal" if self._text.strip() else "Deal"
        return (
            Button(_DEAL, "Enter", deal, deal.partition(" ")[0]),
            Button(Command("uncut"), "Esc", "Deal without a cut", "No cut"),
            Button(Command("never"), "F3", "Never ask again", "Never ask"),
        )

    # --- commands ---

    def do(self, command: Command) -> None:
        """Take in what is typed or clicked, or deal."""
        self._model.notice = ""
        if command.name in ("type", "cut-at") and len(self._text) >= _LONGEST:
            self._model.say(f"A cut has {_LONGEST} characters at most; Enter deals.")
        elif command.name == "type":
            self._text += chr(command.number)
        elif command.name == "erase":
            self._text = self._text[:-1]
        elif command.name == "cut-at":
            self._text = f"{self._text} card {command.number}".lstrip()[:_LONGEST]
        elif command.name == "next":
            self._deal(self._text)
        elif command.name == "uncut":
            self._deal("")
        elif command.name == "never":
            self._model.change("cut", "never")
            self._deal("")

    def _deal(self, text: str) -> None:
        if self._model.cut(text):
            self._navigation.home()
