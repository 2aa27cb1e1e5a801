"""What stands in a window that is too small for the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gin.ui.ink import lines_of
from gin.ui.layout import MIN_HEIGHT, MIN_WIDTH

if TYPE_CHECKING:
    from gin.ui.canvas import Canvas
    from gin.ui.command import Command
    from gin.ui.model import Model

__all__ = ["SmallScreen"]


class SmallScreen:
    """Says what size is needed; keys change nothing here, and leaving is always possible."""

    name: ClassVar[str] = "small"
    overlay: ClassVar[bool] = False

    def __init__(self, model: Model) -> None:
        self._model = model

    def draw(self, canvas: Canvas) -> None:
        """Paint the notice, the needed size first."""
        you, computer = self._model.table.scores
        needed = f"Needs {MIN_WIDTH}x{MIN_HEIGHT}, this is {canvas.width}x{canvas.height}."
        text = "Your game is saved. Enlarge the window or press q."
        width = max(1, canvas.width - 1)
        lines = [*lines_of(needed, width), *lines_of(text, width)]
        if canvas.height > len(lines):
            lines.insert(0, f"GIN  You {you}  Cpu {computer}")
        for y, line in enumerate(lines):
            canvas.put(0, y, line)

    def do(self, command: Command) -> None:
        """Do nothing: the table is not in sight."""
