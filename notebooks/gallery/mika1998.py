"""Table 1 of Mika et al. (1998): noisy points moved back to the centers of their clusters.

Eleven Gaussians with standard deviation sigma stand at random positions of [-1, 1]^10. Points are
projected on the first 1 to 9 components, by linear PCA and by kernel PCA with the fixed-point
pre-image. The entry of the table is the mean squared distance to the true center that linear PCA
leaves, divided by that of kernel PCA.
"""

from typing import NamedTuple

import numpy as np
from scipy.sparse.linalg import eigsh

from kpca import projection, rkhs
from kpca.arrays import Array, Truths
from kpca.centering import center, center_new
from kpca.kernels import RBF
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.preimages import PreImages
from kpca.preimages.target import Target

DIMENSION, CENTERS, TRAINING, TEST, COMPONENTS = 10, 11, 100, 33, 9
"""Variables; clusters; training and test points of each cluster; the most components."""

STEP = 1e-4
"""The iteration of a point ends with a step shorter than this fraction of the kernel's sigma."""

MOST = 200
"""The most steps of a point. One that still moves stays where it is, and is counted."""

BLOCK = 72
"""Projections that are iterated together; their kernel values fit into a processor's cache."""


class Clusters(NamedTuple):
    """Training samples X (1100, 10), test points (363, 10), and the center of each test point."""

    X: Array
    X_test: Array
    centers: Array


class Denoised(NamedTuple):
    """Test points after the projection on the first 1 to 9 components, and their pre-images.

    points (9, m, q)   for each number of components
    settled (9, m)     whether the last step was short
    """

    points: Array
    settled: Truths


class Repetitions(NamedTuple):
    """The experiment for s pairs of sigma, repeated with r seeds.

    noise (s,), width (s,)   sigma of the Gaussians, and sigma in the kernel
    ratios (s, r, 9)         mean squared distance of linear PCA over that of kernel PCA
    moving (s, r)            share of the test points that still moved at the end
    """

    noise: Array
    width: Array
    ratios: Array
    moving: Array


def draw(sigma: float, seed: int) -> Clusters:
    """The data of one repetition. Equal seeds have the same centers, and noise of equal shape."""
    rng = np.random.default_rng(seed)
    centers = rng.uniform(-1.0, 1.0, (CENTERS, DIMENSION))
    of_training, of_test = (np.repeat(centers, size, axis=0) for size in (TRAINING, TEST))
    X = of_training + sigma * rng.standard_normal(of_training.shape)
    X_test = of_test + sigma * rng.standard_normal(of_test.shape)
    return Clusters(X, X_test, of_test)


def gamma_of(sigma: float) -> float:
    """gamma of the kernel exp(-d^2/(N c)) of the paper, with N = 10 variables and c = 2 sigma^2."""
    return 1.0 / (DIMENSION * 2.0 * sigma**2)


def repetition(noise: float, width: float, seed: int) -> tuple[Array, float]:
    """Ratios (9,) of one repetition, and the share of points that still moved at the end."""
    data = draw(noise, seed)
    result = by_kernel(data, width)
    errors = [mean_squares(points, data.centers) for points in (by_pca(data), result.points)]
    return errors[0] / errors[1], 1.0 - float(result.settled.mean())


def repeat(noise: Array, width: Array, repeats: int) -> Repetitions:
    """The experiment for pairs of sigma (s,), each with the seeds 0 to ``repeats`` - 1."""
    rows = [
        [repetition(a, b, seed) for seed in range(repeats)]
        for a, b in zip(noise, width, strict=True)
    ]
    ratios, moving = (np.array([[result[k] for result in row] for row in rows]) for k in (0, 1))
    return Repetitions(noise, width, ratios, moving)


def mean_squares(points: Array, centers: Array) -> Array:
    """Mean squared distances (9,) of points (9, m, q) to their true centers (m, q)."""
    return ((points - centers) ** 2).sum(axis=2).mean(axis=1)


def by_pca(data: Clusters) -> Array:
    """Test points (9, m, q) projected on the first 1 to 9 principal components."""
    mean = data.X.mean(axis=0)
    axes = np.linalg.svd(data.X - mean, full_matrices=False)[2][:COMPONENTS]
    along_axes = ((data.X_test - mean) @ axes.T).T[:, :, None] * axes[:, None, :]
    return mean + along_axes.cumsum(axis=0)


