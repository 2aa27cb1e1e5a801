"""Two players against each other by the rules in Python: pairs of deals and pairs of matches.

A pair is one deck, or the decks of one match, played twice with the seats swapped. The decks, the
starters and the chance of the engine's players are those of the engine's own duels, so two
computer players give the same tally here and there.
"""

from __future__ import annotations

import inspect
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

from gin import _core
from gin.action import Action
from gin.cards import TARGET
from gin.deal import Deal
from gin.errors import PlayerError, shown, told
from gin.external import External, ForfeitError, Program
from gin.players import Player, decide
from gin.tally import Counts, Forfeit, Tally

if TYPE_CHECKING:
    from types import TracebackType

    from gin.view import View

__all__ = ["Bout", "Entry", "Level", "Part", "parse_entry", "play_part"]

_EXEC = "exec:"


@dataclass(frozen=True, slots=True)
class Level:
    """A player of the engine by its name, with a seed of its own for each deal.

    Besides `gin.players()` there are sparring partners, such as `gin-only`.

    Raises `PlayerError` for a name that is none.

    >>> Level("steady")
    Level(name='steady')
    """

    name: str

    def __post_init__(self) -> None:
        # Sparring partners have no name for people, so the engine is asked.
        _core.duel(self.name, self.name, (0, 0), (0, 0), 0)


Entry = Level | Program | Player
"""Who can enter: a level of the engine, another program, or anything that chooses."""


def parse_entry(given: str | Player, move_time: float) -> Entry:
    """Read who enters: a level's name, `exec:COMMAND`, or a player as it is.

    Raises `PlayerError` for anything else.

    >>> parse_entry("exec:./bot --fast", move_time=2.0)
    Program(command='./bot --fast', move_time=2.0)
    >>> parse_entry("simpel", move_time=2.0)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gin.errors.PlayerError: There is no player "simpel"; the players are ...
    """
    if isinstance(given, str):
        if given.startswith(_EXEC):
            return Program(given.removeprefix(_EXEC), move_time)
        return Level(given)
    if isinstance(given, type) and inspect.isfunction(
        inspect.getattr_static(given, "choose", None)
    ):
        name = given.__name__
        raise PlayerError(
            f"The player {name} is a class; give an instance of it, as {name}() makes."
        )
    try:
        choose = getattr(given, "choose", None)
    except Exception as error:
        name = type(given).__name__
        raise PlayerError(
            f"The player {name} failed with {told(error)}; it was looked at for choose(view)."
        ) from error
    if callable(choose):
        return given
    raise PlayerError(
        f"A player is a level's name, 'exec:COMMAND' or an object with choose(view), not"
        f" {shown(given)}."
    )


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the work: the pairs from `first` up to but not including `last`."""

    kind: Literal["deals", "matches"]
    first: int
    last: int


class _Contender(Protocol):
    """A player as a duel deals with it; only programs listen to what happens."""

    listens: bool

    def match(self, seat: int) -> None: ...
    def deal(self, view: View) -> None: ...
    def act(self, view: View) -> None: ...
    def choose(self, view: View, seed: int) -> Action: ...
    def end(self, deal: Deal, seat: int, scores: tuple[int, int]) -> None: ...
    def close(self) -> None: ...
    def kill(self) -> None: ...


class _Quiet:
    """A player in this process, that is only asked."""

    listens = False

    def match(self, seat: int) -> None:
        pass

    def deal(self, view: View) -> None:
        pass

    def act(self, view: View) -> None:
        pass

    def end(self, deal: Deal, seat: int, scores: tuple[int, int]) -> None:
        pass

    def close(self) -> None:
        pass

    def kill(self) -> None:
        pass


class _Computer(_Quiet):
    """A level of the engine, with the seed of the deal as in the engine's own duels."""

    def __init__(self, level: Level) -> None:
        self._name = level.name

    def choose(self, view: View, seed: int) -> Action:
        return decide(self._name, seed, view)


class _Object(_Quiet):
    """Anything that chooses; what it does wrong is an error of whoever wrote it."""

    def __init__(self, given: Player) -> None:
        self._player = given

    def choose(self, view: View, seed: int) -> Action:
        del seed
        name = type(self._player).__name__
        try:
            action: Any = self._player.choose(view)
        except Exception as error:
            raise PlayerError(
                f"The player {name} failed with {told(error)}; it was asked in the phase"
                f" {view.phase!r} with the hand {view.hand}."
            ) from error
        if not isinstance(action, Action):
            raise PlayerError(f"The player {name} must choose an Action, not {shown(action)}.")
        refused = view.refusal(action)
        if refused is not None:
            raise PlayerError(f"The player {name} chose '{action}', which is not legal: {refused}")
        return action


def _contender(entry: Entry, number: int) -> _Contender:
    if isinstance(entry, Level):
        return _Computer(entry)
    if isinstance(entry, Program):
        return External(entry, number)
    return _Object(entry)


