"""The full-screen program on a terminal in memory: keys and clicks in, what is on the screen out.

Nothing sleeps: whoever waits is woken by the next drawing, and gives up at a deadline.
"""

import asyncio
import io
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pyte
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input

from gin.session import Session
from gin.settings import Settings
from gin.ui.app import Start, TableApp
from gin.ui.glyph import LINES, Glyphs
from gin.ui.terminal import TableOutput

PATIENCE = 60.0


class _Wire(io.StringIO):
    """The line to the terminal: everything is kept, and shown to the emulator."""

    def __init__(self, stream: pyte.Stream) -> None:
        super().__init__()
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.feed(text)
        return super().write(text)


class Screen:
    """A terminal with the program on it."""

    def __init__(self, app: TableApp, pipe: PipeInput, wire: _Wire, emulator: pyte.Screen) -> None:
        self.app = app
        self.pipe = pipe
        self.wire = wire
        self.emulator = emulator
        self.size = Size(rows=emulator.lines, columns=emulator.columns)
        self._drawn = asyncio.Event()
        self.left = asyncio.Event()
        app.application.after_render += lambda _: self._drawn.set()

    @property
    def rows(self) -> list[str]:
        """The rows of the screen without blanks at their ends."""
        return [row.rstrip() for row in self.emulator.display]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.rows)

    @property
    def words(self) -> str:
        """The screen with every run of blanks as one."""
        return " ".join(self.text.split())

    def __contains__(self, written: str) -> bool:
        return written in self.words

    def send(self, text: str) -> None:
        """Type, or send whatever a terminal sends."""
        self.pipe.send_text(text)

    def click(self, written: str) -> None:
        """Press and release the left button on a text."""
        y = next(y for y, row in enumerate(self.rows) if written in row)
        x = self.rows[y].index(written)
        self.send(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def resize(self, columns: int, rows: int) -> None:
        """Make the window larger or smaller."""
        self.size = Size(rows=rows, columns=columns)
        self.emulator.resize(rows, columns)
        self.app.application._on_resize()

    def leave(self) -> None:
        """The program has left; whoever waits for a drawing waits no more."""
        self.left.set()
        self._drawn.set()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is true of the screen."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + PATIENCE
        while not true():
            left = deadline - loop.time()
            if left <= 0:
                raise AssertionError(f"the screen never came to be so:\n{self.text}")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._drawn.wait(), left)
            self._drawn.clear()

    async def shows(self, *parts: str) -> None:
        """Wait until all of these are on the screen."""
        await self.until(lambda: all(part in self for part in parts))

    async def quiet(self) -> None:
        """Wait until the program has read what was sent, or has left."""
        repainted = self.wire.getvalue().count("\x1b[2J")
        # Esc ends whatever key, paste or report was begun; Ctrl-L paints the screen anew.
        for ending in ("\x1b[201~", "\x0c"):
            self.send(ending)
        await self.until(
            lambda: self.left.is_set() or self.wire.getvalue().count("\x1b[2J") > repainted
        )

    async def settled(self) -> None:
        """Wait until the keys sent so far have been answered: the last one is Ctrl-L."""
        repainted = self.wire.getvalue().count("\x1b[2J")
        self.send("\x0c")
        await self.until(
            lambda: self.wire.getvalue().count("\x1b[2J") > repainted and bool(self.text.strip())
        )


def on_screen(
    session: Session,
    script: Callable[[Screen], Awaitable[None]],
    *,
    glyphs: Glyphs = LINES,
    speed: str = "instant",
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    menu: bool = False,
) -> int:
    """Run the program while `script` uses it, then leave; return the exit status."""
    chosen = settings or Settings(speed=speed)
    start = Start(chosen, lambda _name, _choice: None, menu=menu)
    return asyncio.run(_on_screen(session, script, glyphs, start, size))


async def _on_screen(
    session: Session,
    script: Callable[[Screen], Awaitable[None]],
    glyphs: Glyphs,
    start: Start,
    size: tuple[int, int],
) -> int:
    emulator = pyte.Screen(*size)
    wire = _Wire(pyte.Stream(emulator))
    screens: list[Screen] = []
    with create_pipe_input() as pipe, create_app_session():
        output = TableOutput(wire, lambda: screens[0].size)
        app = TableApp(session, glyphs, start, terminal=(pipe, output))
        screen = Screen(app, pipe, wire, emulator)
        screens.append(screen)
        program = asyncio.create_task(app.run())
        program.add_done_callback(lambda _: screen.leave())
        played = asyncio.create_task(_play(script, screen))
        await asyncio.wait({program, played}, return_when=asyncio.FIRST_COMPLETED)
        if not program.done():
            # The script is over, well or badly.
            screen.send("\x03")
        status = await program
        await played
        return status


async def _play(script: Callable[[Screen], Awaitable[None]], screen: Screen) -> None:
    await screen.until(lambda: bool(screen.text.strip()))
    await script(screen)
