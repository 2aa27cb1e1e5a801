"""Time the solver and print one table: `make bench`.

Rust is timed by Criterion on a million fresh hands a row; the peer is the crate `gin-rummy` on
the same hands in the same run. Python is timed call by call through the installed package. Other
programs on the machine move every figure, so read the ratios.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import table

ROOT = Path(__file__).resolve().parent.parent
FRESH = 1_000_000
ROWS = ("deadwood", "arrange", "best_discard", "discards", "layoff", "deadwood_gin_rummy_crate")


def run_criterion() -> None:
    """Run the Rust benches, their own chatter kept back."""
    command = ["cargo", "bench", "-p", "gin-benches", "--locked", "--"]
    options = ["--noplot", "--warm-up-time", "1", "--measurement-time", "3"]
    subprocess.run([*command, *options], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def median_ns(kind: str, row: str) -> float:
    """Criterion's median of a window of a million hands, as nanoseconds a hand."""
    path = ROOT / "target" / "criterion" / kind / row / "new" / "estimates.json"
    estimate = json.loads(path.read_text())
    return float(estimate["median"]["point_estimate"]) / FRESH


def print_rust() -> None:
    """The Rust table: nanoseconds a hand and the ratio to this project's deadwood."""
    print(f"{'Rust, ns a hand (median)':40}{'uniform':>10}{'clustered':>11}")
    for row in ROWS:
        uniform, clustered = median_ns("uniform", row), median_ns("clustered", row)
        print(f"  {row:38}{uniform:10.1f}{clustered:11.1f}")
    kinds = ("uniform", "clustered")
    ratios = [median_ns(kind, ROWS[-1]) / median_ns(kind, ROWS[0]) for kind in kinds]
    print(f"  {'the crate gin-rummy takes':38}{ratios[0]:9.0f}x{ratios[1]:10.0f}x as long")


def windows(body: object, count: int) -> float:
    """Median nanoseconds of one call of `body` over nine windows of `count` calls."""
    assert callable(body)
    spent = []
    for _ in range(9):
        start = time.perf_counter_ns()
        for _ in range(count):
            body()
        spent.append((time.perf_counter_ns() - start) / count)
    return statistics.median(spent)


def print_python() -> None:
    """Calls through the package, and how long its import takes in a fresh interpreter."""
    import gin  # noqa: PLC0415 - the import itself is timed below, in processes of its own

    ten = gin.Hand("AS 2S 3S 4H 4D 4C 9C 9D KH KD")
    eleven = ten | gin.Card("7S")
    spread = [gin.Meld("5S 6S 7S")]
    print("\nPython, ns a call (median of 9 windows)")
    for name, body in (
        ("gin.deadwood(hand)", lambda: gin.deadwood(ten)),
        ("gin.arrange(hand)", lambda: gin.arrange(ten)),
        ("gin.discards(hand)", lambda: gin.discards(eleven)),
        ("gin.lay_off(hand, spread)", lambda: gin.lay_off(ten, spread)),
        ("gin.Hand(text)", lambda: gin.Hand("AS 2S 3S 4H 4D 4C 9C 9D KH KD")),
    ):
        print(f"  {name:38}{windows(body, 50_000):10.0f}")
    starts = {}
    for label, code in (("python -c pass", "pass"), ("python -c 'import gin'", "import gin")):
        spent = []
        for _ in range(15):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            spent.append((time.perf_counter() - start) * 1e3)
        starts[label] = statistics.median(spent)
    bare, full = starts.values()
    print(f"\nimport gin: {full - bare:.0f} ms over a bare interpreter's {bare:.0f} ms (medians)")


def main() -> None:
    """Print what can be measured here; name what cannot."""
    if shutil.which("cargo"):
        run_criterion()
        print_rust()
    else:
        print("cargo is not on PATH: the Rust rows and the peer are left out")
    print_python()
    table.main()


if __name__ == "__main__":
    main()
