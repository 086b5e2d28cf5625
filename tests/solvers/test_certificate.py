"""The certificate: its bounds hold, they are not loose, and it refuses every planted fault."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import SPECTRA, WRONG_VECTORS, gram

from kpca import kernels, tolerances
from kpca.centering import center
from kpca.formulations import dual
from kpca.solvers import certificate, completeness, dense, krylov, partial
from kpca.solvers.certificate import certify
from kpca.solvers.dense import Pairs
from kpca.solvers.elements import KernelElements, MatrixElements, weighted
from kpca.solvers.tiled import TiledGram

RNG = np.random.default_rng(0)
LARGE = 1600
"""More samples than those whose eigenvalues are counted."""


def _spectrum(*leading, n=LARGE):
    rest = np.linspace(0.3, 0.1, n - 1 - len(leading))
    return np.r_[leading, rest]


def _matrix(spectrum):
    """A centered matrix with this spectrum, by reflections instead of a random basis."""
    n = len(spectrum) + 1
    w = np.arange(1.0, n + 1)
    ones = np.ones(n) / np.sqrt(n)
    first = ones - np.eye(n)[0]
    A = np.diag(np.r_[0.0, spectrum])
    for u in (np.r_[0.0, w[1:]], first):
        u = u / np.linalg.norm(u)
        A = A - 2.0 * np.outer(u, u @ A)
        A = A - 2.0 * np.outer(A @ u, u)
    return 0.5 * (A + A.T)


CLUSTER = 9.0 - 7e-5 * np.arange(5)


@pytest.fixture(scope="module")
def clustered():
    A = _matrix(_spectrum(20.0, *CLUSTER, 5.0))
    mu, V = np.linalg.eigh(A)
    return MatrixElements(A, 0.0, True), mu[::-1], V[:, ::-1]


def test_the_matrix_of_these_tests_is_centered_and_has_its_spectrum(clustered):
    elements, mu, _ = clustered
    assert np.abs(center(elements.K) - elements.K).max() <= 1e-13
    np.testing.assert_allclose(mu[:7], [20.0, *CLUSTER, 5.0], rtol=1e-13)


@pytest.mark.parametrize("d", [1, 6, 7])
def test_right_pairs_are_certified_and_the_bounds_hold_and_are_not_loose(clustered, d):
    elements, mu, V = clustered
    found = certify(elements, V[:, :d])
    assert found.certified, found.reasons
    off = np.abs(found.theta - mu[:d])
    assert (off <= found.errors).all()
    assert found.errors.max() <= 1e-9
    assert mu[d] <= found.bound.after < mu[d - 1]
    assert found.gap <= mu[d - 1] - mu[d]
    assert found.gap >= 0.3 * (mu[d - 1] - mu[d])
    assert found.angle <= 1e-8
    assert found.trace == pytest.approx(mu.sum(), rel=1e-12, abs=0)
    assert found.frobenius == pytest.approx(np.sqrt((mu**2).sum()), rel=1e-12, abs=0)


def test_the_angle_bounds_the_true_angle_of_a_subspace_that_was_rotated(clustered):
    elements, mu, V = clustered
    turned = V[:, :7].copy()
    turned[:, 6] = np.cos(1e-7) * V[:, 6] + np.sin(1e-7) * V[:, 50]
    found = replace(certify(elements, turned), reasons=())
    assert 1e-7 <= found.angle <= 5e-7


FAULTS = WRONG_VECTORS | {
    "a cluster cut": lambda V: V[:, :3],
    "noise": lambda V: np.linalg.qr(RNG.normal(size=(LARGE, 6)))[0],
}


@pytest.mark.parametrize("guards", [None, slice(7, 14), slice(3, 14)])
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_the_pairs_is_refused_with_a_reason(clustered, name, guards):
    """Without guards, with the next vectors, and with some that include those that are missing."""
    elements, _, V = clustered
    pairs = FAULTS[name](V)
    more = None
    if guards is not None:
        more = V[:, guards] - pairs @ (np.linalg.pinv(pairs) @ V[:, guards])
    found = certify(elements, pairs, guards=more)
    if name == "a cluster cut" and guards == slice(3, 14):
        assert found.certified, "guards tell the members of a cluster apart"
        assert 0.9 * 7e-5 <= found.gap <= 7e-5
        assert found.angle <= 2e-7
        return
    assert not found.certified
    assert all("allowed" in reason or "ask for" in reason for reason in found.reasons)


def test_guards_certify_a_small_gap_in_few_passes_and_their_bound_holds():
    A = _matrix(_spectrum(3.0, 2.0, *(1.99 - 0.01 * np.arange(8))))
    mu, V = np.linalg.eigh(A)
    mu, V, elements = mu[::-1], V[:, ::-1], MatrixElements(A, 0.0, True)
    guards = np.linalg.qr(V[:, 2:10] + 1e-5 * RNG.normal(size=(LARGE, 8)))[0]
    guards -= V[:, :2] @ (V[:, :2].T @ guards)
    alone, guarded = (certify(elements, V[:, :2], passes=15, guards=G) for G in (None, guards))
    assert not alone.certified
    assert guarded.certified, guarded.reasons
    assert mu[2] <= guarded.bound.after <= mu[2] + 0.5 * (mu[1] - mu[2])
    assert guarded.theta.shape == (2,)
    assert guarded.residual <= 1e-12, "guards are none of the pairs"


def test_the_rounding_of_the_products_with_guards_is_part_of_the_bound(monkeypatch):
    A = _matrix(_spectrum(3.0, 2.0, *(1.99 - 0.01 * np.arange(20))))
    V, rounding = np.linalg.eigh(A)[1][:, ::-1], certificate.product_rounding
    bounds = []
    for added in (0.0, 1e-4):

        def more(operator, vectors, added=added):
            return rounding(operator, vectors) + added * (vectors > 2)

        monkeypatch.setattr(certificate, "product_rounding", more)
        found = certify(MatrixElements(A, 0.0, True), V[:, :2], guards=V[:, 2:22])
        assert "random start" in found.bound.source
        bounds.append(found.bound.after)
    assert bounds[1] - bounds[0] >= 0.99e-4


def _widths(monkeypatch):
    """The numbers of vectors of all passes from now on."""
    widths, one_pass = [], TiledGram.__call__

    def noted(operator, Q):
        widths.append(Q.shape[1])
        return one_pass(operator, Q)

    monkeypatch.setattr(TiledGram, "__call__", noted)
    return widths


@pytest.mark.parametrize(("memory", "widths"), [(np.inf, [16, 6]), (0, [22])])
def test_guards_fill_the_pass_of_the_pairs_and_computed_tiles_serve_all_of_them(
    monkeypatch, memory, widths
):
    A = _matrix(_spectrum(3.0, 2.0, *(1.99 - 0.01 * np.arange(20))))
    V, passes = np.linalg.eigh(A)[1][:, ::-1], _widths(monkeypatch)
    guarded = certify(MatrixElements(A, 0.0, True), V[:, :2], memory, guards=V[:, 2:22])
    assert guarded.certified
    assert passes[: len(widths)] == widths
    assert set(passes[len(widths) :]) == {krylov.BLOCK}


@pytest.mark.parametrize(
    ("d", "memory", "passes", "widths"),
    [(2, np.inf, 60, [16]), (2, 0, 0, [2]), (20, np.inf, 60, [20]), (20, 0, 0, [20])],
)
def test_guards_that_are_not_needed_take_no_pass_of_their_own(
    monkeypatch, d, memory, passes, widths
):
    A = _matrix(np.r_[np.linspace(3.0, 2.0, d), 1e-3 - 1e-5 * np.arange(20), np.zeros(678 - d)])
    V, made = np.linalg.eigh(A)[1][:, ::-1], _widths(monkeypatch)
    elements = MatrixElements(A, 0.0, True)
    guarded = certify(elements, V[:, :d], memory, passes, guards=V[:, d : d + 20])
    assert guarded.certified
    assert made == widths
    alone = certify(elements, V[:, :d], memory, passes)
    # To the last bits: the rounding is that of d products, without those of the guards.
    assert guarded.product_error == pytest.approx(alone.product_error, rel=1e-12, abs=0)
    operator = TiledGram(elements, memory, other_edges=True)
    operator(V[:, :1])
    expected = d**0.5 * operator.relative_product_error * operator.survey.uncentered
    assert guarded.product_error == pytest.approx(expected, rel=1e-12, abs=0)


@pytest.mark.parametrize(("n", "after"), [(700, 0.5), (LARGE, 0.5), (700, 1.0 - 1e-6)])
def test_a_missed_pair_is_found_by_a_random_start_and_by_counting(n, after):
    """Where the passes are not enough for a gap, and there are no guards, LDL' counts."""
    A = _matrix(_spectrum(3.0, 2.0, 1.0, after, n=n))
    V = np.linalg.eigh(A)[1][:, ::-1]
    elements = MatrixElements(A, 0.0, True)
    right, missed = certify(elements, V[:, :3]), certify(elements, V[:, [0, 2]])
    assert right.certified
    assert ("LDL'" in right.bound.source) == (after > 0.9)
    assert after <= right.bound.after < 1.0
    assert not missed.certified
    assert "a larger eigenvalue may have been missed" in missed.reasons[0]


