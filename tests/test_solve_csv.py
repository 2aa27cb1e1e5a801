"""The example that solves hands from a CSV file says what the solver says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "solve_csv.py"


def solved(path: Path) -> str:
    command = [sys.executable, str(EXAMPLE), str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_a_file_comes_back_with_the_deadwood_of_each_hand(tmp_path: Path) -> None:
    hands = tmp_path / "hands.csv"
    hands.write_text("name,hand\nAnn,AS 2S 3S KD\nBob,5S 6S 7S 8S 7H 7D QC\n", encoding="utf-8")
    assert solved(hands) == (
        "name,hand,deadwood\nAnn,AS 2S 3S KD,10\nBob,5S 6S 7S 8S 7H 7D QC,24\n"
    )


def test_a_file_without_hands_has_no_answers(tmp_path: Path) -> None:
    hands = tmp_path / "hands.csv"
    hands.write_text("hand\n", encoding="utf-8")
    assert solved(hands) == "hand,deadwood\n"
