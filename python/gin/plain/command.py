"""What the person types: a letter, a word or a short sentence, and where it needs one a card."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from gin.cards import Card
from gin.errors import ParseError

__all__ = ["COMMANDS", "Command", "Entry", "parse", "parse_card", "parse_rank"]


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
    Entry("j", "log", "", "everything played in this deal, turn by turn"),
    Entry("m", "score", "", "the deals of this match"),
    Entry("u", "undo", "", "take back your last action; the deal is then not counted"),
    Entry("x", "redo", "", "do again what was taken back"),
    Entry("y", "replay", "", "play a finished deal again as practice; in it: back to the match"),
    Entry("o", "sort", "rank or suit", "sort loose cards that way; alone: the other way"),
    Entry("l", "cards", "long or short", "say cards in words or in letters"),
    Entry("r", "rules", "", "the rules"),
    Entry("f", "guide", "", "questions and answers"),
    Entry("?", "help", "", "this list"),
    Entry("q", "quit", "", "leave; everything is saved"),
)
"""Every command there is, in the order of the help."""

_SYNONYMS: Final = {
    "continue": "next",
    "deal": "next",
    "deck": "stock",
    "draw": "stock",
    "exit": "quit",
    "fair": "verify",
    "have": "hand",
    "hold": "hand",
    "new": "next",
    "pile": "take",
    "repeat": "again",
    "upcard": "take",
    "yes": "yes",
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
_IN_WORDS: Final = re.compile(
    r"(\w+)(?:\s+of)?\s+(?:(spade|heart|diamond|club)s?|([shdc♠♥♦♣]))", re.IGNORECASE
)
_INVISIBLE: Final = {"Cf", "Mn"}
_POINTS: Final = ".,:;!?"
_FILLERS: Final = {
    "discarding",
    "go",
    "i",
    "i'll",
    "it",
    "me",
    "my",
    "please",
    "that",
    "the",
    "to",
    "with",
}
"""What says nothing in a sentence such as `I take it, please`."""

_ASKING: Final = {
    "a",
    "an",
    "can",
    "could",
    "do",
    "does",
    "give",
    "is",
    "of",
    "show",
    "tell",
    "what",
    "what's",
    "you",
}
"""What stands before a thing that is asked for, as in `what do I hold?`."""

_TELLING: Final = {
    "again",
    "guide",
    "hand",
    "help",
    "hint",
    "log",
    "rules",
    "score",
    "seen",
    "table",
    "why",
}
"""The commands that only tell something; what follows them does no harm."""

_STOCK: Final = {"stock", "deck"}
_PILE: Final = {"pile", "discard", "upcard"}
_PLACE: Final = _STOCK | _PILE | {"a", "card", "from", "of", "on", "this", "top", "up"}
"""The words of a place to draw from, such as `the top card of the stock`."""

_OBJECTS: Final[dict[str, set[str]]] = {
    "next": {"deal", "game", "match"},
    "pass": {"on", "upcard"},
    "quit": {"game"},
    "redo": set(),
    "replay": {"deal"},
    "undo": {"action", "last", "move"},
    "verify": {"match"},
    "yes": set(),
}
"""What may follow a command that does something: after anything else it is not what was meant."""


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
    >>> parse("I take it, please.")
    Command(word='take', rest='', card=None)
    >>> parse("fold") is None
    True
    """
    text = line.strip()
    first, _, rest = text.partition(" ")
    if _WORDS.get(first.lower()) == "cut":
        return Command("cut", rest.strip())  # as it was typed: it goes into the decks
    said = [*filter(None, (word.strip(_POINTS) for word in _written(text).lower().split()))]
    if not said:
        return Command("help" if text == "?" else "") if text in {"", "?"} else None
    said = _left(said, _FILLERS) or said
    found = _card(said) or _command(said) or _asked(said)
    # Whoever asks does not want it done yet.
    asks = text.endswith("?") and found is not None and found.word not in _TELLING
    return None if asks else found


def _written(text: str) -> str:
    """Write digits and letters of any width or script as ours, and leave out what is not seen."""
    seen = (c for c in unicodedata.normalize("NFKC", text) if c.isspace() or not _is_invisible(c))
    return "".join(str(unicodedata.decimal(c, c)) for c in seen)


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) in _INVISIBLE


def _card(said: list[str]) -> Command | None:
    try:
        return Command("discard", card=parse_card(" ".join(said)))
    except ParseError:
        return None


def _command(said: list[str]) -> Command | None:
    first, rest = said[0], said[1:]
    word = _WORDS.get(first)
    if word in {"discard", "knock", "gin", "cards", "sort"}:
        return Command(word, " ".join(rest))
    if word is None:
        return Command("discard", first) if first in _RANK_WORDS and not rest else None
    if word in {"stock", "take"}:
        return Command("undo") if said[:2] == ["take", "back"] else _drawing(word, said)
    if len(first) == 1 and rest:
        return None
    return Command(word) if word in _TELLING or _OBJECTS[word].issuperset(rest) else None


def _drawing(word: str, said: list[str]) -> Command | None:
    """Read what to draw: the place that is named goes before the verb."""
    # The draw pile is the stock by another name.
    said = " ".join(said).replace("draw pile", "stock").split()
    rest = said[1:]
    if _STOCK.intersection(said):
        word = "stock"
    elif _PILE.intersection(rest):
        word = "take"
    what = " ".join(rest) if _PLACE.isdisjoint(rest) else " ".join(_left(rest, _PLACE))
    return Command(word, what) if word == "take" or not what else None


def _left(said: list[str], without: set[str]) -> list[str]:
    return [word for word in said if word not in without]


def _asked(said: list[str]) -> Command | None:
    """Read a question or a request by the first thing that it names, where that is only told."""
    first = next(iter(_left(said, _ASKING)), "")
    word = _WORDS.get(first)
    return Command(word) if word in _TELLING and len(first) > 1 else None


def parse_card(text: str) -> Card:
    """Read a card in letters, with a suit sign or in words; `ParseError` says what is wrong.

    >>> parse_card("10h"), parse_card("ten of hearts"), parse_card("8 clubs"), parse_card("q s")
    (Card('TH'), Card('TH'), Card('8C'), Card('QS'))
    """
    found = _IN_WORDS.fullmatch(text.strip())
    if found is None:
        return Card(text)
    rank, suit = found[1].lower(), found[3] or found[2][0]
    return Card(_RANK_WORDS.get(rank, rank) + suit.upper())


def parse_rank(text: str) -> int | None:
    """Read the rank of a card whose suit is not said; `None` where it is none.

    >>> parse_rank("ten"), parse_rank("10"), parse_rank("q"), parse_rank("9C")
    (10, 10, 12, None)
    """
    rank = _RANK_WORDS.get(text.lower(), text)
    try:
        return Card(f"{rank}S").rank
    except ParseError:
        return None
