"""What the person likes: values, each one of a few words, kept in a small file.

The file is the person's own. It is read with forgiveness, only the line of the setting that was
changed is ever written, and everything else in it, known or not, stays as it is.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import tempfile
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from gin.errors import SettingsError, shown
from gin.players import DEFAULT_LEVEL, players

__all__ = ["Line", "Settings", "SettingsFile", "lines"]

_SPEEDS: Final = ("instant", "fast", "normal", "slow", "wait")
_SWITCH: Final = ("on", "off")
_LARGEST: Final = 1024 * 1024  # bytes; all settings with their comments are some hundred


@dataclass(frozen=True, slots=True)
class Settings:
    """One choice for every setting; `lines` has the choices.

    >>> Settings().changed("cards", "compact").cards
    'compact'
    """

    cards: str = "box"
    suits: str = "four"
    theme: str = "terminal"
    level: str = DEFAULT_LEVEL
    speed: str = "normal"
    coach: str = "off"
    deadwood: str = "shown"
    group: str = "on"
    confirm: str = "knock"
    keys: str = "letters"
    mouse: str = "on"
    double_click: str = "nothing"
    motion: str = "on"
    cut: str = "ask"

    def changed(self, name: str, choice: str) -> Settings:
        """Return these settings with another choice for one of them."""
        kept: dict[str, Any] = {name: choice}
        return replace(self, **kept)

    def choice(self, name: str) -> str:
        """Return what is chosen for a setting."""
        chosen: str = getattr(self, name)
        return chosen


@dataclass(frozen=True, slots=True)
class Line:
    """One setting as a list shows it: its name in the file, its title, its choices, a remark.

    `spoken` are the choices as people read them, in the same order.
    """

    name: str
    title: str
    choices: tuple[str, ...]
    remark: str = ""
    spoken: tuple[str, ...] = ()

    def words(self, choice: str) -> str:
        """Return a choice as people read it.

        >>> lines()[4].words("wait")
        'wait for a key'
        """
        return self.spoken[self.choices.index(choice)] if self.spoken else choice


def lines() -> tuple[Line, ...]:
    """Every setting, in the order of the screen; what is not in this list cannot be set."""
    levels = players()
    return (
        Line("cards", "Cards", ("box", "paper", "compact", "ascii")),
        Line("suits", "Suit colours", ("four", "two", "none"), "NO_COLOR=1: none"),
        Line(
            "theme",
            "Theme",
            ("terminal", "dark", "light", "contrast"),
            "",
            ("terminal", "dark", "light", "high contrast"),
        ),
        Line("level", "Computer", levels, "new matches", tuple(map(str.capitalize, levels))),
        Line("speed", "Speed", _SPEEDS, "", (*_SPEEDS[:-1], "wait for a key")),
        Line(
            "coach",
            "Coach",
            ("off", "after", "warn", "live"),
            "after: judges each deal; warn: objects to a bad discard; live: shows the best",
        ),
        Line(
            "deadwood",
            "Deadwood",
            ("shown", "hidden"),
            "hidden: count it yourself",
        ),
        Line("group", "Group melds", _SWITCH),
        Line("confirm", "Confirm", ("knock", "nothing")),
        Line("keys", "Keys", ("letters", "vim"), "vim: hjkl move, K knocks, L is the log"),
        Line("mouse", "Mouse", _SWITCH, "F2 toggles, so you can mark text"),
        Line("double_click", "Double click", ("nothing", "discard"), "discard: throws the card"),
        Line("motion", "Motion", _SWITCH, "also GIN_REDUCE_MOTION=1"),
        Line("cut", "Cut", ("ask", "never"), "ask: before a match your words go into its decks"),
    )


class SettingsFile:
    """The settings on the disk; the file need not exist, and reading never writes.

    After `read`, `complaint` is empty or says in one sentence what in the file is passed over, and
    `chosen` has the names that stand in it.

    >>> with tempfile.TemporaryDirectory() as directory:
    ...     file = SettingsFile(Path(directory) / "config.toml")
    ...     file.keep("cards", "paper")
    ...     file.read().cards
    'paper'
    """

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self.complaint: str = ""
        self.chosen: frozenset[str] = frozenset()

    def read(self) -> Settings:
        """Return the settings in the file; what cannot be understood stays at its default."""
        self.complaint = ""
        self.chosen = frozenset()
        try:
            found = tomllib.loads(self._text())
        except _NO_TOML as error:
            self.complaint = (
                f"The settings in {self.path} are no TOML ({_first(error)}); the defaults are used"
                " until the file is mended or moved away."
            )
            return Settings()
        except OSError as error:
            self.complaint = (
                f"The settings in {self.path} cannot be read ({error.strerror or error}); the"
                " defaults are used."
            )
            return Settings()
        self.chosen = frozenset(found)
        settings = Settings()
        for line in lines():
            if line.name not in found:
                continue
            choice = _as_choice(found[line.name])
            if choice in line.choices:
                settings = settings.changed(line.name, choice)
            elif not self.complaint:
                default = settings.choice(line.name)
                self.complaint = (
                    f"{line.name} in {self.path} cannot be {shown(found[line.name])}: choose"
                    f" {_either(line.choices)}; {default} is used."
                )
        return settings

    def keep(self, name: str, choice: str) -> None:
        """Write one setting into the file, and nothing else of it anew.

        Raises `SettingsError`, with the file as it was, where it cannot be understood or written.
        """
        try:
            text = self._text()
            before = tomllib.loads(text)
            changed = _with_line(text, name, choice)
            if not _says(changed, {**before, name: _as_toml(choice)}):
                raise SettingsError(
                    f"{name} can only be changed by hand in {self.path}, so the change is for this"
                    " time only."
                )
            _write(self.path, changed)
        except _NO_TOML as error:
            raise SettingsError(
                f"The settings in {self.path} are no TOML ({_first(error)}), so the change is for"
                " this time only."
            ) from error
        except OSError as error:
            raise SettingsError(
                f"The settings cannot be kept in {self.path} ({error.strerror or error})."
            ) from error

    def _text(self) -> str:
        try:
            # A pipe would be waited for, a device read without an end, or replaced by a file.
            if not stat.S_ISREG(self.path.stat().st_mode):
                raise OSError(errno.EINVAL, "it is not a file")
            with self.path.open("rb") as file:
                data = file.read(_LARGEST + 1)
        except FileNotFoundError:
            return ""
        if len(data) > _LARGEST:
            raise OSError(errno.EFBIG, "it is larger than any file of settings")
        return data.decode("utf-8").replace("\r\n", "\n")


# The reader of TOML counts no levels, and leaves numbers to Python, which has a limit of digits.
_NO_TOML: Final = (ValueError, RecursionError)


def _first(error: Exception) -> str:
    if isinstance(error, tomllib.TOMLDecodeError):
        return str(error).rstrip(".")
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8"
    return "a number has too many digits" if isinstance(error, ValueError) else "nested too deeply"


def _says(text: str, wanted: dict[str, Any]) -> bool:
    """Tell whether a text is TOML, and says just this."""
    try:
        return tomllib.loads(text) == wanted
    except _NO_TOML:
        return False


def _either(choices: tuple[str, ...]) -> str:
    return f"{', '.join(choices[:-1])} or {choices[-1]}"


def _as_choice(found: object) -> str:
    """Return a value of the file as a choice: a switch may be written as true or false."""
    if isinstance(found, bool):
        return "on" if found else "off"
    return found if isinstance(found, str) else ""


def _as_toml(choice: str) -> str | bool:
    return choice == "on" if choice in _SWITCH else choice


def _with_line(text: str, name: str, choice: str) -> str:
    """Return the text of the file with the line of one setting changed, or put before the tables.

    Whether that was right is for the caller to see: a line inside a longer string looks the same.
    """
    value = _as_toml(choice)
    written = str(value).lower() if isinstance(value, bool) else f'"{value}"'
    line = f"{name} = {written}"
    table = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    end = table.start() if table else len(text)
    head, tail = text[:end], text[end:]
    found = re.search(rf"^[ \t]*{name}[ \t]*=[^#\n]*?(?=[ \t]*(?:#.*)?$)", head, re.MULTILINE)
    if found:
        return head[: found.start()] + line + head[found.end() :] + tail
    if head and not head.endswith("\n"):
        head += "\n"
    return f"{head}{line}\n{tail}"


def _write(path: Path, text: str) -> None:
    """Put the whole file in place at once: a reader sees the old one or the new one."""
    # A link stays a link: people keep their settings elsewhere and point at them.
    place = path.resolve()
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(prefix=".config-", dir=place.parent)
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            Path(name).chmod(place.stat().st_mode & 0o777)
        Path(name).replace(place)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
