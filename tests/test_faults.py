"""Saves on a disk that fails: the power goes, the disk is full, the folder may not be written."""

import os
import random
import resource
import shutil
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import disk
import gin
from gin.saves import Store, file
from house import finish_deal, sit, step
from piped import course

LOSSES = int(os.environ.get("GIN_SOAK_POWER", "40"))
ACTIONS = 45


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = disk.compiled(tmp_path_factory.mktemp("disk"))
    if found is None:
        pytest.skip("no C compiler, or not Linux: the disk cannot be watched")
    return found


def held(folder: Path) -> list[tuple[int, str]] | None:
    """The course of the match that a program started now finds; `None` without one."""
    with closing(Store(folder)) as saves:
        found = saves.find(unfinished=False)
        if found is None:
            return None
        match = saves.load(found).match
        saves.check()
        return course(match)


def whole_course(actions: int, folder: Path) -> list[tuple[int, str]]:
    session = sit(folder)
    for _ in range(actions):
        step(session)
    session.close()
    return course(session._match)


def test_after_a_power_loss_nothing_that_was_told_is_missing(library: Path, tmp_path: Path) -> None:
    """Only what was brought to the disk survives for certain; the rest comes in any shape."""
    folder, log = tmp_path / "saves", tmp_path / "log"
    folder.mkdir()
    assert disk.run(library, folder, log, ACTIONS) == "left\n"
    full, steps = held(folder), disk.steps_of(log)
    assert full is not None
    assert sum(step.kind == "told" for step in steps) == ACTIONS
    assert {step.kind for step in steps} == {
        "create",
        "write",
        "sync",
        "remove",
        "told",
        "cut",
    } or {step.kind for step in steps} == {"create", "write", "sync", "remove", "told"}
    chance = random.Random(29)
    moments = sorted(chance.randrange(len(steps) + 1) for _ in range(LOSSES))
    machine, place = disk.Disk(), 0
    for number, moment in enumerate(moments):
        while place < moment:
            machine.take(steps[place])
            place += 1
        image = tmp_path / f"after {number}"
        machine.lose_power(image, chance)
        found = held(image)
        if found is None:
            assert machine.told == 0
        else:
            assert found == full[: len(found)]
            assert machine.told <= len(found) <= machine.told + 1
        shutil.rmtree(image)


def test_a_watched_disk_that_forgets_its_promises_is_found_out(
    library: Path, tmp_path: Path
) -> None:
    """The test above can fail: without the syncs, what was told is lost."""
    folder, log = tmp_path / "saves", tmp_path / "log"
    folder.mkdir()
    disk.run(library, folder, log, 12)
    steps = [step for step in disk.steps_of(log) if step.kind != "sync" or step.name == "."]
    machine = disk.Disk()
    for taken in steps:
        machine.take(taken)
    machine.pending = {name: [] for name in machine.pending}
    machine.lose_power(tmp_path / "after", random.Random(1))
    try:
        found = held(tmp_path / "after")
    except gin.SaveError:
        found = None
    assert found is None


def test_a_disk_that_is_full_at_any_write_is_told_and_loses_nothing(
    library: Path, tmp_path: Path
) -> None:
    full = whole_course(12, tmp_path / "whole")
    refusals = 0
    for writes in (0, 2, 5, 16, 64):
        folder, log = tmp_path / f"room {writes}", tmp_path / f"log {writes}"
        folder.mkdir()
        try:
            said = disk.run(library, folder, log, 12, GIN_DISK_WRITES=str(writes))
        except AssertionError as error:
            # The very first write: the session does not open, in one sentence.
            said = str(error)
            assert "SaveError" in said
        refusals += "refused" in said or "SaveError" in said
        assert "disk is full" in said or "left\n" in said
        told = max((step.at for step in disk.steps_of(log) if step.kind == "told"), default=0)
        found = held(folder)
        assert (found or []) == full[: len(found or [])]
        assert len(found or []) >= told
        # There is room again: the match goes on to the same end.
        again = sit(folder)
        while len(course(again._match)) < len(full):
            step(again)
        again.close()
        assert held(folder) == full
    assert refusals > 3


