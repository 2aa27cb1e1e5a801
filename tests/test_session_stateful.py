"""Any course of play, reopened at any moment, is the same table."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import gin
from gin.saves import Store
from gin.session import Session
from house import greedy


class SessionMachine(RuleBasedStateMachine):
    """Random legal actions of both sides, refused ones, and reopening in between."""

    @initialize(seed=st.integers(0, 10**6))
    def sit_down(self, seed: int) -> None:
        self.directory = tempfile.TemporaryDirectory()
        self.seed = str(seed)
        self.session = self.open()
        self.told: tuple[gin.Event, ...] = ()
        self.undone: list[tuple[gin.Event, ...]] = []

    def open(self) -> Session:
        return Session.open(Store(Path(self.directory.name)), seed=self.seed, seat_player=greedy)

    @precondition(lambda self: self.session.table.your_turn)
    @rule(data=st.data())
    def the_person_acts(self, data: st.DataObject) -> None:
        action = data.draw(st.sampled_from(self.session.legal_actions()))
        self.told += self.session.play(action)
        self.undone = []

    @precondition(lambda self: self.session.thinking)
    @rule(data=st.data())
    def the_computer_acts(self, data: st.DataObject) -> None:
        legal = self.session._match.deal.legal_actions()
        self.told += self.session.answer(data.draw(st.sampled_from(legal)))

    @precondition(lambda self: self.session.thinking)
    @rule()
    def the_computer_chooses(self) -> None:
        self.told += self.session.answer(self.session.choose())

    @precondition(lambda self: self.session.table.result is not None)
    @rule()
    def go_on(self) -> None:
        if self.session.table.winner is None:
            self.session.next_deal()
            self.told = ()
            self.undone = []

    @precondition(lambda self: self.session.can_undo)
    @rule()
    def take_back(self) -> None:
        back = self.session.undo()
        assert self.told[-len(back) :] == back
        self.told = self.told[: -len(back)]
        self.undone = [*self.undone, back]

    @precondition(lambda self: self.session.can_redo)
    @rule()
    def do_again(self) -> None:
        *self.undone, last = self.undone
        assert self.session.redo() == last
        self.told += last

    @rule(action=st.sampled_from(("take", "pass", "stock", "pile", "discard AS", "knock 2H")))
    def something_illegal_changes_nothing(self, action: str) -> None:
        tried = gin.Action.parse(action)
        before = self.session.table
        reason = self.session.refusal(tried)
        if reason is None:
            return
        with pytest.raises(gin.IllegalAction) as refused:
            self.session.play(tried)
        assert refused.value.reason == reason
        assert self.session.table == before

    @precondition(lambda self: self.session.table.winner is None)
    @rule(close_first=st.booleans())
    def reopen(self, *, close_first: bool) -> None:
        before, legal = self.session.table, self.session.legal_actions()
        if close_first:
            self.session.close()
        again = self.open()
        assert again.table == before
        assert again.legal_actions() == legal
        assert again.thinking == self.session.thinking
        self.session.close()
        self.session = again

    @invariant()
    def the_table_is_sound(self) -> None:
        table = self.session.table
        assert self.told == table.view.history
        assert self.session.can_redo == bool(self.undone)
        assert (table.hands is None) == (table.result is None)
        assert table.scores == (table.deals[-1].scores if table.deals else (0, 0))
        assert (table.winner is None) == (max(table.scores) < table.target)

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.session.close()
            self.directory.cleanup()


TestSession = SessionMachine.TestCase
# An example is fifty steps, each of them a synchronous write.
TestSession.settings = settings(max_examples=max(20, settings().max_examples // 4))
