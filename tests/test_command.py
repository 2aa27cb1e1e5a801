"""The command begins outside `gin`, so that it can say when `gin` is another's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

START = """
import sys, gin_rummy
sys.argv = ["gin", "solve", "AS 2S 3S KD"]
sys.exit(gin_rummy.main())
"""


def run(first_on_path: Path | None) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    if first_on_path is not None:
        environment["PYTHONPATH"] = str(first_on_path)
    command = [sys.executable, "-c", START]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_command_is_the_one_outside() -> None:
    (entry,) = metadata.entry_points(group="console_scripts", name="gin")
    assert entry.value == "gin_rummy:main"
    done = run(None)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("deadwood 10")


LOADING = """
import signal, sys, gin_rummy

class Late:
    def find_spec(self, name, *_):
        if name == "gin.errors":
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Late())
sys.exit(gin_rummy.main())
"""

PLAYING = """
import signal, sys, gin_rummy, gin.cli.solver

def interrupted(*_):
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.raise_signal(signal.SIGINT)

gin.cli.solver.solve = interrupted
sys.argv = ["gin", "solve", "AS"]
sys.exit(gin_rummy.main())
"""


@pytest.mark.parametrize(("start", "status"), [(LOADING, -signal.SIGINT), (PLAYING, 130)])
def test_an_interrupt_ends_it_without_a_word_even_while_it_is_loaded(
    start: str, status: int
) -> None:
    command = [sys.executable, "-c", start]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


def test_another_package_of_the_name_is_named(tmp_path: Path) -> None:
    other = tmp_path / "gin"
    other.mkdir()
    (other / "__init__.py").write_text("from gin import config\n", encoding="utf-8")
    (other / "config.py").touch()
    done = run(tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "is not gin rummy; gin-config installs the same name" in done.stderr
    assert str(other) in done.stderr
