"""How a study is solved and its new samples are placed: from whole matrices, or from tiles of them.

All other modules take the result, and do not ask which of the two it was.
"""

import numpy as np

from kpca import tolerances
from kpca.arithmetic import lengths as length_of
from kpca.arrays import Array
from kpca.centering import row_means, squared_lengths
from kpca.data import Data, Distances, Gram, Vectors
from kpca.estimators.solving import fit
from kpca.interpretation import sampling_error
from kpca.kernels import Linear
from kpca.solvers import partial, placing
from kpca.solvers.dense import Pairs
from kpca.solvers.elements import KernelElements, MatrixElements, rounding_of_new, weighted
from kpca.solvers.partial import Solved
from kpca.solvers.placing import Doubt, Rule
from kpca.solvers.ranks import ONE, OneRank
from kpca.solvers.tiled import NotFiniteError
from kpca.studies.checking import is_partial
from kpca.studies.study import Study


def elements(study: Study) -> KernelElements | MatrixElements:
    """The Gram matrix (n, n) of the training samples, of which any block can be computed."""
    return _elements(study.data, study.statements)


def _elements(data: Data, statements: str | int) -> KernelElements | MatrixElements:
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
        matrix = _elements(data, statements)
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


def origin(study: Study) -> Array:
    """The point (q,) that is subtracted from all points before the kernel compares them.

    Scores, means and lengths of tiles are those of points around their mean where the kernel allows
    that. Whole matrices are those of the points as they are, and their origin is 0.
    """
    matrix = elements(study)
    if isinstance(matrix, KernelElements):
        return matrix.center
    return np.zeros(study.data.X.shape[1])


def solve(
    study: Study,
    max_memory: float = partial.MEMORY,
    ranks: OneRank = ONE,
    pairs: Pairs | None = None,
) -> Solved:
    """The leading components with their certificate, in at most ``max_memory`` bytes for tiles.

    Several ``ranks`` share the tiles, and all of them get the result of the first one.
    ``pairs`` are ``all_pairs`` of the study, if they are known already.
    Whole matrices have every eigenvalue. For a share the study is solved once more with the number
    that reaches it, so that the certificate and its bounds are those of this number. Raises
    ``RankError`` for more components than eigenvalues above the cut-off, ``ShareError`` for a share
    that is not reached, and what ``kpca.solvers.partial.solve`` raises.
    """
    matrix, weights = elements(study), study.weights
    of_samples, whole = weighted(matrix, weights), isinstance(matrix, MatrixElements)
    if whole:
        pairs, max_memory = pairs or Pairs.of(matrix.K, matrix.error, weights), np.inf
    how = {"whole": whole, "at_once": 0, "pairs": pairs, "ranks": ranks}

    def solved() -> Solved:
        found, d = fit(of_samples, study.components, max_memory, **how)
        if d != study.components:
            found, _ = fit(of_samples, d, max_memory, **how)
        return found.require(d)

    return ranks.led(solved, of_samples)


def rule_of(study: Study, solved: Solved) -> Rule | None:
    """How new samples are compared and placed; None where there are matrices of all samples.

    A rule of features takes three passes over them, so that callers make it once, and pass it on.
    """
    matrix = elements(study)
    return placing.rule(matrix, solved) if isinstance(matrix, KernelElements) else None


def place(study: Study, solved: Solved, rule: Rule | None = None) -> tuple[Array, Array]:
    """Scores (m, d) of the new samples, and the means (m,) of their kernel values with training.

    ``rule`` is that of ``rule_of`` if it is known.
    """
    rule = rule or rule_of(study, solved)
    if rule is None:
        K_new, solution = study.data.K_new, solved.solution
        return placing.place(solution, solved.means, K_new), row_means(K_new, solution.weights)
    return placing.in_tiles(rule, study.data.X_new)


def doubt(study: Study, solved: Solved) -> Doubt | None:
    """The score of a new sample that rounding makes less certain than the scores of the fit."""
    solution, data, rule = solved.solution, study.data, rule_of(study, solved)
    if rule is not None:
        errors = rule.errors(data.X_new)
    else:
        rounding = _rounding_of_new(data) + data.element_error
        errors = placing.errors_of_values(solution, rounding, np.abs(data.K_new).max(axis=1))
    return placing.doubt(solution, errors, lambda: place(study, solved, rule)[0])


def _rounding_of_new(data: Data) -> Array:
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


def lengths(study: Study, solved: Solved, rule: Rule | None = None) -> Array:
    """Squared distances (n,) of the training features to their mean: the diagonal of K~."""
    means, rule = solved.means, rule or rule_of(study, solved)
    if rule is None:
        return squared_lengths(study.data.K.diagonal(), means, means, study.weights)
    return rule.lengths(study.data.X, means)


def standard_errors(study: Study, solved: Solved, rule: Rule | None = None) -> Array:
    """Standard errors (2, d) of eigenvalues and shares (``kpca.interpretation.sampling_error``).

    NaN for samples in blocks, which are not independent of each other.
    """
    if study.blocks is not None:
        return np.full((2, solved.solution.components), np.nan)
    is_scaled = study.origin.standardized and study.kernel == Linear()
    standardized, solution = study.data.X if is_scaled else None, solved.solution
    of_shares = sampling_error.of_shares(solution, lengths(study, solved, rule), standardized)
    return np.array([sampling_error.of_eigenvalues(solution, standardized), of_shares])


def new_lengths(study: Study, solved: Solved, new_means: Array, rule: Rule | None = None) -> Array:
    """Squared distances (m,) of the new features to the mean of the training features.

    ``new_means`` (m,) are those of the kernel values of the new samples with the training samples.
    """
    data, rule = study.data, rule or rule_of(study, solved)
    if rule is None:
        return squared_lengths(data.G_new.diagonal(), new_means, solved.means, study.weights)
    return rule.lengths(data.X_new, new_means)
