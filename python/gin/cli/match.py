"""`gin verify`, `gin export` and `gin import`: matches checked, and carried as records."""

from __future__ import annotations

import dataclasses
import json
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gin import record
from gin.cli import complain
from gin.cli.source import bytes_of, write_new
from gin.errors import GinError, ParseError, PlayerError, RecordError, SaveError, shown
from gin.match import Match
from gin.paths import data_directory
from gin.players import players
from gin.proof import Proof, prove, prove_text
from gin.saves import Store, read_tags
from gin.wording import counted, proof_lines

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from gin.saves import Carried, Entry, Tags

__all__ = ["export", "take_in", "verify"]

_CHANGED: Final = 1
_DATABASE: Final = b"SQLite format 3\0"
_MOST_LINES: Final = 1_000_000  # a record has some twenty


def verify(args: argparse.Namespace) -> int:
    """Check matches from their first card; return 0, or 1 where something was changed."""
    status = 0
    for name, found in _proofs(args):
        if isinstance(found, Proof):
            _tell_right(name, found, as_json=args.json)
        else:
            status = _CHANGED
            _tell_wrong(name, found, as_json=args.json)
    return status


def _proofs(args: argparse.Namespace) -> Iterator[tuple[str, Proof | GinError]]:
    """Yield every match asked for with what came of checking it."""
    if _is_file(args.match):
        data = bytes_of(args.match)
        if not data.startswith(_DATABASE[:6]):
            yield from _file_proofs(args.match, data)
            return
    with closing(_store(args)) as store:
        try:
            store.check()
            chosen = _chosen(store, "all" if _is_file(args.match) else args.match)
        except SaveError as error:
            # Damage is an answer, not a bad question.
            yield str(store.path), error
            return
        for entry in chosen:
            yield f"match {entry.name}", _stored_proof(store, entry)


def _stored_proof(store: Store, entry: Entry) -> Proof | GinError:
    try:
        saved = store.load(entry.id)
        store.finished_deals()
        found = prove(saved.match)
    except GinError as error:
        return error
    # The seed of a match that goes on stays a secret.
    over = saved.match.winner is not None
    return found if over or saved.origin != "random" else dataclasses.replace(found, seed=None)


def _file_proofs(name: str, data: bytes) -> Iterator[tuple[str, Proof | GinError]]:
    try:
        parts = record.split(_text_of(data))
    except RecordError as error:
        yield name, error
        return
    for before, text in parts:
        title = name if len(parts) == 1 else f"{name}, line {before + 1}"
        try:
            yield title, prove_text(text)
        except RecordError as error:
            yield name, RecordError(error.line + before, error.reason)


def _tell_right(name: str, found: Proof, *, as_json: bool) -> None:
    if as_json:
        facts = {
            "match": name,
            "verified": True,
            "fingerprint": found.fingerprint,
            "seed": None if found.seed is None else found.seed.hex(),
            "cut": found.cut.hex(),
            "decks": found.decks,
            "actions": found.actions,
            "results": found.results,
            "score": found.scores,
            "winner": found.winner,
        }
        sys.stdout.write(json.dumps(facts) + "\n")
        return
    lines = [f"{name}: everything is right.", *(f"  {line}" for line in proof_lines(found))]
    sys.stdout.write("\n".join(lines) + "\n")


def _tell_wrong(name: str, error: GinError, *, as_json: bool) -> None:
    if as_json:
        facts = {"match": name, "verified": False, "error": str(error)}
        sys.stdout.write(json.dumps(facts) + "\n")
    else:
        complain(f"{name} is not right: {error}")


def export(args: argparse.Namespace) -> int:
    """Write matches as records; return the exit status."""
    with closing(_store(args)) as store:
        chosen = _chosen(store, "all" if _is_file(args.match) else args.match)
        texts = [_record_of(store, entry, secret=args.secret) for entry in chosen]
    text = "".join(texts)
    if args.output is None or args.output == "-":
        sys.stdout.buffer.write(text.encode())
    else:
        write_new(args.output, text)
    return 0


