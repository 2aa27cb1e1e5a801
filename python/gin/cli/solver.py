"""`gin solve` and `gin layoff`: the engine's answers as lines of text or of JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

from gin.cards import (
    HAND_SIZE,
    KNOCK_LIMIT,
    Arrangement,
    Hand,
    Layoff,
    Meld,
    arrange,
    cards_text,
    discards,
    lay_off,
    parse_spread,
)
from gin.cli.source import lines
from gin.errors import ParseError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["layoff", "solve"]

_INPUT: Final = "-"
_EXAMPLE: Final = '"AS 2S 3S 4H 4D 4C 9C 9D KH KD"'


def solve(args: argparse.Namespace) -> int:
    """Answer every hand given, or every line of standard input."""
    given = args.hand
    if len(given) > 1 and not any(" " in text.strip() for text in given):
        given = [" ".join(given)]  # the cards of one hand as words of their own
    return _answer(given, _solve_json if args.json else _solve_text, f"gin solve {_EXAMPLE}")


def layoff(args: argparse.Namespace) -> int:
    """Answer for every defender given, or for every line of standard input."""
    spread = None if args.spread is None else _spread(args.spread)
    show = _layoff_json if args.json else _layoff_text

    def reply(text: str) -> str:
        hand, bar, melds = text.partition("|")
        if bar and spread is not None:
            raise ParseError(text, "The spread stands in --spread and in the line; give it once.")
        if not bar and spread is None:
            raise ParseError(
                text, 'The spread is missing; add --spread "5S 6S 7S / JH JD JC" or | and melds.'
            )
        laid = _spread(melds) if spread is None else spread
        defender = _hand(hand, HAND_SIZE)
        both = defender & Hand(card for meld in laid for card in meld.cards)
        if both:
            raise ParseError(
                text, f"The {next(iter(both))} is in the defender's hand and in the spread."
            )
        return show(defender, laid, lay_off(defender, laid))

    given = [" ".join(args.hand)] if args.hand else []
    return _answer(given, reply, f'gin layoff {_EXAMPLE} --spread "5S 6S 7S / JH JD JC"')


def _answer(given: Sequence[str], reply: Callable[[str], str], example: str) -> int:
    if given and list(given) != [_INPUT]:
        for text in given:
            sys.stdout.write(reply(text) + "\n")
        return 0
    count = 0
    for count, line in enumerate(_lines(example), start=1):
        try:
            text = reply(line)
        except ParseError as error:
            raise ParseError(line, f"line {count}: {error}") from error
        sys.stdout.write(text + "\n")
    if not count:
        raise ParseError("", f"There is no hand to answer for; try {example}.")
    return 0


def _lines(example: str) -> Iterator[str]:
    if sys.stdin is None or sys.stdin.isatty():
        raise ParseError("", f"No hand was given; try {example}.")
    for line in lines():
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def _hand(text: str, most: int) -> Hand:
    hand = Hand(text)
    if not hand:
        raise ParseError(text, f"There are no cards in it; write them like {_EXAMPLE}.")
    if len(hand) > most:
        raise ParseError(text, f"A hand holds at most {most} cards here, and this has {len(hand)}.")
    return hand


def _spread(text: str) -> tuple[Meld, ...]:
    melds = parse_spread(text)
    laid = Hand()
    for meld in melds:
        if laid & meld.cards:
            twice = next(iter(laid & meld.cards))
            raise ParseError(text, f"The {twice} is in two melds of the spread.")
        laid |= meld.cards
    if len(laid) > HAND_SIZE:
        raise ParseError(text, f"A spread has at most {HAND_SIZE} cards, and this has {len(laid)}.")
    return melds


def _solve_text(text: str) -> str:
    hand = _hand(text, HAND_SIZE + 1)
    if len(hand) <= HAND_SIZE:
        best = arrange(hand)
        return f"deadwood {best.points}: {_held_text(best)}"
    return "\n".join(
        f"discard {card} leaves {left}{_ending(left)}: {_held_text(arrange(hand - card))}"
        for card, left in discards(hand)
    )


def _ending(left: int) -> str:
    return "" if left > KNOCK_LIMIT else " (knock)" if left else " (gin)"


def _held_text(held: Arrangement | Layoff) -> str:
    parts = [f"{meld.kind} {cards_text(meld.cards)}" for meld in held.melds]
    if held.deadwood:
        parts.append(f"loose {cards_text(held.deadwood)}")
    return "; ".join(parts) or "nothing left"


def _held_json(held: Arrangement | Layoff) -> dict[str, Any]:
    return {
        "deadwood": held.points,
        "melds": [cards_text(meld.cards) for meld in held.melds],
        "loose": cards_text(held.deadwood),
    }


def _solve_json(text: str) -> str:
    hand = _hand(text, HAND_SIZE + 1)
    answer: dict[str, Any] = {"hand": cards_text(hand), **_held_json(arrange(hand))}
    if len(hand) > HAND_SIZE:
        answer["discards"] = [
            {"discard": str(card), **_held_json(arrange(hand - card))} for card, _ in discards(hand)
        ]
    return json.dumps(answer)


def _layoff_text(_: Hand, spread: tuple[Meld, ...], best: Layoff) -> str:
    laid = ", ".join(f"{card} on {cards_text(spread[i].cards)}" for card, i in best.laid_off)
    first = f"laid off {laid}" if laid else "nothing laid off"
    return f"deadwood {best.points}: {first}; {_held_text(best)}"


def _layoff_json(defender: Hand, spread: tuple[Meld, ...], best: Layoff) -> str:
    answer = {
        "defender": cards_text(defender),
        "spread": [cards_text(meld.cards) for meld in spread],
        "laid_off": [{"card": str(card), "meld": index} for card, index in best.laid_off],
        **_held_json(best),
    }
    return json.dumps(answer)
