"""A deal played by chance in every direction; what must always hold is checked after each step."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

import gin
from gin.cards import PACK
from strategies import decks, kind_decks

DRAWS = (gin.Action.TAKE, gin.Action.PASS, gin.Action.DRAW_STOCK, gin.Action.DRAW_DISCARD)


class DealMachine(RuleBasedStateMachine):
    """Both seats do anything that is legal, and now and then try what is not."""

    def __init__(self) -> None:
        super().__init__()
        self.deal = gin.Deal.new(range(52), 0)
        self.taken: gin.Card | None = None

    @initialize(deck=st.one_of(decks(), kind_decks()), starter=st.integers(0, 1))
    def begin(self, deck: list[str], starter: int) -> None:
        self.deal = gin.Deal.new(deck, starter)

    def play(self, action: gin.Action) -> None:
        """Play it, and hold the new value against the old one."""
        before = self.deal
        self.deal = before.play(action)
        assert len(self.deal.history) == len(before.history) + 1
        event = self.deal.history[-1]
        assert event.seat == before.to_act
        assert (event.action.kind, event.action.card) == (action.kind, action.card)
        if action.kind in ("take", "pile"):
            self.taken = before.pile[-1]
        elif action.kind != "pass":
            self.taken = None
        if action.kind == "knock":
            assert self.deal.phase == "over"

    @precondition(lambda self: self.deal.to_act is not None)
    @rule(choice=st.integers(0, 10**6))
    def play_what_is_legal(self, choice: int) -> None:
        legal = self.deal.legal_actions()
        self.play(legal[choice % len(legal)])

    @precondition(lambda self: self.deal.phase == "discard")
    @rule()
    def discard_the_best(self) -> None:
        self.play(self.best())

    def best(self) -> gin.Action:
        """The discard that leaves the least, so that knocks come."""
        assert self.deal.to_act is not None
        hand = self.deal.hands[self.deal.to_act]
        return gin.Action.discard(gin.discards(hand, self.deal.barred)[0][0])

    @precondition(lambda self: self.deal.phase in ("draw", "must_draw"))
    @rule()
    def draw_from_the_stock(self) -> None:
        self.play(gin.Action.DRAW_STOCK)

    @rule(card=st.sampled_from(PACK), verb=st.sampled_from(["discard", "knock"]))
    def try_what_is_not_legal(self, card: gin.Card, verb: str) -> None:
        tried = [*DRAWS, gin.Action.discard(card) if verb == "discard" else gin.Action.knock(card)]
        if self.deal.barred is not None:
            tried += [gin.Action.discard(self.deal.barred), gin.Action.knock(self.deal.barred)]
        before, shown = self.deal, repr(self.deal)
        for action in set(tried) - set(self.deal.legal_actions()):
            with pytest.raises(gin.IllegalAction) as refused:
                self.deal.play(action)
            assert refused.value.action == action
            assert refused.value.reason
        assert self.deal is before
        assert repr(before) == shown

    @invariant()
    def the_pack_is_whole(self) -> None:
        places = [*self.deal.hands[0], *self.deal.hands[1], *self.deal.pile, *self.deal.stock]
        assert sorted(places) == list(PACK)

    @invariant()
    def hands_have_their_size(self) -> None:
        for seat, hand in enumerate(self.deal.hands):
            turn = self.deal.phase == "discard" and seat == self.deal.to_act
            assert len(hand) == 10 + turn

    @invariant()
    def every_legal_action_plays(self) -> None:
        legal = self.deal.legal_actions()
        assert len(set(legal)) == len(legal)
        assert bool(legal) == (self.deal.phase != "over")
        for action in legal:
            assert self.deal.refusal(action) is None
            assert self.deal.play(action) != self.deal
        for seat in (0, 1):
            own = legal if seat == self.deal.to_act else ()
            assert self.deal.view(seat).legal_actions() == own

    @invariant()
    def only_the_card_just_taken_is_barred(self) -> None:
        # R8
        barred = self.taken if self.deal.phase == "discard" else None
        assert self.deal.barred == barred
        if barred is not None:
            assert barred not in {action.card for action in self.deal.legal_actions()}

    @invariant()
    def the_deal_ends_with_a_knock_or_a_short_stock(self) -> None:
        # R18
        assert (self.deal.result is not None) == (self.deal.phase == "over")
        assert (self.deal.to_act is None) == (self.deal.phase == "over")
        assert len(self.deal.stock) >= 2
        if self.deal.result is None:
            assert len(self.deal.stock) > 2 or self.deal.phase == "discard"
        elif self.deal.result.kind == "dead":
            assert len(self.deal.stock) == 2
            assert self.deal.history[-1].action.kind == "discard"
        else:
            assert self.deal.history[-1].action.kind == "knock"
            knocker = self.deal.result.knocker
            assert knocker is not None
            assert self.deal.result.deadwood[knocker] == gin.deadwood(self.deal.hands[knocker])
            assert self.deal.result.deadwood[knocker] <= 10

    @invariant()
    def the_history_replays_to_the_same_value(self) -> None:
        assert self.deal.deck is not None
        again = gin.Deal.new(self.deal.deck, self.deal.starter)
        for event in self.deal.history:
            again = again.play(event.action)
        assert again == self.deal


TestDeal = DealMachine.TestCase
TestDeal.settings = settings(stateful_step_count=100)  # long enough for a short stock
