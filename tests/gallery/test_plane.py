"""What the sliders show is kernel PCA of the same kernel, computed once for each kernel."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import plane
from kpca.choosing import novelty
from kpca.formulations import dual
from kpca.kernels import RBF, Polynomial
from plane import Plane, Position

POSITIONS = {
    "rbf": Position("circles", "rbf", 4.0, components=3, component=3),
    "poly": Position("S-curve", "poly", 0.5, 3, components=4, component=2),
}
GRID = (plane.ACROSS, plane.ACROSS)


@pytest.fixture(scope="module")
def planes():
    return {name: Plane(name) for name in plane.SAMPLES}


@pytest.fixture(params=POSITIONS)
def position(request):
    return POSITIONS[request.param]


def _kernel(position):
    if position.kernel == "rbf":
        return RBF(position.gamma)
    return Polynomial(position.gamma, position.degree)


def _points(one):
    return np.column_stack([side.ravel() for side in np.meshgrid(*one.sides)])


@pytest.mark.parametrize("name", plane.SAMPLES)
def test_each_data_set_has_400_samples_in_the_plane_inside_its_grid(planes, name):
    one = planes[name]
    assert one.X.shape == (400, 2)
    assert len(one.labels) == 400
    assert 2 <= len(set(one.labels)) <= 10
    for side, x in zip(one.sides, one.X.T, strict=True):
        assert side[0] < x.min() < x.max() < side[-1]


def test_scores_shares_and_levels_are_those_of_the_eigen_solve(planes, position):
    one = planes[position.samples]
    kernel, view = _kernel(position), one.view(position)
    K = kernel(one.X, one.X)
    solution = dual.fit(K, 4)
    np.testing.assert_allclose(np.abs(view.scores), np.abs(solution.scores[:, :2]), atol=1e-10)
    shares = solution.spectrum / solution.spectrum.clip(min=0.0).sum()
    np.testing.assert_allclose(view.shares, shares[: view.rank], atol=1e-12)
    placed = dual.place(solution, K, kernel(_points(one), one.X))[:, view.component - 1]
    sign = np.sign(placed @ view.levels.ravel())
    np.testing.assert_allclose(sign * view.levels, placed.reshape(GRID), atol=1e-9)
    assert view.variance == pytest.approx(solution.variance[view.component - 1], abs=1e-12)


def test_another_gamma_has_other_scores_shares_and_levels(planes, position):
    one = planes[position.samples]
    view, other = one.view(position), one.view(replace(position, gamma=1.1 * position.gamma))
    for key in ("scores", "levels", "kept"):
        difference = np.abs(np.abs(getattr(view, key)) - np.abs(getattr(other, key)))
        assert difference.max() > 1e-3, key
    assert np.abs(view.shares[:5] - other.shares[:5]).max() > 1e-3


def test_the_share_that_a_projection_keeps_is_one_less_what_novelty_says_is_lost(planes, position):
    one = planes[position.samples]
    kernel, T = _kernel(position), _points(one)
    K, K_new, diagonal = kernel(one.X, one.X), kernel(T, one.X), kernel.diagonal(T)
    solution = dual.fit(K, position.components)
    lost = novelty.reconstruction_error(solution, K, K_new, diagonal)
    whole = novelty.reconstruction_error(solution.first(0), K, K_new, diagonal)
    view = one.view(position)
    np.testing.assert_allclose(view.kept, (1.0 - lost / whole).reshape(GRID), atol=1e-9)
    fewer = one.view(replace(position, components=1))
    assert (fewer.kept <= view.kept + 1e-12).all()
    assert fewer.kept.mean() < view.kept.mean() - 0.05


@pytest.mark.parametrize("degree", range(1, 9))
def test_a_polynomial_kernel_has_a_component_for_each_monomial_and_all_of_them_keep_all(
    planes, degree
):
    position = Position("circles", "poly", 1.0, degree, components=8, component=8)
    view = planes["circles"].view(position)
    assert view.rank == (degree + 1) * (degree + 2) // 2 - 1
    assert view.components == view.component == min(8, view.rank)
    assert (view.kept.min() > 1.0 - 1e-9) == (view.rank <= 8)


@pytest.mark.parametrize(("name", "kernel"), list(product(plane.SAMPLES, plane.KERNELS)))
def test_a_small_gamma_gives_linear_pca_and_a_larger_one_does_not(planes, name, kernel):
    one = planes[name]
    X = one.X - one.X.mean(axis=0)
    U, sizes, _ = np.linalg.svd(X, full_matrices=False)

    def distance(gamma):
        view = one.view(Position(name, kernel, gamma, degree=3))
        # For small gamma, exp(-gamma d^2) and (gamma x·y + 1)^3 are, up to centering, such factors
        # times the linear kernel.
        Z = view.scores / np.sqrt({"rbf": 2.0, "poly": 3.0}[kernel] * gamma)
        Z = Z * np.sign((Z * U).sum(axis=0))
        return np.abs(Z - U * sizes).max() / np.abs(U * sizes).max()

    assert distance(1e-3) < 0.01
    assert distance(1.0) > 0.1


def test_a_slider_of_components_solves_nothing_again(monkeypatch):
    fits = []
    original = dual.fit
    monkeypatch.setattr(plane.dual, "fit", lambda *data: fits.append(1) or original(*data))
    one = Plane("clusters")
    position = Position("clusters")
    for components, component in ((2, 1), (3, 1), (3, 5), (8, 8)):
        one.view(replace(position, components=components, component=component))
    assert len(fits) == 1
    one.view(replace(position, gamma=5.0))
    assert len(fits) == 2


def test_a_point_whose_feature_is_the_mean_loses_nothing():
    X = np.array([[-1.0, 0.5], [1.0, -0.5], [0.0, 1.0], [0.0, -1.0]])
    solved = plane.Solved(Polynomial(1.0, 1), X, np.zeros((1, 2)))
    assert solved.squared_lengths[0] == 0.0
    assert solved.kept(1)[0] == 1.0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"samples": "moons"}, "samples is 'moons'; allowed: circles, S-curve, clusters"),
        ({"kernel": "tanh"}, "kernel is 'tanh'; allowed: rbf, poly; choose one"),
        ({"gamma": 0.0}, "gamma is 0; allowed: 0.001 to 316.228; choose a number"),
        ({"degree": 9}, "degree is 9; allowed: 1 to 8; choose a number in this range"),
        ({"components": 0}, "components is 0; allowed: 1 to 8"),
        ({"component": 20}, "component is 20; allowed: 1 to 8"),
    ],
)
def test_a_position_that_no_slider_has_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        Position(**wrong)
