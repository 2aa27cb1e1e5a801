"""The lines of tests/data as typed values."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from reference.cards import Cards, hand

DATA = Path(__file__).parent / "data"


class Eleven(NamedTuple):
    """A line of discard.txt: eleven cards and what their legal discards leave."""

    cards: Cards
    barred: str | None
    least: int
    best: set[str]
    gin: set[str]


def lines(name: str) -> list[str]:
    """The lines of a file that are no comments."""
    text = (DATA / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def records(name: str) -> list[dict[str, Any]]:
    """The lines of a file of JSON values."""
    return [json.loads(line) for line in lines(name)]


def cases(*kinds: str) -> dict[str, dict[str, Any]]:
    """The cases of these kinds, by their ids."""
    return {case["id"]: case for case in records("cases.jsonl") if case["kind"] in kinds}


def hands(name: str) -> Iterator[tuple[Cards, int]]:
    """The cards and the points of deadwood.txt or eleven_hard.txt."""
    for line in lines(name):
        cards, _, points = line.rpartition(" ")
        yield hand(cards), int(points)


def elevens() -> Iterator[Eleven]:
    """The lines of discard.txt; no card is written as a single hyphen there."""
    for line in lines("discard.txt"):
        cards, barred, least, best, gin = (part.strip() for part in line.split(";"))
        yield Eleven(
            hand(cards),
            None if barred == "-" else barred,
            int(least),
            set(best.split()),
            set(gin.split()) - {"-"},
        )
