# ruff: noqa: PLC0415 - what a word of the command needs is imported when that word is used
"""The command `gin`: what each word of it does, and how it ends.

Bad input is one line on standard error and exit status 2, never a traceback. Modules are imported
where they are used: `gin --version` and the solver commands have no need of the table.
"""

from __future__ import annotations

import argparse
import codecs
import errno
import io
import os
import re
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from _typeshed import SupportsWrite

__all__ = ["INTERRUPTED", "complain", "main", "printable", "program"]

_BAD_INPUT: Final = 2
_NO_HELP_FROM_THE_SYSTEM: Final = 74  # EX_IOERR of sysexits.h
INTERRUPTED: Final = 130  # 128 + SIGINT, as shells say it
_BROKEN_PIPE: Final = 141  # 128 + SIGPIPE
_LIMITS: Final = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}
_SPEEDS: Final = ("instant", "fast", "normal", "slow", "wait")
_GLOBAL: Final = {"-h", "--help", "--version"}
_SPELLED: Final = {"±": "+/-", "µ": "u", "–": "-", "…": "..."}
"""The signs that commands print, for an output that has letters only."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (the program's own by default); return its status.

    0 is success, 2 bad input (one line on standard error says what), 74 an output that cannot be
    written or something else that the system does not let be done, 130 an interrupt, 141 a reader
    that went away. The status is the same where standard error cannot be written.
    """
    if stranger := _stranger():
        return _fail(stranger)
    from gin.errors import GinError

    try:
        if sys.stdout is None:
            raise OSError("there is no standard output")  # noqa: TRY301 - as if it were full
        _spell(sys.stdout)
        _spell(sys.stderr)
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except GinError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop(sys.stdout)
        return _BROKEN_PIPE
    except OSError as error:
        what = "this could not be done"
        if _is_of_output(error):
            what = "the output cannot be written"
            _drop(sys.stdout)
        of = f"{error.filename}: " if error.filename else ""
        complain(f"{what}: {of}{error.strerror or error}.")
        return _NO_HELP_FROM_THE_SYSTEM
    return status


def _stranger() -> str:
    """What to tell where another distribution has put its own `gin` in the place of this one."""
    import gin

    if hasattr(gin, "deadwood") and hasattr(gin, "Hand"):
        return ""
    from pathlib import Path

    return (
        f"the Python package 'gin' in {Path(gin.__file__ or '').parent} is not gin rummy;"
        " gin-config installs the same name, so put gin-rummy into an environment of its own."
    )


def _spell(stream: TextIO | None) -> None:
    """Let a stream spell the signs that its encoding lacks, so that no command has to."""
    if isinstance(stream, io.TextIOWrapper):
        codecs.register_error("gin.spelled", _spelled)
        stream.reconfigure(errors="gin.spelled")


def _spelled(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_SPELLED.get(sign, "?") for sign in signs), error.end


def printable(text: str) -> str:
    """Return somebody else's text as one line that no terminal obeys."""
    return "".join(char if char.isprintable() else "?" for char in text)


def program() -> str:
    """Return the name and the version of what is installed."""
    import gin

    return f"gin-rummy {getattr(gin, '__version__', '(not installed)')}"


def complain(message: str) -> None:
    """Say on standard error what is wrong, in one line, where anything can be said there."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"gin: {printable(message)}\n")
        sys.stderr.flush()
    except OSError:
        # The exit status says as much.
        _drop(sys.stderr)


def _fail(message: str) -> int:
    complain(message)
    return _BAD_INPUT


def _is_of_output(error: OSError) -> bool:
    """Tell whether it is the output that failed: what it did not take then waits in its buffer."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        return True
    if isinstance(getattr(sys.stdout, "buffer", None), io.BufferedIOBase):
        return False
    # Without a buffer nothing waits. But files have names, what is read is told where it is read,
    # and what is left is the system's limits.
    return error.filename is None and error.errno not in _LIMITS


