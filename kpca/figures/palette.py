"""Colors and markers of classes, in pictures and on interactive maps."""

from collections.abc import Sequence
from operator import mul

# Okabe & Ito's palette and three more; each class also has its own marker, for gray.
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
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">")

GRAY = "#767676"
"""The color of samples without a class."""


def readable_on(color: Sequence[float]) -> str:
    """Black or white, whichever has more contrast (WCAG 2) on a color in red, green and blue."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3]
    ]
    luminance = sum(map(mul, (0.2126, 0.7152, 0.0722), linear))
    return "black" if (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) else "white"
