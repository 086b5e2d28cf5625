"""Importance of columns: the loadings of PCA, planted columns, fifty digits, and what is said."""

from types import SimpleNamespace

import numpy as np
import pytest
from made_solutions import made
from sklearn.datasets import load_wine

from kpca import KernelPCA, kernels
from kpca.arithmetic import fifty_digits
from kpca.formulations import dual
from kpca.interpretation.importance import (
    Importance,
    _permuted,
    by_derivative,
    by_permutation,
    disagreements,
    importance,
)
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


def test_with_the_linear_kernel_the_derivative_is_the_squared_loading_in_units_of_the_variances():
    solution = _solution(kernels.Linear(), X, 3)
    W = loadings(X, solution.alpha)
    expected = W**2 * X.var(axis=0)[:, None] / solution.variance
    found, error = by_derivative(kernels.Linear(), X, solution)
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-14)
    assert (np.abs(found - expected) <= error).all()
    assert np.abs(np.abs(W) - expected).max() > 0.1, "the control: the loading itself"


def test_one_column_alone_has_all_importance_and_its_exchange_exchanges_the_samples():
    x = np.array([[0.5], [2.0], [7.0], [3.5], [1.0]])
    found = _found(kernels.Linear(), x, 1, permutations=4000)
    np.testing.assert_allclose(found.derivative, 1.0, rtol=1e-12)
    assert abs(found.permutation[0, 0] - 1.0) <= 4.0 * found.standard_error[0, 0] < 0.1


def _of_fifty_digits(kernel, points):
    n, points = len(points), fifty_digits(points)
    solution = _solution(kernel, points)
    a = solution.alpha - solution.alpha.mean(axis=0)
    slopes = kernel.gradient(points, points, a.T[:, None, :])
    mean = (slopes**2).sum(axis=1).T / n
    centered = points - points.sum(axis=0) / n
    return mean * ((centered**2).sum(axis=0)[:, None] / n) / solution.variance


@pytest.mark.parametrize(("size", "share"), [(1e12, 1e-4), (1e14, 0.05)])
def test_the_error_has_that_of_the_variance_of_a_column_with_a_large_mean(size, share):
    """Of the Laplacian kernel, whose own errors do not grow with the mean."""
    kernel, points = kernels.Laplacian(0.1), X[:12] + np.array([0.0, 1.37 * size, 0.0, 0.0])
    found, error = by_derivative(kernel, points, _solution(kernel, points))
    difference = np.abs(fifty_digits(found) - _of_fifty_digits(kernel, points)).astype(float)
    assert (difference <= error).all()
    assert (error[[0, 2, 3]] < 1e-9).all()
    assert (error[1] < share * found[1]).all(), "the square of the error of the mean"


SIGNS = np.array([1.0, -1.0, -1.0, 1.0])
SLOPES = np.array([[2.0 * SIGNS, 0.5 * SIGNS], [-3.0 * SIGNS, 1.5 * SIGNS]]).swapaxes(1, 2)
FOUR = np.array([[1.0, 0.0], [2.0, 3.0], [4.0, -1.0], [9.0, 2.0]])


def _kernel_with(rounding):
    return SimpleNamespace(
        movable=False,
        unit=False,
        gradient=lambda points, X, W: SLOPES,
        steepness=lambda X, Y: 0.5,
        rounding_of_gradient=lambda X, Y: rounding,
    )


def _solution_with(errors, matrix_error, residuals):
    return SimpleNamespace(
        alpha=np.array([[5.0, 0.5], [2.0, 0.5], [7.0, -2.0], [2.0, 1.0]]),
        components=2,
        mu=np.array([4.0, 2.25]),
        weights=None,
        roots=1.0,
        total_weight=4.0,
        variance=np.array([1.0, 0.5625]),
        errors=np.array(errors),
        groups=(slice(0, 1), slice(1, 2)),
        gap=lambda group: 0.1 * 2.0**1.5,
        matrix_error=matrix_error,
        residuals=np.array(residuals),
    )


