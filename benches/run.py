"""Time the solver and its rivals on the same hands and print one table: `make bench`.

Rust is timed on a million fresh hands a row, the crate `gin-rummy` beside it (`cargo bench -p
gin-benches` does the same with Criterion's statistics). Through Python the inputs are 100,000
uniform hands and 20,000 meld-rich ones (ten or eleven cards out of three to six neighbouring
ranks) from a stated seed; OpenSpiel and RLCard answer the same ones in the interpreter `RIVALS`
names (default: this one), and are named and left out where they are not installed. All is
processor time, so that other programs count less; they still move every figure, so read the
ratios. `--plot` draws the table of the Python calls into docs/.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any

import table as screen

import gin

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
FRESH = 1_000_000
PEER = "crate_gin_rummy"
SEED = 20_261_129
UNIFORM, RICH = 100_000, 20_000
WINDOWS = 7
# An interpreter that has OpenSpiel and RLCard.
RIVALS = os.environ.get("RIVALS") or sys.executable
KINDS = ("ten uniform", "ten rich", "eleven uniform", "eleven rich")

Table = dict[str, dict[str, float]]


def print_rust() -> None:
    """The Rust table: processor time a hand, the least of three windows over a million hands."""
    build = ["cargo", "build", "--quiet", "--profile", "bench", "--locked", "-p", "gin-benches"]
    subprocess.run([*build, "--bin", "counts"], cwd=ROOT, check=True)
    command = [str(ROOT / "target" / "release" / "counts"), "time", str(FRESH), "3"]
    run = subprocess.run(command, check=True, stdout=-1, text=True)
    rows = {name: (float(a), float(b)) for name, a, b in map(str.split, run.stdout.splitlines())}
    print(f"{'Rust, ns a hand':40}{'uniform':>10}{'meld-rich':>11}")
    for name, (uniform, rich) in rows.items():
        print(f"  {name:38}{uniform:10.2f}{rich:11.2f}")
    ratios = [theirs / mine for theirs, mine in zip(rows[PEER], rows["deadwood"], strict=True)]
    print(f"  {'the crate gin-rummy takes':38}{ratios[0]:9.0f}x{ratios[1]:10.0f}x as long")


def hands(kind: str) -> list[list[int]]:
    """The hands of a kind, as card indices, from the stated seed."""
    cards = 10 if kind.startswith("ten") else 11
    dice = random.Random(f"{SEED} {kind}")  # noqa: S311 - hands to be timed, no secret
    if kind.endswith("uniform"):
        return [dice.sample(range(52), cards) for _ in range(UNIFORM)]
    found = []
    for _ in range(RICH):
        span = dice.randint(3, 6)
        low = dice.randint(0, 13 - span)
        pack = [13 * suit + rank for suit in range(4) for rank in range(low, low + span)]
        found.append(dice.sample(pack, cards))
    return found


def windows(body: Callable[[], object], count: int) -> float:
    """Median nanoseconds of one of `count` answers over some windows."""
    spent = []
    for _ in range(WINDOWS):
        start = time.process_time_ns()
        body()
        spent.append((time.process_time_ns() - start) / count)
    return statistics.median(spent)


def each(solve: Callable[[gin.Hand], object], values: list[gin.Hand]) -> None:
    """Call by call, no answer kept: what is kept, the collector walks through again and again."""
    for hand in values:
        solve(hand)


def ours(kind: str, given: list[list[int]]) -> tuple[dict[str, float], list[int]]:
    """This project's times by call, and its answers."""
    values = [gin.Hand(hand) for hand in given]
    masks = array("Q", [hand.mask for hand in values])
    count = len(values)
    if kind.startswith("ten"):
        out = bytearray(count)
        times = {
            "gin.deadwood_many": windows(lambda: gin.deadwood_many(masks, out), count),
            "gin.deadwood": windows(lambda: each(gin.deadwood, values), count),
        }
        return times, list(out)
    rows: Any = gin.discards_many(masks)
    times = {
        "gin.discards_many": windows(lambda: gin.discards_many(masks, rows), count),
        "gin.discards": windows(lambda: each(gin.discards, values), count),
    }
    return times, [min(row) for row in rows.tolist()]


