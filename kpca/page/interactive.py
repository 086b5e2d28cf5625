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
from kpca.page.beside import OF_MAP, beside, found_groups, looks_of, order_found
from kpca.page.fitted_variables import largest
from kpca.page.map_data import Arrows, Beside, Column, MapData, OneMap, Scale, decoded, encoded
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
    fresh = len(study.samples) - study.n
    new_labels = study.new_labels[:fresh]
    found = classes_of(study.labels, new_labels)
    class_of = [found.position(label) for label in (*study.labels, *new_labels)]
    title, first, shown, others = _offered(study)
    classes = looks_of(found, class_of)
    color = "{}{}".format(*_color(study, others, shown, has_structure))
    alone = len(studies) == 2 and are_alike(studies)
    # If little but a column is shown, its neighbors are no picture of the samples.
    # Of noise no map is closer.
    are_compared = len(studies) == 2 and not alone and has_structure
    are_compared = are_compared and not verdict.few_columns(study)
    readings = meaning.readings(studies, are_compared, has_structure)
    return MapData(
        alone=_alone(studies) if alone else "",
        scaled=scaled,
        first_columns=first,
        title=study.title,
        names=study.samples,
        is_new=[False] * study.n + [True] * fresh,
        nearest=nearest(study),
        classes=classes,
        class_of=class_of,
        odd=[int(i) for i in study.rows_of(odd.named(studies))],
        of_classes=title,
        has_ellipses=study.weights is None,
        with_names=len(study.samples) <= MOST_WITH_NAMES and not are_count(study.names),
        color=color if len(classes) == 1 else "class",
        columns=shown,
        scale=_scale(study),
        more_columns=len(study.table[0]) - _room(study) if study.table else 0,
        beside=others,
        maps=[
            _map(one, study.samples, reading)
            for one, reading in zip(studies, readings, strict=True)
        ],
    )


def _alone(studies: Sequence[Study]) -> str:
    """What the second map shows that is not shown at first."""
    title, share = meaning.title(studies[1]), 100.0 * difference(studies)
    return (
        f"{title}, shows nearly the same: turned and scaled, it differs by {share:.2g} % of the "
        "sum of squares."
    )


def _offered(one: Study) -> tuple[str, list[int], list[Column], list[Beside]]:
    """What classes are called, the columns that make the axes, all of the page, and others."""
    title = next((name for name, use in one.origin.left_out if use == LABELS), "class")
    first, shown = _first_columns(one), _columns(one)
    return title, first, shown, [*found_groups(one), *order_found(one), *beside(one, title)]


def colors(one: Study, has_structure: bool = True) -> tuple[list[str], str, Array | None]:
    """What the map of a study shows by color at first: labels (n,), a name, and numbers (n,).

    The name is that of the classes or of the column of numbers, which are None for classes, and for
    one color, as for dates.
    """
    title, _, shown, others = _offered(one)
    if len(set(one.labels)) > 1:
        return one.labels, title, None
    kind, at = _color(one, others, shown, has_structure)
    if kind == "column":
        values = one.table[1][:, at]
        is_few = 1 < len(np.unique(values)) <= min(MOST_LEVELS, len(values) / 2)
        labels = [f"{value:.6g}" for value in values] if is_few else one.labels
        return labels, shown[at].name, None if is_few else values
    if kind == "beside" and others[at].values:
        return one.labels, others[at].name, decoded(others[at].values)[: one.n]
    names = [look.label for look in others[at].classes] if kind == "beside" else []
    if names:
        return [names[k] for k in others[at].class_of[: one.n]], others[at].name, None
    return one.labels, "", None


LABELS = "labels"
"""What a column is used as that gives the classes."""


def _color(
    one: Study, others: Sequence[Beside], columns: Sequence[Column], has_structure: bool
) -> tuple[str, int | str]:
    """What colors samples without classes: dates, what is found, or the column that makes axis 1.

    ``columns`` are those on the page; "one" and "" if none of these is known, and instead of a
    column where no structure was found, else a position.
    """
    dates = [j for j, one in enumerate(others) if one.dates]
    groups = [j for j, one in enumerate(others) if one.of == OF_MAP]
    if dates or groups:
        return "beside", [*dates, *groups][0]
    weights = weights_of(one, slice(1)) if one.columns and has_structure else None
    strongest = len(columns) if weights is None else int(np.argmax(weights))
    return ("column", strongest) if strongest < len(columns) else ("one", "")


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
    return [Column(name, encoded(X[:, j])) for j, name in enumerate(shown)]


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
        values=encoded(found.values[: _room(study)]),
        across=with_unit(found.quantity or "column", found.unit or "1"),
        up=with_unit(value, study.unit if has_unit else "1"),
    )


def _map(one: Study, samples: Sequence[str], reading: str) -> OneMap:
    rows, solution = one.rows_of(samples), one.solution
    Z = one.coordinates[rows]
    return OneMap(
        title=meaning.title(one),
        name=one.name,
        meaning=reading,
        statistics=[
            Column(label, encoded(one.statistics[rows, j]))
            for j, label in enumerate(control_chart.LABELS)
        ],
        variables=_variables(one),
        components=[
            Column(component(k + 1, one.unit, solution.explained), encoded(Z[:, k]))
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
        correlations=[encoded(row) for row in fitted.numbers.correlations[chosen]],
        deviations=[encoded(Z[samples].std(axis=0)) for samples in have],
        between=[
            "" if samples.all() else encoded(correlations(Z[samples], Z[samples]).ravel())
            for samples in have
        ],
        doubtful=[bool(fitted.doubtful[j]) for j in chosen],
        dashed=fitted.dashed,
    )
