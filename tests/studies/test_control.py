"""The control chart of a study: its new samples, random subsets, and given matrices."""

from dataclasses import replace

import numpy as np
import pytest

from kpca.choosing import control_limits as limits_of
from kpca.data import Distances, Gram, Vectors
from kpca.kernels import RBF, Linear
from kpca.studies import control
from kpca.studies.control import control_chart, training_chart
from kpca.studies.study import Study

RNG = np.random.default_rng(31)
MIXED = np.array([[2.0, 1.0, 0.5, -0.3, 0.1], [0.2, -0.8, 1.0, 0.6, -0.4]])
POINTS = RNG.normal(size=(110, 2)) @ MIXED + 0.2 * RNG.normal(size=(110, 5))
NEW = POINTS[100:].copy()
NEW[3, 2] += 4.0
NEW[7, 4] -= 9.0


def _study(data, n=100, m=10):
    names, new = [f"s{i}" for i in range(n)], [f"t{i}" for i in range(m)]
    return Study("s", "S", data, 2, names, n * [""], new, m * [""])


STUDY = _study(Vectors(RBF(0.05), POINTS[:100], NEW))


def _chart(study):
    return control_chart(study.solve())


def test_moved_samples_are_above_and_the_column_that_was_moved_contributes_most():
    chart = _chart(STUDY)
    assert chart.above.shape == (10, 2)
    assert {3, 7} <= set(np.flatnonzero(chart.above.any(axis=1)))
    assert next(iter(chart.contributions)) == 7, "the farthest above comes first"
    assert chart.contributions[3].argmax() == 2
    assert chart.contributions[7].argmax() == 4
    assert set(chart.contributions) == set(np.flatnonzero(chart.above.any(axis=1)))
    assert (chart.above[7] <= 2).all()
    assert chart.basis == (
        "limits from all 100 training samples, false alarms of all 100 training samples"
    )
    assert chart.limits.levels == (0.95, 0.99)
    scores = STUDY.solve().placed[0]
    t2 = (scores**2 / chart.limits.variances).sum(axis=1)
    np.testing.assert_allclose(chart.statistics[:, 0], t2, rtol=1e-12)
    K, K_new = (RBF(0.05)(points, POINTS[:100]) for points in (POINTS[:100], NEW))
    lengths = 1.0 - 2.0 * K_new.mean(axis=1) + K.mean()
    spe = lengths - (scores**2).sum(axis=1)
    np.testing.assert_allclose(chart.statistics[:, 1], spe, rtol=1e-9)
    assert (chart.alarms.rates[0] < 0.15).all()


@pytest.mark.parametrize(("values", "count"), [(1, 3), (4 * 20 * 5 * 400, 4), (10**9, 6)])
def test_contributions_are_those_of_the_farthest_as_time_allows_and_at_least_of_three(
    monkeypatch, values, count
):
    """A sample takes 20 values for each of 5 columns and 100 + 300 samples."""
    monkeypatch.setattr(control, "GRID", 20)
    monkeypatch.setattr(control, "VALUES", values)
    moved = POINTS[100:] + 9.0 * np.eye(10, 5)[::-1]
    moved[4] += [0.0, 7.0, 0.0, 0.0, 0.0]
    chart = _chart(replace(STUDY, data=Vectors(RBF(0.05), POINTS[:100], moved)))
    above = chart.above.any(axis=1).sum()
    assert above >= 6 or count < 6
    assert len(chart.contributions) == (count if count < 6 else above)


@pytest.mark.parametrize(
    ("most", "words"), [(99, "a random subset of 99 of 100"), (100, "all 100")]
)
def test_the_basis_of_a_chart_says_whether_samples_were_left_out_of_it(monkeypatch, most, words):
    monkeypatch.setattr(control, "MOST", most)
    monkeypatch.setattr(control, "MOST_HELD_OUT", 64)
    assert _chart(STUDY).basis == (
        f"limits from {words} training samples, false alarms of a random subset of 64 of 100 "
        "training samples"
    )


