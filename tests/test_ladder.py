"""Ratings of several players: right, with honest intervals, as a table and a picture."""

import json
import math
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import gin
from gin import cli
from gin.ladder import Ladder, draw, pairings, rate
from gin.tally import MatchPairs

NAMES = ["weak", "middling", "good", "best"]
TRUE = [0.0, 100.0, 180.0, 240.0]


def expected(one: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - one) / 400))


def played(chance: random.Random, share: float, pairs: int) -> MatchPairs:
    counts = [0] * 5
    for _ in range(pairs):
        counts[2 * ((chance.random() < share) + (chance.random() < share))] += 1
    a, b, c, d, e = counts
    return (a, b, c, d, e)


def a_ladder(seed: int, pairs: int = 150) -> Ladder:
    chance = random.Random(seed)
    results = {
        (one, other): played(chance, expected(TRUE[one], TRUE[other]), pairs)
        for one, other in pairings(4)
    }
    return rate(NAMES, results, seed)


def test_ratings_are_those_that_the_matches_were_drawn_from() -> None:
    ladder = a_ladder(1, pairs=20_000)
    found = {rating.name: rating for rating in ladder.ratings}
    assert [rating.name for rating in ladder.ratings] == NAMES[::-1]
    for name, true in zip(NAMES, TRUE, strict=True):
        assert found[name].points == pytest.approx(true, abs=8)
        assert found[name].low <= found[name].points <= found[name].high
    assert ladder.matches == 6 * 40_000
    assert ladder.shares[0][1] == pytest.approx(expected(240, 180), abs=0.01)
    assert math.isnan(ladder.shares[2][2])


def test_intervals_cover_the_truth() -> None:
    inside = 0
    for seed in range(25):
        found = {rating.name: rating for rating in a_ladder(seed).ratings}
        inside += sum(
            found[name].low <= true <= found[name].high
            for name, true in zip(NAMES[1:], TRUE[1:], strict=True)
        )
    # 75 intervals of 95 %: five standard deviations below and anything above.
    assert inside >= 61


def test_a_player_who_wins_everything_has_a_rating() -> None:
    ladder = rate(["nobody", "somebody"], {(0, 1): (50, 0, 0, 0, 0)})
    best = ladder.ratings[0]
    assert best.name == "somebody"
    assert 400 < best.low < best.points < best.high < 10_000


def test_a_pairing_that_was_not_played_shows_as_such() -> None:
    ladder = rate(["a", "b", "c"], {(0, 1): (1, 0, 2, 0, 4), (1, 2): (0, 0, 3, 0, 0)})
    assert "–" in ladder.text()
    assert ladder.matches == 20
    with pytest.raises(gin.GinError, match="two players or more"):
        rate(["alone"], {})


