"""A study of a finished run, opened for further work: tables with names, and raw new samples."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from numbers import Number
from pathlib import Path

import numpy as np
import pandas as pd

from kpca.arrays import Array
from kpca.choosing.control_limits import STATISTICS
from kpca.data import Data, Distances, Gram, Vectors
from kpca.formulations.corrections import Constant
from kpca.importance import Importance, importance
from kpca.kernels import features
from kpca.loadings import correlations, loadings
from kpca.results import files, solved, studies
from kpca.solvers.partial import Solved
from kpca.solvers.solution import RankError, Solution
from kpca.statements.case import Case
from kpca.statements.check import Check
from kpca.statements.every import STATEMENTS
from kpca.statements.status import STATUS
from kpca.studies import solving, steps, subset
from kpca.studies.control import ControlChart, control_chart
from kpca.studies.fitted_variables import Fitted, fit
from kpca.studies.readers.table import InputError
from kpca.studies.samples import Samples
from kpca.studies.study import Study


class NotOpenedError(ValueError):
    """What was asked for is not in the results, or does not fit the study."""


@dataclass(frozen=True, repr=False)
class OpenedStudy:
    """The results of one study as pandas tables, whose rows and columns have names.

    scores       the training samples (n, d), and their labels
    new_samples  the new samples (m, d), and their labels
    loadings     (M, d): the components in the study's columns or features; correlations of the
                 columns with the scores where a kernel has no finite feature map. The name of the
                 table's columns says which: "loading" or "correlation"
    importance   of the columns (q, 4d): for each component the mean squared derivative of the score
                 along the column with a bound on its error, and the effect of a permutation of the
                 column with its standard error, all without a unit. ``importances`` has the arrays
                 and says which samples they come from
    control_chart  the new samples (m, ...): T^2, the squared prediction error (SPE), the limits of
                 both, and the highest level whose limit one of them is above. Those farthest above
                 also have the name of the column that contributes most. ``chart`` has the arrays,
                 the false alarms and all contributions
    variables    other variables of the samples (``variables`` in the configuration), by name and
                 class: of numbers the correlation with each component, the arrow of the fit to all
                 components, R^2 and p; of each class of a factor its samples and mean scores, and
                 R^2 and p of the factor. ``fitted_variables`` has the arrays
    spectrum     eigenvalues mu with their error bounds, and of the components also the variance
                 lambda = mu/n and the explained share
    solved       the solution, what the solver measured, and the certificate

    >>> from kpca.results.opened import OpenedStudy
    >>> from kpca.studies import solving
    >>> from kpca.studies.study import example
    >>> study = example()
    >>> OpenedStudy(study, solving.solve(study)).scores.shape
    (48, 4)
    """

    study: Study
    solved: Solved

    @property
    def solution(self) -> Solution:
        """The components, with their error bounds."""
        return self.solved.solution

    def __repr__(self) -> str:
        study = self.study
        return (
            f"study {study.name}: {study.n} samples, {self.solution.components} components; "
            "tables: scores, new_samples, loadings, importance, control_chart, variables, "
            "spectrum; methods: place(table), check(id)"
        )

    @cached_property
    def scores(self) -> pd.DataFrame:
        study = self.study
        return self._table(self.solution.scores, study.names, study.labels)

    @cached_property
    def new_samples(self) -> pd.DataFrame:
        study = self.study
        scores, _ = solving.place(study, self.solved)
        return self._table(scores, study.new_names, study.new_labels)

    @cached_property
    def loadings(self) -> pd.DataFrame:
        study, data = self.study, self._points("loadings")
        Phi = features.for_loadings(data.kernel, data.X)
        if Phi is None:
            table = self._named(correlations(data.X, self.solution.scores), study.columns)
            return table.rename_axis(columns="correlation")
        names = data.kernel.feature_names(study.columns)
        return self._named(loadings(Phi, self.solution.alpha), names).rename_axis(columns="loading")

    @cached_property
    def importances(self) -> Importance:
        """Both importances of the columns as arrays (q, d): ``kpca.importance``."""
        data = self._points("importance")
        by_features = solving.features(self.study, self.solved)
        return importance(data.kernel, data.X, self.solution, features=by_features)

    @cached_property
    def importance(self) -> pd.DataFrame:
        found = self.importances
        table = {
            f"component {k + 1} {what}": values[:, k]
            for k in range(self.solution.components)
            for what, values in (
                ("derivative", found.derivative),
                ("error", found.error),
                ("permutation", found.permutation),
                ("standard error", found.standard_error),
            )
        }
        return pd.DataFrame(table, index=pd.Index(self.study.columns, name="column"))

    @cached_property
    def chart(self) -> ControlChart:
        """The control chart of the new samples as arrays: ``kpca.studies.control``.

        Raises ``NotOpenedError`` for a study with too few samples.
        """
        try:
            return control_chart(self.study, self.solved)
        except RankError as error:
            raise NotOpenedError(
                f"the study {self.study.name} has {self.study.n} samples, and without those that "
                f"are left out for the limits: {error}; allowed: more samples, or fewer components"
            ) from error

    @cached_property
    def control_chart(self) -> pd.DataFrame:
        study, chart = self.study, self.chart
        index = pd.Index(study.new_names, name="sample")
        table = pd.DataFrame(chart.statistics, index=index, columns=list(STATISTICS))
        table.insert(0, "label", study.new_labels)
        levels = [f"{100 * level:g} %" for level in chart.limits.levels]
        for level, limits in zip(levels, chart.limits.values, strict=True):
            for name, limit in zip(STATISTICS, limits, strict=True):
                table[f"{name} limit {level}"] = limit
        table["above"] = [["", *levels][number] for number in chart.above.max(axis=1)]
        table["strongest column"] = ""
        for i, values in chart.contributions.items():
            table.iloc[i, -1] = study.columns[int(values.argmax())]
        return table

    @cached_property
    def fitted_variables(self) -> Fitted:
        """The variables fitted to the scores, as arrays: ``kpca.studies.fitted_variables``.

        Raises ``NotOpenedError`` for a study without a table of variables.
        """
        if self.study.variables is None:
            raise NotOpenedError(
                f"the study {self.study.name} has no table of variables; allowed: a study with "
                "the key 'variables: env.csv', for example"
            )
        return fit(self.study.variables, self.solution)

    @cached_property
    def variables(self) -> pd.DataFrame:
        found, d = self.fitted_variables, self.solution.components
        numbers, rows = found.numbers, {}
        for j, name in enumerate(found.names):
            both = {"correlation": numbers.correlations[j], "arrow": numbers.arrows[j]}
            rows[name, ""] = _by_component(both, d) | {
                "R2": numbers.r_squared[j],
                "p": numbers.p[j],
                "permutations": numbers.permutations,
            }
        for name, factor in found.factors.items():
            for level, count, centroid in zip(
                factor.levels, factor.counts, factor.centroids, strict=True
            ):
                rows[name, level] = (
                    {"samples": count}
                    | _by_component({"mean": centroid}, d)
                    | {
                        "R2": factor.r_squared,
                        "p": factor.p,
                        "permutations": factor.permutations,
                    }
                )
        index = pd.MultiIndex.from_tuples(rows, names=["variable", "class"])
        table = pd.DataFrame(list(rows.values()), index=index)
        return table.astype({"samples": "Int64"}) if found.factors else table

    @cached_property
    def spectrum(self) -> pd.DataFrame:
        solution = self.solution
        index = pd.RangeIndex(1, len(solution.spectrum) + 1, name="number")
        table = pd.DataFrame(
            {"eigenvalue": solution.spectrum, "error": solution.errors}, index=index
        )
        for name, values in (("variance", solution.variance), ("explained", solution.explained)):
            table[name] = pd.Series(values, index=index[: solution.components])
        return table

    def place(self, table: pd.DataFrame | Array) -> pd.DataFrame:
        """Scores (p, d) of raw new samples.

        A table of points (p, q) has the columns of the study, in any order and among others; an
        array has them in the study's order. They are imputed, transformed, standardized and, where
        the study has a distance, compared with the training samples, as the study's own were
        (``kpca.studies.steps``). For a given matrix the table has kernel values or distances (p, n)
        to the training samples. A correction of the study's distances is added to distances. A
        sample at distance 0 from a training sample lands on it
        (``corrections.Constant.same_samples``). The rows of the result have the names of the
        table's index; where pandas numbers the rows, they count from 1 as the samples do.

        Raises ``NotOpenedError`` for columns that are missing, values that are not numbers (texts
        and dates neither) or cannot be prepared, and negative distances.
        """
        study, data = self.study, self.study.data
        of_table = bool(study.origin.distance)
        expected = list(study.named_columns if of_table else study.columns or study.names)
        values = self._values(table, expected)
        index = table.index if isinstance(table, pd.DataFrame) else pd.RangeIndex(len(table))
        # pandas counts rows from 0 where a file has no names; the samples of a study count from 1.
        counted = index + 1 if isinstance(index, pd.RangeIndex) else index
        names = [str(name) for name in counted]
        new: Data
        match data:
            case Vectors():
                new = replace(data, X_new=self._prepared(values, names).X)
            case Distances():
                values = self._distances(values, names) if of_table else values
                new = replace(data, D_new=self._corrected(data, values, names))
            case Gram():
                new = replace(data, K_new=values)
        scores, _ = solving.place(replace(study, data=new), self.solved)
        return self._named(scores, names, index="sample")

    def check(self, id: str) -> Check:
        """The check of a statement of the ledger on this study, such as ``check("E7")``.

        Of a study whose statements are not executed on all samples it is that of a random subset
        (``kpca.studies.subset``).

        Raises ``NotOpenedError`` for an unknown id, and where the statement does not apply.
        """
        if id not in STATUS:
            raise NotOpenedError(f"no statement {id!r}; allowed: {', '.join(STATUS)}")
        check = STATEMENTS[id].on(Case.of(subset.executed_on(self.study)))
        if check is None:
            raise NotOpenedError(
                f"statement {id} does not apply to the study {self.study.name}: it needs what the "
                "study does not have, such as points, a finite feature map or a kernel"
            )
        return check

    def _points(self, what: str) -> Vectors:
        if not isinstance(self.study.data, Vectors):
            raise NotOpenedError(
                f"the study {self.study.name} has a given matrix and no columns; allowed: {what} "
                "of a study of points"
            )
        return self.study.data

    def _values(self, table: pd.DataFrame | Array, expected: list[str]) -> Array:
        if isinstance(table, pd.DataFrame):
            table = table.rename(columns=str)
            missing = [name for name in expected if name not in table.columns]
            if missing:
                raise NotOpenedError(
                    f"the table has no column {', '.join(map(repr, missing[:5]))}"
                    f"{' ...' if len(missing) > 5 else ''}; allowed: the {len(expected)} columns "
                    f"of the study, {', '.join(map(repr, expected[:5]))}"
                    f"{' ...' if len(expected) > 5 else ''}"
                )
            table = table[expected]
            twice = table.columns[table.columns.duplicated()]
            if len(twice):
                raise NotOpenedError(
                    f"the table has the column {twice[0]!r} more than once; allowed: each column "
                    "of the study once"
                )
            _require_numbers(table.to_numpy(dtype=object), expected)
            table = table.astype(object).where(table.notna(), np.nan)
        if np.iscomplexobj(table):
            raise NotOpenedError("the numbers are complex; allowed: real numbers")
        try:
            hidden = np.ma.asarray(table, dtype=float) if np.ma.isMaskedArray(table) else table
            values = np.asarray(np.ma.filled(hidden, np.nan), dtype=float)
        except (TypeError, ValueError) as error:
            raise NotOpenedError(
                f"{type(table).__name__}: {error}; allowed: a table or an array of numbers"
            ) from error
        if values.ndim != 2 or values.shape[1] != len(expected):
            raise NotOpenedError(
                f"the array has the shape {values.shape}; allowed: (p, {len(expected)})"
            )
        if not isinstance(table, pd.DataFrame):
            _require_numbers(np.ma.getdata(table), expected)
        can_be_missing = np.isnan(values) & ("complete_row" in self.study.origin.numbers)
        if not (np.isfinite(values) | can_be_missing).all():
            i, j = np.argwhere(~np.isfinite(values) & ~can_be_missing)[0]
            raise NotOpenedError(
                f"row {i + 1} has {values[i, j]} for {expected[j]!r}; allowed: finite numbers; "
                "leave out rows with missing values"
            )
        return values

    def _prepared(self, raw: Array, names: list[str]) -> Samples:
        try:
            columns = list(self.study.named_columns or self.study.columns)
            given = Samples(raw, columns, names, names)
            return steps.prepared(given, self.study.origin, "the table")
        except InputError as error:
            raise NotOpenedError(str(error)) from error

    def _distances(self, raw: Array, names: list[str]) -> Array:
        given = self._prepared(raw, names)
        try:
            return steps.distances(given, self.study.origin, "the table")
        except InputError as error:
            raise NotOpenedError(str(error)) from error

    def _corrected(self, data: Distances, D_new: Array, names: list[str]) -> Array:
        if (D_new < 0.0).any():
            i, j = np.argwhere(D_new < 0.0)[0]
            raise NotOpenedError(
                f"row {i + 1} has {D_new[i, j]} for {self.study.names[j]!r}; allowed: distances of "
                "at least 0"
            )
        numbers = self.study.origin.numbers
        constant = Constant(
            float(numbers.get("added_to_distances", 0.0)),
            float(numbers.get("added_to_squares", 0.0)),
        )
        same = constant.same_samples(D_new, data.D, names, self.study.names)
        return constant.added_to_new(D_new, same)

    def _table(self, scores: Array, names: list[str], labels: list[str]) -> pd.DataFrame:
        table = self._named(scores, names, index="sample")
        table.insert(0, "label", labels)
        return table

    def _named(self, values: Array, names: object, index: str = "column") -> pd.DataFrame:
        columns = [f"component {k + 1}" for k in range(values.shape[1])]
        return pd.DataFrame(values, index=pd.Index(names, name=index), columns=columns)


def _by_component(values: Mapping[str, Array], d: int) -> dict[str, float]:
    """Values (d,) by the number of their component and by what they are."""
    return {f"component {k + 1} {what}": of[k] for k in range(d) for what, of in values.items()}


def _require_numbers(cells: np.ndarray, names: list[str]) -> None:
    """Raises ``NotOpenedError`` for the first of the cells (p, q) that is a text, date or time.

    NumPy makes a number of it where it can.
    """
    if cells.dtype.kind in "biuf":
        return
    # As objects, dates and times of NumPy in nanoseconds are plain numbers.
    is_number = np.array([_is_number(cell) for cell in cells.flat], dtype=bool)
    for i, j in np.argwhere(~is_number.reshape(cells.shape)):
        raise NotOpenedError(
            f"row {i + 1} has {str(cells[i, j])!r} for {names[j]!r}, which is not a number; "
            "allowed: numbers only; convert texts with astype(float)"
        )


def _is_number(value: object) -> bool:
    missing = value is None or value is pd.NA or value is pd.NaT
    number = isinstance(value, Number | np.bool_) and not isinstance(value, np.timedelta64)
    return missing or number


OF_MAP = "results.nc"
"""The file with the studies of ``kpca map``."""


def open_study(folder: str | Path, name: str | None = None) -> OpenedStudy:
    """The study whose results lie in a folder: of ``kpca run`` such as ``results/my-study``, or of
    ``kpca map`` such as ``my-kpca``, of whose studies ``name`` says which is meant.

    Raises ``NotOpenedError`` if the folder has no results of a study, or not of this one, and what
    ``kpca.results.files.read`` raises for a damaged file.
    """
    folder = Path(folder)
    if (folder / OF_MAP).is_file():
        tree = files.read(folder / OF_MAP)
        names = list(tree.children)
        name = names[0] if name is None and len(names) == 1 else name
        if name not in names:
            raise NotOpenedError(
                f"{folder / OF_MAP}: study {name!r}; allowed: {', '.join(map(repr, names))}, as in "
                f"open_study({str(folder)!r}, {names[0]!r})"
            )
        return OpenedStudy(studies.from_tree(tree[name]), solved.from_tree(tree[name]))
    path, solved_file = folder / "study.nc", folder / "eigen-solve.nc"
    for file in (path, solved_file):
        if not file.is_file():
            raise NotOpenedError(
                f"{file}: no such file; allowed: the folder of one study after `kpca run`, "
                "such as results/iris, or the folder of `kpca map`, such as iris-kpca"
            )
    return OpenedStudy(studies.load(path), solved.from_tree(files.read(solved_file)))
