"""The rule sheet and the guide: what the program says about the game it plays (R1–R20)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A titled piece of text; `text` holds paragraphs without line breaks, to be wrapped."""

    title: str
    text: tuple[str, ...]


RULES = (
    Section(
        "AIM",
        (
            "Make sets (three or four cards of one rank) and runs (three or more cards in order in "
            "one suit). A card counts in one meld only. Cards in no meld are deadwood: an ace "
            "counts 1, 2 to 10 their number, jack, queen and king 10. The ace is low: A-2-3 is a "
            "run, Q-K-A is not.",
        ),
    ),
    Section(
        "START",
        (
            "Ten cards each, one card turned up, 31 in the stock. The starter may take the upcard "
            "or pass; then the other player may. After two passes the starter draws from the "
            "stock, and the upcard may not be taken. The start alternates every deal.",
        ),
    ),
    Section(
        "TURN",
        (
            "Draw the top card of the stock or of the discard pile, then discard one card. A card "
            "taken from the discard pile may not be discarded in the same turn. Melds stay in your "
            "hand.",
        ),
    ),
    Section(
        "KNOCK",
        (
            "After drawing, choose a discard: if the ten cards left count 10 or less, you may "
            "knock. You may on any turn, the first included, and you never have to. Your melds are "
            "laid down with the least deadwood; where there are equal ways you choose. The "
            "defender melds too, and lays off cards on your melds. With less deadwood than the "
            "defender you score the difference.",
        ),
    ),
    Section(
        "GIN",
        (
            "A knock with no deadwood is gin: 25 plus all of the other's deadwood, and no layoffs "
            "against it. You declare it yourself. There is no Big Gin: with eleven melded cards "
            "you still discard one.",
        ),
    ),
    Section(
        "UNDERCUT",
        (
            "If the defender ends with the same count or less, the defender scores 25 plus the "
            "difference. Knocking with 8 against 5 gives the defender 25 + 8 - 5 = 28; an equal "
            "count gives 25. A defender with 0 undercuts; that is not gin.",
        ),
    ),
    Section(
        "NO SCORE",
        (
            "When a turn ends without a knock and two cards are left in the stock, the deal is "
            "over and nobody scores.",
        ),
    ),
    Section(
        "MATCH",
        (
            "The first to reach 100 wins; exactly 100 is enough. There are no bonuses for the "
            "match, the deals won or a shutout.",
        ),
    ),
)
"""The rule sheet, one section a heading."""

GUIDE = (
    Section(
        "What is the aim?",
        (
            "Arrange your ten cards in sets and runs until what is left over counts little. Then "
            "knock before the computer does. Points go to the hand with less left over; the first "
            "to 100 points wins the match.",
        ),
    ),
    Section(
        "In what order is it played?",
        (
            "The starter takes the upcard or passes, then the other one. After two passes the "
            "starter draws from the stock. From then on you take turns: draw one card, discard one "
            "card, until somebody knocks or two cards are left in the stock. Then the points are "
            "counted and the other player starts the next deal.",
        ),
    ),
    Section(
        "When may I knock?",
        (
            "After drawing, choose the discard first: the other ten cards must count 10 or less. "
            "It is your choice; going on is always allowed. With nothing left over the knock is "
            "gin, whatever you call it.",
        ),
    ),
    Section(
        "What does an ace count?",
        (
            "One. It stands below the two, so A-2-3 is a run. Q-K-A and K-A-2 are no runs, because "
            "the ace is never above the king.",
        ),
    ),
    Section(
        "What happens on a tie?",
        (
            "If both hands count the same after a knock, the defender wins: it is an undercut and "
            "scores exactly 25.",
        ),
    ),
    Section(
        "Are layoffs automatic?",
        (
            "Yes. The defender's own melds and the layoffs are searched together for the least "
            "that can remain; nobody has to find them by hand. Cards can follow one another (8 "
            "then 9 on a 5-6-7), go on both ends of a run and make the fourth of a set. A meld of "
            "one's own may be broken up for it. Nothing goes on the knocker's deadwood.",
        ),
    ),
    Section(
        "Can a deal end without a winner?",
        (
            "Yes. If a turn ends without a knock and the stock holds two cards, nobody scores and "
            "the start still passes to the other player. A knock on that very turn counts.",
        ),
    ),
    Section(
        "Which format is this?",
        (
            "Standard gin: 25 for gin, 25 for an undercut, a match to 100, no line, deal, match or "
            "shutout bonus, no Big Gin, no upcard that limits the knock. The start alternates; who "
            "starts the first deal is drawn at random.",
        ),
    ),
    Section(
        "How does a result add up?",
        (
            "An example: you knock with 8. The computer holds 16 in no meld and lays off a 9 and a "
            "2 on your runs, which leaves it 5. It has less than you, so it undercuts: "
            "25 + 8 - 5 = 28 to the computer. Had it kept 20 instead, you would have scored "
            "20 - 8 = 12.",
        ),
    ),
    Section(
        "What does a hint know?",
        (
            "What you know: your cards, the discard pile, and what the computer took or left. The "
            "points beside the choices are what the deal is expected to be worth to you at this "
            "score of the match, if both play on well. A deal in which you had a hint, or took "
            "something back, is marked and kept out of the statistics.",
        ),
    ),
    Section(
        "How do I know that the deals are fair?",
        (
            "All decks of a match come from one secret seed. Its fingerprint is shown before the "
            "first card, and then you may cut: what you type goes into every deck. At the end the "
            "seed is shown, and every deck can be made again. f in the game, verify in plain mode "
            "and gin verify check it; the computer is never given your cards or the stock.",
        ),
    ),
    Section(
        "Which mistakes are common?",
        (
            "Taking queen, king and ace for a run: the ace is only low.",
            "Waiting to lay off against gin: there are no layoffs against gin.",
            "Giving back the card just taken: a card from the discard pile stays in the hand until "
            "your next turn.",
        ),
    ),
)
"""Questions people ask, each with its answer."""

CONTROLS_SCREEN = Section(
    "How do the controls work?",
    (
        "Select a card by clicking it, with its digit, or with the arrows and Space; it is raised "
        "and the screen says what discarding it would leave. The stock and the discard pile carry "
        "labels: click one, or press its letter, to draw. The buttons below the hand are the "
        "actions of this turn, each with its key; Enter does the one that is lit. H gives a hint, "
        "again its reasons, w reads the computer's last move, c shows the cards seen, u takes your "
        "last action back; ? lists all keys. The hand can be "
        "sorted by rank or by suit, and cards can be moved by hand. In a narrow window the hand "
        "goes on in a second row. Knocking asks once before it is done. Leaving saves everything.",
    ),
)
"""The controls of the full screen."""

CONTROLS_PLAIN = Section(
    "How do the controls work?",
    (
        "Type a command and press Enter: its letter, its word or a short sentence, such as take "
        "it or discard the queen of spades. Cards are a rank and a suit, such as 9D, 10H or QS; "
        "small letters do too, and the rank where you hold one card of it. Draw with stock or "
        "take, then type discard and a card, or knock and a card. Knocking asks once before it is "
        "done. hint, why, seen and undo help while you play. Type help for all commands with their "
        "letters. "
        "Every move is saved at once, so leave when you like.",
    ),
)
"""The controls of plain mode."""
