"""The settings file: forgiving to read, changed line by line, never written over when it is bad."""

import os
from dataclasses import fields
from pathlib import Path

import pytest

from gin.errors import SettingsError
from gin.paths import settings_file
from gin.settings import Settings, SettingsFile, lines


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "config.toml"


def written(place: Path, text: str) -> SettingsFile:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    return SettingsFile(place)


def test_every_setting_has_a_line_and_a_default_among_its_choices() -> None:
    assert [line.name for line in lines()] == [field.name for field in fields(Settings)]
    for line in lines():
        assert Settings().choice(line.name) in line.choices
        assert not line.spoken or len(line.spoken) == len(line.choices)


def test_without_a_file_the_defaults_hold_and_nothing_is_written(place: Path) -> None:
    file = SettingsFile(place)
    assert (file.read(), file.complaint) == (Settings(), "")
    assert not place.parent.exists()


def test_every_choice_of_every_setting_is_kept(place: Path) -> None:
    file = SettingsFile(place)
    for line in lines():
        for choice in line.choices:
            file.keep(line.name, choice)
            assert file.read().choice(line.name) == choice
    assert file.complaint == ""
    assert len(place.read_text().splitlines()) == len(lines())


def test_what_the_program_does_not_know_stays(place: Path) -> None:
    text = '# mine\ncards = "paper" # nice\nfuture = [1, 2]\n\n[table]\ncards = "other"\n'
    file = written(place, text)
    file.keep("cards", "compact")
    file.keep("mouse", "off")
    assert place.read_text() == (
        '# mine\ncards = "compact" # nice\nfuture = [1, 2]\n\nmouse = false\n'
        '[table]\ncards = "other"\n'
    )
    assert file.read() == Settings(cards="compact", mouse="off")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("cards = ", "no TOML"),
        ("cards = 'box'\ncards = 'box'\n", "no TOML"),
        ("\x00", "no TOML"),
        (f"note = {'[' * 5000}", "nested too deeply"),
        (f"note = {'9' * 5000}", "a number has too many digits"),
    ],
)
def test_a_bad_file_is_reported_and_left_alone(place: Path, text: str, part: str) -> None:
    file = written(place, text)
    assert file.read() == Settings()
    assert part in file.complaint
    assert "\n" not in file.complaint
    with pytest.raises(SettingsError):
        file.keep("cards", "paper")
    assert place.read_text() == text


def test_bytes_that_are_no_text_are_reported_and_left_alone(place: Path) -> None:
    file = written(place, "")
    place.write_bytes(b"cards = '\xff'")
    assert file.read() == Settings()
    assert "not UTF-8" in file.complaint
    with pytest.raises(SettingsError):
        file.keep("cards", "paper")
    assert place.read_bytes() == b"cards = '\xff'"


@pytest.mark.parametrize("bad", ["'gold'", "7", "[]", "true"])
def test_one_bad_value_does_not_spoil_the_others(place: Path, bad: str) -> None:
    file = written(place, f"cards = {bad}\nspeed = 'fast'\n")
    assert file.read() == Settings(speed="fast")
    assert "choose box, paper, compact or ascii; box is used." in file.complaint
    file.keep("cards", "paper")
    assert file.read() == Settings(cards="paper", speed="fast")
    # What was mended is not complained of any more.
    assert file.complaint == ""


def test_a_setting_that_looks_like_a_line_of_a_text_is_not_touched(place: Path) -> None:
    text = 'note = """\ncards = "x"\n"""\n'
    file = written(place, text)
    with pytest.raises(SettingsError, match="by hand"):
        file.keep("cards", "paper")
    assert place.read_text() == text


@pytest.mark.parametrize(
    "text", ['"cards" = "box"\n', "cards.size = 1\n", "[cards]\n", "cards = [\n'box']\n"]
)
def test_a_setting_in_another_form_is_left_and_not_called_bad_toml(place: Path, text: str) -> None:
    file = written(place, text)
    file.read()
    assert "no TOML" not in file.complaint
    with pytest.raises(SettingsError, match="cards can only be changed by hand"):
        file.keep("cards", "paper")
    assert place.read_text() == text


def test_a_wrong_choice_is_shown_up_to_a_length(place: Path) -> None:
    file = written(place, f'cards = "{"x" * 3_000}"\n')
    assert file.read() == Settings()
    assert len(file.complaint) < 500


def test_a_folder_or_a_forbidden_place_is_reported(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    assert file.read() == Settings()
    assert "cannot be read" in file.complaint
    with pytest.raises(SettingsError):
        file.keep("cards", "paper")
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="cannot be kept"):
        SettingsFile(tmp_path / "file" / "config.toml").keep("cards", "paper")


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("folder", "it is not a file"),
        ("pipe", "it is not a file"),
        ("/dev/zero", "it is not a file"),
        ("/dev/null", "it is not a file"),
        ("large", "it is larger than any file of settings"),
    ],
)
def test_what_has_no_end_or_is_no_file_is_neither_read_nor_replaced(
    tmp_path: Path, kind: str, told: str
) -> None:
    path = tmp_path / "config.toml"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "large":
        path.write_bytes(b"#" * 70_000_000)
    else:
        path.symlink_to(kind)
    before = path.lstat()
    file = SettingsFile(path)
    assert file.read() == Settings()
    assert file.complaint == (
        f"The settings in {path} cannot be read ({told}); the defaults are used."
    )
    with pytest.raises(SettingsError, match=f"cannot be kept in .* \\({told}\\)"):
        file.keep("cards", "paper")
    assert (path.lstat().st_ino, path.lstat().st_mode) == (before.st_ino, before.st_mode)


def test_who_may_read_the_file_stays_as_it_was(place: Path) -> None:
    file = written(place, "")
    place.chmod(0o640)
    file.keep("cards", "paper")
    assert place.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "config.toml"
    link.symlink_to(real)
    SettingsFile(link).keep("cards", "paper")
    assert link.is_symlink()
    assert real.read_text() == 'cards = "paper"\n'


def test_where_the_file_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GIN_CONFIG", str(tmp_path / "mine.toml"))
    assert settings_file() == tmp_path / "mine.toml"
    assert settings_file(tmp_path / "other.toml") == tmp_path / "other.toml"
    with pytest.raises(SettingsError, match="has no name"):
        settings_file("")
    monkeypatch.delenv("GIN_CONFIG")
    assert settings_file().name == "config.toml"
