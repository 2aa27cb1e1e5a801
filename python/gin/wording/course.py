"""Sentences about the course of a deal, turn by turn."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from gin.wording.card import Name, letters
from gin.wording.move import deed_text
from gin.wording.seat import subject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gin.action import Event

NOTHING_PLAYED = "Nothing has been played yet."
"""What is said of a deal without an action."""


def turns(history: Sequence[Event]) -> list[tuple[Event, ...]]:
    """Cut a history into turns: the events of one seat that follow each other."""
    return [tuple(run) for _, run in groupby(history, key=lambda event: event.seat)]


def turn_phrase(events: Sequence[Event], name: Name = letters, *, gin: bool = False) -> str:
    """Say in one phrase what a seat did in its turn; `gin` says that a knock in it was gin.

    >>> from gin.action import Action, Event
    >>> turn = [Event(1, Action.DRAW_STOCK), Event(1, Action.discard("8D"))]
    >>> turn_phrase(turn)
    'drew from the stock, discarded 8D'
    """
    return ", ".join(deed_text(event, name, gin=gin) for event in events)


def turn_lines(history: Sequence[Event], name: Name = letters, *, gin: bool = False) -> list[str]:
    """List every turn of a deal as a sentence; `gin` says that the knock in it was gin."""
    return [
        f"{subject(events[0].seat)} {turn_phrase(events, name, gin=gin)}."
        for events in turns(history)
    ]
