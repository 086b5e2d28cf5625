"""Every bound holds against exact arithmetic, and none is so wide that it says nothing."""

from fractions import Fraction

import numpy as np
import pytest
from conftest import SPECTRA, gram

from kpca import arithmetic, kernels, tolerances
from kpca.centering import center, gower
from kpca.data import Distances
from kpca.distances import induced
from kpca.solvers import dense, groups

X = np.random.default_rng(0).normal(size=(12, 5))
EXTENDED = np.longdouble


def _radius(points):
    return np.sqrt((points**2).sum(axis=1).max())


@pytest.mark.parametrize("n", [3, 100, 1000, 5000])
def test_pairwise_sum_is_within_its_bound(n):
    terms = np.random.default_rng(n).uniform(0.0, 1.0, n)
    exact = sum(map(Fraction, terms.tolist()))
    relative = abs(Fraction(float(terms.mean())) * n / exact - 1)
    assert relative <= tolerances.pairwise_sum(n)


@pytest.mark.parametrize("n", [95, 119, 127])
def test_pairwise_sum_bound_holds_where_rounding_is_at_its_worst(n):
    """One term of 1 where each partial sum begins, and halves of an ulp after it."""
    terms = np.full(n, 2.0**-53)
    terms[:8] = 1.0
    exact = sum(map(Fraction, terms.tolist()))
    relative = abs(Fraction(float(terms.sum())) / exact - 1)
    assert 5 * tolerances.U < relative <= tolerances.pairwise_sum(n)


def _centered_exactly(K):
    K = K.astype(EXTENDED)
    rows = K.mean(axis=1)
    return K - rows[:, None] - rows[None, :] + rows.mean()


def test_centering_is_within_its_bound(any_gram):
    n, kappa = len(any_gram), np.abs(any_gram).max()
    error = np.abs(center(any_gram) - _centered_exactly(any_gram)).max()
    assert error <= tolerances.centering_element(n, kappa)


@pytest.mark.parametrize("weights", [[3.0, 1.0, 2.0, 0.3], [1e6, 1.0, 1e-6]], ids=str)
def test_weighted_centering_is_within_its_bound(any_gram, weights):
    n, kappa = len(any_gram), np.abs(any_gram).max()
    w = np.resize(weights, n)
    K, exact = any_gram.astype(EXTENDED), w.astype(EXTENDED)
    means = K @ exact / exact.sum()
    expected = K - means[:, None] - means[None, :] + exact @ means / exact.sum()
    expected *= np.sqrt(exact)[:, None] * np.sqrt(exact)
    error = np.linalg.norm((center(any_gram, w) - expected).astype(float), 2)
    bound = tolerances.weighted_gram(w, kappa, 0.0)
    assert error <= bound <= 1e5 * max(error, U * w.sum() * kappa)
    assert np.linalg.norm((center(any_gram) - expected).astype(float), 2) > 1e3 * bound


def test_gower_matrix_is_within_its_bound(any_gram):
    n, D2 = len(any_gram), induced(any_gram)
    exact = -EXTENDED(0.5) * _centered_exactly(D2)
    error = np.linalg.norm((gower(D2) - exact).astype(float), 2)
    assert error <= tolerances.gower_gram(n, np.abs(D2).max(), 0.0)


@pytest.mark.parametrize("name", SPECTRA)
def test_eigenvectors_of_a_perturbed_matrix_obey_yu_wang_and_samworth(name):
    A = center(gram(SPECTRA[name]))
    E = np.random.default_rng(5).normal(size=A.shape)
    E = 1e-12 * (E + E.T) / np.linalg.norm(E + E.T, 2)
    a, b = (dense.leading(matrix, 6, 1e-12) for matrix in (A, A + E))
    found = groups.groups(a.spectrum, 6, a.matrix_error)
    assert found or name == "steep"
    for group in found:
        left, _, right = np.linalg.svd(b.V[:, group].T @ a.V[:, group])
        turned = np.linalg.norm(b.V[:, group] @ left @ right - a.V[:, group])
        size, gap = group.stop - group.start, groups.gap(a.spectrum, group)
        assert turned <= tolerances.eigenvector(gap, 1e-12 + 2 * a.matrix_error, size)


