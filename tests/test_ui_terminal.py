"""The full screen in a real terminal: a whole match, signals, resizing, restarts."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import gin
from gin import Match
from gin.saves import Store
from gin.ui.layout import layout
from terminal import CLEAN, PATIENCE, PROMPT, Terminal, is_gone, terminal


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Terminal]:
    with terminal(tmp_path) as opened:
        yield opened


def shown_hand(rows: list[str], lift: int = 1) -> list[tuple[gin.Card, int, int]]:
    """The hand as it is on an 80x24 screen: every card with a cell inside it."""
    y = layout(80, 24).hand + lift + 1
    return [
        (gin.Card(found.group(1)), found.start(1), y)
        for found in re.finditer(r"[│║]((?:10|[A2-9JQK])[♠♥♦♣])", rows[y])
    ]


def test_the_first_picture_and_a_clean_way_out(window: Terminal) -> None:
    words = window.sit("in a terminal")
    assert all(part in words for part in ("You 0", "Computer 0", "to 100", "Discard "))
    assert len(shown_hand(window.rows())) == 10
    assert window.flags() == "1 1 0 0"
    window.keys("q")
    words = window.shows("status=0")
    assert "earlier text" in words
    assert window.flags() == CLEAN


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(window: Terminal, number: signal.Signals) -> None:
    window.sit("in a terminal")
    window.signal(number)
    words = window.shows(f"status={128 + number}")
    assert "earlier text" in words
    assert window.flags() == CLEAN


def test_a_closed_window_ends_the_program(window: Terminal) -> None:
    window.sit("in a terminal")
    process = window.process()
    window.close()
    deadline = time.monotonic() + PATIENCE
    while not is_gone(process):
        assert time.monotonic() < deadline


def test_killed_in_the_middle_it_goes_on_where_it_was(tmp_path: Path) -> None:
    with terminal(tmp_path) as first:
        first.sit("in a terminal")
        if "Take the upcard" in first.words:
            first.keys("p")
            first.until(re.compile("Draw from the stock|both passed").search)
        first.keys("s")
        first.shows("You drew")
        first.keys("1", ",", ".", ".")
        first.shows("^")
        first.keys("Escape")
        first.until(lambda words: "^" not in words)
        hand = [card for card, _, _ in shown_hand(first.rows())]
        words = first.words
        os.kill(first.screen_process(), signal.SIGKILL)
        first.shows("status=137")
    with terminal(tmp_path) as second:
        second.play("--seed", "in a terminal", "--speed", "instant")
        again = second.shows("You drew", "save and quit")
        assert [card for card, _, _ in shown_hand(second.rows())] == hand
        for pattern in (r"Stock \d+", r"Discard \S+", r"You drew \S+"):
            assert re.findall(pattern, again) == re.findall(pattern, words)


def test_undo_brings_the_earlier_screen_back_and_outlives_a_kill(tmp_path: Path) -> None:
    """Behaviour 25, the second half, in a real terminal."""
    with terminal(tmp_path) as first:
        first.sit("in a terminal")
        if "Take the upcard" in first.words:
            first.keys("p")
            first.until(re.compile("Draw from the stock|both passed").search)
        first.until(lambda words: "[u Undo]" in words or "(u Undo)" in words)
        before = first.rows()
        first.keys("s")
        drew = first.shows("You drew")
        first.keys("u")
        first.shows("undo used")
        first.until(lambda _: first.rows()[1:] == before[1:])
        os.kill(first.screen_process(), signal.SIGKILL)
        first.shows("status=137")
    with terminal(tmp_path) as second:
        again = second.sit("in a terminal")
        assert "undo used" in again
        second.keys("C-r")
        card = re.findall(r"You drew (\S+)", drew)
        assert re.findall(r"You drew (\S+)", second.shows("You drew")) == card


FAULTY = """
import sys
from gin.cli import main
from gin.ui.stage import Stage

def broken(self, command):
    raise RuntimeError("a fault for the test")