POINTS = RNG.normal(size=(800, 4))
ELEMENTS = KernelElements(kernels.RBF(0.2), POINTS)


def _solved(operator):
    return krylov.leading(operator, krylov.random_start(800, 12, 0), 4).V


def test_a_solver_that_uses_a_tile_once_instead_of_twice_is_refused():
    operator = TiledGram(ELEMENTS)
    right = operator._tiles.copy()

    def once(Q):
        product = operator(Q)
        i, j, t = 0, 1, operator.tile
        assert operator._pairs[1] == (i, j)
        centered = Q - Q.mean(axis=0)
        product[j * t : (j + 1) * t] -= right[1].T @ centered[:t]
        return product

    assert not certify(ELEMENTS, _one_sided(once)).certified


def _one_sided(operator):
    V = krylov.random_start(800, 4, 0)
    for _ in range(60):
        V = np.linalg.qr(operator(V))[0]
    return V


def test_a_solver_with_row_means_of_another_pass_is_refused():
    K = ELEMENTS.kernel(POINTS, POINTS)
    other = K[:, ::-1].mean(axis=0) * 1.001

    def centered_by_others(Q):
        product = K @ Q - np.outer(other, Q.sum(axis=0)) - np.outer(np.ones(800), other @ Q)
        return product + other.mean() * Q.sum(axis=0)

    V = _one_sided(centered_by_others)
    assert not certify(ELEMENTS, V).certified


