"""What every screen is, and how screens lead to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from gin.ui.canvas import Canvas
    from gin.ui.command import Command

__all__ = ["Navigation", "Screen"]


class Screen(Protocol):
    """One screen; `name` picks its keys, `overlay` says that the one below shows around it."""

    name: ClassVar[str]
    overlay: ClassVar[bool]

    def draw(self, canvas: Canvas) -> None:
        """Paint the screen."""
        ...

    def do(self, command: Command) -> None:
        """Answer a key or a click."""
        ...


class Navigation(Protocol):
    """The stack of screens, seen from one of them."""

    def open(self, screen: Screen) -> None:
        """Put a screen on top."""
        ...

    def close(self) -> None:
        """Go back to the screen below."""
        ...

    def home(self) -> None:
        """Go to the screen that the state of the match asks for."""
        ...

    def finish(self) -> None:
        """Go from the result of the last deal to that of the match."""
        ...
