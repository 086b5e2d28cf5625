"""The fixed point of Mika et al. (1998), for the Gaussian kernel and others of |x - y|^2."""

from dataclasses import dataclass, replace

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array, Indices, Truths
from kpca.kernels.radial import Radial
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.preimages import NoMethodError, PreImages, spread
from kpca.preimages.target import Target

STEP = 1e-9
"""The iteration of a point ends with a step shorter than this fraction of the kernel's width, or of
the samples' spread where that is smaller, unless another fraction is asked for."""

AFTER_DESCENT = 1e-6
"""The same fraction where the iteration was too slow, and a descent replaced it."""

VANISHES = 1e-12
"""A denominator vanishes if it is at most this fraction of the sum of all |weights|.

Where it is negative, a step goes uphill: an end there is a maximum of the distance.
"""


@dataclass(frozen=True)
class FixedPoint:
    """y <- (sum_i w_i s_i x_i + c x) / (sum_i w_i s_i + c), c = penalty/(2 gamma).

    k(y, x_i) = f(t_i) with t_i = gamma |y - x_i|^2 (``kpca.kernels.radial``), and s_i = -f'(t_i).
    For the Gaussian kernel s_i = k(y, x_i).

    Its fixed points are the stationary points of |phi(y) - P|^2 + penalty |y - x|^2, where x is the
    point that the iteration starts from. Without a penalty this is the iteration of Mika et al.
    (1998); with one, the pre-image stays near the input.

    The iteration starts again at the nearest sample where the denominator vanishes, where it does
    not converge in ``most`` steps, and where it ends at a negative denominator or farther from P
    than this sample or the start is. Where that does not help either, a descent along the gradient
    goes on from the best of these points. The iteration ends with a step shorter than ``step``
    times the kernel's width 1/sqrt(2 gamma), or times the spread of samples and point where that is
    smaller, or with one that rounding alone may cause.
    """

    penalty: float = 0.0
    most: int = 2000
    step: float = STEP
    name = "fixed point"

    def __call__(self, target: Target, start: Array) -> PreImages:
        """Pre-images by iteration from the points ``start`` (p, q), one for each P_a.

        Raises ``NoMethodError`` for a kernel that does not depend on |x - y|^2 alone.
        """
        _kernel(target)
        # Far from the origin, sums of points would lose the digits in which the samples differ.
        middle = target.X.mean(axis=0)
        moved, x = replace(target, X=target.X - middle), start - middle
        Y, iterations, converged = self._iterate(moved, x, x)
        samples, short = moved.X[moved.nearest], np.full(len(target), self.step)
        again = np.flatnonzero(~converged | ~self._is_best(moved, x, Y, [x, samples]))
        if len(again):
            ends = Y[again], x[again], samples[again]
            Y[again], more, converged[again] = self._begin_again(moved.take(again), *ends)
            iterations[again] += more
        slow = np.flatnonzero(~converged)
        if len(slow) and self.penalty == 0.0:
            Y[slow], more, converged[slow] = self._descend(moved.take(slow), Y[slow])
            iterations[slow] += more
            short[slow] = AFTER_DESCENT
        slope = self._slope(moved, Y, x, short * _unit(moved, Y, spread(moved.X)), middle)
        return PreImages.of(target, Y + middle, iterations, converged, slope)

    def _begin_again(
        self, target: Target, Y: Array, x: Array, samples: Array
    ) -> tuple[Array, Indices, Truths]:
        """The ends (p, q) of an iteration from the nearest samples, its steps, and convergence.

        Without convergence the end is the best of all points: this one, Y, x and the sample.
        """
        ends, steps, ended = self._iterate(target, samples, x)
        converged = ended & self._is_best(target, x, ends, [Y, x, samples])
        every = np.stack([ends, Y, x, samples])
        best = np.argmin([self._value(target, points, x) for points in every], axis=0)
        best = np.where(converged, 0, best)
        return every[best, np.arange(len(x))], steps, converged

    def _slope(self, target: Target, Y: Array, x: Array, steps: Array, middle: Array) -> Array:
        """Bound (p,) on the gradient where a step from y_a is shorter than ``steps`` (p,).

        The gradient of the sum with the penalty is 4 gamma times denominator times step. A step
        from y is at most as long as the last one, because the iteration contracts, and it may also
        be as long as the rounding of the sums that it is made of. The point itself
        is rounded when ``middle`` is added, which counts with ``_curvature``.
        """
        gamma = _gamma(target)
        values = np.abs(target.W) * _kernel(target).slopes(Y, target.X)
        by_step = (4.0 * gamma * values.sum(axis=1) + 2.0 * self.penalty) * steps
        c = self.penalty / (2.0 * gamma)
        by_step += 4.0 * gamma * _rounded(target, values, c * x)
        rounded = 2.0 * tolerances.U * (lengths(Y + middle, 1) + lengths(Y, 1))
        return by_step + self._curvature(target) * rounded

    def _descend(self, target: Target, Y: Array) -> tuple[Array, Indices, Truths]:
        """Points (p, q) after a descent from Y, numbers of steps, and which of them converged.

        The fixed point contracts slowly where the minimum is flat. A descent does not; it may also
        go to where all kernel values vanish, and so the last step of the fixed point decides.
        """
        unit = max(spread(target.X), _width(target))
        descended = GradientDescent(self.most, unit)(target, Y)
        once = replace(self, most=1, step=AFTER_DESCENT)
        ends, _, converged = once._iterate(target, descended.points, descended.points)
        converged = converged & self._is_best(target, ends, descended.points, [Y])
        return descended.points, descended.iterations, converged

    def _value(self, target: Target, Y: Array, x: Array) -> Array:
        """|phi(y) - P|^2 + penalty |y - x|^2 (p,)."""
        return target.squared_distances(Y) + self.penalty * lengths(Y - x, 1) ** 2

    def _is_best(self, target: Target, x: Array, Y: Array, others: list[Array]) -> Truths:
        """Whether no other point is better than y_a (p,), up to rounding."""
        least = np.min([self._value(target, points, x) for points in others], axis=0)
        allowed = 2.0 * target.rounding(np.vstack([Y, x])) + self._rise(target, Y)
        return self._value(target, Y, x) <= least + allowed

    def _rise(self, target: Target, Y: Array) -> Array:
        """How much larger the value (p,) may be at a minimum Y because Y is rounded.

        Half the largest second derivative of ``_curvature`` times the squared rounding of Y, which
        is an average of the samples. It counts where the kernel is as narrow as rounding.
        """
        farthest = lengths(target.X, 1).max(initial=0.0)
        rounding = tolerances.dot(len(target.X) + 2) * (farthest + lengths(Y, 1))
        return 0.5 * self._curvature(target) * rounding**2

    def _curvature(self, target: Target) -> Array:
        """Bound (p,) on the second derivatives of the sum: t |f''(t)| <= 1/e, as t e^-t."""
        of_distance = 4.0 * _gamma(target) * (1.0 + 2.0 / np.e) * np.abs(target.W).sum(axis=1)
        return of_distance + 2.0 * self.penalty

    def _iterate(self, target: Target, first: Array, x: Array) -> tuple[Array, Indices, Truths]:
        """The last points (p, q) from the points ``first``, numbers of steps, and convergence."""
        c = self.penalty / (2.0 * _gamma(target))
        Y, iterations = np.array(first, dtype=float), np.zeros(len(target), dtype=int)
        converged, wide = np.zeros(len(target), dtype=bool), spread(target.X)
        vanishing, active = VANISHES * np.abs(target.W).sum(axis=1), np.arange(len(target))
        while len(active) and iterations.max() < self.most:
            weights = target.W[active] * _kernel(target).slopes(Y[active], target.X)
            denominator = weights.sum(axis=1) + c
            moves = np.abs(denominator) > vanishing[active]
            active, weights, denominator = active[moves], weights[moves], denominator[moves, None]
            ends = (weights @ target.X + c * x[active]) / denominator
            least = self.step * _unit(target, ends, wide)
            least += _rounded(target, weights, c * x[active]) / np.abs(denominator[:, 0])
            short = lengths(ends - Y[active], 1) <= least
            converged[active] = short & (denominator[:, 0] > 0.0)
            Y[active] = ends
            iterations[active] += 1
            active = active[~converged[active]]
        return Y, iterations, converged


