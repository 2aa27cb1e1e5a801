"""Colours measured: contrast as WCAG 2 counts it, distance in CIELAB, and colour-blind sight.

The matrices are those of Machado, Oliveira and Fernandes (2009), at severity 1.0, for linear RGB.
"""

import math
from collections.abc import Sequence
from itertools import combinations

RGB = tuple[float, float, float]
Matrix = tuple[RGB, RGB, RGB]

SIGHT: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: RGB = (0.95047, 1.0, 1.08883)


def rgb(written: str) -> RGB:
    """`#5f87ff` as three parts of one."""
    text = written.removeprefix("#")
    return tuple(int(text[at : at + 2], 16) / 255 for at in (0, 2, 4))  # type: ignore[return-value]


def linear(colour: RGB) -> RGB:
    """Without the screen's gamma."""
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)  # type: ignore[return-value]


def luminance(written: str) -> float:
    """How light a colour is, from 0 to 1."""
    red, green, blue = linear(rgb(written))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _times(matrix: Matrix, colour: RGB) -> RGB:
    return tuple(sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)  # type: ignore[return-value]


def lab(written: str, sight: str = "normal") -> RGB:
    """A colour as eyes of this kind see it, in CIELAB."""
    seen = _times(SIGHT[sight], linear(rgb(written)))
    clipped: RGB = tuple(min(1.0, max(0.0, c)) for c in seen)  # type: ignore[assignment]
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (c / w for c, w in zip(_times(_TO_XYZ, clipped), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def closest(colours: Sequence[str], sight: str) -> float:
    """The distance (CIE 1976) between the two colours of a set that are nearest to each other."""
    seen = [lab(colour, sight) for colour in colours]
    return min(math.dist(one, other) for one, other in combinations(seen, 2))
