"""Sentences about single moves: what happened, what may be done, why something may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gin.advice import taking
from gin.cards import (
    KNOCK_LIMIT,
    STOCK_FLOOR,
    UNDERCUT_BONUS,
    Arrangement,
    Card,
    Hand,
    Meld,
    deadwood,
)
from gin.wording.card import Name, card_list, letters, meld_text
from gin.wording.result import NO_LAYOFFS
from gin.wording.seat import subject

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gin.action import Event
    from gin.view import View

NOT_DRAWN = "Draw first: a card can be discarded once you hold eleven."
"""What is said of a discard without a card where none can be made yet."""


def event_text(event: Event, name: Name = letters, *, gin: bool = False) -> str:
    """One sentence about one event; `gin` says that the knock left no deadwood (R10).

    >>> from gin.action import Action, Event
    >>> event_text(Event(1, Action.DRAW_STOCK, None))
    'Computer drew from the stock.'
    >>> event_text(Event(1, Action.DRAW_DISCARD, Card("QS")))
    'Computer took QS from the discard pile.'
    >>> event_text(Event(0, Action.DRAW_STOCK, Card("9D")))
    'You drew 9D.'
    """
    who, kind = subject(event.seat), event.action.kind
    card = event.action.card or event.card
    shown = name(card) if card is not None else ""
    if kind == "pass":
        return f"{who} passed."
    if kind == "stock":
        return f"{who} drew {shown}." if shown else f"{who} drew from the stock."
    if kind == "take":
        return f"{who} took the upcard, {shown}."
    if kind == "pile":
        return f"{who} took {shown} from the discard pile."
    if kind == "knock":
        return f"{who} {'went gin' if gin else 'knocked'}, discarding {shown}."
    return f"{who} discarded {shown}."


def deed_text(event: Event, name: Name = letters, *, gin: bool = False) -> str:
    """What was done in one event, without who did it; `gin` as in `event_text`.

    >>> from gin.action import Action, Event
    >>> deed_text(Event(1, Action.DRAW_STOCK, None))
    'drew from the stock'
    """
    return event_text(event, name, gin=gin).rstrip(".").partition(" ")[2]


def turn_text(view: View, name: Name = letters) -> str:
    """What the person is asked for now; the computer's turn and a finished deal say so too."""
    if view.phase == "over":
        return "The deal is over."
    if not view.my_turn:
        return "The computer is thinking."
    top = name(view.top) if view.top is not None else ""
    if view.phase == "upcard":
        return f"Take the upcard, {top}, or pass?"
    if view.phase == "must_draw":
        return "You both passed. Draw from the stock; the upcard may not be taken now."
    if view.phase == "draw":
        return f"Draw from the stock, or take {top} from the discard pile?"
    return "Choose a card to discard."


def stock_warning(view: View) -> str:
    """A warning when this turn is the last unless somebody knocks (R18); empty otherwise."""
    if not view.my_turn:
        return ""
    if view.phase == "draw" and view.stock == STOCK_FLOOR + 1:
        return "If you draw from the stock now, this deal ends without a score unless you knock."
    if view.phase == "discard" and view.stock == STOCK_FLOOR:
        return "This deal ends without a score after this turn unless you knock."
    return ""


def drawn_text(view: View, name: Name = letters) -> str:
    """Which card this turn brought, for who comes back to it; empty before the draw (R8)."""
    if view.drawn is None:
        return ""
    if view.drawn == view.barred:
        return taken_text(view.drawn, name)
    return f"This turn you drew {name(view.drawn)}."


def taken_text(card: Card, name: Name = letters) -> str:
    """Why a card that was taken this turn is not discarded (R8).

    >>> taken_text(Card("8C"))
    'You took 8C this turn, so it stays until your next.'
    """
    return f"You took {name(card)} this turn, so it stays until your next."


def draw_effect(hand: Hand, card: Card, name: Name = letters) -> str:
    """What a card from the discard pile would do for a hand of ten.

    >>> draw_effect(Hand("5S 6S AD 2H 4H 9C TH JH JD KC"), Card("7S"))
    '7S would make run 5S 6S 7S.'
    >>> draw_effect(Hand("5S 6S AD 2H 4H 9C TH JH JD KC"), Card("8C"))
    '8C makes no meld now.'
    """
    _, _, meld = taking(hand, card)
    made = f"would make {meld_text(meld, name)}" if meld is not None else "makes no meld now"
    return f"{name(card)} {made}."


def discard_effect(hand: Hand, card: Card, name: Name = letters) -> str:
    """What discarding the card leaves of a hand of eleven, and whether one may knock then (R9).

    >>> discard_effect(Hand("5S 6S 7S 2H 3H 4H JH JD JC AD 9C"), Card("9C"))
    'Discarding 9C leaves 1 deadwood, so you may knock.'
    """
    left = deadwood(hand - card)
    text = f"Discarding {name(card)} leaves {left} deadwood"
    if left == 0:
        return f"{text}: gin."
    return f"{text}, so you may knock." if left <= KNOCK_LIMIT else f"{text}."


def discard_question(hand: Hand, card: Card, name: Name = letters) -> str:
    """What is said of a selected card when the person counts the deadwood.

    >>> discard_question(Hand("5S 6S 7S 2H 3H 4H JH JD JC AD 9C"), Card("9C"))
    'Discard 9C, knock with it, or choose another card.'
    """
    del hand
    return f"Discard {name(card)}, knock with it, or choose another card."


def knock_choices(view: View, name: Name = letters) -> str:
    """The discards with which the viewer may knock now and what each leaves; empty without one."""
    knocks = [action.card for action in view.legal_actions() if action.kind == "knock"]
    left = {card: deadwood(view.hand - card) for card in knocks if card is not None}
    if not left:
        return ""
    texts = [f"{name(card)} leaves {points or '0, gin'}" for card, points in left.items()]
    return f"You may knock: {'; '.join(texts)}."


def knock_risk(points: int) -> str:
    """What a knock with this count risks (R14, R17).

    >>> knock_risk(1)
    'If the computer ends with 1 or less it undercuts you: 25 and the difference.'
    """
    if points == 0:
        return NO_LAYOFFS
    return (
        f"If the computer ends with {points} or less it undercuts you:"
        f" {UNDERCUT_BONUS} and the difference."
    )


def choice_text(spread: Arrangement, name: Name = letters) -> str:
    """The melds and the deadwood of one way to lay a hand down.

    >>> from gin import arrange
    >>> from gin.wording import words
    >>> choice_text(arrange(Hand("5S 6S 7S AD 3C")))
    'run 5S 6S 7S. Deadwood AD 3C, 4.'
    >>> choice_text(arrange(Hand("AS AH AC 3C")), words)
    'set ace of spades, ace of hearts, ace of clubs. Deadwood 3: 3 of clubs.'
    """
    melds = _melds(spread.melds, name)
    if not spread.deadwood:
        return f"{melds}. No deadwood."
    cards = card_list(spread.deadwood, name)
    if any(" " in name(card) for card in spread.deadwood):
        # By ear a number behind a card would be one card more.
        return f"{melds}. Deadwood {spread.points}: {cards}."
    return f"{melds}. Deadwood {cards}, {spread.points}."


def knock_question(points: int) -> str:
    """The one confirmation of the game; the spread is shown before it.

    >>> knock_question(1), knock_question(0)
    ('Knock with 1?', 'Go gin?')
    """
    return f"Knock with {points}?" if points else "Go gin?"


def _melds(melds: Iterable[Meld], name: Name) -> str:
    return "; ".join(meld_text(meld, name) for meld in melds) or "none"
