"""Bounds on the next eigenvalue: true on every spectrum, and not absurdly loose."""

from dataclasses import replace

import mpmath
import numpy as np
import pytest
from conftest import SPECTRA, gram

from kpca import tolerances
from kpca.arithmetic import inertia
from kpca.centering import center
from kpca.solvers import completeness, krylov
from kpca.solvers.elements import MatrixElements, weighted
from kpca.solvers.tiled import Survey, TiledGram


def _case(spectrum, positive):
    elements = MatrixElements(gram(np.sort(spectrum)[::-1]), 0.0, positive)
    operator = TiledGram(elements, tile=16)
    mu, V = np.linalg.eigh(center(elements.K))
    return elements, operator, mu[::-1], V[:, ::-1]


def _split(operator, V):
    return completeness.split(V, operator(V))


@pytest.mark.parametrize("name", SPECTRA)
@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_every_bound_is_above_the_next_eigenvalue(name, d):
    positive = name != "indefinite"
    elements, operator, mu, V = _case(SPECTRA[name], positive)
    rounding = 1e-13 * mu[0]
    found = [completeness.from_norms(elements, mu[:d], operator.survey, rounding)]
    found.append(completeness.from_inertia(elements, mu[:d], rounding))
    pairs = _split(operator, V[:, :d])
    found.append(completeness.from_random_start(operator, pairs, d, -np.inf, positive, 40, 1))
    assert found[0].after >= mu[d]
    assert found[0].lowest <= mu[-1] + 1e-13
    for bound in found[1:]:
        assert bound is None or bound.after >= mu[d] - 1e-12 * mu[0]
        assert bound is None or bound.lowest <= mu[-1] + 1e-12 * mu[0]


def test_the_trace_bounds_a_steep_spectrum_to_rounding():
    elements, operator, mu, _ = _case(10.0 ** -np.linspace(0.0, 16.0, 29), True)
    bound = completeness.from_norms(elements, mu[:20], operator.survey, 1e-15)
    assert bound.source == "trace"
    rest = mu[20:].sum()
    assert rest <= bound.after <= rest + 1e-12


def test_without_positive_eigenvalues_only_the_frobenius_norm_bounds_both_ends():
    elements, operator, mu, _ = _case(SPECTRA["indefinite"], False)
    bound = completeness.from_norms(elements, mu[:3], operator.survey, 1e-14)
    assert bound.source == "Frobenius norm"
    rest = np.sqrt((mu[3:] ** 2).sum())
    assert bound.after == pytest.approx(rest, rel=1e-6, abs=0)
    assert bound.lowest == -bound.after
    by_trace = mu.sum() - mu[:3].sum()
    assert by_trace < mu[3], "the control: the trace bounds nothing where others are negative"


@pytest.mark.parametrize("weights", [None, np.resize([4.0, 1.0, 0.25], 30)], ids=str)
def test_inertia_counts_the_eigenvalues_above_the_smallest_pair_in_any_order(weights):
    plain = MatrixElements(gram(SPECTRA["decaying"]), 0.0, True)
    elements, mu = weighted(plain, weights), np.linalg.eigvalsh(center(plain.K, weights))[::-1]
    bound = completeness.from_inertia(elements, mu[:4], 1e-13)
    assert mu[4] <= bound.after <= mu[4] + 0.2 * (mu[3] - mu[4])
    assert completeness.from_inertia(elements, mu[[3, 0, 2, 1]], 1e-13) == bound
    assert completeness.from_inertia(elements, mu[[0, 1, 3]], 1e-13) is None


@pytest.mark.parametrize(("d", "next_one"), [(1, 4.0), (2, 1.5), (3, 0.25), (4, None), (6, None)])
def test_the_bound_of_a_covariance_is_its_next_eigenvalue_and_the_errors(d, next_one):
    """That of LAPACK, that of LDL', and the distance of both matrices, 0.125; in this order."""
    Q = np.linalg.qr(np.random.default_rng(2).normal(size=(4, 4)))[0]
    C = Q @ np.diag([7.0, 4.0, 1.5, 0.25]) @ Q.T
    solver = 10.0 * 4 * 2.0**-53 * np.sqrt(49.0 + 16.0 + 2.25 + 0.0625)
    bound = completeness.from_covariance(0.5 * (C + C.T), d, 0.125)
    expected = 0.125 + (solver if next_one is None else next_one + 2.0 * solver)
    assert bound.after == pytest.approx(expected, rel=0, abs=0.3 * solver)
    assert bound.lowest == 0.0
    assert f"{min(d, 4)} eigenvalues above, by LDL' of the covariance of 4" in bound.source


def test_a_covariance_whose_inertia_contradicts_lapack_gives_no_bound(monkeypatch):
    monkeypatch.setattr(completeness, "inertia", lambda C, after: 3)
    assert completeness.from_covariance(np.diag([7.0, 4.0, 1.5, 0.25]), 2, 0.125) is None


def test_the_square_of_the_cosine_of_a_random_block_has_the_beta_distribution():
    """Of 4,000 blocks, as many as stated make a smaller angle with a vector, and no more."""
    n, b, failure = 40, 3, 0.1
    rng = np.random.default_rng(5)
    cosines = np.array(
        [np.linalg.norm(np.linalg.qr(rng.normal(size=(n, b)))[0][7]) ** 2 for _ in range(4000)]
    )
    least = 1.0 / np.cosh(completeness._start(n, b, failure)) ** 2
    # Four standard deviations of a binomial share.
    assert np.mean(cosines < least) == pytest.approx(failure, abs=4.0 * np.sqrt(0.09 / 4000))


