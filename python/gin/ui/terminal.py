"""The terminal: what is asked of it, and what its mouse reports mean."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

if TYPE_CHECKING:
    from gin.settings import Settings

__all__ = ["MouseReport", "TableOutput", "color_depth", "mouse_report"]


class TableOutput(Vt100_Output):
    """An output that asks for clicks only, not for every movement of the mouse.

    The library's own request (mode 1003) reports each cell that the mouse passes, and its urxvt
    mode (1015) is misread by terminals that know mode 1006.
    """

    def enable_mouse_support(self) -> None:
        """Ask for presses and releases (1000) in the form without a limit of columns (1006)."""
        self.write_raw("\x1b[?1000h\x1b[?1006h")

    def disable_mouse_support(self) -> None:
        """Take the request back."""
        self.write_raw("\x1b[?1006l\x1b[?1000l")


def color_depth(settings: Settings, possible: ColorDepth) -> ColorDepth:
    """Return how many colours to use of those that are possible.

    None with `NO_COLOR`, the sixteen of the terminal where they are enough, else 256.
    """
    if os.environ.get("NO_COLOR") or possible == ColorDepth.DEPTH_1_BIT:
        return ColorDepth.DEPTH_1_BIT
    own = settings.theme == "terminal" and settings.cards != "paper"
    if own or possible == ColorDepth.DEPTH_4_BIT:
        return ColorDepth.DEPTH_4_BIT
    return ColorDepth.DEPTH_8_BIT


@dataclass(frozen=True, slots=True)
class MouseReport:
    """One report of the mouse; x and y count cells from 0."""

    kind: Literal["press", "release", "look", "wheel-up", "wheel-down"]
    x: int
    y: int


_REPORT: Final = re.compile(r"\x1b\[<(\d{1,3});(\d{1,5});(\d{1,5})([Mm])")
_MODIFIERS: Final = 4 | 8 | 16


def mouse_report(data: str) -> MouseReport | None:
    r"""Read a report; `None` for what is not of use here, and for damaged ones.

    `press` and `release` are the left button, `look` is the right one coming up.

    >>> mouse_report("\x1b[<0;3;12M")
    MouseReport(kind='press', x=2, y=11)
    >>> mouse_report("\x1b[<0;3M") is None
    True
    """
    found = _REPORT.fullmatch(data)
    if found is None:
        return None
    button, x, y = (int(text) for text in found.groups()[:3])
    pressed = found.group(4) == "M"
    button &= ~_MODIFIERS
    if button == 0:
        return MouseReport("press" if pressed else "release", x - 1, y - 1)
    if button == 2 and not pressed:
        return MouseReport("look", x - 1, y - 1)
    if button in (64, 65) and pressed:
        return MouseReport("wheel-up" if button == 64 else "wheel-down", x - 1, y - 1)
    return None
