"""The coordinates, null vectors and maps that the statements on the RKHS are executed on."""

import numpy as np
import pytest

from kpca.statements import reproducing

PHI = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])


@pytest.mark.parametrize("far", [1.0, 2.0**40])
def test_the_rows_of_a_sample_rebuild_its_gram_matrix_with_their_signs(far):
    """Also where one sample is far away: its own size costs the others no digit."""
    scale = np.array([1.0, 1.0, far])
    G = np.array([[2.0, 1.0, 0.0], [1.0, -3.0, 0.5], [0.0, 0.5, 1.0]]) * np.outer(scale, scale)
    rows, signs, sizes = reproducing.sample_features(G)
    assert sorted(signs) == [-1.0, 1.0, 1.0]
    np.testing.assert_allclose(
        (rows * signs) @ rows.T / np.outer(scale, scale), G / np.outer(scale, scale), atol=1e-14
    )
    assert sizes[2] / sizes[0] == pytest.approx(far, rel=0.5, abs=0.0)


def test_a_sample_without_kernel_values_is_as_small_as_the_smallest_other():
    rows, signs, sizes = reproducing.sample_features(np.diag([4.0, 16.0, 0.0]))
    np.testing.assert_array_equal(sizes, [2.0, 4.0, 2.0])
    np.testing.assert_allclose((rows * signs) @ rows.T, np.diag([4.0, 16.0, 0.0]), atol=1e-14)


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_a_null_vector_has_length_one_and_is_orthogonal_to_every_feature(unit):
    w = reproducing.null_vector(unit * PHI)
    np.testing.assert_allclose(np.abs(w), np.full(3, 1.0 / np.sqrt(3.0)), rtol=1e-12)
    np.testing.assert_allclose(PHI.T @ w, 0.0, atol=1e-15)


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_features_of_full_rank_have_no_null_vector(unit):
    assert reproducing.null_vector(unit * PHI[:2]) is None
    assert reproducing.null_vector(unit * PHI.T) is None
