"""The computer players: handed a view, they answer with an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from gin import _core
from gin.action import Action
from gin.errors import ParseError, PlayerError, shown
from gin.number import whole
from gin.turn import PHASES
from gin.view import Opening, View

if TYPE_CHECKING:
    from gin.cards import Card, Hand

__all__ = [
    "DEFAULT_LEVEL",
    "Appraisal",
    "Computer",
    "Player",
    "appraise",
    "check_seed",
    "counsel",
    "decide",
    "evaluate",
    "parts",
    "player",
    "players",
]

DEFAULT_LEVEL: Final = "steady"
"""The level of a match where nobody has named one."""

_SEEDS: Final = 1 << 64


@runtime_checkable
class Player(Protocol):
    """Whoever decides for one seat, and knows no more than the view.

    >>> isinstance(player("steady"), Player)
    True
    """

    def choose(self, view: View, /) -> Action:
        """Return a legal action of the seat that `view` belongs to.

        >>> from gin import Deal
        >>> player("simple").choose(Deal.new(range(52), starter=0).view(0))
        Action.PASS
        """
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Computer:
    """A player of the engine: the same name, seed and view give the same action, everywhere.

    `seed` is any integer from 0 to 2**64 - 1; only players that leave something to chance look
    at it. Raises `PlayerError` for another seed or an unknown name.

    >>> from gin import Deal
    >>> Computer("simple").choose(Deal.new(range(52), starter=0).view(0))
    Action.PASS
    """

    name: str
    seed: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or self.name not in players():
            raise PlayerError(
                f"There is no player {shown(self.name)}; the players are {', '.join(players())}."
            )
        # A subclass of str, as NumPy has one, would stay in the repr.
        object.__setattr__(self, "name", players()[players().index(self.name)])
        object.__setattr__(self, "seed", check_seed(self.seed))

    def choose(self, view: View) -> Action:
        """Return the player's action; raises `PlayerError` where its seat is not to act.

        >>> from gin import Deal
        >>> Computer("steady").choose(Deal.new(range(52), starter=0).view(1))
        Traceback (most recent call last):
        gin.errors.PlayerError: Seat 1 is not to act; ask the player whose turn it is.
        """
        return decide(self.name, self.seed, view)

    def __repr__(self) -> str:
        return f"player({self.name!r}, seed={self.seed})"


def check_seed(seed: int) -> int:
    """Return the seed of a player where it is 0 to 2**64 - 1; raises `PlayerError` otherwise.

    >>> check_seed(-1)
    Traceback (most recent call last):
    gin.errors.PlayerError: A player's seed is 0 to 2**64 - 1, not -1.
    """
    try:
        return whole(seed, "A seed", 0, _SEEDS - 1)
    except ParseError as error:
        raise PlayerError(f"A player's seed is 0 to 2**64 - 1, not {error.text}.") from None


def decide(name: str, seed: int, view: View) -> Action:
    """Return what a player of the engine does, sparring partners of the arena included.

    Raises `PlayerError` for an unknown name and where the seat of the view is not to act.

    >>> from gin import Deal
    >>> decide("gin-only", 0, Deal.new(range(52), starter=0).view(0))
    Action.PASS
    """
    return Action.from_code(_core.choose(name, seed, *parts(view)))


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What one action is worth to the seat to act.

    `points` are the expected points of the deal, the other seat's counted against them. `doubt` is
    their standard deviation over the networks and four renamings of the suits, which should make
    no difference: at least as far off may `points` be. `worth` is what the action adds to the
    chance to win the match, against a deal that nobody wins, in points as they count at the score:
    at the beginning the same as `points`, near the end more or less of them. `match_chance` is that
    chance, 0 to 1. Both come from a table of matches to 100, in which the scores of other targets
    have their place by their share of the target: the shorter the match, the rougher.

    >>> from gin import Deal
    >>> best, _ = appraise(Deal.new(range(52), starter=0).view(0))
    >>> best.action.kind in ("take", "pass"), best.doubt >= 0, 0 < best.match_chance < 1
    (True, True, True)
    """

    action: Action
    points: float
    doubt: float
    worth: float
    match_chance: float


