"""The words the person reads, written once for the full screen and the plain lines.

Facts come in (an event, a result, an arrangement), sentences go out. Nothing here knows how wide
the screen is or where a sentence stands; how a card is written is the caller's choice (a `Name`).
Seat 0 is the person and seat 1 the computer, as in `gin.session`.
"""

from gin.wording.card import (
    Name,
    card_list,
    glyphs,
    letters,
    meld_kind,
    meld_text,
    meld_title,
    retell,
    words,
)
from gin.wording.guide import CONTROLS_PLAIN, CONTROLS_SCREEN, GUIDE, RULES, Section
from gin.wording.level import assistance, level_name, level_note
from gin.wording.move import (
    choice_text,
    discard_effect,
    draw_effect,
    event_text,
    knock_choices,
    knock_question,
    knock_risk,
    stock_warning,
    turn_text,
)
from gin.wording.result import (
    deal_ending,
    ending_note,
    headline,
    layoff_texts,
    match_headline,
    next_starter,
    points_needed,
    replay_note,
    score_text,
    sum_text,
    sum_words,
)
from gin.wording.seat import subject, whom, whose
from gin.wording.statistics import statistics_lines

__all__ = [
    "CONTROLS_PLAIN",
    "CONTROLS_SCREEN",
    "GUIDE",
    "RULES",
    "Name",
    "Section",
    "assistance",
    "card_list",
    "choice_text",
    "deal_ending",
    "discard_effect",
    "draw_effect",
    "ending_note",
    "event_text",
    "glyphs",
    "headline",
    "knock_choices",
    "knock_question",
    "knock_risk",
    "layoff_texts",
    "letters",
    "level_name",
    "level_note",
    "match_headline",
    "meld_kind",
    "meld_text",
    "meld_title",
    "next_starter",
    "points_needed",
    "replay_note",
    "retell",
    "score_text",
    "statistics_lines",
    "stock_warning",
    "subject",
    "sum_text",
    "sum_words",
    "turn_text",
    "whom",
    "whose",
    "words",
]