def test_kernel_of_given_distances_is_within_its_bound():
    D = np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=-1))
    exact = D.astype(EXTENDED) ** 2
    exact = (exact[:, :1] + exact[:1] - exact) / 2
    K = Distances(D, D, D).K
    bound = tolerances.kernel_of_distances(D.max())
    assert np.abs(K - exact).max() <= bound <= 1e2 * np.abs(K - exact).max()


def _ulps(function, exact_function, points):
    """The largest error of a function in units in the last place, against fifty digits."""
    exact = [exact_function(x) for x in arithmetic.fifty_digits(points)]
    found = arithmetic.fifty_digits(function(points))
    size = [abs(float(value)) for value in exact]
    return max(
        float(abs(a - b)) / float(np.spacing(s)) for a, b, s in zip(found, exact, size, strict=True)
    )


def _numbers():
    rng = np.random.default_rng(0)
    spread = np.concatenate([rng.uniform(-30.0, 30.0, 4000), 10.0 ** rng.uniform(-20, 2, 1000)])
    return np.concatenate([spread, -spread])


def test_exp_is_as_good_as_assumed():
    assert _ulps(np.exp, lambda x: x.exp(), _numbers()) <= tolerances.ULPS


def test_log1p_is_as_good_as_assumed():
    points = np.concatenate([np.abs(_numbers()), 10.0 ** np.linspace(-300.0, 300.0, 601)])
    assert _ulps(np.log1p, lambda x: x.log1p(), points) <= tolerances.ULPS


def test_tanh_is_as_good_as_assumed():
    # As the bound counts it: relative to 1, the largest value, in units of 2u.
    points = _numbers()
    exact = np.array([float(x.tanh()) for x in arithmetic.fifty_digits(points)])
    assert np.abs(np.tanh(points) - exact).max() <= 2.0 * tolerances.ULPS * tolerances.U + 2.0**-54


@pytest.mark.parametrize("degree", [2, 3, 4, 7])
def test_pow_is_as_good_as_assumed(degree):
    points = _numbers()
    assert _ulps(lambda x: x**degree, lambda x: x**degree, points) <= tolerances.ULPS


@pytest.mark.parametrize("scale", [1e-70, 1e-160, 1e-200])
@pytest.mark.parametrize(
    "kernel", [kernels.Linear(), kernels.Lift(), kernels.Polynomial(1.0, 3, 0.0)], ids=str
)
def test_bounds_of_kernel_values_cover_underflow(kernel, scale):
    points = scale * X
    exact = kernel(arithmetic.fifty_digits(points), arithmetic.fifty_digits(points))
    error = float(np.abs(arithmetic.fifty_digits(kernel(points, points)) - exact).max())
    radius = float(arithmetic.lengths(points, 1).max())
    assert error <= kernel.rounding(X.shape[1], radius)


U = 2.0**-53


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (tolerances.U, U),
        (arithmetic.U_FIFTY_DIGITS, 2.0**-169),
        (tolerances.GROUP_FACTOR, 1e3),
        (tolerances.PROBABILISTIC, 10.0),
        (tolerances.pairwise_sum(100), 27 * U),
        (tolerances.pairwise_sum(1000), 30 * U),
        (tolerances.dot(100), 100 * U),
        (tolerances.centering_element(100, 2.0), 2 * (4 * 27 + 9) * U * 2.0),
        (tolerances.centered_gram(100, 2.0, 0.5), 100 * (0.5 + 2 * 117 * U * 2.0)),
        (
            tolerances.weighted_gram(np.full(100, 2.0), 2.0, 0.5),
            200 * (0.5 + 2 * (4 * (100 + 27) + 9) * U * 2.0 + 16 * U * 2.0),
        ),
        (tolerances.weighting(100), (4 + 4 * 29) * U),
        (tolerances.induced_element(3.0, 0.25), 1.0 + 18 * U),
        (tolerances.gower_gram(100, 2.0, 0.5), 50 * (0.5 + 2 * 117 * U * 2.0)),
        (tolerances.eigenvalue(100, 3.0), 3000 * U),
        (tolerances.squaring(100, 3.0), 3.0 * np.sqrt(1000 * U)),
        (tolerances.cholesky(9, 2.0), 20 * U),
        (tolerances.ascent(4, 1e-8, 1), 4e-8),
        (tolerances.ascent(4, 1e-8, 4), 2.0 * 3.0 * 2.0 * 1e-8),
        (tolerances.orthonormality(100), 1000 * U),
        (tolerances.products(100, 3.0), 300 * U),
        (tolerances.eigenvector(0.5, 1e-8, 4), 2.0**1.5 * 2.0 * 1e-8 / 0.5),
        (tolerances.scores(np.array([4.0]), 2.0, 1e-8), 2.0**1.5 * 1e-8 + 0.5e-8),
        (
            tolerances.scores(np.array([4.0, 1.0]), 2.0, 1e-8),
            2.0 * 2.0**1.5 * np.sqrt(2.0) * 0.5e-8 + np.sqrt(2.0) * (1e-8 + 1.0),
        ),
        (tolerances.residue_of_mean(100), 10 * 102 * U),
        (kernels.Linear().rounding(4, 3.0), 36 * U),
        (kernels.Polynomial(0.5, 3, 1.0).rounding(4, 2.0), (27 * 18 + 2 * 27) * U),
        (kernels.Lift().rounding(4, 2.0), (5 * 4 + 10 * 16) * U),
        (tolerances.kernel_of_distances(3.0), 36 * U),
    ],
)
def test_every_bound_has_the_size_that_its_theorem_gives(found, expected):
    """Half of it, or twice, would be another theorem."""
    assert found == pytest.approx(expected, rel=1e-9, abs=0.0)


