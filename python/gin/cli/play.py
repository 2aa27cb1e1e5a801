# ruff: noqa: PLC0415 - plain mode must not load the screen's library, nor the screen plain mode
"""`gin play`: the full screen where there is a terminal for it, else lines."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Final, TextIO

from gin.cli import complain
from gin.cli.guard import guarded
from gin.cli.source import next_line
from gin.errors import SettingsError, shown
from gin.paths import data_directory, settings_file
from gin.saves import Store
from gin.session import Session
from gin.settings import SettingsFile, lines

if TYPE_CHECKING:
    import argparse

    from gin.settings import Settings

__all__ = ["ascii_only", "is_tty", "play", "wants_plain"]

# Settings that an option or a variable of the environment overrides.
_OUTSIDE: Final = {"speed": "GIN_SPEED", "coach": "GIN_COACH", "deadwood": "GIN_DEADWOOD"}


def play(args: argparse.Namespace) -> int:
    """Play on the screen that fits; return the exit status."""
    if wants_plain(asked=args.plain):
        return _play_in_lines(args)
    return guarded(lambda guard: _play_on_screen(args, guard))


def _play_in_lines(args: argparse.Namespace) -> int:
    from gin.plain import run

    file = SettingsFile(settings_file(args.config))
    settings = _adjusted(file, args)
    session = _open(args, settings)
    if file.complaint:
        complain(file.complaint)
    try:
        return run(session, _readable(sys.stdin), sys.stdout, settings)
    finally:
        session.close()


def _play_on_screen(args: argparse.Namespace, guard: int | None) -> int:
    from gin.ui import app

    file = SettingsFile(settings_file(args.config))
    settings = _adjusted(file, args)
    session = _open(args, settings)
    named = (args.level, args.seed, args.deal) != (None, None, None)
    new = session.fresh or session.table.winner is not None
    start = app.Start(
        settings,
        file.keep,
        notice=file.complaint,
        menu=args.menu and new and not named,
        places=f"Saved in {data_directory(args.data)}, settings in {file.path}.",
        guard=guard,
    )
    try:
        return app.run(session, start, ascii=ascii_only(asked=args.ascii))
    finally:
        session.close()


def _is_light(colours: str) -> bool:
    """Tell whether a terminal that names its colours (as `0;15`) has a light background."""
    return colours.rpartition(";")[2] in {"7", "9", "10", "11", "12", "13", "14", "15"}


def _open(args: argparse.Namespace, settings: Settings) -> Session:
    return Session.open(
        Store(data_directory(args.data)),
        level=args.level,
        seed=args.seed,
        deal_number=args.deal,
        default_level=settings.level,
    )


def _adjusted(file: SettingsFile, args: argparse.Namespace) -> Settings:
    """Return the settings of this run: what is said on the command line or outside it is first."""
    settings = file.read()
    if "theme" not in file.chosen and _is_light(os.environ.get("COLORFGBG", "")):
        settings = settings.changed("theme", "light")
    for name, variable in _OUTSIDE.items():
        said = getattr(args, name) or os.environ.get(variable, "")
        if said:
            settings = _chosen(settings, name, said, variable)
    if _is_set("GIN_REDUCE_MOTION"):
        settings = settings.changed("motion", "off")
    return settings


def _chosen(settings: Settings, name: str, said: str, variable: str) -> Settings:
    choices = next(line.choices for line in lines() if line.name == name)
    if said not in choices:
        raise SettingsError(f"{variable} cannot be {shown(said)}; choose {', '.join(choices)}.")
    return settings.changed(name, said)


def wants_plain(*, asked: bool) -> bool:
    """Whether to play in lines: asked for, or no terminal that can show more.

    Decided before the screen's library is loaded, which would write to whatever is there.
    """
    dumb = os.environ.get("TERM", "") in {"", "dumb"} and os.name == "posix"
    return asked or _is_set("ACCESSIBLE") or dumb or not (is_tty(sys.stdin) and is_tty(sys.stdout))


def ascii_only(*, asked: bool) -> bool:
    """Whether the screen must do without suit signs and lines."""
    unable = not _is_utf_8(sys.stdout.encoding or "") or _is_narrow(_named_locale())
    return asked or _is_set("GIN_ASCII") or unable


def _is_utf_8(encoding: str) -> bool:
    return encoding.lower().replace("-", "").replace("_", "") == "utf8"


def _is_narrow(locale: str) -> bool:
    """Tell whether a locale by its name (`C`, `de_DE.ISO-8859-1`) has no signs for suits."""
    encoding = locale.partition(".")[2].partition("@")[0]
    return locale in {"C", "POSIX"} or (bool(encoding) and not _is_utf_8(encoding))


def _named_locale() -> str:
    """The locale that the environment names for characters; empty where it names none.

    Python writes UTF-8 in the locale C as well (PEP 538 and 540), and says so in `LC_CTYPE`: what
    the person has said is then in `LANG`. Who asks Python for an encoding is not gainsaid.
    """
    if os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8") == "1":
        return ""
    coerced = sys.flags.utf8_mode and os.environ.get("LC_CTYPE") in {"C.UTF-8", "C.utf8", "UTF-8"}
    names = ("LC_ALL", "LANG") if coerced else ("LC_ALL", "LC_CTYPE", "LANG")
    return next(filter(None, (os.environ.get(name) for name in names)), "")


def _is_set(name: str) -> bool:
    return os.environ.get(name, "") not in {"", "0"}


def is_tty(stream: TextIO | None) -> bool:
    """Whether a standard stream is there, and a terminal."""
    return stream is not None and not stream.closed and stream.isatty()


class _Input(io.StringIO):
    """The lines of a stream, read within the bounds of `next_line`."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._read = 0

    def readline(self, _: int = -1, /) -> str:  # type: ignore[override] # as that of StringIO
        self._read += 1
        return next_line(self._stream, self._read)


def _readable(stream: TextIO | None) -> TextIO:
    """Standard input that never fails on bytes that are no text; closed, it is empty."""
    if stream is None:
        return io.StringIO()
    _forgive(stream)
    return _Input(stream)


def _forgive(stream: object) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
