"""Bad input made from a seed, for every door of the program: what is said, nothing breaks.

Each target makes one input, hands it in, and says whether it was taken or refused; anything but a
`GinError` goes through and is a fault. `make fuzz` plays them all for long and prints a table.
"""

from __future__ import annotations

import faulthandler
import os
import random
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from prompt_toolkit.input import vt100_parser

import gin
from gin.action import Action
from gin.errors import GinError
from gin.match import Match
from gin.players import player
from gin.protocol import QUESTIONS, parse_answer
from gin.saves import Store
from gin.serve import answers
from gin.session import Session
from gin.settings import SettingsFile, lines
from house import finish_deal, greedy, sit, step
from screen import Screen, on_screen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Answer = Literal["taken", "refused"]

DATA = Path(__file__).resolve().parent / "data"
RECORD = (DATA / "records" / "match.txt").read_text(encoding="utf-8")
LONGEST_WAIT = 60  # seconds for one input: far beyond anything, and far below a hang

STRANGE = "\0\x1b\r\n\t ♠♥♦♣🂡ﬀßÅ\u202e\ufeff\ud800٣一-+_.,;|/\\'\"#=[]{}%"
CARDISH = "A23456789TJQK10SHDCshdcatjqk♠♥♦♣ ,/"
ACTIONS = ("take", "pass", "stock", "pile", "discard 9C", "knock 9C 6S,7S,8S/JH,JD,JC", "gin KD")
CARD_TEXTS = (
    "AS 2S 3S 4H 4D 4C 9C 9D KH KD",
    "10h J♠ q♥ 5S,6S,7S 7H 7D",
    "5S 6S 7S / JH JD JC",
    "K♣",
)
LINES = (
    "gin 1",
    "match 0 100",
    "deal me 0 0 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H",
    "act me take 8H",
    "match 1 100",
    "deal opp 12 30 AS 3S 5S 7S 9S JS KS 2H 4H 6H 8H",
    "act opp pass",
    "offer?",
    "act me pass",
    "act opp stock",
    "act opp discard 9C",
    "draw?",
    "act me stock 9H",
    "discard?",
    "act me discard AS",
    "act opp pile AS",
    "act opp knock 8S TH,JH,QH,KH/TD,JD,QD",
    "end knock opp 12 12 42 AS 2C 3C TH JH QH KH TD JD QD",
    "bye",
)


def spoilt(text: str, dice: random.Random, alphabet: str = CARDISH + STRANGE) -> str:
    """The text with a few characters or pieces changed, lost, doubled, moved or put in."""
    for _ in range(dice.choice((1, 1, 2, 4, 12))):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + dice.choice((1, 1, 2, 7, 40)))
        piece = text[at:end]
        change = dice.randrange(5)
        if change == 0:
            piece = ""
        elif change == 1:
            piece = "".join(dice.choices(alphabet, k=dice.choice((1, 2, 9))))
        elif change == 2:
            piece += piece * dice.choice((1, 3, 200))
        elif change == 3:
            piece = piece[::-1]
        else:
            piece += dice.choice(alphabet)
        text = text[:at] + piece + text[end:]
    return text


def said(question: Callable[[], object]) -> Answer:
    """Whether an input is taken; a refusal is one sentence for people."""
    try:
        question()
    except GinError as error:
        refusal = str(error)
    else:
        return "taken"
    assert refusal.strip()
    assert len(refusal) < 1_000, f"{len(refusal)} characters for one refusal: {refusal[:200]!r}"
    return "refused"


def card_text(dice: random.Random, _: Path) -> Answer:
    """Cards, hands, melds and actions as people and programs write them."""
    if dice.random() < 0.2:
        text = "".join(dice.choices(CARDISH + STRANGE, k=dice.choice((0, 1, 2, 30, 400))))
    else:
        text = spoilt(dice.choice((*CARD_TEXTS, *ACTIONS)), dice)
    read = dice.choice((gin.Card, gin.Hand, gin.Meld, Action.parse))

    def same_again() -> None:
        found = read(text)
        again = Action.parse(str(found)) if isinstance(found, Action) else type(found)(str(found))
        assert again == found

    return said(same_again)


def record(dice: random.Random, _: Path) -> Answer:
    """The record of a match."""
    text = spoilt(RECORD, dice)

    def same_again() -> None:
        match = Match.from_text(text)
        assert Match.from_text(match.to_text()).to_text() == match.to_text()

    return said(same_again)


