"""The list of what is shown of a solved study: its figures and its tables, in their order.

The notebook *first-components* and the CSV files have all of them, and a page has the pictures of
its folds. ``kpca.plot`` draws some by their names: a figure becomes a plot when a function is
written for it there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from kpca.figures import automatic as chosen
from kpca.figures import (
    biplot,
    choices,
    control_chart,
    display,
    distributions,
    importance,
    loadings,
    maps,
    shares,
    together,
)
from kpca.figures.display import Words
from kpca.figures.style import NARROW, PART
from kpca.kernels import Linear
from kpca.studies.raw_table import NotOpenedError
from kpca.studies.study import Study


@dataclass(frozen=True)
class Drawn:
    """A figure of a solved study.

    name         of the figure and of its files
    draw         draws it, and returns its words or a sentence, as ``kpca.figures.display`` says
    applies      whether a study has it
    """

    name: str
    draw: Callable[[Figure, Study], Words | str]
    applies: Callable[[Study], object] = lambda one: True


@dataclass(frozen=True)
class Fold:
    """A fold of a page below its maps, whose picture is drawn for all of them together.

    draw        draws studies by what their maps are called; None of tables only
    applies     whether the picture shows a study, and which of several it shows
    is_colored  whether ``draw`` is also given what the first map shows by color
    """

    name: str
    draw: Callable[..., Words | str] | None
    applies: Callable[[Study], object] = lambda one: True
    is_colored: bool = False


@dataclass(frozen=True)
class Written:
    """A table of a solved study, of which ``file`` is the name as CSV."""

    file: str
    table: Callable[[Study], pd.DataFrame]
    applies: Callable[[Study], object] = lambda one: True


def _counts_once(one: Study) -> bool:
    """Whether the samples have no weights, which some figures would not honor."""
    return one.weights is None


def _has_new(one: Study) -> bool:
    return not one.placed_again


def _is_nonlinear(one: Study) -> bool:
    """Whether the study has columns that are not the features."""
    return bool(one.columns) and one.kernel != Linear()


def _has_arrows(one: Study) -> bool:
    """Whether the loadings are those of several columns on two components."""
    linear = bool(one.columns) and one.kernel == Linear()
    return linear and min(len(one.columns), one.solution.components) > 1


def _has_variables(one: Study) -> bool:
    return one.other_variables is not None


def _scree(figure: Figure, one: Study) -> Words:
    figure.set_size_inches(NARROW, figure.get_figheight())
    return shares.scree_on(figure.subplots(), one)


def _scores(figure: Figure, one: Study) -> Words:
    new = one.placed[0] if _has_new(one) else None
    return maps.pairs(figure, one, one.solution, new)


def _represented(figure: Figure, one: Study) -> Words | str:
    new = one.placed[0] if _has_new(one) else None
    return shares.of_samples(figure, one, one.solution, new, one.represented_by(2))


def _loadings(figure: Figure, one: Study) -> Words:
    table = one.loadings
    what, names = str(table.columns.name), list(table.index)
    return loadings.draw(figure, table.to_numpy(), names, what, one.kind_of_loadings)


def _biplot(figure: Figure, one: Study) -> Words:
    table = one.loadings
    return biplot.draw(figure, one, one.solution, table.to_numpy(), list(table.index))


def _variables(figure: Figure, one: Study) -> Words | str:
    return biplot.of_variables(figure, one, one.solution, one.fitted_variables)


def _control_chart(figure: Figure, one: Study, part: float | None = None) -> Words | str:
    try:
        chart = one.chart
    except NotOpenedError as error:
        return f"The control chart of the new samples is not drawn: {error}."
    return control_chart.draw(figure, chart, one.new_names, one.columns, one.unit, part)


def _training_chart(figure: Figure, one: Study) -> Words:
    return control_chart.draw(figure, one.training_chart, one.names, unit=one.unit)


def _of_first(
    draw: Callable[..., Words | str],
) -> Callable[..., Words | str]:
    """Draws the first of several studies, and says which one it is."""

    def of_first(figure: Figure, studies: together.Studies, *colors: object) -> Words | str:
        title, one = next(iter(studies.items()))
        words = draw(figure, one, *colors)
        if isinstance(words, str):
            return words
        return words._replace(caption=f"{title}. {words.caption}")

    return of_first


FIGURES = (
    Drawn(
        "automatic-gamma",
        lambda figure, one: chosen.gamma(figure, one.automatic.gamma),
        lambda one: one.automatic.gamma,
    ),
    Drawn(
        "automatic-components",
        lambda figure, one: chosen.components(figure, one.automatic.components),
        lambda one: one.automatic.components,
    ),
    Drawn("scree", _scree),
    Drawn("scores", _scores),
    Drawn(
        "beside-pca",
        lambda figure, one: maps.beside_pca(figure, [one], [one.solution]),
        lambda one: _is_nonlinear(one) and _counts_once(one),
    ),
    Drawn("represented", _represented, _counts_once),
    Drawn("training-chart", _training_chart, _counts_once),
    Drawn(
        "widths",
        lambda figure, one: choices.widths(figure, one, one.solution),
        lambda one: choices.has_widths(one) and _counts_once(one),
    ),
    Drawn("loadings", _loadings, lambda one: one.columns),
    Drawn(
        "importance",
        lambda figure, one: importance.draw(figure, one.importances, one.columns),
        _is_nonlinear,
    ),
    Drawn("biplot", _biplot, _has_arrows),
    Drawn(
        "variables",
        _variables,
        lambda one: _has_variables(one) and one.other_variables.names,
    ),
    Drawn(
        "new-samples",
        lambda figure, one: distributions.new_samples(figure, one.solution, one.placed[0]),
        lambda one: _has_new(one) and _counts_once(one),
    ),
    Drawn("control-chart", _control_chart, lambda one: _has_new(one) and _counts_once(one)),
)

BESIDE, DENOISED = "Variables beside the data", "Denoised samples"

FOLDS = (
    Fold("Which columns make the axes", together.columns, lambda one: one.columns),
    Fold("How much the axes show", together.scree),
    Fold("Odd samples", together.odd, _counts_once),
    Fold(
        "Other widths of the kernel",
        _of_first(lambda figure, one, *of: choices.widths(figure, one, one.solution, *of)),
        lambda one: choices.has_widths(one) and _counts_once(one),
        is_colored=True,
    ),
    Fold(BESIDE, None),
    Fold(
        "New samples",
        _of_first(partial(_control_chart, part=PART)),
        lambda one: _has_new(one) and _counts_once(one),
    ),
    Fold(DENOISED, None),
)
"""The folds of a page below its maps, in their order. The last one has what a notebook draws."""

TABLES = (
    Written("spectrum.csv", lambda one: one.spectrum),
    Written("loadings.csv", lambda one: one.loadings, lambda one: one.has_loadings),
    Written("importance.csv", lambda one: one.importance, _is_nonlinear),
    Written("control.csv", lambda one: one.control_chart, lambda one: one.has_chart),
    Written("variables.csv", lambda one: one.variables, _has_variables),
)


def figure(name: str) -> Drawn:
    """The figure of this name."""
    return next(entry for entry in FIGURES if entry.name == name)


def show(name: str, one: Study, folder: str | Path | None = None) -> None:
    """Show the figure of this name in a notebook, and store it in ``folder``, if it applies."""
    entry = figure(name)
    if entry.applies(one):
        display.show(name, entry.draw, one, folder=folder)
