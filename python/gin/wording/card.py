"""Cards and melds as words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from gin.cards import Card, Meld

Name = Callable[[Card], str]
"""How a card is written: `letters`, `glyphs`, `words` or a screen's own."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RANK_WORDS = ("ace", *RANKS[1:10], "jack", "queen", "king")
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_SUIT_GLYPHS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
# A card by itself: not a part of a path or of a word with a hyphen or a point in it.
_WRITTEN = re.compile(r"(?<![\w/\\.-])[A2-9TJQK][SHDC](?![\w/\\]|[.-]\w)")


def letters(card: Card) -> str:
    """The card in letters, readable in any terminal and by any screen reader.

    >>> letters(Card("TH")), letters(Card("AS"))
    ('10H', 'AS')
    """
    return RANKS[card.rank - 1] + card.suit


def glyphs(card: Card) -> str:
    """The card with its suit as a sign, one cell wide and without a colour of its own.

    >>> glyphs(Card("TH"))
    '10♥'
    """
    return RANKS[card.rank - 1] + _SUIT_GLYPHS[card.suit]


def words(card: Card) -> str:
    """The card in words, for reading aloud.

    >>> words(Card("TH")), words(Card("AS"))
    ('10 of hearts', 'ace of spades')
    """
    return f"{_RANK_WORDS[card.rank - 1]} of {SUIT_WORDS[card.suit]}"


def card_list(cards: Iterable[Card], name: Name = letters) -> str:
    """Cards one after the other, in the order given.

    Names of several words are parted by commas, so that they can be told apart by ear.

    >>> card_list([Card("AD"), Card("TH")])
    'AD 10H'
    >>> card_list([Card("AD"), Card("TH")], words)
    'ace of diamonds, 10 of hearts'
    """
    names = [name(card) for card in cards]
    return (", " if any(" " in text for text in names) else " ").join(names)


def meld_text(meld: Meld, name: Name = letters) -> str:
    """The meld with its kind and its cards.

    >>> meld_text(Meld("5S 6S 7S"))
    'run 5S 6S 7S'
    """
    return f"{meld.kind} {card_list(meld.cards, name)}"


def rank_plural(rank: int) -> str:
    """What people call several cards of a rank.

    >>> rank_plural(1), rank_plural(4), rank_plural(6), rank_plural(13)
    ('aces', '4s', '6s', 'kings')
    """
    return f"{_RANK_WORDS[rank - 1]}s"


def meld_title(meld: Meld, spread: Sequence[Meld] = ()) -> str:
    """What people call the meld; `spread` tells two runs of one suit apart.

    >>> meld_title(Meld("5S 6S 7S")), meld_title(Meld("JH JD JC"))
    ('spade run', 'jacks')
    >>> both = (Meld("AS 2S 3S"), Meld("5S 6S 7S"))
    >>> meld_title(both[1], both)
    'spade run from the 5'
    """
    first = next(iter(meld.cards))
    if meld.kind == "set":
        return rank_plural(first.rank)
    title = f"{SUIT_WORDS[first.suit].removesuffix('s')} run"
    runs = [m for m in spread if m.kind == "run" and next(iter(m.cards)).suit == first.suit]
    if len(runs) > 1:
        return f"{title} from the {_RANK_WORDS[first.rank - 1]}"
    return title


def retell(text: str, name: Name) -> str:
    """Write the cards of a sentence of the rules the way this reader has them.

    >>> retell("The TH is not in your hand; choose one of your eleven cards.", glyphs)
    'The 10♥ is not in your hand; choose one of your eleven cards.'

    The name of a folder is no card.

    >>> retell("The saves in /src/JS/gin.sqlite3 are in use by another game.", glyphs)
    'The saves in /src/JS/gin.sqlite3 are in use by another game.'
    """
    return _WRITTEN.sub(lambda found: name(Card(found.group())), text)
