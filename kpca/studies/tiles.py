"""What is computed of a study from tiles of its Gram matrix, which is never formed."""

import numpy as np

from kpca.arrays import Array
from kpca.data import Data, Vectors
from kpca.solvers import placing
from kpca.solvers.entries import Entries, KernelEntries, MatrixEntries
from kpca.solvers.solution import Solution


def entries(data: Data) -> Entries:
    """The Gram matrix (n, n) of the training samples, of which any block can be computed."""
    if isinstance(data, Vectors):
        return KernelEntries(data.kernel, data.X)
    return MatrixEntries(data.K, data.entry_error)


def place(data: Data, solution: Solution, means: Array) -> tuple[Array, Array]:
    """Scores (m, d) of the new samples, and the means (m,) of their kernel values with training.

    ``means`` (n,) are those of the rows of the training Gram matrix, as ``entries`` computes it.
    """
    of_training = entries(data)
    m = len(data.X_new if isinstance(data, Vectors) else data.K_new)
    new_means = np.empty(m)

    def rows(chosen: slice) -> Array:
        new = data.X_new if isinstance(data, Vectors) else data.K_new
        values = of_training.new_rows(new[chosen])
        new_means[chosen] = values.mean(axis=1)
        return values

    return placing.place(rows, m, solution, means), new_means


def lengths(data: Data, means: Array) -> Array:
    """Squared distances (n,) of the training features to their mean: the diagonal of K~."""
    return entries(data).diagonal() - 2.0 * means + means.mean()


def new_lengths(data: Data, means: Array, new_means: Array) -> Array:
    """Squared distances (m,) of the new features to the mean of the training features."""
    of_training = entries(data)
    if isinstance(of_training, KernelEntries):
        diagonal = of_training.new_diagonal(data.X_new)
    else:
        diagonal = data.G_new.diagonal()
    return diagonal - 2.0 * new_means + means.mean()
