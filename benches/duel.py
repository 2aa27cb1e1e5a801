"""Let the computer players play each other and print a table: `make duel`.

Every deck is played twice with the seats swapped; the intervals are 95 %, from those pairs. The
same seed gives the same table everywhere.
"""

from __future__ import annotations

import itertools

from gin import _core, players

SEED = 20_261_129
DEALS = 4_000
MATCHES = 4_000


def main() -> None:
    """Print one line a pairing, the stronger player first."""
    for weaker, stronger in itertools.combinations(players(), 2):
        duel = _core.duel(stronger, weaker, DEALS // 2, MATCHES // 2, SEED)
        deals = duel.deals
        wins, interval = 100 * duel.match_wins, 100 * duel.match_wins_ci
        print(
            f"{stronger:8} v {weaker:8} {wins:5.1f} ± {interval:.1f} % of {duel.matches} matches,"
            f" {duel.points:+.2f} ± {duel.points_ci:.2f} points a deal"
            f" ({deals.begun} deals: gins {deals.gins[0]}-{deals.gins[1]},"
            f" knocks {deals.knocks[0]}-{deals.knocks[1]},"
            f" undercuts {deals.undercuts[0]}-{deals.undercuts[1]}, no score {deals.dead})"
        )


if __name__ == "__main__":
    main()
