"""Cases in words about deals and matches that no other test holds.

Each test names the id that it holds; `test_cases.HELD_BY` leads from an id to its test.
"""

import random

import pytest

import gin
import scene
import vector
from gin import fair
from reference.cards import DECK

SEED = bytes(range(32))


def places(deal: gin.Deal) -> list[gin.Card]:
    """Every card of the deal, wherever it is."""
    return [*deal.hands[0], *deal.hands[1], *deal.stock, *deal.pile]


def after_a_quick_knock(seed: bytes) -> gin.Match:
    """The match after its first deal: always from the stock, and a knock as soon as possible."""
    match = gin.Match(seed=seed)
    while match.deal.to_act is not None:
        legal = match.deal.legal_actions()
        match = match.play(legal[0 if gin.Action.DRAW_STOCK in legal else -1])
    return match


def test_nothing_of_a_deal_stays_on_the_table() -> None:
    """R-G02: after a knock with layoffs the next deal has all its cards again."""
    matches = [after_a_quick_knock(bytes([number]) * 32) for number in range(60)]
    with_layoffs = [
        match
        for match in matches
        if match.deal.result and match.deal.result.layoff and match.deal.result.layoff.laid_off
    ]
    assert with_layoffs
    for match in with_layoffs:
        deal = match.next_deal().deal
        assert [len(hand) for hand in deal.hands] == [10, 10]
        assert (len(deal.stock), len(deal.pile)) == (31, 1)
        assert sorted(places(deal)) == list(map(gin.Card, range(52)))
        assert (deal.phase, deal.to_act, deal.result) == ("upcard", deal.starter, None)
        assert (deal.drawn, deal.barred, deal.history) == (None, None, ())


def test_the_52_cards_stay_52_cards() -> None:
    """R-G05: in every state of 1,000 random deals each card is in one place."""
    choices = random.Random(5)
    pack = set(map(gin.Card, DECK))
    for number in range(1, 1001):
        deal = gin.Deal.new(fair.deck(SEED, number), number % 2)
        while deal.to_act is not None:
            deal = deal.play(choices.choice(deal.legal_actions()))
            cards = places(deal)
            assert len(cards) == 52
            assert set(cards) == pack
            sizes = [10, 10]
            if deal.phase == "discard" and deal.to_act is not None:
                sizes[deal.to_act] = 11
            assert [len(hand) for hand in deal.hands] == sizes


def test_an_undercutter_can_win_from_92_to_96() -> None:
    """R-S16: seven against seven, and the match is the undercutter's by 121."""
    knocker = "4D 5D 6D 7D TS TH TC KS KH KC"
    ninety_two = scene.knock(knocker, "QS QH 9S 9H 8S 8H 6S 2H AC 4C")
    ninety_six = scene.knock(knocker, "QS QH 9S 9H 8S 8H 6S 6H AC 4C")
    seven = scene.knock("2C 3C 4C 8S 8H 8D JD QD KD 7S", "6H 6D 6C TH JH QH AS AD AC 7H")
    assert scene.match([ninety_two, ninety_six], starter=0).scores == (92, 96)
    match = scene.match([ninety_two, ninety_six, seven], starter=0)
    result = match.deal.result
    assert result is not None
    assert (result.kind, result.knocker, result.deadwood) == ("undercut", 0, (7, 7))
    assert (result.winner, result.points) == (1, 25)
    assert (match.scores, match.winner) == ((92, 121), 1)


def test_looking_at_a_knock_changes_nothing() -> None:
    """R-F19: a knock asked about, refused or given up leaves the eleven cards as they were."""
    knock = scene.knock("3H 4H 5H 9S 9D 9C QS QD QC 2D", "6H KS 8D 4C JS JD JC AS AC AD")
    deal = knock.position()
    before = (deal.hands, deal.phase, deal.to_act, deal.pile, deal.stock)
    deal.spreads(knock.discard)
    with pytest.raises(gin.IllegalAction):
        deal.play(gin.Action.knock("QS"))
    assert deal.play(gin.Action.knock(knock.discard)).result is not None
    assert (deal.hands, deal.phase, deal.to_act, deal.pile, deal.stock) == before
    assert (len(deal.hands[0]), deal.phase) == (11, "discard")


def test_a_defender_without_a_meld_is_settled() -> None:
    """R-A10: no melds and nothing laid off is a layoff like any other."""
    defender = "QS QH 9S 9H 7H 2H 3D 4D 5C 6C"
    for knocker, left in [
        ("4S 5S 6S 7S TS TH TC AC AH 2D", 4),
        ("4S 5S 6S 7S TS TH TC KS KH KC", 0),
    ]:
        knock = scene.knock(knocker, defender)
        result = knock.position().play(gin.Action.knock(knock.discard)).result
        assert result is not None
        assert result.layoff is not None
        assert (result.layoff.melds, result.layoff.laid_off) == ((), ())
        assert result.deadwood == (left, 65)


def test_the_discard_that_a_refusal_names_is_legal_and_best() -> None:
    """R-U18: advice follows from the eleven cards and the bar alone, and is never illegal."""
    refused = 0
    for case in vector.cases("best-discard").values():
        eleven = case["input"]["hand11"].split()
        barred = case["input"]["taken_from_discard"]
        rest = [card for card in DECK if card not in eleven]
        hands = (eleven, rest[:10])
        deal = gin.Deal.position(hands, rest[11:], rest[10:11], "discard", 0, 0, barred)
        best, left = case["expected"]["best_discards"], case["expected"]["deadwood_by_discard"]
        for card, points in left.items():
            reason = deal.view(0).refusal(gin.Action.knock(card))
            assert (reason is None) == (points <= gin.KNOCK_LIMIT)
            if reason is not None:
                refused += 1
                assert f"The {card} leaves {points} deadwood" in reason
                assert any(f" {good}" in reason.partition(";")[2] for good in best) or card in best
    assert refused
