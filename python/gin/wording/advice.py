"""Sentences about a decision: what to do, why, what it costs, and what a move tells.

All of it is worked out from cards that everybody has seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gin.cards import PACK, Card, Hand
from gin.wording.card import (
    RANKS,
    SUIT_WORDS,
    Name,
    card_list,
    letters,
    meld_text,
    rank_plural,
)
from gin.wording.move import deed_text
from gin.wording.number import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gin.action import Action, Event
    from gin.advice import Move, Reasons, Whereabouts

_FEW = 2

LAID_OPEN = "The deal is over and both hands are laid open; table tells them again."
"""What is said in plain mode of the computer's cards once nothing of them is hidden."""

PUBLIC_ONLY = "Worked out from cards you can see; the computer's hand is not used."
"""What stands under every piece of advice."""

WORTH = "Worth in points at this score, if both play on well:"
"""What stands above the worth of every choice."""

LOOSE = "Your loose cards, and what it would need to use them"
"""What stands above the person's loose cards."""


def action_text(action: Action, name: Name = letters, *, top: Card | None = None) -> str:
    """What an action is called among choices; `top` is the card on the discard pile.

    >>> from gin.action import Action
    >>> action_text(Action.discard("9C")), action_text(Action.knock("9C"))
    ('discard 9C', 'knock with 9C')
    >>> action_text(Action.DRAW_DISCARD, top=Card("8C"))
    'take 8C'
    """
    if action.card is not None:
        word = "discard" if action.kind == "discard" else "knock with"
        return f"{word} {name(action.card)}"
    if action.kind in ("take", "pile"):
        return f"take {name(top)}" if top is not None else "take the top of the discard pile"
    return "pass" if action.kind == "pass" else "draw from the stock"


def pairs_text(pairs: Sequence[Hand], name: Name = letters) -> str:
    """Pairs of cards that make a meld with a card; empty without one.

    >>> from gin.advice import partners
    >>> pairs_text(partners(Card("AD"), Hand("AS AH AC 2D 3D")))
    'two of AS AH AC or 2D 3D'

    Names of several words are told apart by ear, and so are the pairs.

    >>> from gin.wording import words
    >>> pairs_text(partners(Card("2D"), Hand("2S 2H 3D 4D")), words)
    '2 of spades and 2 of hearts; or 3 of diamonds and 4 of diamonds'
    """
    alike = [pair for pair in pairs if len({card.rank for card in pair}) == 1]
    runs = [pair for pair in pairs if pair not in alike]
    texts: list[str] = []
    if len(alike) > 1:
        every = Hand({card for pair in alike for card in pair})
        texts.append(f"two of {card_list(every, name)}")
    elif alike:
        texts.append(_pair_text(alike[0], name))
    texts += [_pair_text(pair, name) for pair in runs]
    return _either(texts)


def _pair_text(pair: Hand, name: Name) -> str:
    return card_list(pair, name).replace(", ", " and ")


def hint_text(action: Action, name: Name = letters, *, top: Card | None = None) -> str:
    """The first step of a hint: what to do.

    >>> from gin.action import Action
    >>> hint_text(Action.discard("9C"))
    'Hint: discard 9C.'
    """
    return f"Hint: {action_text(action, name, top=top)}."


def reason_lines(found: Reasons, name: Name = letters) -> list[str]:
    """The second step of a hint: why, one fact a line.

    >>> from gin.action import Action
    >>> from gin.advice import reasons
    >>> from gin.deal import Deal
    >>> view = Deal.new(range(52), starter=1).play(Action.TAKE).view(1)
    >>> reason_lines(reasons(view, Action.discard("AH")))[0]
    'It leaves 63 deadwood; the least you can leave is 54.'
    """
    kind = found.action.kind
    if kind == "discard" and found.last:
        return _no_score_lines(found)
    lines = [_deadwood_line(found, name)]
    if kind == "knock":
        return [*lines, *_knock_lines(found)]
    lines.append(_outs_line(found, name))
    if found.action.card is not None:
        lines += _danger_lines(found.action.card, found, name)
        if found.could_knock is not None:
            lines.append(f"You could knock with {found.could_knock}; playing on is worth more.")
    elif kind in ("take", "pile"):
        lines.append("The computer will know that you hold it.")
    return lines


def _deadwood_line(found: Reasons, name: Name) -> str:
    kind = found.action.kind
    if kind in ("take", "pile"):
        makes = f"It makes {meld_text(found.meld, name)}" if found.meld else "It makes no meld yet"
        return f"{makes}; {_change(found.before, found.after, 'can')}."
    if found.action.card is None:
        return _refused_line(found, name)
    least = (
        "the least you can leave"
        if found.after == found.least
        else f"the least you can leave is {found.least}"
    )
    return f"It leaves {found.after} deadwood{', ' if found.after == found.least else '; '}{least}."


