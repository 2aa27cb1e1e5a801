"""What anybody can check of a match: its fingerprint, every deck, every action, every result.

Nothing here trusts a value because it is there: the match is written out as a record, and the
record is played again from its first card.
"""

from __future__ import annotations

from dataclasses import dataclass

from gin import fair, record
from gin.errors import RecordError
from gin.match import Match

__all__ = ["Proof", "prove", "prove_text"]


@dataclass(frozen=True, slots=True)
class Proof:
    """What was checked of a match and found right.

    `seed` is `None` where it is not known. `decks` counts the decks that follow from the seed and
    the cut (0 without a seed), `deals` those that were dealt, `actions` what was played by the
    rules, `results` the finished deals. `scores` and `winner` are those of the match.
    """

    fingerprint: str
    seed: bytes | None
    cut: bytes
    decks: int
    deals: int
    actions: int
    results: int
    scores: tuple[int, int]
    winner: int | None


def prove(match: Match) -> Proof:
    """Play a match again from its seed; raises `RecordError` where it comes out differently.

    >>> prove(Match(seed=bytes(32))).decks
    1
    """
    again = Match.from_text(match.to_text(reveal=True))
    if again != match or (match.seed and fair.fingerprint(match.seed) != match.fingerprint):
        raise RecordError(1, "Played again, this match comes out differently.")
    deals = (*again.before, again.deal)
    return Proof(
        fingerprint=again.fingerprint,
        seed=again.seed,
        cut=again.cut,
        decks=len(deals) if again.seed is not None else 0,
        deals=len(deals),
        actions=sum(len(deal.history) for deal in deals),
        results=len(again.deals),
        scores=again.scores,
        winner=again.winner,
    )


def prove_text(text: str) -> Proof:
    """Play a record again, which must be byte for byte as this program writes it.

    Only the end of a line may be a carriage return and a line feed. Raises `RecordError` with the
    line where it is not so: `Match.from_text` forgives more.

    >>> prove_text(Match(seed=bytes(32)).to_text()).seed is None
    True
    """
    given = record.read(text)
    match = Match.from_text(text)
    lines = text.replace("\r\n", "\n").split("\n")
    if not given.checked:
        raise RecordError(
            len(lines), "The line 'check' is missing, so this record may have been cut off."
        )
    written = record.write(given).split("\n")
    for number, (line, right) in enumerate(zip(lines, written, strict=False), start=1):
        if line != right:
            raise RecordError(number, "The line is not as it was written.")
    if len(lines) < len(written):
        raise RecordError(len(lines), "The end of the last line is missing.")
    if len(lines) > len(written):
        raise RecordError(len(written), "Something was added at the end.")
    return prove(match)
