"""A match as text: one line a deal, enough to play every action of it again.

`docs/record.md` describes the format. This module reads and writes the lines; whether they make a
match is for `Match.from_text`, which plays them.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from gin import fair
from gin.action import Action
from gin.cards import Card, cards_text
from gin.errors import ParseError, RecordError, shown
from gin.position import parse_deck

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gin.scoring import Result

__all__ = [
    "TAGS",
    "VERSION",
    "DealLine",
    "Record",
    "check_players",
    "check_tags",
    "read",
    "result_text",
    "split",
    "write",
]

VERSION: Final = 1
_FIRST: Final = "gin-rummy record"
_UNFINISHED: Final = "unfinished"
_NONE: Final = "-"
_HEADERS: Final = ("seat 0", "seat 1", "target", "fingerprint", "seed", "cut")
_CHECK: Final = "check"
TAGS: Final = ("level", "origin", "begun", "ended", "undone", "helped")
"""Headers that no rule depends on: what the saves know of a match beside its play."""
_FIELDS: Final = ("deal", "starter", "deck", "actions", "result", "score")
_NAME_LIMIT: Final = 80


@dataclass(frozen=True, slots=True)
class DealLine:
    """One line of a record: a deal with its deck, actions, result and the score after it.

    `line` is its place in the text, from 1. `result` is the text of `result_text`.
    """

    line: int
    number: int
    starter: int
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    result: str
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Record:
    """What a record says, as values, before anything of it is played.

    `fingerprint` is 64 hex digits; `seed` is `None` while it is a secret. `cut` is what the other
    side mixed in, `tags` the headers among `TAGS` by name. `checked` is the line of a check that
    fits, 0 where there is none, and minus the line of one that does not fit.
    """

    players: tuple[str, str]
    target: int
    fingerprint: str
    seed: bytes | None
    deals: tuple[DealLine, ...]
    cut: bytes = b""
    tags: tuple[tuple[str, str], ...] = ()
    checked: int = 0


def result_text(result: Result | None) -> str:
    """Write a result as a record does; `None` is a deal that goes on.

    >>> from gin import Hand, arrange
    >>> from gin.scoring import settle
    >>> spread = arrange(Hand("4C 5C 6C 7S 7H 7D JS JH JD AC"))
    >>> result_text(settle(0, spread, Hand("2C 3C 7C 8C TD TH TS KS KD QH")))
    'knock, 29 to seat 0, deadwood 1 30'
    >>> result_text(None)
    'unfinished'
    """
    if result is None:
        return _UNFINISHED
    to = "no score" if result.winner is None else f"{result.points} to seat {result.winner}"
    return f"{result.kind}, {to}, deadwood {result.deadwood[0]} {result.deadwood[1]}"


def check_players(players: tuple[str, str]) -> tuple[str, str]:
    """Return the two names where a record can hold them; raises `ParseError` otherwise.

    >>> check_players(("you", " "))
    Traceback (most recent call last):
    gin.errors.ParseError: A player's name is 1 to 80 printable characters, with no blanks around.
    """
    if not isinstance(players, tuple | list) or len(players) != 2:
        raise ParseError(shown(players), f"A match has two players' names, not {shown(players)}.")
    for name in players:
        if not _is_line(name) or not 0 < len(name) <= _NAME_LIMIT:
            raise ParseError(
                shown(name),
                f"A player's name is 1 to {_NAME_LIMIT} printable characters, with no blanks"
                " around.",
            )
    return (players[0], players[1])


def _is_line(text: object) -> bool:
    """Whether a header can hold it and gives it back as it is."""
    return isinstance(text, str) and text.isprintable() and text == text.strip()


def check_tags(tags: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return the headers where a record can hold them; raises `ParseError` otherwise.

    >>> check_tags((("level", "simple"),))
    (('level', 'simple'),)
    """
    try:
        found = tuple((name, text) for name, text in islice(tags, len(TAGS) + 1))
    except (TypeError, ValueError):
        found = ((shown(tags), ""),)
    for name, text in found:
        if not _is_line(text) or name not in TAGS:
            raise ParseError(
                shown(tags),
                f"Tags are pairs of a name ({', '.join(TAGS)}) and a printable text, not"
                f" {shown(tags)}.",
            )
    if len(dict(found)) < len(found):
        raise ParseError(shown(tags), f"Each tag stands once; there is one twice in {shown(tags)}.")
    return found


