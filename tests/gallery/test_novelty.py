"""Images of other digits leave over more than those of the usual digit."""

import numpy as np
import pytest

import novelty
from kpca.formulations import dual
from kpca.kernels import RBF, Linear
from novelty import (
    METHODS,
    NUMBERS,
    SHOWN,
    area_under_curve,
    detected,
    reconstruction_error,
    roc_curve,
)


def test_novel_digits_are_recognized_and_the_curves_belong_to_the_hardest_one():
    found = detected(1)
    assert found.areas.shape == (2, len(NUMBERS), 10, 1)
    kernel_pca = found.area("kernel PCA", SHOWN)
    assert kernel_pca.min() > 0.97
    assert kernel_pca.mean() > found.area("kernel PCA", 0).mean()
    at = found.classes.index(found.shown)
    assert kernel_pca.argmin() == at
    for name, method, d in (
        (f"kernel PCA, d = {SHOWN}", METHODS[0], SHOWN),
        (f"PCA, d = {SHOWN}", METHODS[1], SHOWN),
        ("density estimate, d = 0", METHODS[0], 0),
    ):
        alarms, detections = found.curves[name]
        area = found.area(method, d)[at, 0]
        assert np.trapezoid(detections, alarms) == pytest.approx(area, rel=1e-12, abs=0)


def test_each_repetition_has_a_split_of_its_own(monkeypatch):
    """On two digits only, which takes a fraction of the time."""
    X, labels = novelty.datasets.digits()
    few = [k for k, label in enumerate(labels) if label in "35"]
    monkeypatch.setattr(novelty.datasets, "digits", lambda: (X[few], [labels[k] for k in few]))
    one, two = detected(1), detected(2)
    assert two.areas.shape == (2, len(NUMBERS), 2, 2)
    assert (two.areas[..., 0] == one.areas[..., 0]).all()
    assert (two.areas[..., 1] != two.areas[..., 0]).any()


RNG = np.random.default_rng(9)
X, NEW = RNG.normal(size=(50, 4)) + 2.0, RNG.normal(size=(9, 4)) + 2.0


def _score(kernel, d):
    K = kernel(X, X)
    solution = dual.fit(K, d) if d else dual.spectrum(K)
    return reconstruction_error(solution, K, kernel(NEW, X), kernel.diagonal(NEW))


@pytest.mark.parametrize("d", [1, 3])
def test_with_the_linear_kernel_it_is_the_error_of_the_reconstruction_by_pca(d):
    mean = X.mean(axis=0)
    axes = np.linalg.svd(X - mean)[2]
    rest = (NEW - mean) @ axes[d:].T
    np.testing.assert_allclose(_score(Linear(), d), (rest**2).sum(axis=1), rtol=1e-9, atol=1e-11)


def test_without_components_it_is_a_parzen_estimate_of_the_density_upside_down():
    kernel = RBF(0.3)
    constant = 1.0 + kernel(X, X).mean()
    expected = constant - 2.0 * kernel(NEW, X).mean(axis=1)
    np.testing.assert_allclose(_score(kernel, 0), expected, rtol=1e-12, atol=0)


def test_it_falls_with_the_components_and_is_nothing_for_training_samples_with_all_of_them():
    kernel = RBF(0.3)
    assert (_score(kernel, 10) < _score(kernel, 3)).all()
    K = kernel(X, X)
    whole = dual.fit(K, 49)
    left = reconstruction_error(whole, K, K, K.diagonal())
    assert 0.0 <= left.min() <= left.max() < 1e-10


def test_the_area_is_the_share_of_pairs_in_order_and_the_area_below_the_curve():
    usual, novel = RNG.normal(size=80).round(1), RNG.normal(0.7, 1.0, 60).round(1)
    area = area_under_curve(usual, novel)
    above, equal = novel[:, None] > usual, novel[:, None] == usual
    assert equal.any()
    assert area == pytest.approx((above + 0.5 * equal).mean(), rel=1e-12, abs=0)
    alarms, found = roc_curve(usual, novel)
    assert np.trapezoid(found, alarms) == pytest.approx(area, rel=1e-12, abs=0)
    assert (alarms[0], found[0], alarms[-1], found[-1]) == (0.0, 0.0, 1.0, 1.0)


def test_scores_that_separate_have_area_one_and_turned_around_zero():
    low, high = np.arange(3.0), np.arange(3.0) + 9.0
    assert area_under_curve(low, high) == 1.0
    assert area_under_curve(high, low) == 0.0
    assert area_under_curve(low, low) == 0.5
