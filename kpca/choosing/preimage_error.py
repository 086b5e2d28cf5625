"""Cross-validated pre-image error: how far samples that were left out lie from their pre-images."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kpca.arrays import Array, Indices
from kpca.formulations import dual
from kpca.kernels import Kernel, Linear
from kpca.preimages.fixed_point import FixedPoint
from kpca.preimages.gradient_descent import GradientDescent
from kpca.preimages.methods import iterative
from kpca.preimages.ridge_regression import RidgeRegression
from kpca.preimages.target import Target
from kpca.solvers.solution import Solution

FOLDS = 5

STEPS = 100
"""The most steps of an iterative pre-image. A mean error needs fewer digits than one pre-image."""


@dataclass(frozen=True)
class PreImageErrors:
    """Squared errors of samples that were left out.

    components (c,)   numbers of components, ascending
    folds (n,)        the fold in which each sample was left out
    errors (k, c, n)  squared error of each sample for each of k kernels, in the squared unit of the
                      data
    """

    components: Indices
    folds: Indices
    errors: Array

    @property
    def mean(self) -> Array:
        """Mean squared error (k, c)."""
        return self.errors.mean(axis=2)

    @property
    def standard_error(self) -> Array:
        """Standard error (k, c) of the mean, from the means of the folds."""
        numbers = np.unique(self.folds)
        means = np.stack([self.errors[:, :, self.folds == f].mean(axis=2) for f in numbers])
        return means.std(axis=0, ddof=1) / np.sqrt(len(numbers))

    def gain(self, reference: Array) -> "PreImageErrors":
        """Paired differences: the errors (n,) of a reference, less those of the same samples.

        Their standard error leaves out what makes a sample hard for both.
        """
        return replace(self, errors=reference - self.errors)

    @property
    def best_kernel(self) -> int:
        """Index of the kernel with the least error of all numbers of components."""
        return int(np.argmin(self.mean.min(axis=1)))

    def within_one_standard_error(self, kernel: int) -> int:
        """The fewest components whose error is within one standard error of the least one.

        Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning*, section 7.10.
        """
        mean, spread = self.mean[kernel], self.standard_error[kernel]
        least = int(np.argmin(mean))
        return int(self.components[np.argmax(mean <= mean[least] + spread[least])])

    def elbow(self, kernel: int) -> int:
        """The number of components farthest below the line from the first error to the last.

        The scales of the axes make no difference. It is the first number if no error lies below the
        line. Raises ``ValueError`` for fewer than three numbers.
        """
        mean, d = self.mean[kernel], self.components.astype(float)
        if len(d) < 3:
            raise ValueError(
                f"an elbow of {len(d)} numbers of components; allowed: at least 3 of them"
            )
        way = (d - d[0]) / (d[-1] - d[0])
        line = (1.0 - way) * mean[0] + way * mean[-1]
        return int(self.components[np.argmax(line - mean)])


def preimage_errors(
    kernels: Sequence[Kernel],
    X: Array,
    components: Sequence[int],
    folds: int = FOLDS,
    seed: int = 0,
) -> PreImageErrors:
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
    return PreImageErrors(numbers, fold_of, errors)


def in_folds(n: int, folds: int, seed: int) -> Indices:
    """A random fold (n,) for each of n samples; the sizes of two folds differ by at most 1.

    Of fewer samples than folds each is a fold by itself. Raises ``ValueError`` for fewer than two
    samples or folds, where none would be left to learn from.
    """
    if min(n, folds) < 2:
        raise ValueError(f"folds: {folds}, samples: {n}; allowed: at least 2 of each")
    return np.random.default_rng(seed).permutation(n) % folds


def ascending(components: Sequence[int]) -> Indices:
    """The numbers (c,) of components, ascending; raises ``ValueError`` if there is none."""
    if not len(components):
        raise ValueError("no number of components; allowed: at least one")
    return np.array(sorted(components))


def solutions(K: Array, numbers: Indices) -> Iterator[Solution]:
    """The solution with each of ``numbers`` of components, ascending, from one eigen-solve."""
    whole = dual.fit(K, int(numbers[-1]))
    for d in numbers:
        yield whole.first(int(d))


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
