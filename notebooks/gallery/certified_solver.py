"""The block Krylov method and its certificate on matrices that a dense solver can solve, too.

The dense solution is what the bounds of the certificate are compared with.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import scipy.linalg
import xarray as xr

from kpca.arrays import Array, Truths
from kpca.centering import center
from kpca.kernels import RBF
from kpca.results.registry import variable
from kpca.solvers import certificate, completeness, krylov, low_rank
from kpca.solvers.chosen_spectra import gram
from kpca.solvers.elements import Elements, KernelElements, MatrixElements
from kpca.solvers.krylov import Ritz
from kpca.solvers.solution import beyond, rest_of_trace
from kpca.solvers.tiled import TiledGram
from kpca.solvers.vectors import oriented
from kpca.studies import datasets
from ranges import require_repetitions

SAMPLES = 500
COMPONENTS = 6
"""Largest eigenpairs of each matrix; in the clustered one they end with the cluster."""

CLUSTER = 9.0 - 7e-5 * np.arange(5)
"""Five eigenvalues of the clustered matrix."""

TOLERANCES = 10.0 ** -np.array([2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0])
"""Relative residuals at which the iteration is ended, so that its errors have all sizes."""

PASSES = 24
"""Passes from a random start."""

STARTS = 10
"""Random starts for each repetition."""

FAILURE = 0.1
"""A failure probability that so many starts can check, for a start of one vector."""

RANKS = (10, 20, 40, 80, 160)
"""Numbers of landmarks of low-rank factors."""


@dataclass(frozen=True)
class Matrix:
    """A kernel matrix by its elements, with the name of its spectrum."""

    name: str
    elements: Elements

    @cached_property
    def gram(self) -> Array:
        """K (n, n), symmetric to the last bit."""
        n = self.elements.n
        K = np.empty((n, n))
        self.elements.block(slice(0, n), slice(0, n), K)
        return 0.5 * (K + K.T)

    @cached_property
    def eigenpairs(self) -> tuple[Array, Array]:
        """All eigenvalues (n,) of the centered matrix, descending, and its eigenvectors (n, n)."""
        mu, V = scipy.linalg.eigh(center(self.gram))
        return mu[::-1], V[:, ::-1]

    def after(self, d: int = COMPONENTS) -> float:
        """The eigenvalue after the d largest, by the dense solver."""
        return float(self.eigenpairs[0][d])

    @cached_property
    def ritz(self) -> Ritz:
        """The largest eigenpairs and their guards, by the block Krylov method."""
        return solved(self.elements)

    @cached_property
    def leading(self) -> Array:
        """Eigenvectors (n, d) of the largest eigenvalues, by the block Krylov method."""
        return oriented(self.ritz.V)


def matrices(n: int = SAMPLES) -> list[Matrix]:
    """Four matrices (n, n): a fast decay, digits, a slow decay, and a cluster."""
    rng = np.random.default_rng(0)
    plane, wide = rng.normal(size=(n, 2)), rng.normal(size=(n, 64))
    chosen = np.r_[20.0, CLUSTER, np.linspace(0.3, 0.1, n - 7)]
    return [
        Matrix("fast decay", KernelElements(RBF(0.1), plane)),
        Matrix("digits", KernelElements(RBF(0.05), datasets.digits()[0][:n])),
        Matrix("slow decay", KernelElements(RBF(1.0 / 64.0), wide)),
        Matrix("clustered", MatrixElements(gram(chosen), positive=True)),
    ]


def solved(elements: Elements) -> Ritz:
    """The ``COMPONENTS`` largest eigenpairs and their guards, from a random start."""
    return krylov.leading(
        TiledGram(elements),
        krylov.random_start(elements.n, krylov.BLOCK, 0),
        COMPONENTS,
        guards=lambda theta, residuals: completeness.guards(
            elements.n, COMPONENTS, theta, residuals, elements.n
        ),
    )


def ended_early(elements: Elements, tolerance: float, seed: int) -> Array:
    """Ritz vectors (n, d) after the first pass with a relative residual below the tolerance.

    The iteration itself looks at its residuals after some of the passes only.
    """
    early = (space.Q @ Y for space, Y, relative in _passes(elements, seed) if relative <= tolerance)
    return next(early)


def residuals_by_pass(matrix: Matrix, seed: int) -> Array:
    """The largest relative residual (p,) after each pass, until it is that of the iteration's end.

    The iteration itself looks at its residuals after some of the passes only.
    """
    largest: list[float] = []
    for _, _, relative in _passes(matrix.elements, seed):
        largest.append(relative)
        if relative <= krylov.TOLERANCE:
            break
    return np.array(largest)


def _passes(elements: Elements, seed: int) -> Iterator[tuple[krylov.Basis, Array, float]]:
    """The basis, coordinates of the Ritz vectors, and the relative residual after each pass."""
    start = krylov.random_start(elements.n, krylov.BLOCK, seed)
    for space in krylov.spaces(TiledGram(elements), start, krylov.BASIS):
        _, Y, residuals = space.ritz()
        largest = float(residuals[:COMPONENTS].max())
        yield space, Y[:, :COMPONENTS], largest / space.scale


class Pass(NamedTuple):
    """One pass with the tiled operator and with the matrix K~ itself.

    difference   largest entry of the difference of both products
    allowed      a priori bound on it
    evaluations  kernel values that the operator computed, as a share of n^2
    """

    difference: float
    allowed: float
    evaluations: float


def one_pass(matrix: Matrix) -> Pass:
    """The product of the operator with random unit vectors, and that of the dense matrix."""
    operator, n = TiledGram(matrix.elements), matrix.elements.n
    Q = np.linalg.qr(krylov.random_start(n, krylov.BLOCK, 0))[0]
    difference = np.abs(operator(Q) - center(matrix.gram) @ Q).max()
    allowed = (
        2.0 * operator.relative_product_error * operator.survey.uncentered
        + n * matrix.elements.error
    )
    return Pass(float(difference), allowed, float(n * (n + 1) / 2) / n**2)


class Bounds(NamedTuple):
    """Bounds of the certificate and the true errors, each (t, r): by tolerance and start.

    eigenvalues    largest |mu - theta| of the pairs, and eigenvalue_bounds what is stated
    angles         sin of the largest angle between the subspaces, and angle_bounds
    controls       |R|^2/mu_1, the bound on eigenvalues without the gap, which is wrong
    gaps           what is proved of the gap after the last pair
    product_error  what of the bounds is known beforehand, a number
    """

    eigenvalues: Array
    eigenvalue_bounds: Array
    angles: Array
    angle_bounds: Array
    controls: Array
    gaps: Array
    product_error: float

    @property
    def measured(self) -> Truths:
        """Where (t, r) the stated bound on eigenvalues is not mostly rounding: ten times it."""
        return self.eigenvalue_bounds > 10.0 * self.product_error

    @property
    def eigenvalue_ratios(self) -> Array:
        """Bound over error of the eigenvalues (k,), where it is ``measured``."""
        return self.eigenvalue_bounds[self.measured] / self.eigenvalues[self.measured]

    @property
    def angle_ratios(self) -> Array:
        """Bound over error of the angles (k,), where it is ``measured`` and finite."""
        shown = self.measured & np.isfinite(self.angle_bounds)
        return self.angle_bounds[shown] / self.angles[shown]

    @property
    def sine_bounds(self) -> Array:
        """``angle_bounds``, and 1 where they are larger, as no sine is."""
        return np.minimum(self.angle_bounds, 1.0)

    @property
    def hold(self) -> bool:
        """Whether no error exceeds its bound; the dense solution itself is known up to rounding."""
        true = self.eigenvalues <= self.eigenvalue_bounds
        return bool((true & (self.angles <= self.angle_bounds)).all())


def bounds(matrix: Matrix, repeats: int) -> Bounds:
    """Bounds and errors of iterations that end early and late, from ``repeats`` random starts.

    An iteration that ended early has no certificate, but its bounds hold all the same.
    """
    require_repetitions(repeats)
    mu, V = matrix.eigenpairs
    cells = []
    for tolerance in TOLERANCES:
        for seed in range(repeats):
            W = oriented(ended_early(matrix.elements, float(tolerance), seed))
            proved = certificate.certify(matrix.elements, W)
            off = float(np.abs(np.sort(proved.theta)[::-1] - mu[:COMPONENTS]).max())
            angles = (sine(V[:, :COMPONENTS], W), proved.angle)
            control = proved.residual**2 / mu[0]
            cells.append((off, float(proved.errors.max()), *angles, control, proved.gap))
    by_quantity = np.array(cells).T.reshape(-1, len(TOLERANCES), repeats)
    return Bounds(*by_quantity, product_error=proved.product_error)


def rows(bounds_of: dict[str, Bounds]) -> list[dict[str, object]]:
    """One row for each matrix and tolerance: medians over the starts."""
    return [
        {
            "matrix": name,
            "tolerance": float(tolerance),
            "eigenvalue_error": float(np.median(errors.eigenvalues[t])),
            "eigenvalue_bound": float(np.median(errors.eigenvalue_bounds[t])),
            "angle": float(np.median(errors.angles[t])),
            "angle_bound": float(np.median(errors.sine_bounds[t])),
            "starts": errors.eigenvalues.shape[1],
        }
        for name, errors in bounds_of.items()
        for t, tolerance in enumerate(TOLERANCES)
    ]


def accuracy_to_dataset(
    bounds_of: dict[str, Bounds], after: dict[str, dict[str, float]], true: Array
) -> xr.Dataset:
    """What the notebook stores of the bounds of each matrix, by its name.

    ``after`` has the bounds on the next eigenvalue by their ways, and ``true`` (m,) has its value.
    """
    dims, every = ("test_matrix", "tolerance_asked", "repetition"), list(bounds_of.values())
    repeats = every[0].eigenvalues.shape[1]
    return xr.Dataset(
        {
            "test_matrix": variable(dims[:1], list(bounds_of), "1", "matrix, by its spectrum"),
            "tolerance_asked": variable(
                dims[1:2], TOLERANCES, "1", "residual/mu_1 at which the iteration was ended"
            ),
            "repetition": variable(dims[2:], range(repeats), "1", "seed of a random start"),
            "certified_error": variable(
                dims, [errors.eigenvalues for errors in every], "1", "largest true |mu - theta|"
            ),
            "certified_bound": variable(
                dims,
                [errors.eigenvalue_bounds for errors in every],
                "1",
                "stated bound on |mu - theta|",
            ),
            "subspace_angle": variable(
                dims, [errors.angles for errors in every], "1", "true sin of the largest angle"
            ),
            "subspace_bound": variable(
                dims, [errors.sine_bounds for errors in every], "1", "stated bound on it, at most 1"
            ),
            "way_to_bound": variable(
                ("way_to_bound",), WAYS, "1", "way to bound the next eigenvalue"
            ),
            "next_bound": variable(
                ("test_matrix", "way_to_bound"),
                [[after[name][way] for way in WAYS] for name in bounds_of],
                "1",
                "bound on the eigenvalue after the leading ones",
            ),
            "next_true": variable(
                ("test_matrix",), true, "1", "this eigenvalue by the dense solver"
            ),
        }
    )


def sine(V: Array, W: Array) -> float:
    """Sine of the largest angle between the spans of orthonormal V (n, d) and W (n, d)."""
    return float(np.linalg.norm(W - V @ (V.T @ W), 2))


WAYS = ("trace", "Frobenius norm", "counted by LDL'", "random start", "random start, guards")
"""How the next eigenvalue is bounded."""


def next_eigenvalue(matrix: Matrix) -> dict[str, float]:
    """Each bound on the eigenvalue after the ``COMPONENTS`` largest, by name of the way.

    Infinite where a way proves nothing.
    """
    elements, operator, V = matrix.elements, TiledGram(matrix.elements), matrix.leading
    products = operator(V)
    theta = np.sort(np.einsum("nl,nl->l", V, products))[::-1]
    survey, residual = operator.survey, float(np.linalg.norm(products - V * theta, 2))
    both = np.column_stack([V, matrix.ritz.guards])
    rounding = certificate.product_rounding(operator, both.shape[1])
    below = float(theta[-1]) - residual - 2.0 * rounding
    counted = completeness.from_inertia(elements, theta, rounding)
    starts = (
        completeness.from_random_start(
            operator, split, COMPONENTS, below, True, certificate.PASSES, 1
        )
        for split in (completeness.split(V, products), completeness.split(both, operator(both)))
    )
    after = (
        rest_of_trace(theta, rounding, elements.n, survey.trace),
        beyond(theta, rounding, elements.n, survey.frobenius),
        counted.after if counted else np.inf,
        *(start.after + rounding if start else np.inf for start in starts),
    )
    return dict(zip(WAYS, after, strict=True))


class Missed(NamedTuple):
    """What random starts missed of the largest eigenvalue that is left, by pass (p,).

    blocks, vectors  (p, s) share of the spread of the spectrum between the largest eigenvalue and
                     the largest Ritz value, from s blocks and from s single vectors
    of_blocks        (p,) epsilon for the failure probability of the project
    of_vectors       (p,) epsilon for ``FAILURE``
    """

    blocks: Array
    vectors: Array
    of_blocks: Array
    of_vectors: Array

    def to_dataset(self) -> xr.Dataset:
        """What the notebook stores of the blocks."""
        dims = ("passes_made", "seed")
        passes, seeds = (np.arange(size) for size in self.blocks.shape)
        return xr.Dataset(
            {
                "passes_made": variable(dims[:1], passes + 1, "1", "passes from a random start"),
                "seed": variable(dims[1:], seeds, "1", "seed of a repetition"),
                "missed_share": variable(
                    dims, self.blocks, "1", "share of the largest eigenvalue that a block misses"
                ),
                "missed_bound": variable(
                    dims[:1], self.of_blocks, "1", "epsilon of the theorem for a block"
                ),
            }
        )


def missed(matrix: Matrix, repeats: int) -> Missed:
    """``STARTS`` starts for each repetition, without the leading eigenvectors."""
    require_repetitions(repeats)
    n, seeds = matrix.elements.n, range(STARTS * repeats)
    numbers = range(1, PASSES + 1)
    failing = (completeness.random_start_error(n, krylov.BLOCK, k) for k in numbers)
    return Missed(
        np.array([_missed(matrix, krylov.BLOCK, seed) for seed in seeds]).T,
        np.array([_missed(matrix, 1, seed) for seed in seeds]).T,
        np.fromiter(failing, dtype=float),
        np.array([completeness.random_start_error(n, 1, k, FAILURE) for k in numbers]),
    )


def _missed(matrix: Matrix, b: int, seed: int) -> Array:
    """Shares (p,) that a start of b vectors misses."""
    mu, V = matrix.eigenpairs
    leading, operator = V[:, :COMPONENTS], center(matrix.gram)

    def deflated(block: Array) -> Array:
        product = operator @ (block - leading @ (leading.T @ block))
        return product - leading @ (leading.T @ product)

    spaces = krylov.spaces(deflated, krylov.random_start(len(mu), b, seed), PASSES)
    ritz_values = (float(space.ritz_values()[0]) for space in spaces)
    shares = [max(0.0, 1.0 - ritz / mu[COMPONENTS]) for ritz in ritz_values]
    # A space that is exhausted does not change.
    return np.pad(shares, (0, PASSES - len(shares)), mode="edge")


class LowRank(NamedTuple):
    """Low-rank factors with r landmarks (r,), as shares of the trace of K~.

    lost      sum of all mu_i - mu^_i
    centered  tr H(K - K^)H, which the identity says it is
    bound     tr(K - K^), which a factor knows without K
    largest   largest mu_i - mu^_i
    lowest    smallest mu_i - mu^_i; not negative, up to rounding
    best      sum of all mu_i after the r largest: no matrix of rank r loses less
    distances largest |true - stated| squared distance of a sample from the landmarks' features
    """

    lost: Array
    centered: Array
    bound: Array
    largest: Array
    lowest: Array
    best: Array
    distances: Array


def low_ranks(matrix: Matrix, seed: int = 0) -> LowRank:
    """Factors of a matrix of points, with ``RANKS`` landmarks."""
    elements = matrix.elements
    if not isinstance(elements, KernelElements):
        raise TypeError(f"{matrix.name} has no points; allowed: a matrix of a kernel and points")
    return LowRank(*np.array(list(_low_rank(matrix, elements, seed))).T)


def _low_rank(matrix: Matrix, elements: KernelElements, seed: int) -> Iterator[tuple[float, ...]]:
    mu, K = matrix.eigenpairs[0], matrix.gram
    for rank in RANKS:
        factor = low_rank.factor(elements, rank, seed=seed)
        approximate = np.linalg.svd(factor.F - factor.F.mean(axis=0), compute_uv=False) ** 2
        apart = mu - np.r_[approximate, np.zeros(len(mu) - len(approximate))]
        left = K - factor.F @ factor.F.T
        size = float(mu.sum())
        yield (
            float(apart.sum()) / size,
            float(np.trace(center(left))) / size,
            factor.error / size,
            float(apart.max()) / size,
            float(apart.min()) / size,
            float(mu[factor.rank :].sum()) / size,
            float(np.abs(left.diagonal() - factor.residual).max()) / size,
        )


def low_ranks_to_dataset(factors: dict[str, LowRank]) -> xr.Dataset:
    """What the notebook stores of the factors of each matrix, by its name."""
    dims = ("point_matrix", "landmarks")
    return xr.Dataset(
        {
            "point_matrix": variable(
                dims[:1], list(factors), "1", "matrix that has a low-rank factor"
            ),
            "landmarks": variable(dims[1:], RANKS, "1", "rank of a low-rank factor"),
            "lost_share": variable(
                dims,
                [factor.lost for factor in factors.values()],
                "1",
                "sum of mu - mu^ over the trace of K~",
            ),
            "stated_share": variable(
                dims, [factor.bound for factor in factors.values()], "1", "tr(K - K^) over it"
            ),
        }
    )
