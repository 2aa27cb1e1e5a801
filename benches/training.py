"""Draw how training runs went: `python benches/training.py OUT.png NAME=strength.tsv …`.

The trainer writes `strength.tsv`: at every twentieth of a run, points a deal against players of the
pool over the same 1,000 duplicate deals.
"""

import csv
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")  # no display
from matplotlib import pyplot as plt

HELP = "Usage: training.py OUT.png NAME=strength.tsv …"


def read(path: Path) -> tuple[list[float], dict[str, list[float]]]:
    """Millions of positions, and by opponent the points a deal."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    names = [name for name in rows[0] if name != "positions"]
    return (
        [float(row["positions"]) / 1e6 for row in rows],
        {name: [float(row[name]) for row in rows] for name in names},
    )


def draw(out: Path, runs: dict[str, Path]) -> None:
    """One panel an opponent, one line a run."""
    read_runs = {name: read(path) for name, path in runs.items()}
    opponents = list(next(iter(read_runs.values()))[1])
    figure, panels = plt.subplots(1, len(opponents), figsize=(3 * len(opponents), 3), dpi=120)
    for panel, opponent in zip(panels, opponents, strict=True):
        for name, (positions, strength) in read_runs.items():
            panel.plot(positions, strength[opponent], label=name, linewidth=1.2)
        panel.set_title(f"against {opponent}", fontsize=9)
        panel.set_xlabel("million positions", fontsize=8)
        panel.set_ylim(bottom=-8)
        panel.axhline(0, color="0.7", linewidth=0.8)
        panel.tick_params(labelsize=7)
    panels[0].set_ylabel("points a deal", fontsize=8)
    panels[-1].legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(out)


def main(arguments: list[str]) -> int:
    """Draw, or say how."""
    if len(arguments) < 2 or any("=" not in each for each in arguments[1:]):
        print(HELP, file=sys.stderr)
        return 2
    out, *named = arguments
    draw(Path(out), {name: Path(path) for name, path in (each.split("=", 1) for each in named)})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
