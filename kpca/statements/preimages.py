"""Ledger section 5, pre-images: R3."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy.linalg import qr

from kpca import rkhs, tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.kernels import Kernel
from kpca.kernels.radial import Radial
from kpca.preimages.coordinate_descent import ROUNDING
from kpca.preimages.distance_constraint import DistanceConstraint
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.preimages import PreImages, spread
from kpca.preimages.ridge_regression import RidgeRegression
from kpca.preimages.target import Target
from kpca.solvers.solution import Solution
from kpca.statements.check import Parts, statement
from kpca.statements.defined_preimages import (
    Part,
    distance_constraint,
    penalized,
    ridge,
    without_convergence,
)
from kpca.statements.descending import fall, gradient, of_rounded_points, unseen
from kpca.statements.projecting import values_error

POINTS, FEW = 300, 30
"""The most new samples whose pre-images are computed, and of these the most whose distances are
computed at many points beside the pre-image.
"""

MOST_COORDINATES = 100
"""The most coordinates that are exchanged one at a time; of more columns some are passed over."""

FINE = 1e4
"""A difference quotient of distances has this fraction of the control's slope as rounding error."""

SHORT = 1e-3
"""The longest step of a difference quotient, as a fraction of the length on which distances vary:
the relative truncation error, a sixth of its square, is then below 2e-7 times a third derivative in
units of that length."""

HIDDEN = 5e-6
"""If rounding shifts the minima by more than this fraction of the kernel's width, they need not be
found."""

OF_A_TARGET = (
    "stationary",
    "quotients",
    "one coordinate",
    "nearer",
    "no farther",
    "without convergence",
)
OF_METHODS = ("ridge regression", "penalty", "distance constraint")
BLIND = (
    *OF_A_TARGET,
    *(f"N0: {name}" for name in OF_A_TARGET),
    *OF_METHODS,
    "with a penalty, without convergence",
)
"""Each part but that of a method which rarely converges, whose name says how many points did."""


@statement("R3", BLIND)
def pre_image_is_stationary_and_no_farther_than_the_points_that_are_known(
    K: Array,
    K_new: Array,
    X: Array,
    X_new: Array,
    kernel: Kernel,
    dual: Solution,
    preimages: Callable[[Target, Array], PreImages],
) -> Parts:
    """y* = argmin |phi(y) - P_d phi(x)|^2 (N0): stationary, and no worse than x and every sample.

    X (n, q), X_new (m, q), K (n, n), K_new (m, n); ``preimages`` is the method that minimizes the
    distance. Each new sample that converged is an entry. P_d phi(x) is projected as N0 writes it,
    and with the mean feature as in ``Target.of_projections``.

    Stationary, for a kernel with a gradient: the gradient of the distance, with weights from the
    values of the components at x. Tolerance: the slope that follows from the rule that ends the
    iteration, twice for the rounding of gradients, and the errors of the values times the gradients
    of the components. Control: the larger gradient of two careless authors, one of whom returns x,
    and the other one forgets the mean, or with N0 adds it. Quotients: the same by differences of
    distances, without any gradient. Tolerance: the rounding of distances over the step in addition,
    and the difference to half the step.

    One coordinate, for the Laplacian kernel: what the point gains if one coordinate becomes that of
    a sample. Tolerance: rounding of distances, and the growth that ends the descent. Control: x.

    No farther: the squared distance beyond that of x and of the nearest sample. Tolerance: the
    rounding of both, and the slope times the rounding of the point. Control: the farthest sample,
    as after a wrong sign.

    Nearer: how far the distance falls on a walk against the gradient. Tolerance: ``unseen``, which
    comes from the data alone and includes the rounding of the points, because the slope has the
    method's own unit of length, and in a wrong unit each gradient is small. Control: the same from
    the farthest sample.

    The parts of the methods that do not minimize this distance are in ``defined_preimages``, and
    there is that of the points without convergence. It is judged unless rounding hides the minima,
    because the projections are nearly 0 (``_is_hidden``).
    """
    X_new, K_new = X_new[:POINTS], K_new[:POINTS]
    a, mean = rkhs.expansion(dual.alpha), np.full(len(K), 1.0 / len(K))
    values = rkhs.evaluate(a, K_new)
    beta = values - rkhs.evaluate(a, K).mean(axis=0)
    errors = values_error(len(K), float(max(np.abs(K).max(), np.abs(K_new).max())), dual)
    parts: dict[str, Part] = {}
    for name, make, W, other in (
        ("", Target.of_projections, beta @ a.T + mean, beta @ a.T),
        ("N0: ", Target.without_mean, values @ a.T, values @ a.T + mean),
    ):
        target = make(dual, kernel, X, X_new, K)
        reached = preimages(target, X_new)
        at, hidden = reached.converged, _is_hidden(target)
        parts |= without_convergence(reached, target, X_new, name, judged=not hidden)
        if not at.any():
            continue
        y, x, targets = reached.points[at], X_new[at], target.take(at)
        few = targets.take(np.arange(len(y))[:FEW])
        if kernel.smooth:
            of_components = np.array([lengths(kernel.gradient(y, X, _rows(f, y)), 1) for f in a.T])
            allowed = 2.0 * reached.slope[at] + 4.0 * errors @ of_components
            of_y, *careless = (
                lengths(gradient(kernel, X, w[at], z), 1) for w, z in ((W, y), (W, x), (other, y))
            )
            control = np.maximum(*careless)
            parts[name + "stationary"] = (of_y, allowed, control)
            parts[name + "nearer"] = _nearer(few, y[:FEW])
            parts[name + "quotients"] = _quotients(few, y[:FEW], allowed[:FEW], control[:FEW])
        else:
            parts[name + "one coordinate"] = _one_coordinate(few, y[:FEW], x[:FEW])
        parts[name + "no farther"] = _no_farther(targets, y, x, reached.slope[at])
    return parts | _of_other_methods(Target.of_projections(dual, kernel, X, X_new, K), X_new, K)


