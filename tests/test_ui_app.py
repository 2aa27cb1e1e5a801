"""The program on a terminal in memory: keys, mouse reports, Esc, resizing, the computer's turn."""

import asyncio
import re
from pathlib import Path

import pytest

import gin
from gin.match import Match
from gin.session import Session
from gin.turn import Phase
from gin.ui.glyph import ASCII
from gin.ui.terminal import mouse_report
from house import Greedy, set_deal, sit, step, to_person
from screen import Screen, on_screen
from seat import position

TEN = "5S 6S 7S 2H 4H JH JD AD 9C TH"
ELEVEN = "5S 6S 7S 2H 3H 4H JH JD JC AD 9C"
THEIRS = "8S 9S JS KS KC KH QD 6D 4C 2C"


def table(tmp_path: Path, phase: Phase = "draw", mine: str = TEN) -> Session:
    return set_deal(sit(tmp_path), position(mine, THEIRS, "8C", phase, 24))


def test_the_first_picture_and_leaving_by_q(tmp_path: Path) -> None:
    async def script(screen: Screen) -> None:
        await screen.shows("You 0", "to 100", "Stock 24", "Discard 8♣")
        screen.send("q")

    assert on_screen(table(tmp_path), script) == 0


def test_ctrl_c_leaves_too(tmp_path: Path) -> None:
    async def script(screen: Screen) -> None:
        screen.send("\x03")

    assert on_screen(table(tmp_path), script) == 0


def test_a_turn_by_keys_and_by_clicks(tmp_path: Path) -> None:
    session = table(tmp_path)

    async def script(screen: Screen) -> None:
        screen.send("s")
        await screen.shows("You drew")
        screen.send("9")
        await screen.shows("Discarding")
        screen.send("d")
        await screen.shows("last:", "Draw from the stock, or take")
        screen.click("Stock")
        await screen.shows("You drew")
        screen.click("9♣")
        await screen.shows("Discarding 9♣")
        screen.click("d Discard 9♣")
        await screen.shows("Draw from the stock")

    on_screen(session, script)
    seats = [event.seat for event in session.table.view.history]
    assert seats == [0, 0, 1, 1, 0, 0, 1, 1]


def test_esc_closes_a_page_and_what_stands_below_is_unchanged(tmp_path: Path) -> None:
    async def script(screen: Screen) -> None:
        await screen.shows("Stock 24")
        before = screen.text
        for key, title in (
            ("?", "Keys"),
            ("R", "Rules"),
            ("\x1bOP", "Rules"),
            ("l", "turn by turn"),
        ):
            screen.send(key)
            await screen.shows(title)
            screen.send("std3k")
            screen.send("\x1b")
            await screen.until(lambda: screen.text == before)

    session = table(tmp_path)
    on_screen(session, script)
    assert session.table.view.history == ()


def test_a_click_is_one_whichever_key_is_held_down_and_a_movement_is_none() -> None:
    for held in range(0, 32, 4):
        for button, end, kind in (
            (0, "M", "press"),
            (0, "m", "release"),
            (2, "m", "look"),
            (64, "M", "wheel-up"),
            (65, "M", "wheel-down"),
        ):
            found = mouse_report(f"\x1b[<{button + held};3;12{end}")
            assert found is not None
            assert (found.kind, found.x, found.y) == (kind, 2, 11)
    for button, end in ((2, "M"), (1, "M"), (32, "M"), (35, "m"), (64, "m")):
        assert mouse_report(f"\x1b[<{button};3;12{end}") is None


def test_a_torn_mouse_report_does_nothing_but_select(tmp_path: Path) -> None:
    session = table(tmp_path, "discard", ELEVEN)

    async def script(screen: Screen) -> None:
        screen.send("1")
        await screen.shows("1^")
        screen.send("\x1b")
        # Esc has been taken for a key of its own; what follows comes too late to belong to it.
        await screen.until(lambda: screen.app.stage.model.holding.selected is None)
        for piece in ("[<0;3;12M", "[<0;", "3;12m", "\x1b[<0;3;12;7M", "\x1b[<0;3M"):
            screen.send(piece)
        await screen.settled()
        assert "Stock 24" in screen

    assert on_screen(session, script) == 0
    assert session.table.view.history == ()


def test_shifted_arrows_and_tab_come_through(tmp_path: Path) -> None:
    session = table(tmp_path, "discard", ELEVEN)

    async def script(screen: Screen) -> None:
        first = screen.app.stage.model.holding.shown[0]
        screen.send("1\x1b[1;2C\x1b[1;2C\x1b[1;2D")
        await screen.until(lambda: screen.app.stage.model.holding.shown[1] == first)
        screen.send("\t")
        await screen.shows(">d Discard")
        screen.send("\x1b[Z\x1b[Z")
        await screen.shows(">s<")

    on_screen(session, script)


