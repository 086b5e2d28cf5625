"""The figures of the gallery with small data, as in ``drawings``."""

import numpy as np
from drawings import Drawing

import certified_solver_figures as certified
import choosing_a_kernel_figures as choosing
import circles_apart_figures as circles
import denoising_figures as denoised
import published_figures as published
import r_demonstration_figures as rings
import unrolled_s_figures as unrolled
from certified_solver import Bounds, LowRank, Missed
from choosing_a_kernel import FACTORS, Compared
from inflated_variance import Inflated
from kpca.choosing.folds import LeftOutErrors
from kpca.choosing.parallel_analysis import ParallelAnalysis
from novelty import METHODS, NUMBERS, Detected
from ranges import Ranges
from sigma_of_table import GRID, ROWS, SIGMA, Comparison
from stability import Stability

RNG = np.random.default_rng(0)


def _of(*rows):
    return [np.array(row) for row in rows]


# The certified solver.

RESIDUALS = {"fast": _of([1e-2, 1e-15], [1e-1, 1e-8, 0.0]), "slow": _of([1.0, 0.5], [1.0, 1e-3])}
ONES = np.ones((2, 1))
BOUNDS = Bounds(
    *_of([[1e-4], [0.0]], [[1e-2], [1e-9]]),
    1e-3 * ONES,
    np.array([[1e-1], [np.inf]]),
    ONES,
    ONES,
    1e-9,
)
MISSED = Missed(*_of([[0.5, 0.2], [0.0, 1e-4]], [[0.9, 0.8], [0.3, 0.4]], [2.0, 0.5], [3.0, 0.75]))
LOW_RANK = LowRank(*(np.array([k, 0.1 * k]) for k in range(1, 8)))

# The choice of a kernel.


def _errors(kernels, numbers=(1, 2, 4)):
    falling = 1.0 / np.array(numbers)[None, :, None] + 0.1 * np.arange(kernels)[:, None, None]
    errors = falling + 0.01 * RNG.random((kernels, len(numbers), 10))
    return LeftOutErrors(np.array(numbers), np.arange(10) % 5, errors)


PARALLEL = ParallelAnalysis(np.array([3.0, 1.0, 0.5]), np.full((19, 3), 0.8))
COMPARED = Compared(
    name="small",
    unit="cm",
    gammas=np.array(FACTORS),
    parallel=PARALLEL,
    rows=_errors(5),
    hidden=_errors(5),
    means=2.0,
    halves=Stability(np.array([[10.0, 80.0], [20.0, 70.0]])),
    pca_parallel=PARALLEL,
    pca_rows=_errors(1),
    pca_hidden=_errors(1),
    auto=(0.7, 5),
)
CURVE = (np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.9, 1.0]))
AREAS = np.full((len(METHODS), len(NUMBERS), 2, 3), 0.9)
DETECTED = Detected(["a", "b"], AREAS, "a", {"one": CURVE, "two": CURVE})

# Circles, digits, rings and an S.

Z = np.array([[1.0, 2.0], [3.0, 4.0], [-1.0, 0.0], [-5.0, 0.0]])
CIRCLES = ["inner", "inner", "outer", "outer"]
FOUR = {name: k * Z for k, name in enumerate("abcd", start=1)}
AXES = dict.fromkeys(FOUR, ("component 1", "component 2")) | {"a": ("x₁", "x₂")}
LIFTED = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.25], [0.0, 1.0, 2.0], [1.0, 1.0, 3.0]])
ORIGINAL = np.vstack([np.full(64, -1.0), np.arange(64.0) / 63.0])
IMAGES = {"original": ORIGINAL, "noisy": ORIGINAL + 0.5, "linear PCA": ORIGINAL - 0.1}
GAIN_NAMES = (["weak", "strong"], ["clean", "noisy"], ["a", "b", "c"], [None, 2.0], 7)
RING_X = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 2.0], [0.0, -2.0]])
RING_Z = np.array([[3.0, 4.0, -1.0], [-3.0, 4.0, -1.0], [6.0, 8.0, 0.5], [-6.0, 8.0, 1.5]])
RINGS = ["ring 1", "ring 1", "ring 2", "ring 2"]
S_X = np.array([[1.0, 5.0, 2.0], [2.0, 6.0, 4.0], [3.0, 7.0, 8.0]])
S_MAPS = {
    "PCA": np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 4.0]]),
    "kernel": np.array([[0.0, 0.0], [3.0, 0.0], [1.0, 1.0]]),
    "MDS": np.array([[0.0, 0.0], [5.0, 0.0], [9.0, 2.0]]),
}
CORRELATION = np.array([[[1.0, 0.9], [0.8, 0.8]], [[0.7, 0.7], [0.6, 0.6]]])
CIRCUITS = np.array([[[0, 0], [2, 4]], [[10, 10], [20, 20]]])
OF_THREE_SETS = np.array([[[0.9, 0.7, 0.8], [0.5, 0.5, 0.5]]])


