"""Help on the screen: hints step by step, the last move, cards seen, the coach, hidden counts."""

import re

import pytest

import gin
from gin.saves import Store
from gin.session import Session
from gin.ui.glyph import ASCII, LINES, Glyphs
from gin.wording import action_text, points_text
from house import finish_deal
from seat import SIZES, Seat, position

THEIRS = "8S 9S JS KS KC KH QD 6D 4C 2C"
TEN = "5S 6S 7S 2H 4H JH JD AD 9C TH"
ELEVEN = "5S 6S 7S 2H 3H 4H JH JD JC AD 9C"
EVERY_SIZE = (*SIZES, (30, 10), (132, 36))


def drawing(*, glyphs: Glyphs = LINES, size: tuple[int, int] = (80, 24), **choices: str) -> Seat:
    seat = Seat.at(position(TEN, THEIRS, "JC", "draw", 24), glyphs, size).setting(**choices)
    seat.stage.model.coached()
    return seat


def discarding(*, size: tuple[int, int] = (80, 24), **choices: str) -> Seat:
    return Seat.at(position(ELEVEN, THEIRS, "8D", "discard", 24), size=size).setting(**choices)


# --- hints ---


def test_a_hint_has_three_steps() -> None:
    seat = drawing().keys("h")
    assert "Hint: take J♣. h again: why." in seat.words
    seat.keys("h")
    assert "It makes set J♥ J♦ J♣" in seat.words
    assert "Worth in points" not in seat.words
    seat.keys("h")
    best, other = seat.session.choices()
    assert f"take J♣ {points_text(best[1])}" in seat.words
    assert f"draw from the stock {points_text(other[1])}" in seat.words
    seat.keys("escape")
    assert "Draw from the stock, or take J♣" in seat.words


def test_a_hint_names_the_best_choice_and_plays_nothing() -> None:
    seat = discarding()
    before = seat.session.table.view
    best = seat.session.choices()[0][0]
    seat.keys("H")
    assert f"Hint: {action_text(best, LINES.name)}." in seat.words
    assert seat.session.table.view == before
    assert seat.stage.model.holding.selected is None


def test_a_hint_starts_anew_in_a_new_position() -> None:
    seat = drawing().keys("h", "s", "h")
    assert "again: why" in seat.words
    assert seat.stage.screen.name == "table"


def test_a_hint_marks_the_deal_and_a_look_at_public_cards_does_not() -> None:
    seat = drawing().keys("w").keys("escape").keys("c").keys("escape")
    assert "hints used" not in seat.text
    assert "hints used" in seat.keys("h").rows[0]


def test_a_hint_where_nothing_is_to_be_decided_does_not_mark_the_deal() -> None:
    seat = Seat.at(position(TEN, THEIRS, "8C", "must_draw", 31)).keys("h")
    assert "You both passed. Draw from the stock" in seat.words
    assert not seat.session.table.helped


def test_the_hint_button_opens_the_same_steps() -> None:
    seat = drawing().click("h Hint").click("h Hint").click("h All choices")
    assert "Worth in points at this score" in seat.text
    assert seat.click("Esc Close").stage.screen.name == "table"


def test_while_the_computer_is_to_act_there_is_no_hint() -> None:
    seat = Seat.at(position(TEN, THEIRS, "JC", "draw", 24, to_act=1))
    assert "computer is thinking" in seat.keys("h").words


@pytest.mark.parametrize("size", EVERY_SIZE)
@pytest.mark.parametrize("key", ["h", "w", "c"])
def test_help_never_leaves_the_window(size: tuple[int, int], key: str) -> None:
    seat = drawing(size=size).keys("s").select("TH").keys("d").computer()
    seat.keys(key)
    while seat.stage.screen.name == "table" and key == "h":
        seat.keys("h")
    assert all(len(row) < size[0] for row in seat.rows)
    if seat.stage.screen.name != "table":
        assert "Esc" in seat.text
        seat.keys("escape")
    assert seat.stage.screen.name == "table"


