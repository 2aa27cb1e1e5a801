"""What a command reads: lines and files of others, none of them longer than it can be."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from gin.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["bytes_of", "lines", "standard_input"]

_LONGEST_LINE: Final = 10_000  # bytes; the longest that says something has some hundred
_LARGEST: Final = 64 * 1024 * 1024  # bytes of a file that is read as records
_MARK: Final = b"\xef\xbb\xbf"  # some programs put it before UTF-8


def standard_input() -> BinaryIO:
    """Return the standard input as bytes; raises `ParseError` where there is none."""
    if sys.stdin is None:
        raise ParseError("", "There is no standard input to read from.")
    return sys.stdin.buffer


def lines() -> Iterator[bytes]:
    """Read the standard input line by line; raises `ParseError` for a line that has no end."""
    source = standard_input()
    number = 0
    while line := source.readline(_LONGEST_LINE + 1):
        number += 1
        if len(line) > _LONGEST_LINE:
            raise ParseError("", f"line {number}: It has more than {_LONGEST_LINE:,} bytes.")
        yield line.removeprefix(_MARK) if number == 1 else line


def bytes_of(name: str) -> bytes:
    """Return what is in a file, or in the standard input for `-`; raises `ParseError`."""
    try:
        if name == "-":
            data = standard_input().read(_LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_LARGEST + 1)
    except ParseError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ParseError(name, f"{name or 'That'} cannot be read: {reason}.") from error
    if len(data) > _LARGEST:
        shown = "The input" if name == "-" else name
        raise ParseError(name, f"{shown} is larger than any record or file of saves.")
    return data
