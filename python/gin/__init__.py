"""Gin rummy: the rules, an exact solver, computer players and a table to play at."""

from __future__ import annotations

from gin.action import Action, Event
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
    discards,
    lay_off,
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
from gin.match import Match
from gin.scoring import Result
from gin.view import Opening, View

__all__ = [
    "GIN_BONUS",
    "HAND_SIZE",
    "KNOCK_LIMIT",
    "STOCK_FLOOR",
    "TARGET",
    "UNDERCUT_BONUS",
    "Action",
    "Arrangement",
    "Card",
    "Deal",
    "Event",
    "GinError",
    "Hand",
    "IllegalAction",
    "Layoff",
    "Match",
    "Meld",
    "Opening",
    "ParseError",
    "PlayerError",
    "RecordError",
    "Result",
    "SaveError",
    "View",
    "arrange",
    "arrangements",
    "deadwood",
    "discards",
    "lay_off",
    "spreads",
]
