"""A deal from the shuffled pack to its result, one action at a time (R2, R6–R12, R18)."""

from __future__ import annotations

from collections.abc import Sequence  # noqa: TC003 - for typing.get_type_hints
from dataclasses import dataclass, replace

from gin.action import Action, Event
from gin.cards import (
    HAND_SIZE,
    STOCK_FLOOR,
    TARGET,
    WHOLE_PACK,
    Arrangement,
    Card,
    Hand,
    spreads,
)
from gin.errors import IllegalAction, ParseError
from gin.number import whole
from gin.position import (
    MOST_POINTS,
    Cards,
    check_position,
    parse_deck,
    parse_scores,
    parse_seat,
)
from gin.scoring import Result, dead, settle
from gin.turn import Phase, legal_actions, refusal
from gin.view import Opening, View

__all__ = ["Deal"]

# The other player's draws as a seat sees them: that a card was drawn, not which.
_HIDDEN_DRAWS = (Event(0, Action.DRAW_STOCK), Event(1, Action.DRAW_STOCK))


@dataclass(frozen=True, slots=True)
class Deal:
    """The whole state of a deal, hidden cards included; never handed to a player.

    `hands` is by seat, `pile` bottom first, `stock` in the order of drawing. `to_act` is the seat
    to act, `None` once `phase` is `over` and `result` is set. `drawn` is the card drawn or taken
    this turn and `barred` that card where it may not be discarded (R8). `history` holds every
    action since `opening`, a knock with the spread that was laid. `deck` is the pack as it was
    shuffled, `None` for a position set up by hand.

    >>> deal = Deal.new(range(52), starter=0)
    >>> deal.phase, deal.to_act, deal.pile
    ('upcard', 0, (Card('8H'),))
    >>> deal = deal.play(Action.TAKE)
    >>> deal.phase, deal.barred, len(deal.hands[0])
    ('discard', Card('8H'), 11)
    >>> deal.play(Action.discard("8H"))
    Traceback (most recent call last):
    gin.errors.IllegalAction: You have just taken the 8H, so it cannot be discarded this turn; \
choose another card.
    """

    starter: int
    phase: Phase
    to_act: int | None
    hands: tuple[Hand, Hand]
    pile: tuple[Card, ...]
    stock: tuple[Card, ...]
    opening: Opening
    drawn: Card | None = None
    barred: Card | None = None
    history: tuple[Event, ...] = ()
    result: Result | None = None
    deck: tuple[Card, ...] | None = None

    @staticmethod
    def new(deck: Cards, starter: int) -> Deal:
        """Deal a shuffled pack of 52 cards (R2); seat `starter` is asked first (R6).

        Cards 0, 2, 4 … 18 go to seat 0 and 1, 3 … 19 to seat 1, card 20 is turned up, and the
        stock is cards 21 … 51, drawn from 21 on. Raises `ParseError` where the deck is not the
        52 cards, each once, or the seat not 0 or 1.

        >>> Deal.new(range(52), starter=1).stock[:2]
        (Card('9H'), Card('TH'))
        """
        cards = parse_deck(deck)
        dealt = 2 * HAND_SIZE
        upcard, stock = (cards[dealt],), cards[dealt + 1 :]
        starter = parse_seat(starter, "starter")
        return Deal(
            starter=starter,
            phase="upcard",
            to_act=starter,
            hands=(Hand(cards[0:dealt:2]), Hand(cards[1:dealt:2])),
            pile=upcard,
            stock=stock,
            opening=Opening(starter, "upcard", upcard, len(stock)),
            deck=cards,
        )

    @staticmethod
    def position(  # noqa: PLR0913, PLR0917 - the parts of a position
        hands: Sequence[Cards],
        stock: Cards,
        pile: Cards,
        phase: Phase,
        to_act: int,
        starter: int,
        barred: Card | str | int | None = None,
    ) -> Deal:
        """Set up a position in the middle of a deal; its history starts here.

        `hands` is by seat, `stock` in the order of drawing, `pile` bottom first; each may be text.
        `barred` is the card that the player to act has just taken from the pile (R8). Raises
        `ParseError` where the cards are not the whole pack, each card once, or where hands,
        stock, pile or the barred card cannot be so in this phase.

        >>> deck = " ".join(map(str, WHOLE_PACK)).split()
        >>> deal = Deal.position([deck[:10], deck[10:20]], deck[20:30], deck[30:], "draw", 0, 1)
        >>> deal.view(0).top, deal.legal_actions()
        (Card('KC'), (Action.DRAW_STOCK, Action.DRAW_DISCARD))
        """
        set_up = check_position(hands, stock, pile, phase, to_act, starter, barred)
        opening = Opening(
            set_up.to_act, set_up.phase, set_up.pile, len(set_up.stock), set_up.barred
        )
        return Deal(
            starter=set_up.starter,
            phase=set_up.phase,
            to_act=set_up.to_act,
            hands=set_up.hands,
            pile=set_up.pile,
            stock=set_up.stock,
            opening=opening,
            drawn=set_up.barred,
            barred=set_up.barred,
        )

    def legal_actions(self) -> tuple[Action, ...]:
        """List every action open to the player to act; empty once the deal is over.

        The order is fixed: take, pass; or stock, pile; or the discards by card index and then
        one knock for each card that may be knocked with.

        >>> Deal.new(range(52), starter=1).legal_actions()
        (Action.TAKE, Action.PASS)
        """
        if self.to_act is None:
            return ()
        return legal_actions(self.phase, self.hands[self.to_act], self.barred)

    def refusal(self, action: Action) -> str | None:
        """Say in one sentence why `action` is not legal now; `None` when it is.

        >>> print(Deal.new(range(52), starter=1).refusal(Action.DRAW_STOCK))
        On the first turn you take the upcard 8H or pass.
        """
        hand = Hand() if self.to_act is None else self.hands[self.to_act]
        return refusal(action, self.phase, hand, self.pile, self.barred)

    def play(self, action: Action) -> Deal:
        """Return the deal after `action` of the player to act; this value stays as it is.

        Raises `IllegalAction` with the reason where the rules do not allow it.

        >>> Deal.new(range(52), starter=1).play(Action.PASS).to_act
        0
        """
        reason = self.refusal(action)
        if reason is not None or self.to_act is None:
            raise IllegalAction(action, reason or "")
        if action.kind == "pass":
            return self._pass(self.to_act)
        if action.kind == "stock":
            return self._draw(self.to_act, action, self.stock[0])
        if action.card is None:
            return self._draw(self.to_act, action, self.pile[-1])
        if action.kind == "discard":
            return self._discard(self.to_act, action, action.card)
        return self._knock(self.to_act, action, action.card)

    def rewound(self, plies: int) -> Deal:
        """Return the deal as it was after the first `plies` actions of its history.

        Raises `GinError` for a number that the history does not reach.

        >>> deal = Deal.new(range(52), starter=0)
        >>> deal.play(Action.TAKE).play(Action.discard("AS")).rewound(1) == deal.play(Action.TAKE)
        True
        """
        plies = whole(plies, "The number of actions left", 0, len(self.history))
        hands = [set(hand) for hand in self.hands]
        pile, stock = list(self.pile), list(self.stock)
        for event in reversed(self.history):
            if event.action.card is not None:
                hands[event.seat].add(pile.pop())
            elif event.card is not None:
                hands[event.seat].remove(event.card)
                if event.action.kind == "stock":
                    stock.insert(0, event.card)
                else:
                    pile.append(event.card)
        began = self.opening
        deal = Deal(
            starter=self.starter,
            phase=began.phase,
            to_act=began.to_act,
            hands=(Hand(hands[0]), Hand(hands[1])),
            pile=tuple(pile),
            stock=tuple(stock),
            opening=began,
            drawn=began.barred,
            barred=began.barred,
            deck=self.deck,
        )
        for event in self.history[:plies]:
            deal = deal.play(event.action)
        return deal

    def _pass(self, seat: int) -> Deal:
        # R6: after the starter's pass the other decides; after both, the starter must draw.
        phase: Phase = "upcard" if seat == self.starter else "must_draw"
        return replace(
            self, phase=phase, to_act=1 - seat, history=(*self.history, Event(seat, Action.PASS))
        )

    def _draw(self, seat: int, action: Action, card: Card) -> Deal:
        from_stock = action.kind == "stock"
        return replace(
            self,
            phase="discard",
            hands=self._hands_with(seat, self.hands[seat] | card),
            stock=self.stock[1:] if from_stock else self.stock,
            pile=self.pile if from_stock else self.pile[:-1],
            drawn=card,
            barred=None if from_stock else card,  # R8
            history=(*self.history, Event(seat, action, card)),
        )

    def _discard(self, seat: int, action: Action, card: Card) -> Deal:
        hands = self._hands_with(seat, self.hands[seat] - card)
        is_dead = len(self.stock) <= STOCK_FLOOR  # R18: this turn ended without a knock
        return replace(
            self,
            phase="over" if is_dead else "draw",
            to_act=None if is_dead else 1 - seat,
            hands=hands,
            pile=(*self.pile, card),
            drawn=None,
            barred=None,
            history=(*self.history, Event(seat, action)),
            result=dead(hands) if is_dead else None,
        )

    def _knock(self, seat: int, action: Action, card: Card) -> Deal:
        spread = self._spread(action, card)
        # The history names the spread laid, so a replay does not hang on the default (R12).
        laid = Action("knock", card, spread.melds)
        hands = self._hands_with(seat, self.hands[seat] - card)
        return replace(
            self,
            phase="over",
            to_act=None,
            hands=hands,
            pile=(*self.pile, card),
            drawn=None,
            barred=None,
            history=(*self.history, Event(seat, laid)),
            result=settle(seat, spread, hands[1 - seat]),
        )

    def _hands_with(self, seat: int, hand: Hand) -> tuple[Hand, Hand]:
        return (hand, self.hands[1]) if seat == 0 else (self.hands[0], hand)

    def spreads(self, card: Card | str | int) -> tuple[Arrangement, ...]:
        """List what the player to act may lay down when knocking with `card`, the default first.

        R12: all have the least deadwood. They are ordered by what the knocker may know: fewest
        cards that the defender could hold and lay off, then fewest points of those. Raises
        `IllegalAction` where that knock is not legal.

        >>> mine, other = "AS 2S 3S 4S 8D 9D TD QC QH QD 6C", "KC KD KH 5H 6H 7H 3C 4C 5C 8S"
        >>> rest = WHOLE_PACK - Hand(mine) - Hand(other)
        >>> stock, pile = list(rest)[:9], list(rest)[9:]
        >>> deal = Deal.position([mine, other], stock, pile, "discard", to_act=0, starter=1)
        >>> [str(meld) for meld in deal.spreads("6C")[0].melds]
        ['AS 2S 3S 4S', 'QH QD QC', '8D 9D TD']
        """
        knock = Action.knock(card)
        reason = self.refusal(knock)
        if reason is not None or self.to_act is None or knock.card is None:
            raise IllegalAction(knock, reason or "")
        hand = self.hands[self.to_act]
        return spreads(hand - knock.card, WHOLE_PACK - hand - Hand(self.pile))

    def _spread(self, action: Action, card: Card) -> Arrangement:
        choices = self.spreads(card)
        if action.spread is None:
            return choices[0]
        chosen = set(action.spread)
        return next(choice for choice in choices if set(choice.melds) == chosen)

    def view(self, seat: int, scores: tuple[int, int] = (0, 0), target: int = TARGET) -> View:
        """Return all that `seat` may know; `scores` by seat and `target` are the match's.

        Raises `ParseError` for a seat, scores or a target that cannot be, and for a score at which
        the match has been won.

        >>> Deal.new(range(52), starter=1).view(0, scores=(12, 30)).opponent_score
        30
        """
        seat = parse_seat(seat, "viewer")
        scores = parse_scores(scores)
        target = whole(target, "The target", 1, MOST_POINTS)
        if max(scores) >= target:
            raise ParseError(
                f"{scores[0]} to {scores[1]}",
                f"At {scores[0]} to {scores[1]} a match to {target} has been won; the scores before"
                " a deal are below the target.",
            )
        return View(
            seat=seat,
            starter=self.starter,
            phase=self.phase,
            to_act=self.to_act,
            hand=self.hands[seat],
            drawn=self.drawn if seat == self.to_act else None,
            barred=self.barred,
            pile=self.pile,
            stock=len(self.stock),
            history=self._history_for(seat),
            opening=self.opening,
            my_score=scores[seat],
            opponent_score=scores[1 - seat],
            target=target,
        )

    def _history_for(self, seat: int) -> tuple[Event, ...]:
        hidden = _HIDDEN_DRAWS[1 - seat]
        return tuple(
            hidden if event.seat != seat and event.action.kind == "stock" else event
            for event in self.history
        )