def line_protocol(dice: random.Random, _: Path) -> Answer:
    """What another program says to a level, and what it answers to the arena."""
    if dice.random() < 0.5:
        text = spoilt(dice.choice(ACTIONS), dice)
        return said(lambda: parse_answer(text, dice.choice(tuple(QUESTIONS))))
    told = [line if dice.random() < 0.8 else spoilt(line, dice) for line in LINES]
    if dice.random() < 0.3:
        dice.shuffle(told)
    elif dice.random() < 0.7:
        told = [line if dice.random() < 0.95 else spoilt(line, dice) for line in LINES]

    def answered() -> None:
        try:
            list(answers(player("simple"), "simple", told))
        except GinError as error:
            # What cannot be is told with its line, and not by the player that is asked later.
            if not str(error).startswith("line "):
                raise AssertionError from error
            raise

    return said(answered)


def settings(dice: random.Random, directory: Path) -> Answer:
    """The file of settings, read and changed."""
    path = directory / "config.toml"
    text = "".join(f'{line.name} = "{dice.choice(line.choices)}"\n' for line in lines())
    spoilt_text = spoilt(text, dice, "\"'=#[]{}\n\\ux.0truefalse" + STRANGE)
    path.write_bytes(spoilt_text.encode("utf-8", "surrogatepass"))
    file = SettingsFile(path)
    found = file.read()
    for line in lines():
        assert found.choice(line.name) in line.choices
    before = path.read_bytes()
    line = dice.choice(lines())
    answer = said(lambda: file.keep(line.name, line.choices[0]))
    if answer == "refused":
        assert path.read_bytes() == before
    else:
        assert file.read().choice(line.name) == line.choices[0]
    return "refused" if file.complaint else answer


_VALUES: tuple[object, ...] = (
    *(None, 0, 1, 2, -1, 7, 10**15, 1.5, float("inf"), "", "x", "discard 9C", "open", "over"),
    *(b"", b"\0" * 32, bytes(range(52)), bytes(52), "\udcff", "knock KD", "steady", "gin"),
)


def database_row(dice: random.Random, directory: Path) -> Answer:
    """The saves with one field, row or table changed by somebody else, as far as SQLite lets."""
    path = directory / "gin.sqlite3"
    if not path.exists():
        session = sit(directory, seed="rows")
        finish_deal(session)
        session.next_deal()
        for _ in range(9):
            step(session)
        session.undo()
        session._store.close()
        (directory / "whole").write_bytes(path.read_bytes())
    path.write_bytes((directory / "whole").read_bytes())
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for _ in range(dice.choice((1, 1, 3))):
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            _change(connection, dice.choice([name for (name,) in tables]), dice)

    def open_it() -> None:
        with closing(Store(directory, wait_seconds=0)) as store:
            store.finished_deals()
            session = Session.open(store, seed="rows", seat_player=greedy)
            for _ in range(3):
                step(session)

    return said(open_it)


def _change(connection: sqlite3.Connection, table: str, dice: random.Random) -> None:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    value = dice.choice(_VALUES)
    if isinstance(value, str) and "\udcff" in value:
        value = value.encode("utf-8", "surrogateescape")
    count = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
    key = ", ".join(columns)
    row = f"({key}) IN (SELECT {key} FROM {table} LIMIT 1 OFFSET {dice.randrange(count + 1)})"  # noqa: S608
    chosen = dice.choice(columns)
    try:
        match dice.randrange(8):
            case 0:
                connection.execute(f"DELETE FROM {table} WHERE {row}")  # noqa: S608
            case 1:
                connection.execute(f"DELETE FROM {table}")  # noqa: S608
            case 2:
                connection.execute(f"DROP TABLE {table}")
            case 3:
                connection.execute(f"ALTER TABLE {table} RENAME COLUMN {chosen} TO other")
            case _:
                connection.execute(f"UPDATE {table} SET {chosen} = ? WHERE {row}", (value,))  # noqa: S608
    except sqlite3.Error:
        pass  # SQLite itself does not let it happen


_SEQUENCES = (
    *("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1bOP", "\x1b[1;2C", "\x1b[Z", "\x1b[3~", "\x1b"),
    *("\x1b[200~", "\x1b[201~", "\x1b[", "\x1bO", "\x1b[M", "\x1b[<", "\x9b", "\x1b]0;x\x07"),
    *"stdkpo123456790-?Rlhwcyurgbn\t\r\n \x0c\x12\x1f",
)


def keyboard(dice: random.Random, directory: Path) -> bytes:
    """Keys, pieces of keys, and bytes that no key sends; never one that leaves."""
    del directory
    parts: list[bytes] = []
    for _ in range(40):
        if dice.random() < 0.7:
            parts.append(dice.choice(_SEQUENCES).encode("utf-8"))
        else:
            parts.append(dice.randbytes(dice.choice((1, 2, 8))))
    # Ctrl-Z would stop this very process, and make with it.
    return b"".join(parts).replace(b"\x1a", b"")


