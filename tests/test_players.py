"""The computer players: what they may not know, what they must do, and how well they play."""

import copy
import inspect
import os
import pickle
import random
from dataclasses import replace
from itertools import count

import pytest

import gin
from gin import Action, Card, Deal, _core
from gin.players import Computer, Player, decide, player, players

PACK = [Card(index) for index in range(52)]
LEVELS = players()
# The arena's sparring partner that has no name for people plays along.
BOTS = (*LEVELS, "gin-only")
POSITIONS = int(os.environ.get("GIN_SOAK_POSITIONS", "5000"))


def played(names: tuple[str, str], number: int) -> tuple[Deal, list[Action]]:
    """A deal between two computer players: its beginning and its actions."""
    deck = random.Random(number).sample(PACK, 52)
    codes = _core.play_deal(deck, number % 2, names, number)
    deal = Deal.new(deck, number % 2)
    plain = [Action.TAKE, Action.PASS, Action.DRAW_STOCK, Action.DRAW_DISCARD]
    return deal, [
        plain[code]
        if code < 4
        else (Action.discard if code < 56 else Action.knock)(PACK[(code - 4) % 52])
        for code in codes
    ]


def with_hidden_cards_swapped(deal: Deal, seat: int, choices: random.Random) -> Deal:
    """The same deal for `seat`, played from a pack in which what it has not seen lies elsewhere."""
    assert deal.deck is not None
    unseen = list(deal.view(seat).unseen)
    swapped = dict(zip(unseen, choices.sample(unseen, len(unseen)), strict=True))
    other = Deal.new([swapped.get(card, card) for card in deal.deck], deal.starter)
    for event in deal.history:
        other = other.play(event.action)
    return other


@pytest.mark.parametrize("level", [*LEVELS, "deep"])
def test_hidden_cards_do_not_change_a_decision(level: str) -> None:
    # `deep` thinks forty times as long as the next.
    enough = POSITIONS // 10 if level == "deep" else POSITIONS
    choices = random.Random(level)
    positions = moved = 0
    for number in count():
        rival = BOTS[number % len(BOTS)]
        deal, actions = played((level, rival) if number % 2 else (rival, level), number)
        for action in actions:
            seat = deal.to_act
            assert seat is not None
            other = with_hidden_cards_swapped(deal, seat, choices)
            view = deal.view(seat)
            assert other.view(seat) == view
            moved += other.hands[1 - seat] != deal.hands[1 - seat]
            assert decide(level, number, other.view(seat)) == decide(level, number, view)
            positions += 1
            deal = deal.play(action)
        if positions >= enough:
            break
    # Other cards in the other hand, nearly always: else nothing was tried.
    assert moved > 0.99 * enough


@pytest.mark.parametrize("one", BOTS)
@pytest.mark.parametrize("other", BOTS)
def test_only_legal_actions_and_an_end(one: str, other: str) -> None:
    for number in range(40):
        deal, actions = played((one, other), number)
        assert len(actions) < 400
        for action in actions:
            assert action in deal.legal_actions()
            deal = deal.play(action)
        assert deal.result is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_engine_and_a_view_from_the_rules_lead_to_the_same_action(level: str) -> None:
    for number in range(60):
        deal, actions = played((level, level), number)
        for action in actions:
            assert deal.to_act is not None
            assert player(level, seed=number).choose(deal.view(deal.to_act)) == action
            deal = deal.play(action)


def taking_all(view: gin.View) -> Action:
    """Take the pile whenever that is possible and throw the first card that may be thrown."""
    legal = view.legal_actions()
    wanted = (Action.TAKE, Action.DRAW_DISCARD)
    return next((action for action in wanted if action in legal), legal[0])


@pytest.mark.parametrize("level", LEVELS)
def test_no_exchange_of_discards_for_ever(level: str) -> None:
    """R21: against somebody who always takes the discard the computer draws from the stock."""
    for number in range(20):
        deck = random.Random(number).sample(PACK, 52)
        deal = Deal.new(deck, number % 2)
        actions = takes = 0
        while deal.to_act is not None:
            view = deal.view(deal.to_act)
            computer = player(level, seed=number)
            action = computer.choose(view) if view.seat == 0 else taking_all(view)
            if action.kind in ("take", "pile", "stock"):
                takes = 0 if action.kind == "stock" else takes + 1
                # Five by both, and one more by whoever has no such limit.
                ends_it = action.kind == "pile" and view.seat == 0
                assert takes <= (6 if not ends_it else 7)
            deal = deal.play(action)
            actions += 1
        assert actions < 400


def test_careful_beats_simple() -> None:
    # 2,000 matches of one seed, so a change of this number is a change of a player.
    found = gin.arena("careful", "simple", deals=0, matches=2000, seed=1, jobs=1)
    assert found.matches == 2000
    assert found.match_wins - found.match_wins_ci > 0.60
    assert found.capped == 0


def test_careful_beats_waiting_for_gin_too() -> None:
    found = gin.arena("careful", "gin-only", deals=3000, seed=1, jobs=1)
    assert found.points - found.points_ci > 4
    assert found.deals == 3000
    assert sum(map(sum, found.shares.values())) == pytest.approx(1)


