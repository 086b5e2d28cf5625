"""The solution that every solver and every formulation returns, with its error bounds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kpca import arithmetic
from kpca.arrays import Array
from kpca.solvers import groups

CONVENTION = (
    "mu: eigenvalue of the centered Gram matrix; lambda = mu/n: variance of a component; "
    "alpha = v/sqrt(mu), |v| = 1, so that ||f|| = 1; score = sqrt(mu) v; "
    "each sign such that the largest element of v in size is positive"
)


class RankError(ValueError):
    """Fewer eigenvalues than requested components lie above the cut-off: ``rank`` of them."""

    def __init__(self, message: str, rank: int) -> None:
        super().__init__(message)
        self.rank = rank

    @classmethod
    def of(cls, components: int, rank: int, cutoff: float) -> "RankError":
        """The error with its message."""
        return cls(
            f"{components} component{'s' if components != 1 else ''} asked for, but "
            f"{rank} eigenvalue{' lies' if rank == 1 else 's lie'} above the cut-off {cutoff:.3g}; "
            f"allowed: {f'1 to {rank}' if rank > 1 else rank or 'none'}",
            rank,
        )


class PartialError(ValueError):
    """The requested property needs the whole spectrum, and only the largest ones are known."""


@dataclass(frozen=True)
class Solution:
    """Principal components f_1 .. f_d in feature space: eigenpairs of K~ (n, n), largest first.

    A solution is *complete* if every eigenvalue is known, and *partial* otherwise. With weights K~
    is the weighted matrix (``kpca.centering``), and everything is that of the table with copies,
    which has further eigenvalues of 0.

    spectrum (k,)   the k largest eigenvalues mu of the centered Gram matrix K~, descending
    V (n, d)        unit eigenvectors of the first d <= k
    residuals (d,)  |K~ v - mu v| of each of these pairs, as computed
    matrix_error    a priori bound |E|_2: the spectrum and V are those of a matrix this close to the
                    exact K~. No eigenvalue is off by more; also the cut-off for the rank
    errors (k,)     bound on the error of each eigenvalue, at most ``matrix_error``: a priori, or by
                    a residual that was measured apart from the solver
    after           upper bound on the next eigenvalue, the largest that is not in ``spectrum``;
                    minus infinity where there is none
    trace           of K~: the sum of all n eigenvalues
    frobenius       |K~|_F: the root of the sum of the squares of all n eigenvalues
    trace_error     bound on the error of the trace, at most n |E|_2
    weights (n,)    of the samples, all above 0; None if each counts once
    """

    spectrum: Array
    V: Array
    residuals: Array
    matrix_error: float
    errors: Array
    after: float
    trace: float
    frobenius: float
    trace_error: float
    weights: Array | None = None

    @classmethod
    def of_matrix(
        cls, A: Array, spectrum: Array, V: Array, matrix_error: float, positive: bool = False
    ) -> "Solution":
        """The solution, with residuals, trace and Frobenius norm computed from a matrix A (n, n).

        ``positive`` says that no eigenvalue is negative, which bounds the next eigenvalue of a
        partial spectrum. Raises ``ValueError`` if that is not true (see ``next_eigenvalue``).
        """
        residuals = arithmetic.lengths(A @ V - V * spectrum[: V.shape[1]])
        trace, frobenius = float(np.trace(A)), float(arithmetic.lengths(A, None))
        after = groups.NOTHING
        if len(spectrum) < len(A):
            after = next_eigenvalue(spectrum, matrix_error, len(A), trace, frobenius, positive)
        errors = np.full(len(spectrum), matrix_error)
        norms = (trace, frobenius, len(A) * matrix_error)
        return cls(spectrum, V, residuals, matrix_error, errors, after, *norms)

    @classmethod
    def of_whole(
        cls,
        spectrum: Array,
        V: Array,
        residuals: Array,
        matrix_error: float,
        trace: float,
        frobenius: float,
    ) -> "Solution":
        """A complete solution whose matrix was not formed: its norms come from elsewhere."""
        errors = np.full(len(spectrum), matrix_error)
        norms = (trace, frobenius, len(V) * matrix_error)
        return cls(spectrum, V, residuals, matrix_error, errors, groups.NOTHING, *norms)

    def require(self, components: int) -> "Solution":
        """This solution; raises ``RankError`` unless 1 <= components <= rank.

        A partial spectrum counts only its known eigenvalues, so that ``components`` of them have to
        lie above the cut-off.
        """
        rank = int(np.sum(self.spectrum > self.matrix_error))
        if not 1 <= components <= rank:
            raise RankError.of(components, rank, self.matrix_error)
        return self

    def first(self, d: int) -> "Solution":
        """This solution with its first d components only; what is known of the spectrum stays."""
        return replace(self, V=self.V[:, :d], residuals=self.residuals[:d])

    def with_errors(self, errors: Sequence[float] | Array) -> "Solution":
        """This solution with a smaller bound (k,) on the error of each eigenvalue."""
        return replace(self, errors=np.minimum(np.asarray(errors, dtype=float), self.matrix_error))

    @property
    def n(self) -> int:
        """Number of samples."""
        return len(self.V)

    @property
    def components(self) -> int:
        """Number d of components kept."""
        return self.V.shape[1]

    @property
    def complete(self) -> bool:
        """Whether all n eigenvalues are known."""
        return len(self.spectrum) == self.n

    @property
    def mu(self) -> Array:
        """Eigenvalues (d,) of the centered Gram matrix."""
        return self.spectrum[: self.components]

    @property
    def variance(self) -> Array:
        """lambda = mu/n (d,): eigenvalues of the covariance operator, variances of the scores."""
        return self.mu / self.total_weight

    @property
    def total_weight(self) -> float:
        """N, the sum of the weights; n without weights."""
        return self.n if self.weights is None else float(self.weights.sum())

    @property
    def roots(self) -> Array | float:
        """r^(1/2) (n, 1) of the weights; 1 without weights."""
        return 1.0 if self.weights is None else np.sqrt(self.weights)[:, None]

    @property
    def axes(self) -> Array:
        """The eigenvectors (n, d) of the table with copies: one of all equal rows, V/r^(1/2)."""
        return self.V / self.roots

    @property
    def alpha(self) -> Array:
        """Coefficients (n, d) of f_l = sum_i alpha_il phi~_i, scaled to ||f_l|| = 1 (N0).

        With weights they are the sums over all copies of a sample.
        """
        return self.V * self.roots / np.sqrt(self.mu)

    @property
    def scores(self) -> Array:
        """Coordinates (n, d) of the training samples: sqrt(mu) v (ledger C8)."""
        return self.axes * np.sqrt(self.mu)

    @property
    def residual(self) -> float:
        """The largest of the residuals: an eigenvalue of K~ lies this close to each mu."""
        return float(max(self.residuals, default=0.0))

    @property
    def largest(self) -> float:
        """|K~|_2, the largest |mu|; of a partial spectrum an upper bound on it."""
        largest_known = np.abs(self.spectrum).max(initial=0.0)
        return largest_known if self.complete else max(largest_known, self._beyond)

    @property
    def _beyond(self) -> float:
        """Bound on |mu| of the eigenvalues that are not known."""
        return beyond(self.spectrum, self.matrix_error, self.n, self.frobenius)

    @property
    def rank(self) -> int:
        """Number of eigenvalues that are positive beyond rounding, mu > cut-off.

        Raises ``PartialError`` if an eigenvalue that is not known may be one of them.
        """
        if self.after > self.matrix_error:
            self._require_complete("the rank")
        return int(np.sum(self.spectrum > self.matrix_error))

    @property
    def negative(self) -> Array:
        """The eigenvalues that are negative beyond rounding, mu < -cut-off.

        Raises ``PartialError`` for a partial spectrum, as does ``negative_mass``.
        """
        self._require_complete("the number of negative eigenvalues")
        return self.spectrum[self.spectrum < -self.matrix_error]

    @property
    def negative_mass(self) -> float:
        """Share of sum |mu| that the negative eigenvalues hold."""
        return float(np.abs(self.negative).sum() / self._mass) if len(self.negative) else 0.0

    @property
    def explained(self) -> Array:
        """Share (d,) of the ``denominator`` that each component holds; they add up to 1 at most.

        Raises ``PartialError`` for a partial solution whose trace is less than its eigenvalues add
        up to: others are negative then, and their sizes are not known.
        """
        return self.mu / self._mass

    @property
    def explained_errors(self) -> Array:
        """Bound (d,) on the error of each explained share s, at most 1.

        (e + s E)/(M - E) for an eigenvalue with the error e and a denominator M with the error E.
        Raises ``PartialError`` as ``explained`` does.
        """
        shares, mass, error = self.explained.astype(float), float(self._mass), self._mass_error
        if mass <= error:
            return np.ones(self.components)
        errors = self.errors[: self.components].astype(float)
        return np.minimum((errors + shares * error) / (mass - error), 1.0)

    @property
    def denominator(self) -> str:
        """The denominator of the explained share, in words; negative eigenvalues are mentioned."""
        if not self.complete:
            return f"trace: of {self.n} eigenvalues the largest {len(self.spectrum)} are known"
        against = ", so that negative eigenvalues count against" if len(self.negative) else ""
        return f"sum of |μ| of all eigenvalues{against}"

    @cached_property
    def _mass(self) -> float:
        if self.complete:
            return np.abs(self.spectrum).sum()
        if rest_of_trace(self.spectrum, self.matrix_error, self.n, self.trace) < 0.0:
            self._require_complete("the sum of the sizes of all eigenvalues, some of them negative")
        # Rounding may make the trace smaller than the sum of some eigenvalues.
        return max(self.trace, float(self.spectrum.sum()))

    @property
    def _mass_error(self) -> float:
        """Bound on the error of ``_mass``: of a sum of known eigenvalues, and of the trace."""
        sum_of_errors = float(self.errors.sum())
        return sum_of_errors if self.complete else max(sum_of_errors, self.trace_error)

    @property
    def split_group(self) -> tuple[int, int] | None:
        """First and last number of the group of eigenvalues that the last component cuts, if any.

        Rounding does not separate its members, so the components on both sides of the cut are
        not determined.
        Raises ``PartialError`` where the eigenvalues that decide this are not known.
        """
        stop = self._whole
        if stop == self.components:
            return None
        every = groups.groups(self.spectrum, len(self.spectrum), self.matrix_error, self.after)
        cut = [group for group in every if group.start == stop]
        if not cut:
            self._require_complete("whether the last component cuts a group of eigenvalues")
        return cut[0].start + 1, cut[0].stop

    @property
    def uncut(self) -> list[int]:
        """The nearest numbers of components, below and above, that are known to cut no group.

        Only the first one where the group of the last component is not known to end; none where it
        begins with the first eigenvalue.
        """
        try:
            split = self.split_group
        except PartialError:
            split = None
        most = self.rank if self.complete else len(self.spectrum)
        allowed = [self._whole] if split is None else [self._whole, split[1]]
        return [number for number in allowed if 1 <= number <= most]

    @property
    def _whole(self) -> int:
        """The number of components in complete groups."""
        return self.groups[-1].stop if self.groups else 0

    @cached_property
    def groups(self) -> list[slice]:
        """Complete groups of eigenvalues among those kept: ``kpca.solvers.groups.groups``."""
        return groups.groups(self.spectrum, self.components, self.matrix_error, self.after)

    def gap(self, group: slice) -> float:
        """Distance of a group to all other eigenvalues, at least."""
        return groups.gap(self.spectrum, group, self.after)

    def _require_complete(self, what: str) -> None:
        if not self.complete:
            raise PartialError(
                f"{len(self.spectrum)} of {self.n} eigenvalues are known, which does not "
                f"determine {what}; use a complete solution, such as that of the dense solver"
            )


def next_eigenvalue(
    spectrum: Array, matrix_error: float, n: int, trace: float, frobenius: float, positive: bool
) -> float:
    """Upper bound on the eigenvalue after the k largest of a matrix (n, n), off by |E|_2.

    The squares of all eigenvalues add up to |K~|_F^2, so no other one is larger than what is left
    of this sum. If none is negative, they add up to the trace, so no other one is larger than what
    is left of the trace. The bound is never larger than the last known eigenvalue plus 2 |E|_2.

    Raises ``ValueError`` if ``positive`` is not true: then one of these bounds is negative.
    """
    limits = [beyond(spectrum, matrix_error, n, frobenius)]
    if len(spectrum):
        limits.append(float(spectrum[-1]) + 2.0 * matrix_error)
    if positive:
        limits.append(rest_of_trace(spectrum, matrix_error, n, trace))
    if positive and min(limits) < 0.0:
        raise ValueError(
            f"positive=True says that no eigenvalue is negative, but the next one is at most "
            f"{min(limits):.3g}: {len(spectrum)} of {n} eigenvalues add up to "
            f"{float(spectrum.sum()):.3g}, the trace is {trace:.3g}, and the matrix is known up to "
            f"{matrix_error:.3g}; allowed for a matrix with negative eigenvalues: positive=False"
        )
    return min(limits)


def rest_of_trace(spectrum: Array, matrix_error: float, n: int, trace: float) -> float:
    """Upper bound on the sum of the eigenvalues of a matrix (n, n) that are not in ``spectrum``.

    |tr E| <= n |E|_2, and each of the eigenvalues (k,) subtracted may be smaller by |E|_2.
    """
    return trace - float(spectrum.sum()) + (n + len(spectrum)) * matrix_error


def beyond(spectrum: Array, matrix_error: float, n: int, frobenius: float) -> float:
    """Upper bound on |mu| of every eigenvalue that is not in ``spectrum`` (k,).

    |E|_F <= sqrt(n) |E|_2, and each eigenvalue that is known may be smaller by |E|_2.
    """
    least = np.maximum(np.abs(spectrum) - matrix_error, 0.0)
    most = frobenius + float(np.sqrt(n)) * matrix_error
    # In units of ``most``, because the square of a number below 1e-162 is 0.
    return most * math.sqrt(max(0.0, 1.0 - float(((least / most) ** 2).sum()))) if most else 0.0
