"""A player of this program as somebody else's: it answers the lines of `docs/protocol.md`.

The other end of `gin.external`. What the lines tell is put together into a `View` again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from gin import protocol
from gin.action import Action, Event
from gin.cards import HAND_SIZE, STOCK_FLOOR, TARGET, Card, Hand
from gin.errors import ParseError, shown
from gin.protocol import ProtocolError
from gin.view import Opening, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gin.players import Player
    from gin.turn import Phase

__all__ = ["Seat", "answers"]

_STOCK = 31  # R2
_DRAWS = ("take", "pile", "stock")


class Seat:
    """What one seat has been told so far; `view` is what its player decides with.

    >>> seat = Seat()
    >>> seat.tell("match 0 100")
    >>> seat.tell("deal opp 0 0 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H")
    >>> seat.tell("act opp pass")
    >>> seat.view.legal_actions()
    (Action.TAKE, Action.PASS)
    """

    def __init__(self) -> None:
        self._seat = 0
        self._target = TARGET
        self._view: View | None = None

    @property
    def view(self) -> View:
        """The view of the deal; raises `ProtocolError` before the first one."""
        if self._view is None:
            raise ProtocolError("There is no deal yet; a deal line comes first.")
        return self._view

    def tell(self, line: str) -> None:
        """Take in a line that is no question; raises `ProtocolError` for one that cannot be."""
        word, *words = line.split(" ")
        try:
            if word == "match":
                self._match(words)
            elif word == "deal":
                self._deal(words)
            elif word == "act":
                self._act(words)
            elif word == "end":
                self._view = None
            else:
                _refuse(line)
        except (ParseError, ValueError, IndexError) as error:
            raise ProtocolError(f"The line {shown(line)} cannot be read: {error}") from error

    def _match(self, words: Sequence[str]) -> None:
        seat, target = map(int, words)
        if seat not in (0, 1) or target < 1:
            _refuse("match " + " ".join(words))
        self._seat, self._target, self._view = seat, target, None

    def _deal(self, words: Sequence[str]) -> None:
        starter = self._number(words[0])
        mine, theirs = int(words[1]), int(words[2])
        hand, upcard = Hand(words[3:-1]), Card(words[-1])
        if len(hand) != HAND_SIZE or upcard in hand:
            _refuse("deal " + " ".join(words))
        self._view = View(
            seat=self._seat,
            starter=starter,
            phase="upcard",
            to_act=starter,
            hand=hand,
            drawn=None,
            barred=None,
            pile=(upcard,),
            stock=_STOCK,
            history=(),
            opening=Opening(starter, "upcard", (upcard,), _STOCK),
            my_score=mine,
            opponent_score=theirs,
            target=self._target,
        )

    def _number(self, who: str) -> int:
        if who not in ("me", "opp"):
            raise ProtocolError(f"A player is called 'me' or 'opp', not {shown(who)}.")
        return self._seat if who == "me" else 1 - self._seat

    def _act(self, words: Sequence[str]) -> None:
        seat = self._number(words[0])
        if seat != self.view.to_act:
            _refuse("act " + " ".join(words))
        kind, *rest = words[1:]
        if kind in _DRAWS:
            card = Card(rest[0]) if rest else None
            self._view = self._drawn(Event(seat, Action.parse(kind), card))
        elif kind == "pass":
            self._view = self._passed(seat)
        else:
            self._view = self._thrown(Event(seat, Action.parse(" ".join(words[1:]))))

    def _passed(self, seat: int) -> View:
        view = self.view
        # R6: after both have passed, the starter must draw.
        phase: Phase = "upcard" if seat == view.starter else "must_draw"
        return _after(view, Event(seat, Action.PASS), phase, 1 - seat)

    def _drawn(self, event: Event) -> View:
        view = self.view
        from_stock = event.action.kind == "stock"
        mine = event.seat == view.seat
        if (mine or not from_stock) != (event.card is not None):
            raise ProtocolError("A draw is told with its card where the card can be known.")
        if not from_stock and event.card != view.top:
            raise ProtocolError(f"The top of the pile is {view.top}, not {event.card}.")
        return _after(
            view,
            event,
            "discard",
            event.seat,
            hand=view.hand | event.card if mine and event.card is not None else view.hand,
            pile=view.pile if from_stock else view.pile[:-1],
            stock=view.stock - from_stock,
            drawn=event.card if mine else None,
            barred=None if from_stock else event.card,  # R8
        )

    def _thrown(self, event: Event) -> View:
        view = self.view
        card = event.action.card
        if card is None:
            raise ProtocolError(f"'{event.action}' throws no card.")
        # R9, R18: a knock ends the deal, and so does a turn that leaves two in the stock.
        over = event.action.kind == "knock" or view.stock <= STOCK_FLOOR
        return _after(
            view,
            event,
            "over" if over else "draw",
            None if over else 1 - event.seat,
            hand=view.hand - card if event.seat == view.seat else view.hand,
            pile=(*view.pile, card),
        )


def _after(  # noqa: PLR0913 - what an action changes
    view: View,
    event: Event,
    phase: Phase,
    to_act: int | None,
    *,
    hand: Hand | None = None,
    pile: tuple[Card, ...] | None = None,
    stock: int | None = None,
    drawn: Card | None = None,
    barred: Card | None = None,
) -> View:
    return View(
        seat=view.seat,
        starter=view.starter,
        phase=phase,
        to_act=to_act,
        hand=view.hand if hand is None else hand,
        drawn=drawn,
        barred=barred,
        pile=view.pile if pile is None else pile,
        stock=view.stock if stock is None else stock,
        history=(*view.history, event),
        opening=view.opening,
        my_score=view.my_score,
        opponent_score=view.opponent_score,
        target=view.target,
    )


def _refuse(line: str) -> NoReturn:
    raise ProtocolError(f"The line {shown(line)} does not belong here.")


def answers(player: Player, name: str, lines: Iterable[str]) -> Iterator[str]:
    """Answer the questions among the lines, up to `bye`; raises `ProtocolError` for a bad line.

    >>> from gin import player
    >>> list(answers(player("simple"), "simple", ["gin 1", "bye"]))
    ['ready simple']
    """
    seat = Seat()
    for number, text in enumerate(lines, start=1):
        line = text.strip()
        if line == protocol.BYE:
            return
        try:
            if line == protocol.HELLO:
                yield f"{protocol.READY} {name}"
            elif line.startswith("gin "):
                _refuse(line)
            elif line in protocol.QUESTIONS:
                if not seat.view.my_turn or seat.view.phase != protocol.QUESTIONS[line]:
                    _refuse(line)
                yield str(player.choose(seat.view))
            elif line:
                seat.tell(line)
        except ProtocolError as error:
            raise ProtocolError(f"line {number}: {error}") from error
