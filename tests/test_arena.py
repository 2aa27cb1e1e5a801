"""The arena: exact sums, the same however the work is cut and whoever does it, and its end."""

import contextlib
import json
import math
import multiprocessing
import os
import pickle
import pty
import random
import select
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import gin
from gin import Action, View, _core
from gin.arena import ArenaResult
from gin.duel import Bout, Level, Part, play_part
from gin.players import decide
from gin.schedule import Interrupts, Work, _Book, _send
from gin.tally import Counts, Forfeit, Tally

CHILD = Path(__file__).resolve().parent / "child.py"
PROGRAM = "exec:" + shlex.join([sys.executable, "-S", str(CHILD), "good"])
PATIENCE = 30.0  # a bound for what must never hang


@dataclass(frozen=True)
class Own:
    """A player of somebody's own that goes to other processes."""

    name: str = "steady"

    def choose(self, view: View) -> Action:
        return decide(self.name, 3, view)


@dataclass(frozen=True)
class Mortal(Own):
    """A player whose process dies under it, as long as a file is missing."""

    path: str = ""

    def choose(self, view: View) -> Action:
        if not Path(self.path).exists():
            Path(self.path).touch()
            os._exit(1)
        return super().choose(view)


@dataclass(frozen=True)
class Deadly(Own):
    """A player whose process always dies under it, except in the test's own."""

    spared: int = 0

    def choose(self, view: View) -> Action:
        if os.getpid() != self.spared:
            os._exit(1)
        return super().choose(view)


class Breaking(Executor):
    """Plays here, until it breaks."""

    def __init__(self, breaks_at: int) -> None:
        self.left = breaks_at

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if not self.left:
            raise BrokenExecutor
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Eternal:
    """Takes from the pile for ever, and throws what can be thrown without knocking (R21)."""

    def choose(self, view: View) -> Action:
        legal = view.legal_actions()
        return next(each for each in legal if each.kind in ("take", "pile", "discard"))


@pytest.mark.parametrize("kind", ["deals", "matches"])
@pytest.mark.parametrize(
    ("a", "b"), [("simple", "steady"), ("random", "simple"), ("steady", "gin-only")]
)
def test_the_engine_and_the_rules_in_python_give_the_same_sums(a: str, b: str, kind: str) -> None:
    part = Part("deals", 11, 31) if kind == "deals" else Part("matches", 2, 5)
    inside = play_part(Level(a), Level(b), part, seed=9)
    with Bout(Level(a), Level(b), seed=9) as bout:
        outside = bout.play(part)
    assert outside == inside
    assert min(outside.nanoseconds) > 0
    assert inside.moves[0] > 100
    assert inside.deals.deals == (40 if kind == "deals" else 0)


@pytest.mark.parametrize("in_engine", [True, False])
@pytest.mark.parametrize("kind", ["deals", "matches"])
def test_parts_add_up_however_they_are_cut(kind: str, in_engine: bool) -> None:
    chance = random.Random(3)
    last = 24 if kind == "deals" else 5
    a = Level("simple") if in_engine else Own()

    def part(first: int, last: int) -> Tally:
        return play_part(
            a, Level("steady"), Part("deals" if kind == "deals" else "matches", first, last), 5
        )

    whole = part(0, last)
    for _ in range(3):
        cuts = sorted({0, last, *(chance.randrange(last) for _ in range(4))})
        total = Tally()
        for first, end in pairwise(cuts):
            total += part(first, end)
        assert total == whole


@pytest.mark.parametrize("a", ["simple", Own(), PROGRAM])
def test_the_same_seed_gives_the_same_result_on_any_number_of_jobs(a: str | Own) -> None:
    results = [gin.arena(a, "steady", 60, 4, seed=8, jobs=jobs) for jobs in (1, 2, 3)]
    assert results[0] == results[1] == results[2]
    assert results[0] != gin.arena(a, "steady", 60, 4, seed=7, jobs=1)
    assert results[0].deals == 60
    assert results[0].matches == 4


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
@pytest.mark.parametrize("a", ["simple", Own("simple")])
def test_any_executor_will_do(kind: type[Executor], a: str | Own) -> None:
    with kind(2) as executor:  # type: ignore[call-arg]
        result = gin.arena(a, "steady", 50, 2, seed=6, executor=executor)
    assert result == gin.arena(a, "steady", 50, 2, seed=6, jobs=1)


