"""A player of this program as somebody else's: it answers the lines of `docs/protocol.md`.

The other end of `gin.external`. What the lines tell is put together into a `View` again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn, get_args

from gin import protocol
from gin.action import Action, Event
from gin.cards import HAND_SIZE, STOCK_FLOOR, TARGET, Card, Hand
from gin.errors import ParseError, shown
from gin.number import whole
from gin.position import MOST_POINTS
from gin.protocol import ProtocolError
from gin.scoring import ResultKind
from gin.turn import refusal
from gin.view import Opening, View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gin.players import Player
    from gin.turn import Phase

__all__ = ["Seat", "answers"]

_STOCK = 31  # R2
_DRAWS = ("take", "pile", "stock")
_ENDS: Final[tuple[str, ...]] = get_args(ResultKind)
_WINNERS: Final = ("me", "opp", "none")
_FORMS: Final = {
    "match": "match SEAT TARGET",
    "deal": "deal STARTER MINE OPPS C1 … C10 U",
    "act": "act WHO ACTION",
    "end": "end KIND WINNER POINTS MINE OPPS H1 … H10",
}
_LINES: Final = ", ".join((protocol.HELLO, *_FORMS, *protocol.QUESTIONS))


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

    @property
    def question(self) -> str | None:
        """What the seat can be asked now; `None` where there is nothing to choose."""
        now = self.view.phase if self.view.my_turn else None
        return next((line for line, phase in protocol.QUESTIONS.items() if phase == now), None)

    def tell(self, line: str) -> None:
        """Take in a line that is no question; raises `ProtocolError` for one that cannot be."""
        try:
            match line.split(" "):
                case ["match", seat, target]:
                    self._match(seat, target)
                case ["deal", starter, mine, theirs, *cards, upcard]:
                    self._deal(starter, (mine, theirs), cards, upcard)
                case ["act", who, kind, *more]:
                    self._act(self._seat_of(who), kind, more)
                case ["end", kind, winner, points, mine, theirs, *cards]:
                    self._end(kind, winner, (points, mine, theirs), cards)
                case [word, *_] if word in _FORMS:
                    raise ParseError(line, f"It is written '{_FORMS[word]}'.")  # noqa: TRY301
                case _:
                    _refuse(line, f"the lines are {_LINES} and {protocol.BYE}")
        except ParseError as error:
            raise ProtocolError(f"The line {shown(line)} cannot be: {error}") from error

    def _match(self, seat: str, target: str) -> None:
        self._seat = _number(seat, "The seat", 0, 1)
        self._target = _number(target, "The target", 1, MOST_POINTS)
        self._view = None

    def _deal(self, who: str, points: Sequence[str], cards: Sequence[str], turned_up: str) -> None:
        starter = self._seat_of(who)
        # R19: a match is over with the deal that reaches its target.
        mine, theirs = (_number(text, "A score", 0, self._target - 1) for text in points)
        hand, upcard = Hand(cards), Card(turned_up)
        if len(hand) != HAND_SIZE or upcard in hand:
            raise ParseError("", "Ten cards of a hand come before the upcard, all different.")
        if self._view is not None and self._view.to_act is not None:
            raise ParseError("", "The deal before this one is not over.")
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

    def _seat_of(self, who: str) -> int:
        if who not in ("me", "opp"):
            raise ParseError(who, f"A player is called 'me' or 'opp', not {shown(who)}.")
        return self._seat if who == "me" else 1 - self._seat

    def _act(self, seat: int, kind: str, more: Sequence[str]) -> None:
        if kind in _DRAWS and len(more) <= 1:
            event = Event(seat, Action.parse(kind), Card(more[0]) if more else None)
        else:
            event = Event(seat, Action.parse(" ".join((kind, *more))))
        reason = self._refusal(event)
        if reason is not None:
            raise ParseError("", reason)
        if event.action.kind == "pass":
            self._view = self._passed(event)
        elif event.action.card is None:
            self._view = self._drawn(event)
        else:
            self._view = self._thrown(event, event.action.card)

    def _refusal(self, event: Event) -> str | None:
        """Say why an action cannot have been; `None` where it can, as far as this seat knows."""
        view, action = self.view, event.action
        if event.seat != view.to_act:
            return "It is not the turn of that player."
        if event.seat == view.seat:
            return view.refusal(action)
        # Eleven cards that were all seen are the whole hand; else it may hold what is not seen.
        held = view.known if len(view.known) > HAND_SIZE else view.possible
        if action.card is None or view.phase != "discard":
            return refusal(action, view.phase, held, view.pile, view.barred)
        laid = [card for meld in action.spread or () for card in meld.cards]
        if action.card not in held:
            return f"The other player cannot hold the {action.card}."
        seen = set(laid) & set(held - action.card)
        if len(seen) < len(laid) or len(laid) > HAND_SIZE:
            return "The other player cannot hold the cards of this spread."
        # Whether its deadwood is low enough to knock is not to be seen; a discard is asked for.
        return refusal(Action.discard(action.card), view.phase, held, view.pile, view.barred)

    def _end(self, kind: str, winner: str, numbers: Sequence[str], cards: Sequence[str]) -> None:
        view, hand = self.view, Hand(cards)
        if kind not in _ENDS or winner not in _WINNERS or (kind == "dead") != (winner == "none"):
            raise ParseError(
                "", "It ends with gin, knock or undercut for me or opp, or dead for none."
            )
        for number in numbers:
            _number(number, "A number of points", 0, MOST_POINTS)
        # R21: a deal that was given up is told as a dead one, even from a hand of eleven.
        if kind != "dead" and view.to_act is not None:
            raise ParseError("", "The deal is not over: nobody has knocked.")
        if len(hand) - HAND_SIZE not in (0, 1) or not view.known <= hand <= view.possible:
            raise ParseError("", "The other player cannot have held these cards.")
        self._view = None

    def _passed(self, event: Event) -> View:
        view = self.view
        # R6: after both have passed, the starter must draw.
        phase: Phase = "upcard" if event.seat == view.starter else "must_draw"
        return _after(view, event, phase, 1 - event.seat)

    def _drawn(self, event: Event) -> View:
        view = self.view
        from_stock = event.action.kind == "stock"
        mine = event.seat == view.seat
        if (mine or not from_stock) != (event.card is not None):
            raise ParseError("", "A draw is told with its card where the card can be known.")
        if not from_stock and event.card != view.top:
            raise ParseError("", f"The top of the pile is {view.top}, not {event.card}.")
        if from_stock and event.card is not None and event.card not in view.unseen:
            raise ParseError("", f"The {event.card} cannot be in the stock.")
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

    def _thrown(self, event: Event, card: Card) -> View:
        view = self.view
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


def _number(text: str, name: str, least: int, most: int) -> int:
    # `int` would take `1_0`, signs, and the digits of every script.
    plain = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_POINTS))
    return whole(int(text) if plain else text, name, least, most)


def _refuse(line: str, right: str) -> NoReturn:
    raise ProtocolError(f"The line {shown(line)} does not belong here; {right}.")


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
                raise ProtocolError(  # noqa: TRY301 - the number of the line is put before it
                    f"The line {shown(line)} is another version of the protocol; this is"
                    f" {protocol.HELLO!r}."
                )
            elif line in protocol.QUESTIONS:
                asked = seat.question
                if line != asked:
                    _refuse(line, f"now {asked!r} is asked" if asked else "nothing is asked now")
                yield str(player.choose(seat.view))
            elif line:
                seat.tell(line)
        except ProtocolError as error:
            raise ProtocolError(f"line {number}: {error}") from error
