"""Saved matches: whole after every action, refused where damaged, never overwritten (R-V cases)."""

import random
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import gin
from gin.saves import Store, schema
from gin.session import Session
from house import SEED, finish_deal, finish_match, greedy, sit, step, to_person

if TYPE_CHECKING:
    from collections.abc import Callable


def database(directory: Path) -> Path:
    return Store(directory).path


def alter(directory: Path, *statements: str) -> None:
    connection = sqlite3.connect(database(directory))
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}


def kind_of_moment(session: Session) -> str:
    table = session.table
    if table.winner is not None:
        return "match over"
    if table.result is not None:
        return "deal over"
    if table.phase == "upcard":
        return "upcard, starter" if table.to_act == table.starter else "upcard, other"
    if table.phase == "discard":
        return "discard after stock" if table.view.barred is None else "discard after pile"
    return table.phase


def test_a_reload_gives_the_same_match_in_every_phase(tmp_path: Path) -> None:
    # R-V01, R-V03, R-V11
    session = sit(tmp_path)
    seen: set[str] = set()
    while True:
        moment = kind_of_moment(session)
        if moment not in seen or session.table.number == 1:
            seen.add(moment)
            again = Session.open(Store(tmp_path), seat_player=greedy)
            assert again._match == session._match
            assert again.table == session.table
            assert again.legal_actions() == session.legal_actions()
            assert all(isinstance(points, int) for points in again.table.scores)
            again.close()
        if session.table.winner is not None:
            break
        step(session)
    session.close()
    assert seen >= {
        "upcard, starter",
        "upcard, other",
        "must_draw",
        "draw",
        "discard after stock",
        "discard after pile",
        "deal over",
        "match over",
    }


def test_a_card_taken_stays_barred_after_a_reload(tmp_path: Path) -> None:
    # R-V02
    session = sit(tmp_path)
    to_person(session)
    taken = session.table.view.top
    assert taken is not None
    session.play(gin.Action.TAKE if session.table.phase == "upcard" else gin.Action.DRAW_DISCARD)
    session.close()
    again = sit(tmp_path)
    assert again.table.view.barred == taken
    with pytest.raises(gin.IllegalAction, match=str(taken)):
        again.play(gin.Action.discard(taken))
    again.close()


def test_an_earlier_file_gives_the_same_cards_again(tmp_path: Path) -> None:
    # R-V09
    first, copy = tmp_path / "first", tmp_path / "copy"
    session = sit(first)
    for _ in range(9):
        step(session)
    session.close()
    shutil.copytree(first, copy)
    tables: list[list[object]] = []
    for directory in (first, copy):
        session = sit(directory)
        tables.append([])
        for _ in range(12):
            step(session)
            tables[-1].append((session.table.view, session.table.computer_move))
        session.close()
    assert tables[0] == tables[1]


def test_looking_changes_nothing(tmp_path: Path) -> None:
    # R-V08
    session = sit(tmp_path)
    for _ in range(7):
        step(session)
    session.close()
    before = contents(tmp_path)
    again = sit(tmp_path)
    assert again.table.view.history
    again.legal_actions()
    again.close()
    assert {name: before[name] for name in before} == {
        name: text for name, text in contents(tmp_path).items() if name in before
    }


def test_looking_for_a_match_creates_no_file(tmp_path: Path) -> None:
    store = Store(tmp_path / "nowhere")
    assert store.find() is None
    with pytest.raises(gin.SaveError, match="no match 1"):
        store.load(1)
    assert not (tmp_path / "nowhere").exists()


def test_the_directory_is_the_owners_alone(tmp_path: Path) -> None:
    sit(tmp_path / "saves").close()
    assert (tmp_path / "saves").stat().st_mode & 0o777 == 0o700


