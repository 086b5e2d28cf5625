"""Limits for new samples, false alarms are counted, and planted faults are found."""

import numpy as np
import pytest
from sklearn.datasets import load_wine

from kpca.centering import row_means
from kpca.choosing.control_limits import (
    ControlLimits,
    FalseAlarms,
    Monitor,
    combined,
    control_limits,
    drawn,
    false_alarms,
    statistics,
    t2_limits_of_new,
    t2_limits_of_training,
)
from kpca.choosing.folds import in_folds, left_out
from kpca.formulations import dual
from kpca.kernels import RBF, Cosine, Linear
from novelty import reconstruction_error

RNG = np.random.default_rng(14)
WINE = load_wine().data
WINE = (WINE - WINE.mean(axis=0)) / WINE.std(axis=0)
ORDER = np.random.default_rng(1).permutation(len(WINE))
TRAINING, USUAL = WINE[ORDER[:133]], WINE[ORDER[133:143]]


def _monitor(kernel, X, d, **more):
    K = kernel(X, X)
    limits = control_limits(K, d, **more)
    return Monitor(kernel, X, dual.fit(K, d), row_means(K), limits)


def test_t2_and_spe_of_two_samples_by_hand():
    scores, lengths = np.array([[2.0, -3.0], [0.5, 1.0]]), np.array([15.5, 1.0])
    found = statistics(scores, lengths, np.array([4.0, 2.0]))
    # 4/4 + 9/2, and 15.5 - 13; the second length is smaller by rounding or an indefinite kernel.
    assert found.tolist() == [[5.5, 2.5], [0.5625, 0.0]]


@pytest.mark.parametrize("kernel", [Linear(), RBF(0.02)], ids=str)
def test_the_statistics_of_points_are_the_distances_along_and_off_the_components(kernel):
    monitor, K = _monitor(kernel, TRAINING, 3), kernel(TRAINING, TRAINING)
    found, K_new = monitor.statistics(USUAL), kernel(USUAL, TRAINING)
    z = dual.place(monitor.solution, K, K_new)
    error = reconstruction_error(monitor.solution, K, K_new, kernel.diagonal(USUAL))
    np.testing.assert_allclose(found[:, 1], error, rtol=1e-10)
    np.testing.assert_allclose(found[:, 0], (z**2 / monitor.limits.variances).sum(axis=1))
    if isinstance(kernel, Linear):
        axes = np.linalg.svd(TRAINING - TRAINING.mean(axis=0))[2]
        rest = (USUAL - TRAINING.mean(axis=0)) @ axes[3:].T
        np.testing.assert_allclose(found[:, 1], (rest**2).sum(axis=1), rtol=1e-10)


