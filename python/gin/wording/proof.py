"""How a match is shown to be fair, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gin.errors import GinError
    from gin.proof import Proof

__all__ = [
    "CHECKED",
    "CUT_QUESTION",
    "FAIR_METHOD",
    "broken_text",
    "fingerprint_text",
    "proof_lines",
]

CUT_QUESTION = (
    "The seed of all decks of this match is drawn already, and this is its fingerprint. What you"
    " mix in now, anything at all, is a cut: it changes every deck in a way that nobody could know"
    " before."
)
"""What a cut is, before the first card."""

CHECKED = "Checked from the first card:"
"""What stands above the facts of a proof."""

FAIR_METHOD = (
    "All decks of a match come from one secret seed and your cut. The fingerprint is saved, and"
    " shown where you cut, before the first card; it fits one seed only, so the seed cannot have"
    " been changed since. When the match is over the seed is shown; gin verify, or twenty lines of"
    " Python in docs/fair.md, make the decks again. The computer player is given what one seat may"
    " see, never your cards or the stock."
)
"""Why the deals are fair, in a paragraph."""


def fingerprint_text(fingerprint: str, width: int) -> tuple[str, ...]:
    """Cut a fingerprint into as few lines as have room for it.

    >>> fingerprint_text("ab" * 32, 40)[0]
    'abababababababababababababababab'
    """
    size = next((size for size in (64, 32, 16) if size <= width), 16)
    return tuple(fingerprint[at : at + size] for at in range(0, len(fingerprint), size))


def broken_text(error: GinError) -> str:
    """Say that a match is not what it should be.

    >>> from gin.errors import RecordError
    >>> broken_text(RecordError(1, "Played again, this match comes out differently."))
    'This match is not as it should be: line 1: Played again, this match comes out differently.'
    """
    return f"This match is not as it should be: {error}"


def _cut_text(cut: bytes) -> str:
    """Show a cut: as the text that it was where it is one.

    >>> _cut_text(b"tea"), _cut_text(bytes([200])), _cut_text(b"")
    ("'tea'", 'c8', 'none')
    """
    if not cut:
        return "none"
    try:
        text = cut.decode("utf-8")
    except UnicodeDecodeError:
        return cut.hex()
    return f"'{text}'" if text.isprintable() else cut.hex()


def proof_lines(proof: Proof) -> list[str]:
    """Say what was checked and found right, one fact a line.

    >>> from gin import Match
    >>> from gin.proof import prove
    >>> proof_lines(prove(Match(seed=bytes(32))))[3:5]
    ['Decks: 1, as the seed and the cut give it.', 'Actions: none yet.']
    """
    unknown = "a secret until the match is over" if proof.winner is None else "not in the record"
    seed = unknown if proof.seed is None else proof.seed.hex()
    lines = [
        f"Fingerprint: {proof.fingerprint}{', that of the seed' if proof.decks else ''}.",
        f"Seed: {seed}.",
        f"Cut: {_cut_text(proof.cut)}.",
    ]
    if proof.decks:
        lines.append(f"Decks: {proof.decks}, {_each(proof.decks)}as the seed and the cut give it.")
    else:
        lines.append(f"Decks: {proof.deals}, not checked, because the seed is not known.")
    if proof.actions:
        lines.append(f"Actions: {proof.actions}, {_each(proof.actions)}allowed by the rules.")
    else:
        lines.append("Actions: none yet.")
    if proof.results:
        score = "{} to {}".format(*proof.scores)
        lines.append(
            f"Results: {proof.results}, {_each(proof.results)}as the play gives it; the score is"
            f" {score}."
        )
    return lines


def _each(count: int) -> str:
    return "each " if count > 1 else ""
