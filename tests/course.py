"""Matches as they may stand after any number of actions of passable play."""

from random import Random

from hypothesis import strategies as st

import gin


def sensible(deal: gin.Deal, random: Random) -> gin.Action:
    """Mostly a draw from the stock, the best discard and a knock when one comes; so deals end."""
    legal = deal.legal_actions()
    if deal.phase != "discard" or random.random() < 0.1:
        return legal[0 if random.random() < 0.7 else -1]
    assert deal.to_act is not None
    best, left = gin.discards(deal.hands[deal.to_act], deal.barred)[0]
    if left > gin.KNOCK_LIMIT or random.random() < 0.3:
        return gin.Action.discard(best)
    spreads = deal.spreads(best)
    return gin.Action.knock(best, random.choice((None, random.choice(spreads).melds)))


def played(match: gin.Match, actions: int, random: Random) -> gin.Match:
    """The match after so many actions, or at its end if that comes first."""
    for _ in range(actions):
        if match.deal.result is not None:
            if match.winner is not None:
                break
            match = match.next_deal()
        match = match.play(sensible(match.deal, random))
    return match


def matches(actions: int = 300) -> st.SearchStrategy[gin.Match]:
    """Matches with any target and seed, begun, in the middle of a deal, between two, or won."""
    return st.builds(
        played,
        st.builds(
            gin.Match,
            st.integers(1, 120),
            st.binary(min_size=32, max_size=32),
            cut=st.binary(max_size=20),
        ),
        st.integers(0, actions),
        st.randoms(use_true_random=False),
    )