def test_every_term_of_the_error_of_the_derivative_has_its_factor():
    """By hand, with errors so large that each term counts.

    An eigenvector has .04 and .08, lambda .01 and .04; over sqrt(mu), times sqrt(n) and a steepness
    of .5 this is .025 and .08. The rounding of the gradient adds .01 for weights of 8 and of 4.
    """
    solution = _solution_with([0.04, 0.09, 0.7], 0.003, [0.001, 0.005])
    found, error = by_derivative(_kernel_with(0.01), FOUR, solution)
    np.testing.assert_allclose(found, [[38.0, 152.0], [0.625, 10.0]], rtol=1e-12)
    # var/lambda (.105 (2 root + .105) + .01 mean) and var/lambda (.12 (2 root + .12) + .04 mean)
    expected = [[4.4747375, 18.4832], [0.2963125, 2.064]]
    np.testing.assert_allclose(error, expected, rtol=1e-9)


def test_with_weights_the_error_of_an_eigenvector_counts_with_the_root_of_their_sum():
    """Four copies of each: sqrt(16) in place of sqrt(4) makes .025 and .08 twice as large."""
    solution = _solution_with([0.04, 0.09, 0.7], 0.003, [0.001, 0.005])
    solution.weights, solution.roots, solution.total_weight = np.full(4, 4.0), 2.0, 16.0
    found, error = by_derivative(_kernel_with(0.01), FOUR, solution)
    np.testing.assert_allclose(found, [[38.0, 152.0], [0.625, 10.0]], rtol=1e-12)
    # var/lambda (.13 (2 root + .13) + .01 mean) and var/lambda (.2 (2 root + .2) + .04 mean)
    expected = [[5.48055, 27.0222222222], [0.3735, 3.2444444444]]
    np.testing.assert_allclose(error, expected, rtol=1e-9)


def test_without_other_errors_those_of_the_sums_and_of_the_weights_remain():
    """By hand: 10 u times 16 and 4, the sums of |alpha|, for the weights, and 34 u for the sums."""
    exact = _solution_with([0.0, 0.0, 0.0], 0.0, [0.0, 0.0])
    error = by_derivative(_kernel_with(0.0), FOUR, exact)[1]
    # var/lambda 2 root e with e of 80 u and 20 u, and 34 u times 38, 152, .625 and 10.
    expected = [[3040.0 + 1292.0, 2026.6666666667 + 5168.0], [200.0 + 21.25, 266.66666666667 + 340]]
    np.testing.assert_allclose(error, 2.0**-53 * np.array(expected), rtol=1e-9)


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
    np.testing.assert_allclose(found.derivative, expected.derivative, rtol=1e-9)
    np.testing.assert_allclose(found.permutation, expected.permutation, rtol=1e-9)
    assert (np.abs(found.derivative - expected.derivative) <= found.error + expected.error).all()


def test_far_from_the_origin_the_importance_with_the_linear_kernel_is_that_of_centered_points():
    """Products of such points are known up to one, and the solution is that of centered points."""
    solution = KernelPCA(2).fit(X).solution_
    near = importance(kernels.Linear(), X, solution)
    far = importance(kernels.Linear(), X + 1e8, solution)
    np.testing.assert_allclose(far.derivative, near.derivative, rtol=1e-5)
    np.testing.assert_allclose(far.permutation, near.permutation, rtol=1e-5)
    assert far.error.max() < 1e-9


def test_the_derivative_at_some_samples_is_in_units_of_the_variance_of_all():
    solution = _solution(kernels.Linear(), X, 3)
    expected = by_derivative(kernels.Linear(), X, solution)[0]
    found = by_derivative(kernels.Linear(), X, solution, np.array([5, 2, 40]))[0]
    np.testing.assert_allclose(found, expected, rtol=1e-10)


def test_the_permutation_is_the_mean_of_its_draws_with_their_standard_error(monkeypatch):
    draws = iter(np.array([[[2.0]], [[3.0]], [[7.0]]]))
    monkeypatch.setattr("kpca.interpretation.importance.by_permutation", lambda *_: next(draws))
    found = _found(kernels.Linear(), X[:, :1], 1, permutations=3)
    assert found.permutation.tolist() == [[4.0]]
    # Squares 4, 1 and 9 over two, over three.
    np.testing.assert_allclose(found.standard_error, np.sqrt(7.0 / 3.0), rtol=1e-12)


