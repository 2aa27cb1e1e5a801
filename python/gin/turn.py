"""One turn: what the player to act may do (R6–R12), and in words why anything else is refused.

Both the deal and a player's view of it ask here, so they cannot differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

from gin.action import Action
from gin.cards import KNOCK_LIMIT, Card, Hand, Meld, deadwood, discards
from gin.errors import ParseError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PHASES", "Phase", "legal_actions", "refusal"]

Phase = Literal["upcard", "must_draw", "draw", "discard", "over"]
"""Where a turn stands.

`upcard`: take the upcard or pass (R6). `must_draw`: the starter's draw from the stock after two
passes (R6). `draw`: stock or pile (R7). `discard`: eleven cards in hand. `over`: the deal is over.
"""

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)


def legal_actions(phase: Phase, hand: Hand, barred: Card | None = None) -> tuple[Action, ...]:
    """List every legal action of the player who holds `hand`, in a fixed order.

    Take, pass; or stock, pile; or every discard by card index, then a knock for every card that
    may be knocked with. The spread of a knock (R12) is a choice of its own and not listed.

    >>> legal_actions("upcard", Hand("AS 2S 3S 4H 4D 4C 9C 9D KH KD"))
    (Action.TAKE, Action.PASS)
    >>> eleven = Hand("AS 2S 3S 4H 4D 4C 9C 9D 9H KH KD")
    >>> [str(action) for action in legal_actions("discard", eleven, Card("KH")) if
    ...  action.kind == "knock"]
    ['knock KD']
    """
    if phase == "upcard":
        return (Action.TAKE, Action.PASS)
    if phase == "must_draw":
        return (Action.DRAW_STOCK,)
    if phase == "draw":
        return (Action.DRAW_STOCK, Action.DRAW_DISCARD)
    if phase == "over":
        return ()
    choices = sorted(discards(hand, barred))
    plain = [Action("discard", card) for card, _ in choices]
    # R9: nobody has to knock, so a card to knock with is a plain discard as well.
    return (*plain, *(Action("knock", card) for card, left in choices if left <= KNOCK_LIMIT))


def refusal(
    action: Action, phase: Phase, hand: Hand, pile: Sequence[Card], barred: Card | None = None
) -> str | None:
    """Say in one sentence why `action` is not legal now; `None` when it is legal.

    `hand` is the hand of the player to act, `pile` the discard pile, bottom first. Raises
    `ParseError` for what is no action.

    >>> hand = Hand("AS 2S 3S 4H 4D 4C 9C 9D KH KD")
    >>> print(refusal(Action.PASS, "draw", hand, [Card("8C")]))
    Passing is for the first turn only; draw from the stock or take the 8C.
    """
    if not isinstance(action, Action):
        raise ParseError(
            shown(action), f"{shown(action)} is no action; read one from text with Action.parse."
        )
    if phase == "over":
        return "The deal is over; nothing more can be played in it."
    if action.card is not None:
        if phase != "discard":
            if action.card not in hand:
                return f"The {action.card} is not in your hand; draw first, then choose a card."
            return f"Draw first: the {action.card} can be discarded once you hold eleven cards."
        return _refused_discard(action, action.card, hand, barred)
    if phase == "discard":
        word = "draw again" if action.kind != "pass" else "pass"
        return f"You have already drawn and cannot {word}; discard a card or knock."
    return _refused_draw(action, phase, pile)


def _refused_draw(action: Action, phase: Phase, pile: Sequence[Card]) -> str | None:
    top = pile[-1]
    if phase == "upcard":
        if action.kind in ("take", "pass"):
            return None
        return f"On the first turn you take the upcard {top} or pass."
    if action.kind == "stock" or (action.kind == "pile" and phase == "draw"):
        return None
    if phase == "must_draw":
        return f"Both players refused the upcard {top} and it is buried; draw from the stock."
    if action.kind == "take":
        return "There is no upcard to take after the first turn; draw from the stock or the pile."
    return f"Passing is for the first turn only; draw from the stock or take the {top}."


def _refused_discard(action: Action, card: Card, hand: Hand, barred: Card | None) -> str | None:
    if card not in hand:
        return f"The {card} is not in your hand; choose one of your eleven cards."
    if card == barred:  # R8
        return (
            f"You have just taken the {card}, so it cannot be discarded this turn;"
            " choose another card."
        )
    if action.kind == "discard":
        return None
    left = hand - card
    points = deadwood(left)
    if points > KNOCK_LIMIT:  # R9
        return _too_much(card, points, hand, barred)
    if action.spread is None:
        return None
    return _refused_spread(action.spread, left, points)


def _too_much(card: Card, points: int, hand: Hand, barred: Card | None) -> str:
    best, least = discards(hand, barred)[0]
    if least <= KNOCK_LIMIT:
        return (
            f"The {card} leaves {points} deadwood; you need {KNOCK_LIMIT} or less to knock, and"
            f" discarding the {best} leaves {least}."
        )
    if points == least:
        return (
            f"The {card} leaves {points} deadwood; you need {KNOCK_LIMIT} or less to knock, and no"
            " other discard leaves less."
        )
    return (
        f"The {card} leaves {points} deadwood; you need {KNOCK_LIMIT} or less to knock, and the"
        f" best you can reach is {least} by discarding the {best}."
    )


def _refused_spread(spread: Sequence[Meld], left: Hand, points: int) -> str | None:
    laid = Hand()
    for meld in spread:
        if not meld.cards <= left:
            card = next(iter(meld.cards - left))
            return f"The {card} of the meld {meld} is not among the ten cards you keep."
        if meld.cards & laid:
            card = next(iter(meld.cards & laid))
            return f"The {card} is in two melds of this spread; a card is in one meld at most."
        laid |= meld.cards
    # R12: melds in no other's way that leave the least are a least arrangement, however named.
    over = (left - laid).points
    if over > points:
        return (
            f"This spread leaves {over} deadwood and yours can be {points}; lay down melds that"
            f" leave {points}."
        )
    return None
