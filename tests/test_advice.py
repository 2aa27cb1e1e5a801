"""Advice: legal, the same whatever the hidden cards are, and true of the cards everybody saw."""

import random
from collections.abc import Iterator
from dataclasses import replace

import gin
from gin import Action, Deal, Hand, View, wording
from gin.advice import Move, last_move, loose_cards, outs, partners, reasons, whereabouts
from gin.cards import PACK, WHOLE_PACK
from house import Greedy

POSITIONS = 2_000


def positions(count: int, seed: int) -> Iterator[Deal]:
    """Deals in which somebody is to act: sensible play with some that is not."""
    chance = random.Random(seed)
    while True:
        deck = list(range(52))
        chance.shuffle(deck)
        deal = Deal.new(deck, chance.randrange(2))
        while deal.to_act is not None:
            yield deal
            count -= 1
            if not count:
                return
            sensible = Greedy().choose(deal.view(deal.to_act))
            wild = chance.choice(deal.legal_actions())
            action = wild if chance.random() < 0.2 or sensible.kind == "knock" else sensible
            deal = deal.play(action)


def otherwise(deal: Deal, seat: int, chance: random.Random) -> Deal:
    """The deal with every card that `seat` cannot know dealt differently."""
    view = deal.view(seat)
    unknown = list(view.unseen)
    chance.shuffle(unknown)
    other = deal.hands[1 - seat]
    count = len(other - view.known)
    theirs = Hand(unknown[:count]) | (other & view.known)
    hands = (deal.hands[0], theirs) if seat == 0 else (theirs, deal.hands[1])
    return replace(deal, hands=hands, stock=tuple(unknown[count:]))


def advice(view: View) -> list[str]:
    """Everything that can be said to the person in this position."""
    said = wording.move_lines(last_move(view))
    said += wording.loose_lines(loose_cards(view), view.known)
    said += wording.seen_lines(whereabouts(view))
    if view.my_turn:
        choices = gin.evaluate(view)
        said.append(wording.hint_text(choices[0][0], top=view.top))
        said += wording.choice_lines(choices, top=view.top)
        for action in view.legal_actions():
            said += wording.reason_lines(reasons(view, action))
    return said


def test_a_hint_is_legal_and_does_not_hang_on_hidden_cards() -> None:
    chance = random.Random(8)
    changed = 0
    for deal in positions(POSITIONS, 21):
        seat = deal.to_act
        assert seat is not None
        view = deal.view(seat)
        other = otherwise(deal, seat, chance)
        changed += other.hands != deal.hands
        assert advice(other.view(seat)) == advice(view)
        best = gin.evaluate(view)[0][0]
        assert best in view.legal_actions()
        assert view.refusal(best) is None
    assert changed > POSITIONS * 0.9


def test_what_is_said_of_the_other_player_is_possible() -> None:
    for deal in positions(500, 4):
        for seat in (0, 1):
            view = deal.view(seat)
            move = last_move(view)
            if move is None:
                continue
            assert move.known == view.known
            assert move.known <= deal.hands[1 - seat]
            for pair in (*move.fits, *move.without):
                assert pair <= view.possible
            if move.threw is not None:
                assert all(move.threw not in pair for pair in move.fits)


def test_what_a_move_tells_agrees_with_the_cards_that_are_known() -> None:
    """Play at random throws cards, takes them and throws them again."""
    chance = random.Random(5)
    told = {"did not fit": 0, "not collecting": 0, "it holds": 0, "left or discarded near": 0}
    for _ in range(25):
        deal = Deal.new(chance.sample(range(52), 52), chance.randrange(2))
        while deal.to_act is not None and len(deal.history) < 150:
            view = deal.view(deal.to_act)
            known, move = view.known, last_move(view)
            for line in wording.move_lines(move):
                for word in told:
                    told[word] += word in line
                went = line.partition(" went")[0].split()
                if "not collecting" in line:
                    assert len(went) == len(set(went)), line
                    assert not {wording.letters(card) for card in known} & set(went), line
            if move is not None:
                _check_move(move)
            for action in view.legal_actions():
                found = reasons(view, action)
                told["left or discarded near"] += bool(found.spent)
                assert not found.spent & known
            calm = [action for action in deal.legal_actions() if action.kind != "knock"]
            deal = deal.play(chance.choice(calm))
    assert min(told.values()) > 20, told


def _check_move(move: Move) -> None:
    known = {(card.suit, card.rank) for card in move.known}
    for pair in move.without:
        assert not pair <= move.known
        if move.left is not None and all(card.rank == move.left.rank for card in pair):
            assert sum(rank == move.left.rank for _, rank in known) < 2
    if move.threw is not None and any(card.suit == move.threw.suit for card in move.apart):
        suit, rank = move.threw.suit, move.threw.rank
        assert not {(suit, rank + step) for step in range(-2, 3)} & known


def test_the_pairs_are_all_the_melds_of_three() -> None:
    melds = [gin.Meld(cards) for cards in _threes()]
    for card in PACK:
        expected = {meld.cards - Hand([card]) for meld in melds if card in meld.cards}
        found = partners(card, WHOLE_PACK - Hand([card]))
        assert len(found) == len(expected)
        assert set(found) == expected


