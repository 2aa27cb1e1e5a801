"""The table by keys and clicks: selecting, drawing, discarding, refusals, order, areas."""

import re
from dataclasses import replace
from itertools import product

import pytest

import gin
from gin.ui.glyph import ASCII, LINES, Glyphs
from gin.ui.holding import Holding
from gin.ui.keys import BINDINGS
from gin.ui.layout import layout
from house import Greedy
from seat import PACK, SIZES, Seat, position

MINE = "5S 6S 7S 2H 3H 4H JH JD JC AD 9C"
TEN = "5S 6S 7S 2H 3H 4H JH JD JC AD"
THEIRS = "8S 9S JS KS KC KH QD 6D 4C 2C"
LOOSE = "AS 3S 5S 7S 2H 4H 6H 8H TD JD"
LOOSER = "AS 3S 5S 7S 9D 2H 4H 6H TC QC AC"


def discarding(
    mine: str = MINE, *, glyphs: Glyphs = LINES, size: tuple[int, int] = (80, 24)
) -> Seat:
    return Seat.at(position(mine, THEIRS, "KD"), glyphs, size)


def drawing(mine: str = TEN, top: str = "KD", stock: int = 30) -> Seat:
    return Seat.at(position(mine, THEIRS, top, "draw", stock))


def first_turn() -> Seat:
    return Seat.at(position(TEN, THEIRS, "8C", "upcard", 31))


# --- what is on the screen ---


def test_the_first_screen_shows_scores_target_stock_upcard_and_ten_cards() -> None:
    seat = first_turn()
    for part in ("You 0", "Computer 0", "to 100", "Stock 31", "Discard 8♣", "Deadwood 1"):
        assert part in seat.text
    assert len(seat.hand) == 10
    for card in ("5♠", "6♠", "7♠", "2♥", "3♥", "4♥", "J♥", "J♦", "J♣", "A♦"):
        assert card in seat.text


def test_melds_are_bracketed_with_their_kind_and_loose_cards_with_their_points() -> None:
    seat = discarding()
    row = next(row for row in seat.rows if " run " in row)
    assert row.count(" run ") == 2
    assert row.count(" set ") == 1
    assert "└ 1 ┘ └ 9 ┘" in row


@pytest.mark.parametrize("size", SIZES)
def test_drawing_the_eleventh_card_moves_no_region(size: tuple[int, int]) -> None:
    seat = drawing(LOOSE)
    seat.size = size
    names = ("Stock", "Discard K♦", "Deadwood", "Sort", "pick")
    before = {name: seat.place(name)[1] for name in names}
    message = layout(*size).message
    seat.keys("s")
    assert len(seat.hand) == 11
    after = {name: seat.place(name)[1] for name in names}
    assert after == before
    assert "You drew" in seat.rows[message]


@pytest.mark.parametrize("hand", [MINE, "4S 5S 6S 7S 4H 5H 6H 7H 9D TD QH", LOOSER])
def test_every_card_is_on_the_screen_at_every_size(hand: str) -> None:
    seat = discarding(hand)
    for seat.size in product(range(30, 140, 3), (10, 13, 18, 20, 22, 24, 28, 36, 60)):
        canvas = seat.canvas
        shown = {
            target.card
            for row in canvas.cells
            for cell in row
            if (target := cell.target) is not None and target.name == "card"
        }
        assert len(shown) == 11
        assert all(len(row) <= seat.size[0] for row in canvas.text())


def test_the_computers_last_move_stays_until_its_next_one() -> None:
    seat = drawing().keys("s").select("AD").keys("d").computer()
    line = seat.rows[seat.place("last: ")[1]]
    assert "discarded" in line
    for key in ("s", "1", "r", "G"):
        assert line in seat.keys(key).rows


@pytest.mark.parametrize("draw", ["pile", "take", "stock"])
def test_the_longest_last_move_is_whole_at_every_width(draw: str) -> None:
    seat = drawing()
    card = None if draw == "stock" else gin.Card("TD")
    move = (gin.Event(1, gin.Action.parse(draw), card), gin.Event(1, gin.Action.discard("TH")))
    model = seat.stage.model
    model.table = replace(model.table, computer_move=move)
    for seat.size in product(range(30, 140), (10, 18, 24, 30)):
        line = seat.rows[layout(*seat.size).opponent + layout(*seat.size).top]
        assert "discarded 10♥" in line
        assert ("took" in line and "10♦" in line) if card else "drew" in line


