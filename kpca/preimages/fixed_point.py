"""The fixed point of Mika et al. (1998), for the Gaussian kernel."""

from dataclasses import dataclass

import numpy as np

from kpca.arithmetic import lengths
from kpca.arrays import Array, Indices, Truths
from kpca.kernels import RBF, Kernel
from kpca.preimages.preimages import NoMethodError, PreImages, spread
from kpca.preimages.target import Target

STEP = 1e-9
"""The iteration of a point ends with a step shorter than this fraction of the samples' spread,
unless another one is asked for."""

VANISHES = 1e-12
"""A denominator vanishes if it is at most this fraction of the sum of all |weights|."""


@dataclass(frozen=True)
class FixedPoint:
    """y <- (sum_i w_i k(y, x_i) x_i + c x) / (sum_i w_i k(y, x_i) + c), c = penalty/(2 gamma).

    Its fixed points are the stationary points of |phi(y) - P|^2 + penalty |y - x|^2, where x is the
    point that the iteration starts from. Without a penalty this is the iteration of Mika et al.
    (1998); with one, the pre-image stays near the input.

    The iteration starts again at the nearest sample where the denominator vanishes, where it does
    not converge in ``most`` steps, and where it ends farther from P than this sample or the start
    is. Where that does not help either, the best of all these points counts as not converged. It
    ends with a step shorter than the fraction ``step`` of the samples' spread.
    """

    penalty: float = 0.0
    most: int = 2000
    step: float = STEP
    name = "fixed point"

    def __call__(self, target: Target, start: Array) -> PreImages:
        """Pre-images by iteration from the points ``start`` (p, q), one for each P_a.

        Raises ``NoMethodError`` for another kernel than the Gaussian one.
        """
        _require_gaussian(target.kernel)
        samples = target.X[target.nearest]
        Y, iterations, converged = self._iterate(target, start, start)
        again = np.flatnonzero(~converged | ~self._is_best(target, start, Y, [start, samples]))
        if len(again):
            part, x, near = target.take(again), start[again], samples[again]
            ends, steps, converged[again] = self._iterate(part, near, x)
            others = [Y[again], x, near]
            converged[again] = converged[again] & self._is_best(part, x, ends, others)
            every = np.stack([ends, *others])
            best = np.argmin([self._value(part, one, x) for one in every], axis=0)
            best = np.where(converged[again], 0, best)
            Y[again] = every[best, np.arange(len(again))]
            iterations[again] += steps
        return PreImages.of(target, Y, iterations, converged, self._slope(target, Y, start))

    def _slope(self, target: Target, Y: Array, x: Array) -> Array:
        """Bound (p,) on the gradient where the last step was shorter than ``step``.

        The gradient of the sum with the penalty is 4 gamma times denominator times step. A step
        from y is at most as long as the last one, because the iteration contracts.
        """
        sizes = np.abs(target.W) * target.kernel(Y, target.X)
        gamma = _require_gaussian(target.kernel).gamma
        steps = (
            (4.0 * gamma * sizes.sum(axis=1) + 2.0 * self.penalty) * self.step * spread(target.X)
        )
        return steps + 2.0 * self.penalty * lengths(Y - x, 1)

    def _value(self, target: Target, Y: Array, x: Array) -> Array:
        """|phi(y) - P|^2 + penalty |y - x|^2 (p,)."""
        return target.squared_distances(Y) + self.penalty * lengths(Y - x, 1) ** 2

    def _is_best(self, target: Target, x: Array, Y: Array, others: list[Array]) -> Truths:
        """Whether no other point is better than y_a (p,), up to rounding."""
        least = np.min([self._value(target, one, x) for one in others], axis=0)
        return self._value(target, Y, x) <= least + 2.0 * target.rounding(np.vstack([Y, x]))

    def _iterate(self, target: Target, first: Array, x: Array) -> tuple[Array, Indices, Truths]:
        """The last points (p, q) from the points ``first``, numbers of steps, and convergence."""
        c = self.penalty / (2.0 * _require_gaussian(target.kernel).gamma)
        Y, iterations = np.array(first, dtype=float), np.zeros(len(target), dtype=int)
        converged, short = np.zeros(len(target), dtype=bool), self.step * spread(target.X)
        vanishing, active = VANISHES * np.abs(target.W).sum(axis=1), np.arange(len(target))
        while len(active) and iterations.max() < self.most:
            weights = target.W[active] * target.kernel(Y[active], target.X)
            denominator = weights.sum(axis=1) + c
            moves = np.abs(denominator) > vanishing[active]
            active, weights, denominator = active[moves], weights[moves], denominator[moves, None]
            ends = (weights @ target.X + c * x[active]) / denominator
            converged[active] = lengths(ends - Y[active], 1) <= short
            Y[active] = ends
            iterations[active] += 1
            active = active[~converged[active]]
        return Y, iterations, converged


def _require_gaussian(kernel: Kernel) -> RBF:
    """The kernel; raises ``NoMethodError`` for another one than the Gaussian one."""
    if isinstance(kernel, RBF):
        return kernel
    raise NoMethodError(
        f"the fixed point is for the kernel rbf, not for {kernel.name}; allowed for this kernel: "
        "gradient descent, ridge regression"
    )
