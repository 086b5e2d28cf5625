"""A study with its solution, and everything that is known of both, each part computed once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from types import ModuleType

import numpy as np
import pandas as pd

from kpca.arrays import Array, Indices
from kpca.centering import mean
from kpca.choosing.control_limits import RESIDUE, STATISTICS, statistics
from kpca.data import Vectors
from kpca.interpretation import groups
from kpca.interpretation.groups import Groups
from kpca.interpretation.importance import Importance, importance
from kpca.interpretation.loadings import correlations, loadings, represented
from kpca.kernels import Linear, features
from kpca.solvers.certificate import Certificate
from kpca.solvers.partial import Solved
from kpca.solvers.placing import ByFeatures, Rule
from kpca.solvers.solution import RankError, Solution
from kpca.studies import raw_table, solving
from kpca.studies.control import ControlChart, TrainingChart, control_chart, training_chart
from kpca.studies.fitted_variables import Fitted, fit
from kpca.studies.raw_table import NotOpenedError
from kpca.studies.study import Study


@dataclass(frozen=True, repr=False)
class SolvedStudy:
    """The results of one study as pandas tables, whose rows and columns have names.

    Attributes
    ----------
    scores : table (n, d)
        The training samples, and their labels.
    new_samples : table (m, d)
        The new samples, and their labels.
    loadings : table (M, d)
        The components in the study's columns or features; correlations of the columns with the
        scores where a kernel has no finite feature map. The name of the table's columns says which:
        "loading" or "correlation".
    importance : table (q, 2d)
        Of the columns: for each component the effect of a permutation of the column on the scores,
        without a unit, with its standard error. ``importances`` has the arrays and says which
        samples they come from.
    control_chart : table (m, ...)
        The new samples: T^2, the squared prediction error (SPE), the limits of both, and the
        highest level whose limit one of them is above. Those farthest above also have the name of
        the column that contributes most. ``chart`` has the arrays, the false alarms and all
        contributions.
    variables : table
        Other variables of the samples (``variables`` in the configuration), by name and class: of
        numbers the samples with a value, the correlation with each component, and the arrow, R^2
        and p of the fit to the components that the column "fitted to" names, the first two; of each
        class of a factor its samples and mean scores, and R^2 and p of the factor. The p-values
        hold if the samples are independent of each other, or the blocks that the study has; p is
        nan where these cannot be permuted. "assignments" counts up to 10^9 what permutations can
        give. ``fitted_variables`` has the arrays.
    spectrum : table
        Eigenvalues mu with their error bounds, and of the components also the variance
        lambda = mu/n, the explained share, and the standard errors of mu and of the share.
    checks : table or None
        The outcomes of all statements; None where none is executed.
    solved : kpca.solvers.partial.Solved
        The solution, what the solver measured, and the certificate.
    stored : two arrays (m, d) and (m,), or None
        The scores of the new samples and the means of their kernel values, where a file has them;
        else they are computed.

    Examples
    --------
    >>> from kpca.studies.datasets import example
    >>> study = example()
    >>> SolvedStudy(study, solving.solve(study)).scores.shape
    (48, 4)
    """

    study: Study
    solved: Solved
    stored: tuple[Array, Array] | None = None

    @property
    def solution(self) -> Solution:
        """The components, with their error bounds."""
        return self.solved.solution

    @property
    def kernel(self) -> str:
        """The formula of the kernel, or that a matrix was given."""
        study = self.study
        return study.kernel.formula if study.kernel else str(study).rpartition("; ")[2]

    @property
    def certificate(self) -> Certificate:
        """What proves that the solution is right."""
        return self.solved.certificate

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
    def placed(self) -> tuple[Array, Array]:
        """Scores (m, d) of the new samples, and the means (m,) of their kernel values."""
        return self.stored or solving.place(self.study, self.solved, self._rule)

    @cached_property
    def _rule(self) -> Rule | None:
        return solving.rule_of(self.study, self.solved)

    @cached_property
    def new_samples(self) -> pd.DataFrame:
        study = self.study
        return self._table(self.placed[0], study.new_names, study.new_labels)

    @property
    def samples(self) -> list[str]:
        """Names of the training samples, and below them those of new ones, if there are any."""
        study = self.study
        return study.names if study.placed_again else [*study.names, *study.new_names]

    @cached_property
    def coordinates(self) -> Array:
        """Scores of the ``samples``, as an array."""
        Z = self.solution.scores
        return Z if self.study.placed_again else np.vstack([Z, self.placed[0]])

    @cached_property
    def lengths(self) -> Array:
        """Squared distances of the ``samples`` to the mean in feature space."""
        study, solved = self.study, self.solved
        lengths = solving.lengths(study, solved, self._rule)
        if study.placed_again:
            return lengths
        of_new = solving.new_lengths(study, solved, self.placed[1], self._rule)
        return np.concatenate([lengths, of_new])

    def represented_by(self, d: int) -> Array:
        """The share of each of the ``samples`` that the first d components represent."""
        return represented(self.coordinates[:, :d], self.lengths)

    @cached_property
    def shares(self) -> Array:
        """The share of each of the ``samples`` that all components represent."""
        return self.represented_by(self.solution.components)

    def rows_of(self, names: Sequence[str]) -> Indices:
        """The row of ``coordinates`` and ``shares`` of each sample (k,), by name."""
        at = {name: row for row, name in enumerate(self.samples)}
        return np.array([at[name] for name in names])

    @cached_property
    def standard_errors(self) -> Array:
        """Standard errors of eigenvalues and shares (2, d), NaN where there is none."""
        return solving.standard_errors(self.study, self.solved, self._rule)

    @cached_property
    def groups(self) -> Groups | None:
        """The groups on the leading components; None of few samples and of those with weights."""
        if self.study.n < groups.SAMPLES or self.study.weights is not None:
            return None
        return groups.found(self.solution.scores[:, : groups.COMPONENTS])

    @cached_property
    def loadings(self) -> pd.DataFrame:
        study, data = self.study, self._points("loadings")
        Phi = features.for_loadings(data.kernel, data.X)
        if Phi is None:
            Z, weights = self.solution.scores, self.solution.weights
            table = self._named(correlations(data.X, Z, weights), study.columns)
            return table.rename_axis(columns="correlation")
        names = data.kernel.feature_names(study.columns)
        return self._named(loadings(Phi, self.solution.alpha), names).rename_axis(columns="loading")

    @property
    def has_loadings(self) -> bool:
        """Whether the components can be written out in finite features of points."""
        return bool(self.study.columns) and self.loadings.columns.name == "loading"

    @property
    def kind_of_loadings(self) -> str:
        """What a row of ``loadings`` is, a "column" of the points or a "feature"."""
        is_column = self.study.kernel == Linear() or not self.has_loadings
        return "column" if is_column else "feature"

    @cached_property
    def importances(self) -> Importance:
        """The importance of the columns as arrays (q, d) (``kpca.interpretation.importance``)."""
        data = self._points("importance")
        by_features = self._rule if isinstance(self._rule, ByFeatures) else None
        return importance(data.kernel, data.X, self.solution, features=by_features)

    @cached_property
    def importance(self) -> pd.DataFrame:
        found = self.importances
        table = {
            f"component {k + 1} {what}": values[:, k]
            for k in range(self.solution.components)
            for what, values in (
                ("permutation", found.permutation),
                ("standard error", found.standard_error),
            )
        }
        return pd.DataFrame(table, index=pd.Index(self.study.columns, name="column"))

    @cached_property
    def statistics(self) -> Array:
        """T^2 and SPE of the ``samples`` (k, 2).

        T^2 has the variances of the training scores. That of new samples has those of left-out
        samples, as in their ``chart``, unless the samples are too few for one. An SPE that is
        rounding is 0, as is the part of a component without variance in T^2.
        """
        variances = np.where(self.solution.variance > 0.0, self.solution.variance, np.inf)
        found = statistics(self.coordinates, self.lengths, variances)
        if self.has_chart:
            found[self.study.n :] = self.chart.statistics
        least = RESIDUE * mean(self.lengths[: self.study.n], self.study.weights)
        return np.where(found > [0.0, least], found, 0.0)

    @cached_property
    def training_chart(self) -> TrainingChart:
        """The chart of the training samples as arrays (``kpca.studies.control``).

        Raises ``NotOpenedError`` for a study with weights.
        """
        self._require_no_weights("the limits of a control chart")
        found = self.statistics[: self.study.n]
        return training_chart(self.study, self.solved, found, rule=self._rule)

    @cached_property
    def chart(self) -> ControlChart:
        """The control chart of the new samples as arrays (``kpca.studies.control``).

        Raises ``NotOpenedError`` for a study with too few samples, and for one with weights.
        """
        self._require_no_weights("the limits of a control chart")
        try:
            return control_chart(self.study, self.solved, *self.placed, rule=self._rule)
        except RankError as error:
            raise NotOpenedError(
                f"the study {self.study.name} has {self.study.n} samples, and without those that "
                f"are left out for the limits: {error}; allowed: more samples, or fewer components"
            ) from error

    @property
    def has_chart(self) -> bool:
        """Whether there are new samples, and enough samples for the limits of a control chart.

        The limits count each sample once, so that a study with weights has none.
        """
        if self.study.placed_again or self.study.weights is not None:
            return False
        try:
            return bool(self.chart)
        except NotOpenedError:
            return False

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
        """The variables fitted to the scores, as arrays (``kpca.studies.fitted_variables``).

        Raises ``NotOpenedError`` for a study without a table of variables, and for one with
        weights.
        """
        self._require_no_weights("the fit of variables")
        if self.study.variables is None:
            raise NotOpenedError(
                f"the study {self.study.name} has no table of variables; allowed: a study with "
                "the key 'variables: env.csv', for example"
            )
        return fit(self.study.variables, self.solution, self.study.blocks)

    @cached_property
    def variables(self) -> pd.DataFrame:
        found = self.fitted_variables
        numbers, rows = found.numbers, {}
        for j, name in enumerate(found.names):
            both = {"correlation": numbers.correlations[j], "arrow": numbers.arrows[j]}
            rows[name, ""] = _by_component(both) | {
                "samples": numbers.counts[j],
                "fitted to": found.plane,
                "R2": numbers.r_squared[j],
                "p": numbers.p[j],
                "permutations": numbers.permutations[j],
                "assignments": numbers.assignments[j],
            }
        for name, factor in found.factors.items():
            for level, count, centroid in zip(
                factor.levels, factor.counts, factor.centroids, strict=True
            ):
                rows[name, level] = (
                    {"samples": count}
                    | _by_component({"mean": centroid})
                    | {
                        "fitted to": found.plane,
                        "R2": factor.r_squared,
                        "p": factor.p,
                        "permutations": factor.permutations,
                        "assignments": factor.assignments,
                    }
                )
        index = pd.MultiIndex.from_tuples(rows, names=["variable", "class"])
        return pd.DataFrame(list(rows.values()), index=index)

    @cached_property
    def spectrum(self) -> pd.DataFrame:
        solution = self.solution
        index = pd.RangeIndex(1, len(solution.spectrum) + 1, name="number")
        table = pd.DataFrame(
            {"eigenvalue": solution.spectrum, "error": solution.errors}, index=index
        )
        names = ("variance", "explained", "eigenvalue standard error", "explained standard error")
        of_components = (solution.variance, solution.explained, *self.standard_errors)
        for name, values in zip(names, of_components, strict=True):
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
        and dates neither), may mean a missing value or cannot be prepared, and negative distances.
        """
        names, data = raw_table.compared(self.study, table)
        scores, _ = solving.place(replace(self.study, data=data), self.solved, self._rule)
        return self._named(scores, names, index="sample")

    @cached_property
    def checks(self) -> "Checks | None":  # noqa: F821
        """The outcomes of all statements, on all samples or on the random subset; None for none."""
        return _executing().checks(self.study, self.solved)

    def check(self, id: str) -> "Check":  # noqa: F821
        """The check of a statement of the ledger on this study, such as ``check("E7")``.

        Of a study whose statements are not executed on all samples it is that of a random subset
        (``kpca.studies.subset``).

        Raises ``NotOpenedError`` for an unknown id, and where the statement does not apply.
        """
        return _executing().check(self.study, id)

    def _points(self, what: str) -> Vectors:
        if not isinstance(self.study.data, Vectors):
            raise NotOpenedError(
                f"the study {self.study.name} has a given matrix and no columns; allowed: {what} "
                "of a study of points"
            )
        return self.study.data

    def _require_no_weights(self, what: str) -> None:
        """Raises ``NotOpenedError`` for a study with weights, which ``what`` does not honor."""
        if self.study.weights is not None:
            raise NotOpenedError(
                f"the study {self.study.name} has weights, and {what} would count each sample "
                "once; allowed: a study without weights"
            )

    def _table(self, scores: Array, names: list[str], labels: list[str]) -> pd.DataFrame:
        table = self._named(scores, names, index="sample")
        table.insert(0, "label", labels)
        return table

    def _named(self, values: Array, names: object, index: str = "column") -> pd.DataFrame:
        columns = [f"component {k + 1}" for k in range(values.shape[1])]
        return pd.DataFrame(values, index=pd.Index(names, name=index), columns=columns)


def _executing() -> ModuleType:
    """The module that executes statements, imported when they are executed.

    No import statement names it (docs/design.md, *Figures and pages*).
    """
    return import_module("kpca.studies.executing")


def _by_component(values: Mapping[str, Array]) -> dict[str, float]:
    """Values, of which each has those of the first components, by component and what they are."""
    d = max(len(of) for of in values.values())
    return {
        f"component {k + 1} {what}": of[k]
        for k in range(d)
        for what, of in values.items()
        if k < len(of)
    }