def test_a_limit_on_the_size_of_files_is_told(tmp_path: Path) -> None:
    size = 96 * 1024
    done = subprocess.run(
        [sys.executable, "-c", disk.PLAYER, str(tmp_path), str(tmp_path / "log"), "40"],
        env={**os.environ, "PYTHONPATH": path_of_tests()},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "refused The saves in" in done.stdout
    *_, last = [step for step in disk.steps_of(tmp_path / "log") if step.kind == "told"]
    found = held(tmp_path)
    assert found is not None
    assert len(found) == last.at


def path_of_tests() -> str:
    return os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])


def test_a_folder_that_may_not_be_written_is_told_and_can_be_looked_at(
    library: Path, tmp_path: Path
) -> None:
    session = sit(tmp_path)
    for _ in range(9):
        step(session)
    session.close()
    before = Store(tmp_path).path.read_bytes()
    environment = {
        **os.environ,
        "LD_PRELOAD": str(library),
        "GIN_DISK_FOLDER": str(tmp_path),
        "GIN_DISK_READONLY": "1",
    }

    def said(*words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "gin", *words, "--data", str(tmp_path)]
        return subprocess.run(
            command, input=typed, env=environment, capture_output=True, text=True, check=False
        )

    for words in (("play", "--plain"), ("play", "--plain", "--deal", "7")):
        done = said(*words, typed="hand\nstock\ntake\n")
        assert done.returncode == 2
        assert "may not be written" in done.stderr or "cannot be" in done.stderr
        assert done.stderr.count("\n") == 1
    done = said("doctor")
    assert (done.returncode, done.stderr) == (1, "")
    assert "cannot be written" in done.stdout
    assert Store(tmp_path).path.read_bytes() == before


@pytest.mark.parametrize("home", ["", "/proc/nowhere", "/dev/null", "."])
def test_a_home_that_is_missing_is_one_sentence_or_a_game(tmp_path: Path, home: str) -> None:
    """`GIN_DATA` and `GIN_CONFIG` are not set: everything would go below the home."""
    environment = {"PATH": os.environ["PATH"], "HOME": home}
    if "PYTHONPATH" in os.environ:
        environment["PYTHONPATH"] = os.environ["PYTHONPATH"]
    for words in (["play", "--plain", "--seed", "x"], ["doctor"]):
        done = subprocess.run(
            [sys.executable, "-m", "gin", *words],
            cwd=tmp_path,
            input="",
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode in {0, 1, 2}
        assert done.stderr.count("\n") <= 1


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can be nobody")
def test_a_person_without_a_home_or_a_name_is_one_sentence_or_a_game(tmp_path: Path) -> None:
    # Loaded first: where the program lies may be closed to whoever has no name.
    code = (
        "import locale, os, sys, importlib.metadata, platformdirs;"
        "import gin.plain, gin.cli.play, gin.cli.doctor, gin.cli.stats;"
        "from gin.cli import main; os.setgid(54321); os.setuid(54321)"
    )
    for words in (["doctor"], ["play", "--plain", "--data", "~/x"], ["stats", "--data", "~bob/x"]):
        done = subprocess.run(
            [sys.executable, "-c", f"{code}; sys.exit(main({words!r}))"],
            cwd=tmp_path,
            input="",
            env={"PATH": os.environ["PATH"], "PYTHONPATH": path_of_tests()},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert done.stderr.count("\n") <= 1


def test_a_clock_that_goes_backwards_changes_no_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which match is the last, and what its number is, does not come from the clock."""

    class Backwards(datetime):
        at = datetime(2030, 1, 1, tzinfo=UTC)

        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            del tz
            cls.at -= timedelta(days=40)
            return cls.at

    monkeypatch.setattr(file, "datetime", Backwards)
    numbers: list[int] = []
    for seed in ("one", "two", "three"):
        session = sit(tmp_path, seed=seed)
        finish_deal(session)
        session.next_deal()
        numbers.append(session.table.match_number)
        match = session._match
        session.close()
        again = sit(tmp_path, seed=None)
        assert again._match == match
        again.close()
    assert numbers == [1, 2, 3]
    with closing(Store(tmp_path)) as saves:
        saves.check()
        times = [deal.ended for deal in saves.finished_deals()]
    assert times == sorted(times, reverse=True)
    assert len(times) == 3
