"""Colours. The table is never painted, only the faces of cards where the person wants that.

A suit is always printed as a letter or a sign, and every signal is a shape or a word as well, so
no colour carries anything alone. `tests/test_ui_looks.py` measures every palette: the contrast of
each colour with its background, and how far apart the suits are for normal and for colour-blind
eyes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from prompt_toolkit.styles import Style

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gin.cards import Card
    from gin.settings import Settings

__all__ = ["FACE", "PALETTES", "Palette", "palette_for", "style_for", "suit_style"]

_SUITS: Final = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}

FACE: Final = "class:face"
"""The style of the inside of a card that lies face up."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the suits in the order spades, hearts, diamonds, clubs, and of signals.

    A colour is empty for the terminal's own. `paper` is what a card's face is painted with, if it
    is; the suits are then those of `on_paper`.
    """

    suits: tuple[str, str, str, str]
    signal: str
    faint: str = "dim"
    paper: str = ""
    on_paper: tuple[str, str, str, str] = ("#000000", "#af0000", "#0000ff", "#005f5f")


# The sixteen names are the terminal's own colours. Its blue is too dark to read on black in most
# palettes (xterm 4.4:1, Linux console 4.1:1, macOS 2.4:1), so diamonds are magenta here. The
# numbers of the others are exact colours of the 256.
PALETTES: Final[Mapping[str, Palette]] = MappingProxyType(
    {
        "terminal": Palette(
            ("", "ansibrightred", "ansibrightmagenta", "ansibrightgreen"), "underline"
        ),
        "dark": Palette(("#ffffff", "#ff5f5f", "#8787ff", "#5fff00"), "#ff87ff"),
        "light": Palette(("#000000", "#af0000", "#0000ff", "#005f5f"), "#870087"),
        # On an unknown background only the terminal's own two colours are sure to differ.
        "contrast": Palette(("", "", "", ""), "underline", faint="", paper="#ffffff"),
    }
)
"""The palettes by the name of their theme."""

_PAPER: Final = "#ffffd7"


def suit_style(card: Card) -> str:
    """Return the style class of a card's suit."""
    return f"class:{_SUITS[card.suit]}"


def palette_for(settings: Settings, *, coloured: bool) -> Palette:
    """Return the palette of the person's theme; `coloured` tells whether 256 colours can be had."""
    palette = PALETTES[settings.theme]
    if not coloured:
        return Palette(PALETTES["terminal"].suits, "underline", palette.faint)
    if settings.cards == "paper" and not palette.paper:
        return Palette(palette.suits, palette.signal, palette.faint, _PAPER, palette.on_paper)
    return palette


def _chosen(suits: tuple[str, str, str, str], wanted: str) -> tuple[str, ...]:
    black, red, *_ = suits
    return {"two": (black, red, red, black), "none": (black,) * 4}.get(wanted, suits)


@lru_cache(maxsize=64)
def style_for(settings: Settings, *, coloured: bool) -> Style:
    """Return the styles of every class that the screens use."""
    palette = palette_for(settings, coloured=coloured)
    rules = [
        ("title", "bold"),
        ("strong", "bold"),
        ("message", "bold"),
        ("warning", f"{palette.signal} bold"),
        ("taken", f"{palette.signal} bold"),
        ("key", "bold"),
        ("button", "bold"),
        ("off", palette.faint),
        ("faint", palette.faint),
        ("chosen", f"{palette.signal} bold".replace("underline", "")),
    ]
    names = _SUITS.values()
    colours = _chosen(palette.suits, settings.suits)
    rules += [(name, f"{colour} bold") for name, colour in zip(names, colours, strict=True)]
    if palette.paper:
        on_paper = _chosen(palette.on_paper, settings.suits)
        rules.append(("face", f"bg:{palette.paper} {on_paper[0]}"))
        rules += [
            (f"face {name}", f"bg:{palette.paper} {colour} bold")
            for name, colour in zip(names, on_paper, strict=True)
        ]
    return Style([*rules, ("cursor", "reverse"), ("flash", "reverse")])
