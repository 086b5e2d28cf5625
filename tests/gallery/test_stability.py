"""Halves of one distribution agree on its large components and on nothing else."""

import numpy as np
import pytest

import stability as module
from kpca.kernels import RBF, Linear
from stability import Stability, largest_angle, stability

RNG = np.random.default_rng(7)


def test_angles_between_planes_are_the_known_ones():
    e = np.eye(4)
    turned = np.column_stack([e[:, 0], np.cos(0.3) * e[:, 1] + np.sin(0.3) * e[:, 2]])
    assert largest_angle(e[:, :2].T @ turned) == pytest.approx(np.degrees(0.3), abs=1e-9)
    rotated = e[:, :2] @ np.array([[0.6, -0.8], [0.8, 0.6]])
    assert largest_angle(e[:, :2].T @ rotated) == pytest.approx(0.0, abs=1e-5)
    assert largest_angle(e[:, :2].T @ e[:, 2:]) == pytest.approx(90.0, abs=1e-9)


def test_strong_components_are_stable_and_noise_is_not():
    X = RNG.normal(size=(300, 12)) * np.array([9.0, 6.0, 4.0, *[1.0] * 9])
    found = stability(Linear()(X, X), 8)
    assert found.angles.shape == (20, 8)
    assert found.components == 3
    assert (found.median[:3] < 20.0).all()
    assert (found.median[3:] > 60.0).all(), "the control"


def test_components_of_equal_size_are_stable_together_only():
    X = RNG.normal(size=(400, 6)) * np.array([5.0, 5.0, 1.0, 1.0, 1.0, 1.0])
    median = stability(Linear()(X, X), 2, repeats=40).median
    assert median[0] > 2.0 * median[1]


def test_all_features_of_a_kernel_are_one_space_whatever_the_data_are():
    X = RNG.normal(size=(40, 3))
    assert stability(Linear()(X, X), 3).median[2] == pytest.approx(0.0, abs=1e-5)


def test_another_seed_halves_in_another_way_and_the_same_seed_in_the_same():
    X = RNG.normal(size=(31, 3))
    K = RBF(0.3)(X, X)
    first = stability(K, 4, repeats=3)
    assert (first.angles == stability(K, 4, repeats=3).angles).all()
    assert (first.angles != stability(K, 4, repeats=3, seed=1).angles).any()


def test_the_largest_stable_number_counts_and_zero_if_there_is_none():
    assert Stability(np.array([[30.0, 80.0, 40.0, 60.0]])).components == 3
    assert Stability(np.array([[70.0, 80.0]])).components == 0


def test_an_angle_of_exactly_45_degrees_is_stable():
    assert Stability(np.array([[45.0, 80.0]])).components == 1
    assert Stability(np.array([[np.nextafter(45.0, 90.0), 80.0]])).components == 0


def test_of_an_odd_number_of_samples_one_takes_no_part(monkeypatch):
    X, sizes, fit = RNG.normal(size=(31, 3)), [], module.dual.fit

    def spy(K, components):
        sizes.append(K.shape)
        return fit(K, components)

    monkeypatch.setattr(module.dual, "fit", spy)
    stability(RBF(0.3)(X, X), 2, repeats=2)
    assert sizes == [(15, 15)] * 4


@pytest.mark.parametrize(("n", "repeats"), [(3, 20), (12, 0)])
def test_halves_without_a_component_and_no_halving_are_refused(n, repeats):
    X = RNG.normal(size=(n, 5))
    refused = f"halvings: {repeats}, samples: {n}; allowed: at least 1 halving and 4 samples"
    with pytest.raises(ValueError, match=refused):
        stability(Linear()(X, X), 1, repeats=repeats)
