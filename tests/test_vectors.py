"""Every line of the known answers against the program."""

from typing import Any

import pytest

import gin
import scene
import vector


def signed(result: gin.Result | None) -> int:
    """The points of a knock seen from the knocker: below nothing for an undercut."""
    assert result is not None
    return result.points if result.winner == result.knocker else -result.points


def test_deadwood() -> None:
    wrong = [
        (line, gin.arrange(hand))
        for line, points in vector.hands("deadwood.txt")
        if not (gin.deadwood(hand := gin.Hand(line)) == gin.arrange(hand).points == points)
    ]
    assert wrong == []


def test_every_arrangement_of_the_deadwood_lines_is_least() -> None:
    for line, points in vector.hands("deadwood.txt"):
        hand = gin.Hand(line)
        for arrangement in gin.arrangements(hand):
            assert arrangement.points == arrangement.deadwood.points == points
            assert sum(len(meld.cards) for meld in arrangement.melds) == 10 - len(
                arrangement.deadwood
            )


def test_eleven_hard() -> None:
    wrong = [
        line
        for line, points in vector.hands("eleven_hard.txt")
        if gin.discards(gin.Hand(line))[0][1] != points
    ]
    assert wrong == []


def test_discard() -> None:
    for line in vector.elevens():
        barred = None if line.barred is None else gin.Card(line.barred)
        left = gin.discards(gin.Hand(line.cards), barred)
        assert {str(card) for card, _ in left} == line.cards - {line.barred}
        assert left[0][1] == line.least
        assert {str(card) for card, points in left if points == line.least} == line.best
        assert {str(card) for card, points in left if points == 0} == line.gin


def test_layoff() -> None:
    for line in vector.records("layoff.jsonl"):
        defender = gin.Hand(line["defender"])
        spread = [gin.Meld(meld) for meld in line["laid"]]
        layoff = gin.lay_off(defender, spread)
        assert gin.Hand(line["kdead"]).points == line["kdw"]
        assert gin.lay_off(defender, ()).points == gin.deadwood(defender) == line["dw_before"]
        assert layoff.points == layoff.deadwood.points == line["dw_after"], line


def test_score() -> None:
    for line in vector.records("score.jsonl"):
        knocker, defender = gin.Hand(line["knocker"]), gin.Hand(line["defender"])
        knock = scene.knock(line["knocker"], line["defender"])
        deal, card = knock.position(), knock.discard
        assert gin.deadwood(knocker) == line["kdw"]
        assert gin.deadwood(defender) == line["ddw_before"]
        spreads = deal.spreads(card)
        by_spread = [
            signed(deal.play(gin.Action.knock(card, spread.melds)).result) for spread in spreads
        ]
        assert set(by_spread) == set(line["signed"]), line
        default = deal.play(gin.Action.knock(card)).result
        assert default is not None
        assert (default.spread, signed(default)) == (spreads[0], by_spread[0])
        assert default.deadwood[0] == line["kdw"]
        assert (default.kind == "gin") == (line["kdw"] == 0)


def started(game: dict[str, Any]) -> gin.Deal:
    """The deal from the shuffled pack: seat A is 0 and is dealt the first card."""
    hands = zip(game["hand_A"].split(), game["hand_B"].split(), strict=True)
    dealt = [card for pair in hands for card in pair]
    deck = [*dealt, game["upcard"], *game["stock_in_draw_order"].split()]
    return gin.Deal.new(deck, "AB".index(game["starter"]))


def named(text: str, phase: str) -> gin.Action:
    """The action that a line of games.jsonl or a step of a flow case asks for."""
    draws = {
        "pass": gin.Action.PASS,
        "draw_stock": gin.Action.DRAW_STOCK,
        "take_discard": gin.Action.TAKE if phase == "upcard" else gin.Action.DRAW_DISCARD,
    }
    return draws.get(text) or gin.Action.parse(text)


def assert_result(result: gin.Result | None, expected: dict[str, Any]) -> None:
    """The result is the one that the game or the flow case expects."""
    assert result is not None
    if expected["result"] == "no_score":
        assert (result.kind, result.winner, result.points) == ("dead", None, 0)
        return
    knocker = "AB".index(expected["knocker"])
    assert result.kind == expected["result"]
    assert result.winner == "AB".index(expected["to"])
    assert result.points == expected["points"]
    assert result.knocker == knocker
    assert result.deadwood[knocker] == expected["knocker_deadwood"]
    assert result.deadwood[1 - knocker] == expected["defender_deadwood"]
    assert signed(result) in expected["points_by_arrangement"]


@pytest.mark.parametrize("game", vector.records("games.jsonl"), ids=lambda game: game["id"])
def test_games(game: dict[str, Any]) -> None:
    deal = started(game)
    for line, count in zip(game["actions"], game["n_legal"], strict=True):
        seat, _, text = line.partition(" ")
        assert deal.to_act == "AB".index(seat)
        legal = deal.legal_actions()
        action = named(text, deal.phase)
        assert action in legal
        assert len(set(legal)) == len(legal) == count
        assert deal.view(deal.to_act).legal_actions() == legal
        assert deal.view(1 - deal.to_act).legal_actions() == ()
        deal = deal.play(action)
    assert (deal.phase, deal.to_act, deal.legal_actions()) == ("over", None, ())
    assert len(deal.stock) == game["stock_left"]
    assert_result(deal.result, game["result"])