@pytest.mark.parametrize(("discard", "said"), [("AD", "went gin"), ("TC", "knocked")])
def test_a_knock_of_the_computer_is_whole_and_named_while_it_is_shown(
    discard: str, said: str
) -> None:
    theirs = "5S 6S 7S 2H 3H 4H TH TD TC AD"
    seat = Seat.at(position("8S 9S JS KS KC KH QD 6D 4C 2C", theirs, "TS", "draw", to_act=1))
    seat.stage.model.busy = True
    seat.session.answer(gin.Action.DRAW_DISCARD)
    seat.session.answer(gin.Action.knock(gin.Card(discard)))
    seat.stage.model.refresh()
    for seat.size in product(range(30, 140), (10, 18, 24, 30)):
        place = layout(*seat.size)
        line = seat.rows[place.opponent + place.top][place.left : place.left + place.table_width]
        assert "took 10♠" in line
        told = line.partition(said)
        assert told[1]
        card = seat.stage.model.name(gin.Card(discard))
        assert told[2].rstrip() in ("", f", discarding {card}")


@pytest.mark.parametrize("size", [(72, 22), (100, 30)])
def test_no_card_under_the_top_is_named_by_half(size: tuple[int, int]) -> None:
    hidden = [*gin.Hand(TEN), *gin.Hand(THEIRS)]
    rest = [card for card in PACK if card not in hidden]
    for turned in range(20):
        pile = [*rest[turned:26], *rest[:turned]]
        deal = gin.Deal.position((TEN, THEIRS), rest[26:], pile, "draw", 0, 0, None)
        seat = Seat.at(deal, size=size)
        note = re.search(r"Under it: (.*?) \.\.\.", "\n".join(row[45:] for row in seat.rows), re.S)
        assert note is not None
        shown = [word for word in re.split(r"[\s│]+", note[1]) if word]
        names = [seat.stage.model.name(card) for card in reversed(pile[:-1])]
        assert [word for word in shown if word in names][:1] == names[:1]
        assert shown[-1] in names


# --- selecting ---


def test_a_click_raises_a_card_and_states_the_deadwood_and_another_lowers_it() -> None:
    seat = discarding()
    row = seat.place("9♣")[1]
    seat.click_at(*seat.card_cell("9C"))
    assert seat.selected == "9C"
    assert seat.place("9♣ ║")[1] == row - 1
    assert ">-^" in seat.text
    assert "Discarding 9♣ leaves 1 deadwood, so you may knock." in seat.text
    seat.click_at(*seat.card_cell("9C"))
    assert seat.selected is None
    assert seat.place("9♣")[1] == row
    assert "^" not in seat.text


def test_the_eleven_keys_select_the_eleven_cards() -> None:
    seat = discarding()
    for at, key in enumerate("1234567890-"):
        seat.keys(key)
        assert seat.selected == seat.hand[at]
        assert f"{key}^" in seat.text
        seat.keys(key)
        assert seat.selected is None


def test_a_press_that_slips_to_another_target_does_nothing() -> None:
    seat = discarding()
    seat.canvas  # noqa: B018
    seat.stage.press(*seat.card_cell("9C"))
    assert seat.stage.release(*seat.card_cell("AD")) is None
    seat.stage.press(0, 1)
    assert seat.stage.release(*seat.card_cell("AD")) is None


def test_the_selection_follows_the_card_through_every_order() -> None:
    seat = discarding().select("9C")
    for key in ("r", "G", "r", "G", ",", ".", "r"):
        seat.keys(key)
        assert seat.selected == "9C"


def test_sorting_alternates_between_suit_and_rank() -> None:
    seat = discarding(LOOSER).keys("G")
    assert seat.hand[:2] == ("AS", "3S")
    seat.keys("r")
    assert seat.hand[:3] == ("AS", "AC", "2H")
    assert "Sorted by rank." in seat.text
    seat.keys("r")
    assert seat.hand[:2] == ("AS", "3S")
    assert "Sorted by suit." in seat.text


