"""Deals as text that shows every rule at work: what was open at each step, and what came of it.

A file begins with what it shows, then says which cards or which match, and then what was done;
all else is worked out by the rules. An action that the rules refuse stands there with its reason.
"""

from dataclasses import dataclass

import gin
from gin import Action, Deal, Match
from gin.record import result_text

DONE = " > "
REFUSED = ": "


@dataclass(frozen=True, slots=True)
class Script:
    """What a file shows, how it begins, and what was done in each deal."""

    title: str
    setting: dict[str, str]
    deals: tuple[tuple[str, ...], ...]


def parse(text: str) -> Script:
    """Read from a file what is not worked out."""
    lines = text.splitlines()
    setting = dict(line.split(": ", 1) for line in lines if line.startswith(("deck", "seed", "st")))
    deals: list[list[str]] = []
    for line in lines:
        if line.startswith("deal "):
            deals.append([])
        elif DONE in line:
            deals[-1].append(line.split(DONE, 1)[1].split(REFUSED, 1)[0])
    return Script(lines[0].removeprefix("# "), setting, tuple(map(tuple, deals)))


def render(script: Script) -> str:
    """The whole file, worked out by the rules."""
    lines = [f"# {script.title}", *(f"{name}: {text}" for name, text in script.setting.items())]
    match = Match(seed=bytes.fromhex(script.setting["seed"])) if "seed" in script.setting else None
    for number, actions in enumerate(script.deals, start=1):
        if match is not None:
            match = match if number == 1 else match.next_deal()
            deal = match.deal
        else:
            deal = Deal.new(script.setting["deck"].split(), int(script.setting["starter"]))
        lines += ["", f"deal {number}, seat {deal.starter} starts", *_opening(deal)]
        for text in actions:
            action = Action.parse(text)
            row = f"{_step(deal)}{DONE}{action}"
            try:
                deal = deal.play(action)
            except gin.IllegalAction as error:
                lines.append(f"{row}{REFUSED}{error.reason}")
                continue
            lines.append(row)
            match = match and match.play(action)
        lines += _ending(deal)
        if match is not None:
            won = "" if match.winner is None else f", seat {match.winner} has won the match"
            lines.append("score {} {}".format(*match.scores) + won)
    return "\n".join(lines) + "\n"


def _opening(deal: Deal) -> list[str]:
    return [
        *(f"  seat {seat} holds {hand}" for seat, hand in enumerate(deal.hands)),
        f"  pile {' '.join(map(str, deal.pile))}, stock {len(deal.stock)}",
    ]


def _step(deal: Deal) -> str:
    """Who is to act, and everything that seat may do."""
    if deal.to_act is None:
        return "  nobody"
    legal = deal.legal_actions()
    plain = [str(action) for action in legal if action.card is None]
    lists = [
        f"{kind} {' '.join(str(action.card) for action in legal if action.kind == kind)}"
        for kind in ("discard", "knock")
        if any(action.kind == kind for action in legal)
    ]
    top = f"pile {deal.pile[-1]}" if deal.pile else "no pile"
    menu = ", ".join(plain + lists)
    return f"  {deal.to_act} {deal.phase:9} {top:8} stock {len(deal.stock):2}  {menu}"


def _ending(deal: Deal) -> list[str]:
    lines = [f"  {result_text(deal.result)}"]
    result = deal.result
    if result is not None and result.spread is not None and result.layoff is not None:
        melds = result.spread.melds
        laid = ", ".join(f"{card} on {melds[at]}" for card, at in result.layoff.laid_off)
        lines += [
            f"  spread {' / '.join(map(str, melds))}, loose {result.spread.deadwood or '-'}",
            f"  defender {' / '.join(map(str, result.layoff.melds)) or '-'}, laid off {laid or '-'}"
            f", loose {result.layoff.deadwood or '-'}",
        ]
    return lines
