"""Importance of columns: the loadings of PCA, planted columns, and the draw of permutations."""

import numpy as np
import pytest
from made_solutions import made
from sklearn.datasets import load_wine

from kpca import KernelPCA, kernels
from kpca.formulations import dual
from kpca.interpretation.importance import _permuted, by_permutation, importance
from kpca.interpretation.loadings import loadings

RNG = np.random.default_rng(11)
MIXED = np.array([[2.0, 1.0, 0.3, 0.1], [-0.5, 1.2, 0.4, 0.2], [0.1, -0.6, 0.9, 0.3]])
X = RNG.normal(size=(60, 3)) @ MIXED + 0.2 * RNG.normal(size=(60, 4)) + [1.0, -2.0, 0.5, 4.0]
WINE = load_wine().data
WINE = (WINE - WINE.mean(axis=0)) / WINE.std(axis=0)


def _solution(kernel, X, d=2):
    return dual.fit(kernel(X, X), d)


def _found(kernel, X, d=2, **more):
    return importance(kernel, X, _solution(kernel, X, d), **more)


def test_one_column_alone_has_all_importance_and_its_exchange_exchanges_the_samples():
    x = np.array([[0.5], [2.0], [7.0], [3.5], [1.0]])
    found = _found(kernels.Linear(), x, 1, permutations=4000)
    assert abs(found.permutation[0, 0] - 1.0) <= 4.0 * found.standard_error[0, 0] < 0.1


@pytest.mark.parametrize("unit", [1e-160, 1e160])
@pytest.mark.parametrize(
    ("kernel", "scaled"),
    [
        (kernels.Cosine(), lambda unit: kernels.Cosine()),
        (kernels.Laplacian(0.1), lambda unit: kernels.Laplacian(0.1 / unit)),
    ],
    ids=["cosine", "laplacian"],
)
def test_the_unit_of_the_data_does_not_count_where_its_square_vanishes(kernel, scaled, unit):
    expected = _found(kernel, X)
    found = _found(scaled(unit), unit * X)
    np.testing.assert_allclose(found.permutation, expected.permutation, rtol=1e-9)


def test_far_from_the_origin_the_importance_with_the_linear_kernel_is_that_of_centered_points():
    """Products of such points are known up to one, and the solution is that of centered points."""
    solution = KernelPCA(2).fit(X).solution_
    near = importance(kernels.Linear(), X, solution)
    far = importance(kernels.Linear(), X + 1e8, solution)
    np.testing.assert_allclose(far.permutation, near.permutation, rtol=1e-5)


def test_the_permutation_is_the_mean_of_its_draws_with_their_standard_error(monkeypatch):
    draws = iter(np.array([[[2.0]], [[3.0]], [[7.0]]]))
    monkeypatch.setattr("kpca.interpretation.importance.by_permutation", lambda *_: next(draws))
    found = _found(kernels.Linear(), X[:, :1], 1, permutations=3)
    assert found.permutation.tolist() == [[4.0]]
    # Squares 4, 1 and 9 over two, over three.
    np.testing.assert_allclose(found.standard_error, np.sqrt(7.0 / 3.0), rtol=1e-12)


def test_with_the_linear_kernel_it_is_the_squared_loading_in_units_of_the_variances():
    """On average over permutations: the square of w_j (x - x') has the mean 2 w_j^2 var_j."""
    solution = _solution(kernels.Linear(), X, 3)
    W = loadings(X, solution.alpha)
    expected = W**2 * X.var(axis=0)[:, None] / solution.variance
    found = importance(kernels.Linear(), X, solution, permutations=1000)
    away = np.abs(found.permutation - expected)
    assert (away <= 4.0 * found.standard_error + 1e-12).all()
    assert (found.standard_error <= 0.01 * expected + 1e-12).all()
    assert np.abs(np.abs(W) - expected).max() > 0.1, "the control: the loading itself"


def test_a_constant_column_has_no_importance_and_no_error():
    constant = np.column_stack([X, np.full(60, 2.5)])
    found = _found(kernels.RBF(0.05), constant)
    for values in (found.permutation, found.standard_error):
        assert (values[4] == 0.0).all()
        assert np.isfinite(values).all()


def test_a_permuted_column_changes_the_scores_as_placing_the_changed_samples_does():
    kernel, rows = kernels.Laplacian(0.2), np.array([5, 2, 40, 17, 33])
    solution, K = _solution(kernel, X), kernel(X, X)
    found = by_permutation(kernel, X, solution, rows, np.random.default_rng(3))
    permuted = np.random.default_rng(3).permuted(X[rows], axis=0)
    for j in range(4):
        changed = X[rows]
        changed[:, j] = permuted[:, j]
        moved = dual.place(solution, K, kernel(changed, X)) - solution.scores[rows]
        # Four of five, and 59 of 60: both with one less than the number of samples.
        expected = (moved**2).sum(axis=0) / 4 / (2.0 * solution.variance * 60 / 59)
        np.testing.assert_allclose(found[j], expected, rtol=1e-9)


def test_the_importance_from_few_of_the_samples_is_on_average_that_from_all():
    x = np.array([[0.5], [2.0], [7.0], [3.5], [1.0], [-4.0], [2.5], [0.1], [5.0]])
    solution, rng = _solution(kernels.Linear(), x, 1), np.random.default_rng(6)
    draws = [
        by_permutation(kernels.Linear(), x, solution, rng.permutation(9)[:3], rng)
        for _ in range(2000)
    ]
    error = np.std(draws) / np.sqrt(2000)
    assert abs(np.mean(draws) - 1.0) < 3.0 * error < 0.1


