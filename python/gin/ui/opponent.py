"""The computer's turn as the person sees it: thought out beside the screen, shown step by step."""

from __future__ import annotations

import asyncio
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from gin.errors import GinError, LeftBehindError
from gin.wording import event_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gin.action import Event
    from gin.ui.model import Model

__all__ = ["Opponent"]

_STEP_SECONDS: Final[Mapping[str, float]] = MappingProxyType(
    {"instant": 0.0, "fast": 0.2, "normal": 0.5, "slow": 1.0, "wait": 0.5}
)
"""Seconds for which each step of the computer's move is shown."""
_FLASH_SECONDS: Final = 0.25
_FOREVER: Final = 1e9


class Opponent:
    """Plays the computer's turns; `changed` is called when there is something new to draw.

    While a turn is shown the model is `busy`; `skip` cuts the waiting short and never anything
    else, so what is typed ahead cannot become a move.
    """

    def __init__(self, model: Model, changed: Callable[[], None]) -> None:
        self._model = model
        self._changed = changed
        self._skipped = asyncio.Event()

    def skip(self) -> None:
        """Show the rest of the turn at once."""
        self._skipped.set()

    @property
    def wanted(self) -> bool:
        """Whether the computer is to act and nobody has started it yet."""
        model = self._model
        return model.session.thinking and not model.busy and not model.stalled

    def start(self) -> None:
        """Mark the turn as begun; `play` has to follow."""
        self._model.busy = True
        self._skipped.clear()

    async def play(self) -> None:
        """Play and show everything the computer does until the person is to act."""
        model = self._model
        loop = asyncio.get_running_loop()
        try:
            while model.session.thinking:
                action = await loop.run_in_executor(None, model.session.choose)
                # Saved before it is shown.
                events = model.session.answer(action)
                await self._show(events)
        except LeftBehindError as error:
            # The same action will not be saved the next time either.
            model.notice = ""
            model.stalled, model.behind = model.worded(str(error)), True
        except GinError as error:
            model.notice = ""
            model.stalled = model.worded(f"{error} Press Enter to try again.")
        finally:
            model.flash = model.told = ""
            model.busy = False
            model.refresh()
            self._changed()

    async def _show(self, events: tuple[Event, ...]) -> None:
        model = self._model
        speed = model.settings.speed
        pause = _STEP_SECONDS[speed]
        kind = ""
        for event in events:
            kind = event.action.kind
            # The pile that is touched flashes first, then the change is there to be seen.
            model.flash = {"stock": "stock", "take": "take", "pile": "take"}.get(kind, "")
            if model.settings.motion == "off":
                model.flash = ""
            if model.flash and pause:
                await self._wait(_FLASH_SECONDS)
        model.refresh()
        if events:
            model.told = event_text(events[-1], model.name, gin=model.table.gin)
        landed = kind == "discard" and model.settings.motion == "on"
        model.flash = "take" if landed else ""
        if landed and pause:
            await self._wait(_FLASH_SECONDS)
            model.flash = ""
        if speed == "wait" and not model.session.thinking and not self._skipped.is_set():
            model.told += " Press a key to go on."
            pause = _FOREVER
        await self._wait(pause)
        model.flash = ""

    async def _wait(self, seconds: float) -> None:
        if seconds <= 0 or self._skipped.is_set():
            return
        self._changed()
        try:
            await asyncio.wait_for(self._skipped.wait(), seconds)
        except TimeoutError:
            return
