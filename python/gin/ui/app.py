"""The full-screen program: keys and clicks into the stage, the stage onto the terminal.

Whatever ends it, the terminal is given back as it was found; the game is already saved by then.
"""

from __future__ import annotations

import asyncio
import platform
import signal
import sys
import termios
import time
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import DynamicKeyBindings, KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import DynamicStyle

import gin
from gin.ui.canvas import Canvas
from gin.ui.command import Command
from gin.ui.glyph import ASCII, LINES
from gin.ui.keys import bindings
from gin.ui.opponent import Opponent
from gin.ui.stage import Stage
from gin.ui.terminal import TableOutput, color_depth, mouse_report
from gin.ui.theme import style_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.output import Output
    from prompt_toolkit.styles import Style

    from gin.session import Session
    from gin.settings import Settings
    from gin.ui.glyph import Glyphs

__all__ = ["Start", "TableApp", "run"]

_SOFTWARE_ERROR: Final = 70  # EX_SOFTWARE of sysexits.h
# A lone Esc is told from the start of a longer key after this long; mouse reports that arrive in
# pieces have to be whole by then.
_ESCAPE_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True)
class Start:
    """How the program starts: settings, where changes of them go, and what is to be told first.

    `menu` opens with the menu in place of the table, `places` says where everything is kept.
    `guard` is a file descriptor that becomes
    readable when the process that guards the terminal is gone.
    """

    settings: Settings
    keep: Callable[[str, str], None]
    notice: str = ""
    menu: bool = False
    places: str = ""
    guard: int | None = None


def run(session: Session, start: Start, *, ascii: bool) -> int:  # noqa: A002 - the option's name
    """Play on the full screen until the person leaves; return the exit status.

    0 when the person left, 128 + the signal when one ended the program, 70 after an error in the
    program itself, which leaves a report beside the saves.
    """
    output = TableOutput.from_pty(sys.stdout)
    glyphs = ASCII if ascii else LINES
    app = TableApp(session, glyphs, start, terminal=(create_input(), output))
    status = asyncio.run(app.run())
    if app.failure is not None:
        place = session.report(_report(app.failure))
        where = f" Details are in {place}." if place else ""
        sys.stderr.write(f"gin: an error in the program ended it; your game is saved.{where}\n")
    return status


