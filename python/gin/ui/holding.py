"""How the person holds the hand: the order of the cards, the selected card and the cursor.

Everything follows the card and not its place, so sorting, drawing and moving never change what is
selected.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from gin.cards import Arrangement, Card, Hand, Meld, arrange, cards_text
from gin.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Group", "Holding", "Sort"]

Sort = Literal["suit", "rank", "own"]
"""By suit, by rank, or as the person has put the cards."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that stand together: those of a meld, or one loose card without a meld."""

    cards: tuple[Card, ...]
    meld: Meld | None = None


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand in the person's order.

    `order` holds every card of the hand once. With `grouped` the melds stand first; otherwise the
    cards stand as they are ordered.

    >>> holding = Holding().take(Hand("9C 5S 6S 7S AD"))
    >>> [str(card) for card in holding.shown]
    ['5S', '6S', '7S', 'AD', '9C']
    >>> [str(card) for card in replace(holding.sorted("rank"), grouped=False).shown]
    ['AD', '5S', '6S', '7S', '9C']
    """

    order: tuple[Card, ...] = ()
    sort: Sort = "suit"
    grouped: bool = True
    selected: Card | None = None
    cursor: Card | None = None

    @property
    def text(self) -> str:
        """The order in words that `restored` reads: what outlives the program.

        >>> Holding().take(Hand("9C AD")).text
        'suit grouped AD 9C'
        """
        return f"{self.sort} {'grouped' if self.grouped else 'loose'} {cards_text(self.order)}"

    @staticmethod
    def restored(text: str, hand: Hand) -> Holding:
        """Return the holding of `hand` as `text` has it; what cannot be read is passed over.

        Cards that the text does not know are put in, cards that are gone are left out.

        >>> [str(card) for card in Holding.restored("own loose 9C AD", Hand("9C AD KS")).shown]
        ['9C', 'AD', 'KS']
        """
        word, _, rest = text.partition(" ")
        grouping, _, cards = rest.partition(" ")
        try:
            order = tuple(Card(word) for word in cards.split())
        except ParseError:
            order = ()
        kept = Holding(
            order=order if len(set(order)) == len(order) else (),
            sort="rank" if word == "rank" else "own" if word == "own" else "suit",
            grouped=grouping != "loose",
        )
        return kept.take(hand)

    @property
    def hand(self) -> Hand:
        """The cards as a set."""
        return Hand(self.order)

    @property
    def arrangement(self) -> Arrangement:
        """The melds with the least deadwood."""
        return arrange(self.hand)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups from left to right.

        A meld whose cards stand side by side is a group in any order; `grouped` puts them so.
        """
        melds = self.arrangement.melds
        where = {card: meld for meld in melds for card in meld.cards}
        if self.grouped:
            place = {card: at for at, card in enumerate(self.order)}
            laid = [tuple(sorted(meld.cards, key=place.__getitem__)) for meld in melds]
            laid.sort(key=lambda cards: place[cards[0]])
            loose = [card for card in self.order if card not in where]
            return (
                *(Group(cards, where[cards[0]]) for cards in laid),
                *(Group((card,)) for card in loose),
            )
        return tuple(_adjacent(self.order, where))

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards from left to right."""
        return tuple(card for group in self.groups for card in group.cards)

    @property
    def at(self) -> Card | None:
        """The card under the cursor: the first one until it has been moved."""
        return self.cursor if self.cursor is not None or not self.order else self.shown[0]

    def take(self, hand: Hand) -> Holding:
        """Return the holding of `hand`: the cards that stay keep their order and their marks.

        New cards go to their place in the sort, or to the right end of the person's own order.
        """
        kept = tuple(card for card in self.order if card in hand)
        new = tuple(card for card in hand if card not in kept)
        order = kept + new
        if self.sort != "own":
            order = tuple(sorted(order, key=_KEYS[self.sort]))
        cursor = self.cursor if self.cursor in order else None
        if cursor is None and self.cursor is not None and order:
            # The cursor stays where its card was.
            shown = self.shown
            at = shown.index(self.cursor) if self.cursor in shown else 0
            moved = replace(self, order=order, cursor=None)
            cursor = moved.shown[min(at, len(order) - 1)]
        selected = self.selected if self.selected in order else None
        return replace(self, order=order, cursor=cursor, selected=selected)

    def sorted(self, sort: Sort) -> Holding:
        """Return the hand sorted by suit or by rank."""
        return replace(self, sort=sort, order=tuple(sorted(self.order, key=_KEYS[sort])))

    def selecting(self, card: Card | None) -> Holding:
        """Return the hand with this card selected and the cursor on it."""
        return replace(self, selected=card, cursor=card or self.cursor)

    def at_cursor(self, card: Card) -> Holding:
        """Return the hand with the cursor on this card."""
        return replace(self, cursor=card)

    def moved(self, card: Card, by: int) -> Holding:
        """Return the hand with one card moved by some places, now in the person's own order."""
        order = list(self.shown)
        at = order.index(card)
        to = min(max(at + by, 0), len(order) - 1)
        order.insert(to, order.pop(at))
        return replace(self, order=tuple(order), sort="own", grouped=False, cursor=card)


def _adjacent(order: tuple[Card, ...], where: dict[Card, Meld]) -> Iterable[Group]:
    at = 0
    while at < len(order):
        meld = where.get(order[at])
        size = len(meld.cards) if meld else 1
        cards = order[at : at + size]
        if meld and Hand(cards) == meld.cards:
            yield Group(cards, meld)
            at += size
        else:
            yield Group(order[at : at + 1])
            at += 1


def _by_suit(card: Card) -> tuple[int, int]:
    return card.index // 13, card.rank


def _by_rank(card: Card) -> tuple[int, int]:
    return card.rank, card.index // 13


def _as_is(_: Card) -> tuple[int, int]:
    return 0, 0


_KEYS: Final = {"suit": _by_suit, "rank": _by_rank, "own": _as_is}
