"""The settings screen and the menu: what they change, and that it is kept."""

import asyncio
from pathlib import Path

import pytest

import gin
from gin.session import Session
from gin.settings import Settings, SettingsFile, lines
from gin.ui.glyph import LINES
from gin.ui.keys import BINDINGS, bindings
from gin.ui.stage import Stage
from house import finish_deal, finish_match, set_deal, sit, sit_before_the_cards
from screen import Screen, on_screen
from seat import Seat, position
from test_plain import answers

TEN = "5S 6S 7S 2H 4H JH JD AD 9C TH"
ELEVEN = "5S 6S 7S 2H 3H 4H JH JD JC AD 9C"
EQUAL = "4S 5S 6S 4H 5H 6H 4D 5D 6D AC KH"
THEIRS = "8S 9S JS KS KC KH QD 6D 4C 2C"
SIZES = ((80, 24), (100, 30), (40, 20), (30, 10), (200, 60))


def at_the_discard() -> Seat:
    return Seat.at(position(ELEVEN, THEIRS, "8D", "discard", 24)).select("9C")


def settings_of(seat: Seat) -> Settings:
    return seat.stage.model.settings


# --- the settings screen ---


@pytest.mark.parametrize("size", SIZES)
def test_every_setting_is_reached_and_changed_by_the_arrows(size: tuple[int, int]) -> None:
    seat = at_the_discard().keys("o")
    seat.size = size
    for line in lines():
        for _ in line.choices:
            before = settings_of(seat).choice(line.name)
            assert line.title in seat.text
            assert line.words(before) in seat.words
            seat.keys("right")
            at = (line.choices.index(before) + 1) % len(line.choices)
            assert settings_of(seat).choice(line.name) == line.choices[at]
        seat.keys("left", "right", "down")
    assert settings_of(seat) == Settings()
    assert seat.keys("escape").stage.screen.name == "table"


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 60)])
def test_a_choice_is_made_by_a_click_on_it_in_the_list(size: tuple[int, int]) -> None:
    seat = at_the_discard().keys("o")
    seat.size = size
    clicked = 0
    for line in lines():
        for choice in reversed(line.choices):
            y = next(y for y, row in enumerate(seat.rows) if f" {line.title} " in row)
            glyphs = seat.stage.model.glyphs
            shown = seat.rows[y].rpartition(glyphs.stepper[1])[2]
            words = shown.replace("...", "").strip().split(f" {glyphs.dot} ")
            if line.words(choice) not in words:
                assert shown.rstrip().endswith("...")
                continue
            before = sum(len(word) + 3 for word in words[: words.index(line.words(choice))])
            start = len(seat.rows[y]) - len(shown.lstrip())
            seat.click_at(start + before, y)
            assert settings_of(seat).choice(line.name) == choice
            assert seat.rows[y].lstrip().startswith("> ")
            clicked += 1
    assert clicked > 30
    assert all(settings_of(seat).choice(line.name) == line.choices[0] for line in lines())


@pytest.mark.parametrize("size", SIZES[:4])
def test_every_stepper_can_be_clicked(size: tuple[int, int]) -> None:
    seat = at_the_discard().keys("o")
    seat.size = size
    for line in lines()[:5]:
        y = next(y for y, row in enumerate(seat.rows) if f" {line.title} " in row)
        row = seat.rows[y]
        before = settings_of(seat).choice(line.name)
        seat.click_at(row.index("›"), y)
        after = settings_of(seat).choice(line.name)
        assert line.choices.index(after) == (line.choices.index(before) + 1) % len(line.choices)
        if after != "ascii":
            seat.click_at(seat.rows[y].index("‹"), y)
            assert settings_of(seat).choice(line.name) == before


def test_settings_come_back_to_the_same_turn_with_the_same_card_selected() -> None:
    seat = at_the_discard()
    before = seat.text
    seat.keys("o", "down", "right", "left", "escape")
    assert seat.text == before


def test_a_change_is_in_the_file_at_once(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "config.toml")
    seat = Seat.at(position(ELEVEN, THEIRS, "8D"))
    seat.stage = Stage(seat.session, LINES, file.read(), file.keep)
    seat.keys("o", "right")
    assert file.read().cards == "paper"


def test_a_file_that_cannot_be_kept_is_said_and_the_change_holds(tmp_path: Path) -> None:
    place = tmp_path / "config.toml"
    place.write_text("cards = ")
    file = SettingsFile(place)
    seat = Seat.at(position(ELEVEN, THEIRS, "8D"))
    seat.stage = Stage(seat.session, LINES, file.read(), file.keep)
    seat.keys("o", "right")
    assert "no TOML" in seat.words
    assert "for this time only" in seat.words
    assert settings_of(seat).cards == "paper"
    assert place.read_text() == "cards = "


