"""Measure the full-screen table as a terminal sees it: on a raw pty, from outside the program.

First paint: from starting the command to the last key line on the screen. A key: from the bytes of
an arrow to the first byte of the answer, and how many bytes it has. Idle: processor time of both
processes over ten seconds without a key. Memory: what is resident, pages that both processes share
counted once.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

ROWS, COLUMNS = 24, 80
STARTS, KEYS, IDLE_SECONDS = 7, 60, 10
PATIENCE = 10.0
LAST_WORDS = b"save and quit"
# Whether the system tells what a process uses.
_KNOWS = Path("/proc/self/smaps_rollup").exists()
# What the table is to keep to, beside each figure.
BUDGETS = {"first": 350.0, "key": 15.0, "bytes": 1024.0, "idle": 0.5, "memory": 60.0}


class Table:
    """The program on a pty of its own."""

    def __init__(self, directory: str) -> None:
        command = [sys.executable, "-m", "gin", "play", "--seed", "bench", "--speed", "instant"]
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        environment |= {"GIN_CONFIG": f"{directory}/config.toml", "GIN_ASCII": "0"}
        self.process, self._terminal = pty.fork()
        if self.process == 0:
            os.execve(sys.executable, [*command, "--data", directory], environment)  # noqa: S606
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("4H", ROWS, COLUMNS, 0, 0))

    def until(self, words: bytes) -> bytes:
        """Read until some words have come; return everything."""
        seen = b""
        deadline = time.perf_counter() + PATIENCE
        while words not in seen:
            if time.perf_counter() > deadline:
                raise SystemExit(f"the table never showed {words!r}")
            seen += self.read(0.05)
        return seen

    def read(self, seconds: float) -> bytes:
        """Return what comes within some seconds; empty when nothing does."""
        ready, _, _ = select.select([self._terminal], [], [], seconds)
        return os.read(self._terminal, 65536) if ready else b""

    def press(self, key: bytes) -> tuple[float, int]:
        """Return the milliseconds to the first byte of the answer, and its number of bytes."""
        start = time.perf_counter()
        os.write(self._terminal, key)
        answer = self.read(PATIENCE)
        waited = 1e3 * (time.perf_counter() - start)
        while more := self.read(0.05):
            answer += more
        return waited, len(answer)

    def processes(self) -> list[int]:
        """The guard and the screen; where /proc does not tell, the first alone."""
        path = Path(f"/proc/{self.process}/task/{self.process}/children")
        children = path.read_text().split() if path.exists() else []
        return [self.process, *map(int, children)]

    def close(self) -> None:
        """Leave by the key."""
        os.write(self._terminal, b"q")
        deadline = time.perf_counter() + PATIENCE
        while os.waitpid(self.process, os.WNOHANG)[0] == 0:
            with contextlib.suppress(OSError):
                self.read(0.05)
            if time.perf_counter() > deadline:
                os.kill(self.process, signal.SIGKILL)
        os.close(self._terminal)


def processor_seconds(process: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mib(process: int) -> float:
    """Memory of a process, shared pages in equal parts."""
    for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise SystemExit("the system does not tell how much memory a process has")


def first_paint() -> tuple[float, float]:
    """Milliseconds from the command to the whole table: on the clock, and of the processor."""
    with tempfile.TemporaryDirectory() as directory:
        start = time.perf_counter()
        table = Table(directory)
        table.until(LAST_WORDS)
        spent = 1e3 * (time.perf_counter() - start)
        used = 1e3 * sum(map(processor_seconds, table.processes())) if _KNOWS else 0.0
        table.close()
        return spent, used


def report(name: str, figure: str, least: float, budget: float, unit: str) -> None:
    """Print one line: the figure, and whether it keeps its budget."""
    kept = "" if least <= budget else "  (over)"
    print(f"  {name:38}{figure:>24}   of {budget:g} {unit}{kept}")


def main() -> None:
    """Print every figure beside its budget."""
    print(f"\nThe table at {COLUMNS}x{ROWS}, on a raw pty")
    first_paint()
    paints = [first_paint() for _ in range(STARTS)]
    paint, used = (statistics.median(times) for times in zip(*paints, strict=True))
    report("first paint", f"{paint:.0f} ms", paint, BUDGETS["first"], "ms")
    if _KNOWS:
        # What is left of it on a machine that does nothing else.
        report("processor time of it", f"{used:.0f} ms", used, BUDGETS["first"], "ms")
    with tempfile.TemporaryDirectory() as directory:
        table = Table(directory)
        table.until(LAST_WORDS)
        while table.read(0.3):
            pass
        answers = [table.press(key) for key in (b"\x1b[C", b"\x1b[D") * (KEYS // 2)]
        waits, sizes = [wait for wait, _ in answers], [size for _, size in answers]
        wait, size = statistics.median(waits), statistics.median(sizes)
        report(
            "arrow to first byte",
            f"{wait:.1f} ms (to {max(waits):.0f})",
            wait,
            BUDGETS["key"],
            "ms",
        )
        report(
            "bytes of the answer", f"{size:.0f} (to {max(sizes)})", size, BUDGETS["bytes"], "bytes"
        )
        if _KNOWS:
            before = sum(map(processor_seconds, table.processes()))
            time.sleep(IDLE_SECONDS)
            spent = sum(map(processor_seconds, table.processes())) - before
            idle = 100 * spent / IDLE_SECONDS
            memory = sum(map(resident_mib, table.processes()))
            report("idle", f"{idle:.2f} %", idle, BUDGETS["idle"], "%")
            report(
                "memory of both processes", f"{memory:.0f} MiB", memory, BUDGETS["memory"], "MiB"
            )
        table.close()


if __name__ == "__main__":
    main()
