"""Stationary points of least-squares SVM are kernel PCA: the bias does what centering does."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import STUDIES, gram

from kpca.formulations import dual, least_squares_svm
from kpca.statements import formulations_agree


@pytest.mark.parametrize("name", STUDIES)
def test_e11_it_agrees_with_the_dual_and_lambda_for_mu_does_not(name):
    data, d = STUDIES[name].data, STUDIES[name].components
    reference = dual.fit(data.K, d, data.element_error)
    other = least_squares_svm.fit(data.K, d, data.element_error)
    compare = formulations_agree.same_eigenvalues_and_scores
    check = compare(reference, {"least-squares SVM": other})
    assert check.agrees
    assert check.decided == check.entries
    assert (
        np.abs(reference.spectrum - other.spectrum).max()
        <= reference.matrix_error + other.matrix_error
    )
    wrong = replace(other, spectrum=other.spectrum / other.n)
    assert not compare(reference, {"least-squares SVM": wrong}).agrees


def test_every_kind_of_spectrum_is_found_up_to_the_bound(any_gram):
    reference, (mu, alpha, bound) = (
        dual.spectrum(any_gram),
        least_squares_svm.stationary_points(any_gram),
    )
    found = np.sort(np.append(mu, 0.0))[::-1]
    assert np.abs(found - reference.spectrum).max() <= reference.matrix_error + bound
    assert bound < 1e-10
    np.testing.assert_allclose(alpha.T @ alpha, np.eye(len(mu)), rtol=0.0, atol=1e-13)


def test_the_gradient_of_the_objective_is_zero_in_w_and_b_and_not_without_the_bias():
    """By differences of (c/2) sum e^2 - |w|^2/2, which are exact for a quadratic function."""
    rng = np.random.default_rng(0)
    Phi = rng.normal(size=(12, 4)) + 3.0
    mu, alpha, _ = least_squares_svm.stationary_points(Phi @ Phi.T)

    def slopes(c, w, b):
        def objective(step):
            e = Phi @ (w + step[:-1]) + b + step[-1]
            return 0.5 * c * (e**2).sum() - 0.5 * (w + step[:-1]) @ (w + step[:-1])

        return np.array([0.5 * (objective(step) - objective(-step)) for step in np.eye(5)])

    for k in range(3):
        w = Phi.T @ alpha[:, k]
        b = -(Phi @ w).mean()
        assert np.abs(slopes(1.0 / mu[k], w, b)).max() < 1e-10
        assert np.abs(slopes(1.0 / mu[k], w, 0.0)).max() > 1.0


def test_a_constant_in_the_kernel_changes_the_bias_alone():
    """k + 1000, on which an eigen-solve that forgets to center finds the mean."""
    K = gram(0.5 ** np.arange(9.0))
    found, moved = (least_squares_svm.fit(A, 3) for A in (K, K + 1000.0))
    assert np.abs(found.spectrum - moved.spectrum).max() <= moved.matrix_error < 1e-7
    np.testing.assert_allclose(moved.V, found.V, rtol=0.0, atol=1e-8)
    assert np.linalg.eigvalsh(K + 1000.0)[-1] > 1000.0


def test_the_matrix_of_a_formula_without_samples_that_differ_has_no_eigenvalue():
    mu, alpha, _ = least_squares_svm.stationary_points(np.zeros((1, 1)))
    assert mu.shape == (0,)
    assert alpha.shape == (1, 0)
