"""New digits vary less on the components than those which gave the components."""

import numpy as np
import pytest

from inflated_variance import (
    COMPONENTS,
    Inflated,
    corrected,
    inflated,
    left_out_variances,
    of_halves,
)
from kpca.centering import center, center_new
from kpca.formulations import dual
from kpca.kernels import RBF
from kpca.kernels.bandwidth import median
from kpca.studies import datasets


def _by_hand(old, new, d):
    """Variances of training scores, of new scores, and of left-out ones."""
    kernel = RBF(median(old))
    K = kernel(old, old)
    mu, V = np.linalg.eigh(center(K))
    mu, V = mu[::-1][:d], V[:, ::-1][:, :d]
    placed = center_new(kernel(new, old), K) @ V / np.sqrt(mu)
    return mu / len(old), (placed**2).mean(axis=0), left_out_variances(K, d)


def test_a_set_is_learned_from_a_hundred_images_and_judged_on_all_others():
    X = datasets.digits()[0]
    order = np.random.default_rng(1).permutation(len(X))
    expected = _by_hand(X[order[:100]], X[order[100:]], 30)
    found = inflated(2)
    for one, by_hand in zip((found.training, found.new, found.left_out), expected, strict=True):
        assert one[1] == pytest.approx(by_hand, rel=1e-8, abs=0)


def test_half_of_the_points_are_learned_from_and_the_others_are_new():
    X = np.random.default_rng(0).normal(size=(41, 5))
    order = np.random.default_rng(0).permutation(41)
    expected = _by_hand(X[order[:20]], X[order[20:]], 3)
    found = of_halves(X, 3, 2)
    assert found.new.shape == (2, 3)
    for one, by_hand in zip((found.training, found.new, found.left_out), expected, strict=True):
        assert one[0] == pytest.approx(by_hand, rel=1e-8, abs=0)


def test_new_images_vary_less_and_left_out_images_correct_it():
    found = inflated(3)
    assert found.training.shape == found.new.shape == found.left_out.shape == (3, COMPONENTS)
    assert (found.before < 1.0).all()
    assert found.before[-10:].mean() < found.before[:10].mean()
    assert abs(found.pooled.mean() - 1.0) < 0.15
    assert (found.training == inflated(1).training[0]).any(axis=1).tolist() == [True, False, False]


def test_ratios_are_means_over_the_sets():
    found = Inflated(np.array([[2.0], [4.0]]), np.array([[1.0], [2.0]]), np.array([[1.0], [1.0]]))
    assert found.before.tolist() == [0.5]
    assert found.pooled.tolist() == [1.5]
    assert found.after.tolist() == [(2.0 + 8.0) / 2.0 / 3.0]


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


def test_corrected_scores_grow_by_the_root_of_the_ratio_of_the_variances():
    assert corrected(np.array([[1.5]]), np.array([4.0]), np.array([1.0])).tolist() == [[3.0]]
