"""Lingoes and Cailliez: the smallest constant that makes distances Euclidean."""

import numpy as np
import pytest

from kpca import tolerances
from kpca.arithmetic import eigenvalues
from kpca.centering import gower
from kpca.distances import squared_distances
from kpca.formulations import corrections


def _dissimilarities(seed, n=9):
    D = np.random.default_rng(seed).uniform(1.0, 3.0, (n, n))
    return np.triu(D, 1) + np.triu(D, 1).T


def _lowest(D2):
    return eigenvalues(gower(D2))[-1]


@pytest.mark.parametrize("seed", range(5))
def test_a_correction_leaves_no_negative_eigenvalue_and_a_smaller_constant_would(seed):
    D = _dissimilarities(seed)
    by_lingoes, squares = corrections.lingoes(D**2)
    by_cailliez, distances, condition = corrections.cailliez(D)
    assert condition >= 1.0
    assert abs(_lowest(squares)) < 1e-13
    assert abs(_lowest(distances**2)) < 1e-12
    for short in (D**2 + 2.0 * 0.99 * by_lingoes, (D + 0.99 * by_cailliez) ** 2):
        assert _lowest(corrections.off_diagonal(short)) < -1e-3


def test_every_eigenvalue_but_that_of_the_constant_rises_by_lingoes_constant():
    D = _dissimilarities(0)
    c, corrected = corrections.lingoes(D**2)
    before, after = eigenvalues(gower(D**2)), eigenvalues(gower(corrected))
    moved = np.sort(np.append(np.delete(before, np.argmin(np.abs(before))) + c, 0.0))[::-1]
    np.testing.assert_allclose(after, moved, atol=1e-13)


def test_cailliez_is_right_however_nearly_euclidean_the_distances_are():
    """The constant grows in proportion to a small departure; off the vector 1 nothing splits."""
    rng = np.random.default_rng(0)
    X, noise = rng.normal(size=(18, 3)), rng.uniform(-1.0, 1.0, (18, 18))
    D = np.sqrt(squared_distances(X, X))
    assert corrections.cailliez(D)[0] == 0.0
    small = [corrections.cailliez(D * (1 + e * (noise + noise.T)))[0] for e in (1e-8, 1e-10)]
    assert small[0] / small[1] == pytest.approx(100.0, rel=1e-3, abs=0.0)


