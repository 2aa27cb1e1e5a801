"""The table as it is drawn: opponent, piles, message, deadwood and the side panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gin.ui.card_face import CardPen
from gin.ui.coach import live_rows
from gin.ui.command import STOCK, TAKE, Command
from gin.ui.ink import first_that_fits, lines_of, write
from gin.ui.log import turn_row
from gin.ui.tracker import draw_seen
from gin.wording import draw_effect, turn_phrase, turns

if TYPE_CHECKING:
    from gin.cards import Meld
    from gin.ui.canvas import Canvas
    from gin.ui.layout import Layout
    from gin.ui.model import Model

__all__ = [
    "draw_message",
    "draw_opponent",
    "draw_panel",
    "draw_piles",
    "draw_summary",
]

_PEEK: Final = Command("peek")
_WHY: Final = Command("why")
# Rows of the panel for the live coach, and the fewest for the deal before the match gives way.
_COACH: Final = 6
_TURNS: Final = 10
# How a move is told where the line is short.
_BRIEFLY: Final = (
    (" from the discard pile", ""),
    ("took the upcard, ", "took "),
    ("drew from the stock", "drew"),
)


def draw_opponent(canvas: Canvas, y: int, model: Model) -> None:
    """Draw the computer's hand face down and what it did last, which always stays to be read."""
    table = model.table
    cards = 10 + (table.to_act == 1 and table.phase == "discard")
    backs = f" Computer  {model.glyphs.back * cards} {cards}"
    phrase = turn_phrase(table.computer_move, model.name, gin=table.gin)
    brief = phrase
    for long, short in _BRIEFLY:
        brief = brief.replace(long, short)
    # Long and short are chosen by the room alone, so that the line keeps its form.
    if canvas.width >= 88:
        start, said = f"{backs} cards     last: ", phrase or "nothing yet"
    elif canvas.width >= 79:
        start, said = f"{backs}   last: ", phrase or "nothing yet"
    elif canvas.width >= 62:
        start, said = f"{backs} cards   last: ", brief or "nothing yet"
    elif canvas.width >= 56:
        start, said = " Computer ", phrase or "has not moved yet"
    else:
        start, said = "Computer " if canvas.width >= 36 else "Cpu ", brief or "has not moved"
    # Only a knock is too long for its room; its discard lies on the pile for all to see.
    knock = brief.partition(", discarding ")[0]
    said = first_that_fits(canvas.width - len(start), [said, brief, knock])
    write(canvas, 0, y, start, target=_PEEK)
    # What it took is the one event that must not be missed.
    style = "class:taken" if "took" in said else "class:strong" if phrase else ""
    write(canvas, len(start), y, said, style, target=_WHY)


def draw_piles(canvas: Canvas, y: int, layout: Layout, model: Model, focus: Command | None) -> None:
    """Draw both piles with their labels; as cards where there is room, else as two buttons."""
    view = model.table.view
    none = "none" if layout.table_width < 36 else "empty"
    top = model.name(view.top) if view.top is not None else none
    labels = (("s", f"Stock {view.stock}", STOCK), ("t", f"Discard {top}", TAKE))
    wide = layout.notes
    left = canvas.margin
    columns = (9, 27) if wide else (left, left + (13 if layout.table_width < 36 else 20))
    for (key, label, command), x in zip(labels, columns, strict=True):
        can = _can(model, command)
        focused = command == focus
        first, last = "><" if focused else "[]" if can else "()"
        flash = model.flash == command.name
        style = "class:flash" if flash else "class:button" if can else "class:off"
        if layout.piles is None:
            text = f"{first}{key} {label}{last}"
            write(canvas, x, y, text, f"{style} class:cursor" if focused else style, target=command)
            continue
        below = y + layout.piles.height
        write(canvas, x, below, f"{first}{key}{last} {label}", style, target=command)
        if focused:
            canvas.put(x, below, f"{first}{key}{last}", "class:cursor", command)
        pen = CardPen(canvas, layout.piles, model.glyphs)
        centre = x + 5 - layout.piles.width // 2
        _draw_pile(pen, centre, y, command, model)
    if wide:
        _draw_pile_note(canvas.part(45, y, layout.table_width - 45, 6), layout, model)


def _draw_pile(pen: CardPen, x: int, y: int, command: Command, model: Model) -> None:
    style = "class:flash" if model.flash == command.name else ""
    top = model.table.view.top
    if command == STOCK:
        pen.back(x, y, style=style, target=command)
    elif top is None:
        pen.place(x, y, style=style, target=command)
    else:
        pen.card(x, y, top, style=style, target=command)


def _can(model: Model, command: Command) -> bool:
    """Tell whether a pile may be drawn from now."""
    if model.busy:
        return False
    phase, mine = model.table.phase, model.table.your_turn
    if command == STOCK:
        return mine and phase in ("draw", "must_draw")
    return mine and phase in ("draw", "upcard")