@pytest.mark.parametrize(
    ("n", "b", "failure"),
    [(300, 1, 2e-22), (300, 2, 0.05), (20_000, 16, 2e-22), (10**7, 16, 2e-22)],
)
def test_the_quantile_of_the_angle_is_that_of_fifty_digits(n, b, failure):
    with mpmath.workdps(50):
        least = mpmath.sech(mpmath.mpf(completeness._start(n, b, failure))) ** 2
        probability = mpmath.betainc(
            mpmath.mpf(b) / 2, mpmath.mpf(n - b) / 2, 0, least, regularized=True
        )
        assert float(probability) == pytest.approx(failure, rel=1e-10, abs=0)


def test_the_error_of_a_random_start_has_the_value_of_its_formula():
    # cos^2 = 0.2 with a probability of 0.05, because one of two directions has Beta(1/2, 1/2).
    failure = 2.0 / np.pi * np.arcsin(np.sqrt(0.2))
    # tanh^2(acosh(sqrt(5))/3): sin = sqrt(0.8), so that acosh(sqrt(5)) = atanh(sqrt(0.8)).
    epsilon = np.tanh(np.arctanh(np.sqrt(0.8)) / 3.0) ** 2
    assert epsilon == pytest.approx(0.2, abs=1e-14)
    assert completeness.random_start_error(2, 1, 2, failure) == pytest.approx(epsilon, abs=1e-14)
    assert completeness.random_start_error(2, 2, 2, failure) == 0.0, "the block is everything"
    errors = [completeness.random_start_error(100, 12, k) for k in (5, 10, 20)]
    assert errors[0] > errors[1] > errors[2]


@pytest.mark.parametrize("k", [1, 2, 3, 5])
@pytest.mark.parametrize("tangent", [0.7, 30.0])
def test_a_spectrum_exists_for_which_a_start_with_this_angle_misses_as_much_as_stated(k, tangent):
    """Sharpness: with 1 - s^2 = 1 - cos^2(j pi/(2k - 1)) and weights for which all Ritz values fit.

    The largest Ritz value is then 1, and the largest eigenvalue cosh^2(asinh(tan phi)/(2k - 1)).
    """
    largest = np.cosh(np.arcsinh(tangent) / (2 * k - 1)) ** 2
    x = 1.0 - np.cos(np.arange(k) * np.pi / (2 * k - 1)) ** 2
    mu = np.r_[largest, x]
    # sum_j w_j^2 (1 - x_j) p(x_j) q(x_j) = (largest - 1) p(largest) q(largest) for every q, with
    # s p(1 - s^2) = T_(2k-1)(s), whose values at x_j are +-1/s_j.
    s = np.sqrt(1.0 - x)
    p = (-1.0) ** np.arange(k) / s
    of_largest = np.sinh((2 * k - 1) * np.arcsinh(np.sqrt(largest - 1.0))) / np.sqrt(largest - 1.0)
    of_largest *= (-1.0) ** (k - 1)
    powers = np.arange(k)[:, None]
    left = (1.0 - x) * p * x**powers
    right = (largest - 1.0) * of_largest * largest ** powers[:, 0]
    squares = np.linalg.solve(left, right)
    assert (squares > 0.0).all()
    w = np.sqrt(np.r_[1.0, squares])
    assert np.linalg.norm(w[1:]) == pytest.approx(tangent, rel=1e-9, abs=0)
    spaces = list(krylov.spaces(lambda Q: mu[:, None] * Q, w[:, None], k))
    theta = spaces[-1].ritz_values()[0]
    epsilon = np.tanh(np.arcsinh(tangent) / (2 * k - 1)) ** 2
    assert 1.0 - theta / largest == pytest.approx(epsilon, rel=1e-6, abs=0)


def _apart(n):
    """Eigenvalues as the zeros of Chebyshev polynomials, one of them apart."""
    return np.r_[1.0, 0.9 * (0.5 + 0.5 * np.cos(np.pi * np.arange(n - 1) / n))]


HARD = {
    "apart": _apart(300),
    "decaying": 0.8 ** np.arange(300),
    "one large": np.r_[1.0, np.full(299, 0.1)],
    "even": np.linspace(1.0, 0.0, 300),
}


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize(("b", "k"), [(1, 4), (2, 6), (5, 2)])
def test_the_random_start_misses_less_than_its_error(name, b, k):
    """400 starts, of which one in twenty may miss more."""
    mu = HARD[name]
    epsilon = completeness.random_start_error(300, b, k, 0.05)
    missed = []
    for seed in range(400):
        start = np.random.default_rng((seed, b, k)).normal(size=(300, b))
        theta = list(krylov.spaces(lambda Q: mu[:, None] * Q, start, k))[-1].ritz_values()
        missed.append(1.0 - theta[0])
    assert np.mean(np.array(missed) > epsilon) <= 0.05
    if name == "apart":
        assert max(missed) > 0.01 * epsilon, "the bound is not absurdly loose"


def test_the_passes_end_where_the_bound_is_low_enough():
    _, operator, mu, V = _case(np.r_[9.0, 8.0, np.linspace(1.0, 0.5, 197)], True)
    pairs, before = _split(operator, V[:, :2]), operator.passes
    bound = completeness.from_random_start(operator, pairs, 2, 4.0, True, 40, 1)
    assert mu[2] <= bound.after < 4.0
    passes = operator.passes - before
    assert passes < 20
    assert f"{passes} passes" in bound.source
    few = completeness.from_random_start(operator, pairs, 2, 4.0, True, 2, 1)
    assert few.after > mu[1], "two passes prove little"
    assert "2 passes" in few.source, "the last pass counts"
    for below in (1.5, 2.0, 3.0, 4.0, 6.0):
        half = completeness.from_random_start(operator, pairs, 2, below, True, 40, 1)
        assert mu[2] <= half.after <= 0.5 * (below + mu[2]) + 1e-9


