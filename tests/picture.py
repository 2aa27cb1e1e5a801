"""Pictures of the program, made from what it sends to a terminal: SVG, still or moving."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape, unescape
from itertools import groupby

import pyte

CELL = (9, 18)
MARGIN = 14
BACKGROUND, INK = "#16181d", "#d7dae0"
NAMED = {
    "brightred": "#ff6c6b",
    "brightmagenta": "#ff79f2",
    "brightgreen": "#7ce36c",
    "black": "#000000",
    "white": "#d7dae0",
}
BETWEEN = "\n\n=== next ===\n\n"
FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

# Lines are drawn rather than written: fonts leave gaps between them. Up, right, down, left of the
# middle of the cell; a rounded corner is one curve.
_SINGLE = {
    "─": "-e",
    "│": "ns",
    "┄": "-e",
    "┆": "ns",
    "└": "ne",
    "┘": "nw",
    "┌": "se",
    "┐": "sw",
    "╰": "ne",
    "╯": "nw",
    "╭": "se",
    "╮": "sw",
    "┤": "nsw",
    "├": "nse",
    "┬": "swe",
    "┴": "nwe",
    "═": "-e",
    "║": "ns",
    "╔": "se",
    "╗": "sw",
    "╚": "ne",
    "╝": "nw",
}
_HEAVY = set("═║╔╗╚╝")
_DRAWN = "".join(_SINGLE) + "█░"
_WRITTEN = re.compile(rf"[^\s{_DRAWN}]+(?: [^\s{_DRAWN}]+)*")
_ENDS = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0)}


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell is drawn, apart from its character."""

    ink: str
    paper: str
    bold: bool
    underline: bool


Row = tuple[tuple[str, Look], ...]


def rows_of(screen: pyte.Screen) -> tuple[Row, ...]:
    """The cells of a terminal, row by row."""
    return tuple(
        tuple((cell.data, _look(cell)) for cell in (screen.buffer[y][x] for x in _columns(screen)))
        for y in range(screen.lines)
    )


def _columns(screen: pyte.Screen) -> range:
    return range(screen.columns)


def _look(cell: pyte.screens.Char) -> Look:
    ink, paper = _colour(cell.fg, INK), _colour(cell.bg, "")
    if cell.reverse:
        ink, paper = paper or BACKGROUND, ink
    return Look(ink, paper, cell.bold, cell.underscore)


def _colour(name: str, default: str) -> str:
    if name == "default":
        return default
    return NAMED.get(name) or f"#{name}"


def text_of(rows: Sequence[Row]) -> str:
    """The characters of a picture."""
    return "\n".join("".join(char for char, _ in row).rstrip() for row in rows)


def still(rows: Sequence[Row], title: str) -> str:
    """One screen as SVG; its text stands in the description."""
    body = "".join(f"<g>{_draw(row, y)}</g>\n" for y, row in enumerate(rows))
    return _document(rows, title, text_of(rows), body)


def moving(frames: Sequence[tuple[float, tuple[Row, ...]]], title: str) -> str:
    """Screens one after the other, each for some seconds, over and over.

    A row that is the same in several screens is drawn once and shown in all of them.
    """
    whole = sum(seconds for seconds, _ in frames)
    starts = [sum(seconds for seconds, _ in frames[:at]) / whole for at in range(len(frames))]
    body: list[str] = []
    for y in range(len(frames[0][1])):
        shown: dict[Row, list[int]] = {}
        for at, (_, rows) in enumerate(frames):
            shown.setdefault(rows[y], []).append(at)
        for row, when in shown.items():
            drawing = _draw(row, y)
            if drawing and len(when) == len(frames):
                body.append(f"<g>{drawing}</g>\n")
            elif drawing:
                # Where nothing moves, the first screen stands.
                still = "" if 0 in when else ' visibility="hidden"'
                body.append(f"<g{still}>{drawing}{_times(set(when), starts, whole)}</g>\n")
    text = BETWEEN.join(text_of(rows) for _, rows in frames)
    return _document(frames[0][1], title, text, "".join(body))


def _times(when: set[int], starts: Sequence[float], whole: float) -> str:
    changes = [(at in when, start) for at, start in enumerate(starts)]
    kept = [next(run) for _, run in groupby(changes, key=lambda change: change[0])]
    values = ";".join("visible" if on else "hidden" for on, _ in kept)
    times = ";".join(f"{start:.4f}".rstrip("0").rstrip(".") or "0" for _, start in kept)
    return (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{whole:.1f}s"'
        f' repeatCount="indefinite" values="{values}" keyTimes="{times}"/>'
    )


