"""Where a picture is cut on a phone, so that its panels stand one below the other."""

import re
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image


def of_file(path: Path) -> list[str]:
    """The ``cuts`` of a PNG, or those with which an SVG was stored."""
    if path.suffix == ".png":
        return cuts(path.read_bytes())
    return re.findall(r"cut-\d+", path.read_text(encoding="utf-8").partition("<metadata")[0])


def cuts(png: bytes) -> list[str]:
    """``cut-500`` if columns of panels end in the middle of a picture, and so on, in 1/1000.

    A column has a line that is as long as a tenth of the picture. Behind it no pixel is drawn from
    top to bottom, in a width of 1/150; there is less room between words that lie across.
    """
    with Image.open(BytesIO(png)) as image:
        drawn = np.asarray(image.convert("L")) < 250
    width, length = drawn.shape[1], drawn.shape[1] // 10
    sums = np.cumsum(drawn, axis=1)
    lines = np.flatnonzero((sums[:, length:] - sums[:, :-length] == length).any(axis=0)) + 1
    ends = np.flatnonzero(np.diff(drawn.any(axis=0), prepend=False, append=False)).reshape(-1, 2)
    columns = np.unique(np.searchsorted(ends[:, 0], lines, side="right") - 1)[:-1]
    gaps = zip(ends[columns, 1], ends[columns + 1, 0], strict=True)
    return [f"cut-{500 * (a + b) / width:.0f}" for a, b in gaps if b - a > width / 150]