def _record_of(store: Store, entry: Entry, *, secret: bool) -> str:
    match = store.load(entry.id).match
    reveal = match.winner is not None or not secret
    return match.to_text(reveal=reveal, tags=store.tags(entry.id).headers)


def take_in(args: argparse.Namespace) -> int:
    """Take records into the saves, all of them or none; return the exit status."""
    if args.level is not None and args.level not in players():
        raise PlayerError(
            f"There is no level {shown(args.level)}; choose one of {', '.join(players())}."
        )
    data = bytes_of(args.file)
    taken: list[tuple[Match, Tags]] = []
    for before, text in record.split(_text_of(data)):
        try:
            taken.append(_readable(text, args.level))
        except RecordError as error:
            raise RecordError(error.line + before, error.reason) from error
    with closing(Store(data_directory(args.data))) as store:
        outcomes = store.take_in(taken)
    for (match, _), carried in zip(taken, outcomes, strict=True):
        _tell_carried(match, carried, as_json=args.json)
    return 0


def _readable(text: str, level: str | None) -> tuple[Match, Tags]:
    """Read a record that can be played on, or is whole; `RecordError` says what it lacks."""
    match = Match.from_text(text)
    last = len(text.rstrip("\n").split("\n"))
    if match.seed is None:
        raise RecordError(
            last, "The seed is missing; export the match without --secret, or when it is over."
        )
    if match.winner is None and not record.read(text).checked:
        raise RecordError(last, "The check is missing, so the record may have been cut off.")
    tags = read_tags(text, match, level)
    if match.winner is None and tags.level not in players():
        raise RecordError(
            1, f"This program has no computer player {shown(tags.level)} to go on with."
        )
    return match, tags


_OUTCOMES: Final = {
    "new": "taken in",
    "known": "was here already, nothing was changed",
    "longer": "brought on to where the record stands",
    "behind": "goes on further here, nothing was changed",
}


def _tell_carried(match: Match, carried: Carried, *, as_json: bool) -> None:
    if as_json:
        facts = {
            "match": carried.name,
            "outcome": carried.outcome,
            "deals": len(match.deals),
            "score": match.scores,
            "winner": match.winner,
        }
        sys.stdout.write(json.dumps(facts) + "\n")
        return
    deals = f"{counted(len(match.deals), 'deal')} over"
    score = "{} to {}".format(*match.scores)
    sys.stdout.write(f"match {carried.name}: {_OUTCOMES[carried.outcome]}; {deals}, {score}.\n")


# --- which match ---


def _store(args: argparse.Namespace) -> Store:
    if _is_file(args.match):
        return Store.at(Path(args.match))
    return Store(data_directory(args.data))


def _is_file(name: str) -> bool:
    """Tell a file from a match: whatever is no number, `last` or `all`."""
    number = name.removeprefix("p")
    return not (name in {"last", "all"} or (number.isascii() and number.isdecimal()))


def _chosen(store: Store, name: str) -> Sequence[Entry]:
    """Return the matches of a name; `ParseError` where there is none."""
    found = store.entries()
    if not found:
        raise ParseError(name, f"There are no matches in {store.path}.")
    if name == "all":
        return found
    if name == "last":
        last = store.find(unfinished=False)
        if last is None:
            return found[-1:]
        return [entry for entry in found if entry.id == last]
    chosen = [entry for entry in found if entry.name == name]
    if not chosen:
        raise ParseError(
            name,
            f"There is no match {shown(name)} in {store.path}; choose {_names(found)}.",
        )
    return chosen


def _names(found: Sequence[Entry]) -> str:
    ends = [
        [entry.name for entry in found if entry.counted == counted] for counted in (True, False)
    ]
    return " and ".join(
        names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}" for names in ends if names
    )


def _text_of(data: bytes) -> str:
    if data.count(b"\n") > _MOST_LINES:
        raise RecordError(_MOST_LINES + 1, "No file of records has so many lines.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "A record is UTF-8 text; these bytes are not.") from error