def print_python() -> Table:
    """Ours and the rivals through Python, with ratios to the batch call."""
    table: Table = {}
    questions = {}
    for kind in KINDS:
        given = hands(kind)
        times, points = ours(kind, given)
        questions[kind] = {"hands": given, "points": points}
        for name, ns in times.items():
            table.setdefault(name, {})[kind] = ns
    rivals = [RIVALS, str(ROOT / "benches" / "rivals.py")]
    run = subprocess.run(rivals, input=json.dumps(questions), text=True, stdout=-1, check=True)
    notes = []
    for name, found in json.loads(run.stdout.splitlines()[-1]).items():
        if found is None:
            notes.append(f"{name} is not installed for {RIVALS}: left out.")
            continue
        table[name] = {kind: answer["ns"] for kind, answer in found.items()}
        notes += [
            f"{name}, {kind}: {answer['wrong']} of {answer['hands']} answers differ from ours."
            for kind, answer in found.items()
        ]
    print(f"\n{'Python, ns a hand (median)':28}" + "".join(f"{kind:>24}" for kind in KINDS))
    for name, row in table.items():
        line = f"  {name:26}"
        for kind in KINDS:
            batch = table["gin.deadwood_many" if kind.startswith("ten") else "gin.discards_many"]
            cell = f"{row[kind]:,.1f} ({row[kind] / batch[kind]:,.0f}x)" if kind in row else "-"
            line += f"{cell:>24}"
        print(line)
    print("\n".join(notes))
    return table


START = """
import time
print(time.process_time() * 1e3)
try:
    lines = open("/proc/self/status").readlines()
    print(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024)
except OSError:
    print("nan")
"""
STARTS = 21
IMPORT_BUDGET = 30.0


def started(body: str, environment: dict[str, str]) -> list[float]:
    """Processor milliseconds and the most megabytes of a fresh interpreter that runs something."""
    command = [sys.executable, "-c", body + START]
    run = subprocess.run(command, check=True, stdout=-1, text=True, env=environment)
    return [float(figure) for figure in run.stdout.split()]


def print_start() -> None:
    """What the import costs in a fresh interpreter: processor time and the most memory in use.

    The byte code is there, as it is where a wheel was installed; bare interpreters and those that
    import take turns, so that both see the same machine.
    """
    with tempfile.TemporaryDirectory() as directory:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": directory}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        started("import gin", environment)
        pairs = [
            (started("pass", environment), started("import gin", environment))
            for _ in range(STARTS)
        ]
    bare, peak = (statistics.median(at) for at in zip(*(bare for bare, _ in pairs), strict=True))
    time_more, memory_more = (
        statistics.median(full[at] - bare[at] for bare, full in pairs) for at in (0, 1)
    )
    kept = "" if time_more <= IMPORT_BUDGET else "  (over)"
    print(
        f"\nimport gin: {time_more:.0f} ms of {IMPORT_BUDGET:g} and {memory_more:.1f} MB"
        f" over a bare interpreter's {bare:.0f} ms and {peak:.1f} MB (medians){kept}"
    )


def plot(table: Table) -> None:
    """Draw the Python table into docs/benchmarks.png, on a logarithmic scale."""
    import matplotlib as mpl  # noqa: PLC0415 - only where a picture is asked for

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    figure, panels = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    for panel, cards in zip(panels, ("ten", "eleven"), strict=True):
        names = [name for name, row in table.items() if f"{cards} rich" in row]
        for at, kind in enumerate((f"{cards} uniform", f"{cards} rich")):
            places = [place + 0.38 * at for place in range(len(names))]
            bars = panel.barh(places, [table[n][kind] for n in names], 0.36, label=kind)
            panel.bar_label(bars, fmt="{:,.0f}", padding=3, fontsize=8)
        panel.set_yticks([place + 0.19 for place in range(len(names))], names)
        panel.set(xscale="log", xlabel="ns a hand, through Python", xlim=(1, 1e6))
        panel.invert_yaxis()
        panel.spines[["top", "right"]].set_visible(False)
        panel.legend(frameon=False, fontsize=8)
    figure.savefig(ROOT / "docs" / "benchmarks.png", dpi=120, metadata={"Software": None})


def main() -> None:
    """Print what can be measured here; name what cannot."""
    if shutil.which(RIVALS) is None:
        raise SystemExit(f"RIVALS names {RIVALS}, and there is no such program.")
    if "--plot" not in sys.argv[1:]:
        if shutil.which("cargo"):
            print_rust()
        else:
            print("cargo is not on PATH: the Rust rows and the crate gin-rummy are left out")
    table = print_python()
    if "--plot" in sys.argv[1:]:
        plot(table)
    else:
        print_start()
        screen.main()


if __name__ == "__main__":
    main()
