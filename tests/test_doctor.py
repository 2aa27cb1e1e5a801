"""`gin doctor`: what is wrong is said with what can be rescued, and nothing is lost in silence."""

import io
import json
import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pytest

import gin
from gin.cli import main
from gin.saves import Store, schema
from gin.saves.rescue import examine, rescue
from gin.session import Session
from house import finish_deal, greedy, sit, sit_before_the_cards, step
from shell import Terminal, run


class Output(io.TextIOWrapper):
    """A standard output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


if TYPE_CHECKING:
    from collections.abc import Callable

FLIPS = int(os.environ.get("GIN_SOAK_FLIPS", "25"))


def doctor(
    capsys: pytest.CaptureFixture[str], directory: Path, *words: str
) -> tuple[int, list[str]]:
    config = str(directory.parent / "none.toml")
    status, out, err = run(["doctor", "--data", str(directory), "--config", config, *words], capsys)
    assert err == ""
    return status, out.splitlines()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with three matches: one of two deals, one begun, one practice deal that is over."""
    directory = tmp_path_factory.mktemp("whole")
    for number in range(2):
        session = sit_before_the_cards(directory, bytes(31) + bytes([number]))
        session.cut("my cat" if number else "")
        finish_deal(session)
        if not number:
            session.next_deal()
            for _ in range(9):
                step(session)
        session.close()
    practice = sit(directory, deal_number=7)
    finish_deal(practice)
    practice.close()
    return Store(directory).path.read_bytes()


def put(directory: Path, data: bytes) -> Path:
    path = Store(directory).path
    directory.mkdir(exist_ok=True)
    for side in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + side).unlink(missing_ok=True)
    path.write_bytes(data)
    return path


def matches(directory: Path) -> dict[str, gin.Match]:
    with closing(Store(directory)) as store:
        return {entry.name: store.load(entry.id).match for entry in store.entries()}


def begins(longer: gin.Match, shorter: gin.Match) -> bool:
    """Whether a match is the beginning of another one."""
    deals = [*longer.before, longer.deal]
    return (
        shorter.seed == longer.seed
        and shorter.cut == longer.cut
        and len(shorter.before) < len(deals)
        and tuple(deals[: len(shorter.before)]) == shorter.before
        and deals[len(shorter.before)].history[: len(shorter.deal.history)] == shorter.deal.history
    )


# --- what is well ---