def write(record: Record) -> str:
    """Return the text of `record`, with its check and a line break at its end.

    >>> print(write(Record(("you", "computer"), 100, "0" * 64, None, ())).splitlines()[0])
    gin-rummy record 1
    """
    lines = [
        f"{_FIRST} {VERSION}",
        f"seat 0: {record.players[0]}",
        f"seat 1: {record.players[1]}",
        f"target: {record.target}",
        f"fingerprint: {record.fingerprint}",
    ]
    if record.seed is not None:
        lines.append(f"seed: {record.seed.hex()}")
    if record.cut:
        lines.append(f"cut: {record.cut.hex()}")
    lines.extend(f"{name}: {text}" for name, text in record.tags)
    lines.extend(_deal_text(deal) for deal in record.deals)
    text = "\n".join(lines) + "\n"
    return f"{text}{_CHECK}: {hashlib.sha256(text.encode()).hexdigest()}\n"


def split(text: str) -> list[tuple[int, str]]:
    r"""Cut a text that holds several records, one after the other, into records.

    Each comes with the number of lines before it.

    >>> [before for before, _ in split("gin-rummy record 1\n\ngin-rummy record 1\n")]
    [0, 2]
    """
    lines = text.removeprefix("\ufeff").split("\n")
    starts = [at for at, line in enumerate(lines) if line.startswith(f"{_FIRST} ")]
    if not starts or starts[0]:
        starts.insert(0, 0)
    ends = [*starts[1:], len(lines)]
    return [
        (start, "\n".join([*lines[start:end], *([""] if end < len(lines) else [])]))
        for start, end in zip(starts, ends, strict=True)
    ]


def _deal_text(deal: DealLine) -> str:
    fields = (
        f"deal {deal.number}",
        f"starter {deal.starter}",
        f"deck {cards_text(deal.deck)}",
        f"actions {'; '.join(map(str, deal.actions)) or _NONE}",
        f"result {deal.result}",
        f"score {deal.score[0]} {deal.score[1]}",
    )
    return " | ".join(fields)


def read(text: str) -> Record:
    """Read the lines of a record; raises `RecordError` with the line that is wrong.

    Empty lines and lines that begin with `#` may stand anywhere after the first line.

    >>> read("gin-rummy record 7")
    Traceback (most recent call last):
    gin.errors.RecordError: line 1: This record has version 7; only version 1 can be read here.
    """
    lines = _lines(text)
    _check_version(lines[0])
    headers: dict[str, tuple[int, str]] = {}
    deals: list[DealLine] = []
    check: tuple[int, str] | None = None
    for number, line in enumerate(lines[1:], start=2):
        if not line or line.startswith("#"):
            continue
        if check is not None:
            raise RecordError(number, "Nothing can follow the check.")
        if deals and line.startswith(f"{_CHECK}:"):
            check = number, line.removeprefix(f"{_CHECK}:").strip()
        elif line.startswith("deal "):
            deals.append(_read_deal(number, line))
        elif deals:
            raise RecordError(number, "Only deals and the check can follow the first deal.")
        else:
            _read_header(number, line, headers)
    last = len(lines)
    if not deals:
        raise RecordError(last, "The record has no deal; there is one line for each.")
    fingerprint = _hex(*_header(headers, "fingerprint", last), "fingerprint")
    given = Record(
        players=_players(headers, last),
        target=_target(*_header(headers, "target", last)),
        fingerprint=fingerprint,
        seed=_seed(*headers["seed"], fingerprint) if "seed" in headers else None,
        deals=tuple(deals),
        cut=_cut(*headers["cut"]) if "cut" in headers else b"",
        tags=tuple((name, _printable(name, *headers[name])) for name in TAGS if name in headers),
    )
    return given if check is None else _checked(given, *check)


def _lines(text: str) -> list[str]:
    if not isinstance(text, str):
        raise RecordError(1, f"A record is text, not {shown(text)}.")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        before = text.count("\n", 0, error.start)
        raise RecordError(
            before + 1, "A record is text that UTF-8 can hold; half of a surrogate pair is none."
        ) from error
    return [line.strip() for line in text.removeprefix("\ufeff").split("\n")]


def _checked(given: Record, line: int, text: str) -> Record:
    """Note whether the check fits the content; comments and empty lines are none of it."""
    *_, right = write(given).splitlines()
    fits = f"{_CHECK}: {text}" == right
    return replace(given, checked=line if fits else -line)


