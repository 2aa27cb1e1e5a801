"""A person at a table: what may be done, what is told, and what stays hidden."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

import gin
from gin.saves import Store
from gin.session import COMPUTER, PERSON, Session
from house import (
    Greedy,
    finish_deal,
    finish_match,
    set_deal,
    sit,
    sit_before_the_cards,
    step,
    to_person,
)
from scene import knock


def test_the_match_in_progress_goes_on(tmp_path: Path) -> None:
    session = sit(tmp_path, seed=None)
    for _ in range(8):
        step(session)
    session.close()
    again = sit(tmp_path, seed=None)
    assert again.table == session.table
    again.close()


def test_a_finished_match_is_shown_until_a_new_one_begins(tmp_path: Path) -> None:
    session = sit(tmp_path, seed=None)
    finish_match(session)
    session.close()
    again = sit(tmp_path, seed=None)
    assert again.table.winner == session.table.winner
    again.new_match()
    assert (again.table.scores, again.table.number, again.table.match_number) == ((0, 0), 1, 2)
    again.close()
    third = sit(tmp_path, seed=None)
    assert third.table == again.table
    third.close()


def test_a_level_asked_for_has_its_own_match(tmp_path: Path) -> None:
    steady = sit(tmp_path, seed=None)
    step(steady)
    simple = sit(tmp_path, seed=None, level="simple")
    assert (simple.table.level, simple.table.view.history) == ("simple", ())
    step(simple)
    assert sit(tmp_path, seed=None, level="steady").table == steady.table
    assert sit(tmp_path, seed=None).table == simple.table
    # What goes on is the match played last, not the one begun last.
    step(steady)
    assert sit(tmp_path, seed=None).table == steady.table
    with pytest.raises(gin.PlayerError, match="nobody"):
        sit(tmp_path, seed=None, level="nobody")
    with pytest.raises(gin.PlayerError, match="nobody"):
        steady.new_match("nobody")
    assert sit(tmp_path, seed=None).table == steady.table


def test_a_seed_gives_the_same_match_every_time(tmp_path: Path) -> None:
    one, other = sit(tmp_path / "one", seed="tea"), sit(tmp_path / "other", seed="tea")
    assert one.table == other.table
    assert one.table.counted
    finish_deal(one)
    one.close()
    assert sit(tmp_path / "one", seed="tea").table == one.table
    assert sit(tmp_path / "one", seed="coffee").table.view != other.table.view


def test_practice_is_kept_apart_from_the_match_in_progress(tmp_path: Path) -> None:
    match = sit(tmp_path, seed=None)
    step(match)
    practice = sit(tmp_path, deal_number=7)
    assert not practice.table.counted
    assert practice.table.match_number == 1
    for _ in range(5):
        step(practice)
    assert sit(tmp_path, deal_number=7).table == practice.table
    assert sit(tmp_path, deal_number=8).table.view.hand != practice.table.view.hand
    assert sit(tmp_path, seed=None).table == match.table

    finish_match(practice)
    afresh = sit(tmp_path, deal_number=7)
    assert (afresh.table.view.history, afresh.table.match_number) == ((), 3)


def test_a_match_that_a_new_one_would_leave_behind_is_known(tmp_path: Path) -> None:
    session = sit(tmp_path)
    assert not session.unfinished
    finish_deal(session)
    assert session.unfinished
    session.close()
    practice = sit(tmp_path, deal_number=7)
    assert practice.unfinished
    finish_match(practice)
    assert practice.unfinished
    practice.close()
    session = sit(tmp_path)
    finish_match(session)
    assert not session.unfinished
    session.close()
    assert not sit(tmp_path, deal_number=8).unfinished


@pytest.mark.parametrize("mark", ["none", "hint", "undo"])
def test_a_new_match_is_one_that_can_count(tmp_path: Path, mark: str) -> None:
    session = sit_before_the_cards(tmp_path)
    session.cut("")
    assert session.table.your_turn
    dealt = session.fingerprint
    if mark == "hint":
        session.helped()
    elif mark == "undo":
        session.play(gin.Action.PASS)
        session.undo()
    session.new_match()
    # What was dealt and never played is taken up again, unless it would not count.
    assert (session.fingerprint == dealt) == (mark == "none")
    assert (session.table.helped, session.table.undone, session.can_redo) == (False,) * 3
    assert session.table.match_number == (1 if mark == "none" else 2)


def test_nobody_acts_for_the_other(tmp_path: Path) -> None:
    session = sit(tmp_path)
    while not session.thinking:
        step(session)
    before = session.table
    assert not before.your_turn
    assert session.legal_actions() == ()
    reason = session.refusal(gin.Action.DRAW_STOCK)
    assert reason is not None
    with pytest.raises(gin.IllegalAction) as refused:
        session.play(gin.Action.DRAW_STOCK)
    assert refused.value.reason == reason
    assert session.table == before

    to_person(session)
    with pytest.raises(gin.IllegalAction):
        session.answer(gin.Action.DRAW_STOCK)
    with pytest.raises(gin.IllegalAction, match="not the computer's turn"):
        session.choose()
    session.close()


def test_a_refusal_says_why_without_playing(tmp_path: Path) -> None:
    session = sit(tmp_path)
    while session.table.phase != "discard" or session.thinking:
        step(session)
    before = session.table
    assert session.refusal(gin.Action.DRAW_STOCK) is not None
    for action in session.legal_actions():
        assert session.refusal(action) is None
    assert session.table == before
    with pytest.raises(gin.IllegalAction, match="The deal is not over"):
        session.next_deal()
    session.close()


def test_the_person_sees_the_own_cards_and_no_others_until_the_deal_is_over(
    tmp_path: Path,
) -> None:
    session = sit(tmp_path)
    while session.table.result is None:
        table = session.table
        assert table.hands is None
        assert table.view.seat == PERSON
        for event in table.view.history:
            if event.seat == COMPUTER and event.action.kind == "stock":
                assert event.card is None
        step(session)
    hands = session.table.hands
    assert hands is not None
    # R-U10
    assert hands[PERSON] == session.table.view.hand
    assert len(hands[COMPUTER]) == 10
    assert not hands[PERSON] & hands[COMPUTER]
    session.close()


def test_events_tell_what_the_person_may_know(tmp_path: Path) -> None:
    session = sit(tmp_path)
    told: list[gin.Event] = []
    while session.table.result is None:
        if session.thinking:
            told += session.answer(session.choose())
        else:
            told += session.play(Greedy().choose(session.table.view))
    assert tuple(told) == session.table.view.history
    session.close()


def test_the_computers_last_turn_stays_until_its_next(tmp_path: Path) -> None:
    session = sit(tmp_path)
    last: tuple[gin.Event, ...] = ()
    while session.table.result is None:
        if session.thinking:
            last = ()
            while session.thinking:
                last += session.answer(session.choose())
        else:
            step(session)
        assert session.table.computer_move == last
    session.next_deal()
    assert session.table.computer_move == ()
    session.close()


def test_the_computer_decides_the_same_after_a_reload_and_in_another_thread(
    tmp_path: Path,
) -> None:
    seeds: list[tuple[str, int]] = []

    def noting(level: str, seed: int) -> Greedy:
        seeds.append((level, seed))
        return Greedy()

    session = Session.open(Store(tmp_path), seed="tea", seat_player=noting)
    while not session.thinking:
        step(session)
    here = session.choose()
    again = Session.open(Store(tmp_path), seed="tea", seat_player=noting)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(again.choose).result() == here
    assert seeds[0] == seeds[1]
    session.answer(here)
    while not session.thinking:
        step(session)
    session.choose()
    assert seeds[2] != seeds[0]
    session.close()
    again.close()


def test_the_computer_is_shown_its_own_view_only(tmp_path: Path) -> None:
    views: list[gin.View] = []

    class Watching:
        def choose(self, view: gin.View) -> gin.Action:
            views.append(view)
            return Greedy().choose(view)

    session = Session.open(Store(tmp_path), seed="tea", seat_player=lambda *_: Watching())
    finish_deal(session)
    assert views
    for view in views:
        assert view.seat == COMPUTER
        for event in view.history:
            if event.seat == PERSON and event.action.kind == "stock":
                assert event.card is None
    session.close()


def test_the_scoreboard_adds_up_and_the_start_alternates(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    table = session.table
    scores = [0, 0]
    for number, line in enumerate(table.deals, start=1):
        if line.winner is not None:
            scores[line.winner] += line.points
        assert line.scores == tuple(scores)
        assert (line.number, line.starter) == (number, (table.deals[0].starter + number - 1) % 2)
    assert table.scores == tuple(scores)
    assert table.winner is not None
    assert table.scores[table.winner] >= table.target
    with pytest.raises(gin.IllegalAction, match="The match is over"):
        session.next_deal()
    session.close()


def test_a_knock_offers_its_spreads_and_what_could_go_on_them(tmp_path: Path) -> None:
    session = sit(tmp_path)
    # The seven of spades goes on the run or with the other sevens.
    scripted = knock("4S 5S 6S 7S 7H 7D 7C AD AC 2H", "KS KH QD JD 9C 8S TS 3H 4D TC")
    set_deal(session, gin.Deal.new(scripted.deck(PERSON), PERSON))
    session.play(gin.Action.TAKE)
    card = scripted.discard
    choices = session.spreads(card)
    assert len({choice.melds for choice in choices}) == len(choices)
    assert {choice.points for choice in choices} == {4}
    assert len(choices) == 2
    for choice in choices:
        possible = session.could_lay_off(card, choice)
        for meld, cards in zip(choice.melds, possible, strict=True):
            assert not cards & (session.table.view.hand | gin.Hand([card]))
            if meld.cards == gin.Hand("4S 5S 6S 7S"):
                assert cards == gin.Hand("2S 3S 8S 9S TS JS QS KS")
            if meld.cards == gin.Hand("4S 5S 6S"):
                assert cards == gin.Hand("2S 3S")
    session.play(gin.Action.knock(card, choices[-1].melds))
    result = session.table.result
    assert result is not None
    assert result.spread == choices[-1]
    session.close()


def test_how_the_hand_is_held_is_kept(tmp_path: Path) -> None:
    session = sit(tmp_path)
    assert session.held == ""
    session.hold("rank 5S")
    step(session)
    session.close()
    assert sit(tmp_path).held == "rank 5S"


def test_a_report_lies_beside_the_saves(tmp_path: Path) -> None:
    session = sit(tmp_path)
    path = session.report("what happened")
    assert path is not None
    assert path.parent == tmp_path
    assert path.read_text() == "what happened"


def test_a_damaged_match_does_not_keep_anybody_from_a_new_one(tmp_path: Path) -> None:
    session = sit(tmp_path, seed=None)
    while not session.table.view.history:
        step(session)
    with closing(sqlite3.connect(Store(tmp_path).path)) as connection, connection:
        connection.execute("UPDATE action SET text = 'nonsense'")
    session.new_match()
    assert session.fresh
    session.close()
