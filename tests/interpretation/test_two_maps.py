"""Maps of one shape do not disagree, and neighbors are counted one by one."""

import numpy as np
import pytest

from kpca.interpretation import two_maps

Z = np.array([[0.0, 0.3], [1.0, 0.0], [3.1, 1.0], [4.0, 2.2], [7.5, -1.0], [9.0, 4.0]])


def test_maps_of_the_same_shape_do_not_disagree():
    turned = 3.0 * Z @ [[0.6, 0.8], [0.8, -0.6]] + [5.0, -7.0]
    assert two_maps.disagreement(Z, turned) < 1e-14
    assert two_maps.neighbors_in_common(Z, turned, 2) == 1.0


def test_two_corners_of_a_rectangle_that_change_places_disagree():
    """Of a rectangle of 4 by 2, the best turn of the changed one leaves 1 - (4² / (4² + 2²))²."""
    corners = np.array([[2.0, 1.0], [2.0, -1.0], [-2.0, 1.0], [-2.0, -1.0]])
    assert two_maps.disagreement(corners, corners[[0, 1, 3, 2]]) == pytest.approx(
        0.36, rel=1e-12, abs=0.0
    )


def test_a_map_of_one_component_has_zeros_on_the_second():
    line = np.array([[0.0], [1.0], [3.0], [7.0]])
    flat = np.column_stack([np.zeros(4), -2.0 * line[:, 0]])
    assert two_maps.disagreement(line, flat) < 1e-14


@pytest.mark.parametrize(("k", "shared"), [(1, 2 / 5), (2, 7 / 10), (4, 1.0)])
def test_neighbors_of_points_on_two_lines_are_those_counted_by_hand(k, shared):
    """On the first line the neighbors are 12, 02, 10, 24, 32, on the second 21, 23, 10, 12, 31."""
    first = np.array([[0.0], [1.0], [2.4], [5.1], [9.0]])
    second = np.array([[0.0], [2.0], [1.2], [3.5], [8.0]])
    assert two_maps.neighbors_in_common(first, second, k) == pytest.approx(
        shared, rel=1e-12, abs=0.0
    )


def test_only_the_first_two_components_are_compared():
    rng = np.random.default_rng(9)
    both, third = rng.normal(size=(30, 2)), 9.0 * rng.normal(size=(30, 2))
    found = two_maps.compare(
        np.column_stack([both, third[:, 0]]), np.column_stack([both, third[:, 1]])
    )
    assert found.disagreement < 1e-14
    assert found.neighbors == 1.0


def test_the_nearest_neighbors_of_many_points_are_those_of_all_distances():
    points = np.random.default_rng(12).normal(size=(300, 2))
    D = np.linalg.norm(points[:, None] - points, axis=2)
    expected = np.sort(np.argsort(D, axis=1)[:, 1:11], axis=1)
    np.testing.assert_array_equal(np.sort(two_maps._nearest(points, 10), axis=1), expected)


def test_a_component_runs_against_another_one_if_the_scores_of_all_samples_together_do():
    """The first sample disagrees with the others: the products are 2 - 6 - 20, and -3 + 8 + 5."""
    first = np.array([[1.0, 1.0], [-2.0, 4.0], [5.0, 1.0]])
    second = np.array([[2.0, -3.0, 7.0], [3.0, 2.0, -1.0], [-4.0, 5.0, 2.0]])
    assert two_maps.opposite(first, second) == [True, False, False]
    assert two_maps.opposite(second, first) == [True, False]


def test_neither_the_first_nor_the_largest_sample_decides_and_without_a_relation_nothing_turns():
    """The products are 1 + 1 - 2 = 0, and -20 + 14 + 8 = 2 although the largest one is -20."""
    first = np.array([[1.0, 5.0], [1.0, 2.0], [-2.0, 4.0]])
    second = np.array([[1.0, -4.0], [1.0, 7.0], [1.0, 2.0]])
    assert two_maps.opposite(first, second) == [False, False]
    assert two_maps.opposite(first, second * [1.0, -1.0]) == [False, True]


@pytest.mark.parametrize(("n", "nearest"), [(2, 1), (4, 1), (6, 2), (21, 5), (49, 5), (50, 10)])
def test_of_few_samples_no_more_than_half_of_the_others_are_neighbors(n, nearest):
    points = np.random.default_rng(3).normal(size=(n, 2))
    found = two_maps.compare(points, points)
    assert (found.nearest, found.by_chance) == (nearest, nearest / (n - 1))


def test_maps_without_any_relation_share_neighbors_by_chance():
    rng = np.random.default_rng(4)
    points = rng.normal(size=(400, 2))
    found = two_maps.compare(points, rng.permutation(points))
    assert (found.nearest, found.by_chance) == (10, 10 / 399)
    assert abs(found.neighbors - found.by_chance) < 0.01
    assert found.disagreement > 0.9


def test_samples_at_one_point_are_neighbors_of_each_other_and_not_of_themselves():
    many = np.vstack([np.zeros((5, 2)), [[1.0, 2.0], [3.0, -4.0]]])
    nearest = two_maps._nearest(many, 2)
    assert nearest.shape == (7, 2)
    assert (nearest != np.arange(7)[:, None]).all()
    assert set(nearest[:5].ravel()) <= set(range(5))


def test_a_map_may_differ_in_the_second_component_only():
    first = np.column_stack([np.full(6, 2.5), Z[:, 0]])
    assert two_maps.compare(first, Z[:, :1]).disagreement < 1e-14


def test_the_sentence_has_every_number():
    text = str(two_maps.Likeness(0.1234, 0.6251, 10, 10 / 399))
    for number in ("0.123", "10 nearest", "62.5 %", "2.5 %"):
        assert number in text


def test_a_map_of_the_same_distances_keeps_every_neighbor_also_of_a_lattice():
    """Rounding does not decide which of equally far samples are the nearest."""
    lattice = np.array([[i, j] for i in range(8) for j in range(8)], dtype=float)
    D = np.linalg.norm(lattice[:, None] - lattice, axis=2)
    turned = lattice @ np.array([[0.6, 0.8], [-0.8, 0.6]]) * 1e-7
    assert two_maps.neighbors_kept(D, turned, 10) == 1.0
    assert two_maps.neighbors_kept(D, turned[:, :1], 10) < 0.7
