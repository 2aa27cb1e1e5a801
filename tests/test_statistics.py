"""Statistics: sums that agree with the deals, luck worked out exactly, and what is left out."""

import csv
import io
import json
import os
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import gin
from gin import Card, Deal, Hand, cli, fair
from gin.luck import DEALT_DEVIATION, DEALT_MEAN, Luck, luck
from gin.saves import DealRecord, Store
from gin.saves.seal import seal
from gin.session import Session
from gin.statistics import Statistics, select, statistics
from gin.wording import statistics_lines
from house import Greedy, finish_deal, finish_match, sit, step
from seat import Seat, position

HANDS = int(os.environ.get("GIN_SOAK_HANDS", "20000"))


def played(number: int) -> Deal:
    deal = Deal.new(fair.deck(bytes(32), number), number % 2)
    while deal.to_act is not None:
        deal = deal.play(Greedy().choose(deal.view(deal.to_act)))
    return deal


def whole(session: Session) -> Statistics:
    return dict(session.statistics(days=7))["all"]


def a_match(tmp_path: Path) -> Session:
    session = sit(tmp_path, seed=None)
    finish_match(session)
    return session


# --- luck ---


def test_the_mean_of_dealt_deadwood_is_the_one_that_is_seen() -> None:
    dice = random.Random(3)
    pack = list(map(Card, range(52)))
    seen = [gin.deadwood(Hand(dice.sample(pack, 10))) for _ in range(HANDS)]
    mean = sum(seen) / len(seen)
    deviation = (sum((one - mean) ** 2 for one in seen) / len(seen)) ** 0.5
    assert abs(mean - DEALT_MEAN) < 4 * DEALT_DEVIATION / len(seen) ** 0.5
    assert abs(deviation - DEALT_DEVIATION) < 0.4


def test_luck_of_a_deal_worked_out_by_hand() -> None:
    """Counted again from what is laid out with each card that may come."""
    deal = played(1)
    first, second = luck(deal)
    opening = Deal.new(deal.deck or (), deal.starter)
    assert (first.dealt, second.dealt) == tuple(gin.deadwood(hand) for hand in opening.hands)
    state = opening
    helped = [0, 0]
    chances: list[list[float]] = [[], []]
    for event in deal.history:
        if event.action.kind == "stock":
            fits = [
                card not in gin.arrange(state.hands[event.seat] | Hand([card])).deadwood
                for card in state.stock
            ]
            helped[event.seat] += fits[0]
            chances[event.seat].append(sum(fits) / len(fits))
        state = state.play(event.action)
    for seat, found in enumerate((first, second)):
        assert found.draws == len(chances[seat])
        assert found.helped == helped[seat]
        assert found.expected == pytest.approx(sum(chances[seat]))
        assert found.variance == pytest.approx(sum(p * (1 - p) for p in chances[seat]))


def test_over_many_deals_luck_is_as_chance_has_it() -> None:
    deals = [luck(played(number)) for number in range(1, 151)]
    for seat in (0, 1):
        helped = sum(pair[seat].helped for pair in deals)
        expected = sum(pair[seat].expected for pair in deals)
        variance = sum(pair[seat].variance for pair in deals)
        assert abs(helped - expected) < 4 * variance**0.5
        useful = sum(pair[seat].upcard for pair in deals)
        chance = sum(pair[seat].chance for pair in deals)
        assert abs(useful - chance) < 4 * sum(p[seat].chance for p in deals) ** 0.5


def test_a_position_has_no_luck() -> None:
    mine, theirs = "5S 6S 7S 2H 4H JH JD AD 9C TH", "8S 9S JS KS KC KH QD 6D 4C 2C"
    with pytest.raises(ValueError, match="dealt"):
        luck(position(mine, theirs, "8C", "draw"))


# --- sums ---