def test_a_missed_member_of_a_cluster_shows_in_the_space_without_the_others():
    spectrum = np.r_[3.0 - 7e-5 * np.arange(6), np.linspace(1.0, 0.1, 193)]
    _, operator, mu, V = _case(spectrum, True)
    missed = np.delete(V[:, :7], 4, axis=1)[:, :6]
    bound = completeness.from_random_start(operator, _split(operator, missed), 6, 2.9, True, 40, 1)
    assert bound.after >= mu[4]
    pairs = _split(operator, V[:, :6])
    right = completeness.from_random_start(operator, pairs, 6, 2.9, True, 40, 1)
    assert mu[6] <= right.after < 2.9
    # What theory makes positive has no eigenvalue below 0; of another matrix nothing is known.
    assert right.lowest == 0.0
    unknown = completeness.from_random_start(operator, pairs, 6, 2.9, False, 40, 1)
    assert unknown.lowest < 0.0


def test_the_rounding_of_the_matrix_is_part_of_the_counted_bound():
    elements, _, mu, _ = _case(SPECTRA["decaying"], True)
    exact, rounded = (completeness.from_inertia(elements, mu[:4], r) for r in (0.0, 0.01))
    assert rounded.after - exact.after == pytest.approx(0.01, rel=1e-9, abs=0)
    value = exact.after - tolerances.eigenvalue(30, np.linalg.norm(center(elements.K)))
    assert inertia(center(elements.K), value) == 4


def test_fewer_eigenvalues_than_pairs_above_a_value_are_no_bound():
    """5, 5, 5, 2, 2, 1: two pairs are less than the three copies of 5, and no value counts two."""
    elements, _, _, _ = _case(SPECTRA["degenerate"], True)
    assert completeness.from_inertia(elements, np.array([5.0, 5.0]), 1e-13) is None
    assert completeness.from_inertia(elements, np.array([5.0, 5.0, 4.9, 4.8]), 1e-13) is None


def test_both_ends_follow_from_the_ritz_values_by_literal_numbers():
    theta = np.array([2.0, 1.0, -1.0])
    one = completeness._bound(theta, 0.1, True, 7)
    assert (one.after, one.lowest) == (pytest.approx(2.0 + 0.1 * 2.0 / 0.9, abs=1e-15), 0.0)
    both = completeness._bound(theta, 0.1, False, 7)
    assert both.after == pytest.approx(2.0 + 0.1 * 3.0 / 0.8, abs=1e-15)
    assert both.lowest == pytest.approx(-1.0 - 0.1 * 3.0 / 0.8, abs=1e-15)
    # The vectors that were taken out leave the eigenvalue 0, below all Ritz values.
    above = completeness._bound(np.array([4.0, 2.5]), 0.1, False, 7)
    assert above.after == pytest.approx(4.0 + 0.1 * 4.0 / 0.8, abs=1e-15)
    assert above.lowest == pytest.approx(-0.1 * 4.0 / 0.8, abs=1e-15)
    assert completeness._bound(theta, 0.5, False, 7) is None
    assert completeness._bound(theta, 1.0, True, 7) is None
    assert "7 passes" in one.source


def test_a_hopeless_random_start_ends_after_few_passes():
    spectrum = np.r_[1.0 - 1e-5 * np.arange(200)]
    _, operator, _, V = _case(spectrum, True)
    pairs = _split(operator, V[:, :2])
    before = operator.passes
    bound = completeness.from_random_start(operator, pairs, 2, 1.0, True, 40, 1)
    assert bound.after >= 1.0 - 3e-5
    assert operator.passes - before == completeness.HOPE


def _blocks(M, k):
    """The split of a symmetric M (n, n) by its first k coordinates, and the rest B."""
    return completeness.split(np.eye(len(M))[:, :k], M[:, :k]), M[k:, k:]


def _symmetric(seed, n=12):
    A = np.random.default_rng(seed).normal(size=(n, n))
    return A + A.T


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("k", "d"), [(3, 3), (6, 3), (7, 0), (4, 5)])
def test_a_bound_on_the_rest_bounds_the_next_eigenvalue_by_inertia(seed, k, d):
    M = _symmetric(seed) + np.diag(np.linspace(30.0, 0.0, 12))
    mu = np.linalg.eigvalsh(M)[::-1]
    split, B = _blocks(M, k)
    beta = np.linalg.eigvalsh(B)
    bound = split.after(d, beta[-1])
    if d >= k:
        # The pairs alone: Cauchy's interlacing theorem bounds mu_(k+1), and all after it.
        assert bound == beta[-1] >= mu[k] - 1e-12
        return
    assert bound >= mu[d] - 1e-12
    assert split._is_bound(bound, d, beta[-1]), "the end of the last interval that is right"
    by_weyl = max(np.linalg.eigvalsh(split.H)[-d - 1], beta[-1]) + np.linalg.norm(split.C)
    assert bound <= by_weyl + 1e-9
    assert split.lowest(beta[0]) <= mu[-1] + 1e-12


