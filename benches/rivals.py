"""Time OpenSpiel and RLCard on hands from standard input; answers as JSON on standard output.

Run by `benches/run.py` with an interpreter that has them. The hands come as card indices
(`suit * 13 + rank - 1`), by name of the question; one that cannot be imported is reported as None.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

WINDOWS = 3
SLOW = 1_000  # RLCard takes tens of microseconds a hand: the first ones of the list

Questions = dict[str, dict[str, Any]]


def timed(solve: Callable[[Any], int], hands: list[Any], right: list[int]) -> dict[str, float]:
    """The median of some windows in nanoseconds a hand, and how many answers differ from ours."""
    wrong = sum(solve(hand) != points for hand, points in zip(hands, right, strict=True))
    spent = []
    for _ in range(WINDOWS):
        start = time.process_time_ns()
        for hand in hands:
            solve(hand)
        spent.append((time.process_time_ns() - start) / len(hands))
    return {"ns": statistics.median(spent), "wrong": wrong, "hands": len(hands)}


def openspiel(questions: Questions) -> dict[str, Any] | None:
    """OpenSpiel's exact solver in C++; of eleven cards it answers after the best discard."""
    try:
        import pyspiel  # noqa: PLC0415
    except ImportError:
        return None
    solve = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    return {
        name: timed(solve, asked["hands"], asked["points"]) for name, asked in questions.items()
    }


def rlcard(questions: Questions) -> dict[str, Any] | None:
    """RLCard's solver in Python, of ten cards only."""
    try:
        from rlcard.games.gin_rummy.utils import melding, utils  # noqa: PLC0415
    except ImportError:
        return None

    def solve(hand: list[Any]) -> int:
        clusters = melding.get_best_meld_clusters(hand)
        return int(utils.get_deadwood_count(hand, clusters[0] if clusters else []))

    letters = ["A23456789TJQK"[index % 13] + "SHDC"[index // 13] for index in range(52)]
    pack = [utils.card_from_text(text) for text in letters]
    found = {}
    for name, asked in questions.items():
        if name.startswith("ten"):
            hands = [[pack[index] for index in hand] for hand in asked["hands"][:SLOW]]
            found[name] = timed(solve, hands, asked["points"][:SLOW])
    return found


def main() -> None:
    """Answer what is asked."""
    questions: Questions = json.load(sys.stdin)
    answers = {"OpenSpiel": openspiel(questions), "RLCard": rlcard(questions)}
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
