"""The cut: the fingerprint first, then the person's words, then the cards."""

import io
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

import gin
from gin import fair, plain
from gin.saves import Store
from gin.session import Session
from gin.settings import Settings
from gin.ui.command import Command
from house import finish_deal, finish_match, greedy, sit, sit_before_the_cards, step
from screen import Screen, on_screen
from seat import SIZES, Seat

FINGERPRINT = fair.fingerprint(bytes(32))


def row(directory: Path, columns: str) -> tuple[object, ...]:
    with closing(sqlite3.connect(Store(directory).path)) as connection:
        found: tuple[object, ...] = connection.execute(f"SELECT {columns} FROM match").fetchone()  # noqa: S608
        return found


# --- the screen ---


def test_a_cut_that_is_full_says_so_and_loses_nothing(tmp_path: Path) -> None:
    seat = Seat(sit_before_the_cards(tmp_path))
    for _ in range(200):
        seat.stage.do(Command("type", number=ord("x")))
    assert "at most" not in seat.text
    for command in (Command("type", number=ord("y")), Command("cut-at", number=7)):
        seat.stage.do(command)
        assert "A cut has 200 characters at most; Enter deals." in seat.words
    seat.keys("enter")
    assert seat.session._match.cut == b"x" * 200


# --- the session ---


def test_the_fingerprint_is_stored_before_the_first_card_and_before_the_cut(
    tmp_path: Path,
) -> None:
    session = sit_before_the_cards(tmp_path)
    assert session.cuttable
    assert row(tmp_path, "fingerprint, cut, dealt") == (FINGERPRINT, b"", 0)
    session.cut("my cat")
    assert not session.cuttable
    assert row(tmp_path, "fingerprint, cut, dealt") == (FINGERPRINT, b"my cat", 1)


def test_a_cut_decides_every_deck_and_the_first_starter(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)
    session.cut("  Käse 🧀 ")
    cut = "Käse 🧀".encode()
    assert session.table.starter == fair.first_starter(bytes(32), cut)
    finish_match(session)
    deals = session._match.deals
    assert [deal.deck for deal in deals] == [
        fair.deck(bytes(32), number, cut) for number in range(1, len(deals) + 1)
    ]
    again = sit(tmp_path, seed=None)
    assert again._match == session._match


def test_without_a_cut_the_decks_are_those_of_the_seed(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)
    before = session.table
    session.cut("  ")
    assert session.table == before
    assert row(tmp_path, "cut, dealt") == (b"", 1)


def test_a_match_is_cut_once_and_never_after_a_card_was_shown(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path / "cut")
    session.cut("once")
    with pytest.raises(gin.IllegalAction, match="The cards are dealt"):
        session.cut("twice")
    played = sit_before_the_cards(tmp_path / "played")
    while not played.can_undo:
        step(played)
    played.undo()
    assert not played.cuttable
    with pytest.raises(gin.IllegalAction, match="The cards are dealt"):
        played.cut("late")


def test_a_match_left_before_the_cards_can_still_be_cut(tmp_path: Path) -> None:
    sit_before_the_cards(tmp_path).close()
    again = Session.open(Store(tmp_path), seat_player=greedy)
    assert again.cuttable
    again.cut("later")
    again.close()
    once_more = Session.open(Store(tmp_path), seat_player=greedy)
    assert not once_more.cuttable
    once_more.close()


@pytest.mark.parametrize("kind", ["seed", "deal"])
def test_cards_that_are_asked_for_by_name_are_not_cut(tmp_path: Path, kind: str) -> None:
    session = sit(tmp_path, deal_number=7 if kind == "deal" else None)
    assert not session.cuttable
    finish_deal(session)
    session.replay()
    assert not session.cuttable


def test_two_windows_cannot_cut_one_match_differently(tmp_path: Path) -> None:
    first = sit_before_the_cards(tmp_path)
    second = Session.open(Store(tmp_path), seat_player=greedy)
    third = Session.open(Store(tmp_path), seat_player=greedy)
    assert second.cuttable
    first.cut("first")
    with pytest.raises(gin.SaveError, match="another window"):
        second.cut("second")
    # It still holds the cards of before the cut: not one of its actions may be written.
    with pytest.raises(gin.SaveError, match="another window"):
        step(third)
    step(first)
    assert sit(tmp_path, seed=None)._match == first._match
    second.close()
    third.close()


def test_a_cut_that_is_too_long_is_refused_in_one_sentence(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)
    with pytest.raises(gin.ParseError, match="at most 1024 bytes, not 1025"):
        session.cut("x" * 1025)
    with pytest.raises(gin.ParseError, match="not readable"):
        session.cut("\ud800")
    assert session.cuttable


def test_the_proof_keeps_the_seed_until_the_match_is_over(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)
    session.cut("my cat")
    proof = session.proof()
    assert (proof.fingerprint, proof.seed, proof.cut, proof.decks) == (
        FINGERPRINT,
        None,
        b"my cat",
        1,
    )
    finish_match(session)
    assert session.proof().seed == bytes(32)
    assert session.proof().results == len(session.table.deals)


# --- the full screen ---


