"""Count all hands of ten and eleven anew; write docs/census.md and its picture: `make census`."""

from __future__ import annotations

import hashlib
import math
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt

from gin._core import census
from gin.cli.bench import census_lines, census_table

DOCS = Path(__file__).resolve().parent.parent / "docs"

TEXT = """# The census: every hand counted

How many of all hands of ten cards have which least deadwood, and how many of all hands of eleven
after the best discard. Every hand is solved exactly, up to the order of the suits
([how](solver.md#the-census)); nothing is sampled.

![The share of hands by points](census.png)

* A hand of ten as it is dealt is gin in {gin:,} of {ten:,} cases: **one in {gin_odds:,.0f}**.
* It could be knocked with (10 or less) in {knock:,}: **one in {knock_odds:,.1f}**.
* Eleven cards can leave gin in {gin11:,} of {eleven:,}: **one in {gin11_odds:,.0f}**; and 10 or
  less in **one in {knock11_odds:,.1f}**.

`gin bench --census` counts again: about 2.5 s of one core for ten cards and 13 s for eleven.

## The hash

`gin bench --census --lines` prints one line a number of points: the number of cards, the points
and the number of hands in decimal, a single blank between them, a line feed at the end; ten cards
from 0 points to the most that occur, then eleven. SHA-256 over exactly those bytes:

```text
{digest}
```

```console
$ gin bench --census --lines | sha256sum
```

It can be checked without this program's solver: any way of counting gives the same lines. The
totals are C(52, 10) and C(52, 11); the tests count packs of 16 and 24 cards by plain enumeration
as well, and what can be counted by hand (96 melds of three, 53 of four, 36 runs of five).

## Ten cards

```text
{ten_table}
```

## Eleven cards

```text
{eleven_table}
```
"""


def main() -> None:
    """Count, write and draw."""
    tens, elevens = census(10), census(11)
    lines = census_lines(10, tens) + census_lines(11, elevens)
    ten, eleven = math.comb(52, 10), math.comb(52, 11)
    text = TEXT.format(
        gin=tens[0],
        ten=ten,
        gin_odds=ten / tens[0],
        knock=sum(tens[:11]),
        knock_odds=ten / sum(tens[:11]),
        gin11=elevens[0],
        eleven=eleven,
        gin11_odds=eleven / elevens[0],
        knock11_odds=eleven / sum(elevens[:11]),
        digest=hashlib.sha256(lines.encode()).hexdigest(),
        ten_table=census_table(10, tens),
        eleven_table=census_table(11, elevens),
    )
    (DOCS / "census.md").write_text(text, encoding="utf-8")
    mpl.use("Agg")
    figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    for counts, total, label in (
        (tens, ten, "ten cards"),
        (elevens, eleven, "eleven, after the best discard"),
    ):
        axes.step(range(len(counts)), [100 * n / total for n in counts], where="mid", label=label)
    axes.axvline(10.5, color="grey", linewidth=0.8, linestyle="--")
    axes.annotate("knock", (10, axes.get_ylim()[1] * 0.96), ha="right", va="top", color="grey")
    axes.set(xlabel="least deadwood, points", ylabel="share of all hands, %", xlim=(0, 100))
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(DOCS / "census.png", dpi=120, metadata={"Software": None})


if __name__ == "__main__":
    main()
