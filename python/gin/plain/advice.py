"""Help in plain mode: hints step by step, the last move read, cards seen, and the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gin import wording
from gin.action import Action
from gin.advice import last_move, loose_cards, reasons, whereabouts
from gin.coach import BAD, loss

if TYPE_CHECKING:
    from gin.cards import Card
    from gin.session import Session
    from gin.settings import Settings
    from gin.view import View
    from gin.wording import Name

__all__ = ["Help"]

_STEPS: Final = 3
_FEW: Final = 3


class Help:
    """What the person asks, and what the coach says unasked; every answer is a list of lines."""

    def __init__(self, session: Session, settings: Settings) -> None:
        self._session = session
        self._coach = settings.coach
        self._asked: tuple[View, int] | None = None
        self._warned: tuple[View, Card] | None = None
        self._told: View | None = None

    def hint(self, name: Name) -> list[str]:
        """Say what to do; asked again, why; asked once more, what every choice is worth."""
        view, choices = self._session.table.view, self._session.choices()
        if len(choices) < 2:
            return ["There is nothing to decide now."]
        step = self._asked[1] % _STEPS if self._asked is not None and self._asked[0] == view else 0
        self._session.helped()
        self._asked = (view, step + 1)
        if step == 0:
            best = wording.hint_text(choices[0][0], name, top=view.top)
            return [f"{best} Type hint again for the reasons."]
        if step == 1:
            found = wording.reason_lines(reasons(view, choices[0][0]), name)
            return [*found, "Type hint again for every choice.", wording.PUBLIC_ONLY]
        return [
            wording.WORTH,
            *(
                f"{wording.action_text(action, name, top=view.top)}, {_points(points, name)}"
                for action, points in choices
            ),
        ]

    def why(self, name: Name) -> list[str]:
        """Tell the computer's last move, what it says, and who could use the loose cards."""
        table = self._session.table
        move = last_move(table.view)
        story = []
        if move is not None:
            events = table.computer_move
            story = [wording.story_text(events, move.left, name, gin=table.gin)]
        if table.result is not None:
            return [*story, wording.LAID_OPEN]
        loose = wording.loose_lines(loose_cards(table.view), table.view.known, name)
        return [
            *story,
            *wording.move_lines(move, name),
            f"{wording.LOOSE}:",
            *(f"{line}." for line in loose),
            wording.PUBLIC_ONLY,
        ]

    def seen(self, name: Name) -> list[str]:
        """Tell where every card is as far as the person can know."""
        table = self._session.table
        view = table.view
        if table.result is not None:
            return [wording.LAID_OPEN]
        return [
            *wording.seen_lines(whereabouts(view)),
            wording.known_text(view.known, name),
        ]

    def live(self, name: Name) -> list[str]:
        """Tell the best choices once before every decision, where the coach is live."""
        choices = self._session.choices() if self._coach == "live" else ()
        view = self._session.table.view
        if not choices or view == self._told:
            return []
        self._session.helped()
        self._told = view
        top = view.top
        best = [
            f"{wording.action_text(action, name, top=top)} {_points(points, name)}"
            for action, points in choices[:_FEW]
        ]
        return [f"Coach: {', '.join(best)}."]

    def warning(self, card: Card, name: Name) -> str:
        """Object once to a bad discard; the same discard again is made. Empty without objection."""
        view, action = self._session.table.view, Action.discard(card)
        if self._coach != "warn" or self._session.refusal(action) is not None:
            return ""
        choices = self._session.choices()
        cost = loss(choices, action)
        if cost < BAD or self._warned == (view, card):
            return ""
        self._session.helped()
        self._warned = (view, card)
        text = wording.warning_text(cost, choices[0][0], name)
        return f"{text} Type {name(card)} again to discard it all the same."

    def after(self) -> list[str]:
        """Judge the deal that is over, where there is a coach."""
        found = self._session.review() if self._coach != "off" else None
        if found is None or not found.decisions:
            return []
        text = wording.review_text(found.good, found.doubtful, found.bad, found.cost)
        return [f"Coach: {text}."]


def _points(points: float, name: Name) -> str:
    text = wording.points_text(points)
    return wording.aloud(text) if name is wording.words else text
