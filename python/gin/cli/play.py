# ruff: noqa: PLC0415 - plain mode must not load the screen's library, nor the screen plain mode
"""`gin play`: the full screen where there is a terminal for it, else lines."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

from gin.cli.guard import guarded
from gin.paths import data_directory, settings_file
from gin.saves import Store
from gin.session import Session
from gin.settings import SettingsFile

if TYPE_CHECKING:
    import argparse

    from gin.settings import Settings

__all__ = ["ascii_only", "play", "wants_plain"]


def play(args: argparse.Namespace) -> int:
    """Play on the screen that fits; return the exit status."""
    if wants_plain(asked=args.plain):
        return _play_in_lines(args)
    return guarded(lambda guard: _play_on_screen(args, guard))


def _play_in_lines(args: argparse.Namespace) -> int:
    from gin.plain import run

    file = SettingsFile(settings_file(args.config))
    session = _open(args, file.read())
    if file.complaint:
        sys.stderr.write(f"gin: {file.complaint}\n")
    try:
        return run(session, _readable(sys.stdin), sys.stdout)
    finally:
        session.close()


def _play_on_screen(args: argparse.Namespace, guard: int | None) -> int:
    from gin.ui import app

    file = SettingsFile(settings_file(args.config))
    settings = _adjusted(file.read(), args)
    session = _open(args, settings)
    named = (args.level, args.seed, args.deal) != (None, None, None)
    new = session.fresh or session.table.winner is not None
    start = app.Start(settings, file.keep, file.complaint, menu=new and not named, guard=guard)
    try:
        return app.run(session, start, ascii=ascii_only(asked=args.ascii))
    finally:
        session.close()


def _open(args: argparse.Namespace, settings: Settings) -> Session:
    return Session.open(
        Store(data_directory(args.data)),
        level=args.level,
        seed=args.seed,
        deal_number=args.deal,
        default_level=settings.level,
    )


def _adjusted(settings: Settings, args: argparse.Namespace) -> Settings:
    """Return the settings of this run: what is said on the command line or outside it is first."""
    if args.speed is not None:
        settings = settings.changed("speed", args.speed)
    if _is_set("GIN_REDUCE_MOTION"):
        settings = settings.changed("motion", "off")
    return settings


def wants_plain(*, asked: bool) -> bool:
    """Whether to play in lines: asked for, or no terminal that can show more.

    Decided before the screen's library is loaded, which would write to whatever is there.
    """
    dumb = os.environ.get("TERM", "") in {"", "dumb"} and os.name == "posix"
    return (
        asked or _is_set("ACCESSIBLE") or dumb or not (_is_tty(sys.stdin) and _is_tty(sys.stdout))
    )


def ascii_only(*, asked: bool) -> bool:
    """Whether the screen must do without suit signs and lines."""
    encoding = (sys.stdout.encoding or "").lower().replace("_", "-")
    return asked or _is_set("GIN_ASCII") or encoding not in {"utf-8", "utf8"}


def _is_set(name: str) -> bool:
    return os.environ.get(name, "") not in {"", "0"}


def _is_tty(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def _readable(stream: TextIO | None) -> TextIO:
    """Standard input that never fails on bytes that are no text; closed, it is empty."""
    if stream is None:
        return io.StringIO()
    _forgive(stream)
    return stream


def _forgive(stream: object) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