def test_ascii_cards_make_the_whole_screen_ascii() -> None:
    seat = at_the_discard()
    assert not seat.text.isascii()
    for name in ("o", "b", "?"):
        seat.setting(cards="ascii")
        assert seat.text.isascii()
        seat.keys(name)
        assert seat.text.isascii()
        seat.keys("escape")


@pytest.mark.parametrize("size", SIZES)
def test_compact_cards_show_every_card_and_button(size: tuple[int, int]) -> None:
    seat = at_the_discard().setting(cards="compact")
    seat.size = size
    for card in gin.Hand(ELEVEN):
        x, y = seat.card_cell(str(card))
        assert x >= 0
        assert y >= 0
    assert "╭" not in seat.text
    assert "KNOCK" in seat.text


def test_without_confirmation_a_knock_is_done_at_once() -> None:
    seat = at_the_discard().setting(confirm="nothing").keys("k")
    assert seat.stage.screen.name == "result"
    assert seat.session.table.result is not None


def test_a_choice_between_equal_spreads_is_asked_all_the_same() -> None:
    deal = position(EQUAL, "3S 7S 7H 8H 3D KC KD QS JC 2C", "TD", "discard", 10)
    seat = Seat.at(deal).setting(confirm="nothing").select("KH").keys("k")
    assert seat.stage.screen.name == "knock"
    assert seat.session.table.result is None


def test_group_melds_holds_for_the_hand_at_once() -> None:
    seat = at_the_discard()
    assert "run" in seat.text
    grouped = seat.hand
    seat.setting(group="off").keys("r")
    assert seat.hand != grouped
    assert seat.stage.model.holding.grouped is False


def test_vim_keys_move_and_their_capitals_do_the_rest() -> None:
    seat = at_the_discard().setting(keys="vim")
    assert "[K KNOCK" in seat.text
    first = seat.stage.model.holding.at
    seat.keys("h")
    assert seat.stage.model.holding.at != first
    seat.keys("l")
    assert seat.stage.model.holding.at == first
    assert seat.keys("L").stage.screen.name == "log"
    seat.keys("escape", "K", "k", "j", "K")
    assert seat.session.table.result is not None


def test_both_sets_of_keys_reach_every_command_and_no_key_twice() -> None:
    for screen, lines_of_screen in BINDINGS.items():
        wanted = {c.name for line in lines_of_screen for _, c in line.strokes}
        strokes = [s for line in bindings("vim")[screen] for s in line.strokes]
        assert {command.name for _, command in strokes} == wanted
        keys = [key for key, _ in strokes]
        assert len(keys) == len(set(keys)), screen


# --- the menu ---


def test_a_new_start_shows_the_menu_and_enter_deals(tmp_path: Path) -> None:
    session = sit_before_the_cards(tmp_path)
    assert session.fresh

    async def script(screen: Screen) -> None:
        await screen.shows("GIN RUMMY", "New match", "Steady", "Settings", "Quit")
        screen.send("\r")
        await screen.shows("Fingerprint", "Enter deals")
        screen.send("\r")
        await screen.until(lambda: "to 100" in screen and "Stock" in screen)

    assert on_screen(session, script, menu=True) == 0
    assert session.table.match_number == 1


def test_the_computer_waits_while_the_menu_is_open(tmp_path: Path) -> None:
    session = next(
        found
        for at in range(40)
        if (found := sit(tmp_path / str(at), seed=f"{at}")).table.to_act == 1
    )

    async def script(screen: Screen) -> None:
        await screen.shows("GIN RUMMY")
        screen.send("\x1b[B")
        await screen.settled()
        assert session.fresh
        screen.send("\x1b[A\r")
        await screen.shows("Fingerprint", "Enter deals")
        screen.send("\r")
        # The decks of the new match are random: it may knock on its first turn.
        await screen.until(
            lambda: not session.thinking and ("Stock" in screen or "Next deal" in screen)
        )

    on_screen(session, script, menu=True)
    assert session.table.match_number == 2


def test_the_level_of_a_new_match_is_chosen_in_the_menu(tmp_path: Path) -> None:
    seat = Seat(sit(tmp_path, seed=None))
    seat.keys("enter", "b", "left")
    level = settings_of(seat).level
    assert level != "steady"
    seat.click("›").click("‹").keys("n")
    assert seat.session.table.level == level
    assert seat.stage.screen.name == "cut"
    assert seat.keys("enter").stage.screen.name == "table"


