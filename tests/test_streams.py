"""Streams and files that are not what they should be: one sentence, and bounded memory."""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from gin.saves import Store
from gin.session import Session

if TYPE_CHECKING:
    from pathlib import Path

ZEROS = "/dev/zero"
MEMORY = 700 * 1024 * 1024  # of address space: a file is read up to 64 MB


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def shell(line: str, *words: str) -> subprocess.CompletedProcess[str]:
    """A line of the shell in which GIN is the command, with little memory."""
    return subprocess.run(
        ["sh", "-c", line.replace("GIN", f'"{sys.executable}" -m gin'), "sh", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=limited,
    )


def refusal(done: subprocess.CompletedProcess[str], status: int = 2) -> str:
    """The one line of a refusal."""
    assert done.returncode == status, done.stderr
    line = done.stderr.removesuffix("\n")
    assert "\n" not in line
    assert line.startswith("gin: ")
    assert line.endswith(".")
    return line.removeprefix("gin: ")


@pytest.mark.parametrize(
    "words", ["solve", "layoff", "protocol simple", 'play --plain --data "$1"']
)
def test_a_line_without_an_end_is_refused(words: str, tmp_path: Path) -> None:
    told = refusal(shell(f"GIN {words} < {ZEROS}", str(tmp_path)))
    assert told == "line 1: It has more than 10,000 bytes."


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize(
    ("words", "signs"),
    [
        ("arena simple random --deals 4 --jobs 1", "±µ"),
        ("arena simple random --matches 2 --jobs 1", "±µ"),
        ("arena --ladder simple random --matches 2 --jobs 1", "–"),
        ('doctor --data "$1/Gänse"', "ä"),
        ('verify --data "$1" "$1/Gänse.txt"', "ä"),
        ("--help", ""),
    ],
)
def test_what_the_output_has_no_letter_for_is_spelled(
    words: str, signs: str, encoding: str, tmp_path: Path
) -> None:
    record = Session.open(Store(tmp_path / "saves"), seed="tea", level="simple")._match.to_text()
    (tmp_path / "Gänse.txt").write_text(record, encoding="utf-8")
    line = f"PYTHONIOENCODING={encoding}:strict GIN {words}"
    done = subprocess.run(
        ["sh", "-c", line.replace("GIN", f'"{sys.executable}" -m gin'), "sh", str(tmp_path)],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    told = done.stdout.decode(encoding)
    spelled = {"±": "+/-", "µ": "us", "–": "    -", "ä": "?"}
    for sign in signs:
        there = sign.encode(encoding, "ignore") != b""
        assert (sign if there else spelled[sign]) in told


def test_how_far_an_arena_is_is_spelled_as_its_result() -> None:
    master, terminal = pty.openpty()
    command = [sys.executable, "-m", "gin", "arena", "simple", "random", "--deals=4", "--jobs=1"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    try:
        subprocess.run(
            command,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=terminal,
            timeout=60,
            check=True,
        )
        told = os.read(master, 65_536)
    finally:
        os.close(master)
        os.close(terminal)
    assert b" +/- " in told
    assert b"\\x" not in told


@pytest.mark.parametrize("words", [f"verify {ZEROS}", f"import {ZEROS}"])
def test_a_file_without_an_end_is_refused(words: str, tmp_path: Path) -> None:
    told = refusal(shell(f'GIN {words} --data "$1"', str(tmp_path)))
    assert told == f"{ZEROS} is larger than any record or file of saves."


def test_an_input_that_is_too_long_is_refused_and_not_cut_off(tmp_path: Path) -> None:
    session = Session.open(Store(tmp_path / "one"), seed="tea", level="simple")
    record = tmp_path / "match.txt"
    record.write_text(session._match.to_text(reveal=True), encoding="utf-8")
    line = f'(cat "$1"; head -c 70000000 {ZEROS} | tr "\\0" "#") | GIN import - --data "$2"'
    told = refusal(shell(line, str(record), str(tmp_path / "two")))
    assert told == "The standard input is larger than any record or file of saves."


def test_a_file_of_empty_lines_takes_no_more_memory_than_its_text(tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_bytes(b"gin-rummy record 1\n" + b"\n" * 60_000_000)
    told = refusal(shell('GIN import "$1" --data "$2"', str(lines), str(tmp_path / "saves")))
    assert told == "line 1000001: No file of records has so many lines."


@pytest.mark.parametrize("kind", ["/dev/zero", "/dev/null", "pipe"])
def test_settings_without_an_end_are_told_and_left_alone(kind: str, tmp_path: Path) -> None:
    settings = tmp_path / "config.toml"
    if kind == "pipe":
        os.mkfifo(settings)
    else:
        settings.symlink_to(kind)
    told = f"The settings in {settings} cannot be read (it is not a file); the defaults are used."
    played = shell(
        'GIN play --plain --config "$1" --data "$2" < /dev/null', str(settings), str(tmp_path)
    )
    assert (played.returncode, played.stderr) == (0, f"gin: {told}\n")
    looked = shell('GIN doctor --json --config "$1" --data "$2"', str(settings), str(tmp_path))
    assert (looked.returncode, looked.stderr) == (1, "")
    found = [json.loads(line) for line in looked.stdout.splitlines()]
    assert {"state": "wrong", "what": "settings", "found": told} in found


WORDS = [
    "solve AS",
    "solve --json AS",
    "layoff 8S --spread 5S,6S,7S",
    "arena random random --deals 2",
    "arena --ladder random simple --matches 2 --json",
    "players",
    "--version",
    "stats",
    "doctor",
    "play --plain",
    "verify",
    "protocol simple",
]


@pytest.mark.parametrize("words", WORDS)
def test_without_an_output_nothing_is_done_and_that_is_told(words: str) -> None:
    told = refusal(shell(f"GIN {words} < /dev/null >&-"), status=74)
    assert told == "the output cannot be written: there is no standard output."


@pytest.mark.parametrize("words", ["solve", "protocol simple", "import -"])
def test_without_an_input_there_is_one_sentence(words: str) -> None:
    told = refusal(shell(f"GIN {words} <&-"))
    assert told.startswith(("There is no standard input", "No hand was given"))


@pytest.mark.parametrize(
    "words",
    [
        "solve",
        "layoff",
        "protocol simple",
        "verify -",
        'import - --data "$1"',
        'play --plain --data "$1"',
    ],
)
def test_an_input_that_cannot_be_read_is_not_told_as_an_output(words: str, tmp_path: Path) -> None:
    told = refusal(shell(f'GIN {words} 0> "$1/written"', str(tmp_path)))
    assert told == "The standard input cannot be read: Bad file descriptor."


@pytest.mark.parametrize("words", [*WORDS, 'export -o - "$1"', "--help", "arena --help"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_output_is_told_with_its_status(
    words: str, unbuffered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Session.open(Store(tmp_path), seed="tea", level="simple").close()
    monkeypatch.setenv("GIN_DATA", str(tmp_path))
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    done = shell(f"echo gin 1 | GIN {words} > /dev/full", str(tmp_path / "gin.sqlite3"))
    told = refusal(done, status=74)
    assert told == "the output cannot be written: No space left on device."


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("--bogus", 2),
        ("solve XX", 2),
        ("verify /nonexist", 2),
        ("play extra", 2),
        ("verify /dev/null", 1),
        ("players > /dev/full", 74),
        ('play --plain --config "$1" --data "$1" < /dev/null', 0),
    ],
)
@pytest.mark.parametrize("stderr", ["/dev/full", "&-"])
def test_the_status_is_right_where_nothing_can_be_said(
    words: str, status: int, stderr: str, tmp_path: Path
) -> None:
    assert shell(f"GIN {words} 2>{stderr}", str(tmp_path)).returncode == status


@pytest.mark.parametrize("option", ["--data", "--config"])
def test_a_place_in_a_folder_that_is_gone_is_told(option: str, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    line = f'cd "$1"; rmdir "$1"; GIN play --plain --data "$2" {option} relative < /dev/null'
    told = refusal(shell(line, str(gone), str(tmp_path)))
    assert told == (
        "'relative' lies in the present folder, which cannot be found (No such file or directory);"
        " write the whole path."
    )


@pytest.mark.parametrize("files", [9, 12, 14])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_too_few_files_are_told_as_that(
    files: int, unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    done = shell(f"ulimit -n {files}; GIN arena random random --deals 2000 --jobs 2")
    told = refusal(done, status=done.returncode)
    if done.returncode == 2:  # enough for all but the processes
        assert re.fullmatch(r"No more processes can be .*Too many open files.*", told)
    else:
        assert done.returncode == 74
        assert re.fullmatch(r"this could not be done: (/\S+: )?Too many open files\.", told)


def test_a_mark_of_the_encoding_before_the_first_hand_is_no_card() -> None:
    done = shell("printf '\\357\\273\\277AS 2S 3S\\n' | GIN solve --json")
    assert json.loads(done.stdout)["deadwood"] == 0


def in_place_of_saves(kind: str, path: Path) -> None:
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "link to nowhere":
        path.symlink_to(path.parent / "unmounted" / "gin.sqlite3")
    else:
        path.symlink_to(f"/dev/{kind}")


@pytest.mark.parametrize("kind", ["folder", "pipe", "loop", "link to nowhere", "zero", "null"])
def test_what_is_no_file_is_not_taken_for_saves(kind: str, tmp_path: Path) -> None:
    """Not for none yet, not for a full disk, and nobody waits for it or moves it away."""
    path = tmp_path / "gin.sqlite3"
    in_place_of_saves(kind, path)
    data = str(tmp_path)
    for words in ("export", "stats", "doctor --rescue", "play --plain"):
        told = refusal(shell(f'GIN {words} --data "$1" < /dev/null', data))
        assert str(path) in told
    done = shell('GIN doctor --data "$1"', data)
    assert (done.returncode, done.stderr) == (1, "")
    assert "wrong saves" in done.stdout
    assert "full" not in done.stdout
    assert path.is_symlink() or path.is_dir() or path.is_fifo()


def test_a_folder_of_saves_on_a_disk_that_is_not_there_is_told(tmp_path: Path) -> None:
    link = tmp_path / "saves"
    link.symlink_to(tmp_path / "unmounted")
    told = refusal(shell('GIN stats --data "$1"', str(link)))
    assert told == (
        f"{link} is a link to {tmp_path / 'unmounted'}, which is not there, so its matches cannot"
        " be read."
    )


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("CREATE TRIGGER own AFTER INSERT ON action BEGIN DELETE FROM action; END", "own in it"),
        ("CREATE TABLE own (a)", "own in it was not made by this program"),
        ("DROP TABLE action", "the table action is not as it was made"),
        ("PRAGMA user_version = 0", "table match already exists"),
        ("PRAGMA user_version = -3", "duplicate column name"),
        ("UPDATE match SET replay_of = 99", "FOREIGN KEY|match"),
    ],
)
def test_saves_that_are_not_as_this_program_makes_them_are_told(
    change: str, fault: str, tmp_path: Path
) -> None:
    Session.open(Store(tmp_path), seed="tea", level="simple")
    with closing(sqlite3.connect(tmp_path / "gin.sqlite3", isolation_level=None)) as connection:
        connection.execute(change)
    done = shell('GIN verify --data "$1"', str(tmp_path))
    assert done.returncode == 1
    assert "damaged" in done.stderr
    assert re.search(fault, done.stderr)