def _refused_line(found: Reasons, name: Name) -> str:
    if found.top is None or found.with_top is None:
        return "It is all that can be done now."
    change = _change(found.before, found.with_top, "would")
    if found.meld:
        return f"{name(found.top)} would make {meld_text(found.meld, name)}; {change}."
    return f"{name(found.top)} would make no meld; {change}."


def _change(before: int, after: int, verb: str) -> str:
    if after == before:
        return f"deadwood {verb} stay {before}"
    return f"deadwood {before} {verb} become {after} this turn"


def _no_score_lines(found: Reasons) -> list[str]:
    lines = ["The deal ends with this turn, without a score: nothing comes after the discard."]
    if found.could_knock is not None:
        lines.append(f"You could knock with {found.could_knock}; no score is worth more.")
    return lines


def _knock_lines(found: Reasons) -> list[str]:
    if not found.after:
        return ["That is gin: nothing can be laid off on it."]
    lines = [
        f"If you waited, {len(found.outs)} of {found.unseen} unseen cards would lower the count.",
        "Waiting gives the computer time to knock itself or to save its cards.",
    ]
    if found.last:
        lines = ["You cannot wait: without a knock the deal ends with this turn, without a score."]
    if found.after > 6:
        lines.append(f"A knock with {found.after} can be undercut more easily than a low one.")
    return lines


def _outs_line(found: Reasons, name: Name) -> str:
    count = len(found.outs)
    after = "After it " if found.action.kind not in ("stock", "pass") else ""
    if not count:
        none = "no single unseen card would meld loose cards."
        return after + none if after else none.capitalize()
    shown = card_list(tuple(found.outs)[:10], name)
    more = " and others" if count > 10 else ""
    cards = f"{count} of {found.unseen} unseen cards"
    text = f"{after}{cards} would meld loose cards: {shown}{more}."
    return text if after else text[0].upper() + text[1:]


def _danger_lines(card: Card, found: Reasons, name: Name) -> list[str]:
    if not found.pairs:
        lines = [f"No two cards that the computer may hold go with {name(card)}."]
    else:
        only = "only with" if len(found.pairs) <= _FEW else "with"
        ways = counted(len(found.pairs), "way")
        sure = f"; it holds {card_list(found.held, name)}" if found.held else ""
        pairs = pairs_text(found.pairs, name)
        lines = [f"The computer can use {name(card)} {only} {pairs}: {ways}{sure}."]
    if found.spent:
        near = card_list(found.spent, name)
        lines.append(f"The computer itself left or discarded near it: {near}.")
    return lines


def choice_lines(
    choices: Sequence[tuple[Action, float]], name: Name = letters, *, top: Card | None = None
) -> list[str]:
    """The third step of a hint: every choice with its worth in points.

    >>> from gin.action import Action
    >>> choice_lines([(Action.DRAW_STOCK, 3.41), (Action.DRAW_DISCARD, -0.2)], top=Card("8C"))
    ['draw from the stock   +3.4', 'take 8C               -0.2']
    """
    texts = [action_text(action, name, top=top) for action, _ in choices]
    width = max((len(text) for text in texts), default=0)
    return [
        f"{text:<{width}}  {points_text(points):>5}"
        for text, (_, points) in zip(texts, choices, strict=True)
    ]


def points_text(points: float) -> str:
    """Points with their sign, to a tenth.

    >>> points_text(3.41), points_text(-0.04)
    ('+3.4', '0.0')
    """
    rounded = round(points, 1)
    return f"{rounded:+.1f}" if rounded else "0.0"


def story_text(
    events: Sequence[Event], left: Card | None, name: Name = letters, *, gin: bool = False
) -> str:
    """What the computer did in its last turn, with the card that it left lying.

    `gin` says that a knock in it was gin.

    >>> from gin.action import Action, Event
    >>> turn = [Event(1, Action.DRAW_STOCK), Event(1, Action.discard("8D"))]
    >>> story_text(turn, Card("7C"))
    'It left 7C, drew from the stock and discarded 8D.'
    """
    parts = [deed_text(event, name, gin=gin) for event in events]
    if left is not None:
        parts.insert(0, f"left {name(left)}")
    return f"It {', '.join(parts[:-1])}{' and ' if len(parts) > 1 else ''}{parts[-1]}."


