"""The examples run as they are; those that answer say what they should."""

import os
import subprocess
import sys
from pathlib import Path

import gin

ROOT = Path(__file__).resolve().parent.parent


def told(example: str, *words: object) -> str:
    command = [sys.executable, str(ROOT / "examples" / example), *map(str, words)]
    environment = {**os.environ, "MPLBACKEND": "Agg"}
    run = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    assert run.stderr == ""
    return run.stdout


def test_the_plot_of_deadwood_by_turn_is_drawn_and_the_table_falls(tmp_path: Path) -> None:
    picture = tmp_path / "deadwood.png"
    heads, *rows = [line.split() for line in told("deadwood_by_turn.py", picture).splitlines()]
    assert heads == ["turn", "hands", "median", "knocks"]
    assert [int(row[0]) for row in rows] == list(range(1, 15))
    medians = [float(row[2]) for row in rows]
    assert medians[0] > 30 > 2 * gin.KNOCK_LIMIT > medians[9]
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_every_cell_of_the_plot_is_marked() -> None:
    text = (ROOT / "examples" / "deadwood_by_turn.py").read_text()
    assert text.count("\n# %% ") == 4


def test_a_page_or_a_test_names_every_example() -> None:
    """`test_docs.py` runs what the pages show; the others are run by a test of their own."""
    texts = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "tests").glob("test_*.py")]
    said = "".join(path.read_text() for path in texts)
    examples = sorted(path.name for path in (ROOT / "examples").glob("*.py"))
    assert len(examples) >= 4
    assert [name for name in examples if name not in said] == []