CLUSTER = """
import sys, gin
from distributed import Client

if __name__ == "__main__":
    own = gin.player("simple", seed=3)
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        for a in ("simple", own, sys.argv[1]):
            there = gin.arena(a, "steady", 40, 2, seed=6, executor=client.get_executor())
            here = gin.arena(a, "steady", 40, 2, seed=6, jobs=1)
            assert there == here, (there, here)
    print("the same")
"""


def test_a_cluster_of_several_processes_will_do(tmp_path: Path) -> None:
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    done = subprocess.run(
        [sys.executable, str(script), PROGRAM],
        capture_output=True,
        timeout=4 * PATIENCE,
        check=False,
        cwd=tmp_path,
    )
    assert done.stdout == b"the same\n", done.stderr.decode()


def test_the_first_forfeits_are_the_same_on_any_number_of_jobs() -> None:
    bad = PROGRAM.removesuffix("good") + "twice"
    one, two = (gin.arena(bad, "simple", 30, jobs=jobs) for jobs in (1, 2))
    assert one.reports == two.reports
    assert len(one.reports) == 20


def test_what_a_result_holds() -> None:
    result = gin.arena("careful", "simple", 2001, 41, seed=1, jobs=1)
    assert (result.a, result.b, result.partial) == ("careful", "simple", False)
    assert (result.deals, result.matches) == (2002, 42)
    assert 3 < result.points < 9
    assert 0.5 < result.points_ci < 2
    assert 0.5 < result.match_wins < 1
    assert 0 < result.match_wins_ci < 0.3
    assert list(result.shares) == ["knock", "gin", "undercut", "dead"]
    assert sum(map(sum, result.shares.values())) == pytest.approx(1)
    assert result.shares["knock"][1] > result.shares["knock"][0]
    assert 0 < result.seconds_per_move[1] < result.seconds_per_move[0] < 1
    assert (result.capped, result.forfeits, result.reports) == (0, (0, 0), ())
    swapped = gin.arena("simple", "careful", 2001, 41, seed=1, jobs=1)
    # The same decks from the other side; the seats are swapped in every pair.
    assert swapped.points == pytest.approx(-result.points, abs=1e-9)


def test_players_are_called_by_their_names() -> None:
    result = gin.arena(gin.player("steady", seed=7), Eternal(), 2, jobs=1)
    assert (result.a, result.b) == ("steady", "Eternal")


def test_results_are_values() -> None:
    forfeit = Forfeit(1, "deals", 3, "draw?", "x", "It is wrong.", "oh")
    for result in (
        gin.arena("simple", "random", 10, jobs=1),
        ArenaResult("a", "b", Tally(forfeits=(forfeit,), deals=Counts(deals=1, forfeits=(0, 1)))),
    ):
        names = {each.__name__: each for each in (ArenaResult, Tally, Counts, Forfeit)}
        assert pickle.loads(pickle.dumps(result)) == result  # noqa: S301
        assert eval(repr(result), names) == result  # noqa: S307
        assert hash(result) == hash(pickle.loads(pickle.dumps(result)))  # noqa: S301
    assert str(forfeit) == "deal pair 3: It is wrong."


def test_deals_that_go_on_for_ever_are_given_up_and_told() -> None:
    result = gin.arena(Eternal(), Eternal(), 4, jobs=1)
    assert (result.capped, result.points) == (4, 0.0)
    assert sum(map(sum, result.shares.values())) == 0