class Bout:
    """Two players who sit down, play parts of the work and get up again.

    >>> with Bout(Level("simple"), Level("simple"), seed=1) as bout:
    ...     bout.play(Part("deals", 0, 3)).points
    0
    """

    def __init__(self, a: Entry, b: Entry, seed: int) -> None:
        self._contenders = (_contender(a, 0), _contender(b, 1))
        self._seed = seed
        self._moves = [0, 0]
        self._nanoseconds = [0, 0]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for contender in self._contenders:
            if kind is None:
                contender.close()
            else:
                contender.kill()

    def play(self, part: Part) -> Tally:
        """Play a part and return its sums.

        Raises `PlayerError` where a player in this process fails or chooses what is not legal;
        a program that does so forfeits.
        """
        self._moves, self._nanoseconds = [0, 0], [0, 0]
        play = self._deal_pair if part.kind == "deals" else self._match_pair
        tally = Tally()
        for pair in range(part.first, part.last):
            tally += play(pair)
        a, b = self._moves
        c, d = self._nanoseconds
        return tally + Tally(moves=(a, b), nanoseconds=(c, d))

    def _seats(self, first: int) -> tuple[_Contender, _Contender]:
        a, b = self._contenders
        return (a, b) if first == 0 else (b, a)

    def _deal_pair(self, pair: int) -> Tally:
        tally = Tally()
        points = 0
        seed, starter, deck = _core.duel_deal(self._seed, pair)
        for first in (0, 1):
            try:
                self._begin_match(first)
                deal = self._deal(Deal.new(tuple(deck), starter), first, seed, (0, 0))
                self._end(deal, first, _scores(deal))
            except ForfeitError as error:
                # A deal alone is a match of its own, and a match is worth its target.
                points += TARGET if error.player else -TARGET
                tally += _forfeited(error, "deals", pair)
                continue
            won = _scores(deal)
            points += won[first] - won[1 - first]
            tally += Tally(deals=_counted(deal, first))
        return tally + Tally.of_pair(points)

    def _match_pair(self, pair: int) -> Tally:
        first, one = self._match(pair, 0)
        second, other = self._match(pair, 1)
        return one + other + Tally.of_match_pair(first + second)

    def _match(self, pair: int, first: int) -> tuple[int, Tally]:
        """Return 2, 1 or 0 where player 0, in seat `first`, wins, ties or loses, and the deals."""
        tally = Tally()
        scores = (0, 0)
        try:
            self._begin_match(first)
            for number in range(_core.MOST_DEALS):
                seed, starter, deck = _core.duel_deal(self._seed, pair, number)
                deal = self._deal(Deal.new(tuple(deck), starter), first, seed, scores)
                won = _scores(deal)
                scores = (scores[0] + won[0], scores[1] + won[1])
                self._end(deal, first, scores)
                tally += Tally(match_deals=_counted(deal, first))
                if max(scores) >= TARGET:
                    return (2 if scores[first] >= TARGET else 0), tally
        except ForfeitError as error:
            return (2 if error.player else 0), tally + _forfeited(error, "matches", pair)
        return 1, tally

    def _begin_match(self, first: int) -> None:
        for seat, contender in enumerate(self._seats(first)):
            contender.match(seat)

    def _end(self, deal: Deal, first: int, scores: tuple[int, int]) -> None:
        for seat, contender in enumerate(self._seats(first)):
            contender.end(deal, seat, scores)

    def _deal(self, deal: Deal, first: int, seed: int, scores: tuple[int, int]) -> Deal:
        """Play a deal to its end, or until it has gone on for too long (R21)."""
        seats = self._seats(first)
        listening = [seat for seat in (0, 1) if seats[seat].listens]
        for seat in listening:
            seats[seat].deal(deal.view(seat, scores))
        for _ in range(_core.MOST_ACTIONS):
            actor = deal.to_act
            if actor is None:
                break
            # R6: the starter's forced draw is no choice, and nobody is asked.
            action = Action.DRAW_STOCK
            if deal.phase != "must_draw":
                action = self._ask(seats[actor], actor ^ first, deal.view(actor, scores), seed)
            deal = deal.play(action)
            for listener in listening:
                seats[listener].act(deal.view(listener, scores))
        return deal

    def _ask(self, contender: _Contender, number: int, view: View, seed: int) -> Action:
        before = time.perf_counter_ns()
        action = contender.choose(view, seed)
        self._nanoseconds[number] += time.perf_counter_ns() - before
        self._moves[number] += 1
        return action


def _scores(deal: Deal) -> tuple[int, int]:
    return (0, 0) if deal.result is None else deal.result.scores


def _counted(deal: Deal, first: int) -> Counts:
    return Counts.of(deal.result, first, deal.history[-1].seat)


def _forfeited(error: ForfeitError, kind: Literal["deals", "matches"], pair: int) -> Tally:
    counts = Counts(deals=1, forfeits=(0, 1) if error.player else (1, 0))
    forfeit = Forfeit(
        error.player, kind, pair, error.question, error.answer, error.reason, error.stderr
    )
    if kind == "deals":
        return Tally(deals=counts, forfeits=(forfeit,))
    return Tally(match_deals=counts, forfeits=(forfeit,))


def play_part(a: Entry, b: Entry, part: Part, seed: int) -> Tally:
    """Play one part from nothing: in the engine where both are its own, else by the rules here.

    >>> play_part(Level("simple"), Level("random"), Part("deals", 0, 2), seed=3).deals.deals
    4
    """
    if isinstance(a, Level) and isinstance(b, Level):
        span = (part.first, part.last)
        pairs, match_pairs = (span, (0, 0)) if part.kind == "deals" else ((0, 0), span)
        return Tally.of_engine(a.name, b.name, pairs, match_pairs, seed)
    with Bout(a, b, seed) as bout:
        return bout.play(part)
