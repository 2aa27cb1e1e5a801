"""What decisions cost, and the mark of a deal in which that was shown."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import gin
from gin import coach, wording
from gin.coach import BAD, DOUBTFUL, Review
from gin.players import counsel
from gin.saves import Store
from house import Greedy, finish_deal, sit, step, to_person


def graded(view: gin.View) -> coach.Choices:
    """The legal actions in their order, each a little worse than the one before."""
    return tuple((action, -0.4 * at) for at, action in enumerate(view.legal_actions()))


def test_choices_are_those_of_the_persons_own_view(tmp_path: Path) -> None:
    session = sit(tmp_path)
    while session.table.result is None:
        if session.table.your_turn:
            choices = session.choices()
            assert choices == counsel(session.table.view)
            assert {action for action, _ in choices} == set(session.legal_actions())
        else:
            assert session.choices() == ()
        step(session)
    assert session.choices() == ()


def test_a_position_is_valued_once(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    asked: list[gin.View] = []

    def counting(view: gin.View) -> coach.Choices:
        asked.append(view)
        return graded(view)

    session._evaluate = counting
    assert session.choices() is session.choices()
    assert len(asked) == 1


def test_showing_what_choices_are_worth_marks_the_deal_on_the_disk(tmp_path: Path) -> None:
    session = sit(tmp_path)
    to_person(session)
    assert not session.table.helped
    session.choices()
    assert not session.table.helped
    session.helped()
    session.helped()
    assert session.table.helped
    session.close()
    again = sit(tmp_path)
    assert again.table.helped
    finish_deal(again)
    again.next_deal()
    assert not again.table.helped
    again.close()
    with closing(sqlite3.connect(Store(tmp_path).path)) as connection:
        rows = connection.execute("SELECT number, hints FROM deal ORDER BY number").fetchall()
    assert rows == [(1, 1), (2, 0)]


@pytest.mark.parametrize(
    ("cost", "judged"),
    [(0.49, (1, 0, 0)), (DOUBTFUL, (0, 1, 0)), (1.49, (0, 1, 0)), (BAD, (0, 0, 1))],
)
def test_a_decision_is_doubtful_or_bad_from_its_limit_on(
    cost: float, judged: tuple[int, int, int]
) -> None:
    match = gin.Match(seed=bytes(32)).play(gin.Action.PASS)

    def costly(_: gin.View) -> coach.Choices:
        return ((gin.Action.TAKE, cost), (gin.Action.PASS, 0.0))

    found = coach.review(match, match.starter, costly)
    assert (found.good, found.doubtful, found.bad) == judged


def test_every_decision_of_a_deal_is_judged_by_what_it_cost(tmp_path: Path) -> None:
    session = sit(tmp_path)
    session._evaluate = graded
    cost, counts = 0.0, {"good": 0, "doubtful": 0, "bad": 0}
    while session.table.result is None:
        assert session.review() is None
        if session.table.your_turn and len(session.legal_actions()) > 1:
            action = Greedy().choose(session.table.view)
            lost = coach.loss(session.choices(), action)
            cost += lost
            counts["good" if lost < DOUBTFUL else "doubtful" if lost < BAD else "bad"] += 1
        step(session)
    found = session.review()
    assert found is not None
    assert found == Review(**counts, cost=found.cost)
    assert found.cost == pytest.approx(cost)
    assert found.decisions == sum(counts.values()) > 3


def test_each_deal_has_its_own_review(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    first = session.review()
    session.next_deal()
    assert session.review() is None
    finish_deal(session)
    second = session.review()
    assert second != first
    session.close()
    assert sit(tmp_path).review() == second


def test_what_was_taken_back_is_not_judged(tmp_path: Path) -> None:
    session = sit(tmp_path)
    finish_deal(session)
    plain = session.review()
    other = sit(tmp_path / "other")
    to_person(other)
    other.play(other.legal_actions()[-1])
    other.undo()
    finish_deal(other)
    assert other.review() == plain


def test_a_knock_costs_the_same_whichever_spread_is_laid() -> None:
    choices = ((gin.Action.discard("9C"), 3.0), (gin.Action.knock("9C"), 1.0))
    knock = gin.Action.knock("9C", [gin.Meld("5S 6S 7S")])
    assert coach.loss(choices, knock) == 2.0


def test_the_guide_says_of_the_points_what_stands_above_them() -> None:
    (hint,) = (section for section in wording.GUIDE if "hint" in section.title)
    for fact in ("at this score", "if both play on well"):
        assert fact in wording.WORTH
        assert fact in " ".join(hint.text)