def _drop(stream: TextIO | None) -> None:
    """Give up what could not be written, so that the interpreter's last flush is quiet."""
    if stream is None:
        return
    with suppress(OSError):  # the system may be out of files
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _run(argv: list[str]) -> int:
    if argv[:1] == ["help"]:  # as other commands have it
        argv = [*argv[1:], "--help"]
    # Plain `gin`, and options without a word, play too; but where nothing is in progress they ask
    # in the menu what to play, while the word `play` goes straight to the table.
    bare = not argv or (argv[0].startswith("-") and argv[0] not in _GLOBAL)
    args, unknown = _parser().parse_known_args(["play", *argv] if bare else argv)
    if unknown:
        # argparse itself would point to the list of commands, and not to what this one can.
        _Parser(prog=f"gin {args.command}").error(f"unrecognized arguments: {' '.join(unknown)}")
    args.menu = bare
    answer = _answer_of(args.command)
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # as it was while all this was loaded
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return answer(args)


def _answer_of(command: str) -> Callable[[argparse.Namespace], int]:
    answer: Callable[[argparse.Namespace], int]
    if command == "play":
        from gin.cli.play import play as answer
    elif command == "stats":
        from gin.cli.stats import stats as answer
    elif command in {"verify", "export", "import"}:
        from gin.cli import match

        answer = {"verify": match.verify, "export": match.export, "import": match.take_in}[command]
    elif command == "doctor":
        from gin.cli.doctor import doctor as answer
    elif command == "players":
        answer = _players
    elif command == "arena":
        from gin.cli.arena import arena as answer
    elif command == "bench":
        from gin.cli.bench import bench as answer
    elif command == "protocol":
        from gin.cli.protocol import serve as answer
    elif command == "solve":
        from gin.cli.solver import solve as answer
    else:
        from gin.cli.solver import layoff as answer
    return answer


def _players(_: argparse.Namespace) -> int:
    from gin import wording
    from gin.players import players

    for name in players():
        note = wording.level_note(name)
        sys.stdout.write(f"{name:10}{note}".rstrip() + "\n")
    return 0


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        told = re.sub(r"\S{80,}", lambda long: f"{long[0][:79]}…", message.rstrip("."))
        _fail(f"{told}; {self.prog} --help shows what is possible.")
        raise SystemExit(_BAD_INPUT)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Write the help; `argparse` would not mind where it cannot be written."""
        (file or sys.stdout).write(self.format_help())
        sys.stdout.flush()


class _Version(argparse.Action):
    """Look the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        sys.stdout.write(f"{program()}\n")
        sys.stdout.flush()
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="gin",
        description="Gin rummy against the computer. Without a command: play.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_play(commands.add_parser("play", help="play, or go on with the match in progress"))
    solve = commands.add_parser("solve", help="least deadwood and melds; of eleven, every discard")
    solve.add_argument("hand", nargs="*", metavar="HAND", help='cards, such as "AS 2S 3S 9D"')
    layoff = commands.add_parser("layoff", help="what a defender can lay off on a spread")
    layoff.add_argument("hand", nargs="*", metavar="DEFENDER", help="the defender's cards")
    layoff.add_argument("--spread", metavar="MELDS", help='such as "5S 6S 7S / JH JD JC"')
    for command in (solve, layoff):
        command.add_argument("--json", action="store_true", help="one JSON object a line")
    solve.epilog = "Without HAND, or with -, hands are read from standard input, one a line."
    layoff.epilog = (
        "Without DEFENDER, or with -, lines are read from standard input: DEFENDER | MELDS, or"
        " DEFENDER alone where --spread is given."
    )
    _add_stats(commands.add_parser("stats", help="how the deals went, and luck apart from it"))
    _add_carrying(
        commands.add_parser("verify", help="check a match: seed, decks, actions, results"),
        commands.add_parser("export", help="print a match as a record (docs/record.md)"),
        commands.add_parser("import", help="take matches in from a record"),
        commands.add_parser("doctor", help="check the saves, the settings and the terminal"),
    )
    commands.add_parser("players", help="the computer players by name")
    _add_arena(commands.add_parser("arena", help="players against each other on the same cards"))
    _add_bench(commands.add_parser("bench", help="how fast the engine is here; all hands counted"))
    served = commands.add_parser("protocol", help="a player for other programs (docs/protocol.md)")
    served.add_argument("level", metavar="LEVEL", help="the computer player (see gin players)")
    served.add_argument("--seed", type=int, default=0, metavar="S", help="the seed of its chance")
    return parser


