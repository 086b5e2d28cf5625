"""Parts of R3: methods whose pre-image is defined by an equation of its own."""

from collections.abc import Callable

import numpy as np
from scipy.spatial.distance import cdist

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array, Indices
from kpca.preimages.distance_constraint import CUT, UNKNOWN, DistanceConstraint
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.preimages import PreImages
from kpca.preimages.target import Target
from kpca.statements.descending import fall, gradient, unseen

SHARE = 1e-2
"""The penalty of the ridge regression, for each sample: its equations are well conditioned."""

CLEAR = 1e-3
"""Squared distances of features count as known where their relative error is below this."""

Part = tuple[Array, Array, Array]
"""Discrepancies, tolerances and controls (p,) of the points."""


def without_convergence(
    reached: PreImages,
    target: Target,
    x: Array,
    name: str,
    penalty: float = 0.0,
    judged: bool = True,
) -> dict[str, Part]:
    """The part of the points for which a method did not converge; none if it always did.

    Convergence is a result, and a few points may lack it: they are counted as entries that decide
    nothing. If more than half lack it, what the method returned instead is ``judged``, and the name
    of the part says how many converged. Discrepancy: how much nearer P is to x (p, q), to the
    nearest sample, or to the end of a walk against the gradient. Tolerance: ``unseen``. There is no
    control, so that the part is undecided at best: where rounding hides nearer points, nothing
    follows. Points without a minimum in reach also decide nothing: all features have length 1, and
    the product of P with that of the nearest sample is not positive.
    """
    missed = np.flatnonzero(~reached.converged)
    if not len(missed):
        return {}
    left_over, y, start = target.take(missed), reached.points[missed], x[missed]
    allowed = unseen(left_over, y)
    n, p = len(reached.points), len(reached.points) - len(missed)
    if 2 * p >= n or not judged:
        return {name + "without convergence": (0.0 * allowed, allowed, 0.0 * allowed)}
    nearer = _nearer(left_over, y, start, penalty)
    if target.kernel.unit:
        nearest = left_over.X[left_over.nearest]
        nearer = np.where(left_over.products(nearest) > left_over.rounding(nearest), nearer, 0.0)
    converged = f"{name}{p or 'none'} of {n} pre-images converged"
    return {converged: (nearer, allowed, nearer)}


def _nearer(target: Target, y: Array, x: Array, penalty: float) -> Array:
    """How much less |phi(z) - P|^2 + penalty |z - x|^2 (p,) is at points z known or near than at y.

    The points z are x, the nearest sample and the points of a walk from y (p, q).
    """

    def value(Z: Array) -> Array:
        return target.squared_distances(Z) + penalty * ((Z - x) ** 2).sum(axis=1)

    slope = gradient(target.kernel, target.X, target.W, y) + 2.0 * penalty * (y - x)
    walked = fall(value, slope, y, target.X, 2.0 * target.rounding(y))
    others = np.minimum(value(x), value(target.X[target.nearest]))
    return np.maximum(walked, value(y) - others)


def penalized(method: FixedPoint, target: Target, x: Array) -> dict[str, Part]:
    """|grad |phi(y) - P|^2 + 2 c (y - x)| (p,) at the fixed points y with penalty c from x (p, q).

    Tolerance: twice the slope that follows from the end of the iteration, for the rounding of
    gradients. Control: the factor 2 forgotten. Points without convergence are a part of their own.
    """
    reached = method(target, x)
    at, c = reached.converged, method.penalty
    slope = target.take(at).gradient(reached.points[at])
    moved = c * (reached.points[at] - x[at])
    control = lengths(slope + moved, 1)
    part = lengths(slope + 2.0 * moved, 1), 2.0 * reached.slope[at], control
    return {"penalty": part} | without_convergence(reached, target, x, "with a penalty, ", c)


