"""The course of a deal in columns: who drew what, and what was discarded."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gin.action import Event
    from gin.wording import Name

__all__ = ["turn_row"]


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
