"""Drawings of how the solver works, with the cards and numbers of real hands, as SVG."""

from collections.abc import Callable
from html import escape
from typing import Final

import gin

INK: Final = "#1f2430"
PALE: Final = "#68707f"
LINE: Final = "#c9ced8"
EMPTY: Final = "#f5f6f8"
HELD: Final = "#cfe2ff"
RUN: Final = "#bfe6c6"
SET: Final = "#ffe0a6"
BOTH: Final = "#f6b4b4"
SANS: Final = "system-ui, 'DejaVu Sans', Arial, sans-serif"
MONO: Final = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

RANKS: Final = "A23456789TJQK"
SUITS: Final = (("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs"))
LANE: Final = 0x1FFF
WORD: Final = (1 << 64) - 1
CELL: Final = 26

# One hand for all drawings of deadwood: a run, and a seven wanted by a run and by a set.
HAND: Final = gin.Hand("5S 6S 7S 7H 7D 2C 3C 4C QH KD")


class Sheet:
    """A drawing under way: shapes in pixels, from the top left."""

    def __init__(self, width: int, height: int, title: str, told: str) -> None:
        """`told` says in words what the drawing shows."""
        self.size = (width, height)
        self.title = title
        self.told = told
        self.parts: list[str] = []

    def text(
        self, x: float, y: float, words: str, *, look: str = "", ink: str = INK, at: str = "start"
    ) -> None:
        """Words on a base line; `look` is b for bold, m for fixed width, s for small."""
        named = f' class="{" ".join(look)}"' if look else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" fill="{ink}" text-anchor="{at}"{named}>'
            f"{escape(words)}</text>"
        )

    def box(
        self, x: float, y: float, size: tuple[float, float], fill: str, round_: int = 3
    ) -> None:
        """A filled box with a thin edge."""
        width, height = size
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_}"'
            f' fill="{fill}" stroke="{LINE}"/>'
        )

    def cell(self, x: float, y: float, letter: str, fill: str) -> None:
        """One bit of a lane."""
        self.box(x, y, (CELL - 2, CELL - 2), fill)
        self.text(x + CELL / 2 - 1, y + CELL / 2 + 4, letter, look="m", at="middle")

    def arrow(self, *points: tuple[float, float]) -> None:
        """A line through some points, with a head at the last."""
        path = "L".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(
            f'<path d="M{path}" fill="none" stroke="{INK}" stroke-width="1.4"'
            ' marker-end="url(#head)"/>'
        )

    def svg(self) -> str:
        """The whole file."""
        width, height = self.size
        body = "\n".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" role="img">\n'
            f"<title>{escape(self.title)}</title>\n<desc>{escape(self.told)}</desc>\n"
            f"<style>text{{font:14px {SANS}}}.m{{font-family:{MONO}}}"
            ".b{font-weight:bold}.s{font-size:12px}</style>\n"
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
            f' markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{INK}"/></marker>'
            "</defs>\n"
            f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>\n{body}\n</svg>\n'
        )


def lane(mask: int, suit: int) -> int:
    """Sixteen bits of a word: one suit."""
    return mask >> (16 * suit) & 0xFFFF


def turned(mask: int, by: int) -> int:
    """A word rotated to the left."""
    return (mask << by | mask >> (64 - by)) & WORD


def run_cards(mask: int) -> int:
    """As in `meld.rs`."""
    pairs = mask & mask >> 1
    lowest = pairs & pairs >> 1
    two = lowest | lowest << 1
    return two | two << 1


def set_ranks(mask: int) -> int:
    """As in `meld.rs`."""
    other = turned(mask, 32)
    threes = mask & other & turned(mask | other, 16)
    return threes | turned(threes, 16)


def points(mask: int) -> int:
    """The points of all cards of a word."""
    return gin.Hand.from_mask(mask).points


def draw_lane(sheet: Sheet, at: tuple[float, float], bits: int, fill: str) -> None:
    """Thirteen cells, king to ace, as the bits stand in the word."""
    x, y = at
    for place, rank in enumerate(reversed(range(13))):
        held = bits >> rank & 1
        sheet.cell(x + CELL * place, y, RANKS[rank] if held else "", fill if held else EMPTY)


def word() -> Sheet:
    """A hand in one word."""
    mask = HAND.mask
    sheet = Sheet(680, 214, "A hand is one word", f"The lanes of {HAND}: one bit a card.")
    sheet.text(20, 28, f"{HAND}", look="bm")
    for row, suit in enumerate(reversed(range(4))):
        y = 48 + row * (CELL + 4)
        low = 16 * suit
        sheet.text(20, y + 17, f"{low + 15:2}-{low}", look="ms", ink=PALE)
        sheet.text(76, y + 17, SUITS[suit][1])
        for place in range(3):
            sheet.cell(150 + CELL * place, y, "0", "#e4e7ec")
        draw_lane(sheet, (150 + 3 * CELL, y), lane(mask, suit), HELD)
        sheet.text(584, y + 17, f"0x{lane(mask, suit):04x}", look="m", ink=PALE)
    sheet.text(20, 194, f"mask 0x{mask:016x}", look="m")
    sheet.text(
        300, 194, "three zeros a lane: a shift by 1 or 2 stays in its suit", look="s", ink=PALE
    )
    return sheet