def test_kernel_values_of_another_width_are_refused():
    assert certify(ELEMENTS, _solved(TiledGram(ELEMENTS))).certified, "the control"
    other = KernelElements(kernels.RBF(0.2 * (1.0 + 1e-6)), POINTS)
    assert not certify(ELEMENTS, _solved(TiledGram(other))).certified


def test_without_passes_a_slow_decay_is_not_certified_and_the_reason_says_what_helps():
    A = _matrix(_spectrum(3.0, 2.0))
    V = np.linalg.eigh(A)[1][:, ::-1]
    found = certify(MatrixElements(A, 0.0, True), V[:, :2], passes=0)
    assert not found.certified
    assert found.gap == 0.0
    assert found.angle == np.inf
    assert "allow passes from a random start" in found.reasons[0]


def test_no_vectors_are_certified_trivially_and_the_norms_are_those_of_the_matrix():
    found = certify(ELEMENTS, np.zeros((800, 0)))
    assert found.certified
    assert found.theta.shape == (0,)
    assert found.trace == pytest.approx(
        800 * (1 - ELEMENTS.kernel(POINTS, POINTS).mean()), abs=1e-9
    )


@pytest.mark.parametrize(
    ("unit", "rank"), [(1e-165, 3), (1e-200, 3), (1e160, 3), (1.0, 3), (1.0, 40)]
)
def test_a_cut_spectrum_is_refused_in_any_unit_after_an_invariant_random_start(unit, rank):
    X = np.random.default_rng(0).normal(size=(LARGE, rank))
    A = center(X @ X.T)
    V = np.linalg.eigh(A)[1][:, ::-1]
    elements = MatrixElements(unit * A, 0.0, True)
    right = certify(elements, V[:, :1])
    assert right.certified
    assert right.bound.after >= 0.9 * unit * np.linalg.eigvalsh(A)[-2]
    assert not certify(elements, V[:, 1:2]).certified


def test_a_matrix_that_is_not_positive_as_was_claimed_is_bounded_by_its_norm():
    A = _matrix(np.r_[6.0, 3.0, 1.5, np.zeros(LARGE - 8), -0.1, -0.4, -1.0, -2.0])
    V = np.linalg.eigh(A)[1][:, ::-1]
    for passes in (0, 40):
        found = certify(MatrixElements(A, 0.0, True), V[:, :2], passes=passes)
        assert found.bound.after >= 1.5
        assert found.bound.lowest <= -2.0


def test_far_from_the_origin_the_reason_names_the_rounding_of_the_kernel():
    X = np.random.default_rng(0).normal(size=(700, 3))
    elements = MatrixElements(X @ X.T + 1e10, 0.0, True)
    V = np.linalg.eigh(center(X @ X.T))[1][:, ::-1][:, :2]
    found = certify(elements, V)
    assert found.residual > certificate.ALLOWED * found.theta[0]
    assert found.residual <= found.product_error


