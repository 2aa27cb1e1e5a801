"""Another program in a seat: a child process that is asked by lines (`docs/protocol.md`).

Nothing that the child does can hold the arena up: it is waited for until a deadline, its lines
and its standard error have bounds, and it is killed with everything it started. What has left its
session is found by a mark in its environment (Linux).
"""

from __future__ import annotations

import contextlib
import numbers
import os
import secrets
import selectors
import shlex
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gin import protocol
from gin.cards import TARGET
from gin.errors import PlayerError, shown
from gin.protocol import ProtocolError

if TYPE_CHECKING:
    from gin.action import Action
    from gin.deal import Deal
    from gin.view import View

__all__ = ["MOVE_TIME", "External", "ForfeitError", "Program", "check_move_time"]

MOVE_TIME: Final = 10.0
"""Seconds for one answer, where nothing else is said."""

_LONGEST_MOVE: Final = 86_400
_GREETING_TIME: Final = 10.0  # an interpreter and its libraries have to load first
_FAREWELL_TIME: Final = 0.3
_LONGEST_LINE: Final = 1000  # the longest answer, a knock with a spread, has some 50 characters
_MOST_STDERR: Final = 4000
_MOST_UNREAD: Final = 1 << 20  # a deal has some 10 kB of lines
_SHOWN: Final = 80
_READ: Final = 65536
_MARK: Final = "GIN_PROGRAM"  # in the environment of a child, with a value of its own
_SWEEPS: Final = 100  # what goes on forking is chased so often and no longer


def check_move_time(seconds: float) -> float:
    """Return the seconds for an answer; raises `PlayerError` for what is no time to answer in.

    >>> check_move_time(0)
    Traceback (most recent call last):
    gin.errors.PlayerError: The time for a move is more than 0 seconds and at most 86400, not 0.
    """
    number = isinstance(seconds, numbers.Real) and not isinstance(seconds, bool)
    if not number or not 0 < seconds <= _LONGEST_MOVE:
        raise PlayerError(
            f"The time for a move is more than 0 seconds and at most {_LONGEST_MOVE},"
            f" not {shown(seconds)}."
        )
    return float(seconds)


class ForfeitError(Exception):
    """The child of player `player` forfeits: what was asked, what came, and why it is wrong."""

    def __init__(self, player: int, question: str, answer: str, reason: str, stderr: str) -> None:
        super().__init__(player, question, answer, reason, stderr)
        self.player = player
        self.question = question
        self.answer = answer
        self.reason = reason
        self.stderr = stderr


class _Fault(Exception):  # noqa: N818 - it never leaves this module
    """Why a child cannot go on, and the bytes that came instead of an answer."""

    def __init__(self, reason: str, heard: bytes = b"") -> None:
        super().__init__(reason)
        self.reason = reason
        self.heard = heard


@dataclass(frozen=True, slots=True)
class Program:
    """A program by its command, as a shell writes it, and the seconds it has for an answer.

    Raises `PlayerError` for a command that is empty or that no shell could part into words.

    >>> Program("python3 'my bot.py'").words
    ('python3', 'my bot.py')
    """

    command: str
    move_time: float = MOVE_TIME

    def __post_init__(self) -> None:
        object.__setattr__(self, "move_time", check_move_time(self.move_time))
        if not self.words:
            raise PlayerError("There is no command after exec: write one, as in exec:./bot.py.")

    @property
    def words(self) -> tuple[str, ...]:
        """The program and its arguments."""
        try:
            return tuple(shlex.split(self.command))
        except ValueError as error:
            raise PlayerError(
                f"The command {shown(self.command)} has a quote that is not closed; close it."
            ) from error

    def greet(self) -> str:
        """Start the program once and return the name it gives itself.

        Raises `PlayerError` where it cannot be started or does not answer as a player does.
        """
        child = _Child(self)
        try:
            return child.name
        finally:
            child.close()


