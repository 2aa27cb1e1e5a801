"""Both seats of a deal as a PettingZoo environment (AEC).

Needs the extra `gin-rummy[pettingzoo]`.
"""

from __future__ import annotations

import copy
from typing import Any, Final, Self, SupportsIndex, TypeAlias

from gin._core import TARGET, Deals
from gin.errors import GinError, ParseError, shown
from gin.number import whole

try:
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs] - types within
    from pettingzoo.utils import wrappers  # pyright: ignore[reportMissingTypeStubs] - as above
except ImportError as error:
    raise ImportError(
        "gin.pettingzoo needs PettingZoo; install it with pip install 'gin-rummy[pettingzoo]'."
    ) from error

__all__ = ["GinRummy", "env", "raw_env"]

_SEEDS: Final = 1 << 63
_Observation: TypeAlias = dict[str, npt.NDArray[np.uint8] | npt.NDArray[np.int8]]


class GinRummy(AECEnv[str, Any, Any], EzPickle):
    """A deal between `seat_0` and `seat_1`, without the usual wrappers; `env` puts them on.

    `cap` is the number of actions after which a deal is cut off: both seats are then truncated
    (R21). An observation is a dictionary: `observation`, the planes of `gin.Deals` (12, 52, uint8)
    as that seat may see them, and `action_mask` (108, int8), all 0 for a seat that is not to act.
    The rewards are 0 until the deal ends, and then the points of each seat, the other's counted
    against it. `infos` then say by `ending` how. Raises `ParseError` for another cap, seat or code
    of an action, and for a `render_mode`, as there is no picture of a deal; `IllegalAction` where
    `step` is given an action that is not legal; the deal is then as it was. A copy goes on from the
    same deal, apart from this one; pickled, it is what it was made of, to be reset.

    >>> deal = GinRummy()
    >>> deal.reset(seed=7)
    >>> int(deal.observe(deal.agent_selection)["action_mask"].sum())
    2
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "gin_rummy_v0",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def __init__(self, cap: int = 400, render_mode: str | None = None) -> None:
        if render_mode is not None:
            mode = shown(render_mode)
            raise ParseError(
                mode, f"There is no picture of a deal; render_mode is None, not {mode}."
            )
        EzPickle.__init__(self, cap)
        self._deals = Deals(1, auto_reset=False, cap=cap)
        self._reward = np.zeros((1, 2), np.int16)
        self._to_act = np.zeros(1, np.uint8)
        self._done = np.zeros(1, np.uint8)
        self._chance: np.random.Generator | None = None
        self.render_mode = None
        self.possible_agents = ["seat_0", "seat_1"]
        self.agents = []
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (len(Deals.PLANES), 52), np.uint8),
                "action_mask": spaces.Box(0, 1, (Deals.ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: spaces.Discrete(Deals.ACTIONS) for agent in self.possible_agents
        }

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # The way of EzPickle would give one that was never reset.
        twin = type(self).__new__(type(self))
        memo[id(self)] = twin
        vars(twin).update(copy.deepcopy(vars(self), memo))
        return twin

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a seat's observations; both have the same."""
        self._place(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a seat's actions."""
        self._place(agent)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's
        """Begin the first deal of a seed, or without one the next deal.

        Chance says who starts the first one, and then the seats take turns (R20). `options` are
        not looked at.
        """
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
            self._deals.reset(int(self._chance.integers(_SEEDS)))
            if self._chance.integers(2):
                self._deals.reset()  # the same seed's next deal, which the other seat starts
        else:
            self._deals.reset()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._deals.observe(to_act=self._to_act)
        self.agent_selection = self.possible_agents[self._to_act[0]]

    def observe(self, agent: str) -> _Observation:
        """Return what a seat may know, whether it is to act or not."""
        planes = np.zeros((1, len(Deals.PLANES), 52), np.uint8)
        legal = np.zeros((1, Deals.ACTIONS), np.int8)
        self._deals.observe(planes=planes, legal=legal, viewer=self._place(agent))
        return {"observation": planes[0], "action_mask": legal[0]}

    def step(self, action: SupportsIndex | None) -> None:
        """Play the action of the seat to act; None for a seat that has done.

        Raises `GinError` where no deal goes on.
        """
        if not self.agents:
            raise GinError("No deal goes on; call reset() to begin one.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ParseError("None", f"{agent} is to act; give one of its actions, 0 to 107.")
        code = np.array([whole(action, "The action", 0, Deals.ACTIONS - 1)])
        self._deals.step(code, to_act=self._to_act, reward=self._reward, done=self._done)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        ending = Deals.ENDINGS[int(self._done[0])]
        if not ending:
            self.agent_selection = self.possible_agents[self._to_act[0]]
            return
        for seat, points in zip(self.agents, self._reward[0].tolist(), strict=True):
            self.rewards[seat] = float(points)
            self.truncations[seat] = ending == "capped"
            self.terminations[seat] = ending != "capped"
            self.infos[seat] = {"ending": ending}
        self._accumulate_rewards()

    def _place(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise ParseError(
                shown(agent), f"The seats are seat_0 and seat_1, and {shown(agent)} is neither."
            )
        return self.possible_agents.index(agent)


def env(cap: int = 400, render_mode: str | None = None) -> AECEnv[str, Any, Any]:
    """Return the environment with PettingZoo's usual wrappers.

    An illegal action ends the deal and costs the seat 100 points; the order of calls is watched.

    >>> deal = env()
    >>> deal.reset(seed=7)
    >>> for agent in deal.agent_iter():
    ...     observation, reward, termination, truncation, info = deal.last()
    ...     over = termination or truncation
    ...     mask = observation["action_mask"]
    ...     deal.step(None if over else deal.action_space(agent).sample(mask))
    >>> info["ending"] in Deals.ENDINGS
    True
    """
    deal = wrappers.TerminateIllegalWrapper(GinRummy(cap, render_mode), illegal_reward=-TARGET)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(deal))


raw_env = GinRummy
