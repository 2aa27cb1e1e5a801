"""What a seat may believe of the other hand."""

from dataclasses import dataclass

from gin import _core
from gin.cards import Card
from gin.players import parts
from gin.view import View


@dataclass(frozen=True, slots=True)
class Belief:
    """What the opponent holds, as far as the public actions tell.

    `cards` pairs every card that it may hold with the chance that it does, the likeliest first: 1
    for cards that were seen to go there, and together ten. `deadwood` is the expected least
    deadwood of that hand, in points.

    >>> Belief(((Card("7D"), 1.0),), 12.5).deadwood
    12.5
    """

    cards: tuple[tuple[Card, float], ...]
    deadwood: float

    def chance(self, card: Card | str | int) -> float:
        """Return the chance that the opponent holds a card; 0 for one that it cannot hold.

        >>> Belief(((Card("7D"), 1.0),), 12.5).chance("7D")
        1.0
        """
        wanted = Card(card)
        return next((chance for held, chance in self.cards if held == wanted), 0.0)


def belief(view: View) -> Belief:
    """Return what the seat to act may believe of the other hand.

    A small network says it, trained on the engine's own deals against itself and the players of
    the arena, from what both have thrown, taken and left lying and from the own hand; how well it
    does is measured in docs/opponent.md. Raises `PlayerError` where the view's seat is not to act.

    >>> from gin import Deal
    >>> found = belief(Deal.new(range(52), starter=0).view(0))
    >>> round(sum(chance for _, chance in found.cards)), 30 < found.deadwood < 70
    (10, True)
    """
    chances, deadwood = _core.belief(*parts(view))
    cards = [(card, chances[card.index]) for card in view.possible]
    # Stable: of equal chances the lower card stands first.
    return Belief(tuple(sorted(cards, key=lambda pair: -pair[1])), deadwood)
