"""Colours measured, every theme and card style, and what stays when there are none (R-20)."""

import itertools
import re
from pathlib import Path

import pytest
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Attrs

from colour import SIGHT, closest, contrast
from gin.settings import Settings, lines
from gin.ui.canvas import Canvas
from gin.ui.glyph import LINES
from gin.ui.stage import Stage
from gin.ui.terminal import color_depth
from gin.ui.theme import PALETTES, palette_for, style_for
from house import set_deal, sit
from screen import Screen, on_screen
from seat import Seat, position

ELEVEN = "5S 6S 7S 2H 3H 4H JH JD JC AD 9C"
THEIRS = "8S 9S JS KS KC KH QD 6D 4C 2C"
READABLE = 4.5
# The backgrounds people have: black and the darkest of the usual themes, white and the lightest.
DARK = ("#000000", "#1e1e1e", "#300a24", "#002b36", "#282c34", "#282a36")
LIGHT = ("#ffffff", "#fdf6e3", "#f4f1e8", "#eeeeec", "#ffffdd", "#e4e4e4")
# The sixteen colours are the terminal's own; these are usual ones: background, foreground, and
# bright red, magenta and green.
SIXTEEN = {
    "xterm": ("#000000", "#e5e5e5", "#ff0000", "#ff00ff", "#00ff00"),
    "Linux console": ("#000000", "#aaaaaa", "#ff5555", "#ff55ff", "#55ff55"),
    "GNOME": ("#171421", "#d0cfcc", "#f66151", "#c061cb", "#33da7a"),
    "Tango": ("#000000", "#d3d7cf", "#ef2929", "#ad7fa8", "#8ae234"),
    "VS Code": ("#1e1e1e", "#cccccc", "#f14c4c", "#d670d6", "#23d18b"),
    "iTerm2": ("#000000", "#c7c7c7", "#ff6e67", "#ff77ff", "#5ffa68"),
}
LEAST_DISTANCE = {
    "dark": {"normal": 77, "protan": 50, "deutan": 42, "tritan": 44},
    "light": {"normal": 43, "protan": 38, "deutan": 35, "tritan": 30},
}
NAMES = ("spade", "heart", "diamond", "club")


@pytest.mark.parametrize(("theme", "backgrounds"), [("dark", DARK), ("light", LIGHT)])
def test_every_colour_can_be_read(theme: str, backgrounds: tuple[str, ...]) -> None:
    palette = PALETTES[theme]
    for background in backgrounds:
        for colour in (*palette.suits, palette.signal):
            assert contrast(colour, background) >= READABLE, (colour, background)


@pytest.mark.parametrize("name", SIXTEEN)
def test_the_sixteen_colours_can_be_read_in_the_usual_palettes(name: str) -> None:
    background, *suits = SIXTEEN[name]
    assert min(contrast(colour, background) for colour in suits) >= READABLE
    for sight, least in {"normal": 40, "protan": 29, "deutan": 16, "tritan": 28}.items():
        assert closest(suits, sight) >= least


@pytest.mark.parametrize("theme", ["terminal", "dark", "light", "contrast"])
def test_painted_faces_can_be_read_on_any_table(theme: str) -> None:
    palette = palette_for(Settings(cards="paper", theme=theme), coloured=True)
    least = 7 if theme == "contrast" else READABLE
    assert palette.paper
    assert min(contrast(colour, palette.paper) for colour in palette.on_paper) >= least
    for sight, distance in LEAST_DISTANCE["light"].items():
        assert closest(palette.on_paper, sight) >= distance


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_suits_stay_apart_for_every_kind_of_sight(theme: str, sight: str) -> None:
    assert closest(PALETTES[theme].suits, sight) >= LEAST_DISTANCE[theme][sight]


def test_the_usual_poker_colours_would_not_pass() -> None:
    """The measure tells a bad set from a good one: red and green are one for deutan eyes."""
    assert closest(("#ffffff", "#ff5f5f", "#5fafff", "#5faf5f"), "deutan") < 20


def attributes(settings: Settings, classes: str, *, coloured: bool = True) -> Attrs:
    style = style_for(settings, coloured=coloured)
    return style.get_attrs_for_style_str(classes)


def every_setting_of_looks() -> list[Settings]:
    found = {line.name: line.choices for line in lines()}
    return [
        Settings(cards=cards, suits=suits, theme=theme)
        for cards, suits, theme in itertools.product(found["cards"], found["suits"], found["theme"])
    ]


