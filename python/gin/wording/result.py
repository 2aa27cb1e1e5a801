"""Sentences about a finished deal and a finished match, the sum always spelled out (R15–R17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gin.cards import GIN_BONUS, STOCK_FLOOR, TARGET, UNDERCUT_BONUS
from gin.wording.card import Name, letters, meld_title
from gin.wording.number import aloud
from gin.wording.seat import subject, whom, whose

if TYPE_CHECKING:
    from gin.scoring import Result

UNFINISHED = "Your match would stay unfinished. The same once more starts the new one."
"""What is said once before a new match takes the place of one that has begun."""

NO_LAYOFFS = "No layoffs against gin."
"""Why nothing is laid off (R14)."""

TAKEN_UP = "This match was dealt before and not played; it is taken up again."
"""What is said where the new match is one whose cards have been seen already."""

_NUMBERS = {1: "one", 2: "two", 3: "three"}


def headline(result: Result) -> str:
    """How the deal ended, in one sentence.

    >>> from gin import Hand, arrange
    >>> from gin.scoring import settle
    >>> spread = arrange(Hand("4D 5D 6D 7S 7H 7C QS QH QD 8C"))
    >>> headline(settle(0, spread, Hand("AS 2S 3S KS KH KD 9C 9S 9D 5C")))
    'Undercut. You knocked with 8, the computer has 5.'
    """
    if result.knocker is None:
        floor = _NUMBERS.get(STOCK_FLOOR, str(STOCK_FLOOR))
        return f"No score. The stock is down to {floor} cards and nobody knocked."
    who = subject(result.knocker)
    if result.kind == "gin":
        return f"{who} went gin."
    count = result.deadwood[result.knocker]
    if result.kind == "knock":
        return f"{who} knocked with {count}."
    other = 1 - result.knocker
    has = f"{whom(other)} {'has' if other else 'have'} {result.deadwood[other]}"
    laid = " after layoffs" if result.layoff is not None and result.layoff.laid_off else ""
    return f"Undercut. {who} knocked with {count}, {has}{laid}."


def ending_note(result: Result) -> str:
    """What a person may wonder about this ending; empty when there is nothing to say.

    >>> from gin import Hand, arrange
    >>> from gin.scoring import settle
    >>> spread = arrange(Hand("4D 5D 6D 7S 7H 7C QS QH QD KD"))
    >>> ending_note(settle(0, spread, Hand("AS 2S 3S KS KH KC 9C 9S 9D TC")))
    'An equal count also undercuts.'
    """
    if result.kind == "gin":
        return NO_LAYOFFS
    if result.kind == "undercut" and result.deadwood[0] == result.deadwood[1]:
        return "An equal count also undercuts."
    return ""


def sum_text(result: Result) -> str:
    """The sum that gives the points, spelled out.

    >>> from gin import Hand, arrange
    >>> from gin.scoring import settle
    >>> spread = arrange(Hand("4D 5D 6D 7S 7H 7C QS QH QD 8C"))
    >>> sum_text(settle(0, spread, Hand("AS 2S 3S KS KH KD 9C 9S 9D 5C")))
    '25 + 8 - 5 = 28 to the computer'
    """
    if result.knocker is None or result.winner is None:
        return "no points"
    left, right = _sum(result)
    return f"{left} = {right}"


def sum_words(result: Result) -> str:
    """The sum without signs, for reading aloud.

    >>> from gin import Hand, arrange
    >>> from gin.scoring import settle
    >>> spread = arrange(Hand("5S 6S 7S 2H 3H 4H JH JD JC AD"))
    >>> sum_words(settle(0, spread, Hand("KS KH KD 8S 9S JS QC 6C 4C 2C")))
    '22 minus 1 is 21 to you'
    """
    if result.knocker is None or result.winner is None:
        return "no points"
    left, right = _sum(result)
    return f"{aloud(left)} is {right}"


def _sum(result: Result) -> tuple[str, str]:
    knocker = result.knocker or 0
    mine, theirs = result.deadwood[knocker], result.deadwood[1 - knocker]
    if result.kind == "gin":
        left = f"{GIN_BONUS} + {theirs}"
    elif result.kind == "undercut":
        left = f"{UNDERCUT_BONUS} + {mine} - {theirs}"
    else:
        left = f"{theirs} - {mine}"
    return left, f"{result.points} to {whom(result.winner or 0)}"


def layoff_texts(result: Result, name: Name = letters) -> tuple[str, ...]:
    """Where each laid-off card went, one phrase a card, in the order they can be laid.

    >>> from gin import Hand, arrange
    >>> from gin.scoring import settle
    >>> spread = arrange(Hand("5S 6S 7S 2H 3H 4H JH JD JC AD"))
    >>> layoff_texts(settle(0, spread, Hand("KS KH KD 8S 9S JS QC 6C 4C 2C")))
    ('8S on your spade run', '9S on your spade run', 'JS on your jacks')
    """
    if result.layoff is None or result.spread is None or result.knocker is None:
        return ()
    melds, owner = result.spread.melds, whose(result.knocker)
    return tuple(
        f"{name(card)} on {owner} {meld_title(melds[index], melds)}"
        for card, index in result.layoff.laid_off
    )


def score_text(scores: tuple[int, int]) -> str:
    """Both scores, each with its owner.

    >>> score_text((62, 27))
    'You 62, computer 27'
    """
    return f"You {scores[0]}, computer {scores[1]}"


def replay_note(scores: tuple[int, int]) -> str:
    """What stands under the result of a deal that was played again.

    >>> replay_note((62, 27))
    'This was a replay and is not counted. The match stands at: You 62, computer 27.'
    """
    return f"This was a replay and is not counted. The match stands at: {score_text(scores)}."


def next_starter(seat: int, number: int) -> str:
    """Who starts the next deal (R20).

    >>> next_starter(1, 6)
    'Computer starts deal 6.'
    """
    return f"{subject(seat)} {'starts' if seat else 'start'} deal {number}."


def points_needed(scores: tuple[int, int], target: int = TARGET) -> str:
    """How far both are from winning.

    >>> points_needed((62, 27))
    'You need 38 more, the computer needs 73.'
    """
    return f"You need {target - scores[0]} more, the computer needs {target - scores[1]}."


def match_headline(winner: int, scores: tuple[int, int]) -> str:
    """Who won the match (R19).

    >>> match_headline(1, (62, 104))
    'Computer wins the match, 104 to 62.'
    """
    verb = "wins" if winner else "win"
    return f"{subject(winner)} {verb} the match, {scores[winner]} to {scores[1 - winner]}."


def deal_ending(kind: str, knocker: int | None, deadwood: tuple[int, int]) -> str:
    """How a deal ended, as a phrase for the scoreboard.

    >>> deal_ending("gin", 1, (2, 0)), deal_ending("dead", None, (30, 12))
    ('computer went gin (25 + 2)', 'two cards left, no score')
    >>> deal_ending("undercut", 0, (8, 5))
    'you were undercut (25 + 8 - 5)'
    """
    if knocker is None:
        return "two cards left, no score"
    who = subject(knocker).lower()
    mine, theirs = deadwood[knocker], deadwood[1 - knocker]
    if kind == "gin":
        return f"{who} went gin ({GIN_BONUS} + {theirs})"
    if kind == "undercut":
        was = f"{who} {'was' if knocker else 'were'} undercut"
        return f"{was} ({UNDERCUT_BONUS} + {mine} - {theirs})"
    return f"{who} knocked with {mine}"
