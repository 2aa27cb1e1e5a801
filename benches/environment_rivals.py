"""Play gin rummy at random in OpenSpiel and RLCard; one line of JSON for each line read.

Run by `benches/environment.py` with an interpreter that has them. The answer is nanoseconds of
processor time a step by row. A step is one action of a player: what chance does is not counted,
while OpenSpiel's actions for laying single melds are. One that cannot be imported is left out.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

# Deals a row and round: half a second and more each.
DEALS = 300


def openspiel() -> dict[str, Callable[[random.Random], int]]:
    """OpenSpiel by its own Python interface, and its own loop in C++ for two random players."""
    try:
        import pyspiel  # noqa: PLC0415
        from open_spiel.python.observation import make_observation  # noqa: PLC0415
    except ImportError:
        return {}
    game = pyspiel.load_game("gin_rummy")
    observation = make_observation(game)

    def loop(dice: random.Random, *, observed: bool) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            player = state.current_player()
            legal = state.legal_actions()
            if player >= 0:  # chance is negative
                if observed:
                    observation.set_from(state, player)
                steps += 1
            state.apply_action(dice.choice(legal))
        return steps

    def within(dice: random.Random) -> int:
        state = game.new_initial_state()
        bots = [pyspiel.make_uniform_random_bot(seat, dice.getrandbits(31)) for seat in (0, 1)]
        pyspiel.evaluate_bots(state, bots, dice.getrandbits(31))
        return sum(entry.player >= 0 for entry in state.full_history())

    return {
        "OpenSpiel, actions only": lambda dice: loop(dice, observed=False),
        "OpenSpiel, observations too": lambda dice: loop(dice, observed=True),
        "OpenSpiel, evaluate_bots in C++": within,
    }


def rlcard() -> dict[str, Callable[[random.Random], int]]:
    """RLCard's environment, which always observes."""
    try:
        import rlcard  # noqa: PLC0415
    except ImportError:
        return {}
    environment: Any = rlcard.make("gin-rummy", config={"seed": 1})

    def loop(dice: random.Random) -> int:
        state, _ = environment.reset()
        steps = 0
        while not environment.is_over():
            state, _ = environment.step(dice.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return {"RLCard, observations too": loop}


def timed(play: Callable[[random.Random], int], deals: int, dice: random.Random) -> float:
    """Nanoseconds a step over some deals."""
    start, steps = time.process_time_ns(), 0
    for _ in range(deals):
        steps += play(dice)
    return (time.process_time_ns() - start) / steps


def main() -> None:
    """Answer round by round."""
    plays = openspiel() | rlcard()
    dice = random.Random(7)  # noqa: S311 - actions to be timed, no secret
    for _ in sys.stdin:
        deals = {name: DEALS // 30 if name.startswith("RLCard") else DEALS for name in plays}
        found = {name: timed(play, deals[name], dice) for name, play in plays.items()}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
