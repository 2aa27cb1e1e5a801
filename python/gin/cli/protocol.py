"""`gin protocol LEVEL`: a level as a program that others can play against."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gin.cli.source import lines
from gin.duel import Level
from gin.errors import PlayerError
from gin.players import Player, check_seed, decide, player, players
from gin.serve import answers

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from gin.action import Action
    from gin.view import View

__all__ = ["serve"]


@dataclass(frozen=True, slots=True)
class _Partner:
    """A sparring partner of the arena, which has no name for people."""

    name: str
    seed: int

    def choose(self, view: View) -> Action:
        return decide(self.name, self.seed, view)


def _named(name: str, seed: int) -> Player:
    try:
        Level(name)
    except PlayerError:
        return player(name, seed)  # which says what the players are
    return player(name, seed) if name in players() else _Partner(name, check_seed(seed))


def serve(args: argparse.Namespace) -> int:
    """Answer the lines on standard input until `bye` or their end."""
    chosen = _named(args.level, args.seed)
    for answer in answers(chosen, args.level, _lines()):
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()
    return 0


def _lines() -> Iterator[str]:
    for line in lines():
        yield line.decode("ascii", "replace")
