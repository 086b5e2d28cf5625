"""A study gives both roads the same data."""

import numpy as np
from conftest import STUDIES

from kpca import study
from kpca.distances import induced


def test_shapes_are_those_of_the_notation(any_study):
    n, m, data = any_study.n, any_study.m, any_study.data
    assert data.K.shape == data.D2.shape == (n, n)
    assert data.K_new.shape == data.D2_new.shape == (m, n)
    assert data.G_new.shape == (m, m)


def test_distances_to_new_points_are_those_of_the_joint_matrix(any_study):
    data = any_study.data
    together = study.joint(data)
    scale = np.abs(together).max()
    expected = induced(together)[any_study.n :, : any_study.n]
    np.testing.assert_allclose(data.D2_new, expected, atol=1e-13 * scale)


def test_explicit_features_exist_for_three_kernels():
    explicit = {name for name, s in STUDIES.items() if s.data.Phi is not None}
    assert explicit == {"linear", "poly", "lift"}


def test_given_distances_are_a_kernel_that_induces_them():
    D = np.array([[0.0, 3.0, 4.0], [3.0, 0.0, 5.0], [4.0, 5.0, 0.0]])
    data = study.Distances(D, D, D)
    assert (induced(data.K) == D**2).all()  # small whole numbers: no rounding
    assert data.Phi is None


def test_the_example_is_small_and_tells_what_it_is():
    example = study.example()
    assert (example.n, example.m) == (48, 12)
    assert "48 samples, 12 new ones, 3 components" in str(example)


def test_a_far_new_point_does_not_widen_the_bounds_of_the_training_solution():
    original = STUDIES["poly"].data
    far = study.Vectors(original.kernel, original.X, 1e3 * original.X_new)
    assert far.entry_error == original.entry_error
    assert far.distance_error == original.distance_error
