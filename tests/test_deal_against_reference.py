"""The deal of the program and the deal of the reference, played side by side."""

import random

from hypothesis import given
from hypothesis import strategies as st

import gin
import vector
from reference.cards import DECK, Cards, hand
from reference.deal import Deal
from strategies import courses, decks, kind_decks

SEVERAL_SPREADS = [
    (hand(line["knocker"]), hand(line["defender"]))
    for line in vector.records("score.jsonl")
    if len(line["signed"]) > 1
]
EVERY_ACTION = (
    gin.Action.TAKE,
    gin.Action.PASS,
    gin.Action.DRAW_STOCK,
    gin.Action.DRAW_DISCARD,
    *(gin.Action.discard(card) for card in DECK),
    *(gin.Action.knock(card) for card in DECK),
)


def in_words(action: gin.Action, phase: str) -> str | None:
    """The reference's word for the action; `None` where it has none in this phase."""
    if action.kind == "take":
        return "take_discard" if phase == "upcard" else None
    if action.kind == "pile":
        return "take_discard" if phase != "upcard" else None
    return {"stock": "draw_stock"}.get(action.kind, str(action))


def assert_same(deal: gin.Deal, reference: Deal) -> None:
    """Every card in the same place, the same phase, seat and bar, the same actions allowed."""
    assert tuple(frozenset(map(str, hand)) for hand in deal.hands) == reference.hands
    assert tuple(map(str, deal.stock)) == reference.stock
    assert tuple(map(str, deal.pile)) == reference.pile
    assert (deal.phase, deal.to_act) == (reference.phase, reference.turn)
    assert (None if deal.barred is None else str(deal.barred)) == reference.barred
    allowed = [
        action
        for action in EVERY_ACTION
        if (word := in_words(action, deal.phase)) and reference.allows(deal.to_act, word)
    ]
    assert sorted(map(str, deal.legal_actions())) == sorted(map(str, allowed))
    assert [action for action in EVERY_ACTION if deal.refusal(action) is None] == allowed


def assert_same_result(deal: gin.Deal, reference: Deal) -> None:
    """The same ending; what was laid is a default of R12, and scores what the reference says."""
    result = deal.result
    assert result is not None
    if reference.knocker is None:
        assert (result.kind, result.winner, result.points) == ("dead", None, 0)
        return
    knocker, defender = reference.knocker, 1 - reference.knocker
    assert result.knocker == knocker
    assert result.spread is not None
    laid = frozenset(frozenset(map(str, meld.cards)) for meld in result.spread.melds)
    assert laid in reference.defaults()
    score = reference.outcomes()[laid]
    assert (result.kind, result.points) == (score.kind, score.points)
    assert result.deadwood[knocker] == score.knocker_deadwood
    assert result.deadwood[defender] == score.defender_deadwood
    assert result.winner == (defender if result.kind == "undercut" else knocker)


def play(deck: list[str], starter: int, course: list[int], *, eager: bool) -> None:
    """Play both by the course; `eager` knocks as soon as that is possible."""
    deal = gin.Deal.new(deck, starter)
    reference = Deal(
        (frozenset(deck[0:20:2]), frozenset(deck[1:20:2])),
        tuple(deck[21:]),
        (deck[20],),
        starter,
        turn=starter,
    )
    assert_same(deal, reference)
    for number in course:
        if deal.to_act is None:
            break
        legal = deal.legal_actions()
        knocks = [action for action in legal if action.kind == "knock"]
        choices = knocks if knocks and eager else legal
        chosen = choices[number % len(choices)]
        word = in_words(chosen, deal.phase)
        assert word is not None
        reference = reference.play(deal.to_act or 0, word)
        deal = deal.play(chosen)
        assert_same(deal, reference)
    if deal.to_act is None:
        assert_same_result(deal, reference)


@given(st.one_of(kind_decks(), decks()), st.integers(0, 1), courses(40, 80), st.booleans())
def test_the_deal_agrees_with_the_reference(
    deck: list[str], starter: int, course: list[int], eager: bool
) -> None:
    play(deck, starter, course, eager=eager)


@given(decks(), st.integers(0, 1))
def test_a_deal_without_a_knock_is_dead_after_29_draws(deck: list[str], starter: int) -> None:
    # Passing twice and then drawing from the stock and discarding the lowest card, to the end.
    deal = gin.Deal.new(deck, starter).play(gin.Action.PASS).play(gin.Action.PASS)
    draws = 0
    while deal.to_act is not None:
        deal = deal.play(gin.Action.DRAW_STOCK)
        deal = deal.play(deal.legal_actions()[0])
        draws += 1
    assert (draws, len(deal.stock)) == (29, gin.STOCK_FLOOR)
    assert deal.result is not None
    assert deal.result.kind == "dead"


@given(st.sampled_from(SEVERAL_SPREADS), st.integers(1, 29), st.randoms(use_true_random=False))
def test_the_default_spread_counts_the_pile_as_seen(
    hands: tuple[Cards, Cards], pile_size: int, shuffler: random.Random
) -> None:
    knocker, defender = hands
    rest = sorted(frozenset(DECK) - knocker - defender)
    shuffler.shuffle(rest)
    card, pile, stock = rest[0], rest[1 : 1 + pile_size], rest[1 + pile_size :]
    eleven = knocker | {card}
    deal = gin.Deal.position((eleven, defender), stock, pile, "discard", 0, 0)
    reference = Deal((eleven, defender), tuple(stock), tuple(pile), 0, "discard", 0)
    assert_same_result(deal.play(gin.Action.knock(card)), reference.play(0, f"knock {card}"))
