"""An arena's work cut into parts and handed out: to this process, to others, to any executor.

How it is cut depends on how long parts take. The result does not: parts are sums of whole numbers,
added up in the order of their pairs.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import operator
import os
import pickle
import signal
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol, Self

from gin.arena import ArenaResult
from gin.duel import Bout, Entry, Level, Part, parse_entry, play_part
from gin.errors import GinError, PlayerError, in_one_line, shown, told
from gin.external import Program, check_move_time
from gin.number import whole
from gin.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from types import FrameType

    from gin.players import Player

    Progress = Callable[[ArenaResult], None]

__all__ = ["Interrupts", "Work", "run"]

_SEEDS: Final = 1 << 64
_MOST: Final = 1 << 40
_PART_SECONDS: Final = 0.25  # short enough to show progress, long enough to be worth sending
_PROGRAM_SECONDS: Final = 2.0  # each part starts its programs anew
_MOST_DEATHS: Final = 3
_LAST_SECOND: Final = 1.0


@dataclass(frozen=True, slots=True)
class Work:
    """Who plays, and how many pairs of deals and of matches, from which seed."""

    a: Entry
    b: Entry
    names: tuple[str, str]
    pairs: int
    match_pairs: int
    seed: int

    @staticmethod
    def of(  # noqa: PLR0913 - what there is to say about an arena
        a: str | Player,
        b: str | Player,
        *,
        deals: int,
        matches: int,
        seed: int,
        move_time: float,
    ) -> Work:
        """Check what is asked for, and that programs can be started; see `gin.arena`.

        >>> Work.of("simple", "steady", deals=9, matches=0, seed=0, move_time=10).pairs
        5
        """
        pairs = (whole(deals, "'deals'", 0, _MOST) + 1) // 2
        match_pairs = (whole(matches, "'matches'", 0, _MOST) + 1) // 2
        seed = whole(seed, "'seed'", 0, _SEEDS - 1)
        if not pairs and not match_pairs:
            raise GinError("There is nothing to play; ask for deals or matches.")
        check_move_time(move_time)
        entries = (parse_entry(a, move_time), parse_entry(b, move_time))
        names = (_name(entries[0]), _name(entries[1]))
        return Work(*entries, names, pairs, match_pairs, seed)

    @property
    def in_engine(self) -> bool:
        """Whether both players are the engine's own."""
        return isinstance(self.a, Level) and isinstance(self.b, Level)

    @property
    def part_seconds(self) -> float:
        """How long a part should take."""
        programs = isinstance(self.a, Program) or isinstance(self.b, Program)
        return _PROGRAM_SECONDS if programs else _PART_SECONDS


def _name(entry: Entry) -> str:
    if isinstance(entry, Level):
        return entry.name
    if isinstance(entry, Program):
        return entry.greet()
    kind = type(entry).__name__
    try:
        name: object = getattr(entry, "name", None)
    except Exception as error:
        raise PlayerError(
            f"The player {kind} failed with {told(error)}; it was asked for its name."
        ) from error
    return in_one_line(name) if isinstance(name, str) and name else kind


@dataclass(frozen=True, slots=True)
class _Task:
    """A part, and its place in the order of all."""

    place: tuple[int, int]
    part: Part


