"""Every optimiser of the engine against the reference solver, on hands where melds overlap."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gin
from reference import layoff as reference_layoff
from reference import solver as reference
from reference.cards import DECK, Cards, total
from strategies import Knock, eleven_cards, hands, knocks, renamed, suit_orders, ten_cards


def cards(hand: gin.Hand) -> Cards:
    """The engine's hand as the reference writes it."""
    return frozenset(map(str, hand))


def meld_cards(melds: tuple[gin.Meld, ...]) -> list[Cards]:
    return [cards(meld.cards) for meld in melds]


def assert_parts(hand: Cards, melds: tuple[gin.Meld, ...], others: Cards) -> None:
    """The melds are legal, no card is in two of them, and with `others` they are the hand."""
    parts = meld_cards(melds)
    assert all(reference.is_meld(part) for part in parts)
    for meld, part in zip(melds, parts, strict=True):
        assert meld.kind == ("set" if reference.is_set(part) else "run")
    assert sum(map(len, parts)) + len(others) == len(hand)
    assert frozenset().union(*parts, others) == hand


@given(hands(0, 14))
def test_deadwood_is_the_least(hand: Cards) -> None:
    assert gin.deadwood(gin.Hand(hand)) == reference.deadwood(hand)


@given(hands())
def test_arrange_lays_the_hand_down(hand: Cards) -> None:
    arrangement = gin.arrange(gin.Hand(hand))
    left = cards(arrangement.deadwood)
    assert_parts(hand, arrangement.melds, left)
    assert arrangement.points == total(left) == reference.deadwood(hand)
    assert gin.deadwood(arrangement.deadwood) == arrangement.points


@given(hands())
def test_arrangements_are_every_least_one_and_the_canonical_first(hand: Cards) -> None:
    found = gin.arrangements(gin.Hand(hand))
    assert found[0] == gin.arrange(gin.Hand(hand))
    for arrangement in found:
        left = cards(arrangement.deadwood)
        assert_parts(hand, arrangement.melds, left)
        assert arrangement.points == total(left)
    laid = [frozenset(meld_cards(arrangement.melds)) for arrangement in found]
    assert len(laid) == len(set(laid))
    assert set(laid) == reference.least_arrangements(hand)


@given(eleven_cards())
def test_discards_under_every_bar(hand: Cards) -> None:
    expected = reference.discards(hand, None)
    for barred in (None, *sorted(hand)):
        found = gin.discards(gin.Hand(hand), None if barred is None else gin.Card(barred))
        points = [left for _, left in found]
        assert points == sorted(points)
        assert len(found) == len(dict(found)) == 11 - (barred is not None)
        left_by = {str(card): left for card, left in found}
        assert left_by == {card: expected[card] for card in hand if card != barred}


def assert_layoff(knock: Knock, spread: list[Cards]) -> None:
    """The layoff is the least one, can be played card by card, and accounts for every card."""
    table = list(spread)
    melds = tuple(gin.Meld(gin.Hand(meld)) for meld in table)
    layoff = gin.lay_off(gin.Hand(knock.defender), melds)
    for card, place in layoff.laid_off:
        table[place] |= {str(card)}
        assert reference.is_meld(table[place]), f"{card} does not go there yet"
    laid_off = frozenset(str(card) for card, _ in layoff.laid_off)
    assert len(laid_off) == len(layoff.laid_off)
    left = cards(layoff.deadwood)
    assert not laid_off & left
    assert_parts(knock.defender, layoff.melds, left | laid_off)
    least = reference_layoff.least_after_layoffs(knock.defender, tuple(spread))
    assert layoff.points == total(left) == least


@given(knocks(), st.data())
def test_lay_off_is_the_least_and_can_be_played(knock: Knock, data: st.DataObject) -> None:
    melds = sorted(knock.spread, key=sorted)
    assert_layoff(knock, data.draw(st.permutations(melds)) if melds else [])


@given(knocks())
def test_more_melds_on_the_table_never_hurt_the_defender(knock: Knock) -> None:
    defender = gin.Hand(knock.defender)
    melds = [gin.Meld(gin.Hand(meld)) for meld in sorted(knock.spread, key=sorted)]
    points = [gin.lay_off(defender, melds[:count]).points for count in range(len(melds) + 1)]
    assert points[0] == gin.deadwood(defender)
    assert points == sorted(points, reverse=True)


