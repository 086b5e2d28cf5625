"""Data sets: sizes and seeds."""

import numpy as np
import pytest

from kpca.studies import datasets


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


def test_digits_are_gray_between_0_and_1_and_labeled_by_what_they_show():
    X, labels = datasets.digits()
    assert (X.min(), X.max()) == (0.0, 1.0)
    assert (X[0, :6] == np.array([0, 0, 5, 13, 9, 1]) / 16.0).all()
    assert labels[:4] == ["0", "1", "2", "3"]


def test_iris_is_in_cm_with_the_species_in_their_order():
    X, labels = datasets.iris()
    assert X[0].tolist() == [5.1, 3.5, 1.4, 0.2]
    assert [labels[i] for i in (0, 50, 100)] == ["setosa", "versicolor", "virginica"]
    assert datasets.columns("iris")[0] == "sepal length (cm)"


def test_wine_has_mean_0_and_variance_1_in_each_column():
    X, labels = datasets.wine()
    np.testing.assert_allclose(X.mean(axis=0), 0.0, atol=1e-12)
    np.testing.assert_allclose((X**2).mean(axis=0), 1.0, rtol=1e-12)
    assert [labels[i] for i in (0, 60, 177)] == ["cultivar 0", "cultivar 1", "cultivar 2"]


@pytest.mark.parametrize(("more", "inner"), [({}, 0.3), ({"factor": 0.7}, 0.7)])
def test_circles_have_their_radius_and_labels(more, inner):
    X, labels = datasets.circles(40, 0.0, 0, **more)
    radius = np.linalg.norm(X, axis=1)
    expected = [{"inner": inner, "outer": 1.0}[label] for label in labels]
    np.testing.assert_allclose(radius, expected, rtol=1e-12)
    assert labels.count("inner") == 20


def test_clusters_lie_at_their_centers_in_turn():
    X, labels = datasets.clusters(6, 0.0, 0)
    centers = [[-0.5, -0.2], [0.0, 0.6], [0.5, 0.0]]
    assert X.tolist() == centers * 2
    assert labels == ["cluster 1", "cluster 2", "cluster 3"] * 2


@pytest.mark.parametrize("name", datasets.GENERATORS)
def test_noise_is_the_standard_deviation_of_what_is_added(name):
    make = datasets.GENERATORS[name]
    # The same seed shuffles alike; the generators of scikit-learn draw the noise afterwards.
    still, moved = make(n=3000, noise=0.0, seed=1), make(n=3000, noise=0.2, seed=1)
    assert moved[1] == still[1]
    assert (moved[0] - still[0]).std() == pytest.approx(0.2, rel=0.05, abs=0.0)


def test_the_s_curve_is_labeled_from_one_end_to_the_other():
    X, labels = datasets.s_curve(400, 0.0, 0)
    ends = {k: X[[label == k for label in labels]].mean(axis=0) for k in ("0 %", "90 %")}
    assert ends["0 %"][2] > 1.0
    assert ends["90 %"][2] < -1.0
    # The data are uniform along the band, and so each tenth has about 40 of 400 samples.
    assert all(20 <= labels.count(f"{10 * k} %") <= 60 for k in range(10))


def test_rings_are_drawn_in_turn():
    X, labels = datasets.rings(6, 0.0, 0)
    assert labels == ["ring 1", "ring 2", "ring 3"] * 2
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), [1, 2, 3, 1, 2, 3], rtol=1e-14)
