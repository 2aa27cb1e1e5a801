"""Programs as players: what they are told, and that nothing they do holds the arena up."""

import os
import re
import select
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import gin
from gin import Action, Card, Deal, Event, Hand, fair
from gin.duel import Bout, Level, Part
from gin.external import Program
from gin.players import decide, player
from gin.protocol import ProtocolError, act_line, deal_line, end_line, match_line, parse_answer
from gin.serve import Seat, answers

ROOT = Path(__file__).resolve().parent.parent
CHILD = Path(__file__).resolve().parent / "child.py"
PATIENCE = 30.0  # a bound for what must never hang, not a time that anything takes
FAULTS = {
    "flood": "more than 1000 bytes",
    "lines": "more than one line|more than 1000 bytes",
    "errors": "did not answer 'draw\\?' in 0.3 s",
    "late": "did not answer 'draw\\?' in 0.3 s",
    "closes": "closed its output",
    "ends": "ended with status 3",
    "aborts": "ended by signal 6",
    "half": "did not answer 'draw\\?' in 0.3 s",
    "binary": "not ASCII text",
    "tab": "'draw\\?' has a tab or another control character in it; the words are parted",
    "wrong": "'stock' or 'pile', not with 'fold'",
    "twice": "more than one line",
    "other": "'stock' or 'pile', not with 'take'",
    "nothing": "'stock' or 'pile', not with ''",
    "deaf": "did not answer '(offer|draw)\\?' in 0.3 s",
    "unasked": "spoke before|more than one line|not with 'pass'",
    "illegal": "is not legal",
}


def command(*argv: str) -> str:
    return "exec:" + shlex.join([sys.executable, "-S", str(CHILD), *argv])


def play(way: str, *argv: str, deals: int = 2, **more: float) -> gin.ArenaResult:
    return gin.arena(command(way, *argv), "simple", deals, jobs=1, move_time=0.3, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("way", FAULTS)
def test_a_program_that_does_wrong_forfeits_and_the_arena_goes_on(way: str) -> None:
    result = play(way)
    assert (result.a, result.deals, result.forfeits) == ("child", 2, (2, 0))
    assert result.points == -100
    assert not result.partial
    assert [report.pair for report in result.reports] == [0, 0]
    for report in result.reports:
        assert re.search(FAULTS[way], report.reason), report.reason
        assert report.reason.isprintable()
        assert report.question.endswith("?")
        assert len(report.answer) < 120
        assert len(report.stderr) <= 4000


def test_the_last_words_are_kept_and_have_a_bound() -> None:
    assert play("ends").reports[0].stderr == "first words\nlast words\n"
    assert "oh no\n" * 100 in play("errors").reports[0].stderr


def test_a_good_program_forfeits_nothing_and_goes_when_told() -> None:
    result = play("good", deals=4, matches=2)
    assert (result.deals, result.matches, result.forfeits) == (4, 2, (0, 0))
    assert result.reports == ()
    assert result.points < 0
    assert min(result.seconds_per_move) > 0


def test_a_fresh_child_takes_the_place_of_a_bad_one(tmp_path: Path) -> None:
    result = play("once", str(tmp_path / "been"), deals=4)
    assert (result.deals, result.forfeits) == (4, (1, 0))


def test_a_forfeited_match_is_lost() -> None:
    result = play("wrong", deals=0, matches=4)
    assert (result.matches, result.match_wins, result.forfeits) == (4, 0.0, (4, 0))
    assert [report.kind for report in result.reports] == ["matches"] * 4


def test_both_can_forfeit_and_the_first_twenty_are_kept() -> None:
    result = gin.arena(command("wrong"), command("twice"), 60, jobs=1, move_time=5)
    assert sum(result.forfeits) == 60
    assert min(result.forfeits) > 0
    assert len(result.reports) == 20
    assert {report.player for report in result.reports} == {0, 1}


def everybody_left(path: Path) -> Callable[[], bool]:
    """Whether nobody holds the named pipe open any more, waiting for that up to a bound."""
    end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def gone() -> bool:
        deadline = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < deadline:
                # Without writers a pipe is at its end: readable, with nothing in it.
                if select.select([end], [], [], 0.05)[0] and not os.read(end, 1):
                    return True
            return False
        finally:
            os.close(end)

    return gone


@pytest.mark.parametrize("way", ["forks", "forks and hangs", "forks away"])
def test_what_a_program_has_started_ends_with_it(way: str, tmp_path: Path) -> None:
    pipe = tmp_path / "held"
    os.mkfifo(pipe)
    gone = everybody_left(pipe)
    result = play(way, str(pipe))
    assert result.forfeits == ((2, 0) if way == "forks and hangs" else (0, 0))
    assert gone()


def test_a_program_that_stays_after_the_end_is_ended() -> None:
    begun = time.monotonic()
    assert play("stays").forfeits == (0, 0)
    assert time.monotonic() - begun < PATIENCE


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("exec:", "no command after exec"),
        ("exec:./bot 'x", "a quote that is not closed"),
        ("exec:/nowhere/bot", "does not start: No such file"),
        ("exec:cat", "it answered 'gin 1'"),
        ("exec:true", "ended with status 0"),
        ("exec:sh -c 'echo broken >&2; exit 9'", "status 9.* Its last words: broken"),
    ],
)
def test_what_is_no_player_is_an_error_at_once(text: str, told: str) -> None:
    with pytest.raises(gin.PlayerError, match=told) as caught:
        gin.arena(text, "simple", 2, jobs=1)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["exec:'", "exec:/nowhere/", "exec:true "])
