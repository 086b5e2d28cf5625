"""Hidden values are predicted from the others, and noise cannot be predicted."""

import numpy as np
import pytest

from kpca.centering import center_new
from kpca.choosing import hidden_values
from kpca.choosing.folds import in_folds
from kpca.choosing.hidden_values import (
    errors_of_means,
    hidden_errors,
    restored,
)
from kpca.formulations import dual
from kpca.kernels import RBF, Linear
from kpca.projection import lost

RNG = np.random.default_rng(6)


def _curve(n=120, noise=0.02):
    t = RNG.uniform(-1.0, 1.0, n)
    columns = [t, t**2, np.sin(2.0 * t), np.cos(3.0 * t), t**3]
    return np.column_stack(columns) + noise * RNG.normal(size=(n, 5))


def test_a_column_that_follows_from_the_others_is_restored():
    scores = RNG.normal(size=(50, 2))
    X = scores @ RNG.normal(size=(2, 6)) + 3.0
    K = Linear()(X, X)
    solution, hidden = dual.fit(K, 2), np.zeros((50, 6), dtype=bool)
    hidden[:, 0] = True
    spoiled = np.where(hidden, 1e6, X)
    found = restored(Linear(), X, K, solution.alpha, spoiled, hidden)
    assert np.abs(found - X)[:, 0].mean() < 0.2 * np.abs(X[:, 0] - X[:, 0].mean()).mean()
    assert (found[:, 1:] == X[:, 1:]).all()


def test_what_is_hidden_takes_no_part_in_its_prediction():
    X = _curve()
    kernel = RBF(0.5)
    K = kernel(X, X)
    hidden = RNG.random(X.shape) < 0.3
    alpha = dual.fit(K, 4).alpha
    first = restored(kernel, X, K, alpha, X, hidden)
    second = restored(kernel, X, K, alpha, np.where(hidden, -50.0, X), hidden)
    assert (first == second).all()


def test_more_steps_bring_the_point_nearer_to_its_own_projection(monkeypatch):
    X = _curve()
    kernel, hidden = RBF(0.5), np.zeros((120, 5), dtype=bool)
    hidden[:, 1] = True
    K = kernel(X, X)
    solution, rests = dual.fit(K, 4), []
    for steps in (0, 1, 5, 100):
        monkeypatch.setattr(hidden_values, "STEPS", steps)
        K_new = kernel(restored(kernel, X, K, solution.alpha, X, hidden), X)
        lengths = 1.0 - 2.0 * K_new.mean(axis=1) + K.mean()
        rests.append(lost(lengths, center_new(K_new, K) @ solution.alpha).mean())
    assert (np.diff(rests) < 0.0).all()


def test_the_number_of_factors_has_the_least_error_for_linear_pca():
    scores = RNG.normal(size=(150, 3)) * [4.0, 3.0, 3.0]
    X = scores @ np.linalg.qr(RNG.normal(size=(10, 3)))[0].T + 0.5 * RNG.normal(size=(150, 10))
    found = hidden_errors([Linear()], X, range(1, 9))
    assert found.components[np.argmin(found.mean[0])] == 3
    assert found.mean[0, -1] > 1.2 * found.mean[0, 2], "the control: rows left out always fall"


def test_a_curve_is_predicted_better_by_the_gaussian_kernel_than_by_pca():
    X = _curve()
    linear = hidden_errors([Linear()], X, [1, 2, 3]).mean.min()
    gaussian = hidden_errors([RBF(0.5)], X, [2, 4, 6]).mean.min()
    assert gaussian < 0.7 * linear
    assert linear < errors_of_means(X).mean()


def test_independent_columns_cannot_be_predicted():
    X = RNG.normal(size=(150, 5))
    found = hidden_errors([Linear(), RBF(0.05), RBF(0.5)], X, [1, 2, 3])
    # The standard error of a mean of 150 sums of five squares is below 0.3.
    assert found.mean.min() > errors_of_means(X).mean() - 0.3
    assert errors_of_means(X).mean() == pytest.approx(5.0, abs=0.6)


def test_every_value_is_hidden_once():
    X = np.zeros((9, 7))
    groups = hidden_values._groups(X, 4, 0)
    assert groups.shape == (4, 9, 7)
    assert (groups.sum(axis=0) == 1).all()
    assert set(groups.sum(axis=2).ravel()) == {1, 2}


@pytest.mark.parametrize("away", [4.0, 1e3])
def test_a_point_far_from_all_samples_keeps_its_start(away):
    """At 4 the values of the kernel are some 1e-50, and vanish beside the weights only."""
    X = _curve()
    kernel, hidden = RBF(5.0), np.zeros((1, 5), dtype=bool)
    hidden[0, 0] = True
    far = np.full((1, 5), away)
    K = kernel(X, X)
    found = restored(kernel, X, K, dual.fit(K, 2).alpha, far, hidden)
    assert found[0, 0] == pytest.approx(X[:, 0].mean(), abs=1e-12)


