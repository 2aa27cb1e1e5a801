"""Statistics as lines to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gin.statistics import LuckLine, Measure, Statistics

# From this width on a line of luck has both seats on it.
_WIDE = 72


def statistics_lines(found: Statistics, width: int = 80) -> list[str]:
    """Results first, then luck with the range that chance allows, then what was left out.

    >>> from gin.statistics import statistics
    >>> statistics_lines(statistics(()))[0]
    'No deal that counts is over yet.'
    """
    if not found.deals:
        lines = ["No deal that counts is over yet."]
    elif width >= _WIDE:
        lines = [*_wide_results(found), "", *_wide_luck(found.luck)]
    else:
        lines = [*_narrow_results(found), "", *_narrow_luck(found.luck)]
    if found.apart:
        deals = "1 more deal is" if found.apart == 1 else f"{found.apart} more deals are"
        lines += ["", f"{deals} not counted: practice, undo, or hints."]
    if found.matches_apart:
        one = found.matches_apart == 1
        matches = "1 match is" if one else f"{found.matches_apart} matches are"
        lines.append(f"{matches} not counted as won or lost: undo or hints in a deal of it.")
    return lines


def _percent(part: int, whole: int) -> str:
    """Tell a share; all of it and nothing of it are said of no other.

    >>> _percent(1, 3), _percent(399, 400), _percent(1, 400), _percent(0, 0)
    (' (33%)', ' (99%)', ' (1%)', '')
    """
    if not whole:
        return ""
    least, most = int(part > 0), 100 - int(part < whole)
    return f" ({min(most, max(least, round(100 * part / whole)))}%)"


def _wide_results(found: Statistics) -> list[str]:
    matches = f"won {found.matches_won}{_percent(found.matches_won, found.matches)}"
    deals = f"won {found.won}{_percent(found.won, found.deals)}"
    # A mean is told once there is something of which it is one.
    knocked = f"undercut {found.undercut}"
    if found.mean_knock is not None:
        knocked += f", on average with {found.mean_knock:.1f} deadwood"
    ended = caught = ""
    if found.mean_turn is not None:
        ended = f"   you end a deal in your turn {found.mean_turn:.1f} on average"
    if found.mean_caught is not None:
        caught = (
            f"{found.mean_caught:>5.1f}   deadwood on average when you win by a knock or by gin"
        )
    return [
        f"{'Matches':<9}{found.matches:>5}   {matches}",
        f"{'Deals':<9}{found.deals:>5}   {deals}, lost {found.lost}, no score {found.dead}",
        f"{'Knocks':<9}{found.knocks:>5}   {knocked}",
        f"{'Gins':<9}{found.gins:>5}{ended}",
        *([f"{'Caught':<9}{caught}"] if caught else []),
        f"{'Undercut':<9}{found.undercuts:>5}   knocks of the computer",
    ]


def _narrow_results(found: Statistics) -> list[str]:
    means = (
        ("Mean knock", found.mean_knock),
        ("Mean turn of it", found.mean_turn),
        ("Deadwood caught", found.mean_caught),
    )
    return [
        f"Matches {found.matches}, won {found.matches_won}"
        f"{_percent(found.matches_won, found.matches)}",
        f"Deals {found.deals}, won {found.won}{_percent(found.won, found.deals)}",
        f"  lost {found.lost}, no score {found.dead}",
        f"Knocks {found.knocks}, undercut {found.undercut}",
        f"Gins {found.gins}, undercuts {found.undercuts}",
        *(f"{name} {mean:.1f}" for name, mean in means if mean is not None),
    ]


def _seen(measure: Measure, *, percent: bool) -> str:
    return f"{measure.seen:.1f}{'%' if percent else ''}"


def _range(measure: Measure, *, percent: bool) -> str:
    sign = "%" if percent else ""
    return f"{measure.low:.1f} to {measure.high:.1f}{sign}"


def _wide_luck(luck: tuple[LuckLine, ...]) -> list[str]:
    lines = [f"{'Luck':<24}{'you':>7}   {'chance allows':<16}{'computer':>8}   {'chance allows'}"]
    for line in luck:
        own, other = line.you, line.computer
        lines.append(
            f"  {line.name:<22}{_seen(own, percent=line.percent):>7}"
            f"   {_range(own, percent=line.percent):<16}"
            f"{_seen(other, percent=line.percent):>8}   {_range(other, percent=line.percent)}"
        )
    return [*lines, "  (19 times in 20 chance alone stays within what it allows)"]


def _narrow_luck(luck: tuple[LuckLine, ...]) -> list[str]:
    lines = ["Luck (and what chance allows)"]
    for line in luck:
        lines.append(f"{line.name}:")
        for who, measure in (("you", line.you), ("cpu", line.computer)):
            seen = _seen(measure, percent=line.percent)
            lines.append(f"  {who} {seen} ({_range(measure, percent=line.percent)})")
    return lines