def mouse(dice: random.Random, directory: Path) -> bytes:
    """Reports of the mouse, whole and torn, with numbers that no window has."""
    del directory
    parts: list[bytes] = []
    for _ in range(40):
        numbers = [
            str(dice.choice((0, 1, 2, 3, 32, 35, 64, 65, 128, 10**9))),
            str(dice.choice((0, 1, 12, 40, 79, 80, 200, 10**9, -1))),
            str(dice.choice((0, 1, 5, 12, 22, 24, 300, 10**9))),
        ]
        report = f"\x1b[<{';'.join(numbers[: dice.choice((3, 3, 3, 2, 1))])}{dice.choice('MmMmx')}"
        if dice.random() < 0.2:
            report = report[: dice.randrange(len(report))]
        if dice.random() < 0.2:
            report = "\x1b[M" + "".join(chr(dice.randrange(32, 256)) for _ in range(3))
        parts.append(report.encode("latin-1" if dice.random() < 0.5 else "utf-8"))
    return b"".join(parts)


def on_the_table(bursts: Sequence[bytes], directory: Path) -> Answer:
    """Bytes to the program on a terminal in memory, until it is left by one of them."""
    session = sit(directory)
    left: list[bool] = []

    async def script(screen: Screen) -> None:
        for burst in bursts:
            if screen.left.is_set():
                break
            screen.pipe.send_bytes(burst)
            await screen.quiet()
        left.append(screen.left.is_set())

    status = on_screen(session, script)
    # prompt_toolkit keeps every beginning of a sequence that it has ever seen: a few thousand for a
    # real mouse, and without an end for rubbish, which would hide what else grows.
    vt100_parser._IS_PREFIX_OF_LONGER_MATCH_CACHE.clear()
    assert status == 0, status
    return "refused" if left[0] else "taken"


TEXTS = {
    "card text": card_text,
    "records": record,
    "line protocol": line_protocol,
    "settings": settings,
    "database rows": database_row,
}
BYTES = {"keyboard bytes": keyboard, "mouse bytes": mouse}


def texts(name: str, first: int, count: int, directory: Path) -> dict[Answer, int]:
    """Inputs `first` and following of a target, counted by their answers."""
    found: dict[Answer, int] = {"taken": 0, "refused": 0}
    for number in range(first, first + count):
        try:
            found[TEXTS[name](random.Random(number), directory)] += 1
        except BaseException as error:
            error.add_note(f"{name}, input {number}")
            raise
    return found


def bursts(name: str, first: int, count: int, directory: Path) -> dict[Answer, int]:
    """Bursts of bytes, in runs of the program of twenty each."""
    found: dict[Answer, int] = {"taken": 0, "refused": 0}
    for start in range(first, first + count, 20):
        numbers = range(start, min(start + 20, first + count))
        made = [BYTES[name](random.Random(number), directory) for number in numbers]
        try:
            on_the_table(made, directory)
        except BaseException as error:
            error.add_note(f"{name}, inputs {start} and following")
            raise
        found["taken"] += len(made)
    return found


def memory() -> int:
    """Kilobytes of the process that lie in memory now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def main() -> None:
    """Print a table: what was handed in, what became of it, and what memory did meanwhile."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    targets = sys.argv[2:] or [*TEXTS, *BYTES]
    if unknown := [name for name in targets if name not in TEXTS and name not in BYTES]:
        sys.exit(f"no such target: {unknown[0]!r}; there are {', '.join([*TEXTS, *BYTES])}")
    sys.stdout.write("target           inputs    taken  refused  seconds   memory, MB\n")
    for name in targets:
        play = texts if name in TEXTS else bursts
        with TemporaryDirectory() as directory:
            play(name, 0, max(1, count // 10), Path(directory))
            before, begun = memory(), time.monotonic()
            found: dict[Answer, int] = {"taken": 0, "refused": 0}
            for first in range(count // 10, count, 100):
                # One stuck input ends everything, with its traceback.
                faulthandler.dump_traceback_later(LONGEST_WAIT * 10, exit=True)
                part = play(name, first, min(100, count - first), Path(directory))
                found = {answer: found[answer] + part[answer] for answer in found}
            faulthandler.cancel_dump_traceback_later()
        seconds, after = time.monotonic() - begun, memory()
        sys.stdout.write(
            f"{name:15} {sum(found.values()):7,} {found['taken']:8,} {found['refused']:8,}"
            f" {seconds:8.1f}   {before // 1024} to {after // 1024}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
