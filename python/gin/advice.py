"""What the cards that everybody has seen say about a decision: pure functions of a view.

Nothing here knows a hidden card, because a view holds none; what the other player may hold is
everything that is in neither the own hand nor the discard pile.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from gin.cards import (
    KNOCK_LIMIT,
    PACK,
    STOCK_FLOOR,
    Card,
    Hand,
    Meld,
    arrange,
    arrangements,
    deadwood,
    discards,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gin.action import Action, Event
    from gin.view import View

__all__ = [
    "Move",
    "Reasons",
    "Whereabouts",
    "additions",
    "improvements",
    "last_move",
    "last_turn",
    "loose_cards",
    "outs",
    "partners",
    "reasons",
    "taking",
    "whereabouts",
]

Whereabouts = Literal["yours", "top", "gone", "taken", "unseen"]
"""Where a card is: in the own hand, on top of the discard pile, under it, taken by the other
player and not discarded since, or anywhere else."""

_NEAR = 2  # ranks within which two cards of a suit can be in one run of three


def whereabouts(view: View) -> tuple[Whereabouts, ...]:
    """Tell where every card of the pack is, by card index, as far as the viewer can know.

    >>> from gin import Deal
    >>> where = whereabouts(Deal.new(range(52), starter=1).view(1))
    >>> [where[Card(name).index] for name in ("2S", "8H", "AS")]
    ['yours', 'top', 'unseen']
    """
    found: list[Whereabouts] = ["unseen"] * len(PACK)
    cards: tuple[tuple[Whereabouts, Iterable[Card]], ...] = (
        ("yours", view.hand),
        ("taken", view.known),
        ("gone", view.pile),
        ("top", view.pile[-1:]),
    )
    for place, held in cards:
        for card in held:
            found[card.index] = place
    return tuple(found)


def partners(card: Card, among: Hand) -> tuple[Hand, ...]:
    """List every pair of cards of `among` that makes a meld of three with `card`.

    Sets come first, then runs from the lowest card on.

    >>> [str(pair) for pair in partners(Card("9C"), Hand("9S 9H 7C 8C TC KD"))]
    ['9S 9H', '7C 8C', '8C TC']
    """
    alike = [other for other in among if other.rank == card.rank and other != card]
    found = [Hand(pair) for pair in combinations(alike, 2)]
    for low in range(card.index - 2, card.index + 1):
        run = [index for index in range(low, low + 3) if index // 13 == card.index // 13]
        if len(run) == 3 and low >= 0:
            pair = [Card(index) for index in run if index != card.index]
            if all(other in among for other in pair):
                found.append(Hand(pair))
    return tuple(found)


def outs(hand: Hand, among: Hand) -> Hand:
    """Return the cards of `among` with which a hand of ten melds cards that are loose now.

    >>> str(outs(Hand("5S 6S 7S 2H 3H 4H JH JD AD 9C"), Hand("4S 8S JS JC KD")))
    'JS JC'
    """
    points = deadwood(hand)
    return Hand(card for card in among if deadwood(hand | card) < points)


def improvements(hand: Hand, among: Hand) -> Hand:
    """Return the cards of `among` after which a discard leaves less than a hand of ten counts.

    >>> str(improvements(Hand("5S 6S 7S 2H 3H 4H JH JD JC 9C"), Hand("8S 8D 9D TD")))
    '8S 8D'
    """
    points = deadwood(hand)
    return Hand(card for card in among if discards(hand | card)[0][1] < points)


def loose_cards(view: View) -> tuple[tuple[Card, tuple[Hand, ...]], ...]:
    """List the cards in no meld, each with the pairs with which the other player could use it.

    Ordered from the card with the fewest pairs on; among equals the highest count comes first.

    >>> from gin import Deal
    >>> hand, pile = "5S 6S 7S 2H 3H 4H JH JD AD 9C", "8C 9D JC"
    >>> rest = [card for card in map(Card, range(52)) if card not in Hand(hand) | Hand(pile)]
    >>> view = Deal.position([hand, rest[:10]], rest[10:], pile, "draw", 0, 0).view(0)
    >>> [(str(card), len(pairs)) for card, pairs in loose_cards(view)]
    [('9C', 1), ('JD', 2), ('JH', 3), ('AD', 4)]
    """
    loose = [(card, partners(card, view.possible)) for card in arrange(view.hand).deadwood]
    return tuple(sorted(loose, key=lambda found: (len(found[1]), -found[0].points)))


@dataclass(frozen=True, slots=True)
class Move:
    """The other player's last turn as the viewer saw it.

    `left` is the card that it could have taken and did not, `took` the one it took, `threw` its
    discard. `without` are the pairs that would have made a meld with `left`, but for those that it
    is known to hold, and `fits` those that do so with `took`, as far as it may hold them; the
    discard is in none of them. `apart` are its earlier discards near the last one, of one suit or
    of one rank, each once and none that it has taken since; those of the suit only where it is
    known to hold no card of it there. `known` are the cards that it has taken and not discarded
    since.
    """

    left: Card | None
    took: Card | None
    threw: Card | None
    without: tuple[Hand, ...]
    fits: tuple[Hand, ...]
    apart: tuple[Card, ...]
    known: Hand


def last_move(view: View) -> Move | None:
    """Read the other player's last turn; `None` before its first.

    >>> from gin import Action, Deal
    >>> deal = Deal.new(range(52), starter=1).play(Action.PASS)
    >>> move = last_move(deal.view(0))
    >>> move.left, [str(pair) for pair in move.without]
    (Card('8H'), ['8S 8D', '8S 8C', '8D 8C', '7H 9H', '9H TH'])
    """
    other = 1 - view.seat
    history = view.history
    turn = last_turn(history, other)
    if not turn:
        return None
    end = max(at for at, event in enumerate(history, start=1) if event.seat == other)
    start = end - len(turn)
    left = _left_lying(view, start)
    took = next((event.card for event in turn if event.action.kind in ("take", "pile")), None)
    threw = next((event.action.card for event in turn if event.action.card is not None), None)
    # What it may have held in that turn: everything out of sight now, without what it threw.
    may_hold = view.possible if took is None else view.possible - took
    thrown = [
        event.action.card
        for event in history[:start]
        if event.seat == other and event.action.card is not None
    ]
    return Move(
        left=left,
        took=took,
        threw=threw,
        without=_unlikely(left, may_hold, view.known) if left is not None else (),
        fits=partners(took, may_hold) if took is not None else (),
        apart=_apart(threw, thrown, view.known) if threw is not None else (),
        known=view.known,
    )


def _unlikely(left: Card, may_hold: Hand, known: Hand) -> tuple[Hand, ...]:
    """The pairs that a card left lying speaks against: none that is known to be held all the same.

    Where two cards of its rank are held, it says nothing of a set.
    """
    alike = [card for card in known if card.rank == left.rank]
    spoken = may_hold - Hand(PACK[left.rank - 1 :: 13]) if len(alike) > 1 else may_hold
    return tuple(pair for pair in partners(left, spoken) if not pair <= known)


def _apart(threw: Card, thrown: Iterable[Card], known: Hand) -> tuple[Card, ...]:
    """The earlier discards that say with the last one what is not collected."""
    # A card can be thrown, taken and thrown again: in the order of the first time.
    near = [card for card in dict.fromkeys(thrown) if _near(card, threw) and card != threw]
    collected = any(card.suit == threw.suit and _near(card, threw) for card in known)
    return tuple(
        card for card in near if card not in known and not (collected and card.suit == threw.suit)
    )


def last_turn(history: Sequence[Event], seat: int) -> tuple[Event, ...]:
    """Return the last unbroken run of events of one seat."""
    end = len(history)
    while end and history[end - 1].seat != seat:
        end -= 1
    start = end
    while start and history[start - 1].seat == seat:
        start -= 1
    return tuple(history[start:end])


def additions(meld: Meld, possible: Hand) -> Hand:
    """Return the cards of `possible` that could go on a meld, one after the other (R13).

    >>> str(additions(Meld("5S 6S 7S"), Hand("3S 4S 8S TS 8H")))
    '3S 4S 8S'
    """
    cards = tuple(meld.cards)
    if meld.kind == "set":
        rank = cards[0].rank
        return Hand([card for card in possible if card.rank == rank])
    found: list[Card] = []
    for start, step in ((cards[0], -1), (cards[-1], 1)):
        index = start.index + step
        while index // 13 == start.index // 13 and index >= 0 and Card(index) in possible:
            found.append(Card(index))
            index += step
    return Hand(found)


def _pile_before(view: View, plies: int) -> list[Card]:
    """The discard pile, bottom first, after so many actions."""
    pile = list(view.opening.pile)
    for event in view.history[:plies]:
        if event.action.card is not None:
            pile.append(event.action.card)
        elif event.action.kind in ("take", "pile"):
            pile.pop()
    return pile


def _left_lying(view: View, ply: int) -> Card | None:
    """The card that the action at `ply` left on the pile, where it could have been taken (R6)."""
    kind = view.history[ply].action.kind
    forced = kind == "stock" and ply > 0 and view.history[ply - 1].action.kind == "pass"
    pile = _pile_before(view, ply) if kind in ("pass", "stock") and not forced else []
    return pile[-1] if pile else None


def _near(card: Card, other: Card) -> bool:
    together = card.suit == other.suit and abs(card.rank - other.rank) <= _NEAR
    return together or card.rank == other.rank


@dataclass(frozen=True, slots=True)
class Reasons:
    """What speaks for an action, from public facts.

    `before` is the least deadwood now, `after` the least one afterwards (after a draw from the
    stock nobody knows: then it is `before`). `least` is the least that any discard leaves, and
    `outs` are the unseen cards that bring loose cards into a meld, before a knock those after which
    a discard would leave less. `pairs` are those with which the other player could use the discard,
    `held` the cards of them that it is known to hold, and `spent` the cards near it that the other
    player has left or discarded and not taken since. `meld` is the meld that the `top` of the pile
    makes when it is taken, and `with_top` the least deadwood of that turn, where the action leaves
    it lying. `could_knock` is the count with which the same turn could end in a knock. `last` tells
    that the deal ends with this turn, knocked or not (R18).
    """

    action: Action
    before: int
    after: int
    least: int
    outs: Hand
    unseen: int
    pairs: tuple[Hand, ...] = ()
    held: Hand = Hand()  # noqa: RUF009 - immutable
    spent: Hand = Hand()  # noqa: RUF009 - immutable
    meld: Meld | None = None
    top: Card | None = None
    with_top: int | None = None
    could_knock: int | None = None
    last: bool = False


def reasons(view: View, action: Action) -> Reasons:
    """Gather the facts about one legal action of the viewer.

    >>> from gin import Action, Deal
    >>> view = Deal.new(range(52), starter=1).play(Action.TAKE).view(1)
    >>> found = reasons(view, Action.discard("AH"))
    >>> found.after, found.least, len(found.outs), len(found.pairs)
    (63, 54, 10, 3)
    """
    hand = view.hand
    before = deadwood(hand)
    if action.card is not None:
        kept = hand - action.card
        after = deadwood(kept)
        pairs = partners(action.card, view.possible)
        return Reasons(
            action=action,
            before=before,
            after=after,
            least=discards(hand, view.barred)[0][1],
            outs=(improvements if action.kind == "knock" else outs)(kept, view.unseen),
            unseen=len(view.unseen),
            pairs=pairs,
            held=Hand({card for pair in pairs for card in pair}) & view.known,
            spent=_spent(view, action.card),
            could_knock=after if after <= KNOCK_LIMIT else None,
            last=view.stock == STOCK_FLOOR,
        )
    kept, with_top, meld = hand, before, None
    if view.top is not None:
        kept, with_top, meld = taking(hand, view.top)
    if action.kind in ("take", "pile"):
        return Reasons(
            action=action,
            before=before,
            after=with_top,
            least=with_top,
            outs=outs(kept, view.unseen),
            unseen=len(view.unseen),
            meld=meld,
            could_knock=with_top if with_top <= KNOCK_LIMIT else None,
        )
    return Reasons(
        action=action,
        before=before,
        after=before,
        least=before,
        outs=outs(hand, view.unseen),
        unseen=len(view.unseen),
        meld=meld,
        top=view.top if view.phase != "must_draw" else None,
        with_top=with_top,
    )


def taking(hand: Hand, card: Card) -> tuple[Hand, int, Meld | None]:
    """What taking a card from the pile leads to: the best ten, their deadwood and its meld.

    Among equals it is a way in which the card is in a meld, if there is one.

    >>> kept, points, meld = taking(Hand("2S 8S 9S TS 2H 3H AD TD 3C 9C"), Card("9H"))
    >>> str(kept), points, str(meld)
    ('2S 8S 9S 2H 3H 9H AD TD 3C 9C', 29, '9S 9H 9C')
    """
    eleven = hand | card
    choices = discards(eleven, card)
    least = choices[0][1]
    for other, points in choices:
        for found in arrangements(eleven - other) if points == least else ():
            for meld in found.melds:
                if card in meld.cards:
                    return eleven - other, least, meld
    return eleven - choices[0][0], least, None


def _spent(view: View, card: Card) -> Hand:
    """The cards near `card` that the other player discarded or left lying when it could choose.

    None that it has taken since.
    """
    other = 1 - view.seat
    found: set[Card] = set()
    for ply, event in enumerate(view.history):
        if event.seat != other:
            continue
        if event.action.card is not None:
            found.add(event.action.card)
        elif (left := _left_lying(view, ply)) is not None:
            found.add(left)
    gone = found - set(view.known)
    return Hand(near for near in gone if _near(near, card) and near != card)