def test_for_two_rows_both_ends_are_the_eigenvalues_themselves():
    """H = 5, C = 2, B = 2: the eigenvalues of [[5, 2], [2, 2]] are 6 and 1."""
    split, _ = _blocks(np.array([[5.0, 2.0], [2.0, 2.0]]), 1)
    np.testing.assert_allclose((split.H, split.C**2), ([[5.0]], [[4.0]]), rtol=1e-15)
    assert split.after(0, 2.0) == pytest.approx(6.0, abs=1e-8)
    assert split.lowest(2.0) == pytest.approx(1.0, abs=1e-8)
    assert max(5.0, 2.0) < 6.0, "the control: without the residuals the bound is false"
    # Equal eigenvalues of H and B move by all of |C|: 5 + 2 and 5 - 2.
    equal, _ = _blocks(np.array([[5.0, 2.0], [2.0, 5.0]]), 1)
    assert equal.after(0, 5.0) == pytest.approx(7.0, abs=1e-8)
    assert equal.lowest(5.0) == pytest.approx(3.0, abs=1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_needed_of_the_rest_is_the_inverse_of_the_bound(seed):
    M = _symmetric(seed) + np.diag(np.linspace(60.0, 0.0, 12))
    split, B = _blocks(M, 6)
    beta = float(np.linalg.eigvalsh(B)[-1])
    bound = split.after(3, beta)
    assert split.needed(3, bound + 0.1) >= beta
    assert split.after(3, split.needed(3, bound + 0.1)) <= bound + 0.1 + 1e-6
    smallest = float(np.linalg.eigvalsh(split.H)[-4])
    assert split.needed(3, smallest - 1e-3) == -np.inf, "nothing helps below a Ritz value"


def test_the_split_depends_on_the_span_of_the_vectors_only():
    _, operator, _, V = _case(SPECTRA["decaying"], True)
    W = V[:, :4] + 0.1 * V[:, 4:8]
    mixed = W @ np.random.default_rng(0).normal(size=(4, 4))
    one, other = _split(operator, W), _split(operator, mixed)
    for A, B in ((one.H, other.H), (one.C.T @ one.C, other.C.T @ other.C)):
        np.testing.assert_allclose(np.linalg.eigvalsh(A), np.linalg.eigvalsh(B), atol=1e-13)
    np.testing.assert_allclose(one.Z.T @ one.Z, np.eye(4), atol=1e-14)


def test_guards_save_passes_though_they_have_not_converged():
    spectrum = np.r_[3.0, 2.0, 1.99, 1.98, 1.97, np.linspace(1.0, 0.1, 494)]
    _, operator, mu, V = _case(spectrum, True)
    guards = V[:, 2:5] + 1e-3 * krylov.random_start(len(V), 3, 5)
    passes = []
    for W in (V[:, :2], np.column_stack([V[:, :2], guards])):
        before, split = operator.passes, _split(operator, W)
        bound = completeness.from_random_start(operator, split, 2, mu[1], True, 200, 1)
        assert mu[2] <= bound.after < mu[1]
        passes.append(operator.passes - before)
    assert passes[1] < 0.5 * passes[0]


def test_guards_that_are_noise_prove_nothing_that_is_false():
    _, operator, mu, V = _case(np.r_[3.0, 2.0, np.linspace(1.0, 0.1, 197)], True)
    W = np.column_stack([V[:, :2], krylov.random_start(200, 4, 7)])
    bound = completeness.from_random_start(operator, _split(operator, W), 2, 1.9, True, 60, 1)
    assert bound is None or bound.after >= mu[2]
    without_one = np.column_stack([V[:, :1], V[:, 2:3], V[:, 1:2] + 0.1 * V[:, 5:6]])
    missed = _split(operator, without_one)
    bound = completeness.from_random_start(operator, missed, 2, 1.9, True, 60, 1)
    assert bound is None or bound.after >= mu[2]


@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("name", SPECTRA)
def test_what_the_norms_leave_beside_pairs_and_guards_bounds_the_next_eigenvalue(name, positive):
    """Guards with errors of 1e-2, among them one that leans towards a later eigenvector."""
    spectrum = np.abs(SPECTRA[name]) if positive else SPECTRA[name]
    elements, operator, mu, V = _case(spectrum, positive)
    noise = 1e-2 * krylov.random_start(len(V), 4, 5)
    for d, g in ((1, 0), (2, 1), (2, 4), (4, 3)):
        W = np.linalg.qr(np.column_stack([V[:, :d], V[:, d : d + g] + noise[:, :g]]))[0]
        found = completeness.from_split(elements, _split(operator, W), d, operator.survey, 1e-14)
        assert found.after >= mu[d] - 1e-13
        assert found.lowest <= mu[-1] + 1e-13
        assert found.source.endswith(f", {g} guards")


def _of_diagonal(values, Z, d, positive=True, rounding=0.0, **changed):
    """``from_split`` of a matrix with these eigenvalues besides the 0 of the vector 1."""
    elements, operator, _, V = _case(np.array(values), positive)
    pairs = _split(operator, V[:, : len(Z)] @ Z)
    survey = replace(operator.survey, **changed)
    return completeness.from_split(elements, pairs, d, survey, rounding)


def test_the_norms_of_what_is_left_have_these_values():
    """Eigenvalues 9, 6, 3, 2, 1, -1/2: 20.5 is the trace, and 131.25 the sum of squares."""
    E, values = np.eye(5), [9.0, 6.0, 3.0, 2.0, 1.0, -0.5]
    exact = _of_diagonal(values, E[:, :3], 2, positive=False)
    assert exact.after == pytest.approx(3.0, abs=1e-7), "the guard itself"
    left = np.sqrt(2.0**2 + 1.0 + 0.25)
    assert exact.lowest == pytest.approx(-left, abs=1e-6)
    assert exact.source == "Frobenius norm, 1 guards"
    alone = _of_diagonal(values, E[:, :2], 2, positive=False)
    assert alone.after == pytest.approx(np.sqrt(9.0 + left**2), abs=1e-6)
    by_trace = _of_diagonal([9.0, 6.0, 0.4, 0.3, 0.2, 0.1], E[:, :3], 2)
    assert (by_trace.source, by_trace.lowest) == ("Frobenius norm, 1 guards", 0.0)
    steep = _of_diagonal([9.0, 6.0, 0.4, 1e-9, 1e-9, 0.0], E[:, :4], 2, rounding=1e-10)
    assert steep.source == "trace, 2 guards"
    # A guard between the eigenvectors of 3 and 1: H is 2, C is 1, and 131.25 - 4 - 2 is left.
    mixed = np.column_stack([E[:, :2], (E[:, 2] + E[:, 4]) / np.sqrt(2.0)])
    lean = _of_diagonal(values, mixed, 2, positive=False)
    largest = np.sqrt(9.0 + 4.0 + 1.0 + 0.25 - 2.0**2 - 2.0 * 1.0**2)
    half = 0.5 * (largest - 2.0)
    assert lean.after == pytest.approx(2.0 + half + np.hypot(half, 1.0), abs=1e-6)


def test_the_norms_of_what_is_left_allow_for_rounding_and_for_a_wrong_claim():
    E, values, r = np.eye(5), [9.0, 6.0, 3.0, 2.0, 1.0, -0.5], 1e-3
    n, k, own = 7, 3, np.sqrt(131.25)
    of_H = np.sqrt(81.0 + 36.0 + 9.0)
    left = np.sqrt((own + np.sqrt(n) * r) ** 2 - (of_H - np.sqrt(k) * r) ** 2)
    lowest = _of_diagonal(values, E[:, :3], 2, positive=False, rounding=r).lowest
    assert lowest == pytest.approx(-left - r, abs=1e-6)
    claimed = _of_diagonal(values, E[:, :3], 2, positive=True, trace=17.9)
    assert claimed.source == "Frobenius norm, 1 guards"
    assert claimed.lowest < -0.5, "18 - 17.9 says that others are negative"


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        pytest.param("Frobenius norm", {"frobenius": np.sqrt(0.7 * 131.25)}, id="norm too small"),
        pytest.param("trace", {"trace": 19.0}, id="trace too small"),
    ],
)
def test_a_norm_that_is_too_small_would_hide_an_eigenvalue(name, changed):
    """The control: pair 2 was missed, and the right norms do not hide it."""
    E = np.eye(5)
    values = [9.0, 6.0, 3.0, 2.0, 1.0, 0.5] if name == "trace" else [9.0, 6.0, 3.0, 2.0, 1.0, -0.5]
    missed, positive = E[:, [0, 2, 3]], name == "trace"
    assert _of_diagonal(values, missed, 2, positive).after >= 6.0
    assert _of_diagonal(values, missed, 2, positive, **changed).after < 6.0