def _of_other_methods(target: Target, X_new: Array, K: Array) -> dict[str, Part]:
    """The parts of the methods that do not minimize the distance."""
    kernel = target.kernel
    parts = {"ridge regression": ridge(RidgeRegression, target, X_new)}
    if isinstance(kernel, Radial):
        near = FixedPoint(penalty=kernel.rate())
        parts |= penalized(near, target, X_new)
    if kernel.input_distances(np.zeros((1, 1))) is not None:
        method = DistanceConstraint()
        parts["distance constraint"] = distance_constraint(method, target, X_new, K)
    return parts


def _is_hidden(target: Target) -> bool:
    """Whether rounding hides the minima of most points: where P is nearly 0, as N0's P may be.

    The inner product with P is at most |P|^2 near the minimum, so that its rounding error e
    determines the position of the minimum to a fraction sqrt(e)/|P| of the kernel's width.
    """
    e = target.rounding(target.X[target.nearest])
    return bool(np.mean(e > HIDDEN**2 * target.squared_norms) > 0.5)


def _rows(weights: Array, Y: Array) -> Array:
    """The weights (n,) of one function, repeated for each point of Y (p, q)."""
    return np.broadcast_to(weights, (len(Y), len(weights)))


def _nearer(target: Target, y: Array) -> Part:
    """How far squared distances fall from y (p, q), and from the farthest samples."""
    allowed = unseen(target, y)
    farthest = target.squared_distances_to_samples.argmax(axis=1)
    roundings = [2.0 * target.rounding(z) for z in (y, target.X[farthest])]
    target, y = _in_their_span(target, y)
    y_falls, sample_falls = (
        fall(
            target.squared_distances,
            gradient(target.kernel, target.X, target.W, z),
            z,
            target.X,
            rounding,
        )
        for z, rounding in zip((y, target.X[farthest]), roundings, strict=True)
    )
    return y_falls, allowed, sample_falls


def _quotients(target: Target, Y: Array, allowed: Array, control: Array) -> Part:
    """The gradient (p,) of the distance at Y (p, q) by central differences, and its tolerance.

    A step makes the rounding of distances a fraction 1/``FINE`` of the control. It is no longer
    than the fraction ``SHORT`` of the length on which the distance varies, and no shorter than a
    thousand units in the last digit of Y; where both is not possible, there is no entry. The
    truncation error has no bound a priori for every kernel; half the step shows it, and no gradient
    of the method enters that.
    """
    rounding = target.rounding(Y)
    target, Y = _in_their_span(target, Y)
    longest, least = SHORT * _varies(target, Y), 1e3 * np.spacing(np.abs(Y).max(axis=1))
    at = least <= longest
    if not at.any():
        return np.zeros(0), np.zeros(0), np.zeros(0)
    target, Y, longest, least = target.take(at), Y[at], longest[at], least[at]
    allowed, control, rounding = allowed[at], control[at], rounding[at]
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = np.maximum(np.fmin(FINE * rounding / control, longest), least)
    coarse, fine = (_central(target, Y, h) for h in (steps, 0.5 * steps))
    truncated = lengths(coarse - fine, 1)
    of_distances = 2.0 * np.sqrt(fine.shape[1]) * rounding / steps
    return lengths(fine, 1), allowed + truncated + of_distances, control


