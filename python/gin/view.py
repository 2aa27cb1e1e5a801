"""All that one seat may know of a deal: what a player is handed to decide with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gin.action import Action, Event  # noqa: TC001 - for typing.get_type_hints
from gin.cards import WHOLE_PACK, Card, Hand
from gin.turn import Phase, legal_actions, refusal

__all__ = ["Opening", "View"]

# In `View.encoded`, beyond the codes of the actions.
_OWN_DRAW: Final = 108


@dataclass(frozen=True, slots=True)
class Opening:
    """How a deal began, as both players saw it; the history starts from here.

    `pile` is bottom first, `stock` counts cards. An ordinary deal begins in the phase `upcard`
    with one card on the pile and 31 in the stock (R2); a position set up by hand may begin
    anywhere.

    >>> Opening(to_act=1, phase="upcard", pile=(Card("8C"),), stock=31).barred is None
    True
    """

    to_act: int
    phase: Phase
    pile: tuple[Card, ...]
    stock: int
    barred: Card | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What the player in `seat` may know; hidden cards are not in it.

    `hand` is the own hand, ten cards or eleven; `pile` is bottom first; `stock` counts cards.
    `to_act` is `None` once the deal is over. `drawn` is the card that the player has drawn or
    taken this turn. `barred` is the card just taken from the pile by whoever is to act, which may
    not be discarded this turn (R8). `history` is everything that happened since `opening`, with
    the other player's draws from the stock as `None`. `phase` is `upcard` for the first offer,
    `must_draw` for the starter's draw after two passes, `draw`, `discard`, or `over`. `my_score`,
    `opponent_score` and `target` are those of the match before this deal.

    >>> from gin import Action, Deal
    >>> view = Deal.new(range(52), starter=1).view(1)
    >>> view.hand
    Hand('2S 4S 6S 8S TS QS AH 3H 5H 7H')
    >>> view.upcard, view.stock, view.my_turn
    (Card('8H'), 31, True)
    >>> view.legal_actions()
    (Action.TAKE, Action.PASS)

    The other player takes the upcard; what is known of its hand follows from that.

    >>> deal = Deal.new(range(52), starter=0)
    >>> for action in ("take", "discard KS"):
    ...     deal = deal.play(Action.parse(action))
    >>> view = deal.view(1)
    >>> view.top, view.known, len(view.unseen), len(view.possible)
    (Card('KS'), Hand('8H'), 40, 41)
    """

    seat: int
    starter: int
    phase: Phase
    to_act: int | None
    hand: Hand
    drawn: Card | None
    barred: Card | None
    pile: tuple[Card, ...]
    stock: int
    history: tuple[Event, ...]
    opening: Opening
    my_score: int
    opponent_score: int
    target: int

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to act."""
        return self.to_act == self.seat

    @property
    def top(self) -> Card | None:
        """The top of the discard pile; `None` while the pile is empty."""
        return self.pile[-1] if self.pile else None

    @property
    def upcard(self) -> Card | None:
        """The card turned up at the start (R2), wherever it is now; `None` where none was."""
        return self.opening.pile[-1] if self.opening.phase == "upcard" else None

    @property
    def known(self) -> Hand:
        """The opponent's cards that everybody has seen: taken from the pile and not discarded."""
        other = 1 - self.seat
        cards: set[Card] = set()
        if self.opening.barred is not None and self.opening.to_act == other:
            cards.add(self.opening.barred)
        for event in self.history:
            if event.seat == other:
                if event.card is not None:
                    cards.add(event.card)
                elif event.action.card is not None:
                    cards.discard(event.action.card)
        return Hand(cards)

    @property
    def possible(self) -> Hand:
        """Every card that the opponent may hold: those in neither my hand nor the pile."""
        return WHOLE_PACK - self.hand - Hand(self.pile)

    @property
    def unseen(self) -> Hand:
        """Every card of which I do not know where it is: in the stock or the opponent's hand."""
        return self.possible - self.known

    def legal_actions(self) -> tuple[Action, ...]:
        """List every action open to this seat; empty when it is not to act.

        The order is fixed: take, pass; or stock, pile; or the discards by card index and then
        one knock for each card that may be knocked with.
        """
        return legal_actions(self.phase, self.hand, self.barred) if self.my_turn else ()

    def refusal(self, action: Action) -> str | None:
        """Say in one sentence why this seat may not do `action` now; `None` when it may.

        >>> from gin import Action, Deal
        >>> print(Deal.new(range(52), starter=1).view(0).refusal(Action.PASS))
        It is not your turn; wait for the other player.
        """
        if self.to_act is not None and not self.my_turn:
            return "It is not your turn; wait for the other player."
        return refusal(action, self.phase, self.hand, self.pile, self.barred)

    def encoded(self) -> bytes:
        """Return the history as one byte an event, for an engine that replays it.

        0 take, 1 pass, 2 stock (a card this seat may not see), 3 pile, 4 + card index discard,
        56 + card index knock, 108 + card index this seat's own draw from the stock. With
        `opening`, these replay the public course of the deal.

        >>> from gin import Action, Deal
        >>> deal = Deal.new(range(52), starter=0)
        >>> for action in ("pass", "pass", "stock", "discard AS"):
        ...     deal = deal.play(Action.parse(action))
        >>> list(deal.view(0).encoded()), list(deal.view(1).encoded())
        ([1, 1, 129, 4], [1, 1, 2, 4])
        """
        return bytes(_code(event) for event in self.history)


def _code(event: Event) -> int:
    if event.action.kind == "stock" and event.card is not None:
        return _OWN_DRAW + event.card.index
    return event.action.code
