"""Fairness: how the deals of this match are made, and what has just been checked of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gin.errors import GinError
from gin.ui.ink import lines_of
from gin.ui.screens.reading import Page
from gin.wording import CHECKED, FAIR_METHOD, broken_text, proof_lines

if TYPE_CHECKING:
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation

__all__ = ["FairScreen"]


class FairScreen(Page):
    """Every deck and every action of the match so far, checked while the page is opened."""

    name: ClassVar[str] = "fair"

    def __init__(self, model: Model, navigation: Navigation) -> None:
        super().__init__(model, navigation, "Fair deals")
        self._broken = ""
        self._proven: list[str] = []
        try:
            self._proven = proof_lines(model.session.proof())
        except GinError as error:
            self._broken = model.worded(broken_text(error))

    def lines(self, width: int) -> list[tuple[str, str]]:
        """Return what was checked, then why that is enough."""
        lines = [(CHECKED, "class:title")]
        if self._broken:
            lines += [(line, "class:warning") for line in lines_of(self._broken, width)]
        for fact in self._proven:
            lines += [(line, "") for line in lines_of(fact, width, indent=2)]
        lines.append(("", ""))
        return [*lines, *((line, "") for line in lines_of(FAIR_METHOD, width))]