@pytest.mark.parametrize("seed", range(40))
def test_euclidean_distances_get_no_constant_however_many_points_coincide(seed):
    rng = np.random.default_rng(seed)
    n, q = int(rng.integers(3, 15)), int(rng.integers(1, 4))
    X = rng.normal(size=(n, q))[rng.integers(0, max(2, n // 2), n)]
    D2 = squared_distances(X, X)
    assert corrections.cailliez(np.sqrt(D2))[0] == 0.0
    constant, corrected = corrections.lingoes(D2)
    assert constant == 0.0
    np.testing.assert_allclose(corrected, D2, atol=1e-13)
    assert (corrections.cailliez(np.sqrt(D2))[1] == np.sqrt(D2)).all()


def test_the_smallest_eigenvalue_off_the_ones_sees_a_constant_that_is_too_large():
    """d = 1, 1, 3: B + c/2 H has the eigenvalue 0.5 c more on the complement of the vector 1."""
    D2 = np.array([[0.0, 1.0, 9.0], [1.0, 0.0, 1.0], [9.0, 1.0, 0.0]])
    lowest = corrections.lowest_off_the_ones(gower(D2))
    assert lowest == pytest.approx(-5.0 / 6.0, rel=1e-12, abs=0.0)
    raised = corrections.lowest_off_the_ones(gower(corrections.off_diagonal(D2 + 4.0)))
    assert raised == pytest.approx(-5.0 / 6.0 + 2.0, rel=1e-12, abs=0.0)
    assert eigenvalues(gower(corrections.off_diagonal(D2 + 4.0)))[-1] == pytest.approx(
        0.0, abs=1e-12
    )


def test_the_error_of_b_is_within_its_bound_and_the_bound_is_not_wide():
    X = np.random.default_rng(0).normal(size=(12, 3))
    lowest = corrections.lowest_off_the_ones(gower(squared_distances(X, X)))
    bound = corrections.error(squared_distances(X, X))
    assert abs(lowest) <= bound <= 1e-10


def test_three_points_on_a_line_that_is_too_long_need_the_constant_by_hand():
    """d = 1, 1, 3: with c added, 3 + c = 2 (1 + c), so c = 1."""
    D = np.array([[0.0, 1.0, 3.0], [1.0, 0.0, 1.0], [3.0, 1.0, 0.0]])
    assert corrections.cailliez(D)[0] == pytest.approx(1.0, rel=1e-12, abs=0.0)


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_what_counts_as_euclidean_does_not_depend_on_the_unit(unit):
    X = np.random.default_rng(2).normal(size=(8, 2))[[0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 7]]
    D = unit * np.sqrt(squared_distances(X, X))
    constant, corrected, condition = corrections.cailliez(D)
    assert (constant, condition) == (0.0, 0.0)
    assert (corrected == D).all()
    bent = D.copy()
    bent[0, 11] = bent[11, 0] = D[0, 11] + 1e-6 * unit
    assert corrections.cailliez(bent)[0] > 1e-10 * unit


def test_a_constant_is_added_to_distances_then_to_squares_but_not_from_a_sample_to_itself():
    constant = corrections.Constant(to_distances=1.0, to_squares=9.0)
    D_new = np.array([[3.0, 0.0, 7.0], [0.0, 4.0, 0.0]])
    expected = [[5.0, 0.0, np.sqrt(73.0)], [np.sqrt(10.0), np.sqrt(34.0), np.sqrt(10.0)]]
    same = np.array([1, corrections.NO_SAMPLE])
    np.testing.assert_allclose(constant.added_to_new(D_new, same), expected, rtol=1e-15, atol=0)


def test_pairs_of_new_samples_get_the_constant_unless_both_are_one_training_sample():
    """Of five new samples the first and third are training sample 4; the second and last are none.

    The fourth is training sample 4 too, but at distance 2 from the others.
    """
    D = np.array(
        [
            [0.0, 5.0, 0.0, 2.0, 6.0],
            [5.0, 0.0, 5.0, 3.0, 0.0],
            [0.0, 5.0, 0.0, 2.0, 6.0],
            [2.0, 3.0, 2.0, 0.0, 7.0],
            [6.0, 0.0, 6.0, 7.0, 0.0],
        ]
    )
    none = corrections.NO_SAMPLE
    found = corrections.Constant(to_distances=0.5).added_to_pairs(
        D, np.array([4, none, 4, 4, none])
    )
    expected = D + 0.5
    expected[range(5), range(5)] = expected[0, 2] = expected[2, 0] = 0.0
    np.testing.assert_array_equal(found, expected)
    assert found[1, 4] == 0.5


def test_a_new_sample_at_distance_0_is_the_training_sample_with_its_distances_or_its_name():
    constant = corrections.Constant(to_distances=10.0)
    raw = np.array(
        [
            [0.0, 4.0, 2.0, 4.0, 4.0],
            [4.0, 0.0, 3.0, 0.0, 0.0],
            [2.0, 3.0, 0.0, 3.0, 1.0],
            [4.0, 0.0, 3.0, 0.0, 0.0],
            [4.0, 0.0, 1.0, 0.0, 0.0],
        ]
    )
    D = corrections.off_diagonal(raw + 10.0)
    rows = np.array([raw[3], raw[3], raw[4], raw[2], [5.0, 1.0, 6.0, 7.0, 8.0]])
    called, names = ["d", "e", "b", "a", "c"], list("abcde")
    found = constant.same_samples(rows, D, called, names)
    assert found.tolist() == [3, 1, 4, 2, corrections.NO_SAMPLE]


def test_the_error_of_b_is_that_of_the_matrix_and_twice_that_of_the_eigen_solver():
    D2 = np.array([[0.0, 4.0, 9.0], [4.0, 0.0, 1.0], [9.0, 1.0, 0.0]])
    expected = tolerances.gower_gram(3, 9.0, 36.0 * tolerances.U)
    size = float(np.linalg.norm(corrections.gower(D2)))
    expected += 2.0 * tolerances.eigenvalue(3, size)
    assert corrections.error(D2) == pytest.approx(expected, rel=1e-12, abs=0)
