"""Cross-validated pre-image error: how far samples that were left out lie from their pre-images."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kpca.arrays import Array
from kpca.choosing.folds import FOLDS, LeftOutErrors, ascending, in_folds, solutions
from kpca.kernels import Kernel, Linear
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.methods import iterative
from kpca.preimages.ridge_regression import RidgeRegression
from kpca.preimages.target import Target

STEPS = 100
"""The most steps of an iterative pre-image. A mean error needs fewer digits than one pre-image."""


def best_kernel(found: LeftOutErrors) -> int:
    """Index of the kernel with the least error of all numbers of components."""
    return int(np.argmin(found.mean.min(axis=1)))


def within_one_standard_error(found: LeftOutErrors, kernel: int) -> int:
    """The fewest components whose error is within one standard error of the least one.

    Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning*, section 7.10.
    """
    mean, spread = found.mean[kernel], found.standard_error[kernel]
    least = int(np.argmin(mean))
    return int(found.components[np.argmax(mean <= mean[least] + spread[least])])


def elbow(found: LeftOutErrors, kernel: int) -> int:
    """The number of components farthest below the line from the first error to the last.

    The scales of the axes make no difference. It is the first number if no error lies below the
    line. Raises ``ValueError`` for fewer than three numbers.
    """
    mean, d = found.mean[kernel], found.components.astype(float)
    if len(d) < 3:
        raise ValueError(f"an elbow of {len(d)} numbers of components; allowed: at least 3 of them")
    way = (d - d[0]) / (d[-1] - d[0])
    line = (1.0 - way) * mean[0] + way * mean[-1]
    return int(found.components[np.argmax(line - mean)])


def preimage_errors(
    kernels: Sequence[Kernel],
    X: Array,
    components: Sequence[int],
    folds: int = FOLDS,
    seed: int = 0,
) -> LeftOutErrors:
    """Errors |x - y|^2 of points x in X (n, q), each left out once, and their pre-images y.

    A sample that was left out is projected on the components of the others, and the pre-image of
    its projection is compared with the sample. This is not the error of a prediction, because the
    projection uses every value of the sample. The error falls with the number of components even
    where they are noise, as for linear PCA with rows left out (Bro et al. 2008), and it prefers
    kernels near the linear one. ``kpca.choosing.hidden_values`` has the error of a prediction.

    Raises ``RankError`` if the samples of a fold have fewer components, and ``ValueError`` for no
    number of components, fewer than two samples, or fewer than two folds.
    """
    numbers, fold_of = ascending(components), in_folds(len(X), folds, seed)
    errors = np.empty((len(kernels), len(numbers), len(X)))
    for out in (fold_of == fold for fold in np.unique(fold_of)):
        for a, kernel in enumerate(kernels):
            K = kernel(X[~out], X[~out])
            for b, solution in enumerate(solutions(K, numbers)):
                target = Target.of_projections(solution, kernel, X[~out], X[out], K)
                points = preimages(target, X[out])
                errors[a, b, out] = ((points - X[out]) ** 2).sum(axis=1)
    return LeftOutErrors(numbers, fold_of, errors)


def preimages(target: Target, start: Array) -> Array:
    """Pre-images (p, q) by the method that the kernel has.

    The linear kernel has them in closed form, kernels of |x - y|^2 by their fixed point, other
    smooth kernels by descent, and all others by ridge regression.
    """
    if isinstance(target.kernel, Linear):
        return target.W @ target.X
    method = iterative(target.kernel)
    if method is None:
        return RidgeRegression()(target, start).points
    few: FixedPoint | GradientDescent = replace(method, most=STEPS)
    return few(target, start).points
