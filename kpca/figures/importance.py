"""Importance of columns for components: bars of the most important ones, or lines over an order."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kpca.arrays import Array
from kpca.figures.display import Words
from kpca.figures.loadings import MOST_LINES, line, panels_over, scale
from kpca.figures.palette import COLORS, MARKERS
from kpca.figures.style import WIDE
from kpca.figures.texts import LONGEST, counted, listed, literal, plain, shortened
from kpca.interpretation.importance import Importance, disagreements

MOST_BARS = 20
"""The most columns that have bars."""

MOST_PANELS = 3
"""The most components that have bars; lines have as many panels as loadings have."""

VISIBLE = 0.02
"""A standard error with this share of the longest bar has a line that can be seen."""

KINDS = ("derivative", "permutation")


def draw(figure: Figure, found: Importance, names: Sequence[str]) -> Words | str:
    """Both importances of columns with ``names`` (q,); a sentence if q = 1."""
    q, d = found.derivative.shape
    if q == 1:
        return f"There is one column, {plain(names[0])}: every component is made of it alone."
    ordered = scale(names) is not None
    shown = min(d, MOST_LINES if ordered else MOST_PANELS)
    if ordered:
        figure.set_size_inches(WIDE, 0.8 + 0.95 * shown)
        _lines(figure, found, names)
    else:
        chosen = most_important(found, shown)
        figure.set_size_inches(WIDE, 1.0 + 0.2 * len(chosen))
        _bars(figure, found, names, chosen, shown)
    return Words(_caption(found, names, shown, ordered), _alt(found, names, shown, ordered))


def most_important(found: Importance, d: int) -> Array:
    """Positions of the columns with bars: the largest of the first d components.

    Each importance counts in units of its largest value for a component. The order is that of the
    larger importance for component 1.
    """
    values = np.hstack([found.derivative[:, :d], found.permutation[:, :d]])
    largest = values.max(axis=0)
    relative = values / np.where(largest > 0.0, largest, 1.0)
    chosen = np.argsort(-relative.max(axis=1), kind="stable")[:MOST_BARS]
    first = np.maximum(found.derivative[chosen, 0], found.permutation[chosen, 0])
    return chosen[np.argsort(-first, kind="stable")]


def _bars(
    figure: Figure, found: Importance, names: Sequence[str], chosen: Array, shown: int
) -> None:
    panels = figure.subplots(1, shown, sharey=True, squeeze=False)[0]
    rows, texts = np.arange(len(chosen)), shortened([names[j] for j in chosen], LONGEST)
    for k, axes in enumerate(panels):
        look = {"height": 0.38, "label": KINDS[0], "color": COLORS[0]}
        axes.barh(rows - 0.2, found.derivative[chosen, k], **look)
        error = found.standard_error[chosen, k]
        look = {"height": 0.38, "label": KINDS[1], "color": COLORS[4], "xerr": error}
        axes.barh(rows + 0.2, found.permutation[chosen, k], error_kw={"lw": 0.7}, **look)
        axes.set_title(f"component {k + 1}")
        axes.locator_params(axis="x", nbins=3)
    panels[0].set_yticks(rows, [literal(text) for text in texts])
    panels[0].invert_yaxis()
    figure.supxlabel("importance", fontsize="medium")
    _legend(figure, panels[0])


def _lines(figure: Figure, found: Importance, names: Sequence[str]) -> None:
    panels = panels_over(figure, names, found.derivative.shape[1])
    for k, axes in enumerate(panels):
        line(axes, names, found.derivative[:, k], label=KINDS[0])
        look = {"color": COLORS[1], "ls": "--", "label": KINDS[1]}
        if len(names) <= MOST_BARS:
            look["marker"] = MARKERS[1]
        line(axes, names, found.permutation[:, k], **look)
    # All panels have one scale, which is set after the last line.
    panels[0].set_ylim(0.0, None)
    figure.supylabel("importance", fontsize="medium")
    _legend(figure, panels[0])


def _legend(figure: Figure, axes: Axes) -> None:
    marks, labels = axes.get_legend_handles_labels()
    figure.legend(marks, labels, loc="outside upper left", ncols=2)


def _caption(found: Importance, names: Sequence[str], shown: int, ordered: bool) -> str:
    q, texts = len(names), [plain(name, LONGEST) for name in names]
    which = ""
    if not ordered and q > MOST_BARS:
        which = f" The {MOST_BARS} most important of {q} columns are shown."
    undecided = [str(k + 1) for k in range(shown) if np.isinf(found.error[:, k]).any()]
    apart = ""
    if undecided:
        components = "component" if len(undecided) == 1 else "components"
        apart = (
            f" Rounding does not separate {components} {listed(undecided)} from others, so that "
            "their axes, and the importances along them, are not determined."
        )
    errors, largest = found.standard_error[:, :shown], found.permutation[:, :shown].max(axis=0)
    visible = not ordered and (errors > VISIBLE * largest).any()
    lines = " Thin lines are standard errors." if visible else ""
    return (
        "Importance of the columns for each component. Derivative: the mean squared slope of the "
        "score along the column, in units of both variances. Permutation: the change of the "
        "scores where values of the column are exchanged among the samples; it is 1 if they "
        f"change as much as between two samples.{lines}"
        f"{which} From {found.basis}. {disagreements(found, texts, shown)}{apart}"
    )


def _alt(found: Importance, names: Sequence[str], shown: int, ordered: bool) -> str:
    texts = shortened(names, LONGEST)
    form = (
        f"two lines over {len(names)} columns"
        if ordered
        else f"two bars for each of {min(len(names), MOST_BARS)} columns"
    )
    largest = []
    for k in range(shown):
        tops = [
            (kind, int(values[:, k].argmax()), values[:, k].max())
            for kind, values in zip(KINDS, (found.derivative, found.permutation), strict=True)
        ]
        largest += [
            f"{texts[j]} ({value:.2g}, {kind}) for component {k + 1}" for kind, j, value in tops
        ]
    return f"{counted(shown, 'panel')} with {form}. The largest: {listed(largest)}."
