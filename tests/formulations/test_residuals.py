"""Every formulation measures |K~ v - mu v| on its own K~, and no residual exceeds its bound."""

import numpy as np
import pytest
from conftest import STUDIES

from kpca import tolerances
from kpca.centering import center
from kpca.distances import squared_distances
from kpca.formulations import metric, primal, svd
from kpca.statements.case import Case

UNIT = 2.0**10


def _solutions(unit):
    case = Case.of(STUDIES["linear"])
    data = type(case.data)(case.kernel, unit * case.X, unit * case.X_new)
    case = Case(data, case.components)
    return {"dual": case.dual, **case.formulations, **case.linear}


@pytest.fixture(scope="module")
def in_two_units():
    """The solutions of one study in two units."""
    return _solutions(1.0), _solutions(UNIT)


def test_residuals_are_within_the_bound_of_their_formulation(in_two_units):
    one, _ = in_two_units
    assert len(one) > 6
    off = {name for name, s in one.items() if not 0.0 <= s.residual <= s.matrix_error}
    assert off == set()


def test_residuals_and_bounds_change_with_the_square_of_the_unit(in_two_units):
    """As eigenvalues do. A residual is rounding, and keeps its size only about."""
    one, other = in_two_units
    for name, s in one.items():
        assert other[name].matrix_error == pytest.approx(
            UNIT**2 * s.matrix_error, rel=1e-3, abs=0.0
        ), name
        if s.residual > 0.0:
            assert 1e-2 < other[name].residual / (UNIT**2 * s.residual) < 1e2, name
    np.testing.assert_allclose(other["dual"].mu, UNIT**2 * one["dual"].mu, rtol=1e-12)


def test_each_residual_is_that_of_the_stored_pair_in_the_centered_gram_matrix(in_two_units):
    """Up to the rounding of two products. The residual of another matrix would be smaller."""
    one, _ = in_two_units
    K = center(STUDIES["linear"].data.K)
    by_features, by_steps = ("covariance", "SVD of the features"), ("ascent", "block Krylov")
    for name in ("dual", "generalized", "least-squares SVM", *by_features, *by_steps):
        s = one[name]
        expected = np.linalg.norm(K @ s.V - s.V * s.mu, axis=0)
        rounding = 4.0 * tolerances.products(len(K), s.frobenius)
        assert np.abs(s.residuals - expected).max() <= rounding, name


FITS = {
    "covariance": lambda X: primal.fit(X, 3),
    "SVD": lambda X: svd.fit(X, 3),
    "metric": lambda X: metric.fit(np.sqrt(squared_distances(X, X)), X, steps=1),
}


@pytest.mark.parametrize("name", FITS)
@pytest.mark.parametrize("n", [3 + 1, 9])
def test_a_vector_that_is_off_shows_in_the_residual(name, n, monkeypatch):
    """v + 1e-6 w for a w orthogonal to all: |K~(v + w) - mu (v + w)| is 1e-6 mu |w|."""
    X = np.random.default_rng(0).normal(size=(n, 3))
    module = {"covariance": primal, "SVD": svd, "metric": metric}[name]
    oriented, w = module.vectors.oriented, 1e-6 * np.full((n, 1), n**-0.5)
    monkeypatch.setattr(module.vectors, "oriented", lambda V: oriented(V) + w)
    found = FITS[name](X)
    np.testing.assert_allclose(found.residuals, 1e-6 * found.mu, rtol=1e-6)