def move_lines(move: Move | None, name: Name = letters) -> list[str]:
    """What the computer's last move tells, one conclusion a line.

    >>> from gin.action import Action
    >>> from gin.advice import last_move
    >>> from gin.deal import Deal
    >>> move_lines(last_move(Deal.new(range(52), starter=1).play(Action.PASS).view(0)))[0]
    '8H did not fit: it is unlikely to hold two of 8S 8D 8C, 7H 9H or 9H 10H.'
    """
    if move is None:
        return ["It has not moved in this deal yet."]
    lines: list[str] = []
    if move.took is not None:
        sure = [pair for pair in move.fits if pair <= move.known]
        fits = pairs_text(sure or move.fits, name)
        has = "it holds" if sure else "it probably has"
        use = f"{has} {fits}" if fits else "no meld of three is open to it"
        lines.append(f"It wanted {name(move.took)}: {use}.")
    if move.left is not None:
        lines.append(_left_line(move.left, move.without, name))
    if move.threw is not None:
        lines.append(_threw_line(move.threw, move.apart, name))
    if move.known:
        lines.append(f"It holds for certain: {card_list(move.known, name)}.")
    elif move.took is None:
        lines.append("It holds no card from the discard pile.")
    return lines


def _left_line(left: Card, without: Sequence[Hand], name: Name) -> str:
    if not without:
        return f"{name(left)} was of no use to it: what goes with it is accounted for."
    return f"{name(left)} did not fit: it is unlikely to hold {pairs_text(without, name)}."


def _threw_line(threw: Card, apart: Sequence[Card], name: Name) -> str:
    alike = [card for card in apart if card.rank == threw.rank]
    beside = [card for card in apart if card.suit == threw.suit]
    if beside:
        suit = SUIT_WORDS[threw.suit]
        went = card_list((*beside, threw), name)
        return f"{went} went: it is not collecting {suit} in that range."
    if alike:
        ranks = rank_plural(threw.rank)
        return f"{card_list((*alike, threw), name)} went: it is not collecting {ranks}."
    return f"{name(threw)} went: cards next to it are less likely to be wanted."


def loose_lines(
    loose: Sequence[tuple[Card, Sequence[Hand]]], known: Hand, name: Name = letters
) -> list[str]:
    """The loose cards, each with what the computer would need to use it.

    >>> loose_lines([(Card("9C"), (Hand("9S 9H"),)), (Card("KD"), ())], Hand("9S"))
    ['9C: 9S 9H, 1 way; it holds 9S', 'KD: nothing it may hold goes with it']
    """
    lines: list[str] = []
    for card, pairs in loose:
        if not pairs:
            lines.append(f"{name(card)}: nothing it may hold goes with it")
            continue
        held = [other for other in known if any(other in pair for pair in pairs)]
        sure = f"; it holds {card_list(held, name)}" if held else ""
        count = counted(len(pairs), "way")
        lines.append(f"{name(card)}: {pairs_text(pairs, name)}, {count}{sure}")
    return lines or ["none: every card is in a meld"]


_SEEN: tuple[tuple[Whereabouts, str], ...] = (
    ("yours", "yours"),
    ("top", "on top of the pile"),
    ("taken", "the computer's"),
    ("gone", "gone"),
    ("unseen", "not seen"),
)


def known_text(known: Hand, name: Name = letters) -> str:
    """The computer's cards that everybody has seen.

    >>> known_text(Hand("4S"))
    'The computer holds for certain: 4S.'
    """
    if not known:
        return "You know of no card in the computer's hand."
    return f"The computer holds for certain: {card_list(known, name)}."


def seen_lines(where: Sequence[Whereabouts]) -> list[str]:
    """Where every card of the pack is, a suit a line; `where` is by card index.

    >>> seen_lines(["yours"] + ["unseen"] * 50 + ["top"])[0]
    'Spades: yours A; not seen 2 3 4 5 6 7 8 9 10 J Q K.'
    """
    lines: list[str] = []
    for suit, title in SUIT_WORDS.items():
        cards = [card for card in PACK if card.suit == suit]
        parts = [
            f"{word} {' '.join(ranks)}"
            for place, word in _SEEN
            if (ranks := [RANKS[c.rank - 1] for c in cards if where[c.index] == place])
        ]
        lines.append(f"{title.capitalize()}: {'; '.join(parts)}.")
    return lines


def warning_text(loss: float, best: Action, name: Name = letters) -> str:
    """What a coach says about a discard before it is made.

    >>> from gin.action import Action
    >>> warning_text(2.34, Action.discard("9C"))
    'Coach: this costs about 2.3 points; better: discard 9C.'
    """
    better = action_text(best, name)
    return f"Coach: this costs about {loss:.1f} points; better: {better}."


def review_text(good: int, doubtful: int, bad: int, cost: float) -> str:
    """How a deal was played, in one line.

    >>> review_text(10, 1, 1, 2.31)
    '12 decisions: 10 good, 1 doubtful, 1 bad; cost 2.3 points'
    """
    decisions = counted(good + doubtful + bad, "decision")
    return f"{decisions}: {good} good, {doubtful} doubtful, {bad} bad; cost {cost:.1f} points"


def _either(texts: Sequence[str]) -> str:
    if len(texts) < 2:
        return "".join(texts)
    if any(" and " in text for text in texts):
        return "; or ".join(texts)
    return f"{', '.join(texts[:-1])} or {texts[-1]}"
