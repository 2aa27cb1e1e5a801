"""What a command reads and writes: lines and files, none read further than it can be long."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, AnyStr, BinaryIO, Final

from gin.errors import ParseError, SaveError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["bytes_of", "lines", "next_line", "write_new"]

_LONGEST_LINE: Final = 10_000  # bytes; the longest that says something has some hundred
_LARGEST: Final = 64 * 1024 * 1024  # bytes of a file that is read as records
_MARK: Final = b"\xef\xbb\xbf"  # some programs put it before UTF-8


def _standard_input() -> BinaryIO:
    """Return the standard input as bytes; raises `ParseError` where there is none."""
    if sys.stdin is None:
        raise ParseError("", "There is no standard input to read from.")
    return sys.stdin.buffer


def lines() -> Iterator[bytes]:
    """Read the standard input line by line; raises `ParseError` as `next_line` does."""
    source = _standard_input()
    number = 1
    while line := next_line(source, number):
        yield line.removeprefix(_MARK) if number == 1 else line
        number += 1


def next_line(source: IO[AnyStr], number: int) -> AnyStr:
    """Read line `number` of the standard input; empty at its end.

    Raises `ParseError` where it cannot be read, and for a line that has no end.
    """
    try:
        line = source.readline(_LONGEST_LINE + 1)
    except OSError as error:
        reason = error.strerror or error
        raise ParseError("", f"The standard input cannot be read: {reason}.") from error
    if len(line) > _LONGEST_LINE:
        raise ParseError("", f"line {number}: It has more than {_LONGEST_LINE:,} bytes.")
    return line


def bytes_of(name: str) -> bytes:
    """Return what is in a file, or in the standard input for `-`; raises `ParseError`."""
    shown = "The standard input" if name == "-" else name or "That"
    try:
        if name == "-":
            data = _standard_input().read(_LARGEST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_LARGEST + 1)
    except ParseError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ParseError(name, f"{shown} cannot be read: {reason}.") from error
    if len(data) > _LARGEST:
        raise ParseError(name, f"{shown} is larger than any record or file of saves.")
    return data


def write_new(place: str, text: str) -> None:
    """Write a text into a file and bring it to the disk.

    Raises `SaveError` where the file is there already, or cannot be written.
    """
    try:
        with Path(place).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError as error:
        raise SaveError(f"{place or 'That'} is there already; choose another name.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SaveError(f"{place or 'That'} cannot be written: {reason}.") from error