def test_nothing_played_has_no_mean() -> None:
    result = gin.arena("simple", "random", 2, jobs=1)
    assert result.points_ci == float("inf")
    assert math.isnan(result.match_wins)
    assert result.match_wins_ci == float("inf")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"deals": 0}, "nothing to play"),
        ({"deals": -1}, "'deals' is a whole number from 0 to"),
        ({"matches": 1.5}, "'matches' is a whole number from 0 to [0-9]+, not 1.5"),
        ({"seed": 2**64}, "'seed' is a whole number from 0 to"),
        ({"jobs": 0}, "'jobs' is a whole number from 1 to 10000, not 0"),
        ({"jobs": -1}, "'jobs' is a whole number from 1 to 10000, not -1"),
        ({"a": "simpel"}, 'no player "simpel"'),
        ({"a": 7}, "a level's name, 'exec:COMMAND' or an object with choose"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(more: dict[str, object], told: str) -> None:
    with pytest.raises(gin.GinError, match=told):
        gin.arena(**{"a": "simple", "b": "simple", **more})  # type: ignore[arg-type]


class Wrong:
    """A player with a fault, by what it gives for an action."""

    def __init__(self, given: object) -> None:
        self.given = given

    def choose(self, _: View) -> Action:
        if isinstance(self.given, Exception):
            raise self.given
        return self.given  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("take", "must choose an Action, not 'take'"),
        (Action.DRAW_STOCK, "chose 'stock', which is not legal: On the first turn"),
        (KeyError("AS"), "failed with KeyError: 'AS'; .* 'upcard' with the hand"),
        (ValueError("That\nis no CARD."), "failed with ValueError: That is no CARD; it was asked"),
    ],
)
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_player_with_a_fault_is_named(given: object, told: str, jobs: int) -> None:
    with pytest.raises(gin.PlayerError, match="The player Wrong " + told):
        gin.arena(Wrong(given), "simple", 10, jobs=jobs)


@dataclass(frozen=True)
class Shy:
    """A player that fails where it is only looked at."""

    fails: str
    name: str = "shy"

    def __getattribute__(self, name: str) -> Any:
        if name == object.__getattribute__(self, "fails"):
            raise RuntimeError("not\nnow.")
        return object.__getattribute__(self, name)

    def choose(self, view: View) -> Action:
        return decide("simple", 1, view)


@pytest.mark.parametrize(
    ("fails", "when"),
    [("name", "it was asked for its name"), ("choose", "it was looked at for choose(view)")],
)
def test_a_player_that_fails_where_it_is_looked_at_is_named(fails: str, when: str) -> None:
    with pytest.raises(gin.PlayerError) as caught:
        gin.arena(Shy(fails), "simple", 4, jobs=1)
    assert str(caught.value) == f"The player Shy failed with RuntimeError: not now; {when}."


def test_a_class_is_no_player_but_its_instances_are() -> None:
    with pytest.raises(gin.PlayerError) as caught:
        gin.arena(Own, "simple", 4, jobs=1)  # type: ignore[arg-type]
    assert str(caught.value) == (
        "The player Own is a class; give an instance of it, as Own() makes."
    )

    class Static:
        @staticmethod
        def choose(view: View) -> Action:
            return decide("simple", 1, view)

    assert gin.arena(Static, "simple", 4, jobs=1).deals == 4


def test_a_name_is_shown_on_one_line() -> None:
    class Named(Eternal):
        name = "a\x1b[31m\nb" + 100 * "c"

    assert gin.arena(Named(), "simple", 1, jobs=1).a == "a�[31m�b" + 71 * "c" + "…"


def test_a_player_that_cannot_travel_is_told_to_stay() -> None:
    class Local(Own):
        pass

    with pytest.raises(gin.PlayerError, match=r"cannot be sent to another process .*jobs=1"):
        gin.arena(Local(), "simple", 10, jobs=2)
    stayed = gin.arena(Local(), "simple", 10, jobs=1)
    assert stayed.tally == gin.arena(Own(), "simple", 10, jobs=1).tally
    with ProcessPoolExecutor(1) as executor, pytest.raises(gin.PlayerError, match="jobs=1 plays"):
        gin.arena(Local(), "simple", 10, executor=executor)


def test_parts_lost_with_a_process_are_played_again(tmp_path: Path) -> None:
    result = gin.arena(Mortal(path=str(tmp_path / "died")), "simple", 40, 2, jobs=2)
    assert result.tally == gin.arena(Own(), "simple", 40, 2, jobs=1).tally


