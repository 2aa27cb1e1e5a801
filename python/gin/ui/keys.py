"""Every key of every screen, in one table: what is bound is what the key help lists.

Nothing that could do harm is bound to the characters of a mouse report (`[ < ; M m` and digits): a
report that a slow line tears apart is read as keys.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from gin.ui.command import Command

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["BINDINGS", "Binding", "bindings"]


@dataclass(frozen=True, slots=True)
class Binding:
    """One line of the key help.

    `strokes` pairs each key, by the terminal library's name, with the command that it gives;
    `shown` is how the keys are written for people and `label` what they do. `always` keeps a key
    alive while the computer's move is being shown, when every other key only skips ahead.
    """

    strokes: tuple[tuple[str, Command], ...]
    shown: str
    label: str
    always: bool = False


def _bind(keys: str, name: str, shown: str, label: str, *, always: bool = False) -> Binding:
    return Binding(tuple((key, Command(name)) for key in keys.split()), shown, label, always=always)


def _steps(keys: Mapping[str, str], shown: str, label: str) -> Binding:
    return Binding(tuple((key, Command(name)) for key, name in keys.items()), shown, label)


def _numbers(keys: str, shown: str, label: str) -> Binding:
    strokes = tuple((key, Command("pick", number=at)) for at, key in enumerate(keys, 1))
    return Binding(strokes, shown, label)


_CUT: Final = (
    _bind("enter", "next", "Enter", "deal, with what you typed mixed in"),
    _bind("escape", "uncut", "Esc", "deal without a cut"),
    _bind("f3", "never", "F3", "deal without a cut, and never ask again"),
    _bind("backspace", "erase", "Backspace", "take the last letter back"),
    _bind("f1", "rules", "F1", "the rules and the guide"),
    _bind("f10", "menu", "F10", "the menu"),
    _bind("c-c", "quit", "Ctrl-C", "save and leave"),
    _bind("c-z", "suspend", "Ctrl-Z", "back to the shell for a while (fg returns)"),
    _bind("c-l", "redraw", "Ctrl-L", "draw the screen again"),
    _bind("f2", "mouse", "F2", "mouse off and on, to mark text with it"),
)
"""Every other key is a letter of the cut."""

_ANYWHERE: Final = (
    _bind("q c-c", "quit", "q Ctrl-C", "save and leave", always=True),
    _bind("c-z", "suspend", "Ctrl-Z", "back to the shell for a while (fg returns)", always=True),
    _bind("c-l", "redraw", "Ctrl-L", "draw the screen again", always=True),
    _bind("f2", "mouse", "F2", "mouse off and on, to mark text with it", always=True),
)
_HELP: Final = _bind("?", "help", "?", "the keys of this screen")
_RULES: Final = _bind("R f1", "rules", "R F1", "the rules and the guide")
_BOARD: Final = _bind("m", "board", "m", "the match deal by deal")
_LOG: Final = _bind("l", "log", "l", "everything played in this deal")
_SETTINGS: Final = _bind("o", "settings", "o", "settings")
_FAIR: Final = _bind("f", "fair", "f", "fair deals: how they are made, checked from the first card")
_MENU: Final = _bind("b f10", "menu", "b F10", "the menu: new match, statistics")
_CLOSE: Final = _bind("escape", "close", "Esc", "back")

_SCROLL: Final = (
    _steps({"up": "up", "down": "down"}, "up down", "scroll by a line"),
    _steps(
        {"pageup": "page-up", "pagedown": "page-down", "space": "page-down"},
        "PgUp PgDn",
        "scroll by a page (Space too)",
    ),
    _steps({"home": "first", "end": "last"}, "Home End", "to the beginning or the end"),
)

_TABLE: Final = (
    _bind("s", "stock", "s", "draw from the stock"),
    _bind("t", "take", "t", "take the upcard or the top of the discard pile"),
    _bind("p", "pass", "p", "pass (first turn)"),
    _numbers("1234567890-", "1-9 0 -", "select that card, again: lower it"),
    _bind("d", "discard", "d", "discard the selected card"),
    _bind("k K g", "knock", "k K g", "knock or go gin with the selected card (asks first)"),
    _steps(
        {"left": "left", "right": "right", "up": "up", "down": "down"},
        "arrows",
        "move: along the hand, up to the piles, down to the buttons",
    ),
    _steps({"home": "first", "end": "last"}, "Home End", "to the first or the last card"),
    _steps({"tab": "next-area", "s-tab": "last-area"}, "Tab S-Tab", "piles, hand, buttons"),
    _bind("space", "select", "Space", "select the card under the cursor, or lower it"),
    _bind("enter", "enter", "Enter", "do what is marked; on a selected card: discard it"),
    _bind("escape", "close", "Esc", "lower the selected card"),
    _bind("h H", "hint", "h H", "a hint (then not counted); again: why; again: all choices"),
    _bind("w", "why", "w", "the computer's last move, and what it tells you"),
    _bind("c", "seen", "c", "cards seen so far"),
    _bind("u", "undo", "u", "take back your last action (the deal is then not counted)"),
    _bind("c-r", "redo", "Ctrl-R", "do again what was taken back"),
    _bind("r", "sort", "r", "sort by suit or by rank"),
    _bind("G", "group", "G", "melds put together or not"),
    _steps(
        {"s-left": "move-left", ",": "move-left", "s-right": "move-right", ".": "move-right"},
        "S-arrows , .",
        "move the card in the hand",
    ),
    _LOG,
    _FAIR,
    _bind("y", "leave", "y", "in a replay: back to the match"),
    _RULES,
    _SETTINGS,
    _MENU,
    _HELP,
    *_ANYWHERE,
)

_KNOCK: Final = (
    _bind("k K g enter", "knock", "k K g Enter", "knock"),
    _steps({"up": "up", "down": "down"}, "up down", "another way to lay the hand down"),
    _numbers("123456789", "1-9", "that way to lay the hand down"),
    _bind("escape", "close", "Esc", "keep playing"),
    _HELP,
    *_ANYWHERE,
)

_RESULT: Final = (
    _bind("n enter space", "next", "n Enter Space", "go on"),
    _bind("y", "replay", "y", "play this deal again as practice, then go back"),
    _BOARD,
    _LOG,
    _FAIR,
    _steps({"up": "up", "down": "down"}, "up down", "scroll where the window is small"),
    _RULES,
    _SETTINGS,
    _MENU,
    _HELP,
    *_ANYWHERE,
)

_BOARD_KEYS: Final = (
    _bind("n enter", "close", "n Enter", "back"),
    _CLOSE,
    *_SCROLL,
    _RULES,
    _SETTINGS,
    _HELP,
    *_ANYWHERE,
)

_MATCH: Final = (
    _bind("n enter", "next", "n Enter", "a new match"),
    _BOARD,
    _FAIR,
    _RULES,
    _SETTINGS,
    _MENU,
    _HELP,
    *_ANYWHERE,
)

_LEVEL: Final = (
    _steps({"up": "up", "down": "down"}, "up down", "another computer player"),
    _numbers("123456789", "1-9", "that computer player"),
    _bind("enter", "next", "Enter", "start the match"),
    _CLOSE,
    _HELP,
    *_ANYWHERE,
)

_SETTING_KEYS: Final = (
    _steps({"up": "up", "down": "down"}, "up down", "another setting"),
    _steps({"home": "first", "end": "last"}, "Home End", "the first or the last setting"),
    _steps(
        {"right": "forward", "space": "forward", "enter": "forward", "left": "backward"},
        "left right",
        "another choice (Space and Enter too)",
    ),
    _bind("escape o", "close", "Esc o", "back"),
    _RULES,
    _HELP,
    *_ANYWHERE,
)

_MENU_KEYS: Final = (
    _steps({"up": "up", "down": "down"}, "up down", "another line"),
    _steps({"left": "backward", "right": "forward"}, "left right", "the computer of a new match"),
    _bind("enter space", "enter", "Enter Space", "do what is marked"),
    _bind("c", "close", "c", "continue the match, if one is on"),
    _bind("n", "new", "n", "new match"),
    _bind("s", "statistics", "s", "statistics"),
    _RULES,
    _SETTINGS,
    _bind("escape b f10", "close", "Esc b F10", "back to the match, if one is on"),
    _HELP,
    *_ANYWHERE,
)

_READING: Final = (*_SCROLL, _bind("escape enter", "close", "Esc Enter", "back"), *_ANYWHERE)

BINDINGS: Final[Mapping[str, tuple[Binding, ...]]] = MappingProxyType(
    {
        "table": _TABLE,
        "knock": _KNOCK,
        "result": _RESULT,
        "board": _BOARD_KEYS,
        "match": _MATCH,
        "level": _LEVEL,
        "settings": _SETTING_KEYS,
        "menu": _MENU_KEYS,
        "rules": (
            *_READING,
            _bind("tab", "turn-page", "Tab", "from the rules to the guide and back"),
            _HELP,
        ),
        "log": (*_READING, _HELP),
        "fair": (*_READING, _bind("f", "close", "f", "back"), _HELP),
        "cut": _CUT,
        "hint": (*_READING, _bind("h H", "hint", "h H", "what every choice is worth"), _HELP),
        "why": (*_READING, _bind("w", "close", "w", "back"), _HELP),
        "seen": (*_READING, _bind("c", "close", "c", "back"), _HELP),
        "statistics": (
            *_READING,
            _steps(
                {"tab": "next", "right": "next", "s-tab": "previous", "left": "previous"},
                "Tab left right",
                "all time, the last week, each level (S-Tab back)",
            ),
            _bind("e", "export", "e", "write every deal into a CSV file"),
            _FAIR,
            _HELP,
        ),
        "help": (*_READING, _bind("?", "close", "?", "back")),
        "small": _ANYWHERE,
    }
)
"""The keys of every screen by the screen's name."""


_VIM: Final = {"left": "h", "down": "j", "up": "k", "right": "l"}
_VIM_CAPITALS: Final = {letter: letter.upper() for letter in _VIM.values()}


@cache
def bindings(keys: str) -> Mapping[str, tuple[Binding, ...]]:
    """Return the keys of every screen as the person likes them: `letters` or `vim`.

    With `vim` the small letters h j k l move, and what they did is on their capitals.

    >>> knock = next(b for b in bindings("vim")["table"] if "knock" in b.label)
    >>> knock.shown
    'K g'
    """
    if keys != "vim":
        return BINDINGS
    return MappingProxyType(
        {screen: tuple(map(_moving, lines)) for screen, lines in BINDINGS.items()}
    )


def _moving(binding: Binding) -> Binding:
    """Return a binding with its letters out of the way of hjkl, which follow the arrows."""
    strokes = {_VIM_CAPITALS.get(key, key): command for key, command in binding.strokes}
    words = dict.fromkeys(_VIM_CAPITALS.get(word, word) for word in binding.shown.split())
    for arrow, letter in _VIM.items():
        if arrow in strokes:
            strokes[letter] = strokes[arrow]
            words[letter] = None
    return replace(binding, strokes=tuple(strokes.items()), shown=" ".join(words))
