"""What a deal is worth (R14–R18): the sum at the end of it, rule by rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gin.cards import (
    GIN_BONUS,
    UNDERCUT_BONUS,
    Arrangement,
    Hand,
    Layoff,
    deadwood,
    lay_off,
)

__all__ = ["Result", "ResultKind", "dead", "settle"]

ResultKind = Literal["gin", "knock", "undercut", "dead"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended: one `kind`, the `winner`'s seat and the `points` that seat scores.

    `spread` is what the knocker laid down, `layoff` the defender's melds, laid off cards and
    deadwood. `deadwood` holds the points of both seats, seat 0 first, after layoffs. In a dead
    deal `winner`, `knocker`, `spread` and `layoff` are `None` and `deadwood` is what each hand
    held.

    >>> from gin import Hand, arrange
    >>> spread = arrange(Hand("4C 5C 6C 7S 7H 7D JS JH JD AC"))
    >>> result = settle(0, spread, Hand("2C 3C 7C 8C TD TH TS KS KD QH"))
    >>> result.kind, result.winner, result.points, result.deadwood
    ('knock', 0, 29, (1, 30))
    """

    kind: ResultKind
    winner: int | None
    points: int
    knocker: int | None
    spread: Arrangement | None
    layoff: Layoff | None
    deadwood: tuple[int, int]

    @property
    def scores(self) -> tuple[int, int]:
        """What each seat scores with this deal, seat 0 first.

        >>> from gin import Hand
        >>> dead((Hand("AS"), Hand("KS"))).scores
        (0, 0)
        """
        return (
            self.points if self.winner == 0 else 0,
            self.points if self.winner == 1 else 0,
        )


def settle(knocker: int, spread: Arrangement, defender: Hand) -> Result:
    """Score a knock by seat `knocker` with `spread` against the ten cards of `defender`.

    >>> from gin import Hand, arrange
    >>> gin = arrange(Hand("AS 2S 3S 4S 8D 9D TD QC QH QD"))
    >>> settle(1, gin, Hand("KC KD KH 5H 6H 7H 3C 4C 5C 8S")).points
    33
    """
    if spread.points == 0:
        return _gin(knocker, spread, defender)
    layoff = lay_off(defender, spread.melds)  # R13: own melds and layoffs together
    left = _by_seat(knocker, spread.points, layoff.points)
    difference = layoff.points - spread.points
    if difference > 0:
        # R16: the knocker has less and scores the difference.
        return Result("knock", knocker, difference, knocker, spread, layoff, left)
    # R17: equal or less, 0 included, scores the bonus and the difference for the defender.
    points = UNDERCUT_BONUS - difference
    return Result("undercut", 1 - knocker, points, knocker, spread, layoff, left)


def _gin(knocker: int, spread: Arrangement, defender: Hand) -> Result:
    layoff = lay_off(defender, ())  # R14: nothing is laid off against gin
    left = _by_seat(knocker, 0, layoff.points)
    # R15: the bonus and all that the defender could not meld.
    return Result("gin", knocker, GIN_BONUS + layoff.points, knocker, spread, layoff, left)


def _by_seat(knocker: int, own: int, other: int) -> tuple[int, int]:
    return (own, other) if knocker == 0 else (other, own)


def dead(hands: tuple[Hand, Hand]) -> Result:
    """Return the result of a deal that ended with two cards in the stock: no score (R18).

    >>> from gin import Hand
    >>> dead((Hand("AS 2S 3S 9D"), Hand("KS"))).deadwood
    (9, 10)
    """
    return Result("dead", None, 0, None, None, None, (deadwood(hands[0]), deadwood(hands[1])))