def _add_carrying(
    verify: argparse.ArgumentParser,
    export: argparse.ArgumentParser,
    taken: argparse.ArgumentParser,
    doctor: argparse.ArgumentParser,
) -> None:
    which = "its number, p and a number for practice, last (the default), all, or a file"
    verify.add_argument("match", nargs="?", default="last", metavar="MATCH", help=which)
    export.add_argument("match", nargs="?", default="last", metavar="MATCH", help=which)
    export.add_argument("-o", "--output", metavar="FILE", help="write there, not to the screen")
    export.add_argument(
        "--secret", action="store_true", help="leave the seed of an unfinished match out"
    )
    export.epilog = (
        "The record of an unfinished match holds the cards to come: it is for going on elsewhere."
    )
    taken.add_argument("file", metavar="FILE", help="what gin export wrote; - reads the input")
    taken.add_argument("--level", metavar="L", help="the computer player, where it does not say")
    doctor.add_argument(
        "--rescue", action="store_true", help="put damaged saves aside and keep what is whole"
    )
    doctor.add_argument("--config", metavar="FILE", help="where the settings are kept")
    for command in (verify, export, taken, doctor):
        command.add_argument("--data", metavar="DIR", help="where matches are saved")
    for command in (verify, taken, doctor):
        command.add_argument("--json", action="store_true", help="one JSON object a line")
    verify.epilog = "Exit status 0: all is right; 1: something was changed; 2: nothing to check."


def _add_bench(bench: argparse.ArgumentParser) -> None:
    bench.add_argument("--census", action="store_true", help="count all hands of ten and eleven")
    bench.add_argument("--lines", action="store_true", help="the census as lines for programs")
    bench.add_argument("--threads", type=int, default=1, metavar="N", help="for the census (1)")


def _add_arena(arena: argparse.ArgumentParser) -> None:
    arena.add_argument("players", nargs="+", metavar="PLAYER", help="a level or exec:COMMAND")
    arena.add_argument(
        "--ladder", action="store_true", help="everybody against everybody, with ratings"
    )
    what = arena.add_mutually_exclusive_group()
    what.add_argument("--deals", type=int, metavar="N", help="so many deals (10,000)")
    what.add_argument("--matches", type=int, metavar="N", help="so many matches to 100 instead")
    arena.add_argument("--seed", type=int, default=0, metavar="S", help="the same cards again")
    arena.add_argument("--jobs", type=int, metavar="J", help="processes (one a core)")
    arena.add_argument(
        "--move-time", type=float, default=10.0, metavar="S", help="seconds a program has a move"
    )
    arena.add_argument("--picture", metavar="FILE", help="draw the ladder into a PNG file")
    arena.add_argument("--json", action="store_true", help="one JSON object")
    arena.epilog = (
        "Every deck is played twice with the seats swapped; intervals are 95 %. Ctrl-C ends it"
        " with what is known so far."
    )


def _add_stats(stats: argparse.ArgumentParser) -> None:
    stats.add_argument("--level", metavar="L", help="only deals at this level")
    stats.add_argument("--days", type=int, metavar="N", help="only deals of the last N days")
    stats.add_argument("--data", metavar="DIR", help="where matches are saved")
    form = stats.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--csv", metavar="FILE", help="every deal as CSV into FILE (- prints it)")


def _add_play(play: argparse.ArgumentParser) -> None:
    play.add_argument("--level", metavar="L", help="the computer player (see gin players)")
    play.add_argument("--plain", action="store_true", help="lines of text instead of a screen")
    play.add_argument("--ascii", action="store_true", help="letters for suits, no signs")
    which = play.add_mutually_exclusive_group()
    which.add_argument("--deal", type=int, metavar="N", help="practice match N, not counted")
    which.add_argument("--seed", metavar="S", help="a match from this text, the same every time")
    play.add_argument(
        "--speed", choices=_SPEEDS, help="how fast the computer's moves show (normal)"
    )
    play.add_argument(
        "--coach", choices=("off", "after", "warn", "live"), help="what the coach says (off)"
    )
    play.add_argument(
        "--deadwood", choices=("shown", "hidden"), help="hidden: count it yourself (shown)"
    )
    play.add_argument("--config", metavar="FILE", help="where the settings are kept")
    play.add_argument("--data", metavar="DIR", help="where matches are saved")
