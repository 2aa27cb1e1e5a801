"""What the person types: one letter or one word, and where it needs one a card."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from gin.cards import Card
from gin.errors import ParseError

__all__ = ["COMMANDS", "Command", "Entry", "parse", "parse_card"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One command of the list: its letter, its word, what follows it and what it does."""

    letter: str
    word: str
    rest: str
    does: str


COMMANDS: Final = (
    Entry("s", "stock", "", "draw from the stock"),
    Entry("t", "take", "", "take the upcard, or the top of the discard pile"),
    Entry("p", "pass", "", "leave the upcard, on the first turn"),
    Entry("d", "discard", "CARD", "discard; the card alone does the same"),
    Entry("k", "knock", "CARD", "discard the card and knock; asks first"),
    Entry("g", "gin", "CARD", "the same, when no deadwood is left"),
    Entry("e", "cut", "WORDS", "before the first card: mix your words into the decks, and deal"),
    Entry("v", "verify", "", "fair deals: every deck and action of the match, checked"),
    Entry("n", "next", "", "the next deal; after a match, a new match"),
    Entry("a", "again", "", "repeat what was said last"),
    Entry("h", "hand", "", "your cards"),
    Entry("b", "table", "", "everything on the table"),
    Entry("i", "hint", "", "what to do; again: why; again: what every choice is worth"),
    Entry("w", "why", "", "the computer's last move, and what it tells you"),
    Entry("c", "seen", "", "where every card is, as far as you can know"),
    Entry("m", "score", "", "the deals of this match"),
    Entry("u", "undo", "", "take back your last action; the deal is then not counted"),
    Entry("x", "redo", "", "do again what was taken back"),
    Entry("y", "replay", "", "play a finished deal again as practice; in it: back to the match"),
    Entry("o", "sort", "", "sort loose cards by rank or by suit"),
    Entry("l", "cards", "long or short", "say cards in words or in letters"),
    Entry("r", "rules", "", "the rules"),
    Entry("f", "guide", "", "questions and answers"),
    Entry("?", "help", "", "this list"),
    Entry("q", "quit", "", "leave; everything is saved"),
)
"""Every command there is, in the order of the help."""

_SYNONYMS: Final = {
    "fair": "verify",
    "pile": "take",
    "new": "next",
    "exit": "quit",
    "upcard": "take",
}
_WORDS: Final = (
    {entry.letter: entry.word for entry in COMMANDS}
    | {entry.word: entry.word for entry in COMMANDS}
    | _SYNONYMS
)
_RANK_WORDS: Final = {
    "ace": "A",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "T",
    "jack": "J",
    "queen": "Q",
    "king": "K",
}
_IN_WORDS: Final = re.compile(r"(\w+)(?:\s+of)?\s+(spade|heart|diamond|club)s?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Command:
    """A line understood: the command's `word` (empty for an empty line) and what followed.

    `card` is set where the line is a card and nothing else; then the word is `discard`.
    """

    word: str
    rest: str = ""
    card: Card | None = None


def parse(line: str) -> Command | None:
    """Read one line, in any case; `None` when it is neither a command nor a card.

    >>> parse("D th")
    Command(word='discard', rest='th', card=None)
    >>> parse("queen of hearts").card
    Card('QH')
    >>> parse("fold") is None
    True
    """
    text = line.strip()
    if not text:
        return Command("")
    first, _, rest = text.partition(" ")
    word = _WORDS.get(first.lower())
    if word is not None and _IN_WORDS.fullmatch(text) is None:
        return Command(word, rest.strip())
    try:
        return Command("discard", card=parse_card(text))
    except ParseError:
        return None if word is None else Command(word, rest.strip())


def parse_card(text: str) -> Card:
    """Read a card in letters, with a suit sign or in words; `ParseError` says what is wrong.

    >>> parse_card("10h"), parse_card("ten of hearts"), parse_card("8 clubs")
    (Card('TH'), Card('TH'), Card('8C'))
    """
    found = _IN_WORDS.fullmatch(text.strip())
    if found is None:
        return Card(text)
    rank, suit = found.group(1).lower(), found.group(2)[0]
    return Card(_RANK_WORDS.get(rank, rank) + suit.upper())
