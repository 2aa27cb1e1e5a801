"""The end of a deal and of a match: hands laid open, layoffs in place, sums that add up."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import gin
from gin.players import players
from gin.session import DealLine
from gin.settings import Settings
from gin.ui.canvas import Canvas
from gin.ui.glyph import LINES
from gin.ui.screens.board import BoardScreen
from gin.ui.screens.result import sides
from gin.ui.stage import Stage
from gin.wording import next_starter
from house import finish_deal, finish_match, sit
from seat import SIZES, Seat, position

CHAIN = ("5S 6S 7S 2H 3H 4H JH JD JC AD 9C", "8S 9S JS KS KC KH QD 6D 4C 2C", "9C")
# Knocker 8; the defender has 16 in no meld and lays off 9C on the run of clubs, 2D on the twos.
EIGHT_FIVE = ("6C 7C 8C 2S 2H 2C JS JH JD 8H KH", "9C 2D 5D QS QD QC 4S 4C 4H 4D", "KH")
EQUAL = ("2C 3C 4C 8S 8H 8D JD QD KD 5S TC", "6H 6D 6C TH JH QH AS AD AC 5D", "TC")
GIN = ("2C 3C 4C 8S 8H 8D TD JD QD KD KS", "5H 5S 5C 7C 8C 9C 6D 4S 3H AH", "KS")


def knocked(hands: tuple[str, str, str], seat_to_knock: int = 0) -> Seat:
    """The result page after the knock; the other way round it is the computer's."""
    mine, theirs, card = hands
    top = "JC" if "JC" not in mine + theirs else "KD" if "KD" not in mine + theirs else "QC"
    if seat_to_knock:
        deal = position(theirs, mine, top, to_act=1)
        seat = Seat.at(deal)
        seat.session.answer(gin.Action.knock(card))
        seat.stage.model.refresh()
        seat.stage.settle()
        return seat
    return Seat.at(position(mine, theirs, top)).select(card).keys("k", "k")


@pytest.mark.parametrize("knocker", [0, 1])
def test_eight_against_five_is_twenty_eight_to_the_defender(knocker: int) -> None:
    seat = knocked(EIGHT_FIVE, knocker)
    winner = "you" if knocker else "the computer"
    assert f"25 + 8 - 5 = 28 to {winner}" in seat.words
    assert "Undercut" in seat.words
    assert seat.session.table.scores == ((28, 0) if knocker else (0, 28))


def test_an_equal_count_undercuts() -> None:
    seat = knocked(EQUAL)
    assert "25 + 5 - 5 = 25 to the computer" in seat.words
    assert "An equal count also undercuts." in seat.words


def test_gin_has_no_layoffs() -> None:
    seat = knocked(GIN)
    assert "25 + 14 = 39 to you" in seat.words
    assert "No layoffs against gin." in seat.words
    assert "laid off" not in seat.text


@pytest.mark.parametrize("size", SIZES)
def test_chained_layoffs_are_shown_on_the_run_and_the_sum_is_that_of_the_cards(
    size: tuple[int, int],
) -> None:
    seat = knocked(CHAIN)
    seat.size = size
    assert "+ 8♠ 9♠ laid off" in seat.text
    assert "+ J♠ laid off" in seat.text
    assert "laid off 8♠ 9♠ on your spade run" in seat.words
    sums = r"deadwood ((?:\w+[♠♥♦♣] )+)= (\d+) \((\d+) - (\d+) laid off = (\d+)\)"
    found = re.search(sums, seat.words)
    assert found is not None
    cards, count, whole, laid, left = found.groups()
    points = sum(gin.Card(card).points for card in cards.split())
    assert points == int(count) == int(left) == int(whole) - int(laid) == 22
    assert int(laid) == sum(gin.Card(card).points for card in ("8S", "9S", "JS"))
    assert "22 - 1 = 21 to you" in seat.words
    assert "You 0 + 21 = 21" in seat.words


@pytest.mark.parametrize("columns", [69, 72, 80, 100])
def test_the_sum_after_layoffs_is_whole_however_much_is_left(columns: int) -> None:
    seat = knocked((CHAIN[0], "8S KC QD TC 8D 6C 4D 2D KH TD", CHAIN[2]))
    seat.size = (columns, 24)
    assert "78 - 8 laid off = 70" in seat.words
    # Each loose card stands there with its points in any case.
    for card in gin.Hand("KC QD TC 8D 6C 4D 2D KH TD"):
        assert seat.stage.model.name(card) in seat.text


