"""The loop of plain mode: read a line, do it, say what came of it."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TextIO

from gin import wording
from gin.action import Action, Event
from gin.cards import Arrangement, Card, arrange
from gin.errors import GinError, IllegalAction, ParseError
from gin.plain import lines
from gin.plain.advice import Help
from gin.plain.command import COMMANDS, Command, parse, parse_card, parse_rank
from gin.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gin.session import Session

__all__ = ["run"]

_INTERRUPTED: Final = 130
_FEW: Final = 60  # letters of a line that is not understood, for it is read aloud
_BEFORE_THE_CARDS: Final = {
    "again",
    "cards",
    "cut",
    "guide",
    "help",
    "quit",
    "rules",
    "sort",
    "verify",
}
_THE_CARDS: Final = {"hand", "next", "table", "yes"}
"""What dealing answers by itself."""
_LEAVING: Final = "Everything is saved. Start gin again to go on from here."


def run(
    session: Session,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    settings: Settings | None = None,
) -> int:
    """Play until the person leaves or the input ends; return the exit status.

    The end of the input leaves like `quit`, with 0; an interrupt (Ctrl-C) with 130. Errors of the
    saves are the caller's to report.
    """
    game = _Game(session, stdin or sys.stdin, stdout or sys.stdout, settings or Settings())
    status = 0
    try:
        game.play()
    except _LeaveError:
        game.say([_LEAVING])
    except KeyboardInterrupt:
        game.say(["", _LEAVING])
        status = _INTERRUPTED
    return status


class _LeaveError(Exception):
    """The person leaves."""


class _Game:
    def __init__(self, session: Session, stdin: TextIO, stdout: TextIO, settings: Settings) -> None:
        self._session = session
        self._stdin = stdin
        self._stdout = stdout
        self._name: wording.Name = wording.letters
        self._order: lines.Order = "rank"
        self._heard: list[str] = []
        self._last: list[str] = []
        self._help_given = Help(session, settings)
        self._counts = settings.deadwood == "shown"
        self._cuts = settings.cut == "ask"

    def play(self) -> None:
        table = self._session.table
        if table.result is not None or table.view.history:
            self.say(lines.greeting(table))
            self.say(self._standing())
        else:
            self._begin()
        while True:
            if self._session.cuttable:
                question = [lines.DEAL_QUESTION]
            else:
                self._computer()
                self.say(self._help_given.live(self._name))
                question = lines.question(self._session.table, self._name, counts=self._counts)
            self._last = [*self._heard] or self._last
            self.say(question)
            self._do(self._read())

    def _begin(self) -> None:
        """Begin a match: with its fingerprint, before any card, where it can be cut."""
        self.say(lines.greeting(self._session.table))
        if not self._session.cuttable:
            self._deal()
            return
        told = lines.fingerprint_lines(self._session.fingerprint)
        if self._cuts:
            self.say(told)
        else:
            self.say(told[:1])
            self._deal()

    def _deal(self, text: str = "") -> None:
        """Show the first cards, cut with a text where they can be."""
        if self._session.cuttable:
            try:
                self._session.cut(text)
            except ParseError as error:
                self.say([str(error)])
                return
        self.say([*([f"Cut with '{text}'."] if text else []), *self._dealt()])

    def say(self, texts: Iterable[str]) -> None:
        """Write lines, none of them with a control character or beyond the output's encoding."""
        encoding = self._stdout.encoding or "ascii"
        for text in texts:
            self._heard.append(text)
            shown = "".join(char if char.isprintable() else "?" for char in text)
            self._stdout.write(shown.encode(encoding, "replace").decode(encoding) + "\n")
        self._stdout.flush()

    def _read(self) -> str:
        self._heard = []
        self._stdout.write("> ")
        self._stdout.flush()
        line = self._stdin.readline()
        if not line:
            self.say([""])
            raise _LeaveError
        return line

    def _computer(self) -> None:
        """Let the computer play for as long as it is to act."""
        while self._session.thinking:
            events: list[Event] = []
            while self._session.thinking:
                events += self._session.answer(self._session.choose())
            self.say(self._told(events))

    def _do(self, line: str) -> None:
        command = parse(line)
        if command is None or (command.word == "yes" and not self._goes_on()):
            typed = line.strip()
            typed = typed if len(typed) <= _FEW else f"{typed[: _FEW - 3]}..."
            self.say([f"'{typed}' is no command and no card. Type help for the commands."])
            return
        if self._session.cuttable and command.word not in _BEFORE_THE_CARDS:
            # Whoever plays on does not want to cut.
            self._deal()
            if command.word in _THE_CARDS:
                return
            self._computer()
        if command.word:
            doing: dict[str, Callable[[Command], None]] = {
                "again": lambda _: self.say(self._last),
                "cards": self._cards,
                "cut": self._cut,
                "discard": self._discard,
                "gin": self._knock,
                "guide": lambda _: self._sections((*wording.GUIDE, wording.CONTROLS_PLAIN)),
                "hand": self._hand,
                "help": self._help,
                "hint": lambda _: self.say(self._help_given.hint(self._name)),
                "knock": self._knock,
                "log": lambda _: self.say(lines.log_lines(self._session.table, self._name)),
                "next": self._next,
                "pass": lambda _: self._act(Action.PASS),
                "quit": self._quit,
                "redo": self._redo,
                "replay": self._replay,
                "rules": lambda _: self._sections(wording.RULES),
                "seen": lambda _: self.say(self._help_given.seen(self._name)),
                "score": self._score,
                "sort": self._sort,
                "stock": lambda _: self._act(Action.DRAW_STOCK),
                "table": self._table,
                "take": self._take,
                "undo": self._undo,
                "verify": self._verify,
                "why": lambda _: self.say(self._help_given.why(self._name)),
                "yes": self._next,
            }
            try:
                doing[command.word](command)
            except IllegalAction as error:
                self._refuse(error.reason)

    def _goes_on(self) -> bool:
        """Whether what is asked is to go on."""
        return self._session.cuttable or self._session.table.result is not None

    def _act(self, action: Action) -> None:
        self.say(self._told(self._session.play(action)))

    def _told(self, events: Iterable[Event]) -> list[str]:
        """What came of events: the sentences first, then how the table stands now."""
        table = self._session.table
        view, told = table.view, list(events)
        texts = [" ".join(wording.event_text(event, self._name, gin=table.gin) for event in told)]
        if table.result is not None:
            return [*texts, *self._result()]
        if told[-1].seat == view.seat:
            if told[-1].action.kind == "discard" and self._counts:
                texts[0] += f" Deadwood {arrange(view.hand).points}."
            elif view.my_turn:
                texts += self._hand_lines()
        else:
            # What lies on the pile was said, and the question says it again.
            texts.append(f"Stock {view.stock}.")
        return texts

    def _result(self) -> list[str]:
        told = lines.result_lines(self._session.table, self._name, aloud=self._aloud)
        return [*told, *self._help_given.after()]

    @property
    def _aloud(self) -> bool:
        """Whether cards are told in words; signs of sums are then too."""
        return self._name is wording.words

    def _dealt(self) -> list[str]:
        table = self._session.table
        return [
            lines.deal_line(table),
            lines.pile_line(table.view, self._name),
            *self._hand_lines(),
        ]

    def _hand_lines(self) -> list[str]:
        view = self._session.table.view
        return lines.hand_lines(view, self._name, self._order, counts=self._counts)

    def _refuse(self, reason: str) -> None:
        self.say([wording.retell(reason, self._name)])

    def _take(self, command: Command) -> None:
        if command.rest and not self._lies_there(command.rest):
            return
        upcard = self._session.table.phase == "upcard"
        self._act(Action.TAKE if upcard else Action.DRAW_DISCARD)

    def _lies_there(self, text: str) -> bool:
        """Whether a card that was named is the one that can be taken; else it says which is."""
        table = self._session.table
        top = table.view.top
        if top is None or table.phase not in {"upcard", "draw"}:
            return True
        with suppress(ParseError):
            if parse_rank(text) == top.rank or parse_card(text) == top:
                return True
        place = "The upcard" if table.phase == "upcard" else "The top of the discard pile"
        self.say([f"{place} is {self._name(top)}; type take to take it."])
        return False

    def _card(self, command: Command) -> Card | None:
        """The card of a command; where there is none it says what is missing."""
        if command.card is not None:
            return command.card
        if not command.rest:
            self._ask_for_card(command.word)
            return None
        rank = parse_rank(command.rest)
        if rank is not None:
            return self._only_one(rank)
        try:
            return parse_card(command.rest)
        except ParseError as error:
            self.say([str(error)])
            return None

    def _only_one(self, rank: int) -> Card | None:
        """The one card of a rank in the hand; where there are more or none it says so."""
        held = [card for card in self._session.table.view.hand if card.rank == rank]
        if len(held) == 1:
            return held[0]
        ranks = wording.rank_plural(rank)
        cards = wording.card_list(held, self._name)
        self.say([f"Which of your {ranks}: {cards}?" if held else f"You hold no {ranks}."])
        return None

    def _ask_for_card(self, word: str) -> None:
        """Ask which card is meant, or say why none can be discarded now."""
        phase = self._session.table.phase
        if phase == "discard":
            self.say([f"Which card? Type {word} and a card, such as {word} 9C."])
        elif phase == "over":
            # Why nothing can be done now is the same for every action.
            self._act(Action.PASS)
        else:
            self.say([wording.NOT_DRAWN])

    def _discard(self, command: Command) -> None:
        card = self._card(command)
        if card is None:
            return
        warning = self._help_given.warning(card, self._name)
        if warning:
            self.say([warning])
        else:
            self._act(Action.discard(card))

    def _knock(self, command: Command) -> None:
        card = self._card(command)
        if card is None:
            return
        reason = self._session.refusal(Action.knock(card))
        if reason is not None:
            self._refuse(reason)
            return
        choices = self._session.spreads(card)
        chosen = self._choose(card, choices)
        if chosen is None:
            self.say(["You did not knock."])
        else:
            self._act(Action.knock(card, chosen.melds))

    def _choose(self, card: Card, choices: tuple[Arrangement, ...]) -> Arrangement | None:
        """Ask for the one confirmation of the game, and which spread where several are equal."""
        first, several = choices[0], len(choices) > 1
        if several:
            self.say([f"{len(choices)} ways to lay down leave {first.points}:"])
        numbered = {str(index): choice for index, choice in enumerate(choices, start=1)}
        for number, choice in numbered.items():
            text = wording.choice_text(choice, self._name)
            self.say([f"{number}: {text}" if several else f"Melds: {text}"])
            self._say_layoffs(card, choice)
        self.say([wording.knock_risk(first.points)])
        asked = wording.knock_question(first.points)
        numbers = ", ".join(numbered)
        answers = f"{numbers}, or yes for 1, no" if several else "yes, no"
        while True:
            self.say([f"{asked}  ({answers})"])
            answer = self._read().strip().rstrip(".!").lower()
            if answer in {"y", "yes", "k", "knock", "g", "gin"}:
                return first
            if answer in {"n", "no"}:
                return None
            if answer in {"q", "quit", "exit"}:
                raise _LeaveError
            if answer in numbered:
                return numbered[answer]

    def _say_layoffs(self, card: Card, choice: Arrangement) -> None:
        if not choice.points:
            return
        melds = choice.melds
        texts = [
            f"{wording.card_list(cards, self._name)} on the {wording.meld_title(meld, melds)}"
            for meld, cards in zip(melds, self._session.could_lay_off(card, choice), strict=True)
            if cards
        ]
        self.say([f"The computer could lay off: {'; '.join(texts) or 'nothing'}."])

    def _undo(self, _: Command) -> None:
        self._tell_moved("Taken back", self._session.undo())

    def _redo(self, _: Command) -> None:
        self._tell_moved("Done again", self._session.redo())

    def _tell_moved(self, what: str, events: Iterable[Event]) -> None:
        told = " ".join(wording.event_text(event, self._name) for event in events)
        self.say([f"{what}: {told}", *self._standing()])

    def _replay(self, _: Command) -> None:
        if self._session.table.replay and self._session.table.result is None:
            self._back_to_match()
            return
        self._session.replay()
        self.say(lines.greeting(self._session.table))
        self.say(self._dealt())

    def _back_to_match(self) -> None:
        self._session.leave_replay()
        self.say(["Back in the match."])
        self.say(self._result())

    def _standing(self) -> list[str]:
        """Everything on the table, for who comes back to it; of a deal that is over the result."""
        table = self._session.table
        if table.result is not None:
            return self._result()
        return lines.table_lines(table, self._name, self._order, counts=self._counts)

    def _next(self, _: Command) -> None:
        table = self._session.table
        if table.replay and table.result is not None:
            self._back_to_match()
            return
        if table.winner is not None:
            self._new_match()
            return
        self._session.next_deal()
        self.say(self._dealt())

    def _new_match(self) -> None:
        if self._session.unfinished and self._last != [wording.UNFINISHED]:
            self.say([wording.UNFINISHED])
            return
        self._session.new_match()
        self._begin()

    def _cut(self, command: Command) -> None:
        if not self._session.cuttable:
            self.say(["The cards are dealt; the next match can be cut."])
        elif not command.rest:
            self.say(["Cut with which words? Type cut and any words, such as cut my cat is grey."])
        else:
            self._deal(command.rest)

    def _verify(self, _: Command) -> None:
        try:
            proven = wording.proof_lines(self._session.proof())
        except GinError as error:
            proven = [wording.broken_text(error)]
        self.say([wording.CHECKED, *proven, wording.FAIR_METHOD])

    def _score(self, _: Command) -> None:
        self.say(lines.score_lines(self._session.table, aloud=self._aloud))

    def _hand(self, _: Command) -> None:
        self.say(self._hand_lines())

    def _table(self, _: Command) -> None:
        self.say(lines.greeting(self._session.table))
        self.say(self._standing())

    def _sort(self, command: Command) -> None:
        orders: dict[str, lines.Order] = {"rank": "rank", "suit": "suit"}
        other = "suit" if self._order == "rank" else "rank"
        asked = command.rest.rpartition(" ")[2] or other
        if asked not in orders:
            self.say(["Type sort rank or sort suit."])
            return
        self._order = orders[asked]
        self._like(f"Loose cards are sorted by {self._order}.")

    def _cards(self, command: Command) -> None:
        words = {"long": "words", "short": "letters"}
        asked = command.rest.rpartition(" ")[2]
        kind = words.get(asked, asked)
        if kind not in words.values():
            self.say(["Type cards long for words, such as 9 of clubs, or cards short for 9C."])
            return
        self._name = wording.words if kind == "words" else wording.letters
        self._like(f"Cards are told in {kind}.")

    def _like(self, text: str) -> None:
        """Say how cards are told from now on, and those that were dealt in that way."""
        self.say([text])
        if not self._session.cuttable:
            self.say(self._hand_lines())

    def _help(self, _: Command) -> None:
        for entry in COMMANDS:
            words = " ".join(filter(None, (entry.word, entry.rest)))
            self.say([f"{entry.letter}, {words}: {entry.does}."])

    def _sections(self, sections: Iterable[wording.Section]) -> None:
        for section in sections:
            self.say([section.title, *section.text])

    def _quit(self, _: Command) -> None:
        raise _LeaveError