def test_a_limit_is_the_value_of_its_rank_among_left_out_samples():
    X = RNG.normal(size=(39, 5)) * [3.0, 2.0, 1.0, 0.7, 0.2]
    limits = control_limits(X @ X.T, 2, (0.5, 0.9, 0.99))
    scores, lengths, variances = left_out(X @ X.T, 2)
    t2 = np.sort((scores**2 / variances).sum(axis=1))
    spe = np.sort(lengths - (scores**2).sum(axis=1))
    np.testing.assert_allclose(limits.values[:2, 0], t2[[19, 35]], rtol=1e-12)
    np.testing.assert_allclose(limits.variances, variances.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(limits.values[:2, 1], spe[[19, 35]], rtol=1e-12)
    assert np.isinf(limits.values[2]).all(), "39 samples show no level of 99 %"
    assert (limits.levels, limits.samples) == ((0.5, 0.9, 0.99), 39)


@pytest.mark.parametrize(
    ("n", "level", "rank"),
    [
        (99, 0.55, 55),
        (99, 0.99, 99),
        (19, 0.95, 19),
        (18, 0.95, None),
        (20, 0.95, 20),
        (24, 0.28, 7),
    ],
)
def test_the_rank_of_a_limit_is_that_of_its_level_as_it_is_written(n, level, rank):
    """0.55 times 100 and 0.28 times 25 are 55 and 7, and more in double precision."""
    X = np.random.default_rng(2).normal(size=(n, 2)) * [3.0, 1.0]
    scores, lengths, variances = left_out(X @ X.T, 1)
    t2 = np.sort(statistics(scores, lengths, variances)[:, 0])
    expected = np.inf if rank is None else t2[rank - 1]
    assert control_limits(X @ X.T, 1, (level,)).values[0, 0] == expected


def test_of_new_samples_as_many_are_above_the_limits_as_stated_and_most_above_careless_ones():
    """Noise, whose eigenvalues are close. With limits from training samples most are above."""
    kernel, d, level, rng = RBF(0.005), 5, 0.9, np.random.default_rng(8)
    rates, careless = [], []
    for _ in range(100):
        X, new = rng.normal(size=(40, 30)), rng.normal(size=(200, 30))
        monitor = _monitor(kernel, X, d, levels=(level,))
        K, solution = kernel(X, X), monitor.solution
        found = monitor.statistics(new)
        rates.append((found > monitor.limits.values).mean(axis=0))
        lengths = K.diagonal() - 2.0 * K.mean(axis=1) + K.mean()
        training = statistics(solution.scores, lengths, solution.variance)
        with_training = statistics(
            dual.place(solution, K, kernel(new, X)),
            1.0 - 2.0 * kernel(new, X).mean(axis=1) + K.mean(),
            solution.variance,
        )
        careless.append((with_training > np.quantile(training, level, axis=0)).mean(axis=0))
    rate, control = np.mean(rates, axis=0), np.mean(careless, axis=0)
    error = np.std(rates, axis=0) / np.sqrt(100)
    assert (error < 0.01).all()
    assert (np.abs(rate - (1.0 - level)) < 3.0 * error).all()
    assert control[1] > 0.6, "the SPE of training samples is too small"


def test_false_alarms_of_held_out_samples_are_as_often_as_the_level_says():
    K = RBF(0.02)(WINE, WINE)
    found = false_alarms(K, 4, (0.8, 0.95))
    assert found.rates.shape == (2, 2)
    expected = np.array([[0.2], [0.05]])
    assert (np.abs(found.rates - expected) <= 3.0 * found.standard_errors).all()
    assert found.samples == 178


def test_the_lengths_of_held_out_samples_are_those_from_the_mean_of_the_others():
    """Both statistics, written out with the features themselves."""
    differ = []
    X = np.random.default_rng(23).normal(size=(30, 4)) * [3.0, 2.0, 1.0, 0.5] + [9.0, 1.0, 2.0, 5.0]
    levels = (0.2, 0.4, 0.6, 0.7, 0.8)
    for seed in (0, 3, 4):
        alarms, by_own, fold_of = np.zeros((5, 2)), np.zeros(5), in_folds(30, 5, seed)
        for fold in range(5):
            new, old = X[fold_of == fold], X[fold_of != fold]
            axes = np.linalg.svd(old - old.mean(axis=0))[2]
            z = (new - old.mean(axis=0)) @ axes.T
            limits = control_limits(old @ old.T, 2, levels, seed)
            t2 = (z[:, :2] ** 2 / limits.variances).sum(axis=1)
            found = np.column_stack([t2, (z[:, 2:] ** 2).sum(axis=1)])
            alarms += (found[None] > limits.values[:, None]).sum(axis=1)
            own = ((old - old.mean(axis=0)) @ axes[:2].T).var(axis=0)
            t2 = (z[:, :2] ** 2 / own).sum(axis=1)
            by_own += (t2[None] > limits.values[:, :1]).sum(axis=1)
        found = false_alarms(X @ X.T, 2, levels, seed).rates
        np.testing.assert_allclose(found, alarms / 30, rtol=1e-12)
        assert (alarms > 0).all()
        differ.append((by_own != alarms[:, 0]).any())
    assert any(differ), "the control: variances of the solution itself"


def test_the_folds_are_those_of_the_seed():
    K = RBF(0.02)(WINE[:60], WINE[:60])
    first, same, other = (control_limits(K, 3, (0.8,), seed).values for seed in (0, 0, 1))
    assert (first == same).all()
    assert (first != other).any()
    assert len({false_alarms(K, 3, (0.8,), seed).rates.tobytes() for seed in range(4)}) > 1


def test_a_sample_at_a_limit_is_no_alarm(monkeypatch):
    monkeypatch.setattr(
        "kpca.choosing.control_limits.statistics", lambda scores, *_: np.ones((len(scores), 2))
    )
    X = RNG.normal(size=(40, 3))
    assert (control_limits(X @ X.T, 1, (0.5,)).values == 1.0).all()
    assert (false_alarms(X @ X.T, 1, (0.5,)).rates == 0.0).all()


def test_held_out_samples_of_few_with_many_columns_are_held_out_of_the_components_too():
    """Placed on components that they took part in, hardly one of them would be above."""
    sets = [RNG.normal(size=(50, 40)) for _ in range(12)]
    found = np.mean([false_alarms(RBF(0.005)(X, X), 5, (0.7,)).rates[0] for X in sets], axis=0)
    assert (np.abs(found - 0.3) < 0.08).all()


def test_a_sample_far_from_all_others_is_an_alarm_where_it_is_held_out():
    X = np.vstack([RNG.normal(size=(60, 3)), [[50.0, 40.0, 30.0]]])
    found = false_alarms(X @ X.T, 1, (0.5, 0.9))
    without = false_alarms(X[:60] @ X[:60].T, 1, (0.5, 0.999))
    assert np.isinf(control_limits(X @ X.T, 1, (0.999,)).values).all()
    assert (without.rates[1] == 0.0).all()
    assert found.rates[1, 0] >= 1 / 61


def test_the_standard_error_is_binomial_and_not_zero_without_an_alarm():
    found = FalseAlarms(np.array([[0.04, 0.0], [1.0, 0.0]]), 100)
    expected = [[0.0195959, 0.0099499], [0.0099499, 0.0099499]]
    np.testing.assert_allclose(found.standard_errors, expected, rtol=1e-5)


@pytest.mark.parametrize("kernel", [Linear(), RBF(1.0 / 260)], ids=str)
def test_one_column_moved_by_three_deviations_is_found_and_attributed(kernel):
    monitor = _monitor(kernel, TRAINING, 6)
    limit, found, named = monitor.limits.values[0], 0, 0
    assert (monitor.statistics(USUAL) > limit).any(axis=1).sum() <= 1
    for i, column in zip(range(10), (6, 1, 10, 3, 12, 7, 2, 9, 5, 11), strict=True):
        moved = USUAL[i].copy()
        moved[column] += 3.0 * np.sign(moved[column])
        if (monitor.statistics(moved[None])[0] > limit).any():
            found += 1
            named += monitor.contributions(moved).argmax() == column
    assert found >= 8
    assert named == found


def test_a_contribution_is_the_decrease_for_the_best_value_of_the_column():
    """With the linear kernel the index is a square, whose minimum is known."""
    monitor = _monitor(Linear(), TRAINING, 4)
    x = USUAL[2].copy()
    x[3] += 3.0
    axes = np.linalg.svd(TRAINING - TRAINING.mean(axis=0))[2]
    t2, spe = monitor.limits.values[0]
    M = axes[:4].T @ np.diag(1.0 / monitor.limits.variances) @ axes[:4] / t2
    M += (np.eye(13) - axes[:4].T @ axes[:4]) / spe
    away = x - TRAINING.mean(axis=0)
    steps = M @ away / M.diagonal()
    inside = (TRAINING.min(axis=0) < x - steps) & (x - steps < TRAINING.max(axis=0))
    expected = steps**2 * M.diagonal()
    found = monitor.contributions(x)
    assert inside.sum() >= 8
    np.testing.assert_allclose(found[inside], expected[inside], rtol=1e-6, atol=1e-6)
    assert found.argmax() == 3


def test_of_many_columns_those_that_explain_most_are_refined_and_none_contributes_less_than_0():
    """25 columns, more than are refined; the best value of the first is between two of its grid."""
    rng = np.random.default_rng(17)
    X = rng.normal(size=(80, 25)) * np.linspace(1.0, 2.0, 25)
    monitor, x = _monitor(Linear(), X, 2), X.mean(axis=0)
    x[0] += 30.0
    axes, (t2, spe) = np.linalg.svd(X - X.mean(axis=0))[2], monitor.limits.values[0]
    M = axes[:2].T @ np.diag(1.0 / monitor.limits.variances) @ axes[:2] / t2
    M += (np.eye(25) - axes[:2].T @ axes[:2]) / spe
    np.testing.assert_allclose(monitor.contributions(x)[0], 900.0 * M[0, 0], rtol=1e-7)
    assert (monitor.contributions(X.mean(axis=0)) >= 0.0).all()


def test_values_are_tried_at_quantiles_and_the_best_of_them_counts_if_no_other_is_better(
    monkeypatch,
):
    X = np.exp(RNG.normal(size=(60, 3)))
    monitor, x = _monitor(Linear(), X, 2), np.array([20.0, 1.0, 1.0])
    np.testing.assert_allclose(monitor._grids[:, [0, 20]].T, [X.min(axis=0), X.max(axis=0)])
    np.testing.assert_allclose(monitor._grids[:, 10], np.median(X, axis=0))
    refined = monitor.contributions(x)
    monkeypatch.setattr("kpca.choosing.control_limits._least", lambda *_: 1e9)
    found = monitor.contributions(x)
    assert (found <= refined).all()
    np.testing.assert_allclose(found[0], refined[0], rtol=0.01)


def test_rounding_is_no_alarm_but_a_copy_that_differs_is_one():
    """The components span all features, until a new sample breaks a relation of the columns."""
    X = np.column_stack([TRAINING[:, :3], TRAINING[:, 0] + TRAINING[:, 1]])
    monitor, new = _monitor(Linear(), X, 3), USUAL[:, [0, 1, 2, 0]]
    new[:, 3] += USUAL[:, 1]
    found = monitor.statistics(new)
    assert (found[:, 1] >= 0.0).all()
    assert (found[:, 1] < monitor.limits.values[0, 1]).all()
    new[4, 2] += 0.5
    new[5, 3] += 0.001
    assert (monitor.statistics(new)[:, 1] > monitor.limits.values[0, 1]).nonzero()[0].tolist() == [
        5
    ]


def test_a_column_without_another_value_contributes_nothing():
    X = np.column_stack([TRAINING[:, :4], np.full(133, 1.5)])
    monitor = _monitor(RBF(0.1), X, 2)
    found = monitor.contributions(np.array([4.0, 0.3, -0.2, 0.1, 1.5]))
    assert 0.0 <= found[4] < 1e-14
    assert found.argmax() == 0


def test_a_value_with_which_the_kernel_is_not_defined_is_not_tried():
    X = np.abs(TRAINING[:, :3]) * (np.abs(TRAINING[:, :3]) > 0.5)
    X = X[X.any(axis=1)]
    found = _monitor(Cosine(), X, 1).contributions(np.array([0.0, 3.0, 0.0]))
    assert np.isfinite(found).all()


def test_the_combined_index_counts_in_units_of_the_lowest_limits():
    limits = ControlLimits((0.9, 0.99), np.array([[4.0, 0.5], [9.0, np.inf]]), np.ones(2), 50)
    assert combined(np.array([[2.0, 1.0], [6.0, 0.25]]), limits).tolist() == [2.5, 2.0]


def test_of_many_samples_a_subset_is_drawn():
    chosen = drawn(50, 7, seed=2)
    assert len(set(chosen)) == 7
    assert (np.diff(chosen) > 0).all()
    assert (drawn(5, 7) == np.arange(5)).all()
    assert (chosen != drawn(50, 7, seed=3)).any()


@pytest.mark.parametrize("levels", [(0.9, 1.0), (0.0,), (0.99, 0.95), ()])
def test_levels_ascend_between_0_and_1(levels):
    with pytest.raises(ValueError, match="allowed"):
        control_limits(np.eye(9), 2, levels)


FIFTY_DIGITS = [
    # n, d, and the limits of 95 % and 99 % of training and of new samples
    (10, 2, [5.1759844155722863, 6.5855737842482468], [12.262167795692406, 23.785054261852173]),
    (20, 3, [7.1788483713112567, 9.4632364131192846], [11.846878881142982, 19.214999693505816]),
    (50, 5, [10.592726542569876, 13.843442263971958], [13.72515097240152, 19.575025209186082]),
]
"""From the incomplete beta function of mpmath with fifty digits."""


@pytest.mark.parametrize(("n", "d", "training", "new"), FIFTY_DIGITS)
def test_limits_of_normal_scores_are_those_of_the_beta_and_of_the_f_distribution(
    n, d, training, new
):
    np.testing.assert_allclose(t2_limits_of_training(n, d), training, rtol=1e-12)
    np.testing.assert_allclose(t2_limits_of_new(n, d), new, rtol=1e-12)


def test_limits_of_normal_scores_let_their_share_of_samples_pass_and_the_other_law_does_not():
    rng, n, d, rounds = np.random.default_rng(5), 12, 3, 1500
    above = {"training": [], "new": [], "training by F": [], "new by Beta": []}
    own, other = t2_limits_of_training(n, d)[0], t2_limits_of_new(n, d)[0]
    for _ in range(rounds):
        X, fresh = rng.normal(size=(n, d)), rng.normal(size=(n, d))
        _, s, axes = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
        of_both = [
            statistics((points - X.mean(axis=0)) @ axes.T, np.ones(n), s**2 / n)[:, 0]
            for points in (X, fresh)
        ]
        for name, t2, limit in (
            ("training", of_both[0], own),
            ("new", of_both[1], other),
            ("training by F", of_both[0], other),
            ("new by Beta", of_both[1], own),
        ):
            above[name].append((t2 > limit).mean())
    shares = {name: np.mean(found) for name, found in above.items()}
    # Of 18,000 samples, which are not independent.
    assert shares["training"] == pytest.approx(0.05, abs=0.006)
    assert shares["new"] == pytest.approx(0.05, abs=0.012)
    assert shares["training by F"] == 0.0, "the limit is above n - 1"
    assert shares["new by Beta"] > 0.15


def test_few_samples_have_no_limits_of_normal_scores():
    assert np.isinf(t2_limits_of_training(4, 3)).all()
    assert np.isfinite(t2_limits_of_training(5, 3)).all()
    assert np.isinf(t2_limits_of_new(3, 3)).all()
    assert np.isfinite(t2_limits_of_new(4, 3)).all()
    X = np.random.default_rng(1).normal(size=(4, 3))
    Z = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    t2 = statistics(Z[0] * Z[1], np.ones(4), Z[1] ** 2 / 4)[:, 0]
    np.testing.assert_allclose(t2, 3.0, rtol=1e-9)