def _check_version(line: str) -> None:
    match = re.fullmatch(rf"{_FIRST} ([!-~]{{1,20}})", line)
    if match is None:
        raise RecordError(1, f"This is no record; the first line must be '{_FIRST} {VERSION}'.")
    if match[1] != str(VERSION):
        raise RecordError(
            1, f"This record has version {match[1]}; only version {VERSION} can be read here."
        )


def _read_header(number: int, line: str, headers: dict[str, tuple[int, str]]) -> None:
    name, colon, content = line.partition(":")
    if not colon or name not in (*_HEADERS, *TAGS):
        raise RecordError(
            number, f"{shown(line)} is no line of a record; the headers are {', '.join(_HEADERS)}."
        )
    if name in headers:
        raise RecordError(number, f"The header '{name}' stands twice; it stands once.")
    headers[name] = (number, content.strip())


def _header(headers: dict[str, tuple[int, str]], name: str, last: int) -> tuple[int, str]:
    if name not in headers:
        raise RecordError(last, f"The header '{name}' is missing.")
    return headers[name]


def _players(headers: dict[str, tuple[int, str]], last: int) -> tuple[str, str]:
    (_, first), (line, second) = (_header(headers, f"seat {seat}", last) for seat in (0, 1))
    try:
        return check_players((first, second))
    except ParseError as error:
        raise RecordError(line, error.reason) from error


def _printable(name: str, line: int, text: str) -> str:
    if not _is_line(text):
        raise RecordError(line, f"The header '{name}' is printable text, not {shown(text)}.")
    return text


def _target(line: int, text: str) -> int:
    target = _number(line, text, "target")
    if target < 1:
        raise RecordError(line, f"A match is played to 1 point or more, not {target}.")
    return target


def _seed(line: int, text: str, fingerprint: str) -> bytes:
    seed = bytes.fromhex(_hex(line, text, "seed"))
    if fair.fingerprint(seed) != fingerprint:
        raise RecordError(line, "The fingerprint is not that of the seed.")
    return seed


def _cut(line: int, text: str) -> bytes:
    if re.fullmatch(rf"([0-9a-fA-F]{{2}}){{1,{fair.CUT_BYTES}}}", text) is None:
        raise RecordError(line, f"The cut is hex digits, two a byte, not {shown(text)}.")
    return bytes.fromhex(text)


def _read_deal(line: int, text: str) -> DealLine:
    fields = [field.strip() for field in text.split("|")]
    names = [field.partition(" ")[0] for field in fields]
    if names != list(_FIELDS):
        raise RecordError(line, f"A deal has the fields {' | '.join(_FIELDS)}, in this order.")
    number, starter, deck, actions, result, score = (
        field.partition(" ")[2].strip() for field in fields
    )
    if starter not in ("0", "1"):
        raise RecordError(line, f"The starter is seat 0 or seat 1, not {shown(starter)}.")
    try:
        cards = parse_deck(deck)
    except ParseError as error:
        raise RecordError(line, error.reason) from error
    return DealLine(
        line=line,
        number=_number(line, number, "number of the deal"),
        starter=int(starter),
        deck=cards,
        actions=tuple(_read_actions(line, actions)),
        result=" ".join(result.split()),
        score=_score(line, score),
    )


def _read_actions(line: int, text: str) -> Iterable[Action]:
    if text == _NONE:
        return
    for place, word in enumerate(text.split(";"), start=1):
        try:
            yield Action.parse(word.strip())
        except ParseError as error:
            raise RecordError(line, f"Action {place}: {error.reason}") from error


def _score(line: int, text: str) -> tuple[int, int]:
    parts = text.split()
    if len(parts) != 2:
        raise RecordError(line, f"The score is two numbers, not {shown(text)}.")
    return (_number(line, parts[0], "score"), _number(line, parts[1], "score"))


def _number(line: int, text: str, name: str) -> int:
    if re.fullmatch(r"[0-9]{1,9}", text) is None:
        raise RecordError(line, f"The {name} is a whole number, not {shown(text)}.")
    return int(text)


def _hex(line: int, text: str, name: str) -> str:
    if re.fullmatch(r"[0-9a-fA-F]{64}", text) is None:
        raise RecordError(line, f"The {name} is 64 hex digits, not {shown(text)}.")
    return text.lower()