def typed(seat: Seat, text: str) -> Seat:
    for char in text:
        seat.stage.do(Command("type", number=ord(char)))
    return seat


@pytest.mark.parametrize("size", [*SIZES, (30, 10), (60, 16)])
def test_the_whole_fingerprint_is_on_the_screen_and_no_card(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    seat = Seat(sit_before_the_cards(tmp_path), size=size)
    assert seat.stage.screen.name == "cut"
    assert FINGERPRINT in "".join(seat.text.split())
    assert all(len(line) < size[0] for line in seat.rows)
    assert not any(sign in seat.text for sign in "♠♥♦♣")


def test_one_key_deals(tmp_path: Path) -> None:
    for key in ("enter", "escape"):
        seat = Seat(sit_before_the_cards(tmp_path / key)).keys(key)
        assert seat.stage.screen.name == "table"
        assert seat.session._match.cut == b""


def test_what_is_typed_is_the_cut(tmp_path: Path) -> None:
    seat = typed(Seat(sit_before_the_cards(tmp_path)), "my catt").keys("backspace")
    assert "> my cat_" in seat.text
    assert "Cut and deal" in seat.text
    assert seat.keys("enter").stage.screen.name == "table"
    assert seat.session._match.cut == b"my cat"
    assert seat.hand == Seat(sit(tmp_path, seed=None)).hand


def test_a_click_on_the_pack_is_a_cut_and_the_buttons_can_be_clicked(tmp_path: Path) -> None:
    seat = Seat(sit_before_the_cards(tmp_path))
    x, y = seat.place("░░░░")
    seat.click_at(x + 22, y)
    assert "> card 23" in seat.text
    assert seat.click("Cut and deal").stage.screen.name == "table"
    assert seat.session._match.cut == b"card 23"


def test_escape_deals_without_what_was_typed(tmp_path: Path) -> None:
    seat = typed(Seat(sit_before_the_cards(tmp_path)), "my cat").keys("escape")
    assert seat.session._match.cut == b""


def test_rules_and_menu_lead_back_to_the_cut(tmp_path: Path) -> None:
    seat = typed(Seat(sit_before_the_cards(tmp_path)), "my cat")
    before = seat.text
    assert seat.keys("f1", "escape").text == before
    assert seat.keys("f10", "escape").text == before
    assert seat.session.cuttable


def test_in_a_window_that_is_too_small_nothing_is_typed(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)

    async def script(screen: Screen) -> None:
        await screen.shows("Fingerprint")
        screen.resize(28, 8)
        await screen.shows("28x8")
        screen.send("xyz\r")
        await screen.settled()
        screen.resize(80, 24)
        await screen.shows("Fingerprint", "> _")

    assert on_screen(session, script) == 0
    assert session.cuttable


def test_never_ask_again_is_kept(tmp_path: Path) -> None:
    seat = Seat(sit_before_the_cards(tmp_path / "first")).keys("f3")
    assert seat.stage.screen.name == "table"
    assert seat.stage.model.settings.cut == "never"
    session = sit_before_the_cards(tmp_path / "second")
    asked: list[str] = []

    async def script(screen: Screen) -> None:
        await screen.until(lambda: "Stock" in screen)
        asked.append(screen.text)

    on_screen(session, script, settings=Settings(cut="never", speed="instant"))
    assert "Fingerprint" not in asked[0]
    assert not session.cuttable


def test_a_cut_that_cannot_be_saved_is_said_and_no_card_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = Seat(sit_before_the_cards(tmp_path))

    def full(*_: object) -> None:
        raise gin.SaveError("The disk is full, so nothing could be saved.")

    monkeypatch.setattr(seat.session._store, "cut", full)
    typed(seat, "my cat").keys("enter")
    assert seat.stage.screen.name == "cut"
    assert "disk is full" in seat.words
    monkeypatch.undo()
    assert seat.keys("enter").stage.screen.name == "table"


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (36, 10), (30, 10)])
def test_why_a_cut_is_not_saved_is_whole_in_every_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    session = sit_before_the_cards(tmp_path)
    reason = f"The game in {'a_long_folder/' * 4}gin.db could not be saved: the disk is full."

    def fail(*_: object) -> None:
        raise gin.SaveError(reason)

    monkeypatch.setattr(session._store, "cut", fail)
    seat = Seat(session, size=size).keys("enter")
    assert "".join(reason.split()) in "".join(seat.text.split())
    assert "Enter Deal" in seat.text


def test_where_keys_are_named_the_last_is_how_to_leave_and_whole(tmp_path: Path) -> None:
    seat = Seat(sit_before_the_cards(tmp_path))
    named = set()
    for seat.size in product(range(30, 80), range(10, 25)):
        line = seat.rows[-2].strip()
        if "F10" in line:
            named.add(line)
            assert line.endswith("Ctrl-C leave")
    assert "F1 rules · F10 menu · Ctrl-C leave" in named


