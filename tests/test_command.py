"""The command begins outside `gin`, so that it can say when `gin` is another's."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING

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
