"""The command: answers, refusals in one line with status 2, and where it plays."""

import io
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from types import ModuleType

import pytest

import gin
import gin.cli.play
import gin.ui
from gin import cli
from gin.cli.play import ascii_only, wants_plain
from gin.paths import data_directory
from gin.saves import Store
from gin.session import Session
from gin.settings import Settings, SettingsFile
from gin.ui.app import Start
from shell import Terminal, command, run

HAND = "AS 2S 3S 4H 4D 4C 9C 9D KH KD"
SPREAD = "5S 6S 7S / JH JD JC"


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(["--version"], capsys)
    assert status == 0
    assert out.startswith("gin-rummy ")


def test_the_version_needs_neither_the_screen_nor_the_saves() -> None:
    code = (
        "import sys; from gin.cli import main\ntry: main(['--version'])\nexcept SystemExit: pass\n"
    )
    code += "print([m for m in ('prompt_toolkit', 'sqlite3', 'platformdirs') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == b"[]"


@pytest.mark.parametrize(
    "argv",
    [
        ["fold"],
        ["solve", "--jsn"],
        ["play", "--deal", "x"],
        ["play", "--plain", "--deal", "0"],
        ["play", "--plain", "--level", "nobody"],
        ["play", "--plain", "--seed", ""],
        ["play", "--deal", "1", "--seed", "x"],
        ["play", "--speed", "warp"],
        ["--speed", "warp"],
        ["play", "--plain", "--data", ""],
        ["play", "--plain", "--config", ""],
        ["stats", "--data", ""],
        ["verify", "--data", ""],
    ],
)
def test_a_bad_command_is_one_line_and_status_2(
    argv: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GIN_DATA", str(tmp_path))
    status, out, err = run(argv, capsys)
    assert (status, out) == (2, "")
    assert err.startswith("gin: ")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("argv", "command"),
    [(["play", "extra"], "play"), (["--bogus"], "play"), (["stats", "--json", "x"], "stats")],
)
def test_a_word_too_many_points_to_the_help_of_its_command(
    argv: list[str], command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(argv, capsys)
    assert (status, out) == (2, "")
    assert err == (
        f"gin: unrecognized arguments: {argv[-1]}; gin {command} --help shows what is possible.\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "stats --days {}",
        "stats --level {}",
        "play --deal x{}",
        "play --speed {}",
        "play {}",
        "--{}",
        "{}",
        "protocol {}",
        "arena {} simple",
        "export {}",
    ],
)
def test_a_long_word_is_shown_up_to_a_length(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GIN_DATA", str(tmp_path))
    Session.open(Store(tmp_path), seed="tea", level="simple").close()
    status, out, err = run(line.format("9" * 5_000).split(), capsys)
    assert (status, out) == (2, "")
    assert len(err) < 400 + len(str(tmp_path))
    assert err.count("\n") == 1


@pytest.mark.parametrize("of", [[], ["solve"], ["stats"]])
def test_help_is_a_word_too(of: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    for argv in (["help", *of], [*of, "--help"]):
        with pytest.raises(SystemExit) as left:
            cli.main(argv)
        assert left.value.code == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert told[0].startswith(" ".join(["usage: gin", *of]))


def test_the_players_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(["players"], capsys)
    assert status == 0
    assert {"random", "simple", "steady"} <= {line.split()[0] for line in out.splitlines()}


@pytest.mark.parametrize(
    ("env", "asked", "tty", "plain"),
    [
        ({"TERM": "xterm"}, False, True, False),
        ({"TERM": "xterm"}, True, True, True),
        ({"TERM": "xterm"}, False, False, True),
        ({"TERM": "dumb"}, False, True, True),
        ({}, False, True, True),
        ({"TERM": "xterm", "ACCESSIBLE": "1"}, False, True, True),
        ({"TERM": "xterm", "ACCESSIBLE": "0"}, False, True, False),
    ],
)
def test_where_lines_are_chosen(
    env: dict[str, str], asked: bool, tty: bool, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "ACCESSIBLE"):
        monkeypatch.delenv(name, raising=False)
    for name, text in env.items():
        monkeypatch.setenv(name, text)
    stream = Terminal() if tty else io.StringIO()
    monkeypatch.setattr(sys, "stdin", stream)
    monkeypatch.setattr(sys, "stdout", stream)
    assert wants_plain(asked=asked) == plain
    monkeypatch.setattr(sys, "stdin", None)
    assert wants_plain(asked=asked)


def test_letters_where_signs_cannot_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GIN_ASCII", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    for encoding, expected in (("utf-8", False), ("UTF8", False), ("ascii", True)):
        output = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", output)
        assert ascii_only(asked=False) == expected
        assert ascii_only(asked=True)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    monkeypatch.setenv("GIN_ASCII", "1")
    assert ascii_only(asked=False)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("LC_ALL=C", True),
        ("LC_ALL=POSIX LANG=de_DE.UTF-8", True),
        ("LANG=C", True),
        ("LANG=de_DE.ISO-8859-1", True),
        ("LANG=C LC_CTYPE=de_DE.UTF-8", False),
        ("LC_ALL=C.utf8 LANG=C", False),
        ("LANG=de_DE.UTF-8@euro", False),
        ("LC_CTYPE=UTF-8", False),
        ("LC_ALL=C PYTHONUTF8=1", False),
        ("", False),
    ],
)
def test_letters_where_the_locale_has_no_signs(
    monkeypatch: pytest.MonkeyPatch, said: str, expected: bool
) -> None:
    for name in ("GIN_ASCII", "LC_ALL", "LC_CTYPE", "LANG", "PYTHONUTF8", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    for name, _, text in (word.partition("=") for word in said.split()):
        monkeypatch.setenv(name, text)
    # Python writes UTF-8 in every one of them.
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert ascii_only(asked=False) == expected


def test_the_saves_go_where_they_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GIN_DATA", str(tmp_path / "env"))
    assert data_directory() == tmp_path / "env"
    assert data_directory(tmp_path / "given") == tmp_path / "given"
    with pytest.raises(gin.SaveError, match="has no name"):
        data_directory("")
    monkeypatch.delenv("GIN_DATA")
    assert data_directory().name == "gin"


def test_a_foreign_package_of_the_same_name_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stranger = ModuleType("gin")
    stranger.__file__ = "/somewhere/gin/__init__.py"
    monkeypatch.setitem(sys.modules, "gin", stranger)
    status, _, err = run(["players"], capsys)
    assert status == 2
    assert "/somewhere/gin" in err
    assert "gin-config" in err


def test_a_piped_game_is_lines_without_escapes(tmp_path: Path) -> None:
    for env in ({"TERM": "dumb"}, {"TERM": "xterm", "LC_ALL": "POSIX", "PYTHONUTF8": "0"}):
        done = command(
            "play",
            "--seed",
            "tea",
            "--data",
            str(tmp_path),
            stdin="hand\ndiscard T♥\n\x1b[A\nhelp\n",
            **env,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii()
        assert b"\x1b" not in done.stdout
        assert b"Everything is saved." in done.stdout


def test_plain_gin_goes_on_with_the_match_in_progress(tmp_path: Path) -> None:
    first = command(stdin="pass\nhand\n", GIN_DATA=str(tmp_path))
    again = command(stdin="hand\n", GIN_DATA=str(tmp_path))
    assert (first.returncode, again.returncode) == (0, 0)
    hand = [line for line in first.stdout.splitlines() if line.startswith(b"Loose")][-1]
    assert hand in again.stdout


def test_bad_bytes_do_not_end_a_game(tmp_path: Path) -> None:
    done = command("play", "--plain", "--data", str(tmp_path), stdin=b"\xff\xfe\nhand\n\x00\n")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_save_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "gin.sqlite3").write_bytes(b"not a database at all" * 100)
    done = command("play", "--plain", "--data", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith(b"gin: The saves in ")
    assert done.stderr.count(b"\n") == 1


def test_a_closed_standard_input_ends_the_game_quietly(tmp_path: Path) -> None:
    line = f'exec "{sys.executable}" -m gin play --plain --data "{tmp_path}" <&-'
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "hands").write_text(f"{HAND}\n" * 20_000)
    with (
        (tmp_path / "hands").open() as hands,
        subprocess.Popen(
            [sys.executable, "-m", "gin", "solve"],
            stdin=hands,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", ['solve "AS 2S"', "--help", "arena --help", "--version"])
def test_output_that_cannot_be_written_is_one_line(words: str) -> None:
    line = f'exec "{sys.executable}" -m gin {words} > /dev/full'
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60, check=False)
    assert done.returncode == 74
    assert done.stderr == b"gin: the output cannot be written: No space left on device.\n"


@pytest.mark.parametrize(
    ("asked", "outside", "coach"),
    [
        (None, None, "off"),
        ("live", None, "live"),
        (None, "warn", "warn"),
        ("after", "warn", "after"),
    ],
)
def test_the_coach_is_an_option_or_a_variable(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    asked: str | None,
    outside: str | None,
    coach: str,
) -> None:
    monkeypatch.setenv("GIN_COACH", outside or "")
    given = Namespace(speed=None, coach=asked, deadwood="hidden")
    settings = cli.play._adjusted(SettingsFile(tmp_path / "none"), given)
    assert (settings.coach, settings.deadwood) == (coach, "hidden")


def test_a_variable_with_another_word_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIN_COACH", "loud")
    given = Namespace(speed=None, coach=None, deadwood=None)
    with pytest.raises(gin.GinError, match="GIN_COACH cannot be 'loud'; choose off, after, warn"):
        cli.play._adjusted(SettingsFile(tmp_path / "none"), given)


def test_the_full_screen_is_given_the_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[Start, bool]] = []
    app = ModuleType("gin.ui.app")

    def run_app(session: object, start: Start, *, ascii: bool) -> int:  # noqa: A002
        assert session is not None
        calls.append((start, ascii))
        return 7

    app.run = run_app  # type: ignore[attr-defined]
    app.Start = Start  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gin.ui.app", app)
    monkeypatch.setattr(gin.ui, "app", app, raising=False)
    monkeypatch.setattr(cli.play, "wants_plain", lambda *, asked: asked)
    monkeypatch.setattr(cli.play, "guarded", lambda screen: screen(None))
    status = cli.play.play(
        Namespace(
            menu=True,
            plain=False,
            ascii=True,
            data=str(tmp_path),
            level=None,
            seed="x",
            deal=None,
            speed="fast",
            coach=None,
            deadwood=None,
            config=str(tmp_path / "config.toml"),
        )
    )
    assert status == 7
    ((start, in_ascii),) = calls
    assert (in_ascii, start.settings, start.menu) == (True, Settings(speed="fast"), False)


@pytest.mark.parametrize(
    ("colours", "light"),
    [("0;15", True), ("0;default;15", True), ("15;0", False), ("7;8", False), ("", False)],
)
def test_a_terminal_that_says_it_is_light_gets_the_light_theme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, colours: str, *, light: bool
) -> None:
    monkeypatch.setenv("COLORFGBG", colours)
    file = SettingsFile(tmp_path / "config.toml")
    args = Namespace(speed=None, coach=None, deadwood=None)
    assert cli.play._adjusted(file, args).theme == ("light" if light else "terminal")
    file.keep("theme", "terminal")
    assert cli.play._adjusted(file, args).theme == "terminal"


def test_reduced_motion_from_outside_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SettingsFile(tmp_path / "config.toml")
    file.keep("speed", "slow")
    monkeypatch.setenv("GIN_REDUCE_MOTION", "1")
    settings = cli.play._adjusted(file, Namespace(speed="fast", coach=None, deadwood=None))
    assert (settings.motion, settings.speed) == ("off", "fast")
    assert file.read() == Settings(speed="slow")


def test_bad_settings_are_one_line_and_plain_mode_goes_on(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("level = 'nobody'\n")
    words = [sys.executable, "-m", "gin", "play", "--plain", "--data", str(tmp_path / "data")]
    done = subprocess.run(
        [*words, "--config", str(config)],
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr.startswith("gin: level in ")
    assert done.stderr.count("\n") == 1
    assert "steady is used" in done.stderr
    assert config.read_text() == "level = 'nobody'\n"


def test_a_new_match_is_played_at_the_level_of_the_settings(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("level = 'simple'\n")
    words = [sys.executable, "-m", "gin", "play", "--plain", "--data", str(tmp_path / "data")]
    subprocess.run(
        [*words, "--config", str(config)],
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    session = Session.open(Store(tmp_path / "data"))
    assert session.table.level == "simple"
    session.close()
