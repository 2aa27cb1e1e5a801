"""One person at one table: an action in, events out, everything saved before it is told.

Seat 0 is the person and seat 1 the computer. The screens get a `Table`, which holds only what the
person may see; the computer gets its own `View`. Neither ever crosses to the other side.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from gin import coach, fair
from gin.action import Action, Event
from gin.advice import additions, last_turn
from gin.errors import IllegalAction, SaveError
from gin.match import Match
from gin.players import DEFAULT_LEVEL, Player, counsel, player
from gin.proof import Proof, prove
from gin.statistics import Statistics, days_ago, deals_csv, select, statistics
from gin.table import DealLine, Table, scoreboard

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gin.cards import Arrangement, Card, Hand
    from gin.coach import Choices, Evaluate, Review
    from gin.saves import Origin, Saved, Store
    from gin.view import View

__all__ = ["COMPUTER", "PERSON", "DealLine", "Session", "Table"]

PERSON: Final = 0
COMPUTER: Final = 1


class Session:
    """A person's match against the computer, on the saves of one `Store`.

    Every method that changes something writes it to the store first and raises `SaveError` where
    that fails; the session is then as it was. Not for use from two threads at once, except that
    `choose` may run in another one.

    >>> import tempfile
    >>> from gin.saves import Store
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     session = Session.open(Store(directory), seed="tea", level="simple")
    ...     while session.thinking:
    ...         events = session.answer(session.choose())
    ...     left = session.table.view.stock
    ...     events = session.play(session.legal_actions()[0])
    ...     session.close()
    >>> events[0].seat == PERSON
    True
    """

    def __init__(
        self,
        store: Store,
        saved: Saved,
        seat_player: Callable[[str, int], Player] = player,
        evaluate: Evaluate = counsel,
    ) -> None:
        self._store = store
        self._seat_player = seat_player
        self._evaluate = evaluate
        self._worth: tuple[View, Choices] | None = None
        self._review: tuple[Match, Review] | None = None
        self._take_up(saved)

    def _take_up(self, saved: Saved) -> None:
        # A replay belongs to a match, which stands meanwhile as it stood.
        replayed = saved.replay_of
        self._origin = None if replayed is None else self._store.load(replayed)
        self._saved = saved
        self._match = saved.match
        self._held = saved.held
        self._redo = saved.redo
        self._undos = saved.undos
        self._hints = saved.hints

    @classmethod
    def open(  # noqa: PLR0913 - each says another thing about which match
        cls,
        store: Store,
        *,
        level: str | None = None,
        seed: str | None = None,
        deal_number: int | None = None,
        default_level: str = DEFAULT_LEVEL,
        seat_player: Callable[[str, int], Player] = player,
    ) -> Session:
        """Continue the match in progress, or start one; continuing writes nothing.

        Without a choice that is the match played last, even when it is over, so that its result
        is never missed, or the deal of it that is being replayed. With `level` it is the unfinished
        match at that level played last. `seed` (any text) and `deal_number` (practice, not counted)
        each name a match of their own, which is continued while it is unfinished. A match
        that is started without a `level` is played at `default_level`. `seat_player` makes the
        player of a level from its name and a seed.

        Raises `PlayerError` for a level that does not exist and `SaveError` for bad saves.
        """
        if level is not None:
            seat_player(level, 0)
        named = _named_seed(seed, deal_number)
        counted = deal_number is None
        chosen = level is not None or named is not None
        found = store.find(counted=counted, level=level, seed=named, unfinished=chosen)
        if found is not None:
            replay = store.find_replay(found)
            return cls(store, store.load(found if replay is None else replay), seat_player)
        played_at = level or default_level
        if named is None:
            return cls(store, _begin(store, played_at), seat_player)
        origin: Origin = "seed" if counted else "deal"
        saved = store.create(Match(seed=named), level=played_at, origin=origin, counted=counted)
        return cls(store, saved, seat_player)

    @property
    def table(self) -> Table:
        """What the person may see now."""
        match, deal = self._match, self._match.deal
        view = self._view(PERSON)
        replay = self._origin is not None
        # A replay is played at the score of that time and adds nothing to it.
        shown = match.rewound(0) if replay else match
        standing = self._standing
        return Table(
            view=view,
            number=match.number,
            match_number=self._saved.ordinal,
            level=self._saved.level,
            counted=self._saved.counted,
            scores=shown.scores,
            target=match.target,
            starter=deal.starter,
            phase=view.phase,
            to_act=view.to_act,
            your_turn=view.my_turn,
            computer_move=last_turn(view.history, COMPUTER),
            result=deal.result,
            hands=deal.hands if deal.result is not None else None,
            winner=shown.winner,
            deals=scoreboard(standing),
            undone=self._undos > 0,
            helped=self._hints > 0,
            replay=replay,
            standing=standing.scores,
        )

    @property
    def _standing(self) -> Match:
        """The match as it stands: in a replay the one that it comes from."""
        return self._match if self._origin is None else self._origin.match

    @property
    def thinking(self) -> bool:
        """Whether the computer is to act: `choose`, then `answer`."""
        return self._match.deal.to_act == COMPUTER

    # --- fair deals ---

    @property
    def cuttable(self) -> bool:
        """Whether no card of the match has been shown yet, so that the person may `cut`.

        A screen asks before it shows the table. Playing without having cut is allowed.
        """
        return not self._saved.dealt and _is_fresh(self._match)

    def cut(self, text: str) -> None:
        """Mix the person's text into every deck of the match; an empty one leaves them as they are.

        Either way the cards are dealt then and can be shown. Raises `IllegalAction` where they
        have been, and `ParseError` for a text that is too long.
        """
        if not self.cuttable:
            raise IllegalAction(Action.PASS, "The cards are dealt; the next match can be cut.")
        match = Match(self._match.target, self._match.seed, cut=fair.cut_from_text(text))
        self._store.cut(self._saved.id, match)
        self._saved = replace(self._saved, match=match, dealt=True)
        self._match = match

    @property
    def fingerprint(self) -> str:
        """What is told beforehand of the seed that decides every deck of the match."""
        return self._match.fingerprint

    def proof(self) -> Proof:
        """Check every deck and action of the match so far; the seed is told when it is over.

        In a replay it is the match that is checked: a replay that would win it is not its end.
        Raises `RecordError` where something is not as it should be.
        """
        match = self._standing
        found = prove(match)
        return found if match.winner is not None else replace(found, seed=None)

    # --- playing ---

    def legal_actions(self) -> tuple[Action, ...]:
        """Every action open to the person; empty when it is not the person's turn."""
        return self._view(PERSON).legal_actions()

    def refusal(self, action: Action) -> str | None:
        """Why the person may not do this now, in one sentence; `None` when it is legal."""
        return self._view(PERSON).refusal(action)

    def spreads(self, card: Card) -> tuple[Arrangement, ...]:
        """The person's choices for a knock with this discard, the default first (R12)."""
        return self._match.deal.spreads(card)

    def could_lay_off(self, card: Card, spread: Arrangement) -> tuple[Hand, ...]:
        """For each meld of a spread the cards the computer may hold that could go on it.

        `card` is the discard of the knock. Worked out from what the person may know; chains count
        (R13).
        """
        possible = self._view(PERSON).possible - card
        return tuple(additions(meld, possible) for meld in spread.melds)

    def play(self, action: Action) -> tuple[Event, ...]:
        """Do the person's action, save it and return what happened.

        Raises `IllegalAction`, with nothing changed, when the rules do not allow it now.
        """
        reason = self.refusal(action)
        if reason is not None:
            raise IllegalAction(action, reason)
        return self._play(action)

    def choose(self) -> Action:
        """Return the computer's decision without doing it; may run in another thread.

        The decision depends on the computer's view and a seed of this very ply only, so a match
        continued later goes on exactly as it would have.
        """
        match, deal = self._match, self._match.deal
        if deal.to_act != COMPUTER:
            raise IllegalAction(Action.PASS, "It is not the computer's turn.")
        place = f"computer {match.number} {len(deal.history)} ".encode()
        seed = int.from_bytes(hashlib.sha256(place + (match.seed or b"")).digest()[:8], "big")
        return self._seat_player(self._saved.level, seed).choose(self._view(COMPUTER))

    def answer(self, action: Action) -> tuple[Event, ...]:
        """Do the computer's action, save it and return what the person sees of it."""
        reason = self._view(COMPUTER).refusal(action)
        if reason is not None:
            raise IllegalAction(action, reason)
        return self._play(action)

    def next_deal(self) -> None:
        """Deal again after a deal is over.

        Raises `IllegalAction` while the deal goes on and when the match is won.
        """
        if self._match.deal.result is None:
            raise IllegalAction(Action.PASS, "The deal is not over.")
        if self._saved.replay_of is not None:
            raise IllegalAction(Action.PASS, "This was a replay; go back to the match.")
        if self._match.winner is not None:
            raise IllegalAction(Action.PASS, "The match is over; start a new one.")
        match = self._match.next_deal()
        self._store.begin_deal(self._saved.id, match)
        self._match = match
        self._redo = ()
        self._undos = self._hints = 0

    def new_match(self, level: str | None = None) -> None:
        """Start a counted match with a fresh secret seed, at this level or the present one.

        A match in progress stays in the saves. One that was dealt at this level and never played
        nor helped with is taken up, and one that was not even dealt is played at this level, so
        that a choice changed before the first card leaves nothing behind.
        """
        chosen = level or self._saved.level
        self._seat_player(chosen, 0)
        self._take_up(self._unplayed(chosen) or _begin(self._store, chosen))

    # --- help ---

    def choices(self) -> Choices:
        """Everything the person may do now with its worth in points at the score, best first.

        Worked out from the person's own view; empty when it is not the person's turn. Asking
        again in the same position costs nothing. Showing it is to be told by `helped`.
        """
        view = self._view(PERSON)
        if not view.my_turn:
            return ()
        if self._worth is None or self._worth[0] != view:
            self._worth = (view, self._evaluate(view))
        return self._worth[1]

    def helped(self) -> None:
        """Mark the deal: the person has been shown what choices are worth.

        Such a deal is kept out of the statistics.
        """
        if self._hints or not self.table.your_turn:
            return
        self._store.count_hint(self._saved.id, self._match)
        self._hints += 1

    def review(self) -> Review | None:
        """How the person played the deal that is over; `None` while it goes on."""
        if self._match.deal.result is None:
            return None
        if self._review is None or self._review[0] != self._match:
            self._review = (self._match, coach.review(self._match, PERSON, self._evaluate))
        return self._review[1]

    # --- taking back, and playing again ---

    @property
    def can_undo(self) -> bool:
        """Whether there is an action of the person in this deal, which is not over."""
        return self._undo_to() is not None

    @property
    def can_redo(self) -> bool:
        """Whether something taken back can be done again."""
        return bool(self._redo)

    def undo(self) -> tuple[Event, ...]:
        """Take back the person's last action and the computer's answers to it; return them.

        The deal is marked, and not counted in statistics. The cards stay where they lay, so the
        next draw from the stock gives the same card. Once a deal is over both hands have been
        shown, so it can be played again (`replay`) but not changed. Raises `IllegalAction` where
        there is nothing to take back.
        """
        ply = self._undo_to()
        if ply is None:
            over = self._match.deal.result is not None
            reason = (
                "The deal is over and its cards have been shown; it can be replayed as practice."
                if over
                else "There is nothing of yours to take back in this deal."
            )
            raise IllegalAction(Action.PASS, reason)
        history = self._match.deal.history
        match = self._match.rewound(ply)
        events = self._view(PERSON).history[ply:]
        self._store.take_back(self._saved.id, match, self._match)
        self._match = match
        self._redo = (*(event.action for event in history[ply:]), *self._redo)
        self._undos += 1
        return events

    def redo(self) -> tuple[Event, ...]:
        """Do again what was taken back last, the computer's answers with it; return it.

        Raises `IllegalAction` where nothing is left to be done again.
        """
        if not self._redo:
            raise IllegalAction(Action.PASS, "There is nothing to do again.")
        before = len(self._match.deal.history)
        match, rest = self._match.play(self._redo[0]), self._redo[1:]
        while rest and match.deal.to_act == COMPUTER:
            match, rest = match.play(rest[0]), rest[1:]
        self._store.put_back(self._saved.id, match, before)
        self._match, self._redo = match, rest
        return self._view(PERSON).history[before:]

    def replay(self) -> None:
        """Play the deal that is over again with the same cards, as practice.

        Nothing of it counts; `leave_replay` goes back to the match. Raises `IllegalAction` while
        the deal goes on.
        """
        if self._match.deal.result is None:
            raise IllegalAction(Action.PASS, "The deal is not over; play it to its end first.")
        self._take_up(
            self._store.create_replay(self._saved, self._match.at_deal(self._match.number))
        )

    def leave_replay(self) -> None:
        """Go back from a replay to the match, which stands as it stood.

        Raises `IllegalAction` where no deal is being replayed.
        """
        if self._saved.replay_of is None:
            raise IllegalAction(Action.PASS, "This is no replay; there is no match to go back to.")
        saved = self._store.load(self._saved.replay_of)
        self._store.end_replay(self._saved)
        self._take_up(saved)

    def _undo_to(self) -> int | None:
        """The place in the history of the person's last action; `None` where there is none."""
        if self._match.deal.result is not None:
            return None
        history = self._match.deal.history
        mine = [ply for ply, event in enumerate(history) if event.seat == PERSON]
        return mine[-1] if mine else None

    # --- what the saves hold ---

    @property
    def fresh(self) -> bool:
        """Whether nothing has been played in this match yet; a replay goes on from a match."""
        return self._saved.replay_of is None and _is_fresh(self._match)

    @property
    def unfinished(self) -> bool:
        """Whether a counted match has begun and is not won: a new one would leave it behind.

        While practice is played it is the one in the saves that was played last.
        """
        saved = self._origin or replace(self._saved, match=self._match)
        found = saved if saved.counted else _open_match(self._store)
        return found is not None and found.match.winner is None and not _is_fresh(found.match)

    def _unplayed(self, level: str) -> Saved | None:
        saved = _open_match(self._store, level)
        if saved is None or saved.origin != "random" or not _is_fresh(saved.match):
            return None
        # With a mark it would never count, whatever is played in it.
        return None if saved.undos or saved.hints else saved

    @property
    def held(self) -> str:
        """How the person holds the hand, in the words last given to `hold`; empty at first."""
        return self._held

    def hold(self, held: str) -> None:
        """Keep how the person holds the hand, so that it is the same after the next start."""
        self._store.hold(self._saved.id, self._match, held)
        self._held = held

    def statistics(self, *, days: int) -> tuple[tuple[str, Statistics], ...]:
        """Count the finished deals, in parts by name: `all`, `recent`, then each level.

        `recent` are those of the last days; levels are those at which a deal that counts is over,
        in the order in which they were first played.
        """
        records = self._store.finished_deals()
        levels = dict.fromkeys(deal.level for deal in records if deal.standing == "counted")
        return (
            ("all", statistics(records)),
            ("recent", statistics(select(records, since=days_ago(days)))),
            *((level, statistics(select(records, level=level))) for level in levels),
        )

    def export_deals(self) -> Path:
        """Write every finished deal into a new file beside the saves; return its place.

        Raises `SaveError` where that cannot be done.
        """
        stamp = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
        path = self._store.path.with_name(f"deals-{stamp}.csv")
        try:
            path.write_text(deals_csv(self._store.finished_deals()), encoding="utf-8")
        except OSError as error:
            raise SaveError(
                f"The deals cannot be written to {path} ({error.strerror or error})."
            ) from error
        return path

    def report(self, text: str) -> Path | None:
        """Write a report about an error beside the saves; `None` where that is not possible."""
        path = self._store.path.with_name(f"error-{datetime.now(UTC):%Y%m%d-%H%M%S}.txt")
        try:
            path.write_text(text, encoding="utf-8")
        except OSError:
            return None
        return path

    def close(self) -> None:
        """Let go of the saves; there is nothing left to write."""
        self._store.close()

    def _view(self, seat: int) -> View:
        return self._match.view(seat)

    def _play(self, action: Action) -> tuple[Event, ...]:
        before = len(self._match.deal.history)
        match = self._match.play(action)
        self._store.append(self._saved.id, match)
        self._saved = replace(self._saved, dealt=True)
        self._match = match
        self._redo = ()
        return self._view(PERSON).history[before:]


def _begin(store: Store, level: str) -> Saved:
    """Begin a match from a secret seed: the last one, where none of its cards has been shown."""
    saved = _open_match(store)
    if saved is not None and not saved.dealt and _is_fresh(saved.match):
        return store.change_level(saved, level)
    return store.create(Match(), level=level, origin="random", counted=True)


def _open_match(store: Store, level: str | None = None) -> Saved | None:
    found = store.find(level=level)
    try:
        return None if found is None else store.load(found)
    except SaveError:
        # A match that is damaged does not keep anybody from a new one.
        return None


def _is_fresh(match: Match) -> bool:
    return match.number == 1 and not match.deal.history


def _named_seed(seed: str | None, deal_number: int | None) -> bytes | None:
    if deal_number is not None:
        return fair.numbered_seed(deal_number)
    return fair.seed_from_text(seed) if seed is not None else None