@pytest.mark.parametrize("knocker", [0, 1])
@pytest.mark.parametrize("hands", [CHAIN, EIGHT_FIVE, EQUAL, GIN])
def test_both_hands_are_laid_open_card_for_card(hands: tuple[str, str, str], knocker: int) -> None:
    seat = knocked(hands, knocker)
    table = seat.session.table
    assert table.hands is not None
    for side in sides(table):
        shown = [card for cards, _, _ in side.groups for card in cards] + list(side.loose)
        assert len(shown) == 10
        assert gin.Hand(shown) == table.hands[side.seat]
    assert not table.hands[0] & table.hands[1]
    for card in (*table.hands[0], *table.hands[1]):
        assert seat.stage.model.name(card) in seat.text


@pytest.mark.parametrize("columns", [30, 33, 36, 40, 60, 80])
@pytest.mark.parametrize(("number", "counted"), [(1, True), (12, True), (12, False)])
def test_how_the_deal_ended_is_whole_at_every_width(
    columns: int, number: int, counted: bool
) -> None:
    seat = knocked(CHAIN, 1)
    seat.size = (columns, 10)
    model = seat.stage.model
    model.table = replace(model.table, number=number, counted=counted)
    assert re.search(r"(Computer|Cpu) knocked with 1\b", seat.rows[0])


def test_a_dead_deal_shows_both_hands_and_no_points() -> None:
    loose = "AS 3S 5S 7S 2H 4H 6H 8H TD JD"
    seat = Seat.at(position(loose, CHAIN[1], "KD", "draw", 3)).keys("s", "1", "d")
    assert "No score. The stock is down to two cards and nobody knocked." in seat.words
    assert "You 0 Computer 0" in seat.words
    assert "laid off" not in seat.text
    assert "Computer starts deal 2." in seat.words


