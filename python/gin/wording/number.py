"""Numbers of things as words."""

__all__ = ["counted"]


def counted(count: int, thing: str) -> str:
    """So many of a thing.

    >>> counted(1, "way"), counted(4, "way")
    ('1 way', '4 ways')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"
