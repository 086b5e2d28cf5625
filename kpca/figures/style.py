"""The one style of all figures: sizes, fonts, colors and markers.

Everybody can distinguish the colors and markers, also in gray.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import matplotlib

NARROW, WIDE = 3.5, 7.2
"""Widths in inches: one column and two columns of a journal."""

PART = 3.0
"""Width in inches of a part of a figure that fills a phone, on which its text is readable."""

HEIGHT = 2.6
"""Height in inches of a figure that asks for no other."""

DPI = 300
PIXELS, ON_SCREEN = 120, 200
"""Pixels of a screen for one inch, and of a picture that is for screens only."""
SMALLEST = 12 * 72 / PIXELS
"""The size in points of the smallest text, which is 12 pixels on a screen."""
SIGNED = "PRGn_r"
"""The colors of a matrix with signs: green, white, purple. Images, for gray paper, have others."""

STYLE = {
    "figure.dpi": DPI,
    "savefig.dpi": DPI,
    "figure.constrained_layout.use": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 8,
    "axes.titlelocation": "left",
    "axes.linewidth": 0.6,
    "font.size": 8,
    "xtick.labelsize": SMALLEST,
    "ytick.labelsize": SMALLEST,
    "legend.fontsize": SMALLEST,
    "legend.title_fontsize": SMALLEST,
    "legend.frameon": False,
    "image.cmap": "cividis",
    "svg.hashsalt": "kpca",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
}


@contextmanager
def style() -> Iterator[None]:
    """The style of this project inside the block; the user's own settings outside it.

    Inside, the settings of the user do not count: equal figures have equal bytes.
    """
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        # A letter that the font does not have is drawn as a box; ``display`` says so.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield
