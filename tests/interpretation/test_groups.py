"""Groups are parts of k-means between which there is a gap, and of clouds there is none."""

import numpy as np
import pytest
from scipy.spatial.distance import mahalanobis
from sklearn.datasets import load_iris

from kpca.interpretation import groups

CORNERS = np.array([[-1.0, -1], [-1, 1], [1, -1], [1, 1]])


def _clouds(centers, counts, widths=None):
    """Samples around ``centers`` (k, d), with the deviations 1 or ``widths``, in a mixed order."""
    rng = np.random.default_rng(4)
    of = rng.permutation(np.repeat(np.arange(len(counts)), counts))
    spread = np.ones(len(counts)) if widths is None else np.array(widths)
    Z = np.array(centers)[of] + spread[of, None] * rng.normal(size=(len(of), len(centers[0])))
    return Z - Z.mean(axis=0), of


def test_the_gap_of_groups_with_one_covariance_is_the_distance_of_mahalanobis():
    shape = CORNERS @ np.array([[2.0, 0.7], [0.0, 0.5]])
    shift = np.array([3.0, 4.0])
    Z, of = np.vstack([shape, shape + shift, shape - 2.0 * shift]), np.repeat([0, 1, 2], 4)
    inverse = np.linalg.inv(shape.T @ shape / 3.0)
    between = groups.gaps(Z, of)
    assert between[0, 1] == pytest.approx(
        mahalanobis(shift, np.zeros(2), inverse), rel=1e-12, abs=0.0
    )
    assert between[1, 2] == pytest.approx(3.0 * between[0, 1], rel=1e-12, abs=0.0)
    assert np.array_equal(between, between.T) and np.isinf(between.diagonal()).all()


def test_the_gap_of_groups_of_unequal_width_is_in_units_of_their_own_deviations():
    """By hand: 12 apart, with the deviations 0.4 and 2 times sqrt(4/3) along the line."""
    Z = np.vstack([0.4 * CORNERS, 2.0 * CORNERS + [12.0, 0.0]])
    expected = 12.0 / (1.2 * np.sqrt(4.0 / 3.0))
    assert groups.gaps(Z, np.repeat([0, 1], 4))[0, 1] == pytest.approx(expected, rel=1e-12, abs=0.0)
    single = np.vstack([Z, [[30.0, 0.0]]])
    alone = groups.gaps(single, np.array([0] * 4 + [1] * 4 + [2]))
    assert np.isfinite(alone[0, 2]) and alone[0, 2] > alone[1, 2] > alone[0, 1]
    for points in ([0, 0, 5, 5], [0, 0, 0, 0]):
        assert np.isinf(groups.gaps(Z[points], np.array([0, 0, 1, 1]))[0, 1])


@pytest.mark.parametrize(
    "counts", [(30, 50, 20), (60, 60), (25, 31, 40, 34, 28), (25, 31, 40, 34, 28, 22)]
)
def test_groups_eight_deviations_apart_are_found_the_largest_first(counts):
    centers = 12.0 * np.eye(6)[: len(counts)]
    Z, of = _clouds(centers, counts)
    Z = Z @ np.linalg.svd(Z, full_matrices=False)[2].T
    found = groups.found(Z)
    assert found.number == len(counts)
    assert np.bincount(found.of).tolist() == sorted(counts, reverse=True)
    for group in range(len(counts)):
        assert len({*of[found.of == group]}) == 1


def test_a_sixth_group_is_seen_on_the_fifth_component_and_by_one_of_several_starts():
    centers = np.vstack([np.zeros(5), np.diag([90.0, 75.0, 60.0, 45.0, 10.0])])
    rng = np.random.default_rng(69)
    random = 12.0 * rng.normal(size=(6, 5)), rng.integers(6, 20, size=6)
    for at, counts, fewer in ((*random, 5), (centers, [14] * 6, 4)):
        X = np.repeat(at, counts, axis=0)
        X = X + rng.normal(size=X.shape)
        Z = (X - X.mean(axis=0)) @ np.linalg.svd(X - X.mean(axis=0))[2].T
        assert groups.found(Z[:, : groups.COMPONENTS]).number == 6
        assert (fewer == 5) or groups.found(Z[:, :fewer]).number == 5


@pytest.mark.parametrize(
    ("n", "gap", "number"),
    [(60, 5.45, 1), (60, 5.55, 2), (58, 6.45, 1), (20, 6.55, 2), (18, 8.9, 1), (18, 9.1, 2)],
)
def test_two_groups_are_apart_from_a_gap_on_that_is_larger_for_few_samples(n, gap, number):
    half = np.random.default_rng(2).normal(size=(n // 2, 2))
    half = half - half.mean(axis=0)
    half = half @ np.linalg.inv(np.linalg.cholesky(half.T @ half / (n / 2 - 1.0))).T
    Z = np.vstack([half - [gap / 2.0, 0.0], half + [gap / 2.0, 0.0]])
    assert groups.found(Z).number == number


@pytest.mark.parametrize(("few", "number"), [(2, 1), (3, 2), (4, 2)])
def test_a_group_has_at_least_three_samples_and_a_twentieth_of_all(few, number):
    assert groups.found(_clouds([[0.0, 0.0], [25.0, 0.0]], (40, few))[0]).number == number
    assert groups.found(_clouds([[0.0, 0.0], [25.0, 0.0]], (40 * few, few))[0]).number == 1


def test_the_parts_of_k_means_are_mended_where_the_groups_are_long():
    """Of iris, k-means takes 3 of the 100 longer flowers for setosa, and then the gap is 5.49."""
    X = load_iris().data
    Z = (X - X.mean(axis=0)) @ np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[2].T
    found = groups.found(Z)
    assert np.bincount(found.of).tolist() == [100, 50]
    assert {*found.of[:50]} == {1}
    assert groups.gaps(Z[:, :2], found.of)[0, 1] == pytest.approx(7.06, abs=0.01)


@pytest.mark.parametrize("n", [12, 40, 90])
def test_of_clouds_points_and_equal_samples_there_are_no_groups(n):
    rng = np.random.default_rng(n)
    for Z in (rng.normal(size=(n, 5)), rng.uniform(size=(n, 2)), np.zeros((n, 3))):
        found = groups.found(Z - Z.mean(axis=0))
        assert (found.number, {*found.of}) == (1, {0})
    assert groups.found(np.zeros((2, 2))).number == 1


def test_a_column_alone_has_two_groups_by_the_same_rule():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(80, 6)) * [1.0, 1e6, 1e-9, 1.0, 5.0, 1.0]
    assert not groups.two_in_columns(X)
    assert not groups.two_in_columns(np.column_stack([X, np.full(80, 3.0)]))
    for gap, are_two in ((4.0, False), (9.0, True)):
        Y = X.copy()
        Y[::3, 1] += gap * 1e6
        assert groups.two_in_columns(Y) is are_two
    few = X.copy()
    few[:3, 0] += 50.0
    assert not groups.two_in_columns(few), "less than a twentieth"
    assert groups.two_in_columns(np.column_stack([X, np.arange(80) % 2])), "two values"


def test_groups_that_touch_are_one_set():
    between = np.array(
        [[np.inf, 9, 4, 9], [9, np.inf, 9, 5.4], [4, 9, np.inf, 9], [9, 5.4, 9, np.inf]]
    )
    assert groups.touching(between, 60) == [[0, 2], [1, 3]]
    between[0, 3] = between[3, 0] = 6.4
    assert groups.touching(between, 60) == [[0, 2], [1, 3]]
    assert groups.touching(between, 59) == [[0, 1, 2, 3]]


B = np.arange(40) % 2


@pytest.mark.parametrize(
    ("X", "number"),
    [
        (np.column_stack([10.0 * B, np.linspace(-1.0, 1.0, 40) ** 3]), 2),
        (np.eye(4)[np.arange(40) % 4], 4),
        (np.column_stack([B, np.arange(40) // 20]), 4),
        (np.random.default_rng(3).integers(0, 2, size=(60, 3)), 1),
        (np.random.default_rng(3).integers(0, 3, size=(60, 3)), 1),
    ],
    ids=["no variance within", "four points", "four corners", "bits", "few whole numbers"],
)
def test_equal_values_are_groups_only_where_there_are_few_points(X, number):
    Z = X - X.mean(axis=0)
    Z = Z @ np.linalg.svd(Z, full_matrices=False)[2].T
    for factor in (1.0, 1e-200, 1e200):
        assert groups.found(factor * Z).number == number
    noisy = Z + 1e-13 * np.random.default_rng(1).normal(size=Z.shape)
    assert groups.found(noisy).number == number


def test_groups_depend_neither_on_the_order_of_the_samples_nor_on_their_unit():
    Z, _ = _clouds(9.0 * np.eye(4), (16, 14, 20, 14), (1.0, 2.0, 1.5, 1.0))
    first = groups.found(Z)
    for seed in range(4):
        order = np.random.default_rng(seed).permutation(len(Z))
        again = groups.found(1e12 * Z[order])
        assert again.number == first.number and np.array_equal(again.of, first.of[order])


@pytest.mark.parametrize("value", [0.1, 1.0 / 3.0, 1e5 + 0.1, 1e300])
def test_a_constant_column_has_no_groups_whatever_its_value_is(value):
    X = np.column_stack([np.random.default_rng(1).normal(size=37), np.full(37, value)])
    assert not groups.two_in_columns(X)
    assert not groups.two_in_columns(X[:, 1:]) and not groups.two_in_columns(X[:4])


@pytest.mark.parametrize(("gap", "are_two"), [(5.45, False), (5.55, True)])
def test_a_gap_in_a_column_is_in_units_of_the_deviations_of_both_parts(gap, are_two):
    half = np.random.default_rng(2).normal(size=30)
    half = (half - half.mean()) / half.std(ddof=1)
    wide = np.concatenate([0.9 * half, 1.1 * half + gap])[:, None]
    assert groups.two_in_columns(1e-200 * wide) is groups.two_in_columns(wide) is are_two


@pytest.mark.parametrize("distance", [1.0, 3.0, 9.0])
def test_the_standard_error_of_a_gap_is_the_deviation_of_simulated_ones(distance):
    """Of two normal groups on a map, within a fifth for groups of a dozen."""
    rng = np.random.default_rng(11)
    for n, m in ((60, 35), (12, 40)):
        at = np.repeat([0, 1], [n, m])
        shift = np.outer(at, [0.6 * distance, 0.8 * distance])
        found = [groups.gaps(rng.normal(size=(n + m, 2)) + shift, at)[0, 1] for _ in range(300)]
        assert 0.8 < groups.standard_error(distance, n, m) / np.std(found) < 1.2


def test_the_gap_in_a_column_needs_values_that_differ():
    a, b = np.array([[1.0, 4.0, 0.5], [3.0, 4.0, 0.5]]), np.array([[9.0, 6.0, 0.5]])
    expected = [2.0 * 7.0 / 2.0**0.5, np.inf, np.nan]
    np.testing.assert_allclose(groups.in_columns(a, b), expected, rtol=1e-15)