def ridge(
    method: Callable[[float, float], Callable[[Target, Array], PreImages]], target: Target, x: Array
) -> Part:
    """How far pre-images are from the solution of (G + cI) A = X - x-bar by elimination (p,).

    G (n, n) is the Gaussian Gram matrix of the scores, with gamma from their mean squared distance
    2 var, and c = n ``SHARE``. Tolerance: the backward error of both solutions (Higham 2002,
    theorems 9.3 and 10.3), which the penalty amplifies at most by 1/c^2, and the rounding of
    both means. Control: sigma^2 for 2 sigma^2.
    """
    n = len(target.X)
    # Equal samples have one score each, which rounding must not tell apart.
    _, first, same = np.unique(target.X, axis=0, return_index=True, return_inverse=True)
    S = target.scores[first[same.ravel()]]
    gamma, c = 1.0 / (2.0 * S.var(axis=0).sum()), n * SHARE
    middle = target.X.mean(axis=0)
    y, wider = (method(g, SHARE)(target, x).points for g in (gamma, 0.5 * gamma))
    G, G_new = (np.exp(-gamma * cdist(points, S, "sqeuclidean")) for points in (S, target.beta))
    expected = middle + G_new @ np.linalg.solve(G + c * np.eye(n), target.X - middle)
    size = np.sqrt(((target.X - middle) ** 2).sum())
    backward = 4.0 * n * tolerances.dot(3 * n + 1) * (n + c)
    # Both means are sums of n numbers.
    of_mean = 2.0 * tolerances.dot(n + 3) * float(lengths(np.abs(target.X).mean(axis=0)))
    allowed = backward * size * lengths(G_new, 1) / c**2 + of_mean
    allowed += 4.0 * tolerances.U * lengths(y, 1)
    return lengths(y - expected, 1), allowed, lengths(wider - expected, 1)


def distance_constraint(method: DistanceConstraint, target: Target, x: Array, K: Array) -> Part:
    """What is left (p,) of the normal equations of Kwok and Tsang (2004) at their pre-images.

    A point at squared distances d_i^2 from its neighbors x_i has |y - x_i|^2 - d_i^2 equal for all
    i. Hence sum_i (x_i - x-bar)(|y - x_i|^2 - d_i^2) = 0. K (n, n) and the weights of P give d_i.
    Tolerance: directions that the method leaves out, and the rounding of d_i^2. Control: the 1/2 of
    Gower's formula forgotten, which doubles y - x-bar. Only points count whose neighbors are all at
    a known distance.
    """
    y = method(target, x).points
    nearest = np.argsort(target.squared_distances_to_samples, axis=1, kind="stable")
    rows = []
    for a, at in enumerate(nearest[:, : method.neighbors]):
        low, d2, high, largest = _input_distances(target, K, at, a)
        if not np.isfinite(largest).all() or (high - low).max() > CLEAR * high.max():
            continue
        middle = target.X[at].mean(axis=0)
        Z = target.X[at] - middle
        beyond = [
            ((target.X[at] - end) ** 2).sum(axis=1) - d2 for end in (y[a], 2.0 * y[a] - middle)
        ]
        # Rounding leaves a mean in Z, which must not meet that of the other factor.
        left, broken = (np.linalg.norm(Z.T @ (rest - rest.mean())) for rest in beyond)
        # Squares of y - x_i, rounded as y and x_i are. All may lie far from the origin, and where a
        # direction is narrow, y may lie far from every x_i.
        ends = lengths(target.X[at], 1).max() + lengths(y[a : a + 1], 1)[0]
        sizes = np.linalg.norm(lengths(target.X[at] - y[a], 1)) * ends
        blur = np.linalg.norm(high - low) + 16.0 * tolerances.dot(Z.size) * sizes
        right = (Z**2).sum(axis=1) - d2
        cut = 2.0 * CUT * np.linalg.norm(right - right.mean())
        rows.append((left, np.linalg.norm(Z) * (blur + cut), broken))
    columns = np.array(rows, dtype=float).reshape(-1, 3).T
    return columns[0], columns[1], columns[2]


def _input_distances(target: Target, K: Array, at: Indices, a: int) -> Array:
    """Squared distances of the points ``at`` (s,) from P_a: lower bound, value, upper (4, s).

    The last row is an upper bound with 2 ``UNKNOWN`` times the rounding error of features: where it
    is finite, the method knows the distance.
    """
    w, error = target.W[a], float(target.rounding(target.X[at[:1]])[a])
    D2 = K.diagonal()[at] - 2.0 * K[at] @ w + w @ K @ w
    bounds = target.kernel.input_distances(
        np.maximum([D2 - error, D2, D2 + error, D2 + 2.0 * UNKNOWN * error], 0.0)
    )
    assert bounds is not None
    return bounds
