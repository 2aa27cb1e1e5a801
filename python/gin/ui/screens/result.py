"""The end of a deal: both hands laid open, where each layoff went, and the sum spelled out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from gin.cards import Card, arrange
from gin.ui.button import Button, draw_buttons
from gin.ui.card_face import MEDIUM, SMALL, CardPen
from gin.ui.command import Command
from gin.ui.ink import first_that_fits, lines_of, write
from gin.ui.screens.board import BoardScreen
from gin.ui.screens.reading import LogScreen
from gin.wording import (
    card_list,
    counted,
    ending_note,
    headline,
    meld_title,
    next_starter,
    replay_note,
    review_text,
    sum_text,
    whose,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gin.scoring import Result
    from gin.session import Table
    from gin.ui.canvas import Canvas
    from gin.ui.model import Model
    from gin.ui.screens.screen import Navigation

__all__ = ["ResultScreen", "Side", "sides"]

_NAMES: Final = ("YOU", "COMPUTER")
_WIDEST: Final = 100
_FEW: Final = 5
_NEXT: Final = Command("next")

_Laid: TypeAlias = "tuple[tuple[Card, ...], str, tuple[Card, ...]]"


@dataclass(frozen=True, slots=True)
class Side:
    """One hand as it is laid open.

    `groups` are the cards that stand together, each with a word for it ("" for loose cards) and
    the cards that the other side has laid off on it. `loose` are the cards that count.
    """

    seat: int
    groups: tuple[_Laid, ...]
    loose: tuple[Card, ...]
    points: int
    laid_off: tuple[Card, ...]

    @property
    def count(self) -> str:
        """The sum of what is left, such as `49 - 27 laid off = 22`."""
        if not self.laid_off:
            return str(self.points)
        laid = sum(card.points for card in self.laid_off)
        return f"{self.points + laid} - {laid} laid off = {self.points}"


def sides(table: Table) -> tuple[Side, Side]:
    """Lay both hands of a finished deal open, the person's first."""
    result, hands = table.result, table.hands
    if result is None or hands is None:
        msg = "hands are laid open when the deal is over"
        raise ValueError(msg)
    first, second = (_side(seat, result, tuple(hands[seat])) for seat in (0, 1))
    return first, second


def _side(seat: int, result: Result, hand: Sequence[Card]) -> Side:
    spread, layoff = result.spread, result.layoff
    laid: tuple[Card, ...] = ()
    if spread is None or layoff is None:
        melds, loose = arrange(hand).melds, arrange(hand).deadwood
    elif seat == result.knocker:
        melds, loose = spread.melds, spread.deadwood
    else:
        melds, loose = layoff.melds, layoff.deadwood
        laid = tuple(card for card, _ in layoff.laid_off)
    took = layoff.laid_off if layoff is not None and seat == result.knocker else ()
    groups: list[_Laid] = [
        (tuple(meld.cards), meld.kind, tuple(card for card, on in took if on == at))
        for at, meld in enumerate(melds)
    ]
    if laid:
        groups.append((laid, "laid off" if len(laid) > 1 else "off", ()))
    points = sum(card.points for card in loose)
    return Side(seat, tuple(groups), tuple(loose), points, laid)


