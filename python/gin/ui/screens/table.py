"""The table: the upcard, draws, discards and the way to a knock, by keys or by clicks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from gin.action import Action
from gin.ui.button import Button, draw_buttons
from gin.ui.command import STOCK, TAKE, Command
from gin.ui.hand_view import HandView, hand_rows
from gin.ui.header import draw_header
from gin.ui.ink import joined
from gin.ui.layout import Layout, layout
from gin.ui.message import message
from gin.ui.screens.advice import HintScreen, SeenScreen, WhyScreen
from gin.ui.screens.knock import KnockScreen
from gin.ui.screens.reading import LogScreen
from gin.ui.table_view import (
    draw_message,
    draw_opponent,
    draw_panel,
    draw_piles,
    draw_summary,
)
from gin.ui.toolbar import tool_buttons, turn_buttons
from gin.wording import NOT_DRAWN, hint_text, turn_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from gin.cards import Card
    from gin.ui.canvas import Canvas
    from gin.ui.holding import Holding, Sort
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation
    from gin.view import View

__all__ = ["TableScreen"]

Area = Literal["piles", "hand", "buttons"]
_AREAS: Final[tuple[Area, ...]] = ("piles", "hand", "buttons")
_NO_CARD: Final = "Select a card first: click it, press its key, or go to it and press Enter."


@dataclass(frozen=True, slots=True)
class _Moment:
    """The screen before an action of the person: what undo brings back."""

    holding: Holding
    area: Area
    pile: Command
    button: int


class TableScreen:
    """The screen on which a deal is played.

    The keyboard is in one of three areas; `Enter` does what is marked there. A new phase of the
    turn moves it to where the next decision is taken.
    """

    name: ClassVar[str] = "table"
    overlay: ClassVar[bool] = False

    def __init__(self, model: Model, navigation: Navigation) -> None:
        self._model = model
        self._navigation = navigation
        self._layout = layout(80, 24)
        self._area: Area = "hand"
        self._pile: Command = STOCK
        self._button = 0
        self._phase = ""
        self._moments: Final[dict[int, _Moment]] = {}
        self._hinted: View | None = None
        self._answers: Final[dict[str, Callable[[], object]]] = {
            "stock": lambda: self._play(Action.DRAW_STOCK),
            "take": self._take,
            "pass": lambda: self._play(Action.PASS),
            "discard": self._discard,
            "knock": self._knock,
            "peek": self._peek,
            "select": self._select,
            "enter": self._enter,
            "close": self._close,
            "sort": self._sort,
            "group": self._group,
            "hint": self._hint,
            "why": lambda: navigation.open(WhyScreen(model, navigation)),
            "seen": self._seen,
            "undo": self._undo,
            "redo": self._model.step_on,
            "leave": self._leave,
            "log": self._log,
            "left": lambda: self._step(-1),
            "right": lambda: self._step(1),
            "up": lambda: self._climb(-1),
            "down": lambda: self._climb(1),
            "first": lambda: self._to_end(0),
            "last": lambda: self._to_end(-1),
            "next-area": lambda: self._turn_area(1),
            "last-area": lambda: self._turn_area(-1),
            "move-left": lambda: self._move(-1),
            "move-right": lambda: self._move(1),
        }
        self._follow()

    # --- drawing ---

    def draw(self, canvas: Canvas) -> None:
        """Paint the table for the size of the canvas."""
        self._follow()
        model = self._model
        place = layout(canvas.width, canvas.height, boxes=model.boxes)
        self._layout = place
        stage = canvas.part(place.left, place.top, place.width, place.height)
        table = stage.part(0, 0, place.table_width, place.height)
        draw_header(stage.part(0, 0, place.width - 1, 1), model)
        draw_opponent(table, place.opponent, model)
        draw_piles(table, place.pile, place, model, self._pile if self._at("piles") else None)
        self._draw_hand(table, place)
        if place.summary >= 0:
            draw_summary(table, place.summary, place, model)
        self._draw_buttons(table, place)
        if place.keys >= 0:
            self._draw_key_line(table, place)
        if place.panel:
            panel = stage.part(place.table_width, 2, place.panel, place.height - 2)
            draw_panel(panel, model)
        roomy = bool(place.panel) or place.notes
        text, warn = message(model, roomy=roomy)
        draw_message(table, place, text, warn=warn)

    def _at(self, area: Area) -> bool:
        return self._area == area and not self._model.busy

    def _draw_hand(self, canvas: Canvas, place: Layout) -> None:
        view = self._model.table.view
        rows = place.hand_rows * place.row_height
        hand = canvas.part(0, place.hand, place.table_width, rows)
        HandView(
            self._model.holding,
            place,
            self._model.glyphs,
            new=view.drawn,
            focused=self._at("hand"),
            points=self._model.counts,
        ).draw(hand)

    def _draw_buttons(self, canvas: Canvas, place: Layout) -> None:
        left = canvas.margin
        row = canvas.part(left, place.actions, place.table_width - left - 1, place.action_lines)
        turn, tools = turn_buttons(self._model), tool_buttons(self._model, place.tools)
        focus = self._focused_button().command if self._at("buttons") else None
        if place.action_lines > 1:
            draw_buttons(row, 0, turn, focus)
            draw_buttons(row, 1, tools, focus)
        else:
            # The tools keep their place and their form, whatever the turn's buttons say.
            used = draw_buttons(row, 0, turn, focus)
            rest = row.part(used, 0, row.width - used, 1)
            draw_buttons(rest, 0, tools, focus, right=True, short=True)

    def _draw_key_line(self, canvas: Canvas, place: Layout) -> None:
        glyphs = self._model.glyphs
        enter = {"piles": "draw", "hand": "select", "buttons": "press"}[self._area]
        view = self._model.table.view
        if enter == "select" and self._cursor() == self._model.holding.selected:
            # What Enter does next; before the draw it only says that there is nothing to discard.
            enter = "discard" if view.phase == "discard" and view.my_turn else enter
        parts = [
            "1-9 0 - pick",
            f"{glyphs.along} move",
            f"Enter {enter}",
            "w why",
            "b menu",
            "q save and quit",
        ]
        if place.table_width < 60:
            parts = ["1-9 0 - pick", f"{glyphs.around} move", "Enter do", "? keys"]
        if self._model.stalled:
            again = [] if self._model.behind else ["Enter try again"]
            parts = [*again, "b menu", "q save and quit"]
        left = canvas.margin
        between, room = f" {glyphs.dot} ", place.table_width - left - 1
        # Chosen for the longest word, so that no key comes and goes with what Enter does.
        spare = max(0, len("discard") - len(enter))
        for least in ("w why", "b menu"):
            # The way out is not what is left off.
            if len(between.join(parts)) + spare > room and least in parts:
                parts.remove(least)
        text = joined(parts, between, room)
        canvas.put(left, place.keys, text, "class:faint")

    # --- buttons ---

    def _buttons(self) -> tuple[Button, ...]:
        tools = tool_buttons(self._model, self._layout.tools)
        return (*turn_buttons(self._model), *tools)

    def _focused_button(self) -> Button:
        buttons = self._buttons()
        return buttons[self._button % len(buttons)]

    # --- commands ---

    def do(self, command: Command) -> None:
        """Answer a key or a click."""
        self._follow()
        model = self._model
        if model.stalled:
            # Nothing goes on past an action that is not saved.
            model.notice = ""
            if command.name in ("enter", "retry") and not model.behind:
                model.stalled = ""
            return
        if command.name == "card":
            model.notice = ""
            self._click(command.card)
        elif command.name == "throw":
            model.notice = ""
            self._throw(command.card)
        elif command.name == "pick":
            model.notice = ""
            self._pick(command.number)
        elif command.name in self._answers:
            model.notice = ""
            self._answers[command.name]()
        self._follow()

    def _follow(self) -> None:
        """Move the keyboard to where the next decision is taken, once a phase."""
        view = self._model.table.view
        phase = self._phase_now()
        if phase == self._phase:
            return
        self._phase = phase
        self._button = 0
        if not view.my_turn:
            self._area = "hand"
        elif view.phase == "upcard":
            self._area = "buttons"
        elif view.phase == "discard":
            self._area = "hand"
            if view.drawn is not None:
                self._model.holding = self._model.holding.at_cursor(view.drawn)
        else:
            self._area, self._pile = "piles", STOCK

    def _phase_now(self) -> str:
        view = self._model.table.view
        return f"{view.phase} {view.my_turn}"

    def _play(self, action: Action) -> None:
        model = self._model
        ply = len(model.table.view.history)
        self._moments[ply] = _Moment(model.holding, self._area, self._pile, self._button)
        model.play(action)

    def _take(self) -> None:
        first = self._model.table.phase == "upcard"
        self._play(Action.TAKE if first else Action.DRAW_DISCARD)

    def _undo(self) -> None:
        model = self._model
        if not model.step_back():
            return
        moment = self._moments.get(len(model.table.view.history))
        if moment is None:
            # Played before the program was started: the order is the one last kept.
            model.hold_again()
            return
        model.hold_again(moment.holding)
        self._area, self._pile, self._button = moment.area, moment.pile, moment.button
        self._phase = self._phase_now()

    def _hint(self) -> None:
        """Say what to do; asked again in the same position, open the page with the reasons."""
        model = self._model
        view, choices = model.table.view, model.session.choices()
        if len(choices) < 2:
            # Nothing is to be decided, so nothing is given away.
            model.say(turn_text(view, model.name))
        elif self._hinted == view:
            self._navigation.open(HintScreen(model, self._navigation))
        else:
            if not model.mark_helped():
                return
            self._hinted = view
            text = hint_text(choices[0][0], model.name, top=view.top)
            model.say(f"{text} {model.key('h')} again: why.")

    def _seen(self) -> None:
        """Show the cards seen: in the panel, where there is one, else over the table."""
        if self._layout.panel:
            self._model.seen = not self._model.seen
        else:
            self._navigation.open(SeenScreen(self._model, self._navigation))

    def _leave(self) -> None:
        if self._model.leave_replay():
            self._navigation.home()

    def _peek(self) -> None:
        self._model.say("That is the computer's hand. You can see it when the deal is over.")

    def _discard(self) -> None:
        card = self._selected()
        if card is not None and not self._model.refuses(Action.discard(card)):
            self._play(Action.discard(card))
            self._navigation.home()

    def _knock(self) -> None:
        card = self._selected()
        if card is None or self._model.refuses(Action.knock(card)):
            return
        preview = KnockScreen(self._model, self._navigation, card)
        self._navigation.open(preview)
        if self._model.settings.confirm == "nothing" and not preview.has_choice:
            preview.do(Command("knock"))

    def _selected(self) -> Card | None:
        """Return the selected card, or say what has to happen first."""
        model = self._model
        card = model.holding.selected
        if card is None and model.table.your_turn:
            model.say(_NO_CARD if model.table.phase == "discard" else NOT_DRAWN)
        elif card is None:
            # Why nothing can be done now is the same for every card.
            model.refuses(Action.discard(model.holding.order[0]))
        return card

    def _click(self, card: Card | None) -> None:
        if card is not None and card in self._model.holding.order:
            self._area = "hand"
            self._toggle(card)

    def _throw(self, card: Card | None) -> None:
        """Discard a card that was clicked twice; the first click may have lowered it."""
        if card is not None and card != self._model.holding.selected:
            self._click(card)
        self._discard()

    def _pick(self, number: int) -> None:
        shown = self._model.holding.shown
        if number > len(shown):
            self._model.say(f"You hold {len(shown)} cards.")
            return
        self._click(shown[number - 1])

    def _toggle(self, card: Card) -> None:
        holding = self._model.holding
        chosen = None if card == holding.selected else card
        self._model.holding = holding.selecting(chosen).at_cursor(card)

    def _select(self) -> None:
        if self._area == "hand":
            self._toggle(self._cursor())
        else:
            self._enter()

    def _enter(self) -> None:
        if self._area == "piles":
            self.do(self._pile)
        elif self._area == "buttons":
            self.do(self._focused_button().command)
        elif self._cursor() == self._model.holding.selected:
            self._discard()
        else:
            self._toggle(self._cursor())

    def _close(self) -> None:
        self._model.holding = replace(self._model.holding, selected=None)

    def _sort(self) -> None:
        holding = self._model.holding
        sort: Sort = "rank" if holding.sort == "suit" else "suit"
        grouped = self._model.settings.group == "on" if holding.sort == "own" else holding.grouped
        self._model.hold(replace(holding.sorted(sort), grouped=grouped))
        if not self._model.notice:
            self._model.say(f"Sorted by {sort}.")

    def _group(self) -> None:
        grouped = not self._model.holding.grouped
        self._model.change("group", "on" if grouped else "off")
        if not self._model.notice:
            self._model.say(f"Melds are {'' if grouped else 'not '}put together.")

    def _log(self) -> None:
        self._navigation.open(LogScreen(self._model, self._navigation))

    # --- moving about ---

    def _cursor(self) -> Card:
        return self._model.holding.at or self._model.holding.shown[0]

    def _move(self, by: int) -> None:
        holding = self._model.holding
        self._model.hold(holding.moved(holding.selected or self._cursor(), by))
        self._area = "hand"

    def _turn_area(self, by: int) -> None:
        self._area = _AREAS[(_AREAS.index(self._area) + by) % 3]

    def _to_end(self, place: int) -> None:
        self._area = "hand"
        self._to(self._model.holding.shown[place])

    def _to(self, card: Card) -> None:
        self._model.holding = self._model.holding.at_cursor(card)

    def _step(self, by: int) -> None:
        if self._area == "piles":
            self._pile = TAKE if self._pile == STOCK else STOCK
        elif self._area == "buttons":
            self._button = (self._button + by) % len(self._buttons())
        else:
            shown = self._model.holding.shown
            self._to(shown[(shown.index(self._cursor()) + by) % len(shown)])

    def _climb(self, by: int) -> None:
        """Go to the row above or below: piles, the rows of the hand, buttons."""
        rows = hand_rows(self._model.holding, self._layout)
        cursor = self._cursor()
        row = next(at for at, cards in enumerate(rows) if cursor in cards)
        if self._area == "hand" and 0 <= row + by < len(rows) and rows[row + by]:
            column = rows[row].index(cursor)
            self._to(rows[row + by][min(column, len(rows[row + by]) - 1)])
        elif self._area == "hand":
            self._area = "piles" if by < 0 else "buttons"
        elif (self._area, by) in (("piles", 1), ("buttons", -1)):
            self._area = "hand"
            edge = [cards for cards in rows if cards][0 if by > 0 else -1]
            if cursor not in edge:
                self._to(edge[0])