def _gains(splits):
    gain = np.ones((splits, 2, 2, 3)) + np.arange(3.0)
    gain[:, 0] /= 2.0
    return gain


# Published numbers.


def _ranges(low, median, high, shape):
    return Ranges(*(np.full(shape, value) for value in (median, low, high)))


WIDE = _ranges(1.0, 2.0, 3.0, (12, 9))
WIDE.low[2], WIDE.high[2], WIDE.median[2] = 50.0, 5000.0, 200.0
NEAREST = np.log(np.full((5, 12), 5.0))
NEAREST[:, 3] = np.log(1.5)

GALLERY = {
    "residuals of every start": Drawing(
        certified.convergence, [RESIDUALS, 1e-14], [{"line 1": [[1, 2, 3], [1e-1, 1e-8, 1e-17]]}]
    ),
    "bounds of which one angle is unknown": Drawing(
        certified.bounds,
        [{"one": BOUNDS}],
        [{"points": [[1e-4, certified.LEAST], [1e-2, 1e-9]]}, {"points": [[1e-3], [1e-1]]}],
    ),
    "random starts": Drawing(certified.random_starts, [MISSED, 0.1]),
    "low rank of one matrix": Drawing(certified.low_rank, [(10, 20), {"m0": LOW_RANK}]),
    "low rank of two matrices": Drawing(
        certified.low_rank, [(10, 20), {"m0": LOW_RANK, "m1": LOW_RANK}]
    ),
    "rules of two data sets": Drawing(choosing.rules, [[COMPARED, COMPARED]]),
    "rows and values": Drawing(choosing.rows_and_values, [COMPARED]),
    "inflated variances": Drawing(
        choosing.inflated,
        [Inflated(*_of([[4.0, 2.0]], [[3.0, 1.0]], [[3.0, 0.8]]))],
        {"line 1": [[1, 2], [0.75, 0.5]], "line 2": [[1, 2], [1.0, 1.25]]},
    ),
    "novelty": Drawing(choosing.novelty, [DETECTED]),
    "circles on four maps": Drawing(
        circles.on_maps,
        [FOUR, AXES, CIRCLES, {"a": [0.5], "b": [0.455, 1.0], "c": [1.0], "d": [0.7625]}, 7],
    ),
    "accuracy by gamma": Drawing(
        circles.by_gamma, [*_of([0.5, 4.0], [[0.4, 0.5, 0.6], [1.0, 1.0, 1.0]]), 0.7]
    ),
    "accuracy of two data sets": Drawing(
        circles.by_gamma, [*_of([0.5, 4.0], [[0.4, 0.6], [1.0, 1.0]]), 0.7]
    ),
    "the lift and its plane": Drawing(
        circles.lift_and_plane, [LIFTED, CIRCLES, np.array([0.0, 0.0, 1.0]), 1.0, 0.995, 7]
    ),
    "digits without noise": Drawing(
        denoised.four_rows, [{"a noise": IMAGES, "another": IMAGES}, ["0", "7"]]
    ),
    "gains of one split": Drawing(denoised.gains, [_gains(1), *GAIN_NAMES]),
    "gains of three splits": Drawing(denoised.gains, [_gains(3), *GAIN_NAMES]),
    "rings by component": Drawing(rings.as_n1_plots_them, [RING_X, RING_Z, RINGS]),
    "rings with the scores of R": Drawing(rings.as_n1_plots_them, [RING_X, RING_Z, RINGS, RING_Z]),
    "four views of an S": Drawing(
        unrolled.four_views,
        [S_X, S_MAPS, np.array([-4.0, 0.0, 4.0]), {"PCA": 0.9, "kernel": 0.5, "MDS": 1.0}],
    ),
    "curves by neighbors": Drawing(
        unrolled.by_neighbors, [(4, 8), (0.0, 0.2), CORRELATION, CIRCUITS, 0.1 * CORRELATION, 0.91]
    ),
    "curves of three data sets": Drawing(
        unrolled.by_neighbors, [(4, 8), (0.0,), *(OF_THREE_SETS,) * 3, 0.91]
    ),
    "published ratios": Drawing(published.ratios, [ROWS, WIDE, 7]),
    "published ratios of two seeds": Drawing(
        published.ratios, [ROWS, _ranges(1.0, 2.0, 3.0, (12, 9)), 2]
    ),
    "the nearest sigma": Drawing(
        published.nearest,
        [Comparison(NEAREST, None, None), 7],
        {f"line {k}": [GRID / SIGMA[k], np.exp(NEAREST[k])] for k in range(5)},
    ),
    "published eigenvalues": Drawing(
        published.eigenvalues, [np.array([0.3, 0.2, 0.1]), _ranges(0.15, 0.2, 0.25, 3), 1]
    ),
}
