"""The lines that the arena and another program say to each other (`docs/protocol.md`).

Both ends use these words: `gin.external` asks, `gin.serve` answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gin.action import Action
from gin.cards import cards_text
from gin.errors import GinError, ParseError, shown

if TYPE_CHECKING:
    from gin.action import Event
    from gin.cards import Hand
    from gin.scoring import Result
    from gin.turn import Phase
    from gin.view import View

__all__ = [
    "BYE",
    "HELLO",
    "QUESTIONS",
    "READY",
    "ProtocolError",
    "act_line",
    "deal_line",
    "end_line",
    "match_line",
    "parse_answer",
    "question",
    "who",
]

HELLO: Final = "gin 1"
READY: Final = "ready"
BYE: Final = "bye"
QUESTIONS: Final[dict[str, Phase]] = {
    "offer?": "upcard",
    "draw?": "draw",
    "discard?": "discard",
}

_FORMS: Final = {
    "offer?": "'take' or 'pass'",
    "draw?": "'stock' or 'pile'",
    "discard?": "'discard CARD', 'knock CARD' or 'knock CARD SPREAD'",
}
_KINDS: Final = {
    "offer?": ("take", "pass"),
    "draw?": ("stock", "pile"),
    "discard?": ("discard", "knock"),
}


class ProtocolError(GinError):
    """A line that does not belong where it came.

    >>> parse_answer("fold", "offer?")
    Traceback (most recent call last):
    gin.protocol.ProtocolError: 'offer?' is answered with 'take' or 'pass', not with 'fold'.
    """


def who(seat: int, viewer: int) -> str:
    """Name a seat as `viewer` does.

    >>> who(0, viewer=0), who(1, viewer=0)
    ('me', 'opp')
    """
    return "me" if seat == viewer else "opp"


def match_line(seat: int, target: int) -> str:
    """Announce a match.

    >>> match_line(1, 100)
    'match 1 100'
    """
    return f"match {seat} {target}"


def deal_line(view: View) -> str:
    """Announce a deal to the seat whose view it is.

    >>> from gin import Deal
    >>> deal_line(Deal.new(range(52), starter=1).view(0, scores=(12, 30)))
    'deal opp 12 30 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H'
    """
    starter = who(view.starter, view.seat)
    scores = f"{view.my_score} {view.opponent_score}"
    return f"deal {starter} {scores} {cards_text(view.hand)} {cards_text(view.pile)}"


def question(phase: Phase) -> str:
    """Return the question of a phase in which there is a choice.

    >>> question("draw")
    'draw?'
    """
    return next(text for text, asked in QUESTIONS.items() if asked == phase)


def act_line(event: Event, viewer: int) -> str:
    """Tell `viewer` what happened, as its view of the history has it.

    >>> from gin import Card, Event
    >>> act_line(Event(0, Action.DRAW_STOCK, Card("9C")), viewer=0)
    'act me stock 9C'
    >>> act_line(Event(0, Action.DRAW_STOCK), viewer=1)
    'act opp stock'
    """
    card = "" if event.card is None else f" {event.card}"
    return f"act {who(event.seat, viewer)} {event.action}{card}"


def end_line(result: Result | None, viewer: int, scores: tuple[int, int], other: Hand) -> str:
    """Tell `viewer` how a deal ended: the scores after it by seat, and the other's hand.

    A deal given up after 400 actions has no result and is told as a dead one.

    >>> from gin import Hand
    >>> end_line(None, viewer=1, scores=(40, 12), other=Hand("AS 2S 3S"))
    'end dead none 0 12 40 AS 2S 3S'
    """
    if result is None or result.winner is None:
        outcome = "dead none 0"
    else:
        outcome = f"{result.kind} {who(result.winner, viewer)} {result.points}"
    return f"end {outcome} {scores[viewer]} {scores[1 - viewer]} {cards_text(other)}"


def parse_answer(text: str, asked: str) -> Action:
    """Read the answer to a question; raises `ProtocolError` for one that is none.

    Whether it is legal is another matter.

    >>> parse_answer("knock 9C 6S,7S,8S", "discard?")
    Action.knock(Card('9C'), (Meld('6S 7S 8S'),))
    """
    wrong = f"'{asked}' is answered with {_FORMS[asked]}, not with {shown(text)}."
    try:
        action = Action.parse(text)
    except ParseError as error:
        raise ProtocolError(wrong) from error
    if action.kind not in _KINDS[asked]:
        raise ProtocolError(wrong)
    return action