def test_the_standard_error_is_the_spread_of_estimates_from_other_seeds():
    solution = _solution(kernels.RBF(0.05), X)
    draws = [
        importance(kernels.RBF(0.05), X, solution, permutations=4, seed=seed) for seed in range(60)
    ]
    spread = np.std([draw.permutation for draw in draws], axis=0, ddof=1)
    stated = np.sqrt(np.mean([draw.standard_error**2 for draw in draws], axis=0))
    np.testing.assert_allclose(stated, spread, rtol=0.35)
    again = importance(kernels.RBF(0.05), X, solution, permutations=4, seed=7)
    assert (again.permutation == draws[7].permutation).all()


def test_a_column_of_noise_is_unimportant():
    t = RNG.uniform(0.0, 2.0 * np.pi, 300)
    ring = np.column_stack([np.cos(t), np.sin(t), 0.05 * RNG.normal(size=300)])
    found = _found(kernels.RBF(1.0), ring)
    assert (found.permutation[2] < 0.05 * found.permutation[:2].max(axis=0)).all()


def test_a_copied_column_has_a_quarter_of_the_importance_of_one_root_two_times_as_large():
    x, y = WINE[:, :1], WINE[:, 4:6]
    copied = _found(kernels.Linear(), np.hstack([x, x, y]), permutations=500)
    once = _found(kernels.Linear(), np.hstack([np.sqrt(2.0) * x, y]), permutations=500)
    np.testing.assert_allclose(copied.permutation[0] / once.permutation[0], 0.25, rtol=0.03)
    alone = _found(kernels.Linear(), np.hstack([x, y]), permutations=500).permutation[0]
    assert (np.abs(copied.permutation[0] / alone / 0.25 - 1.0) > 0.1).all(), "the control: x alone"


def test_copies_share_the_importance_equally_with_any_kernel():
    found = _found(kernels.RBF(0.02), np.column_stack([WINE[:, :5], WINE[:, 2]]), permutations=100)
    assert (np.abs(found.permutation[2] - found.permutation[5]) < 0.1 * found.permutation[2]).all()


def test_a_column_that_acts_through_its_square_is_important_although_it_has_no_correlation():
    x = np.linspace(-2.0, 2.0, 81)
    points = np.column_stack([x, 0.1 * np.sin(9.0 * x)])
    kernel = kernels.Polynomial(1.0, 2, 0.0)
    solution = _solution(kernel, points, 1)
    assert abs(np.corrcoef(x, solution.scores[:, 0])[0, 1]) < 1e-12, "the control"
    found = importance(kernel, points, solution)
    assert found.permutation[0, 0] > 0.5
    assert found.permutation[1, 0] < 0.01


def test_of_many_samples_a_random_subset_is_looked_at_and_gives_nearly_the_same(monkeypatch):
    kernel = kernels.RBF(0.05)
    whole = _found(kernel, WINE)
    monkeypatch.setattr("kpca.interpretation.importance.MOST", 90)
    part = _found(kernel, WINE)
    assert (part.samples, part.of, part.basis) == (90, 178, "a random subset of 90 of 178 samples")
    assert whole.basis == "all 178 samples"
    assert (part.permutation != whole.permutation).all()
    away = np.abs(part.permutation - whole.permutation) / np.hypot(
        part.standard_error, whole.standard_error
    )
    assert (away < 6.0).all()
    monkeypatch.setattr("kpca.interpretation.importance.VALUES", 178 * 13 * 60)
    assert _found(kernel, WINE).samples == 60
    monkeypatch.setattr("kpca.interpretation.importance.VALUES", 1)
    assert _found(kernel, WINE).samples == 50


def test_tiles_change_nothing(monkeypatch):
    solution = _solution(kernels.RBF(0.05), X)
    whole = importance(kernels.RBF(0.05), X, solution)
    monkeypatch.setattr("kpca.interpretation.importance.TILE", 7 * 60)
    tiled = importance(kernels.RBF(0.05), X, solution)
    np.testing.assert_allclose(tiled.permutation, whole.permutation, rtol=1e-12)


def test_no_value_is_exchanged_where_the_kernel_is_not_defined():
    """The cosine of 0. Where a sample has one value only, it keeps it if 0 would replace it."""
    points = np.array([[3.0, 0.0], [0.0, 2.0], [1.0, 4.0], [0.0, 5.0], [2.0, 0.5], [4.0, 3.0]])
    found = _found(kernels.Cosine(), points, 1, permutations=20)
    assert np.isfinite(found.permutation).all()
    assert (found.permutation > 0.05).all()


def test_a_value_of_a_sample_that_has_no_other_is_exchanged_for_one_that_is_not_zero():
    points = np.array([[3.0, 0.0], [5.0, 0.0], [7.0, 0.0], [0.0, 2.0], [4.0, 6.0]])
    found = [_permuted(kernels.Cosine(), points, np.random.default_rng(s)) for s in range(40)]
    first = np.array([permuted[0, 0] for permuted in found])
    assert set(first) == {3.0, 4.0, 5.0, 7.0}


def test_a_component_that_rounding_does_not_separate_is_undecided_and_others_are_not():
    V = np.linalg.qr(RNG.normal(size=(60, 3)) - 0.1)[0]
    V = V - V.mean(axis=0)
    for mu, undecided in (([5.0, 5.0, 1.0], [1, 2]), ([5.0, 3.0, 1.0], [])):
        solution = made(np.array(mu), V, 1e-12, after=0.1)
        found = importance(kernels.RBF(0.1), X, solution)
        assert found.undecided == undecided
