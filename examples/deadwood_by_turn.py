"""Plot the deadwood by turn: `python examples/deadwood_by_turn.py [FILE.png]`.

The parts marked `# %%` are cells for an editor that knows them. Without a file the plot is shown
in a window; it needs `pip install 'gin-rummy[plot]'`.
"""

# %% Play deals between two players of the same level
import random
import statistics
import sys

from matplotlib import pyplot as plt

import gin

LEVEL, DEALS, TURNS = "sharp", 400, 14
dice = random.Random(1)  # noqa: S311 - cards to look at, no secret
by_turn: list[list[int]] = [[] for _ in range(TURNS)]
ended = [0] * TURNS
for number in range(DEALS):
    players = (gin.player(LEVEL, seed=2 * number), gin.player(LEVEL, seed=2 * number + 1))
    deal = gin.Deal.new(dice.sample(range(52), 52), starter=number % 2)
    turn = [0, 0]
    while deal.result is None:
        seat = deal.to_act
        deal = deal.play(players[seat].choose(deal.view(seat)))
        if deal.history[-1].action.kind in {"discard", "knock"} and turn[seat] < TURNS:
            by_turn[turn[seat]].append(gin.deadwood(deal.hands[seat]))
            ended[turn[seat]] += deal.history[-1].action.kind == "knock"
            turn[seat] += 1

# %% What is left after each turn
print("turn  hands  median  knocks")
for number, points in enumerate(by_turn, 1):
    if points:
        median = statistics.median(points)
        print(f"{number:4}{len(points):7}{median:8g}{ended[number - 1] / len(points):8.0%}")

# %% The plot
figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
played = [points for points in by_turn if len(points) >= 20]
turns = range(1, len(played) + 1)
quarters = [statistics.quantiles(points, n=4) for points in played]
axes.fill_between(
    turns, [low for low, _, _ in quarters], [high for _, _, high in quarters], alpha=0.25
)
axes.plot(turns, [middle for _, middle, _ in quarters], marker="o", label="median and quarters")
axes.axhline(gin.KNOCK_LIMIT, color="grey", linestyle="--", linewidth=0.8)
axes.annotate("may knock", (len(played), gin.KNOCK_LIMIT), ha="right", va="bottom", color="grey")
axes.set(xlabel="turn of a player", ylabel="deadwood after the discard, points", ylim=(0, None))
axes.set_title(f"{DEALS} deals of {LEVEL} against itself")
axes.legend(frameon=False)
axes.spines[["top", "right"]].set_visible(False)

# %% Into a file, or a window
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=110, metadata={"Software": None})
else:
    plt.show()