@pytest.mark.parametrize("seed", range(40))
def test_the_norms_beside_guards_miss_no_larger_pair_of_samples_with_a_large_mean(seed):
    """The sum of squares of the matrix with its mean is 1e16 times that of what is left."""
    rng = np.random.default_rng(seed)
    n, shift = 173, 10.0 ** rng.uniform(7.0, 9.0)
    mu = np.sort(rng.uniform(0.0, 1.0, n - 1) * np.where(np.arange(n - 1) < 8, 10.0, 0.1))[::-1]
    K = gram(mu) + shift
    operator = TiledGram(MatrixElements(K, 0.0, False), tile=31)
    exact, V = np.linalg.eigh(center(np.asarray(K, dtype=np.longdouble)).astype(float))
    W = V[:, ::-1][:, 1:4]
    rounding = operator.relative_product_error * operator.survey.uncentered
    found = completeness.from_split(
        operator.elements, _split(operator, W), 3, operator.survey, rounding
    )
    assert found.after >= exact[-1] - rounding - 1e-12, "the first pair was missed"


@pytest.mark.parametrize("unit", [1e-170, 1.0, 1e160])
def test_what_is_left_beside_ritz_values_has_no_unit(unit):
    survey = Survey(np.zeros(9), 0.0, 18.0 * unit, 8.5 * unit, 9.0 * unit, 0.0)
    theta = np.array([5.0, 4.0, 2.0, 1.5, 1.2, 1.1, 1.0])
    by_squares = np.sqrt(8.5**2 - np.cumsum(theta**2))
    by_both = np.minimum(by_squares, 18.0 - theta.cumsum())
    for positive, expected in ((True, by_both), (False, by_squares)):
        elements = MatrixElements(np.eye(3), 0.0, positive)
        found = completeness.left_by(elements, survey, theta * unit) / unit
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_guards_are_taken_until_the_norms_leave_less_than_the_last_pair():
    theta, residuals, n = np.array([5.0, 4.0, 2.0, 1.5, 1.2, 1.1, 1.0]), np.zeros(7), 1000
    # Below (4 + 2)/2 = 3 from four values on: two guards.
    left = np.array([9.0, 5.0, 3.0, 2.9, 2.0, 1.0, 0.5])
    assert completeness.guards(n, 2, theta, residuals, 100, left=left) == 2
    assert completeness.guards(n, 2, theta, residuals, 1, left=left) == 1, "there is one at most"
    assert completeness.guards(n, 2, theta, residuals, 100, left=9.0 + left) == 4
    assert completeness.guards(n, 2, theta, residuals, 100, 0.1, left=left) == 0, "passes are cheap"


