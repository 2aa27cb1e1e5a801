"""What a player can do, as a value and as text, and the events that come of it."""

from __future__ import annotations

from collections.abc import Iterable  # noqa: TC003 - for typing.get_type_hints
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Final, Literal, cast, get_args

from gin.cards import PACK, Card, Hand, Meld, items, parse_spread, spread_text
from gin.errors import ParseError, shown
from gin.number import whole

__all__ = ["Action", "ActionKind", "Event"]

ActionKind = Literal["take", "pass", "stock", "pile", "discard", "knock"]

_KINDS: Final[tuple[ActionKind, ...]] = get_args(ActionKind)
_CONSTANTS: Final = {
    "take": "TAKE",
    "pass": "PASS",
    "stock": "DRAW_STOCK",
    "pile": "DRAW_DISCARD",
}
_FIRST_CODE: Final = {"take": 0, "pass": 1, "stock": 2, "pile": 3, "discard": 4, "knock": 56}
_SHAPES: Final = "take, pass, stock, pile, discard CARD or knock CARD"


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """One thing that a player does: `kind`, and for a discard or a knock the `card`.

    `spread` is the knocker's choice of melds to lay down (R12); `None` leaves it to the default.
    Whether an action is legal is the deal's business: an `Action` is only well formed, and one
    that is not raises `ParseError`. A knock that leaves nothing is gin (R10); there is no other
    word for it. Those without a card have a name: `Action.TAKE` and `Action.PASS` answer the
    upcard (R6), `Action.DRAW_STOCK` and `Action.DRAW_DISCARD` begin a turn (R7).

    >>> Action.DRAW_STOCK
    Action.DRAW_STOCK
    >>> str(Action.knock("9C", [Meld("6S 7S 8S"), Meld("JH JD JC")]))
    'knock 9C 6S,7S,8S/JH,JD,JC'
    """

    kind: ActionKind
    card: Card | None = None
    spread: tuple[Meld, ...] | None = None

    TAKE: ClassVar[Action]
    """Take the upcard (R6)."""
    PASS: ClassVar[Action]
    """Leave the upcard to the other player (R6)."""
    DRAW_STOCK: ClassVar[Action]
    """Draw the top of the stock (R7)."""
    DRAW_DISCARD: ClassVar[Action]
    """Draw the top of the discard pile (R7)."""

    def __post_init__(self) -> None:
        if not (isinstance(self.kind, str) and self.kind in _KINDS):
            raise ParseError(
                shown(self.kind), f"{shown(self.kind)} is no action; the actions are {_SHAPES}."
            )
        if (self.card is not None) != (self.kind in ("discard", "knock")):
            wrong = "needs a card" if self.card is None else "has no card"
            raise ParseError(self.kind, f"The action '{self.kind}' {wrong}; write {_SHAPES}.")
        if type(self.kind) is not str:
            # A subclass, as NumPy has one, is what it is derived from.
            object.__setattr__(self, "kind", _KINDS[_KINDS.index(self.kind)])
        # Whoever makes one from texts gets what `discard` and `knock` would have made of them.
        if self.card is not None and not isinstance(self.card, Card):
            object.__setattr__(self, "card", Card(self.card))
        if self.spread is not None:
            object.__setattr__(self, "spread", _melds(self.spread))
            if self.kind != "knock" or not self.spread:
                raise ParseError(
                    self.kind, "A spread is one meld or more and belongs to a knock, nowhere else."
                )

    @staticmethod
    def discard(card: Card | str | int) -> Action:
        """Discard `card` and go on (R7).

        >>> Action.discard("9C")
        Action.discard(Card('9C'))
        """
        return Action("discard", Card(card))

    @staticmethod
    def knock(card: Card | str | int, spread: Iterable[Meld | str] | None = None) -> Action:
        """Knock, discarding `card` (R9), and lay down `spread` or the default one (R12).

        >>> Action.knock("9C").spread is None
        True
        """
        return Action("knock", Card(card), None if spread is None else _melds(spread))

    @staticmethod
    def parse(text: str) -> Action:
        """Read the text form; `gin CARD` is read as the knock that it is (R10).

        Raises `ParseError` for anything else.

        >>> Action.parse("discard 9c") == Action.discard("9C")
        True
        >>> Action.parse("fold")
        Traceback (most recent call last):
        gin.errors.ParseError: 'fold' is no action; write take, pass, stock, pile, discard CARD \
or knock CARD.
        """
        if not isinstance(text, str):
            raise ParseError(shown(text), f"{shown(text)} is no action; write {_SHAPES}.")
        word, _, rest = text.strip().partition(" ")
        kind = word.lower()
        rest = rest.strip()
        if kind in _CONSTANTS and not rest:
            return _constant(kind)
        if kind == "discard" and rest:
            return Action.discard(rest)
        if kind in ("knock", "gin") and rest:
            card, _, spread = rest.partition(" ")
            return Action.knock(card, parse_spread(spread) if spread.strip() else None)
        raise ParseError(text, f"{shown(text)} is no action; write {_SHAPES}.")

    @property
    def code(self) -> int:
        """The action as one number, 0 to 107, its spread left out.

        0 take, 1 pass, 2 stock, 3 pile, 4 + card index discard, 56 + card index knock.

        >>> Action.discard("AS").code, Action.knock("KC").code
        (4, 107)
        """
        first = _FIRST_CODE[self.kind]
        return first if self.card is None else first + self.card.index

    @staticmethod
    def from_code(code: int) -> Action:
        """Return the action of a code; a knock leaves its spread to the default (R12).

        Raises `ParseError` for a number that is no code.

        >>> Action.from_code(4)
        Action.discard(Card('AS'))
        >>> Action.from_code(108)
        Traceback (most recent call last):
        gin.errors.ParseError: The code of an action is a whole number from 0 to 107, not 108.
        """
        return _ACTIONS[whole(code, "The code of an action", 0, len(_ACTIONS) - 1)]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __str__(self) -> str:
        if self.card is None:
            return self.kind
        if self.spread is None:
            return f"{self.kind} {self.card}"
        return f"{self.kind} {self.card} {spread_text(self.spread)}"

    def __repr__(self) -> str:
        if self.card is None:
            return f"Action.{_CONSTANTS[self.kind]}"
        if self.spread is None:
            return f"Action.{self.kind}({self.card!r})"
        return f"Action.{self.kind}({self.card!r}, {self.spread!r})"


