"""Deals and matches set up so that a wanted knock comes on the very first turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import gin
from gin import record
from reference.cards import DECK, Cards, hand


@dataclass(frozen=True, slots=True)
class Knock:
    """The starter takes the upcard and knocks with `discard`; a dead deal has no knock at all."""

    knocker: Cards
    defender: Cards

    @property
    def spare(self) -> list[str]:
        """The cards of neither hand; the knocker's discard comes first."""
        return [card for card in DECK if card not in self.knocker | self.defender]

    @property
    def discard(self) -> gin.Card:
        """The card that the knocker discards."""
        return gin.Card(self.spare[0])

    def deck(self, starter: int) -> list[str]:
        """The pack, in dealing order, with which seat `starter` can do so."""
        upcard, *kept = sorted(self.knocker)
        mine, other = [*kept, self.spare[0]], sorted(self.defender)
        seats = (mine, other) if starter == 0 else (other, mine)
        return [*(c for pair in zip(*seats, strict=True) for c in pair), upcard, *self.spare[1:]]

    def actions(self) -> Sequence[gin.Action]:
        """Take the upcard, knock."""
        return (gin.Action.TAKE, gin.Action.knock(self.discard))

    def position(self) -> gin.Deal:
        """Seat 0 before the discard, having drawn from the stock."""
        return gin.Deal.position(
            hands=(self.knocker | {self.spare[0]}, self.defender),
            stock=self.spare[2:],
            pile=self.spare[1:2],
            phase="discard",
            to_act=0,
            starter=0,
        )


def knock(knocker: str, defender: str) -> Knock:
    """The knock of ten cards against ten others, both as text."""
    return Knock(hand(knocker), hand(defender))


def dead_actions(deal: gin.Deal) -> Iterator[gin.Action]:
    """Nobody wants anything: pass, draw from the stock, discard the card drawn, to the end."""
    while deal.to_act is not None:
        draw = gin.Action.PASS if deal.phase == "upcard" else gin.Action.DRAW_STOCK
        action = draw if deal.drawn is None else gin.Action.discard(deal.drawn)
        yield action
        deal = deal.play(action)


def played(deal: gin.Deal, actions: Sequence[gin.Action]) -> gin.Deal:
    """The deal after all the actions."""
    for action in actions:
        deal = deal.play(action)
    return deal


def match(knocks: Sequence[Knock | None], starter: int, target: int = 100) -> gin.Match:
    """A match whose deals went so, `None` a dead one; read from a record, as decks are secret."""
    scores = (0, 0)
    lines: list[record.DealLine] = []
    for number, scripted in enumerate(knocks, start=1):
        deal = gin.Deal.new(DECK if scripted is None else scripted.deck(starter), starter)
        actions = tuple(dead_actions(deal)) if scripted is None else tuple(scripted.actions())
        over = played(deal, actions)
        assert over.result is not None
        assert over.deck is not None
        gained = over.result.scores
        scores = (scores[0] + gained[0], scores[1] + gained[1])
        laid = tuple(event.action for event in over.history)
        text = record.result_text(over.result)
        lines.append(record.DealLine(0, number, starter, over.deck, laid, text, scores))
        starter = 1 - starter
    written = record.Record(("you", "computer"), target, "0" * 64, None, tuple(lines))
    return gin.Match.from_text(record.write(written))