def _rounded(target: Target, weights: Array, pulled: Array) -> Array:
    """Rounding (p,) of the sums ``weights`` X + ``pulled`` (p, q), of which a step is made."""
    sizes = np.abs(weights) @ lengths(target.X, 1) + lengths(pulled, 1)
    return tolerances.dot(len(target.X) + 2) * sizes


def _unit(target: Target, Y: Array, wide: float) -> Array:
    """The unit of length (p,) of steps at Y (p, q), points from the mean of the samples.

    ``wide`` is the spread of the samples. One far sample makes it much too large, and a wide kernel
    may have pre-images far from all samples.
    """
    return np.minimum(_width(target), np.maximum(wide, lengths(Y, 1)))


def _width(target: Target) -> float:
    """sigma of the kernel exp(-|x - y|^2/(2 sigma^2)), which is that of the target nearby."""
    return 1.0 / float(np.sqrt(2.0 * _gamma(target)))


def _gamma(target: Target) -> float:
    """gamma of the kernel: t = gamma |x - y|^2."""
    return _kernel(target).rate()


def _kernel(target: Target) -> Radial:
    """The kernel; raises ``NoMethodError`` if it does not depend on |x - y|^2 alone."""
    if isinstance(target.kernel, Radial):
        return target.kernel
    raise NoMethodError.of(FixedPoint.name, target.kernel, "but for kernels of |x - y|^2")
