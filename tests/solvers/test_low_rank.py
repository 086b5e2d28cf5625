"""The low-rank factor: its residual is exact, and the solution's bounds contain the eigenvalues."""

import numpy as np
import pytest

from kpca import kernels, tolerances
from kpca.centering import center
from kpca.formulations import dual
from kpca.solvers import low_rank, partial
from kpca.solvers.elements import KernelElements
from kpca.solvers.low_rank import kernel_pca
from kpca.solvers.solution import RankError
from kpca.solvers.tiled import NotFiniteError

RNG = np.random.default_rng(0)
X = RNG.normal(size=(400, 2))
SMOOTH, ROUGH = kernels.RBF(0.3), kernels.Laplacian(1.0)


def factor(kernel, points, rank, *more, **options):
    return low_rank.factor(KernelElements(kernel, points), rank, *more, **options)


def _gram(found):
    return found.F.astype(float) @ found.F.astype(float).T


@pytest.mark.parametrize("kernel", [SMOOTH, ROUGH, kernels.Linear()], ids=str)
@pytest.mark.parametrize("rank", [1, 7, 150])
def test_the_factor_reproduces_the_columns_of_its_landmarks(kernel, rank):
    found, points = factor(kernel, X, rank), X - X.mean(axis=0)
    K = kernel(points, points)
    scale = np.abs(K).max()
    assert found.rank <= rank
    assert len(set(found.landmarks)) == found.rank
    off = np.abs(_gram(found) - K)[:, found.landmarks].max()
    assert off <= 1e-12 * scale
    assert np.linalg.eigvalsh(K - _gram(found))[0] >= -1e-12 * len(X) * scale


@pytest.mark.parametrize("kernel", [SMOOTH, ROUGH], ids=str)
def test_the_residual_is_the_squared_distance_of_each_sample_to_the_span(kernel):
    found, K = factor(kernel, X, 20), kernel(X, X)
    S = found.landmarks
    projected = K[:, S] @ np.linalg.solve(K[np.ix_(S, S)], K[S])
    expected = K.diagonal() - projected.diagonal()
    np.testing.assert_allclose(found.residual, expected, rtol=0, atol=1e-9)
    assert found.error == pytest.approx(np.trace(K - _gram(found)), rel=0, abs=1e-10)
    assert found.trace == pytest.approx(400.0, rel=1e-14, abs=0)


def test_the_sum_of_all_differences_of_eigenvalues_is_the_trace_of_what_is_left():
    found, K = factor(ROUGH, X, 30), ROUGH(X, X)
    mu, approximate = (np.linalg.eigvalsh(center(A)) for A in (K, _gram(found)))
    exact = np.trace(center(K - _gram(found)))
    assert (mu - approximate).sum() == pytest.approx(exact, rel=1e-10, abs=0)
    assert (mu - approximate).min() >= -1e-12
    assert exact <= found.error <= 1.2 * exact


@pytest.mark.parametrize(
    ("kernel", "rank"), [(SMOOTH, 300), (kernels.Laplacian(0.1), 150)], ids=str
)
def test_the_bounds_of_the_solution_contain_the_eigenvalues_of_the_whole_matrix(kernel, rank):
    found = factor(kernel, X, rank, 1e-13)
    solution = kernel_pca(found, 1)
    mu = np.linalg.eigvalsh(center(kernel(X, X)))[::-1]
    k = len(solution.spectrum)
    assert (np.abs(mu[:k] - solution.spectrum) <= solution.errors).all()
    assert mu[k] <= solution.after
    assert (mu[:k] - solution.spectrum).max() <= found.error


def test_a_fast_decay_is_solved_to_rounding_without_the_matrix():
    found = factor(SMOOTH, X, 300, 1e-13)
    assert found.rank < 150
    assert found.error <= 1e-13 * found.trace
    solution, whole = kernel_pca(found, 5), dual.fit(SMOOTH(X, X), 5, 1e-13)
    assert solution.matrix_error <= 1e-11 * whole.mu[0]
    np.testing.assert_allclose(solution.scores, whole.scores, rtol=0, atol=1e-10)
    np.testing.assert_allclose(found.row_means, SMOOTH(X, X).mean(axis=1), rtol=0, atol=1e-12)


