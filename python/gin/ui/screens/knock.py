"""The knock preview: what will be laid down, before it is; the only question the game asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from gin.action import Action
from gin.cards import UNDERCUT_BONUS, Hand
from gin.ui.button import Button, draw_buttons
from gin.ui.command import Command
from gin.ui.ink import frame, lines_of, write
from gin.ui.layout import layout
from gin.wording import NO_LAYOFFS, card_list, choice_text, meld_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gin.cards import Arrangement, Card
    from gin.ui.canvas import Canvas
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation

__all__ = ["KnockScreen"]

_WIDEST: Final = 76
# Below this there is no room for a frame, nor for the name of every meld.
_NARROW: Final = 36
# Two lines of the frame and one for the buttons.
_FRAME: Final = 3

_Line: TypeAlias = "tuple[str, str, Command | None]"


class KnockScreen:
    """Asks once before a knock, and lets the person choose between equal ways to lay down (R12)."""

    name: ClassVar[str] = "knock"
    overlay: ClassVar[bool] = True

    def __init__(self, model: Model, navigation: Navigation, card: Card) -> None:
        self._model = model
        self._navigation = navigation
        self._card = card
        self._choices = model.session.spreads(card)
        self._choice = 0

    @property
    def has_choice(self) -> bool:
        """Whether there are several ways to lay the hand down."""
        return len(self._choices) > 1

    def draw(self, canvas: Canvas) -> None:
        """Paint the preview over the table, the hand left in sight where there is room."""
        width = min(canvas.width - 1, _WIDEST)
        lines = self._lines(width - 4)
        if len(lines) + _FRAME > canvas.height:
            # In few words rather than cut off: what a knock risks stands at the end.
            lines = self._lines(width - 4, brief=True)
        if canvas.width < _NARROW or len(lines) + _FRAME > canvas.height:
            self._draw_narrow(canvas)
            return
        height = min(canvas.height, len(lines) + _FRAME + 1)
        spare = canvas.height - height
        # Over the piles: the hand stays in sight where there is room for both.
        hand = layout(canvas.width, canvas.height, boxes=self._model.boxes)
        top = max(0, min(2, spare, max(1, hand.top + hand.hand - height)))
        canvas.part(0, top, canvas.width, height).clear()
        box = canvas.part((canvas.width - width) // 2, top, width, height)
        points = self._choices[self._choice].points
        inner = frame(box, self._model.glyphs.frame, "Knock?" if points else "Gin?")
        _draw_lines(inner, lines)
        self._draw_buttons(inner.part(0, inner.height - 1, inner.width, 1))

    def _draw_narrow(self, canvas: Canvas) -> None:
        """Paint the preview over the whole window, in few words."""
        canvas.clear()
        width, room = canvas.width - 1, canvas.height - 1
        lines = self._lines(width, brief=True)
        if len(lines) > room:
            lines = self._marked_lines(width)
        _draw_lines(canvas, lines)
        self._draw_buttons(canvas.part(0, room, width, 1))

    def _draw_buttons(self, row: Canvas) -> None:
        points = self._choices[self._choice].points
        word = f"Knock with {points}" if points else "Go gin"
        buttons = (
            Button(Command("knock"), self._model.key("k"), word, "Knock" if points else "Gin"),
            Button(Command("close"), "Esc", "Keep playing", "Play on"),
        )
        draw_buttons(row, 0, buttons, Command("knock"))

    def _lines(self, width: int, *, brief: bool = False) -> list[_Line]:
        model = self._model
        several = self.has_choice
        head = f"Discard {model.name(self._card)} and lay down:"
        out: list[_Line] = [(head, "", None)]
        for at, choice in enumerate(self._choices):
            text = choice_text(choice, model.name)
            head = f"{'>' if at == self._choice else ' '} {at + 1}  " if several else "  "
            style = "class:strong" if at == self._choice else ""
            command = Command("pick", number=at + 1) if several else None
            wrapped = lines_of(text, width - len(head))
            for down, line in enumerate(wrapped):
                out.append(((head if not down else " " * len(head)) + line, style, command))
        if brief:
            return [*out, *((line, "", None) for line in self._briefly(width))]
        if several:
            note = "Equally little deadwood each way; choose with the arrows."
            out += [(line, "class:faint", None) for line in lines_of(note, width)]
        out.append(("", "", None))
        out += [(line, "", None) for line in self._consequences(width)]
        return out

    def _marked_lines(self, width: int) -> list[_Line]:
        """Tell of the marked way alone, by its number, where there is no room for the others."""
        number, text = self._choice + 1, choice_text(self._choices[self._choice], self._model.name)
        head = f"Discard {self._model.name(self._card)} ({number} of {len(self._choices)}): "
        marked = [(line, "class:strong", None) for line in lines_of(head + text, width)]
        return [*marked, *((line, "", None) for line in self._briefly(width))]

    def _consequences(self, width: int) -> list[str]:
        """Say what the computer could do about it."""
        spread = self._choices[self._choice]
        if spread.points == 0:
            return lines_of("There are no layoffs against gin.", width)
        texts = self._additions(spread)
        first = (
            f"The computer could lay off: {'; '.join(texts)}."
            if texts
            else "The computer can lay nothing off on this."
        )
        second = (
            f"If it ends with {spread.points} or less it undercuts you:"
            f" {UNDERCUT_BONUS} + the difference."
        )
        return [*lines_of(first, width), *lines_of(second, width)]

    def _briefly(self, width: int) -> list[str]:
        """Say what the computer could do about it where there is little room."""
        spread = self._choices[self._choice]
        if spread.points == 0:
            return lines_of(NO_LAYOFFS, width)
        fits = self._model.session.could_lay_off(self._card, spread)
        # A card may fit on two melds.
        cards = card_list(Hand({card for some in fits for card in some}), self._model.name)
        first = f"May be laid off: {cards}." if cards else "Nothing can be laid off."
        second = f"{spread.points} or less undercuts you."
        return [*lines_of(first, width), *lines_of(second, width)]

    def _additions(self, spread: Arrangement) -> Sequence[str]:
        model = self._model
        fits = model.session.could_lay_off(self._card, spread)
        return [
            f"{card_list(cards, model.name)} ({meld_title(meld, spread.melds)})"
            for meld, cards in zip(spread.melds, fits, strict=True)
            if cards
        ]

    def do(self, command: Command) -> None:
        """Knock, choose another spread, or go back with nothing changed."""
        if command.name == "knock":
            self._knock()
        elif command.name == "close":
            self._navigation.close()
        elif command.name in ("up", "down"):
            step = 1 if command.name == "down" else -1
            self._choice = (self._choice + step) % len(self._choices)
        elif command.name == "pick" and command.number <= len(self._choices):
            self._choice = command.number - 1

    def _knock(self) -> None:
        # An arrangement without a meld cannot be named; there is no choice then.
        melds = self._choices[self._choice].melds
        done = self._model.play(Action.knock(self._card, melds or None))
        self._navigation.close()
        if done:
            self._navigation.home()


def _draw_lines(canvas: Canvas, lines: Sequence[_Line]) -> None:
    for down, (text, style, command) in enumerate(lines):
        write(canvas, 0, down, text, style, target=command)