def _melds(spread: Iterable[Meld | str]) -> tuple[Meld, ...]:
    # A text, a hand and a meld are cards one by one, and none of them is a meld.
    melds = None if isinstance(spread, str | Hand | Meld) else items(spread)
    if melds is None:
        raise ParseError(
            shown(spread),
            f"{shown(spread)} is no spread; give its melds one by one, such as"
            " ['5S 6S 7S', 'JH JD JC'].",
        )
    # The pack has no more; an iterable without an end is not followed further.
    return tuple(map(Meld, islice(melds, len(PACK) // 3 + 1)))


def _constant(kind: str) -> Action:
    return cast("Action", getattr(Action, _CONSTANTS[kind]))


Action.TAKE = Action("take")
Action.PASS = Action("pass")
Action.DRAW_STOCK = Action("stock")
Action.DRAW_DISCARD = Action("pile")

_ACTIONS: Final = (
    *(Action.TAKE, Action.PASS, Action.DRAW_STOCK, Action.DRAW_DISCARD),
    *map(Action.discard, PACK),
    *map(Action.knock, PACK),
)


@dataclass(frozen=True, slots=True)
class Event:
    """One action that happened: who, what, and the card it moved into the hand.

    `card` is the card taken from the pile, or drawn from the stock where the reader may know it;
    it is `None` for a pass, a discard and a knock, and for the other player's draw from the stock.

    >>> Event(0, Action.DRAW_DISCARD, Card("9C"))
    Event(seat=0, action=Action.DRAW_DISCARD, card=Card('9C'))
    """

    seat: int
    action: Action
    card: Card | None = None