def test_melds_can_stand_together_or_not() -> None:
    seat = discarding()
    seat.keys("G")
    assert "Melds are not put together." in seat.text
    assert seat.hand == (*tuple(MINE.split()[:6]), "JH", "AD", "JD", "9C", "JC")
    seat.click("G Group")
    assert seat.hand == tuple(MINE.split())


def test_a_moved_card_stays_where_it_was_put_after_a_restart() -> None:
    seat = discarding().select("AD").keys(",", ",", "s-left")
    held = seat.hand
    assert held.index("AD") == MINE.split().index("AD") - 3
    again = Seat(seat.session)
    assert again.hand == held


def test_how_a_hand_is_held_is_read_back_or_left_out() -> None:
    hand = gin.Hand("AS KD 9C")
    assert Holding.restored("", hand).shown == Holding().take(hand).shown
    assert Holding.restored("own loose 9C 9C AS", hand).hand == hand
    assert Holding.restored("nonsense more ZZ", hand).hand == hand
    moved = Holding().take(hand).moved(gin.Card("9C"), -2)
    assert Holding.restored(moved.text, hand) == Holding(
        order=moved.order, sort="own", grouped=False
    )


def test_a_card_at_the_end_of_the_hand_is_not_moved_round_to_the_other() -> None:
    holding = Holding().take(gin.Hand("AS KD 9C"))
    for card, by in ((holding.shown[0], -1), (holding.shown[-1], 1)):
        moved = holding.moved(card, by)
        assert moved.shown == holding.shown
        assert moved.at == card


def test_sorting_an_order_of_ones_own_puts_melds_together_as_the_settings_say() -> None:
    for group, grouped in (("on", True), ("off", False)):
        seat = drawing(TEN).setting(group=group).keys("home", ".")
        assert not seat.stage.model.holding.grouped
        assert seat.keys("r").stage.model.holding.grouped is grouped


# --- drawing and discarding ---


@pytest.mark.parametrize(("key", "verb"), [("s", "drew"), ("t", "took")])
def test_a_card_is_said_to_be_drawn_or_taken_as_it_was(key: str, verb: str) -> None:
    seat = drawing(LOOSE).keys(key)
    drawn = seat.session.table.view.drawn
    assert drawn is not None
    assert f"You {verb} {LINES.name(drawn)} (*)." in seat.words


def test_a_selected_card_that_must_stay_is_told_so_and_not_what_its_discard_leaves() -> None:
    seat = drawing(LOOSE).keys("t").select("KD")
    reason = seat.session.refusal(gin.Action.discard("KD"))
    assert reason is not None
    assert seat.stage.model.worded(reason) in seat.words
    assert "Discarding" not in seat.words


def test_clicking_the_stock_draws_once_and_then_says_why_not() -> None:
    seat = drawing(LOOSE).click("Stock 30")
    assert len(seat.hand) == 11
    assert "Stock 29" in seat.text
    assert "*" in seat.text
    before = seat.session.table
    seat.click("Stock 29")
    assert "already drawn" in seat.words
    assert seat.session.table == before


def test_a_card_just_taken_stays_and_may_go_next_turn() -> None:
    seat = drawing(LOOSE).click("Discard K♦")
    before = seat.session.table
    seat.click_at(*seat.card_cell("KD")).keys("d")
    assert "K♦" in seat.rows[layout(80, 24).message]
    assert "cannot be discarded this turn" in seat.words
    assert seat.session.table == before
    seat.select("AS").keys("d").computer()
    seat.keys("s").select("KD").keys("d")
    assert seat.session.table.view.pile[-1] == gin.Card("KD") or seat.session.thinking


def test_the_new_card_is_marked_where_it_stands() -> None:
    seat = drawing(LOOSE).keys("s")
    drawn = seat.session.table.view.drawn
    assert drawn is not None
    key = "1234567890-"[seat.hand.index(str(drawn))]
    assert f"{key}*" in seat.text


def test_the_key_line_says_what_enter_does() -> None:
    seat = discarding()
    for keys, said in ((("home",), "select"), (("enter",), "discard"), (("right",), "select")):
        assert f"Enter {said}" in seat.keys(*keys).rows[-1]
    card = seat.keys("left").selected
    assert "Enter discard" in seat.text
    assert str(seat.keys("enter").session.table.view.top) == card
    waiting = drawing().keys("down", "home", "enter")
    assert waiting.selected
    assert "Enter select" in waiting.text


