"""Several players by strength: Bradley–Terry ratings over everybody against everybody."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from gin.errors import GinError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from gin.tally import MatchPairs

__all__ = ["Ladder", "Rating", "draw", "figure_class", "pairings", "rate"]

_RESAMPLES: Final = 400
_SCALE: Final = 400 / math.log(10)  # the scale of chess: 400 points are odds of ten to one
_ONE_MORE: Final = (0.5, 0.0, 0.0, 0.0, 0.5)
_CLOSE: Final = 1e-6  # a step of less than a thousandth of a rating point
_MOST_STEPS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's `points` on the scale of chess, and the ends of the 95 % interval.

    All three are NaN where no matches lead from the player to the one who was named first.

    >>> Rating("steady", 80.0, 70.5, 91.0).name
    'steady'
    """

    name: str
    points: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """Players by rating, best first, and the share of matches each won against each other.

    `shares` and `matches` are by place in `ratings`; a share is NaN where nothing was played.
    The player who was named first has the rating 0. Where a share differs much from what the
    ratings say, the players do not lie on one line.
    """

    ratings: tuple[Rating, ...]
    shares: tuple[tuple[float, ...], ...]
    matches: int

    def text(self) -> str:
        """Write the ladder as a table: ratings, and matches won in per cent of each pairing."""
        width = max(len(rating.name) for rating in self.ratings)
        places = range(1, len(self.ratings) + 1)
        lines = [f"   {'':{width}}  rating      95 %      " + "".join(f"{n:>6}" for n in places)]
        for place, (rating, row) in enumerate(zip(self.ratings, self.shares, strict=True), start=1):
            points, interval = f"{rating.points:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}"
            if math.isnan(rating.points):
                points = interval = "–"
            cells = "".join("     –" if math.isnan(x) else f"{100 * x:6.1f}" for x in row)
            lines.append(f"{place:2} {rating.name:{width}}  {points:>6}  {interval:>14}{cells}")
        return "\n".join(lines)


def rate(
    names: Sequence[str], results: Mapping[tuple[int, int], MatchPairs], seed: int = 0
) -> Ladder:
    """Rate players by pairs of matches between them; `results[i, j]` is from the side of `i`.

    The ratings are the most likely ones of the Bradley–Terry model, with one pair more between
    any two that have met, half won and half lost, so that a player who wins everything has a
    rating. The intervals are those of a Bayesian bootstrap: each pair of matches gets a weight by
    chance, from `seed`, and the ratings are worked out again, 400 times. The first player
    has the rating 0, and whom no matches lead to it has none.

    >>> ladder = rate(["weak", "strong"], {(0, 1): (90, 0, 60, 0, 10)})
    >>> [rating.name for rating in ladder.ratings], ladder.matches
    (['strong', 'weak'], 320)
    """
    if len(names) < 2:
        raise GinError("A ladder needs two players or more.")
    rated = _connected(results)
    points = _fit(rated, _won(results, None), {})
    chance = random.Random(seed)  # noqa: S311 - no secret depends on it
    again = [_fit(rated, _won(results, chance), points) for _ in range(_RESAMPLES)]
    order = sorted(rated, key=lambda player: -points[player])
    order += [player for player in range(len(names)) if player not in points]
    ratings: list[Rating] = []
    for player in order:
        if player not in points:
            ratings.append(Rating(names[player], math.nan, math.nan, math.nan))
            continue
        spread = sorted(sample[player] for sample in again)
        cut = round(0.025 * _RESAMPLES)
        ratings.append(Rating(names[player], points[player], spread[cut], spread[-1 - cut]))
    shares = tuple(tuple(_share(results, one, other) for other in order) for one in order)
    matches = sum(2 * sum(pairs) for pairs in results.values())
    return Ladder(tuple(ratings), shares, matches)


def _share(results: Mapping[tuple[int, int], MatchPairs], one: int, other: int) -> float:
    pairs = results.get((one, other))
    if pairs is None:
        back = results.get((other, one))
        pairs = None if back is None else back[::-1]
    if pairs is None or not sum(pairs):
        return math.nan
    return sum(at * count for at, count in enumerate(pairs)) / (4 * sum(pairs))


def _won(
    results: Mapping[tuple[int, int], MatchPairs], chance: random.Random | None
) -> dict[tuple[int, int], float]:
    """Return how many matches each won against each other, with one pair more."""
    won: dict[tuple[int, int], float] = {}
    for (one, other), pairs in results.items():
        if not sum(pairs):
            continue
        weights = [times + more for times, more in zip(pairs, _ONE_MORE, strict=True)]
        count = sum(weights)
        if chance is not None:
            # A weight for every pair by an exponential is, for `times` pairs, a gamma of `times`.
            drawn = [chance.gammavariate(each, 1) if each else 0.0 for each in weights]
            weights = [count * weight / sum(drawn) for weight in drawn]
        # Each by itself: all without those of a winner may, as floats, be none or less.
        won[one, other] = sum(at * weight for at, weight in enumerate(weights)) / 2
        won[other, one] = sum(at * weight for at, weight in enumerate(reversed(weights))) / 2
    return won