def test_a_new_match_that_is_the_one_dealt_before_is_told_as_that(tmp_path: Path) -> None:
    seat = Seat(sit_before_the_cards(tmp_path))
    again = "dealt before and not played"
    assert again not in seat.keys("f10", "n").words
    assert seat.stage.screen.name == "cut"
    hand = seat.keys("enter").hand
    assert again not in seat.words
    seat.keys("b", "n")
    assert seat.hand == hand
    assert again in seat.words
    assert again not in seat.keys("r").words
    seat.stage = Stage(seat.session, LINES, Settings(cut="never"))
    seat.stage.welcome()
    assert again not in seat.keys("n").words
    assert sorted(seat.hand) == sorted(hand)


def test_a_level_changed_to_and_fro_leaves_no_empty_matches(tmp_path: Path) -> None:
    session = sit(tmp_path, seed=None)
    for level in ("simple", "steady", "simple", "steady"):
        session.new_match(level)
        assert (session.table.level, session.table.match_number) == (level, 1)


def test_the_first_match_is_the_first_whichever_computer_is_chosen(tmp_path: Path) -> None:
    seat = Seat(sit(tmp_path, seed=None))
    seat.stage.welcome()
    fingerprint = seat.session.fingerprint
    seat.keys("right", "n")
    level = settings_of(seat).level
    assert level != "steady"
    assert f"MATCH 1 · against {level.capitalize()}" in seat.text
    assert seat.session.fingerprint == fingerprint
    seat.session.close()
    named = sit(tmp_path, seed=None, level="learner")
    assert (named.table.level, named.table.match_number) == ("learner", 1)
    assert named.cuttable
    Seat(named).keys("enter")
    # Its cards have been seen: another computer has others.
    named.new_match("expert")
    assert (named.table.level, named.table.match_number) == ("expert", 2)
    assert named.cuttable
    named.close()
    again = sit(tmp_path, seed=None)
    assert (again.table.level, again.table.match_number) == ("expert", 2)


def test_a_match_dealt_in_another_window_keeps_its_computer(tmp_path: Path) -> None:
    session = sit(tmp_path, seed=None)
    other = sit(tmp_path, seed=None)
    other.cut("tea")
    session.new_match("expert")
    assert (session.table.level, session.table.match_number) == ("expert", 2)
    other.close()
    assert sit(tmp_path, seed=None, level="steady").table.match_number == 1


def test_after_a_turn_the_menu_continues_by_esc_key_and_click() -> None:
    for way in ("escape", "c", "enter", "click"):
        seat = Seat.at(position(TEN, THEIRS, "JC", "draw", 24)).keys("s").select("TH").keys("d")
        seat.computer()
        before = seat.text
        seat.keys("b")
        assert "Continue" in seat.text
        if way == "click":
            seat.click("Continue")
        else:
            seat.keys(way)
        assert seat.text == before


def test_esc_never_leaves_the_menu_of_a_new_start(tmp_path: Path) -> None:
    seat = Seat(sit(tmp_path, seed=None))
    seat.stage.welcome()
    assert "Continue" not in seat.text
    assert seat.keys("escape", "escape", "c").stage.screen.name == "menu"
    assert seat.keys("enter").stage.screen.name == "cut"
    assert seat.keys("enter").stage.screen.name == "table"


@pytest.mark.parametrize("deal_number", [None, 7])
def test_the_menu_goes_back_to_a_deal_in_which_nothing_was_played(
    tmp_path: Path, deal_number: int | None
) -> None:
    seat = Seat(sit(tmp_path, deal_number=deal_number))
    before = seat.text
    assert seat.keys("b", "escape").text == before
    assert seat.keys("b", "enter").text == before


