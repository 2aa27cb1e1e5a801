"""The pictures of the documents show the program as it is: `make pictures` makes them anew."""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.parsers import expat

import pytest

import picture
from gin.settings import Settings
from house import Greedy, finish_match, set_deal, sit
from screen import Screen, on_screen
from seat import position

PLACE = Path(__file__).parent.parent / "docs" / "pictures"
WRITE = bool(os.environ.get("GIN_WRITE_PICTURES"))
TEN = "5S 6S 7S 2H 4H JH JD AD 9C TH"
ELEVEN = "5S 6S 7S 2H 3H 4H JH JD JC AD 9C"
THEIRS = "8S 9S JS KS KC KH QD 6D 4C 2C"
DEAL = "the deal of the pictures 32"
TURN, LOOK, END = 1.6, 0.9, 6.0
SIZE = (80, 24)


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


def taken(
    keys: str,
    *,
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    deal: bool = True,
) -> tuple[picture.Row, ...]:
    """The screen after some keys, at a table where a knock is near."""
    shown: list[tuple[picture.Row, ...]] = []

    async def script(screen: Screen) -> None:
        await screen.settled()
        for key in keys.split():
            screen.send({"up": "\x1b[A", "down": "\x1b[B", "enter": "\r"}.get(key, key))
            await screen.settled()
        shown.append(picture.rows_of(screen.emulator))

    with TemporaryDirectory() as directory:
        session = sit(Path(directory))
        if deal:
            set_deal(session, position(ELEVEN, THEIRS, "8D", "discard", 24))
        else:
            finish_match(session)
        chosen = settings or Settings(speed="instant")
        on_screen(session, script, size=size, settings=chosen)
        session.close()
    return shown[0]


STILLS: dict[str, tuple[str, Callable[[], tuple[picture.Row, ...]]]] = {
    "table": ("The table: nine of clubs selected, ready to knock", lambda: taken("-")),
    "wide": ("The table in a large window", lambda: taken("-", size=(100, 30))),
    "knock": ("The knock preview", lambda: taken("- k")),
    "result": ("The result of a deal", lambda: taken("- k k")),
    "settings": ("The settings", lambda: taken("o down down")),
    "paper": (
        "Painted card faces in the dark theme",
        lambda: taken("-", settings=Settings(speed="instant", cards="paper", theme="dark")),
    ),
    "statistics": ("Statistics", lambda: taken("n b s", deal=False)),
}


@pytest.mark.parametrize("name", STILLS)
def test_the_picture_shows_the_screen_as_it_is(name: str) -> None:
    title, make = STILLS[name]
    rows = make()
    place = PLACE / f"{name}.svg"
    if WRITE:
        PLACE.mkdir(parents=True, exist_ok=True)
        place.write_text(picture.still(rows, title), encoding="utf-8")
    assert picture.described(place.read_text(encoding="utf-8")) == picture.text_of(rows)


Frame = tuple[float, str, tuple[picture.Row, ...]]


@cache
def recorded() -> tuple[Frame, ...]:
    """A deal from the first card to its result: for how long, what was sent, and the screen."""
    frames: list[Frame] = []

    async def script(screen: Screen) -> None:
        sent = 0

        async def keep(seconds: float) -> None:
            nonlocal sent
            whole = screen.wire.getvalue()
            frames.append((seconds, whole[sent:], picture.rows_of(screen.emulator)))
            sent = len(whole)

        async def press(keys: str, seconds: float) -> None:
            before = screen.text
            stage = screen.app.stage
            screen.send(keys)
            await screen.until(
                lambda: (
                    screen.text != before
                    and not stage.model.busy
                    and screen.rows == stage.draw(*SIZE).text()
                )
            )
            await keep(seconds)

        session = screen.app.stage.model.session
        await screen.until(
            lambda: (
                session.table.your_turn
                and not screen.app.stage.model.busy
                and screen.rows == screen.app.stage.draw(*SIZE).text()
            )
        )
        await keep(TURN)
        while session.table.result is None:
            view = session.table.view
            action = Greedy().choose(view)
            if action.card is None:
                await press({"stock": "s", "pass": "p"}.get(action.kind, "t"), TURN)
                continue
            shown = screen.app.stage.model.holding.shown
            await press("1234567890-"[shown.index(action.card)], LOOK)
            if action.kind == "knock":
                await press("k", 2 * TURN)
                await press("k", END)
            else:
                await press("d", TURN)

    with TemporaryDirectory() as directory:
        session = sit(Path(directory), seed=DEAL)
        on_screen(session, script)
        session.close()
    return tuple(frames)


def test_the_recording_is_a_deal_of_this_program() -> None:
    frames = recorded()
    film, recording = PLACE / "game.svg", PLACE / "game.cast"
    if WRITE:
        PLACE.mkdir(parents=True, exist_ok=True)
        drawn = picture.moving([(s, rows) for s, _, rows in frames], "A deal of gin rummy")
        film.write_text(drawn, encoding="utf-8")
        sent = picture.cast([(seconds, sent) for seconds, sent, _ in frames], SIZE)
        recording.write_text(sent, encoding="utf-8")
    texts = [picture.text_of(rows) for _, _, rows in frames]
    assert picture.described(film.read_text(encoding="utf-8")).split(picture.BETWEEN) == texts
    screens: list[str] = []
    picture.replayed(
        recording.read_text(encoding="utf-8"),
        lambda screen: screens.append(picture.text_of(picture.rows_of(screen))),
    )
    assert screens == texts
    assert "You knocked" in texts[-1]


@pytest.mark.parametrize("name", [*STILLS, "game"])
def test_every_picture_can_be_read_as_xml(name: str) -> None:
    seen: set[str] = set()
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda tag, _: seen.add(tag)
    with (PLACE / f"{name}.svg").open("rb") as file:
        parser.ParseFile(file)
    assert {"svg", "title", "desc", "text"} <= seen