@pytest.mark.parametrize("settings", every_setting_of_looks(), ids=str)
@pytest.mark.parametrize("coloured", [True, False])
def test_only_faces_of_cards_are_ever_painted(settings: Settings, *, coloured: bool) -> None:
    style = style_for(settings, coloured=coloured)
    painted = (settings.cards == "paper" or settings.theme == "contrast") and coloured
    for classes, _ in style.style_rules:
        attrs = style.get_attrs_for_style_str(" ".join(f"class:{c}" for c in classes.split()))
        assert bool(attrs.bgcolor) == (painted and "face" in classes.split())
        assert not attrs.blink
    colours = [
        attributes(settings, f"class:face class:{name}", coloured=coloured).color for name in NAMES
    ]
    wanted = {"four": 4, "two": 2, "none": 1}[settings.suits]
    if settings.theme == "contrast" and not painted:
        wanted = min(wanted, 4)
    assert len(set(colours)) == wanted


def test_paper_on_a_terminal_of_sixteen_colours_is_not_painted() -> None:
    settings = Settings(cards="paper")
    assert attributes(settings, "class:face class:heart").bgcolor
    assert not attributes(settings, "class:face class:heart", coloured=False).bgcolor


def test_colours_are_as_many_as_are_wanted_and_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    own, dark, paper = Settings(), Settings(theme="dark"), Settings(cards="paper")
    many, few = ColorDepth.DEPTH_24_BIT, ColorDepth.DEPTH_4_BIT
    assert color_depth(own, many) == ColorDepth.DEPTH_4_BIT
    assert color_depth(dark, many) == ColorDepth.DEPTH_8_BIT
    assert color_depth(paper, many) == ColorDepth.DEPTH_8_BIT
    assert color_depth(dark, few) == ColorDepth.DEPTH_4_BIT
    monkeypatch.setenv("NO_COLOR", "1")
    assert color_depth(dark, many) == ColorDepth.DEPTH_1_BIT


def selected(cards: str) -> Canvas:
    seat = Seat.at(position(ELEVEN, THEIRS, "8D", "discard", 24)).select("9C")
    return seat.setting(cards=cards).canvas


@pytest.mark.parametrize("cards", ["box", "paper", "compact", "ascii"])
def test_every_signal_is_in_the_characters_too(cards: str) -> None:
    """Selected, under the cursor, in a meld, able to knock: told apart without any style."""
    words = "\n".join(selected(cards).text())
    assert "^" in words
    assert ">" in words
    assert "run" in words or "[5" in words
    assert "KNOCK" in words
    if cards in ("box", "paper"):
        assert "╔═══╗" in words


COLOURS = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10[0-7])(?:;\d+)*m")


@pytest.mark.parametrize("theme", ["terminal", "dark", "light", "contrast"])
@pytest.mark.parametrize("cards", ["box", "paper", "compact"])
def test_no_color_sends_no_colour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, theme: str, cards: str
) -> None:
    session = set_deal(sit(tmp_path), position(ELEVEN, THEIRS, "8D", "discard", 24))
    sent: list[str] = []

    async def script(screen: Screen) -> None:
        screen.send("1")
        await screen.shows("Discarding")
        sent.append(screen.wire.getvalue())

    chosen = Settings(theme=theme, cards=cards, speed="instant")
    monkeypatch.delenv("NO_COLOR", raising=False)
    on_screen(session, script, settings=chosen)
    assert COLOURS.search(sent[0])
    monkeypatch.setenv("NO_COLOR", "1")
    on_screen(session, script, settings=chosen)
    assert not COLOURS.search(sent[1])


def test_a_theme_chosen_on_the_screen_is_drawn_at_once(tmp_path: Path) -> None:
    session = set_deal(sit(tmp_path), position(ELEVEN, THEIRS, "8D", "discard", 24))

    async def script(screen: Screen) -> None:
        await screen.shows("Stock")
        screen.send("o")
        await screen.shows("SETTINGS")
        assert "38;5;203" not in screen.wire.getvalue()
        screen.send("\x1b[B\x1b[B\x1b[C")
        await screen.shows("‹ dark")
        screen.send("\x1b")
        await screen.shows("Stock")
        assert "38;5;203" in screen.wire.getvalue()

    on_screen(session, script)


def test_a_stage_without_settings_has_the_defaults(tmp_path: Path) -> None:
    assert Stage(sit(tmp_path), LINES).model.settings == Settings()