def _connected(results: Mapping[tuple[int, int], MatchPairs]) -> list[int]:
    """List the first player and all whom matches lead to it."""
    met = [pair for pair, pairs in results.items() if sum(pairs)]
    found = {0}
    while more := {player for pair in met if found & {*pair} for player in pair} - found:
        found |= more
    return sorted(found)


def _fit(
    rated: Sequence[int], won: Mapping[tuple[int, int], float], start: Mapping[int, float]
) -> dict[int, float]:
    """Find the likeliest ratings by Newton's method; the first is 0 and stays it.

    A step that changes no difference by more than one unit always ascends, so longer ones are
    shortened to that.
    """
    place = {player: at for at, player in enumerate(rated)}
    met = [
        (place[one], place[other], wins, won[other, one])
        for (one, other), wins in won.items()
        if one in place and one < other
    ]
    ratings = [start.get(player, 0.0) / _SCALE for player in rated]
    for _ in range(_MOST_STEPS):
        slope = [0.0] * len(rated)
        bend = [[0.0] * len(rated) for _ in rated]
        for one, other, wins, losses in met:
            ahead = ratings[one] - ratings[other]
            small = math.exp(-abs(ahead))
            less, more = small / (1 + small), 1 / (1 + small)
            expected, other_expected = (more, less) if ahead > 0 else (less, more)
            pull = wins * other_expected - losses * expected
            slope[one] += pull
            slope[other] -= pull
            weight = (wins + losses) * less * more
            bend[one][one] += weight
            bend[other][other] += weight
            bend[one][other] -= weight
            bend[other][one] -= weight
        step = [0.0, *_solved([row[1:] for row in bend[1:]], slope[1:])]
        widest = max(step) - min(step)
        share = 1 / max(1.0, widest)
        ratings = [rating + share * by for rating, by in zip(ratings, step, strict=True)]
        if widest < _CLOSE:
            break
    return {player: _SCALE * rating for player, rating in zip(rated, ratings, strict=True)}


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations whose matrix is symmetric and positive, by elimination."""
    rows = [[*row, each] for row, each in zip(matrix, right, strict=True)]
    for at, row in enumerate(rows):
        for below in rows[at + 1 :]:
            share = below[at] / row[at]
            if share:
                below[at:] = [
                    mine - share * its for mine, its in zip(below[at:], row[at:], strict=True)
                ]
    solved: list[float] = []
    for at in range(len(rows) - 1, -1, -1):
        row = rows[at]
        known = math.fsum(
            much * each for much, each in zip(row[at + 1 : -1], reversed(solved), strict=True)
        )
        solved.append((row[-1] - known) / row[at])
    return solved[::-1]


def figure_class() -> Any:
    """Load what draws; raises `GinError` where matplotlib is not installed.

    Untyped: its own types are too loose for a strict check.
    """
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra of the package
    except ImportError as error:
        raise GinError(
            "A picture needs matplotlib; install it with pip install 'gin-rummy[plot]'."
        ) from error
    return Figure


def draw(ladder: Ladder, path: Path) -> None:
    """Draw the ratings with their intervals into a PNG file.

    Raises `GinError` where matplotlib is not installed or the file cannot be written.
    """
    ratings = ladder.ratings[::-1]
    figure: Any = figure_class()(
        figsize=(7, 1 + 0.45 * len(ratings)), dpi=150, layout="constrained"
    )
    axes = figure.add_subplot()
    below = [rating.points - rating.low for rating in ratings]
    above = [rating.high - rating.points for rating in ratings]
    places = range(len(ratings))
    points = [rating.points for rating in ratings]
    axes.errorbar(points, places, xerr=[below, above], fmt="o", color="#1f5f8b", capsize=4)
    # What a program calls itself is no formula, whatever stands between dollar signs.
    axes.set_yticks(list(places), [rating.name for rating in ratings], parse_math=False)
    axes.set_ylim(-0.6, len(ratings) - 0.4)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel(
        f"rating with 95 % interval, {ladder.matches:,} matches (400 are odds of ten to one)"
    )
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    try:
        figure.savefig(path, format="png")
    except OSError as error:
        raise GinError(f"The picture cannot be written to {path}: {error.strerror}.") from error


def pairings(players: int) -> list[tuple[int, int]]:
    """List everybody against everybody.

    >>> pairings(3)
    [(0, 1), (0, 2), (1, 2)]
    """
    return list(itertools.combinations(range(players), 2))
