"""Buttons: what can be pressed, each with its key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gin.ui.canvas import Canvas
    from gin.ui.command import Command

__all__ = ["Button", "draw_buttons"]


@dataclass(frozen=True, slots=True)
class Button:
    """A labelled command; `short` is the label where there is little room.

    A button that is not `on` can be pressed too: the answer says why it does nothing now.
    """

    command: Command
    key: str
    label: str
    short: str
    on: bool = True

    def text(self, *, focused: bool = False, short: bool = False) -> str:
        """Write the button; its shape tells whether it is on and whether it is marked.

        >>> from gin.ui.command import Command
        >>> button = Button(Command("pass"), "p", "Pass", "Pass")
        >>> button.text(), button.text(focused=True)
        ('[p Pass]', '>p Pass<')
        """
        left, right = ("[", "]") if self.on else ("(", ")")
        if focused:
            left, right = ">", "<"
        label = self.short if short else self.label
        return f"{left}{self.key}{' ' if self.key and label else ''}{label}{right}"


def draw_buttons(  # noqa: PLR0913 - each says another thing about what is drawn
    canvas: Canvas,
    y: int,
    buttons: Sequence[Button],
    focus: Command | None = None,
    *,
    right: bool = False,
    short: bool = False,
) -> int:
    """Draw buttons in a row, at its left or its right end; return the columns that they take.

    Where there is little room, or `short` asks for it, the labels are short; buttons that do not
    fit are left out, the last ones first. A button has one size whether it is marked or not, so
    none moves.
    """
    short = short or _width(buttons, short=False) > canvas.width
    shown = list(buttons)
    while shown and _width(shown, short=short) > canvas.width:
        shown.pop()
    used = _width(shown, short=short)
    x = canvas.width - used if right else 0
    for button in shown:
        focused = button.command == focus
        text = button.text(focused=focused, short=short)
        style = "class:button" if button.on else "class:off"
        canvas.put(x, y, text, f"{style} class:cursor" if focused else style, button.command)
        x += len(text) + (1 if short else 2)
    return used + 1 if used else 0


def _width(buttons: Sequence[Button], *, short: bool) -> int:
    gap = 1 if short else 2
    return sum(len(button.text(short=short)) + gap for button in buttons) - gap
