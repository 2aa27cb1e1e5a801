"""Plain mode: taking back, replays and every answer to a wish for help, in the same words."""

import io
from pathlib import Path
from typing import TextIO, cast

import gin
from gin import plain, wording
from gin.session import Session
from gin.settings import Settings
from house import finish_deal, set_deal, sit, to_person
from seat import position
from test_plain import Typed, answers, at_discard


def test_undo_and_redo_say_what_happened_and_where_the_deal_stands(tmp_path: Path) -> None:
    session = sit(tmp_path)
    view = at_discard(session)
    before = session.table
    back, again, nothing, _ = answers(session, "undo", "redo", "x")
    assert back.startswith("Taken back: You took")
    assert "Undo used: not counted." in back
    assert again.startswith("Done again: You took")
    assert nothing.startswith("There is nothing to do again.")
    assert session.table.view == view == before.view


def test_undo_without_an_action_is_refused(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    said, _ = answers(session, "u")
    assert said.startswith("There is nothing of yours to take back in this deal.")


def test_a_hint_where_nothing_is_to_be_decided_does_not_mark_the_deal(tmp_path: Path) -> None:
    deal = position(
        "5S 6S 7S 2H 4H JH JD AD 9C TH", "8S 9S JS KS KC KH QD 6D 4C 2C", "8C", "must_draw", 31
    )
    session = set_deal(sit(tmp_path), deal)
    said, _ = answers(session, "hint")
    assert said.startswith("There is nothing to decide now.")
    assert not session.table.helped


def test_a_finished_deal_is_replayed_and_left(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    result = session.table
    refused, begun, back, _ = answers(session, "undo", "replay", "replay")
    assert "it can be replayed as practice" in refused
    assert "This is a replay of the deal before and is not counted." in begun
    assert back.startswith("Back in the match.")
    assert session.table == result


def test_a_replay_played_to_its_end_leads_back(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    result = session.table
    session.replay()
    finish_deal(session)
    said, _ = answers(session, "next")
    assert said.startswith("Back in the match.")
    assert session.table == result
    session.replay()
    finish_deal(session)
    begun, _ = answers(session, "y")
    assert "This is a replay" in begun


def test_a_hint_has_three_steps_and_marks_the_deal(tmp_path: Path) -> None:
    session = sit(tmp_path)
    at_discard(session)
    best, points = session.choices()[0]
    what, why, worth, again, _ = answers(session, "hint", "i", "hint", "hint")
    assert what.startswith(f"Hint: {wording.action_text(best)}.")
    assert "deadwood" in why
    assert wording.PUBLIC_ONLY in why
    assert f"{wording.action_text(best)}, {wording.points_text(points)}" in worth
    assert again.startswith("Hint: ")
    assert session.table.helped


def test_without_a_decision_there_is_no_hint(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    said, _ = answers(session, "hint")
    assert said.startswith("There is nothing to decide now.")


def test_the_last_move_and_the_cards_seen_are_told_in_words(tmp_path: Path) -> None:
    session = sit(tmp_path)
    view = at_discard(session)
    session.play(gin.Action.discard(gin.discards(view.hand, view.barred)[0][0]))
    to_person(session)
    why, seen, _ = answers(session, "why", "seen")
    assert why.startswith("It ")
    assert "Your loose cards" in why
    assert seen.startswith("Spades: ")
    assert "Clubs: " in seen
    assert not session.table.helped


def test_once_a_deal_is_over_nothing_is_guessed_of_hands_that_lie_open(tmp_path: Path) -> None:
    session = sit(tmp_path)
    theirs = "5S 6S 7S 2H 3H 4H JH JD JC AD 9C"
    set_deal(session, position("8S 9S JS KS KC KH QD 6D 4C 2C", theirs, "8D", to_act=1))
    session.answer(gin.Action.discard("9C"))
    session.play(gin.Action.DRAW_STOCK)
    session.play(gin.Action.discard("QD"))
    session.answer(gin.Action.DRAW_STOCK)
    drawn = next(iter(session._match.deal.hands[1] - gin.Hand(theirs)))
    session.answer(gin.Action.knock(drawn))
    why, seen, hint, *_ = answers(session, "why", "seen", "hint")
    assert why.startswith("It left QD, drew from the stock and knocked, discarding ")
    for said in (why, seen):
        assert wording.LAID_OPEN in said
        for guess in ("not seen", "You know of no card", "loose cards", "for certain", "unlikely"):
            assert guess not in said
    assert hint.startswith("There is nothing to decide now.")


def test_gin_is_told_as_gin_to_who_asks_for_the_last_move(tmp_path: Path) -> None:
    session = sit(tmp_path)
    theirs = "5S 6S 7S 8S 2H 3H 4H JH JD JC 9C"
    set_deal(session, position("9S TS JS KS KC KH QD 6D 4C 2C", theirs, "8D", to_act=1))
    session.answer(gin.Action.knock("9C"))
    why, *_ = answers(session, "why")
    assert why.startswith("It went gin, discarding 9C.")


def coached(tmp_path: Path, choice: str, *lines: str) -> tuple[Session, list[str]]:
    session = sit(tmp_path)
    at_discard(session)
    output = io.StringIO()
    settings = Settings().changed(*choice.split())
    plain.run(session, cast("TextIO", Typed(lines)), output, settings)
    return session, output.getvalue().split("\n> ")


def worst(session: Session) -> gin.Card:
    discards = [a for a, _ in session.choices() if a.kind == "discard" and a.card is not None]
    card = discards[-1].card
    assert card is not None
    return card


def test_a_coach_that_warns_objects_once(tmp_path: Path) -> None:
    session = sit(tmp_path / "look")
    at_discard(session)
    card = worst(session)
    _, (_, warned, done, *_) = coached(tmp_path, "coach warn", f"d {card}", f"d {card}")
    assert warned.startswith("Coach: this costs about")
    assert done.startswith(f"You discarded {wording.letters(card)}.")


def test_a_live_coach_tells_the_best_before_every_decision(tmp_path: Path) -> None:
    session, (first, second, *_) = coached(tmp_path, "coach live", "hand")
    assert "Coach: " not in second
    best, points = session.choices()[0]
    assert f"Coach: {wording.action_text(best)} {wording.points_text(points)}" in first
    assert session.table.helped


def test_a_coach_judges_the_deal_when_it_is_over(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    output = io.StringIO()
    plain.run(session, cast("TextIO", Typed(())), output, Settings(coach="after"))
    assert "Coach: " in output.getvalue()
    assert " decisions: " in output.getvalue()


def test_hidden_deadwood_is_not_told(tmp_path: Path) -> None:
    _, (first, hand, *_) = coached(tmp_path, "deadwood hidden", "hand")
    assert "eadwood" not in first + hand
    assert "You may knock" not in first + hand
    assert "or knock and a card" in first
