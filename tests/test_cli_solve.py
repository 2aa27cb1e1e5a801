"""`gin solve` and `gin layoff`: hands as words and as lines, answers, refusals with status 2."""

import json
import sys

import pytest

import gin
from shell import Terminal, run, type_in

HAND = "AS 2S 3S 4H 4D 4C 9C 9D KH KD"
SPREAD = "5S 6S 7S / JH JD JC"


@pytest.mark.parametrize("argv", [[HAND], HAND.split(), [HAND.lower()], [HAND.replace(" ", ",")]])
def test_a_hand_is_solved(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(["solve", *argv], capsys)
    assert (status, err) == (0, "")
    assert out == "deadwood 38: run AS 2S 3S; set 4H 4D 4C; loose KH 9D KD 9C\n"


def test_eleven_cards_give_every_discard(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(["solve", f"{HAND} 9H"], capsys)
    lines = out.splitlines()
    assert status == 0
    assert len(lines) == 11
    assert lines[0].startswith("discard KH leaves 10 (knock): ")
    status, out, _ = run(["solve", "AS 2S 3S 4H 4D 4C 9C 9D 9H 9S KD"], capsys)
    assert out.splitlines()[0].startswith("discard KD leaves 0 (gin): ")


def test_several_hands_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(["solve", "--json", HAND, f"{HAND} 9H"], capsys)
    assert status == 0
    ten, eleven = (json.loads(line) for line in out.splitlines())
    assert gin.Hand(ten["hand"]) == gin.Hand(HAND)
    assert ten["deadwood"] == 38
    assert ten["melds"] == ["AS 2S 3S", "4H 4D 4C"]
    assert gin.Hand(ten["loose"]) == gin.Hand("9C 9D KH KD")
    assert "discards" not in ten
    assert [line["deadwood"] for line in eleven["discards"]] == [
        left for _, left in gin.discards(gin.Hand(f"{HAND} 9H"))
    ]


def test_hands_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, f"{HAND}\nKS\r\n")
    status, out, _ = run(["solve"], capsys)
    assert status == 0
    assert out.splitlines()[1] == "deadwood 10: loose KS"


@pytest.mark.parametrize("argv", [["solve", "-"], ["layoff", "-", "--spread", SPREAD]])
def test_a_dash_is_the_standard_input(
    argv: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "8H KS\n2H\n")
    status, out, _ = run(argv, capsys)
    assert status == 0
    assert [line.partition(":")[0] for line in out.splitlines()] == ["deadwood 18", "deadwood 2"]


BAD_HANDS = {
    "empty": "",
    "blank": "  ",
    "no card": "ZZ",
    "no card among others": "AS ZZ",
    "a card twice": "AS AS",
    "twelve cards": f"{HAND} 9H 9S",
    "a line break": "A\nS",
    "an escape": "\x1b[A",
    "other letters": "ÄÖ",
}


@pytest.mark.parametrize("hand", BAD_HANDS.values(), ids=BAD_HANDS)
@pytest.mark.parametrize("also", [[], ["--json"]])
def test_a_bad_hand_is_one_line_and_status_2(
    hand: str, also: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for argv in (["solve", hand, *also], ["layoff", hand, "--spread", SPREAD, *also]):
        status, out, err = run(argv, capsys)
        assert (status, out) == (2, "")
        assert err.startswith("gin: ")
        assert err.count("\n") == 1
        assert "\x1b" not in err


@pytest.mark.parametrize("hand", [hand for hand in BAD_HANDS.values() if "\n" not in hand])
def test_a_bad_line_is_named(
    hand: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, f"{HAND}\n{hand}\n{HAND}\n")
    status, out, err = run(["solve"], capsys)
    assert status == 2
    assert out.count("\n") == 1
    assert err.startswith("gin: line 2: ")
    assert err.count("\n") == 1


def test_bytes_that_are_no_text_are_a_bad_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, b"\xff\xfe\n")
    status, _, err = run(["solve"], capsys)
    assert status == 2
    assert err.startswith("gin: line 1: ")


@pytest.mark.parametrize("argv", [["solve"], ["layoff", "--spread", SPREAD]])
def test_no_hand_at_all_is_told(
    argv: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "")
    assert run(argv, capsys)[0] == 2
    monkeypatch.setattr(sys, "stdin", Terminal(""))
    status, _, err = run(argv, capsys)
    assert status == 2
    assert "No hand was given" in err


DEFENDER = "KS KH KC 8S 9S JS QD 6D 4C 2C"


def test_layoffs_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(["layoff", DEFENDER, "--spread", SPREAD], capsys)
    assert status == 0
    assert out == (
        "deadwood 22: laid off 8S on 5S 6S 7S, 9S on 5S 6S 7S, JS on JH JD JC;"
        " set KS KH KC; loose 6D QD 2C 4C\n"
    )
    status, out, _ = run(["layoff", DEFENDER, "--spread", SPREAD, "--json"], capsys)
    answer = json.loads(out)
    assert answer["deadwood"] == 22
    assert answer["melds"] == ["KS KH KC"]
    assert answer["laid_off"] == [
        {"card": "8S", "meld": 0},
        {"card": "9S", "meld": 0},
        {"card": "JS", "meld": 1},
    ]


def test_layoff_lines_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, f"{DEFENDER} | {SPREAD}\n{HAND} | QS QH QD\n")
    status, out, _ = run(["layoff"], capsys)
    assert status == 0
    assert [line.split(":")[0] for line in out.splitlines()] == ["deadwood 22", "deadwood 38"]
    type_in(monkeypatch, f"{DEFENDER}\n")
    assert run(["layoff", "--spread", SPREAD], capsys)[0] == 0


BAD_SPREADS = {
    "empty": "",
    "no meld": "5S 6S 8S",
    "an ace-high run": "QS KS AS",
    "two cards": "5S 6S",
    "an empty meld": "5S 6S 7S / ",
    "a card twice": "5S 6S 7S / 7S 7H 7D",
    "no card": "ZZ",
    "twelve cards": "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH",
    "a card of the defender": "8S 9S TS",
}


@pytest.mark.parametrize("spread", BAD_SPREADS.values(), ids=BAD_SPREADS)
def test_a_bad_spread_is_one_line_and_status_2(
    spread: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(["layoff", DEFENDER, "--spread", spread], capsys)
    assert (status, out, err.count("\n")) == (2, "", 1)
    type_in(monkeypatch, f"{DEFENDER} | {SPREAD}\n{DEFENDER} | {spread}\n")
    status, _, err = run(["layoff"], capsys)
    assert status == 2
    assert err.startswith("gin: line 2: ")


def test_a_spread_is_given_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, f"{DEFENDER} | {SPREAD}\n")
    assert "give it once" in run(["layoff", "--spread", SPREAD], capsys)[2]
    type_in(monkeypatch, f"{DEFENDER}\n")
    assert "spread is missing" in run(["layoff"], capsys)[2]
