"""What the network believes of the other hand."""

import random

import pytest

import gin
from gin import Card, Deal


def test_the_chances_add_up_and_respect_what_is_known() -> None:
    chance = random.Random(11)
    looked = 0
    for _ in range(30):
        deck = chance.sample(range(52), 52)
        deal = Deal.new(deck, chance.randrange(2))
        while deal.to_act is not None and len(deal.history) < 40:
            view = deal.view(deal.to_act)
            found = gin.belief(view)
            held = {card for card, _ in found.cards}
            assert held == set(view.possible)
            assert sum(each for _, each in found.cards) == pytest.approx(10, abs=0.05)
            assert all(0 <= each <= 1 for _, each in found.cards)
            assert all(found.chance(card) == 1 for card in view.known)
            assert all(found.chance(card) == 0 for card in view.hand)
            chances = [each for _, each in found.cards]
            assert chances == sorted(chances, reverse=True)
            assert found.deadwood >= 0
            looked += 1
            deal = deal.play(chance.choice(deal.legal_actions()))
    assert looked > 500


def test_it_looks_at_nothing_that_is_hidden() -> None:
    deal = Deal.new(range(52), starter=0)
    hands, stock = deal.hands, list(deal.stock)
    swapped = [*hands[1]][:5]
    other = gin.Hand([*[*hands[1]][5:], *stock[:5]])
    again = Deal.position(
        [hands[0], other], [*swapped, *stock[5:]], deal.pile, "upcard", to_act=0, starter=0
    )
    assert gin.belief(again.view(0)) == gin.belief(deal.view(0))


def test_believed_cards_are_held_more_often_than_by_chance() -> None:
    """Over deals of the strongest level: the mean chance given to the cards that are there."""
    believed = by_chance = 0.0
    count = 0
    player = gin.player("sharp")
    for number in range(40):
        deck = random.Random(number).sample(range(52), 52)
        deal = Deal.new(deck, number % 2)
        while deal.to_act is not None:
            view = deal.view(deal.to_act)
            if view.phase == "draw" and len(deal.history) > 16:
                hidden = [card for card in deal.hands[1 - view.seat] if card not in view.known]
                if hidden:
                    found = gin.belief(view)
                    believed += sum(map(found.chance, hidden)) / len(hidden)
                    by_chance += len(hidden) / len(view.unseen)
                    count += 1
            deal = deal.play(player.choose(view))
    assert count > 100
    assert believed / count > by_chance / count + 0.05


def test_whoever_is_not_to_act_is_told_so() -> None:
    with pytest.raises(gin.PlayerError, match="Seat 1 is not to act"):
        gin.belief(Deal.new(range(52), starter=0).view(1))
    with pytest.raises(gin.ParseError):
        gin.belief(Deal.new(range(52), starter=0).view(0)).chance("ZZ")
    assert gin.belief(Deal.new(range(52), starter=0).view(0)).chance(Card("2S")) >= 0