def test_norm_and_leaning_have_the_size_that_their_theorems_give():
    allowed = tolerances.norm(100, 3.0, np.array([3.0, 0.3]))
    np.testing.assert_allclose(allowed, np.array([1200, 12000]) * U + 1000 * U, rtol=1e-9)
    lean = tolerances.leaning(1e-8, np.array([1.0 + 1e-8, 1e-8]), 4)
    np.testing.assert_allclose(lean, [2e-8, 2.0], rtol=1e-9)
    again = tolerances.placed_again(100, np.array([4.0]), 2.0, 1e-9)
    np.testing.assert_allclose(again, (2 * 100 * U * 10 * 2 + 1e-9) / 2.0, rtol=1e-9)


@pytest.mark.parametrize(
    ("residual", "gap", "expected"),
    [(1e-3, 1.001, 1e-6), (1e-3, 0.003, 0.5e-3), (1e-3, 1e-3, 1e-3), (1e-3, 0.0, 1e-3)],
)
def test_a_rayleigh_quotient_is_off_by_the_square_of_its_residual_over_the_gap(
    residual, gap, expected
):
    assert tolerances.rayleigh(residual, gap) == pytest.approx(expected, rel=1e-9, abs=0.0)


@pytest.mark.parametrize("apart", [1.0, 1e-2, 1e-4])
def test_rayleigh_quotients_of_leaning_vectors_are_within_their_bound(apart):
    A = np.diag([1.0, 1.0 - apart, 0.2])
    for lean in (1e-3, 1e-5):
        w = np.array([1.0, lean, 0.0]) / np.hypot(1.0, lean)
        quotient = w @ A @ w
        residual = np.linalg.norm(A @ w - quotient * w)
        allowed = tolerances.rayleigh(residual, min(apart, 0.8))
        assert abs(quotient - 1.0) <= allowed * (1.0 + 1e-6) + 1e-15
        assert allowed <= 3.0 * abs(quotient - 1.0) + 1e-15


def test_coordinates_have_the_size_that_their_theorem_gives():
    """lean = 1e-8/1 towards the others and 1e-8/0.5 beyond: 3 and 5 long; inside 2 long."""
    found = tolerances.coordinates(
        np.array([4.0]),
        np.array([1.0 + 1e-8, 0.5 + 1e-8]),
        1e-8,
        np.array([2.0]),
        np.array([[3.0, 5.0]]),
        np.array([1e-9]),
    )
    lean = np.array([1e-8, 2e-8])
    relative = 1e-8 / 4.0 + (lean**2).sum()
    np.testing.assert_allclose(found, (1e-9 + 3e-8 + 10e-8 + 2.0 * relative) / 2.0, rtol=1e-9)


