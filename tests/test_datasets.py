"""Data sets: sizes and seeds."""

import numpy as np
import pytest

from kpca import datasets


@pytest.mark.parametrize(
    ("name", "shape"), [("digits", (1797, 64)), ("iris", (150, 4)), ("wine", (178, 13))]
)
def test_real_data_have_their_known_size(name, shape):
    X, labels = datasets.REAL[name]()
    assert X.shape == shape
    assert len(labels) == shape[0]
    assert len(set(datasets.columns(name))) == shape[1]


@pytest.mark.parametrize("name", datasets.GENERATORS)
def test_a_seed_gives_the_same_data_and_another_gives_others(name):
    make = datasets.GENERATORS[name]
    X, labels = make(n=30, noise=0.1, seed=3)
    assert (make(n=30, noise=0.1, seed=3)[0] == X).all()
    assert (make(n=30, noise=0.1, seed=4)[0] != X).any()
    assert len(X) == len(labels) == 30


def test_rings_have_radius_one_two_three():
    X, labels = datasets.rings(300, 0.0, 0)
    for ring in (1, 2, 3):
        chosen = [label == f"ring {ring}" for label in labels]
        np.testing.assert_allclose(np.linalg.norm(X[chosen], axis=1), ring)


def test_s_curve_labels_run_along_the_band():
    X, labels = datasets.s_curve(400, 0.0, 0)
    means = [X[[label == str(k) for label in labels]].mean(axis=0) for k in range(10)]
    assert len(means) == 10
    assert means[0][2] * means[9][2] < 0
