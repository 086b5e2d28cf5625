"""Does the RKHS reconstruction error recognize digits of another class (Hoffmann 2007)?"""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.centering import row_means, squared_lengths
from kpca.formulations import dual
from kpca.kernels import RBF, Kernel, Linear
from kpca.kernels.bandwidth import median
from kpca.projection import squared_prediction_error
from kpca.results.registry import variable
from kpca.solvers.solution import Solution
from kpca.studies import datasets

NUMBERS = (0, 1, 2, 5, 10, 20, 30)
"""Numbers of components; without any, the Gaussian kernel gives a density estimate."""

SHOWN = 20
"""The number of components of the curves, chosen before any area was computed."""

METHODS = ("kernel PCA", "PCA")


@dataclass(frozen=True)
class Detected:
    """Areas under the ROC curve, and the curves of one class.

    classes (c,)        the digit that is usual; the images of all others are novel
    areas (2, k, c, r)  for each method, number of components, class and random split
    shown               the class with the least mean area of kernel PCA at ``SHOWN`` components
    curves              name of a method: false alarms and detections of its first split
    """

    classes: list[str]
    areas: Array
    shown: str
    curves: dict[str, tuple[Array, Array]]

    def to_dataset(self) -> xr.Dataset:
        """What the notebook stores."""
        dims = ("novelty_method", "components_tried", "usual_class", "split")
        return xr.Dataset(
            {
                "novelty_method": variable(dims[:1], METHODS, "1", "method with a novelty score"),
                "components_tried": variable(dims[1:2], NUMBERS, "1", "number of components tried"),
                "usual_class": variable(
                    dims[2:3], self.classes, "1", "class of the samples that are not novel"
                ),
                "novelty_area": variable(
                    dims,
                    self.areas,
                    "1",
                    "area under the ROC curve of the reconstruction error in feature space",
                ),
            }
        )

    def area(self, method: str, components: int) -> Array:
        """Areas (c, r) of one method with so many components."""
        return self.areas[METHODS.index(method), NUMBERS.index(components)]


def detected(repeats: int) -> Detected:
    """Half of the images of one digit to learn from, the other half and all others to recognize.

    The gamma of the Gaussian kernel is the median heuristic on the images to learn from.
    """
    X, labels = datasets.digits()
    classes, truth = sorted(set(labels)), np.array(labels)
    splits = {c: [_scores(X, truth == c, seed) for seed in range(repeats)] for c in classes}
    numbers = range(len(NUMBERS))
    areas = np.array(
        [
            [
                [[area_under_curve(*scores[a][b]) for scores in splits[c]] for c in classes]
                for b in numbers
            ]
            for a in range(len(METHODS))
        ]
    )
    at = NUMBERS.index(SHOWN)
    shown = classes[int(areas[0, at].mean(axis=1).argmin())]
    first = splits[shown][0]
    curves = {f"{name}, d = {SHOWN}": roc_curve(*first[a][at]) for a, name in enumerate(METHODS)}
    curves["density estimate, d = 0"] = roc_curve(*first[0][0])
    return Detected(classes, areas, shown, curves)


def _scores(X: Array, own: Array, seed: int) -> list[list[tuple[Array, Array]]]:
    """Scores of usual and of novel images, for each method and each number of components."""
    shuffled = np.random.default_rng(seed).permutation(np.flatnonzero(own))
    half = len(shuffled) // 2
    old, usual, novel = X[shuffled[:half]], X[shuffled[half:]], X[~own]
    return [_of_kernel(kernel, old, usual, novel) for kernel in (RBF(median(old)), Linear())]


def _of_kernel(kernel: Kernel, old: Array, *sets: Array) -> list[tuple[Array, Array]]:
    K = kernel(old, old)
    whole = dual.fit(K, NUMBERS[-1])
    rows = [(kernel(X, old), kernel.diagonal(X)) for X in sets]
    errors = []
    for d in NUMBERS:
        usual, novel = (reconstruction_error(whole.first(d), K, *row) for row in rows)
        errors.append((usual, novel))
    return errors


def reconstruction_error(solution: Solution, K: Array, K_new: Array, diagonal: Array) -> Array:
    """|phi~(t) - P_d phi~(t)|^2 (m,) of new samples, at least 0.

    ``K`` (n, n) is the Gram matrix of the samples, ``K_new`` (m, n) has k(t, x_i), and ``diagonal``
    (m,) has k(t, t). Without components it is |phi(t) - phi-bar|^2. For the Gaussian kernel this is
    a constant less twice a Parzen estimate of the density at t.
    """
    lengths = squared_lengths(diagonal, row_means(K_new), row_means(K))
    return squared_prediction_error(lengths, dual.place(solution, K, K_new))


def area_under_curve(usual: Array, novel: Array) -> float:
    """Probability that a novel sample has a higher score than a usual one, ties counted half.

    This is the area under the ROC curve of the scores (p,) and (m,).

    >>> round(area_under_curve(np.array([0.1, 0.4]), np.array([0.3, 0.5, 0.6])), 12)
    0.833333333333
    """
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(*_truth_and_scores(usual, novel)))


def roc_curve(usual: Array, novel: Array) -> tuple[Array, Array]:
    """False alarms and detections (k,), as shares of the usual and of the novel samples.

    The corners of the curve, from (0, 0) to (1, 1).
    """
    from sklearn.metrics import roc_curve as by_peer

    alarms, detections, _ = by_peer(*_truth_and_scores(usual, novel))
    return alarms, detections


def _truth_and_scores(usual: Array, novel: Array) -> tuple[Array, Array]:
    if not len(usual) or not len(novel):
        raise ValueError(
            f"scores of {len(usual)} usual and {len(novel)} novel samples; allowed: at least one "
            "each"
        )
    truth = np.repeat([0.0, 1.0], [len(usual), len(novel)])
    return truth, np.concatenate([usual, novel])