class _Book:
    """What is still to be handed out, and what has come back."""

    def __init__(self, work: Work, progress: Progress | None) -> None:
        self.work = work
        self._progress = progress
        self._next = {"deals": 0, "matches": 0}
        self._size = {"deals": 1, "matches": 1}
        self._again: list[_Task] = []
        self._done: dict[tuple[int, int], Tally] = {}
        self._sum = Tally()

    @property
    def parts(self) -> int:
        """How many parts have come back."""
        return len(self._done)

    def task(self, jobs: int) -> _Task | None:
        """Take the next part for one of so many workers."""
        if self._again:
            return self._again.pop()
        ends = (("deals", self.work.pairs), ("matches", self.work.match_pairs))
        for order, (kind, end) in enumerate(ends):
            first = self._next[kind]
            if first < end:
                # The last parts are small, so that all workers end together.
                size = min(self._size[kind], max(1, (end - first) // (2 * jobs)))
                self._next[kind] = first + size
                part = Part("deals" if order == 0 else "matches", first, first + size)
                return _Task((order, first), part)
        return None

    def give_back(self, task: _Task) -> None:
        """Take a part back that was not played."""
        self._again.append(task)

    def enter(self, task: _Task, tally: Tally, seconds: float) -> None:
        """Write down a part that was played in so many seconds."""
        part = task.part
        size = part.last - part.first
        fitting = int(size * self.work.part_seconds / max(seconds, 1e-6))
        self._size[part.kind] = max(1, min(fitting, 4 * size))
        self._done[task.place] = tally
        if self._progress is not None:
            self._sum += tally
            self._progress(ArenaResult(*self.work.names, self._sum, partial=True))

    def result(self, *, partial: bool) -> ArenaResult:
        """Add everything up in the order of the pairs."""
        total = Tally()
        for _, tally in sorted(self._done.items(), key=operator.itemgetter(0)):
            total += tally
        return ArenaResult(*self.work.names, total, partial)


class Interrupts:
    """Ctrl-C while an arena is played: the first one ends it, and later ones change nothing.

    What the handler that was there raises is held back, except `at_once`: among the locks of an
    executor it would leave some taken for ever. Whoever waits is woken instead, and comes to
    `check`. Nothing is done in a thread that hears no signals.
    """

    def __init__(self) -> None:
        self._before: Any = None
        self._held: BaseException | None = None
        self._open = False
        self.wake: Callable[[], object] = lambda: None
        """Is called by a signal, so it has to be something that a signal may do."""

    def __enter__(self) -> Self:
        before = signal.getsignal(signal.SIGINT)
        if callable(before) and threading.current_thread() is threading.main_thread():
            self._before = before
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        # Unless the handler from before has put another in this one's place.
        if signal.getsignal(signal.SIGINT) == self._hear:
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self._held is not None:
            return
        try:
            self._before(number, frame)
        except BaseException as error:
            self._held = error
            self.wake()
            if self._open:
                raise

    def check(self) -> None:
        """Raise what is held back."""
        if self._held is not None:
            raise self._held

    @contextlib.contextmanager
    def at_once(self) -> Generator[None]:
        """Let the exception through in this block."""
        self._open = True
        try:
            self.check()
            yield
        finally:
            self._open = False


def run(
    work: Work,
    jobs: int | None,
    executor: Executor | None,
    progress: Progress | None,
    interrupts: Interrupts,
) -> ArenaResult:
    """Play all of it, or what can be until an interrupt."""
    if jobs is not None:
        jobs = whole(jobs, "'jobs'", 1, 10_000)
    if progress is not None and not callable(progress):
        raise GinError(f"'progress' is called with the result so far; {shown(progress)} cannot be.")
    book = _Book(work, progress)
    try:
        if executor is not None:
            # How many workers it has it does not say; what waits with it does no harm.
            _send_to(book, executor, jobs or 4 * _cores(), interrupts)
        elif (workers := min(jobs or _processes_here(), work.pairs + work.match_pairs)) == 1:
            _play_here(book, interrupts)
        else:
            _play_in_processes(book, workers, interrupts)
        interrupts.check()
    except KeyboardInterrupt:
        return book.result(partial=True)
    return book.result(partial=False)


def _processes_here() -> int:
    """Say how many there are where nobody does: one a core, but none in a worker of a pool."""
    return 1 if multiprocessing.current_process().daemon else _cores()


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _play_here(book: _Book, interrupts: Interrupts) -> None:
    work = book.work
    with Bout(work.a, work.b, work.seed) as bout:
        while (task := book.task(1)) is not None:
            before = time.perf_counter()
            with interrupts.at_once():
                if work.in_engine:
                    tally = play_part(work.a, work.b, task.part, work.seed)
                else:
                    tally = bout.play(task.part)
            book.enter(task, tally, time.perf_counter() - before)


def _timed_part(a: Entry, b: Entry, part: Part, seed: int) -> tuple[Tally, float]:
    before = time.perf_counter()
    tally = play_part(a, b, part, seed)
    return tally, time.perf_counter() - before


def _part_of_worker(a: Entry, b: Entry, part: Part, seed: int) -> tuple[Tally, float]:
    """Play a part so that it can be stopped; a worker that waits is simply ended."""
    try:
        signal.signal(signal.SIGTERM, _leave)
        return _timed_part(a, b, part, seed)
    except SystemExit:
        # The programs of this part have been ended. The executor would go on with its next part.
        os._exit(0)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextlib.contextmanager
def _undisturbed() -> Generator[None]:
    """Hold Ctrl-C back for a moment in which processes may begin.

    One that has just begun would hear it and die.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _send(
    book: _Book, executor: Executor, width: int, interrupts: Interrupts, *, ours: bool = False
) -> None:
    """Keep `width` parts under way until all have come back."""
    work, play = book.work, _part_of_worker if ours else _timed_part
    under_way: dict[Future[tuple[Tally, float]], _Task] = {}
    # A queue that a signal may put something into.
    back: SimpleQueue[Future[tuple[Tally, float]] | None] = SimpleQueue()
    interrupts.wake = lambda: back.put(None)
    try:
        while True:
            while len(under_way) < width and (task := book.task(width)) is not None:
                try:
                    with _undisturbed():
                        future = executor.submit(play, work.a, work.b, task.part, work.seed)
                except BaseException as error:
                    book.give_back(task)  # a process died meanwhile
                    # The last is multiprocessing's, in a process that may have none of its own.
                    if ours and isinstance(error, OSError | RuntimeError | AssertionError):
                        _refuse(error)
                    raise
                under_way[future] = task
                future.add_done_callback(back.put)
            interrupts.check()
            if not under_way:
                return
            if (played := back.get()) is not None:
                tally, seconds = _outcome(played)
                book.enter(under_way.pop(played), tally, seconds)
    finally:
        for future, task in under_way.items():
            book.give_back(task)
            if not ours:  # ours is shut down, and stumbles over what others have cancelled
                future.cancel()


def _refuse(error: OSError | RuntimeError | AssertionError) -> None:
    """Say that the system starts no more processes, where that is what it is."""
    if not isinstance(error, BrokenExecutor):
        raise GinError(
            f"No more processes can be started here ({told(error)}); jobs=1 plays in this one."
        ) from error


def _outcome(future: Future[tuple[Tally, float]]) -> tuple[Tally, float]:
    try:
        return future.result()
    except (GinError, BrokenExecutor):
        raise
    except Exception as error:
        raise PlayerError(
            f"A part of the arena could not be played elsewhere ({told(error)}); jobs=1 plays in"
            " this process."
        ) from error


def _send_to(book: _Book, executor: Executor, width: int, interrupts: Interrupts) -> None:
    """Send the parts through somebody else's executor, which nobody here can mend."""
    if not callable(getattr(executor, "submit", None)):
        raise GinError(f"'executor' is an executor of concurrent.futures, not {shown(executor)}.")
    try:
        _send(book, executor, width, interrupts)
    except (BrokenExecutor, RuntimeError) as error:
        raise GinError(
            f"The executor takes no more work ({told(error)}); give another, or none."
        ) from error


def _play_in_processes(book: _Book, jobs: int, interrupts: Interrupts) -> None:
    """Send the parts to processes; those lost with a process that died are played again."""
    work = book.work
    try:
        pickle.dumps((work.a, work.b))
    except Exception as error:
        raise PlayerError(
            f"A player cannot be sent to another process ({told(error)}); jobs=1 plays in this one."
        ) from error
    deaths = 0
    while True:
        before = book.parts
        try:
            with _processes(jobs) as executor:
                _send(book, executor, 2 * jobs, interrupts, ours=True)
        except BrokenExecutor as error:
            deaths = 1 if book.parts > before else deaths + 1
            if deaths == _MOST_DEATHS:
                raise PlayerError(
                    f"A process of the arena died {deaths} times on the same pairs; jobs=1 plays"
                    " in this process and shows why."
                ) from error
        else:
            return


class _Pipe(Protocol):
    """An end of a pipe between processes; its class differs between systems."""

    def recv_bytes(self) -> bytes: ...
    def close(self) -> None: ...


@contextlib.contextmanager
def _processes(jobs: int) -> Generator[Executor]:
    """Processes that end with the block, at once where an exception ends it."""
    reader: Any
    writer: Any
    reader, writer = multiprocessing.Pipe(duplex=False)
    executor = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(reader, writer))
    try:
        yield executor
        executor.shutdown()
    finally:
        # Its end is what the workers watch: they stop in the middle of whatever they do.
        writer.close()
        reader.close()
        # Waited for, as the end of the interpreter would get into the way of the executor's own.
        executor.shutdown(cancel_futures=True)


def _begin(reader: _Pipe, writer: _Pipe) -> None:
    """Begin a worker that ends when the arena does, however that ends."""
    writer.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_watch, args=(reader,), daemon=True).start()


def _leave(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the way out is not broken off by another
    raise SystemExit


def _watch(reader: _Pipe) -> None:
    with contextlib.suppress(EOFError, OSError):
        reader.recv_bytes()
    # In a part, the main thread leaves by an exception and takes its programs with it.
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(_LAST_SECOND)
    os._exit(0)