@pytest.mark.parametrize(("positive", "source"), [(True, "trace"), (False, "Frobenius norm")])
def test_the_bound_of_vectors_that_are_not_orthonormal_holds_where_the_mean_is_large(
    positive, source
):
    """As computed, the Frobenius norm of the centered matrix is 0: the mean takes all digits."""
    K = gram(np.geomspace(10.0, 1e-3, 699), shift=0.0) + 1e9
    V = np.random.default_rng(0).normal(size=(700, 3))
    found = certify(MatrixElements(K, 0.0, positive), V - V.mean(axis=0))
    assert found.orthogonality > certificate.ALLOWED
    assert found.frobenius + found.product_error < 10.0
    assert found.bound.after >= 10.0 - found.product_error
    assert found.bound.source == source
    assert not found.certified


def test_the_bounds_of_a_certificate_are_these_formulas_of_its_numbers():
    found = certificate.Certificate(
        theta=np.array([3.0, 2.0]),
        residuals=np.array([0.1, 0.2]),
        residual=0.2,
        coupling=0.001,
        orthogonality=0.5,
        product_error=0.01,
        bound=completeness.Bound(1.0, 0.0, "trace"),
        trace=6.0,
        trace_error=0.03,
        frobenius=4.0,
        means=np.zeros(3),
    )
    assert found.kahan == pytest.approx(0.2 / 0.5 + 0.01, abs=1e-15)
    assert found.gap == pytest.approx(2.0 - 0.41 - 1.0, abs=1e-15)
    quadratic = 2.0 * 0.2**2 / 0.59 + 0.001 + 0.5 * 3.0 + 0.01
    assert quadratic > found.kahan
    np.testing.assert_allclose(found.errors, [found.kahan] * 2, rtol=1e-14)
    less = replace(found, orthogonality=0.01)
    quadratic = 2.0 * 0.2 * 0.2 / (2.0 - 0.2 / 0.99 - 0.01 - 1.0) + 0.001 + 0.01 * 3.0 + 0.01
    np.testing.assert_allclose(less.errors, [quadratic] * 2, rtol=1e-14)
    assert found.angle == pytest.approx(0.41 / 0.59, abs=1e-14)
    above = replace(found, bound=completeness.Bound(1.7, 0.0, "trace"))
    assert (above.gap, above.angle) == (0.0, np.inf)
    np.testing.assert_allclose(above.errors, [0.41, 0.41], rtol=1e-14)


def test_the_error_of_the_entries_counts_n_times_in_every_bound():
    A = _matrix(_spectrum(3.0, 2.0))
    V = np.linalg.eigh(A)[1][:, ::-1][:, :2]
    exact, rounded = (certify(MatrixElements(A, error, True), V, passes=3) for error in (0.0, 1e-5))
    added = LARGE * 1e-5
    assert rounded.product_error - exact.product_error == pytest.approx(added, rel=1e-9, abs=0)
    assert rounded.kahan >= added
    # Eigenvalues from -r on: what B + r misses counts r, too, and then r moves every eigenvalue.
    share = 1.0 / (1.0 - completeness.random_start_error(LARGE, 16, 3, tolerances.FAILURE / 2.0))
    both = exact.bound.after + share * added
    assert rounded.bound.after == pytest.approx(both, rel=1e-6, abs=0)
    assert rounded.trace_error - exact.trace_error == pytest.approx(2.0 * added, rel=1e-9, abs=0)


def test_values_that_are_no_ritz_values_have_the_error_of_their_coupling():
    """A rotation inside a cluster leaves a small residual, and Rayleigh quotients off by 1e-9."""
    A = _matrix(_spectrum(1.0, 1.0 - 1e-9, n=700) / 30.0)
    mu, V = np.linalg.eigh(A)
    mu, V = mu[::-1], V[:, ::-1][:, :2]
    turned = V @ np.array([[np.cos(0.6), -np.sin(0.6)], [np.sin(0.6), np.cos(0.6)]])
    found = certify(MatrixElements(A, 0.0, True), turned)
    assert (np.abs(np.sort(found.theta)[::-1] - mu[:2]) <= found.errors).all()
    assert np.abs(np.sort(found.theta)[::-1] - mu[:2]).max() > 1e-12


GAPS = _spectrum(1.0, 0.5, 0.499999, n=300)


