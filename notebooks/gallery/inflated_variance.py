"""How much smaller is the variance of new samples on a component, and do left-out samples tell?"""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.choosing.folds import left_out
from kpca.formulations import dual
from kpca.kernels import RBF
from kpca.kernels.bandwidth import median
from kpca.results import registry
from kpca.results.registry import variable
from kpca.studies import datasets

TRAINING, COMPONENTS = 100, 30
"""Images to learn from, and components that they give."""


@dataclass(frozen=True)
class Inflated:
    """Mean squared scores (r, d) on each component, for each of r random sets of samples.

    training  of the samples that the components come from: the eigenvalues lambda
    new       of all other samples
    left_out  of the training samples, each placed on the components of the others (ten folds)
    """

    training: Array
    new: Array
    left_out: Array

    def to_dataset(self) -> xr.Dataset:
        """What the notebook stores."""
        dims, number = ("training_set", "component"), np.arange(1, self.new.shape[1] + 1)
        return registry.dataset("1", component=number).assign(
            training_variance=variable(dims, self.training, "1", "mean square of training scores"),
            new_variance=variable(dims, self.new, "1", "mean square of new scores"),
            left_out_variance=variable(
                dims, self.left_out, "1", "mean square of scores of left-out samples"
            ),
        )

    @property
    def before(self) -> Array:
        """Variance of new samples over that of training scores (d,), means over the sets."""
        return self.new.mean(axis=0) / self.training.mean(axis=0)

    @property
    def after(self) -> Array:
        """The same ratio (d,) after the correction by the samples left out of each set."""
        return (self.new * self.training / self.left_out).mean(axis=0) / self.training.mean(axis=0)

    @property
    def pooled(self) -> Array:
        """The same ratio (d,), with variances of left-out samples that are means over the sets."""
        return self.new.mean(axis=0) / self.left_out.mean(axis=0)


def inflated(repeats: int) -> Inflated:
    """Digits with the Gaussian kernel and the median heuristic (Abrahamsen and Hansen 2011)."""
    X = datasets.digits()[0]
    return _of_sets(X, TRAINING, COMPONENTS, repeats)


def of_halves(X: Array, components: int, repeats: int) -> Inflated:
    """The same for points X (n, q), of which a random half gives the components each time."""
    return _of_sets(X, len(X) // 2, components, repeats)


def _of_sets(X: Array, training: int, components: int, repeats: int) -> Inflated:
    orders = [np.random.default_rng(seed).permutation(len(X)) for seed in range(repeats)]
    sets = [_one(X[order[:training]], X[order[training:]], components) for order in orders]
    return Inflated(*(np.array(rows) for rows in zip(*sets, strict=True)))


def _one(old: Array, new: Array, components: int) -> tuple[Array, Array, Array]:
    kernel = RBF(median(old))
    K = kernel(old, old)
    solution = dual.fit(K, components)
    placed = dual.place(solution, K, kernel(new, old))
    return solution.variance, (placed**2).mean(axis=0), left_out_variances(K, components)


def left_out_variances(K: Array, components: int, folds: int = 10, seed: int = 0) -> Array:
    """Mean square (d,) of the scores of samples that were left out, from K (n, n).

    The components are those on which the training samples have the largest variance. New samples of
    the same distribution have a smaller one there. Abrahamsen and Hansen (2011) leave out one
    sample at a time, that is ``folds`` = n.

    Raises ``RankError`` if the samples that remain have fewer components, and ``ValueError`` for
    fewer than two samples or folds.
    """
    return (left_out(K, components, folds, seed)[0] ** 2).mean(axis=0)


def corrected(placed: Array, variances: Array, of_left_out: Array) -> Array:
    """Scores (m, d) of new samples, on the scale of the training scores.

    From the scores ``placed`` (m, d), the variances lambda (d,) of the training scores and the
    variances ``of_left_out`` (d,). A method that was trained on the training scores can use them.
    """
    return placed * np.sqrt(variances / of_left_out)
