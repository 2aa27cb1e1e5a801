"""What the defender can lay off, card by card, and the default spread (R12, R13)."""

from reference.cards import Cards, total
from reference.solver import Arrangement, Meld, choices, is_meld

Table = tuple[Meld, ...]


def after_layoffs(left: Cards, table: Table) -> set[Cards]:
    """Every set of cards that can remain of `left` after laying off any of them, in any order."""
    seen: set[tuple[Cards, Table]] = set()
    _lay_off(left, table, seen)
    return {remaining for remaining, _ in seen}


def _lay_off(left: Cards, table: Table, seen: set[tuple[Cards, Table]]) -> None:
    if (left, table) in seen:
        return
    seen.add((left, table))
    for card in left:
        for place, meld in enumerate(table):
            longer = meld | {card}
            if is_meld(longer):
                _lay_off(left - {card}, (*table[:place], longer, *table[place + 1 :]), seen)


def plans(defender: Cards, table: Table) -> dict[tuple[Arrangement, Cards], int]:
    """R13: every pair of own melds and cards then left, with the points left.

    The defender may keep every own meld, break one or lay nothing; what is in no own meld may be
    laid off on the table in any order, chains included.
    """
    return {
        (own, remaining): total(remaining)
        for own, left in choices(defender)
        for remaining in after_layoffs(left, table)
    }


def least_after_layoffs(defender: Cards, table: Table) -> int:
    """R13: the least points that can remain to the defender; an empty table allows none (R14)."""
    return min(plans(defender, table).values())


def able_to_be_laid_off(table: Table, possible: Cards) -> Cards:
    """The cards of `possible` that go on the spread, others of `possible` in between included."""
    melds = set(table)
    while True:
        longer = {m | {card} for m in melds for card in possible if is_meld(m | {card})} | melds
        if longer == melds:
            return frozenset().union(*melds) & possible
        melds = longer


def spread_key(spread: Arrangement, possible: Cards) -> tuple[int, int]:
    """R12, the smaller the better: how many cards are able to be laid off, then their points."""
    open_to = able_to_be_laid_off(tuple(spread), possible)
    return len(open_to), total(open_to)