def _document(rows: Sequence[Row], title: str, text: str, body: str) -> str:
    width = len(rows[0]) * CELL[0] + 2 * MARGIN
    height = len(rows) * CELL[1] + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img">\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(text)}</desc>\n"
        f"<style>text{{font:15px {FONT};white-space:pre}}.b{{font-weight:bold}}"
        f".u{{text-decoration:underline}}path{{fill:none;stroke-width:1.2}}</style>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>\n'
        f'<g transform="translate({MARGIN} {MARGIN})">\n{body}</g>\n</svg>\n'
    )


def _draw(row: Row, y: int) -> str:
    """One row: what is painted, then lines, then words."""
    parts: list[str] = []
    lines: dict[str, list[str]] = {}
    top = y * CELL[1]
    x = 0
    for look, run in groupby(row, key=lambda cell: cell[1]):
        text = "".join(char for char, _ in run)
        if look.paper:
            parts.append(_box(x, top, len(text), look.paper))
        for at, char in enumerate(text, x):
            if char in _SINGLE:
                lines.setdefault(look.ink, []).append(_line(char, at, top))
            elif char in "█░":
                parts.append(_box(at, top, 1, look.ink, "1" if char == "█" else ".28"))
        parts += [
            _words(x + found.start(), top, found.group(), look) for found in _WRITTEN.finditer(text)
        ]
        x += len(text)
    strokes = [f'<path stroke="{ink}" d="{"".join(d)}"/>' for ink, d in lines.items()]
    return "".join(parts + strokes)


def _box(x: int, top: int, cells: int, colour: str, opacity: str = "1") -> str:
    more = "" if opacity == "1" else f' opacity="{opacity}"'
    return (
        f'<rect x="{x * CELL[0]}" y="{top}" width="{cells * CELL[0]}" height="{CELL[1]}"'
        f' fill="{colour}"{more}/>'
    )


def _line(char: str, x: int, top: int) -> str:
    middle_x, middle_y = x * CELL[0] + CELL[0] / 2, top + CELL[1] / 2
    half_x, half_y = CELL[0] / 2, CELL[1] / 2
    ends = _SINGLE[char].replace("-e", "we")
    points = [
        (middle_x + dx * half_x, middle_y + dy * half_y) for dx, dy in (_ENDS[end] for end in ends)
    ]
    if char in "╰╯╭╮":
        (ax, ay), (bx, by) = points
        return f"M{ax:g} {ay:g}Q{middle_x:g} {middle_y:g} {bx:g} {by:g}"
    drawn = "".join(f"M{middle_x:g} {middle_y:g}L{px:g} {py:g}" for px, py in points)
    if char in _HEAVY:
        # A selected card: the same line twice, side by side.
        drawn += "".join(
            f"M{middle_x + 2:g} {middle_y + 2:g}L{px + 2 * (px == middle_x):g}"
            f" {py + 2 * (py == middle_y):g}"
            for px, py in points
        )
    return drawn


def _words(x: int, top: int, text: str, look: Look) -> str:
    classes = " ".join(name for name, on in (("b", look.bold), ("u", look.underline)) if on)
    named = f' class="{classes}"' if classes else ""
    return (
        f'<text x="{x * CELL[0]}" y="{top + 14}" textLength="{len(text) * CELL[0]}"'
        f' fill="{look.ink}"{named}>{escape(text)}</text>'
    )


def described(svg: str) -> str:
    """The text of a picture that was written earlier."""
    found = re.search(r"<desc>(.*?)</desc>", svg, re.DOTALL)
    assert found is not None
    return unescape(found.group(1))


def cast(frames: Sequence[tuple[float, str]], size: tuple[int, int]) -> str:
    """A recording in the second format of asciinema: what is sent, and for how long it stands."""
    header = {
        "version": 2,
        "width": size[0],
        "height": size[1],
        "title": "A deal of gin rummy",
        "env": {"TERM": "xterm-256color"},
    }
    lines, at = [json.dumps(header)], 0.0
    for seconds, sent in frames:
        lines.append(json.dumps([round(at, 2), "o", sent], ensure_ascii=False))
        at += seconds
    return "\n".join(lines) + "\n"


def replayed(recording: str, each: Callable[[pyte.Screen], None]) -> None:
    """Show a recording to a terminal in memory; `each` sees every screen."""
    header, *events = map(json.loads, recording.splitlines())
    screen = pyte.Screen(header["width"], header["height"])
    stream = pyte.Stream(screen)
    for _, kind, sent in events:
        assert kind == "o"
        stream.feed(sent)
        each(screen)
