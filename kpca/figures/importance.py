"""Importance of columns for components: bars of the most important ones, or lines over an order."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures import images
from kpca.figures.display import Words
from kpca.figures.loadings import MOST_LINES, line, panels_over, scale
from kpca.figures.palette import COLORS
from kpca.figures.style import WIDE
from kpca.figures.texts import LONGEST, counted, listed, literal, plain, shortened
from kpca.interpretation.importance import Importance

MOST_BARS = 20
"""The most columns that have bars."""

MOST_PANELS = 3
"""The most components that have bars; lines have as many panels as loadings have."""

VISIBLE = 0.02
"""A standard error with this share of the longest bar has a line that can be seen."""


def draw(figure: Figure, found: Importance, names: Sequence[str]) -> Words | str:
    """The importance of columns with ``names`` (q,); a sentence if q = 1."""
    values, (q, d) = found.permutation.T, found.permutation.shape
    if q == 1:
        return f"There is one column, {plain(names[0])}: every component is made of it alone."
    ordered, cells = scale(names) is not None, images.grid(names)
    if cells is not None:
        shown = min(d, images.MOST_IMAGES)
        of_each = {
            f"component {k}: to {each.max():.2g}": each for k, each in enumerate(values[:shown], 1)
        }
        form = images.draw(figure, of_each, cells)
        scales = " White is 0; above each image stand its component and its largest importance."
        return Words(_caption(found, shown) + scales, _alt(found, names, shown, form))
    shown = min(d, MOST_LINES if ordered else MOST_PANELS)
    if ordered:
        figure.set_size_inches(WIDE, 0.8 + 0.95 * shown)
        _lines(figure, found, names)
    else:
        chosen = most_important(found, shown)
        figure.set_size_inches(WIDE, 1.0 + 0.2 * len(chosen))
        _bars(figure, found, names, chosen, shown)
    each = "a line over" if ordered else "a bar for each of"
    number = len(names) if ordered else min(len(names), MOST_BARS)
    form = f"{counted(shown, 'panel')} with {each} {number} columns."
    return Words(_caption(found, shown, not ordered), _alt(found, names, shown, form))


def most_important(found: Importance, d: int) -> Array:
    """Positions of the columns with bars: the largest of the first d components.

    Each importance counts in units of its largest value for a component. The order is that of
    component 1.
    """
    values = found.permutation[:, :d]
    largest = values.max(axis=0)
    relative = values / np.where(largest > 0.0, largest, 1.0)
    chosen = np.argsort(-relative.max(axis=1), kind="stable")[:MOST_BARS]
    return chosen[np.argsort(-values[chosen, 0], kind="stable")]


def _bars(
    figure: Figure, found: Importance, names: Sequence[str], chosen: Array, shown: int
) -> None:
    panels = figure.subplots(1, shown, sharey=True, squeeze=False)[0]
    rows, texts = np.arange(len(chosen)), shortened([names[j] for j in chosen], LONGEST)
    for k, axes in enumerate(panels):
        look = {"color": COLORS[0], "xerr": found.standard_error[chosen, k]}
        axes.barh(rows, found.permutation[chosen, k], error_kw={"lw": 0.7}, **look)
        axes.set_title(f"component {k + 1}")
        axes.locator_params(axis="x", nbins=3)
    panels[0].set_yticks(rows, [literal(text) for text in texts])
    panels[0].invert_yaxis()
    figure.supxlabel("importance", fontsize="medium")


def _lines(figure: Figure, found: Importance, names: Sequence[str]) -> None:
    panels = panels_over(figure, names, found.permutation.shape[1])
    for k, axes in enumerate(panels):
        line(axes, names, found.permutation[:, k])
    # All panels have one scale, which is set after the last line.
    panels[0].set_ylim(0.0, None)
    figure.supylabel("importance", fontsize="medium")


def _caption(found: Importance, shown: int, bars: bool = False) -> str:
    q = len(found.permutation)
    which = f" The {MOST_BARS} most important of {q} columns are shown."
    which = which if bars and q > MOST_BARS else ""
    errors, largest = found.standard_error[:, :shown], found.permutation[:, :shown].max(axis=0)
    visible = bars and (errors > VISIBLE * largest).any()
    lines = " Thin lines are standard errors." if visible else ""
    undecided, apart = [str(k) for k in found.undecided if k <= shown], ""
    if undecided:
        components = "component" if len(undecided) == 1 else "components"
        apart = (
            f" Rounding does not separate {components} {listed(undecided)} from others, so that "
            "their axes, and the importances along them, are not determined."
        )
    return (
        "Importance of the columns for each component: the change of the scores where values of "
        "the column are exchanged among the samples; it is 1 if they change as much as between "
        f"two samples.{lines}{which} From {found.basis}.{apart}"
    )


def _alt(found: Importance, names: Sequence[str], shown: int, form: str) -> str:
    texts = shortened(names, LONGEST)
    largest = [
        f"{texts[values.argmax()]} ({values.max():.2g}) for component {k + 1}"
        for k, values in enumerate(found.permutation.T[:shown])
    ]
    return f"{form} The largest: {listed(largest)}."
