"""Deals to 100: who starts, what counts, and when it is over (R19, R20)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gin import fair, record
from gin.action import Action  # noqa: TC001 - for typing.get_type_hints
from gin.cards import TARGET
from gin.deal import Deal
from gin.errors import GinError, IllegalAction, ParseError, RecordError, shown
from gin.number import whole
from gin.position import MOST_POINTS
from gin.record import DealLine, Record
from gin.view import View  # noqa: TC001 - as above

__all__ = ["Match"]

_Header: TypeAlias = tuple[int, bytes | None, tuple[str, str], str, bytes]
"""What all deals of a match have in common: target, seed, players, fingerprint and cut."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Match:
    """A match between seat 0 and seat 1, from its first deal to a winner.

    `seed` decides every deck and the first starter (see `gin.fair`); without one a new secret
    seed is drawn. It is `None` in a match read from a record that keeps it secret. `deal` is the
    current deal, `before` holds the deals before it, `deals` those that are finished. `players` are
    names for the record; the `fingerprint` belongs to the seed and does not tell it, and `cut` is
    what the other side mixed into the decks. Raises `ParseError` for a target below 1, a seed that
    is not 32 bytes, a cut that is too long or a name that no record can hold.

    >>> from gin import Action
    >>> match = Match(seed=bytes(32))
    >>> match.number, match.scores, match.winner
    (1, (0, 0), None)
    >>> match = match.play(Action.PASS)
    >>> match.deal.to_act == 1 - match.starter
    True
    >>> match.deals, match.players, len(match.fingerprint)
    ((), ('you', 'computer'), 64)
    """

    target: int
    seed: bytes | None
    players: tuple[str, str]
    fingerprint: str
    cut: bytes
    before: tuple[Deal, ...]
    deal: Deal

    def __init__(
        self,
        target: int = TARGET,
        seed: bytes | None = None,
        players: tuple[str, str] = ("you", "computer"),
        cut: bytes = b"",
    ) -> None:
        seed = fair.random_seed() if seed is None else fair.check_seed(seed)
        target = whole(target, "The target of a match", 1, MOST_POINTS)
        cut = fair.check_cut(cut)
        header = (target, seed, record.check_players(players), fair.fingerprint(seed), cut)
        # R20: who starts deal 1 is drawn from the seed.
        self._set(header, (), Deal.new(fair.deck(seed, 1, cut), fair.first_starter(seed, cut)))

    def _set(
        self,
        header: _Header,
        before: tuple[Deal, ...],
        deal: Deal,
    ) -> None:
        for name, content in zip(self.__slots__, (*header, before, deal), strict=True):
            object.__setattr__(self, name, content)

    @staticmethod
    def _of(
        header: _Header,
        before: tuple[Deal, ...],
        deal: Deal,
    ) -> Match:
        match = object.__new__(Match)
        match._set(header, before, deal)
        return match

    def _next(self, before: tuple[Deal, ...], deal: Deal) -> Match:
        header = (self.target, self.seed, self.players, self.fingerprint, self.cut)
        return Match._of(header, before, deal)

    @property
    def number(self) -> int:
        """The number of the current deal, from 1."""
        return len(self.before) + 1

    @property
    def starter(self) -> int:
        """The seat that starts the current deal (R20)."""
        return self.deal.starter

    @property
    def deals(self) -> tuple[Deal, ...]:
        """Every finished deal, the current one included once it is over."""
        return self.before if self.deal.result is None else (*self.before, self.deal)

    @property
    def scores(self) -> tuple[int, int]:
        """The points of both seats, seat 0 first; a deal counts once, when it is over."""
        results = [deal.result.scores for deal in self.deals if deal.result is not None]
        return (sum(first for first, _ in results), sum(second for _, second in results))

    @property
    def winner(self) -> int | None:
        """The seat that has reached the target (R19), whoever was on turn; `None` till then."""
        # Only one seat scores in a deal, so both cannot get there at once.
        for seat, points in enumerate(self.scores):
            if points >= self.target:
                return seat
        return None

    def view(self, seat: int) -> View:
        """Return all that `seat` may know of the current deal, with the scores and the target.

        The scores are those before this deal.

        >>> Match(target=50, seed=bytes(32)).view(0).target
        50
        """
        before = self.scores
        if self.deal.result is not None:
            won = self.deal.result.scores
            before = (before[0] - won[0], before[1] - won[1])
        return self.deal.view(seat, before, self.target)

    def play(self, action: Action) -> Match:
        """Return the match after `action` in the current deal.

        Raises `IllegalAction` where the rules do not allow it; this value stays as it is.

        >>> from gin import Action
        >>> Match(seed=bytes(32)).play(Action.DRAW_STOCK).number
        Traceback (most recent call last):
        gin.errors.IllegalAction: On the first turn you take the upcard TD or pass.
        """
        return self._next(self.before, self.deal.play(action))

    def next_deal(self) -> Match:
        """Return the match with its next deal dealt; the other seat starts it (R20).

        Raises `GinError` while the current deal goes on, after the match is won (R19), and where
        the seed is not known.

        >>> Match(seed=bytes(32)).next_deal()
        Traceback (most recent call last):
        gin.errors.GinError: The deal is not over; play it to its end first.
        """
        if self.deal.result is None:
            raise GinError("The deal is not over; play it to its end first.")
        if self.winner is not None:
            raise GinError("The match is won; start a new one.")
        if self.seed is None:
            raise GinError(
                "This match comes from a record that keeps its seed secret, so its next deck is"
                " not known; a new match can be started."
            )
        number = self.number + 1
        deal = Deal.new(fair.deck(self.seed, number, self.cut), 1 - self.starter)
        return self._next((*self.before, self.deal), deal)

    def rewound(self, plies: int) -> Match:
        """Return the match as it was after `plies` actions of the present deal.

        Raises `GinError` for a number that the deal has not reached.

        >>> from gin import Action
        >>> match = Match(seed=bytes(32))
        >>> match.play(Action.PASS).rewound(0) == match
        True
        """
        return self._next(self.before, self.deal.rewound(plies))

    def at_deal(self, number: int) -> Match:
        """Return the match as it was when deal `number` had been dealt and nothing played in it.

        Raises `GinError` for a deal that has not been dealt.

        >>> match = Match(seed=bytes(32))
        >>> match.at_deal(1) == match
        True
        """
        number = whole(number, "The number of a deal that has been dealt", 1, self.number)
        deals = (*self.before, self.deal)
        return self._next(self.before[: number - 1], deals[number - 1].rewound(0))

    def to_text(self, *, reveal: bool | None = None, tags: tuple[tuple[str, str], ...] = ()) -> str:
        """Return the record of the match (`docs/record.md`), with a line break at its end.

        The seed is in it once the match is won, or always or never as `reveal` says. `tags` are
        headers among `gin.record.TAGS`, by name; raises `ParseError` for others, and for a `reveal`
        that is not True, False or None.

        >>> text = Match(seed=bytes(32)).to_text()
        >>> Match.from_text(text).to_text() == text
        True
        """
        if reveal is None:
            reveal = self.winner is not None
        elif not isinstance(reveal, bool):
            # Whoever writes "never" must not be told the seed because the word is not empty.
            raise ParseError(
                shown(reveal), f"'reveal' is True, False or None, not {shown(reveal)}."
            )
        lines: list[DealLine] = []
        score = (0, 0)
        for number, deal in enumerate((*self.before, self.deal), start=1):
            score = _score_after(score, deal)
            lines.append(
                DealLine(
                    line=0,
                    number=number,
                    starter=deal.starter,
                    deck=deal.deck or (),
                    actions=tuple(event.action for event in deal.history),
                    result=record.result_text(deal.result),
                    score=score,
                )
            )
        seed = self.seed if reveal else None
        tags = record.check_tags(tags)
        return record.write(
            Record(self.players, self.target, self.fingerprint, seed, tuple(lines), self.cut, tags)
        )

    @staticmethod
    def from_text(text: str) -> Match:
        """Read a record and play every action of it again by the rules.

        Raises `RecordError` with the line and the reason for anything that is missing, doubled,
        illegal or not what the play gives.

        >>> Match.from_text("1. e4 e5")
        Traceback (most recent call last):
        gin.errors.RecordError: line 1: This is no record; the first line must be \
'gin-rummy record 1'.
        """
        given = record.read(text)
        header = (given.target, given.seed, given.players, given.fingerprint, given.cut)
        match = Match._of(header, (), _replay(given, 0))
        _check_outcome(match, given.deals[0])
        for place, line in enumerate(given.deals[1:], start=1):
            if match.deal.result is None:
                raise RecordError(line.line, "The deal before this one is unfinished.")
            if match.winner is not None:
                raise RecordError(line.line, "The match was won with the deal before this one.")
            match = Match._of(header, (*match.before, match.deal), _replay(given, place))
            _check_outcome(match, line)
        if given.checked < 0:
            raise RecordError(
                -given.checked,
                "The check does not fit: the record was changed after it was written.",
            )
        return match

    def __repr__(self) -> str:
        return f"Match.from_text({self.to_text(reveal=True)!r})"


