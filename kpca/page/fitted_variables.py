"""The variables beside the data, as a page shows them: tables of those that fit best."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

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
    every, k = fitted.table.reset_index(), len(fitted.names)
    kinds = (_of_numbers, every[:k]), (_of_factors, every[k:])
    return [table_of(fitted, rows) for table_of, rows in kinds if len(rows)]


def _of_numbers(fitted: Fitted, every: pd.DataFrame) -> Table:
    best, rows, of_p = _best(fitted, every, "correlation", ".3f")
    caption = (
        "Correlation with each component, of the samples that have a value"
        f"{_shown(best, every, 'variable')}. R²: the share of the variance of the variable that a "
        f"linear function of the scores on {fitted.plane} has; {of_p} "
        "The interactive map has the arrows of the fit to the axes that it shows."
    )
    return Table(caption, _header(fitted, "variable"), [[row[0], *row[2:]] for row in rows], 1)


def _of_factors(fitted: Fitted, every: pd.DataFrame) -> Table:
    best, rows, of_p = _best(fitted, every, "mean", ".4g")
    several = (every["variable"].isin(best["variable"])).sum() > len(rows)
    caption = (
        f"Mean scores of the samples of each class{_shown(best, every, 'factor')}"
        f"{f'; of more than {MOST} classes the most frequent ones' if several else ''}. R²: the "
        f"share of the sum of squares of the scores on {fitted.plane} that the means have; {of_p}"
    )
    return Table(caption, _header(fitted, "factor", "class"), rows, 2)


def _best(
    fitted: Fitted, every: pd.DataFrame, what: str, form: str
) -> tuple[pd.DataFrame, list[list[str]], str]:
    """The variables with the largest R^2, the cells of their classes, and what p is."""
    first = every.drop_duplicates("variable")
    shown = dict(zip(first["variable"], shortened([*first["variable"]]), strict=True))
    best = first.sort_values("R2", ascending=False, kind="stable")[:MOST]
    rows = []
    for name in best["variable"]:
        of = every[every["variable"] == name]
        often = of.assign(level=shortened([*of["class"]])).nlargest(MOST, "samples").sort_index()
        rows += [
            [shown[name], row["level"], str(row["samples"])]
            + [_cell(value, form) for value in row.filter(like=what)]
            + [_cell(row[of], ".3f") for of in ("R2", "p")]
            for _, row in often.iterrows()
        ]
    return best, rows, _of_p(fitted, best.assign(variable=best["variable"].map(shown)))


def _cell(value: float, form: str) -> str:
    return "–" if np.isnan(value) else f"{value:{form}}"


def _header(fitted: Fitted, *texts: str) -> list[str]:
    components = range(1, fitted.numbers.correlations.shape[1] + 1)
    return [*texts, "samples", *(f"component {k}" for k in components), "R²", "p"]


def largest(fitted: Fitted) -> list[int]:
    """Positions of the numbers with the largest R^2, the largest first."""
    return [int(j) for j in np.argsort(-fitted.numbers.r_squared, kind="stable")[:MOST]]


def least_p(assignments: int) -> str:
    """The least p that so few assignments allow; "" where the number of permutations decides."""
    few = 0 < assignments <= PERMUTATIONS
    return f"{1.0 / assignments:.3g} ({assignments} assignments)" if few else ""


def _of_p(fitted: Fitted, best: pd.DataFrame) -> str:
    """What p is, and when it holds; which variables have none, or cannot have a small one."""
    has_p, names = best["p"].notna(), best["variable"]
    numbers = {*best["permutations"][has_p]}
    most = f"{'up to ' if len(numbers) > 1 else ''}{max(numbers, default=0)}"
    what = (
        "the samples" if fitted.independent == "samples" else "blocks, or of samples within them,"
    )
    least = zip(names, map(least_p, best["assignments"]), strict=True)
    few, without = [f"{name} {p}" for name, p in least if p], [*names[~has_p]]
    return (
        f"p, {fitted.assumption}: the share of the given order and {most} permutations of {what} "
        "that fit at least as well."
        + (f" There are few assignments, and p is at least: {listed(few)}." if few else "")
        + (f" No p, because {BETWEEN}: {listed(without)}." if without else "")
    )


def _shown(best: pd.DataFrame, every: pd.DataFrame, noun: str) -> str:
    of = every["variable"].nunique()
    few = f", for the {len(best)} of {counted(of, noun)} with the largest R²"
    return few if len(best) < of else ""