def test_a_long_command_is_shown_up_to_a_length(text: str) -> None:
    with pytest.raises(gin.PlayerError) as caught:
        gin.arena(text + "x" * 3_000, "simple", 2, jobs=1)
    assert len(str(caught.value)) < 500


def test_a_time_for_a_move_is_positive() -> None:
    for seconds in (0, -1, float("nan"), float("inf")):
        with pytest.raises(gin.PlayerError, match="more than 0 seconds and at most"):
            Program("bot", seconds)


# A player that leaves nothing to chance: a program of its own has another seed.
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_level_as_a_program_plays_as_the_level(jobs: int) -> None:
    served = "exec:" + shlex.join([sys.executable, "-m", "gin", "protocol", "careful"])
    outside = gin.arena(served, "gin-only", 20, 2, seed=4, jobs=jobs)
    inside = gin.arena("careful", "gin-only", 20, 2, seed=4, jobs=1)
    assert outside == inside
    swapped = gin.arena("gin-only", served, 20, seed=4, jobs=1)
    assert swapped.points == gin.arena("gin-only", "careful", 20, seed=4, jobs=1).points


def test_the_example_in_the_repository_plays() -> None:
    bot = "exec:" + shlex.join([sys.executable, str(ROOT / "examples" / "bot.py")])
    result = gin.arena(bot, "random", 20, 2, jobs=1)
    assert (result.a, result.forfeits) == ("example", (0, 0))
    assert result.points > 5


def test_the_example_is_as_long_as_is_said() -> None:
    example = (ROOT / "examples" / "bot.py").read_text()
    assert len(example.splitlines()) == 55
    for text in (
        example,
        *((ROOT / "docs" / name).read_text() for name in ("protocol.md", "bot.md")),
    ):
        assert re.findall(r"in ([a-z-]+) lines", text) == ["fifty-five"]


def told_and_answered() -> tuple[list[str], list[str]]:
    text = (ROOT / "docs" / "protocol.md").read_text()
    block = re.findall(r"```text\n(> gin 1.*?)```", text, re.DOTALL)[0].splitlines()
    told = [line[2:] for line in block if line.startswith("> ")]
    return told, [line[2:] for line in block if line.startswith("< ")]


def test_the_transcript_in_the_document_is_what_is_said() -> None:
    told, answered = told_and_answered()
    assert list(answers(player("simple"), "simple", told)) == answered
    assert {line.split()[0] for line in told} >= {"match", "deal", "act", "end", "bye", "offer?"}


