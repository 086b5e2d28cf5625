"""Descent along the gradient of the distance, for every kernel that has one."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from kpca.arithmetic import lengths
from kpca.arrays import Array, Truths
from kpca.preimages.preimages import NoMethodError, PreImages
from kpca.preimages.target import Target

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

GRADIENT = 1e-7
"""Where no coordinate of the gradient is larger, in units of ``_Scaled``, the descent converged.

The descent compares distances with rounding errors e. That determines the position of a minimum,
and the gradient there, to about the root of e. Where the root of e is larger, it replaces this, up
to ``COARSEST``: far from the origin kernel values are much larger than the distances, and so are
their errors.
"""

COARSEST = 1e-3
"""A minimum that distances do not determine to this accuracy cannot be found."""

LOCAL = 1e-4
"""Where P is nearer than this fraction of the mean squared distance of the samples, that mean says
nothing about the gradient nearby: a kernel of a high degree has samples that are very far away."""

SHORTEST, LONGEST = 2.0**-20, 2.0**60
"""The lengths of the first and of the last step of a walk against the gradient, in units."""


@dataclass(frozen=True)
class GradientDescent:
    """A minimum of |phi(y) - P|^2 by L-BFGS, from the start and from the nearest sample.

    The better end of the two is returned. The points do not depend on each other, and each has an
    optimization of its own, of at most ``most`` steps. ``unit`` is the length on which the distance
    varies; None: the root mean square distance of the samples to the middle. Where a step against
    the gradient still helps, the descent goes on from there, with its length as the unit if it is
    longer. If the kernel depends on directions alone, the search is among points of about length 1,
    and a pre-image has the length of its start.
    """

    most: int = 2000
    unit: float | None = None
    name = "gradient descent"

    def __call__(self, target: Target, start: Array) -> PreImages:
        """Pre-images by descent from the points ``start`` (p, q), one for each P_a.

        Raises ``NoMethodError`` for a kernel that has kinks or is not positive semi-definite.
        """
        kernel = target.kernel
        if not (kernel.smooth and kernel.is_positive_semidefinite):
            reason = "which is not positive semi-definite" if kernel.smooth else "which has kinks"
            raise NoMethodError.of(self.name, kernel, reason)
        return self._search(target, start) if kernel.has_lengths else self._turn(target, start)

    def _turn(self, target: Target, start: Array) -> PreImages:
        """The search among directions, because lengths of points may span many decades.

        The kernel has the same values at x and at x/|x|. The gradient at a z is |z| times as long
        as at z/|z|.
        """
        directions = target.kernel.features
        reached = self._search(replace(target, X=directions(target.X)), directions(start))
        size = lengths(start, 1)
        points = directions(reached.points) * size[:, None]
        slope = reached.slope * lengths(reached.points, 1) / size
        return PreImages.of(target, points, reached.iterations, reached.converged, slope)

    def _search(self, target: Target, start: Array) -> PreImages:
        near = target.X[target.nearest]
        rows, of_all = [], _Scaled.of(target, self.unit)
        for a in range(len(target)):
            scaled = of_all.to(target.take(np.array([a])))
            ends = [scaled.descend(y, self.most) for y in (start[a], near[a])]
            # A start that is far away may have no distance: kernel values overflow.
            best = min(ends, key=lambda end: end.fun if np.isfinite(end.fun) else np.inf)
            reached = self._go_on(scaled, best, sum(end.nit for end in ends))
            if reached.converged and (nearby := reached.scaled.nearby(reached.best)):
                best = nearby.descend(reached.point, self.most)
                nearer = self._go_on(nearby, best, reached.steps + best.nit)
                # If it does not converge, rounding hides the minimum at this scale.
                reached = nearer if nearer.converged else reached
            rows.append((reached.point, reached.steps, reached.converged, reached.scaled.slope))
        columns = (np.array(column) for column in zip(*rows, strict=True))
        points, steps, converged, slope = columns
        return PreImages.of(
            target, points, steps, converged & _has_a_minimum(target, points), slope
        )

    def _go_on(self, scaled: "_Scaled", best: "OptimizeResult", steps: int) -> "_Reached":
        """The descent goes on from its end as long as a step against the gradient helps."""
        while (stride := scaled.stride(best)).any() and steps < self.most:
            first = scaled.point(best.x + stride)
            scaled = replace(scaled, unit=scaled.unit * max(1.0, lengths(stride, None)))
            best = scaled.descend(first, self.most - steps)
            steps += max(1, best.nit)
        converged = bool(np.abs(best.jac).max() <= scaled.least) and not stride.any()
        return _Reached(scaled, best, steps, converged)


def _has_a_minimum(target: Target, Y: Array) -> Truths:
    """Whether y_a (p,) can be nearest: of features of length 1, <phi(y), P> has to be positive.

    A gradient also vanishes where all kernel values do, and at a maximum of the distance.
    """
    if not target.kernel.unit:
        return np.ones(len(Y), dtype=bool)
    return target.products(Y) > 0.0


@dataclass(frozen=True)
class _Scaled:
    """The distance to one point P in units of the data, so that a tolerance has a meaning.

    middle   median of the columns, from which points are measured
    unit     of length: the root mean square of the lengths from there. Its square is the size for
             the linear kernel. No median: where most samples are nearly equal, it is nearly 0
    size     of squared distances in feature space: their mean over the samples, or their rounding
    blur     the rounding error of a squared distance, in units of ``size``
    """

    target: Target
    middle: Array
    unit: float
    size: float
    blur: float

    @classmethod
    def of(cls, target: Target, unit: float | None = None) -> "_Scaled":
        X = target.X
        middle = np.median(X, axis=0)
        typical = float(lengths(X - middle, None)) / float(np.sqrt(len(X)))
        return cls(target, middle, unit or typical, 1.0, 1.0).to(target)

    def to(self, target: Target) -> "_Scaled":
        """The same for another point P and the same samples."""
        rounding = float(target.rounding(target.X)[0])
        size = max(float(target.squared_distances_to_samples.mean()), rounding)
        return replace(self, target=target, size=size, blur=rounding / size)

    @property
    def least(self) -> float:
        """The coordinates of a gradient that count as 0."""
        return float(np.clip(np.sqrt(self.blur), GRADIENT, COARSEST))

    def point(self, z: Array) -> Array:
        """The point (q,) in the unit of the data."""
        return self.middle + self.unit * z

    def __call__(self, z: Array) -> tuple[float, Array]:
        y = self.point(z)[None]
        if not self.target.kernel.is_defined(y).all():
            return 1.0 + 4.0 * self.target.squared_distances_to_samples.max() / self.size, 0.0 * z
        value, gradient = self.target.squared_distances(y)[0], self.target.gradient(y)[0]
        return float(value) / self.size, gradient * (self.unit / self.size)

    @property
    def slope(self) -> float:
        """The length of a gradient (q,) none of whose coordinates is larger than ``least``."""
        return self.least * self.size / self.unit * np.sqrt(self.target.X.shape[1])

    def stride(self, end: "OptimizeResult") -> Array:
        """The step (q,) against the gradient at an end that brings it nearest, or 0.

        Each step is twice as long as the one before, as long as the distance does not rise by more
        than rounding, and a minimum between the last three is searched for, because a polynomial of
        a high degree falls and rises within one of them. 0 is returned unless the distance falls
        clearly. It may fall although the gradient is small in units of the data: where P is far
        from all samples, or near a saddle.
        """
        if not np.isfinite(end.jac).all():
            return np.zeros_like(end.x)
        direction = -end.jac / (lengths(end.jac, None) or 1.0)

        def value(step: float) -> float:
            return self(end.x + step * direction)[0]

        # Here, because every job imports this module, and scipy.optimize loads in 0.13 s.
        from scipy.optimize import minimize_scalar

        least, best, step = float(end.fun), 0.0, SHORTEST
        while step < LONGEST and (at := value(step)) <= least + self.blur:
            least, best = min((least, best), (at, step))
            step *= 2.0
        between = minimize_scalar(value, bounds=(step / 4.0, step), method="bounded")
        least, best = min((least, best), (float(between.fun), float(between.x)))
        return (best if least < end.fun - self.least else 0.0) * direction

    def nearby(self, end: "OptimizeResult") -> "_Scaled | None":
        """The same with the squared distance at an end as its size; None unless that is small."""
        rounding = float(self.target.rounding(self.point(end.x)[None])[0])
        size = float(end.fun) * self.size
        if not rounding < size < LOCAL * self.size:
            return None
        return replace(self, size=size, blur=rounding / size)

    def descend(self, start: Array, most: int) -> "OptimizeResult":
        from scipy.optimize import minimize

        options = {"maxiter": most, "maxfun": 4 * most, "gtol": 0.1 * self.least, "ftol": 0.0}
        first = (start - self.middle) / self.unit
        return minimize(self, first, jac=True, method="L-BFGS-B", options=options)


@dataclass(frozen=True)
class _Reached:
    """The end of a descent to one point P, in the units of ``scaled``."""

    scaled: _Scaled
    best: "OptimizeResult"
    steps: int
    converged: bool

    @property
    def point(self) -> Array:
        """The point (q,) in the unit of the data."""
        return self.scaled.point(self.best.x)
