"""Loadings: a map, lines or stems over the columns, arrows over a map of samples."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures import columns
from kpca.figures.labels import LONGEST, literal, with_unit
from kpca.figures.maps import beside
from kpca.figures.names import plain, shortened
from kpca.figures.style import COLORS, NARROW, WIDE

MOST_ROWS = 30
"""The most columns that a map shows a row each."""

MOST_LINES = 6
MOST_ARROWS = 12
SHORTEST = 0.1
"""Arrows that are shorter than this share of the longest one are not drawn."""
PROMINENCE = 0.05
"""A peak of the length over ordered columns rises by this share of the longest arrow."""


def as_lines(names: Sequence[str]) -> bool:
    """Whether loadings are drawn over the columns: columns in an order, or too many for a map."""
    return len(names) > MOST_ROWS or columns.scale(names) is not None


def height(names: Sequence[str], d: int) -> float:
    """Height in inches of the picture that ``draw`` makes of ``d`` components."""
    return 0.5 + 0.95 * min(d, MOST_LINES) if as_lines(names) else 0.7 + 0.17 * len(names)


def width(names: Sequence[str], d: int) -> float:
    """Width in inches of that picture."""
    return WIDE if as_lines(names) or d > 6 else NARROW


def draw(figure: Figure, W: Array, names: Sequence[str], what: str, kind: str = "column") -> None:
    """W (q, d) as a map, or over the columns if ``as_lines``.

    ``what`` is "loading" or "correlation"; ``kind`` is "column" (of the input) or "feature" (of a
    feature map).
    """
    if as_lines(names):
        lines(figure, W, names, what, kind)
    else:
        as_map(figure.subplots(), W, names, what)


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


def longest(W: Array, most: int = MOST_ARROWS) -> Array:
    """Places of the columns with the longest arrows in the plane of W (q, 2), longest first.

    At most ``most``, and none shorter than ``SHORTEST`` of the longest.
    """
    length = np.hypot(W[:, 0], W[:, 1])
    return _long(np.argsort(-length, kind="stable"), length, most)


def _long(places: Array, length: Array, most: int) -> Array:
    return places[length[places] >= SHORTEST * length.max()][:most]


def peaks(W: Array, most: int = MOST_ARROWS) -> Array:
    """Places of the peaks of the length over ordered columns of W (q, 2), highest first.

    At most ``most``, and none lower than ``SHORTEST`` of the highest. A peak rises by at least
    ``PROMINENCE`` of the highest above the valley between it and a higher peak, so that noise on a
    plateau is no peak, and it lies at least a twentieth of the columns away from a higher peak.
    """
    # Loaded here only: it takes longer than all the rest.
    from scipy.signal import find_peaks

    length = np.hypot(W[:, 0], W[:, 1])
    padded = np.concatenate([[-1.0], length, [-1.0]])
    rise = PROMINENCE * length.max()
    found = find_peaks(padded, distance=max(1, len(W) / 20), prominence=rise)[0] - 1
    return _long(found[np.argsort(-length[found], kind="stable")], length, most)


def _chosen(W: Array, names: Sequence[str]) -> tuple[Array, bool]:
    """Places of the columns with an arrow, and whether a line joins the tips of all columns."""
    ordered = columns.scale(names) is not None and len(names) > MOST_ARROWS
    return (peaks(W) if ordered else longest(W)), ordered


def which_arrows(W: Array, names: Sequence[str]) -> str:
    """A sentence for the caption on the columns of W (q, 2) that ``arrows`` chooses.

    >>> which_arrows(np.array([[1.0, 0.0], [0.0, 0.02], [0.3, 0.4]]), ["a", "b", "c"])
    'The longest arrows are drawn: 2 of 3 columns.'
    >>> which_arrows(np.eye(2), ["a", "b"])
    ''
    """
    chosen, ordered = _chosen(W, names)
    if ordered:
        return (
            f"Of {len(W)} columns in an order the peaks are drawn; the gray line joins the tips of "
            "all columns."
        )
    if len(chosen) < len(W):
        return f"The longest arrows are drawn: {len(chosen)} of {len(W)} columns."
    return ""


def arrows(axes: Axes, Z: Array, W: Array, names: Sequence[str]) -> None:
    """Arrows of the loadings W (q, 2) over the scores Z (n, 2) that ``axes`` show.

    An arrow points to where its column grows. All have one scale; the longest reaches nine tenths
    of the way to the farthest score. Names stand outward along the arrows, beside the samples. For
    ordered columns the peaks have arrows, and a line joins the tips of all columns.
    """
    chosen, ordered = _chosen(W, names)
    tips = 0.9 * np.hypot(*Z.T).max() / max(np.hypot(*W.T).max(), 1e-300) * W
    if ordered:
        axes.plot(*tips.T, color="0.5", lw=0.6)
    for j in chosen:
        look = {"arrowstyle": "->", "color": "0.2", "lw": 0.7, "shrinkA": 0, "shrinkB": 0}
        axes.annotate("", tips[j], (0, 0), arrowprops=look)
    axes.update_datalim(tips[chosen])
    axes.autoscale_view()
    told = [names[j] for j in chosen]
    beside(axes, tips[chosen], told, back=True, others=Z, outward=True)