@pytest.mark.parametrize("seed", range(5))
def test_guards_that_nearly_depend_on_the_pairs_prove_nothing_false(seed):
    """The pair that was missed is a tiny part of a guard, which rounding would enlarge."""
    A = _matrix(GAPS)
    V = np.linalg.eigh(A)[1][:, ::-1]
    rng = np.random.default_rng(seed)
    guards = V[:, [0]] + 1e-11 * V[:, [1]] + 1e-16 * rng.normal(size=(300, 1))
    found = certify(MatrixElements(A, 0.0, True), V[:, [0, 2]], guards=guards, passes=12)
    assert not found.certified
    assert found.bound.after >= 0.5


@pytest.mark.parametrize(
    "bad", [lambda G: G * np.nan, lambda G: 0.0 * G, lambda G: np.repeat(G, 200, axis=1)]
)
def test_guards_that_are_no_directions_are_left_out(bad):
    A = _matrix(GAPS)
    V = np.linalg.eigh(A)[1][:, ::-1]
    found = certify(MatrixElements(A, 0.0, True), V[:, :1], guards=bad(V[:, 1:3]))
    assert found.certified
    assert 0.5 <= found.bound.after < 1.0


def test_guards_are_made_orthonormal_to_the_pairs_and_to_each_other():
    V = np.linalg.qr(RNG.normal(size=(50, 9)))[0]
    guards = np.column_stack([3.0 * V[:, 3] + V[:, 0], V[:, 4] + 0.5 * V[:, 3], V[:, 0]])
    W = certificate._usable(guards, V[:, :3])
    assert W.shape == (50, 2)
    both = np.column_stack([V[:, :3], W])
    np.testing.assert_allclose(both.T @ both, np.eye(5), atol=1e-14)
    np.testing.assert_allclose(W @ (W.T @ V[:, 3:5]), V[:, 3:5], atol=1e-13)


def test_vectors_that_are_not_quite_orthonormal_have_no_smaller_error_than_true():
    e = 4e-11
    A = _matrix(np.r_[1.0 + e, 1.0 - e, np.linspace(0.3, 0.1, 57)])
    Q = np.linalg.eigh(A)[1][:, ::-1]
    mu = np.array([1.0 + e, 1.0 - e])
    V = (Q[:, :2] / np.sqrt(mu)) @ np.array([[1.0, -1.0], [1.0, 1.0]]) / np.sqrt(2.0)
    found = certify(MatrixElements(A, 0.0, True), V)
    assert found.certified
    off = np.abs(np.sort(found.theta)[::-1] - mu)
    assert off.max() > 3e-11
    assert (off <= found.errors).all()


@pytest.mark.parametrize(
    ("found", "asked", "certified"),
    [(3, 3, True), (2, 3, False), (0, 3, False), (0, 0, True), (3, 4, True), (3, 9, True)],
)
@pytest.mark.parametrize("error", [0.0, 2.0 / LARGE])
def test_fewer_pairs_than_asked_for_are_refused_unless_rounding_hides_the_others(
    found, asked, certified, error
):
    A = _matrix(np.r_[20.0, 13.0, 5.0, np.zeros(LARGE - 4)] + (0.0 if error == 0.0 else 0.4))
    V = np.linalg.eigh(A)[1][:, ::-1][:, :found]
    result = certify(MatrixElements(A, error, True), V, asked=asked)
    assert result.certified == certified, result.reasons
    if not certified:
        assert f"{found} of {asked} components were found" in result.reasons[0]
        assert f"{result.hidden:.6g}" in result.reasons[0]
        assert result.bound.after > 5.0


def test_what_rounding_hides_is_twice_its_bound_and_the_residual():
    A = _matrix(np.r_[9.0, 7.0, 5.0, np.zeros(LARGE - 4)])
    result = certify(MatrixElements(A, 2.0 / LARGE), np.linalg.eigh(A)[1][:, :-2:-1])
    assert result.hidden == pytest.approx(4.0, abs=1e-6)
    assert result.kahan == pytest.approx(2.0, abs=1e-6)


def test_without_passes_fewer_pairs_are_not_certified_and_the_reason_says_what_helps():
    A = _matrix(np.r_[9.0, 7.0, 5.0, np.full(LARGE - 4, 0.01)])
    V = np.linalg.eigh(A)[1][:, ::-1][:, :3]
    elements = MatrixElements(A, 0.5 / LARGE, True)
    assert certify(elements, V, asked=4).certified
    refused = certify(elements, V, asked=4, passes=0)
    assert "allow passes from a random start" in refused.reasons[0]


