"""What every formulation returns, in one convention, with its numerical doubt."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca import eigen
from kpca.arrays import Array

CONVENTION = (
    "mu: eigenvalue of the centered Gram matrix; lambda = mu/n: variance of a component; "
    "alpha = v/sqrt(mu), |v| = 1, so that ||f|| = 1; score = sqrt(mu) v; "
    "each sign such that the largest entry of v in size is positive"
)


class RankError(ValueError):
    """More components were asked for than there are eigenvalues above the cut-off, ``rank``."""

    def __init__(self, message: str, rank: int) -> None:
        super().__init__(message)
        self.rank = rank


@dataclass(frozen=True)
class Solution:
    """Principal components f_1 .. f_d in feature space, from n samples.

    spectrum (k,)   eigenvalues mu of the centered Gram matrix, descending: all n of them, or the
                    leading ones of a road that finds no others
    V (n, d)        unit eigenvectors of the d largest
    residual        largest |K v - mu v| of the kept pairs, as computed
    bound           a priori bound on the error of every eigenvalue: also the rank cut-off
    rest            sum of the eigenvalues that are not in ``spectrum``; with negative ones among
                    them their sizes add up to more
    """

    spectrum: Array
    V: Array
    residual: float
    bound: float
    rest: float = 0.0

    @classmethod
    def from_eigen(cls, found: eigen.Eigen, components: int, rest: float = 0.0) -> "Solution":
        """Raises ``RankError`` unless 1 <= components <= rank, the count above the cut-off."""
        solution = cls(found.spectrum, found.V, found.residual, found.bound, rest)
        if not 1 <= components <= solution.rank:
            raise RankError(
                f"{components} component{'s' if components != 1 else ''} asked for, but "
                f"{solution.rank} eigenvalues lie above the cut-off {solution.bound:.3g}; "
                f"allowed: 1 to {solution.rank}",
                solution.rank,
            )
        return solution

    @property
    def n(self) -> int:
        """Number of samples."""
        return len(self.V)

    @property
    def components(self) -> int:
        """Number d of components kept."""
        return self.V.shape[1]

    @property
    def mu(self) -> Array:
        """Eigenvalues (d,) of the centered Gram matrix."""
        return self.spectrum[: self.components]

    @property
    def variance(self) -> Array:
        """lambda = mu/n (d,): eigenvalues of the covariance operator, variances of the scores."""
        return self.mu / self.n

    @property
    def alpha(self) -> Array:
        """Coefficients (n, d) of f_l = sum_i alpha_il phi~_i, scaled to ||f_l|| = 1 (N0)."""
        return self.V / np.sqrt(self.mu)

    @property
    def scores(self) -> Array:
        """Coordinates (n, d) of the training points: sqrt(mu) v (ledger C8)."""
        return self.V * np.sqrt(self.mu)

    @property
    def rank(self) -> int:
        """Number of eigenvalues that are positive beyond doubt, mu > cut-off."""
        return int(np.sum(self.spectrum > self.bound))

    @property
    def negative(self) -> Array:
        """The eigenvalues that are negative beyond doubt, mu < -cut-off."""
        return self.spectrum[self.spectrum < -self.bound]

    @property
    def negative_mass(self) -> float:
        """Share of sum |mu| that the negative eigenvalues hold."""
        return float(np.abs(self.negative).sum() / self._mass)

    @property
    def explained(self) -> Array:
        """Share (d,) of the ``denominator`` that each component holds."""
        return self.mu / self._mass

    @property
    def denominator(self) -> str:
        """What the explained share is over; negative eigenvalues only where there are some."""
        against = ", so that negative eigenvalues count against" if len(self.negative) else ""
        return f"sum of |μ| over the whole spectrum{against}"

    @cached_property
    def _mass(self) -> float:
        return np.abs(self.spectrum).sum() + self.rest

    @property
    def complete(self) -> bool:
        """Whether all n eigenvalues are known."""
        return len(self.spectrum) == self.n

    def gap(self, group: slice) -> float:
        """Distance of a group to the other eigenvalues; 0 where these are not known."""
        return eigen.gap(self.spectrum, group, self.complete)

    @property
    def split_group(self) -> tuple[int, int] | None:
        """First and last number of the group of eigenvalues that the last component cuts, if any.

        Its members cannot be told apart, so neither can the components on this side of the cut.
        Raises ``ValueError`` where the eigenvalues after the last component are not known.
        """
        if not self.complete:
            raise ValueError(
                f"{len(self.spectrum)} of {self.n} eigenvalues are known: whether the last "
                "component cuts a group cannot be decided; use a complete solution"
            )
        stop = self.groups[-1].stop if self.groups else 0
        if stop == self.components:
            return None
        whole = eigen.groups(self.spectrum, len(self.spectrum), self.bound)
        last = next(group for group in whole if group.start == stop)
        return last.start + 1, last.stop

    @cached_property
    def groups(self) -> list[slice]:
        """Complete groups of eigenvalues, see ``kpca.eigen.groups``."""
        return eigen.groups(self.spectrum, self.components, self.bound, self.complete)
