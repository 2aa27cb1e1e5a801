"""`gin arena`: two players against each other, or a ladder of several."""

from __future__ import annotations

import json
import math
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TextIO

# All of it is loaded before a Ctrl-C is more than an end.
import gin.schedule  # noqa: F401  # pyright: ignore[reportUnusedImport]
from gin.arena import ArenaResult
from gin.arena import arena as play
from gin.cli import INTERRUPTED, printable
from gin.errors import GinError, in_one_line
from gin.ladder import Ladder, draw, figure_class, pairings, rate

if TYPE_CHECKING:
    import argparse

    from gin.tally import Forfeit, MatchPairs

__all__ = ["arena"]

_DEALS: Final = 10_000
_LADDER_MATCHES: Final = 1_000
_SHOWN_FORFEITS: Final = 3
_LAST_WORDS: Final = 200
_SEEDS: Final = 1 << 64
_APART: Final = 0x9E37_79B9_7F4A_7C15  # far, so that near seeds of ladders share no pairing's


def arena(args: argparse.Namespace) -> int:
    """Play what is asked for and print it; 130 where an interrupt ended it early."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        return _arena(args)
    signal.signal(signal.SIGINT, _end)
    try:
        return _arena(args)
    finally:
        if signal.getsignal(signal.SIGINT) is _end:
            signal.signal(signal.SIGINT, before)


def _end(*_: object) -> NoReturn:
    # From now on the command is on its way out. SIG_IGN would be told of as an error where two
    # signals come at once; and at the very end of the interpreter no handler is left.
    signal.signal(signal.SIGINT, _pass_over)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    raise KeyboardInterrupt


def _pass_over(*_: object) -> None:
    pass


def _arena(args: argparse.Namespace) -> int:
    if args.ladder:
        return _ladder(args)
    if len(args.players) != 2:
        raise GinError(
            f"An arena has two players, not {len(args.players)}; --ladder takes any number."
        )
    if args.picture is not None:
        raise GinError("A picture is drawn of a ladder; add --ladder.")
    matches = 0 if args.matches is None else args.matches
    deals = args.deals if args.deals is not None else 0 if args.matches is not None else _DEALS
    result = _play(args, (args.players[0], args.players[1]), deals, matches)
    sys.stdout.write(f"{json.dumps(_json(result)) if args.json else _text(result)}\n")
    return INTERRUPTED if result.partial else 0


def _play(
    args: argparse.Namespace, players: tuple[str, str], deals: int, matches: int, pairing: int = 0
) -> ArenaResult:
    # Each pairing has cards of its own: on the same ones players much like each other fare alike
    # against a third, and the ladder, for which each pairing is news, would be too sure.
    seed = args.seed if not pairing else (args.seed + pairing * _APART) % _SEEDS
    title = f"{players[0]} v {players[1]}: " if args.ladder else ""
    line = _Line(sys.stderr, title, deals + deals % 2, matches + matches % 2)
    try:
        return play(
            *players,
            deals=deals,
            matches=matches,
            seed=seed,
            jobs=args.jobs,
            move_time=args.move_time,
            progress=line.show if line.visible else None,
        )
    finally:
        line.clear()


class _Line:
    """How far it is, on a terminal; nothing in a pipe."""

    _PAUSE: Final = 0.1

    def __init__(self, stream: TextIO | None, title: str, deals: int, matches: int) -> None:
        self._stream = stream
        self._title = title
        self._deals = deals
        self._matches = matches
        self._last = -math.inf
        self.visible = stream is not None and stream.isatty()

    def show(self, result: ArenaResult) -> None:
        """Write the line anew, if it is time."""
        now = time.monotonic()
        if self._stream is None or now - self._last < self._PAUSE:
            return
        self._last = now
        parts: list[str] = []
        if self._deals:
            parts.append(f"{result.deals:,} of {self._deals:,} deals, {_points(result)}")
        if self._matches:
            parts.append(f"{result.matches:,} of {self._matches:,} matches, {_wins(result)}")
        self._write(self._title + "; ".join(parts))

    def clear(self) -> None:
        """Take the line away."""
        if self.visible:
            self._write("")

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write(f"\r\x1b[K{text}")
            self._stream.flush()


def _points(result: ArenaResult) -> str:
    if not result.deals:
        return "no points yet"
    return f"{result.points:+.2f} ± {_width(result.points_ci, '.2f')} points a deal"


def _wins(result: ArenaResult) -> str:
    if not result.matches:
        return "none won yet"
    # Of a pair or two, the interval is wider than all that can be.
    certain = result.match_wins_ci < 1
    width = _width(100 * result.match_wins_ci, ".1f") if certain else "?"
    return f"{100 * result.match_wins:.1f} ± {width} % won"


def _width(width: float, form: str) -> str:
    return "?" if math.isinf(width) else format(width, form)


def _text(result: ArenaResult) -> str:
    wide = max(12, len(result.a), len(result.b))
    lines = [f"{result.a} against {result.b}"]
    if result.partial:
        lines[0] += " (interrupted; this is what is known so far)"
    if result.deals or not result.matches:
        lines.append(f"  {result.deals:,} deals, each deck twice: {_points(result)}")
    if result.matches:
        lines.append(f"  {result.matches:,} matches to 100: {_wins(result)}")
    lines.append(f"  {'share of deals':16}{result.a:>{wide + 2}}{result.b:>{wide + 2}}")
    for kind, shares in result.shares.items():
        cells = "".join(f"{100 * share:{wide}.1f} %" for share in shares)
        lines.append(f"  {kind:16}{cells}")
    cells = "".join(f"{1e6 * seconds:{wide - 1},.1f} µs" for seconds in result.seconds_per_move)
    lines.append(f"  {'time a decision':16}{cells}")
    if result.capped:
        lines.append(f"  {result.capped:,} deals were given up after 400 actions (R21)")
    for player, name in enumerate((result.a, result.b)):
        if result.forfeits[player]:
            lines.append(f"  {name} forfeited {result.forfeits[player]:,} times:")
            lines += _reports(result, player)
    return "\n".join(lines)


def _reports(result: ArenaResult, player: int) -> list[str]:
    lines: list[str] = []
    for forfeit in [each for each in result.reports if each.player == player][:_SHOWN_FORFEITS]:
        lines.append(f"    {forfeit}")
        said = forfeit.stderr.strip().splitlines()
        if said:
            lines.append(f"      its last words: {printable(said[-1][:_LAST_WORDS])}")
    return lines


def _number(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _json(result: ArenaResult) -> dict[str, Any]:
    return {
        "a": result.a,
        "b": result.b,
        "partial": result.partial,
        "deals": result.deals,
        "points": _number(result.points),
        "points_ci": _number(result.points_ci),
        "matches": result.matches,
        "match_wins": _number(result.match_wins),
        "match_wins_ci": _number(result.match_wins_ci),
        "shares": result.shares,
        "seconds_per_move": result.seconds_per_move,
        "capped": result.capped,
        "forfeits": result.forfeits,
        "reports": [_report(forfeit) for forfeit in result.reports],
    }


def _report(forfeit: Forfeit) -> dict[str, Any]:
    return {
        "player": forfeit.player,
        "kind": forfeit.kind,
        "pair": forfeit.pair,
        "question": forfeit.question,
        "answer": forfeit.answer,
        "reason": forfeit.reason,
        "stderr": forfeit.stderr,
    }


def _check_ladder(args: argparse.Namespace) -> None:
    """What is wrong or missing should be known before everything is played."""
    if args.deals is not None:
        raise GinError("A ladder is made of matches; give --matches instead of --deals.")
    if len(args.players) < 2 or len(set(args.players)) < len(args.players):
        raise GinError("A ladder needs two players or more, each named once.")
    if args.picture is not None:
        figure_class()
        picture = Path(args.picture)
        if picture.suffix.lower() not in {"", ".png"}:  # "" is a pipe or a device too
            raise GinError(
                "The picture is a PNG file, so its name ends in .png, not as in"
                f" {in_one_line(args.picture)}."
            )
        if picture.is_dir() or not picture.absolute().parent.is_dir():
            why = "it is a folder" if picture.is_dir() else "no such folder"
            raise GinError(f"The picture cannot be written to {args.picture}: {why}.")


def _ladder(args: argparse.Namespace) -> int:
    _check_ladder(args)
    matches = _LADDER_MATCHES if args.matches is None else args.matches
    names = list(args.players)
    found: dict[tuple[int, int], MatchPairs] = {}
    partial = False
    try:
        for number, (one, other) in enumerate(pairings(len(names))):
            both = (args.players[one], args.players[other])
            result = _play(args, both, 0, matches, number)
            found[one, other] = result.tally.match_pairs
            names[one], names[other] = result.a, result.b
            partial = result.partial
            if partial:
                break
    except KeyboardInterrupt:  # between two arenas
        partial = True
    ladder = rate(_distinct(names, args.players), found, args.seed)
    sys.stdout.write(
        f"{json.dumps(_ladder_json(ladder, partial=partial)) if args.json else ladder.text()}\n"
    )
    if partial and not args.json:
        sys.stdout.write("interrupted; this is what is known so far\n")
    if args.picture is not None:
        draw(ladder, Path(args.picture))
    return INTERRUPTED if partial else 0


def _distinct(names: list[str], given: list[str]) -> list[str]:
    """Programs may give themselves one name; then their commands tell them apart."""
    return [
        name if names.count(name) == 1 else f"{name} ({command})"
        for name, command in zip(names, given, strict=True)
    ]


def _ladder_json(ladder: Ladder, *, partial: bool) -> dict[str, Any]:
    return {
        "partial": partial,
        "matches": ladder.matches,
        "ratings": [
            {
                "name": each.name,
                "points": _number(each.points),
                "low": _number(each.low),
                "high": _number(each.high),
            }
            for each in ladder.ratings
        ],
        "shares": [[_number(share) for share in row] for row in ladder.shares],
    }