def test_the_lower_bound_contains_the_rounding_of_the_matrix_and_is_the_better_of_two():
    A = _matrix(np.r_[9.0, np.linspace(1.0, -1.0, LARGE - 3), -2.0])
    V = np.linalg.eigh(A)[1][:, :-2:-1]
    known, rounded = (certify(MatrixElements(A, error / LARGE), V).bound for error in (0.0, 0.5))
    assert "random start" in known.source
    assert known.source == rounded.source
    assert rounded.lowest == pytest.approx(known.lowest - 0.5, abs=1e-6)
    # The Frobenius norm alone says -23.
    assert -10.0 <= known.lowest <= -2.0


def test_vectors_that_are_0_or_equal_are_refused_and_prove_nothing():
    A = _matrix(np.r_[9.0, 7.0, 5.0, np.full(LARGE - 4, 0.01)])
    V = np.linalg.eigh(A)[1][:, ::-1]
    for wrong in (V[:, [0, 0]], np.column_stack([V[:, 0], 0.0 * V[:, 1]])):
        found = certify(MatrixElements(A, 0.0, True), wrong)
        assert any("orthonormal up to 1" in reason for reason in found.reasons)
        assert found.bound.after >= 7.0


def test_the_rounding_of_products_grows_with_the_root_of_the_number_of_vectors():
    operator = TiledGram(MatrixElements(np.diag(np.arange(9.0)), 0.0))
    one, nine = (certificate.product_rounding(operator, vectors) for vectors in (1, 9))
    assert nine == pytest.approx(3.0 * one, rel=1e-12, abs=0)


@pytest.mark.parametrize("name", SPECTRA)
@pytest.mark.parametrize("d", [1, 2, 4])
def test_all_pairs_of_lapack_are_certified_wherever_the_components_end(name, d):
    mu = np.sort(np.append(SPECTRA[name], 0.0))[::-1]
    found = partial.of_pairs(Pairs.of(gram(SPECTRA[name])), d)
    proof, after = found.certificate, found.certificate.bound.after
    assert proof.certified, proof.reasons
    assert proof.residual <= 1e-14 * mu[0]
    assert (np.abs(found.solution.spectrum - mu) <= proof.kahan).all()
    assert mu[d] <= after <= mu[d] + 3.0 * found.solution.matrix_error
    assert mu[-1] - 3.0 * found.solution.matrix_error <= proof.bound.lowest <= mu[-1]
    assert (proof.angle == np.inf) == (mu[d - 1] - mu[d] < 1e-12)


def test_the_solution_of_a_whole_matrix_is_that_of_the_eigen_solve_to_the_last_bit():
    K = kernels.RBF(0.2)(POINTS[:90], POINTS[:90])
    found, expected = partial.of_pairs(Pairs.of(K, 1e-13), 5), dual.fit(K, 5, 1e-13)
    for name in ("spectrum", "V", "residuals", "errors", "matrix_error", "trace", "frobenius"):
        np.testing.assert_array_equal(getattr(found.solution, name), getattr(expected, name))
    np.testing.assert_array_equal(found.means, K.mean(axis=1))


def _twice(values, W, V):
    W = W.copy()
    W[:, 3] = W[:, -1]
    return values, W, V


def _one_off(values, W, V):
    values = values.copy()
    values[-2] += 1e-6
    return values, W, V


FAULTS_OF_ALL_PAIRS = {
    "a pair twice, so that another one is missing": (_twice, "orthonormal up to 1.41"),
    "an eigenvalue off by 1e-6": (_one_off, "the residual, computed again, is 1.11e-07"),
    "vectors in another order": (
        lambda values, W, V: (values, W[:, ::-1], V),
        "the residual, computed again, is",
    ),
    "vectors that are too long": (
        lambda values, W, V: (values, 1.0001 * W, V),
        "orthonormal up to 0.0034",
    ),
    "components of other pairs": (
        lambda values, W, V: (values, W, np.roll(V, 1, axis=1)),
        "the residual, computed again, is",
    ),
    "a component twice": (
        lambda values, W, V: (values, W, V[:, [0, 0, 2]]),
        "orthonormal up to 1.41",
    ),
}


