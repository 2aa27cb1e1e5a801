"""The table as lines: every function returns whole sentences, ready to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from gin import wording
from gin.cards import Arrangement, Card, Hand, Layoff, Meld, arrange
from gin.session import COMPUTER, PERSON, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gin.view import View
    from gin.wording import Name

__all__ = [
    "DEAL_QUESTION",
    "Order",
    "deal_line",
    "fingerprint_lines",
    "greeting",
    "hand_lines",
    "log_lines",
    "pile_line",
    "question",
    "result_lines",
    "score_lines",
    "table_lines",
]

Order = Literal["rank", "suit"]


def greeting(table: Table) -> list[str]:
    """Who plays whom for what."""
    level = wording.level_name(table.level)
    lines = [f"Gin rummy against the computer, level {level}. First to {table.target}."]
    if table.replay:
        lines.append("This is a replay of the deal before and is not counted.")
    elif not table.counted:
        lines.append("This is practice and is not counted.")
    return lines


DEAL_QUESTION: Final = "Deal?  (Enter deals; cut and any words mixes them in first; help)"


def fingerprint_lines(fingerprint: str) -> list[str]:
    """What is told of the seed before the first card, and what a cut is."""
    return [f"Fingerprint of the secret seed: {fingerprint}.", wording.CUT_QUESTION]


def deal_line(table: Table) -> str:
    """Which deal it is, the score and who started."""
    starter = f"{wording.subject(table.starter)} {'start' if table.starter == PERSON else 'starts'}"
    mark = wording.assistance(undone=table.undone, helped=table.helped)
    mark = f" {mark.capitalize()}: not counted." if mark else ""
    return f"Deal {table.number}. {wording.score_text(table.scores)}. {starter}.{mark}"


def hand_lines(view: View, name: Name, order: Order, *, counts: bool = True) -> list[str]:
    """The person's cards: the melds first, then what is loose; `counts` tells the deadwood."""
    best = arrange(view.hand)
    count = len(view.hand)
    counted = f", deadwood {best.points}{_before(count)}" if counts else ""
    lines = [f"Hand, {count} cards{counted}."]
    lines += [f"{m.kind.capitalize()}: {wording.card_list(m.cards, name)}." for m in best.melds]
    if best.deadwood:
        lines.append(f"Loose: {wording.card_list(_sorted(best.deadwood, order), name)}.")
    return lines


def _before(count: int) -> str:
    return " before the discard" if count == 11 else ""


def _sorted(cards: Hand, order: Order) -> list[Card]:
    if order == "suit":
        return list(cards)
    return sorted(cards, key=lambda card: (card.rank, card.index))


def pile_line(view: View, name: Name) -> str:
    """The two piles."""
    if view.phase == "upcard" and view.top is not None:
        return f"Upcard: {name(view.top)}. Stock {view.stock}."
    top = f"top: {name(view.top)}" if view.top is not None else "is empty"
    return f"Discard pile {top}. Stock {view.stock}."


def table_lines(table: Table, name: Name, order: Order, *, counts: bool = True) -> list[str]:
    """Everything on the table, for who comes back to it."""
    view = table.view
    lines = [deal_line(table)]
    if table.computer_move:
        lines.append(" ".join(wording.event_text(event, name) for event in table.computer_move))
    lines.append(pile_line(view, name))
    lines += hand_lines(view, name, order, counts=counts)
    drawn = wording.drawn_text(view, name)
    return [*lines, drawn] if drawn else lines


def question(table: Table, name: Name, *, counts: bool = True) -> list[str]:
    """What the person is asked for, with the commands that answer it.

    `counts` names the discards with which one may knock.
    """
    view = table.view
    if table.result is not None:
        return [_after_the_deal(table)]
    lines = [text] if (text := wording.stock_warning(view)) else []
    asked = wording.turn_text(view, name)
    if view.phase == "upcard":
        return [f"{asked}  (take, pass, hint, help)"]
    if view.phase == "must_draw":
        return [f"{asked}  (stock, help)"]
    if view.phase == "draw":
        return [*lines, f"{asked}  (stock, take, hint, why, help)"]
    knocks = wording.knock_choices(view, name) if counts else ""
    if knocks:
        lines.append(knocks)
    what = "Discard which card? Type a card"
    knock = ", or knock and a card" if knocks or not counts else ""
    return [*lines, f"{what}{knock}.  (hint, undo, help)"]


