"""Ridge regression from scores to points: the same as scikit-learn's, with a left-out error."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.kernel_ridge import KernelRidge

from kpca import kernels
from kpca.formulations import dual
from kpca.kernels.bandwidth import median
from kpca.preimages import ridge_regression
from kpca.preimages.ridge_regression import RidgeRegression
from kpca.preimages.target import Target

RNG = np.random.default_rng(4)
X, X_NEW = RNG.normal(size=(30, 3)), RNG.normal(size=(5, 3))


def test_the_penalty_has_the_least_error_when_each_sample_is_left_out():
    G, Y = kernels.RBF(0.7)(X, X), X[:, :2] + RNG.normal(size=(30, 2))
    errors = {}
    for penalty in 30 * ridge_regression.PENALTIES:
        left_out = []
        for i in range(30):
            rest = np.arange(30) != i
            fit = KernelRidge(alpha=penalty, kernel="precomputed").fit(
                G[np.ix_(rest, rest)], Y[rest]
            )
            left_out.append(fit.predict(G[i : i + 1, rest])[0] - Y[i])
        errors[penalty] = np.mean(np.square(left_out))
    best = min(errors, key=errors.get)
    expected = KernelRidge(alpha=best, kernel="precomputed").fit(G, Y).dual_coef_
    np.testing.assert_allclose(
        ridge_regression._least_left_out(G, Y), expected, rtol=1e-6, atol=1e-9
    )
    assert best not in (min(errors), max(errors)), "the control: neither end of the penalties"


def test_equal_samples_and_weights_are_left_out_together():
    """scikit-learn's weighted regression without each sample, and without its copy in the table."""
    kernel, r = kernels.RBF(0.4), np.resize([2.0, 0.7, 5.0, 1.0, 3.5], 30)
    points = np.vstack([X, X[2]])
    target = Target.of_projections(dual.fit(kernel(points, points), 2, 1e-13), kernel, points, X)
    of_copies = np.append(r, 1.5)
    scores, r[2] = target.scores[:30], r[2] + 1.5
    gamma, middle = median(scores), r @ X / r.sum()

    def fit(penalty, rest=slice(None)):
        regression = KernelRidge(alpha=r.sum() * penalty, kernel="rbf", gamma=gamma)
        return regression.fit(scores[rest], (X - middle)[rest], r[rest])

    errors = {}
    for penalty in ridge_regression.PENALTIES:
        missed = [
            fit(penalty, np.arange(30) != i).predict(scores[i : i + 1])[0] - (X - middle)[i]
            for i in range(30)
        ]
        errors[penalty] = r @ np.square(missed).sum(axis=1)
    best = min(errors, key=errors.get)
    expected = middle + fit(best).predict(target.beta)
    reached = RidgeRegression()(replace(target, of_samples=of_copies), X).points
    np.testing.assert_allclose(reached, expected, rtol=0, atol=1e-9)
    assert best not in (min(errors), max(errors)), "neither end of the penalties"
    others = [RidgeRegression()(target, X).points, RidgeRegression(gamma, best)(target, X).points]
    assert min(np.abs(points - expected).max() for points in others) > 1e-3, "the control"


def test_scores_that_determine_the_points_give_them_back():
    kernel = kernels.Linear()
    target = Target.of_projections(dual.fit(kernel(X, X), 3, 1e-13), kernel, X, X_NEW)
    reached = RidgeRegression()(target, X_NEW)
    inside = np.linalg.norm(X_NEW, axis=1) < 1.5
    assert inside.sum() >= 2
    np.testing.assert_allclose(reached.points[inside], X_NEW[inside], rtol=0, atol=0.1)


def test_a_given_gamma_and_penalty_are_those_of_the_regression():
    kernel = kernels.RBF(0.4)
    target = Target.of_projections(dual.fit(kernel(X, X), 4, 1e-13), kernel, X, X_NEW)
    regression = KernelRidge(alpha=30 * 1e-3, kernel="rbf", gamma=0.7)
    expected = regression.fit(target.scores, X - X.mean(axis=0)).predict(target.beta)
    reached = RidgeRegression(0.7, 1e-3)(target, X_NEW).points - X.mean(axis=0)
    np.testing.assert_allclose(reached, expected, rtol=0, atol=1e-9)
    other = RidgeRegression()(target, X_NEW).points - X.mean(axis=0)
    assert np.abs(other - expected).max() > 1e-3, "the control: the parameters that it finds"


def test_many_equal_samples_leave_gamma_to_the_distances_of_different_ones():
    """Scores of equal samples differ by rounding, and the control is a median of such numbers."""
    points = np.vstack([X[:10], np.repeat(X[:1], 30, axis=0)])
    scores = np.tanh(points @ points.T) @ RNG.normal(size=(40, 2))
    scores += 1e-15 * RNG.normal(size=scores.shape)
    distances = np.linalg.norm(scores[:10, None] - scores[:10], axis=2)[np.triu_indices(10, 1)]
    found = ridge_regression._gamma(scores)
    assert found == pytest.approx(1.0 / np.median(distances) ** 2, rel=1e-12, abs=0.0)
    assert median(scores) > 1e20


def test_gamma_is_that_of_the_median_distance_of_scores():
    kernel = kernels.RBF(0.4)
    target = Target.of_projections(dual.fit(kernel(X, X), 4, 1e-13), kernel, X, X_NEW)
    gamma = 1.0 / np.median(pdist(target.scores)) ** 2
    found = RidgeRegression()(target, X_NEW).points
    np.testing.assert_allclose(found, RidgeRegression(gamma)(target, X_NEW).points, atol=1e-9)
    half = RidgeRegression(0.5 * gamma)(target, X_NEW).points
    assert np.abs(half - found).max() > 1e-4, "the control: 2 sigma^2 for sigma^2"


def test_a_penalty_of_0_is_a_penalty_and_goes_through_the_samples():
    """One component does not determine points in space, so that the penalty chosen is large."""
    kernel = kernels.Linear()
    target = Target.of_projections(dual.fit(kernel(X, X), 1, 1e-13), kernel, X, X[[4, 1]])
    reached = RidgeRegression(gamma=1e3, penalty=0.0)(target, X[[4, 1]])
    np.testing.assert_allclose(reached.points, X[[4, 1]], rtol=0, atol=1e-6)
    chosen = RidgeRegression(gamma=1e3)(target, X[[4, 1]])
    assert np.abs(chosen.points - X[[4, 1]]).max() > 0.1, "the control: the penalty is chosen"
