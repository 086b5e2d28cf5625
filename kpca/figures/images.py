"""Columns that are the cells of a grid, such as pixels: their values as images."""

import re
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

from kpca.arrays import Array, Indices
from kpca.figures.style import SMALLEST, WIDE
from kpca.figures.texts import counted, literal

FEWEST_CELLS = 3
"""The fewest rows and columns of a grid."""

ACROSS, MOST_IMAGES = 5, 10
"""The most images beside each other, and in one figure."""

SIGNS = "Dark blue is negative, yellow positive, and gray none"
"""The colors of values with two signs, which are lighter the larger a value is, in gray too."""

_CELL = re.compile(r"(?P<before>.*?)(?P<row>\d+)\D(?P<column>\d+)")


def grid(names: Sequence[str]) -> Indices | None:
    """The row and the column (q, 2), from 0, of columns that are cells of a grid; None of others.

    All cells of the grid are there, and their names differ in two numbers.

    >>> grid(["pixel_1_1", "pixel_1_2"]) is None
    True
    """
    cells = [_CELL.fullmatch(name) for name in names]
    if not cells or not all(cells) or len({cell["before"] for cell in cells}) > 1:
        return None
    at = np.array([[int(cell["row"]), int(cell["column"])] for cell in cells])
    at -= at.min(axis=0)
    size = at.max(axis=0) + 1
    is_whole = len(at) == len(np.unique(at, axis=0)) == size.prod()
    return at if is_whole and size.min() >= FEWEST_CELLS else None


def draw(figure: Figure, values: Mapping[str, Array], cells: Indices, label: str = "") -> str:
    """An image of values (q,) for each title; returns what is drawn, in words.

    With a ``label`` all have one scale, which a bar explains, else each has its own.
    """
    shown = dict(list(values.items())[:MOST_IMAGES])
    rows, size = -(-len(shown) // ACROSS), cells.max(axis=0) + 1
    figure.set_size_inches(WIDE, rows * (0.3 + WIDE / (ACROSS + 1) * min(size[0] / size[1], 2.0)))
    panels = figure.subplots(rows, ACROSS, squeeze=False).ravel()
    for axes in panels[len(shown) :]:
        axes.remove()
    largest = max(float(np.abs(each).max()) for each in shown.values()) if label else None
    for axes, (title, each) in zip(panels, shown.items(), strict=False):
        image = on_axes(axes, each, cells, largest)
        axes.set_title(literal(title), fontsize=SMALLEST)
    if label:
        figure.colorbar(image, ax=figure.axes).set_label(label)
    return f"{counted(len(shown), 'image')} of {size[0]} by {size[1]} cells."


def on_axes(axes: Axes, values: Array, cells: Indices, largest: float | None = None) -> AxesImage:
    """An image of values (q,), whose scale ends at the ``largest`` size, by default their own."""
    picture = np.empty(cells.max(axis=0) + 1)
    picture[tuple(cells.T)] = values
    end = max(float(np.abs(values).max()) if largest is None else largest, 1e-300)
    axes.set(xticks=[], yticks=[])
    axes.spines[:].set_visible(False)
    signed = values.min() < 0.0
    cmap, low = ("cividis", -end) if signed else ("Blues", 0.0)
    return axes.imshow(picture, cmap=cmap, vmin=low, vmax=end)