def test_a_healthy_place_is_status_0(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "saves", whole)
    status, lines = doctor(capsys, tmp_path / "saves")
    assert status == 0
    assert [line.split()[1] for line in lines] == [
        *("program", "engine", "terminal", "settings", "folder", "saves"),
    ]
    assert "matches 3, deals 4, actions " in lines[-1]
    status, lines = doctor(capsys, tmp_path / "saves", "--json")
    assert {json.loads(line)["state"] for line in lines} == {"ok", "note"}
    status, lines = doctor(capsys, tmp_path / "saves", "--rescue")
    assert status == 0
    assert "The saves are whole; nothing was done." in lines[0]
    assert (
        put(tmp_path / "other", whole).read_bytes() == Store(tmp_path / "saves").path.read_bytes()
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("LANG=de_DE.UTF-8", ("ok", "80x24, TERM=xterm, utf-8")),
        ("LANG=C", ("note", "cards are drawn with letters")),
        ("GIN_ASCII=1", ("note", "cards are drawn with letters")),
        ("ACCESSIBLE=1", ("note", "gin plays in lines")),
        ("TERM=dumb", ("note", "gin plays in lines")),
        ("COLUMNS=29", ("note", "the table needs 30x10")),
    ],
)
def test_the_terminal_is_as_the_game_takes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, told: tuple[str, str]
) -> None:
    for name in ("NO_COLOR", "LC_ALL", "LC_CTYPE", "PYTHONUTF8", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    known = {"TERM": "xterm", "LANG": "", "COLUMNS": "80", "LINES": "24"}
    for name, text in (known | {"GIN_ASCII": "", "ACCESSIBLE": ""}).items():
        monkeypatch.setenv(name, text)
    monkeypatch.setenv(*said.split("="))
    output = Output(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", output)
    assert main(["doctor", "--data", str(tmp_path / "none")]) == 0
    output.seek(0)
    (line,) = (line for line in output.read().splitlines() if line[6:].startswith("terminal"))
    state, _, found = line.split(maxsplit=2)
    assert (state, found.rpartition(": ")[2]) == told


def test_where_nothing_is_saved_yet_nothing_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines = doctor(capsys, tmp_path / "none" / "deep")
    assert status == 0
    assert lines[-1].endswith("none yet")
    assert not (tmp_path / "none").exists()


def test_bad_settings_and_a_file_for_a_folder_are_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "config.toml"
    config.write_text("theme = \n")
    (tmp_path / "file").write_text("in the way")
    directory = str(tmp_path / "file" / "saves")
    status, out, _ = run(["doctor", "--data", directory, "--config", str(config)], capsys)
    lines = out.splitlines()
    assert status == 1
    assert any(line.startswith("wrong settings") and "no TOML" in line for line in lines)
    assert any(line.startswith("wrong folder") and "is a file" in line for line in lines)


def test_a_newer_file_is_wrong_and_is_not_rescued(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = put(tmp_path / "saves", whole)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    status, lines = doctor(capsys, tmp_path / "saves")
    assert status == 1
    assert "written by a newer version" in lines[-1]
    status, _, err = run(["doctor", "--rescue", "--data", str(tmp_path / "saves")], capsys)
    assert status == 2
    assert "written by a newer version" in err
    assert path.read_bytes() == before


# --- what is damaged ---


def test_of_an_altered_match_everything_is_kept_and_the_others_are_whole(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = put(tmp_path / "saves", whole)
    before = matches(tmp_path / "saves")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE match SET level = 'expert' WHERE id = 2")
    damaged = path.read_bytes()
    status, lines = doctor(capsys, tmp_path / "saves")
    assert status == 1
    told = [line for line in lines if " rescue " in line]
    assert "match 1 is whole: 1 finished deal, " in told[0]
    assert "match 2 can be played but is not as it was saved" in told[1]
    assert "match 3 is whole" in told[2]
    assert "gin doctor --rescue" in told[3]
    assert path.read_bytes() == damaged
    status, lines = doctor(capsys, tmp_path / "saves", "--rescue")
    assert status == 0
    kept = next(line for line in lines if "kept as" in line).rpartition(" as ")[2].rstrip(".")
    assert Path(kept).read_bytes() == damaged
    assert matches(tmp_path / "saves") == before
    assert any("is a damaged file that was put aside" in line for line in lines)


def test_of_a_broken_match_the_beginning_is_kept(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = put(tmp_path / "saves", whole)
    before = matches(tmp_path / "saves")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE action SET text = 'fold' WHERE match = 1 AND ply = 5")
    _, lines = doctor(capsys, tmp_path / "saves", "--rescue")
    assert "match 1 is damaged (deal 1, ply 5: 'fold' is no action" in lines[0]
    after = matches(tmp_path / "saves")
    assert len(after["1"].deal.history) == 4
    assert begins(before["1"], after["1"])
    assert (after["2"], after["p1"]) == (before["2"], before["p1"])
    # It goes on from there.
    session = Session.open(Store(tmp_path / "saves"), seat_player=greedy)
    step(session)
    session.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE match SET created = '2026-11-3p'",
        "UPDATE match SET created = 'a' || char(10)",
        "UPDATE match SET level = 'steadx'",
        "UPDATE match SET target = 9e999",
        "UPDATE match SET target = 'x'",
        "UPDATE match SET target = 0",
        "UPDATE deal SET ended = '2026-11-3p' WHERE number = 1",
        "UPDATE deal SET ended = '-' WHERE number = 1",
        "UPDATE deal SET undos = -9223372036854775808",
        "UPDATE deal SET undos = 12345678",
        "UPDATE deal SET hints = -9223372036854775808",
        "UPDATE deal SET hints = 'x'",
    ],
)
def test_what_was_rescued_can_be_carried_and_goes_on(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    path = put(tmp_path / "saves", whole)
    before = matches(tmp_path / "saves")["1"]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        column = "id" if damage.startswith("UPDATE match") else "match"
        connection.execute(f"{damage} {'AND' if 'WHERE' in damage else 'WHERE'} {column} = 1")
    status, lines = doctor(capsys, tmp_path / "saves")
    assert status == 1
    assert any("match 1 can be played but is not as it was saved" in line for line in lines)
    assert doctor(capsys, tmp_path / "saves", "--rescue")[0] == 0
    assert matches(tmp_path / "saves")["1"] == before
    record = tmp_path / "record.txt"
    words = ("--data", str(tmp_path / "saves"))
    assert run(["export", "1", "-o", str(record), *words], capsys)[0] == 0
    assert run(["import", str(record), "--data", str(tmp_path / "other")], capsys)[0] == 0
    with closing(Store(tmp_path / "saves")) as store:
        if " undos " in damage or " hints " in damage:
            assert store.finished_deals()[0].standing in ("undo", "hint")
        # No player of the tests': the level has to be one that there is.
        step(Session(store, store.load(1)))


def test_where_a_deal_in_the_middle_has_no_end_the_beginning_is_what_is_left(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = put(tmp_path / "saves", whole)
    plies = len(matches(tmp_path / "saves")["1"].deals[0].history)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"DELETE FROM action WHERE match = 1 AND deal = 1 AND ply = {plies}")  # noqa: S608
    _, lines = doctor(capsys, tmp_path / "saves", "--rescue")
    assert "match 1 is damaged" in lines[0]
    assert f"its beginning is left: 0 finished deals, {plies - 1} actions" in lines[0]


def test_replays_are_not_rescued_as_matches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = tmp_path / "saves"
    session = sit(directory)
    finish_deal(session)
    session.replay()
    step(session)
    session.close()
    before = matches(directory)
    assert list(before) == ["1"]
    with closing(sqlite3.connect(Store(directory).path)) as connection, connection:
        connection.execute("UPDATE match SET level = 'expert' WHERE id = 1")
    _, lines = doctor(capsys, directory, "--rescue")
    assert [line for line in lines if "match 2" in line] == []
    assert matches(directory) == before


def test_what_is_in_the_log_beside_the_file_is_rescued_and_kept(tmp_path: Path) -> None:
    live = Store(tmp_path / "live").path
    session = sit(live.parent)
    for _ in range(5):
        step(session)
    path = put(tmp_path / "saves", b"")
    with closing(sqlite3.connect(live)) as connection, connection:
        connection.execute("UPDATE match SET level = 'expert'")
    log = live.with_name(f"{live.name}-wal").read_bytes()
    data = live.read_bytes()
    played = session._match
    session.close()
    path.write_bytes(data)
    path.with_name(f"{path.name}-wal").write_bytes(log)
    # What a rescue that was broken off has left is in nobody's way.
    for side in ("", "-wal"):
        path.with_name(f"{path.name}.rescued{side}").write_bytes(b"rubbish" * 99)
    aside, findings = rescue(path)
    assert [finding.state for finding in findings] == ["changed"]
    assert matches(path.parent) == {"1": played}
    assert aside.read_bytes() == data
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == log
    assert not list(path.parent.glob("*.rescued*"))


def test_a_match_without_its_seed_is_said_to_be_lost(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = put(tmp_path / "saves", whole)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("UPDATE match SET seed = x'00' WHERE id = 1")
    _, lines = doctor(capsys, tmp_path / "saves", "--rescue")
    assert "match 1 is lost: its seed cannot be read." in lines[0]
    assert len(matches(tmp_path / "saves")) == 2


def test_what_is_no_file_of_saves_is_put_aside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = b"a letter to a friend, long enough to be more than a header of a file " * 20
    path = put(tmp_path / "saves", letter)
    status, lines = doctor(capsys, tmp_path / "saves")
    assert status == 1
    assert any("No match can be read." in line for line in lines)
    status, lines = doctor(capsys, tmp_path / "saves", "--rescue")
    assert status == 0
    kept = [file for file in path.parent.iterdir() if ".damaged-" in file.name]
    assert [file.read_bytes() for file in kept] == [letter]
    sit(tmp_path / "saves").close()


def test_saves_that_are_open_elsewhere_are_not_put_aside(whole: bytes, tmp_path: Path) -> None:
    path = put(tmp_path / "saves", whole)
    code = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]);"
        "c.execute('SELECT * FROM match').fetchone(); print('open', flush=True); sys.stdin.read()"
    )
    with Other(code, str(path)), pytest.raises(gin.SaveError, match="open in another window"):
        rescue(path)
    assert path.read_bytes() == whole


class Other:
    """Another program, which says a word when it has begun and ends with its input."""

    def __init__(self, code: str, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> Self:
        assert self.process.stdout is not None
        self.process.stdout.readline()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate(b"", 30)


def test_saves_moved_away_under_a_game_are_told(tmp_path: Path) -> None:
    session = sit(tmp_path)
    step(session)
    path = Store(tmp_path).path
    path.rename(tmp_path / "elsewhere")
    before = session.table
    with pytest.raises(gin.SaveError, match="moved or replaced"):
        step(session)
    assert session.table == before
    # Another file in its place, even one of the same content, is not the one that is open.
    path.write_bytes((tmp_path / "elsewhere").read_bytes())
    with pytest.raises(gin.SaveError, match="moved or replaced"):
        step(session)
    (tmp_path / "elsewhere").rename(path)
    step(session)
    session.close()


@pytest.mark.parametrize("other", [False, True])
def test_saves_moved_away_before_the_first_action_are_told(tmp_path: Path, *, other: bool) -> None:
    session = sit(tmp_path)
    step(session)
    session.close()
    path = Store(tmp_path).path
    again = sit(tmp_path)
    before = again.table
    path.rename(tmp_path / "elsewhere")
    if other:
        sit(tmp_path, seed="another match").close()
    left = {file.name for file in tmp_path.iterdir()}
    changes: tuple[Callable[[], object], ...] = (lambda: step(again), again.new_match)
    for change in changes:
        with pytest.raises(gin.SaveError, match="moved or replaced"):
            change()
    assert again.table == before
    assert {file.name for file in tmp_path.iterdir()} == left
    (tmp_path / "elsewhere").rename(path)
    step(again)


def rescued(directory: Path, before: dict[str, gin.Match], data: bytes) -> tuple[int, int]:
    """Damage that the game reports can be rescued; count whole and part matches afterwards."""
    path = put(directory, data)
    complaint = complaint_of(directory)
    if not complaint:
        # Not a word of damage: then nothing may be missing.
        assert matches(directory) == before
        return len(before), 0
    assert "\n" not in complaint
    assert path.read_bytes() == data
    if "newer version" in complaint:
        with pytest.raises(gin.SaveError, match="newer version"):
            rescue(path)
        assert path.read_bytes() == data
        return 0, 0
    findings = examine(path)
    aside, _ = rescue(path)
    assert aside.read_bytes() == data
    aside.unlink()
    with closing(Store(directory)) as store:
        store.check()
        kept = [store.load(entry.id).match for entry in store.entries()]
    assert len(kept) == sum(finding.state != "lost" for finding in findings)
    sound = [finding.match for finding in findings if finding.state == "whole"]
    assert all(match in before.values() for match in sound)
    return len(sound), len(kept) - len(sound)


def complaint_of(directory: Path) -> str:
    """What the game says of a damaged file; empty where it has nothing to say."""
    try:
        with closing(Store(directory)) as store:
            for entry in store.entries():
                store.load(entry.id)
            store.check()
    except gin.SaveError as error:
        return str(error)
    return ""


def test_a_file_cut_off_at_every_page_is_reported_and_rescued(whole: bytes, tmp_path: Path) -> None:
    path = put(tmp_path / "saves", whole)
    before = matches(path.parent)
    page = 4096
    assert len(whole) % page == 0
    counts = [rescued(path.parent, before, whole[:size]) for size in range(page, len(whole), page)]
    # The longer the file, the more is left; with the last page alone missing, something is.
    assert counts[0] == (0, 0)
    assert sum(counts[-1]) > 0


def test_a_file_with_bytes_flipped_is_reported_and_rescued(whole: bytes, tmp_path: Path) -> None:
    path = put(tmp_path / "saves", whole)
    before = matches(path.parent)
    chance = random.Random(17)
    kept = 0
    for _ in range(FLIPS):
        data = bytearray(whole)
        for place in chance.sample(range(len(data)), chance.choice((1, 4, 40))):
            data[place] ^= 1 << chance.randrange(8)
        kept += sum(rescued(path.parent, before, bytes(data)))
    assert kept > FLIPS


def test_a_page_of_rubbish_is_reported_and_rescued(whole: bytes, tmp_path: Path) -> None:
    path = put(tmp_path / "saves", whole)
    before = matches(path.parent)
    chance = random.Random(19)
    for start in range(0, len(whole), 4096):
        rubbish = chance.randbytes(4096)
        rescued(path.parent, before, whole[:start] + rubbish + whole[start + 4096 :])


@pytest.mark.parametrize("version", range(1, len(schema.MIGRATIONS)))
def test_files_of_every_older_version_are_brought_up_to_date(
    whole: bytes, tmp_path: Path, version: int
) -> None:
    path = put(tmp_path / "new", whole)
    before = {name: match for name, match in matches(path.parent).items() if not match.cut}
    older = Store(tmp_path / "old").path
    older.parent.mkdir()
    with closing(sqlite3.connect(older)) as connection, connection:
        for migrate in schema.MIGRATIONS[:version]:
            migrate(connection)
        connection.execute("ATTACH ? AS new", (str(path),))
        for table in ("match", "deal", "action"):
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
            connection.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM new.{table}")  # noqa: S608
        for table in ("deal", "action"):
            connection.execute(f"DELETE FROM {table} WHERE match = 2")  # noqa: S608
        connection.execute("DELETE FROM match WHERE id = 2")
        connection.execute("PRAGMA application_id = 1198091858")
        connection.execute(f"PRAGMA user_version = {version}")
    assert list(matches(older.parent).values()) == list(before.values())
    with closing(Store(older.parent)) as store:
        store.check()
        assert len(store.finished_deals()) == 2