def _score_after(score: tuple[int, int], deal: Deal) -> tuple[int, int]:
    won = (0, 0) if deal.result is None else deal.result.scores
    return (score[0] + won[0], score[1] + won[1])


def _replay(given: Record, place: int) -> Deal:
    """Play the deal in the line at `place`, whose starter and deck must be the right ones."""
    line = given.deals[place]
    if line.number != place + 1:
        raise RecordError(line.line, f"This is deal {place + 1}, not deal {line.number}.")
    if place and line.starter == given.deals[place - 1].starter:  # R20
        raise RecordError(line.line, f"Seat {1 - line.starter} starts this deal: it alternates.")
    if given.seed is not None:
        if not place and line.starter != fair.first_starter(given.seed, given.cut):
            raise RecordError(line.line, f"By the seed, seat {1 - line.starter} starts deal 1.")
        if line.deck != fair.deck(given.seed, line.number, given.cut):
            raise RecordError(line.line, f"The seed gives deal {place + 1} another deck.")
    deal = Deal.new(line.deck, line.starter)
    for step, action in enumerate(line.actions, start=1):
        try:
            deal = deal.play(action)
        except IllegalAction as error:
            raise RecordError(line.line, f"Action {step}, '{action}': {error.reason}") from error
    return deal


def _check_outcome(match: Match, line: DealLine) -> None:
    result = record.result_text(match.deal.result)
    if line.result != result:
        raise RecordError(line.line, f"The result is '{result}', not {shown(line.result)}.")
    if line.score != match.scores:
        raise RecordError(
            line.line, "The score is {} {}, not {} {}.".format(*match.scores, *line.score)
        )