def test_the_result_of_the_match_begins_at_its_beginning_after_a_replay(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    seat = Seat(session, size=(30, 10))
    first = seat.text
    seat.keys("y")
    finish_deal(session)
    seat.stage.model.refresh()
    seat.stage.settle()
    seat.keys("down", "down", "down")
    assert session.table.replay
    assert seat.keys("n").text == first


def test_a_hundred_shows_the_match_and_a_new_one_begins_from_nothing(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    seat = Seat(session)
    assert seat.stage.screen.name == "result"
    assert "Match result" in seat.text
    seat.keys("enter")
    assert seat.stage.screen.name == "match"
    assert " the match, " in seat.words
    seat.keys("m")
    assert len(re.findall(r"(?:knocked with|went gin|undercut|no score)", seat.text)) == len(
        session.table.deals
    )
    seat.keys("escape", "enter")
    assert seat.stage.screen.name == "level"
    for level in ("Random", "Simple", "Steady"):
        assert level in seat.text
    seat.click("Simple")
    assert f"> {players().index('simple') + 1}" in seat.text
    assert seat.keys("enter").stage.screen.name == "cut"
    assert seat.keys("enter").stage.screen.name == "table"
    table = session.table
    assert (table.scores, table.level, table.number) == ((0, 0), "simple", 1)


@pytest.mark.parametrize("knocker", [0, 1])
@pytest.mark.parametrize("count", range(11))
def test_the_columns_of_the_scoreboard_hold_every_ending(knocker: int, count: int) -> None:
    seat = Seat.at(size=(100, 30))

    def pair(mine: int, other: int) -> tuple[int, int]:
        return (other, mine) if knocker else (mine, other)

    lines = [
        DealLine(1, 0, "undercut", knocker, 1 - knocker, 35 - count, pair(10, count), (99, 98)),
        DealLine(2, 1, "gin", knocker, knocker, 123, pair(0, 98), (99, 98)),
        DealLine(3, 0, "knock", knocker, knocker, 98 - count, pair(count, 98), (99, 98)),
        DealLine(4, 1, "dead", None, None, 0, (98, 98), (99, 98)),
    ]
    table = replace(seat.session.table, deals=tuple(lines), standing=(99, 98))
    seat.stage.model.table = table
    board = BoardScreen(seat.stage.model, seat.stage)
    canvas = Canvas.blank(100, 30)
    board.draw(canvas)
    rows = canvas.text()
    head = next(row for row in rows if "Ended by" in row).rstrip()
    told = [row.rstrip() for row in rows if row.rstrip().endswith(" 98")]
    assert len(told) == len(lines)
    assert {len(row) for row in told} == {len(head)}
    start, end = head.index("Ended by"), head.index("Points")
    assert all(row[end - 1] == " " for row in told)
    ending = next(row for row in told if "undercut" in row)[start:end]
    assert f"25 + 10 - {count}" in ending


def test_the_scoreboard_says_that_there_are_more_deals_than_it_shows(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    deals = len(session.table.deals)
    seat = Seat(session, size=(30, 10)).keys("m")
    assert f"up/down: {deals - 3} more deals" in seat.words
    assert f"{deals} knock" in seat.words
    seat.keys("home")
    assert "1 knock" in seat.words
    assert f"{deals} knock" not in seat.words
    seat.size = (80, 24)
    assert "more deals" not in seat.words


def test_a_word_on_the_result_page_hides_no_sum_and_goes_with_the_next_key() -> None:
    for size in SIZES:
        seat = knocked(CHAIN)
        seat.size = size
        before = seat.rows
        seat.stage.model.say("The mouse is on.")
        assert "The mouse is on." in seat.text
        for written in ("22 - 1 = 21 to you", "You 0 + 21 = 21", "Computer starts deal 2."):
            assert written in seat.text
        assert seat.keys("up").rows == before
    ended = Seat.at()
    finish_match(ended.session)
    seat = Seat(ended.session).keys("n")
    seat.stage.model.say("The mouse is on.")
    assert "mouse" not in seat.keys("n").text


def test_the_next_match_is_offered_against_the_computer_that_was_wished(tmp_path: Path) -> None:
    # Not at the level of the settings: without a wish the next is as the last.
    session = sit(tmp_path, level="simple")
    finish_match(session)
    played, wished = session.table.level, "expert"
    assert played != wished
    assert f"> {players().index(played) + 1}" in Seat(session).keys("n", "n").text
    seat = Seat(session).setting(level=wished).keys("n", "n")
    assert f"> {players().index(wished) + 1}" in seat.text
    later = Seat(session)
    later.stage = Stage(session, LINES, Settings(level=wished))
    assert f"> {players().index(wished) + 1}" in later.keys("n", "n").text


def test_the_computer_that_is_chosen_after_a_match_is_the_one_of_the_menu_and_the_settings(
    tmp_path: Path,
) -> None:
    session = sit(tmp_path)
    finish_match(session)
    kept: list[tuple[str, str]] = []
    seat = Seat(session)
    seat.stage = Stage(session, LINES, keep=lambda *said: kept.append(said))
    chosen = str(players().index("expert") + 1)
    seat.keys("n", "n", chosen)
    assert not kept
    seat.keys("enter")
    assert session.table.level == "expert"
    assert kept == [("level", "expert")]
    seat.keys("enter", "b")
    assert "‹ Expert ›" in seat.text
    finish_match(session)
    seat.stage = Stage(session, LINES, seat.stage.model.settings)
    assert f"> {chosen}" in seat.keys("n", "n").text


def test_the_result_page_waits_until_the_next_deal_can_be_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seat = knocked(GIN)

    def full(*_: object) -> None:
        raise gin.SaveError("The disk is full, so nothing could be saved.")

    with monkeypatch.context() as broken:
        broken.setattr(seat.session._store, "begin_deal", full)
        seat.keys("n")
        assert seat.stage.screen.name == "result"
        assert "The disk is full" in seat.words
    seat.keys("n")
    assert seat.stage.screen.name == "table"
    assert seat.session.table.number == 2


def test_every_result_of_a_match_adds_its_points_to_the_score_before_it(tmp_path: Path) -> None:
    session = sit(tmp_path)
    before = (0, 0)
    while True:
        finish_deal(session)
        table = session.table
        seat = Seat(session)
        for who, old, new in zip(("You", "Computer"), before, table.scores, strict=True):
            assert (
                f"{who} {old} + {new - old} = {new}" if new != old else f"{who} {old}"
            ) in seat.words
        if table.winner is not None:
            break
        starts = next_starter(1 - table.starter, table.number + 1)
        assert starts in seat.words
        assert starts in seat.keys("m").words
        before = table.scores
        session.next_deal()
        assert session.table.starter == 1 - table.starter
    assert table.number > 2
