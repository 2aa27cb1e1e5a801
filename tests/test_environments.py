"""The environments of Gymnasium and PettingZoo are what their libraries ask for."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

import gin
import gin.gymnasium
import gin.pettingzoo

if TYPE_CHECKING:
    from collections.abc import Callable

# The checker says so of every observation with a mask, PettingZoo's own games included; and there
# is no picture of a deal.
EXPECTED = [
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Environment has not defined a render",
]


@pytest.mark.parametrize("seat", [0, 1])
def test_gymnasium_accepts_the_environment(seat: int) -> None:
    made = gymnasium.make("gin.gymnasium:GinRummy-v0", level="steady", seat=seat)
    check_env(made.unwrapped)


@pytest.mark.parametrize("make", [gin.pettingzoo.env, gin.pettingzoo.raw_env])
@pytest.mark.filterwarnings(*EXPECTED)
def test_pettingzoo_accepts_the_environment(make: Callable[[], Any]) -> None:
    api_test(make(), num_cycles=300)  # type: ignore[no-untyped-call]
    seed_test(make, num_cycles=60)  # type: ignore[no-untyped-call]


def episode(env: gin.gymnasium.GinRummy, seed: int | None) -> tuple[list[Any], float, str]:
    """The observations of a deal played at random, its reward and how it ended."""
    planes, info = env.reset(seed=seed)
    seen, rewards, over = [planes], [0.0], False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        action = int(env.np_random.choice(legal))
        planes, reward, terminated, truncated, info = env.step(action)
        seen.append(planes)
        rewards.append(reward)
        over = terminated or truncated
        assert terminated != truncated or not over
    assert not any(rewards[:-1])
    assert not info["action_mask"].any()
    return seen, rewards[-1], info["ending"]


def test_an_episode_is_a_deal_and_a_seed_brings_it_back() -> None:
    env = gin.gymnasium.GinRummy("simple")
    first = episode(env, 5)
    others = [episode(env, None) for _ in range(10)]
    again = episode(gin.gymnasium.GinRummy("simple"), 5)
    assert (np.array(first[0]) == np.array(again[0])).all()
    assert first[1:] == again[1:]
    hands = {planes[0][0].tobytes() for planes, _, _ in (first, *others)}
    assert len(hands) == 11
    assert {ending for _, _, ending in others} <= {"gin", "knock", "undercut", "dead"}
    # Played at random, a deal is lost to `simple`, but for one that dies.
    assert sum(reward for _, reward, _ in others) < 0


def test_who_measures_by_seeds_starts_as_often_as_not() -> None:
    """R20: each seed says by chance who starts; without one the seats take turns."""
    env, raw = gin.gymnasium.GinRummy("random"), gin.pettingzoo.raw_env()
    starter = gin.Deals.FACTS.index("starter")
    started = [0, 0]
    for seed in range(200):
        planes, _ = env.reset(seed=seed)
        started[0] += int(planes[-1][starter])
        raw.reset(seed=seed)
        first = raw.agent_selection
        started[1] += int(first == "seat_0")
        raw.reset()
        assert raw.agent_selection != first
    # Five standard deviations.
    assert all(abs(times - 100) < 36 for times in started), started


def test_a_deal_that_goes_on_for_ever_is_truncated() -> None:
    env = gin.gymnasium.GinRummy("simple", cap=6)
    endings = [episode(env, seed)[2] for seed in range(5)]
    assert "capped" in endings
    raw = gin.pettingzoo.raw_env(cap=3)
    raw.reset(seed=1)
    while not any(raw.truncations.values()):
        raw.step(int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"])[0]))
    assert raw.truncations == {"seat_0": True, "seat_1": True}
    assert raw.terminations == {"seat_0": False, "seat_1": False}
    assert raw.infos["seat_0"] == {"ending": "capped"}


def test_an_illegal_action_forfeits_the_deal_of_gymnasium() -> None:
    env = gin.gymnasium.GinRummy("simple")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    planes, _ = env.reset(seed=1)
    after, reward, terminated, truncated, info = env.step(107)
    assert (after == planes).all()
    assert (reward, terminated, truncated) == (-100.0, True, False)
    assert info["illegal"].startswith("Deal 0 does not allow action 107 now")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    with pytest.raises(gin.ParseError):
        env.step(108)


def test_an_illegal_action_is_refused_or_costs_the_deal_in_pettingzoo() -> None:
    raw = gin.pettingzoo.raw_env()
    raw.reset(seed=1)
    with pytest.raises(gin.IllegalAction):
        raw.step(107)
    with pytest.raises(gin.ParseError, match="is to act; give one of its actions"):
        raw.step(None)
    env = gin.pettingzoo.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(107)
    assert env.rewards[agent] == -100
    assert all(env.terminations.values())


def test_the_seats_of_pettingzoo_play_the_deals_of_the_rules() -> None:
    raw = gin.pettingzoo.raw_env()
    for seed in range(8):
        raw.reset(seed=seed)
        # What only the owner of the deals may ask.
        _, _, starter, deck = raw._deals.dealt(0)
        deal = gin.Deal.new(deck, starter)
        dice = np.random.default_rng(seed)
        while deal.to_act is not None:
            assert raw.agent_selection == f"seat_{deal.to_act}"
            mask = raw.observe(raw.agent_selection)["action_mask"]
            codes = [action.code for action in deal.legal_actions()]
            assert np.flatnonzero(mask).tolist() == codes
            assert not raw.observe(f"seat_{1 - deal.to_act}")["action_mask"].any()
            # Always a knock where there is one, so that deals are scored.
            code = codes[-1] if codes[-1] >= 56 else int(dice.choice(codes))
            raw.step(code)
            deal = deal.play(gin.Action.from_code(code))
        assert deal.result is not None
        points = deal.result.points if deal.result.winner == 0 else -deal.result.points
        assert raw.rewards == {"seat_0": points, "seat_1": -points}
        assert raw.infos["seat_1"]["ending"] == deal.result.kind


def test_an_environment_pickles_as_what_it_was_made_of() -> None:
    raw = pickle.loads(pickle.dumps(gin.pettingzoo.raw_env(cap=3)))  # noqa: S301 - made here
    raw.reset(seed=1)
    assert raw.agents == ["seat_0", "seat_1"]


def followed(raw: gin.pettingzoo.GinRummy, dice: np.random.Generator, most: int) -> list[Any]:
    """What a deal of PettingZoo's shows while it is played at random."""
    shown: list[Any] = []
    while not any(raw.terminations.values()) and len(shown) < most:
        observation = raw.observe(raw.agent_selection)
        shown.append((raw.agent_selection, observation["observation"].tolist(), dict(raw.rewards)))
        raw.step(int(dice.choice(np.flatnonzero(observation["action_mask"]))))
    return [*shown, dict(raw.rewards), raw.infos]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_of_pettingzoo_goes_on_exactly_and_apart(
    copied: Callable[[gin.pettingzoo.GinRummy], gin.pettingzoo.GinRummy],
) -> None:
    raw = gin.pettingzoo.raw_env()
    raw.reset(seed=3)
    followed(raw, np.random.default_rng(1), 5)
    twin, third = copied(raw), copied(raw)
    expected = followed(raw, np.random.default_rng(2), 1_000)
    assert followed(twin, np.random.default_rng(2), 1_000) == expected
    assert third.observe(third.agent_selection)["observation"].tolist() == expected[0][1]
    for env in (raw, twin):  # the next deal is the same too
        env.reset()
    assert followed(twin, np.random.default_rng(4), 9) == followed(raw, np.random.default_rng(4), 9)
    wrapped = gin.pettingzoo.env()
    wrapped.reset(seed=3)
    again = copy.deepcopy(wrapped)
    wrapped.step(1)
    assert again.agent_selection != wrapped.agent_selection


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_of_gymnasium_goes_on_exactly_and_apart(
    copied: Callable[[gin.gymnasium.GinRummy], gin.gymnasium.GinRummy],
) -> None:
    env = gin.gymnasium.GinRummy("simple")
    _, info = env.reset(seed=3)
    _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    twin = copied(env)
    for _ in range(4):
        code = int(np.flatnonzero(info["action_mask"])[0])
        (planes, *others, info), (again, *alike, same) = env.step(code), twin.step(code)
        assert (planes == again).all()
        assert others == alike
        assert (info["action_mask"] == same["action_mask"]).all()
    # Each goes on with its own chance, which is the same.
    assert episode(env, None)[1:] == episode(twin, None)[1:]


