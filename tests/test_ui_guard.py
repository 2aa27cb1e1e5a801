"""The terminal is given back whatever ends the screen: the guard process, in a real terminal."""

import os
import random
import re
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gin.saves import Store
from gin.session import Session
from terminal import CLEAN, PATIENCE, PROMPT, Terminal, is_gone, terminal

KILLS = int(os.environ.get("GIN_SOAK_KILLS", "4"))


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Terminal]:
    with terminal(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
def test_a_screen_that_dies_leaves_a_clean_terminal(
    window: Terminal, number: signal.Signals
) -> None:
    window.sit("under guard")
    os.kill(window.screen_process(), number)
    words = window.shows(f"status={128 + number}")
    assert f"ended by signal {number:d} ({number.name}); your game is saved." in words
    assert "earlier text" in words
    assert window.flags() == CLEAN
    # The line is as it was, too: what is typed into cat is echoed, and comes back.
    window.type("typed\n")
    window.until(lambda _: window.rows().count("typed") == 2)


def test_a_guard_that_dies_takes_the_screen_with_it(window: Terminal) -> None:
    window.sit("under guard")
    screen = window.screen_process()
    window.signal(signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE
    while not is_gone(screen):
        assert time.monotonic() < deadline
    window.until(lambda _: window.flags() == CLEAN)


def test_killed_at_random_moments_the_terminal_and_the_save_are_whole(tmp_path: Path) -> None:
    """Behaviours 3 and 5: every restart loads, and never an older state than was shown."""
    moments = random.Random(20)
    for at in range(KILLS):
        directory = tmp_path / str(at)
        directory.mkdir()
        with terminal(directory) as window:
            window.sit("under guard")
            for _ in range(moments.randrange(1, 12)):
                window.type(moments.choice("sstp15d1d2d"))
            deadline = time.monotonic() + moments.random() / 4
            shown = 0
            while time.monotonic() < deadline:
                found = re.search(r"Stock (\d+)", window.words)
                shown = 31 - int(found.group(1)) if found else shown
            os.kill(window.screen_process(), signal.SIGKILL)
            words = window.shows("status=137")
            assert "your game is saved" in words
            assert window.flags() == CLEAN
        session = Session.open(Store(directory), seed="under guard")
        assert 31 - session.table.view.stock >= shown
        session.close()


SHELL = "exec bash --norc --noprofile -i"


@pytest.mark.parametrize("wrapped", [False, True], ids=["alone", "inside another program"])
def test_suspending_gives_the_shell_back_and_fg_the_table(
    window: Terminal, tmp_path: Path, *, wrapped: bool
) -> None:
    window.open(SHELL, environment="PS1='ready> '")
    window.shows("ready>")
    options = ("--seed", "back", "--speed", "instant", "--data", str(tmp_path))
    program = shlex.join([sys.executable, "-m", "gin", "play", *options]) + "; echo left=$?"
    # As `make play` does: what stands between the shell and the program stops with it.
    command = f"sh -c {shlex.quote(program)}" if wrapped else program
    window.type(f"{command}\n")
    window.until(PROMPT.search)
    for _ in range(2):
        window.keys("C-z")
        window.until(lambda words: "Stopped" in words and window.flags() == CLEAN)
        window.type("echo still $((20 + 3))\n")
        window.shows("still 23")
        window.type("clear; fg\n")
        window.until(lambda words: PROMPT.search(words) and "Stopped" not in words)
    window.keys("q")
    window.until(lambda words: "left=0" in words or (not wrapped and "ready>" in words))
    window.until(lambda _: window.flags() == CLEAN)


def test_the_exit_status_passes_through_the_guard(window: Terminal, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "gin", "play", "--level", "nobody", "--data", str(tmp_path)]
    window.open(f"{shlex.join(words)}; echo status=$?; exec cat")
    assert "gin: There is no player 'nobody'" in window.shows("status=2")
