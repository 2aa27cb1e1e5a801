"""An environment loop without NumPy: `python examples/environment_loop.py [LEVEL] [DEALS]`.

Plays 256 deals at a time against a level (default `simple`) until so many are over (default 2,000):
at random, but it takes no card that was thrown, and knocks as soon as it may. A policy of one's own
goes in the place of `choose`; `docs/environment.md` says what it can see.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter

import gin

TOGETHER = 256
ACTIONS = gin.Deals.ACTIONS
PASS, STOCK = gin.Action.PASS.code, gin.Action.DRAW_STOCK.code
KNOCK = gin.Action.knock("AS").code  # the first of 52


def choose(legal: memoryview, random_action: int) -> int:
    """One action of a deal, from its row of the mask."""
    for wanted in (PASS, STOCK):
        if legal[wanted]:
            return wanted
    knocks = legal[KNOCK:].tolist()
    return KNOCK + knocks.index(1) if 1 in knocks else random_action


def main() -> None:
    """Step all deals until enough are over, and say how they went."""
    level = sys.argv[1] if len(sys.argv) > 1 else "simple"
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000
    deals = gin.Deals(TOGETHER, seed=7, opponent=level)
    # Memory that every call writes into: nothing is allocated from here on.
    actions, done = bytearray(TOGETHER), bytearray(TOGETHER)
    reward = array("h", bytes(2 * TOGETHER))
    mask = bytearray(TOGETHER * ACTIONS)
    rows = [memoryview(mask)[at * ACTIONS : (at + 1) * ACTIONS] for at in range(TOGETHER)]
    deals.observe(legal=mask)
    points, endings = 0, Counter[str]()
    while endings.total() < wanted:
        deals.sample(actions)
        for at, row in enumerate(rows):
            actions[at] = choose(row, actions[at])
        deals.step(actions, legal=mask, reward=reward, done=done)
        points += sum(reward)
        endings.update(gin.Deals.ENDINGS[ending] for ending in done if ending)
    print(f"{endings.total()} deals against {level}: {points / endings.total():+.1f} points a deal")
    print(", ".join(f"{count} {ending}" for ending, count in endings.most_common()))


if __name__ == "__main__":
    main()
