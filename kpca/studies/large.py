"""What ``kpca.studies.validation`` checks without a matrix of all pairs of samples."""

import numpy as np

from kpca.data import Vectors
from kpca.solvers.elements import digest
from kpca.solvers.partial import Solved
from kpca.solvers.ranks import DifferentRanksError, OneRank
from kpca.solvers.solution import Solution
from kpca.studies.automatic import too_narrow
from kpca.studies.config.faults import ConfigError
from kpca.studies.limits import SIZES
from kpca.studies.study import Study
from kpca.tables.messages import at, setting


def require_same(study: Study, ranks: OneRank) -> None:
    """All ranks have the same points, kernel, and number of components."""
    data = study.data
    assert isinstance(data, Vectors)
    if ranks.size == 1:
        return
    same = {
        "the kernel": repr(data.kernel),
        "the number of components": study.components,
        "the hash of the points": digest("", data.X).hex(),
        "the hash of the new points": digest("", data.X_new).hex(),
    }
    try:
        ranks.require_same(same)
    except DifferentRanksError as error:
        raise ConfigError(at("studies", study.name, "ranks") + str(error)) from error


def require_sizes(study: Study) -> None:
    """No kernel value is larger than the largest k(x, x), as the kernel is positive."""
    data = study.data
    assert isinstance(data, Vectors)
    for X, names in ((data.X, study.names), (data.X_new, study.new_names)):
        sizes = data.kernel.diagonal(X)
        worst = int(np.argmax(np.where(np.isfinite(sizes), sizes, np.inf)))
        if not sizes[worst] < SIZES[1]:
            raise ConfigError(
                at("studies", study.name)
                + f"the kernel value of {names[worst]!r} and itself is {sizes[worst]:g}; allowed: "
                f"below {SIZES[1]:g}; take a smaller gamma or degree, give the data in another "
                "unit, or " + setting(standardize=True)
            )


def require_spread(study: Study, solution: Solution) -> None:
    """The mean squared distance of two features is 2 tr(K~)/N, N the sum of the weights, or n."""
    mean = 2.0 * solution.trace / solution.total_weight
    if not mean > SIZES[0]:
        raise ConfigError(
            at("studies", study.name)
            + f"the mean squared distance of two samples to the kernel is {mean:.3g}; allowed: "
            f"above {SIZES[0]:g}; give the data in another unit"
        )


def vanishing(study: Study, solved: Solved) -> list[str]:
    """A remark if the values of a kernel with a bandwidth are 0 between all samples.

    No value is negative, so that their sums in each row show it, which the row means give.
    """
    data = study.data
    assert isinstance(data, Vectors)
    if "median" not in data.kernel.words:
        return []
    solution, own = solved.solution, data.kernel.diagonal(data.X)
    weights = 1.0 if study.weights is None else study.weights
    others = solution.total_weight * solved.means - weights * own
    return [too_narrow(data.kernel)] if others.max() <= solution.matrix_error else []
