"""The data of an interactive map, as the scripts of the page read them.

The scripts are ``assets/map*.js``. They draw with BokehJS, which ``bokeh`` brings. Of the
libraries that were compared, BokehJS has what a map needs without more code: a lasso, zoom with
equal scales, linked selections, a color bar, pictures as SVG and PNG, and WebGL for many points.

=================  ======  ============================================================
library            MB      what decided
=================  ======  ============================================================
BokehJS 3.9        1.6     chosen; comes as a locked package of Python
Plotly.js (gl2d)   1.6     points drawn by WebGL are pixels in its SVG; only from npm
Vega-Lite          0.8     no lasso
Observable Plot    0.5     SVG only: 20,000 points pause; neither zoom nor lasso
=================  ======  ============================================================
"""

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any

import numpy as np

from kpca.arrays import Array
from kpca.figures import control_chart, loadings
from kpca.figures.classes import classes_of
from kpca.figures.texts import component, shortened, with_unit
from kpca.figures.together import weights_of
from kpca.interpretation.loadings import correlations
from kpca.kernels import Linear
from kpca.page import meaning, verdict
from kpca.page.as_shown import are_alike, difference
from kpca.page.beside import OF_MAP, beside, found_on_map, looks_of
from kpca.page.fitted_variables import largest
from kpca.page.map_data import NONE, Arrows, Column, MapData, OneMap, Scale
from kpca.page.nearest import nearest
from kpca.studies import odd
from kpca.studies.study import Study
from kpca.tables.names import are_count

MOST_WITH_NAMES = 60
"""The most samples whose map shows names at first."""

MOST_VALUES = 1_000_000
"""Values of columns that a page may hold; of a larger table only the first columns are on it."""

MOST_LEVELS = 6
"""A column with more numbers, or with more than half as many as samples, has a color bar."""

MOST_FIRST = 10
"""The columns that make most of the axes, which stand first in the list of colors."""


def described(studies: Sequence[Study], scaled: str = "", has_structure: bool = True) -> MapData:
    """The maps of studies of the same samples.

    The samples stand in the order of the first study, and are found in the others by name.
    ``scaled`` is said of the columns, where the page has maps of another scale as well. Where no
    structure was found, no column of the data colors the map at first: noise would look like a
    gradient.
    """
    study = studies[0]
    alone, are_two = "", len(studies) == 2
    if are_two and are_alike(studies):
        alone = (
            f"{meaning.title(studies[1])}, shows nearly the same: turned and scaled, it differs "
            f"by {100.0 * difference(studies):.2g} % of the sum of squares."
        )
    # If little but a column is shown, its neighbors are no picture of the samples.
    # Of noise no map is closer.
    is_picture = has_structure and not verdict.few_columns(study)
    readings = meaning.readings(studies, are_two and not alone and is_picture, has_structure)
    return MapData(
        alone=alone,
        scaled=scaled,
        title=study.title,
        names=study.samples,
        is_new=[k >= study.n for k in range(len(study.samples))],
        nearest=nearest(study),
        odd=[int(i) for i in study.rows_of(odd.named(studies))],
        has_ellipses=study.weights is None,
        with_names=len(study.samples) <= MOST_WITH_NAMES and not are_count(study.names),
        scale=_scale(study),
        more_columns=len(study.table[0]) - _room(study) if study.table else 0,
        maps=[_map(*each, study.samples) for each in zip(studies, readings, strict=True)],
        **_of_colors(study, has_structure),
    )


def _of_colors(one: Study, has_structure: bool) -> dict[str, Any]:
    """The fields of a map that say what it may be colored by, and is at first.

    Without classes that is by dates, by what is found, or by the column that makes axis 1. It is
    one color if none of these is known, and instead of a column where no structure was found.
    """
    title = next((name for name, use in one.origin.left_out if use == "labels"), "class")
    new_labels = one.new_labels[: len(one.samples) - one.n]
    found = classes_of(one.labels, new_labels)
    class_of = [found.position(label) for label in (*one.labels, *new_labels)]
    classes, columns = looks_of(found, class_of), _columns(one)
    others = [*found_on_map(one), *beside(one, title)]
    weights = weights_of(one, slice(1)) if one.columns and has_structure else None
    strongest = len(columns) if weights is None else int(np.argmax(weights))
    choices = [
        *["class"] * (len(classes) > 1),
        *(f"beside{j}" for j, one in enumerate(others) if one.dates),
        *(f"beside{j}" for j, one in enumerate(others) if one.of == OF_MAP),
        f"column{strongest}" if strongest < len(columns) else "one",
    ]
    return {
        "of_classes": title,
        "classes": classes,
        "class_of": class_of,
        "first_columns": _first_columns(one),
        "columns": columns,
        "beside": others,
        "color": choices[0],
    }


