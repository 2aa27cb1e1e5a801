"""What a deal is worth: R14–R18, each with the sums that programs get wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin
from gin.scoring import dead, settle
from strategies import hands_of

GIN = "AS 2S 3S 4S 8D 9D TD QC QH QD"
ONE = "4C 5C 6C 7S 7H 7D JS JH JD AC"
FIVE = "2C 3C 4C 8S 8H 8D JD QD KD 5S"
TEN = "3S 4S 5S 9H 9D 9C KS KD KH TC"


def settled(knocker: str, defender: str, seat: int = 0) -> gin.Result:
    """The result of a knock with the canonical spread."""
    return settle(seat, gin.arrange(gin.Hand(knocker)), gin.Hand(defender))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("knocker", "defender", "kind", "points", "left"),
    [
        # R15: all of the defender's deadwood, and only that
        (GIN, "KC KD KH 5H 6H 7H 3C 4C 5C 8S", "gin", 33, 8),
        (GIN, "KC KD KH 5H 6H 7H 3C 4C 5C 6C", "gin", 25, 0),
        (GIN, "5S 6S 7D JD KD QS 9H 4H 2C KC", "gin", 98, 73),
        # R16: 3C 2C and 7C 8C go on the run (R13)
        (ONE, "2C 3C 7C 8C TD TH TS KS KD QH", "knock", 29, 30),
        # R17: equal is exactly 25; ten is enough to knock; a defender with nothing left
        (FIVE, "6H 6D 6C TH JH QH AS AD AC 5D", "undercut", 25, 5),
        (TEN, "6D 7D 8D 2H 2C 2D JS JC JD AH", "undercut", 34, 1),
        (TEN, "6D 7D 8D 2H 2C 2D JS JC JD JH", "undercut", 35, 0),
    ],
)
def test_sums(  # noqa: PLR0917 - a row of the table each
    seat: int, knocker: str, defender: str, kind: str, points: int, left: int
) -> None:
    result = settled(knocker, defender, seat)
    own = gin.deadwood(gin.Hand(knocker))
    assert result.kind == kind
    assert result.points == points
    assert result.knocker == seat
    assert result.winner == (1 - seat if kind == "undercut" else seat)
    assert result.deadwood == ((own, left) if seat == 0 else (left, own))
    assert result.scores[result.winner] == points
    assert result.scores[1 - result.winner] == 0


def test_the_worked_example_of_the_rule_sheet() -> None:
    # R17: knocker 8, defender 5 after layoffs: 25 + 8 - 5 = 28
    result = settled("2C 3C 4C 8S 8H 8D JD QD KD 8C", "6H 6D 6C TH JH QH AS AD AC 5D")
    assert gin.deadwood(gin.Hand("2C 3C 4C 8S 8H 8D JD QD KD 8C")) == 0  # the fourth eight
    result = settled("2C 3C 4C 9S 9H 9D JD QD KD 8C", "6H 6D 6C TH JH QH AS AD AC 5D")
    assert (result.kind, result.winner, result.points, result.deadwood) == (
        "undercut",
        1,
        28,
        (8, 5),
    )


def test_nothing_is_laid_off_against_gin() -> None:
    # R14: five of these cards would go on a knock
    result = settled("4S 5S 6S 7S 9C 9D 9H AD 2D 3D", "8S 9S 3S TC JH KH QD 4D 5C 6C")
    assert (result.kind, result.points) == ("gin", 100)
    assert result.layoff is not None
    assert result.layoff.laid_off == ()


@given(hands_of(10), st.data(), st.integers(0, 1))
def test_every_card_is_accounted_for_and_the_sum_is_right(
    cards: frozenset[str], data: st.DataObject, seat: int
) -> None:
    spread = gin.arrange(gin.Hand(sorted(cards)))
    defender = gin.Hand(sorted(data.draw(hands_of(10, cards))))
    result = settle(seat, spread, defender)
    assert result.spread == spread
    layoff = result.layoff
    assert layoff is not None
    laid = gin.Hand([card for card, _ in layoff.laid_off])
    parts = [laid, layoff.deadwood, *(meld.cards for meld in layoff.melds)]
    assert sum(map(len, parts)) == 10
    assert gin.Hand([card for part in parts for card in part]) == defender
    difference = layoff.points - spread.points
    expected = {
        "gin": 25 + layoff.points,
        "knock": difference,
        "undercut": 25 - difference,
    }
    assert result.points == expected[result.kind]
    assert (result.kind == "gin") == (spread.points == 0)
    if result.kind != "gin":
        assert (result.kind == "knock") == (difference > 0)
    assert result.points > 0
    assert isinstance(result.points, int)


def test_a_dead_deal_scores_nothing() -> None:
    # R18: numbers, never None
    result = dead((gin.Hand("2S 3S 4S KS"), gin.Hand("5H 6D")))
    assert (result.kind, result.winner, result.knocker) == ("dead", None, None)
    assert (result.points, result.scores, result.deadwood) == (0, (0, 0), (10, 11))
    assert result.spread is None
    assert result.layoff is None
