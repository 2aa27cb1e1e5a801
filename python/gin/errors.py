"""Everything that can go wrong with what was given, as types below one base.

Nothing else leaves the package for bad input. The text of an error is one sentence that a person
understands: what is wrong, and what would be right.
"""

from __future__ import annotations

# An action is made with these errors, so its type is looked up when somebody asks for it.
import gin  # noqa: TC001 - for typing.get_type_hints

__all__ = [
    "GinError",
    "IllegalAction",
    "LeftBehindError",
    "ParseError",
    "PlayerError",
    "RecordError",
    "SaveError",
    "SettingsError",
    "in_one_line",
    "shown",
    "told",
]

_SHOWN = 80
_TOLD = 300


def shown(given: object) -> str:
    """Write what was given on one line that is short enough for a message.

    >>> shown([1]), len(shown("A" * 1_000))
    ('[1]', 80)
    """
    try:
        text = repr(given)
    except Exception:  # whose repr it is, we do not know
        text = f"a {type(given).__name__}"
    return in_one_line(text)


def in_one_line(text: str, most: int = _SHOWN) -> str:
    r"""Write somebody else's text on one line of at most so many letters.

    >>> in_one_line("one\ntwo"), in_one_line("three", 4)
    ('one�two', 'thr…')
    """
    line = "".join(letter if letter.isprintable() else "�" for letter in text[: most + 1])
    return line if len(line) <= most else f"{line[: most - 1]}…"


def told(error: BaseException) -> str:
    r"""Say what somebody else's error says, as a part of a sentence.

    >>> told(ValueError("That is no card.")), told(KeyError())
    ('ValueError: That is no card', 'KeyError')
    >>> told(RuntimeError("\n    No.\n\n    It is closed.\n"))
    'RuntimeError: No. It is closed'
    """
    try:
        text = " ".join(str(error).split()).rstrip(". ")
    except Exception:  # whose text it is, we do not know
        text = ""
    return in_one_line(f"{type(error).__name__}: {text}" if text else type(error).__name__, _TOLD)


class GinError(Exception):
    """The base of every error of this package.

    >>> issubclass(ParseError, GinError) and issubclass(IllegalAction, GinError)
    True
    """


class ParseError(GinError, ValueError):
    """Text, a number or a position that cannot be what it should be.

    `text` is what was given, `reason` the sentence that says what is wrong with it.

    >>> error = ParseError("1Z", "'1Z' is no card: write the rank and the suit, like 9C.")
    >>> error.text
    '1Z'
    >>> print(error)
    '1Z' is no card: write the rank and the suit, like 9C.
    """

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(text, reason)
        self.text = text
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class IllegalAction(GinError):  # noqa: N818 - what was done, not what went wrong, has the name
    """An action that the rules do not allow now; the deal is as it was.

    `action` is what was tried, `reason` says why it is refused.

    >>> from gin.action import Action
    >>> error = IllegalAction(Action.PASS, "Passing is for the first turn only.")
    >>> error.action
    Action.PASS
    >>> print(error)
    Passing is for the first turn only.
    """

    def __init__(self, action: gin.Action, reason: str) -> None:
        super().__init__(action, reason)
        self.action = action
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class RecordError(GinError):
    """A record that cannot be read or replayed: `line` (from 1) and `reason`.

    >>> print(RecordError(3, "the deck holds 51 cards, not 52."))
    line 3: the deck holds 51 cards, not 52.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class SaveError(GinError):
    """Saved matches that cannot be read or written.

    >>> print(SaveError("The saves are in use by another game."))
    The saves are in use by another game.
    """


class LeftBehindError(SaveError):
    """A match that was gone on with elsewhere: what was to be saved does not follow on it.

    >>> print(LeftBehindError("This match was continued in another window."))
    This match was continued in another window.
    """


class SettingsError(GinError):
    """Settings that cannot be kept.

    >>> print(SettingsError("The settings cannot be kept in config.toml (No space left)."))
    The settings cannot be kept in config.toml (No space left).
    """


class PlayerError(GinError):
    """A player that is unknown, or that does not answer as it should.

    >>> print(PlayerError("There is no player 'stedy'; did you mean 'steady'?"))
    There is no player 'stedy'; did you mean 'steady'?
    """