@pytest.mark.parametrize("key", ["h", "w", "c"])
def test_help_in_ascii_has_no_other_character(key: str) -> None:
    seat = drawing(glyphs=ASCII, coach="live").keys(key)
    assert seat.text.isascii()
    assert seat.keys(key).text.isascii()


# --- the last move and the cards seen ---


def test_the_last_move_is_read_from_public_cards() -> None:
    seat = drawing().keys("s").select("TH").keys("d").computer().keys("w")
    threw = seat.session.table.computer_move[-1].action.card
    assert threw is not None
    assert f"It left 10♥, drew from the stock and discarded {LINES.name(threw)}." in seat.words
    assert "10♥ did not fit" in seat.words
    assert "the computer's hand is not used" in seat.words
    hidden = gin.Hand(seat.session._match.deal.hands[1]) - seat.session.table.view.possible
    assert not hidden
    assert seat.keys("w").stage.screen.name == "table"


def test_the_last_move_can_be_clicked() -> None:
    seat = drawing().keys("s").select("TH").keys("d").computer()
    assert seat.click("drew from the stock, disc").stage.screen.name == "why"


def test_before_its_first_move_there_is_nothing_to_explain() -> None:
    assert "It has not moved in this deal yet." in drawing().keys("w").words


def test_cards_seen_are_marked_for_what_they_are() -> None:
    seat = drawing().keys("t").select("TH").keys("d").computer().keys("c")
    rows = [row for row in seat.rows if re.match(r"│ [♠♥♦♣] ", row)]
    marks = "".join(row[4:30:2] for row in rows)
    view = seat.session.table.view
    assert len(marks) == 52
    assert marks.count("#") == len(view.hand)
    assert marks.count("T") == 1
    assert marks.count("x") == len(view.pile) - 1
    assert marks.count("C") == len(view.known)
    assert marks.count("·") == len(view.unseen)


def test_with_a_side_panel_the_grid_stands_in_it_and_c_puts_it_away() -> None:
    seat = drawing(size=(100, 30))
    assert "CARDS SEEN" in seat.text
    seat.keys("c")
    assert "CARDS SEEN" not in seat.text
    assert seat.stage.screen.name == "table"
    assert "CARDS SEEN" in seat.click("c Cards").text


# --- the coach ---


def test_without_a_coach_nothing_is_said_of_worth() -> None:
    seat = discarding().select("2H")
    assert "Coach" not in seat.text
    assert "COACH" not in seat.text


def test_a_bad_discard_gets_a_word_when_it_is_selected_and_can_be_made() -> None:
    seat = discarding(coach="warn")
    cost = seat.session.choices()[0][1] - dict(seat.session.choices())[gin.Action.discard("2H")]
    assert cost > 1.5
    seat.select("2H")
    assert f"Coach: this costs about {cost:.1f} points" in seat.words
    assert "hints used" in seat.text
    seat.keys("d")
    assert not seat.session.table.your_turn


def test_no_word_of_the_coach_is_shown_unmarked_however_it_comes_up() -> None:
    raised = drawing(coach="warn").select("2H")
    assert "Coach" not in raised.text
    assert not raised.session.table.helped
    chosen = discarding().select("2H").keys("o", *["down"] * 5, "right", "right", "escape")
    undone = discarding(coach="warn").select("2H").keys("escape", "d")
    for seat in (raised.keys("s"), chosen):
        assert seat.stage.model.settings.coach == "warn"
        assert "Coach: this costs about" in seat.words
        assert "hints used" in seat.text
    assert "Select a card first" in undone.words


@pytest.mark.parametrize(("coach", "key"), [("off", "h"), ("live", "c")])
def test_help_that_cannot_be_saved_is_not_given(coach: str, key: str) -> None:
    seat = Seat.at(size=(100, 30)).computer()
    other = Session.open(Store(seat.session._store.path.parent))
    other.play(other.legal_actions()[0])
    seat.setting(coach=coach).keys(key)
    assert "continued in another window" in seat.words
    worth = (points_text(points) for _, points in seat.session.choices())
    for word in ("Coach:", "Best:", "Hint:", *worth):
        assert word not in seat.text
    assert not other.table.helped
    other.close()
    assert not Session.open(Store(seat.session._store.path.parent)).table.helped


