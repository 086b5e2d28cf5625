"""What the sliders show is kernel PCA of the chosen kernel, and its words say so."""

from itertools import product

import numpy as np
import pytest
from drawn import drawn

import explore
import novelty
from kpca.data import Vectors
from kpca.formulations import dual
from kpca.kernels import RBF, Polynomial

POSITIONS = [("circles", RBF(4.0)), ("S-curve", Polynomial(0.5, 3))]
each_position = pytest.mark.parametrize(("samples", "kernel"), POSITIONS)


def _points(one):
    return np.column_stack([side.ravel() for side in one.grid])


@pytest.mark.parametrize("samples", explore.SAMPLES)
def test_each_data_set_has_400_samples_in_the_plane_inside_its_grid(samples):
    one = explore.solve(samples, RBF(4.0))
    assert one.data.X.shape == (400, 2)
    assert len(one.labels) == 400
    assert 2 <= len(set(one.labels)) <= 10
    for side, x in zip(one.grid, one.data.X.T, strict=True):
        assert side.min() < x.min() < x.max() < side.max()


@each_position
def test_scores_shares_and_levels_are_those_of_the_eigen_solve(samples, kernel):
    one = explore.solve(samples, kernel)
    X = one.data.X
    K = kernel(X, X)
    solution = dual.fit(K, 4)
    scores = one.solution.scores[:, :4]
    np.testing.assert_allclose(np.abs(scores), np.abs(solution.scores), atol=1e-10)
    shares = solution.spectrum / solution.spectrum.clip(min=0.0).sum()
    np.testing.assert_allclose(one.shares, shares[: len(one.shares)], atol=1e-12)
    placed = dual.place(solution, K, kernel(_points(one), X)).reshape(*one.grid[0].shape, 4)
    np.testing.assert_allclose(np.abs(one.levels[..., :4]), np.abs(placed), atol=1e-9)


@each_position
def test_the_share_that_a_projection_keeps_is_one_less_what_novelty_says_is_lost(samples, kernel):
    one = explore.solve(samples, kernel)
    X, T = one.data.X, _points(one)
    K, K_new, diagonal = kernel(X, X), kernel(T, X), kernel.diagonal(T)
    solution = dual.fit(K, 3)
    lost = novelty.reconstruction_error(solution, K, K_new, diagonal)
    whole = novelty.reconstruction_error(solution.first(0), K, K_new, diagonal)
    np.testing.assert_allclose(one.kept(3).ravel(), 1.0 - lost / whole, atol=1e-9)
    assert (one.kept(1) <= one.kept(3) + 1e-12).all()
    assert one.kept(1).mean() < one.kept(3).mean() - 0.05


@pytest.mark.parametrize("degree", range(1, 9))
def test_a_polynomial_kernel_has_a_component_for_each_monomial_and_all_of_them_keep_all(degree):
    one = explore.solve("circles", Polynomial(1.0, degree))
    rank = one.solution.rank
    assert rank == (degree + 1) * (degree + 2) // 2 - 1
    assert one.solution.components == min(explore.MOST, rank)
    assert (one.kept(explore.MOST).min() > 1.0 - 1e-9) == (rank <= explore.MOST)


@pytest.mark.parametrize(
    ("samples", "name"), list(product(explore.SAMPLES, ["Gaussian", "polynomial"]))
)
def test_a_small_gamma_gives_linear_pca_and_a_larger_one_does_not(samples, name):
    X = explore.solve(samples, RBF(1.0)).data.X
    U, sizes, _ = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)

    def distance(gamma):
        # For small gamma, exp(-gamma d^2) and (gamma x·y + 1)^3 are, up to centering, such factors
        # times the linear kernel.
        kernel, factor = (RBF(gamma), 2.0) if name == "Gaussian" else (Polynomial(gamma, 3), 3.0)
        Z = explore.solve(samples, kernel).solution.scores[:, :2] / np.sqrt(factor * gamma)
        Z = Z * np.sign((Z * U).sum(axis=0))
        return np.abs(Z - U * sizes).max() / np.abs(U * sizes).max()

    assert distance(1e-3) < 0.01
    assert distance(1.0) > 0.1


def test_a_point_whose_feature_is_the_mean_loses_nothing():
    X = np.array([[-1.0, 1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, -1.0]])
    one = explore.solved(Vectors(Polynomial(1.0, 1), X, X), ["a"] * 4)
    lengths = one.lengths.copy()
    lengths[0, 0] = 0.0
    mean = explore.Solved(one.data, one.labels, one.solution, one.grid, 0.0 * one.levels, lengths)
    assert mean.kept(1)[0, 0] == 1.0
    assert mean.kept(1)[1, 1] == 0.0


def test_titles_and_words_state_kernel_components_and_variance():
    figure, words = drawn(explore.at, "S-curve", "poly", 0.5, 3, components=1, component=2)
    one = explore.solve("S-curve", Polynomial(0.5, 3))
    held = f"{100 * one.shares[0]:.3g} % of the variance"
    titles = [axes.get_title(loc="left") for axes in figure.axes[:4]]
    assert titles == [
        Polynomial(0.5, 3).formula,
        f"1 component of 9: {held}",
        f"component 2, λ = {one.solution.variance[1]:.3g}",
        "share that is kept",
    ]
    assert f"The first 1 of 9 components hold {held}." in words.alt


def test_a_component_beyond_the_rank_is_the_last_one():
    figure, words = drawn(explore.at, "clusters", "poly", 1.0, 1, components=8, component=8)
    solution = explore.solve("clusters", Polynomial(1.0, 1)).solution
    expected = f"component 2, λ = {solution.variance[1]:.3g}"
    assert figure.axes[2].get_title(loc="left") == expected
    assert "The first 2 of 2 components hold 100 % of the variance." in words.alt


def test_there_is_a_control_for_each_argument_with_the_value_of_the_start():
    start = {"samples": "S-curve", "kernel": "poly", "gamma": 0.5, "degree": 3}
    start |= {"components": 4, "component": 2}
    controls = explore.controls(start)
    assert {name: control.value for name, control in controls.items()} == start
    drawn(explore.at, **{name: control.value for name, control in controls.items()})