def appraise(view: View) -> tuple[Appraisal, ...]:
    """Return what every legal action of the seat to act is worth, most points first.

    The points are those of this deal for that seat, gins and undercuts of both players included,
    if both play on as well as the engine's value network does; it has learned them from millions
    of deals against itself and others, and knows only what is in the view. A knock stands for the
    knock with its default spread (R12). The chance to win the match comes from how likely the
    networks hold each end of the deal and what that end is worth at the score; gin whose bonus
    wins the match (R15) is certain, and so is taking the card that makes it. A discard that ends
    the deal without a score (R18) is worth nothing, and that without doubt. Raises `PlayerError`
    where the view's seat is not to act.

    >>> from gin import Deal
    >>> best, other = appraise(Deal.new(range(52), starter=0).view(0))
    >>> best.points >= other.points, 0 < best.match_chance < 1
    (True, True)
    """
    found = [
        Appraisal(Action.from_code(code), *worth) for code, *worth in _core.appraise(*parts(view))
    ]
    # Stable: among equals the order of the rules.
    return tuple(sorted(found, key=lambda appraisal: -appraisal.points))


def evaluate(view: View) -> tuple[tuple[Action, float], ...]:
    """Return the expected points of every legal action of the seat to act, best first.

    The points and the errors are those of `appraise`.

    >>> from gin import Deal
    >>> (best, points), *others = evaluate(Deal.new(range(52), starter=0).view(0))
    >>> best in (Action.TAKE, Action.PASS), all(points >= other for _, other in others)
    (True, True)
    """
    return tuple((found.action, found.points) for found in appraise(view))


def counsel(view: View) -> tuple[tuple[Action, float], ...]:
    """Return the worth of every legal action of the seat to act for the match, best first.

    It is what hints and reviews go by: the `worth` of `appraise`, with its errors.

    >>> from gin import Deal
    >>> (best, points), *others = counsel(Deal.new(range(52), starter=0).view(0, scores=(90, 20)))
    >>> best in (Action.TAKE, Action.PASS), all(points >= other for _, other in others)
    (True, True)
    """
    found = ((one.action, one.worth) for one in appraise(view))
    return tuple(sorted(found, key=lambda choice: -choice[1]))


def parts(
    view: View,
) -> tuple[
    int,
    int,
    tuple[int, str, tuple[Card, ...], int, Card | None],
    bytes,
    Hand,
    tuple[int, int, int],
]:
    """The view as the engine takes it; raises `ParseError` for what is no view.

    The engine checks numbers and cards itself, and whether the history can be.
    """
    if not isinstance(view, View):
        raise ParseError(
            shown(view), f"{shown(view)} is no view; the view(seat) of a deal or a match is one."
        )
    began = view.opening
    if not (isinstance(began, Opening) and began.phase in PHASES and isinstance(began.pile, tuple)):
        raise ParseError(
            shown(began), f"The opening of a view is that of a deal, and not {shown(began)}."
        )
    history = view.history
    try:
        course = view.encoded() if isinstance(history, tuple) else None
    except (AttributeError, TypeError, ValueError):
        course = None
    if course is None:
        raise ParseError(
            shown(history), f"The history of a view is a tuple of events, not {shown(history)}."
        )
    return (
        view.seat,
        view.starter,
        (began.to_act, began.phase, began.pile, began.stock, began.barred),
        course,
        view.hand,
        (view.my_score, view.opponent_score, view.target),
    )


def players() -> tuple[str, ...]:
    """List the names of the computer players, the weakest first.

    >>> players()
    ('random', 'learner', 'simple', 'steady', 'sharp', 'expert')
    """
    return _core.bots()


def player(name: str, seed: int = 0) -> Computer:
    """Return the computer player of a name; raises `PlayerError` for a name that is none.

    >>> player("steady", seed=7)
    player('steady', seed=7)
    >>> player("stedy")
    Traceback (most recent call last):
    gin.errors.PlayerError: There is no player 'stedy'; the players are random, learner, simple, \
steady, sharp, expert.
    """
    return Computer(name, seed)