Stage.do = broken
sys.exit(main(sys.argv[1:]))
"""


def test_an_error_in_the_program_leaves_a_line_and_a_report(
    window: Terminal, tmp_path: Path
) -> None:
    script = tmp_path / "faulty.py"
    script.write_text(FAULTY)
    options = ("--seed", "fault", "--speed", "instant", "--data", str(tmp_path))
    program = shlex.join([sys.executable, str(script), "play", *options])
    window.open(f"{program}; echo status=$?; exec cat")
    window.until(PROMPT.search)
    window.keys("1")
    words = window.shows("status=70")
    assert "your game is saved" in words
    assert "Traceback" not in words
    assert window.flags() == CLEAN
    (report,) = tmp_path.glob("error-*.txt")
    assert "a fault for the test" in report.read_text()


def test_resizing_keeps_everything_in_sight(window: Terminal) -> None:
    window.sit("in a terminal")
    before = window.rows()
    window.resize(40, 20)
    window.until(lambda words: "←→↑↓ move" in words and "Sort" in words)
    rows = window.rows()
    assert all(len(row) <= 40 for row in rows)
    assert sum(row.count("╭───╮") for row in rows) == 10
    window.resize(28, 8)
    window.shows("Needs 30x10, this is 28x8.")
    window.resize(80, 24)
    window.until(PROMPT.search)
    window.until(lambda _: window.rows() == before)


def test_suspending_and_coming_back(window: Terminal, tmp_path: Path) -> None:
    window.open("exec bash --norc --noprofile -i", environment="PS1='ready> '")
    window.shows("ready>")
    options = ("--seed", "suspend", "--speed", "instant", "--data", str(tmp_path))
    window.type(shlex.join([sys.executable, "-m", "gin", "play", *options]))
    window.keys("Enter")
    window.until(PROMPT.search)
    window.keys("C-z")
    window.shows("Stopped")
    assert window.flags() == CLEAN
    window.type("fg")
    window.keys("Enter")
    window.until(lambda words: PROMPT.search(words) and "Stopped" not in words)
    window.keys("q")
    window.until(lambda words: words.endswith("ready>"))
    assert window.flags() == CLEAN


@pytest.mark.parametrize("environment", ["GIN_ASCII=1", "LC_ALL=POSIX", "LC_ALL= LANG=C"])
def test_without_utf_8_every_character_is_ascii(window: Terminal, environment: str) -> None:
    window.play(
        "--seed", "in a terminal", "--speed", "instant",
        environment=environment,
    )  # fmt: skip
    assert window.until(PROMPT.search).isascii()
    window.keys("1", "?")
    assert window.shows("Keys").isascii()


def test_a_match_begun_in_lines_goes_on_on_the_screen(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gin", "play", "--plain", "--seed", "in a terminal"]
    done = subprocess.run(
        [*command, "--data", str(tmp_path)],
        input="pass\nstock\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "\x1b" not in done.stdout
    with terminal(tmp_path) as window:
        window.play("--seed", "in a terminal", "--speed", "instant")
        assert "Deal 1" in window.shows("pick")


def test_a_whole_match_by_keys_and_by_clicks(tmp_path: Path) -> None:
    with terminal(tmp_path) as window:
        window.sit("in a terminal")
        for turn in range(600):
            words = window.until(
                lambda words: PROMPT.search(words) or "SCORE" in words or "Choose a card" in words
            )
            if "SCORE" in words:
                if "Match result" in words:
                    break
                press(window, "n", "n Next deal", turn)
                window.until(lambda words: "SCORE" not in words)
            else:
                take_turn(window, words, turn)
        window.keys("Enter")
        words = window.until(re.compile(r"(?:You win|Computer wins) the match").search)
        scores = re.search(r"You (\d+) Computer (\d+)", words)
        assert scores is not None
        window.keys("q")
        window.shows("status=0")
        assert window.flags() == CLEAN
    store = Store(tmp_path)
    found = store.find(unfinished=False)
    assert found is not None
    match = store.load(found).match
    store.close()
    assert match.winner is not None
    assert match.scores == tuple(map(int, scores.groups()))
    assert max(match.scores) >= 100
    # Loading replays the stored actions through the rules; so does reading the record.
    assert Match.from_text(match.to_text()).scores == match.scores


def press(window: Terminal, key: str, written: str, turn: int) -> None:
    """Every other turn is played with the mouse."""
    if turn % 2:
        window.click(written)
    else:
        window.keys(key)


def take_turn(window: Terminal, words: str, turn: int) -> None:
    """Play one turn from what is on the screen alone."""
    barred: gin.Card | None = None
    if PROMPT.search(words):
        hand = gin.Hand([card for card, _, _ in shown_hand(window.rows())])
        top = re.search(r"\] Discard (\S+)", words)
        if top is not None and helps(hand, gin.Card(top.group(1))):
            barred = gin.Card(top.group(1))
            press(window, "t", f"Discard {top.group(1)}", turn)
        elif "Take the upcard" in words:
            press(window, "p", "p Pass", turn)
            window.until(
                lambda words: (
                    "Take the upcard" not in words and (PROMPT.search(words) or "SCORE" in words)
                )
            )
            return
        else:
            press(window, "s", "Stock", turn)
        window.until(re.compile(r"You (?:drew|took)").search)
    shown = shown_hand(window.rows())
    card, left = gin.discards(gin.Hand([card for card, _, _ in shown]), barred)[0]
    at = next(at for at, (held, _, _) in enumerate(shown) if held == card)
    if turn % 2:
        window.click_at(shown[at][1], shown[at][2])
    else:
        window.keys("1234567890-"[at])
    window.shows("leaves")
    if left > 10:
        press(window, "d", "d Discard", turn)
        window.until(lambda words: PROMPT.search(words) or "SCORE" in words)
        return
    press(window, "k", "k KNOCK" if left else "k GO GIN", turn)
    window.shows("Keep playing")
    press(window, "k", ">k ", turn)
    window.shows("SCORE")


def helps(hand: gin.Hand, card: gin.Card) -> bool:
    """Whether taking the card lowers the deadwood at once."""
    return gin.discards(hand | gin.Hand([card]), card)[0][1] < gin.deadwood(hand)


def test_a_first_start_shows_the_menu_and_keeps_what_is_set(
    window: Terminal, tmp_path: Path
) -> None:
    config = tmp_path / "settings" / "config.toml"
    window.play("--speed", "instant", "--config", str(config), word=None)
    window.shows("GIN RUMMY", "New match", "Quit")
    assert window.flags() == "1 1 0 0"
    window.click("Settings")
    window.shows("SETTINGS", "Theme")
    window.keys("Down", "Down", "Right")
    window.shows("‹ dark")
    window.click("Esc Back")
    window.shows("New match")
    window.keys("n")
    window.shows("Fingerprint", "Enter deals")
    window.keys("Enter")
    window.until(PROMPT.search)
    window.keys("q")
    window.shows("status=0")
    assert config.read_text() == 'theme = "dark"\n'


def test_bad_settings_are_said_and_the_game_goes_on(window: Terminal, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("theme = \n")
    window.play("--seed", "bad settings", "--speed", "instant", "--config", str(config))
    window.shows("are no TOML", "save and quit")
    window.keys("q")
    window.shows("status=0")
    assert config.read_text() == "theme = \n"


def test_without_colours_no_colour_is_sent(window: Terminal, tmp_path: Path) -> None:
    """Behaviour 19, from the raw bytes that the program writes."""
    sent = tmp_path / "sent"
    options = ("--seed", "no colour", "--speed", "instant")
    window.play(*options, environment="NO_COLOR=1", before="read _")
    window.tmux("pipe-pane", "-t", "gin", f"cat > {sent}")
    window.keys("Enter")
    window.until(PROMPT.search)
    window.keys("R", "Escape", "o", "Escape", "b", "Escape")
    window.shows("save and quit")
    window.keys("q")
    window.shows("status=0")
    window.tmux("pipe-pane", "-t", "gin")
    raw = sent.read_text()
    assert "\x1b[?1049h" in raw
    assert not re.search(r"\x1b\[(?:\d+;)*(?:3\d|4\d|9\d|10[0-7])(?:;\d+)*m", raw)
