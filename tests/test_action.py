"""Actions as values and as text."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin
from gin.cards import PACK

CONSTANTS = {
    "take": gin.Action.TAKE,
    "pass": gin.Action.PASS,
    "stock": gin.Action.DRAW_STOCK,
    "pile": gin.Action.DRAW_DISCARD,
}
SPREADS = (
    None,
    (gin.Meld("6S 7S 8S"),),
    (gin.Meld("6S 7S 8S"), gin.Meld("JH JD JC")),
    (gin.Meld("AS AH AD AC"), gin.Meld("2C 3C 4C"), gin.Meld("KS KH KD")),
)


def actions() -> st.SearchStrategy[gin.Action]:
    """Every kind of action."""
    cards = st.sampled_from(PACK)
    return st.one_of(
        st.sampled_from(list(CONSTANTS.values())),
        st.builds(gin.Action.discard, cards),
        st.builds(gin.Action.knock, cards, st.sampled_from(SPREADS)),
    )


@given(actions())
def test_text_and_repr_lead_back_to_the_action(action: gin.Action) -> None:
    assert gin.Action.parse(str(action)) == action
    names = {"Action": gin.Action, "Card": gin.Card, "Meld": gin.Meld}
    assert eval(repr(action), names) == action  # noqa: S307 - our own repr
    assert pickle.loads(pickle.dumps(action)) == action  # noqa: S301 - our own bytes
    assert len({action, gin.Action.parse(str(action))}) == 1


@pytest.mark.parametrize(("text", "action"), CONSTANTS.items())
def test_constants_have_their_words(text: str, action: gin.Action) -> None:
    assert str(action) == text
    assert gin.Action.parse(f"  {text.upper()} ") == action


def test_knock_is_written_with_its_spread() -> None:
    spread = [gin.Meld("6S 7S 8S"), gin.Meld("JH JD JC")]
    assert str(gin.Action.knock("9C", spread)) == "knock 9C 6S,7S,8S/JH,JD,JC"
    assert gin.Action.parse("knock 9c 6s 7s 8s / jh jd jc") == gin.Action.knock("9C", spread)


def test_gin_is_a_knock_whatever_the_word() -> None:
    # R10
    assert gin.Action.parse("gin 9C") == gin.Action.knock("9C")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "fold",
        "discard",
        "knock",
        "discard ZZ",
        "discard 9C 8C",
        "take 9C",
        "knock 9C 6S,7S",
        "knock 9C /",
        "knock 9C 6S,7S,8S/",
        "pass\x00",
        "discard \N{FULLWIDTH DIGIT NINE}C",
    ],
)
def test_what_is_no_action_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(gin.ParseError) as refused:
        gin.Action.parse(text)
    assert str(refused.value) == refused.value.reason
    assert "\n" not in refused.value.reason
    assert len(refused.value.reason) > 20


@given(st.text(max_size=40))
def test_any_text_parses_or_is_refused(text: str) -> None:
    try:
        action = gin.Action.parse(text)
    except gin.ParseError:
        return
    assert gin.Action.parse(str(action)) == action


def test_malformed_values_cannot_be_made() -> None:
    with pytest.raises(gin.ParseError, match="needs a card"):
        gin.Action("discard")
    with pytest.raises(gin.ParseError, match="has no card"):
        gin.Action("pass", gin.Card("9C"))
    with pytest.raises(gin.ParseError, match="is no action"):
        gin.Action("fold")  # type: ignore[arg-type]
    with pytest.raises(gin.ParseError, match="one meld or more"):
        gin.Action.knock("9C", [])
    with pytest.raises(gin.ParseError, match="belongs to a knock"):
        gin.Action("discard", gin.Card("9C"), (gin.Meld("6S 7S 8S"),))


def test_errors_keep_what_they_carry_when_pickled() -> None:
    refused = gin.IllegalAction(gin.Action.PASS, "Not now.")
    again = pickle.loads(pickle.dumps(refused))  # noqa: S301 - our own bytes
    assert (again.action, again.reason, str(again)) == (gin.Action.PASS, "Not now.", "Not now.")
    wrong = pickle.loads(pickle.dumps(gin.RecordError(3, "Bad.")))  # noqa: S301 - our own bytes
    assert (wrong.line, wrong.reason, str(wrong)) == (3, "Bad.", "line 3: Bad.")
