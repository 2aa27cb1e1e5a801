"""A second process that gives the terminal back when the screen's own process cannot.

`kill -9`, a lack of memory or an abort in the engine end a program without a word, and leave the
alternate screen, the mouse reports and the raw line behind. So the table runs in a child of the
process that the shell started; the parent sleeps until the child ends, and repairs what it left.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Any, Final

from gin.cli import complain

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

__all__ = ["guarded"]

# Mouse, bracketed paste and alternate screen off; automatic wrap, cursor and plain ink on.
_RESTORE: Final = (
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?2004l"
    b"\x1b[?1049l\x1b[?7h\x1b[?25h\x1b[0m\r"
)


def guarded(screen: Callable[[int | None], int]) -> int:
    """Run `screen` under guard and return its exit status, 128 + the signal that ended it.

    `screen` is called with a file descriptor that becomes readable when the guard is gone, or
    `None` where there is no guard.
    """
    if not hasattr(os, "fork"):
        return screen(None)
    import termios  # noqa: PLC0415 - not on Windows

    terminal = sys.stdin.fileno()
    line = termios.tcgetattr(terminal)
    sys.stdout.flush()
    sys.stderr.flush()
    watched, held = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(held)
        return screen(watched)
    os.close(watched)
    status = _wait(child)
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    number = os.WTERMSIG(status)
    _restore(terminal, line)
    complain(
        f"the program was ended by {_name(number)}; your game is saved. Start gin again to go on."
    )
    return 128 + number


def _wait(child: int) -> int:
    """Wait for the end of the child; signals go on to it, and stopped are both or neither."""

    def pass_on(number: int, _: FrameType | None) -> None:
        _tell(child, number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, pass_on)
    for number in (signal.SIGINT, signal.SIGQUIT):
        # The terminal gives these to the child as well, which decides.
        signal.signal(number, signal.SIG_IGN)
    while True:
        _, status = os.waitpid(child, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            return status
        # The child stops alone; whatever waits for this process (a shell, make) has to stop
        # with it, or nobody would take the terminal back. Here it goes on when all go on.
        os.kill(0, signal.SIGTSTP)
        _tell(child, signal.SIGCONT)


def _tell(child: int, number: int) -> None:
    try:
        os.kill(child, number)
    except ProcessLookupError:
        return


def _restore(terminal: int, line: list[Any]) -> None:
    import termios  # noqa: PLC0415 - not on Windows

    # Writing to the terminal must not stop this process where it is no longer in front.
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    try:
        os.write(sys.stdout.fileno(), _RESTORE)
        termios.tcsetattr(terminal, termios.TCSADRAIN, line)
        termios.tcflush(terminal, termios.TCIFLUSH)
    except (OSError, termios.error):
        # The terminal itself is gone.
        return


def _name(number: int) -> str:
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"
