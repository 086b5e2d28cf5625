"""Every formulation refuses a number of components that is not 1 up to its rank."""

import numpy as np
import pytest
from conftest import gram

from kpca.distances import induced
from kpca.formulations import (
    block_krylov,
    dual,
    generalized,
    least_squares_svm,
    mds,
    primal,
    svd,
    variational,
)
from kpca.solvers.solution import RankError

POINTS = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [3.0, 3.0], [5.0, 4.0]])
BY_POINTS = {
    "covariance": primal.fit,
    "SVD": svd.fit,
    "eigen-solve": lambda X, d: dual.fit(X @ X.T, d),
    "distances": lambda X, d: mds.fit(induced(X @ X.T), d),
    "generalized": lambda X, d: generalized.fit(X @ X.T, d),
    "ascent": lambda X, d: variational.fit(X @ X.T, d),
    "block Krylov": lambda X, d: block_krylov.fit(X @ X.T, d),
    "least-squares SVM": lambda X, d: least_squares_svm.fit(X @ X.T, d),
}

each_formulation = pytest.mark.parametrize("name", BY_POINTS)


@each_formulation
@pytest.mark.parametrize("components", [-1, 0, 3])
def test_components_that_are_not_one_up_to_the_rank_are_refused(name, components):
    with pytest.raises(RankError, match=f"{components} components .*allowed: 1 to 2") as refused:
        BY_POINTS[name](POINTS, components)
    assert refused.value.rank == 2


@each_formulation
@pytest.mark.parametrize("value", [0.0, 1.0, 0.1])
def test_points_that_coincide_have_no_component(name, value):
    with pytest.raises(RankError, match="1 component asked for, .*allowed: none") as refused:
        BY_POINTS[name](np.full((5, 3), value), 1)
    assert refused.value.rank == 0


@pytest.mark.parametrize(
    "fit",
    [dual.fit, generalized.fit, variational.fit, block_krylov.fit, least_squares_svm.fit],
)
def test_a_matrix_that_centering_removes_has_no_component(fit):
    """c1' + 1c': rounding is left, with diagonal entries that may be negative."""
    with pytest.raises(RankError, match="allowed: none"):
        fit(gram(np.zeros(6)), 1)
