"""Plain mode: the whole game by lines, and every answer to what people type."""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TextIO, cast

import pytest

import gin
from gin import plain, wording
from gin.plain.command import COMMANDS, parse, parse_card
from gin.session import COMPUTER, PERSON, Session
from house import Greedy, finish_deal, finish_match, set_deal, sit, to_person
from piped import Game, next_lines, stored, typed
from scene import Knock, knock

LEAVING = "Everything is saved."


class Typed:
    """Standard input whose lines are made when they are asked for."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines: Iterator[str] = iter(lines)

    def readline(self) -> str:
        line = next(self._lines, None)
        return "" if line is None else line + "\n"


def play(session: Session, lines: Iterable[str]) -> tuple[int, str]:
    output = io.StringIO()
    status = plain.run(session, cast("TextIO", Typed(lines)), output)
    return status, output.getvalue()


def answers(session: Session, *lines: str) -> list[str]:
    """What each line is answered with, the question that follows included."""
    _, text = play(session, lines)
    return text.split("\n> ")[1:]


def commands(session: Session, until: Callable[[Session], bool]) -> Iterator[str]:
    """A person who plays as `Greedy` does and answers yes to every knock."""
    while not until(session):
        table = session.table
        if table.result is not None:
            yield "next"
            continue
        action = Greedy().choose(table.view)
        yield typed(action)
        if action.kind == "knock":
            yield "yes"


def at_knock(session: Session, knocker: str, defender: str) -> Knock:
    """The person has drawn and may knock with `discard`."""
    scripted = knock(knocker, defender)
    set_deal(session, gin.Deal.new(scripted.deck(PERSON), PERSON))
    session.play(gin.Action.TAKE)
    return scripted


def at_discard(session: Session) -> gin.View:
    to_person(session)
    action = gin.Action.TAKE if session.table.phase == "upcard" else gin.Action.DRAW_DISCARD
    session.play(action)
    return session.table.view


def test_a_whole_match_agrees_with_the_stored_record(tmp_path: Path) -> None:
    session = sit(tmp_path)
    status, text = play(session, commands(session, lambda s: s.table.winner is not None))
    table = session.table
    assert status == 0
    assert table.winner is not None
    who, score = ("You win", "Computer wins")[table.winner], table.scores[table.winner]
    assert f"{who} the match, {score} to {table.scores[1 - table.winner]}." in text
    assert text.isascii()
    assert all(char.isprintable() or char == "\n" for char in text)
    assert text.endswith("Start gin again to go on from here.\n")
    session.close()

    again = sit(tmp_path, seed=None)
    replayed = gin.Match.from_text(again._match.to_text())
    assert (replayed.scores, replayed.winner) == (table.scores, table.winner)
    assert len(replayed.deals) == text.count("Score: You")
    for line in table.deals:
        assert f"You {line.scores[0]}, computer {line.scores[1]}" in text


def test_a_whole_match_in_a_program_of_its_own(tmp_path: Path) -> None:
    with Game(tmp_path) as game:
        game.listen()
        while stored(tmp_path).winner is None:
            for line in next_lines(tmp_path):
                game.say(line)
                game.listen()
        game.say("quit")
        game.drain()
        assert game.process.wait(30) == 0
    match = stored(tmp_path)
    assert gin.Match.from_text(match.to_text()) == match
    assert match.winner is not None
    told = wording.match_headline(match.winner, match.scores)
    assert told.encode() in game.heard
    assert game.heard.isascii()
    assert b"\x1b" not in game.heard


def test_the_start_says_where_the_match_stands(tmp_path: Path) -> None:
    session = sit(tmp_path, deal_number=3)
    _, text = play(session, [])
    assert "First to 100." in text
    assert "This is practice and is not counted." in text
    assert "Deal 1. You 0, computer 0." in text
    assert "Hand, 10 cards" in text
    assert "\n> \n" in text


def test_coming_back_tells_the_table_again(tmp_path: Path) -> None:
    session = sit(tmp_path)
    play(session, ["pass", "stock"])
    view = session.table.view
    session.close()
    _, text = play(sit(tmp_path), [])
    assert "Discard pile top:" in text or "Upcard:" in text
    assert f"Hand, {len(view.hand)} cards" in text


@pytest.mark.parametrize("line", ["", "   ", "\t", "fold", "discard", "discard ZZ", "discard 1H"])
@pytest.mark.parametrize("word", ["{}", "{} \x1b[A", "{}\x00"])
def test_nonsense_is_answered_and_changes_nothing(tmp_path: Path, line: str, word: str) -> None:
    # R-U01
    session = sit(tmp_path)
    at_discard(session)
    before = session.table
    status, text = play(session, [word.format(line), word.format(line)])
    assert status == 0
    assert session.table == before
    assert "\x1b" not in text
    assert "\x00" not in text


@pytest.mark.parametrize(
    "form", ["discard {r}{s}", "d {l}", "DISCARD {r}{s}", "discard {s}{r}", "discard {glyph}"]
)
def test_cards_may_be_written_in_many_ways(tmp_path: Path, form: str) -> None:
    # R-U01
    session = sit(tmp_path)
    view = at_discard(session)
    card = next(card for card in view.hand if card != view.barred)
    rank, suit = str(card)[0], card.suit
    glyph = rank + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[suit]
    play(session, [form.format(r=rank, s=suit, l=str(card).lower(), glyph=glyph)])
    own = [event for event in session.table.view.history if event.seat == PERSON]
    assert own[-1].action == gin.Action.discard(card)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        *(("10h", "TH"), ("th", "TH"), ("ten of hearts", "TH"), ("10 hearts", "TH")),
        # Not the commands of these letters: again, knock, quit, take.
        *(("8 clubs", "8C"), ("a of spades", "AS"), ("K hearts", "KH"), ("q of hearts", "QH")),
        ("t spades", "TS"),
        *(("q s", "QS"), ("K h", "KH"), ("a d", "AD"), ("10 ♥", "TH"), ("7 of ♠", "7S")),
        # What programs that write speech, other keyboards and pictures of letters make of cards.
        *(("The queen of spades.", "QS"), ("８h", "8H"), ("٣ of clubs", "3C"), ("Q♠\ufe0e", "QS")),
        ("\u200b9d", "9D"),
    ],
)
def test_a_card_alone_is_a_discard(text: str, card: str) -> None:
    command = parse(text)
    assert command is not None
    assert (command.word, command.card) == ("discard", gin.Card(card))


@pytest.mark.parametrize("text", ["10h", "ten of hearts", "10 hearts", "t h", "10 of ♥"])
def test_a_card_is_read_in_letters_with_a_sign_or_in_words(text: str) -> None:
    assert parse_card(text) == gin.Card("TH")


@pytest.mark.parametrize(
    ("text", "word", "rest"),
    [
        *(
            ("draw", "stock", ""),
            ("draw a card", "stock", ""),
            ("Draw from the deck.", "stock", ""),
        ),
        *(("take from the stock", "stock", ""), ("take the top card of the stock", "stock", "")),
        *(("stock pile", "stock", ""), ("take from the draw pile", "stock", "")),
        *(("draw pile", "stock", ""), ("I'll pass", "pass", "")),
        *(("take it", "take", ""), ("I take the upcard, please", "take", "")),
        *(("draw from the discard pile", "take", ""), ("take the king", "take", "king")),
        *(("take the queen of spades", "take", "queen spades"), ("t 5h", "take", "5h")),
        *(("take that back", "undo", ""), ("undo that", "undo", ""), ("I pass", "pass", "")),
        *(("discard the queen of spades", "discard", "queen of spades"), ("ten", "discard", "ten")),
        *(("knock with the ten", "knock", "ten"), ("Knock, discarding 9C!", "knock", "9c")),
        *(("go gin", "gin", ""), ("next deal", "next", ""), ("quit the game", "quit", "")),
        *(("What do I hold?", "hand", ""), ("show my hand", "hand", ""), ("score?", "score", "")),
        *(("give me a hint", "hint", ""), ("what's the score", "score", ""), ("?", "help", "")),
        ("cut The cat, is it grey?", "cut", "The cat, is it grey?"),
    ],
)
def test_a_sentence_is_understood_as_it_is_meant(text: str, word: str, rest: str) -> None:
    command = parse(text)
    assert command is not None
    assert (command.word, command.rest) == (word, rest)


@pytest.mark.parametrize(
    "text",
    [
        # Nothing is done that was not said: by its first letter or word each would be something.
        *("i want to fold", "s q", "draw the ten", "pass the salt", "q now", "undo foo", "u and I"),
        # Whoever asks does not want it done yet.
        *("stock?", "take the upcard?", "is it the queen of spades?", "queen of spades?", "pass?"),
    ],
)
def test_what_only_begins_like_a_command_is_none(text: str) -> None:
    assert parse(text) is None


def test_what_a_hint_says_can_be_typed() -> None:
    for name in (wording.letters, wording.words):
        for action in (gin.Action.PASS, gin.Action.TAKE, gin.Action.DRAW_STOCK):
            command = parse(wording.action_text(action, name, top=gin.Card("TS")))
            assert command is not None
            assert command.word == action.kind
        for action in (gin.Action.discard("9C"), gin.Action.knock("9C")):
            command = parse(wording.action_text(action, name))
            assert command is not None
            assert command.word == action.kind
            assert parse_card(command.rest) == gin.Card("9C")


def test_only_the_card_that_lies_there_is_taken(tmp_path: Path) -> None:
    session = sit(tmp_path)
    set_deal(session, gin.Deal.new(range(52), PERSON))
    top = session.table.view.top
    assert top == gin.Card("8H")
    for wrong in ("take the king", "take 8C", "take the eight of clubs", "take seven and a half"):
        assert "The upcard is 8H; type take to take it." in answers(session, wrong)[0]
    assert session.table.phase == "upcard"
    assert answers(session, "take the 8")[0].startswith("You took the upcard, 8H.")


def test_a_rank_is_enough_where_one_card_has_it(tmp_path: Path) -> None:
    session = sit(tmp_path)
    at_knock(session, "5S 6S 7S 2H 3H 4H JH JD JC AD", "KS KH KD 8S 9S 8C QC 6C 4C 2C")
    assert answers(session, "discard the jack")[0].startswith("Which of your jacks: JH JD JC?")
    assert answers(session, "d king")[0].startswith("You hold no kings.")
    said, *_ = answers(session, "the five")
    assert said.startswith("You discarded 5S.")


def test_to_go_on_is_answered_with_yes(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    assert "'yes' is no command" in answers(session, "yes")[0]
    finish_deal(session)
    _, text = play(session, [])
    # No question to answer with y, which is the letter of replay.
    assert "Deal 1 is over.  (next for deal 2, replay, score, quit)" in text
    assert answers(session, "Yes.")[0].startswith("Deal 2.")


def test_the_cards_that_were_asked_for_come_without_a_refusal(tmp_path: Path) -> None:
    for typed_line in ("next", "deal", "yes", ""):
        session = sit(tmp_path / (typed_line or "empty"), seed=None)
        assert session.cuttable
        text = answers(session, typed_line)[0]
        assert text.startswith("Deal 1.")
        assert "not over" not in text


def test_loose_cards_are_sorted_as_asked(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    for typed_line, order in (("sort by rank", "rank"), ("sort suit", "suit"), ("o", "rank")):
        _, text = play(session, ["sort suit", typed_line] if typed_line == "o" else [typed_line])
        assert f"Loose cards are sorted by {order}." in text
    assert "Type sort rank or sort suit." in answers(session, "sort by colour")[0]


@pytest.mark.parametrize("line", ["hint", "score", "why", "hand", "d", "fold", "take", "help"])
def test_again_repeats_what_was_said_last_whatever_it_was(tmp_path: Path, line: str) -> None:
    session = sit(tmp_path)
    to_person(session)
    said, again, nothing, once_more, _ = answers(session, line, "again", "", "a")
    assert again == once_more == said
    assert nothing in said


def test_the_log_tells_every_turn_of_the_deal(tmp_path: Path) -> None:
    session = set_deal(sit(tmp_path), gin.Deal.new(range(52), PERSON))
    assert answers(session, "log")[0].startswith("Nothing has been played yet.\n")
    play(session, ["take", "d 2H"])
    turns = len([*wording.turns(session.table.view.history)])
    told = answers(session, "cards long", "log")[1].splitlines()
    assert told[0] == "Turn 1: You took the upcard, 8 of hearts, discarded 2 of hearts."
    assert told[1].startswith("Turn 2: Computer ")
    assert told[turns - 1].startswith(f"Turn {turns}: ")
    assert not told[turns].startswith("Turn")


def test_after_the_computers_move_a_card_is_not_told_a_third_time(tmp_path: Path) -> None:
    session = sit(tmp_path)
    at_discard(session)
    card = next(card for card in session.table.view.hand if card != session.table.view.barred)
    said = answers(session, f"d {card}")[0]
    view = session.table.view
    assert view.top is not None
    assert f"\nStock {view.stock}.\n" in said
    assert said.count(wording.letters(view.top)) == 2


def test_signs_of_sums_are_words_where_cards_are(tmp_path: Path) -> None:
    session = sit(tmp_path)
    scripted = at_knock(session, "4D 5D 6D 7S 7H 7C QS QH QD 8C", "AS 2S 3S KS KH KD 9C 9S 9D 5C")
    knock_line = f"k {scripted.discard}"
    _, asked, _, scored, _ = answers(session, "cards long", knock_line, "y", "score")
    assert "Deadwood 8: 8 of clubs." in asked
    assert "you were undercut (25 plus 8 minus 5)" in scored
    session = sit(tmp_path / "choices")
    at_discard(session)
    worth = answers(session, "cards long", *["hint"] * 3)[3]
    assert "Worth in points" in worth
    assert not {"+", "-"} & set(worth)


def test_a_long_line_is_not_read_back_whole(tmp_path: Path) -> None:
    said = answers(sit(tmp_path), "fold " * 1_000)[0]
    assert "is no command" in said
    assert len(said.splitlines()[0]) < 120
    assert said.isascii()


def test_every_command_has_its_own_letter_and_word() -> None:
    assert len({entry.letter for entry in COMMANDS}) == len(COMMANDS)
    for entry in COMMANDS:
        for text in (entry.letter, entry.word, entry.word.upper()):
            command = parse(text)
            assert command is not None
            assert command.word == entry.word


def test_two_cards_at_once_are_refused(tmp_path: Path) -> None:
    # R-U02
    session = sit(tmp_path)
    at_discard(session)
    before = session.table
    status, text = play(session, ["discard 9C-JC", "discard 9C JC"])
    assert status == 0
    assert "no card" in text
    assert session.table == before


def test_refusals_say_why(tmp_path: Path) -> None:
    session = sit(tmp_path)
    view = at_discard(session)
    assert view.barred is not None
    taken = wording.letters(view.barred)
    assert f"You have just taken the {taken}" in answers(session, f"d {view.barred}")[0]
    missing = next(card for card in view.possible if card not in view.hand)
    assert "is not in your hand" in answers(session, f"discard {missing}")[0]
    assert "already drawn" in answers(session, "stock")[0]
    assert "already drawn" in answers(session, "take")[0]
    assert "already drawn" in answers(session, "pass")[0]
    assert "The deal is not over." in answers(session, "next")[0]


def test_a_knock_with_too_much_is_refused_with_the_counts(tmp_path: Path) -> None:
    session = sit(tmp_path)
    view = at_discard(session)
    card = max(
        (card for card in view.hand if card != view.barred),
        key=lambda card: gin.deadwood(view.hand - gin.Hand([card])),
    )
    left = gin.deadwood(view.hand - gin.Hand([card]))
    assert left > gin.KNOCK_LIMIT
    reply = answers(session, f"knock {card}")[0]
    assert f"leaves {left} deadwood; you need 10 or less" in reply


def test_an_undercut_is_told_with_its_sum(tmp_path: Path) -> None:
    session = sit(tmp_path)
    scripted = at_knock(session, "4D 5D 6D 7S 7H 7C QS QH QD 8C", "AS 2S 3S KS KH KD 9C 9S 9D 5C")
    _, text = play(session, [f"k {scripted.discard}", "y"])
    assert "Knock with 8?  (yes, no)" in text
    assert "If the computer ends with 8 or less it undercuts you" in text
    assert "Undercut. You knocked with 8, the computer has 5." in text
    assert "25 + 8 - 5 = 28 to the computer." in text
    assert "Score: You 0, computer 28." in text
    assert "Computer starts deal 2." in text


def test_an_equal_count_undercuts(tmp_path: Path) -> None:
    session = sit(tmp_path)
    scripted = at_knock(session, "4D 5D 6D 7S 7H 7C QS QH QD 5H", "AS 2S 3S KS KH KD 9C 9S 9D 5C")
    _, text = play(session, [f"k {scripted.discard}", "yes"])
    assert "25 + 5 - 5 = 25 to the computer." in text
    assert "An equal count also undercuts." in text


def test_layoffs_are_named_with_their_melds(tmp_path: Path) -> None:
    session = sit(tmp_path)
    scripted = at_knock(session, "5S 6S 7S 2H 3H 4H JH JD JC AD", "KS KH KD 8S 9S JS QC 6C 4C 2C")
    _, text = play(session, [f"k {scripted.discard}", "y"])
    assert "Your melds: run 5S 6S 7S; run 2H 3H 4H; set JH JD JC." in text
    assert "Your deadwood: AD 1. Total 1." in text
    assert "Computer melds: set KS KH KD." in text
    assert (
        "Computer laid off: 8S on your spade run. 9S on your spade run. JS on your jacks."
        " Total 27." in text
    )
    assert "Computer deadwood: 2C 2, 4C 4, 6C 6, QC 10. Total 22." in text
    assert "22 - 1 = 21 to you." in text


def test_gin_allows_no_layoffs(tmp_path: Path) -> None:
    session = sit(tmp_path)
    scripted = at_knock(session, "5S 6S 7S 2H 3H 4H JH JD JC JS", "KS KH KD 8S 9S AS QC 6C 4C 2C")
    assert "0, gin" in play(session, [])[1]
    _, text = play(session, [f"knock {scripted.discard}", "yes"])
    assert "Go gin?  (yes, no)" in text
    assert f"You went gin, discarding {scripted.discard}." in text
    assert "No layoffs against gin." in text
    assert "laid off" not in text
    assert "25 + 40 = 65 to you." in text


def test_a_knock_can_be_taken_back_at_the_question(tmp_path: Path) -> None:
    # R-U03
    session = sit(tmp_path)
    scripted = at_knock(session, "5S 6S 7S 2H 3H 4H JH JD JC AD", "KS KH KD 8S 9S JS QC 6C 4C 2C")
    before = session.table
    _, text = play(session, [f"knock {scripted.discard}", "maybe", "no", f"g {scripted.discard}"])
    assert text.count("Knock with 1?") == 3
    assert "You did not knock." in text
    assert session.table == before


def test_equal_spreads_are_numbered_and_chosen(tmp_path: Path) -> None:
    defender = "KS KH QD JD 9C 8S TS 3H 4D TC"
    for answer, chosen in (("1", 0), ("2", 1), ("yes", 0)):
        session = sit(tmp_path / answer)
        scripted = at_knock(session, "4S 5S 6S 7S 7H 7D 7C AD AC 2H", defender)
        choices = session.spreads(scripted.discard)
        _, text = play(session, [f"knock {scripted.discard}", answer])
        assert "2 ways to lay down leave 4:" in text
        result = session.table.result
        assert result is not None
        assert result.spread == choices[chosen]


def test_leaving_at_the_question_plays_nothing(tmp_path: Path) -> None:
    session = sit(tmp_path)
    scripted = at_knock(session, "5S 6S 7S 2H 3H 4H JH JD JC AD", "KS KH KD 8S 9S JS QC 6C 4C 2C")
    before = session.table
    for lines in ([f"knock {scripted.discard}"], [f"knock {scripted.discard}", "quit", "yes"]):
        status, text = play(session, lines)
        assert status == 0
        assert LEAVING in text
        assert session.table == before


def test_information_repeats_and_changes_nothing(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    session.next_deal()
    at_discard(session)
    before = session.table
    asked = ["again", "hand", "table", "score", "rules", "guide", "help", "sort", "sort", "cards"]
    status, text = play(session, asked)
    assert status == 0
    assert session.table == before
    for entry in COMMANDS:
        assert f"{entry.letter}, {entry.word}" in text
    assert "Loose cards are sorted by suit." in text
    assert "Loose cards are sorted by rank." in text
    # R-U13
    for fact in ("10 or less", "25 + 8 - 5 = 28", "ace is low", "no Big Gin", "no layoffs"):
        assert fact in text
    for fact in ("equal count gives 25", "start alternates", "two cards are left in the stock"):
        assert fact in text


def test_cards_in_words_on_request(tmp_path: Path) -> None:
    session = sit(tmp_path)
    view = at_discard(session)
    assert view.barred is not None
    _, text = play(session, ["cards long", f"d {view.barred}", "cards short", "hand"])
    assert f"You have just taken the {wording.words(view.barred)}, so" in text
    assert text.count("Hand, 11 cards") >= 3


def test_a_dead_deal_is_no_score_for_anybody(tmp_path: Path) -> None:
    # R-U12, R18
    session = sit(tmp_path)

    def stubborn() -> Iterator[str]:
        while session.table.result is None:
            view = session.table.view
            if view.phase == "upcard":
                yield "pass"
            elif view.phase == "discard":
                yield f"discard {view.drawn}"
            else:
                yield "stock"

    class Stubborn:
        def choose(self, view: gin.View) -> gin.Action:
            if view.drawn is not None:
                return gin.Action.discard(view.drawn)
            return gin.Action.PASS if view.phase == "upcard" else gin.Action.DRAW_STOCK

    session._seat_player = lambda *_: Stubborn()
    set_deal(session, gin.Deal.new(range(52), PERSON))
    _, text = play(session, stubborn())
    assert "If you draw from the stock now, this deal ends without a score" in text
    assert "This deal ends without a score after this turn unless you knock." in text
    assert "No score. The stock is down to two cards and nobody knocked." in text
    assert "Score: You 0, computer 0." in text
    assert "Computer starts deal 2." in text
    assert session.table.hands is not None
    assert "Computer deadwood:" in text


def test_a_new_match_follows_a_finished_one(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_match(session)
    _, text = play(session, ["next", "score"])
    assert "The match is over.  (next for a new match," in text
    assert "Deal 1. You 0, computer 0." in text
    assert session.table.match_number == 2


def test_the_computers_moves_are_told(tmp_path: Path) -> None:
    session = sit(tmp_path)
    _, text = play(session, commands(session, lambda s: s.table.result is not None))
    for event in session.table.view.history:
        if event.seat == COMPUTER:
            knocked = session.table.result is not None and session.table.result.kind == "gin"
            assert wording.event_text(event, gin=knocked) in text


def test_an_interrupt_leaves_with_its_own_status(tmp_path: Path) -> None:
    def interrupting() -> Iterator[str]:
        yield "hand"
        raise KeyboardInterrupt

    session = sit(tmp_path)
    status, text = play(session, interrupting())
    assert status == 130
    assert LEAVING in text


def test_output_that_knows_letters_only(tmp_path: Path) -> None:
    raw = io.BytesIO()
    output = io.TextIOWrapper(raw, encoding="ascii")
    typed_in = cast("TextIO", Typed(["discard T♥", "♠♥♦♣", "é"]))
    status = plain.run(sit(tmp_path), typed_in, output)
    output.flush()
    assert status == 0
    assert raw.getvalue().isascii()
    assert b"\x1b" not in raw.getvalue()


def test_a_card_taken_this_turn_is_told_as_that_to_who_comes_back(tmp_path: Path) -> None:
    session = sit(tmp_path)
    view = at_discard(session)
    assert view.barred is not None
    told, _ = answers(session, "table")
    assert (
        f"You took {wording.letters(view.barred)} this turn, so it stays until your next." in told
    )
    assert "This turn you drew" not in told
    other = sit(tmp_path / "other")
    to_person(other)
    while other.table.phase != "discard":
        passing = gin.Action.PASS in other.legal_actions()
        other.play(gin.Action.PASS if passing else gin.Action.DRAW_STOCK)
        to_person(other)
    drawn = other.table.view.drawn
    assert drawn is not None
    assert other.table.view.barred is None
    told, _ = answers(other, "table")
    assert f"This turn you drew {wording.letters(drawn)}." in told


def test_no_card_is_asked_for_where_none_can_be_discarded(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    for told in answers(session, "discard", "knock", "gin")[:-1]:
        assert told.startswith(wording.NOT_DRAWN)
    finish_deal(session)
    for told in answers(session, "discard", "knock")[:-1]:
        assert told.startswith("The deal is over; nothing more can be played in it.")


def test_the_table_of_a_deal_that_is_over_is_its_result(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    shown, told, _ = play(session, ["table"])[1].split("\n> ")
    assert told == shown
    assert "Computer melds: " in told or "Computer deadwood: " in told