def test_the_second_of_two_windows_is_told_and_overwrites_nothing(tmp_path: Path) -> None:
    # R-V12
    first, second = sit(tmp_path), sit(tmp_path)
    for session in (first, second):
        assert session.table == first.table
    step(first)
    before = second.table
    with pytest.raises(gin.SaveError, match="another window"):
        step(second)
    assert second.table == before
    again = sit(tmp_path)
    assert again.table == first.table
    for session in (first, second, again):
        session.close()


def before_a_discard(directory: Path) -> Session:
    """The person may throw several cards and has played something already."""
    session = sit(directory)
    while not (session.table.your_turn and session.table.phase == "discard" and session.can_undo):
        step(session)
    return session


def discards(session: Session) -> list[gin.Action]:
    return [action for action in session.legal_actions() if action.kind == "discard"]


def test_a_window_is_told_where_the_other_one_has_played_as_much_but_something_else(
    tmp_path: Path,
) -> None:
    first = before_a_discard(tmp_path)
    one, other, *_ = discards(first)
    first.play(one)
    to_person(first)
    second = sit(tmp_path)
    second.undo()
    second.play(other)
    to_person(second)
    before = first.table
    assert len(second.table.view.history) == len(before.view.history)
    for change in (
        lambda: step(first),
        first.undo,
        first.helped,
        lambda: first.hold("suit grouped AS"),
    ):
        with pytest.raises(gin.SaveError, match="another window"):
            change()
    assert first.table == before
    assert sit(tmp_path).table == second.table


def test_a_window_does_again_only_what_it_took_back_itself(tmp_path: Path) -> None:
    first = before_a_discard(tmp_path)
    one, other, *_ = discards(first)
    first.play(one)
    first.undo()
    second = sit(tmp_path)
    second.play(other)
    second.undo()
    before = first.table
    with pytest.raises(gin.SaveError, match="another window"):
        first.redo()
    assert first.table == before
    again = sit(tmp_path)
    assert again.can_redo
    assert again.redo()[0].action == other


def anything(session: Session, chance: random.Random) -> None:
    """Something of what can be done now, by whoever is to act."""
    table = session.table
    if session.can_undo and chance.random() < 0.25:
        session.undo()
    elif session.can_redo and chance.random() < 0.5:
        session.redo()
    elif session.thinking:
        session.answer(session.choose())
    elif table.your_turn:
        session.play(chance.choice(session.legal_actions()))
    elif table.replay:
        session.leave_replay()
    elif table.winner is not None or chance.random() < 0.3:
        session.replay()
    else:
        session.next_deal()


