"""Metric MDS by majorization, against scikit-learn's SMACOF."""

import numpy as np
import pytest
from sklearn.manifold import smacof
from small_project import ROOT

from kpca import tolerances
from kpca.distances import squared_distances
from kpca.formulations import mds, metric
from kpca.studies import matrix
from kpca.tables.read import read

EURODIST = ROOT / "data" / "eurodist.csv"
D = matrix.matrix(read(EURODIST, wider=0), "distance matrix").A
START = mds.fit(D**2, 2).scores


def test_one_step_is_that_of_scikit_learn():
    peer = smacof(D, n_components=2, init=START, n_init=1, max_iter=1, normalized_stress=False)[0]
    np.testing.assert_allclose(metric.guttman(D, START), peer, atol=1e-9)


def test_the_stress_falls_at_every_step_and_more_than_one_step_does():
    values = [metric.stress(D, Z) for Z in metric.path(D, START, 50)]
    assert (np.diff(values) <= 0).all()
    assert values[-1] < 0.66 * values[0]


def test_the_end_is_no_worse_than_the_peer_from_the_same_start():
    end = metric.path(D, START, 300)[-1]
    _, stress = smacof(
        D, n_components=2, init=START, n_init=1, max_iter=300, eps=0.0, normalized_stress=False
    )
    assert metric.stress(D, end) <= 2.0 * stress * (1.0 + 1e-9)


def test_the_solution_lies_on_its_principal_axes_and_has_the_distances_of_the_end():
    solution = metric.fit(D, START, steps=40)
    end = metric.path(D, START, 40)[-1]
    np.testing.assert_allclose(
        squared_distances(solution.scores, solution.scores),
        squared_distances(end, end),
        atol=1e-3 * tolerance_of_squares(),
    )
    assert solution.mu[0] > solution.mu[1]
    np.testing.assert_allclose(solution.V.T @ solution.V, np.eye(2), atol=1e-14)


def test_the_mean_of_a_configuration_does_not_count():
    here, there = (metric.fit(D, START + shift, steps=0) for shift in (0.0, [700.0, -300.0]))
    np.testing.assert_allclose(there.mu, here.mu, rtol=1e-12)
    np.testing.assert_allclose(here.V.sum(axis=0), 0.0, atol=1e-14)
    np.testing.assert_allclose(there.scores, here.scores, rtol=0, atol=1e-9)


def tolerance_of_squares():
    return 1e-9 * float((D**2).max())


def test_points_that_coincide_stay_together_and_raise_no_warning():
    X = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [0.0, 2.0]])
    distances = np.sqrt(squared_distances(X, X))
    moved = metric.guttman(distances, X - X.mean(axis=0))
    np.testing.assert_allclose(moved, X - X.mean(axis=0), atol=1e-15)


def test_the_stress_falls_where_points_nearly_coincide():
    """A circle on one axis: pairs of points fall together, up to rounding."""
    angle = np.arange(16) * np.pi / 8.0
    circle = np.column_stack([np.cos(angle), np.sin(angle)])
    distances = np.sqrt(squared_distances(circle, circle))
    values = [metric.stress(distances, Z) for Z in metric.path(distances, circle[:, :1], 10)]
    assert np.diff(values).max() <= 1e-12 * values[0]


@pytest.mark.parametrize("seed", range(3))
def test_an_exact_embedding_has_no_stress_and_stays(seed):
    X = np.random.default_rng(seed).normal(size=(10, 2))
    distances = np.sqrt(squared_distances(X, X))
    assert metric.stress(distances, X) == 0.0
    np.testing.assert_allclose(metric.guttman(distances, X), X - X.mean(axis=0), atol=1e-14)


def test_the_certificate_of_the_solution_is_that_of_a_singular_value_decomposition():
    solution = metric.fit(D, START, steps=5)
    size = float(solution.mu.sum())
    assert solution.spectrum.shape == (len(D),)
    assert solution.matrix_error == pytest.approx(
        2.0 * tolerances.eigenvalue(len(D), size), rel=1e-12, abs=0.0
    )
    assert solution.residual <= solution.matrix_error


def test_the_residual_and_the_bound_change_with_the_square_of_the_unit():
    one, other = metric.fit(D, START, steps=5), metric.fit(1024.0 * D, 1024.0 * START, steps=5)
    assert other.matrix_error == pytest.approx(1024.0**2 * one.matrix_error, rel=1e-3, abs=0.0)
    assert 1e-2 < other.residual / (1024.0**2 * one.residual) < 1e2
