"""The person's hand on the screen: rows of cards with their keys, marks and melds."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gin.ui.card_face import CardPen
from gin.ui.command import Command
from gin.ui.holding import Group, Holding
from gin.ui.theme import FACE, suit_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gin.cards import Card
    from gin.ui.canvas import Canvas
    from gin.ui.glyph import Glyphs
    from gin.ui.layout import Layout

__all__ = ["HandView", "hand_rows"]

_KEYS = "1234567890-"


def hand_rows(holding: Holding, layout: Layout) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of each row on the screen, as the cursor walks over them."""
    split = _split(holding.groups, layout)
    return tuple(tuple(card for group in row for card in group.cards) for row in split.rows)


@dataclass(frozen=True, slots=True)
class _Split:
    """The groups of each row, and the blanks between groups and between loose cards."""

    rows: tuple[tuple[Group, ...], ...]
    gap: int
    loose_gap: int


def _card_width(layout: Layout) -> int:
    return layout.face.width if layout.face else 4


def _between(left: Group, right: Group, split: _Split) -> int:
    return split.loose_gap if left.meld is None and right.meld is None else split.gap


def _width(row: Sequence[Group], split: _Split, layout: Layout) -> int:
    cards = sum(len(group.cards) for group in row) * _card_width(layout)
    return cards + sum(_between(a, b, split) for a, b in itertools.pairwise(row))


def _split(groups: tuple[Group, ...], layout: Layout) -> _Split:
    """Break the hand into its rows: melds whole where they fit, the blanks as wide as may be."""
    room = layout.table_width - 1
    gaps = ((2, 1), (1, 1), (1, 0)) if layout.face else ((1, 0), (0, 0))
    single = tuple(Group((card,), group.meld) for group in groups for card in group.cards)
    for gap, loose_gap in gaps:
        if layout.hand_rows == 1:
            one = _Split((groups,), gap, loose_gap)
            if _width(groups, one, layout) <= room:
                return one
            continue
        cuts = [
            _Split((groups[:at], groups[at:]), gap, loose_gap) for at in range(1, len(groups) + 1)
        ]
        best = min(cuts, key=lambda cut: max(_width(row, cut, layout) for row in cut.rows))
        if max(_width(row, best, layout) for row in best.rows) <= room:
            return best
    # Long melds in a narrow window: a meld may go on in the second row.
    half = (len(single) + 1) // 2
    rows = (single[:half], single[half:]) if layout.hand_rows == 2 else (single,)
    return _Split(tuple(_merged(row) for row in rows), 0, 0)


def _merged(row: Sequence[Group]) -> tuple[Group, ...]:
    """Put neighbours of one meld together again."""
    merged: list[Group] = []
    for group in row:
        if merged and group.meld is not None and merged[-1].meld == group.meld:
            merged[-1] = Group(merged[-1].cards + group.cards, group.meld)
        else:
            merged.append(group)
    return tuple(merged)


@dataclass(frozen=True, slots=True)
class HandView:
    """One drawing of a hand.

    `new` is the card to mark, `focused` whether the cursor shows, `points` whether loose cards
    have their count below them.
    """

    holding: Holding
    layout: Layout
    glyphs: Glyphs
    new: Card | None
    focused: bool
    points: bool = True

    def draw(self, canvas: Canvas) -> None:
        """Draw the hand from the top of the canvas."""
        split = _split(self.holding.groups, self.layout)
        number = 0
        left = canvas.margin
        for row_number, row in enumerate(split.rows):
            x, y = left, row_number * self.layout.row_height
            for at, group in enumerate(row):
                if at:
                    x += _between(row[at - 1], group, split)
                self._group(canvas, x, y, group, number)
                number += len(group.cards)
                x += len(group.cards) * _card_width(self.layout)

    def _group(self, canvas: Canvas, x: int, y: int, group: Group, number: int) -> None:
        width = _card_width(self.layout)
        self._under(canvas, x, y, group)
        for at, card in enumerate(group.cards):
            place = x + at * width
            if self.layout.face is None:
                self._bare_card(canvas, place, y, group, at)
            else:
                self._boxed_card(canvas, place, y, card)
            self._mark(canvas, place, y, card, number + at)

    def _boxed_card(self, canvas: Canvas, x: int, y: int, card: Card) -> None:
        face = self.layout.face
        if face is None:
            return
        chosen = card == self.holding.selected
        target = Command("card", card)
        lift = self.layout.lift
        for down in range(lift + face.height):
            canvas.put(x, y + down, " " * face.width, "", target)
        top = y + (lift and not chosen)
        CardPen(canvas, face, self.glyphs).card(x, top, card, chosen=chosen, target=target)

    def _bare_card(self, canvas: Canvas, x: int, y: int, group: Group, at: int) -> None:
        """Draw a card as text, with a bracket around its meld."""
        card = group.cards[at]
        chosen = card == self.holding.selected
        target = Command("card", card)
        style = f"{FACE} {suit_style(card)}" + (" class:cursor" if chosen else "")
        name = self.glyphs.name(card)
        canvas.put(x, y, "[" if group.meld and at == 0 else " ", "", target)
        canvas.put(x + 1, y, name.ljust(3), "", target)
        canvas.put(x + 1, y, name, style, target)
        if group.meld and at == len(group.cards) - 1:
            canvas.put(x + 1 + len(name), y, "]", "", target)

    def _mark(self, canvas: Canvas, x: int, y: int, card: Card, number: int) -> None:
        """Write the key of a card; `>` is the cursor, `*` a new card, `^` a selected one."""
        face = self.layout.face
        here = self.focused and card == self.holding.at
        chosen = card == self.holding.selected
        marks = ("*" if card == self.new else "") + ("^" if chosen else "")
        style = "class:cursor" if here else "class:chosen" if chosen else "class:key"
        target = Command("card", card)
        if face is None:
            canvas.put(x, y + 1, "    ", "", target)
            below, start = y + 1, x + 1
        else:
            below = y + self.layout.lift + face.height
            # Two marks need the cell in which a bracket on this line may end.
            crowded = not self.layout.brackets and len(marks) > 1
            start = x + face.width // 2 - crowded
        canvas.put(start, below, f"{_KEYS[number]}{marks}", style, target)
        if here:
            canvas.put(start - 1, below, ">", style, target)

    def _under(self, canvas: Canvas, x: int, y: int, group: Group) -> None:
        """Draw the bracket under a meld with its name, or the points of a loose card."""
        face = self.layout.face
        if face is None:
            return
        left, level, right = self.glyphs.bracket
        width = len(group.cards) * face.width
        below = y + self.layout.lift + face.height
        if not self.layout.brackets:
            if group.meld is not None:
                canvas.put(x, below, left + level * (width - 2) + right, "class:faint")
            return
        if group.meld is not None:
            word = f" {group.meld.kind} "
            canvas.put(x, below + 1, left + word.center(width - 2, level) + right)
        elif self.points:
            points = str(group.cards[0].points).rjust(2).ljust(3)
            canvas.put(x + (face.width - 5) // 2, below + 1, left + points + right, "class:faint")