def test_a_derivative_of_zero_has_an_infinite_error_where_components_are_not_separated():
    points = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    found, error = by_derivative(kernels.Linear(), points, _solution(kernels.Linear(), points))
    assert found.min() == 0.0
    assert np.isinf(error).all()


@pytest.mark.parametrize(
    "kernel",
    [
        kernels.RBF(0.05),
        kernels.Matern52(3.0),
        kernels.Laplacian(0.1),
        kernels.Polynomial(0.2, 3),
        kernels.Cosine(),
        kernels.Lift(),
    ],
    ids=str,
)
def test_the_derivative_is_that_of_fifty_digits_within_its_error_and_a_wrong_one_is_not(kernel):
    """The solution in doubles against that of Gram matrix and eigenvectors with fifty digits."""
    points = X[:12]
    found, error = by_derivative(kernel, points, _solution(kernel, points))
    expected = _of_fifty_digits(kernel, points)
    difference = np.abs(fifty_digits(found) - expected).astype(float)
    assert (difference <= error).all()
    assert (error <= 1e-6 * found.max()).all()
    slightly_wrong = np.abs(fifty_digits(1.00001 * found) - expected).astype(float)
    assert (slightly_wrong.max(axis=0) > error.max(axis=0)).all()


def test_the_derivative_is_the_slope_of_the_scores():
    kernel, h = kernels.RBF(0.05), 1e-5
    solution, K = _solution(kernel, X), kernel(X, X)
    found, _ = by_derivative(kernel, X, solution)
    for j in range(4):
        step = h * np.eye(4)[j]
        up, down = (dual.place(solution, K, kernel(X + s * step, X)) for s in (1, -1))
        slopes = ((up - down) / (2.0 * h)) ** 2
        expected = slopes.mean(axis=0) * X[:, j].var() / solution.variance
        np.testing.assert_allclose(found[j], expected, rtol=1e-6)


def test_a_component_that_rounding_does_not_separate_has_no_error_bound_and_others_have_one():
    V = np.linalg.qr(RNG.normal(size=(60, 3)) - 0.1)[0]
    V = V - V.mean(axis=0)
    solution = made(np.array([5.0, 5.0, 1.0]), V, 1e-12, after=0.1)
    _, error = by_derivative(kernels.RBF(0.1), X, solution)
    assert np.isinf(error[:, :2]).all()
    assert np.isfinite(error[:, 2]).all()


def test_a_constant_column_has_no_importance_and_no_error():
    constant = np.column_stack([X, np.full(60, 2.5)])
    found = _found(kernels.RBF(0.05), constant)
    for values in (found.derivative, found.error, found.permutation, found.standard_error):
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


def test_a_column_of_noise_is_unimportant_by_both():
    t = RNG.uniform(0.0, 2.0 * np.pi, 300)
    ring = np.column_stack([np.cos(t), np.sin(t), 0.05 * RNG.normal(size=300)])
    found = _found(kernels.RBF(1.0), ring)
    assert (found.derivative[2] < 0.05 * found.derivative[:2].max(axis=0)).all()
    assert (found.permutation[2] < 0.05 * found.permutation[:2].max(axis=0)).all()


def test_a_copied_column_has_a_quarter_of_the_importance_of_one_root_two_times_as_large():
    x, y = WINE[:, :1], WINE[:, 4:6]
    copied = _found(kernels.Linear(), np.hstack([x, x, y]))
    once = _found(kernels.Linear(), np.hstack([np.sqrt(2.0) * x, y]))
    np.testing.assert_allclose(copied.derivative[[0, 1]], 0.25 * once.derivative[[0, 0]], rtol=1e-9)
    np.testing.assert_allclose(copied.permutation[0] / once.permutation[0], 0.25, rtol=0.2)
    alone = _found(kernels.Linear(), np.hstack([x, y])).derivative[0]
    assert (np.abs(copied.derivative[0] / alone / 0.25 - 1.0) > 0.1).all(), "the control: x alone"


