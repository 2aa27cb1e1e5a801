"""The two people at the table as words: the person and the computer."""


def subject(seat: int) -> str:
    """The seat as the first word of a sentence.

    >>> subject(0), subject(1)
    ('You', 'Computer')
    """
    return "Computer" if seat else "You"


def whom(seat: int) -> str:
    """The seat inside a sentence.

    >>> whom(0), whom(1)
    ('you', 'the computer')
    """
    return "the computer" if seat else "you"


def whose(seat: int) -> str:
    """What belongs to the seat, inside a sentence.

    >>> whose(0), whose(1)
    ('your', "the computer's")
    """
    return "the computer's" if seat else "your"
