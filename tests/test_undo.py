"""Taking back, doing again, and playing a deal once more: exact, saved, and marked."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import gin
from gin.saves import Store, schema
from gin.session import COMPUTER, PERSON, Session
from gin.ui.keys import BINDINGS
from gin.wording import match_headline
from house import Greedy, finish_deal, finish_match, greedy, sit, step, to_person
from piped import Game
from screen import Screen, on_screen
from seat import SIZES, Seat
from test_plain import answers


def reopened(directory: Path) -> Session:
    return sit(directory, seed=None)


def person_acts(session: Session) -> None:
    """One action of the person and everything the computer answers."""
    session.play(Greedy().choose(session.table.view))
    to_person(session)


def test_undo_takes_back_the_last_action_and_the_computers_answers(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    tables = [session.table]
    for _ in range(5):
        person_acts(session)
        tables.append(session.table)
    for before in reversed(tables[:-1]):
        events = session.undo()
        assert events[0].seat == PERSON
        assert all(event.seat == COMPUTER for event in events[1:])
        assert session.table.view == before.view
        assert session.table.computer_move == before.computer_move
        assert session.table.undone
    assert not session.can_undo
    with pytest.raises(gin.IllegalAction, match="nothing of yours to take back"):
        session.undo()


def test_redo_does_all_of_it_again_to_the_card(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    for _ in range(5):
        person_acts(session)
    end = session.table
    while session.can_undo:
        session.undo()
    while session.can_redo:
        session.redo()
    assert session.table.view == end.view
    with pytest.raises(gin.IllegalAction, match="nothing to do again"):
        session.redo()


def test_a_draw_taken_back_gives_the_same_card_again(tmp_path: Path) -> None:
    session = sit(tmp_path)
    while session.table.phase != "draw" or not session.table.your_turn:
        step(session)
    (first,) = session.play(gin.Action.DRAW_STOCK)
    session.undo()
    # Again by redo, and again by drawing.
    assert session.redo() == (first,)
    session.undo()
    assert session.play(gin.Action.DRAW_STOCK) == (first,)


def test_something_else_played_ends_what_could_be_done_again(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    person_acts(session)
    session.undo()
    other = next(a for a in session.legal_actions() if a != Greedy().choose(session.table.view))
    session.play(other)
    assert not session.can_redo
    session.close()
    assert not reopened(tmp_path).can_redo


def test_everything_taken_back_is_on_the_disk(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    for _ in range(4):
        person_acts(session)
    end = session.table
    session.undo()
    session.undo()
    middle = session.table
    session.close()
    again = reopened(tmp_path)
    assert again.table == middle
    again.redo()
    again.redo()
    assert again.table.view == end.view
    again.close()
    last = reopened(tmp_path)
    assert last.table.view == end.view
    assert last.table.undone


def test_the_record_of_the_match_holds_only_what_counts(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    plain = session._match
    person_acts(session)
    session.undo()
    assert session._match == plain
    assert session._match.to_text() == plain.to_text()


def test_once_the_cards_are_shown_nothing_is_taken_back(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    assert not session.can_undo
    with pytest.raises(gin.IllegalAction, match="can be replayed"):
        session.undo()


def test_the_mark_belongs_to_its_deal(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    person_acts(session)
    session.undo()
    finish_deal(session)
    assert session.table.undone
    session.next_deal()
    assert not session.table.undone
    session.close()
    with closing(sqlite3.connect(Store(tmp_path).path)) as connection:
        rows = connection.execute("SELECT number, undos FROM deal ORDER BY number").fetchall()
    assert rows == [(1, 1), (2, 0)]


def test_a_killed_program_has_the_undo_or_has_it_not(tmp_path: Path) -> None:
    # A kill while an undo is written: the state before it or the one after it, nothing else.
    for number in range(6):
        with Game(tmp_path) as game:
            game.listen()
            game.say("stock")
            game.say("undo")
            game.say("redo")
            game.pause(0.002 * number)
            game.kill()
        session = reopened(tmp_path)
        history = session.table.view.history
        assert session._match.rewound(len(history)) == session._match
        session.close()


# --- replaying a deal ---


def test_a_replay_has_the_same_cards_and_changes_nothing_in_the_match(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    result, deck = session.table, session._match.deal.deck
    session.replay()
    table = session.table
    assert table.replay
    assert not table.counted
    assert session._match.deal.deck == deck
    assert (table.starter, table.number) == (result.starter, result.number)
    assert not [event for event in table.view.history if event.seat == PERSON]
    finish_deal(session)
    assert session.table.scores == (0, 0)
    with pytest.raises(gin.IllegalAction, match="replay"):
        session.next_deal()
    session.leave_replay()
    assert session.table == result
    session.next_deal()
    assert session.table.number == result.number + 1


def test_the_computer_answers_a_replay_as_it_did(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    history = session.table.view.history
    session.replay()
    finish_deal(session)  # the person plays as before, so everything comes as before
    assert session.table.view.history == history


def test_a_replay_goes_on_after_a_restart_and_leads_back(tmp_path: Path) -> None:
    session = sit(tmp_path, seed=None)
    finish_deal(session)
    result = session.table
    session.replay()
    to_person(session)
    middle = session.table
    session.close()
    again = reopened(tmp_path)
    assert again.table == middle
    again.leave_replay()
    again.close()
    assert reopened(tmp_path).table == result


def test_a_replay_just_dealt_is_no_fresh_match(tmp_path: Path) -> None:
    # Else the program would open with the menu in the middle of a replay.
    session = sit(tmp_path)
    assert session.fresh
    finish_deal(session)
    session.replay()
    assert not session.table.view.history or session.table.starter == COMPUTER
    assert not session.fresh


def test_a_replay_of_a_replay_is_one_of_the_same_match(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    session.next_deal()
    finish_deal(session)
    result = session.table
    for _ in range(2):
        session.replay()
        finish_deal(session)
    assert session.table.number == 2
    session.leave_replay()
    assert session.table == result


def test_the_last_deal_of_a_match_can_be_replayed(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    result = session.table
    session.replay()
    assert session.table.winner is None
    finish_deal(session)
    assert session.table.winner is None
    session.leave_replay()
    assert session.table == result


def test_a_replay_tells_how_the_match_stands(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    session.next_deal()
    finish_deal(session)
    match = session.table
    assert match.standing == match.scores
    session.replay()
    finish_deal(session)
    session.close()
    session = reopened(tmp_path)
    table = session.table
    assert (table.scores, table.standing) == (match.deals[0].scores, match.deals[1].scores)
    assert table.deals == match.deals
    you, computer = match.scores
    stands = f"The match stands at: You {you}, computer {computer}."
    seat = Seat(session)
    assert stands in seat.words
    seat.keys("m")
    assert "REPLAY" in seat.words
    assert f"You need {100 - you} more, the computer needs {100 - computer}." in seat.words
    told = answers(session, "again", "score")
    assert stands in told[0]
    assert f"Score: You {you}, computer {computer}. First to 100." in told[1]


def test_a_replay_stays_with_its_deal_where_the_match_goes_on_in_another_window(
    tmp_path: Path,
) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    first = session._match.deal.deck
    with closing(Store(tmp_path)) as store:
        other = Session(store, store.load(1), greedy)
        session.replay()
        step(session)
        other.next_deal()
        step(other)
        assert other._match.deal.deck != first
    session.close()
    again = sit(tmp_path)
    assert again.table.replay
    assert again.table.number == 1
    assert again._match.deal.deck == first
    again.leave_replay()
    assert again.table.number == 2


def test_a_replay_of_a_match_that_is_won_leaves_it_won(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    headline = match_headline(0 if session.table.scores[0] >= 100 else 1, session.table.scores)
    session.replay()
    finish_deal(session)
    assert headline in Seat(session).keys("m").words


def won_in_a_replay(session: Session) -> None:
    """Play a match on until somebody wins it in a replay of its last deal."""
    while True:
        finish_deal(session)
        assert max(session.table.standing) < 100, "the match is won before a deal is found"
        session.replay()
        while session.table.result is None:
            # Whoever never knocks loses by more.
            legal = session.legal_actions()
            quiet = [action for action in legal if action.kind != "knock"]
            if session.thinking:
                step(session)
            else:
                session.play(quiet[0])
        result = session.table.result
        assert result.winner is not None
        if session.table.scores[result.winner] + result.points >= 100:
            return
        session.leave_replay()
        session.next_deal()


def test_a_replay_that_would_win_the_match_tells_no_secret_of_it(tmp_path: Path) -> None:
    session = sit(tmp_path)
    won_in_a_replay(session)
    proof = session.proof()
    assert proof.seed is None
    assert proof.scores == session.table.standing
    assert (proof.results, proof.winner) == (session.table.number, None)
    assert "a secret until the match is over" in Seat(session).keys("f").words
    session.leave_replay()
    assert session.proof() == proof


def test_a_replay_that_would_win_the_match_is_taken_up_at_its_result(tmp_path: Path) -> None:
    session = sit(tmp_path)
    won_in_a_replay(session)
    with pytest.raises(gin.IllegalAction, match="go back to the match"):
        session.next_deal()
    shown = session.table
    session.close()
    session = reopened(tmp_path)
    assert session.table == shown
    assert "Back to match" in Seat(session).text
    session.leave_replay()
    assert not session.table.replay
    session.close()
    assert not reopened(tmp_path).table.replay


def test_a_replay_of_a_match_that_is_won_shows_its_seed_as_the_match_does(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    proof = session.proof()
    assert proof.seed is not None
    session.replay()
    assert session.proof() == proof


def test_a_new_match_in_a_replay_asks_where_the_match_is_not_won(tmp_path: Path) -> None:
    session = sit(tmp_path / "open")
    finish_deal(session)
    session.replay()
    to_person(session)
    seat = Seat(session).keys("b")
    assert "Continue replay of deal 1" in seat.words
    seat.keys("n")
    assert session.table.replay
    assert "would stay unfinished" in seat.words
    won = sit(tmp_path / "won")
    finish_match(won)
    won.replay()
    Seat(won).keys("b", "n")
    assert won.fresh


def test_only_a_finished_deal_is_replayed_and_only_a_replay_is_left(tmp_path: Path) -> None:
    session = sit(tmp_path)
    with pytest.raises(gin.IllegalAction, match="not over"):
        session.replay()
    with pytest.raises(gin.IllegalAction, match="no replay"):
        session.leave_replay()


def test_a_replay_is_no_match_of_its_own(tmp_path: Path) -> None:
    practice = sit(tmp_path, deal_number=3)
    finish_deal(practice)
    practice.replay()
    practice.close()
    other = sit(tmp_path, deal_number=4)
    assert other.table.match_number == 2
    assert not other.table.replay


# --- files of the first version ---


def first_version(directory: Path, newer: Path) -> None:
    """Write the saves of `newer` as the first version of the program wrote them."""
    directory.mkdir()
    with closing(sqlite3.connect(Store(directory).path)) as connection:
        schema.MIGRATIONS[0](connection)
        connection.execute("ATTACH ? AS newer", (str(Store(newer).path),))
        for table in ("match", "deal", "action"):
            columns = ", ".join(
                row[1] for row in connection.execute(f"PRAGMA main.table_info({table})")
            )
            connection.execute(f"INSERT INTO {table} SELECT {columns} FROM newer.{table}")  # noqa: S608
        connection.execute("PRAGMA application_id = 1198091858")
        connection.execute("PRAGMA user_version = 1")
        connection.commit()


def test_a_file_of_the_first_version_goes_on_and_can_undo(tmp_path: Path) -> None:
    newer, older = tmp_path / "newer", tmp_path / "older"
    session = sit(newer)
    to_person(session)
    person_acts(session)
    session.close()
    first_version(older, newer)
    again = reopened(older)
    assert again.table == session.table
    before = again.table.view
    again.undo()
    again.redo()
    assert again.table.view == before
    again.close()
    with closing(sqlite3.connect(Store(older).path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        undos = connection.execute("SELECT undos FROM deal").fetchone()[0]
    assert version == len(schema.MIGRATIONS)
    assert undos == 1


DAMAGE = {
    "a gap": "UPDATE undone SET ply = ply + 1",
    "the wrong seat": "UPDATE undone SET seat = 1 - seat",
    "an action that is none": "UPDATE undone SET text = 'fold'",
    "an illegal action": "UPDATE undone SET text = 'knock AS'",
    "a number for an action": "UPDATE undone SET text = x'00'",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damage_in_what_was_taken_back_is_told(tmp_path: Path, damage: str) -> None:
    session = sit(tmp_path)
    to_person(session)
    session.play(Greedy().choose(session.table.view))
    session.undo()
    session.close()
    with closing(sqlite3.connect(Store(tmp_path).path)) as connection, connection:
        connection.execute(damage)
    with pytest.raises(gin.SaveError, match=r"damaged at match 1, deal 1, taken back ply \d+: "):
        reopened(tmp_path)


# --- on the screen ---


def playing(size: tuple[int, int] = (80, 24)) -> Seat:
    seat = Seat.at(size=size)
    return seat.computer()


def below_header(rows: list[str]) -> list[str]:
    """The rows without the header, where the mark of the deal stands."""
    return rows[1:]


@pytest.mark.parametrize("size", SIZES)
def test_undo_restores_the_exact_earlier_screen_and_marks_the_deal(size: tuple[int, int]) -> None:
    seat = playing(size)
    seen = [seat.rows]
    seat.keys("t")
    seat.keys("r", "G").keys(",", ",")
    seat.select(str(seat.stage.model.holding.shown[3]))
    seen.append(seat.rows)
    seat.keys("d").computer()
    seen.append(seat.rows)
    seat.keys("s").computer()
    for before in reversed(seen):
        seat.keys("u")
        assert below_header(seat.rows) == below_header(before)
    assert "undo" in seat.rows[0]


def test_redo_leads_on_again_on_the_screen() -> None:
    seat = playing().keys("t")
    seat.select(str(seat.stage.model.holding.shown[3])).keys("d").computer()
    view = seat.session.table.view
    seat.keys("u", "u", "c-r", "c-r")
    assert seat.session.table.view == view
    seat.keys("c-r")
    assert "nothing to do again" in seat.words


def test_undo_after_a_restart_keeps_the_persons_order() -> None:
    seat = playing().keys("t")
    seat.keys("end", ",", ",", ",")
    order = seat.hand
    card = seat.hand[4]
    seat.select(card).keys("d").computer()
    again = Seat(seat.session).keys("u")
    assert again.hand == order


def restarted(seat: Seat) -> Seat:
    """The seat as the next start of the program shows it."""
    return Seat(Session.open(Store(seat.session._store.path.parent)))


def test_the_next_start_shows_the_hand_as_it_was_whatever_was_done_with_it() -> None:
    chance = Random(4)
    keys = ["u", "c-r", *"stpurG,.135ddnyk", "end", "home", "enter", "escape"]
    seat, kinds = Seat.at().computer(), set()
    for _ in range(700):
        screen = seat.stage.screen.name
        bound = [k for k in keys if any(k == key for b in BINDINGS[screen] for key, _ in b.strokes)]
        kinds.add(screen)
        seat.keys(chance.choice(bound or ["escape"]))
        if seat.stage.screen.name == "cut":
            seat.keys("enter")
        seat.computer()
        if seat.session.table.result is None:
            again = restarted(seat)
            assert again.hand == seat.hand
            assert again.stage.model.holding.sort == seat.stage.model.holding.sort
            again.session.close()
    assert {"table", "result"} <= kinds
    assert seat.session.table.number > 1


def test_a_new_deal_is_put_together_as_the_settings_say() -> None:
    seat = Seat.at().computer().keys("s-right", "r")
    assert seat.stage.model.holding.grouped
    seat.keys("s-right")
    finish_deal(seat.session)
    seat.stage.model.deal_again()
    assert seat.stage.model.holding.grouped
    seat.stage.home()
    seat.keys("G")
    assert seat.stage.model.settings.group == "off"
    assert not seat.stage.model.holding.grouped


def test_the_undo_button_is_off_where_there_is_nothing_to_undo() -> None:
    seat = playing()
    seat.click("u Undo")
    assert "nothing of yours" in seat.words
    assert "[u Undo]" in seat.keys("t").text


def test_a_replay_is_marked_and_y_leads_back() -> None:
    seat = Seat.at()
    finish_deal(seat.session)
    seat = Seat(seat.session)
    result = seat.rows
    seat.keys("y")
    assert "Replay, deal 1" in seat.text
    seat.computer().keys("y")
    assert seat.rows == result
    seat.keys("y").computer()
    finish_deal(seat.session)
    seat.computer()
    assert "not counted" in seat.text
    assert "Back to match" in seat.text
    seat.keys("n")
    assert seat.rows == result
    seat.keys("n")
    assert "Deal 2" in seat.text


def test_undo_and_redo_in_the_program(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)

    async def script(screen: Screen) -> None:
        await screen.shows("Take")
        before = screen.rows[1:]
        screen.send("t")
        await screen.shows("Choose a card")
        screen.send("u")
        await screen.shows("undo used")
        await screen.until(lambda: screen.rows[1:] == before)
        screen.send("\x12")
        await screen.shows("Choose a card")

    assert on_screen(session, script) == 0
