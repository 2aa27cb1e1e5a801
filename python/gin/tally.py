"""What pairs of deals and matches between two players gave, in whole numbers.

Whole numbers add up to the same sums whatever the parts and their order, so the result of an
arena does not depend on how its work was cut. Everything is from the side of player 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from gin import _core

if TYPE_CHECKING:
    from gin.scoring import Result

__all__ = ["Counts", "Forfeit", "MatchPairs", "Tally"]

MatchPairs = tuple[int, int, int, int, int]

_MOST_FORFEITS: Final = 20


def _add(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return (one[0] + other[0], one[1] + other[1])


def _one(player: int) -> tuple[int, int]:
    return (1, 0) if player == 0 else (0, 1)


@dataclass(frozen=True, slots=True)
class Counts:
    """How deals ended: `deals` begun, then pairs by player.

    `dead` is by whose turn was the last, `forfeits` by who forfeited; `capped` deals were given
    up after 400 actions (R21). A deal that nobody finished since a player forfeited is among
    `deals`.

    >>> (Counts(deals=2, gins=(1, 0)) + Counts(deals=1)).gins
    (1, 0)
    """

    deals: int = 0
    gins: tuple[int, int] = (0, 0)
    knocks: tuple[int, int] = (0, 0)
    undercuts: tuple[int, int] = (0, 0)
    dead: tuple[int, int] = (0, 0)
    capped: int = 0
    forfeits: tuple[int, int] = (0, 0)

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.deals + other.deals,
            _add(self.gins, other.gins),
            _add(self.knocks, other.knocks),
            _add(self.undercuts, other.undercuts),
            _add(self.dead, other.dead),
            self.capped + other.capped,
            _add(self.forfeits, other.forfeits),
        )

    @staticmethod
    def of(result: Result | None, first: int, last: int) -> Counts:
        """Count one deal: player 0 sat in seat `first`, and seat `last` acted last.

        Without a result the deal was given up after 400 actions.

        >>> Counts.of(None, first=0, last=1).capped
        1
        """
        if result is None:
            return Counts(deals=1, capped=1)
        if result.winner is None:
            return Counts(deals=1, dead=_one(last ^ first))
        player = _one(result.winner ^ first)
        if result.kind == "gin":
            return Counts(deals=1, gins=player)
        if result.kind == "knock":
            return Counts(deals=1, knocks=player)
        return Counts(deals=1, undercuts=player)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """One deal or match that a program lost by not answering as the protocol says.

    `player` is 0 or 1, `kind` says what `pair` numbers, `question` is what was asked, `answer`
    what came (cut where it is long), `reason` one sentence, `stderr` the end of what the program
    wrote to its standard error, which does not count when two are compared.
    """

    player: int
    kind: Literal["deals", "matches"]
    pair: int
    question: str
    answer: str
    reason: str
    stderr: str = field(default="", compare=False)

    def __str__(self) -> str:
        where = "deal" if self.kind == "deals" else "match"
        return f"{where} pair {self.pair}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Tally:
    """The sums of a part of an arena, or of all of it; parts are added with `+`.

    `pairs`, `points` and `squares` are the number of pairs of deals, the sum of what player 0
    scored in both deals of each, and the sum of its squares. `match_pairs` counts pairs of matches
    by result, from 0 for both lost to 4 for both won. Of `forfeits` the first 20 are kept; all
    are counted in the counts. `moves` and `nanoseconds` are by player, and only the latter differ
    from run to run.

    >>> whole = Tally(pairs=1, points=12, squares=144) + Tally(pairs=1, points=-4, squares=16)
    >>> (whole.pairs, whole.points, whole.squares)
    (2, 8, 160)
    """

    pairs: int = 0
    points: int = 0
    squares: int = 0
    match_pairs: MatchPairs = (0, 0, 0, 0, 0)
    deals: Counts = Counts()
    match_deals: Counts = Counts()
    moves: tuple[int, int] = (0, 0)
    nanoseconds: tuple[int, int] = field(default=(0, 0), compare=False)
    forfeits: tuple[Forfeit, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        a, b = self.match_pairs, other.match_pairs
        return Tally(
            self.pairs + other.pairs,
            self.points + other.points,
            self.squares + other.squares,
            (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4]),
            self.deals + other.deals,
            self.match_deals + other.match_deals,
            _add(self.moves, other.moves),
            _add(self.nanoseconds, other.nanoseconds),
            (self.forfeits + other.forfeits)[:_MOST_FORFEITS],
        )

    @staticmethod
    def of_pair(points: int) -> Tally:
        """Sums of one pair of deals in which player 0 scored `points` more than the other."""
        return Tally(pairs=1, points=points, squares=points * points)

    @staticmethod
    def of_match_pair(result: int) -> Tally:
        """Sums of one pair of matches: two for each won by player 0, one for each given up."""
        a, b, c, d, e = (int(result == at) for at in range(5))
        return Tally(match_pairs=(a, b, c, d, e))

    @staticmethod
    def of_engine(
        a: str, b: str, pairs: tuple[int, int], match_pairs: tuple[int, int], seed: int
    ) -> Tally:
        """Let two computer players play these pairs inside the engine.

        `pairs` and `match_pairs` are (first, one past the last).

        >>> Tally.of_engine("simple", "simple", (0, 5), (0, 0), seed=1).points
        0
        """
        points, results, deals, match_deals, moves, nanoseconds = _core.duel(
            a, b, pairs, match_pairs, seed
        )
        return Tally(*points, results, Counts(*deals), Counts(*match_deals), moves, nanoseconds)
