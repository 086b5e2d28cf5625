"""How data are solved: from whole matrices, or from tiles of them.

All other modules take the result, and do not ask which of the two it was.
"""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths as length_of
from kpca.arrays import Array
from kpca.centering import row_means
from kpca.data import Data, Distances, Gram, Vectors
from kpca.estimators.solving import fit
from kpca.solvers import partial, placing
from kpca.solvers.dense import Pairs
from kpca.solvers.elements import KernelElements, MatrixElements, rounding_of_new, weighted
from kpca.solvers.one_rank import ONE, OneRank
from kpca.solvers.partial import Solved
from kpca.solvers.placing import Rule
from kpca.solvers.tiled import NotFiniteError
from kpca.studies.checking import is_partial


def elements(data: Data, statements: str | int) -> KernelElements | MatrixElements:
    """The Gram matrix (n, n) of the training samples, of which any block can be computed."""
    if is_partial(statements, data.kernel):
        return KernelElements(data.kernel, data.X)
    return MatrixElements(data.K, data.element_error)


def all_pairs(
    data: Data,
    statements: str | int,
    components: int,
    max_memory: float = partial.MEMORY,
    weights: Array | None = None,
) -> Pairs | None:
    """Every eigenpair of a study of these data, which ``solve`` then does not compute again.

    None where ``solve`` does not need them for so many components, and where a kernel value is not
    finite.
    """
    with np.errstate(all="ignore"):
        matrix = elements(data, statements)
        if isinstance(matrix, MatrixElements):
            is_finite = np.isfinite(matrix.K).all()
            return Pairs.of(matrix.K, matrix.error, weights) if is_finite else None
        of_samples = weighted(matrix, weights)
        if not partial.takes_all_pairs(of_samples, components, max_memory):
            return None
        try:
            return partial.all_pairs(of_samples)
        except NotFiniteError:
            return None


def solve(
    data: Data,
    statements: str | int,
    components: int | float,
    weights: Array | None = None,
    max_memory: float = partial.MEMORY,
    ranks: OneRank = ONE,
    pairs: Pairs | None = None,
) -> Solved:
    """The leading components with their certificate, in at most ``max_memory`` bytes for tiles.

    Several ``ranks`` share the tiles, and all of them get the result of the first one.
    ``pairs`` are those of ``all_pairs``, if they are known already.
    Whole matrices have every eigenvalue. For a share the study is solved once more with the number
    that reaches it, so that the certificate and its bounds are those of this number. Raises
    ``RankError`` for more components than eigenvalues above the cut-off, ``ShareError`` for a share
    that is not reached, and what ``kpca.solvers.partial.solve`` raises.
    """
    matrix = elements(data, statements)
    of_samples, whole = weighted(matrix, weights), isinstance(matrix, MatrixElements)
    if whole:
        pairs, max_memory = pairs or Pairs.of(matrix.K, matrix.error, weights), np.inf
    how = {"whole": whole, "at_once": 0, "pairs": pairs, "ranks": ranks}

    def solved() -> Solved:
        found, d = fit(of_samples, components, max_memory, **how)
        if d != components:
            found, _ = fit(of_samples, d, max_memory, **how)
        return found.require(d)

    return ranks.led(solved, of_samples)


def place(data: Data, solved: Solved, rule: Rule | None) -> tuple[Array, Array]:
    """Scores (m, d) of the new samples, and the means (m,) of their kernel values with training.

    ``rule`` is None where there are matrices of all samples.
    """
    if rule is not None:
        return placing.in_tiles(rule, data.X_new)
    K_new, solution = data.K_new, solved.solution
    return placing.place(solution, solved.means, K_new), row_means(K_new, solution.weights)


def rounding_of(data: Data) -> Array:
    """Bound (m,) on the rounding error of each value between a new sample and training samples."""
    match data:
        case Vectors():
            radius, radii = float(length_of(data.X, 1).max()), length_of(data.X_new, 1)
            return rounding_of_new(data.kernel, data.X.shape[1], radius, radii)
        case Distances():
            largest = np.maximum(data.D.max(), data.D_new.max(axis=1))
            return np.array([tolerances.kernel_of_distances(float(d)) for d in largest])
        case Gram():
            return np.zeros(len(data.K_new))