@pytest.mark.parametrize(
    "action",
    [1.9, "1", True, None, float("nan"), "x", [1], np.array([1]), np.bool_(1), 2**70, -1],
)
def test_what_is_no_code_of_an_action_is_refused_and_nothing_has_happened(action: Any) -> None:
    env = gin.gymnasium.GinRummy("simple")
    before, _ = env.reset(seed=1)
    raw = gin.pettingzoo.raw_env()
    raw.reset(seed=1)
    shown = raw.observe("seat_0")["observation"]
    for step in (env.step, raw.step):
        with pytest.raises(gin.ParseError, match="0 to 107") as caught:
            step(action)
        assert "\n" not in str(caught.value)
    assert (env._planes() == 0).all()
    assert (raw.observe("seat_0")["observation"] == shown).all()
    planes = np.zeros_like(before)[None]
    env._deals.observe(planes=planes)
    assert (planes[0] == before).all()


def test_actions_of_numpy_are_actions() -> None:
    def after(action: Any) -> str:
        env = gin.gymnasium.GinRummy("simple")
        env.reset(seed=1)
        return repr(env.step(action))

    for action in (np.int64(1), np.uint8(1), np.array(1)):
        assert after(action) == after(1) != after(0)


def test_programs_that_say_how_to_draw_may_say_not_at_all() -> None:
    gymnasium.make("gin.gymnasium:GinRummy-v0", render_mode=None).reset(seed=1)
    gin.pettingzoo.env(render_mode=None).reset(seed=1)
    assert gin.gymnasium.GinRummy().render_mode is gin.pettingzoo.raw_env().render_mode is None
    make: Any
    for make in (gin.gymnasium.GinRummy, gin.pettingzoo.env, gin.pettingzoo.raw_env):
        with pytest.raises(
            gin.ParseError, match="no picture of a deal; render_mode is None, not 'h"
        ):
            make(render_mode="human")


