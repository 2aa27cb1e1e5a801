"""`gin bench`: how fast the engine is on this machine, and the census of all hands."""

from __future__ import annotations

import hashlib
import math
import random
import sys
import time
from array import array
from typing import TYPE_CHECKING, Final

from gin._core import census, deadwood_many, discards_many
from gin.cards import HAND_SIZE, KNOCK_LIMIT, PACK, Hand, arrange, deadwood, discards
from gin.errors import GinError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

__all__ = ["bench", "census_lines", "census_table"]

_SEED: Final = 20_261_129
_HANDS: Final = 20_000
_WINDOWS: Final = 7
_TITLES: Final = {
    HAND_SIZE: "Least deadwood of a hand of ten",
    HAND_SIZE + 1: "Least deadwood of eleven cards after the best discard",
}


def bench(args: argparse.Namespace) -> int:
    """Time the engine, or count all hands; return the exit status."""
    if args.lines and not args.census:
        raise GinError("Lines are printed of the census; add --census.")
    if not args.census:
        _time()
        return 0
    lines = ""
    for cards in _TITLES:
        start = time.perf_counter()
        counts = census(cards, threads=args.threads)
        spent = time.perf_counter() - start
        lines += census_lines(cards, counts)
        if not args.lines:
            sys.stdout.write(f"{census_table(cards, counts)}\nCounted in {spent:.1f} s.\n\n")
            sys.stdout.flush()
    if args.lines:
        sys.stdout.write(lines)
    else:
        digest = hashlib.sha256(lines.encode()).hexdigest()
        sys.stdout.write(f"SHA-256 of what `gin bench --census --lines` prints:\n{digest}\n")
    return 0


def census_lines(cards: int, counts: Sequence[int]) -> str:
    r"""Write a census for programs: a line "cards points hands" for each number of points.

    >>> census_lines(10, (7, 0, 9))
    '10 0 7\n10 1 0\n10 2 9\n'
    """
    return "".join(f"{cards} {points} {hands}\n" for points, hands in enumerate(counts))


def census_table(cards: int, counts: Sequence[int]) -> str:
    """Write a census of the whole pack for people; its total is checked."""
    total = math.comb(len(PACK), cards)
    if sum(counts) != total:
        raise AssertionError(f"{sum(counts)} hands were counted of {total}")
    gin, knock = counts[0], sum(counts[: KNOCK_LIMIT + 1])
    mean = sum(points * hands for points, hands in enumerate(counts)) / total
    rows = [
        f"{_TITLES[cards]}: {total:,} hands",
        "",
        f"{'points':>6}  {'hands':>15}  {'share':>12}  {'at most':>12}",
    ]
    below = 0
    for points, hands in enumerate(counts):
        below += hands
        rows.append(f"{points:6}  {hands:15,}  {hands / total:12.8%}  {below / total:12.8%}")
    rows += [
        "",
        f"Gin (0): {gin:,}, one in {total / gin:,.1f}.",
        f"Knock ({KNOCK_LIMIT} or less): {knock:,}, one in {total / knock:,.2f}.",
        f"Mean {mean:.4f} points.",
    ]
    return "\n".join(rows)


def _time() -> None:
    dice = random.Random(_SEED)  # noqa: S311 - hands to be timed, no secret
    tens = [Hand(dice.sample(PACK, HAND_SIZE)) for _ in range(_HANDS)]
    elevens = [Hand(dice.sample(PACK, HAND_SIZE + 1)) for _ in range(_HANDS)]
    ten_masks = array("Q", [hand.mask for hand in tens])
    eleven_masks = array("Q", [hand.mask for hand in elevens])
    sys.stdout.write(f"{_HANDS:,} random hands, seed {_SEED}, least of {_WINDOWS} windows\n")
    _show("deadwood(hand)", lambda: _each(deadwood, tens))
    _show("arrange(hand)", lambda: _each(arrange, tens))
    _show("discards(hand of eleven)", lambda: _each(discards, elevens))
    _show("deadwood_many(masks)", lambda: deadwood_many(ten_masks))
    _show("discards_many(masks)", lambda: discards_many(eleven_masks))


def _each(solve: Callable[[Hand], object], hands: Sequence[Hand]) -> None:
    for hand in hands:
        solve(hand)


def _show(name: str, body: Callable[[], object]) -> None:
    spent: list[int] = []
    for _ in range(_WINDOWS):
        start = time.perf_counter_ns()
        body()
        spent.append(time.perf_counter_ns() - start)
    sys.stdout.write(f"  {name:26}{min(spent) / _HANDS:9.1f} ns a hand\n")
