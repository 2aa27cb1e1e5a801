"""Where the cards come from: every deck of a match out of one secret seed of 32 bytes.

The method is fixed for ever under the number 1, and short enough to do again with nothing but
SHA-256 at hand.

*Stream.* A stream of bytes is named by a label, the seed, a number and a cut. Its block `i`
(from 0) is SHA-256 of these bytes, one after the other: the ASCII text `gin-rummy 1 LABEL`, one
zero byte, the 32 bytes of the seed, the number as 8 bytes (big end first), `i` as 8 bytes (big
end first), the bytes of the cut. The blocks follow one another.

*Deck of deal n.* The stream has the label `deck` and the number n. The pack begins in the order
of the card indices, spades, hearts, diamonds, clubs, each ace to king. For place 51, 50 … 1: take
the next byte of the stream; while it is not below the largest multiple of place + 1 up to 256,
take the next one instead; the card at that place changes with the one at (byte modulo place + 1).
Refusing the bytes above the multiple makes every place equally likely.

*First starter (R20).* The first byte of the stream with the label `starter` and the number 0;
even is seat 0, odd is seat 1.

*Fingerprint.* The first block of the stream with the label `fingerprint`, the number 0 and no cut.
It can be shown before the match: it does not tell the seed, and no other seed has it.

*Cut.* Bytes that the other side adds after it has seen the fingerprint: no seed can then have been
chosen for the cards that it gives. A person's text is cut as its UTF-8. `docs/fair.md` says what
this proves and how anybody checks it.
"""

from __future__ import annotations

import hashlib
import os
import string
from typing import TYPE_CHECKING, Final

from gin.cards import PACK, Card
from gin.errors import ParseError, shown
from gin.number import whole

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "CUT_BYTES",
    "SEED_BYTES",
    "check_cut",
    "check_seed",
    "cut_from_text",
    "deck",
    "fingerprint",
    "first_starter",
    "numbered_seed",
    "random_seed",
    "seed_from_text",
]

SEED_BYTES: Final = 32
CUT_BYTES: Final = 1024  # the longest cut
_METHOD: Final = b"gin-rummy 1 "
_LAST_NUMBER: Final = 10**18


def random_seed() -> bytes:
    """Return a new secret seed of 32 bytes from the system's entropy.

    >>> len(random_seed())
    32
    """
    return os.urandom(SEED_BYTES)


def deck(seed: bytes, number: int, cut: bytes = b"") -> tuple[Card, ...]:
    """Return the shuffled pack of deal `number` (from 1) of the match with `seed`.

    `cut` is bytes that somebody else may add, so that neither side alone decides the order. The
    method stands at the top of this module. Raises `ParseError` for a seed that is not 32 bytes,
    a number below 1 or a cut that `check_cut` refuses.

    >>> from gin.cards import cards_text
    >>> cards_text(deck(bytes(32), 1)[:5])
    '9D 6H 5H TC JH'
    """
    check_seed(seed)
    number = whole(number, "The number of a deal", 1, _LAST_NUMBER)
    stream = _stream(b"deck", seed, number, check_cut(cut))
    cards = list(PACK)
    for place in range(len(cards) - 1, 0, -1):
        limit = 256 - 256 % (place + 1)
        byte = next(byte for byte in stream if byte < limit)
        other = byte % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def first_starter(seed: bytes, cut: bytes = b"") -> int:
    """Return the seat that starts deal 1 of the match with `seed` (R20).

    Raises `ParseError` as `deck` does.

    >>> first_starter(bytes(32))
    0
    """
    return next(_stream(b"starter", check_seed(seed), 0, check_cut(cut))) % 2


def fingerprint(seed: bytes) -> str:
    """Return what can be told of a secret seed beforehand: 64 hex digits that only it has.

    Raises `ParseError` for a seed that is not 32 bytes.

    >>> fingerprint(bytes(32))[:8]
    '464593e8'
    """
    return _block(b"fingerprint", check_seed(seed), 0, b"", 0).hex()


def seed_from_text(text: str) -> bytes:
    """Return the seed that a text stands for: 64 hex digits are the seed, other text is hashed.

    Other text gives the SHA-256 of `gin-rummy 1 text`, a zero byte and the text in UTF-8. Raises
    `ParseError` for an empty text.

    >>> seed_from_text("00" * 32) == bytes(32)
    True
    >>> seed_from_text("tuesday").hex()[:8]
    'f25f8ce6'
    """
    if not isinstance(text, str) or not text.strip():
        raise ParseError(text, "A seed is 64 hex digits or any other text, but not empty.")
    if len(text) == 2 * SEED_BYTES and all(digit in string.hexdigits for digit in text):
        return bytes.fromhex(text)
    try:
        encoded = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise ParseError(
            text, "This seed is not readable text; write letters or digits."
        ) from error
    return hashlib.sha256(_METHOD + b"text\0" + encoded).digest()


def cut_from_text(text: str) -> bytes:
    """Return the cut that a person's text stands for: its UTF-8, blanks around it left out.

    Raises `ParseError` for what is no text, is too long, or is not readable.

    >>> cut_from_text(" tea ")
    b'tea'
    """
    if not isinstance(text, str):
        raise ParseError(shown(text), f"A cut is made from text, not from {shown(text)}.")
    try:
        return check_cut(text.strip().encode("utf-8"))
    except UnicodeEncodeError as error:
        raise ParseError(text, "This cut is not readable text; type letters or digits.") from error


def check_cut(cut: bytes) -> bytes:
    """Return `cut` where it is at most `CUT_BYTES` bytes; raises `ParseError` otherwise.

    >>> check_cut(b"tea")
    b'tea'
    """
    if not isinstance(cut, bytes | bytearray):
        raise ParseError(shown(cut), f"A cut is bytes, not {shown(cut)}.")
    if len(cut) > CUT_BYTES:
        raise ParseError(cut.hex(), f"A cut is at most {CUT_BYTES} bytes, not {len(cut)}.")
    return bytes(cut)


def numbered_seed(number: int) -> bytes:
    """Return the seed of practice match `number` (from 1), the same one everywhere.

    It is the SHA-256 of `gin-rummy 1 practice`, a zero byte and the number in decimal digits.
    Raises `ParseError` for a number below 1 or above 10¹⁸.

    >>> numbered_seed(1) == numbered_seed(2)
    False
    """
    number = whole(number, "The number of a practice match", 1, _LAST_NUMBER)
    return hashlib.sha256(_METHOD + b"practice\0" + str(number).encode("ascii")).digest()


def check_seed(seed: bytes) -> bytes:
    """Return `seed` where it is 32 bytes; raises `ParseError` otherwise.

    >>> check_seed(b"short")
    Traceback (most recent call last):
    gin.errors.ParseError: A seed is 32 bytes, not 5.
    """
    if not isinstance(seed, bytes | bytearray):
        raise ParseError(shown(seed), f"A seed is {SEED_BYTES} bytes, not {shown(seed)}.")
    if len(seed) != SEED_BYTES:
        raise ParseError(seed.hex(), f"A seed is {SEED_BYTES} bytes, not {len(seed)}.")
    return bytes(seed)


def _stream(label: bytes, seed: bytes, number: int, cut: bytes) -> Iterator[int]:
    index = 0
    while True:
        yield from _block(label, seed, number, cut, index)
        index += 1


def _block(label: bytes, seed: bytes, number: int, cut: bytes, index: int) -> bytes:
    numbers = number.to_bytes(8, "big") + index.to_bytes(8, "big")
    return hashlib.sha256(_METHOD + label + b"\0" + seed + numbers + cut).digest()