class _Child:
    """A running program that has said its name."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._mark = secrets.token_hex(16)
        try:
            self._start()
            self.name = self._greet()
        except BaseException:
            if hasattr(self, "_selector"):
                self.kill()
            _kill_marked(self._mark)  # an interrupt may come before anybody knows its number
            raise

    def _start(self) -> None:
        program = self._program
        try:
            # A session of its own, so that it dies with all it started, and Ctrl-C is ours alone.
            self._process = subprocess.Popen(  # noqa: S603 - running it is what was asked for
                program.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={**os.environ, _MARK: self._mark},
            )
        except (OSError, ValueError) as error:
            told = getattr(error, "strerror", None) or error
            raise PlayerError(
                f"The program {shown(program.words[0])} does not start: {told}."
            ) from error
        process = self._process
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise PlayerError("The program was started without pipes.")
        self._in = process.stdin.fileno()
        self._out = process.stdout.fileno()
        self._err = process.stderr.fileno()
        self._unsent = b""
        self._deaf = False
        self._heard = b""
        self._stderr = b""
        self._selector = selectors.DefaultSelector()
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream, False)
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)

    def _greet(self) -> str:
        try:
            answer = self.ask(protocol.HELLO, max(_GREETING_TIME, self._program.move_time))
        except _Fault as fault:
            raise PlayerError(self._refused(fault.reason)) from fault
        word, _, name = answer.partition(" ")
        if word != protocol.READY or not name.strip():
            raise PlayerError(self._refused(f"it answered {_shown(answer.encode())}."))
        return name.strip()[:_SHOWN]

    def _refused(self, reason: str) -> str:
        said = self.stderr.strip().splitlines()
        last = f" Its last words: {said[-1][:200]}" if said else ""
        return (
            f"The program {shown(self._program.command)} is no player, which answers"
            f" '{protocol.HELLO}' with '{protocol.READY} NAME': {reason}{last}"
        )

    @property
    def stderr(self) -> str:
        """The end of what the program has written to its standard error."""
        return self._stderr.decode("utf-8", "replace")

    @property
    def ended(self) -> bool:
        """Whether the program has closed its output, as it does at its end."""
        try:
            self._listen(0)
        except _Fault:
            return True
        return False

    def tell(self, line: str) -> None:
        """Send a line, now or with the next question; never waits."""
        self._unsent += line.encode("ascii") + b"\n"
        self._write()

    def _write(self) -> None:
        while self._unsent and not self._deaf:
            try:
                self._unsent = self._unsent[os.write(self._in, self._unsent[:_READ]) :]
            except BlockingIOError:
                break
            except OSError:
                # It has closed its input: known for certain, and told, when it is asked.
                self._deaf = True
        if self._deaf or len(self._unsent) > _MOST_UNREAD:
            self._unsent = b""

    def ask(self, line: str, seconds: float) -> str:
        """Send a question and return the line that answers it; raises `_Fault`."""
        deadline = time.monotonic() + seconds
        self._listen(0)  # what it says unasked is no answer
        if self._heard:
            raise _Fault(f"It spoke before '{line}' was asked.", self._heard)
        self.tell(line)
        while b"\n" not in self._heard:
            left = deadline - time.monotonic()
            if left <= 0:
                raise _Fault(f"It did not answer '{line}' in {seconds:g} s.", self._heard)
            self._listen(left)
            if len(self._heard) > _LONGEST_LINE:
                raise _Fault(f"A line has more than {_LONGEST_LINE} bytes.", self._heard)
        answer, _, more = self._heard.partition(b"\n")
        self._heard = b""
        if more:
            raise _Fault(
                f"It gave '{line}' more than one line for an answer.", answer + b"\n" + more
            )
        text = answer.removesuffix(b"\r")
        if not text.isascii():
            raise _Fault(f"Its answer to '{line}' is not ASCII text.", answer)
        if not text.decode("ascii").isprintable():
            raise _Fault(
                f"Its answer to '{line}' has a tab or another control character in it; the words"
                " are parted by a blank.",
                answer,
            )
        return text.decode("ascii").strip()

    def _listen(self, seconds: float) -> None:
        """Write and read what can be, after waiting for something to read or to write."""
        if self._unsent:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        try:
            ready = [key.fd for key, _ in self._selector.select(seconds)]
        finally:
            if self._unsent:
                self._selector.unregister(self._in)
        if self._in in ready:
            self._write()
        if self._err in ready:
            self._listen_to_errors()
        if self._out in ready:
            said = self._read(self._out)
            self._heard += said
            if not said:
                raise _Fault(self._last_words(), self._heard)

    @staticmethod
    def _read(stream: int) -> bytes:
        try:
            return os.read(stream, _READ)
        except BlockingIOError:
            return b""

    def _last_words(self) -> str:
        """Say how the program ended, having given it a moment, and its children their end."""
        self._selector.unregister(self._out)
        deadline = time.monotonic() + _FAREWELL_TIME
        while self._err in self._selector.get_map():
            left = deadline - time.monotonic()
            if left <= 0 or not self._selector.select(left):
                break
            self._listen_to_errors()
        status = self._end()
        if status >= 0:
            return f"It ended with status {status}."
        if status == -signal.SIGKILL:  # by us, or by somebody before us
            return "It closed its output or was killed."
        return f"It was ended by signal {-status}."

    def _listen_to_errors(self) -> None:
        said = self._read(self._err)
        self._stderr = (self._stderr + said)[-_MOST_STDERR:]
        if not said:
            self._selector.unregister(self._err)

    def _end(self) -> int:
        """End the program and all of its group; return its status, its own where it had one."""
        if self._process.returncode is None:
            # The group first: until the program is waited for, nobody else can have its number.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            _kill_marked(self._mark)
        try:
            return self._process.wait(_FAREWELL_TIME)
        except subprocess.TimeoutExpired:
            # It belongs to somebody else, whom we may not end; without its pipes it is alone.
            return -signal.SIGKILL

    def close(self) -> None:
        """Say goodbye, and end whatever is left after a moment."""
        with contextlib.suppress(_Fault):
            self.tell(protocol.BYE)
            deadline = time.monotonic() + _FAREWELL_TIME
            while self._out in self._selector.get_map() and time.monotonic() < deadline:
                self._listen(max(0.0, deadline - time.monotonic()))
                self._heard = b""
        self.kill()

    def kill(self) -> None:
        """End the program and everything in its session's group, at once."""
        if self._err in self._selector.get_map():
            self._listen_to_errors()
        self._end()
        self._selector.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


