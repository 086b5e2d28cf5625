"""What does each rule choose for gamma and for the number of components, on real data?"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.choosing import automatic
from kpca.choosing.folds import LeftOutErrors
from kpca.choosing.hidden_values import errors_of_means, hidden_errors
from kpca.choosing.parallel_analysis import ParallelAnalysis, parallel_analysis
from kpca.choosing.words import AUTO
from kpca.data import Vectors
from kpca.kernels import RBF, Linear
from kpca.kernels.bandwidth import median
from kpca.results import registry
from kpca.results.registry import variable
from kpca.studies import datasets
from preimage_error import best_kernel, elbow, preimage_errors, within_one_standard_error
from stability import Stability, stability

FACTORS = (0.125, 0.25, 0.5, 1.0, 2.0)
"""The values of gamma that are compared, as multiples of the median heuristic."""

NUMBERS = (1, 2, 3, 4, 6, 8, 10, 15, 20)
"""The numbers of components that are compared."""

DIGITS = 120
"""Images of the subset of the digits."""

UNITS = {"digits": "1", "wine": "1", "iris": "cm"}
"""The unit of each data set: gray from 0 to 1, standardized columns, centimeters."""

HALVED, HALVINGS = 12, 50
"""The most components whose stability is measured, and random halvings: the median angle of a few
halvings is chance where it is near the limit.
"""


class Choice(NamedTuple):
    """What a rule chooses: gamma, and the number of components; None where it says nothing."""

    rule: str
    gamma: float | None
    components: int | None


@dataclass(frozen=True)
class Compared:
    """All rules on points of one data set.

    gammas (g,)  ``FACTORS`` times the median heuristic
    parallel     parallel analysis with the median heuristic; ``pca_parallel`` that of PCA
    rows         errors of samples that were left out, for each gamma; ``pca_rows`` those of PCA
    hidden       errors of hidden values, for each gamma; ``pca_hidden`` those of PCA
    means        error of the column means as the prediction of hidden values
    halves       angles between the components of two halves, with the median heuristic
    auto         gamma and number of components of a study in which both are ``auto``
    unit         of the points
    """

    name: str
    unit: str
    gammas: Array
    parallel: ParallelAnalysis
    rows: LeftOutErrors
    hidden: LeftOutErrors
    means: float
    halves: Stability
    pca_parallel: ParallelAnalysis
    pca_rows: LeftOutErrors
    pca_hidden: LeftOutErrors
    auto: tuple[float, int]

    @property
    def middle(self) -> float:
        """The gamma of the median heuristic."""
        return float(self.gammas[FACTORS.index(1.0)])

    @property
    def choices(self) -> list[Choice]:
        """What each rule chooses; PCA has no gamma."""
        a, b = best_kernel(self.rows), best_kernel(self.hidden)
        by_rows, by_hidden = float(self.gammas[a]), float(self.gammas[b])
        one_error = "one standard error"
        pca = within_one_standard_error(self.pca_hidden, 0)
        return [
            Choice("median heuristic", self.middle, None),
            Choice("parallel analysis", self.middle, self.parallel.components),
            Choice(f"rows left out, {one_error}", by_rows, within_one_standard_error(self.rows, a)),
            Choice("rows left out, elbow", by_rows, elbow(self.rows, a)),
            Choice(
                f"hidden values, {one_error}", by_hidden, within_one_standard_error(self.hidden, b)
            ),
            Choice("two halves, 45°", self.middle, self.halves.components),
            Choice("gamma: auto, components: auto", *self.auto),
            Choice("PCA, parallel analysis", None, self.pca_parallel.components),
            Choice(f"PCA, hidden values, {one_error}", None, pca),
        ]

    def to_dataset(self) -> xr.Dataset:
        """What the notebook stores; the errors are those of one sample."""
        squared, pca = "squared unit of the data", ("pca_components",)
        errors, halves = ("gamma_tried", "components_tried"), ("halving", "halves_components")
        return registry.dataset(
            "1",
            place=np.arange(1, len(self.parallel.eigenvalues) + 1),
            parallel_eigenvalue=self.parallel.eigenvalues,
            permuted_quantile=self.parallel.threshold,
            gamma_tried=self.gammas,
        ).assign(
            components_tried=variable(
                errors[1:], self.hidden.components, "1", "number of components tried"
            ),
            hidden_error=variable(
                errors, self.hidden.mean, squared, "error of hidden values of a sample"
            ),
            row_error=variable(
                errors, self.rows.mean, squared, "error of a sample that was left out"
            ),
            pca_components=variable(
                pca, self.pca_hidden.components, "1", "number of components of PCA"
            ),
            pca_hidden_error=variable(pca, self.pca_hidden.mean[0], squared, "hidden_error of PCA"),
            pca_row_error=variable(pca, self.pca_rows.mean[0], squared, "row_error of PCA"),
            halves_angle=variable(
                halves, self.halves.angles, "degree", "largest angle between two halves"
            ),
        )


def data() -> dict[str, Array]:
    """Points (n, q) by the name of the data set: some digits, standardized wines, iris in cm."""
    X = datasets.digits()[0]
    some = np.sort(np.random.default_rng(0).permutation(len(X))[:DIGITS])
    return {"digits": X[some], "wine": datasets.wine()[0], "iris": datasets.iris()[0]}


def compare(name: str, X: Array, halvings: int = HALVINGS) -> Compared:
    """Every rule on points X (n, q) of one of the data sets."""
    gammas, middle = median(X) * np.array(FACTORS), RBF(median(X))
    kernels, pca = [RBF(gamma) for gamma in gammas], [Linear()]
    # With four columns and the least gamma, rounding decides more components than these.
    numbers = [d for d in NUMBERS if d <= 10 or X.shape[1] > 4]
    of_pca = range(1, min(X.shape[1], NUMBERS[-1]) + 1)
    return Compared(
        name=name,
        unit=UNITS[name],
        gammas=gammas,
        parallel=parallel_analysis(middle, X),
        rows=preimage_errors(kernels, X, numbers),
        hidden=hidden_errors(kernels, X, numbers),
        means=float(errors_of_means(X).mean()),
        halves=stability(middle(X, X), HALVED, halvings),
        pca_parallel=parallel_analysis(pca[0], X),
        pca_rows=preimage_errors(pca, X, of_pca),
        pca_hidden=hidden_errors(pca, X, of_pca),
        auto=_by_auto(X),
    )


def _by_auto(X: Array) -> tuple[float, int]:
    gamma = automatic.choose_gamma(X, AUTO).gamma
    chosen = automatic.choose_components(Vectors(RBF(gamma), X, X[:0]))
    return gamma, chosen.whole.components