THETA = np.array([5.0, 4.0, 3.0, 2.0, 1.0, 0.5])


def test_as_many_guards_are_used_as_save_products():
    """The products of g guards and of BLOCK vectors in each pass, written out for all g."""
    residuals = np.zeros(6)
    n, d, b = 1000, 2, krylov.BLOCK
    start = np.arctanh(np.sqrt(completeness._error(n, 3))) * 5.0
    products = [
        g + b * 0.5 * (1.0 + start / np.arctanh(np.sqrt(1.0 - THETA[d + g] / 4.0)))
        for g in range(4)
    ]
    assert completeness.guards(n, d, THETA, residuals, 100) == np.argmin(products) == 3
    by_cost = [
        completeness.guards(n, d, THETA, residuals, 100, cost) for cost in (0.3, 0.5, 1.0, 96)
    ]
    assert by_cost == [0, 1, 2, 3], "the dearer a pass, the more guards"
    near = np.r_[4.0, 1e-3 * np.ones(5)]
    assert completeness.guards(n, 1, near, residuals, 100) == 0, "a wide gap needs none"


def test_guards_end_before_the_first_poor_one_and_at_the_most():
    n, residuals = 1000, np.zeros(6)
    assert completeness.guards(n, 2, THETA, residuals, 2) == 2
    residuals[3] = 0.11 * (THETA[1] - THETA[3])
    assert completeness.guards(n, 2, THETA, residuals, 100) == 1
    residuals[3] = 0.09 * (THETA[1] - THETA[3])
    assert completeness.guards(n, 2, THETA, residuals, 100) == 3
    assert completeness.guards(n, 6, THETA, residuals, 100) == 0, "there are none"
    assert completeness.guards(n, 2, THETA, residuals, 0) == 0
    equal = np.full(6, 4.0)
    assert completeness.guards(n, 2, equal, residuals, 100) == 0, "no guard tells equal ones apart"


def test_the_start_is_that_of_the_certificate_s_own_stream_and_seed(monkeypatch):
    _, operator, _, V = _case(SPECTRA["decaying"], True)
    asked, start = [], krylov.random_block

    def noted(*arguments):
        asked.append(arguments)
        return start(*arguments)

    monkeypatch.setattr(krylov, "random_block", noted)
    completeness.from_random_start(operator, _split(operator, V[:, :2]), 2, 1.0, True, 6, 5)
    assert asked == [(len(V), krylov.BLOCK, 5, completeness.CERTIFICATE)]
    assert 0 != completeness.CERTIFICATE != krylov.REFILL


def test_the_norms_allow_for_the_rounding_of_the_matrix():
    """|E|_2 = r moves the sum of squares by 2 sqrt(n) |K~|_F r + n r^2, and the trace by more."""
    elements, operator, mu, _ = _case(SPECTRA["decaying"], True)
    survey, n, r = operator.survey, elements.n, 1e-3
    theta = mu[:1]
    negative = MatrixElements(elements.K, 0.0, False)
    exact, rounded = (completeness.from_norms(negative, theta, survey, x) for x in (0.0, r))
    added = 2.0 * np.sqrt(n) * survey.frobenius * r + n * r**2
    assert rounded.after**2 - exact.after**2 == pytest.approx(added, rel=1e-6, abs=0)
    steep = 10.0 ** -np.linspace(0.0, 16.0, 29)
    elements, operator, mu, _ = _case(steep, True)
    surveys = [TiledGram(replace(elements, error=e)).survey for e in (0.0, 1e-9, 0.0)]
    by_trace = [
        completeness.from_norms(elements, mu[:20], survey, r)
        for survey, r in zip(surveys, (0.0, 0.0, 1e-9), strict=True)
    ]
    assert [bound.source for bound in by_trace] == ["trace"] * 3
    assert by_trace[1].after - by_trace[0].after == pytest.approx(2.0 * 30 * 1e-9, rel=1e-6, abs=0)
    assert by_trace[2].after - by_trace[0].after == pytest.approx(20 * 1e-9, rel=1e-6, abs=0)


@pytest.mark.parametrize("n", [3, 4, 6])
def test_the_norms_miss_no_larger_pair_of_a_few_samples_with_a_large_mean(n):
    rng = np.random.default_rng(n)
    for shift in 10.0 ** rng.uniform(3.0, 6.0, 300):
        mu = np.sort(rng.uniform(0.05, 0.15, n - 1))[::-1]
        K = gram(mu, shift=0.0) + shift
        operator = TiledGram(MatrixElements(K, 0.0, False), tile=2)
        exact = np.linalg.eigvalsh(gram(mu, shift=0.0))[::-1]
        rounding = operator.relative_product_error * operator.survey.uncentered
        bound = completeness.from_norms(MatrixElements(K), exact[1:2], operator.survey, rounding)
        assert bound.after >= exact[0] - rounding