def test_a_pasted_text_is_not_played(tmp_path: Path) -> None:
    session = table(tmp_path)

    async def script(screen: Screen) -> None:
        screen.send("\x1b[200~" + "s3d" * 170 + "\x1b[201~")
        await screen.settled()
        assert "Stock 24" in screen

    on_screen(session, script)
    assert session.table.view.history == ()


def test_keys_held_down_draw_once_and_play_nothing_twice(tmp_path: Path) -> None:
    session = table(tmp_path)

    async def script(screen: Screen) -> None:
        screen.send("s" * 40)
        await screen.shows("already drawn")

    on_screen(session, script)
    assert [str(event.action) for event in session.table.view.history] == ["stock"]


def test_what_is_typed_while_the_computer_plays_only_skips(tmp_path: Path) -> None:
    session = table(tmp_path)

    async def script(screen: Screen) -> None:
        screen.send("s")
        await screen.shows("You drew")
        screen.send("9d")
        await screen.until(lambda: screen.app.stage.model.busy)
        screen.send("s3d")
        await screen.until(lambda: not screen.app.stage.model.busy)
        await screen.settled()
        assert "Draw from the stock" in screen

    on_screen(session, script, speed="slow")
    view = session.table.view
    assert (view.phase, len(view.hand), len(view.history)) == ("draw", 10, 4)


def test_a_key_in_a_window_that_is_too_small_confirms_no_move(tmp_path: Path) -> None:
    session = table(tmp_path)

    async def script(screen: Screen) -> None:
        screen.send("s")
        await screen.shows("You drew")
        screen.send("9d")
        await screen.shows("Press a key to go on")
        screen.resize(20, 6)
        await screen.settled()
        screen.send("x")
        await screen.settled()
        screen.resize(80, 24)
        await screen.shows("Press a key to go on")
        screen.send("x")
        await screen.until(lambda: not screen.app.stage.model.busy)

    on_screen(session, script, speed="wait")


def test_leaving_while_the_computer_plays_loses_nothing(tmp_path: Path) -> None:
    session = sit(tmp_path)
    while session.thinking or session.table.phase != "discard":
        step(session)

    async def leave(screen: Screen) -> None:
        screen.send("9d")
        await screen.until(lambda: len(session.table.computer_move) > 0 and session.thinking)
        screen.send("q")

    before = len(session.table.view.history)
    assert on_screen(session, leave, speed="slow") == 0
    again = sit(tmp_path)
    assert again.thinking
    assert len(again.table.view.history) > before

    async def go_on(screen: Screen) -> None:
        await screen.until(lambda: not again.thinking)

    assert on_screen(again, go_on) == 0
    assert again.table.view.history[-1].seat == 1


def test_the_computer_opens_by_itself_when_it_starts(tmp_path: Path) -> None:
    session = sit(tmp_path, seed="another")
    seed = 0
    while not session.thinking:
        seed += 1
        session = sit(tmp_path / str(seed), seed=str(seed))

    async def script(screen: Screen) -> None:
        await screen.shows("last:")
        await screen.until(lambda: not session.thinking)

    on_screen(session, script)
    assert session.table.view.history[0].seat == 1


