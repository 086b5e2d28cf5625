"""Splits of real digits and their noise: known moments, disjoint parts, and literal decibels."""

import numpy as np
import pytest

from noisy_digits import NOISES, Noise, Split, psnr

SPLIT = Split.draw((30, 20, 40), 3)


def test_gaussian_noise_adds_errors_with_mean_0_and_the_standard_deviation():
    X = np.tile([-1.0, 0.5], (50_000, 1))
    errors = Noise("gaussian", 0.5)(X, np.random.default_rng(0)) - X
    assert abs(errors.mean()) < 5.0 * 0.5 / np.sqrt(errors.size)
    assert errors.std() == pytest.approx(0.5, rel=0, abs=0.005)


def test_speckle_sets_the_share_of_pixels_to_black_or_white_and_leaves_the_others():
    X = np.full((50_000, 2), 0.25)
    noisy = Noise("speckle", 0.4)(X, np.random.default_rng(0))
    values, counts = np.unique(noisy, return_counts=True)
    assert values.tolist() == [-1.0, 0.25, 1.0]
    np.testing.assert_allclose(counts / X.size, [0.2, 0.6, 0.2], rtol=0, atol=0.01)


def test_a_split_is_disjoint_comes_from_its_seed_and_lies_between_black_and_white():
    again, other = Split.draw((30, 20, 40), 3), Split.draw((30, 20, 40), 4)
    np.testing.assert_array_equal(SPLIT.test_noisy, again.test_noisy)
    assert not np.array_equal(SPLIT.clean, other.clean)
    parts = np.vstack([SPLIT.clean, SPLIT.validation, SPLIT.test])
    assert len(np.unique(parts, axis=0)) == 90
    assert (parts.min(), parts.max()) == (-1.0, 1.0)
    assert len(SPLIT.labels) == 40


def test_every_noise_has_a_copy_of_every_image_and_its_own_training_images():
    assert SPLIT.noisy.shape == (len(NOISES), 30, 64)
    (clean,) = SPLIT.training("clean")
    assert clean[1].tolist() == [0, 1, 2, 3]
    assert [(X is SPLIT.clean, k.tolist()) for X, k in SPLIT.training("noisy")] == [
        (False, [0]),
        (False, [1]),
        (False, [2]),
        (False, [3]),
    ]


def test_the_range_of_two_enters_the_decibels():
    assert psnr(np.array([4.0, 0.04])).tolist() == [0.0, 20.0]
    assert 10.0 * np.log10(1.0 / 0.04) < 14.0, "the control: a range of 1"