def _varies(target: Target, Y: Array) -> Array:
    """A length (p,) at Y (p, q) below which the distance is nearly a polynomial of low degree.

    This is the spread of the samples, but at most the width of a kernel of |x - y|^2, and at most
    |y| for a kernel of directions, which jumps at 0.
    """
    length = np.full(len(Y), spread(target.X))
    if isinstance(target.kernel, Radial):
        length = np.minimum(length, 1.0 / np.sqrt(2.0 * target.kernel.rate()))
    return length if target.kernel.has_lengths else lengths(Y, 1)


def _central(target: Target, Y: Array, steps: Array) -> Array:
    """Central differences (p, q) of the squared distances at Y (p, q), with steps (p,)."""
    quotients = np.empty_like(Y)
    for j in range(Y.shape[1]):
        above, below = Y.copy(), Y.copy()
        above[:, j] += steps
        below[:, j] -= steps
        rise = target.squared_distances(above) - target.squared_distances(below)
        quotients[:, j] = rise / (above[:, j] - below[:, j])
    return quotients


def _in_their_span(target: Target, Y: Array) -> tuple[Target, Array]:
    """The target and Y (p, q) in coordinates of the span of the samples and of Y: (p, r), r <= q.

    Every kernel with a gradient is a function of x·y, |x|^2 and |y|^2, which are the same there. A
    gradient is a sum of samples X (n, q) and of its own point, so that it lies in the span, and has
    the same length. Wide data have more columns than the span has dimensions.

    With [X; Y]' = QR the columns of R are the coordinates. They belong to points that differ from X
    and Y by rounding (Higham, Accuracy and Stability of Numerical Algorithms, 2002, Theorem 19.4),
    and so do the points themselves from those where a gradient is 0.
    """
    n, q = target.X.shape
    if q <= n + len(Y):
        return target, Y
    # In place and without Q: copies of wide data would be beyond the memory that a job asks for.
    _, R = qr(np.vstack([target.X, Y]).T, mode="raw", overwrite_a=True)
    coordinates = R.T
    return replace(target, X=coordinates[:n]), coordinates[n:]


def _one_coordinate(target: Target, y: Array, x: Array) -> Part:
    """What y and x (p, q) gain at most (p,) if one coordinate becomes that of a sample."""
    allowed = 2.0 * target.rounding(y) + 2.0 * ROUNDING * np.abs(target.W).sum(axis=1)
    return _gain(target, y), allowed, _gain(target, x)


def _gain(target: Target, Y: Array) -> Array:
    """The largest fall (p,) of the squared distance if one coordinate of Y is that of a sample."""
    least = now = target.squared_distances(Y)
    q = Y.shape[1]
    for j in range(0, q, -(-q // MOST_COORDINATES)):
        for value in np.unique(target.X[:FEW, j]):
            other = Y.copy()
            other[:, j] = value
            least = np.minimum(least, target.squared_distances(other))
    return now - least


def _no_farther(target: Target, y: Array, x: Array, slope: Array) -> Part:
    """How much farther from P the points y (p, q) and the farthest samples are than x or others.

    Where y is off by the rounding of an average of samples, the distance grows with ``slope``, and
    by ``of_rounded_points`` where the kernel is as narrow as this rounding.
    """
    samples = target.squared_distances_to_samples
    least = np.minimum(target.squared_distances(x), samples.min(axis=1))
    farther = np.maximum(target.squared_distances(y) - least, 0.0)
    moved = tolerances.dot(len(target.X) + 2) * (lengths(target.X, 1).max() + lengths(y, 1))
    # Coordinate descent has no slope; its points have the coordinates of samples, without rounding.
    rise = np.where(np.isfinite(slope), slope, 0.0) * moved
    allowed = target.rounding(y) + target.rounding(x) + rise + of_rounded_points(target, y)
    return farther, allowed, samples.max(axis=1) - least