def test_sums_agree_with_the_deals_of_the_match(tmp_path: Path) -> None:
    session = a_match(tmp_path)
    lines = session.table.deals
    found = whole(session)
    assert (found.matches, found.deals, found.apart) == (1, len(lines), 0)
    assert found.matches_won == (session.table.winner == 0)
    assert found.won == sum(line.winner == 0 for line in lines)
    assert found.lost == sum(line.winner == 1 for line in lines)
    assert found.dead == sum(line.winner is None for line in lines)
    own = [line for line in lines if line.knocker == 0 and line.kind != "gin"]
    assert found.knocks == len(own)
    assert found.undercut == sum(line.kind == "undercut" for line in own)
    assert found.gins == sum(line.kind == "gin" and line.winner == 0 for line in lines)
    caught = [
        line.deadwood[1] for line in lines if line.winner == 0 and line.kind in ("knock", "gin")
    ]
    assert found.mean_caught == (sum(caught) / len(caught) if caught else None)
    assert [line.name for line in found.luck] == [
        "deadwood as dealt",
        "draws that fit a meld",
        "upcards that fit one",
    ]
    for line in found.luck:
        for measure in (line.you, line.computer):
            assert measure.low <= measure.expected <= measure.high
    session.close()


def test_what_is_kept_is_what_the_deal_gives(tmp_path: Path) -> None:
    session = a_match(tmp_path)
    deals = session._match.deals
    records = Store(tmp_path).finished_deals()
    assert [record.luck for record in records] == [luck(deal) for deal in deals]
    for record, deal in zip(records, deals, strict=True):
        mine = [e for e in deal.history if e.seat == 0 and e.action.kind in ("discard", "knock")]
        assert record.turns == len(mine)
        assert record.ended.startswith("20")


def test_practice_undo_and_hints_are_kept_apart(tmp_path: Path) -> None:
    session = a_match(tmp_path)
    before = whole(session)
    assert before.deals > 2
    session.close()
    practice = sit(tmp_path, deal_number=7)
    finish_deal(practice)
    found = whole(practice)
    assert (found.deals, found.apart) == (before.deals, 1)
    practice.close()
    with closing(sqlite3.connect(Store(tmp_path).path)) as connection, connection:
        connection.execute("UPDATE deal SET undos = 1 WHERE match = 1 AND number = 1")
        connection.execute("UPDATE deal SET hints = 2 WHERE match = 1 AND number = 2")
        seal(connection, 1)
    session = sit(tmp_path, seed=None)
    found = whole(session)
    assert (found.matches, found.deals, found.apart) == (0, before.deals - 2, 3)
    standings = [record.standing for record in Store(tmp_path).finished_deals()]
    assert standings[:2] == ["undo", "hint"]
    assert standings.count("practice") == 1
    session.close()


def test_a_deal_with_something_taken_back_is_not_counted(tmp_path: Path) -> None:
    """The other half of behaviour 25: undo marks the deal, and statistics leave it out."""
    session = sit(tmp_path)
    while not session.can_undo:
        step(session)
    session.undo()
    finish_deal(session)
    found = whole(session)
    assert (found.deals, found.apart) == (0, 1)
    session.close()


def test_by_level_and_by_time(tmp_path: Path) -> None:
    practice = sit(tmp_path, level="sharp", deal_number=3)
    finish_deal(practice)
    assert list(dict(practice.statistics(days=7))) == ["all", "recent"]
    practice.close()
    a_match(tmp_path).close()
    other = sit(tmp_path, seed=None, level="simple")
    finish_deal(other)
    parts = dict(other.statistics(days=7))
    assert list(parts) == ["all", "recent", "steady", "simple"]
    assert parts["simple"].deals == 1
    assert parts["steady"].deals == parts["all"].deals - 1
    assert parts["recent"] == parts["all"]
    with closing(sqlite3.connect(Store(tmp_path).path)) as connection, connection:
        connection.execute("UPDATE deal SET ended = '2001-01-01T00:00:00+00:00' WHERE match = 2")
    later = dict(other.statistics(days=7))
    assert later["recent"].deals == 1
    assert later["all"] == parts["all"]
    other.close()


