"""A match as text: out and back, and every damage told with its line."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin
import scene
from course import matches
from gin import fair, record
from gin.proof import prove_text

RECORDS = Path(__file__).parent / "data" / "records"


def golden() -> str:
    """A whole match, kept as it was written once."""
    return (RECORDS / "match.txt").read_text(encoding="utf-8")


def secret() -> str:
    """The same kind of match in the middle of a deal, its seed not told."""
    return (RECORDS / "unfinished.txt").read_text(encoding="utf-8")


def unchecked(text: str) -> str:
    """A record as somebody might write it by hand, without the check at its end."""
    before, found, _ = text.rpartition("check: ")
    assert found
    return before


@given(matches())
def test_a_record_leads_back_to_the_match(match: gin.Match) -> None:
    text = match.to_text(reveal=True)
    assert gin.Match.from_text(text) == match
    assert gin.Match.from_text(text).to_text(reveal=True) == text


@given(matches())
def test_the_seed_is_secret_until_the_match_is_won(match: gin.Match) -> None:
    assert match.seed is not None
    text = match.to_text()
    assert (match.seed.hex() in text) == (match.winner is not None)
    assert f"fingerprint: {fair.fingerprint(match.seed)}" in text
    again = gin.Match.from_text(text)
    assert again.seed == (match.seed if match.winner is not None else None)
    assert again.deals == match.deals
    assert again.deal == match.deal
    assert (again.scores, again.winner, again.starter) == (
        match.scores,
        match.winner,
        match.starter,
    )
    assert again.to_text() == text
    assert match.seed.hex() not in match.to_text(reveal=False)


@pytest.mark.parametrize("reveal", ["never", 0, 1, "", b"no", [False]])
def test_only_true_reveals_a_seed(reveal: Any) -> None:
    with pytest.raises(gin.ParseError, match="'reveal' is True, False or None, not"):
        gin.Match(seed=bytes(32)).to_text(reveal=reveal)


def test_golden_records_are_read_and_written_as_they_are() -> None:
    # A change here means that records people keep can no longer be read.
    match = gin.Match.from_text(golden())
    assert unchecked(match.to_text()) == golden()
    assert match.seed == fair.seed_from_text("a golden record")
    assert (match.players, match.scores, match.winner) == (("Ann", "Bob"), (60, 105), 1)
    part = gin.Match.from_text(secret())
    assert unchecked(part.to_text()) == secret()
    assert (part.seed, part.scores, part.number, part.winner) == (None, (32, 26), 4, None)
    assert part.before == match.deals[:3]


def test_a_record_may_be_laid_out_by_hand() -> None:
    lines = golden().splitlines()
    spaced = [lines[0], "", "# from the club night", *lines[1:6], "", *lines[6:], "", "# the end"]
    for text in ("\r\n".join(spaced), "\ufeff" + "\n".join(spaced)):
        assert unchecked(gin.Match.from_text(text).to_text()) == golden()


def test_a_knock_without_its_spread_lays_the_default() -> None:
    text = scene.match(
        [scene.knock("4S 5S 6S 4H 5H 6H 4D 5D 6D AC", "3S 7S 7H 8H 3D KC KD QS JC 2C")], 0
    )
    written = text.to_text()
    before, _, after = unchecked(written).partition("knock AS ")
    spread, _, rest = after.partition(" |")
    assert spread == "4S,4H,4D/5S,5H,5D/6S,6H,6D"
    assert gin.Match.from_text(f"{before}knock AS |{rest}").to_text() == written


def test_results_are_written_in_one_way() -> None:
    match = gin.Match.from_text(golden())
    kinds = {record.result_text(deal.result).partition(",")[0] for deal in match.deals}
    assert kinds <= {"gin", "knock", "undercut", "dead"}
    dead = scene.match([None], 0).to_text()
    assert "| result dead, no score, deadwood " in dead


def changed(line: int, old: str, new: str) -> str:
    """The golden record with one thing changed in one line, from 1."""
    lines = golden().split("\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines)


def without(line: int) -> str:
    """The golden record with a line missing."""
    lines = golden().split("\n")
    del lines[line - 1]
    return "\n".join(lines)


def doubled(line: int) -> str:
    """The golden record with a line standing twice."""
    lines = golden().split("\n")
    lines.insert(line, lines[line - 1])
    return "\n".join(lines)


CHECKED = gin.Match.from_text(golden()).to_text()
CHECK = CHECKED.splitlines()[-1]


def test_any_other_content_does_not_fit_the_check() -> None:
    # Names, target and choices that the rules would allow too.
    for old, new in (
        ("seat 1: Bob", "seat 1: Rob"),
        ("target: 100", "target: 101"),
        (CHECK, CHECK[:-1] + ("0" if CHECK[-1] != "0" else "1")),
    ):
        with pytest.raises(gin.RecordError, match="check does not fit"):
            gin.Match.from_text(CHECKED.replace(old, new))


def test_nothing_follows_the_check() -> None:
    for more in ("seat 0: Cid", CHECK, DEAL_1):
        with pytest.raises(gin.RecordError, match="Nothing can follow the check") as refused:
            gin.Match.from_text(f"{CHECKED}{more}\n")
        assert refused.value.line == LAST + 2


def test_a_check_stands_at_the_end() -> None:
    lines = CHECKED.splitlines()
    with pytest.raises(gin.RecordError, match="no line of a record"):
        gin.Match.from_text("\n".join([*lines[:6], CHECK, *lines[6:]]))


def test_a_cut_is_in_the_record_and_in_every_deck() -> None:
    match = gin.Match(seed=bytes(32), cut="Käse".encode())
    text = match.to_text(reveal=True)
    assert "\ncut: 4bc3a47365\n" in text
    again = gin.Match.from_text(text)
    assert again == match != gin.Match(seed=bytes(32))
    assert again.deal.deck == fair.deck(bytes(32), 1, "Käse".encode())
    bare = unchecked(text)
    with pytest.raises(gin.RecordError, match=r"another deck|By the seed"):
        gin.Match.from_text(bare.replace("cut: 4b", "cut: 4c"))
    for wrong in ("", "4", "zz", "4b" * 1025):
        with pytest.raises(gin.RecordError, match="cut is hex digits"):
            gin.Match.from_text(bare.replace("cut: 4bc3a47365", f"cut: {wrong}"))


def test_several_records_in_one_text_are_told_apart() -> None:
    first, second = CHECKED, gin.Match(seed=bytes(32)).to_text()
    parts = record.split(f"{first}\n# another\n{second}")
    assert [before for before, _ in parts] == [0, len(first.splitlines()) + 2]
    assert [gin.Match.from_text(text).to_text() for _, text in parts] == [first, second]
    assert record.split("a letter\n" + first)[0] == (0, "a letter\n")
    assert record.split("") == [(0, "")]


SEED = golden().splitlines()[5].removeprefix("seed: ")
LAST = len(golden().splitlines())
DEAL_1 = golden().splitlines()[6]
FIRST_CARDS = DEAL_1.partition("deck ")[2][:5]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "no record"),
        ("\n\n", 1, "no record"),
        ("gin-rummy record", 1, "no record"),
        (changed(1, "record 1", "record 2"), 1, "has version 2; only version 1"),
        (changed(1, "record 1", "record 0"), 1, "has version 0; only version 1"),
        (without(2), LAST, "'seat 0' is missing"),
        (without(3), LAST, "'seat 1' is missing"),
        (without(4), LAST, "'target' is missing"),
        (without(5), LAST, "'fingerprint' is missing"),
        (without(7), 7, "This is deal 1, not deal 2"),
        (doubled(7), 8, "This is deal 2, not deal 1"),
        (doubled(2), 3, "'seat 0' stands twice"),
        (doubled(6), 7, "'seed' stands twice"),
        ("\n".join(golden().splitlines()[:6]), 6, "has no deal"),
        (changed(2, "seat 0", "seat 2"), 2, "no line of a record"),
        (changed(2, "seat 0:", "seat 0"), 2, "no line of a record"),
        (changed(3, "Bob", ""), 3, "name is 1 to 80"),
        (changed(4, "100", "-1"), 4, "target is a whole number"),
        (changed(4, "100", "0"), 4, "1 point or more"),
        (changed(4, "100", "9999999999"), 4, "target is a whole number"),
        (changed(4, "100", "10"), LAST, ""),
        (changed(5, ": ", ": 0"), 5, "64 hex digits"),
        (changed(6, ": ", ": z"), 6, "64 hex digits"),
        (changed(6, SEED, "00" * 32), 6, "fingerprint is not that of the seed"),
        (golden() + "seat 0: Cid\n", LAST + 1, "Only deals and the check can follow"),
        (changed(7, " | starter", " starter"), 7, "has the fields"),
        (changed(7, "starter ", "starter 2"), 7, "starter is seat 0 or seat 1"),
        (changed(7, FIRST_CARDS, FIRST_CARDS[3:] + " " + FIRST_CARDS[:2]), 7, "another deck"),
        (changed(7, FIRST_CARDS, FIRST_CARDS[:2]), 7, "missing from the deck"),
        (changed(7, FIRST_CARDS, FIRST_CARDS[:2] + " " + FIRST_CARDS[:2]), 7, "is twice"),
        (changed(7, FIRST_CARDS, "ZZ"), 7, "ZZ"),
        (changed(7, "actions pass", "actions stock"), 7, "Action 1, 'stock': On the first turn"),
        (changed(7, "actions pass", "actions fold"), 7, "Action 1: 'fold' is no action"),
        (changed(7, "actions pass;", "actions"), 7, "Action "),
        (changed(7, " | result", "; pass | result"), 7, "The deal is over"),
        (changed(7, "result ", "result x"), 7, "The result is"),
        (changed(7, "| score ", "| score 1"), 7, "The score is"),
        (changed(7, "| score ", "| score x"), 7, "score is a whole number"),
        (changed(7, "| score ", "| score 0 "), 7, "score is two numbers"),
        (changed(LAST, "; knock", "; discard"), LAST, ""),
    ],
)
def test_a_wrong_record_is_refused_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(gin.RecordError) as refused:
        gin.Match.from_text(text)
    assert said in refused.value.reason
    assert refused.value.line <= line if said == "" else refused.value.line == line
    assert str(refused.value) == f"line {refused.value.line}: {refused.value.reason}"
    assert "\n" not in refused.value.reason


UNFINISHED = gin.Match(seed=bytes(32)).to_text()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (UNFINISHED.replace("unfinished", "unfi\udc80"), 6),
        (UNFINISHED.replace("target", "level: \udc80\ntarget"), 4),
        (UNFINISHED.replace("target", "# \ud800\ntarget"), 4),
        (golden().replace("Bob", "B\udfffb"), 3),
    ],
)
def test_text_that_utf_8_cannot_hold_is_refused_with_its_line(text: str, line: int) -> None:
    for read in (gin.Match.from_text, prove_text):
        with pytest.raises(gin.RecordError, match="text that UTF-8 can hold") as refused:
            read(text)
        assert refused.value.line == line


def refusal(text: str) -> str:
    """What is said of a record; nothing where it is right."""
    try:
        gin.Match.from_text(text)
    except gin.RecordError as error:
        return str(error)
    return ""


def test_a_tag_stands_once() -> None:
    match = gin.Match(seed=bytes(32))
    for tags in ((("level", "simple"), ("level", "steady")), (("begun", "x"),) * 2):
        with pytest.raises(gin.ParseError, match="Each tag stands once"):
            match.to_text(tags=tags)


@pytest.mark.parametrize("bad", ["\x1b[2Jfoo", "a\u2028b", "\u202e", "\x9b", "x" * 5_000, "'"])
def test_what_a_message_quotes_does_nothing_to_a_terminal(bad: str) -> None:
    """Wherever in a line it stands; and it is cut to a length."""
    lines = UNFINISHED.splitlines()[:-1]
    for at, line in enumerate(lines):
        for field in re.split(r"[ :|]+", line):
            for altered in (line.replace(field, bad, 1), line.replace(field, f"{field}{bad}", 1)):
                text = "\n".join([*lines[:at], altered, *lines[at + 1 :]])
                said = refusal(text)
                assert said.isprintable()
                assert len(said) < 400
    for name in record.TAGS:
        if not bad.isprintable():
            with pytest.raises(gin.RecordError, match=f"'{name}' is printable text") as refused:
                gin.Match.from_text("\n".join([*lines[:3], f"{name}: a{bad}a", *lines[3:]]))
            assert refused.value.line == 4


def test_the_starter_of_a_record_alternates() -> None:
    # R20
    lines = secret().splitlines()
    second = next(number for number, line in enumerate(lines) if line.startswith("deal 2"))
    for old, new in (("starter 0", "starter 1"), ("starter 1", "starter 0")):
        if old in lines[second]:
            changed_line = lines[second].replace(old, new)
            break
    with pytest.raises(gin.RecordError, match="it alternates"):
        gin.Match.from_text("\n".join([*lines[:second], changed_line]))


def test_the_first_starter_of_a_record_is_the_one_of_its_seed() -> None:
    # R20: drawn from the seed, so a record that tells it cannot say another
    match = gin.Match(seed=bytes(32))
    text = unchecked(match.to_text(reveal=True))
    own, other = f"starter {match.starter}", f"starter {1 - match.starter}"
    assert gin.Match.from_text(text) == match
    with pytest.raises(gin.RecordError, match=f"seat {match.starter} starts deal 1"):
        gin.Match.from_text(text.replace(own, other))


def test_only_the_last_deal_may_be_unfinished_and_nothing_follows_the_end() -> None:
    lines = secret().splitlines()
    fields = lines[5].split(" | ")
    fields[3], fields[4], fields[5] = "actions -", "result unfinished", "score 0 0"
    with pytest.raises(gin.RecordError, match="before this one is unfinished"):
        gin.Match.from_text("\n".join([*lines[:5], " | ".join(fields), *lines[6:]]))
    won = scene.match(
        [scene.knock("AS 2S 3S 4S 8D 9D TD QC QH QD", "5S 6S 7D JD KD QS 9H 4H 2C KC")] * 2, 0
    )
    low = won.to_text().replace("target: 100", "target: 98")
    with pytest.raises(gin.RecordError, match="match was won with the deal before"):
        gin.Match.from_text(low)


@given(st.data())
def test_a_damaged_record_is_refused_or_still_right(data: st.DataObject) -> None:
    """Any character of it changed, cut out or doubled: a `RecordError`, never anything else."""
    text = golden()
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.text(max_size=3))
    length = data.draw(st.sampled_from([0, 1, 2, 40]))
    try:
        match = gin.Match.from_text(text[:at] + new + text[at + length :])
    except gin.RecordError:
        return
    assert gin.Match.from_text(match.to_text(reveal=True)).deals == match.deals


@given(st.text(max_size=200))
def test_any_text_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(gin.RecordError, match="line"):
        gin.Match.from_text("gin-rummy record 1\n" + text)
