"""Numbers of things as words."""

import re

__all__ = ["aloud", "counted"]

_SIGNS = {"+": "plus ", "-": "minus "}


def counted(count: int, thing: str) -> str:
    """So many of a thing.

    >>> counted(1, "way"), counted(4, "way")
    ('1 way', '4 ways')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def aloud(text: str) -> str:
    """Say the signs before numbers in words, for reading aloud.

    >>> aloud("25 + 8 - 5"), aloud("-0.2")
    ('25 plus 8 minus 5', 'minus 0.2')
    """
    return re.sub(r"([+-]) ?(?=\d)", lambda sign: _SIGNS[sign[1]], text)
