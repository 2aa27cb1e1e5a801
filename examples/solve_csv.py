"""Solve hands from a CSV file with NumPy: `python examples/solve_csv.py hands.csv > solved.csv`.

The file has a column `hand` with the cards of each hand ("AS 2S 3S KD"); the answer is the same
file with a column `deadwood` more. All hands are solved in one call.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np

import gin


def main() -> None:
    """Read, solve, write."""
    with Path(sys.argv[1]).open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    masks = np.array([gin.Hand(row["hand"]).mask for row in rows], np.uint64)
    deadwood = np.asarray(gin.deadwood_many(masks))
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow([*(rows[0] if rows else ["hand"]), "deadwood"])
    for row, points in zip(rows, deadwood.tolist(), strict=True):
        out.writerow([*row.values(), points])


if __name__ == "__main__":
    main()
