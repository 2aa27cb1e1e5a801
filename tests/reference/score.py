"""What a knock or a gin scores (R10, R14 to R17)."""

from dataclasses import dataclass

from reference.cards import Cards, total
from reference.layoff import least_after_layoffs
from reference.solver import Arrangement, deadwood, least_arrangements


@dataclass(frozen=True, slots=True)
class Score:
    """kind: "gin", "knock" or "undercut"; points go to the knocker unless it is an undercut."""

    kind: str
    points: int
    knocker_deadwood: int
    defender_deadwood: int

    @property
    def signed(self) -> int:
        """The points seen from the knocker: below nothing for an undercut."""
        return -self.points if self.kind == "undercut" else self.points


def settle(knocker_left: int, defender_left: int) -> Score:
    """The score of a knock from the points left to both after layoffs (none on a gin, R14)."""
    if knocker_left == 0:
        return Score("gin", 25 + defender_left, knocker_left, defender_left)
    if knocker_left < defender_left:
        return Score("knock", defender_left - knocker_left, knocker_left, defender_left)
    return Score("undercut", 25 + knocker_left - defender_left, knocker_left, defender_left)


def score(knocker: Cards, spread: Arrangement, defender: Cards) -> Score:
    """The score of ten knocking cards laid down as `spread` against the defender's ten."""
    left = total(knocker - frozenset().union(*spread))
    if left == 0:
        return settle(0, deadwood(defender))
    return settle(left, least_after_layoffs(defender, tuple(spread)))


def scores(knocker: Cards, defender: Cards) -> dict[Arrangement, Score]:
    """The score of every spread that the knocker may choose (R12)."""
    return {spread: score(knocker, spread, defender) for spread in least_arrangements(knocker)}
