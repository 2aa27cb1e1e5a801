"""`gin verify`: what is right is said to be right, and any altered byte or field is found."""

import json
import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import gin
from gin.proof import prove, prove_text
from gin.record import result_text
from gin.saves import Store
from house import Greedy, finish_deal, finish_match, sit, sit_before_the_cards, step
from shell import run

# Which other values every byte of a record is given: 255 is all of them.
OTHERS = int(os.environ.get("GIN_SOAK_BYTES", "2"))
FLIPS = int(os.environ.get("GIN_SOAK_FLIPS", "60"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Saves with a match that is over, cut, and a practice deal."""
    directory = tmp_path_factory.mktemp("played")
    session = sit_before_the_cards(directory)
    session.cut("my cat")
    while not session.can_undo:
        step(session)
    session.undo()
    finish_match(session)
    session.close()
    practice = sit(directory, deal_number=7)
    finish_deal(practice)
    practice.close()
    return directory


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Saves with a match whose first deal is over and whose second has begun."""
    directory = tmp_path_factory.mktemp("begun")
    session = sit_before_the_cards(directory)
    session.cut("my cat")
    finish_deal(session)
    session.next_deal()
    for _ in range(6):
        step(session)
    session.close()
    return directory


def copied(directory: Path, place: Path) -> Path:
    place.mkdir(exist_ok=True)
    path = Store(place).path
    put(path, Store(directory).path.read_bytes())
    return path


def first_match(directory: Path) -> gin.Match:
    with closing(Store(directory)) as store:
        return store.load(1).match


def put(path: Path, data: bytes) -> None:
    """Write a file of saves, with nothing left beside it of the one before."""
    for side in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + side).unlink(missing_ok=True)
    path.write_bytes(data)


# --- what is right ---


def test_a_match_is_verified_with_what_was_checked(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(["verify", "1", "--data", str(played)], capsys)
    assert (status, err) == (0, "")
    match = first_match(played)
    actions = sum(len(deal.history) for deal in match.deals)
    assert out.splitlines() == [
        "match 1: everything is right.",
        f"  Fingerprint: {match.fingerprint}, that of the seed.",
        f"  Seed: {'00' * 32}.",
        "  Cut: 'my cat'.",
        f"  Decks: {len(match.deals)}, each as the seed and the cut give it.",
        f"  Actions: {actions}, each allowed by the rules.",
        f"  Results: {len(match.deals)}, each as the play gives it; the score is"
        " {} to {}.".format(*match.scores),
    ]


def test_last_is_the_match_played_last_and_all_is_every_one(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ([], ["last"]):
        status, out, _ = run(["verify", *words, "--data", str(played)], capsys)
        assert status == 0
        assert "match 1: everything" in out or "match p1: everything" in out
    status, out, _ = run(["verify", "all", "--json", "--data", str(played)], capsys)
    assert status == 0
    facts = [json.loads(line) for line in out.splitlines()]
    assert [(fact["match"], fact["verified"]) for fact in facts] == [
        ("match 1", True),
        ("match p1", True),
    ]
    assert facts[0]["cut"] == b"my cat".hex()


def test_the_seed_of_a_match_that_goes_on_is_not_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = sit_before_the_cards(tmp_path)
    session.cut("")
    session.close()
    status, out, _ = run(["verify", "--data", str(tmp_path)], capsys)
    assert status == 0
    assert "Seed: a secret until the match is over." in out
    assert "00" * 32 not in out


def test_a_seed_that_a_finished_record_does_not_have_is_not_promised(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.txt"
    file.write_text(first_match(played).to_text(reveal=False))
    status, out, _ = run(["verify", str(file)], capsys)
    assert status == 0
    assert "Seed: not in the record." in out
    assert "not checked, because the seed is not known." in out


def test_a_record_and_a_file_of_saves_are_verified_too(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.txt"
    assert run(["export", "all", "--data", str(played), "-o", str(file)], capsys)[0] == 0
    status, out, _ = run(["verify", str(file)], capsys)
    assert status == 0
    assert out.count("everything is right") == 2
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert run(["verify", str(file)], capsys)[0] == 0
    status, out, _ = run(["verify", str(copied(played, tmp_path))], capsys)
    assert status == 0
    assert out.count("everything is right") == 2


def test_what_cannot_be_verified_is_one_sentence_and_status_2(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, said in (
        (("verify", "--data", str(tmp_path / "none")), "There are no matches in"),
        (("verify", "9", "--data", str(played)), "There is no match '9'"),
        (("verify", "p9", "--data", str(played)), "choose 1 and p1"),
        (("verify", str(tmp_path / "none.txt")), "cannot be read: No such file"),
        (("verify", str(tmp_path)), "cannot be read: Is a directory"),
    ):
        status, out, err = run(words, capsys)
        assert (status, out) == (2, "")
        assert said in err
        assert err.count("\n") == 1


# --- what is altered ---


def short_record() -> str:
    """A whole match of one deal, with a cut and all that the saves add to a record."""
    match = gin.Match(target=1, seed=bytes(range(32)), cut=b"my cat")
    while match.winner is None:
        assert match.deal.to_act is not None
        match = match.play(Greedy().choose(match.view(match.deal.to_act)))
    tags = (
        ("level", "steady"),
        ("origin", "random"),
        ("begun", "2026-11-30T01:08:49+00:00"),
        ("undone", "1:2"),
    )
    return match.to_text(tags=tags)


def test_any_altered_byte_of_a_record_is_found() -> None:
    data = short_record().encode()
    assert prove_text(data.decode()).results == 1
    chance = random.Random(5)
    for place, byte in enumerate(data):
        others = [other for other in range(256) if other != byte]
        # Small letters for capitals, and another bit: the likeliest to go unseen.
        chosen = others if OTHERS >= 255 else [byte ^ 0x20, *chance.sample(others, OTHERS - 1)]
        for other in chosen:
            altered = data[:place] + bytes([other]) + data[place + 1 :]
            with pytest.raises((gin.RecordError, UnicodeDecodeError)):
                prove_text(altered.decode())


def test_bytes_left_out_or_doubled_are_found() -> None:
    data = short_record()
    for place in range(0, len(data), 7):
        for altered in (
            data[:place],
            data[:place] + data[place + 1 :],
            data[:place] + data[place] + data[place:],
        ):
            if altered not in (data,):
                with pytest.raises(gin.RecordError):
                    prove_text(altered)


def test_lines_left_out_doubled_or_added_are_found() -> None:
    lines = short_record().splitlines()
    for at in range(len(lines)):
        for altered in (
            [*lines[:at], *lines[at + 1 :]],
            [*lines[: at + 1], *lines[at:]],
            [*lines[:at], "# a remark", *lines[at:]],
            [*lines[:at], "", *lines[at:]],
        ):
            with pytest.raises(gin.RecordError, match="line"):
                prove_text("\n".join(altered) + "\n")


def test_blanks_and_ends_of_lines_are_as_they_were_written() -> None:
    data = short_record()
    assert prove_text(data.replace("\n", "\r\n")) == prove_text(data)
    lines = data.splitlines()
    for at, line in enumerate(lines):
        for other in (f"{line} ", f" {line}", f"\r{line}", f"{line}\r\r"):
            with pytest.raises(gin.RecordError):
                prove_text("\n".join([*lines[:at], other, *lines[at + 1 :]]) + "\n")
    with pytest.raises(gin.RecordError, match="The end of the last line is missing") as refused:
        prove_text(data[:-1])
    assert refused.value.line == len(lines)
    with pytest.raises(gin.RecordError, match="Something was added at the end"):
        prove_text(f"{data}\n")


def test_no_deck_is_said_to_follow_from_a_seed_that_is_not_there() -> None:
    match = gin.Match(seed=bytes(32)).play(gin.Action.PASS)
    assert prove_text(match.to_text(reveal=True)).decks == 1
    secret = prove_text(match.to_text(reveal=False))
    assert (secret.decks, secret.deals, secret.actions) == (0, 1, 1)


def test_an_altered_record_is_status_1_and_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.txt"
    for old, new in (
        ("seat 0: you", "seat 0: yov"),
        ("steady", "expert"),
        ("1:2", "1:3"),
        ("deal 1", "\xff"),
    ):
        text = short_record()
        assert old in text
        file.write_bytes(text.replace(old, new, 1).encode("latin-1"))
        status, out, err = run(["verify", str(file)], capsys)
        assert (status, out) == (1, "")
        assert err.startswith(f"gin: {file} is not right: line ")
        assert err.count("\n") == 1
    file.write_text("a letter to a friend\n")
    assert run(["verify", str(file)], capsys)[0] == 1
    status, out, _ = run(["verify", str(file), "--json"], capsys)
    assert (status, json.loads(out)["verified"]) == (1, False)


COLUMNS = {
    "match": (
        *("created", "touched", "seed", "cut", "target", "level", "person", "origin", "counted"),
        *("status", "winner", "held", "replay_of", "fingerprint", "dealt", "seal"),
    ),
    "deal": (
        *("number", "starter", "deck", "kind", "knocker", "winner", "points", "deadwood_0"),
        *("deadwood_1", "undos", "hints", "ended"),
    ),
    "action": ("deal", "ply", "seat", "text"),
    "luck": ("deal", "seat", "dealt", "draws", "helped", "expected", "variance", "upcard"),
}


def altered(found: Any) -> list[Any]:
    """Other contents for a field, close to what it holds."""
    if isinstance(found, int):
        return [found + 1, 1 - found, str(found) + "x", None]
    if isinstance(found, float):
        return [found + 0.25, None]
    if isinstance(found, str):
        return [found + " ", found[:-1], found.swapcase(), found.encode()]
    if isinstance(found, bytes):
        flipped = bytes([found[0] ^ 1, *found[1:]]) if found else b"x"
        return [flipped, found + b"\0", found[:-1], bytes(len(found)), None]
    return [0, 1, "x"]


FIELDS = [(table, column) for table, columns in COLUMNS.items() for column in columns]


def whole(path: Path) -> list[Any]:
    """Everything in the file, as values."""
    with closing(sqlite3.connect(path)) as connection:
        return [
            sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr)  # noqa: S608
            for table in ("match", "deal", "action", "undone", "luck")
        ]


def test_the_columns_tried_are_all_that_there_are(played: Path) -> None:
    with closing(sqlite3.connect(Store(played).path)) as connection:
        for table, columns in COLUMNS.items():
            there = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
            assert there - set(columns) <= {"id", "match", "chance"}


@pytest.mark.parametrize(("table", "column"), FIELDS)
def test_any_altered_field_of_a_save_is_found(
    begun: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    table: str,
    column: str,
) -> None:
    path = copied(begun, tmp_path)
    before = path.read_bytes()
    key = "id" if table == "match" else "match"
    with closing(sqlite3.connect(path)) as connection:
        where = f"{key} = 1" + (" AND deal = 1 AND ply = 2" if table == "action" else "")
        (held,) = connection.execute(
            f"SELECT {column} FROM {table} WHERE {where}"  # noqa: S608
        ).fetchone()
    for other in altered(held):
        if other == held and type(other) is type(held):
            continue
        put(path, before)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            try:
                connection.execute(
                    f"UPDATE {table} SET {column} = ? WHERE {where} AND {column} IS ?",  # noqa: S608
                    (other, held),
                )
            except sqlite3.IntegrityError:
                continue
            changed = connection.execute("SELECT changes()").fetchone()[0]
        if not changed:
            continue
        status, _, err = run(["verify", "all", "--data", str(tmp_path)], capsys)
        assert status != 0, (table, column, other)
        assert err.count("\n") >= 1


def test_rows_left_out_are_found(
    begun: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(begun, tmp_path)
    before = path.read_bytes()
    for statement in (
        "DELETE FROM action WHERE match = 1 AND deal = 1 AND ply = 3",
        "DELETE FROM action WHERE match = 1 AND deal = 2",
        "DELETE FROM luck WHERE match = 1 AND deal = 1 AND seat = 1",
        "DELETE FROM deal WHERE match = 1 AND number = (SELECT max(number) FROM deal)",
        "INSERT INTO undone SELECT match, deal, ply, seat, text FROM action WHERE ply = 1",
    ):
        put(path, before)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)
        assert run(["verify", "all", "--data", str(tmp_path)], capsys)[0] == 1, statement


def test_an_altered_replay_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    session.replay()
    step(session)
    session.close()
    assert run(["verify", "all", "--data", str(tmp_path)], capsys)[0] == 0
    with closing(sqlite3.connect(Store(tmp_path).path)) as connection, connection:
        connection.execute("UPDATE match SET level = 'expert' WHERE replay_of = 1")
    for words in (("verify", "all"), ("doctor",)):
        status, out, err = run([*words, "--data", str(tmp_path)], capsys)
        assert status == 1
        assert "replay 2 is not as it was saved" in out + err


def test_a_legal_action_in_the_place_of_another_is_found(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rules allow it, the result is the same: only the seal knows."""
    path = copied(played, tmp_path)
    match = first_match(tmp_path)
    found = 0
    for number, deal in enumerate(match.deals, start=1):
        for ply in range(len(deal.history)):
            event = deal.history[ply]
            if event.action.kind != "discard":
                continue
            before = deal.rewound(ply)
            for other in before.legal_actions():
                if other == event.action or other.kind != "discard":
                    continue
                if follows(before.play(other), deal, ply):
                    found += 1
                    with closing(sqlite3.connect(path)) as connection, connection:
                        connection.execute(
                            "UPDATE action SET text = ? WHERE match = 1 AND deal = ? AND ply = ?",
                            (str(other), number, ply + 1),
                        )
                    status, _, err = run(["verify", "1", "--data", str(tmp_path)], capsys)
                    assert status == 1
                    assert "not as it was saved" in err
                    put(path, Store(played).path.read_bytes())
            if found >= 3:
                return
    assert found


def follows(deal: gin.Deal, wanted: gin.Deal, ply: int) -> bool:
    """Whether the rest of a deal can be played after another action, to the same result."""
    try:
        for event in wanted.history[ply + 1 :]:
            deal = deal.play(event.action)
    except gin.IllegalAction:
        return False
    return result_text(deal.result) == result_text(wanted.result)


def test_flipped_bytes_of_a_file_of_saves_are_found_or_change_nothing(
    begun: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(begun, tmp_path)
    before, content = path.read_bytes(), whole(path)
    chance = random.Random(11)
    found = 0
    for _ in range(FLIPS):
        place, bit = chance.randrange(len(before)), 1 << chance.randrange(8)
        put(path, before[:place] + bytes([before[place] ^ bit]) + before[place + 1 :])
        status, _, err = run(["verify", "all", "--data", str(tmp_path)], capsys)
        if status:
            found += 1
            assert err.startswith("gin: ")
        else:
            assert whole(path) == content, (place, bit)
    # Most of so small a file is empty.
    assert found > FLIPS // 20


def test_a_fingerprint_that_is_not_the_seeds_is_found(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(played, tmp_path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE match SET fingerprint = ? WHERE id = 1", ("0" * 64,))
    status, out, err = run(["verify", "1", "--data", str(tmp_path)], capsys)
    assert (status, out) == (1, "")
    assert "match 1: the fingerprint is not that of the seed" in err


def test_a_value_that_was_tampered_with_is_not_proven() -> None:
    match = gin.Match(seed=bytes(32))
    object.__setattr__(match, "seed", bytes(31) + b"\1")
    with pytest.raises(gin.RecordError):
        prove(match)
