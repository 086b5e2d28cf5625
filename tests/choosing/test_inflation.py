"""Training scores vary more than new ones, and samples that are left out show by how much."""

import numpy as np

from kpca.choosing.inflation import corrected, inflation, left_out, left_out_variances
from kpca.formulations import dual
from kpca.kernels import RBF, Linear

RNG = np.random.default_rng(8)
KERNEL = RBF(0.02)
SETS = [RNG.normal(size=(40, 20)) for _ in range(60)]
NEW = RNG.normal(size=(500, 20))


def _variances(X, d=6):
    """Of training scores, of new scores, and of samples that were left out: (3, d)."""
    K = KERNEL(X, X)
    solution = dual.fit(K, d)
    placed = dual.place(solution, K, KERNEL(NEW, X))
    return solution.variance, (placed**2).mean(axis=0), left_out_variances(K, d)


def test_the_variance_of_new_samples_is_smaller_and_that_of_left_out_samples_tells_it():
    training, new, left_out = np.mean([_variances(X) for X in SETS], axis=0)
    assert (new < 0.7 * training).all()
    np.testing.assert_allclose(left_out, new, rtol=0.12, atol=0)


def test_corrected_scores_of_new_samples_have_the_variance_of_training_scores():
    left_out = np.mean([left_out_variances(KERNEL(X, X), 3) for X in SETS], axis=0)
    ratios = []
    for X in SETS:
        K = KERNEL(X, X)
        solution = dual.fit(K, 3)
        placed = dual.place(solution, K, KERNEL(NEW, X))
        again = corrected(placed, solution.variance, left_out)
        ratios.append((again**2).mean(axis=0) / solution.variance)
    np.testing.assert_allclose(np.mean(ratios, axis=0), 1.0, rtol=0, atol=0.12)


def test_leaving_out_one_sample_at_a_time_is_the_definition_written_out():
    X = RNG.normal(size=(12, 3))
    K = Linear()(X, X)
    squares, expected, spread = [], [], []
    for i in range(12):
        rest = np.delete(X, i, axis=0)
        _, sizes, axes = np.linalg.svd(rest - rest.mean(axis=0))
        spread.append(sizes[:2] ** 2 / 11)
        squares.append(((X[i] - rest.mean(axis=0)) @ axes[:2].T) ** 2)
        expected.append(((X[i] - rest.mean(axis=0)) ** 2).sum())
    scores, lengths, variances = left_out(K, 2, folds=12)
    np.testing.assert_allclose(scores**2, squares, rtol=1e-8, atol=1e-12)
    np.testing.assert_allclose(lengths, expected, rtol=1e-9)
    np.testing.assert_allclose(variances, spread, rtol=1e-9)
    found = left_out_variances(K, 2, folds=12)
    np.testing.assert_allclose(found, np.mean(squares, axis=0), rtol=1e-9, atol=0)


def test_the_factor_is_the_ratio_of_the_variances_and_scores_grow_by_its_root():
    assert inflation(np.array([4.0]), np.array([1.0])).tolist() == [4.0]
    assert corrected(np.array([[1.5]]), np.array([4.0]), np.array([1.0])).tolist() == [[3.0]]


def test_another_seed_leaves_out_other_samples():
    X = np.random.default_rng(2).normal(size=(23, 3))
    first, again, other = (left_out_variances(X @ X.T, 2, folds=5, seed=s) for s in (4, 4, 7))
    assert first.tolist() == again.tolist()
    assert np.abs(first - other).max() > 1e-6