def test_the_seat_that_is_told_of_a_deal_has_the_view_of_it() -> None:
    """At every step of 200 deals, from both seats."""
    for number in range(200):
        deck = fair.deck(bytes(32), number + 1)
        deal = Deal.new(deck, number % 2)
        seats = (Seat(), Seat())
        for at, seat in enumerate(seats):
            seat.tell(match_line(at, 100))
            seat.tell(deal_line(deal.view(at, (30, 12))))
        names = (("simple", "steady"), ("random", "simple"), ("steady", "gin-only"))[number % 3]
        while deal.to_act is not None:
            actor = deal.to_act
            deal = deal.play(decide(names[actor], number, deal.view(actor)))
            for at, seat in enumerate(seats):
                view = deal.view(at, (30, 12))
                seat.tell(act_line(view.history[-1], at))
                assert seat.view == view
        for at, seat in enumerate(seats):
            seat.tell(end_line(deal.result, at, (30, 12), deal.hands[1 - at]))
            with pytest.raises(ProtocolError, match="no deal yet"):
                seat.view  # noqa: B018


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ["hello"],
            "line 1: The line 'hello' does not belong here; the lines are gin 1, match, deal, act,"
            " end, offer[?], draw[?], discard[?] and bye",
        ),
        (["gin 2"], "line 1: The line 'gin 2' is another version of the protocol; .* 'gin 1'"),
        (["gin 1", "match 2 100"], "line 2: The line 'match 2 100'"),
        (["match 0 100", "draw?"], "line 2: There is no deal yet"),
        (["match 0 100", "deal me 0 0 AS"], "line 2: .* cannot be: Ten cards"),
        (["match 0 x"], "line 1: The line 'match 0 x' cannot be: The target is a whole number"),
        (["deal me 0 0 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H", "draw?"], "now 'offer[?]' is asked"),
        (["deal opp 0 0 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H", "offer?"], "nothing is asked now"),
        (["deal me 0 0 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H", "act opp pass"], "line 2: .*act opp"),
        (["deal me 0 0 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H", "act me take 9C"], "the pile is 8H"),
        (["deal you 0 0 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H"], "called 'me' or 'opp'"),
    ],
)
def test_a_line_that_does_not_belong_is_refused_with_its_number(
    lines: list[str], told: str
) -> None:
    with pytest.raises(ProtocolError, match=told):
        list(answers(player("simple"), "simple", lines))


