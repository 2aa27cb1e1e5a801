"""Whole numbers that come from outside, checked once at the door."""

from __future__ import annotations

import operator
from typing import Any, cast

from gin.errors import ParseError, shown

__all__ = ["whole"]


def whole(given: object, name: str, least: int, most: int) -> int:
    """Return `given` where it is a whole number in the range; raises `ParseError` otherwise.

    What says that it is a whole number will do, as NumPy's integers do; True and False will not.

    >>> whole(7, "The target", 1, 100)
    7
    >>> whole(None, "The target", 1, 100)
    Traceback (most recent call last):
    gin.errors.ParseError: The target is a whole number from 1 to 100, not None.
    """
    try:
        number = None if isinstance(given, bool) else operator.index(cast("Any", given))
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise ParseError(
            shown(given),
            f"{name} is a whole number from {least} to {most}, not {shown(given)}.",
        )
    return number
