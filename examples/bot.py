"""A player of gin rummy that is a program of its own, in fifty-five lines.

It takes a card that leaves less deadwood and knocks as soon as it may. The arena starts it and
says lines on its standard input; the answers go to standard output (docs/protocol.md):

    gin arena "exec:python3 examples/bot.py" simple --deals 200

Anything else that is printed belongs on standard error. Only the solver of `gin` is used here; a
program in any language can do without it.
"""

import sys

import gin


def main() -> None:
    hand, top, barred = gin.Hand(), "", None
    for line in sys.stdin:
        match line.split():
            case ["gin", "1"]:
                say("ready example")
            case ["deal", _starter, _mine, _theirs, *cards, upcard]:
                hand, top = gin.Hand(cards), upcard
            case ["act", "me", "stock", card]:
                hand, barred = hand | gin.Card(card), None
            case ["act", "me", "take" | "pile", card]:
                hand, barred = hand | gin.Card(card), gin.Card(card)
            case ["act", "me", "discard" | "knock", card, *_spread]:
                hand = hand - gin.Card(card)
            case ["act", "opp", "discard", card]:
                top = card
            case ["offer?"]:
                say("take" if helps(hand, top) else "pass")
            case ["draw?"]:
                say("pile" if helps(hand, top) else "stock")
            case ["discard?"]:
                card, left = gin.discards(hand, barred)[0]
                say(f"{'knock' if left <= gin.KNOCK_LIMIT else 'discard'} {card}")
            case ["bye"]:
                return


def helps(hand: gin.Hand, top: str) -> bool:
    """Whether taking the top of the pile leaves less deadwood than there is now."""
    card = gin.Card(top)
    return gin.discards(hand | card, card)[0][1] < gin.deadwood(hand)


def say(answer: str) -> None:
    print(answer, flush=True)


if __name__ == "__main__":
    main()
