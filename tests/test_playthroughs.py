"""Deals kept as text that show the rules at work: a change of any rule is a change of a file.

`make playthroughs` works the files out anew from the actions in them; the diff is the change.
"""

import os
import re
from pathlib import Path

import pytest

import playthrough

FILES = sorted((Path(__file__).resolve().parent / "data" / "playthroughs").glob("*.txt"))
# R21 is a duty of computer players, R1 and R2 are in every file, R4 and R5 in every arrangement.
SHOWN = {3, *range(6, 22)}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_goes_as_it_is_kept(file: Path) -> None:
    kept = file.read_text(encoding="utf-8")
    now = playthrough.render(playthrough.parse(kept))
    if os.environ.get("GIN_WRITE_PLAYTHROUGHS"):
        file.write_text(now, encoding="utf-8")
        return
    assert now == kept


def test_every_rule_of_a_deal_and_of_a_match_has_its_playthrough() -> None:
    titles = [playthrough.parse(file.read_text(encoding="utf-8")).title for file in FILES]
    named = {int(number) for title in titles for number in re.findall(r"R(\d+)", title)}
    assert named >= SHOWN


def test_every_way_to_end_a_deal_is_among_them() -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in FILES)
    for kind in ("gin", "knock", "undercut", "dead"):
        assert f"\n  {kind}, " in text
    for sign in (" laid off 4S on ", "cannot be discarded this turn", "it is buried", "has won"):
        assert sign in text
