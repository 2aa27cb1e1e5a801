"""Where everything on the table screen stands, from the size of the terminal alone.

The size of the cards and the rows of every region are chosen for a hand of eleven and never for
the phase, so nothing moves while a deal is played.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Final

from gin.ui.card_face import LARGE, MEDIUM, SMALL, Face

__all__ = ["MIN_HEIGHT", "MIN_WIDTH", "Layout", "fits", "layout"]

MIN_WIDTH: Final = 30
MIN_HEIGHT: Final = 10

# A table wider or higher than this only pulls its parts away from each other.
_MAX_WIDTH: Final = 132
_MAX_HEIGHT: Final = 36
# The panel takes what eleven cards in a row leave it.
_PANEL: Final = 36
_TABLE: Final = 68
_SPARE: Final = 6


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns, rows and card sizes of the table screen.

    `left` and `top` are the place of the table on the terminal, `width` and `height` its size,
    `panel` the width of the side panel or 0. `face` is the size of the cards in the hand, `None`
    for cards without boxes, and `hand_rows` how many rows of cards the hand has. Then come the
    first rows of the regions and how many lines some of them have; `lift` tells whether there is
    a line for a selected card to be raised into, `brackets` whether there is one for the words
    under the melds. `piles` is the size of the cards of the piles, `None` for buttons in their
    place, `summary` the row of the deadwood, or -1, `keys` that of the key line, or -1.
    """

    left: int
    top: int
    width: int
    height: int
    panel: int
    face: Face | None
    hand_rows: int
    lift: bool
    brackets: bool
    piles: Face | None
    opponent: int
    pile: int
    message: int
    message_lines: int
    hand: int
    summary: int
    actions: int
    action_lines: int
    keys: int

    @property
    def table_width(self) -> int:
        """The columns left of the side panel; the last one of the terminal stays free."""
        return self.width - self.panel - 1

    @property
    def notes(self) -> bool:
        """Whether there is room for notes beside the piles."""
        return self.piles is not None and self.table_width >= 60

    @property
    def tools(self) -> int:
        """How many tools have buttons: as many as fit beside the longest ones of a turn."""
        if self.action_lines > 1:
            return 5 if self.table_width >= 60 else 4
        return 4 if self.table_width >= 76 else 3 if self.table_width >= 60 else 0

    @property
    def row_height(self) -> int:
        """The lines of one row of cards with its marks."""
        cards = self.face.height if self.face else 1
        return self.lift + cards + 1 + self.brackets


def fits(width: int, height: int) -> bool:
    """Tell whether the game can be shown in a terminal of this size."""
    return width >= MIN_WIDTH and height >= MIN_HEIGHT


@dataclass(frozen=True, slots=True)
class _Plan:
    """The sizes of the regions before they are given rows."""

    face: Face | None
    hand_rows: int
    piles: Face | None
    message: int
    actions: int
    lift: bool
    brackets: bool
    summary: bool
    keys: bool

    @property
    def regions(self) -> dict[str, int]:
        """The lines of every region below the header, from top to bottom."""
        cards = self.face.height if self.face else 1
        return {
            "opponent": 1,
            "pile": (self.piles.height if self.piles else 0) + 1,
            "message": self.message,
            "hand": self.hand_rows * (self.lift + cards + 1 + self.brackets),
            "summary": int(self.summary),
            "actions": self.actions,
            "keys": int(self.keys),
        }

    @property
    def lines(self) -> int:
        """The lines of the header and all regions."""
        return 1 + sum(self.regions.values())


def layout(width: int, height: int, *, boxes: bool = True) -> Layout:
    """Lay the table out for a terminal of at least 30 by 10; `boxes` draws cards as boxes.

    >>> layout(80, 24).face, layout(40, 20).hand_rows, layout(200, 60).face
    (Face(width=5, height=4), 2, Face(width=7, height=5))
    """
    used_width, used_height = min(width, _MAX_WIDTH), min(height, _MAX_HEIGHT)
    panel = min(_PANEL, used_width - _TABLE) if width >= 96 and height >= 28 else 0
    plan = _plan(used_width - panel, used_height, boxes=boxes)
    rows = _rows(plan, used_height - plan.lines)
    return Layout(
        left=(width - used_width) // 2,
        top=(height - used_height) // 2,
        width=used_width,
        height=used_height,
        panel=panel,
        face=plan.face,
        hand_rows=plan.hand_rows,
        lift=plan.lift,
        brackets=plan.brackets,
        piles=plan.piles,
        opponent=rows["opponent"],
        pile=rows["pile"],
        message=rows["message"],
        message_lines=plan.message,
        hand=rows["hand"],
        summary=rows["summary"] if plan.summary else -1,
        actions=rows["actions"],
        action_lines=plan.actions,
        keys=rows["keys"] if plan.keys else -1,
    )


def _rows(plan: _Plan, spare: int) -> dict[str, int]:
    """Return the first row of every region; spare lines become gaps between them."""
    # The gaps that help most come first: before the message, before the buttons, then the rest.
    gaps: dict[str, int] = dict.fromkeys(("message", "actions", "pile", "opponent", "keys"), 0)
    for name in islice(cycle(gaps), max(0, spare)):
        gaps[name] += 1
    rows: dict[str, int] = {}
    row = 1
    for name, lines in plan.regions.items():
        row += gaps.get(name, 0)
        rows[name] = row
        row += lines
    return rows


def _plan(width: int, height: int, *, boxes: bool) -> _Plan:
    """Choose the sizes of the regions: the largest of a few plans that fits."""
    for needed, plan in _PLANS:
        if plan.face is not None and not boxes:
            continue
        if width >= needed and plan.lines <= height:
            # A second line for the buttons where lines are to spare.
            spare = plan.brackets and height - plan.lines >= _SPARE
            return replace(plan, actions=2) if spare else plan
    return _PLANS[-1][1]


def _boxes(face: Face, piles: Face, message: int) -> _Plan:
    """Return a plan with the hand in one row of boxes."""
    return _Plan(face, 1, piles, message, 1, lift=True, brackets=True, summary=True, keys=True)


def _folded(piles: Face | None, message: int, *, lift: bool) -> _Plan:
    """Return a plan with the hand in two rows of small boxes."""
    return _Plan(SMALL, 2, piles, message, 2, lift=lift, brackets=False, summary=True, keys=True)


def _bare(rows: int, message: int, actions: int, *, summary: bool, keys: bool) -> _Plan:
    """Return a plan with the cards as text."""
    return _Plan(
        None, rows, None, message, actions, lift=False, brackets=False, summary=summary, keys=keys
    )


# The least width of each plan, the largest first: so many columns hold eleven cards.
_PLANS: Final = (
    (90, _boxes(LARGE, LARGE, 2)),
    (_TABLE, _boxes(MEDIUM, MEDIUM, 2)),
    (_TABLE, _boxes(SMALL, SMALL, 2)),
    (36, _folded(SMALL, 3, lift=True)),
    (36, _folded(None, 3, lift=True)),
    (36, _folded(None, 2, lift=False)),
    (46, _bare(1, 3, 2, summary=True, keys=True)),
    (46, _bare(1, 2, 1, summary=True, keys=True)),
    (30, _bare(2, 3, 2, summary=True, keys=True)),
    (30, _bare(2, 3, 2, summary=True, keys=False)),
    (30, _bare(2, 3, 1, summary=True, keys=False)),
    (30, _bare(2, 2, 1, summary=True, keys=False)),
    (30, _bare(2, 2, 1, summary=False, keys=False)),
)