def test_a_good_discard_gets_no_word() -> None:
    seat = drawing(coach="warn").keys("s")
    best = next(a for a, _ in seat.session.choices() if a.kind == "discard")
    seat.select(str(best.card))
    assert "Coach" not in seat.text
    assert "hints used" not in seat.text


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_live_coach_shows_the_best_choice_at_every_size(size: tuple[int, int]) -> None:
    seat = drawing(size=size, coach="live")
    (best, points), _ = seat.session.choices()
    assert best == gin.Action.DRAW_DISCARD
    assert "take J♣" in seat.words
    assert points_text(points) in seat.text
    assert seat.keys("o", "escape").session.table.helped


def test_a_live_coach_moves_no_region() -> None:
    for size in SIZES:
        plain, live = drawing(size=size), drawing(size=size, coach="live")
        for written in ("s Draw", "1-9 0", "You 0") if size[0] > 40 else ("s Draw", "1-9 0"):
            assert plain.place(written)[1] == live.place(written)[1]


def test_passing_over_the_live_coach_in_the_settings_does_not_mark_the_deal() -> None:
    seat = drawing().keys("o", *["down"] * 5, "left")
    assert seat.stage.model.settings.coach == "live"
    seat.keys("right", "escape")
    assert not seat.session.table.helped
    seat.keys("o", *["down"] * 5, "left", "escape")
    assert "COACH (live)" in seat.text
    assert seat.session.table.helped


def test_after_the_deal_the_coach_counts_decisions() -> None:
    seat = Seat.at()
    finish_deal(seat.session)
    plain = Seat(seat.session)
    assert "Coach" not in plain.text
    plain.stage.model.change("coach", "after")
    found = seat.session.review()
    assert found is not None
    assert f"Coach: {found.decisions} decisions: {found.good} good" in plain.words


# --- counting oneself ---


@pytest.mark.parametrize("size", SIZES)
def test_hidden_deadwood_is_nowhere_until_it_is_asked(size: tuple[int, int]) -> None:
    seat = discarding(size=size, deadwood="hidden").select("9C")
    for part in ("Deadwood 10", "leaves 1", "may knock", "KNOCK with", "└ 1 ┘", "└ 9 ┘"):
        assert part not in seat.text
    assert "Discard 9♣, knock with it, or choose another card." in seat.words
    seat.keys("k")
    assert "Deadwood A♦, 1." in seat.words


@pytest.mark.parametrize("size", [(40, 20), (60, 20)])
def test_hidden_deadwood_names_no_meld_that_does_not_stand_together(size: tuple[int, int]) -> None:
    seat = discarding(size=size, deadwood="hidden")
    assert "set Js" in seat.words
    seat.keys("G")
    assert "run 5-7♠" in seat.words
    assert "Js" not in seat.words


def test_with_hidden_deadwood_a_knock_that_is_too_much_is_told_with_its_count() -> None:
    seat = drawing(deadwood="hidden").keys("s").select("TH")
    assert "[k Knock]" in seat.text
    seat.keys("k")
    assert "you need 10 or less" in seat.words


@pytest.mark.parametrize("size", [(40, 20), (60, 20), (68, 22), (72, 22), (80, 24), (100, 30)])
def test_a_marked_deal_says_so_and_no_tool_moves_from_phase_to_phase(size: tuple[int, int]) -> None:
    seat = Seat.at(size=size).computer()
    tools = [seat.place(f"{word}]") for word in ("Hint", "Group") if f"{word}]" in seat.text]
    sorts = seat.place("r Sort")
    seat.keys("h", "t")
    assert "hints" in seat.rows[0]
    assert [
        seat.place(f"{word}]") for word in ("Hint", "Group") if f"{word}]" in seat.text
    ] == tools
    assert seat.place("r Sort") == sorts
