"""The computer players as a menu names them."""

_NOTES = {
    "random": "any legal move, for trying the controls",
    "learner": "knows the rules, misjudges, does not watch you",
    "simple": "builds its own hand and takes no notice of yours",
    "steady": "watches you and knows the odds, errs now and then",
    "sharp": "errs seldom, and never by much",
    "expert": "has learned from millions of deals",
}


def assistance(*, undone: bool, helped: bool) -> str:
    """Why the deal is kept out of the statistics, as a mark; empty where it is not.

    >>> assistance(undone=True, helped=False)
    'undo used'
    """
    if undone and helped:
        return "undo, hints used"
    return "undo used" if undone else "hints used" if helped else ""


def level_name(level: str) -> str:
    """The level as a title.

    >>> level_name("steady")
    'Steady'
    """
    return level.replace("_", " ").capitalize()


def level_note(level: str) -> str:
    """One phrase on how the level plays; empty for a player without one.

    >>> level_note("simple")
    'builds its own hand and takes no notice of yours'
    """
    return _NOTES.get(level, "")