def test_landmarks_are_drawn_where_the_residual_is_large():
    """99 copies of one point have one landmark between them; a far point is found at once."""
    points = np.vstack([np.zeros((99, 2)), [[9.0, 9.0]]])
    found = factor(SMOOTH, points, 10)
    assert found.rank == 2
    assert 99 in found.landmarks
    assert (found.residual == 0.0).all()


def test_accepted_landmarks_have_the_distribution_of_one_at_a_time(monkeypatch):
    """Two clusters of 30 and 10 equal points: the first landmark is in the larger one 3 of 4 times.

    The second is always in the other one.
    """
    points = np.repeat([[0.0, 0.0], [9.0, 0.0]], [30, 10], axis=0)
    firsts = []
    for seed in range(300):
        landmarks = factor(SMOOTH, points, 2, seed=seed).landmarks
        assert {int(i >= 30) for i in landmarks} == {0, 1}
        firsts.append(landmarks[0] >= 30)
    assert 0.16 <= np.mean(firsts) <= 0.34


def test_more_components_than_the_bound_separates_are_refused():
    found = factor(ROUGH, X, 5)
    with pytest.raises(RankError):
        kernel_pca(found, 5)


def test_blocks_of_rows_change_nothing(monkeypatch):
    whole = factor(ROUGH, X, 40)
    monkeypatch.setattr(low_rank, "ROWS", 37)
    np.testing.assert_allclose(factor(ROUGH, X, 40).F, whole.F, rtol=0, atol=1e-13)


def test_residuals_that_rounding_hides_count_in_the_error():
    """Many points as near to each other as rounding: their residuals are 0, their sum is not."""
    least = 2.0 * tolerances.long_dot(1 + 8)
    near = np.sqrt(0.1 * least)
    points = np.repeat([[0.0], [near], [-near]], [250, 1750, 1750], axis=0)
    kernel = kernels.RBF(1.0)
    found = factor(kernel, points, 8, 1e-13)
    # 1 - k(x, y)^2 = 1 - exp(-2 |x - y|^2) is what one landmark y leaves of x.
    exact = -np.expm1(-2.0 * (points - points[found.landmarks[0]]) ** 2).sum()
    assert found.rank == 1
    assert found.residual.sum() == 0.0 < exact <= found.error
    error = KernelElements(kernel, points).error
    assert found.error == pytest.approx((least + 3.0 * error) * 3750, rel=1e-12, abs=0)
    smooth = kernels.Laplacian(0.1)
    total = kernel_pca(factor(smooth, X, 150), 1)
    assert total.trace >= np.trace(center(smooth(X, X)))


def test_the_bound_on_the_leading_eigenvalues_is_measured_and_much_smaller_than_that_on_all():
    found = factor(SMOOTH, X, 300, 1e-14)
    solution = kernel_pca(found, 3)
    mu = np.linalg.eigvalsh(center(SMOOTH(X, X)))[::-1]
    of_solver = tolerances.eigenvalue(found.rank, solution.frobenius)
    assert (solution.errors[3:] == solution.matrix_error).all()
    assert solution.errors[0] <= solution.matrix_error - 0.5 * of_solver
    assert np.abs(mu[:3] - solution.mu[:3]).max() <= solution.errors[0]


@pytest.mark.parametrize("size", [1e-9, 1e-6])
def test_the_measured_bound_contains_the_error_of_eigenvalues_of_a_planted_fault(size):
    """Eigenvalues that are off, or a vector that is rotated, make the residual as large."""
    A = np.diag([9.0, 7.0, 4.0, 1.0, 0.5])
    mu, W = A.diagonal().copy(), np.eye(5)
    exact = low_rank._measured(A, mu, W, 2, 1e-13)
    assert exact <= 1e-13
    wrong = mu + size * np.eye(5)[1]
    assert size <= low_rank._measured(A, wrong, W, 2, 1e-13) <= 1.01 * size
    c, s = np.cos(size), np.sin(size)
    turned = W.copy()
    turned[:, [1, 2]] = W[:, [1, 2]] @ np.array([[c, -s], [s, c]])
    assert 2.9 * size <= low_rank._measured(A, mu, turned, 2, 1e-13) <= 3.1 * size


