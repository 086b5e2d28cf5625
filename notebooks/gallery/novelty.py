"""Does the RKHS reconstruction error recognize digits of another class (Hoffmann 2007)?"""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.choosing.novelty import area_under_curve, reconstruction_error, roc_curve
from kpca.formulations import dual
from kpca.kernels import RBF, Kernel, Linear
from kpca.kernels.bandwidth import median
from kpca.results.registry import variable
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