def test_of_many_samples_random_subsets_are_left_out_and_held_out(monkeypatch):
    whole = _chart(STUDY).limits.values
    monkeypatch.setattr(control, "MOST", 60)
    monkeypatch.setattr(control, "MOST_HELD_OUT", 45)
    chart = _chart(STUDY)
    assert chart.basis == (
        "limits from a random subset of 60 of 100 training samples, false alarms of a random "
        "subset of 45 of 100 training samples"
    )
    chosen = limits_of.drawn(100, 60)
    K = RBF(0.05)(POINTS[chosen], POINTS[chosen])
    assert (chart.limits.values == limits_of.control_limits(K, 2).values).all()
    assert (chart.limits.values != whole).any()


def test_of_a_given_matrix_the_same_samples_are_drawn(monkeypatch):
    monkeypatch.setattr(control, "MOST", 60)
    X, kernel = STUDY.data.X, STUDY.data.kernel
    found = _chart(_study(Gram(kernel(X, X), kernel(NEW, X), kernel(NEW, NEW))))
    np.testing.assert_allclose(found.limits.values, _chart(STUDY).limits.values, rtol=1e-9)


def test_a_given_matrix_has_the_same_statistics_and_no_contributions():
    X, kernel = STUDY.data.X, STUDY.data.kernel
    given = Gram(kernel(X, X), kernel(NEW, X), kernel(NEW, NEW))
    found, expected = _chart(_study(given)), _chart(STUDY)
    np.testing.assert_allclose(found.statistics, expected.statistics, rtol=1e-9)
    np.testing.assert_allclose(found.limits.values, expected.limits.values, rtol=1e-9)
    assert found.contributions == {}


def test_contributions_are_computed_of_the_samples_farthest_above(monkeypatch):
    monkeypatch.setattr(control, "FEWEST", 1)
    every = list(_chart(STUDY).contributions)
    monkeypatch.setattr(control, "EXPLAINED", 2)
    assert list(_chart(STUDY).contributions) == every[:2] == [7, 3]
    monkeypatch.setattr(control, "VALUES", 1)
    assert list(_chart(STUDY).contributions) == [7]
    # Values of one sample: 21 on the grid of each of five columns, and as many as 300 samples more.
    monkeypatch.setattr(control, "VALUES", 2 * 21 * 5 * (100 + 300))
    assert list(_chart(STUDY).contributions) == every[:2]
    monkeypatch.setattr(control, "VALUES", 2 * 21 * 5 * (100 + 300) - 1)
    assert list(_chart(STUDY).contributions) == [7]


def test_a_sample_at_a_limit_is_not_above_it():
    limits = limits_of.ControlLimits((0.9, 0.99), np.array([[2.0, 0.5], [3.0, np.inf]]), None, 9)
    found = np.array([[2.0, 0.5], [2.5, 0.25], [3.5, 7.0]])
    alarms = limits_of.FalseAlarms(np.zeros((2, 2)), 9)
    chart = control.ControlChart(found, limits, np.ones(2), 9, alarms)
    assert chart.above.tolist() == [[0, 0], [1, 0], [2, 1]]


def test_a_chart_without_new_samples_says_that_the_training_samples_are_placed_again():
    X = POINTS[:100]
    study = _study(Vectors(RBF(0.05), X, X), m=100)
    again = _chart(replace(study, new_names=study.names))
    assert (again.again, _chart(STUDY).again) == (True, False)
    assert again.statistics.shape == (100, 2)


@pytest.mark.parametrize("kernel", [RBF(0.05), Linear()], ids=str)
def test_a_study_that_was_solved_in_tiles_has_the_same_chart(kernel):
    """Points whose mean is not 0: tiles of the linear kernel are those of centered points."""
    whole = _study(Vectors(kernel, POINTS[:100] + 5.0, NEW + 5.0))
    expected, found = _chart(whole), _chart(replace(whole, statements="none"))
    np.testing.assert_allclose(found.statistics, expected.statistics, rtol=1e-8)
    np.testing.assert_allclose(found.limits.values, expected.limits.values, rtol=1e-8)
    assert list(found.contributions) == list(expected.contributions)
    for i, values in expected.contributions.items():
        np.testing.assert_allclose(found.contributions[i], values, rtol=1e-6, atol=1e-9)