def test_a_part_that_cannot_be_sent_is_not_lost() -> None:
    """An executor that breaks at any of its first submissions, then works."""
    for breaks_at in range(1, 6):
        broken = Breaking(breaks_at)
        book = _Book(Work.of("simple", "steady", deals=40, matches=2, seed=1, move_time=1), None)
        with pytest.raises(BrokenExecutor):
            _send(book, broken, 2, Interrupts())
        with ThreadPoolExecutor(1) as executor:
            _send(book, executor, 2, Interrupts())
        found = book.result(partial=False)
        assert found == gin.arena("simple", "steady", 40, 2, seed=1, jobs=1)


class Talkative(ThreadPoolExecutor):
    """It refuses in a paragraph, as processes do that are begun while a module is loaded."""

    def submit(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError(
            "\n        The main module is still being loaded.\n\n        Begin below its guard.\n"
        )


def test_an_executor_that_cannot_is_an_error() -> None:
    for executor in (Breaking(1), Breaking(3)):
        with pytest.raises(gin.GinError, match=r"executor takes no more work \(Broken"):
            gin.arena("simple", "steady", 40, executor=executor)
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    with pytest.raises(gin.GinError, match=r"takes no more work .*: cannot schedule"):
        gin.arena("simple", "steady", 40, executor=closed)
    with pytest.raises(gin.GinError) as refused:
        gin.arena("simple", "steady", 40, executor=Talkative())
    assert str(refused.value) == (
        "The executor takes no more work (RuntimeError: The main module is still being loaded."
        " Begin below its guard); give another, or none."
    )
    with pytest.raises(gin.GinError, match=r"an executor of concurrent\.futures, not 7"):
        gin.arena("simple", "steady", 40, executor=7)  # type: ignore[arg-type]


def test_processes_that_always_die_are_an_error() -> None:
    with pytest.raises(gin.PlayerError, match="died 3 times on the same pairs; jobs=1"):
        gin.arena(Deadly(spared=os.getpid()), "simple", 4, jobs=2)
    assert gin.arena(Deadly(spared=os.getpid()), "simple", 4, jobs=1).deals == 4


def test_there_are_no_more_processes_than_pairs() -> None:
    seen: list[int] = []

    def count(_: ArenaResult) -> None:
        seen.append(len(multiprocessing.active_children()))

    result = gin.arena("random", "random", 4, seed=1, jobs=10_000, progress=count)
    assert max(seen) <= 2
    assert result == gin.arena("random", "random", 4, seed=1, jobs=1)


@pytest.mark.parametrize("a", ["simple", Own(), PROGRAM])
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_ends_it_with_what_is_known_so_far(a: str | Own, jobs: int) -> None:
    seen: list[ArenaResult] = []

    def interrupt(result: ArenaResult) -> None:
        seen.append(result)
        if len(seen) == 3:
            signal.raise_signal(signal.SIGINT)

    result = gin.arena(a, "simple", 1_000_000, jobs=jobs, progress=interrupt)
    assert result == seen[-1]
    assert result.partial
    assert 0 < result.deals < 1_000_000
    assert result.deals == result.tally.deals.deals


def test_an_interrupt_while_processes_begin_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exception would be raised in the middle of a fork, where nobody can hear of it."""

    class Pool(ProcessPoolExecutor):
        def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
            with contextlib.suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            return super().submit(*args, **kwargs)

    monkeypatch.setattr("gin.schedule.ProcessPoolExecutor", Pool)
    assert gin.arena("random", "random", 200, jobs=2).partial


@pytest.mark.parametrize("jobs", [1, 2])
def test_more_interrupts_change_nothing_and_the_handler_comes_back(jobs: int) -> None:
    before = signal.getsignal(signal.SIGINT)
    seen: list[ArenaResult] = []

    def interrupt(result: ArenaResult) -> None:
        seen.append(result)
        for _ in range(3):
            signal.raise_signal(signal.SIGINT)

    result = gin.arena("simple", "random", 1_000_000, jobs=jobs, progress=interrupt)
    assert result.partial
    assert seen == [result]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_handler_of_the_callers_own_says_what_the_signal_means(jobs: int) -> None:
    heard: list[int] = []

    def interrupt(_: ArenaResult) -> None:
        signal.raise_signal(signal.SIGINT)

    def note(number: int, _: object) -> None:
        heard.append(number)

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGINT, note)
    try:
        result = gin.arena("simple", "random", 40, jobs=jobs, progress=interrupt)
        assert (result.partial, result.deals) == (False, 40)
        assert len(heard) > 1
        signal.signal(signal.SIGINT, stop)
        with pytest.raises(TimeoutError):
            gin.arena("simple", "random", 40, jobs=jobs, progress=interrupt)
        assert signal.getsignal(signal.SIGINT) is stop
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_that_a_player_swallows_is_not_lost() -> None:
    class Greedy(Own):
        def choose(self, view: View) -> Action:
            with contextlib.suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            return super().choose(view)

    assert gin.arena(Greedy(), "simple", 1_000_000, jobs=1).partial


def test_an_interrupt_before_anything_is_played_goes_to_the_caller(tmp_path: Path) -> None:
    """Here it comes while a program is waited for that never says its name."""
    pipe = tmp_path / "held"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    code = (
        f"import os, signal, time; os.open({str(pipe)!r}, os.O_WRONLY)\n"
        "os.kill(os.getppid(), signal.SIGINT); time.sleep(1000)"
    )
    program = "exec:" + shlex.join([sys.executable, "-S", "-c", code])
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        gin.arena(program, "simple", 4, move_time=1000)
    assert signal.getsignal(signal.SIGINT) is before
    assert select.select([end], [], [], PATIENCE)[0]  # the program has been ended
    assert os.read(end, 1) == b""
    os.close(end)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no mark tells whose it is")
def test_a_program_is_ended_where_its_start_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Between its birth and the moment in which anybody could know of it."""
    pipe = tmp_path / "held"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    start = subprocess.Popen
    begun: list[subprocess.Popen[bytes]] = []

    def interrupted(*args: Any, **more: Any) -> Any:
        begun.append(start(*args, **more))
        assert begun[0].stdout is not None
        begun[0].stdout.readline()
        signal.raise_signal(signal.SIGINT)

    code = (
        f"import os, time; os.open({str(pipe)!r}, os.O_WRONLY)\nprint(flush=True); time.sleep(1000)"
    )
    program = "exec:" + shlex.join([sys.executable, "-S", "-c", code])
    monkeypatch.setattr("gin.external.subprocess.Popen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        gin.arena(program, "simple", 4)
    with begun[0]:  # which closes its pipes and waits for it
        assert select.select([end], [], [], PATIENCE)[0]
        assert os.read(end, 1) == b""
    os.close(end)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_arena_in_another_thread_leaves_the_signal_alone(jobs: int) -> None:
    handlers: list[Any] = []
    results: list[ArenaResult] = []

    def look(_: ArenaResult) -> None:
        handlers.append(signal.getsignal(signal.SIGINT))

    def play() -> None:
        results.append(gin.arena("simple", "random", 40, seed=1, jobs=jobs, progress=look))

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    assert set(handlers) == {signal.getsignal(signal.SIGINT)}
    assert results == [gin.arena("simple", "random", 40, seed=1, jobs=1)]


def test_a_worker_that_may_begin_no_processes_plays_by_itself_or_says_so() -> None:
    # Those of a pool are such workers.
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(gin.arena, ("steady", "random", 40)).deals == 40
        with pytest.raises(gin.GinError, match=r"No more processes can be started here .*; jobs=1"):
            pool.apply(gin.arena, ("steady", "random", 40), {"jobs": 2})


@pytest.mark.parametrize("error", [BlockingIOError(11, "try again"), RuntimeError("no thread")])
def test_where_no_process_can_be_started_a_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    class Pool(ProcessPoolExecutor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            raise error

    monkeypatch.setattr("gin.schedule.ProcessPoolExecutor", Pool)
    with pytest.raises(gin.GinError, match=r"No more processes can be started here .*; jobs=1"):
        gin.arena("random", "random", 200, jobs=2)


def test_an_interrupt_ends_what_the_engine_is_doing() -> None:
    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(TimeoutError):
            _core.duel("steady", "steady", (0, 10**12), (0, 0), 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def read_until(terminal: int, text: bytes) -> None:
    heard = b""
    deadline = time.monotonic() + PATIENCE
    while text not in heard:
        assert time.monotonic() < deadline, heard
        if select.select([terminal], [], [], 1)[0]:
            heard += os.read(terminal, 4096)


@pytest.mark.parametrize("a", ["simple", PROGRAM])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_stops_by_the_signal_alone(a: str, jobs: str) -> None:
    """As it is played on a terminal: the progress shows, then the signal comes."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gin", "arena", a, "steady"),
            *("--deals", "100000000", "--jobs", jobs, "--json"),
        ],
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    try:
        os.close(theirs)
        read_until(ours, b"of 100,000,000 deals, ")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        os.close(ours)
    assert process.returncode == 130
    told = json.loads(out)
    assert told["partial"] is True
    assert 0 < told["deals"] < 100_000_000


@pytest.mark.parametrize("a", ["simple", PROGRAM])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_stops_once_however_often_the_signal_comes(a: str, jobs: str) -> None:
    """The whole group hears it, as on a terminal, again and again until the end."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gin", "arena", a, "steady"),
            *("--deals", "100000000", "--jobs", jobs, "--json"),
        ],
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
    )
    told = b""
    try:
        os.close(theirs)
        read_until(ours, b"of 100,000,000 deals, ")
        deadline = time.monotonic() + PATIENCE
        while process.poll() is None:
            assert time.monotonic() < deadline
            os.killpg(process.pid, signal.SIGINT)
        with contextlib.suppress(OSError):  # where nobody has the terminal any longer
            while select.select([ours], [], [], 0)[0]:
                told += os.read(ours, 4096)
    finally:
        process.kill()
        os.close(ours)
    out, _ = process.communicate()
    assert process.returncode == 130
    assert b"Traceback" not in told
    assert b"Exception" not in told
    result = json.loads(out)
    assert result["partial"] is True
    assert 0 < result["deals"] < 100_000_000


def test_workers_end_when_the_arena_is_killed(tmp_path: Path) -> None:
    """Nobody is left behind: the pipe that every process of it holds comes to its end."""
    pipe = tmp_path / "held"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    held = f"import os; os.open({str(pipe)!r}, os.O_WRONLY); import gin\n"
    code = held + (
        "gin.arena('simple', 'steady', 10**9, jobs=2,"
        " progress=lambda _: print('going', flush=True))"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
        os.set_blocking(end, True)
        ready, _, _ = select.select([end], [], [], PATIENCE)
        assert ready
        assert os.read(end, 1) == b""
    os.close(end)


def coverage(samples: list[tuple[float, float]], truth: float) -> float:
    return sum(abs(mean - truth) <= half for mean, half in samples) / len(samples)


@pytest.mark.parametrize("pairs", [5, 40])
def test_intervals_of_points_cover_the_truth_as_often_as_they_say(pairs: int) -> None:
    chance = random.Random(pairs)
    samples = []
    for _ in range(3000):
        # Points like those of a deal: many small ones and a few of a gin, on either side.
        drawn = [chance.choice((-45, -12, -8, 0, 6, 9, 14, 30, 33)) for _ in range(pairs)]
        sums = (len(drawn), sum(drawn), sum(each * each for each in drawn))
        samples.append(_core.points_estimate(*sums))
    assert 0.935 <= coverage(samples, 3 / 2) <= 0.97


@pytest.mark.parametrize(("share", "pairs"), [(0.5, 30), (0.75, 30), (0.95, 30), (0.75, 200)])
def test_intervals_of_matches_cover_the_truth_as_often_as_they_say(
    share: float, pairs: int
) -> None:
    chance = random.Random(pairs)
    samples = []
    for _ in range(2000):
        counts = [0] * 5
        for _ in range(pairs):
            counts[2 * ((chance.random() < share) + (chance.random() < share))] += 1
        a, b, c, d, e = counts
        samples.append(_core.wins_estimate((a, b, c, d, e)))
    assert 0.935 <= coverage(samples, share) <= 0.97
