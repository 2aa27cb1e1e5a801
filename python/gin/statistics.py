"""How the deals went: results, and luck apart from them, with the range that chance allows.

Only deals that count are in a result: not practice, and none in which something was taken back or
help was shown. They are told apart so that a figure says how somebody plays.
"""

from __future__ import annotations

import csv
import io
import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from gin.luck import DEALT_DEVIATION, DEALT_MEAN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gin.luck import Luck
    from gin.saves import DealRecord

__all__ = ["LuckLine", "Measure", "Statistics", "days_ago", "deals_csv", "select", "statistics"]

# Of all results that chance gives, 95 % lie so many standard deviations around the mean.
_TWO_SIDED_95: Final = 1.96


@dataclass(frozen=True, slots=True)
class Measure:
    """A mean that was seen, the one to expect, and the range of 95 % of what chance gives."""

    seen: float
    expected: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LuckLine:
    """One kind of luck for both seats; `percent` tells whether it is a share of 100."""

    name: str
    you: Measure
    computer: Measure
    percent: bool


@dataclass(frozen=True, slots=True)
class Statistics:
    """Sums and means over the deals that count.

    `knocks` are the person's, gin apart, and `undercut` those of them that failed; `undercuts`
    are the computer's knocks that the person undercut. Means are `None` without a case. `apart`
    counts the finished deals that were left out, `matches_apart` the matches that are over and
    left out because of one of their deals.
    """

    matches: int
    matches_won: int
    deals: int
    won: int
    lost: int
    dead: int
    knocks: int
    undercut: int
    gins: int
    undercuts: int
    mean_knock: float | None
    mean_turn: float | None
    mean_caught: float | None
    apart: int
    matches_apart: int
    luck: tuple[LuckLine, ...]


def select(
    records: Iterable[DealRecord], *, level: str | None = None, since: str | None = None
) -> tuple[DealRecord, ...]:
    """Return the records at a level, and from a time on (UTC, ISO 8601)."""
    return tuple(
        record
        for record in records
        if (level is None or record.level == level) and (since is None or record.ended >= since)
    )


def days_ago(days: int) -> str | None:
    """Return the moment so many days ago as the saves write it; `None` before all calendars."""
    try:
        return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="seconds")
    except OverflowError:
        return None


def statistics(records: Sequence[DealRecord]) -> Statistics:
    """Count finished deals.

    >>> statistics(()).deals
    0
    """
    counted = [record for record in records if record.standing == "counted"]
    over = [r for r in records if r.match_over and r.standing != "practice"]
    matches = {r.match: r.match_winner for r in over if not r.match_helped}
    own = [r for r in counted if r.knocker == 0 and r.kind in {"knock", "undercut"}]
    caught = [r for r in counted if r.winner == 0 and r.kind in {"knock", "gin"}]
    ended = [r for r in counted if r.knocker == 0]
    return Statistics(
        matches=len(matches),
        matches_won=sum(winner == 0 for winner in matches.values()),
        deals=len(counted),
        won=sum(r.winner == 0 for r in counted),
        lost=sum(r.winner == 1 for r in counted),
        dead=sum(r.winner is None for r in counted),
        knocks=len(own),
        undercut=sum(r.kind == "undercut" for r in own),
        gins=sum(r.kind == "gin" and r.winner == 0 for r in counted),
        undercuts=sum(r.kind == "undercut" and r.winner == 0 for r in counted),
        mean_knock=_mean([r.deadwood[0] for r in own]),
        mean_turn=_mean([r.turns for r in ended]),
        mean_caught=_mean([r.deadwood[1] for r in caught]),
        apart=len(records) - len(counted),
        matches_apart=len({r.match for r in over if r.match_helped}),
        luck=_luck_lines([r.luck for r in counted]),
    )


def _mean(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def _luck_lines(pairs: Sequence[tuple[Luck, Luck]]) -> tuple[LuckLine, ...]:
    lines: list[LuckLine] = []
    if pairs:
        dealt = [_dealt([pair[seat] for pair in pairs]) for seat in (0, 1)]
        lines.append(LuckLine("deadwood as dealt", dealt[0], dealt[1], percent=False))
    if all(any(pair[seat].draws for pair in pairs) for seat in (0, 1)):
        drawn = [_drawn([pair[seat] for pair in pairs]) for seat in (0, 1)]
        lines.append(LuckLine("draws that fit a meld", drawn[0], drawn[1], percent=True))
    if pairs:
        useful = [_useful([pair[seat] for pair in pairs]) for seat in (0, 1)]
        lines.append(LuckLine("upcards that fit one", useful[0], useful[1], percent=True))
    return tuple(lines)


def _dealt(lucks: Sequence[Luck]) -> Measure:
    seen = sum(luck.dealt for luck in lucks) / len(lucks)
    around = _TWO_SIDED_95 * DEALT_DEVIATION / math.sqrt(len(lucks))
    return Measure(seen, DEALT_MEAN, max(0.0, DEALT_MEAN - around), DEALT_MEAN + around)


def _drawn(lucks: Sequence[Luck]) -> Measure:
    draws = sum(luck.draws for luck in lucks)
    return _share(
        sum(luck.helped for luck in lucks),
        sum(luck.expected for luck in lucks),
        sum(luck.variance for luck in lucks),
        draws,
    )


def _useful(lucks: Sequence[Luck]) -> Measure:
    return _share(
        sum(luck.upcard for luck in lucks),
        sum(luck.chance for luck in lucks),
        sum(luck.chance * (1 - luck.chance) for luck in lucks),
        len(lucks),
    )


def _share(count: float, expected: float, variance: float, cases: int) -> Measure:
    """Return a count of independent chances as a percentage of all cases."""
    around = _TWO_SIDED_95 * math.sqrt(variance)
    low, high = max(0.0, expected - around), min(float(cases), expected + around)
    return Measure(*(100 * number / cases for number in (count, expected, low, high)))


_SEATS: Final = {0: "you", 1: "computer", None: ""}
_COLUMNS: Final = (
    *("match", "deal", "ended", "level", "standing", "starter", "kind", "knocker", "winner"),
    *("points", "deadwood_you", "deadwood_computer", "turns", "dealt_you", "dealt_computer"),
    *("draws_you", "draws_computer", "helped_you", "helped_computer"),
    *("expected_you", "expected_computer", "upcard_you", "upcard_computer"),
)


def deals_csv(records: Iterable[DealRecord]) -> str:
    """Return the deals as comma-separated values with a line of titles, one deal a line.

    >>> deals_csv(()).startswith("match,deal,ended,level,standing,")
    True
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for record in records:
        you, computer = record.luck
        writer.writerow(
            (
                record.match,
                record.number,
                record.ended,
                record.level,
                record.standing,
                _SEATS[record.starter],
                record.kind,
                _SEATS[record.knocker],
                _SEATS[record.winner],
                record.points,
                *record.deadwood,
                record.turns,
                you.dealt,
                computer.dealt,
                you.draws,
                computer.draws,
                you.helped,
                computer.helped,
                f"{you.expected:.3f}",
                f"{computer.expected:.3f}",
                int(you.upcard),
                int(computer.upcard),
            )
        )
    return text.getvalue()