def test_a_file_of_the_second_version_is_counted_too(tmp_path: Path) -> None:
    """Deals that ended before luck was written down have it worked out when they are read."""
    session = a_match(tmp_path)
    before = whole(session)
    session.close()
    with closing(sqlite3.connect(Store(tmp_path).path)) as connection, connection:
        connection.execute("DROP TABLE luck")
        connection.execute("ALTER TABLE deal DROP COLUMN ended")
        for column in ("fingerprint", "dealt", "seal"):
            connection.execute(f"ALTER TABLE match DROP COLUMN {column}")
        connection.execute("PRAGMA user_version = 2")
    again = sit(tmp_path, seed=None)
    assert whole(again) == before
    again.close()


@pytest.mark.parametrize("column", ["points", "deadwood_0", "deck", "starter"])
def test_damage_is_one_sentence(tmp_path: Path, column: str) -> None:
    a_match(tmp_path).close()
    with closing(sqlite3.connect(Store(tmp_path).path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("DELETE FROM luck")
        connection.execute(f"UPDATE deal SET {column} = 'many'")  # noqa: S608
    with pytest.raises(gin.SaveError, match="damaged"):
        Store(tmp_path).finished_deals()


def test_without_saves_there_is_nothing_and_nothing_is_made(tmp_path: Path) -> None:
    assert Store(tmp_path / "none").finished_deals() == ()
    assert not (tmp_path / "none").exists()
    assert statistics_lines(statistics(())) == ["No deal that counts is over yet."]


def test_each_figure_counts_the_deals_that_it_names() -> None:
    nothing = Luck(50, 0, 0, 0.0, 0.0, upcard=False, chance=0.0)
    deal = DealRecord(
        *(1, 1, "2026-01-01", "simple", "counted", False, None, False, 0, "knock", 0, 0, 20),
        *((4, 24), 5, (replace(nothing, draws=1), nothing)),
    )
    deals = (
        deal,
        replace(deal, kind="gin", deadwood=(0, 30)),
        replace(deal, kind="gin", knocker=1, winner=1, deadwood=(40, 0)),
        replace(deal, kind="undercut", winner=1, deadwood=(8, 6)),
        replace(deal, kind="undercut", knocker=1, deadwood=(2, 9)),
        replace(deal, match=2, standing="practice", match_over=True, match_winner=0),
    )
    found = statistics(deals)
    assert (found.gins, found.undercuts, found.knocks, found.undercut) == (1, 1, 2, 1)
    assert (found.mean_knock, found.mean_caught) == (6.0, 27.0)
    assert (found.matches, found.apart) == (0, 1)
    assert select(deals, since=deal.ended) == deals
    assert [line.name for line in found.luck] == ["deadwood as dealt", "upcards that fit one"]


def test_no_mean_is_told_of_what_has_not_happened() -> None:
    nothing = Luck(50, 0, 0, 0.0, 0.0, upcard=False, chance=0.0)
    lost = DealRecord(
        *(1, 1, "2026-01-01", "simple", "counted", False, None, False, 0, "knock", 1, 1, 20),
        *((24, 4), 5, (nothing, nothing)),
    )
    for width in (40, 80):
        told = " ".join(" ".join(statistics_lines(statistics([lost]), width)).split())
        assert "average" not in told
        assert "Mean" not in told
        assert " - " not in told
        won = replace(lost, knocker=0, winner=0, deadwood=(4, 24))
        told = " ".join(" ".join(statistics_lines(statistics([lost, won]), width)).split())
        for figure in ("4.0", "5.0", "24.0"):
            assert figure in told


def test_all_and_none_are_shares_of_nothing_less() -> None:
    nothing = Luck(50, 0, 0, 0.0, 0.0, upcard=False, chance=0.0)
    won = DealRecord(
        *(1, 1, "2026-01-01", "simple", "counted", False, None, False, 0, "knock", 0, 0, 20),
        *((4, 24), 5, (nothing, nothing)),
    )
    lost = replace(won, knocker=1, winner=1, deadwood=(24, 4))
    for deals, share in (
        ([*[won] * 299, lost], "won 299 (99%)"),
        ([*[lost] * 299, won], "won 1 (1%)"),
        ([won, won], "won 2 (100%)"),
        ([lost], "won 0 (0%)"),
    ):
        for width in (40, 80):
            assert share in " ".join(statistics_lines(statistics(deals), width))


def test_a_match_with_help_in_it_counts_in_no_selection_of_its_deals(tmp_path: Path) -> None:
    session = sit(tmp_path, seed=None)
    step(session)
    while not session.table.your_turn:
        step(session)
    session.helped()
    finish_match(session)
    session.close()
    records = Store(tmp_path).finished_deals()
    assert [record.standing for record in records] == ["hint"] + ["counted"] * (len(records) - 1)
    assert len(records) > 1
    later = [record for record in records if record.number > 1]
    for chosen in (records, later):
        found = statistics(chosen)
        assert (found.matches, found.matches_apart) == (0, 1)
        assert "1 match is not counted as won or lost" in " ".join(statistics_lines(found))
    whole_match = statistics([replace(record, match_helped=False) for record in later])
    assert (whole_match.matches, whole_match.matches_apart) == (1, 0)


# --- the command and the screen ---


def test_the_command_tells_the_same_in_every_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = a_match(tmp_path)
    found = whole(session)
    session.close()
    assert cli.main(["stats", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == statistics_lines(found)
    assert cli.main(["stats", "--json", "--data", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["deals"], told["won"]) == (found.deals, found.won)
    place = tmp_path / "deals.csv"
    assert cli.main(["stats", "--csv", str(place), "--data", str(tmp_path)]) == 0
    rows = list(csv.DictReader(io.StringIO(place.read_text())))
    assert len(rows) == found.deals
    assert sum(row["winner"] == "you" for row in rows) == found.won
    assert {row["standing"] for row in rows} == {"counted"}
    assert cli.main(["stats", "--csv", "-", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == place.read_text()
    place.write_text("mine")
    assert cli.main(["stats", "--csv", str(place), "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"gin: {place} is there already; choose another name.\n"
    assert place.read_text() == "mine"
    assert cli.main(["stats", "--level", "simple", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "No deal that counts is over yet.\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--level", "nobody"], "There is no level 'nobody'"),
        (["--days", "0"], "from 1 on"),
        (["--csv", "/nowhere/at/all.csv"], "cannot be written"),
    ],
)
def test_the_command_refuses_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert cli.main(["stats", *options, "--data", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("days", ["1", "700000", "1000000", "9" * 11, "9" * 400])
def test_any_number_of_days_can_be_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], days: str
) -> None:
    played = a_match(tmp_path)
    deals = whole(played).deals
    played.close()
    assert cli.main(["stats", "--json", "--days", days, "--data", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == deals


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (40, 20), (30, 10)])
def test_the_screen_shows_all_and_turns_its_pages(tmp_path: Path, size: tuple[int, int]) -> None:
    session = a_match(tmp_path)
    seat = Seat(session, size=size).keys("b", "s")
    assert "all time" in seat.text
    assert "Matches" in seat.text
    seat.keys("tab")
    assert "last 7 days" in seat.text
    seat.keys("tab")
    assert "Steady" in seat.text
    seat.keys("right", "end")
    assert "chance" in seat.words or "upcard" in seat.words
    assert all(len(row) <= size[0] for row in seat.rows)
    assert seat.keys("escape").stage.screen.name == "menu"


def test_the_screen_writes_every_deal_beside_the_saves(tmp_path: Path) -> None:
    session = a_match(tmp_path)
    seat = Seat(session).keys("b", "s", "e")
    (place,) = tmp_path.glob("deals-*.csv")
    assert "Every finished deal is in" in seat.words
    assert len(place.read_text().splitlines()) == len(session.table.deals) + 1


def test_a_file_that_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = a_match(tmp_path)

    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    seat = Seat(session).keys("b", "s")
    monkeypatch.setattr(Path, "write_text", full)
    seat.keys("e")
    assert "The deals cannot be written" in seat.words


def test_select_keeps_what_was_asked_for(tmp_path: Path) -> None:
    a_match(tmp_path).close()
    records = Store(tmp_path).finished_deals()
    assert select(records) == records
    assert select(records, level="nobody") == ()
    assert select(records, since="9999") == ()