def _after_the_deal(table: Table) -> str:
    if table.winner is not None:
        return "The match is over.  (next for a new match, replay, score, verify, quit)"
    if table.replay:
        return "The replay is over.  (next for the match, replay, quit)"
    over = table.number
    return f"Deal {over} is over.  (next for deal {over + 1}, replay, score, quit)"


def log_lines(table: Table, name: Name) -> list[str]:
    """Everything played in the deal, a turn a line."""
    told = wording.turn_lines(table.view.history, name, gin=table.gin)
    turns = [f"Turn {number}: {text}" for number, text in enumerate(told, 1)]
    return turns or [wording.NOTHING_PLAYED]


def score_lines(table: Table, *, aloud: bool) -> list[str]:
    """The scoreboard of the match; `aloud` writes the sums in words."""
    say = wording.aloud if aloud else str
    lines = [
        f"Deal {line.number}: {say(wording.deal_ending(line.kind, line.knocker, line.deadwood))}."
        f" {_points(line.points, line.winner)}{wording.score_text(line.scores)}."
        for line in table.deals
    ]
    lines.append(f"Score: {wording.score_text(table.standing)}. First to {table.target}.")
    if table.champion is None:
        lines.append(wording.points_needed(table.standing, table.target))
    return lines


def _points(points: int, winner: int | None) -> str:
    return "" if winner is None else f"{points} to {wording.whom(winner)}. "


def result_lines(table: Table, name: Name, *, aloud: bool) -> list[str]:
    """The result of the deal with both hands laid out and the sum spelled out.

    `aloud` writes the sum in words.
    """
    result, hands = table.result, table.hands
    if result is None or hands is None:
        return []
    lines = [wording.headline(result)]
    if result.spread is None or result.knocker is None or result.layoff is None:
        for seat in (PERSON, COMPUTER):
            lines += _held(seat, arrange(hands[seat]), name)
    else:
        lines += _held(result.knocker, result.spread, name)
        lines += _melds(1 - result.knocker, result.layoff.melds, name)
        if laid := wording.layoff_texts(result, name):
            total = sum(card.points for card, _ in result.layoff.laid_off)
            who = wording.subject(1 - result.knocker)
            lines.append(f"{who} laid off: {'. '.join(laid)}. Total {total}.")
        lines += _deadwood(1 - result.knocker, result.layoff, name)
    if note := wording.ending_note(result):
        lines.append(note)
    if result.winner is not None:
        total_text = wording.sum_words(result) if aloud else wording.sum_text(result)
        lines.append(f"{total_text[0].upper()}{total_text[1:]}.")
    if table.replay:
        return [*lines, wording.replay_note(table.standing)]
    lines.append(f"Score: {wording.score_text(table.scores)}.")
    if table.winner is not None:
        lines.append(wording.match_headline(table.winner, table.scores))
        lines.append("The seed can be seen now: verify shows it and checks the match.")
    else:
        lines.append(wording.next_starter(1 - table.starter, table.number + 1))
    return lines


def _held(seat: int, spread: Arrangement, name: Name) -> list[str]:
    return [*_melds(seat, spread.melds, name), *_deadwood(seat, spread, name)]


def _melds(seat: int, melds: Iterable[Meld], name: Name) -> list[str]:
    texts = [wording.meld_text(meld, name) for meld in melds]
    return [f"{_owner(seat)} melds: {'; '.join(texts)}."] if texts else []


def _deadwood(seat: int, held: Arrangement | Layoff, name: Name) -> list[str]:
    cards = [f"{name(card)} {card.points}" for card in held.deadwood]
    if not cards:
        return [f"{_owner(seat)} deadwood: none."]
    return [f"{_owner(seat)} deadwood: {', '.join(cards)}. Total {held.points}."]


def _owner(seat: int) -> str:
    return "Computer" if seat == COMPUTER else "Your"