@pytest.mark.parametrize("fault", FAULTS_OF_ALL_PAIRS)
def test_a_fault_among_all_pairs_is_refused_and_its_bounds_stay_true(fault):
    planted, reason = FAULTS_OF_ALL_PAIRS[fault]
    A = _matrix(_spectrum(9.0, 7.0, 5.0, n=300))
    values, W = np.linalg.eigh(A)
    solution = dense.of_pairs(A, values, W, 3, 0.0, centered=True)
    right = certificate.of_all_pairs(A, values, W, solution, A.mean(axis=1))
    assert right.certified
    values, W, V = planted(values, W, solution.V)
    residuals = np.linalg.norm(A @ V - V * solution.mu, axis=0)
    wrong = replace(solution, V=V, residuals=residuals)
    found = certificate.of_all_pairs(A, values, W, wrong, A.mean(axis=1))
    assert any(reason in text for text in found.reasons), found.reasons
    mu = np.linalg.eigvalsh(A)[::-1]
    assert found.bound.after >= mu[3]
    assert found.bound.lowest <= mu[-1]
    if "orthonormal" not in reason:
        assert (np.abs(np.sort(values)[::-1] - mu) <= found.kahan).all()


@pytest.mark.parametrize("n", [30, 600])
def test_a_bound_that_is_infinite_certifies_nothing(n):
    K = np.random.default_rng(3).normal(size=(n, 5)) * [5.0, 4.0, 3.0, 2.0, 1.0]
    found = partial.by_lapack(MatrixElements(K @ K.T, np.inf, True), 2)
    assert found.solution.matrix_error == np.inf
    assert not found.certificate.certified


@pytest.mark.parametrize(("known", "found", "lowest"), [(-4.0, -np.inf, -4.0), (-4.0, -1.5, -1.5)])
def test_a_smaller_bound_on_the_next_eigenvalue_keeps_the_better_bound_on_the_lowest(
    known, found, lowest
):
    given = certificate.Certificate(
        *(np.array([3.0]), np.zeros(1), 0.0, 0.0, 0.0, 0.01),
        bound=completeness.Bound(2.0, known, "Frobenius norm"),
        **{"trace": 3.0, "trace_error": 0.0, "frobenius": 5.0, "means": np.zeros(3)},
    )
    smaller = certificate._smaller(given, completeness.Bound(1.0, found, "LDL'"))
    assert smaller.bound == completeness.Bound(1.0, lowest, "LDL'")
    assert certificate._smaller(given, completeness.Bound(2.0, 0.0, "LDL'")) is given
    assert certificate._smaller(given, None) is given


WEIGHTS = np.resize([4.0, 1.0, 0.25, 2.0], 700)


def _weighted_points():
    """Elements of 700 weighted samples, and all eigenpairs of their matrix, from the table."""
    points = np.random.default_rng(7).normal(size=(700, 4)) * [3.0, 2.0, 1.5, 1.0]
    elements = KernelElements(kernels.RBF(0.05), points)
    mu, V = np.linalg.eigh(center(kernels.RBF(0.05)(points, points), WEIGHTS))
    return elements, mu[::-1], V[:, ::-1]


def test_the_certificate_is_that_of_the_weighted_matrix_and_trusts_only_the_vectors():
    elements, mu, V = _weighted_points()
    found = certify(weighted(elements, WEIGHTS), V[:, :4])
    assert found.certified, found.reasons
    assert (np.abs(found.theta - mu[:4]) <= found.errors).all()
    assert found.errors.max() <= 1e-9 * mu[0]
    assert mu[4] <= found.bound.after < mu[3]
    assert found.trace == pytest.approx(mu.sum(), rel=1e-12, abs=0)
    unweighted = np.linalg.eigh(center(elements.kernel(elements.X, elements.X)))[1][:, ::-1]
    roots = np.sqrt(WEIGHTS)[:, None]
    wrong = {
        "vectors of the unweighted matrix": unweighted[:, :4],
        "rows of the copies": V[:, :4] / roots,
        "one left out": V[:, [0, 1, 3]],
        "the unweighted mean": np.linalg.eigh(
            roots * center(elements.kernel(elements.X, elements.X)) * roots.T
        )[1][:, :-5:-1],
    }
    for name, vectors in wrong.items():
        assert not certify(weighted(elements, WEIGHTS), vectors).certified, name
    assert not certify(elements, V[:, :4]).certified, "nor are they those without weights"


_NEXT = 12
"""So many leading eigenvectors are computed, of which the solution has three."""


def _leading(A, d=3, k=_NEXT):
    values, W = np.linalg.eigh(A)
    solution = dense.of_pairs(A, values, W[:, -k:], d, 0.0, centered=True)
    return values, W[:, -k:], solution


