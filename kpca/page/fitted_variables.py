"""The variables beside the data, as a page shows them: tables of those that fit best."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kpca.figures.texts import shortened
from kpca.interpretation.permanova import PERMUTATIONS
from kpca.studies.fitted_variables import Fitted
from kpca.tables.wording import counted, listed

MOST = 20
"""The most variables of each kind on a page."""

BETWEEN = "some blocks have one value of them and others several"
"""Why variables have no p."""


@dataclass(frozen=True)
class Table:
    """A caption, the texts of a header, and rows of texts.

    The first ``texts`` cells of a row are no numbers.
    """

    caption: str
    header: list[str]
    rows: list[list[str]]
    texts: int


def tables(fitted: Fitted) -> list[Table]:
    """A table of the variables that are numbers, and one of the factors, by decreasing R^2."""
    both = [_of_numbers(fitted), _of_factors(fitted)]
    return [table for table in both if table.rows]


def largest(fitted: Fitted) -> list[int]:
    """Positions of the numbers with the largest R^2, the largest first."""
    return [int(j) for j in np.argsort(-fitted.numbers.r_squared, kind="stable")[:MOST]]


FIT = ["R²", "p"]


def least_p(assignments: int) -> str:
    """The least p that so few assignments allow; "" where the number of permutations decides."""
    few = 0 < assignments <= PERMUTATIONS
    return f"{1.0 / assignments:.3g} ({assignments} assignments)" if few else ""


def _of_p(fitted: Fitted, tests: Mapping[str, tuple[float, int, int]]) -> str:
    """What p is, and when it holds; which variables have none, or cannot have a small one.

    ``tests`` has p, the permutations and the assignments of each variable.
    """
    numbers = {number for p, number, _ in tests.values() if p == p}
    most = f"{'up to ' if len(numbers) > 1 else ''}{max(numbers, default=0)}"
    what = (
        "the samples" if fitted.independent == "samples" else "blocks, or of samples within them,"
    )
    few = [f"{name} {least_p(of)}" for name, (_, _, of) in tests.items() if least_p(of)]
    without = [name for name, (p, *_) in tests.items() if np.isnan(p)]
    return (
        f"p, {fitted.assumption}: the share of the given order and {most} permutations of {what} "
        "that fit at least as well."
        + (f" There are few assignments, and p is at least: {listed(few)}." if few else "")
        + (f" No p, because {BETWEEN}: {listed(without)}." if without else "")
    )


def _of_numbers(fitted: Fitted) -> Table:
    numbers, names = fitted.numbers, shortened(fitted.names)
    rows = [
        [
            names[j],
            str(numbers.counts[j]),
            *(f"{value:.3f}" for value in numbers.correlations[j]),
            *_fit(numbers.r_squared[j], numbers.p[j]),
        ]
        for j in largest(fitted)
    ]
    fields = numbers.p, numbers.permutations, numbers.assignments
    tests = {names[j]: tuple(of[j] for of in fields) for j in largest(fitted)}
    caption = (
        "Correlation with each component, of the samples that have a value"
        f"{_shown(len(rows), len(names), 'variable')}. R²: the "
        "share of the variance of the variable that a linear function of the scores on "
        f"{fitted.plane} has; {_of_p(fitted, tests)} "
        "The interactive map has the arrows of the fit to the axes that it shows."
    )
    return Table(caption, ["variable", "samples", *_components(fitted), *FIT], rows, 1)


def _of_factors(fitted: Fitted) -> Table:
    order = sorted(fitted.factors, key=lambda name: -fitted.factors[name].r_squared)[:MOST]
    shown = dict(zip(fitted.factors, shortened(list(fitted.factors)), strict=True))
    rows = []
    for name in order:
        factor = fitted.factors[name]
        levels, often = shortened(factor.levels), np.argsort(-factor.counts, kind="stable")[:MOST]
        rows += [
            [shown[name], levels[at], str(factor.counts[at])]
            + [f"{value:.4g}" for value in factor.centroids[at]]
            + _fit(factor.r_squared, factor.p)
            for at in np.sort(often)
        ]
    tests = {
        shown[name]: (one.p, one.permutations, one.assignments)
        for name in order
        for one in [fitted.factors[name]]
    }
    several = any(len(fitted.factors[name].levels) > MOST for name in order)
    caption = (
        f"Mean scores of the samples of each class{_shown(len(order), len(shown), 'factor')}"
        f"{f'; of more than {MOST} classes the most frequent ones' if several else ''}. R²: the "
        f"share of the sum of squares of the scores on {fitted.plane} that the means have; "
        f"{_of_p(fitted, tests)}"
    )
    return Table(caption, ["factor", "class", "samples", *_components(fitted), *FIT], rows, 2)


def _components(fitted: Fitted) -> list[str]:
    return [f"component {k + 1}" for k in range(fitted.numbers.correlations.shape[1])]


def _fit(r_squared: float, p: float) -> list[str]:
    return [f"{r_squared:.3f}", "–" if np.isnan(p) else f"{p:.3f}"]


def _shown(number: int, of: int, noun: str) -> str:
    return f", for the {number} of {counted(of, noun)} with the largest R²" if number < of else ""
