"""Images of other digits leave over more than those of the usual digit."""

import numpy as np
import pytest

import novelty
from novelty import METHODS, NUMBERS, SHOWN, detected


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