def colors(one: Study, has_structure: bool = True) -> tuple[list[str], str, Array | None]:
    """What the map of a study shows by color at first: labels (n,), a name, and numbers (n,).

    The name is that of the classes or of the column of numbers, which are None for classes, and for
    one color, as for dates.
    """
    of = _of_colors(one, has_structure)
    color = of["color"]
    if color in ("class", "one"):
        return one.labels, of["of_classes"] * (color == "class"), None
    kind = "columns" if color.startswith("column") else "beside"
    shown = of[kind][int(color.strip(ascii_lowercase))]
    if kind == "beside" and shown.classes:
        return [shown.classes[k].label for k in shown.class_of[: one.n]], shown.name, None
    if kind == "beside" and shown.dates:
        return one.labels, "", None
    values = shown.values[: one.n]
    if 1 < len(np.unique(values)) <= min(MOST_LEVELS, len(values) / 2):
        return [f"{value:.6g}" for value in values], shown.name, None
    return one.labels, shown.name, values


def _room(study: Study) -> int:
    """For how many columns of the table the page has room."""
    return min(len(study.table[0]), max(1, MOST_VALUES // len(study.samples)))


def _columns(study: Study) -> list[Column]:
    """The columns of the table in the units of the user, as far as the page has room."""
    if study.table is None:
        return []
    names, X, X_new = study.table
    X = np.vstack([X, X_new])[: len(study.samples)]
    shown = shortened(names[: _room(study)])
    return [Column(name, values) for name, values in zip(shown, X.T, strict=False)]


def _first_columns(one: Study) -> list[int]:
    """The positions in the table of the columns that make most of the axes of a map."""
    weights = weights_of(one) if len(one.columns) > 1 else None
    if one.table is None or weights is None:
        return []
    names = [one.columns[j] for j in np.argsort(-weights.sum(axis=1), kind="stable")]
    at = {name: j for j, name in enumerate(one.table[0][: _room(one)])}
    return [at[name] for name in names if name in at][:MOST_FIRST]


def _scale(study: Study) -> Scale | None:
    """The scale that the columns are, as far as the page has room; None if they are none."""
    found = loadings.scale(study.table[0]) if study.table else None
    if found is None:
        return None
    # The unit of the scores is that of the columns where these are the features.
    has_unit = study.kernel == Linear() and not study.origin.standardized
    value = "transformed value" if study.origin.transform else "value"
    return Scale(
        values=found.values[: _room(study)],
        across=with_unit(found.quantity or "column", found.unit or "1"),
        up=with_unit(value, study.unit if has_unit else "1"),
    )


def _map(one: Study, reading: str, samples: Sequence[str]) -> OneMap:
    rows, solution = one.rows_of(samples), one.solution
    Z = one.coordinates[rows]
    return OneMap(
        title=meaning.title(one),
        name=one.name,
        meaning=reading,
        statistics=[
            Column(label, values)
            for label, values in zip(control_chart.LABELS, one.statistics[rows].T, strict=True)
        ],
        variables=_variables(one),
        components=[
            Column(component(k + 1, one.unit, solution.explained), Z[:, k])
            for k in range(solution.components)
        ],
    )


def _variables(one: Study) -> Arrows | None:
    """Correlations (k, d) of the variables that fit best, and what else their arrows depend on.

    The scripts make arrows of them for the axes that are shown, as
    ``kpca.interpretation.supplementary.fitted`` does.
    """
    if one.other_variables is None or not one.other_variables.names:
        return None
    fitted = one.fitted_variables
    chosen, Z = largest(fitted), one.solution.scores
    have = ~np.isnan(one.other_variables.values[:, chosen].T)
    return Arrows(
        names=shortened([fitted.names[j] for j in chosen]),
        correlations=[*fitted.numbers.correlations[chosen]],
        deviations=[Z[samples].std(axis=0) for samples in have],
        between=[
            NONE if samples.all() else correlations(Z[samples], Z[samples]).ravel()
            for samples in have
        ],
        doubtful=[bool(fitted.doubtful[j]) for j in chosen],
        dashed=fitted.dashed,
    )