def runs() -> Sheet:
    """How a run is found without a loop."""
    bits = lane(gin.Hand("3S 4S 5S 6S 8S 9S KS").mask, 0)
    pairs = bits & bits >> 1
    lowest = pairs & pairs >> 1
    rows = (
        ("h", bits, HELD, "the lane of a suit"),
        ("h >> 1", bits >> 1, HELD, "each card one place down"),
        ("t = h & h >> 1", pairs, HELD, "cards whose next one up is held"),
        ("r = t & t >> 1", lowest, HELD, "the lowest card of each three"),
        ("r, spread up by two", run_cards(bits), RUN, "the cards in runs"),
    )
    sheet = Sheet(800, 210, "The cards in runs, without a loop", "Two shifts find each three.")
    for row, (name, held, fill, note) in enumerate(rows):
        y = 20 + row * (CELL + 6)
        sheet.text(20, y + 17, name, look="m")
        draw_lane(sheet, (200, y), held, fill)
        sheet.text(556, y + 17, note, look="s", ink=PALE)
    sheet.text(20, 196, "All four lanes of the word at once: eight operations.", look="s", ink=PALE)
    return sheet


def sets() -> Sheet:
    """Which cards are wanted by a run, by a set, by both."""
    mask = HAND.mask
    in_runs, ranks = run_cards(mask), set_ranks(mask)
    sheet = Sheet(680, 226, "Wanted by a run, by a set, or by both", "The two masks on one hand.")
    for row, suit in enumerate(reversed(range(4))):
        y = 20 + row * (CELL + 4)
        sheet.text(20, y + 17, SUITS[suit][1])
        for place, rank in enumerate(reversed(range(13))):
            bit = 1 << (16 * suit + rank)
            fill = EMPTY
            if mask & bit:
                wanted = (bool(in_runs & bit), bool(ranks & bit))
                fill = {(1, 0): RUN, (0, 1): SET, (1, 1): BOTH}.get(wanted, HELD)
            sheet.cell(120 + CELL * place, y, RANKS[rank] if mask & bit else "", fill)
    for row, (fill, words) in enumerate(
        (
            (RUN, "in a run of three or more"),
            (SET, "of a rank held three times"),
            (BOTH, "both: a conflict"),
            (HELD, "neither: dead anyway"),
        )
    ):
        y = 20 + row * (CELL + 4)
        sheet.box(480, y + 3, (16, 16), fill)
        sheet.text(504, y + 17, words, look="s")
    both = gin.Hand.from_mask(in_runs & ranks & mask)
    dead = gin.Hand.from_mask(mask & ~in_runs & ~ranks)
    sheet.text(20, 168, f"conflict: {both}", look="m")
    sheet.text(20, 190, f"dead in every arrangement: {dead}, {dead.points} points", look="m")
    sheet.text(
        20,
        212,
        "No answer can be less; where nothing is in conflict, this is it.",
        look="s",
        ink=PALE,
    )
    return sheet


def paths() -> Sheet:
    """The three ways to an answer."""
    sheet = Sheet(
        760, 330, "Three ways to the answer", "No conflict; a bound that is met; a choice of sets."
    )

    def box(x: float, y: float, lines: tuple[str, ...], fill: str, width: float = 200) -> None:
        sheet.box(x, y, (width, 18 + 18 * len(lines)), fill, 6)
        for row, words in enumerate(lines):
            sheet.text(x + width / 2, y + 22 + 18 * row, words, at="middle", look="b" * (row == 0))

    box(20, 20, ("hand", "one word"), EMPTY, 120)
    box(200, 20, ("two masks", "15 operations"), HELD)
    box(200, 120, ("a card in both?",), "#ffffff")
    box(200, 206, ("take all sets", "is a run card orphaned?"), "#ffffff")
    box(500, 110, ("1  read four tables", "97 of 100 random hands"), RUN, 240)
    box(500, 196, ("2  count the loose cards", "the bound is met"), SET, 240)
    box(500, 272, ("3  try the conflict ranks",), BOTH, 240)
    sheet.arrow((140, 47), (198, 47))
    sheet.arrow((300, 74), (300, 118))
    sheet.arrow((400, 138), (498, 138))
    sheet.text(440, 130, "no", look="s")
    sheet.arrow((300, 156), (300, 204))
    sheet.text(310, 184, "yes", look="s")
    sheet.arrow((400, 224), (498, 224))
    sheet.text(440, 216, "no", look="s")
    sheet.arrow((300, 260), (300, 290), (498, 290))
    sheet.text(310, 284, "yes", look="s")
    return sheet


