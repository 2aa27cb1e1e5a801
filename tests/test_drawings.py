"""The drawings of the documents are made from real hands: `make pictures` makes them anew."""

import os
from pathlib import Path
from xml.parsers import expat

import pytest

from drawing import DRAWINGS, HAND, points, run_cards, set_ranks
from gin import deadwood

PLACE = Path(__file__).parent.parent / "docs" / "drawings"


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_stored_drawing_is_what_is_drawn_now(name: str) -> None:
    drawn = DRAWINGS[name]().svg()
    place = PLACE / f"{name}.svg"
    if os.environ.get("GIN_WRITE_PICTURES"):
        PLACE.mkdir(parents=True, exist_ok=True)
        place.write_text(drawn, encoding="utf-8")
    assert place.read_text(encoding="utf-8") == drawn


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_drawing_can_be_read_as_xml_and_says_what_it_shows(name: str) -> None:
    seen: set[str] = set()
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda tag, _: seen.add(tag)
    parser.Parse((PLACE / f"{name}.svg").read_bytes(), True)  # noqa: FBT003 - the whole file
    assert {"svg", "title", "desc", "text"} <= seen


def test_the_drawn_hand_has_the_conflict_that_is_drawn() -> None:
    mask = HAND.mask
    dead = points(mask & ~run_cards(mask) & ~set_ranks(mask))
    assert run_cards(mask) & set_ranks(mask) & mask
    assert dead < deadwood(HAND)
