"""A plain opponent and ways to play on: what the tests of the session and its screens sit with."""

from dataclasses import dataclass
from pathlib import Path
from weakref import finalize

import gin
from gin.saves import Store
from gin.session import Session

SEED = "a match for tests"


@dataclass(frozen=True, slots=True)
class Greedy:
    """Takes what lowers its deadwood, throws what leaves the least, knocks as soon as it may."""

    def choose(self, view: gin.View) -> gin.Action:
        """The action, worked out from the view alone."""
        legal = view.legal_actions()
        knocks = [action for action in legal if action.kind == "knock"]
        if view.phase == "discard":
            card, _ = gin.discards(view.hand, view.barred)[0]
            return next((k for k in knocks if k.card == card), gin.Action.discard(card))
        if len(legal) == 1 or view.top is None:
            return legal[0]
        with_top = view.hand | gin.Hand([view.top])
        helped = gin.discards(with_top, view.top)[0][1] < gin.deadwood(view.hand)
        refuse = gin.Action.PASS if view.phase == "upcard" else gin.Action.DRAW_STOCK
        return (
            (gin.Action.TAKE if view.phase == "upcard" else gin.Action.DRAW_DISCARD)
            if (helped)
            else refuse
        )


def greedy(level: str, seed: int) -> Greedy:
    """The same player for every level but `nobody`."""
    del seed
    if level == "nobody":
        raise gin.PlayerError("There is no player 'nobody'.")
    return Greedy()


def sit(
    directory: Path,
    *,
    level: str | None = None,
    seed: str | None = SEED,
    deal_number: int | None = None,
) -> Session:
    """The session on these saves, opened as a new program would; closed when it is let go."""
    store = Store(directory)
    session = Session.open(
        store,
        level=level,
        seed=None if deal_number is not None else seed,
        deal_number=deal_number,
        seat_player=greedy,
    )
    finalize(session, store.close)
    return session


def sit_before_the_cards(directory: Path, seed: bytes = bytes(32)) -> Session:
    """A match whose cards have not been shown yet, from a seed that is always the same."""
    store = Store(directory)
    saved = store.create(gin.Match(seed=seed), level="steady", origin="random", counted=True)
    session = Session(store, saved, greedy)
    finalize(session, store.close)
    return session


def step(session: Session) -> None:
    """One action of whoever is to act; a finished deal is followed by the next."""
    table = session.table
    if table.result is not None:
        session.next_deal()
    elif session.thinking:
        session.answer(session.choose())
    else:
        session.play(Greedy().choose(table.view))


def to_person(session: Session) -> None:
    """Let the computer play until the person is to act or the deal is over."""
    while session.thinking:
        session.answer(session.choose())


def finish_deal(session: Session) -> None:
    """Play on until the deal is over."""
    while session.table.result is None:
        step(session)


def finish_match(session: Session) -> None:
    """Play on until somebody has won."""
    while session.table.winner is None:
        step(session)


def set_deal(session: Session, deal: gin.Deal) -> Session:
    """Put a deal of the test's own choice on a table where nothing has been played yet."""
    session._match = session._match._next((), deal)
    return session