def full_for_the_computer(session: Session, monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """A disk that is full for the computer's moves, while `now` says so."""
    store = session._store
    save = store.append
    broken = {"now": False}

    def append(match_id: int, match: Match) -> None:
        if broken["now"] and match.deal.history[-1].seat == 1:
            raise gin.SaveError("The disk is full, so nothing could be saved.")
        save(match_id, match)

    monkeypatch.setattr(store, "append", append)
    return broken


def test_a_move_of_the_computer_that_cannot_be_saved_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table(tmp_path)
    broken = full_for_the_computer(session, monkeypatch)

    async def script(screen: Screen) -> None:
        broken["now"] = True
        screen.send("s")
        await screen.shows("You drew")
        screen.send("9d")
        await screen.shows("The disk is full", "Try again", "Enter try again")
        for tool in ("[h", "[u", "[r", "[G"):
            assert tool not in screen
        screen.send("s3d")
        await screen.settled()
        assert session.thinking
        broken["now"] = False
        screen.send("\r")
        await screen.shows("Draw from the stock, or take")

    on_screen(session, script)
    assert len(session.table.view.history) == 4


def test_why_the_game_waits_is_said_again_whatever_is_looked_up_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table(tmp_path)
    broken = full_for_the_computer(session, monkeypatch)
    waits = ("The disk is full", "Press Enter to try again", "[Enter Try again]")

    async def script(screen: Screen) -> None:
        broken["now"] = True
        screen.send("s")
        await screen.shows("You drew")
        screen.send("9d")
        await screen.shows(*waits)
        for page, title in (("o", "SETTINGS"), ("b", "New match")):
            screen.send(page)
            await screen.shows(title)
            screen.send("\x1b")
            await screen.shows(*waits)
        for asked, answer in (("\x1bOQ", "The mouse is off"), ("\x1b[<2;15;6m", "The stock: ")):
            screen.send(asked)
            await screen.shows(answer)
            screen.send("s")
            await screen.shows(*waits)

    on_screen(session, script)


def test_a_new_match_does_not_wait_for_what_was_not_saved_in_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table(tmp_path)
    broken = full_for_the_computer(session, monkeypatch)

    async def script(screen: Screen) -> None:
        broken["now"] = True
        screen.send("s")
        await screen.shows("You drew")
        screen.send("9d")
        await screen.shows("Try again")
        broken["now"] = False
        screen.send("bnn")
        await screen.shows("Fingerprint")
        screen.send("\x1b")
        # The decks of the new match are random: it may knock on its first turn.
        await screen.until(
            lambda: not session.thinking and ("GIN Deal 1" in screen or "Next deal" in screen)
        )
        await screen.settled()
        assert "ry again" not in screen

    on_screen(session, script)


def test_nothing_is_tried_again_where_another_window_has_played_for_the_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = sit(tmp_path)
    to_person(session)
    while session.table.phase != "discard":
        passing = gin.Action.PASS in session.legal_actions()
        session.play(gin.Action.PASS if passing else gin.Action.DRAW_STOCK)
        to_person(session)
    choose = session.choose

    def overtaken() -> gin.Action:
        action = choose()
        other = sit(tmp_path)
        to_person(other)
        other.close()
        return action

    monkeypatch.setattr(session, "choose", overtaken)

    async def script(screen: Screen) -> None:
        screen.send("1d")
        await screen.shows("leave and start again to go on from there", "[q Quit]")
        assert "ry again" not in screen
        assert "Enter" not in screen
        screen.send("\rs")
        await screen.settled()
        assert "leave and start again" in screen
        screen.click("[q Quit]")

    assert on_screen(session, script) == 0


def test_an_error_in_the_program_gives_the_terminal_back_and_keeps_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table(tmp_path)
    apps: list[Screen] = []

    async def script(screen: Screen) -> None:
        apps.append(screen)
        screen.send("s")
        await screen.shows("You drew")
        monkeypatch.setattr(screen.app.stage, "do", broken)
        screen.send("9")
        await asyncio.sleep(0)

    def broken(_: object) -> None:
        raise RuntimeError("a fault for the test")

    assert on_screen(session, script) == 70
    assert str(apps[0].app.failure) == "a fault for the test"
    assert "\x1b[?1049l" in apps[0].wire.getvalue()
    assert "\x1b[?1000l" in apps[0].wire.getvalue()
    assert session.table.phase == "discard"
    assert session.report("what happened") is not None
    assert list(tmp_path.glob("error-*.txt"))


def test_an_error_in_drawing_ends_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(screen: Screen) -> None:
        def broken(*_: object) -> None:
            raise RuntimeError("cannot draw")

        monkeypatch.setattr(screen.app.stage, "draw", broken)
        screen.send("1")
        # Leaving before the drawing would be no error: nobody leaves until it has failed.
        while screen.app.failure is None:
            await asyncio.sleep(0)

    assert on_screen(table(tmp_path), script) == 70


def test_resizing_redraws_and_comes_back_to_the_same_picture(tmp_path: Path) -> None:
    async def script(screen: Screen) -> None:
        await screen.shows("Stock 24")
        before = screen.text
        for columns, rows in ((40, 20), (200, 60), (28, 8), (30, 10)):
            screen.resize(columns, rows)
            wanted = "Needs 30x10" if columns < 30 else "Stock 24"
            await screen.shows(wanted)
            assert all(len(row) <= columns for row in screen.rows)
            if columns == 28:
                screen.send("s1dkp")
                await screen.settled()
        screen.resize(80, 24)
        await screen.until(lambda: screen.text == before)

    session = table(tmp_path)
    on_screen(session, script)
    assert session.table.view.history == ()


def test_the_mouse_is_asked_for_clicks_only_and_can_be_set_free(tmp_path: Path) -> None:
    wires: list[str] = []

    async def script(screen: Screen) -> None:
        await screen.shows("Stock 24")
        asked = screen.wire.getvalue()
        assert "\x1b[?1000h\x1b[?1006h" in asked
        assert not re.search(r"\x1b\[\?(?:1002|1003|1015)h", asked)
        screen.send("\x1bOQ")
        await screen.shows("The mouse is off")
        assert "\x1b[?1000l" in screen.wire.getvalue()
        screen.send("\x1bOQ")
        await screen.shows("The mouse is on")
        wires.append(screen.wire.getvalue())

    on_screen(table(tmp_path), script)
    assert wires


def test_the_mouse_says_on_every_page_whether_it_is_off(tmp_path: Path) -> None:
    async def script(screen: Screen) -> None:
        await screen.shows("Stock 24")
        for key, title in (("?", "Keys"), ("R", "Rules"), ("f", "Fair deals"), ("o", "SETTINGS")):
            screen.send(key)
            await screen.shows(title)
            screen.send("\x1bOQ")
            await screen.shows("The mouse is off: text can be marked; F2 turns it on.")
            screen.send("\x1bOQ")
            await screen.shows("The mouse is on.")
            screen.send("\x1b")
            await screen.shows("Stock 24", "Draw from the stock, or take")
            assert "The mouse" not in screen

    on_screen(table(tmp_path), script)


COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9\d|10[0-7])[;m]")


