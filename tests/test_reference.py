"""The reference solver against every line of the known answers, and the rules it was written from.

All 14,000 lines are held, none sampled: about 20 seconds on one core.
"""

from typing import Any

import pytest

import vector
from reference.cards import DECK, hand
from reference.deal import Deal, RefusedError
from reference.layoff import able_to_be_laid_off, least_after_layoffs, spread_key
from reference.score import Score, scores, settle
from reference.solver import deadwood, discards, is_meld, least_arrangements, melds

FLOWS = {name: case for name, case in vector.cases("flow").items() if "steps" in case["expected"]}


def opening(case: dict[str, Any]) -> Deal:
    """The deal that a game or a flow case starts from."""
    starter = "AB".index(case["starter"])
    pile = case.get("discard_pile_bottom_to_top", case["upcard"])
    return Deal(
        (hand(case["hand_A"]), hand(case["hand_B"])),
        tuple(case["stock_in_draw_order"].split()),
        tuple(pile.split()),
        starter,
        case.get("phase", "upcard"),
        "AB".index(case.get("turn", case["starter"])),
    )


def assert_result(deal: Deal, expected: dict[str, Any]) -> None:
    outcomes = deal.outcomes()
    if expected["result"] == "no_score":
        assert (deal.phase, outcomes) == ("over", {})
        return
    assert {score.signed for score in outcomes.values()} == set(expected["points_by_arrangement"])
    undercut = expected["result"] == "undercut"
    assert "AB"[(deal.knocker or 0) ^ undercut] == expected["to"]
    score = Score(
        expected["result"],
        expected["points"],
        expected["knocker_deadwood"],
        expected["defender_deadwood"],
    )
    assert score in {outcomes[spread] for spread in deal.defaults()}


def test_there_are_as_many_melds_as_a_pencil_counts() -> None:
    # 13 ranks: four threes and one four each; 4 suits: 11 + 10 + … + 1 runs each.
    assert len(melds(frozenset(DECK))) == 13 * 5 + 4 * 66


@pytest.mark.parametrize(
    "cards", ["QS KS AS", "KS AS 2S", "AS 2S", "AS AH 2D", "AS 2S 4S", "3S 4H 5S"]
)
def test_what_is_no_meld(cards: str) -> None:
    assert not is_meld(hand(cards))


def test_the_example_of_the_rule_sheet_scores_28() -> None:
    assert settle(8, 5) == Score("undercut", 28, 8, 5)


def test_a_run_of_six_can_be_laid_in_two_ways() -> None:
    whole = hand("4S 5S 6S 7S 8S 9S")
    halves = frozenset({hand("4S 5S 6S"), hand("7S 8S 9S")})
    assert least_arrangements(whole) == {frozenset({whole}), halves}


def test_cards_able_to_be_laid_off_are_counted_over_other_cards() -> None:
    table = (hand("5S 6S 7S"), hand("JH JD JC"))
    possible = hand("2S 4S 3S 9S JS TS 8H")
    assert able_to_be_laid_off(table, possible) == hand("4S 3S 2S JS")
    assert spread_key(frozenset(table), possible) == (4, 19)


def test_a_card_that_fits_two_melds_leads_on_from_both() -> None:
    # R13: the five of hearts makes a fourth of the set, or goes on the run and carries the four.
    table = (hand("5S 5D 5C"), hand("7H 8H 9H TH"))
    assert able_to_be_laid_off(table, hand("4H 5H 6H JH KC")) == hand("4H 5H 6H JH")


def test_deadwood() -> None:
    assert [
        cards for cards, points in vector.hands("deadwood.txt") if deadwood(cards) != points
    ] == []


def test_eleven_hard() -> None:
    wrong = [
        cards
        for cards, points in vector.hands("eleven_hard.txt")
        if min(discards(cards, None).values()) != points
    ]
    assert wrong == []


def test_discard() -> None:
    for line in vector.elevens():
        left = discards(line.cards, line.barred)
        assert min(left.values()) == line.least
        assert {card for card in left if left[card] == line.least} == line.best
        assert {card for card in left if left[card] == 0} == line.gin


def test_layoff() -> None:
    for line in vector.records("layoff.jsonl"):
        defender, table = hand(line["defender"]), tuple(map(hand, line["laid"]))
        assert deadwood(defender) == line["dw_before"]
        assert least_after_layoffs(defender, table) == line["dw_after"], line


def test_score() -> None:
    for line in vector.records("score.jsonl"):
        knocker, defender = hand(line["knocker"]), hand(line["defender"])
        assert (deadwood(knocker), deadwood(defender)) == (line["kdw"], line["ddw_before"])
        signed = {score.signed for score in scores(knocker, defender).values()}
        assert signed == set(line["signed"]), line


@pytest.mark.parametrize("game", vector.records("games.jsonl"), ids=lambda game: game["id"])
def test_games(game: dict[str, Any]) -> None:
    deal = opening(game)
    for action, count in zip(game["actions"], game["n_legal"], strict=True):
        assert len(deal.legal()) == count, action
        deal = deal.play("AB".index(action[0]), action[2:])
    assert len(deal.stock) == game["stock_left"]
    assert_result(deal, game["result"])


@pytest.mark.parametrize("name", FLOWS)
def test_flow(name: str) -> None:
    deal = opening(FLOWS[name]["input"])
    for step in FLOWS[name]["expected"]["steps"]:
        seat = "AB".index(step["by"])
        if step["expect"] == "illegal":
            with pytest.raises(RefusedError):
                deal.play(seat, step["do"])
            continue
        deal = deal.play(seat, step["do"])
        assert deal.turn == (None if step["turn"] is None else "AB".index(step["turn"]))
        assert deal.phase == step["phase"]
        assert len(deal.stock) == step["stock"]
        assert (deal.pile[-1] if deal.pile else None) == step["top_discard"]
        assert [len(held) for held in deal.hands] == step["sizes"]
        if "legal_next" in step:
            assert sorted(deal.legal()) == sorted(step["legal_next"])
        if "hand_result" in step:
            assert_result(deal, step["hand_result"])
