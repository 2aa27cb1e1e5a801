"""One seat of a deal as a Gymnasium environment, the other played by a level.

Needs the extra `gin-rummy[gymnasium]`. Importing this module registers `GinRummy-v0`, so that
`gymnasium.make("gin.gymnasium:GinRummy-v0", level="steady")` makes the environment too. For many
deals at once use `gin.Deals` itself, which is much faster.
"""

from __future__ import annotations

import copy
from typing import Any, Final, Self, SupportsIndex, TypeAlias

from gin._core import TARGET, Deals
from gin.errors import IllegalAction, ParseError, shown
from gin.number import whole

try:
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(
        "gin.gymnasium needs Gymnasium; install it with pip install 'gin-rummy[gymnasium]'."
    ) from error

__all__ = ["GinRummy"]

_SEEDS: Final = 1 << 63
_Planes: TypeAlias = npt.NDArray[np.uint8]


class GinRummy(gymnasium.Env[_Planes, SupportsIndex]):
    """A deal against a level; an episode is one deal.

    `level` is the name of a player, `seat` the seat of the agent (0 or 1), `cap` the number of
    actions of both seats after which the deal is cut off: the episode is then truncated (R21). An
    observation is the planes of `gin.Deals`, uint8 of the shape (12, 52); an action is one of its
    108 codes. The reward is 0 until the deal ends, and then the points of the agent, the level's
    counted against it. `info["action_mask"]` (108, int8) is what `action_space.sample` takes for
    its mask. An illegal action ends the episode and costs 100 points; `info["illegal"]` then says
    so in a sentence.

    Raises `PlayerError` for an unknown level and `ParseError` for another seat or cap, and for a
    `render_mode`, as there is no picture of a deal. A copy goes on from the same deal, apart from
    this one; it cannot be pickled.

    >>> env = GinRummy("simple")
    >>> planes, info = env.reset(seed=7)
    >>> int(planes[Deals.PLANES.index("hand")].sum())
    10
    >>> done = False
    >>> while not done:
    ...     action = env.action_space.sample(info["action_mask"])
    ...     planes, reward, terminated, truncated, info = env.step(action)
    ...     done = terminated or truncated
    >>> info["ending"] in Deals.ENDINGS
    True
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        level: str = "simple",
        *,
        seat: int = 0,
        cap: int = 400,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            mode = shown(render_mode)
            raise ParseError(
                mode, f"There is no picture of a deal; render_mode is None, not {mode}."
            )
        self._deals = Deals(1, opponent=level, seat=seat, auto_reset=False, cap=cap)
        self._legal = np.zeros((1, Deals.ACTIONS), np.int8)
        self._reward = np.zeros(1, np.int16)
        self._done = np.ones(1, np.uint8)
        self._begun = False
        rows = len(Deals.PLANES)
        self.observation_space = spaces.Box(0, 255, (rows, 52), np.uint8)
        self.action_space = spaces.Discrete(Deals.ACTIONS)

    def __copy__(self) -> Self:
        return copy.deepcopy(self)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Planes, dict[str, Any]]:
        """Begin the first deal of a seed, or without one the next deal.

        Chance says who starts the first one, and then the seats take turns (R20). `options` are
        not looked at.
        """
        super().reset(seed=seed, options=options)
        if seed is None and self._begun:
            self._deals.reset()
        else:
            self._deals.reset(int(self.np_random.integers(_SEEDS)))
            if self.np_random.integers(2):
                self._deals.reset()  # the same seed's next deal, which the other seat starts
        self._begun = True
        planes = self._planes()
        self._deals.observe(planes=planes, legal=self._legal, done=self._done)
        return planes[0], self._info()

    def step(self, action: SupportsIndex) -> tuple[_Planes, float, bool, bool, dict[str, Any]]:
        """Play one action, and let the level answer until the agent is to act again.

        Raises `gymnasium.error.ResetNeeded` where no deal goes on, and `ParseError` for what is no
        code of an action.
        """
        if self._done[0]:
            raise gymnasium.error.ResetNeeded("No deal goes on; call reset() to begin one.")
        code = np.array([whole(action, "The action", 0, Deals.ACTIONS - 1)])
        planes = self._planes()
        try:
            self._deals.step(
                code, planes=planes, legal=self._legal, reward=self._reward, done=self._done
            )
        except IllegalAction as error:
            self._deals.observe(planes=planes)
            self._legal.fill(0)
            self._done.fill(1)
            info = {**self._info(), "illegal": str(error)}
            return planes[0], -float(TARGET), True, False, info
        ending = Deals.ENDINGS[int(self._done[0])]
        info = self._info()
        if ending:
            info["ending"] = ending
        truncated = ending == "capped"
        terminated = bool(ending) and not truncated
        return planes[0], float(self._reward[0]), terminated, truncated, info

    def _planes(self) -> _Planes:
        """Memory for an observation; each has its own, as callers keep them."""
        return np.zeros((1, len(Deals.PLANES), 52), np.uint8)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._legal[0].copy()}


if "GinRummy-v0" not in gymnasium.registry:
    gymnasium.register(  # pyright: ignore[reportUnknownMemberType] - its `kwargs`
        "GinRummy-v0", entry_point="gin.gymnasium:GinRummy"
    )