@pytest.mark.parametrize(("n", "d", "passes"), [(2100, 1, 5), (2100, 18, 7), (10**6, 34, 10)])
def test_after_so_many_passes_the_largest_ritz_value_is_at_least_half_of_the_eigenvalue(
    n, d, passes
):
    assert completeness.visible(n, d) == passes
    least = passes - -(-(d - 1) // 16)
    assert completeness.random_start_error(n, 16, least, tolerances.FAILURE / 2) <= 0.5
    assert completeness.random_start_error(n, 16, least - 1, tolerances.FAILURE / 2) > 0.5


def test_guards_that_lean_towards_the_vector_1_make_no_bound_false(monkeypatch):
    """What is left of mu_2 = 1 is then nearly along the vector 1, which a start may not avoid."""
    n, lean = 100, 0.01
    A = np.column_stack([np.ones(n), np.random.default_rng(0).normal(size=(n, 2))])
    one, first, second = np.linalg.qr(A)[0].T
    K = 2.0 * np.outer(first, first) + np.outer(second, second)
    guard = np.cos(lean) * second + np.sin(lean) * one
    V = np.column_stack([first, guard])
    pairs = completeness.split(V, K @ V)

    def bounds():
        starts = range(20)
        made = (
            completeness.from_random_start(lambda Q: K @ Q, pairs, 1, -np.inf, True, 1, seed)
            for seed in starts
        )
        return np.array([bound.after for bound in made])

    assert bounds().min() >= 1.0 - 1e-13
    block = krylov.random_block

    def without_mean(*arguments):
        return block(*arguments) - block(*arguments).mean(axis=0)

    monkeypatch.setattr(krylov, "random_block", without_mean)
    assert bounds().min() < 1.0 - 1e-10, "the control: a start orthogonal to the vector 1"


def test_negative_eigenvalues_that_rounding_makes_hide_no_positive_one():
    """The Rayleigh quotients of a random block are about 16/1000 of 0.6, less 0.02."""
    mu = np.r_[2.0, 0.6, np.full(998, -0.02)]
    pairs = completeness.split(np.eye(1000)[:, :1], np.diag(mu)[:, :1])
    bounds = [
        completeness.from_random_start(
            lambda Q: mu[:, None] * Q, pairs, 1, -np.inf, True, 1, 3, rounding=rounding
        )
        for rounding in (0.02, 0.0)
    ]
    assert bounds[0].after >= 0.6
    assert bounds[1].after < 0.6, "the control: as if no eigenvalue were negative"
    by_hand = completeness._bound(np.array([2.0, 1.0]), 0.1, True, 7, 0.5)
    assert by_hand.after == pytest.approx(2.0 + 0.1 * 2.5 / 0.9, abs=1e-15)
    assert by_hand.lowest == 0.0


@pytest.mark.parametrize("failure", [0.05, 0.5])
@pytest.mark.parametrize("n", [18, 100])
def test_a_bound_after_one_pass_is_false_as_often_as_stated(n, failure, monkeypatch):
    """Of 2, 1, 0, ..., 0 one pass shows cos^2 phi of the 1, so that the probability is exact."""
    monkeypatch.setattr(tolerances, "FAILURE", failure)
    mu = np.r_[2.0, 1.0, np.zeros(n - 2)]
    pairs, false = completeness.split(np.eye(n)[:, :1], np.diag(mu)[:, :1]), 0
    for seed in range(1000):
        bound = completeness.from_random_start(
            lambda Q: mu[:, None] * Q, pairs, 1, -np.inf, True, 1, seed
        )
        false += bound.after < 1.0 - 1e-12
    # Half of the probability, within four standard deviations.
    p = 0.5 * failure
    assert false / 1000 == pytest.approx(p, abs=4.0 * np.sqrt(p * (1.0 - p) / 1000))


@pytest.mark.parametrize("ritz", [0.0, -1e-30, 1e-320])
@pytest.mark.parametrize("below", [1.0, 1e-20, 1e-300])
def test_where_nothing_is_left_no_pass_is_needed_at_any_scale(ritz, below):
    """The Ritz value counts as 2e-308 of the number, and acosh(1e154) is more than 300."""
    most = 0.5 * (1.0 + completeness._start(100, 16, tolerances.FAILURE / 2.0) / 300.0)
    if ritz < 1e-300 * below:
        assert 0.5 <= completeness._needed(100, ritz, below) <= most
    assert completeness._needed(100, below, below) == np.inf
    # 4 = cosh^2(acosh(2)).
    start = completeness._start(100, 16, tolerances.FAILURE / 2.0)
    expected = 0.5 * (1.0 + start / np.arccosh(2.0))
    assert completeness._needed(100, 0.25 * below, below) == pytest.approx(expected, abs=1e-12)


def test_a_random_start_is_bounded_also_where_the_rest_is_zero_and_the_scale_small():
    mu = 1e-30 * np.r_[1.0, np.zeros(99)]
    pairs = completeness.split(np.eye(100)[:, :1], np.diag(mu)[:, :1])
    bound = completeness.from_random_start(lambda Q: mu[:, None] * Q, pairs, 1, 5e-31, True, 40, 1)
    assert (bound.after, bound.lowest) == (pytest.approx(0.0, abs=1e-45), 0.0)


def test_a_negative_eigenvalue_whose_vector_was_taken_out_counts_by_its_residual():
    """16 random vectors of 16 dimensions show the rest exactly, which is positive here."""
    mu = np.r_[3.0, 2.0, np.linspace(0.4, 0.1, 13), -1.0]
    lean = np.array([1.0, 0.3]) / np.hypot(1.0, 0.3)
    V = np.eye(16)[:, :3]
    V[:, 2] = lean[0] * np.eye(16)[15] + lean[1] * np.eye(16)[2]
    pairs = completeness.split(V, mu[:, None] * V)
    bound = completeness.from_random_start(
        lambda Q: mu[:, None] * Q, pairs, 2, -np.inf, False, 1, 1
    )
    assert -1.1 < bound.lowest <= -1.0 + 1e-12
    # The rest of the vectors e_3 and e_16 has the quotient 0.4 cos^2 - 1 sin^2 > 0.
    assert 0.4 * lean[0] ** 2 - lean[1] ** 2 > 0.2


def _cholesky(mu, t, n=40, d=2):
    """A matrix with eigenvalues mu, and the bound beside its d first pairs."""
    Q = np.linalg.qr(np.random.default_rng(1).normal(size=(n, n)))[0]
    A = (Q * mu) @ Q.T
    A = 0.5 * (A + A.T)
    V = Q[:, :d]
    size = np.linalg.norm(A)
    return A, completeness.by_cholesky(A, size, t, V * mu[:d], V)


MU = np.r_[5.0, 4.0, np.linspace(1.0, -3.0, 38)]


@pytest.mark.parametrize("unit", [1e-290, 1.0, 1e150])
def test_a_cholesky_factor_proves_a_bound_above_the_next_eigenvalue_and_none_below(unit):
    for t in (1.0 + 1e-12, 1.5, 3.9):
        bound = _cholesky(unit * MU, unit * t)[1]
        assert t <= bound / unit <= t * (1.0 + 1e-11)
    for t in (-4.0, 0.0, 1.0 - 1e-12):
        assert _cholesky(unit * MU, unit * t)[1] is None


@pytest.mark.parametrize("missed", [5.0, 4.0])
def test_a_cholesky_factor_beside_other_pairs_than_the_largest_says_so(missed):
    others = np.r_[9.0, missed, np.delete(MU, [0, 1])] if missed == 5.0 else MU
    Q = np.linalg.qr(np.random.default_rng(1).normal(size=(40, 40)))[0]
    A = (Q * others) @ Q.T
    taken = [0, 2] if missed == 5.0 else [0]
    V, theta = Q[:, taken], others[taken]
    assert completeness.by_cholesky(A, 30.0, 2.0, V * theta, V) is None
    assert completeness.by_cholesky(A, 30.0, missed + 0.1, V * theta, V) is not None


def test_the_rounding_of_a_cholesky_factor_is_in_its_bound():
    """Beside fifty digits: where a factorization ends although t is too low, the bound is not."""
    largest, too_low = mpmath.mpf(0), 0
    rng = np.random.default_rng(0)
    for _ in range(60):
        W = rng.normal(size=(8, 8))
        A = W @ W.T
        with mpmath.workdps(50):
            largest = max(mpmath.eigsy(mpmath.matrix(A.tolist()), eigvals_only=True))
        for steps in range(-3, 4):
            t = float(largest) * (1.0 + steps * 2.0**-53)
            bound = completeness.by_cholesky(A, 200.0, t, A[:, :0], A[:, :0])
            assert bound is None or bound >= largest
            too_low += bound is not None and t < largest
    assert too_low > 0, "the control: without the rounding some bounds would be false"


def test_the_matrix_of_a_cholesky_factor_is_kept_unless_it_is_given_away():
    A = np.diag([3.0, 1.0])
    none = A[:, :0]
    rounding = completeness.by_cholesky(A, 10.0**0.5, 4.0, none, none) - 4.0
    assert np.array_equal(A, np.diag([3.0, 1.0]))
    # dot(d + 4) (t + |A|_F) and dot(n + 2) tr(t - A) with u = 2^-53.
    assert rounding == pytest.approx(2.0**-53 * (4 * (4.0 + 10.0**0.5) + 4 * 4.0), abs=9e-16)
    assert completeness.by_cholesky(A, 10.0**0.5, 4.0, none, none, overwrite=True) == 4.0 + rounding
    assert not np.array_equal(A, np.diag([3.0, 1.0]))


def test_each_rounding_beside_a_cholesky_factor_counts_with_its_size():
    """t = 1 is small beside all of them, so that the digits of the bound show each."""
    A, L, R = np.diag([-3.0, -4.0]) * 2.0**20, np.eye(2)[:, :1] * 2.0**14, np.eye(2)[:, :1] * 2.0**8
    bound = completeness.by_cholesky(A, 5.0 * 2.0**20, 1.0, L, R)
    # dot(d + 4) (t + |A|_F + |L| |R|) and dot(n + 2) tr(t - A + LR') with u = 2^-53.
    products, factor = 5 * (1.0 + 9.0 * 2.0**20), 4 * (2.0 + 11.0 * 2.0**20)
    expected = 2.0**-53 * (products + factor)
    assert bound - 1.0 == pytest.approx(expected, abs=1e-6 * expected)


def test_products_that_underflow_are_in_the_bound_of_a_cholesky_factor():
    """Ten products of 0.4 times the smallest double are 4 of it, and as computed 0 each."""
    smallest = 5e-324
    L = np.full((2, 10), 0.4**0.5 * 2.0**-537)
    assert L[0, 0] * L[0, 0] == 0.0, "the control"
    bound = completeness.by_cholesky(np.zeros((2, 2)), 0.0, smallest, -L, L)
    # The eigenvalues of LL' are 8 of it and 0.
    assert bound >= 8.0 * smallest


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_matrix_that_is_not_finite_proves_nothing(bad):
    A = np.diag([3.0, bad, 1.0])
    with np.errstate(all="ignore"):
        assert completeness.by_cholesky(A, 4.0, 4.0, A[:, :0], A[:, :0]) is None