def test_a_seat_that_is_none_and_a_step_without_a_deal_are_refused() -> None:
    raw = gin.pettingzoo.raw_env()
    with pytest.raises(gin.GinError, match=r"No deal goes on; call reset\(\) to begin one"):
        raw.step(0)
    raw.reset(seed=1)
    wrong: Any
    for wrong in ("x", 0, None, ["seat_0"]):
        for call in (raw.observe, raw.observation_space, raw.action_space):
            with pytest.raises(gin.ParseError, match="The seats are seat_0 and seat_1"):
                call(wrong)


def told(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize(
    ("name", "library"), [("gymnasium", "Gymnasium"), ("pettingzoo", "PettingZoo")]
)
def test_without_the_library_a_sentence_names_the_extra(name: str, library: str) -> None:
    program = f"""
import sys
sys.modules["{name}"] = None
try:
    import gin.{name}
except ImportError as error:
    print(error)
"""
    assert told(program) == (
        f"gin.{name} needs {library}; install it with pip install 'gin-rummy[{name}]'.\n"
    )


def test_the_package_itself_never_imports_numpy() -> None:
    program = """
import sys, gin
deals = gin.Deals(2, opponent="simple")
actions = bytearray(2)
deals.sample(actions)
deals.step(actions)
print([name for name in ("numpy", "gymnasium", "pettingzoo") if name in sys.modules])
"""
    assert told(program) == "[]\n"