@pytest.mark.parametrize("glyphs", [LINES, ASCII])
def test_no_key_comes_and_goes_with_what_enter_does(glyphs: Glyphs) -> None:
    seat = discarding(glyphs=glyphs).keys("home")
    for seat.size in product(range(68, 140), (22, 30)):
        place = layout(*seat.size)
        row, end = place.top + place.keys, place.left + place.table_width
        select, discard = (seat.keys(*keys).rows[row][:end].rstrip() for keys in ((), ("enter",)))
        seat.keys("escape")
        assert discard == select.replace("Enter select", "Enter discard")
        assert "q save and quit" in discard


def test_nothing_selected_is_said_and_changes_nothing() -> None:
    seat = discarding()
    for key in ("d", "k"):
        before = seat.session.table
        seat.keys(key)
        assert "Select a card first" in seat.words
        assert seat.session.table == before


def test_before_the_draw_a_discard_is_refused_with_the_reason() -> None:
    seat = drawing(LOOSE)
    seat.keys("1", "d")
    assert "Draw first" in seat.words
    seat.keys("-")
    assert "You hold 10 cards." in seat.words


def test_before_the_draw_no_card_is_named_that_nobody_chose() -> None:
    for key in ("d", "k"):
        seat = drawing(LOOSE).keys(key)
        assert "Draw first: a card can be discarded once you hold eleven." in seat.words


def test_a_card_that_is_not_in_the_hand_is_never_said_to_be_discarded_later() -> None:
    view = gin.Deal.new(range(52), 0).view(0)
    absent = next(card for card in map(gin.Card, range(52)) if card not in view.hand)
    for action in (gin.Action.discard(absent), gin.Action.knock(absent)):
        assert view.refusal(action) == (
            f"The {absent} is not in your hand; draw first, then choose a card."
        )


def test_the_computers_hand_says_when_it_can_be_seen() -> None:
    assert "when the deal is over" in discarding().click("░░░░").words


# --- the first turn ---


def test_on_the_first_turn_there_is_only_take_or_pass() -> None:
    seat = first_turn()
    assert "t Take 8♣" in seat.text
    assert "p Pass" in seat.text
    assert "Draw from" not in seat.text
    seat.click("Stock 31")
    assert "you take the upcard 8♣ or pass" in seat.words
    assert seat.keys("p").session.table.your_turn is False


def test_after_two_passes_the_pile_is_off_and_says_why() -> None:
    seat = Seat.at(position(TEN, THEIRS, "8C", "must_draw", 31))
    assert "(t) Discard 8♣" in seat.text
    seat.click("Discard 8♣")
    assert "buried" in seat.words
    assert len(seat.hand) == 10
    seat.keys("s")
    assert len(seat.hand) == 11


def test_pass_after_the_first_turn_is_refused() -> None:
    assert "first turn only" in drawing().keys("p").words


# --- knocking ---


def test_too_much_to_knock_names_the_count_and_the_best_in_reach() -> None:
    seat = discarding(LOOSER).select("AS")
    assert "(k Knock)" in seat.text
    before = seat.session.table
    seat.keys("k")
    left = gin.deadwood(gin.Hand(LOOSER) - gin.Hand("AS"))
    assert f"The A♠ leaves {left} deadwood" in seat.words
    assert "by discarding the" in seat.words
    assert seat.session.table == before


def test_a_long_refusal_leaves_every_card_in_sight_in_the_smallest_window() -> None:
    seat = discarding(LOOSER, size=(30, 10)).select("AS").keys("k")
    assert "best you can reach is" in seat.words
    assert "by discarding the" in seat.words
    for card in gin.Hand(LOOSER):
        assert seat.stage.model.name(card) in "\n".join(seat.rows[5:])


def test_the_knock_button_is_about_the_selected_card() -> None:
    seat = discarding().select("5S")
    assert "(k Knock)" in seat.text
    seat.select("9C")
    assert "[k KNOCK with 1]" in seat.text