DEAL_TO_ME = "deal me 0 0 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H"
DEAL_TO_OPP = "deal opp 0 0 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H"
MY_DISCARD = [DEAL_TO_ME, "act me take 8H"]
OPPS_DISCARD = [DEAL_TO_OPP, "act opp take 8H"]
OPPS_KNOCK = [*OPPS_DISCARD, "act opp knock 2S TH,JH,QH,KH/TD,JD,QD"]
OPPS_CARDS = "8H AD TH JH QH KH TD JD QD AC"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["match 0 100 5"], "It is written 'match SEAT TARGET'"),
        (["match"], "It is written 'match SEAT TARGET'"),
        (["match ² 100"], "The seat is a whole number from 0 to 1, not '²'"),
        (["match 0 1_0"], "The target is a whole number from 1 to 999999999, not '1_0'"),
        (["match 0 +1"], "The target is a whole number"),
        (["match 0 ١"], "The target is a whole number"),
        (["match 0 0"], "The target is a whole number"),
        (["match 0 " + "9" * 5_000], "The target is a whole number"),
        (["deal"], "It is written 'deal STARTER MINE OPPS C1 … C10 U'"),
        (["deal me 0 0"], "It is written 'deal"),
        ([DEAL_TO_ME.replace("me 0", "me 1_0")], "A score is a whole number"),
        ([DEAL_TO_ME.replace("me 0", "me -1")], "A score is a whole number"),
        (["match 0 50", DEAL_TO_ME.replace("me 0", "me 50")], "A score .* from 0 to 49, not 50"),
        ([DEAL_TO_ME.replace("AS", "8H")], "all different"),
        ([DEAL_TO_ME.replace("AS", "3S")], "3S"),
        ([DEAL_TO_ME + " 9H"], "Ten cards of a hand come before the upcard"),
        ([DEAL_TO_ME, DEAL_TO_ME], "The deal before this one is not over"),
        (["act"], "It is written 'act WHO ACTION'"),
        (["act me"], "It is written 'act WHO ACTION'"),
        (["act me pass"], "There is no deal yet"),
        ([DEAL_TO_ME, "act me"], "It is written 'act WHO ACTION'"),
        ([DEAL_TO_ME, "act me pass now"], "'pass now' is no action"),
        ([DEAL_TO_ME, "act me take 8H 9H"], "'take 8H 9H' is no action"),
        ([DEAL_TO_ME, "act me take"], "with its card"),
        ([DEAL_TO_ME, "act opp pass"], "not the turn of that player"),
        ([DEAL_TO_ME, "act me pile 8H"], "On the first turn you take"),
        ([DEAL_TO_ME, "act me discard AS"], "Draw first"),
        ([DEAL_TO_ME, "act me pass", "act opp pass", "act me take 8H"], "it is buried"),
        ([DEAL_TO_ME, "act me pass", "act opp pass", "act me stock"], "with its card"),
        ([DEAL_TO_ME, "act me pass", "act opp pass", "act me stock 3S"], "cannot be in the stock"),
        ([DEAL_TO_ME, "act me pass", "act opp pass", "act me stock 8H"], "cannot be in the stock"),
        ([*MY_DISCARD, "act me discard 8H"], "You have just taken the 8H"),
        ([*MY_DISCARD, "act me discard KD"], "The KD is not in your hand"),
        ([*MY_DISCARD, "act me knock KS"], "you need 10 or less to knock"),
        ([*MY_DISCARD, "act me stock 9H"], "You have already drawn"),
        ([*MY_DISCARD, "act me pass"], "You have already drawn"),
        ([DEAL_TO_OPP, "act opp stock"], "On the first turn you take"),
        ([DEAL_TO_OPP, "act opp pass", "act me pass", "act opp stock 9H"], "with its card"),
        ([*OPPS_DISCARD, "act opp discard 8H"], "You have just taken the 8H"),
        ([*OPPS_DISCARD, "act opp discard AS"], "cannot hold the AS"),
        ([*OPPS_DISCARD, "act opp knock AS TH,JH,QH"], "cannot hold the AS"),
        ([*OPPS_DISCARD, "act opp knock 8H TH,JH,QH"], "You have just taken the 8H"),
        ([*OPPS_DISCARD, "act opp knock 2S 3H,4H,5H"], "the cards of this spread"),
        ([*OPPS_DISCARD, "act opp knock 2S TH,JH,QH/TH,TD,TC"], "the cards of this spread"),
        ([*OPPS_DISCARD, "act opp knock TH TH,JH,QH"], "the cards of this spread"),
        (
            [*OPPS_DISCARD, "act opp knock 2S TD,JD,QD,KD/TC,JC,QC,KC/4D,5D,6D"],
            "the cards of this spread",
        ),
        ([*OPPS_KNOCK, "act me stock 9H"], "not the turn of that player"),
        (["end dead none 0 0 0 " + OPPS_CARDS], "There is no deal yet"),
        ([*OPPS_KNOCK, "end"], "It is written 'end KIND WINNER"),
        ([*OPPS_KNOCK, f"end fold opp 9 0 9 {OPPS_CARDS}"], "It ends with gin"),
        ([*OPPS_KNOCK, f"end knock none 9 0 9 {OPPS_CARDS}"], "It ends with gin"),
        ([*OPPS_KNOCK, f"end dead opp 9 0 9 {OPPS_CARDS}"], "It ends with gin"),
        ([*OPPS_KNOCK, f"end knock opp x 0 9 {OPPS_CARDS}"], "A number of points"),
        ([*OPPS_KNOCK, f"end knock opp 9 0 9 {OPPS_CARDS[3:]}"], "cannot have held these"),
        ([*OPPS_KNOCK, f"end knock opp 9 0 9 AS {OPPS_CARDS[3:]}"], "cannot have held these"),
        ([*OPPS_KNOCK, f"end knock opp 9 0 9 AC {OPPS_CARDS[3:]}"], "AC"),
        ([*OPPS_DISCARD, f"end knock opp 9 0 9 {OPPS_CARDS}"], "nobody has knocked"),
    ],
)
def test_a_line_that_cannot_be_is_refused_where_it_stands(lines: list[str], told: str) -> None:
    with pytest.raises(ProtocolError, match=told) as caught:
        list(answers(player("simple"), "simple", ["gin 1", "", *lines]))
    sentence = str(caught.value)
    assert sentence.startswith(f"line {len(lines) + 2}: ")
    assert sentence.endswith(".")
    assert sentence.isprintable()
    for word in ("unpack", "int()", "index", "invalid literal"):
        assert word not in sentence


