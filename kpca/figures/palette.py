"""Colors and markers of classes, in pictures and on interactive maps."""

from collections.abc import Sequence
from operator import mul
from typing import TypeVar

M = TypeVar("M")

# Okabe & Ito's palette and three more; each class also has a marker, for gray.
COLORS = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#000000",
    "#6600CC",
    "#882255",
    "#664422",
)
Marker = str | tuple[int, int, int]

MARKERS: tuple[Marker, ...] = ("o", "s", "^", "d", "v", "h", "*", (4, 1, 45), (3, 1, 0), "P")
"""The shapes of ``kpca.page.beside.MARKERS``: the last ones are stars of four and three points."""

STYLES = ("-", "--", "-.", ":", (0, (3, 1, 1, 1, 1, 1)), (0, (6, 2)))
"""Dashes of curves, which tell them apart in gray."""

MOST_CLASSES = 2 * len(COLORS)
"""More classes than this have no looks of their own."""

GRAY = "#767676"
"""The color of samples without a class."""

SHIFT = 3
"""How far the markers are moved when the colors begin again: to a shape that is not alike."""


def looks(markers: Sequence[M]) -> list[tuple[str, M]]:
    """The color and the marker of each of twenty classes; ``markers`` are ten shapes.

    There are no twenty colors that differ with every color deficiency. So classes 11 to 20 have the
    ten colors again, each with another shape.
    """
    ten = len(COLORS)
    return [(COLORS[k % ten], markers[(k + SHIFT * (k // ten)) % ten]) for k in range(MOST_CLASSES)]


def readable_on(color: Sequence[float]) -> str:
    """Black or white, whichever has more contrast (WCAG 2) on a color in red, green and blue."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3]
    ]
    luminance = sum(map(mul, (0.2126, 0.7152, 0.0722), linear))
    return "black" if (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) else "white"