def test_letters_pastes_and_keys_in_a_terminal(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)

    async def script(screen: Screen) -> None:
        await screen.shows("Fingerprint", "Enter deals")
        # q and ? are letters here, arrows are none, and a wide sign takes one cell.
        screen.send("q?\x1b[A\x1b[200~ pa\nste\x1b[201~猫")
        await screen.shows("> q? paste?")
        screen.send("\x7f\x7f")
        await screen.shows("> q? past_")
        assert session.cuttable
        screen.send("\r")
        await screen.until(lambda: "Stock" in screen)

    assert on_screen(session, script) == 0
    assert session._match.cut == b"q? past"


def test_the_computer_waits_for_the_cut(tmp_path: Path) -> None:
    seed = next(
        seed for seed in map(fair.numbered_seed, range(1, 40)) if fair.first_starter(seed) == 1
    )
    session = sit_before_the_cards(tmp_path, seed)

    async def script(screen: Screen) -> None:
        await screen.shows("Fingerprint")
        await screen.settled()
        assert not session._match.deal.history
        screen.send("\r")
        await screen.until(lambda: session.table.your_turn and "Stock" in screen)

    on_screen(session, script)
    assert session._match.deal.history


def test_the_fairness_page_is_a_key_away_and_tells_the_seed_at_the_end(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)
    seat = typed(Seat(session), "my cat").keys("enter", "f")
    assert FINGERPRINT in "".join(seat.text.split())
    assert "a secret until the match is over" in seat.words
    assert "Cut: 'my cat'" in seat.words
    assert seat.keys("f").stage.screen.name == "table"
    finish_match(session)
    over = Seat(session)
    assert "Seed: " + "00" * 32 in over.click("f Verify").words
    assert over.keys("escape").stage.screen.name == "result"
    over.keys("n").click("f Seed and check")
    assert "Seed: " + "00" * 32 in over.words


def test_a_match_that_is_not_right_is_said_on_the_page(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)
    session.cut("one")
    match = session._match
    object.__setattr__(match, "cut", b"two")
    assert "not as it should be" in Seat(session).keys("f").words


# --- plain mode ---


def said(session: Session, *typed_lines: str, settings: Settings | None = None) -> str:
    out = io.StringIO()
    text = "".join(f"{line}\n" for line in typed_lines)
    assert plain.run(session, io.StringIO(text), out, settings) == 0
    return out.getvalue()


def test_in_lines_the_fingerprint_comes_before_the_cards(tmp_path: Path) -> None:
    told = said(sit_before_the_cards(tmp_path), "cut my cat", "hand")
    assert told.index(FINGERPRINT) < told.index("Cut with 'my cat'.") < told.index("Hand, 10 cards")
    assert row(tmp_path, "cut, dealt") == (b"my cat", 1)


def test_in_lines_an_empty_line_or_any_command_deals(tmp_path: Path) -> None:
    for number, line in enumerate(("", "pass", "hand", "stock", "9C", "score")):
        session = sit_before_the_cards(tmp_path / str(number))
        told = said(session, line)
        assert "Hand, 10 cards" in told
        assert not session.cuttable
        assert session._match.cut == b""


def test_in_lines_the_cards_that_are_asked_for_are_told_once(tmp_path: Path) -> None:
    for line in ("hand", "table", "next", "yes"):
        told = said(sit_before_the_cards(tmp_path / line), line)
        assert told.count("Gin rummy against the computer") == 1
        assert told.count("Hand, 10 cards") == 1


def test_in_lines_how_cards_are_told_can_be_chosen_before_them(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)
    told = said(session, "cards long", "sort suit")
    assert "Cards are told in words." in told
    assert "Loose cards are sorted by suit." in told
    assert "Hand, " not in told
    assert session.cuttable
    assert " of " in said(session, "cards in words", "").split("Hand, 10 cards")[1]


def test_in_lines_help_and_leaving_deal_nothing(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)
    told = said(session, "help", "rules", "cut", "verify", "blah", "again", "quit")
    assert "Hand, " not in told
    assert "Cut with which words?" in told
    assert "'blah' is no command" in told
    assert session.cuttable


def test_in_lines_a_cut_comes_too_late_once_the_cards_are_dealt(tmp_path: Path) -> None:
    told = said(sit_before_the_cards(tmp_path), "", "cut my cat")
    assert "The cards are dealt; the next match can be cut." in told
    told = said(sit_before_the_cards(tmp_path / "long"), "cut " + "x" * 1100)
    assert "at most 1024 bytes" in told
    assert "Hand, " not in told


def test_in_lines_whoever_is_never_asked_gets_the_cards(tmp_path: Path) -> None:
    told = said(sit_before_the_cards(tmp_path), settings=Settings(cut="never"))
    assert told.index(FINGERPRINT) < told.index("Hand, 10 cards")
    assert "Deal?" not in told


def test_in_lines_the_seed_is_told_when_the_match_is_over(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)
    assert "a secret until the match is over" in said(session, "verify")
    finish_match(session)
    told = said(session, "verify", "next")
    assert "Seed: " + "00" * 32 in told
    assert "verify shows it" in told
    assert told.rstrip().endswith("Everything is saved. Start gin again to go on from here.")
    # The new match begins with its own fingerprint.
    assert told.count("Fingerprint of the secret seed") == 1
