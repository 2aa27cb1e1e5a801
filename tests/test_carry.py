"""`gin export` and `gin import`: matches to another computer and back, none doubled, none lost."""

import io
import json
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

import gin
from gin import record
from gin.saves import Store
from gin.session import Session
from house import finish_deal, finish_match, greedy, sit, sit_before_the_cards, step, to_person
from shell import run


class Computer:
    """One of two computers: its saves, and the command on them."""

    def __init__(self, directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.directory = directory
        self._capsys = capsys

    def run(self, *words: str) -> tuple[int, str, str]:
        return run([*words, "--data", str(self.directory)], self._capsys)

    def export(self, *words: str) -> str:
        status, out, err = self.run("export", *words)
        assert (status, err) == (0, "")
        return out

    def take_in(self, text: str, *words: str) -> tuple[int, str, str]:
        file = self.directory.parent / "carried.txt"
        file.write_text(text, encoding="utf-8")
        return self.run("import", str(file), *words)

    def sit(self) -> Session:
        return Session.open(Store(self.directory), seat_player=greedy)

    def rows(self, query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(Store(self.directory).path)) as connection:
            return connection.execute(query).fetchall()


@pytest.fixture
def here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Computer:
    return Computer(tmp_path / "here", capsys)


@pytest.fixture
def there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Computer:
    return Computer(tmp_path / "there", capsys)


def begin(computer: Computer) -> Session:
    session = sit_before_the_cards(computer.directory)
    session.cut("my cat")
    while not session.can_undo:
        step(session)
    session.undo()
    finish_deal(session)
    session.next_deal()
    for _ in range(7):
        step(session)
    return session


def test_a_match_goes_on_elsewhere_and_comes_back(here: Computer, there: Computer) -> None:
    session = begin(here)
    carried = here.export()
    status, out, _ = there.take_in(carried)
    assert (status, out) == (0, "match 1: taken in; 1 deal over, 0 to 26.\n")
    assert there.export() == carried
    other = there.sit()
    assert other._match == session._match
    assert other.table == session.table
    finish_match(other)
    other.close()
    session.close()
    status, out, _ = here.take_in(there.export())
    assert status == 0
    assert out.startswith("match 1: brought on to where the record stands;")
    assert here.export("1") == there.export("1")
    assert here.run("verify", "all")[0] == 0
    # Undo, and when the deals were over, are carried too.
    for query in (
        "SELECT number, undos, hints, ended FROM deal ORDER BY number",
        "SELECT deal, seat, dealt, draws, helped, expected FROM luck ORDER BY deal, seat",
        "SELECT level, origin, counted, created, status, winner, fingerprint, cut FROM match",
    ):
        assert here.rows(query) == there.rows(query)


def test_taking_in_twice_changes_nothing(here: Computer, there: Computer) -> None:
    begin(here).close()
    carried = here.export()
    assert there.take_in(carried)[0] == 0
    before = there.rows("SELECT * FROM match"), there.rows("SELECT * FROM action")
    status, out, _ = there.take_in(carried)
    assert status == 0
    assert out.startswith("match 1: was here already, nothing was changed;")
    assert (there.rows("SELECT * FROM match"), there.rows("SELECT * FROM action")) == before
    status, out, _ = here.take_in(carried, "--json")
    assert json.loads(out)["outcome"] == "known"


def test_a_match_brought_on_keeps_the_marks_of_both_places(here: Computer, there: Computer) -> None:
    session = begin(here)
    to_person(session)
    assert there.take_in(here.export())[0] == 0
    session.helped()
    session.play(session.legal_actions()[0])
    session.undo()
    session.close()
    other = there.sit()
    step(other)
    other.close()
    assert here.take_in(there.export())[1].startswith("match 1: brought on")
    # In deal 1 something was taken back before it was carried, in deal 2 only here.
    assert here.rows("SELECT undos, hints FROM deal ORDER BY number") == [(1, 0), (1, 1)]
    assert "undone: 1:1 2:1\nhelped: 2:1\n" in here.export()
    assert here.run("verify", "all")[0] == 0


def test_times_that_are_known_here_are_not_lost_to_a_record_without_them(
    here: Computer, there: Computer
) -> None:
    begin(here).close()
    begun = here.rows("SELECT created FROM match")
    first, _ = here.rows("SELECT ended FROM deal ORDER BY number")
    bare = re.sub(r"(?m)^(?:begun|ended): .*\n", "", here.export())
    assert there.take_in(rechecked(bare))[0] == 0
    other = there.sit()
    finish_deal(other)
    other.close()
    assert there.rows("SELECT ended FROM deal ORDER BY number")[0] == (None,)
    assert here.take_in(there.export())[1].startswith("match 1: brought on")
    assert here.rows("SELECT created FROM match") == begun
    assert here.rows("SELECT ended FROM deal ORDER BY number") == [
        first,
        *there.rows("SELECT ended FROM deal WHERE number = 2"),
    ]


def test_hints_and_undo_are_carried_as_often_as_they_were(here: Computer, there: Computer) -> None:
    session = begin(here)
    to_person(session)
    session.helped()
    for _ in range(2):
        session.play(session.legal_actions()[0])
        session.undo()
    session.close()
    text = here.export()
    assert "undone: 1:1 2:2\nhelped: 2:1\n" in text
    assert there.take_in(text)[0] == 0
    assert there.rows("SELECT undos, hints FROM deal ORDER BY number") == [(1, 0), (2, 1)]


def test_a_match_of_a_seed_that_was_said_counts_elsewhere_too(
    here: Computer, there: Computer
) -> None:
    session = sit(here.directory)
    finish_deal(session)
    table = session.table
    session.close()
    assert there.take_in(here.export())[1].startswith("match 1: taken in;")
    assert sit(there.directory).table == table
    assert table.counted


def test_one_seed_with_another_cut_is_another_match(here: Computer, there: Computer) -> None:
    for computer, cut in ((here, "my cat"), (there, "your dog")):
        session = sit_before_the_cards(computer.directory)
        session.cut(cut)
        step(session)
        session.close()
    status, out, _ = there.take_in(here.export())
    assert status == 0
    assert out.startswith("match 2: taken in;")


def test_a_match_is_known_beside_its_replay(here: Computer) -> None:
    session = sit_before_the_cards(here.directory)
    finish_deal(session)
    session.replay()
    finish_deal(session)
    session.close()
    status, out, _ = here.take_in(here.export("1"))
    assert status == 0
    assert out.startswith("match 1: was here already, nothing was changed;")


def test_an_older_record_does_not_take_back_what_was_played_since(here: Computer) -> None:
    session = begin(here)
    older = here.export()
    step(session)
    match = session._match
    session.close()
    status, out, _ = here.take_in(older)
    assert status == 0
    assert "goes on further here, nothing was changed" in out
    assert here.sit()._match == match


def test_a_match_played_differently_here_and_there_is_refused(
    here: Computer, there: Computer
) -> None:
    session = begin(here)
    assert there.take_in(here.export())[0] == 0
    while session.thinking:
        session.answer(session.choose())
    session.play(session.legal_actions()[0])
    other = there.sit()
    while other.thinking:
        other.answer(other.choose())
    other.play(other.legal_actions()[1])
    other.close()
    before = here.rows("SELECT * FROM action")
    status, out, err = here.take_in(there.export())
    assert (status, out) == (2, "")
    assert "Match 1 here has the same cards and was played differently" in err
    assert here.rows("SELECT * FROM action") == before


def test_a_deal_before_the_present_one_played_differently_is_seen(
    here: Computer, there: Computer
) -> None:
    for computer, choice in ((here, 0), (there, 1)):
        session = sit_before_the_cards(computer.directory)
        to_person(session)
        session.play(session.legal_actions()[choice])
        finish_deal(session)
        session.next_deal()
        session.close()
    status, _, err = here.take_in(there.export())
    assert status == 2
    assert "was played differently" in err


def test_nothing_of_a_file_is_taken_in_where_one_match_of_it_is_refused(
    here: Computer, there: Computer
) -> None:
    first = sit_before_the_cards(here.directory, bytes(31) + b"\1")
    step(first)
    first.close()
    for computer, choice in ((here, 0), (there, 1)):
        session = sit_before_the_cards(computer.directory)
        to_person(session)
        session.play(session.legal_actions()[choice])
        session.close()
    carried = here.export("all")
    assert carried.count("gin-rummy record 1\n") == 2
    before = there.export("all")
    status, out, err = there.take_in(carried)
    assert (status, out) == (2, "")
    assert "was played differently" in err
    assert there.export("all") == before


def test_all_matches_go_in_one_file_and_the_one_in_progress_goes_on(
    here: Computer, there: Computer
) -> None:
    session = sit_before_the_cards(here.directory)
    finish_match(session)
    session.close()
    practice = sit(here.directory, deal_number=7)
    finish_deal(practice)
    practice.close()
    begun = sit_before_the_cards(here.directory, bytes(31) + b"\1")
    begun.cut("x")
    step(begun)
    match = begun._match
    begun.close()
    carried = here.export("all")
    assert carried.count("gin-rummy record 1\n") == 3
    status, out, _ = there.take_in(carried)
    assert status == 0
    assert [line.partition(":")[0] for line in out.splitlines()] == [
        "match 1",
        "match p1",
        "match 2",
    ]
    assert there.export("all") == carried
    assert there.sit()._match == match


def test_a_finished_match_taken_in_does_not_come_before_the_one_in_progress(
    here: Computer, there: Computer
) -> None:
    session = sit_before_the_cards(here.directory)
    finish_match(session)
    session.close()
    own = sit_before_the_cards(there.directory, bytes(31) + b"\1")
    step(own)
    match = own._match
    own.close()
    assert there.take_in(here.export())[0] == 0
    assert there.sit()._match == match


def test_replays_of_a_match_that_is_brought_on_are_let_go(here: Computer, there: Computer) -> None:
    session = sit_before_the_cards(here.directory)
    finish_deal(session)
    session.replay()
    session.close()
    assert there.take_in(here.export("1"))[0] == 0
    other = there.sit()
    other.next_deal()
    other.close()
    assert here.take_in(there.export())[0] == 0
    assert here.run("verify", "all")[0] == 0
    assert not here.sit().table.replay


def test_replays_are_not_among_the_matches_that_have_numbers(here: Computer) -> None:
    for number in (3, 4):
        session = sit(here.directory, deal_number=number)
        finish_deal(session)
        session.replay()
        session.close()
    assert here.run("verify", "all")[1].count("everything is right") == 2
    match = gin.Match.from_text(here.export("p2"))
    assert match.fingerprint == sit(here.directory, deal_number=4).fingerprint
    assert here.run("export", "p3")[0] == 2


def test_an_export_to_a_file_never_overwrites(here: Computer, tmp_path: Path) -> None:
    begin(here).close()
    file = tmp_path / "match.txt"
    assert here.run("export", "-o", str(file)) == (0, "", "")
    assert file.read_text() == here.export()
    status, out, err = here.run("export", "-o", str(file))
    assert (status, out) == (2, "")
    assert err == f"gin: {file} is there already; choose another name.\n"
    assert here.run("export", "-o", str(tmp_path / "no" / "match.txt"))[0] == 2
    assert here.run("export", "-o", "/dev/full")[0] == 2


def test_a_file_of_saves_can_be_exported_under_any_name(here: Computer, tmp_path: Path) -> None:
    begin(here).close()
    other = tmp_path / "old.db"
    other.write_bytes(Store(here.directory).path.read_bytes())
    assert here.export(str(other)) == here.export("all")


def test_the_input_can_be_a_pipe(
    here: Computer, there: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(here).close()
    data = io.BytesIO(here.export().encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data))
    assert there.run("import", "-")[0] == 0
    assert there.export() == here.export()


def test_without_its_seed_an_unfinished_match_cannot_be_taken_in(
    here: Computer, there: Computer
) -> None:
    begin(here).close()
    secret = here.export("--secret")
    assert "seed: " not in secret
    status, _, err = there.take_in(secret)
    assert status == 2
    assert "line 14: The seed is missing; export the match without --secret" in err
    assert not there.directory.exists()


def changed(text: str, old: str, new: str) -> str:
    """A record with something changed and its check made to fit again."""
    assert old in text
    return rechecked(text.replace(old, new, 1))


def rechecked(text: str) -> str:
    bare = text.rpartition("check: ")[0]
    return record.write(record.read(bare))


def test_wrong_missing_doubled_and_illegal_content_is_refused_with_its_line(
    here: Computer, there: Computer
) -> None:
    begin(here).close()
    text = here.export()
    lines = text.splitlines()
    actions = lines[12].partition("actions ")[2].split("; ")
    assert len(actions) > 3
    cases = [
        ("a letter\n", 1, "This is no record"),
        ("", 1, "This is no record"),
        (text.replace("record 1", "record 2"), 1, "has version 2"),
        ("\n".join(lines[:1] + lines[2:]), 14, "'seat 0' is missing"),
        ("\n".join(lines[:2] + lines[1:]), 3, "stands twice"),
        ("\n".join(lines[:13] + lines[12:]), 14, "This is deal 2, not deal 1"),
        ("\n".join(lines[:12] + lines[13:]), 13, "This is deal 1, not deal 2"),
        (text.replace(actions[2], "fold", 1), 13, "'fold' is no action"),
        ("\n".join(lines[:14]), 14, "The check is missing"),
        (text.replace("cut: 6d", "cut: 6e"), 13, ""),
        (changed(text, "level: steady", "level: Nobody!"), 8, "'level' cannot be 'Nobody!'"),
        (changed(text, "level: steady", "level: nobody"), 1, "no computer player 'nobody'"),
        (changed(text, "level: steady\n", ""), 1, "say so with --level"),
        (changed(text, "origin: random", "origin: found"), 9, "'origin' cannot be 'found'"),
        (changed(text, "begun: 2", "begun: x"), 10, "'begun' cannot be"),
        (changed(text, "undone: 1:1", "undone: 3:1"), 12, "'3:1' is no count of a deal"),
        (changed(text, "undone: 1:1", "undone: 0:1"), 12, "'0:1' is no count of a deal"),
        (changed(text, "undone: 1:1", "undone: 1:0"), 12, "'1:0' is no count of a deal"),
        (changed(text, "undone: 1:1", "undone: 1:1 1:2"), 12, "'1:2' is no count of a deal"),
        (text.replace("you", "\ud8ff", 1), 2, "is UTF-8 text"),
        (f"{text}{text.replace(actions[2], 'fold', 1)}", 28, "'fold' is no action"),
    ]
    for altered, line, said in cases:
        file = there.directory.parent / "altered.txt"
        file.write_bytes(altered.encode("utf-8", "surrogatepass"))
        status, out, err = there.run("import", str(file))
        assert (status, out) == (2, ""), said
        assert err.startswith("gin: line "), err
        assert said in err, err
        assert int(err.split()[2].rstrip(":")) == line, err
        assert err.count("\n") == 1
        # Nothing of it, nor of a record before it in the same file, was taken in.
        assert not there.directory.exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        *(
            (name, time)
            for name in ("begun", "ended")
            for time in (
                "2026-99-99T99:99:99+00:00",
                "2026-02-30T10:00:00+00:00",
                "2026-02-03T24:00:00+00:00",
                "0000-01-01T00:00:00+00:00",
                "２０２６-01-01T00:00:00+00:00",
            )
        ),
        ("helped", "１:１"),
        ("undone", "1:١"),
    ],
)
def test_times_are_those_of_a_calendar_and_digits_are_0_to_9(
    here: Computer, there: Computer, name: str, content: str
) -> None:
    begin(here).close()
    bare = re.sub(rf"(?m)^{name}: .*\n", "", here.export())
    altered = bare.replace("\ndeal 1", f"\n{name}: {content}\ndeal 1", 1)
    status, out, err = there.take_in(rechecked(altered))
    assert (status, out) == (2, "")
    assert f"The header '{name}' cannot be '{content}'." in err
    assert not there.directory.exists()


