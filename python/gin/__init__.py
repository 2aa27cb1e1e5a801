"""Gin rummy: the rules, an exact solver, computer players and a table to play at."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from gin._core import Deals
from gin.action import Action, Event
from gin.arena import ArenaResult, arena
from gin.belief import Belief, belief
from gin.cards import (
    GIN_BONUS,
    HAND_SIZE,
    KNOCK_LIMIT,
    STOCK_FLOOR,
    TARGET,
    UNDERCUT_BONUS,
    Arrangement,
    Card,
    Hand,
    Layoff,
    Meld,
    arrange,
    arrangements,
    deadwood,
    deadwood_many,
    discards,
    discards_many,
    lay_off,
    lay_off_many,
    spreads,
)
from gin.deal import Deal
from gin.errors import (
    GinError,
    IllegalAction,
    ParseError,
    PlayerError,
    RecordError,
    SaveError,
)

# `players` and `arena` are the functions, though modules have the names too: those submodules are
# loaded here, once, and the functions take the names after that.
from gin.players import Appraisal, Player, appraise, evaluate, player, players
from gin.scoring import Result
from gin.view import Opening, View

if TYPE_CHECKING:
    from gin.match import Match

    __version__: str

__all__ = [
    "GIN_BONUS",
    "HAND_SIZE",
    "KNOCK_LIMIT",
    "STOCK_FLOOR",
    "TARGET",
    "UNDERCUT_BONUS",
    "Action",
    "Appraisal",
    "ArenaResult",
    "Arrangement",
    "Belief",
    "Card",
    "Deal",
    "Deals",
    "Event",
    "GinError",
    "Hand",
    "IllegalAction",
    "Layoff",
    "Match",
    "Meld",
    "Opening",
    "ParseError",
    "Player",
    "PlayerError",
    "RecordError",
    "Result",
    "SaveError",
    "View",
    "appraise",
    "arena",
    "arrange",
    "arrangements",
    "belief",
    "deadwood",
    "deadwood_many",
    "discards",
    "discards_many",
    "evaluate",
    "lay_off",
    "lay_off_many",
    "player",
    "players",
    "spreads",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})


def __getattr__(name: str) -> object:
    # Loaded when it is asked for: a match needs SHA-256 and the record, a solver does not, and
    # every command pays for what this module imports (a quarter of its time).
    if name == "Match":
        from gin.match import Match  # noqa: PLC0415

        return Match
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

        # Run from a folder, the package has no version.
        with contextlib.suppress(PackageNotFoundError):
            return version("gin-rummy")
    raise AttributeError(f"module 'gin' has no attribute {name!r}")
