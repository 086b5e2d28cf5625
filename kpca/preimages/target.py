"""The points of feature space whose pre-images are sought: weighted sums of features of samples."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kpca import projection, rkhs, tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array, Indices, Truths
from kpca.formulations import dual
from kpca.kernels import Kernel
from kpca.solvers.solution import Solution


@dataclass(frozen=True)
class Target:
    """p points P_a = sum_i w_ai phi(x_i) of feature space.

    kernel           of all features
    X (n, q)         the samples
    W (p, n)         the weights
    inner (p, n)     <P_a, phi(x_i)> = (WK)_ai
    scores (n, d)    of the samples on the components that the points P_a are projected on
    beta (p, d)      scores of the points P_a
    of_samples (n,)  how many samples each sample stands for; None: all stand for 1
    """

    kernel: Kernel
    X: Array
    W: Array
    inner: Array
    scores: Array
    beta: Array
    of_samples: Array | None = None

    @classmethod
    def of_projections(
        cls, solution: Solution, kernel: Kernel, X: Array, X_new: Array, K: Array | None = None
    ) -> "Target":
        """The projections phi-bar + P_d (phi(x) - phi-bar) of points x in X_new (p, q).

        ``solution`` is that of the samples X (n, q); their Gram matrix K (n, n) is computed unless
        it is given. Raises ``ValueError`` for a solution without components.
        """
        K = _require_components(solution, kernel, X, K)
        beta = dual.place(solution, K, kernel(X_new, X))
        W = projection.weights(solution.alpha, beta)
        return cls(kernel, X, W, W @ K, solution.scores, beta)

    @classmethod
    def without_mean(
        cls, solution: Solution, kernel: Kernel, X: Array, X_new: Array, K: Array | None = None
    ) -> "Target":
        """The projections P_d phi(x) of N0, from which no mean is subtracted: ledger R2, R3."""
        K = _require_components(solution, kernel, X, K)
        a = rkhs.expansion(solution.alpha)
        beta = rkhs.evaluate(a, kernel(X_new, X))
        W = projection.weights_without_mean(solution.alpha, beta)
        return cls(kernel, X, W, W @ K, rkhs.evaluate(a, K), beta)

    def __len__(self) -> int:
        return len(self.W)

    def take(self, chosen: Indices | Truths) -> "Target":
        """The points P_a with the indices ``chosen``."""
        rows = {name: getattr(self, name)[chosen] for name in ("W", "inner", "beta")}
        return replace(self, **rows)

    @cached_property
    def squared_norms(self) -> Array:
        """|P_a|^2 (p,)."""
        return projection.squared_norms(self.W, self.inner)

    def products(self, Y: Array) -> Array:
        """<phi(y_a), P_a> (p,) of one point y_a in Y (p, q) for each P_a."""
        return np.einsum("pn,pn->p", self.kernel(Y, self.X), self.W)

    def squared_distances(self, Y: Array) -> Array:
        """|phi(y_a) - P_a|^2 (p,) of one point y_a in Y (p, q) for each P_a, at least 0.

        Infinite at a point at which the kernel is not defined.
        """
        defined = np.flatnonzero(self.kernel.is_defined(Y))
        if len(defined) < len(Y):
            squares = np.full(len(Y), np.inf)
            squares[defined] = self.take(defined).squared_distances(Y[defined])
            return squares
        squares = self.kernel.diagonal(Y) - 2.0 * self.products(Y) + self.squared_norms
        return np.maximum(squares, 0.0)

    def gradient(self, Y: Array) -> Array:
        """Gradient (p, q) of |phi(y_a) - P_a|^2 with respect to y_a.

        k(y, y) depends on y through both arguments, which doubles its gradient.
        """
        own = self.kernel.gradient(Y, Y, np.eye(len(Y)))
        return 2.0 * (own - self.kernel.gradient(Y, self.X, self.W))

    @cached_property
    def squared_distances_to_samples(self) -> Array:
        """|phi(x_i) - P_a|^2 (p, n), at least 0."""
        diagonal = self.kernel.diagonal(self.X)
        return projection.squared_distances_to_samples(self.W, self.inner, diagonal)

    @property
    def nearest(self) -> Indices:
        """Index (p,) of the sample whose feature is nearest to P_a."""
        return self.squared_distances_to_samples.argmin(axis=1)

    @property
    def lower_bound(self) -> Array:
        """Lower bound (p,) of |phi(y) - P_a| over all points y.

        If all features have length 1, |phi(y) - P|^2 = 1 - 2<phi(y), P> + |P|^2. The inner product
        is at most |P|, and at most the sum of the positive weights if no kernel value is negative.
        Without such a length the bound is 0.
        """
        if not self.kernel.unit:
            return np.zeros(len(self))
        most = np.sqrt(np.maximum(self.squared_norms, 0.0))
        if self.kernel.positive:
            most = np.minimum(most, np.maximum(self.W, 0.0).sum(axis=1))
        return np.sqrt(np.maximum(1.0 - 2.0 * most + self.squared_norms, 0.0))

    def rounding(self, Y: Array) -> Array:
        """Bound (p,) on the rounding error of the squared distance to y_a in Y (p, q).

        Its three terms are a kernel value, a sum over the weights and a double sum over them.
        """
        n, q = self.X.shape
        radius = float(max(lengths(self.X, 1).max(), lengths(Y, 1).max()))
        size = float(max(self.kernel.diagonal(self.X).max(), self.kernel.diagonal(Y).max()))
        of_product = self.kernel.rounding(q, radius) + 4.0 * tolerances.dot(n) * size
        return of_product * (1.0 + np.abs(self.W).sum(axis=1)) ** 2


def _require_components(solution: Solution, kernel: Kernel, X: Array, K: Array | None) -> Array:
    """The Gram matrix (n, n); raises ``ValueError`` for a solution without components."""
    if solution.components == 0:
        raise ValueError(
            "a solution of 0 components projects every point on the mean feature; allowed: at "
            "least 1 component"
        )
    return kernel(X, X) if K is None else K