def test_no_color_leaves_every_signal_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(screen: Screen) -> None:
        screen.send("s")
        await screen.shows("You drew")
        screen.send("1")
        await screen.shows("Discarding")
        assert "1^" in screen  # selected
        assert re.search(r"\d\*", screen.text)  # new
        assert " run " in screen.text  # melded
        assert ">1" in screen.text  # focused
        assert not COLOUR.search(screen.wire.getvalue())

    on_screen(table(tmp_path), script)


def test_colours_are_the_sixteen_and_the_background_is_never_painted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)

    async def script(screen: Screen) -> None:
        await screen.shows("Stock 24")
        sent = screen.wire.getvalue()
        assert COLOUR.search(sent)
        assert not re.search(r"\x1b\[[\d;]*(?:38|48);", sent)
        assert not re.search(r"\x1b\[(?:[\d;]*;)?(?:4[0-7]|10[0-7])[;m]", sent)

    on_screen(table(tmp_path), script)


def test_ascii_sends_no_other_byte(tmp_path: Path) -> None:
    async def script(screen: Screen) -> None:
        await screen.shows("Stock 24")
        for key in ("s", "1", "?", "\x1b", "R"):
            screen.send(key)
        await screen.shows("Rules")
        assert screen.wire.getvalue().isascii()

    on_screen(table(tmp_path), script, glyphs=ASCII)


def test_a_deal_to_its_result_and_the_next_one(tmp_path: Path) -> None:
    session = sit(tmp_path)

    async def script(screen: Screen) -> None:
        while session.table.result is None:
            await screen.until(lambda: not screen.app.stage.model.busy)
            if session.table.result is not None:
                break
            action = Greedy().choose(session.table.view)
            played = len(session.table.view.history)
            keys = {"take": "t", "pass": "p", "stock": "s", "pile": "t"}.get(action.kind)
            if keys is None:
                assert action.card is not None
                at = screen.app.stage.model.holding.shown.index(action.card)
                keys = "1234567890-"[at] + ("d" if action.kind == "discard" else "kk")
            screen.send(keys)
            await screen.until(lambda: len(session.table.view.history) > played)  # noqa: B023
        await screen.shows("SCORE")
        screen.send("n")
        await screen.shows("Deal 2")

    on_screen(session, script)
    assert session.table.number == 2


def test_the_right_button_says_what_a_thing_is(tmp_path: Path) -> None:
    session = table(tmp_path, "discard", ELEVEN)

    async def script(screen: Screen) -> None:
        await screen.shows("Stock 24")
        for written, said in (
            ("5♠", "5♠ is in the run 5♠ 6♠ 7♠."),
            ("9♣", "9♣ is in no meld of the best arrangement and counts 9 points."),
            ("Stock", "The stock: 24 cards face down."),
            ("Discard 8♣", "The discard pile, the newest card first: 8♣"),
            ("Computer  ░", "The computer's hand."),
        ):
            y = next(y for y, row in enumerate(screen.rows) if written in row)
            x = screen.rows[y].index(written) + len(written) - 1
            screen.send(f"\x1b[<2;{x + 1};{y + 1}M\x1b[<2;{x + 1};{y + 1}m")
            await screen.shows(said)

    on_screen(session, script)
    assert session.table.view.history == ()