def _draw_pile_note(canvas: Canvas, layout: Layout, model: Model) -> None:
    """Say what the top card would do, and what lies under it."""
    view = model.table.view
    lines: list[str] = []
    if view.top is not None and view.phase in ("upcard", "draw") and view.my_turn:
        lines += lines_of(draw_effect(view.hand, view.top, model.name), canvas.width)
    rows = layout.piles.height if layout.piles else 0
    live = [] if layout.panel else live_rows(model, rows - 1, min(canvas.width, 28))
    if live:
        lines = ["COACH (live)", *live]
    under = [] if live else [model.name(card) for card in reversed(view.pile[:-1])]
    if under:
        lines += lines_of(f"Under it: {' '.join(under)}", canvas.width)
    if len(lines) > rows:
        # Left off at a blank: half of a card's name would be another card.
        lines = [*lines[: rows - 1], f"{lines_of(lines[rows - 1], canvas.width - 4)[0]} ..."]
    for down, line in enumerate(lines):
        write(canvas, 0, down, line, "class:title" if live and not down else "")


def draw_message(canvas: Canvas, layout: Layout, text: str, *, warn: bool) -> None:
    """Draw the message line; a long message grows upward over the piles and is never cut.

    In the smallest windows it goes over the header too: the hand is what is to be decided about.
    """
    width = layout.table_width - 1
    left = canvas.margin
    lines = lines_of(text, width - left)
    top = max(0, layout.message + layout.message_lines - max(len(lines), layout.message_lines))
    for down in range(layout.message - top):
        canvas.put(0, top + down, " " * layout.table_width)
    for down, line in enumerate(lines):
        style = "class:warning" if warn else "class:message"
        write(canvas, left, top + down, line.ljust(width - left), style)


def draw_summary(canvas: Canvas, y: int, layout: Layout, model: Model) -> None:
    """Draw the deadwood of the hand, and the melds where no brackets name them."""
    arrangement = model.holding.arrangement
    eleven = len(model.holding.order) > 10
    text = f"Deadwood {arrangement.points}" if model.counts else "Deadwood: you count"
    if layout.brackets:
        if eleven and model.counts:
            text += " before the discard"
        write(canvas, 1, y, text)
        return
    # Who counts for himself sees the melds that stand together, as the brackets show them.
    laid = arrangement.melds
    if not model.counts:
        laid = tuple(group.meld for group in model.holding.groups if group.meld is not None)
    melds = [_brief(meld, model) for meld in laid]
    words = [f"{meld.kind} {brief}" for meld, brief in zip(laid, melds, strict=True)]
    left = canvas.margin
    room = layout.table_width - left
    if not model.counts:
        alone = [", ".join(words), " ".join(words), " ".join(melds)] if words else [text]
        write(canvas, left, y, first_that_fits(room, alone))
        return
    shown = first_that_fits(
        room,
        [
            f"{text}: {', '.join(words)}" if words else text,
            f"{text}: {' '.join(words)}",
            f"{arrangement.points} left: {' '.join(words)}",
            f"{text}: {' '.join(melds)}",
        ],
    )
    write(canvas, left, y, shown)


def _brief(meld: Meld, model: Model) -> str:
    """Name a meld in a few cells: `5-7♠`, `Js`."""
    names = [model.name(card) for card in meld.cards]
    if meld.kind == "set":
        return f"{names[0][:-1]}s"
    return f"{names[0][:-1]}-{names[-1]}"


def draw_panel(canvas: Canvas, model: Model) -> None:
    """Draw the side panel: the cards seen, the deal turn by turn, the match, and a live coach."""
    table = model.table
    bar = model.glyphs.frame.upright
    for y in range(canvas.height):
        canvas.put(0, y, bar, "class:faint")
    inner = canvas.part(2, 0, canvas.width - 2, canvas.height)
    start = draw_seen(inner, 0, model) + 1 if model.seen else 0
    end = canvas.height
    if model.settings.coach == "live":
        end -= _COACH
        inner.put(0, end, "COACH (live)", "class:title")
        for down, row in enumerate(live_rows(model, _COACH - 2, inner.width - 1), 1):
            write(inner, 0, end + down, row)
    ended = table.deals[-6:]
    if ended and end - start - len(ended) > _TURNS:
        end -= len(ended) + 3
        inner.put(0, end + 1, "THIS MATCH", "class:title")
        inner.put(0, end + 2, f"{'deal':>4}  {'ended by':<9} {'you':>4} {'cpu':>4}", "class:faint")
        for down, line in enumerate(ended, 3):
            kind = "no score" if line.kind == "dead" else line.kind
            you, computer = line.scores
            inner.put(0, end + down, f"{line.number:>4}  {kind:<9} {you:>4} {computer:>4}")
    inner.put(0, start, "THIS DEAL", "class:title")
    inner.put(9, start + 1, "drew      discard", "class:faint")
    rows = [
        turn_row(number, events, model.name)
        for number, events in enumerate(turns(table.view.history), 1)
    ]
    room = max(0, end - start - 2)
    for down, row in enumerate(rows[max(0, len(rows) - room) :], start + 2):
        write(inner, 0, down, row)
