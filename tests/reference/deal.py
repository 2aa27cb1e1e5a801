"""A deal as a small machine of states: who may do what, and what follows (R6 to R11, R18)."""

from dataclasses import dataclass, replace

from reference.cards import DECK, Card, Cards
from reference.layoff import spread_key
from reference.score import Score, scores
from reference.solver import Arrangement, deadwood

WHEN = {
    "pass": ("upcard",),
    "take_discard": ("upcard", "draw"),
    "draw_stock": ("must_draw", "draw"),
}


class RefusedError(Exception):
    """The action is not legal now."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Seats are 0 and 1; `turn` is None once the deal is over.

    phase: "upcard", "must_draw", "draw", "discard" or "over". `stock` is drawn from its front, the
    top of `pile` is its end. Actions: "pass", "take_discard", "draw_stock", "discard 9C",
    "knock 9C"; "gin 9C" is a knock that must leave nothing.
    """

    hands: tuple[Cards, Cards]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    starter: int
    phase: str = "upcard"
    turn: int | None = None
    barred: Card | None = None
    knocker: int | None = None
    knocked: Cards = frozenset()

    def legal(self) -> list[str]:
        """Every legal action of the seat whose turn it is; a knock besides its plain discard."""
        simple = list(WHEN)
        held = [] if self.turn is None else self.hands[self.turn]
        ends = [f"{verb} {card}" for verb in ("discard", "knock") for card in held]
        return [action for action in simple + ends if self.allows(self.turn, action)]

    def allows(self, seat: int | None, action: str) -> bool:
        """Whether the seat may do this now."""
        verb, _, card = action.partition(" ")
        if seat is None or seat != self.turn:
            return False
        if verb in WHEN:
            return self.phase in WHEN[verb]
        if self.phase != "discard" or card not in self.hands[seat] or card == self.barred:
            return False
        if verb == "discard":
            return True
        return deadwood(self.hands[seat] - {card}) <= {"knock": 10, "gin": 0}[verb]

    def play(self, seat: int, action: str) -> "Deal":
        """The deal after the action, or RefusedError."""
        verb, _, card = action.partition(" ")
        if not self.allows(seat, action):
            raise RefusedError(action)
        if verb == "pass":
            # R6: the other player is asked next; after two passes the starter has to draw.
            phase = "upcard" if seat == self.starter else "must_draw"
            return replace(self, phase=phase, turn=1 - seat)
        if verb == "draw_stock":
            drawn = self._with_hand(seat, self.hands[seat] | {self.stock[0]})
            return replace(drawn, stock=self.stock[1:], phase="discard", barred=None)
        if verb == "take_discard":
            taken = self._with_hand(seat, self.hands[seat] | {self.pile[-1]})
            return replace(taken, pile=self.pile[:-1], phase="discard", barred=self.pile[-1])
        return self._end_turn(seat, verb, card)

    def _end_turn(self, seat: int, verb: str, card: Card) -> "Deal":
        eleven = self.hands[seat]
        after = replace(
            self._with_hand(seat, eleven - {card}), pile=(*self.pile, card), barred=None
        )
        if verb in ("knock", "gin"):
            return replace(after, phase="over", turn=None, knocker=seat, knocked=eleven)
        if len(self.stock) <= 2:
            # R18: the deal dies when a turn ends without a knock and two cards are left.
            return replace(after, phase="over", turn=None)
        return replace(after, phase="draw", turn=1 - seat)

    def _with_hand(self, seat: int, hand: Cards) -> "Deal":
        hands = (hand, self.hands[1]) if seat == 0 else (self.hands[0], hand)
        return replace(self, hands=hands)

    def outcomes(self) -> dict[Arrangement, Score]:
        """What each of the knocker's equal spreads scores; nothing without a knock."""
        if self.knocker is None:
            return {}
        return scores(self.hands[self.knocker], self.hands[1 - self.knocker])

    def defaults(self) -> set[Arrangement]:
        """R12: the spreads that leave the fewest cards, then points, able to be laid off.

        Worked out from what the knocker may know: the defender holds none of the knocker's eleven
        cards and none of the pile.
        """
        possible = frozenset(DECK) - self.knocked - frozenset(self.pile)
        keys = {spread: spread_key(spread, possible) for spread in self.outcomes()}
        return {spread for spread in keys if keys[spread] == min(keys.values())}