def test_copies_share_the_importance_equally_with_any_kernel():
    found = _found(kernels.RBF(0.02), np.column_stack([WINE[:, :5], WINE[:, 2]]))
    np.testing.assert_allclose(found.derivative[2], found.derivative[5], rtol=1e-9)
    assert (np.abs(found.permutation[2] - found.permutation[5]) < 0.1 * found.permutation[2]).all()


def test_a_column_that_acts_through_its_square_is_important_although_its_mean_slope_is_zero():
    x = np.linspace(-2.0, 2.0, 81)
    points = np.column_stack([x, 0.1 * np.sin(9.0 * x)])
    kernel = kernels.Polynomial(1.0, 2, 0.0)
    solution = _solution(kernel, points, 1)
    a = solution.alpha - solution.alpha.mean(axis=0)
    slope = kernel.gradient(points, points, a.T[:, None, :])[0, :, 0]
    assert abs(slope.mean()) < 1e-12 * np.abs(slope).max(), "the control: without the square"
    found = importance(kernel, points, solution)
    assert found.derivative[0, 0] > 0.5
    assert found.permutation[0, 0] > 0.5
    assert found.derivative[1, 0] < 0.01 > found.permutation[1, 0]


def test_of_many_samples_a_random_subset_is_looked_at_and_gives_nearly_the_same(monkeypatch):
    kernel = kernels.RBF(0.05)
    whole = _found(kernel, WINE)
    monkeypatch.setattr("kpca.interpretation.importance.MOST", 90)
    part = _found(kernel, WINE)
    assert (part.samples, part.of, part.basis) == (90, 178, "a random subset of 90 of 178 samples")
    assert whole.basis == "all 178 samples"
    np.testing.assert_allclose(part.derivative, whole.derivative, rtol=0.4)
    assert (part.derivative != whole.derivative).all()
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
    np.testing.assert_allclose(tiled.derivative, whole.derivative, rtol=1e-12)
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


def test_one_permutation_has_no_standard_error():
    with pytest.raises(ValueError, match="permutations: 1, which have no .* allowed: at least 2"):
        _found(kernels.Linear(), X, permutations=1)


def _made(derivative, permutation):
    local, whole = (np.array(values, dtype=float).T for values in (derivative, permutation))
    return Importance(local, 0.0 * local, whole, 0.0 * whole, 9, 9)


WHY = (
    " A small change can move a score where larger ones cancel, as where the score goes up and "
    "down. Exchanged values can make points that are unlike all samples, or step over where the "
    "score is flat."
)


@pytest.mark.parametrize(
    ("derivative", "permutation", "expected"),
    [
        (
            [[0.9, 0.5, 0.1]],
            [[0.8, 0.3, 0.15]],
            "Both importances agree on the columns of component 1.",
        ),
        (
            4 * [[0.0, 0.0, 0.0]],
            4 * [[0.0, 0.0, 0.0]],
            "Both importances agree on the columns of components 1 to 3.",
        ),
        (
            [[0.8, 0.4, 0.2]],
            [[0.8, 0.2, 0.1]],
            "The importances disagree, each in units of its largest value for a component. For "
            "component 1, the derivative is clearly larger for the "
            "columns 'b' and 'c'." + WHY,
        ),
        (
            [[0.9, 0.5, 0.1], [0.9, 0.5, 0.1], [0.2, 0.9, 0.05]],
            [[0.9, 0.1, 0.6], [0.9, 0.5, 0.1], [0.45, 0.9, 0.05]],
            "The importances disagree, each in units of its largest value for a component. For "
            "component 1, the derivative is clearly larger for the "
            "column 'b', and the permutation is clearly larger for the column 'c'. For component "
            "3, the permutation is clearly larger for the column 'a'." + WHY,
        ),
    ],
)
def test_the_text_names_columns_that_one_importance_has_twice_as_large(
    derivative, permutation, expected
):
    assert disagreements(_made(derivative, permutation), "abc") == expected


def test_no_more_than_five_columns_are_named():
    derivative, permutation = [0.9, *[0.5 + 0.01 * k for k in range(7)]], [0.9] + 7 * [0.1]
    sentence = disagreements(_made([derivative], [permutation]), "abcdefgh")
    assert "for the columns 'h', 'g', 'f', 'e', 'd' and 2 more. A small" in sentence