def test_the_menu_goes_back_to_a_replay(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    seat = Seat(session).keys("y")
    assert session.table.replay
    before = seat.text
    assert seat.keys("b", "escape").text == before


def test_after_a_match_the_menu_leads_to_its_result_and_to_a_new_one(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    seat = Seat(session).keys("n", "b")
    assert "See the result" in seat.text
    assert seat.keys("escape").stage.screen.name == "match"
    seat.keys("b", "n")
    assert (seat.session.table.scores, seat.session.table.deals) == ((0, 0), ())


def test_quit_in_the_menu_leaves(tmp_path: Path) -> None:
    for keys in ("q", "\x1b[A\r"):

        async def script(screen: Screen, keys: str = keys) -> None:
            await screen.shows("GIN RUMMY", "Quit")
            screen.send(keys)
            await asyncio.wait_for(screen.left.wait(), 10)

        session: Session = sit(tmp_path / keys.encode().hex())
        assert on_screen(session, script, menu=True) == 0


@pytest.mark.parametrize("size", SIZES)
def test_the_menu_and_the_settings_fit_every_size(size: tuple[int, int]) -> None:
    seat = at_the_discard()
    seat.session.play(seat.session.legal_actions()[0])
    seat.stage.model.refresh()
    seat.size = size
    seat.keys("b")
    for written in ("Continue", "New match", "Rules", "Settings", "Quit"):
        assert written in seat.text
    assert len(seat.rows) == size[1]
    assert all(len(row) <= size[0] for row in seat.rows)


def test_the_mouse_setting_holds_at_once(tmp_path: Path) -> None:
    session = set_deal(sit(tmp_path), position(TEN, THEIRS, "8C", "draw", 24))

    async def script(screen: Screen) -> None:
        await screen.shows("Stock")
        assert "\x1b[?1000h" not in screen.wire.getvalue()
        screen.send("o")
        await screen.shows("SETTINGS")

    on_screen(session, script, settings=Settings(speed="instant", mouse="off"))


# --- the pace of the computer's move ---


def before_the_computer(tmp_path: Path) -> Session:
    return set_deal(sit(tmp_path), position(ELEVEN, THEIRS, "8D", "discard", 24))


@pytest.mark.parametrize("motion", ["on", "off"])
def test_the_pile_flashes_unless_motion_is_off(tmp_path: Path, motion: str) -> None:
    session = before_the_computer(tmp_path)
    flashed: list[str] = []

    async def script(screen: Screen) -> None:
        model = screen.app.stage.model
        screen.app.application.after_render += lambda _: flashed.append(model.flash)
        screen.send("1d")
        await screen.until(lambda: session.table.your_turn and not model.busy)

    on_screen(session, script, settings=Settings(speed="fast", motion=motion))
    assert bool(set(flashed) - {""}) == (motion == "on")


def test_the_move_waits_for_a_key_where_that_is_set(tmp_path: Path) -> None:
    session = before_the_computer(tmp_path)

    async def script(screen: Screen) -> None:
        screen.send("1d")
        await screen.shows("Press a key to go on.")
        assert session.table.your_turn
        screen.send("s")
        await screen.until(lambda: "Draw from the stock, or take" in screen)
        # The key only went on: nothing has been drawn with it.
        assert session.table.phase == "draw"

    on_screen(session, script, settings=Settings(speed="wait", motion="off"))


def test_practice_asks_before_a_new_match_takes_the_place_of_one_that_goes_on(
    tmp_path: Path,
) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    session.close()
    practice = sit(tmp_path, deal_number=7)
    finish_match(practice)
    for keys in (["b", "n"], ["n", "n", "enter"]):
        seat = Seat(practice).keys(*keys)
        assert "would stay unfinished" in seat.words
        assert not practice.table.counted
    (said,) = answers(practice, "next")[:1]
    assert "would stay unfinished" in said
    assert not practice.table.counted
    answers(practice, "next", "next")
    assert practice.table.counted
    assert practice.fresh


def test_what_was_said_on_the_table_does_not_stand_on_other_screens() -> None:
    for keys in (["b"], ["o"], ["b", "s"]):
        seat = Seat.at(position(TEN, THEIRS, "JC", "draw", 24)).keys("p")
        said = seat.stage.model.notice
        assert said
        assert said in seat.words
        assert said not in seat.keys(*keys).words


def test_a_match_that_has_begun_is_left_only_at_the_second_word() -> None:
    seat = Seat.at(position(TEN, THEIRS, "JC", "draw", 24)).keys("s").select("TH").keys("d")
    seat.computer().keys("b", "n")
    assert "would stay unfinished" in seat.words
    before = seat.session.table
    seat.keys("down", "n")
    assert seat.session.table == before
    assert "would stay unfinished" in seat.words
    seat.keys("n")
    assert seat.session.fresh
    assert seat.stage.screen.name == "cut"


@pytest.mark.parametrize("page", ["o", "s"])
def test_a_match_is_left_only_where_the_word_on_it_stands_on_the_screen(page: str) -> None:
    seat = Seat.at(position(TEN, THEIRS, "JC", "draw", 24)).keys("s").select("TH").keys("d")
    seat.computer().keys("b", "n", page, "escape")
    assert "would stay unfinished" not in seat.words
    before = seat.session.table
    seat.keys("n")
    assert seat.session.table == before
    assert "would stay unfinished" in seat.words
    # A page that leaves the word where it is leaves the question open too.
    seat.keys("?", "escape")
    assert "would stay unfinished" in seat.words
    assert seat.keys("n").session.fresh


def test_what_is_said_over_the_word_on_a_match_that_is_left_takes_its_place() -> None:
    seat = Seat.at(position(TEN, THEIRS, "JC", "draw", 24)).keys("s").select("TH").keys("d")
    seat.computer().keys("b", "n")
    seat.stage.tell("The mouse is on.")
    assert not seat.keys("n").session.fresh
    assert seat.keys("n").session.fresh
