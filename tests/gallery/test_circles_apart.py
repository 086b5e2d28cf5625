"""Separability of circles: closed forms, maps with known components, and controls at chance."""

import numpy as np
import pytest

import circles_apart
from circles_apart import MAPS, Map
from kpca.kernels import RBF, Lift


@pytest.fixture(scope="module")
def circles():
    return circles_apart.points(1)


def test_the_limit_of_a_line_is_reached_by_a_tangent_and_by_no_other_cut():
    angle = 2.0 * np.pi * (np.arange(40000) + 0.5) / 40000
    cuts = np.linspace(-1.0, 1.0, 401)
    outer, inner = np.cos(angle), 0.3 * np.cos(angle)
    share = [((outer > cut).mean() + (inner <= cut).mean()) / 2.0 for cut in cuts]
    assert max(share) == pytest.approx(circles_apart.best_line(0.3), abs=3e-3)
    assert cuts[np.argmax(share)] == pytest.approx(0.3, abs=6e-3)
    assert max(share) <= circles_apart.best_line(0.3) + 1e-4
    assert (circles_apart.best_line(0.0), circles_apart.best_line(1.0)) == (0.75, 0.5)


def test_polar_coordinates_of_known_points():
    X = np.array([[2.0, 0.0], [0.0, 3.0], [-1.0, 0.0], [0.0, -1.0]])
    expected = [[2.0, 0.0], [3.0, np.pi / 2], [1.0, np.pi], [1.0, -np.pi / 2]]
    np.testing.assert_allclose(circles_apart.polar(X), expected, rtol=1e-15, atol=1e-16)


@pytest.mark.parametrize(
    ("name", "components", "separates"),
    [
        ("no map", 2, False),
        ("PCA", 2, False),
        ("Gaussian kernel", 1, True),
        ("PCA of (r, θ)", 1, False),
        ("PCA of (r, θ)", 2, True),
        ("lift to R³", 2, False),
        ("lift to R³", 3, True),
    ],
)
def test_what_each_map_separates(name, components, separates, circles):
    found = circles_apart.accuracies(MAPS[name], *circles, seed=1)[components - 1]
    if separates:
        assert found > 0.99
    else:
        assert found < circles_apart.best_line(circles_apart.FACTOR)


def test_labels_that_say_nothing_cannot_be_learned_on_any_component(circles):
    """The control: the separating map, with classes drawn by lot."""
    X, outer = circles
    lot = np.random.default_rng(0).permutation(outer)
    found = circles_apart.accuracies(MAPS["Gaussian kernel"], X, lot, seed=1)
    assert (np.abs(found - 0.5) < 0.15).all()


def test_a_map_sees_nothing_of_the_samples_that_it_is_judged_on(circles):
    """Training scores do not change with new samples, and training samples land on themselves."""
    X = circles[0][::4]
    for one in MAPS.values():
        alone, again = one.place(X, X)
        with_others, _ = one.place(X, 7.0 + X[:3])
        np.testing.assert_array_equal(alone, with_others)
        np.testing.assert_allclose(again, alone, rtol=0.0, atol=1e-11)


def test_the_first_component_of_a_wide_kernel_does_not_separate(circles):
    wide = Map(circles_apart.unchanged, RBF(0.5), 3)
    found = circles_apart.accuracies(wide, *circles, seed=1)
    assert found[0] < 0.6
    assert found[2] > 0.99


def test_the_plane_between_two_levels_is_halfway_with_the_widest_margin():
    square = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    Z = np.vstack([np.column_stack([square, np.full(4, height)]) for height in (0.0, 2.0)])
    plane = circles_apart.widest_plane(Z, np.repeat([False, True], 4))
    np.testing.assert_allclose(plane.normal, [0.0, 0.0, 1.0], atol=2e-3)
    assert plane.offset == pytest.approx(1.0, abs=2e-3)
    assert plane.margin == pytest.approx(1.0, abs=2e-3)
    np.testing.assert_allclose(np.abs(plane.heights(Z)), 1.0, atol=4e-3)


def test_a_margin_is_negative_where_no_line_separates(circles):
    X, outer = circles
    assert circles_apart.widest_plane(X, outer).margin < -0.1
    lifted = np.column_stack([X, (X**2).sum(axis=1)])
    assert circles_apart.widest_plane(lifted, outer).margin > 0.3


def test_maps_are_learned_on_four_folds_only(circles, monkeypatch):
    """The control of a leak: no Gram matrix has a sample of the fold that is judged."""
    sizes, fit = [], circles_apart.dual.fit

    def spy(K, components):
        sizes.append(K.shape)
        return fit(K, components)

    monkeypatch.setattr(circles_apart.dual, "fit", spy)
    for one in MAPS.values():
        circles_apart.accuracies(one, *circles, seed=1)
    assert sizes == [(160, 160)] * 5 * 4


def test_classes_by_lot_that_are_learned_by_heart_are_not_judged_on_the_same_samples(circles):
    """Each sample has nearly a component of its own, so training samples are told apart."""
    X = circles[0][::2]
    lot = np.random.default_rng(0).permutation(circles[1][::2])
    narrow = Map(circles_apart.unchanged, RBF(500.0), 50)
    found = circles_apart.accuracies(narrow, X, lot, seed=1)
    assert found.max() < 0.7
    Z = narrow.place(X, X)[0]
    assert circles_apart._accuracy(Z, lot, Z, lot) > 0.75


def test_folds_are_those_of_the_seed_and_data_those_of_the_seeds_from_one_on(circles):
    found = circles_apart.repeated(2)
    assert found.by_gamma[0, 0] < 0.6 < 0.99 < found.by_gamma[3, 0]
    assert found.by_gamma[3, 0] == found.of("Gaussian kernel", 1)[0]
    with pytest.raises(KeyError, match="PCA on 7 was not judged; known: no map on 1"):
        found.of("PCA", 7)
    for column, seed in enumerate((1, 2)):
        X, outer = circles_apart.points(seed)
        every = [circles_apart.accuracies(one, X, outer, seed) for one in MAPS.values()]
        np.testing.assert_array_equal(found.accuracy[:, column], np.concatenate(every))
    folds = [
        np.concatenate([test for _, test in circles_apart._folds(circles[1], seed)])
        for seed in (1, 1, 2)
    ]
    np.testing.assert_array_equal(folds[0], folds[1])
    assert (folds[0] != folds[2]).any()


def test_the_margin_of_the_lifted_circles_is_the_widest(circles):
    """With points allowed inside the margin, the plane is another one."""
    X, outer = circles
    plane = circles_apart.widest_plane(Lift().features(X), outer)
    assert plane.margin == pytest.approx(0.337, abs=1e-3)
    heights = plane.heights(Lift().features(X))
    assert heights[outer].min() == pytest.approx(-heights[~outer].max(), abs=2e-3)
