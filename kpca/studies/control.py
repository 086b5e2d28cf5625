"""The control charts of a study: its samples beside limits from its training samples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from kpca.arrays import Array
from kpca.choosing.control_limits import (
    GRID,
    LEVELS,
    MOST,
    MOST_HELD_OUT,
    STATISTICS,
    ControlLimits,
    FalseAlarms,
    Monitor,
    combined,
    control_limits,
    drawn,
    false_alarms,
    statistics,
    t2_limits_of_new,
    t2_limits_of_training,
)
from kpca.data import Vectors
from kpca.solvers.solution import RankError

if TYPE_CHECKING:
    from kpca.studies.study import Study

EXPLAINED, FEWEST, VALUES, CALL = 20, 3, 10**8, 300
"""The most samples above a limit for which contributions of the columns are computed. They are
fewer, down to ``FEWEST``, where these need more ``VALUES`` of the kernel; a column takes as long as
``CALL`` training samples more."""


MOST_OF_TRAINING = 300
"""The most samples that the limits of the chart of training samples come from."""


@dataclass(frozen=True)
class ControlChart:
    """T^2 and SPE of the new samples of a study, or of its training samples, with limits.

    statistics (m, 2)   T^2 and SPE
    limits              of new samples, from training samples that were left out; infinite for few
    normal (k,)         limits of T^2 if the scores are normally distributed: those of new samples,
                        or of training samples on the components that they made themselves
    of                  number of training samples
    alarms              from others that were held out; None in a chart of training samples
    contributions       of the columns (q,) to the combined index, by the index of a sample: of
                        those above a lowest limit that are farthest above it
    again               whether there are no new samples, and the training samples are placed again
    """

    statistics: Array
    limits: ControlLimits
    normal: Array
    of: int
    alarms: FalseAlarms | None = None
    contributions: Mapping[int, Array] = field(default_factory=dict)
    again: bool = False

    @property
    def of_training(self) -> bool:
        """Whether the samples are those that made the components."""
        return self.alarms is None

    @property
    def above(self) -> Array:
        """How many limits (m, 2) of each statistic a sample is above: 0 for none.

        Those of T^2 are ``normal`` for training samples.
        """
        limits = self.limits.values
        if self.of_training:
            limits = np.column_stack([self.normal, limits[:, 1]])
        return (self.statistics[:, None] > limits[None]).sum(axis=1)

    def table(self, names: Sequence[str], columns: Sequence[str]) -> pd.DataFrame:
        """A row for each sample (``kpca.studies.study.Study.control_chart``)."""
        index = pd.Index(names, name="sample")
        table = pd.DataFrame(self.statistics, index=index, columns=list(STATISTICS))
        levels = [f"{100 * level:g} %" for level in self.limits.levels]
        for level, limits in zip(levels, self.limits.values, strict=True):
            for name, limit in zip(STATISTICS, limits, strict=True):
                table[f"{name} limit {level}"] = limit
        table["above"] = [["", *levels][number] for number in self.above.max(axis=1)]
        table["strongest column"] = ""
        for i, values in self.contributions.items():
            table.iloc[i, -1] = columns[int(values.argmax())]
        return table

    @property
    def basis(self) -> str:
        """The samples that the limits and the false alarms come from, in words."""
        alarms = f", false alarms of {_of(self.alarms, self.of)}" if self.alarms else ""
        return f"limits from {_of(self.limits, self.of)}{alarms}"


def _of(found: ControlLimits | FalseAlarms, n: int) -> str:
    if found.samples == n:
        return f"all {n} training samples"
    return f"a random subset of {found.samples} of {n} training samples"


def control_chart(study: "Study") -> ControlChart:
    """The control chart of the new samples of a solved study.

    Of more than ``MOST`` training samples a random subset is left out in folds. Its solutions have
    fewer samples, so that the limit of the SPE is rather too wide. That of T^2 may be too narrow
    where eigenvalues are close: new samples vary more along the components of all samples. A given
    matrix has no columns that could contribute.

    Raises ``RankError`` if the samples of a fold have fewer components than the study.
    """
    d, features = study.solution.components, study.by_features
    limits = control_limits(_gram(study, MOST), d)
    found = statistics(study.placed[0], study.new_lengths, limits.variances)
    alarms = false_alarms(_gram(study, MOST_HELD_OUT), d)
    contributions = {}
    if isinstance(study.data, Vectors):
        # The means are those of the points around this origin; features know their own.
        origin = 0.0 if features else study.center
        X, solved = study.data.X - origin, study.solved
        of_solution = (solved.solution, solved.means, limits, features)
        monitor = Monitor(study.data.kernel, X, *of_solution)
        n, q = study.data.X.shape
        most = max(FEWEST, min(EXPLAINED, VALUES // (GRID * q * (n + CALL))))
        for i in _farthest(found, limits)[:most]:
            contributions[i] = monitor.contributions(study.data.X_new[i] - origin)
    law = t2_limits_of_training if study.placed_again else t2_limits_of_new
    of_law = (law(study.n, d), study.n)
    return ControlChart(found, limits, *of_law, alarms, contributions, study.placed_again)


def training_chart(study: "Study") -> ControlChart:
    """The chart of the training samples of a solved study.

    Of more than ``MOST_OF_TRAINING`` samples a random subset is left out in folds. Where the
    samples of a fold have fewer components than the study, no limit is known from samples.
    """
    n, d = study.n, study.solution.components
    try:
        limits = control_limits(_gram(study, MOST_OF_TRAINING), d)
    except RankError:
        unknown = np.full((len(LEVELS), 2), np.inf)
        limits = ControlLimits(LEVELS, unknown, study.solution.variance, n)
    known = np.maximum(study.statistics[:n], 0.0)
    return ControlChart(known, limits, t2_limits_of_training(n, d), n)


def _gram(study: "Study", most: int) -> Array:
    """The Gram matrix of at most so many training samples, drawn at random."""
    chosen, data = drawn(study.n, most), study.data
    if study.by_features is not None:
        return study.by_features.gram(data.X[chosen])
    if isinstance(data, Vectors):
        X = data.X[chosen] - study.center
        return data.kernel(X, X)
    return data.K[np.ix_(chosen, chosen)]


def _farthest(found: Array, limits: ControlLimits) -> list[int]:
    """Indices of the samples above a lowest limit, the farthest above first."""
    above = np.flatnonzero((found > limits.values[0]).any(axis=1))
    order = np.argsort(-combined(found, limits)[above], kind="stable")
    return [int(i) for i in above[order]]
