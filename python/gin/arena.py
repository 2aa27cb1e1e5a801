"""Two players against each other on duplicate deals, and what that shows."""

# Everything that plays is loaded when an arena begins: this module is loaded with the package, so
# that `gin.arena` is the function and not the module.

from __future__ import annotations

from collections.abc import Callable  # noqa: TC003 - for typing.get_type_hints
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from gin import _core
from gin.players import Player  # noqa: TC001 - as above

__all__ = ["ArenaResult", "arena"]


class _Later:
    """A module for annotations alone: loaded when somebody asks for them, and not before."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self._name), name)


if TYPE_CHECKING:
    from concurrent import futures

    from gin import tally as sums
else:
    futures, sums = _Later("concurrent.futures"), _Later("gin.tally")


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """What an arena showed, from the side of player `a`.

    `a` and `b` are names, `tally` holds the sums that everything else is worked out from, and
    `partial` says that it was interrupted and less was played than asked for.

    >>> from gin import arena
    >>> result = arena("simple", "simple", deals=100, jobs=1)
    >>> result.deals, result.points, result.matches, result.partial
    (100, 0.0, 0, False)
    >>> result = arena("steady", "random", deals=100, matches=10, seed=1, jobs=1)
    >>> result.points - result.points_ci > 0  # the whole 95 % interval is above 0
    True
    >>> 0.5 < result.match_wins <= 1.0, 0 < result.match_wins_ci < 0.5
    (True, True)
    >>> knocks, gins = result.shares["knock"], result.shares["gin"]  # of `a` and of `b`
    >>> knocks[0] > knocks[1], all(seconds > 0 for seconds in result.seconds_per_move)
    (True, True)
    >>> result.capped, result.forfeits, result.reports
    (0, (0, 0), ())
    """

    a: str
    b: str
    tally: sums.Tally
    partial: bool = False

    @property
    def deals(self) -> int:
        """Deals played outside matches: two a pair."""
        return 2 * self.tally.pairs

    @property
    def points(self) -> float:
        """Mean points a deal for `a`, those of `b` counted against it; NaN without deals."""
        return self._points()[0]

    @property
    def points_ci(self) -> float:
        """Half the width of the 95 % interval of `points`, from pairs; infinite below two."""
        return self._points()[1]

    def _points(self) -> tuple[float, float]:
        return _core.points_estimate(self.tally.pairs, self.tally.points, self.tally.squares)

    @property
    def matches(self) -> int:
        """Matches played: two a pair."""
        return 2 * sum(self.tally.match_pairs)

    @property
    def match_wins(self) -> float:
        """The share of matches that `a` won, one given up counting half; NaN without matches."""
        return _core.wins_estimate(self.tally.match_pairs)[0]

    @property
    def match_wins_ci(self) -> float:
        """Half the width of the 95 % interval of `match_wins`, from pairs of matches."""
        return _core.wins_estimate(self.tally.match_pairs)[1]

    @property
    def shares(self) -> dict[str, tuple[float, float]]:
        """Shares of all deals, those of matches included, by how they ended and for whom.

        The keys are `knock`, `gin`, `undercut` (each by who scored) and `dead` (by whose turn was
        the last); the pairs are (`a`, `b`). Deals that were forfeited or given up are in none.
        """
        counts = self.tally.deals + self.tally.match_deals
        ended = {
            "knock": counts.knocks,
            "gin": counts.gins,
            "undercut": counts.undercuts,
            "dead": counts.dead,
        }
        all_deals = max(1, counts.deals)
        return {kind: (a / all_deals, b / all_deals) for kind, (a, b) in ended.items()}

    @property
    def seconds_per_move(self) -> tuple[float, float]:
        """Mean seconds a decision of `a` and of `b`; 0 where none was made."""
        (a, b), (time_a, time_b) = self.tally.moves, self.tally.nanoseconds
        return (time_a / max(1, a) / 1e9, time_b / max(1, b) / 1e9)

    @property
    def capped(self) -> int:
        """Deals given up after 400 actions without a score (R21)."""
        return self.tally.deals.capped + self.tally.match_deals.capped

    @property
    def forfeits(self) -> tuple[int, int]:
        """Deals and matches that `a` and `b` lost by not answering as the protocol says."""
        return (self.tally.deals + self.tally.match_deals).forfeits

    @property
    def reports(self) -> tuple[sums.Forfeit, ...]:
        """The first 20 forfeits, with what was asked, what came and why it is wrong."""
        return self.tally.forfeits


def arena(  # noqa: PLR0913, PLR0917 - what there is to say about an arena
    a: str | Player,
    b: str | Player,
    deals: int = 10_000,
    matches: int = 0,
    seed: int = 0,
    jobs: int | None = None,
    executor: futures.Executor | None = None,
    *,
    move_time: float = 10.0,
    progress: Callable[[ArenaResult], None] | None = None,
) -> ArenaResult:
    """Let two players play duplicate deals, and matches to 100 in pairs; return what it showed.

    `a` and `b` are a level's name, `exec:COMMAND` for a program that speaks the line protocol
    (`docs/protocol.md`), or any object with `choose(view)`. Every deck is played twice with the
    seats swapped, so an odd number of `deals` or `matches` is one more. The same `seed` (0 to
    2**64 - 1) gives the same result, times apart, whatever else is asked for, where the players'
    choices depend on nothing but their views.

    The work goes to `jobs` processes (one a core by default; 1 plays in this process, which is the
    default in a worker of `multiprocessing.Pool`, as it may begin none), or, in parts, through any
    `executor` of `concurrent.futures`, `jobs` parts at a time. Where the system begins a process by
    loading the script anew, the call stands below `if __name__ == "__main__":`.
    `move_time` is how many seconds a program has for an answer. `progress` is called with the
    result so far.
    An interrupt (Ctrl-C) ends it with the result so far, marked as partial; one that comes before
    anything could be played is a `KeyboardInterrupt`, and more of them change nothing. Afterwards
    the signal has the handler that it had.

    Raises `PlayerError` for a player that is none, cannot be started or sent to another process,
    fails or chooses what is not legal, and `GinError` for numbers that cannot be. A program that
    does wrong later forfeits its deal (as 100 points) or its match instead.

    >>> result = arena("steady", "random", deals=200, matches=10, seed=1, jobs=1)
    >>> result.points > 20, result.match_wins > 0.9
    (True, True)
    """
    from gin.schedule import Interrupts, Work, run  # noqa: PLC0415 - see the top

    with Interrupts() as interrupts:
        with interrupts.at_once():
            work = Work.of(a, b, deals=deals, matches=matches, seed=seed, move_time=move_time)
        return run(work, jobs, executor, progress, interrupts)
