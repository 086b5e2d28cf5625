"""Missing values are predicted by complete samples, and the error is that of hidden values."""

import numpy as np
import pytest

from kpca.choosing import imputation
from kpca.choosing.folds import LeftOutErrors
from kpca.choosing.hidden_values import errors_of_means, hidden_errors, restored
from kpca.choosing.imputation import Imputation, learned
from kpca.formulations import dual
from kpca.kernels import RBF, Linear
from kpca.kernels.bandwidth import median

RNG = np.random.default_rng(8)
FACTOR = RNG.normal(size=40)
LINE = np.column_stack([3.0 + 2.0 * FACTOR, 50.0 - 10.0 * FACTOR, 0.25 + 0.5 * FACTOR])
"""Each column is a linear function of every other one."""


def _with_holes(X, *holes):
    holed = X.copy()
    for hole in holes:
        holed[hole] = np.nan
    return holed


def test_a_linear_relation_is_recovered():
    holed = _with_holes(LINE, (3, 1), (17, 0), (17, 2), (30, 2))
    rule, error = learned(holed)
    found = rule.filled(holed)
    assert (rule.kernel, rule.components) == (Linear(), 1)
    np.testing.assert_allclose(found[3, 1], LINE[3, 1], rtol=1e-6)
    np.testing.assert_allclose(found[30, 2], LINE[30, 2], rtol=1e-6)
    assert np.abs(found[17] - LINE[17]).max() < 1e-2 * np.abs(LINE[17]).max()
    assert error.error < 1e-2 < 0.9 < error.of_means < 1.1
    planted = np.nanmean(holed, axis=0)
    assert abs(planted[1] - LINE[3, 1]) > 0.1, "the control: the mean of the column"


def test_the_relation_2_x_plus_1_is_recovered_in_literal_numbers():
    x = np.array([1.0, 2.0, 4.0, 7.0, 11.0, 3.5])
    X = np.column_stack([x, 2.0 * x + 1.0, 10.0 - x])
    point = np.array([[5.0, np.nan, 5.0]])
    np.testing.assert_allclose(learned(X)[0].filled(point), [[5.0, 11.0, 5.0]], rtol=1e-6)


def test_only_missing_values_change_and_what_stood_there_takes_no_part():
    holed = _with_holes(LINE, (3, 1), (17, 0))
    rule, _ = learned(holed)
    hidden, before = np.isnan(holed), holed.copy()
    found = rule.filled(holed)
    assert (found[~hidden] == LINE[~hidden]).all()
    np.testing.assert_array_equal(holed, before)
    alone = rule.filled(holed[[3]])
    np.testing.assert_allclose(alone, found[[3]], rtol=1e-14)


def test_a_curve_is_predicted_by_the_gaussian_kernel():
    t = RNG.uniform(-1.0, 1.0, 120)
    X = np.column_stack([t, t**2, np.sin(5.0 * t), np.cos(3.0 * t), t**3])
    rule, error = learned(X)
    assert isinstance(rule.kernel, RBF)
    standard = (X - X.mean(axis=0)) / X.std(axis=0)
    linear = min(hidden_errors([Linear()], standard, [d]).mean[0, 0] for d in (1, 2, 3, 4))
    assert error.error < np.sqrt(linear / 5.0)


def test_columns_are_standardized_by_their_deviations_with_n_as_the_divisor():
    """A Gaussian kernel shows the unit in which distances are taken."""
    X = LINE[:12] + RNG.normal(size=(12, 3)) * [0.8, 2.0, 0.1]
    holed, kernel = _with_holes(X[:3] + 0.1, (1, 2)), RBF(0.4)
    standard = (X - X.mean(axis=0)) / X.std(axis=0)
    K, hidden = kernel(standard, standard), np.isnan(holed)
    start = np.where(hidden, 0.0, (holed - X.mean(axis=0)) / X.std(axis=0))
    ends = restored(kernel, standard, K, dual.fit(K, 2).alpha, start, hidden)
    expected = ends[1, 2] * X[:, 2].std() + X[:, 2].mean()
    found = Imputation(X, kernel, 2).filled(holed)
    np.testing.assert_allclose(found[1, 2], expected, rtol=1e-10)


def test_the_error_is_the_root_mean_square_of_hidden_values_in_deviations():
    X = LINE + RNG.normal(size=LINE.shape) * [0.8, 2.0, 0.1]
    rule, error = learned(X)
    standard = (X - X.mean(axis=0)) / X.std(axis=0)
    hidden = hidden_errors([rule.kernel], standard, [rule.components])
    np.testing.assert_allclose(error.error, np.sqrt(hidden.errors.sum() / X.size), rtol=1e-12)
    means = errors_of_means(standard)
    np.testing.assert_allclose(error.of_means, np.sqrt(means.sum() / X.size), rtol=1e-12)
    assert error.samples == 40
    # Each value predicted with itself known: a leak.
    leaked = Imputation(X, rule.kernel, rule.components)
    again = np.vstack([_with_holes(X[[i]], (0, j)) for i in range(40) for j in range(3)])
    filled = leaked.filled(again).reshape(40, 3, 3)[:, range(3), range(3)]
    leaking = np.sqrt((((filled - X) / X.std(axis=0)) ** 2).mean())
    assert leaking < error.error, "the control: samples that take part in their own prediction"