def test_the_preview_leads_back_with_nothing_changed_or_to_the_knock() -> None:
    seat = discarding().select("9C")
    screen, table = seat.text, seat.session.table
    seat.keys("k")
    assert "Knock?" in seat.text
    assert "run 5♠ 6♠ 7♠; run 2♥ 3♥ 4♥; set J♥ J♦ J♣. Deadwood A♦, 1." in seat.words
    assert "25 + the difference" in seat.words
    seat.keys("escape")
    assert (seat.text, seat.session.table) == (screen, table)
    seat.keys("k", "k")
    assert seat.stage.screen.name == "result"


@pytest.mark.parametrize("size", [(30, 10), (36, 10), (46, 10), (45, 12), (60, 16), (80, 24)])
@pytest.mark.parametrize(
    ("mine", "discard"), [(MINE, "9C"), ("4S 5S 6S 7S 7H 7D 8D 9D AC 2H QC", "QC")]
)
def test_what_a_knock_risks_is_said_in_every_window(
    mine: str, discard: str, size: tuple[int, int]
) -> None:
    seat = discarding(mine, size=size).select(discard).keys("k")
    said = " ".join(seat.words.replace("│", " ").split())
    spread = seat.session.spreads(gin.Card(discard))[0]
    assert f"{spread.points} or less" in said
    assert "undercuts you" in said
    # Every card that may be laid off is named, not only the first of them.
    for cards in seat.session.could_lay_off(gin.Card(discard), spread):
        assert all(seat.stage.model.name(card) in said for card in cards)


@pytest.mark.parametrize("size", [(30, 10), (36, 10), (46, 10), (45, 12), (60, 16), (80, 24)])
def test_what_each_of_equal_spreads_risks_is_said_in_every_window(size: tuple[int, int]) -> None:
    mine = "4S 5S 6S 4H 5H 6H 4D 5D 6D AC KH"
    seat = Seat.at(position(mine, "3S 7S 7H 8H 3D KC KD QS JC 2C", "TD"), size=size)
    seat.select("KH").keys("k")
    for number, spread in enumerate(seat.session.spreads(gin.Card("KH")), 1):
        said = " ".join(seat.keys(str(number)).words.replace("│", " ").split())
        assert "1 or less" in said
        assert "undercuts you" in said
        for meld in spread.melds:
            assert " ".join(map(seat.stage.model.name, meld.cards)) in said
        for cards in seat.session.could_lay_off(gin.Card("KH"), spread):
            assert all(seat.stage.model.name(card) in said for card in cards)
        assert f"> {number}" in said or f"({number} of 2)" in said


def test_equal_spreads_can_be_chosen() -> None:
    mine = "4S 5S 6S 4H 5H 6H 4D 5D 6D AC KH"
    for keys, kind in (((), None), (("down",), 1), (("2",), 1), (("down", "up"), 0)):
        seat = Seat.at(position(mine, "3S 7S 7H 8H 3D KC KD QS JC 2C", "TD")).select("KH").keys("k")
        choices = seat.session.spreads(gin.Card("KH"))
        assert len(choices) == 2
        assert "> 1" in seat.text
        seat.keys(*keys)
        assert ("> 2" if kind else "> 1") in seat.text
        seat.keys("enter")
        result = seat.session.table.result
        assert result is not None
        assert result.spread == choices[kind or 0]


def test_gin_is_declared_by_the_person_only() -> None:
    seat = discarding("5S 6S 7S 2H 3H 4H 5H JH JD JC 9C").select("9C")
    assert "Discarding 9♣ leaves 0 deadwood: gin." in seat.words
    assert "GO GIN" in seat.text
    assert seat.session.table.result is None
    seat.keys("g")
    assert "no layoffs against gin" in seat.words.lower()
    seat.keys("g")
    result = seat.session.table.result
    assert result is not None
    assert result.kind == "gin"


# --- the end of the stock ---


def test_the_last_turn_is_announced() -> None:
    warning = "ends without a score"
    assert warning in drawing(LOOSE, stock=3).words
    assert warning in drawing(LOOSE, stock=3).keys("s").words
    assert warning not in drawing(LOOSE, stock=4).words


