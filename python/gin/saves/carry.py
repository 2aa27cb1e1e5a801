"""Matches out of the saves as records, and records into the saves."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal

from gin import record
from gin.errors import RecordError, SaveError, shown
from gin.saves.history import add_luck
from gin.saves.load import deck_bytes, load_match
from gin.saves.seal import seal

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping
    from pathlib import Path

    from gin.action import Action
    from gin.deal import Deal
    from gin.match import Match
    from gin.saves.load import Origin

__all__ = [
    "Carried",
    "Entry",
    "Tags",
    "entries",
    "fits",
    "put_in",
    "read_tags",
    "tags_of",
    "take_in",
]

_TIME: Final = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00"
_COUNTS: Final = r"\d{1,4}:\d{1,6}(?: \d{1,4}:\d{1,6})*"
_PATTERNS: Final = {
    "level": r"[a-z][a-z0-9_-]{0,39}",
    "origin": r"random|seed|deal",
    "begun": _TIME,
    "ended": rf"(?:{_TIME}|-)(?: (?:{_TIME}|-))*",
    "undone": _COUNTS,
    "helped": _COUNTS,
}
_UNKNOWN: Final = "1970-01-01T00:00:00+00:00"


@dataclass(frozen=True, slots=True)
class Entry:
    """A match in a list of all of them: `name` is what the person calls it, `3` or `p2`.

    Practice has a `p` before its number, as it is counted by itself.
    """

    id: int
    name: str
    level: str
    counted: bool
    over: bool


@dataclass(frozen=True, slots=True)
class Tags:
    """What the saves know of a match beside its play.

    `ended` has the time of every finished deal, `None` where it is not known; `undone` and
    `helped` count by deal how often something was taken back, or the worth of choices was shown.
    """

    level: str
    origin: Origin
    begun: str
    ended: tuple[str | None, ...]
    undone: Mapping[int, int]
    helped: Mapping[int, int]

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """The tags as headers of a record; what there is none of is left out."""
        found = {
            "level": self.level,
            "origin": self.origin,
            "begun": self.begun,
            "ended": " ".join(time or "-" for time in self.ended),
            "undone": " ".join(f"{deal}:{count}" for deal, count in self.undone.items()),
            "helped": " ".join(f"{deal}:{count}" for deal, count in self.helped.items()),
        }
        return tuple((name, text) for name, text in found.items() if text)


@dataclass(frozen=True, slots=True)
class Carried:
    """What became of a record: `new`, `known` already, `longer` than here, or `behind` it."""

    name: str
    outcome: Literal["new", "known", "longer", "behind"]


def entries(connection: sqlite3.Connection) -> tuple[Entry, ...]:
    """List every match, oldest first; deals that are replayed are none."""
    counts = {True: 0, False: 0}
    found: list[Entry] = []
    for match_id, level, counted, status in connection.execute(
        "SELECT id, level, counted, status FROM match WHERE replay_of IS NULL ORDER BY id"
    ).fetchall():
        kind = bool(counted)
        counts[kind] += 1
        name = f"{'' if kind else 'p'}{counts[kind]}"
        found.append(Entry(match_id, name, str(level), kind, status == "over"))
    return tuple(found)


def tags_of(connection: sqlite3.Connection, match_id: int) -> Tags:
    """Return what the file says of a match beside its play."""
    level, origin, begun = connection.execute(
        "SELECT level, origin, created FROM match WHERE id = ?", (match_id,)
    ).fetchone()
    rows = connection.execute(
        "SELECT number, kind, ended, undos, hints FROM deal WHERE match = ? ORDER BY number",
        (match_id,),
    ).fetchall()
    return Tags(
        level=level,
        origin=origin,
        begun=begun,
        ended=tuple(ended for _, kind, ended, _, _ in rows if kind is not None),
        undone={number: undos for number, _, _, undos, _ in rows if undos},
        helped={number: hints for number, _, _, _, hints in rows if hints},
    )


def read_tags(text: str, match: Match, level: str | None = None) -> Tags:
    """Read what a record says beside the play; `level` is taken where it says nothing of one.

    Raises `RecordError` with the line of a header that does not fit.
    """
    given = dict(record.read(text).tags)
    lines = [line.strip() for line in text.split("\n")]
    place = {name: _line_of(lines, name) for name in given}
    for name, content in given.items():
        if not fits(name, content):
            raise RecordError(place[name], f"The header '{name}' cannot be {shown(content)}.")
    if level is None and "level" not in given:
        raise RecordError(
            1, "The record does not say which computer player it was; say so with --level."
        )
    ended = tuple(None if time == "-" else time for time in given.get("ended", "").split())
    if ended and len(ended) != len(match.deals):
        raise RecordError(
            place["ended"],
            f"Finished deals: {len(match.deals)}, not {len(ended)}.",
        )
    origin: Origin = "random"
    if given.get("origin") in {"seed", "deal"}:
        origin = "deal" if given["origin"] == "deal" else "seed"
    return Tags(
        level=given.get("level", level or ""),
        origin=origin,
        begun=given.get("begun", _UNKNOWN),
        ended=ended or (None,) * len(match.deals),
        undone=_counts(given, place, "undone", match),
        helped=_counts(given, place, "helped", match),
    )


def fits(name: str, content: str) -> bool:
    """Tell whether a header can be so: in the digits 0 to 9, and of times that a calendar has."""
    if re.fullmatch(_PATTERNS[name], content, re.ASCII) is None:
        return False
    times = content.split() if name in {"begun", "ended"} else ()
    return all(time == "-" or _is_time(time) for time in times)


def _is_time(text: str) -> bool:
    try:
        # Newer Pythons read 24:00 as well, which is written as 00:00 of the next day.
        return datetime.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _line_of(lines: list[str], name: str) -> int:
    return next(at for at, line in enumerate(lines, start=1) if line.startswith(f"{name}:"))


def _counts(
    given: Mapping[str, str], place: Mapping[str, int], name: str, match: Match
) -> Mapping[int, int]:
    counts: dict[int, int] = {}
    for part in given.get(name, "").split():
        deal, _, count = part.partition(":")
        if int(deal) in counts or not 1 <= int(deal) <= match.number or not int(count):
            raise RecordError(place[name], f"{shown(part)} is no count of a deal of this match.")
        counts[int(deal)] = int(count)
    return counts


# --- into the saves ---


def take_in(connection: sqlite3.Connection, match: Match, tags: Tags, path: Path) -> Carried:
    """Put a match into the file, unless it is there; one that went on elsewhere is brought on.

    Raises `SaveError`, with nothing written, where it went on differently here and there.
    """
    played = _course(match)
    replaced: int | None = None
    for match_id in _same_seed(connection, match):
        here = load_match(connection, match_id, path).match
        course = _course(here)
        if _begins(course, played):
            outcome: Literal["known", "behind"] = "known" if course == played else "behind"
            return Carried(_name(connection, match_id), outcome)
        if _begins(played, course):
            replaced = match_id
        elif tags.origin == "random":
            raise SaveError(
                f"Match {_name(connection, match_id)} here has the same cards and was played"
                " differently; nothing was changed."
            )
    if replaced is not None:
        tags = _joined(tags, tags_of(connection, replaced))
    match_id = put_in(connection, match, tags, replaced)
    return Carried(_name(connection, match_id), "new" if replaced is None else "longer")


def _joined(tags: Tags, here: Tags) -> Tags:
    """Add what is known here of a match that is brought on: its marks, and times left open."""
    known = (*here.ended, *(None for _ in tags.ended))
    return replace(
        tags,
        begun=here.begun if tags.begun == _UNKNOWN else tags.begun,
        ended=tuple(time or known[at] for at, time in enumerate(tags.ended)),
        undone=_most(tags.undone, here.undone),
        helped=_most(tags.helped, here.helped),
    )


def _most(there: Mapping[int, int], here: Mapping[int, int]) -> Mapping[int, int]:
    """Return the greater count of each deal: both may hold the same times."""
    deals = sorted(there.keys() | here.keys())
    return {deal: max(there.get(deal, 0), here.get(deal, 0)) for deal in deals}


def _same_seed(connection: sqlite3.Connection, match: Match) -> list[int]:
    return [
        match_id
        for (match_id,) in connection.execute(
            "SELECT id FROM match WHERE seed = ? AND cut = ? AND target = ?"
            " AND replay_of IS NULL ORDER BY id DESC",
            (match.seed, match.cut, match.target),
        )
    ]


def _name(connection: sqlite3.Connection, match_id: int) -> str:
    return next(entry.name for entry in entries(connection) if entry.id == match_id)


def _course(match: Match) -> tuple[tuple[Action, ...], ...]:
    deals = (*match.before, match.deal)
    return tuple(tuple(event.action for event in deal.history) for deal in deals)


def _begins(
    longer: tuple[tuple[Action, ...], ...], shorter: tuple[tuple[Action, ...], ...]
) -> bool:
    """Tell whether a course of play is the other one or its beginning."""
    if len(shorter) > len(longer):
        return False
    *before, last = shorter
    return list(longer[: len(before)]) == before and longer[len(before)][: len(last)] == last


def put_in(
    connection: sqlite3.Connection, match: Match, tags: Tags, replaced: int | None = None
) -> int:
    """Write a whole match, in the place of another one where that is given; return its id."""
    if replaced is not None:
        for (replay,) in connection.execute(
            "SELECT id FROM match WHERE replay_of = ?", (replaced,)
        ).fetchall():
            _remove_deals(connection, replay)
            connection.execute("DELETE FROM match WHERE id = ?", (replay,))
        _remove_deals(connection, replaced)
    over = match.winner is not None
    cursor = connection.execute(
        "INSERT OR REPLACE INTO match (id, created, touched, seed, cut, fingerprint, target, level,"
        " origin, counted, status, winner) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            replaced,
            tags.begun,
            match.seed,
            match.cut,
            match.fingerprint,
            match.target,
            tags.level,
            tags.origin,
            tags.origin != "deal",
            "over" if over else "open",
            match.winner,
        ),
    )
    match_id = replaced or int(cursor.lastrowid or 0)
    for number, deal in enumerate((*match.before, match.deal), start=1):
        _put_deal(connection, match_id, number, deal, tags)
    if not over:
        # What is over must not stand before what is being played.
        connection.execute(
            "UPDATE match SET touched = (SELECT max(touched) + 1 FROM match) WHERE id = ?",
            (match_id,),
        )
    seal(connection, match_id)
    return match_id


def _remove_deals(connection: sqlite3.Connection, match_id: int) -> None:
    for statement in (
        "DELETE FROM luck WHERE match = ?",
        "DELETE FROM undone WHERE match = ?",
        "DELETE FROM action WHERE match = ?",
        "DELETE FROM deal WHERE match = ?",
    ):
        connection.execute(statement, (match_id,))


def _put_deal(
    connection: sqlite3.Connection, match_id: int, number: int, deal: Deal, tags: Tags
) -> None:
    result = deal.result
    ended = tags.ended[number - 1] if result is not None else None
    outcome: tuple[object, ...] = (None,) * 6
    if result is not None:
        outcome = (result.kind, result.knocker, result.winner, result.points, *result.deadwood)
    connection.execute(
        "INSERT INTO deal (match, number, starter, deck, kind, knocker, winner, points, deadwood_0,"
        " deadwood_1, ended, undos, hints) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            match_id,
            number,
            deal.starter,
            deck_bytes(deal),
            *outcome,
            ended,
            tags.undone.get(number, 0),
            tags.helped.get(number, 0),
        ),
    )
    for ply, event in enumerate(deal.history, start=1):
        connection.execute(
            "INSERT INTO action (match, deal, ply, seat, text) VALUES (?, ?, ?, ?, ?)",
            (match_id, number, ply, event.seat, str(event.action)),
        )
    if result is not None:
        add_luck(connection, match_id, number, deal)
