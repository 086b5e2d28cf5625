"""A study with its solution, as a map shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca.arrays import Array, Indices
from kpca.loadings import represented
from kpca.solvers.partial import Solved
from kpca.solvers.solution import Solution
from kpca.studies import solving
from kpca.studies.fitted_variables import Fitted, fit
from kpca.studies.study import Study


@dataclass(frozen=True)
class PlacedStudy:
    """Where the samples of a study lie, new ones included.

    ``stored`` are the scores (m, d) of the new samples and the means (m,) of their kernel values,
    where a file has them; else they are computed.
    """

    study: Study
    solved: Solved
    stored: tuple[Array, Array] | None = None

    @property
    def solution(self) -> Solution:
        return self.solved.solution

    @property
    def kernel(self) -> str:
        """The formula of the kernel, or that a matrix was given."""
        study = self.study
        return study.kernel.formula if study.kernel else str(study).rpartition("; ")[2]

    @cached_property
    def placed(self) -> tuple[Array, Array]:
        """Scores (m, d) of the new samples, and the means (m,) of their kernel values."""
        return self.stored or solving.place(self.study, self.solved)

    @property
    def samples(self) -> list[str]:
        """Names of the training samples, and below them those of new ones, if there are any."""
        study = self.study
        return study.names if study.placed_again else [*study.names, *study.new_names]

    @cached_property
    def fitted_variables(self) -> Fitted | None:
        """The variables beside the data, fitted to the scores, if there are any."""
        given = self.study.variables
        return None if given is None else fit(given, self.solution)

    @cached_property
    def scores(self) -> Array:
        """Scores of the training samples, and below them those of new ones, if there are any."""
        if self.study.placed_again:
            return self.solution.scores
        return np.vstack([self.solution.scores, self.placed[0]])

    def rows_of(self, names: Sequence[str]) -> Indices:
        """The row of ``scores`` and ``shares`` of each sample (k,), by name."""
        at = {name: row for row, name in enumerate(self.samples)}
        return np.array([at[name] for name in names])

    @cached_property
    def shares(self) -> Array:
        """The share of each sample that the components represent, in the order of ``scores``."""
        study, solved = self.study, self.solved
        lengths = solving.lengths(study, solved)
        if not study.placed_again:
            new = solving.new_lengths(study, solved, self.placed[1])
            lengths = np.concatenate([lengths, new])
        return represented(self.scores, lengths)