def by_kernel(data: Clusters, sigma: float) -> Denoised:
    """Pre-images of test points projected on the first 1 to 9 components of kernel PCA."""
    target = projections(data, sigma)
    nearest = data.X[target.kernel(data.X_test, data.X).argmax(axis=1)]
    starts = [np.repeat(points, COMPONENTS, axis=0) for points in (data.X_test, nearest)]
    ends = []
    for first in range(0, len(target), BLOCK):
        block = np.arange(first, min(first + BLOCK, len(target)))
        blocks = (points[block] for points in starts)
        ends.append(fixed_points(target.take(block), *blocks, STEP * sigma))
    points, settled = (np.concatenate(arrays) for arrays in zip(*ends, strict=True))
    return Denoised(by_number(points), by_number(settled))


def projections(data: Clusters, sigma: float) -> Target:
    """The projections of each test point in turn on the first 1 to 9 components of kernel PCA."""
    X, kernel = data.X, RBF(gamma_of(sigma))
    K = kernel(X, X)
    mu, V = leading(center(K), COMPONENTS)
    alpha = V / np.sqrt(mu)
    beta = center_new(kernel(data.X_test, X), K) @ alpha
    # Row d of the triangle keeps the first d + 1 scores.
    nested = (beta[:, None, :] * np.tri(COMPONENTS)).reshape(-1, COMPONENTS)
    W = projection.weights(alpha, nested)
    # WK by its factors: W = nested (H alpha)' + 11'/n.
    inner = nested @ (rkhs.expansion(alpha).T @ K) + K.mean(axis=0)
    return Target(kernel, X, W, inner, V * np.sqrt(mu), nested)


def by_nearest_feature(data: Clusters, sigma: float) -> PreImages:
    """The pre-images (9m, q) of ``projections`` by the fixed point of this library.

    It starts again at the nearest sample where the plain iteration ends farther from the projection
    than this sample, as the definition of a pre-image demands.
    """
    start = np.repeat(data.X_test, COMPONENTS, axis=0)
    return FixedPoint()(projections(data, sigma), start)


def by_number(values: Array) -> Array:
    """Values (9, m, ...) for each number of components, from those of ``projections`` (9m, ...)."""
    return values.reshape(-1, COMPONENTS, *values.shape[1:]).swapaxes(0, 1)


def leading(A: Array, d: int) -> tuple[Array, Array]:
    """The d largest eigenvalues (d,), descending, and eigenvectors (n, d) of A, by Lanczos.

    The largest nine of 1100 cost a tenth of the time of a dense solver.
    """
    start = np.random.default_rng(0).standard_normal(len(A))
    mu, V = eigsh(A, d, v0=start)
    return mu[::-1], V[:, ::-1]


def fixed_points(
    target: Target, start: Array, second: Array, accuracy: float
) -> tuple[Array, Truths]:
    """The iteration y <- sum_i w_i k(y, x_i) x_i / sum_i w_i k(y, x_i) of the paper.

    The weights w_i here belong to centered features (``kpca.projection.weights``). The iteration
    starts at the points ``start`` (p, q) and ends with a step whose entries are at most
    ``accuracy``. A point that has left all samples behind, so that every kernel value is 0, starts
    again at the point ``second`` (p, q). Returns the last points (p, q), and whether each came to
    rest (p,). Unlike ``kpca.preimages.FixedPoint`` it does not ask whether the end is near to the
    projection, and it computes distances by a matrix product.
    """
    X, gamma = target.X, target.kernel.gamma
    with_one = np.column_stack([X, np.ones(len(X))])
    right = np.vstack([2.0 * gamma * X.T, -gamma * (X**2).sum(axis=1), np.ones(len(X))])
    Y, settled, active = start.copy(), np.zeros(len(start), dtype=bool), np.arange(len(start))
    for _ in range(MOST):
        y = Y[active]
        left = np.column_stack([y, np.ones(len(y)), -gamma * (y**2).sum(axis=1)])
        sums = (target.W[active] * np.exp(left @ right)) @ with_one
        lost = sums[:, -1] == 0.0
        sums[lost, -1] = 1.0
        ends = np.where(lost[:, None], second[active], sums[:, :-1] / sums[:, -1:])
        settled[active] = (np.abs(ends - y).max(axis=1) <= accuracy) & ~lost
        Y[active] = ends
        active = active[~settled[active]]
        if not len(active):
            break
    return Y, settled