def test_a_record_that_does_not_name_the_level_is_told_it(there: Computer) -> None:
    match = gin.Match(seed=bytes(32))
    assert there.take_in(match.to_text(reveal=True), "--level", "simple")[0] == 0
    assert there.sit().table.level == "simple"
    assert there.take_in(match.to_text(reveal=True), "--level", "nobody")[0] == 2


def test_the_level_of_a_record_comes_before_the_one_that_is_said(
    here: Computer, there: Computer
) -> None:
    begin(here).close()
    assert there.take_in(here.export(), "--level", "simple")[0] == 0
    assert there.sit().table.level == "steady"


def test_every_deal_that_is_over_has_its_time_or_none_has(here: Computer, there: Computer) -> None:
    session = begin(here)
    finish_deal(session)
    session.close()
    text = here.export()
    first, second = re.findall(r"(?m)^ended: (\S+) (\S+)$", text)[0]
    for times in (first, f"{first} {second} {second}"):
        status, _, err = there.take_in(changed(text, f"ended: {first} {second}", f"ended: {times}"))
        assert status == 2
        assert f"line 11: Finished deals: 2, not {len(times.split())}." in err
    assert there.take_in(changed(text, f"ended: {first}", "ended: -"))[0] == 0
    assert there.rows("SELECT ended FROM deal ORDER BY number") == [(None,), (second,)]
    # What is not known is left open again when it goes on from there.
    assert f"ended: - {second}\n" in there.export()


def test_a_whole_match_written_by_hand_needs_no_check(here: Computer, there: Computer) -> None:
    session = sit_before_the_cards(here.directory)
    finish_match(session)
    session.close()
    text = here.export().rpartition("check: ")[0]
    assert there.take_in(text)[0] == 0
    assert there.export() == here.export()
    # The same text cut off within a deal or after one is no whole match.
    cut_off = "\n".join(text.splitlines()[:-1])
    status, _, err = there.take_in(cut_off)
    assert status == 2
    assert "The check is missing" in err


def test_what_cannot_be_read_is_one_sentence(there: Computer, tmp_path: Path) -> None:
    for place in (tmp_path / "none.txt", tmp_path):
        status, out, err = there.run("import", str(place))
        assert (status, out) == (2, "")
        assert "cannot be read" in err
    status, _, err = there.run("export", "4")
    assert status == 2
    assert "There are no matches in" in err