@given(ten_cards(), st.data())
def test_the_default_spread_leaves_the_fewest_layoffs(hand: Cards, data: st.DataObject) -> None:
    others = sorted(frozenset(DECK) - hand)
    seen = data.draw(st.lists(st.sampled_from(others), max_size=32, unique=True))
    possible = frozenset(others) - frozenset(seen)
    canonical = gin.arrangements(gin.Hand(hand))
    found = gin.spreads(gin.Hand(hand), gin.Hand(possible))
    assert sorted(map(canonical.index, found)) == list(range(len(canonical)))
    keys = [
        reference_layoff.spread_key(frozenset(meld_cards(spread.melds)), possible)
        for spread in canonical
    ]
    # min keeps the earliest of equals, as R12 has it.
    assert found[0] == canonical[min(range(len(keys)), key=keys.__getitem__)]


@given(hands(), suit_orders())
def test_no_suit_is_better_than_another(hand: Cards, suits: dict[str, str]) -> None:
    one, other = gin.Hand(hand), gin.Hand(renamed(hand, suits))
    assert gin.deadwood(one) == gin.deadwood(other)
    assert len(gin.arrangements(one)) == len(gin.arrangements(other))


@given(eleven_cards(), suit_orders())
def test_discards_do_not_depend_on_the_suits(hand: Cards, suits: dict[str, str]) -> None:
    one = gin.discards(gin.Hand(hand))
    other = gin.discards(gin.Hand(renamed(hand, suits)))
    again = {str(card): left for card, left in other}
    assert again == {f"{str(card)[0]}{suits[card.suit]}": left for card, left in one}


@given(knocks(), suit_orders())
def test_layoffs_do_not_depend_on_the_suits(knock: Knock, suits: dict[str, str]) -> None:
    spread = [gin.Meld(gin.Hand(meld)) for meld in knock.spread]
    again = [gin.Meld(gin.Hand(renamed(meld, suits))) for meld in knock.spread]
    points = gin.lay_off(gin.Hand(knock.defender), spread).points
    assert gin.lay_off(gin.Hand(renamed(knock.defender, suits)), again).points == points


@given(hands(0, 10), st.sampled_from(DECK))
def test_one_more_card_costs_no_more_than_its_points(hand: Cards, more: str) -> None:
    before = gin.deadwood(gin.Hand(hand))
    assert gin.deadwood(gin.Hand(hand | {more})) <= before + gin.Card(more).points


@given(hands(1))
def test_a_dead_card_leaves_with_its_points(hand: Cards) -> None:
    laid = gin.arrange(gin.Hand(hand))
    for card in laid.deadwood:
        assert gin.deadwood(gin.Hand(hand) - card) == laid.points - card.points


@given(knocks(), st.data())
def test_a_card_that_fits_on_the_spread_costs_the_defender_nothing(
    knock: Knock, data: st.DataObject
) -> None:
    table = [gin.Meld(gin.Hand(meld)) for meld in sorted(knock.spread, key=sorted)]
    taken = knock.defender.union(*knock.spread)
    fits = [
        card
        for card in DECK
        if card not in taken
        and any(reference.is_meld(meld | {card}) for meld in map(frozenset, knock.spread))
    ]
    if not fits:
        return
    defender = gin.Hand(knock.defender)
    more = gin.Card(data.draw(st.sampled_from(fits)))
    assert gin.lay_off(defender | more, table).points <= gin.lay_off(defender, table).points


@given(knocks())
def test_what_was_laid_off_could_be_on_the_table_already(knock: Knock) -> None:
    table = [gin.Meld(gin.Hand(meld)) for meld in sorted(knock.spread, key=sorted)]
    layoff = gin.lay_off(gin.Hand(knock.defender), table)
    left = gin.Hand(knock.defender)
    for card, place in layoff.laid_off:
        table[place] = gin.Meld(table[place].cards | card)
        left -= card
    assert gin.lay_off(left, table).points == layoff.points


@given(hands())
def test_the_order_of_the_cards_does_not_matter(hand: Cards) -> None:
    forwards, backwards = sorted(hand), sorted(hand, reverse=True)
    assert gin.Hand(forwards) == gin.Hand(" ".join(backwards))
    assert gin.arrange(gin.Hand(forwards)) == gin.arrange(gin.Hand(backwards))


@given(eleven_cards())
def test_eleven_melded_cards_leave_two_discards_for_gin(hand: Cards) -> None:
    # R11: so the card just taken (R8) can never be the only one.
    if gin.deadwood(gin.Hand(hand)) == 0:
        assert sum(left == 0 for _, left in gin.discards(gin.Hand(hand))) >= 2


@pytest.mark.parametrize("size", [0, 1, 2])
def test_too_few_cards_for_a_meld(size: int) -> None:
    hand = gin.Hand(["KS", "KH"][:size])
    assert gin.deadwood(hand) == 10 * size
    assert [arrangement.melds for arrangement in gin.arrangements(hand)] == [()]


def test_the_whole_pack_melds() -> None:
    assert gin.deadwood(gin.Hand(DECK)) == 0