def test_coordinates_in_a_group_of_unequal_eigenvalues_have_its_spread():
    """sqrt(2) (1e-8 + 4 - 3)/3, times a part of 2, over the root of the smallest."""
    found = tolerances.coordinates(
        np.array([4.0, 3.0]),
        np.array([]),
        1e-8,
        np.array([2.0]),
        np.zeros((1, 0)),
        np.array([1e-9]),
    )
    expected = (1e-9 + 2.0 * np.sqrt(2.0) * (1.0 + 1e-8) / 3.0) / np.sqrt(3.0)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("name", SPECTRA)
def test_new_samples_of_a_perturbed_matrix_are_within_the_bound_on_their_coordinates(name):
    A = center(gram(SPECTRA[name]))
    E = np.random.default_rng(5).normal(size=A.shape)
    E = center(1e-10 * (E + E.T) / np.linalg.norm(E + E.T, 2))
    rows = center(gram(SPECTRA[name], seed=3))[:5]
    bound = 1e-10
    for d in (1, 2, 3):
        a, b = (dense.leading(matrix, d, bound, centered=True) for matrix in (A, A + E))
        at = slice(d - 1, d)
        if a.spectrum[at][0] < 1e-6 or groups.gap(a.spectrum, at) < 1e-6:
            continue
        off = rows @ (b.V[:, at] / np.sqrt(b.spectrum[at]) - a.V[:, at] / np.sqrt(a.spectrum[at]))
        inside = np.abs(rows @ a.V[:, at])[:, 0]
        beyond = np.linalg.norm(rows - rows @ a.V[:, at] @ a.V[:, at].T, axis=1)[:, None]
        gap = np.array([groups.gap(a.spectrum, at)])
        allowed = tolerances.coordinates(
            a.spectrum[at], gap, a.matrix_error, inside, beyond, np.full(5, 1e-14)
        )
        assert (np.abs(off[:, 0]) <= allowed).all()
        assert (allowed <= 1e4 * np.abs(off[:, 0]).max()).all()


@pytest.mark.parametrize(
    ("kernel", "products"),
    [
        (kernels.Linear(), 3.0),
        (kernels.Polynomial(2.0, 1, 0.0), 8.0),
        (kernels.Lift(), 7.0),
    ],
    ids=str,
)
def test_a_kernel_value_of_zero_is_off_by_the_products_that_underflow(kernel, products):
    assert kernel.rounding(3, 0.0) == products * tolerances.UNDERFLOW
    assert tolerances.kernel_of_distances(0.0) == 3.0 * tolerances.UNDERFLOW


@pytest.mark.parametrize("q", [1, 3])
def test_a_huge_gamma_multiplies_every_square_that_underflows(q):
    u = 2.0**-53
    lost = kernels.RBF(1e307).rounding(q, 0.0) - tolerances.dot(q + 3) / np.e - 2.0 * u
    assert lost == pytest.approx(q * 1e307 * 2.0**-1074, rel=1e-6, abs=0.0)


def test_a_bound_on_a_sum_of_so_many_roundings_is_not_linear_any_more():
    assert tolerances.dot(2**50) == pytest.approx(1.0 / 7.0, rel=1e-12, abs=0.0)
    assert tolerances.cholesky(3, 2.0) == pytest.approx(8.0 * 2.0**-53, rel=1e-12, abs=0.0)


def test_numbers_of_single_precision_carry_its_rounding_and_exact_ones_carry_none():
    rng = np.random.default_rng(5)
    wide, near_1 = rng.normal(size=(9, 9)) * 3.0, np.exp(-0.1 * rng.uniform(size=(9, 9)))
    near_1[4, 4] = 1.0
    for A in (wide, near_1):
        single = A.astype(np.float32).astype(float)
        bound = tolerances.single_precision(single)
        assert np.abs(single - A).max() <= bound == 2.0**-24 * np.abs(single).max()
        assert tolerances.single_precision(A) == 0.0
        single[3, 7] = A[3, 7]
        assert tolerances.single_precision(single) == 0.0, "one double among them"
    whole = rng.integers(2**22, 2**24, size=(9, 9)).astype(float)
    powers = 2.0 ** -rng.integers(0, 60, size=(9, 9))
    exact = (whole, whole / 2.0**24, powers, np.eye(9), np.zeros((9, 9)), 0.375 * powers)
    assert [tolerances.single_precision(A) for A in exact] == [0.0] * 6
