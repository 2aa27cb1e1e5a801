"""The census: its totals, its hash as documented, and the command that counts it."""

from __future__ import annotations

import hashlib
import itertools
import math
import os
import re
import signal
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

import gin
from gin import _core
from gin.cli import main
from gin.cli.bench import census_lines, census_table
from gin.luck import DEALT_DEVIATION, DEALT_MEAN

PAGE = Path(__file__).resolve().parent.parent / "docs" / "census.md"


def tables() -> dict[int, list[int]]:
    """The counts as the page prints them."""
    found: dict[int, list[int]] = {}
    for cards, name in ((10, "Ten cards"), (11, "Eleven cards")):
        part = PAGE.read_text(encoding="utf-8").split(f"## {name}")[1]
        table = part.split("```")[1]
        rows = re.findall(r"^ *(\d+)  +([\d,]+)  ", table, re.MULTILINE)
        assert [int(points) for points, _ in rows] == list(range(len(rows)))
        found[cards] = [int(hands.replace(",", "")) for _, hands in rows]
    return found


def test_all_hands_of_ten_are_counted_as_the_page_says() -> None:
    counts = _core.census(10)
    assert list(counts) == tables()[10]
    assert sum(counts) == math.comb(52, 10) == 15_820_024_220


def test_the_page_has_every_hand_of_eleven() -> None:
    assert sum(tables()[11]) == math.comb(52, 11) == 60_403_728_840


def test_luck_is_measured_against_the_census() -> None:
    hands = tables()[10]
    mean = sum(points * count for points, count in enumerate(hands)) / sum(hands)
    squares = sum(points**2 * count for points, count in enumerate(hands)) / sum(hands)
    assert round(mean, 2) == DEALT_MEAN
    assert round((squares - mean**2) ** 0.5, 2) == DEALT_DEVIATION


def test_the_hash_on_the_page_is_that_of_its_tables() -> None:
    lines = "".join(census_lines(cards, counts) for cards, counts in tables().items())
    assert hashlib.sha256(lines.encode()).hexdigest() in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("cards", "ranks"), [(0, 13), (3, 13), (7, 4), (10, 4), (11, 4)])
def test_a_small_census_is_what_plain_enumeration_gives(cards: int, ranks: int) -> None:
    pack = [card for card in gin.Hand(range(52)) if card.rank <= ranks]
    hands = map(gin.Hand, itertools.combinations(pack, cards))
    solve = (lambda hand: gin.discards(hand)[0][1]) if cards == 11 else gin.deadwood
    plain = Counter(map(solve, hands))
    counts = _core.census(cards, ranks=ranks, threads=2)
    assert {points: n for points, n in enumerate(counts) if n} == plain


def test_a_census_of_what_is_no_hand_is_refused() -> None:
    with pytest.raises(gin.ParseError, match="at most 11 cards of at most 13 ranks"):
        _core.census(12)
    with pytest.raises(gin.ParseError, match="at most 11 cards of at most 13 ranks"):
        _core.census(5, ranks=14)


def test_a_census_without_a_thread_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(gin.ParseError, match="threads is 0; it must be 1 or more"):
        _core.census(3, threads=0)
    assert main(["bench", "--census", "--threads", "0"]) == 2
    assert "threads is 0" in capsys.readouterr().err


def test_an_interrupt_ends_a_census() -> None:
    counting = threading.Event()

    def interrupt() -> None:
        counting.wait()
        os.kill(os.getpid(), signal.SIGINT)

    watcher = threading.Thread(target=interrupt)
    watcher.start()
    before = sys.getswitchinterval()
    try:
        # The other thread comes to its turn when the census lets go of the interpreter, no sooner.
        sys.setswitchinterval(1_000)
        counting.set()
        with pytest.raises(KeyboardInterrupt):
            _core.census(11, threads=2)
    finally:
        sys.setswitchinterval(before)
        watcher.join()


def test_a_table_that_lacks_hands_is_never_shown() -> None:
    with pytest.raises(AssertionError, match="were counted"):
        census_table(10, [1, 2, 3])


def test_the_command_prints_both_tables_and_the_hash(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = tables()
    monkeypatch.setattr("gin.cli.bench.census", lambda cards, threads: counts[cards])  # noqa: ARG005
    assert main(["bench", "--census", "--lines"]) == 0
    lines = capsys.readouterr().out
    assert main(["bench", "--census"]) == 0
    shown = capsys.readouterr().out
    assert hashlib.sha256(lines.encode()).hexdigest() in shown
    assert "15,820,024,220" in shown
    assert "60,403,728,840" in shown


def test_the_command_times_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    assert len(re.findall(r"\d ns a hand$", capsys.readouterr().out, re.MULTILINE)) == 5
    assert main(["bench", "--lines"]) == 2
    assert "--census" in capsys.readouterr().err
