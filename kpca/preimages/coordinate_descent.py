"""Descent along one coordinate after the other, for the Laplacian kernel."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca.arrays import Array, Indices, Truths
from kpca.distances import city_block
from kpca.kernels import Laplacian
from kpca.preimages.preimages import PreImages, require
from kpca.preimages.target import Target

LARGEST = 300.0
"""The largest exponent of a running sum. The squares of e^300 and of e^-300 are finite, not 0."""

ROUNDING = 1e-12
"""A sum has to grow by more than this fraction of the sum of sizes before a coordinate changes."""


@dataclass(frozen=True)
class CoordinateDescent:
    """A point y that no change of a single coordinate brings nearer to P.

    All features have length 1, so |phi(y) - P|^2 is least where f(y) = sum_i w_i k(y, x_i) is
    largest. Between the coordinates of neighboring samples, f is A e^(gamma y_a) + B e^(-gamma y_a)
    in the coordinate y_a. There f'' = gamma^2 f, so where f is positive it is convex and has no
    maximum. Hence its largest value along a coordinate is at the coordinate of a sample, if it is
    positive. Each step takes the best of them, one coordinate after the other, and the descent ends
    with a sweep over all coordinates without a change, or after ``most`` sweeps.

    The better one of two ends is returned: from the start, and from the nearest sample.
    """

    most: int = 200
    name = "coordinate descent"

    def __call__(self, target: Target, start: Array) -> PreImages:
        """Pre-images by descent from the points ``start`` (p, q), one for each P_a.

        Where f is nowhere positive, P has no pre-image: the point counts as not converged. Raises
        ``NoMethodError`` for another kernel than the Laplacian one.
        """
        search = _Search(target, require(target.kernel, Laplacian, self.name))
        from_start = search.descend(start, self.most)
        from_sample = search.descend(target.X[target.nearest], self.most)
        values = [target.squared_distances(Y) for Y, _, _ in (from_start, from_sample)]
        first = values[0] <= values[1]
        points = np.where(first[:, None], from_start[0], from_sample[0])
        converged = np.where(first, from_start[2], from_sample[2])
        converged &= target.products(points) > 0.0
        return PreImages.of(target, points, from_start[1] + from_sample[1], converged)


@dataclass(frozen=True)
class _Search:
    """The sum f(y) = sum_i w_i k(y, x_i) along each coordinate."""

    target: Target
    kernel: Laplacian

    @cached_property
    def columns(self) -> list[tuple[Indices, Indices, Array]]:
        """For each column: the order of its values, where a new value starts, and the values."""
        rows = []
        for x in self.target.X.T:
            values, firsts = np.unique(np.sort(x), return_index=True)
            rows.append((np.argsort(x, kind="stable"), firsts, values))
        return rows

    def descend(self, start: Array, most: int) -> tuple[Array, Indices, Truths]:
        """The last points (p, q) from the points ``start``, numbers of sweeps, and convergence."""
        Y, sweeps = np.array(start, dtype=float), np.zeros(len(start), dtype=int)
        active = np.arange(len(start))
        while len(active) and sweeps.max(initial=0) < most:
            swept = self.sweep(Y[active], self.target.W[active])
            changed = (swept != Y[active]).any(axis=1)
            Y[active] = swept
            sweeps[active] += 1
            active = active[changed]
        converged = np.ones(len(Y), dtype=bool)
        converged[active] = False
        return Y, sweeps, converged

    def sweep(self, Y: Array, W: Array) -> Array:
        """The points Y (p, q) after the best change of each coordinate in turn, for W (p, n)."""
        Y, X, gamma = Y.copy(), self.target.X, self.kernel.gamma
        D = city_block(Y, X)
        for a, (order, firsts, values) in enumerate(self.columns):
            own = np.abs(Y[:, a, None] - X[None, :, a])
            D = D - own
            weights = W * np.exp(-gamma * np.maximum(D, 0.0))
            f = sums_at(values, np.add.reduceat(weights[:, order], firsts, axis=1), gamma)
            now = np.einsum("pn,pn->p", weights, np.exp(-gamma * own))
            best = f.argmax(axis=1)
            better = f[np.arange(len(Y)), best] - now > ROUNDING * np.abs(weights).sum(axis=1)
            Y[better, a] = values[best[better]]
            D = D + np.abs(Y[:, a, None] - X[None, :, a])
        return Y


def sums_at(values: Array, weights: Array, gamma: float) -> Array:
    """sum_j w_pj exp(-gamma |v_i - v_j|) (p, n) at increasing values v (n,), for weights (p, n).

    The terms j <= i and j >= i are running sums of w_j exp(gamma v_j) and w_j exp(-gamma v_j).

    >>> sums_at(np.array([0.0, np.log(2.0)]), np.array([[4.0, 2.0]]), 1.0)
    array([[5., 4.]])
    """
    if gamma * (values[-1] - values[0]) > LARGEST:
        return _sums_by_spans(values, weights, gamma)
    growing = np.exp(gamma * (values - values[0]))
    below = np.cumsum(weights * growing, axis=1) / growing
    above = np.cumsum((weights / growing)[:, ::-1], axis=1)[:, ::-1] * growing
    return below + above - weights


def _sums_by_spans(values: Array, weights: Array, gamma: float) -> Array:
    """``sums_at`` where an exponential would grow too large.

    A running sum decays between neighbors. It is computed for spans of 1, 2, 4, ... neighbors.
    """
    below, above, span = weights.copy(), weights.copy(), 1
    while span < len(values):
        decay = np.exp(-gamma * (values[span:] - values[:-span]))
        below[:, span:] += decay * below[:, :-span].copy()
        above[:, :-span] += decay * above[:, span:].copy()
        span *= 2
    return below + above - weights
