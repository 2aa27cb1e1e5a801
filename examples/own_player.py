"""A player of one's own in the arena, in thirty lines: `python examples/own_player.py`.

It looks one draw ahead: of all discards it makes the one after which the cards not yet seen leave
the least deadwood on average. Every decision asks the solver about some hundreds of hands, in one
call a discard.
"""

from array import array

import gin


class Lookahead:
    """Anything with `choose(view)` is a player; the view is all that its seat may know."""

    def choose(self, view: gin.View) -> gin.Action:
        """The action, worked out from the view alone."""
        if view.phase == "discard":
            options = gin.discards(view.hand, view.barred)
            card, left = options[0]
            if left <= gin.KNOCK_LIMIT:
                return gin.Action.knock(card)
            cards = [card for card, _ in options]
            return gin.Action.discard(min(cards, key=lambda c: outlook(view.hand - c, view)))
        refuse, take = gin.Action.PASS, gin.Action.TAKE
        if view.phase != "upcard":
            refuse, take = gin.Action.DRAW_STOCK, gin.Action.DRAW_DISCARD
        card = view.top
        if card is None or take not in view.legal_actions():
            return refuse
        with_card = gin.discards(view.hand | card, card)[0][1]
        return take if with_card < outlook(view.hand, view) else refuse


def outlook(ten: gin.Hand, view: gin.View) -> float:
    """The deadwood of ten cards after one more and the best discard, over all cards unseen."""
    hands = array("Q", [(ten | card).mask for card in view.unseen])
    return sum(map(min, gin.discards_many(hands).tolist())) / len(hands)


if __name__ == "__main__":
    result = gin.arena(Lookahead(), "simple", deals=400, seed=1, jobs=1)
    print(f"{result.points:+.2f} ± {result.points_ci:.2f} points a deal against simple")
