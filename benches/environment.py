"""Time `gin.Deals` beside OpenSpiel and RLCard, all playing at random: `make bench-deals`.

A step is one action of a player. Ours are 1,024 deals in one object, the actions chosen by
`Deals.sample` or from the mask by NumPy; the rivals run in the interpreter that `RIVALS` names
(default: this one) by the loop their documents show, and OpenSpiel by its own loop in C++ too.
Rounds alternate between the two, on one core, in processor time; the medians are printed, with the
ratios to this project's row of the same kind.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import gin

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

DEALS = 1_024
STEPS = 400
WARM = 500  # steps until the deals are in all their phases
ROUNDS = 7
ACTIONS_ONLY, OBSERVED, NUMPY = "actions only", "observations too", "observations, NumPy chooses"


def ours() -> dict[str, Callable[[], object]]:
    """One step of all deals, by what is written."""
    deals = gin.Deals(DEALS, seed=7)
    shapes = deals.shapes
    actions = np.zeros(shapes["actions"], np.uint8)
    planes, legal = np.zeros(shapes["planes"], np.uint8), np.zeros(shapes["legal"], np.uint8)
    to_act, done = np.zeros(DEALS, np.uint8), np.zeros(DEALS, np.uint8)
    reward = np.zeros(shapes["reward"], np.int16)
    dice = np.random.default_rng(7)
    deals.observe(legal=legal)

    def bare() -> None:
        deals.sample(actions)
        deals.step(actions)

    def written(codes: npt.NDArray[Any]) -> None:
        deals.step(codes, planes=planes, legal=legal, to_act=to_act, reward=reward, done=done)

    def observed() -> None:
        deals.sample(actions)
        written(actions)

    def chosen() -> None:
        # A random number for each legal action, and the largest wins.
        written((dice.random(legal.shape, np.float32) * legal).argmax(axis=1))

    for _ in range(WARM):
        observed()
    # NumPy's row last: it needs the mask of the present.
    return {ACTIONS_ONLY: bare, OBSERVED: observed, NUMPY: chosen}


def timed(step: Callable[[], object]) -> float:
    """Nanoseconds a deal and step."""
    start = time.process_time_ns()
    for _ in range(STEPS):
        step()
    return (time.process_time_ns() - start) / STEPS / DEALS


def main() -> None:
    """Print the table."""
    command = [os.environ.get("RIVALS") or sys.executable, "benches/environment_rivals.py"]
    if shutil.which(command[0]) is None:
        raise SystemExit(f"RIVALS names {command[0]}, and there is no such program.")
    root = Path(__file__).resolve().parent.parent
    rows: dict[str, list[float]] = {}
    steps = ours()
    with subprocess.Popen(command, cwd=root, stdin=-1, stdout=-1, text=True) as rivals:
        assert rivals.stdin is not None
        assert rivals.stdout is not None
        for _ in range(ROUNDS):
            for name, step in steps.items():
                rows.setdefault(f"gin.Deals, {name}", []).append(timed(step))
            rivals.stdin.write("go\n")
            rivals.stdin.flush()
            for name, ns in json.loads(rivals.stdout.readline()).items():
                rows.setdefault(name, []).append(ns)
        rivals.stdin.close()
    medians = {name: statistics.median(found) for name, found in rows.items()}
    print(f"{'random play, one core (medians)':40}{'ns a step':>12}{'steps/s':>14}{'ratio':>9}")
    for name, ns in medians.items():
        kind = OBSERVED if "observations" in name else ACTIONS_ONLY
        ratio = ns / medians[f"gin.Deals, {kind}"]
        print(f"  {name:38}{ns:12,.0f}{1e9 / ns:14,.0f}{ratio:8,.1f}x")
    for name in ("OpenSpiel", "RLCard"):
        if not any(row.startswith(name) for row in rows):
            print(f"{name} is not installed for {command[0]}: left out.")


if __name__ == "__main__":
    main()