def test_a_deal_that_runs_out_scores_nothing() -> None:
    seat = drawing(LOOSE, stock=3).keys("s", "1", "d")
    assert seat.stage.screen.name == "result"
    assert "No score." in seat.words
    assert seat.session.table.scores == (0, 0)
    seat.keys("n")
    assert seat.session.table.starter == 1


# --- the keyboard alone ---


def test_arrows_and_enter_alone_play_to_a_result() -> None:
    """Every step uses an arrow, Enter or Esc; the cursor finds the card to discard by itself."""
    seat = Seat.at()
    for _ in range(400):
        table = seat.session.table
        if table.result is not None:
            break
        if seat.session.thinking:
            seat.computer()
        elif table.phase in ("upcard", "draw", "must_draw"):
            action = Greedy().choose(table.view)
            if action.kind in ("take", "stock"):
                seat.keys("enter")
            else:
                seat.keys("right", "enter")
        else:
            walk_and_discard(seat, Greedy().choose(table.view))
    assert seat.session.table.result is not None
    assert seat.keys("enter").stage.screen.name == "table"


def walk_and_discard(seat: Seat, action: gin.Action) -> None:
    while str(seat.stage.model.holding.cursor) != str(action.card):
        seat.keys("right")
    seat.keys("enter")
    if action.kind == "discard":
        seat.keys("enter")
        return
    seat.keys("down", "right", "enter")
    assert seat.stage.screen.name == "knock"
    seat.keys("enter")


def test_tab_goes_round_the_areas_and_marks_where_it_is() -> None:
    seat = drawing()
    assert ">s<" in seat.text
    seat.keys("tab")
    assert ">s<" not in seat.text
    assert ">1" in seat.text
    seat.keys("tab")
    assert ">s Draw from the stock<" in seat.text
    seat.keys("s-tab", "s-tab")
    assert ">s<" in seat.text
    seat.keys("right")
    assert ">t<" in seat.text


def test_up_and_down_walk_the_rows_of_a_folded_hand() -> None:
    seat = discarding(size=(40, 20)).keys("home")
    first = seat.stage.model.holding.cursor
    seat.keys("down")
    second = seat.stage.model.holding.cursor
    assert second != first
    seat.keys("up")
    assert seat.stage.model.holding.cursor == first
    seat.keys("up")
    assert ">s Stock" in seat.text or ">s<" in seat.text


def test_esc_lowers_the_card_and_never_leaves() -> None:
    seat = discarding().select("9C").keys("escape")
    assert seat.selected is None
    seat.keys("escape", "escape")
    assert seat.stage.screen.name == "table"


# --- too small, ASCII ---


def test_a_window_too_small_says_the_size_and_ignores_the_game_keys() -> None:
    seat = drawing()
    before = seat.text
    seat.size = (28, 8)
    assert "Needs 30x10, this is 28x8." in seat.text
    for binding in BINDINGS["small"]:
        assert binding.always
    seat.size = (80, 24)
    assert seat.text == before


def test_in_ascii_no_screen_has_another_character() -> None:
    seat = discarding(glyphs=ASCII).select("9C")
    for keys in ((), ("?",), ("escape", "R"), ("tab",), ("escape", "l"), ("escape", "k"), ("k",)):
        seat.keys(*keys)
        for size in (*SIZES, (30, 10), (28, 8), (132, 40)):
            seat.size = size
            assert seat.text.isascii()
        seat.size = (80, 24)


@pytest.mark.parametrize("key", ["r", "G", ",", "."])
def test_an_order_that_cannot_be_kept_is_said(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    seat = discarding()
    before = seat.hand

    def fail(*_: object) -> None:
        raise gin.SaveError("The disk is full, so nothing could be saved.")

    monkeypatch.setattr(seat.session._store, "hold", fail)
    seat.keys("right", key)
    assert "The disk is full" in seat.words
    assert seat.hand != before


def test_a_save_that_fails_is_said_and_the_game_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = drawing()
    store = seat.session._store

    def full(*_: object) -> None:
        raise gin.SaveError("The disk is full, so nothing could be saved.")

    monkeypatch.setattr(store, "append", full)
    before = seat.session.table
    seat.keys("s")
    assert "The disk is full" in seat.words
    assert seat.session.table == before
    monkeypatch.undo()
    seat.keys("s")
    assert len(seat.hand) == 11
