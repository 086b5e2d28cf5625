"""Plots of fitted estimators and opened studies: each returns the Matplotlib axes that it drew.

They are the figures of a study's page. A plot is a new figure of pyplot, which a notebook shows, or
the ``figure`` that is given. The style counts inside the figure only.

>>> import kpca
>>> X = np.random.default_rng(0).normal(size=(30, 3))
>>> model = kpca.KernelPCA(2, kernel="rbf", gamma="median").fit(X)
>>> kpca.plot.map(model, figure=Figure()).get_xlabel()[:11]
'component 1'
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from kpca import by_name
from kpca.arrays import Array
from kpca.figures import maps, shown
from kpca.figures.display import Words
from kpca.figures.style import HEIGHT, PIXELS, WIDE, style
from kpca.studies.fitted import Model, matched_by, study_of, texts_of
from kpca.studies.study import Study
from kpca.studies.variables import LEAST, Variables

Plotted = Model | Study


def map(  # noqa: A001
    model: Plotted,
    *,
    labels: Sequence[object] | None = None,
    names: Sequence[object] | None = None,
    color: Sequence[float] | Array | None = None,
    components: tuple[int, int] = (1, 2),
    new: Any = None,
    figure: Figure | None = None,
) -> Axes:
    """The map: the samples on two components, and new samples as hollow points.

    ``labels`` (n,) are classes, by default those of the study. ``names`` (n,) are drawn beside the
    samples where they have room; of more than 300, beside those farthest from the middle.
    ``color`` (n,) are numbers, which a color bar explains, in place of the classes. A pandas object
    is taken by name, not by position, if the samples have names: those of an opened study, or the
    index of what an estimator was fitted to (``kpca.by_name``). A sample without a class, such as
    NaN, has "no label". ``components`` count from 1. ``new`` (m, q) are points for an estimator.
    Raises ``ValueError`` for components that the model does not have, for colors that are not
    numbers, for colors beside labels, and where a sample is not found by its name.
    """
    color = by_name.in_order(color, matched_by(_own_names(model), names), "color")
    numbers = _numbers(color, labels)
    labels = labels if numbers is None else ["sample"] * len(numbers)
    opened = _opened(model, names=names, labels=labels, new=new)
    solution = opened.solution
    if not all(1 <= number <= solution.components for number in components[: opened.components]):
        raise ValueError(
            f"components is {components}; allowed: two numbers from 1 to {solution.components}"
        )
    placed = None if opened.placed_again else opened.placed[0]
    first, second = (number - 1 for number in components)
    return _drawn(
        figure,
        maps.on_two_components,
        opened,
        solution,
        placed,
        (first, second),
        named=names is not None,
        numbers=numbers,
        quantity=str(getattr(color, "name", None) or ""),
    )[0]


def biplot(
    model: Plotted, *, labels: Sequence[object] | None = None, figure: Figure | None = None
) -> Axes:
    """The map with arrows of the loadings, or of the correlations where features are not finite.

    ``labels`` (n,) are classes, by default those of the study. Raises ``NotOpenedError`` for a
    model of a given matrix, and ``ValueError`` for one component.
    """
    opened = _opened(model, labels=labels)
    if opened.solution.components < 2:
        raise ValueError("the model has 1 component; allowed: a biplot of at least 2")
    return _shown(figure, "biplot", opened)[0]


def scree(model: Plotted, *, figure: Figure | None = None) -> Axes:
    """The share of the variance that each component explains; gray for those not kept."""
    return _shown(figure, "scree", _opened(model))[0]


def importance(model: Plotted, *, figure: Figure | None = None) -> list[Axes]:
    """The importance of the columns, one axes for each component: by permutation.

    Raises ``NotOpenedError`` for a model of a given matrix.
    """
    return _shown(figure, "importance", _opened(model))


def variables(
    model: Plotted,
    table: pd.DataFrame | None = None,
    *,
    labels: Sequence[object] | None = None,
    figure: Figure | None = None,
) -> Axes:
    """The map with arrows of variables beside the data, fitted to the two components.

    ``table`` has a row for each sample, which is matched by name, or in their order if the samples
    have no names, as for ``map``; columns that are not numbers are left out. A column with missing
    values is fitted to the samples that have one. An opened study has its own variables. ``labels``
    (n,) are classes, by default those of the study. Raises ``ValueError`` for one component, for
    another number of rows, for a sample without a row, for a column with values of too few samples,
    and without a number that varies.
    """
    opened = _opened(model, labels=labels)
    table = by_name.in_order(table, _own_names(model), "table")
    if table is not None:
        numbers = table.select_dtypes("number")
        names = tuple(str(name) for name in numbers.columns)
        given = Variables(names, numbers.to_numpy(dtype=float, na_value=np.nan))
        for name, values in zip(names, given.values.T, strict=True):
            if (~np.isnan(values)).sum() < LEAST:
                raise ValueError(f"column {name!r}: fewer than {LEAST} samples have a value")
        opened = replace(opened, other_variables=given)
    return _shown(figure, "variables", opened)[0]


def control_chart(
    model: Plotted,
    new: Any = None,
    *,
    new_names: Sequence[object] | None = None,
    figure: Figure | None = None,
) -> list[Axes]:
    """T^2 and SPE of new samples with their limits, and contributions of the columns.

    ``new`` (m, q) are points for an estimator, with ``new_names`` (m,). An opened study has its
    own.
    """
    return _shown(figure, "control-chart", _opened(model, new=new, new_names=new_names))


def _own_names(model: Plotted) -> list[str] | None:
    """The names (n,) of the samples, by which others are matched; None without names."""
    return model.names if isinstance(model, Study) else model.sample_names_


def _numbers(color: Any, labels: Any) -> Array | None:
    """The numbers (n,) that are colors, as floats, or None."""
    if color is None:
        return None
    if labels is not None:
        raise ValueError("color and labels both say how samples are colored; allowed: one of them")
    values = np.asarray(color)
    if values.dtype.kind not in "fiu":
        raise ValueError(
            f"color has values of the type {values.dtype}; allowed: numbers; give classes as labels"
        )
    return values.astype(float)


def _opened(
    model: Plotted,
    *,
    names: Sequence[object] | None = None,
    labels: Sequence[object] | None = None,
    new: Any = None,
    new_names: Sequence[object] | None = None,
) -> Study:
    """The study of a model, or an opened one, with other names and labels if they are given."""
    if not isinstance(model, Study):
        return study_of(model, names=names, labels=labels, new=new, new_names=new_names)
    if new is not None or new_names is not None:
        raise ValueError(
            "an opened study has its own new samples; allowed: new=None, new_names=None"
        )
    texts = {}
    if names is not None:
        texts["names"] = texts_of(names, model.names, model.n, "names")
    if labels is not None:
        texts["labels"] = texts_of(labels, model.names, model.n, "labels")
    if model.placed_again:
        texts |= {f"new_{key}": each for key, each in texts.items()}
    return replace(model, **texts)


def _shown(figure: Figure | None, name: str, opened: Study) -> list[Axes]:
    """The axes of a figure of the list of what is shown of a study."""
    return _drawn(figure, shown.figure(name).draw, opened)


def _drawn(
    figure: Figure | None, draw: Callable[..., Words | str], *data: object, **options: object
) -> list[Axes]:
    """The axes of what ``draw`` draws; raises ``ValueError`` with its sentence if it draws nothing.

    The style does not count outside: ticks and texts are made while it does.
    """
    with style():
        if figure is None:
            from matplotlib import pyplot

            figure = pyplot.figure(figsize=(WIDE, HEIGHT), dpi=PIXELS)
        elif figure.canvas is None:
            FigureCanvasAgg(figure)
        before = len(figure.axes)
        words = draw(figure, *data, **options)
        if isinstance(words, str):
            raise ValueError(words)
        figure.draw_without_rendering()
        return figure.axes[before:]