def _kill_marked(mark: str) -> None:
    """Kill every process with this mark in its environment, until there is none."""
    wanted = f"{_MARK}={mark}".encode("ascii")
    for _ in range(_SWEEPS):
        found = False
        for entry in Path("/proc").glob("[0-9]*/environ"):
            # Other people's processes cannot be looked into; some are gone by now.
            with contextlib.suppress(OSError):
                if wanted in entry.read_bytes().split(b"\0"):
                    os.kill(int(entry.parent.name), signal.SIGKILL)
                    found = True
        if not found:
            return


class External:
    """A program as player `player` of an arena; a fresh child takes the place of a bad one."""

    listens = True

    def __init__(self, program: Program, player: int) -> None:
        self._program = program
        self._player = player
        self._child: _Child | None = None

    def match(self, seat: int) -> None:
        """Begin a match; starts a child where there is none."""
        if self._child is not None and self._child.ended:
            self._drop()
        if self._child is None:
            try:
                self._child = _Child(self._program)
            except PlayerError as error:
                raise ForfeitError(self._player, protocol.HELLO, "", str(error), "") from error
        self._child.tell(protocol.match_line(seat, TARGET))

    def deal(self, view: View) -> None:
        """Begin a deal."""
        self._tell(protocol.deal_line(view))

    def act(self, view: View) -> None:
        """Tell of the action that came last in the view."""
        self._tell(protocol.act_line(view.history[-1], view.seat))

    def end(self, deal: Deal, seat: int, scores: tuple[int, int]) -> None:
        """Tell how the deal ended."""
        self._tell(protocol.end_line(deal.result, seat, scores, deal.hands[1 - seat]))

    def choose(self, view: View, seed: int) -> Action:
        """Ask; raises `ForfeitError` for anything but a legal answer in time."""
        del seed  # it belongs to the players of the engine
        child = self._child
        if child is None:
            raise ForfeitError(self._player, "", "", "It is not running.", "")
        asked = protocol.question(view.phase)
        try:
            answer = child.ask(asked, self._program.move_time)
        except _Fault as fault:
            raise self._forfeit(child, asked, _shown(fault.heard), fault.reason) from fault
        try:
            action = protocol.parse_answer(answer, asked)
        except ProtocolError as error:
            raise self._forfeit(child, asked, answer, str(error)) from error
        refused = view.refusal(action)
        if refused is not None:
            raise self._forfeit(
                child, asked, answer, f"{answer[:_SHOWN]!r} is not legal: {refused}"
            )
        return action

    def close(self) -> None:
        """Say goodbye to the child."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def kill(self) -> None:
        """End the child without a word, as when the arena is interrupted."""
        self._drop()

    def _tell(self, line: str) -> None:
        if self._child is not None:
            self._child.tell(line)

    def _forfeit(self, child: _Child, asked: str, answer: str, reason: str) -> ForfeitError:
        self._drop()
        return ForfeitError(self._player, asked, answer[:_SHOWN], reason, child.stderr)

    def _drop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None


def _shown(heard: bytes) -> str:
    """Bytes in a sentence: cut, with nothing that a terminal would obey."""
    cut = heard[:_SHOWN]
    return repr(cut.decode("ascii", "backslashreplace")) + ("…" if len(heard) > _SHOWN else "")
