"""What the screens share: the table, the hand as it is held, and what was last said."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from gin.errors import GinError, SaveError
from gin.settings import Settings
from gin.ui.coach import has_word
from gin.ui.glyph import ASCII
from gin.ui.holding import Holding
from gin.wording import TAKEN_UP, Name, retell

if TYPE_CHECKING:
    from collections.abc import Callable

    from gin.action import Action
    from gin.session import Session, Table
    from gin.ui.glyph import Glyphs
    from gin.ui.holding import Sort

__all__ = ["Model"]


class Model:
    """The state behind every screen.

    `notice` is the answer to the person's last wish where there is something to say: it stands in
    the message line until the next wish. While `busy` the computer is thinking or its move is
    being shown: `flash` names the pile that it touches and `told` says what it did. `stalled`
    says why an action of the computer could not be saved and that it has to be tried again; it is
    empty while all is well. `behind` tells that trying would be in vain, because another window has
    gone on with the match. `seen` tells that the side panel shows the cards seen, `places` says
    where saves and settings are kept.
    """

    def __init__(
        self,
        session: Session,
        glyphs: Glyphs,
        settings: Settings | None = None,
        keep: Callable[[str, str], None] = lambda _name, _choice: None,
    ) -> None:
        self.session: Final = session
        self.settings: Settings = settings or Settings()
        self._glyphs: Final = glyphs
        self._keep: Final = keep
        self.table: Table = session.table
        self.holding: Holding = self._kept()
        self.notice: str = ""
        self.places = ""
        self.busy = False
        self.flash = ""
        self.told = ""
        self.stalled = ""
        self.behind = False
        self.seen = True
        # The player of the next match, where the person has named one; else as before.
        level = self.settings.level
        self.wished_level = level if level != Settings().level else ""
        self.coached()

    @property
    def counts(self) -> bool:
        """Whether the deadwood is counted for the person."""
        return self.settings.deadwood == "shown"

    def coached(self) -> None:
        """Mark the deal where the coach has something to say now; it says nothing unmarked."""
        if not self.table.helped and has_word(self):
            self.mark_helped()

    def mark_helped(self) -> bool:
        """Mark the deal as one in which help was shown; it is not counted.

        Returns whether that is done: no help is shown that could not be saved.
        """
        try:
            self.session.helped()
        except GinError as error:
            self.say(str(error))
            return False
        self.table = self.session.table
        return True

    @property
    def glyphs(self) -> Glyphs:
        """The characters to draw with."""
        return ASCII if self.settings.cards == "ascii" else self._glyphs

    @property
    def boxes(self) -> bool:
        """Whether cards are drawn as boxes where there is room for them."""
        return self.settings.cards != "compact"

    def key(self, letter: str) -> str:
        """Return the key of a command: a capital where the small letter moves the cursor.

        The capitals do the same in both sets of keys.
        """
        return letter.upper() if self.settings.keys == "vim" and letter in "hjkl" else letter

    def change(self, name: str, choice: str) -> None:
        """Set one thing differently, from now on and for the next time."""
        self.settings = self.settings.changed(name, choice)
        self.notice = ""
        if name == "level":
            self.wished_level = choice
        if name == "group":
            self.hold(replace(self.holding, grouped=choice == "on"))
        try:
            self._keep(name, choice)
        except GinError as error:
            self.say(str(error))

    @property
    def name(self) -> Name:
        """How cards are written."""
        return self.glyphs.name

    def worded(self, text: str) -> str:
        """Return a sentence of the rules with its cards written as on this screen."""
        return retell(text, self.name)

    def say(self, text: str) -> None:
        """Show a sentence in the message line."""
        self.notice = self.worded(text)

    def refresh(self) -> None:
        """Look at the table again after something has been played."""
        self._look()
        self._keep_order()
        self.coached()

    def _look(self) -> None:
        self.table = self.session.table
        self.holding = self.holding.take(self.table.view.hand)

    def hold(self, holding: Holding) -> None:
        """Hold the hand in a new order, and keep it for the next start."""
        self.holding = holding
        try:
            self.session.hold(holding.text)
        except GinError as error:
            self.say(str(error))

    def _kept(self) -> Holding:
        """Return the hand as the next start would show it."""
        held, hand = self.session.held, self.table.view.hand
        return Holding.restored(held, hand) if held else self._fresh()

    def _keep_order(self) -> None:
        """Let the next start show the hand as it stands; nothing is written where it would."""
        if self.holding.text != self._kept().text:
            # Where that cannot be saved, what is played next cannot either, and says so.
            with suppress(GinError):
                self.session.hold(self.holding.text)

    def hold_again(self, holding: Holding | None = None) -> None:
        """Hold the hand as it was once, or else as it was last kept."""
        self.holding = holding or self._kept()
        self._keep_order()

    def refuses(self, action: Action) -> bool:
        """Tell whether the person may not do this now, and say why."""
        reason = self.session.refusal(action)
        if reason is not None:
            self.say(reason)
        return reason is not None

    def play(self, action: Action) -> bool:
        """Do the person's action; where it is refused or cannot be saved, say why.

        Returns whether it was done. Nothing goes on past an action that is not saved.
        """
        try:
            self.session.play(action)
        except SaveError as error:
            self.say(f"{error} Your move was not made.")
            return False
        except GinError as error:
            self.say(str(error))
            return False
        self.refresh()
        return True

    def deal_again(self) -> bool:
        """Begin the next deal of the match; say why where that cannot be saved."""
        try:
            self.session.next_deal()
        except GinError as error:
            self.say(str(error))
            return False
        self.start_afresh()
        return True

    def begin_match(self, level: str) -> bool:
        """Begin a new match at a level; say why where that cannot be saved."""
        try:
            self.session.new_match(level)
        except GinError as error:
            self.say(str(error))
            return False
        self.start_afresh()
        if not self.session.cuttable:
            # Else the same cards once more would look as if nothing had been done.
            self.say(TAKEN_UP)
        return True

    @property
    def asks_for_cut(self) -> bool:
        """Whether the person is to be asked for a cut before the first card is shown.

        Where the person is never asked, the cards are dealt.
        """
        if not self.session.cuttable:
            return False
        return self.settings.cut == "ask" or not self.cut("")

    def cut(self, text: str) -> bool:
        """Mix a text into the decks and deal; say why where that is not possible."""
        if self._change(lambda: self.session.cut(text)):
            self.start_afresh()
            return True
        return False

    def step_back(self) -> bool:
        """Take the person's last action back; say why where that is not possible."""
        return self._change(self.session.undo)

    def step_on(self) -> bool:
        """Do again what was taken back last; say why where that is not possible."""
        if self._change(self.session.redo):
            self._keep_order()
            return True
        return False

    def replay(self) -> bool:
        """Play the deal that is over again as practice; say why where that is not possible."""
        if self._change(self.session.replay):
            self.start_afresh()
            return True
        return False

    def leave_replay(self) -> bool:
        """Go back from a replay to the match; say why where that is not possible."""
        if self._change(self.session.leave_replay):
            self.hold_again()
            return True
        return False

    def _change(self, what: Callable[[], object]) -> bool:
        try:
            what()
        except GinError as error:
            self.say(str(error))
            return False
        self._look()
        return True

    def start_afresh(self) -> None:
        """Take up a new hand: sorted as the last one was, with nothing selected."""
        self.table = self.session.table
        # What could not be saved belongs to the match that has been left.
        self.stalled, self.behind = "", False
        self.holding = self._fresh("rank" if self.holding.sort == "rank" else "suit")
        self._keep_order()
        self.coached()

    def _fresh(self, sort: Sort = "suit") -> Holding:
        return Holding(sort=sort, grouped=self.settings.group == "on").take(self.table.view.hand)