@pytest.mark.parametrize(
    ("better", "worse"), [("expert", "sharp"), ("sharp", "steady"), ("steady", "learner")]
)
def test_a_level_beats_the_one_below(better: str, worse: str) -> None:
    # The full figures, of 4,000 matches, stand in docs/opponent.md.
    found = gin.arena(better, worse, deals=0, matches=600, seed=2, jobs=1)
    assert found.match_wins > 0.58


def test_chance_comes_from_the_seed() -> None:
    """A player of chance differs between seeds and never between two looks at one view."""
    view = Deal.new(PACK, starter=0).view(0)
    chosen = {player("random", seed=seed).choose(view) for seed in range(40)}
    assert chosen == {Action.TAKE, Action.PASS}
    assert len({player("random", seed=3).choose(view) for _ in range(40)}) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_players_are_values(level: str) -> None:
    one = player(level, seed=2**64 - 1)
    assert isinstance(one, Player)
    assert eval(repr(one)) == one == pickle.loads(pickle.dumps(one)) == copy.deepcopy(one)  # noqa: S307, S301
    assert hash(one) == hash(player(level, seed=2**64 - 1))
    assert one != player(level)
    with pytest.raises(AttributeError):
        one.name = "simple"  # type: ignore[misc]


def test_what_a_player_calls_its_view_is_its_own_business() -> None:
    class Last:
        def choose(self, seen: gin.View) -> Action:
            return seen.legal_actions()[-1]

    seated: Player = Last()  # which checkers of types look at
    assert isinstance(seated, Player)
    assert gin.arena(seated, "simple", deals=2, jobs=1).deals == 2
    asked = inspect.signature(Player.choose).parameters["view"]
    assert asked.kind is inspect.Parameter.POSITIONAL_ONLY


@pytest.mark.parametrize("name", ["", "Steady", "stedy", "gin-only", "steady "])
def test_an_unknown_player_is_refused_with_the_names(name: str) -> None:
    with pytest.raises(gin.PlayerError, match="the players are random, learner, simple, steady"):
        player(name)


def test_a_duel_wants_players_and_whole_numbers() -> None:
    with pytest.raises(gin.PlayerError, match="no player"):
        _core.duel("steady", "stedy", (0, 1), (0, 0), 0)
    for pairs, match_pairs, seed in [((0, -1), (0, 0), 0), ((0, 0), (2**64, 0), 0)]:
        with pytest.raises(gin.ParseError, match="no whole number"):
            _core.duel("steady", "simple", pairs, match_pairs, seed)
    with pytest.raises(gin.ParseError, match="no whole number"):
        _core.duel("steady", "simple", (0, 0), (0, 0), True)  # noqa: FBT003


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_bounds_is_refused(seed: int) -> None:
    with pytest.raises(gin.PlayerError, match="0 to 2\\*\\*64 - 1"):
        Computer("steady", seed)


def test_whoever_is_not_to_act_is_not_asked() -> None:
    deal = Deal.new(PACK, starter=0)
    over = deal
    while over.to_act is not None:
        over = over.play(over.legal_actions()[0])
    for view in (deal.view(1), over.view(0), over.view(1)):
        with pytest.raises(gin.PlayerError, match="not to act"):
            player("steady").choose(view)


def test_a_view_that_cannot_be_is_refused() -> None:
    view = Deal.new(PACK, starter=0).view(0)
    broken = [
        replace(view, hand=view.hand | gin.Hand(view.pile)),
        replace(view, hand=view.hand - gin.Hand([next(iter(view.hand))])),
        replace(view, opening=replace(view.opening, stock=30)),
        replace(view, opening=replace(view.opening, pile=())),
        replace(view, opening=replace(view.opening, barred=PACK[0])),
        replace(view, history=(gin.Event(0, Action.discard("AS")),)),
        replace(view, seat=2),
        replace(view, starter=-1),
        replace(view, my_score=-5),
        replace(view, opponent_score=2**40),
        replace(view, opening=replace(view.opening, to_act=True)),
    ]
    for wrong in broken:
        with pytest.raises(gin.ParseError):
            player("steady").choose(wrong)


@pytest.mark.parametrize("level", LEVELS)
def test_every_phase_of_a_position_set_up_by_hand_can_be_played(level: str) -> None:
    choices = random.Random(level)
    for _ in range(200):
        deck = choices.sample(PACK, 52)
        left = choices.randrange(3, 31)
        draw = Deal.position(
            (deck[:10], deck[10:20]), deck[20 : 20 + left], deck[20 + left :], "draw", 0, 1
        )
        discard = Deal.position(
            (deck[:10], deck[10:21]),
            deck[21 : 21 + left],
            deck[21 + left :],
            "discard",
            1,
            1,
            deck[10],
        )
        offer = Deal.position((deck[:10], deck[10:20]), deck[21:], deck[20:21], "upcard", 0, 1)
        forced = Deal.position((deck[:10], deck[10:20]), deck[21:], deck[20:21], "must_draw", 1, 1)
        for deal in (draw, discard, offer, forced):
            assert deal.to_act is not None
            action = player(level).choose(deal.view(deal.to_act))
            assert action in deal.legal_actions()
