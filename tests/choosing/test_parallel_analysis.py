"""Parallel analysis finds the components that were put into the data, and none in noise."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chisquare

from kpca.choosing.parallel_analysis import ParallelAnalysis, parallel_analysis, permutations_of
from kpca.kernels import RBF, Cosine, Linear
from kpca.kernels.bandwidth import median


def _factors(number, n=120, q=10, noise=1.0, seed=0):
    rng = np.random.default_rng(seed)
    loadings = np.linalg.qr(rng.normal(size=(q, number)))[0]
    return 4.0 * rng.normal(size=(n, number)) @ loadings.T + noise * rng.normal(size=(n, q))


@pytest.mark.parametrize("number", [1, 2, 4])
def test_the_number_of_factors_is_found(number):
    assert parallel_analysis(Linear(), _factors(number)).components == number


def test_eigenvalues_are_variances_and_those_of_permuted_columns_add_up_to_the_same_trace():
    X = _factors(2)
    found = parallel_analysis(Linear(), X)
    assert found.eigenvalues.sum() == pytest.approx(X.var(axis=0).sum(), rel=1e-12, abs=0)
    np.testing.assert_allclose(found.permuted.sum(axis=1), X.var(axis=0).sum(), rtol=1e-12, atol=0)
    assert found.permuted.shape == (19, 120)


def test_a_narrow_gaussian_kernel_is_the_linear_kernel_for_parallel_analysis():
    X = _factors(3)
    gamma = 1e-6
    linear, narrow = parallel_analysis(Linear(), X), parallel_analysis(RBF(gamma), X)
    close = {"rtol": 1e-2, "atol": 0}
    np.testing.assert_allclose(
        narrow.eigenvalues[:5] / (2.0 * gamma), linear.eigenvalues[:5], **close
    )
    np.testing.assert_allclose(narrow.threshold[:5] / (2.0 * gamma), linear.threshold[:5], **close)
    assert narrow.components == 3


def test_a_dependence_without_correlation_is_seen_by_the_gaussian_kernel_only():
    rng = np.random.default_rng(4)
    angle = rng.uniform(0.0, 2.0 * np.pi, 150)
    X = np.column_stack([np.cos(angle), np.sin(angle)]) + rng.normal(0.0, 0.05, (150, 2))
    assert parallel_analysis(Linear(), X).components == 0
    assert parallel_analysis(RBF(4.0 * median(X)), X).components > 0


def test_independent_columns_have_a_component_in_at_most_one_of_twenty_data_sets():
    # The rank of the first eigenvalue among all twenty is uniform: 5 % of 200 is 10, and a
    # binomial number of more than 20 has a probability of 1e-3.
    draws = [np.random.default_rng(seed).exponential(size=(15, 4)) for seed in range(200)]
    for kernel in (Linear(), RBF(0.3)):
        found = [parallel_analysis(kernel, X, seed=s).components > 0 for s, X in enumerate(draws)]
        assert sum(found) <= 20


def test_one_threshold_holds_for_all_eigenvalues_in_units_of_their_positions():
    """With 4 permutations the largest is the quantile of 80 %."""
    permuted = np.array([[5.0, 3.0], [7.0, 2.0], [6.0, 3.5], [5.5, 2.5]])
    # In these units the data are at 1.12 and 1.75, and the largest number of the others is 1.12.
    found = ParallelAnalysis(np.array([7.0, 5.0]), permuted, level=0.8)
    assert found.above(2).tolist() == [False, True]
    assert found.components == 0, "7 is not above 7"
    # 7.1 is above all at its position, where it is at 1.19, but 3.5 is at 1.57.
    found = ParallelAnalysis(np.array([7.1, 2.2]), permuted, level=0.8)
    assert found.above(2).tolist() == [False, False]
    assert (found.above(1).tolist(), found.components) == ([True], 1)


def test_what_is_behind_a_wide_column_is_above_chance():
    """Every permutation has the variance of the wide column, which ends ``components``."""
    rng = np.random.default_rng(6)
    both = rng.normal(size=(40, 1))
    X = np.hstack([90.0 * rng.normal(size=(40, 1)), 3.0 * both, -2.0 * both, np.ones((40, 1))])
    X[:, 1:3] += 0.3 * rng.normal(size=(40, 2))
    found = parallel_analysis(Linear(), X, 99, 0.99)
    assert found.above(3).tolist() == [False, True, False]
    assert found.components == 0
    alike = ParallelAnalysis(np.array([7.0 + 2e-15, 3.0]), np.tile([7.0, 3.0], (4, 1)), level=0.8)
    assert not alike.above(2).any(), "they differ by rounding"


def test_the_threshold_is_the_value_of_the_stated_rank():
    permuted = np.array([[float(k), 10.0 - k] for k in range(1, 20)])
    found = ParallelAnalysis(np.array([18.5, 9.5]), permuted)
    assert found.threshold.tolist() == [19.0, 9.0]
    assert found.components == 0, "the second eigenvalue is above, but the first is not"
    lower = ParallelAnalysis(np.array([18.5, 9.5]), permuted, level=0.9)
    assert lower.threshold.tolist() == [18.0, 8.0]
    assert lower.components == 2


def test_as_many_permutations_as_the_level_needs_are_enough():
    allowed = ParallelAnalysis(np.array([5.0, 2.0]), np.arange(18.0).reshape(9, 2), level=0.9)
    assert allowed.threshold.tolist() == [16.0, 17.0]


@pytest.mark.parametrize("level", [0.0, np.nan])
def test_a_level_that_is_no_probability_is_refused(level):
    with pytest.raises(ValueError, match="level"):
        parallel_analysis(Linear(), _factors(1, n=7), permutations=25, level=level)


def _sparse(rng, n=40, q=5, mean=0.4):
    """Independent columns with many zeros, given that no row is 0."""
    X = rng.poisson(mean, size=(20 * n, q)).astype(float)
    return X[X.any(axis=1)][:n]


def test_no_row_is_zero_where_the_kernel_is_not_defined_there():
    X = _sparse(np.random.default_rng(0))
    plain = list(permutations_of(X, 5, 0))
    assert any(not P.any(axis=1).all() for P in plain), "the control"
    for P in permutations_of(X, 5, 0, zeros=False):
        assert P.any(axis=1).all()
        assert (np.sort(P, axis=0) == np.sort(X, axis=0)).all()
        assert (P != X).any(axis=0).all()
    assert parallel_analysis(Cosine(), X).permuted.shape == (19, 40)


def test_without_a_possible_row_of_zeros_the_permutations_are_the_usual_ones():
    X = np.column_stack([_sparse(np.random.default_rng(0)), np.ones(40)])
    both = zip(permutations_of(X, 3, 0), permutations_of(X, 3, 0, zeros=False), strict=True)
    assert all((one == other).all() for one, other in both)


def test_all_permutations_without_a_row_of_zeros_are_equally_likely():
    # Of two arrangements with the same rows in another order the eigenvalues are the same.
    X = np.array([[1.0, 0.0], [2.0, 3.0], [0.0, 1.0]])
    pairs = ((one, other) for one in permutations(X[:, 0]) for other in permutations(X[:, 1]))
    rows = [tuple(sorted(zip(*pair, strict=True))) for pair in pairs]
    allowed = Counter(one for one in rows if (0.0, 0.0) not in one)
    draws = (next(permutations_of(X, 1, seed, zeros=False)) for seed in range(600))
    found = Counter(tuple(sorted(map(tuple, P.tolist()))) for P in draws)
    assert 1 < len(allowed) < len(set(rows))
    assert set(found) == set(allowed)
    expected = np.array([allowed[one] for one in allowed]) * 600 / allowed.total()
    assert chisquare([found[one] for one in allowed], expected).pvalue > 1e-3


def test_sparse_independent_columns_have_a_component_in_at_most_one_of_twenty_data_sets():
    draws = [_sparse(np.random.default_rng(seed), n=15, q=4) for seed in range(200)]
    found = [parallel_analysis(Cosine(), X, seed=s).components > 0 for s, X in enumerate(draws)]
    assert 0 < sum(found) <= 20


def test_an_eigenvalue_equal_to_the_threshold_is_not_above_it():
    permuted = np.full((19, 2), 3.0)
    assert ParallelAnalysis(np.array([3.0, 1.0]), permuted).components == 0
    assert ParallelAnalysis(np.array([3.0 + 1e-15, 1.0]), permuted).components == 1


def test_another_seed_permutes_in_another_way_and_the_same_seed_in_the_same():
    X = _factors(2, n=20)
    first = parallel_analysis(Linear(), X).permuted
    assert (first == parallel_analysis(Linear(), X, seed=0).permuted).all()
    assert (first != parallel_analysis(Linear(), X, seed=1).permuted).any()


def test_the_level_that_is_asked_for_is_that_of_the_threshold():
    X = np.random.default_rng(3).normal(size=(12, 3))
    found = parallel_analysis(Linear(), X, permutations=4, level=0.6)
    assert found.level == 0.6
    np.testing.assert_array_equal(found.threshold, np.sort(found.permuted, axis=0)[2])


def test_the_chain_goes_back_from_the_data_and_from_there_ahead_to_each_matrix(monkeypatch):
    """As the parallel method of Besag and Clifford demands; a sweep adds 1 here."""
    points = np.array([[0.0, 2.0, 5.0], [3.0, 0.0, 1.0], [4.0, 7.0, 0.0], [6.0, 8.0, 9.0]])
    sweeps = []

    def swept(A, columns, rng):
        sweeps.append(((A - points)[0, 0], list(columns)))
        return A + 1.0

    monkeypatch.setattr("kpca.choosing.parallel_analysis._swept", swept)
    found = list(permutations_of(points, 3, 0, zeros=False))
    assert sweeps == [(0.0, [2, 1, 0])] + 3 * [(1.0, [0, 1, 2])]
    np.testing.assert_array_equal(found, 3 * [points + 2.0])