def test_noise_is_predicted_by_the_column_means():
    X = RNG.normal(size=(60, 4)) * [1.0, 20.0, 0.3, 5.0] + [7.0, -3.0, 2.0, 0.5]
    holed = _with_holes(X, (5, 2))
    rule, error = learned(holed)
    assert rule.components == 0
    assert error.error == error.of_means
    complete = np.delete(X, 5, axis=0)
    np.testing.assert_allclose(rule.filled(holed)[5, 2], complete[:, 2].mean(), rtol=1e-12)


def test_of_many_complete_samples_a_random_subset_predicts(monkeypatch):
    monkeypatch.setattr(imputation, "MOST", 20)
    monkeypatch.setattr(imputation, "MOST_HIDDEN", 12)
    rule, error = learned(LINE)
    assert len(rule.X) == 20
    assert error.samples == 12
    rows = {tuple(row) for row in LINE}
    assert all(tuple(row) in rows for row in rule.X)
    assert (LINE[:20] != rule.X).any(), "the control: the first samples"
    # Means and deviations are those of all 20, also for the 12 whose values are hidden.
    chosen = np.sort(np.random.default_rng(0).permutation(20)[:12])
    standard = ((rule.X - rule.X.mean(axis=0)) / rule.X.std(axis=0))[chosen]
    np.testing.assert_allclose(
        error.of_means, np.sqrt(errors_of_means(standard).sum() / standard.size), rtol=1e-12
    )


STILL = np.insert(LINE, 1, 0.1, axis=1)
"""A second column of forty times 0.1, whose standard deviation is 1e-17 by rounding."""


@pytest.mark.parametrize(("kernel", "d"), [(RBF(0.3), 2), (Linear(), 1)])
def test_a_column_that_does_not_vary_tells_nothing_also_of_a_new_sample(kernel, d):
    points = _with_holes(LINE[:3], (0, 0), (2, 1)) + [0.25, -1.5, 0.125]
    expected = Imputation(LINE, kernel, d).filled(points)
    beside = np.insert(points, 1, [0.1, 0.1 + 1e-6, 7.0], axis=1)
    filled = Imputation(STILL, kernel, d).filled(beside)
    np.testing.assert_allclose(np.delete(filled, 1, axis=1), expected, rtol=1e-10)
    assert filled[:, 1].tolist() == [0.1, 0.1 + 1e-6, 7.0]
    missing = Imputation(STILL, kernel, d).filled(_with_holes(beside, (1, 1)))
    assert missing[1, 1] == 0.1


def test_a_column_that_does_not_vary_has_no_share_in_the_error():
    X = LINE + RNG.normal(size=LINE.shape) * [0.8, 2.0, 0.1]
    rule, error = learned(X)
    again, same = learned(np.insert(X, 1, 0.1, axis=1))
    assert (again.kernel, again.components) == (rule.kernel, rule.components)
    assert same.error == pytest.approx(error.error, rel=1e-12, abs=0.0)
    assert same.of_means == pytest.approx(error.of_means, rel=1e-12, abs=0.0)


@pytest.mark.parametrize(("more", "components"), [(0.0, 0), (0.3, 1)])
def test_a_rule_has_to_be_better_by_more_than_one_standard_error(monkeypatch, more, components):
    """Gains of 4, -2, 3, -1, 1 in five folds have the mean 1 and the standard error 1.14."""

    def made(kernels, X, numbers, seed):
        gains = np.array([4.0, -2.0, 3.0, -1.0, 1.0]) + (more if numbers == [1] else -9.0)
        errors = errors_of_means(X, seed=seed) - gains
        return LeftOutErrors(np.array(numbers), np.arange(5), errors[None, None])

    monkeypatch.setattr(imputation, "hidden_errors", made)
    rule, _ = learned(LINE[:5])
    assert (rule.kernel, rule.components) == (Linear(), components)


def test_the_widths_that_are_tried_are_multiples_of_the_median_heuristic(monkeypatch):
    tried, real = [], imputation.hidden_errors
    monkeypatch.setattr(
        imputation,
        "hidden_errors",
        lambda kernels, *rest, **of: (
            tried.append((kernels[0], *rest[1])),
            real(kernels, *rest, **of),
        )[1],
    )
    X = LINE + RNG.normal(size=LINE.shape) * [0.8, 2.0, 0.1]
    learned(X)
    middle = median((X - X.mean(axis=0)) / X.std(axis=0))
    gammas = [kernel.gamma / middle for kernel, d in tried if isinstance(kernel, RBF) and d == 5]
    np.testing.assert_allclose(gammas, [0.125, 0.25, 0.5, 1.0, 2.0, 4.0], rtol=1e-12)
    assert [d for kernel, d in tried if isinstance(kernel, Linear)] == [1, 2]
