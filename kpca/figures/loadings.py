"""Loadings: a map, or lines or stems over the columns."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures import images
from kpca.figures.display import Words
from kpca.figures.palette import COLORS, readable_on
from kpca.figures.style import NARROW, SMALLEST, WIDE
from kpca.figures.texts import LONGEST, counted, listed, literal, plain, shortened, with_unit

FEWEST = 3
"""Two columns are always in order."""

_NUMBER = r"(?P<number>[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
_FIRST = re.compile(rf"(?P<before>\D*?){_NUMBER}(?P<after>(?:[^\d.].*)?)")
"""The first number of a name, with whatever follows: 4000 cm-1."""
_LAST = re.compile(rf"(?P<before>.*?){_NUMBER}(?P<after>\D*)")
"""The last number of a name, with whatever is before it: CO2 at 15."""
_BRACKETS = " _-.:=()[]"

R_PREFIX = "X"
"""What R writes before a number that names a column."""


@dataclass(frozen=True)
class Scale:
    """Numbers (q,) that the names of columns stand for, in a quantity and a unit ("" if unknown).

    ``values`` increase or decrease strictly.
    """

    values: Array
    quantity: str
    unit: str


def scale(names: list[str] | tuple[str, ...]) -> Scale | None:
    """The scale of columns whose names are increasing or decreasing numbers, else None.

    Every name may have the same text before its number and the same text after it. The text after
    it is the unit. Without a unit, numbers that count the columns are none, and numbers behind a
    text are only one where there are more than ``MOST_ROWS`` in equal steps: x1, x2, x3 and the
    questions Q1, Q4, Q9 have no distance from each other. The X before numbers is R's.

    >>> scale(["400 nm", "410 nm", "420 nm"])
    Scale(values=array([400., 410., 420.]), quantity='', unit='nm')
    >>> scale(["x1", "x2", "x3"]) is None
    True
    >>> scale(["sepal length", "sepal width", "petal length"]) is None
    True
    """
    scales = (_scale(tuple(names), pattern) for pattern in (_FIRST, _LAST))
    return next((scale for scale in scales if scale is not None and _measures(scale)), None)


def _measures(found: Scale) -> bool:
    """Whether numbers in names say how far the columns are from each other."""
    if found.unit:
        return True
    steps = np.diff(found.values)
    is_even = bool(np.allclose(steps, steps[0], rtol=1e-6, atol=0.0))
    if len(found.values) > MOST_ROWS and is_even:
        return True
    counts = is_even and abs(steps[0]) == 1.0 and found.values.min() in (0.0, 1.0)
    return found.quantity in ("", R_PREFIX) and not counts


# Each panel of a figure asks for the scale of the same names, which may be thousands.
@lru_cache(maxsize=4)
def _scale(names: tuple[str, ...], pattern: re.Pattern[str]) -> Scale | None:
    matches = [pattern.fullmatch(name.strip()) for name in names]
    if len(matches) < FEWEST or not all(matches):
        return None
    if len({(match["before"], match["after"].strip()) for match in matches}) > 1:
        return None
    values = np.array([float(match["number"]) for match in matches])
    steps = np.diff(values)
    if not (np.isfinite(values).all() and ((steps > 0).all() or (steps < 0).all())):
        return None
    return Scale(
        values, matches[0]["before"].strip(_BRACKETS), matches[0]["after"].strip(_BRACKETS)
    )


MOST_ROWS = 30
"""The most columns that a map shows a row each."""

MOST_NAMED = 20
"""The columns with the largest values that stand for all, if these have no order and are more than
a map shows."""

MOST_LINES = 6

MOST_NUMBERS = 48
"""The most cells of a map in which their numbers stand."""


def as_lines(names: Sequence[str]) -> bool:
    """Whether loadings are drawn over the columns: columns in an order, or too many for a map."""
    return len(names) > MOST_ROWS or scale(names) is not None


def draw(
    figure: Figure, W: Array, names: Sequence[str], what: str, kind: str = "column"
) -> Words | str:
    """W (q, d) as a map, or over the columns if ``as_lines``; a sentence if q = 1.

    Many columns without an order are a map of the ``MOST_NAMED`` with the largest values. ``what``
    is "loading" or "correlation"; ``kind`` is "column" (of the input) or "feature" (of a
    feature map). Columns that are a grid are images.
    """
    if len(W) == 1:
        return f"There is one {kind}, {plain(names[0])}: every component is made of it alone."
    cells = images.grid(names)
    if kind == "column" and cells is not None:
        of_each = {f"component {k}": values for k, values in enumerate(W.T, 1)}
        drawn = images.draw(figure, of_each, cells, what)
        return Words(
            f"The {what} of each column {'in' if what == 'loading' else 'with'} each component, as "
            f"images of the columns, which are a grid. {images.SIGNS}.",
            f"{drawn} {strongest_in_words(W, names, what)}",
        )
    if kind == "column" and as_lines(names) and scale(names) is None:
        return _strongest(figure, W, names, what)
    figure.set_size_inches(*_size(names, W.shape[1]))
    if as_lines(names):
        lines(figure, W, names, what, kind)
        panels = ", one panel for each of the first components"
    else:
        as_map(figure.subplots(), W, names, what)
        panels = f". {images.SIGNS}"
    within = "in" if what == "loading" else "with"
    return Words(
        f"The {what} of each {kind} {within} each component{panels}.",
        f"{_form(W, names, kind)} {strongest_in_words(W, names, what)}",
    )


def _strongest(figure: Figure, W: Array, names: Sequence[str], what: str) -> Words:
    """A map of the columns with the largest values in W (q, d), in their order."""
    rows = np.sort(np.argsort(-np.abs(W).max(axis=1), kind="stable")[:MOST_NAMED])
    chosen = [names[j] for j in rows]
    figure.set_size_inches(*_size_of_map(chosen, W.shape[1]))
    # Names of the chosen ones may be numbers in an order, which all together are not.
    as_map(figure.subplots(), W[rows], chosen, what)
    return Words(
        f"The {what} of the {len(rows)} columns with the largest ones, of {len(names)}. "
        f"{images.SIGNS}.",
        f"A map of {len(rows)} of {len(names)} columns by {counted(W.shape[1], 'component')}. "
        f"{strongest_in_words(W, names, what)}",
    )


def _size(names: Sequence[str], d: int) -> tuple[float, float]:
    """Width and height in inches of the picture of ``d`` components."""
    if as_lines(names):
        return WIDE, 0.5 + 0.95 * min(d, MOST_LINES)
    return _size_of_map(names, d)


def _size_of_map(names: Sequence[str], d: int) -> tuple[float, float]:
    # A letter is about 0.06 inches wide, and a number 0.3.
    across = 0.38 if d * len(names) <= MOST_NUMBERS else 0.2
    room = 0.06 * max(map(len, shortened(names, LONGEST))) + across * d
    return WIDE if room > NARROW - 0.8 else NARROW, 0.7 + 0.19 * len(names)


def _form(W: Array, names: Sequence[str], kind: str) -> str:
    if as_lines(names):
        of = counted(min(W.shape[1], MOST_LINES), "panel")
        return f"{of} with a {'line' if scale(names) else 'stem'} over {len(W)} {kind}s."
    return f"A map of {len(W)} {kind}s by {counted(W.shape[1], 'component')}."


def strongest_in_words(W: Array, names: Sequence[str], what: str) -> str:
    """The largest entry in size of each of the first components of W (q, d)."""
    texts, d = shortened(names, LONGEST), min(W.shape[1], MOST_LINES)
    rows = np.abs(W[:, :d]).argmax(axis=0)
    largest = [f"{texts[j]} ({W[j, k]:.2g}) in component {k + 1}" for k, j in enumerate(rows)]
    return f"The largest {what} in size: {listed(largest)}."


def as_map(axes: Axes, W: Array, names: Sequence[str], what: str) -> None:
    """W (q, d) as a map with one row for each column."""
    limit = max(float(np.abs(W).max()), 1e-300)
    image = axes.imshow(W, vmin=-limit, vmax=limit, aspect="auto")
    axes.set_xticks(range(W.shape[1]), range(1, W.shape[1] + 1))
    axes.set_yticks(range(len(names)), list(map(literal, shortened(names, LONGEST))))
    axes.set(xlabel="component")
    if W.size > MOST_NUMBERS:
        axes.figure.colorbar(image, ax=axes).set_label(what)
    else:
        axes.set_title(what)
        for (j, k), value in np.ndenumerate(W):
            text = f"{value:.2f}".replace("-", "−")
            look = {"ha": "center", "va": "center", "fontsize": SMALLEST}
            axes.text(k, j, text, color=readable_on(image.to_rgba(value)), **look)


def lines(figure: Figure, W: Array, names: Sequence[str], what: str, kind: str = "column") -> None:
    """W (q, d) over the columns, one panel for each of the first components.

    Columns in an order are joined by a line, over the number in their names, with its unit if they
    have one. Decreasing numbers, such as wavenumbers, decrease to the right. Features without an
    order are stems over their positions: those that are not neighbors are not joined.
    """
    order = scale(names)
    for k, axes in enumerate(panels_over(figure, names, W.shape[1], kind)):
        axes.axhline(0.0, color="0.7", lw=0.6)
        if order is None:
            axes.plot(*_stems(_position(names), W[:, k]), color=COLORS[0], lw=0.8)
        else:
            line(axes, names, W[:, k])
    figure.supylabel(what, fontsize="medium")


def panels_over(figure: Figure, names: Sequence[str], d: int, kind: str = "column") -> list[Axes]:
    """One panel for each of the first of ``d`` components, over the numbers in the names."""
    panels = figure.subplots(min(d, MOST_LINES), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    for k, axes in enumerate(panels, 1):
        axes.set_title(f"component {k}")
        axes.margins(x=0.01)
    panels[-1].set_xlabel(_across(scale(names), kind))
    position = _position(names)
    if position[0] > position[-1]:
        panels[-1].invert_xaxis()
    return list(panels)


def line(axes: Axes, names: Sequence[str], values: Array, **look: object) -> None:
    """A line through values (q,) over the numbers in the names, with a marker for few columns."""
    marker = "o" if len(names) <= MOST_ROWS else None
    look = {"color": COLORS[0], "lw": 1.0, "marker": marker, "ms": 4} | look
    axes.plot(_position(names), values, **look)


def _position(names: Sequence[str]) -> Array:
    """Where the columns stand (q,): at the numbers in their names, or one after the other."""
    order = scale(names)
    return np.arange(1, len(names) + 1) if order is None else order.values


def _stems(position: Array, values: Array) -> tuple[Array, Array]:
    """One line from 0 to each value, with a gap after it: a single path in a file."""
    gaps = np.full(len(values), np.nan)
    y = np.column_stack([np.zeros(len(values)), values, gaps])
    return np.repeat(position, 3), y.ravel()


POSITIONS = {"column": "position among the columns used", "feature": "position of the feature"}


def _across(order: Scale | None, kind: str) -> str:
    if order is None:
        return POSITIONS[kind]
    return with_unit(literal(plain(order.quantity or "column", LONGEST)), order.unit or "1")