def test_far_from_the_origin_the_chart_of_the_linear_kernel_is_that_of_centered_points():
    near, far = (
        _chart(replace(_study(Vectors(Linear(), X, new)), statements="none"))
        for X, new in ((POINTS[:100], NEW), (POINTS[:100] + 1e8, NEW + 1e8))
    )
    np.testing.assert_allclose(far.statistics, near.statistics, rtol=1e-5)
    np.testing.assert_allclose(far.limits.values, near.limits.values, rtol=1e-5)
    np.testing.assert_allclose(far.contributions[7], near.contributions[7], rtol=1e-4)


@pytest.mark.parametrize("name", ["statistics", "contributions"])
def test_the_chart_is_the_same_each_time(name):
    first, second = _chart(STUDY), _chart(STUDY)
    assert str(getattr(first, name)) == str(getattr(second, name))


def test_the_limits_of_normal_scores_are_those_of_new_samples_or_of_training_samples_again():
    np.testing.assert_allclose(_chart(STUDY).normal, limits_of.t2_limits_of_new(100, 2))
    again = replace(
        STUDY,
        data=Vectors(RBF(0.05), POINTS[:100], POINTS[:100]),
        new_names=STUDY.names,
        new_labels=STUDY.labels,
    )
    np.testing.assert_allclose(_chart(again).normal, limits_of.t2_limits_of_training(100, 2))


def test_training_samples_have_their_own_statistics_and_limits_of_those_left_out(monkeypatch):
    one = STUDY.solve()
    chart = one.training_chart
    X = POINTS[:100]
    K = RBF(0.05)(X, X)
    C = np.eye(100) - 0.01
    values, vectors = np.linalg.eigh(C @ K @ C)
    t2 = 100 * (vectors[:, -2:] ** 2).sum(axis=1)
    spe = (C @ K @ C).diagonal() - (vectors[:, -2:] ** 2 * values[-2:]).sum(axis=1)
    np.testing.assert_allclose(chart.statistics, np.column_stack([t2, spe]), rtol=1e-9)
    np.testing.assert_allclose(chart.normal, limits_of.t2_limits_of_training(100, 2))
    np.testing.assert_allclose(chart.limits.values, limits_of.control_limits(K, 2).values)
    assert chart.basis == "limits from all 100 training samples"
    expected = np.column_stack([t2 > chart.normal[0], spe > chart.limits.values[0, 1]])
    np.testing.assert_array_equal(chart.above > 0, expected)
    assert 0 < expected.sum() < 12
    # New samples are those of their own chart.
    np.testing.assert_allclose(one.statistics[100:], one.chart.statistics)
    monkeypatch.setattr(control, "MOST_OF_TRAINING", 60)
    assert "a random subset of 60 of 100" in training_chart(one).basis


def test_few_training_samples_have_no_limits_from_those_left_out():
    few = _study(Vectors(Linear(), POINTS[:3], POINTS[:3]), 3, 3)
    chart = few.solve().training_chart
    assert np.isinf(chart.limits.values).all()
    assert np.isinf(chart.normal).all(), "T² of each sample is 2"
    np.testing.assert_allclose(chart.statistics[:, 0], 2.0, rtol=1e-9)
    assert not chart.above.any()


def test_an_spe_that_is_rounding_is_zero():
    X = POINTS[:30, :2]
    study = _study(Vectors(Linear(), X, X[:4]), 30, 4)
    one = study.solve()
    assert (one.statistics[:30, 1] == 0.0).all()
    assert (one.statistics[:, 0] > 0.0).all()


def test_an_spe_of_distances_that_are_not_euclidean_may_be_negative_and_is_0_on_a_chart():
    D = np.abs(POINTS[:30, None] - POINTS[:30]).sum(axis=2)
    one = _study(Distances(D, D, D), 30, 30).solve()
    spe = one.training_lengths - (one.solution.scores**2).sum(axis=1)
    assert (spe < 0.0).any()
    np.testing.assert_allclose(one.statistics[:30, 1], spe, rtol=1e-9)
    np.testing.assert_array_equal(one.training_chart.statistics[:, 1], np.maximum(spe, 0.0))
