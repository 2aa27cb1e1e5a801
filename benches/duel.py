"""Let the computer players play each other and print a table: `make duel`.

Every deck is played twice with the seats swapped; the intervals are 95 %, from those pairs. The
same seed gives the same table everywhere.
"""

from __future__ import annotations

import itertools

import gin

SEED = 20_261_129
DEALS = 4_000
MATCHES = 4_000


def main() -> None:
    """Print one line a pairing, the stronger player first."""
    for weaker, stronger in itertools.combinations(gin.players(), 2):
        found = gin.arena(stronger, weaker, DEALS, MATCHES, SEED)
        counts = found.tally.deals
        print(
            f"{stronger:8} v {weaker:8}"
            f" {100 * found.match_wins:5.1f} ± {100 * found.match_wins_ci:.1f} %"
            f" of {found.matches} matches,"
            f" {found.points:+.2f} ± {found.points_ci:.2f} points a deal"
            f" ({counts.deals} deals: gins {counts.gins[0]}-{counts.gins[1]},"
            f" knocks {counts.knocks[0]}-{counts.knocks[1]},"
            f" undercuts {counts.undercuts[0]}-{counts.undercuts[1]}, no score {sum(counts.dead)})"
        )


if __name__ == "__main__":
    main()