def test_nothing_is_measured_where_the_next_eigenvalue_may_be_as_large():
    A = np.diag([9.0, 7.0, 7.0])
    assert low_rank._measured(A, A.diagonal(), np.eye(3), 2, 1e-13) == np.inf
    assert low_rank._measured(A, A.diagonal(), np.eye(3), 3, 1e-13) < 1e-13
    assert low_rank._measured(A, A.diagonal(), np.eye(3), 0, 1e-13) == np.inf


def test_more_landmarks_are_proposed_at_a_time_for_a_larger_rank(monkeypatch):
    sizes, accepted = [], low_rank._accepted
    monkeypatch.setattr(
        low_rank, "_accepted", lambda *of: sizes.append(len(of[2])) or accepted(*of)
    )
    for rank in (390, 20):
        factor(ROUGH, X, rank)
    assert sizes[0] == 97
    assert sizes[-1] == 20


def test_no_landmark_is_made_of_the_rounding_of_kernel_values():
    """Two small clusters far apart: products round the values by more than doubles do."""
    worst = 0.0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        points = 0.1 * rng.normal(size=(120, 3))
        points[::2] += 60.0
        elements = KernelElements(kernels.RBF(0.2), points)
        assert elements.by_products
        solution = kernel_pca(low_rank.factor(elements, 120, 0.0, seed), 1)
        mu = np.linalg.eigvalsh(center(elements.kernel(points, points)))[::-1]
        k = len(solution.spectrum)
        worst = max(worst, (np.abs(mu[:k] - solution.spectrum) / solution.errors).max())
    assert worst <= 1.0


def test_vectors_have_length_one_and_their_residuals_are_true_also_for_small_components():
    found = factor(SMOOTH, X, 300, 1e-14)
    solution = kernel_pca(found, 100)
    K = center(SMOOTH(X, X))
    measured = np.linalg.norm(K @ solution.V - solution.V * solution.mu, axis=0)
    assert (measured <= solution.residuals).all()
    assert np.abs(np.linalg.norm(solution.V, axis=0) - 1.0).max() <= 1e-14
    assert solution.residuals[0] <= 1.1 * (solution.matrix_error + 1e-12)