def test_a_player_whom_no_matches_lead_to_the_first_has_no_rating(tmp_path: Path) -> None:
    results: dict[tuple[int, int], MatchPairs] = {(0, 1): (9, 0, 6, 0, 1), (2, 3): (1, 0, 3, 0, 9)}
    ladder = rate(["first", "met", "third", "fourth"], results)
    assert [rating.name for rating in ladder.ratings] == ["met", "first", "third", "fourth"]
    for rating in ladder.ratings[2:]:
        assert all(math.isnan(each) for each in (rating.points, rating.low, rating.high))
    assert ladder.text().splitlines()[3].split() == ["3", "third", *"–––––", "80.8"]
    alone = rate(["first", "met"], {(0, 1): results[0, 1]}).ratings
    assert [each.points for each in ladder.ratings[:2]] == [each.points for each in alone]
    draw(ladder, tmp_path / "ladder.png")
    assert (tmp_path / "ladder.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_players_far_apart_are_rated_as_exactly_as_others() -> None:
    """Each wins everything from all that come after: the likeliest ratings take every win."""
    players = 12
    results: dict[tuple[int, int], MatchPairs] = dict.fromkeys(pairings(players), (0, 0, 0, 0, 500))
    points = {
        each.name: each.points for each in rate([str(n) for n in range(players)], results).ratings
    }
    for player in range(players):
        others = [other for other in range(players) if other != player]
        won = sum(1001 if other > player else 1 for other in others)
        due = sum(1002 * expected(points[str(player)], points[str(other)]) for other in others)
        assert due == pytest.approx(won, abs=1e-3)


def test_a_ladder_of_somebody_who_never_lost_is_rated_whatever_chance_weighs() -> None:
    """The weight of the half pair that was lost is less than a sum of a million can show."""
    best, other = rate(["always", "never"], {(0, 1): (0, 0, 0, 0, 500_000)}, seed=53).ratings
    assert (best.name, best.points) == ("always", 0)
    assert other.low < other.points < other.high < -2000


def command(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    status = cli.main(["arena", *argv])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_the_ladder_of_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "ladder.png"
    argv = ["--ladder", "simple", "random", "careful", "--matches", "40", "--jobs", "1"]
    status, out, err = command(capsys, *argv, "--picture", str(picture))
    assert (status, err) == (0, "")
    rows = out.splitlines()
    assert [row.split()[1] for row in rows[1:]] == ["careful", "simple", "random"]
    assert picture.read_bytes().startswith(b"\x89PNG\r\n")
    status, out, _ = command(capsys, *argv, "--json")
    told = json.loads(out)
    assert (status, told["matches"]) == (0, 120)
    assert [each["name"] for each in told["ratings"]] == ["careful", "simple", "random"]
    assert told["shares"][0][0] is None


def test_every_pairing_of_a_ladder_has_cards_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seeds: list[int] = []

    def noted(one: str, other: str, **asked: Any) -> gin.ArenaResult:
        seeds.append(asked["seed"])
        return gin.arena(one, other, **asked)

    monkeypatch.setattr("gin.cli.arena.play", noted)
    argv = ["--ladder", "simple", "random", "learner", "steady", "--matches", "2", "--jobs", "1"]
    _, out, _ = command(capsys, *argv, "--seed", "7")
    assert seeds[0] == 7
    assert command(capsys, *argv, "--seed", "7")[1] == out
    assert seeds[:6] == seeds[6:]
    command(capsys, *argv, "--seed", "8")
    assert len(set(seeds)) == 12
    status, _, err = command(capsys, *argv, "--seed", str(2**64))
    assert (status, err.count("\n")) == (2, 1)


def test_a_ladder_ended_early_rates_whom_it_knows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def some(one: str, other: str, **asked: Any) -> gin.ArenaResult:
        if other == "random":
            raise KeyboardInterrupt
        return gin.arena(one, other, **asked)

    monkeypatch.setattr("gin.cli.arena.play", some)
    argv = ["--ladder", "simple", "careful", "random", "--matches", "40", "--jobs", "1"]
    status, out, _ = command(capsys, *argv)
    assert (status, out.splitlines()[-1]) == (130, "interrupted; this is what is known so far")
    assert out.splitlines()[3].split() == ["3", "random", *"–––––"]
    _, out, _ = command(capsys, *argv, "--json")
    told = json.loads(out)["ratings"]
    assert told[2] == {"name": "random", "points": None, "low": None, "high": None}
    assert told[0]["low"] < told[0]["points"] < told[0]["high"]


def test_a_picture_without_matplotlib_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    status, out, err = command(capsys, "--ladder", "simple", "random", "--picture", "x.png")
    assert (status, out) == (2, "")
    assert (
        err == "gin: A picture needs matplotlib; install it with pip install 'gin-rummy[plot]'.\n"
    )


def test_a_picture_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(gin.GinError, match="cannot be written to"):
        draw(a_ladder(1, pairs=5), tmp_path / "missing" / "ladder.png")


def test_names_are_drawn_as_they_are_said_and_not_as_formulas(tmp_path: Path) -> None:
    names = [r"a $\frac b$ c", "$5 or $6"]
    draw(rate(names, {(0, 1): (3, 0, 1, 0, 0)}), tmp_path / "ladder.png")
    assert (tmp_path / "ladder.png").read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize("name", ["ladder.svg", "ladder.jpg", "ladder.png.pdf"])
def test_a_picture_of_another_kind_is_refused_before_anything_is_played(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ("--ladder", "simple", "random", "--matches", "1000000", "--picture", name)
    assert command(capsys, *argv) == (
        2,
        "",
        f"gin: The picture is a PNG file, so its name ends in .png, not as in {name}.\n",
    )


@pytest.mark.parametrize(
    ("place", "why"), [("missing/ladder.png", "no such folder"), ("", "it is a folder")]
)
def test_a_picture_that_could_not_be_written_is_told_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str, why: str
) -> None:
    picture = tmp_path / place
    status, out, err = command(
        capsys, "--ladder", "simple", "random", "--matches", "1000000", "--picture", str(picture)
    )
    assert (status, out) == (2, "")
    assert err == f"gin: The picture cannot be written to {picture}: {why}.\n"


def test_a_ladder_as_json_says_that_it_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = command(capsys, "--ladder", "simple", "random", "--matches", "2", "--json")
    assert json.loads(out)["partial"] is False


def test_an_interval_that_says_nothing_is_not_given(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = command(capsys, "simple", "simple", "--matches", "2")
    assert "2 matches to 100: 50.0 ± ? % won" in out


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["simple"], "two players, not 1"),
        (["simple", "random", "careful"], "--ladder takes any number"),
        (["simple", "random", "--picture", "x.png"], "add --ladder"),
        (["--ladder", "simple"], "two players or more"),
        (["--ladder", "simple", "simple"], "each named once"),
        (["--ladder", "simple", "random", "--deals", "5"], "made of matches"),
        (["simple", "random", "--deals", "-5"], "'deals' is a whole number from 0 to"),
        (["simple", "exec:true"], "is no player"),
    ],
)
def test_what_the_command_cannot_do_is_one_line(
    argv: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = command(capsys, *argv)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_two_players_as_text_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = command(capsys, "careful", "simple", "--deals", "100", "--jobs", "1")
    assert (status, err) == (0, "")  # silent where nobody watches
    assert out.startswith("careful against simple\n  100 deals, each deck twice: +")
    status, out, _ = command(capsys, "careful", "simple", "--matches", "6", "--jobs", "1", "--json")
    told = json.loads(out)
    assert (status, told["deals"], told["points"], told["matches"]) == (0, 0, None, 6)
    assert set(told["shares"]) == {"knock", "gin", "undercut", "dead"}
