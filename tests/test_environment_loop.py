"""The example of an environment loop runs, and says the same each time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "environment_loop.py"


def looped(*arguments: str) -> str:
    command = [sys.executable, str(EXAMPLE), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_the_loop_plays_the_deals_asked_for_without_numpy() -> None:
    told = looped("simple", "300")
    first, second = told.splitlines()
    found = re.fullmatch(r"(\d+) deals against simple: ([+-]\d+\.\d) points a deal", first)
    assert found is not None
    assert 300 <= int(found[1]) < 600
    assert float(found[2]) < -10
    counts = [int(part.split()[0]) for part in second.split(", ")]
    assert sum(counts) == int(found[1])
    assert looped("simple", "300") == told