@pytest.mark.parametrize("name", SPECTRA)
@pytest.mark.parametrize("d", [1, 2, 4])
def test_leading_pairs_of_lapack_are_certified_wherever_the_components_end(name, d):
    mu = np.sort(np.append(SPECTRA[name], 0.0))[::-1]
    A = center(gram(SPECTRA[name]))
    values, W, solution = _leading(A, d, d)
    proof = certificate.of_all_pairs(A, values, W, solution, A.mean(axis=1))
    assert proof.certified, proof.reasons
    error = solution.matrix_error
    assert mu[d] <= proof.bound.after <= mu[d] + 30.0 * error
    assert mu[-1] - 30.0 * error <= proof.bound.lowest <= mu[-1]
    assert proof.bound.source == f"Cholesky factor beside {d} eigenpairs"


def test_the_bounds_beside_leading_pairs_allow_for_the_error_of_the_matrix():
    A = center(gram(np.r_[9.0, 7.0, 5.0, np.linspace(0.3, -0.2, 296)]))
    values, W, _ = _leading(A, 3, 3)
    solution = dense.of_pairs(A, values, W, 3, 1e-6, centered=True)
    proof = certificate.of_all_pairs(A, values, W, solution, A.mean(axis=1))
    assert proof.certified, proof.reasons
    assert 0.3 + 1e-6 <= proof.bound.after <= 0.3 + 1.1e-6
    assert -0.2 - 1.1e-6 <= proof.bound.lowest <= -0.2 - 1e-6


def _changed(solution, numbers, by):
    spectrum = solution.spectrum.copy()
    spectrum[list(numbers)] += by
    return np.sort(spectrum)[::-1]


FAULTS_OF_LEADING = {
    "a member of a cluster missed": (
        lambda s: np.r_[np.delete(s.spectrum, 1), s.spectrum[-1]],
        lambda V, W: (V[:, [0, 2, 3]], np.delete(W, -2, axis=1)),
        "the sum of all 300 eigenvalues is",
    ),
    "a small eigenvalue off": (
        lambda s: _changed(s, [150], 1e-6),
        lambda V, W: (V[:, :3], W),
        "the sum of all 300 eigenvalues is",
    ),
    "two small eigenvalues off": (
        lambda s: _changed(s, [120, 160], np.array([1e-4, -1e-4])),
        lambda V, W: (V[:, :3], W),
        "the root of the sum of squares of all 300 eigenvalues is",
    ),
    "the next eigenvalue too small": (
        lambda s: _changed(s, [3], -1e-6),
        lambda V, W: (V[:, :3], W[:, -3:]),
        "a Cholesky factorization contradicts the next eigenvalue",
    ),
    "the smallest eigenvalue too large": (
        lambda s: _changed(s, [299], 1e-6),
        lambda V, W: (V[:, :3], W),
        "a Cholesky factorization contradicts the smallest eigenvalue",
    ),
    "a vector twice": (
        lambda s: s.spectrum,
        lambda V, W: (V[:, [0, 0, 2]], W),
        "orthonormal up to 1.41",
    ),
    "components of other pairs": (
        lambda s: s.spectrum,
        lambda V, W: (np.roll(V[:, :3], 1, axis=1), W),
        "the residual, computed again, is",
    ),
}


@pytest.mark.parametrize("fault", FAULTS_OF_LEADING)
def test_a_fault_beside_leading_pairs_is_refused(fault):
    of_spectrum, of_vectors, reason = FAULTS_OF_LEADING[fault]
    # The last one is negative, the one before it is that of the vector 1.
    rest = np.r_[np.linspace(0.3, 0.1, 295), -0.2]
    A = _matrix(np.r_[9.0, 7.0, 5.0, rest])
    values, W, solution = _leading(A, 4)
    right = certificate.of_all_pairs(A, values, W, solution.first(3), A.mean(axis=1))
    assert right.certified
    spectrum, (V, W) = of_spectrum(solution), of_vectors(solution.V, W)
    residuals = np.linalg.norm(A @ V - V * spectrum[:3], axis=0)
    wrong = replace(solution, spectrum=spectrum, V=V, residuals=residuals)
    found = certificate.of_all_pairs(A, spectrum[::-1], W, wrong, A.mean(axis=1))
    assert any(reason in text for text in found.reasons), found.reasons
    mu = np.linalg.eigvalsh(A)[::-1]
    assert found.bound.after >= mu[3] - 1e-13
    assert found.bound.lowest <= mu[-1] + 1e-13
