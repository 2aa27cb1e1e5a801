"""The program in a real terminal (tmux): typed at, clicked on, killed, resized."""

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp

PATIENCE = 60.0
CLEAN = "0 0 1 1"  # the flags of a clean shell
PROMPT = re.compile(r"Take the upcard, |Draw from the stock, or take|You both passed")


class Terminal:
    """One window of a tmux server of its own."""

    def __init__(self, directory: Path) -> None:
        tmux = shutil.which("tmux")
        assert tmux is not None, (
            "tmux is not installed; the tests of the full screen need it (apt-get install tmux)"
        )
        # A short path: the name of a socket may not be long.
        self._socket = Path(mkdtemp(prefix="gin-"))
        self._tmux = [tmux, "-S", str(self._socket / "tmux"), "-f", "/dev/null"]
        self._directory = directory
        self._process = directory / "process"

    def tmux(self, *command: str) -> str:
        """Give tmux a command and return what it prints."""
        done = subprocess.run(
            [*self._tmux, *command], capture_output=True, text=True, check=True, timeout=PATIENCE
        )
        return done.stdout

    def open(self, script: str, *, size: tuple[int, int] = (80, 24), environment: str = "") -> None:
        """Open the window with a shell script in it."""
        columns, rows = size
        clean = "env -u NO_COLOR -u GIN_ASCII -u ACCESSIBLE LC_ALL=C.UTF-8"
        shell = f"exec {clean} {environment} sh -c {shlex.quote(script)}"
        self.tmux("new-session", "-d", "-s", "gin", "-x", str(columns), "-y", str(rows), shell)

    def play(
        self,
        *options: str,
        size: tuple[int, int] = (80, 24),
        environment: str = "",
        before: str = "true",
        after: str = "exec cat",
        word: str | None = "play",
    ) -> None:
        """Start the program by its word; its exit status is printed once it has ended."""
        named = [] if word is None else [word]
        words = [sys.executable, "-m", "gin", *named, "--data", str(self._directory), *options]
        # The program takes the place of a shell that has written down its process id.
        program = f"echo $$ > {shlex.quote(str(self._process))}; exec {shlex.join(words)}"
        command = f"sh -c {shlex.quote(program)}"
        self.open(
            f"echo earlier text; {before}; {command}; echo status=$?; {after}",
            size=size,
            environment=environment,
        )

    def sit(self, seed: str) -> str:
        """Start a match at once and wait for the first question; the words on the screen."""
        self.play("--seed", seed, "--speed", "instant")
        # The key line is painted last.
        return self.until(lambda words: PROMPT.search(words) and "save and quit" in words)

    def rows(self) -> list[str]:
        """What is on the screen."""
        return self.tmux("capture-pane", "-p", "-t", "gin").split("\n")[:-1]

    @property
    def words(self) -> str:
        """The screen with every run of blanks as one."""
        return " ".join(" ".join(self.rows()).split())

    def until(self, true: Callable[[str], object]) -> str:
        """Look until something is true of the words on the screen; return them."""
        deadline = time.monotonic() + PATIENCE
        while True:
            words = self.words
            if true(words):
                return words
            if time.monotonic() > deadline:
                raise AssertionError("the screen never came to be so:\n" + "\n".join(self.rows()))

    def shows(self, *parts: str) -> str:
        """Wait until all of these are on the screen."""
        return self.until(lambda words: all(part in words for part in parts))

    def keys(self, *names: str) -> None:
        """Press keys by tmux's names."""
        self.tmux("send-keys", "-t", "gin", *names)

    def type(self, text: str) -> None:
        """Send text as it is."""
        self.tmux("send-keys", "-t", "gin", "-l", text)

    def click(self, written: str) -> None:
        """Click on a text."""
        rows = self.rows()
        y = next(y for y, row in enumerate(rows) if written in row)
        self.click_at(rows[y].index(written), y)

    def click_at(self, x: int, y: int) -> None:
        """Press and release the left button on a cell."""
        self.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def resize(self, columns: int, rows: int) -> None:
        """Make the window larger or smaller."""
        self.tmux("resize-window", "-t", "gin", "-x", str(columns), "-y", str(rows))

    def flags(self) -> str:
        """Alternate screen, mouse, cursor, automatic wrap; `CLEAN` in a clean shell."""
        wanted = "#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{wrap_flag}"
        return self.tmux("display-message", "-p", "-t", "gin", wanted).strip()

    def process(self) -> int:
        """The program's process id."""
        return int(self._process.read_text())

    def screen_process(self) -> int:
        """The process id of the screen, which the program's own process guards."""
        found = children(self.process())
        assert len(found) == 1, f"the program has {len(found)} processes under it"
        return found[0]

    def signal(self, number: signal.Signals) -> int:
        """Send the program a signal; return its process id."""
        process = self.process()
        os.kill(process, number)
        return process

    def close(self) -> None:
        """End the server and everything in it."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self.tmux("kill-server")
        shutil.rmtree(self._socket, ignore_errors=True)


@contextlib.contextmanager
def terminal(directory: Path) -> Iterator[Terminal]:
    """A terminal for the saves in one directory, closed in any case."""
    window = Terminal(directory)
    try:
        yield window
    finally:
        window.close()


def children(process: int) -> list[int]:
    """The processes that a process has started and that have not ended."""
    if Path("/proc").is_dir():
        lines = []
        for place in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                # The name in the second field may hold anything, so it is cut off.
                state, parent, *_ = place.read_text().rpartition(")")[2].split()
                lines.append((int(place.parent.name), int(parent), state))
        return [child for child, parent, state in lines if parent == process and state != "Z"]
    found = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    )
    pairs = [tuple(map(int, line.split())) for line in found.stdout.splitlines()]
    return [child for child, parent in pairs if parent == process]


def is_gone(process: int) -> bool:
    """Whether a process has ended."""
    status = Path(f"/proc/{process}/status")
    if Path("/proc").is_dir():
        return not status.exists() or bool(re.search(r"State:\s+Z", status.read_text()))
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