@pytest.mark.parametrize("seed", range(10))
def test_what_windows_of_one_match_do_in_any_order_leaves_it_whole(
    tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    windows = [sit(tmp_path) for _ in range(3)]
    told: list[str] = []
    for _ in range(60):
        session = chance.choice(windows)
        try:
            anything(session, chance)
        except gin.SaveError as error:
            told.append(str(error))
            if chance.random() < 0.5:
                windows[windows.index(session)] = sit(tmp_path)
        else:
            # Loading plays everything again, and compares the seal.
            with closing(Store(tmp_path)) as store:
                assert store.load(session._saved.id).match == session._match
                store.check()
    assert told
    assert all("another window" in text for text in told)


def test_two_windows_do_not_deal_the_next_deal_twice(tmp_path: Path) -> None:
    first = sit(tmp_path)
    finish_deal(first)
    second = sit(tmp_path)
    first.next_deal()
    with pytest.raises(gin.SaveError, match="another window"):
        second.next_deal()
    first.close()
    second.close()


def test_saves_in_use_are_reported(tmp_path: Path) -> None:
    session = Session.open(Store(tmp_path, wait_seconds=0), seed=SEED, seat_player=greedy)
    before = session.table
    other = sqlite3.connect(database(tmp_path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(gin.SaveError, match="in use by another program"):
        step(session)
    other.execute("ROLLBACK")
    other.close()
    assert session.table == before
    step(session)
    session.close()


def test_a_full_disk_is_reported_and_the_session_can_go_on_later(tmp_path: Path) -> None:
    session = sit(tmp_path)
    before = session.table
    writer = session._store._writer
    assert writer is not None
    pages = writer.execute("PRAGMA page_count").fetchone()[0]
    writer.execute(f"PRAGMA max_page_count = {pages}")

    def fill() -> None:
        for _ in range(10):
            finish_match(session)
            session.new_match()

    with pytest.raises(gin.SaveError, match="disk is full"):
        fill()
    stopped = session.table
    writer.execute("PRAGMA max_page_count = 100000")
    again = sit(tmp_path, seed=None)
    assert again.table == stopped != before
    again.close()
    session.new_match()
    session.close()


def test_a_directory_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for directory in (tmp_path / "file", tmp_path / "file" / "saves"):
        with pytest.raises(gin.SaveError, match="a file is where a folder should be"):
            sit(directory)


def test_a_newer_format_is_refused_and_left_alone(tmp_path: Path) -> None:
    # R-V06
    sit(tmp_path).close()
    alter(tmp_path, "PRAGMA user_version = 99")
    before = database(tmp_path).read_bytes()
    with pytest.raises(gin.SaveError, match="newer version of this program"):
        sit(tmp_path)
    with pytest.raises(gin.SaveError, match="newer version of this program"):
        Store(tmp_path).create(gin.Match(), level="steady", origin="random", counted=True)
    assert database(tmp_path).read_bytes() == before


@pytest.mark.parametrize("size", [1, 100, 4096, 9000])
def test_a_truncated_file_is_refused_and_left_alone(tmp_path: Path, size: int) -> None:
    session = sit(tmp_path)
    for _ in range(5):
        step(session)
    session.close()
    path = database(tmp_path)
    path.write_bytes(path.read_bytes()[:size])
    before = path.read_bytes()
    with pytest.raises(gin.SaveError, match=f"{path.name}.*gin doctor says what can be rescued"):
        sit(tmp_path)
    assert path.read_bytes() == before


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = database(tmp_path)
    path.write_text("a letter to a friend, long enough to be more than a header of a file " * 20)
    before = path.read_bytes()
    with pytest.raises(gin.SaveError, match="damaged"):
        sit(tmp_path)
    assert path.read_bytes() == before

    path.unlink()
    alter(tmp_path, "CREATE TABLE recipe (title TEXT)")
    before = path.read_bytes()
    with pytest.raises(gin.SaveError, match="not a file of saved gin matches"):
        sit(tmp_path)
    assert path.read_bytes() == before


def test_an_empty_file_is_a_fresh_start(tmp_path: Path) -> None:
    # What a kill leaves between the creation of the file and its first transaction.
    database(tmp_path).touch()
    session = sit(tmp_path)
    step(session)
    session.close()
    assert sit(tmp_path).table == session.table


DAMAGE = {
    "an action that is none": "UPDATE action SET text = 'fold' WHERE ply = 3",
    "an illegal action": "UPDATE action SET text = 'stock' WHERE ply = 1",
    "a missing action": "DELETE FROM action WHERE deal = 1 AND ply = 2",
    "an action of the other seat": "UPDATE action SET seat = 1 - seat WHERE ply = 2",
    "an action after the end": (
        "INSERT INTO action SELECT match, deal, ply + 1, seat, text FROM action"
        " WHERE deal = 1 ORDER BY ply DESC LIMIT 1"
    ),
    "another starter": "UPDATE deal SET starter = 1 - starter",
    "another deck": "UPDATE deal SET deck = zeroblob(52)",
    "another seed": "UPDATE match SET seed = zeroblob(32)",
    "another result": "UPDATE deal SET points = points + 1 WHERE kind IS NOT NULL",
    "a deal left out": "UPDATE deal SET number = 3 WHERE number = 2",
    "a winner too soon": "UPDATE match SET winner = 0",
    "bytes for an action": "UPDATE action SET text = x'00ff' WHERE ply = 2",
    "words for a number": "UPDATE match SET target = 'much'",
    "words for a deal": "UPDATE deal SET number = 'first' WHERE number = 1",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_match_is_refused_with_the_place(tmp_path: Path, damage: str) -> None:
    # R-V05
    session = sit(tmp_path)
    finish_deal(session)
    session.next_deal()
    session.close()
    alter(tmp_path, "PRAGMA foreign_keys = OFF", damage)
    before = database(tmp_path).read_bytes()
    match_id = Store(tmp_path).find(level="steady")
    assert match_id is not None
    with pytest.raises(gin.SaveError, match=r"damaged at match 1(, deal \d(, ply \d+)?)?: "):
        Store(tmp_path).load(match_id)
    assert database(tmp_path).read_bytes() == before


def test_bytes_changed_anywhere_never_give_half_a_match(tmp_path: Path) -> None:
    session = sit(tmp_path)
    for _ in range(60):
        step(session)
    session.close()
    path = database(tmp_path)
    whole, match = path.read_bytes(), session._match
    chance = random.Random(3)
    refused = 0
    for _ in range(150):
        changed = bytearray(whole)
        for place in random.Random(chance.random()).sample(range(len(whole)), 12):
            changed[place] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        store = Store(tmp_path)
        try:
            found = store.find()
            # A bit may fall where nothing is stored, or hide the match; then the rest is whole.
            assert found is None or store.load(found).match == match
        except gin.SaveError:
            refused += 1
        store.close()
        assert path.read_bytes() == bytes(changed)
    assert refused


def test_every_deal_is_stored_with_its_cards_and_its_result(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    session.close()
    connection = sqlite3.connect(database(tmp_path))
    rows = connection.execute(
        "SELECT number, starter, deck, kind, knocker, winner, points, deadwood_0, deadwood_1"
        " FROM deal ORDER BY number"
    ).fetchall()
    status = connection.execute("SELECT status, winner FROM match").fetchone()
    connection.close()
    assert status == ("over", session.table.winner)
    assert len(rows) == len(session.table.deals) > 1
    for row, line in zip(rows, session.table.deals, strict=True):
        assert row[:2] == (line.number, line.starter)
        assert sorted(row[2]) == list(range(52))
        assert row[3:] == (line.kind, line.knocker, line.winner, line.points, *line.deadwood)


def test_the_stored_match_is_the_record_of_the_match(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    session.close()
    again = sit(tmp_path, seed=None)
    assert gin.Match.from_text(again._match.to_text()) == session._match
    again.close()


def test_a_file_of_an_older_format_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = sit(tmp_path)
    step(session)
    session.close()

    def add_note(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE match ADD COLUMN note TEXT")

    steps: tuple[Callable[[sqlite3.Connection], None], ...] = schema.MIGRATIONS
    monkeypatch.setattr(schema, "MIGRATIONS", (*steps, add_note))
    again = sit(tmp_path)
    assert again.table == session.table
    again.close()
    connection = sqlite3.connect(database(tmp_path))
    assert connection.execute("PRAGMA user_version").fetchone()[0] == len(steps) + 1
    assert connection.execute("SELECT note FROM match").fetchone() == (None,)
    connection.close()


def test_a_match_with_a_secret_seed_cannot_be_saved(tmp_path: Path) -> None:
    text = gin.Match().to_text(reveal=False)
    with pytest.raises(gin.SaveError, match="seed"):
        Store(tmp_path).create(
            gin.Match.from_text(text), level="steady", origin="random", counted=True
        )


def test_the_store_can_be_used_from_another_thread(tmp_path: Path) -> None:
    session = sit(tmp_path)
    with ThreadPoolExecutor(1) as pool:
        for _ in range(6):
            pool.submit(step, session).result()
    assert sit(tmp_path).table == session.table
    session.close()