def test_the_bound_is_what_is_left_and_the_rounding_of_factor_products_and_solver():
    """Features with a large mean: the trace is that before centering."""
    kernel = kernels.Polynomial(0.1, 2, 5.0)
    elements = KernelElements(kernel, X)
    found = low_rank.factor(elements, 5)
    solution = kernel_pca(found, 1)
    sums = tolerances.long_dot(5 + 8) + tolerances.long_dot(low_rank.ROWS + 400 // low_rank.ROWS)
    expected = found.error + sums * found.trace
    expected += tolerances.eigenvalue(5, solution.frobenius)
    assert solution.matrix_error == pytest.approx(expected, rel=1e-12, abs=0)
    assert found.trace > 5.0 * solution.trace


def test_the_trace_of_a_factor_has_the_error_of_the_solver_in_each_of_its_eigenvalues():
    """Four landmarks reproduce four columns, so that the bounds are made of rounding alone."""
    points = np.random.default_rng(1).normal(size=(700, 4)) * [5.0, 3.0, 2.0, 0.7]
    found = low_rank.factor(KernelElements(kernels.Linear(), points), 4)
    solution = kernel_pca(found, 2)
    of_solver = 10.0 * 4 * 2.0**-53 * solution.frobenius
    assert of_solver > 0.05 * solution.matrix_error
    expected = solution.matrix_error + 3.0 * of_solver
    assert solution.trace_error == pytest.approx(expected, rel=1e-12, abs=0)


def test_the_error_of_a_factor_has_the_rounding_of_its_values():
    class Rounded(KernelElements):
        error = 1e-3

    elements = Rounded(SMOOTH, X)
    found = low_rank.factor(elements, 100)
    assert found.error >= 400 * 1e-3
    assert (found.residual[found.residual > 0.0] > 2e-3).all()


def test_the_measured_bound_has_rounding_length_and_number_of_vectors():
    A = np.diag([9.0, 7.0, 4.0, 1.0, 0.5])
    mu, W = A.diagonal().copy(), np.eye(5)
    rounding = (tolerances.long_dot(5) + 2.0 * tolerances.U) * np.linalg.norm(mu)
    for d in (1, 2):
        skew = d * tolerances.long_dot(5)
        expected = np.sqrt(d) * rounding / (1.0 - skew)
        measured = low_rank._measured(A, mu, W, d, 1e-13)
        assert measured == pytest.approx(expected, rel=1e-12, abs=0)
    assert low_rank._measured(A, mu + 1e-6, 0.9 * W, 1, 1e-13) > 1.1 * 0.9 * 1e-6
    assert low_rank._measured(A, mu, W, 2, 3.0 / 1.5) == np.inf
    assert low_rank._measured(A, mu, W, 2, 3.0 / 2.5) < 1e-13


def test_a_value_of_a_column_that_is_not_finite_is_an_error_that_names_its_samples():
    class Undefined(kernels.RBF):
        def factors(self, X, Y):
            return None

        def __call__(self, X, Y):
            K, far = super().__call__(X, Y), (X[:, :1] > 40.0) != (Y[:, 0] > 40.0)
            return np.where(far, np.nan, K)

    points = X.copy()
    points[317, 0] = 41.0
    with pytest.raises(NotFiniteError, match=r"samples (318 and \d+|\d+ and 318) is nan"):
        factor(Undefined(0.3), points, 60)


@pytest.mark.parametrize(
    ("q", "gamma", "promising"),
    [(2, 1.0, True), (3, 0.1, True), (4, 0.1, False), (64, 1.0 / 64.0, False)],
)
def test_a_factor_of_all_samples_is_tried_where_one_of_a_few_decays(q, gamma, promising):
    X = np.random.default_rng(1).normal(size=(2000, q))
    elements = KernelElements(kernels.RBF(gamma), X)
    assert low_rank.is_promising(elements, 250, 1e-13, 3) == promising


def test_a_probe_of_samples_that_are_all_equal_is_no_division_by_zero():
    equal = KernelElements(kernels.RBF(1.0), np.full((300, 2), 3.0))
    assert low_rank.is_promising(equal, 37, 1e-13, 3)


def test_a_kernel_that_is_zero_everywhere_has_a_factor_without_columns():
    zero = KernelElements(kernels.Polynomial(1.0, 2, 0.0), np.zeros((300, 2)))
    assert low_rank.is_promising(zero, 37, 1e-13, 3)
    assert low_rank.factor(zero, 37, 1e-13, 3, patient=False).rank == 0
    assert partial.by_low_rank(zero, 2) is None


def test_the_few_samples_of_the_probe_are_drawn_from_all_of_them():
    rough = np.random.default_rng(1).normal(size=(2000, 64))
    rough[:300] = 0.0
    assert not low_rank.is_promising(KernelElements(kernels.RBF(1.0 / 64.0), rough), 250, 1e-13, 3)


def test_the_probe_decays_by_the_residual_of_samples_that_are_no_landmarks(monkeypatch):
    """K = 1: nothing of a sample lies in the span of 96 others."""
    asked = []
    monkeypatch.setattr(low_rank, "_decays", lambda *of: asked.append(of))
    apart = KernelElements(kernels.RBF(1.0), 1e3 * np.arange(300.0)[:, None])
    low_rank.is_promising(apart, 250, 1e-13, 3)
    assert asked == [(1.0, 96, 1e-13, 250)]


@pytest.mark.parametrize(
    ("left", "landmarks", "rank", "decays"),
    [
        # 1e-13 is 13 powers of ten: with three in 60 landmarks, 260, of which 4/3 of 195 are 260.
        (1e-3, 60, 196, True),
        (1e-3, 60, 194, False),
        # Both powers underflow: 0.017^333 and 1e-13^96.
        (0.017, 96, 250, False),
        (1e-6, 96, 250, True),
        (1.0, 96, 250, False),
        (0.0, 3, 250, True),
    ],
)
def test_a_geometric_decay_reaches_the_tolerance_within_a_third_more_than_the_rank(
    left, landmarks, rank, decays
):
    assert bool(low_rank._decays(left, landmarks, 1e-13, rank)) == decays


def test_a_factor_that_is_not_patient_ends_where_the_residual_decays_slowly():
    X = np.random.default_rng(1).normal(size=(1000, 64)) / np.sqrt(np.arange(1.0, 65.0))
    elements = KernelElements(kernels.RBF(1.0 / 64.0), X)
    short = low_rank.factor(elements, 125, 1e-13, 3, patient=False)
    assert low_rank.PROPOSED // 2 < short.rank < 125
    assert low_rank.factor(elements, 125, 1e-13, 3).rank == 125
