"""Loadings: a map, or lines or stems over the columns."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures import columns
from kpca.figures.display import Words
from kpca.figures.style import COLORS, NARROW, WIDE
from kpca.figures.texts import LONGEST, counted, listed, literal, plain, shortened, with_unit

MOST_ROWS = 30
"""The most columns that a map shows a row each."""

MOST_LINES = 6


def as_lines(names: Sequence[str]) -> bool:
    """Whether loadings are drawn over the columns: columns in an order, or too many for a map."""
    return len(names) > MOST_ROWS or columns.scale(names) is not None


def draw(
    figure: Figure, W: Array, names: Sequence[str], what: str, kind: str = "column"
) -> Words | str:
    """W (q, d) as a map, or over the columns if ``as_lines``; a sentence if q = 1.

    ``what`` is "loading" or "correlation"; ``kind`` is "column" (of the input) or "feature" (of a
    feature map).
    """
    if len(W) == 1:
        return f"There is one {kind}, {plain(names[0])}: every component is made of it alone."
    figure.set_size_inches(*_size(names, W.shape[1]))
    if as_lines(names):
        lines(figure, W, names, what, kind)
        panels = ", one panel for each of the first components"
    else:
        as_map(figure.subplots(), W, names, what)
        panels = "; white is none"
    within = "in" if what == "loading" else "with"
    return Words(
        f"The {what} of each {kind} {within} each component{panels}.",
        f"{_form(W, names, kind)} {strongest_in_words(W, names, what)}",
    )


def _size(names: Sequence[str], d: int) -> tuple[float, float]:
    """Width and height in inches of the picture of ``d`` components."""
    if as_lines(names):
        return WIDE, 0.5 + 0.95 * min(d, MOST_LINES)
    return WIDE if d > 6 else NARROW, 0.7 + 0.17 * len(names)


def _form(W: Array, names: Sequence[str], kind: str) -> str:
    if as_lines(names):
        of = counted(min(W.shape[1], MOST_LINES), "panel")
        return f"{of} with a {'line' if columns.scale(names) else 'stem'} over {len(W)} {kind}s."
    return f"A map of {len(W)} {kind}s by {counted(W.shape[1], 'component')}."


def strongest_in_words(W: Array, names: Sequence[str], what: str) -> str:
    """The largest entry in size of each of the first components of W (q, d)."""
    texts, d = shortened(names, LONGEST), min(W.shape[1], MOST_LINES)
    rows = np.abs(W[:, :d]).argmax(axis=0)
    largest = [f"{texts[j]} ({W[j, k]:.2g}) in component {k + 1}" for k, j in enumerate(rows)]
    return f"The largest {what} in size: {listed(largest)}."


def as_map(axes: Axes, W: Array, names: Sequence[str], what: str) -> None:
    """W (q, d) as a map with one row for each column; white is zero."""
    limit = max(float(np.abs(W).max()), 1e-300)
    image = axes.imshow(W, cmap="PuOr", vmin=-limit, vmax=limit, aspect="auto")
    axes.set_xticks(range(W.shape[1]), range(1, W.shape[1] + 1))
    axes.set_yticks(range(len(names)), list(map(literal, shortened(names, LONGEST))))
    axes.set(xlabel="component")
    axes.figure.colorbar(image, ax=axes).set_label(what)


def lines(figure: Figure, W: Array, names: Sequence[str], what: str, kind: str = "column") -> None:
    """W (q, d) over the columns, one panel for each of the first components.

    Columns in an order are joined by a line, over the number in their names, with its unit if they
    have one. Decreasing numbers, such as wavenumbers, decrease to the right. Columns without an
    order are stems over their places: columns that are not neighbors are not joined.
    """
    found = columns.scale(names)
    place = np.arange(1, len(W) + 1) if found is None else found.values
    d = min(W.shape[1], MOST_LINES)
    panels = figure.subplots(d, 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    for k, axes in enumerate(panels):
        axes.axhline(0.0, color="0.7", lw=0.6)
        if found is None:
            axes.plot(*_stems(place, W[:, k]), color=COLORS[0], lw=0.8)
        else:
            marker = "o" if len(W) <= MOST_ROWS else None
            axes.plot(place, W[:, k], color=COLORS[0], lw=1.0, marker=marker, ms=3)
        axes.set_title(f"component {k + 1}")
    panels[-1].set_xlabel(_across(found, kind))
    panels[-1].margins(x=0.01)
    if place[0] > place[-1]:
        panels[-1].invert_xaxis()
    figure.supylabel(what, fontsize="medium")


def _stems(place: Array, values: Array) -> tuple[Array, Array]:
    """One line from 0 to each value, with a gap after it: a single path in a file."""
    gaps = np.full(len(values), np.nan)
    y = np.column_stack([np.zeros(len(values)), values, gaps])
    return np.repeat(place, 3), y.ravel()


PLACES = {"column": "place among the columns used", "feature": "place of the feature"}


def _across(found: columns.Scale | None, kind: str) -> str:
    if found is None:
        return PLACES[kind]
    return with_unit(literal(plain(found.quantity or "column", LONGEST)), found.unit or "1")
