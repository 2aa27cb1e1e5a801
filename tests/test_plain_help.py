"""Plain mode: taking back, replays and every answer to a wish for help, in the same words."""

from pathlib import Path

from house import finish_deal, sit, to_person
from test_plain import answers, at_discard


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