def test_a_player_cannot_throw_another_card_than_the_eleven_that_were_seen() -> None:
    """Ten takes from the pile, which is where all of its hand comes from in the end."""
    mine = gin.Hand(range(10))
    rest = [str(card) for card in gin.Hand(range(52)) - mine]
    seat = Seat()
    seat.tell(f"deal opp 0 0 {' '.join(map(str, mine))} {rest[0]}")
    seat.tell(f"act opp take {rest[0]}")
    unseen = rest[11:]
    for card in rest[1:11]:
        seat.tell(f"act opp discard {unseen.pop()}")
        seat.tell(f"act me stock {card}")
        seat.tell(f"act me discard {card}")
        seat.tell(f"act opp pile {card}")
    assert seat.view.known == gin.Hand(rest[:11])
    with pytest.raises(ProtocolError, match=f"cannot hold the {unseen[-1]}"):
        seat.tell(f"act opp discard {unseen[-1]}")
    seat.tell(f"act opp discard {rest[0]}")


def test_the_end_of_a_deal_makes_room_for_the_next() -> None:
    # R21: the second one is given up, with eleven cards in the other hand.
    given_up = [*OPPS_DISCARD, f"end dead none 0 9 0 {OPPS_CARDS} 2S"]
    seat = Seat()
    for line in (*OPPS_KNOCK, f"end knock opp 9 0 9 {OPPS_CARDS}", *given_up, DEAL_TO_ME):
        seat.tell(line)
    assert seat.view.my_turn


@pytest.mark.parametrize("word", range(9))
def test_a_word_of_a_line_is_shown_up_to_a_length(word: int) -> None:
    long = "9\u202e" * 2_000
    lines = ("deal me 0 0 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H", "act me take 8H", "match 0 100")
    for line in lines:
        words = line.split()
        words[word % len(words)] = long
        with pytest.raises(ProtocolError) as caught:
            list(answers(player("simple"), "simple", [lines[0], " ".join(words)]))
        assert len(str(caught.value)) < 500
        assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("argv", "lines", "told"),
    [
        (["stedy"], b"", "gin: There is no player 'stedy'"),
        (["simple", "--seed", "-1"], b"", "gin: A player's seed is 0 to"),
        (["deep", "--seed", "9" * 20], b"gin 1\n", "gin: A player's seed is 0 to"),
        (["simple"], b"gin 1\n\xff\n", "gin: line 2: The line"),
    ],
)
def test_the_command_that_serves_ends_with_one_line(
    argv: list[str], lines: bytes, told: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gin", "protocol", *argv],
        input=lines,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.decode().startswith(told)
    assert done.stderr.count(b"\n") == 1


def test_answers_are_read_as_the_question_allows() -> None:
    assert parse_answer("TAKE", "offer?") == Action.TAKE
    assert parse_answer("gin 9c", "discard?") == Action.knock("9C")
    for text, asked in [("stock", "offer?"), ("discard 9C", "draw?"), ("knock", "discard?")]:
        with pytest.raises(ProtocolError, match=re.escape(asked)):
            parse_answer(text, asked)


def test_a_draw_that_is_not_mine_is_told_without_its_card() -> None:
    deal = Deal.new(range(52), 0)
    for text in ("pass", "pass", "stock"):
        deal = deal.play(Action.parse(text))
    assert act_line(deal.view(0).history[-1], 0) == "act me stock 9H"
    assert act_line(deal.view(1).history[-1], 1) == "act opp stock"
    assert act_line(Event(1, Action.TAKE, Card("8H")), 0) == "act opp take 8H"


def test_a_deal_that_is_given_up_is_told_as_a_dead_one() -> None:
    hand = Hand(range(11))
    assert end_line(None, 0, (3, 4), hand) == f"end dead none 0 3 4 {' '.join(map(str, hand))}"


def test_a_bout_can_be_left_at_any_time() -> None:
    """An error in the middle ends the children without a word."""
    program = Program(command("stays").removeprefix("exec:"), 5)
    bout = Bout(program, Level("simple"), 1)

    def leave() -> None:
        with bout:
            assert bout.play(Part("deals", 0, 1)).pairs == 1
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        leave()