class TableApp:
    """One run of the program on one terminal, given as its input and output."""

    def __init__(
        self, session: Session, glyphs: Glyphs, start: Start, *, terminal: tuple[Input, Output]
    ) -> None:
        self.stage: Final = Stage(session, glyphs, start.settings, start.keep)
        if start.menu:
            self.stage.welcome()
        self.stage.model.say(start.notice)
        self.stage.model.places = start.places
        self.failure: BaseException | None = None
        self._guard: Final = start.guard
        self._mouse = start.settings.mouse == "on"
        self._status = 0
        self._control: Final = _StageControl(self.stage)
        self._opponent: Final = Opponent(self.stage.model, self._changed)
        source, output = terminal
        self._possible: Final = output.get_default_color_depth()
        self._keys: Final = {"letters": self._bindings("letters")}
        self.application: Final[Application[int]] = Application(
            layout=Layout(Window(self._control, always_hide_cursor=True)),
            key_bindings=DynamicKeyBindings(self._present_keys),
            style=DynamicStyle(self._style),
            color_depth=self._depth,
            full_screen=True,
            mouse_support=Condition(lambda: self._mouse),
            input=source,
            output=output,
        )
        self.application.ttimeoutlen = self.application.timeoutlen = _ESCAPE_SECONDS

    async def run(self) -> int:
        """Run until something ends it; return the exit status."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._failed)
        try:
            return await self.application.run_async(
                pre_run=self._begin, set_exception_handler=False
            )
        except (EOFError, OSError, termios.error):
            # The terminal is gone: nobody is there to read anything more.
            return self._status or 128 + signal.SIGHUP
        except Exception as error:
            self.failure = self.failure or error
            return _SOFTWARE_ERROR

    def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._end, 128 + number)
        if self._guard is not None:
            loop.add_reader(self._guard, self._unguarded)
        self._follow()

    def _unguarded(self) -> None:
        """Leave too: the shell has the terminal now."""
        asyncio.get_running_loop().remove_reader(self._guard or 0)
        self._end(128 + signal.SIGHUP)

    def _end(self, status: int) -> None:
        """Leave; the first reason to leave is the one that counts."""
        self._status = self._status or status
        if self.application.is_running and not self.application.is_done:
            self.application.exit(result=status)

    def _failed(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Take note of an error that came out of a key, a click, a drawing or a task."""
        error = context.get("exception")
        if isinstance(error, (OSError, EOFError)) and self._status:
            return
        self.failure = self.failure or error or RuntimeError(str(context.get("message")))
        self._control.broken = True
        self._end(_SOFTWARE_ERROR)

    # --- looks ---

    def _depth(self) -> ColorDepth:
        return color_depth(self.stage.model.settings, self._possible)

    def _style(self) -> Style:
        many = self._possible not in (ColorDepth.DEPTH_1_BIT, ColorDepth.DEPTH_4_BIT)
        return style_for(self.stage.model.settings, coloured=many)

    # --- input ---

    def _present_keys(self) -> KeyBindings:
        """Return the keys of the person's choice; the second set is made when it is wanted."""
        kind = self.stage.model.settings.keys
        if kind not in self._keys:
            self._keys[kind] = self._bindings(kind)
        return self._keys[kind]

    def _bindings(self, kind: str) -> KeyBindings:
        keys = KeyBindings()
        for screen, lines in bindings(kind).items():
            for binding in lines:
                active = Condition(self._active(screen, always=binding.always))
                for key, command in binding.strokes:
                    name = " " if key == "space" else key
                    keys.add(name, filter=active, eager=key == "escape")(self._answer(command))
        keys.add(Keys.Any, filter=Condition(self._shows_move))(self._skip)
        typing = Condition(lambda: self.stage.screen.name == "cut")
        for key in (Keys.Any, Keys.BracketedPaste):
            keys.add(key, filter=typing)(self._typed)
        keys.add(Keys.Vt100MouseEvent)(self._clicked)
        keys.add(Keys.SIGINT)(self._answer(Command("quit")))
        return keys

    def _shows_move(self) -> bool:
        """Tell whether a key skips ahead: not in a window too small to see what it would skip."""
        return self.stage.model.busy and self.stage.screen.name != "small"

    def _active(self, screen: str, *, always: bool) -> Callable[[], bool]:
        """Return the condition under which a key of a screen is alive."""
        stage = self.stage
        return lambda: stage.screen.name == screen and (always or not stage.model.busy)

    def _answer(self, command: Command) -> Callable[[KeyPressEvent], None]:
        return lambda _: self._do(command)

    def _skip(self, _: KeyPressEvent) -> None:
        self._opponent.skip()

    def _typed(self, event: KeyPressEvent) -> None:
        """Take in letters, one or a paste, and not the keys that send a sequence."""
        if not event.data.startswith("\x1b"):
            for char in filter(str.isprintable, event.data):
                self._do(Command("type", number=ord(char)))

    def _clicked(self, event: KeyPressEvent) -> None:
        report = mouse_report(event.data)
        if report is None:
            return
        if report.kind == "press":
            self.stage.press(report.x, report.y)
        elif report.kind == "release":
            command = self.stage.release(report.x, report.y, time.monotonic())
            if command is not None:
                self._do(command)
        elif report.kind == "look":
            self.stage.look(report.x, report.y)
        else:
            self._do(Command(report.kind))

    def _do(self, command: Command) -> None:
        command = self.stage.meant(command)
        if command.name == "quit":
            self._end(0)
        elif command.name == "suspend":
            # A guard stops everything else that belongs to this start.
            self.application.suspend_to_background(suspend_group=self._guard is None)
        elif command.name == "redraw":
            self.application.renderer.clear()
        elif command.name == "mouse":
            self._mouse = not self._mouse
            words = "on" if self._mouse else "off: text can be marked; F2 turns it on"
            self.stage.tell(f"The mouse is {words}.")
        elif self.stage.model.busy and command.name not in ("help", "rules"):
            self._opponent.skip()
        else:
            before = self.stage.model.settings.mouse
            self.stage.do(command)
            after = self.stage.model.settings.mouse
            if before != after:
                self._mouse = after == "on"
        self._follow()

    # --- the computer's turn ---

    def _follow(self) -> None:
        """Let the computer play when it is to act."""
        if self._opponent.wanted and self.stage.playing:
            self._opponent.start()
            self.application.create_background_task(self._opponent_turn())

    async def _opponent_turn(self) -> None:
        await self._opponent.play()
        self.stage.settle()
        self._changed()

    def _changed(self) -> None:
        self.application.invalidate()


class _StageControl(UIControl):
    """The one control of the program: all of the terminal, drawn by the stage."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.broken = False

    def create_content(self, width: int, height: int) -> UIContent:
        """Draw the stage; after a failure nothing, so that drawing cannot fail twice."""
        canvas = Canvas.blank(width, height) if self.broken else self._stage.draw(width, height)

        def line(y: int) -> list[tuple[str, str]]:
            return canvas.fragments(y)

        # The library's lists may hold mouse handlers too, and to a checker no list is part of them.
        return UIContent(get_line=line, line_count=height, show_cursor=False)  # type: ignore[arg-type]


def _report(error: BaseException) -> str:
    """Write down what happened, for whoever mends it."""
    lines = traceback.format_exception(error)
    version = getattr(gin, "__version__", "(not installed)")
    system = f"gin-rummy {version}, Python {platform.python_version()}, {platform.platform()}"
    return f"{system}\n\n{''.join(lines)}"
