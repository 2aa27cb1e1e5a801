"""What is not even of the right kind is refused like any other bad input: by a sentence."""

from collections.abc import Callable
from typing import Any, cast

import pytest

import gin

WRONG = cast("Any", None)
DEAL = gin.Deal.new(range(52), starter=0)


MADE: list[Callable[[], object]] = [
    lambda: gin.Card(WRONG),
    lambda: gin.Card(cast("Any", 1.5)),
    lambda: gin.Card(cast("Any", b"AS")),
    lambda: gin.Hand(cast("Any", 7)),
    lambda: gin.Hand([WRONG]),
    lambda: gin.Hand.from_mask(WRONG),
    lambda: gin.Hand.from_mask(1 << 64),
    lambda: gin.Meld(WRONG),
    lambda: gin.deadwood(WRONG),
    lambda: gin.lay_off("AS", [WRONG]),
    lambda: gin.Action.parse(WRONG),
    lambda: gin.Action.discard(WRONG),
    lambda: gin.Deal.new(WRONG, 0),
    lambda: gin.Deal.new(range(52), WRONG),
    lambda: gin.Deal.new(range(52), cast("Any", "0")),
    lambda: DEAL.play(cast("Any", "pass")),
    lambda: DEAL.view(2),
    lambda: gin.Match(seed=cast("Any", 3)),
    lambda: gin.Match.from_text(WRONG),
]


@pytest.mark.parametrize("made", MADE, ids=[str(number) for number in range(len(MADE))])
def test_a_sentence_says_what_would_be_right(made: Callable[[], object]) -> None:
    with pytest.raises(gin.GinError) as caught:
        made()
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