def test_one_step_is_a_mean_of_the_samples_with_their_weights_times_their_kernel_values(
    monkeypatch,
):
    """Written out for one component of three samples, whose second column is hidden."""
    monkeypatch.setattr(hidden_values, "STEPS", 1)
    X = np.array([[0.0, 1.0], [1.0, 3.0], [3.0, 2.0]])
    kernel, point = RBF(0.25), np.array([[0.5, 99.0]])
    K = kernel(X, X)
    alpha = dual.fit(K, 1).alpha
    k = np.exp(-0.25 * ((np.array([0.5, 2.0]) - X) ** 2).sum(axis=1))
    beta = float((k - K.mean(axis=0)) @ (alpha[:, 0] - alpha.mean()))
    w = beta * (alpha[:, 0] - alpha.mean()) + 1.0 / 3.0
    expected = (w * k) @ X[:, 1] / (w * k).sum()
    found = restored(kernel, X, K, alpha, point, np.array([[False, True]]))
    assert found[0, 0] == 0.5
    assert found[0, 1] == pytest.approx(expected, rel=1e-12, abs=0.0)
    assert abs(expected - 2.0) > 0.05, "the control: the mean of the column, where it starts"


@pytest.mark.parametrize("far", [0.0, 1e6, 1e9])
def test_fast_kernel_values_are_those_of_differences(far):
    X = _curve() + 100.0
    X[0] += far
    Y = X[::3] + 0.01
    expected = RBF(0.5)(Y, X)
    found = hidden_values._values(RBF(0.5), X)(Y)
    # The pair of both far points is at a distance of two units in the last place of 1e9.
    assert np.abs(found - expected)[1:].max() < 1e-12
    assert np.abs(found - expected)[0, 1:].max() < 1e-12


def test_the_gain_over_the_means_is_paired_by_sample():
    X = _curve()
    found = hidden_errors([RBF(0.5)], X, [2])
    of_means = errors_of_means(X)
    gain = found.gain(of_means)
    assert (gain.errors[0, 0] == of_means - found.errors[0, 0]).all()
    assert gain.mean[0, 0] == pytest.approx(
        errors_of_means(X).mean() - found.mean[0, 0], rel=1e-12, abs=0
    )
    folds = [gain.errors[0, 0, found.folds == fold].mean() for fold in range(5)]
    assert gain.standard_error[0, 0] == pytest.approx(
        np.std(folds, ddof=1) / 5**0.5, rel=1e-12, abs=0
    )


def test_an_error_is_the_sum_over_the_groups_of_one_sample_restored_by_itself():
    X, kernel = _curve(30), RBF(0.5)
    found = hidden_errors([Linear(), kernel], X, [4, 2], folds=3, groups=2, seed=5)
    assert found.components.tolist() == [2, 4]
    assert (found.folds == in_folds(30, 3, 5)).all()
    groups, out = hidden_values._groups(X, 2, 5), found.folds == 1
    K = kernel(X[~out], X[~out])
    alpha = dual.fit(K, 2).alpha
    for i in np.flatnonzero(out):
        ends = [restored(kernel, X[~out], K, alpha, X[[i]], one[[i]]) for one in groups]
        squares = sum(((end - X[i]) ** 2).sum() for end in ends)
        assert found.errors[1, 0, i] == pytest.approx(squares, rel=1e-9, abs=0)


def test_the_means_are_those_of_the_other_folds():
    """With a fold for each sample, its distance to the mean of the others is n/(n - 1) times."""
    X = _curve(25)
    expected = (25 / 24) ** 2 * X.var(axis=0).sum()
    assert errors_of_means(X, folds=25).mean() == pytest.approx(expected, rel=1e-12, abs=0)
    assert errors_of_means(X, seed=1).mean() != errors_of_means(X, seed=0).mean()


def test_groups_are_random_for_each_sample_and_those_of_the_seed():
    groups = [hidden_values._groups(np.zeros((9, 8)), 4, seed) for seed in (0, 0, 1)]
    assert (groups[0] == groups[1]).all()
    assert (groups[0] != groups[2]).any()
    assert (groups[0][:, 0] != groups[0][:, 1]).any()


def test_of_fewer_columns_than_groups_each_is_hidden_by_itself():
    X = np.random.default_rng(4).normal(size=(20, 3)) @ np.array(
        [[1, 2, 0], [0, 1, 1], [2, 0, 1.5]]
    )
    many, three = (hidden_errors([Linear()], X, [1], groups=g, seed=2).errors for g in (9, 3))
    np.testing.assert_array_equal(many, three)
