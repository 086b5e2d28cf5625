"""Each sample is left out once, and placed on the components of the others."""

import numpy as np
import pytest

from kpca.choosing.folds import left_out
from kpca.kernels import Linear

RNG = np.random.default_rng(8)


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


def test_another_seed_leaves_out_other_samples():
    X = np.random.default_rng(2).normal(size=(23, 3))
    first, again, other = (left_out(X @ X.T, 2, 5, seed)[0] for seed in (4, 4, 7))
    assert first.tolist() == again.tolist()
    assert np.abs(first - other).max() > 1e-6


def test_one_fold_leaves_no_sample_to_learn_from():
    with pytest.raises(ValueError, match="folds: 1, samples: 23; allowed: at least 2 of each"):
        left_out(np.eye(23), 2, folds=1)