class ResultScreen:
    """The result page of the deal that is over."""

    name: ClassVar[str] = "result"
    overlay: ClassVar[bool] = False

    def __init__(self, model: Model, navigation: Navigation) -> None:
        self._model = model
        self._navigation = navigation
        self._first = 0
        self._face = SMALL

    # --- drawing ---

    def draw(self, canvas: Canvas) -> None:
        """Paint the page: cards as boxes where they fit, else as lines that scroll."""
        table = self._model.table
        page = canvas.page(_WIDEST)
        self._draw_header(page)
        both = sides(table)
        score = self._score_lines(page.width - 9)
        needed = self._boxed_height(both, page.width) + len(score) + 4
        if self._model.boxes and page.width >= 68 and needed <= page.height:
            self._face = MEDIUM if needed + 4 <= page.height else SMALL
            self._draw_boxes(page, both, score)
        else:
            self._draw_lines(page, both, score)
        left = page.margin
        notice = self._model.notice
        told = lines_of(notice, page.width - left) if notice else []
        for down, line in enumerate(told, page.height - 1 - len(told)):
            page.put(left, down, line.ljust(page.width - left), "class:warning")
        draw_buttons(page.part(left, page.height - 1, page.width, 1), 0, self._buttons(), _NEXT)

    def _draw_header(self, page: Canvas) -> None:
        table = self._model.table
        result = table.result
        if result is None:
            return
        ended = headline(result).split(". ")[0].rstrip(".")
        dot = self._model.glyphs.dot
        indent = " " * page.margin
        deal = (
            f"DEAL {table.number}" if table.counted or table.replay else f"PRACTICE {table.number}"
        )
        lefts = [f"{indent}{deal} {dot} {ended}", f"{deal} {ended}"]
        right = self._score_change("   ")
        left = first_that_fits(page.width - len(right) - 2, lefts)
        fits = left in lefts
        if not fits:
            brief = ended.replace("Computer", "Cpu")
            left = first_that_fits(page.width, [*lefts, f"{deal} {brief}", brief])
        write(page, 0, 0, left, "class:title")
        if fits:
            page.put_right(0, right, "class:title")

    def _score_change(self, between: str) -> str:
        if self._model.table.replay:
            return "Replay"
        before, after = _scores(self._model.table)
        names = ("You", "Computer")
        parts = [
            f"{names[seat]} {before[seat]}"
            + (f" -> {after[seat]}" if after[seat] != before[seat] else "")
            for seat in (0, 1)
        ]
        return between.join(parts)

    def _boxed_height(self, both: tuple[Side, Side], width: int) -> int:
        return sum(5 + len(self._under_lines(side, width)) for side in both)

    def _draw_boxes(self, page: Canvas, both: tuple[Side, Side], score: list[str]) -> None:
        taller = 2 * (self._face.height - SMALL.height)
        spare = page.height - self._boxed_height(both, page.width) - taller - len(score) - 3
        y = 2 if spare > 0 else 1
        for side in both:
            y = self._draw_side(page, y, side)
            if spare > 2:
                y += 1
        y += spare > 3
        self._draw_score(page, y, score)

    def _draw_side(self, page: Canvas, y: int, side: Side) -> int:
        """Draw one hand and return the row below it."""
        model = self._model
        write(page, 1, y, self._title(side, page.width - 1))
        page.put(1, y, _NAMES[side.seat], "class:title")
        x, face = 1, self._face
        below = y + 1 + face.height
        left, level, right = model.glyphs.bracket
        for cards, word, more in side.groups:
            width = face.width * len(cards)
            self._draw_cards(page, x, y + 1, cards)
            inside = f" {word} " if width >= len(word) + 4 else word
            page.put(x, below, left + inside.center(width - 2, level) + right)
            if more:
                shown = f"+ {card_list(more, model.name)}"
                longer = f"{shown} laid off"
                write(
                    page,
                    x,
                    below + 1,
                    longer if len(longer) <= width + 1 else shown,
                    "class:strong",
                )
            x += width + 2
        for card in side.loose:
            self._draw_cards(page, x, y + 1, (card,))
            points = str(card.points).rjust(2).ljust(3)
            page.put(x, below, left + points + right, "class:faint")
            x += face.width + 1
        under = self._under_lines(side, page.width)
        for down, line in enumerate(under):
            if line:
                write(page, 1, below + 1 + down, line)
        return below + 1 + len(under)

    def _draw_cards(self, page: Canvas, x: int, y: int, cards: Sequence[Card]) -> None:
        pen = CardPen(page, self._face, self._model.glyphs)
        for at, card in enumerate(cards):
            pen.card(x + at * self._face.width, y, card)

    def _under_lines(self, side: Side, width: int) -> list[str]:
        """Return what stands under a hand: the other's layoffs on it, or where its own went."""
        if side.laid_off:
            return self._went(width - 2)
        return [""] if any(more for _, _, more in side.groups) else []

    def _went(self, width: int) -> list[str]:
        """Say where the laid-off cards went, meld by meld."""
        result = self._model.table.result
        if result is None or result.layoff is None or result.spread is None:
            return []
        melds, owner = result.spread.melds, whose(result.knocker or 0)
        texts: list[str] = []
        for at, meld in enumerate(melds):
            cards = [card for card, on in result.layoff.laid_off if on == at]
            if cards:
                shown = card_list(cards, self._model.name)
                texts.append(f"{shown} on {owner} {meld_title(meld, melds)}")
        return lines_of(f"laid off {', '.join(texts)}", width, indent=9)

    def _title(self, side: Side, width: int) -> str:
        """Write the heading of a hand, its deadwood counted up.

        Where there is no room for the loose cards they stand below with their points all the same.
        """
        name, count = _NAMES[side.seat], side.count
        sum_of_all = f"   ({count})" if side.laid_off else ""
        if not side.loose:
            return f"{name}   no deadwood{sum_of_all}"
        cards = card_list(side.loose, self._model.name)
        whole = f"{name}   deadwood {cards} = {side.points}{sum_of_all}"
        return first_that_fits(width, [whole, f"{name}   deadwood {count}"])

    def _score_lines(self, width: int) -> list[str]:
        """Return how the deal ended, the sum, the match score, and what comes next."""
        table = self._model.table
        result = table.result
        if result is None:
            return []
        lines = lines_of(headline(result), width)
        if result.winner is not None:
            note = ending_note(result)
            total = sum_text(result)
            together = f"{total}      {note}" if note else total
            apart = [line for part in (total, note) if part for line in lines_of(part, width)]
            lines += [together] if len(together) <= width else apart
        if table.replay:
            return [*lines, *lines_of(replay_note(table.standing), width), *self._coach(width)]
        before, after = _scores(table)
        gains = [
            f"{who} {old} + {new - old} = {new}" if new != old else f"{who} {old}"
            for who, old, new in zip(("You", "Computer"), before, after, strict=True)
        ]
        if table.winner is None:
            gains.append(next_starter(1 - table.starter, table.number + 1))
        together = "     ".join(gains)
        lines += [together] if len(together) <= width else gains
        return [*lines, *self._coach(width)]

    def _coach(self, width: int) -> list[str]:
        """Return what the coach says of the deal, where one is wanted."""
        if self._model.settings.coach == "off":
            return []
        found = self._model.session.review()
        if found is None or not found.decisions:
            return []
        text = review_text(found.good, found.doubtful, found.bad, found.cost)
        return lines_of(f"Coach: {text}", width, indent=7)

    def _draw_score(self, page: Canvas, y: int, score: list[str]) -> None:
        page.put(1, y, "SCORE", "class:title")
        for down, line in enumerate(score):
            write(page, 8, y + down, line, "class:strong" if " = " in line else "")

    def _draw_lines(self, page: Canvas, both: tuple[Side, Side], score: list[str]) -> None:
        """Draw the page as lines; the sum stays in sight and the hands scroll above it."""
        left = page.margin
        width = page.width - left
        score = self._score_lines(width)
        lines = [line for side in both for line in self._side_lines(side, width)]
        room = max(1, page.height - 3 - len(score))
        if room < _FEW:
            # Too low for both: the sum comes first and everything scrolls. What the first line
            # says already is not said again.
            result = self._model.table.result
            said = headline(result) if result is not None else ""
            score = score[score[0] == said and ". " not in said :]
            lines, score, room = [*score, *lines], [], page.height - 3
        self._first = max(0, min(self._first, len(lines) - room))
        for down, line in enumerate(lines[self._first : self._first + room]):
            write(page, left, 1 + down, line, "class:title" if line in _NAMES else "")
        if len(lines) > room:
            more = f"up/down: {counted(len(lines) - room, 'more line')}"
            page.put(left, page.height - 2, more, "class:faint")
        for down, line in enumerate(score):
            write(page, left, page.height - 2 - len(score) + down, line, "class:strong")

    def _side_lines(self, side: Side, width: int) -> list[str]:
        name = self._model.name
        lines = [_NAMES[side.seat]]
        for cards, word, more in side.groups:
            if word in ("run", "set"):
                text = f"{word} {card_list(cards, name)}"
                text += f"  + {card_list(more, name)} laid off" if more else ""
                lines += lines_of(text, width, indent=4)
        if side.laid_off:
            lines += self._went(width)
        loose = card_list(side.loose, name) if side.loose else "none"
        counted = f"deadwood {loose} = {side.points}"
        if side.laid_off:
            counted += f" ({side.count})"
        return [*lines, *lines_of(counted, width, indent=9)]

    def _buttons(self) -> tuple[Button, ...]:
        table = self._model.table
        again = Button(Command("replay"), "y", "Replay deal", "Replay")
        board = Button(Command("board"), "m", "Score", "Score")
        leave = Button(Command("quit"), "q", "Quit", "Quit")
        fair = Button(Command("fair"), "f", "Verify", "Verify")
        log = Button(Command("log"), self._model.key("l"), "Log", "Log")
        if table.replay:
            return (Button(_NEXT, "n", "Back to match", "Back"), again, leave, log, fair)
        word = "Match result" if table.winner is not None else "Next deal"
        return (Button(_NEXT, "n", word, "Next"), again, board, leave, log, fair)

    # --- commands ---

    def do(self, command: Command) -> None:
        """Go on, or look something up."""
        self._model.notice = ""
        if command.name == "next":
            if self._model.table.replay:
                if self._model.leave_replay():
                    self._navigation.home()
            elif self._model.table.winner is not None:
                self._navigation.finish()
            elif self._model.deal_again():
                self._navigation.home()
        elif command.name == "replay":
            if self._model.replay():
                self._navigation.home()
        elif command.name == "board":
            self._navigation.open(BoardScreen(self._model, self._navigation))
        elif command.name == "log":
            self._navigation.open(LogScreen(self._model, self._navigation))
        elif command.name in ("up", "wheel-up"):
            self._first = max(0, self._first - 1)
        elif command.name in ("down", "wheel-down"):
            self._first += 1


def _scores(table: Table) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the match score before and after the last deal."""
    *earlier, last = table.deals
    return (earlier[-1].scores if earlier else (0, 0)), last.scores