def _threes() -> Iterator[list[gin.Card]]:
    for rank in range(13):
        alike = [PACK[rank + 13 * suit] for suit in range(4)]
        for out in alike:
            yield [card for card in alike if card != out]
    for suit in range(4):
        for low in range(11):
            yield list(PACK[13 * suit + low : 13 * suit + low + 3])


def test_outs_are_what_a_draw_would_improve() -> None:
    hand = Hand("5S 6S 7S 2H 3H 4H JH JD AD 9C")
    for card in WHOLE_PACK - hand:
        better = min(points for _, points in gin.discards(hand | Hand([card]), None))
        assert (card in outs(hand, WHOLE_PACK - hand)) == (
            gin.deadwood(hand | Hand([card])) < gin.deadwood(hand)
        )
        assert better <= gin.deadwood(hand | Hand([card]))


def test_before_a_knock_every_card_counts_after_which_a_discard_leaves_less() -> None:
    told = 0
    for deal in positions(POSITIONS, 8):
        view = deal.view(deal.to_act or 0)
        for action in view.legal_actions():
            if action.kind != "knock" or action.card is None:
                continue
            kept = view.hand - Hand([action.card])
            eleven = [kept | Hand([card]) for card in view.unseen]
            lower = sum(
                min(gin.deadwood(hand - Hand([card])) for card in hand) < gin.deadwood(kept)
                for hand in eleven
            )
            lines = wording.reason_lines(reasons(view, action))
            if gin.deadwood(kept) and view.stock > gin.STOCK_FLOOR:
                told += 1
                said = f"If you waited, {lower} of {len(view.unseen)} unseen cards would lower"
                assert any(line.startswith(said) for line in lines), lines
    assert told > 20


def test_the_table_and_a_hint_agree_on_what_the_top_of_the_pile_would_make() -> None:
    made = 0
    for deal in positions(3 * POSITIONS, 3):
        view = deal.view(deal.to_act or 0)
        if view.phase not in ("upcard", "draw") or view.top is None:
            continue
        table = wording.draw_effect(view.hand, view.top)
        # Any least arrangement of any best ten cards may have it: what it makes is not chance.
        eleven = view.hand | Hand([view.top])
        least = gin.discards(eleven, view.top)[0][1]
        ways = [
            meld
            for card, points in gin.discards(eleven, view.top)
            if points == least
            for found in gin.arrangements(eleven - Hand([card]))
            for meld in found.melds
            if view.top in meld.cards
        ]
        made += bool(ways)
        assert ("makes no meld now" in table) == (not ways), table
        for action in view.legal_actions():
            first = wording.reason_lines(reasons(view, action))[0]
            for meld in ways:
                text = wording.meld_text(meld)
                assert (text in first.replace(";", ".")) == (text in table), (first, table)
            assert ("no meld" in first) == (not ways), (first, table)
            assert f"{gin.deadwood(view.hand)} can become {gin.deadwood(view.hand)} " not in first
    assert made > 100


def test_where_the_deal_ends_with_the_turn_nothing_is_said_of_what_comes_after_it() -> None:
    told = {"discard": 0, "knock": 0}
    for deal in positions(6 * POSITIONS, 18):
        view = deal.view(deal.to_act or 0)
        if view.stock > gin.STOCK_FLOOR:
            continue
        for action in view.legal_actions():
            said = " ".join(wording.reason_lines(reasons(view, action)))
            told[action.kind] += 1
            for later in ("After it", "can use", "playing on", "If you waited", "Waiting"):
                assert later not in said, said
            ends = "ends with this turn, without a score" in said
            assert ends or "That is gin" in said
    assert min(told.values()) > 10, told


def test_the_card_left_is_the_one_that_could_be_taken() -> None:
    deal = Deal.new(range(52), starter=0)
    for action in ("pass", "pass", "stock", "discard 2S"):
        deal = deal.play(Action.parse(action)) if action != "discard 2S" else deal
    # After two passes the upcard was buried: drawing from the stock left nothing.
    move = last_move(deal.view(1))
    assert move is not None
    assert move.left is None
    passed = last_move(Deal.new(range(52), starter=0).play(Action.PASS).view(1))
    assert passed is not None
    assert passed.left == gin.Card("8H")


def test_a_card_taken_is_read_and_known() -> None:
    deal = Deal.new(range(52), starter=0).play(Action.TAKE).play(Action.discard("AS"))
    move = last_move(deal.view(1))
    assert move is not None
    assert (str(move.took), str(move.threw), str(move.known)) == ("8H", "AS", "8H")
    assert "It holds for certain: 8H." in wording.move_lines(move)


def test_before_the_first_move_there_is_nothing_to_read() -> None:
    view = Deal.new(range(52), starter=0).view(0)
    assert last_move(view) is None
    assert wording.move_lines(None) == ["It has not moved in this deal yet."]


def test_every_card_is_somewhere() -> None:
    for deal in positions(200, 9):
        view = deal.view(0)
        where = whereabouts(view)
        assert where.count("yours") == len(view.hand)
        assert where.count("top") + where.count("gone") == len(view.pile)
        assert where.count("taken") == len(view.known)
        assert where.count("unseen") == len(view.unseen)
