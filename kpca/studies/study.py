"""A study: data and settings, their solution, and all that follows, each part computed once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd

from kpca.arrays import Array, Indices
from kpca.centering import mean, squared_lengths
from kpca.choosing.control_limits import RESIDUE, statistics
from kpca.data import Data, Gram, Vectors
from kpca.interpretation import groups, sampling_error
from kpca.interpretation.groups import Groups
from kpca.interpretation.importance import Importance, importance
from kpca.interpretation.loadings import correlations, loadings, represented
from kpca.kernels import Kernel, Linear, features
from kpca.projection import lost
from kpca.solvers import placing
from kpca.solvers.certificate import Certificate
from kpca.solvers.elements import KernelElements
from kpca.solvers.partial import Solved
from kpca.solvers.placing import ByFeatures, Doubt, Rule
from kpca.solvers.solution import RankError, Solution
from kpca.studies import raw_table, solving
from kpca.studies.automatic import Automatic
from kpca.studies.checking import ALL
from kpca.studies.control import ControlChart, control_chart, training_chart
from kpca.studies.fitted_variables import Fitted, fit
from kpca.studies.origin import Origin
from kpca.studies.raw_table import NotOpenedError
from kpca.studies.variables import Variables


@dataclass(frozen=True, repr=False)
class Study:
    """The data and settings of one study, and its results as pandas tables with names.

    It has results when ``solve`` has solved it. Each is computed when it is first asked for.

    Parameters
    ----------
    components
        A number of them, and before the study is solved perhaps a share.
    names, labels : lists (n,)
    new_names, new_labels : lists (m,)
        They identify the samples in tables and plots. Without new samples the training samples are
        placed a second time (``placed_again``).
    unit
        Of a score; "1" for a kernel without one.
    named_columns : (q,)
        Names of the columns of points, if they have any, or of the table that distances were
        computed from.
    remarks
        Sentences on the data: which samples were left out or are equal, and what was corrected.
    origin, automatic
        Where the data come from, and the curves of what the program chose.
    statements
        On which samples the statements are executed (``kpca.studies.checking``).
    subset_of
        Of a random subset of a study the number of all its training samples, else 0. Statements are
        executed on samples that count once, so it is also the number of samples without their
        weights.
    other_variables, metadata
        What is known of the training samples beside their data, and the columns of tables that are
        neither, of the training samples and behind them of the new ones, if these are others: they
        color maps.
    weights : array (n,), or None
        How many samples each training sample stands for; None if each counts once.
    blocks : list (n,), or None
        The groups of training samples that are permuted together or within; None for independent
        samples.
    solved : kpca.solvers.partial.Solved, or None
        The solution, what the solver measured, and the certificate.
    stored : two arrays (m, d) and (m,), or None
        The scores of the new samples and the means of their kernel values, where a file has them;
        else they are computed.

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

    Examples
    --------
    >>> from kpca.studies.datasets import example
    >>> example().solve().scores.shape
    (48, 4)
    """

    name: str
    title: str
    data: Data
    components: int | float
    names: list[str]
    labels: list[str]
    new_names: list[str]
    new_labels: list[str]
    unit: str = "1"
    named_columns: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    origin: Origin = Origin()
    automatic: Automatic = Automatic()
    statements: str | int = ALL
    subset_of: int = 0
    other_variables: Variables | None = None
    metadata: Variables | None = None
    weights: Array | None = None
    blocks: list[str] | None = None
    solved: Solved | None = None
    stored: tuple[Array, Array] | None = None

    def solve(self, *args: Any, **more: Any) -> "Study":
        """The same study with its solution; arguments and errors are those of ``solving.solve``."""
        of_data = (self.data, self.statements, self.components, self.weights)
        solved = solving.solve(*of_data, *args, **more)
        return replace(self, solved=solved, components=solved.solution.components, stored=None)

    @property
    def n(self) -> int:
        """Number of training samples."""
        return len(self.names)

    @property
    def m(self) -> int:
        """Number of new samples."""
        return len(self.new_names)

    @property
    def placed_again(self) -> bool:
        """Whether there are no new samples, and the training samples are placed a second time."""
        return self.new_names == self.names

    @property
    def new_in_words(self) -> str:
        """How many new samples there are, in words."""
        if self.placed_again:
            return "placed again as new ones"
        return f"{self.m} new {'one' if self.m == 1 else 'ones'}"

    @property
    def kernel(self) -> Kernel | None:
        return self.data.kernel

    @property
    def columns(self) -> tuple[str, ...]:
        """Names (q,) of the columns of points, x1, x2, ... unless they have others."""
        if not isinstance(self.data, Vectors):
            return ()
        q = self.data.X.shape[1]
        return self.named_columns or tuple(f"x{j + 1}" for j in range(q))

    @property
    def table(self) -> tuple[tuple[str, ...], Array, Array] | None:
        """The columns (q,) of a table, its training samples (n, q), and its new samples (m, q).

        They are the points, or what distances were computed from, in the units of the user's table
        (``Origin.in_raw_units``), without the columns of texts. None for a given matrix.
        """
        data, origin, numbers = self.data, self.origin, self.origin.numbers
        if isinstance(data, Vectors):
            return self.columns, origin.in_raw_units(data.X), origin.in_raw_units(data.X_new)
        if "table_row" not in numbers:
            return None
        rows = np.asarray(numbers["table_row"])
        new = np.asarray(numbers.get("new_table_row", rows))
        texts = origin.classes_of
        of_numbers = [j for j, name in enumerate(self.named_columns) if name not in texts]
        names = tuple(self.named_columns[j] for j in of_numbers)
        return names, *(origin.in_raw_units(X)[:, of_numbers] for X in (rows, new))

    def __str__(self) -> str:
        given = "given kernel matrix"
        if not isinstance(self.data, Gram):
            of_table = (
                f"{self.origin.distance} distances of a table" if self.origin.distance else ""
            )
            given = of_table or "given distances"
        kernel = self.kernel if self.kernel is not None else given
        components = "component" if self.components == 1 else "components"
        part = f", a random subset of {self.subset_of}" if self.subset_of else ""
        if self.subset_of == self.n:
            part = ", each counted once"
        if self.weights is not None:
            part += f" with weights, {self.weights.sum():.6g} together"
        return (
            f"{self.title}\n{self.n} samples{part}, {self.new_in_words}, "
            f"{self.components} {components}; {kernel}"
        )

    @property
    def solution(self) -> Solution:
        """The components, with their error bounds; ``NotOpenedError`` before it is solved."""
        if self.solved is None:
            raise NotOpenedError(
                f"the study {self.name} has no solution; allowed: the study that its method "
                "solve() returns"
            )
        return self.solved.solution

    @property
    def formula(self) -> str:
        """The formula of the kernel, or that a matrix was given."""
        return self.kernel.formula if self.kernel else str(self).rpartition("; ")[2]

    @property
    def certificate(self) -> Certificate:
        """What proves that the solution is right."""
        return self.solved.certificate

    def __repr__(self) -> str:
        return (
            f"study {self.name}: {self.n} samples, {self.components} components; "
            "tables: scores, new_samples, loadings, importance, control_chart, variables, "
            "spectrum; methods: place(table), check(id)"
        )

    @cached_property
    def scores(self) -> pd.DataFrame:
        return self._table(self.solution.scores, self.names, self.labels)

    @cached_property
    def rule(self) -> Rule | None:
        """How new samples are compared and placed; None where there are matrices of all samples."""
        matrix = solving.elements(self.data, self.statements)
        return placing.rule(matrix, self.solved) if isinstance(matrix, KernelElements) else None

    @cached_property
    def by_features(self) -> ByFeatures | None:
        """The rule, where it is one of explicit features."""
        return self.rule if isinstance(self.rule, ByFeatures) else None

    @property
    def center(self) -> Array:
        """The point (q,) that is subtracted from all points before the kernel compares them.

        Scores, means and lengths of tiles are those of points around their mean where the kernel
        allows that. Whole matrices are those of the points as they are, and their center is 0.
        """
        matrix = solving.elements(self.data, self.statements)
        if isinstance(matrix, KernelElements):
            return matrix.center
        return np.zeros(self.data.X.shape[1])

    @cached_property
    def placed(self) -> tuple[Array, Array]:
        """Scores (m, d) of the new samples, and the means (m,) of their kernel values."""
        return self.stored or solving.place(self.data, self.solved, self.rule)

    @property
    def doubt(self) -> Doubt | None:
        """The score of a new sample that rounding makes less certain than the scores of the fit."""
        data = self.data
        if self.rule is not None:
            errors = self.rule.errors(data.X_new)
        else:
            rounding = solving.rounding_of(data) + data.element_error
            largest = np.abs(data.K_new).max(axis=1)
            errors = placing.errors_of_values(self.solution, rounding, largest)
        return placing.doubt(self.solution, errors, lambda: self.placed[0])

    @cached_property
    def new_samples(self) -> pd.DataFrame:
        return self._table(self.placed[0], self.new_names, self.new_labels)

    @property
    def samples(self) -> list[str]:
        """Names of the training samples, and below them those of new ones, if there are any."""
        return self.names if self.placed_again else [*self.names, *self.new_names]

    @cached_property
    def coordinates(self) -> Array:
        """Scores of the ``samples``, as an array."""
        Z = self.solution.scores
        return Z if self.placed_again else np.vstack([Z, self.placed[0]])

    @property
    def lengths(self) -> Array:
        """Squared distances of the ``samples`` to the mean in feature space."""
        of_old = self.training_lengths
        return of_old if self.placed_again else np.concatenate([of_old, self.new_lengths])

    @cached_property
    def training_lengths(self) -> Array:
        """Squared distances (n,) of the training features to their mean."""
        data, means = self.data, self.solved.means
        if self.rule is None:
            return squared_lengths(data.K.diagonal(), means, means, self.weights)
        return self.rule.lengths(data.X, means)

    @cached_property
    def new_lengths(self) -> Array:
        """Squared distances (m,) of the new features to the mean of the training features."""
        data, new_means = self.data, self.placed[1]
        if self.rule is None:
            diagonal, means = data.G_new.diagonal(), self.solved.means
            return squared_lengths(diagonal, new_means, means, self.weights)
        return self.rule.lengths(data.X_new, new_means)

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
        return np.array([at[name] for name in names], dtype=int)

    @cached_property
    def standard_errors(self) -> Array:
        """Standard errors (2, d) of eigenvalues and shares (``interpretation.sampling_error``).

        NaN for samples in blocks, which are not independent of each other.
        """
        if self.blocks is not None:
            return np.full((2, self.solution.components), np.nan)
        is_scaled = self.origin.standardized and self.kernel == Linear()
        standardized, solution = self.data.X if is_scaled else None, self.solution
        of_shares = sampling_error.of_shares(solution, self.training_lengths, standardized)
        return np.array([sampling_error.of_eigenvalues(solution, standardized), of_shares])

    @cached_property
    def groups(self) -> Groups | None:
        """The groups on the leading components; None of few samples and of those with weights."""
        if self.n < groups.SAMPLES or self.weights is not None:
            return None
        return groups.found(self.solution.scores[:, : groups.COMPONENTS])

    @cached_property
    def loadings(self) -> pd.DataFrame:
        data = self._points("loadings")
        Phi = features.for_loadings(data.kernel, data.X)
        if Phi is None:
            Z, weights = self.solution.scores, self.solution.weights
            table = self._named(correlations(data.X, Z, weights), self.columns)
            return table.rename_axis(columns="correlation")
        names = data.kernel.feature_names(self.columns)
        return self._named(loadings(Phi, self.solution.alpha), names).rename_axis(columns="loading")

    @property
    def has_loadings(self) -> bool:
        """Whether the components can be written out in finite features of points."""
        return bool(self.columns) and self.loadings.columns.name == "loading"

    @property
    def kind_of_loadings(self) -> str:
        """What a row of ``loadings`` is, a "column" of the points or a "feature"."""
        is_column = self.kernel == Linear() or not self.has_loadings
        return "column" if is_column else "feature"

    @cached_property
    def importances(self) -> Importance:
        """The importance of the columns as arrays (q, d) (``kpca.interpretation.importance``)."""
        data = self._points("importance")
        return importance(data.kernel, data.X, self.solution, features=self.by_features)

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
        return pd.DataFrame(table, index=pd.Index(self.columns, name="column"))

    @cached_property
    def statistics(self) -> Array:
        """T^2 and SPE of the ``samples`` (k, 2).

        T^2 has the variances of the training scores. That of new samples has those of left-out
        samples, as in their ``chart``, unless the samples are too few for one. An SPE that is
        rounding is 0, as is the part of a component without variance in T^2. That of a matrix that
        is not Euclidean may be negative.
        """
        variances = np.where(self.solution.variance > 0.0, self.solution.variance, np.inf)
        found = statistics(self.coordinates, self.lengths, variances)
        if self.has_chart:
            found[self.n :] = self.chart.statistics
        if not isinstance(self.data, Vectors):
            spe = lost(self.lengths, self.coordinates)
            found[:, 1] = np.where(spe < 0.0, spe, found[:, 1])
        least = RESIDUE * abs(mean(self.training_lengths, self.weights))
        return np.where(np.abs(found) > [0.0, least], found, 0.0)

    @cached_property
    def training_chart(self) -> ControlChart:
        """The chart of the training samples as arrays (``kpca.studies.control``).

        Raises ``NotOpenedError`` for a study with weights.
        """
        self._require_no_weights("the limits of a control chart")
        return training_chart(self)

    @cached_property
    def chart(self) -> ControlChart:
        """The control chart of the new samples as arrays (``kpca.studies.control``).

        Raises ``NotOpenedError`` for a study with too few samples, and for one with weights.
        """
        self._require_no_weights("the limits of a control chart")
        try:
            return control_chart(self)
        except RankError as error:
            raise NotOpenedError(
                f"the study {self.name} has {self.n} samples, and without those that "
                f"are left out for the limits: {error}; allowed: more samples, or fewer components"
            ) from error

    @property
    def has_chart(self) -> bool:
        """Whether there are new samples, and enough samples for the limits of a control chart.

        The limits count each sample once, so that a study with weights has none.
        """
        if self.placed_again or self.weights is not None:
            return False
        try:
            return bool(self.chart)
        except NotOpenedError:
            return False

    @cached_property
    def control_chart(self) -> pd.DataFrame:
        table = self.chart.table(self.new_names, self.columns)
        table.insert(0, "label", self.new_labels)
        return table

    @cached_property
    def fitted_variables(self) -> Fitted:
        """The variables fitted to the scores, as arrays (``kpca.studies.fitted_variables``).

        Raises ``NotOpenedError`` for a study without a table of variables, and for one with
        weights.
        """
        self._require_no_weights("the fit of variables")
        if self.other_variables is None:
            raise NotOpenedError(
                f"the study {self.name} has no table of variables; allowed: a study with "
                "the key 'variables: env.csv', for example"
            )
        return fit(self.other_variables, self.solution, self.blocks)

    @property
    def variables(self) -> pd.DataFrame:
        return self.fitted_variables.table

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
        names, data = raw_table.compared(self, table)
        scores, _ = solving.place(data, self.solved, self.rule)
        return self._named(scores, names, index="sample")

    @cached_property
    def checks(self) -> "Checks | None":  # noqa: F821
        """The outcomes of all statements, on all samples or on the random subset; None for none."""
        return _executing().checks(self)

    def keep(self, checks: "Checks | None") -> None:  # noqa: F821
        """Keep the outcomes of all statements of this study that another process has executed."""
        # Where a cached property, which a frozen class has none of its own for, has its value.
        vars(self)["checks"] = checks

    def check(self, id: str) -> "Check":  # noqa: F821
        """The check of a statement of the ledger on this study, such as ``check("E7")``.

        Of a study whose statements are not executed on all samples it is that of a random subset
        (``kpca.studies.subset``).

        Raises ``NotOpenedError`` for an unknown id, and where the statement does not apply.
        """
        return _executing().check(self, id)

    def _points(self, what: str) -> Vectors:
        if not isinstance(self.data, Vectors):
            raise NotOpenedError(
                f"the study {self.name} has a given matrix and no columns; allowed: {what} "
                "of a study of points"
            )
        return self.data

    def _require_no_weights(self, what: str) -> None:
        """Raises ``NotOpenedError`` for a study with weights, which ``what`` does not honor."""
        if self.weights is not None:
            raise NotOpenedError(
                f"the study {self.name} has weights, and {what} would count each sample "
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
