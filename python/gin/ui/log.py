"""The course of a deal as lines: who drew what, and what was discarded."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from gin.wording import Name, event_text, subject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gin.action import Event

__all__ = ["turn_lines", "turn_phrase", "turn_row", "turns"]


def turns(history: Sequence[Event]) -> list[tuple[Event, ...]]:
    """Cut a history into turns: the events of one seat that follow each other."""
    return [tuple(run) for _, run in groupby(history, key=lambda event: event.seat)]


def turn_phrase(events: Sequence[Event], name: Name, *, gin: bool = False) -> str:
    """Say in one phrase what a seat did in its turn; `gin` says that a knock in it was gin.

    >>> from gin.action import Action, Event
    >>> from gin.wording import letters
    >>> turn = [Event(1, Action.DRAW_STOCK), Event(1, Action.discard("8D"))]
    >>> turn_phrase(turn, letters)
    'drew from the stock, discarded 8D'
    """
    texts = (event_text(event, name, gin=gin).rstrip(".") for event in events)
    return ", ".join(text.partition(" ")[2] for text in texts)


def turn_lines(history: Sequence[Event], name: Name, *, gin: bool = False) -> list[str]:
    """List every turn of a deal as a sentence; `gin` says that the knock in it was gin."""
    return [
        f"{number:>3}  {subject(events[0].seat)} {turn_phrase(events, name, gin=gin)}."
        for number, events in enumerate(turns(history), 1)
    ]


def turn_row(number: int, events: Sequence[Event], name: Name) -> str:
    """Write a turn in the three columns of the side panel: who, drawn, discarded."""
    who = "cpu" if events[0].seat else "you"
    drew = thrown = ""
    for event in events:
        if event.action.kind == "pass":
            drew = "passed"
        elif event.action.card is not None:
            thrown = name(event.action.card)
        elif event.action.kind == "stock":
            drew = "stock" + (f" {name(event.card)}" if event.card else "")
        elif event.card is not None:
            drew = f"took {name(event.card)}"
    return f"{number:>3} {who}  {drew:<10}{thrown}".rstrip()