def leaf() -> Sheet:
    """The last conflict rank, suit by suit."""
    rank = RANKS.index("7")
    mask, without = HAND.mask, HAND.mask & ~sum(1 << (16 * suit + rank) for suit in range(4))
    sheet = Sheet(
        680,
        250,
        "The last conflict rank, suit by suit",
        "Eight table reads decide about the sevens.",
    )
    sheet.text(20, 28, f"{HAND}", look="bm")
    sheet.text(130, 54, "A: the sevens left in", look="s", ink=PALE)
    sheet.text(400, 54, "B: the sevens taken out", look="s", ink=PALE)
    totals = [0, 0]
    for suit in range(4):
        y = 62 + 30 * suit
        sheet.text(20, y + 17, SUITS[suit][1])
        for column, held in enumerate((mask, without)):
            bits = lane(held, suit)
            left = points((bits & ~run_cards(bits) & LANE) << (16 * suit))
            totals[column] += left
            cards = gin.Hand.from_mask(bits << (16 * suit))
            x = 130 + 270 * column
            sheet.box(x, y, (180, 24), RUN if run_cards(bits) else EMPTY)
            sheet.text(x + 10, y + 17, f"{cards}" if cards else "-", look="m")
            sheet.text(x + 222, y + 17, f"{left}", look="m", at="end")
    kept, taken = totals
    if min(totals) != gin.deadwood(HAND):
        raise ValueError("the drawing and the solver differ")
    sheet.text(20, 206, "loose")
    sheet.text(352, 206, f"{kept}", look="bm", at="end")
    sheet.text(622, 206, f"{taken}", look="bm", at="end")
    sheet.text(20, 236, f"the less of the two: {min(totals)}", look="b")
    return sheet


def batch() -> Sheet:
    """Sixteen hands a step, and the queue."""
    sheet = Sheet(
        760, 280, "Sixteen hands a step", "Hands with a conflict wait in a queue for pass two."
    )
    conflicts = {2, 7, 8, 13}
    sheet.text(20, 28, "pass one: sixteen hands a step, as if none had a conflict", look="b")
    for register in range(4):
        for at in range(4):
            hand = 4 * register + at
            x = 20 + 180 * register + 42 * at
            sheet.box(x, 44, (40, 30), BOTH if hand in conflicts else HELD)
            sheet.text(x + 20, 64, f"{hand}", look="m", at="middle")
        sheet.text(20 + 180 * register, 92, f"register {register + 1}", look="s", ink=PALE)
    sheet.text(20, 130, "answers: a byte a hand, those in conflict still wrong", look="s")
    for hand in range(16):
        x = 20 + 42 * hand
        sheet.box(x, 138, (40, 24), BOTH if hand in conflicts else RUN)
    sheet.text(
        20, 196, "queue: the places of those with a conflict, written without a branch", look="s"
    )
    for place, hand in enumerate(sorted(conflicts)):
        x = 20 + 42 * place
        sheet.box(x, 204, (40, 24), BOTH)
        sheet.text(x + 20, 221, f"{hand}", look="m", at="middle")
    sheet.arrow((196, 216), (280, 216))
    sheet.text(290, 221, "pass two: solved four at a time, put in their places", look="b")
    sheet.text(
        20,
        262,
        "Blocks of 1,024 hands; threads share the blocks.",
        look="s",
        ink=PALE,
    )
    return sheet


def layoff() -> Sheet:
    """Layoffs are runs of the union."""
    spread, defender = gin.Meld("5S 6S 7S"), gin.Hand("8S 9S 4S 2S KD")
    found = gin.lay_off(defender, [spread])
    sheet = Sheet(
        680,
        190,
        "Layoffs are runs of hand and spread together",
        "Stretches that hold a spread run.",
    )
    rows = (
        ("spread", spread.cards.mask, SET),
        ("defender", lane(defender.mask, 0), HELD),
        ("union", lane((defender | spread.cards).mask, 0), HELD),
    )
    for row, (name, bits, fill) in enumerate(rows):
        y = 20 + row * (CELL + 6)
        sheet.text(20, y + 17, name)
        draw_lane(sheet, (120, y), bits, fill)
    union = rows[2][1]
    y = 20 + 3 * (CELL + 6)
    sheet.text(20, y + 17, "in its runs")
    draw_lane(sheet, (120, y), run_cards(union), RUN)
    order = " ".join(f"{card}" for card, _ in found.laid_off)
    sheet.text(20, 172, f"laid off {order}; left {found.deadwood}, {found.points} points", look="m")
    sheet.text(472, 37, "on the table", look="s", ink=PALE)
    sheet.text(472, 69, "spades of the defender", look="s", ink=PALE)
    sheet.text(472, 133, "4 below, 8 and 9 above", look="s", ink=PALE)
    return sheet


DRAWINGS: Final[dict[str, Callable[[], Sheet]]] = {
    made.__name__: made for made in (word, runs, sets, paths, leaf, batch, layoff)
}
