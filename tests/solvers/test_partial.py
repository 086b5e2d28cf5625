"""Which solver a size selects, and its answers against those of LAPACK."""

import numpy as np
import pytest
from conftest import gram, peak_of
from threadpoolctl import threadpool_info, threadpool_limits

from kpca import arithmetic, kernels
from kpca.centering import center
from kpca.formulations import dual
from kpca.solvers import certificate, completeness, krylov, low_rank, partial, tiled
from kpca.solvers.completeness import Bound
from kpca.solvers.elements import FEW, KernelElements, MatrixElements, factor_bytes
from kpca.solvers.feature_gram import FeatureGram
from kpca.solvers.partial import MemoryBudgetError, by_lapack, solve
from kpca.solvers.solution import RankError
from kpca.solvers.tiled import TiledGram, kept_bytes

RNG = np.random.default_rng(0)
X = RNG.normal(size=(700, 3))
KERNEL = kernels.RBF(0.3)
ELEMENTS = KernelElements(KERNEL, X)


@pytest.fixture(autouse=True)
def of_many(monkeypatch):
    """The samples of these tests stand for many, which ARPACK does not solve."""
    monkeypatch.setattr(partial, "MEDIUM", 0)


@pytest.fixture(scope="module")
def whole():
    return dual.fit(KERNEL(X, X), 5, 1e-13)


@pytest.mark.parametrize("kept", [True, False])
def test_a_partial_solution_is_that_of_lapack_within_its_own_bounds(kept, whole):
    memory = partial.needed_bytes(700, 5, kept) + (kept_bytes(700) if kept else 0)
    found = solve(ELEMENTS, 5, memory)
    solution = found.solution
    assert found.solver == "block Krylov"
    assert found.certificate.certified
    off = np.abs(solution.mu - whole.mu)
    assert (off <= solution.errors + whole.matrix_error).all()
    assert solution.errors.max() <= 1e-11 * whole.mu[0]
    assert solution.residual <= krylov.TOLERANCE * whole.mu[0]
    assert whole.spectrum[5] <= solution.after < solution.mu[-1]
    assert solution.trace == pytest.approx(whole.trace, rel=1e-12, abs=0)
    assert solution.frobenius == pytest.approx(whole.frobenius, rel=1e-12, abs=0)
    assert not solution.complete
    np.testing.assert_allclose(solution.scores, whole.scores, rtol=0, atol=1e-9)
    per_pass = 700 * 701 // 2
    assert found.evaluations == (1 if kept else found.passes) * per_pass


def test_a_wrong_leading_vector_of_lapack_is_noticed_and_all_of_them_are_computed(monkeypatch):
    elements, leading_eigh = MatrixElements(gram(np.r_[3.0, 2.0, np.ones(197)]), 0.0, True), []

    def rotated(A, d, leading=arithmetic.leading_eigh):
        values, W = leading(A, d)
        leading_eigh.append(d)
        W[:, -1] = np.roll(W[:, -1], 1)
        return values, W

    monkeypatch.setattr(arithmetic, "leading_eigh", rotated)
    solved = partial.by_lapack(elements, 2)
    assert leading_eigh == [2]
    assert solved.certificate.certified, solved.certificate.reasons
    assert solved.certificate.bound.source == "all 200 eigenpairs"
    np.testing.assert_allclose(solved.solution.mu, [3.0, 2.0], rtol=1e-13)


@pytest.mark.parametrize(
    ("kind", "function"), [("value", "eigh"), ("vectors", "eigh"), ("vectors", "leading_eigh")]
)
def test_bounds_of_lapack_follow_a_residual_that_is_larger_than_its_own_bound(
    kind, function, monkeypatch
):
    """A value that is 4e-10 too large, or vectors of 4 and 7 turned into each other by 1e-10."""
    spectrum = np.r_[7.0, 4.0, 2.5, np.linspace(1.2, 0.1, 196)]
    K, d = gram(spectrum), 3 if function == "leading_eigh" else 150
    before, own = by_lapack(MatrixElements(K), d).solution, getattr(arithmetic, function)

    def wrong(*arguments):
        values, W = (part.copy() for part in own(*arguments))
        if kind == "value":
            values[-2] += 4e-10
        else:
            W[:, -2:] += 1e-10 * W[:, [-1, -2]] * [1.0, -1.0]
        return values, W

    monkeypatch.setattr(arithmetic, function, wrong)
    solved, residual = by_lapack(MatrixElements(K), d), 4e-10 if kind == "value" else 3e-10
    solution = solved.solution
    assert solved.certificate.certified and solution.components == before.components == d
    assert (np.abs(solution.spectrum[:199] - spectrum) <= solution.errors[:199]).all()
    assert residual <= solution.errors.min() and solution.errors.max() <= solution.matrix_error
    assert solution.matrix_error <= 2.0**0.5 * residual + 1.1 * before.matrix_error
    assert before.errors.max() < 0.1 * residual, "the bound a priori"


def test_few_samples_and_many_components_are_solved_by_lapack_with_every_eigenvalue(whole):
    few = solve(KernelElements(KERNEL, X[:500]), 5)
    many = solve(ELEMENTS, 300)
    for found in (few, many):
        assert found.solver == "LAPACK"
        assert found.solution.complete
        assert found.certificate.certified
    assert few.certificate.bound.source == "Cholesky factor beside 5 eigenpairs"
    assert many.certificate.bound.source == "all 700 eigenpairs"
    np.testing.assert_allclose(many.solution.mu[:5], whole.mu, rtol=1e-12)
    assert solve(ELEMENTS, 30).solver == "block Krylov"


@pytest.mark.parametrize(
    ("than_arpack", "n", "components", "faster"),
    [
        # 2.5e-10 n^3 beside (10 + d/6) (3.2e-3 + 2.6e-9 n^2 + 2.1e-7 d^2) seconds.
        *((False, 550, 2, False), (False, 550, 3, True), (False, 600, 17, False)),
        *((False, 600, 18, True), (False, 2000, 303, False), (False, 2000, 304, True)),
        # 4e-10 n^3 beside 3e-3 + (2.5e-8 + 3e-9 d) n^2 seconds.
        *((True, 253, 10, True), (True, 254, 10, False), (True, 400, 38, False)),
        *((True, 400, 39, True), (True, 1500, 191, False), (True, 1500, 192, True)),
    ],
)
def test_lapack_solves_what_it_solves_sooner(than_arpack, n, components, faster):
    assert partial.lapack_is_faster(n, components, than_arpack=than_arpack) == faster


def test_too_small_a_budget_is_an_error_that_states_the_smallest_one():
    with pytest.raises(MemoryBudgetError) as raised:
        solve(ELEMENTS, 5, 1e6)
    least = raised.value.least
    assert str(least) in str(raised.value)
    assert solve(ELEMENTS, 5, least).certificate.certified
    with pytest.raises(MemoryBudgetError):
        solve(ELEMENTS, 5, least - 1)


def test_more_components_than_the_rank_are_refused():
    elements = KernelElements(kernels.Linear(), X)
    assert solve(elements, 3).require(3).certificate.certified
    found = solve(elements, 4)
    with pytest.raises(RankError):
        found.require(4)
    with pytest.raises(RankError):
        solve(KernelElements(kernels.Linear(), X[:50]), 4).require(4)


def test_an_indefinite_matrix_is_solved_and_its_negative_end_is_bounded():
    spectrum = np.r_[50.0, 40.0, 30.0, np.linspace(1.0, -1.0, 696)]
    elements = MatrixElements(gram(np.sort(spectrum)[::-1]))
    found = solve(elements, 3)
    assert found.certificate.certified
    np.testing.assert_allclose(found.solution.mu, [50.0, 40.0, 30.0], rtol=1e-12)
    bound = found.certificate.bound
    assert bound.lowest <= -1.0
    assert 1.0 <= bound.after < 30.0


def test_a_fast_decay_is_solved_without_the_gram_matrix():
    points = RNG.normal(size=(2000, 2))
    found = solve(KernelElements(kernels.RBF(0.3), points), 4)
    assert found.solver == "low rank"
    assert found.certificate.certified, found.certificate.reasons
    assert "landmarks leave of the trace" in found.certificate.bound.source
    assert found.evaluations < 0.2 * 2000 * 2001 / 2
    K, v = kernels.RBF(0.3)(points, points), found.solution.V
    residual = (K @ v - K.mean(axis=0) @ v) - v * found.solution.mu
    residual -= residual.mean(axis=0)
    allowed = found.solution.matrix_error
    assert np.linalg.norm(residual, axis=0).max() <= allowed <= 3e-12 * found.solution.mu[0]


@pytest.mark.parametrize("shift", [0.0, 1e5])
@pytest.mark.parametrize("d", [4, 12])
def test_few_features_are_solved_by_their_covariance_with_every_eigenvalue(d, shift):
    """Nine of the twelve columns are independent, and twelve components are asked for."""
    points = RNG.normal(size=(900, 9)) @ RNG.normal(size=(9, 12))
    elements = KernelElements(kernels.Linear(), points + shift)
    found, whole = solve(elements, d), dual.fit(points @ points.T, d - 3 * (d > 9), 1e-13)
    solution = found.solution
    assert found.solver == "covariance"
    assert found.certificate.certified, found.certificate.reasons
    assert len(solution.spectrum) == 12
    assert solution.rank == solution.components + 5 * (d == 4) == 9
    allowed = whole.matrix_error + solution.errors + shift * 900 * np.finfo(float).eps
    assert (np.abs(solution.spectrum - whole.spectrum[:12]) <= allowed).all()
    assert solution.errors.max() <= 1e-12 * whole.mu[0]
    assert solution.after == solution.matrix_error <= 1e-12 * whole.mu[0]
    assert solution.residual <= 1e-13 * whole.mu[0]
    np.testing.assert_allclose(solution.scores, whole.scores, rtol=0, atol=1e-9)
    assert (found.passes, found.evaluations) == (0, 2 * 900 * 12)


def test_the_bound_of_a_covariance_is_that_of_its_certificate_and_that_of_its_eigenvalues():
    noise = np.random.default_rng(1).normal(size=(900, 6))
    points = noise * [9.0, 6.0, 4.0, 2.0, 1.0, 0.5] + [3.0, 0.7, 1.0, 2.0, 5.0, 7.0]
    elements = KernelElements(kernels.Linear(), points)
    found = partial.by_covariance(elements, 2)
    operator = FeatureGram(elements)
    size = np.linalg.norm(np.linalg.eigvalsh(operator.covariance))
    products = certificate.product_rounding(operator, 2)
    error = max(operator.covariance_error, products) + 10.0 * 6 * 2.0**-53 * size
    assert min(error, found.certificate.kahan) > 0.05 * (error + found.certificate.kahan)
    expected = pytest.approx(found.certificate.kahan + error, rel=1e-9, abs=0)
    assert (found.solution.matrix_error, found.solution.after) == (expected, expected)
    assert found.solution.errors[2:].tolist() == [expected] * 4
    assert (found.solution.errors[:2] <= found.certificate.kahan).all()


@pytest.mark.parametrize("rank", [2, 5])
def test_fewer_components_than_features_are_certified_where_all_others_are_0(rank):
    points = RNG.normal(size=(1200, rank)) @ RNG.normal(size=(rank, 244))
    found = solve(KernelElements(kernels.Linear(), points), 64)
    assert found.solution.components == rank
    assert found.certificate.certified, found.certificate.reasons
    assert found.certificate.bound.after <= found.certificate.hidden


@pytest.mark.parametrize("n", [501, 1600])
def test_equal_points_and_points_far_from_the_origin_end_without_an_error(n):
    points = RNG.normal(size=(n, 3))
    constant = solve(KernelElements(kernels.RBF(1.0), np.ones((n, 3))), 2)
    with pytest.raises(RankError):
        constant.require(1)
    far, near = (solve(KernelElements(kernels.Linear(), points + c), 2) for c in (1e6, 0.0))
    np.testing.assert_allclose(far.solution.mu, near.solution.mu, rtol=1e-8)
    assert far.certificate.certified
    poly = solve(KernelElements(kernels.Polynomial(1.0, 2), points + 1e3), 2)
    assert poly.certificate.residual <= poly.certificate.product_error


def test_vectors_of_small_eigenvalues_stay_orthonormal():
    spectrum = np.r_[10.0 ** -np.linspace(0.0, 12.0, 40), np.zeros(559)]
    found = solve(MatrixElements(gram(spectrum, shift=0.0), 0.0, True), 30)
    V = found.solution.V
    np.testing.assert_allclose(V.T @ V, np.eye(30), rtol=0, atol=1e-12)
    assert np.abs(V.sum(axis=0)).max() <= 1e-12


def test_pairs_of_a_certificate_in_another_order_are_sorted():
    found = solve(ELEMENTS, 3)
    V, mu = found.solution.V, found.solution.mu
    mixed = certificate.certify(ELEMENTS, V[:, [2, 0, 1]])
    sorted_again = partial.of_certificate(V[:, [2, 0, 1]], mixed)
    np.testing.assert_allclose(sorted_again.mu, mu, rtol=1e-13)
    np.testing.assert_array_equal(sorted_again.V, V)


@pytest.mark.parametrize("d", [2, 13, 40])
def test_a_matrix_of_ones_has_no_component_and_takes_few_passes(d):
    found = solve(MatrixElements(np.ones((600, 600))), d)
    with pytest.raises(RankError):
        found.require(1)
    assert found.passes <= 30


def test_the_bounds_of_a_factor_are_in_its_certificate():
    points = RNG.normal(size=(2000, 2))
    elements = KernelElements(kernels.RBF(0.3), points)
    found = partial.by_low_rank(elements, 4).certificate
    assert found.residual > 0.0
    assert found.coupling == found.residual
    assert found.product_error >= 2000 * elements.error
    assert (found.residuals >= found.residual).all()


@pytest.mark.parametrize("kernel", [KERNEL, kernels.Sigmoid(0.1, 0.0), kernels.Linear()], ids=str)
def test_points_in_single_precision_are_converted_first(kernel):
    single = X.astype(np.float32)
    one, other = (solve(KernelElements(kernel, A), 2) for A in (single, single.astype(float)))
    np.testing.assert_array_equal(one.solution.mu, other.solution.mu)


def test_a_factor_takes_at_most_half_of_the_memory(monkeypatch):
    probed = _noted(monkeypatch, low_rank, "is_promising")
    points = RNG.normal(size=(2000, 2))
    elements = KernelElements(kernels.RBF(0.3), points)
    enough = 16 * 2000 * 200
    assert partial.by_low_rank(elements, 4, enough) is not None
    assert probed[0][0][1] == 200, "the rank of a factor of half of the bytes"
    assert partial.by_low_rank(elements, 4, enough / 4) is None, "the rank 50 leaves too much"
    assert partial.by_low_rank(elements, 4, 16 * 2000 * 4) is None


def test_where_tiles_are_computed_again_the_random_start_has_few_passes(monkeypatch):
    """A spectrum whose decay is so slow that many passes are needed to bound the rest."""
    spectrum = np.r_[1.0, np.linspace(0.95, 0.9, 1598)]
    elements = MatrixElements(gram(spectrum, shift=0.0), 0.0, True)
    V = np.linalg.eigh(elements.K)[1][:, ::-1][:, :1]
    monkeypatch.setattr(completeness, "HOPE", 100)
    kept, computed = (certificate.certify(elements, V, memory) for memory in (np.inf, 0))
    assert kept.certified
    assert not computed.certified
    assert f"{certificate.PASSES_COMPUTED} passes" in computed.bound.source


def _noted(monkeypatch, module, name):
    """The keyword arguments of each call of a function, which is called all the same."""
    calls, function = [], getattr(module, name)

    def noted(*arguments, **more):
        calls.append((arguments, more))
        return function(*arguments, **more)

    monkeypatch.setattr(module, name, noted)
    return calls


def test_the_certificate_gets_guards_unless_no_pass_is_allowed(monkeypatch):
    elements = KernelElements(kernels.RBF(1.0 / 64.0), RNG.normal(size=(700, 64)))
    calls = _noted(monkeypatch, certificate, "certify")
    for passes in (60, 0):
        solve(elements, 5, certify_passes=passes)
    (_, first), (_, second) = calls
    assert 0 < first["guards"].shape[1] <= partial.MOST_GUARDS
    assert second["guards"].shape[1] == 0


def test_no_guards_follow_pairs_of_which_some_were_left_out(monkeypatch):
    rank = np.random.default_rng(0).normal(size=(700, 3))
    calls = _noted(monkeypatch, certificate, "certify")
    partial.by_block_krylov(MatrixElements(rank @ rank.T, 0.0, True), 5)
    assert calls[0][1]["guards"] is None
    assert calls[0][0][1].shape == (700, 3)


@pytest.fixture
def norms_say_nothing(monkeypatch):
    """As for spectra that decay so slowly that only a random start proves completeness."""
    nothing = Bound(np.inf, -np.inf, "nothing")
    monkeypatch.setattr(completeness, "from_split", lambda *_: nothing)
    monkeypatch.setattr(completeness, "left_by", lambda elements, survey, theta: np.inf * theta)


@pytest.mark.usefixtures("norms_say_nothing")
def test_blocks_are_wider_and_guards_are_more_where_tiles_are_computed_again(monkeypatch):
    X = np.random.default_rng(3).normal(size=(700, 40)) / np.sqrt(np.arange(1.0, 41.0))
    elements = KernelElements(kernels.RBF(0.1), X)
    starts = _noted(monkeypatch, krylov, "random_start")
    iterated = _noted(monkeypatch, krylov, "leading")
    certified = _noted(monkeypatch, certificate, "certify")
    for memory in (kept_bytes(700) - 1, np.inf, 0):
        partial.by_block_krylov(elements, 5, memory)
    assert [start[0][1] for start in starts] == [partial.WIDE, krylov.BLOCK, partial.WIDE]
    assert [arguments[3].basis for arguments, _ in iterated] == [10, 24, 10], "blocks of the basis"
    computed, kept, without_memory = (each["guards"].shape[1] for _, each in certified)
    assert partial.MOST_GUARDS >= computed > 2 * kept > 0
    assert computed > partial.WIDE >= without_memory, "they need memory"


@pytest.mark.parametrize(("n", "blocks"), [(700, 10), (1151, 17), (1152, 18), (50_000, 18)])
def test_the_basis_of_wide_blocks_has_no_more_vectors_than_half_of_the_samples(n, blocks):
    assert partial.blocks_of_wide(n) == blocks


def test_guards_of_computed_tiles_fit_into_the_memory_that_is_left(monkeypatch):
    for threads, copies in ((1, 7), (5, 10)):
        monkeypatch.setattr(partial, "THREADS", threads)
        guard = 8 * 1000 * copies
        for memory, most in (
            (-1e9, 32),
            (0, 32),
            (guard - 1, 32),
            (guard, 33),
            (95 * guard, 127),
            (np.inf, 128),
        ):
            assert partial.most_guards(1000, memory) == most


@pytest.mark.parametrize(
    ("n", "components", "kernel"),
    [
        (700, 5, kernels.RBF(0.1)),
        (1500, 40, kernels.RBF(0.1)),
        (1500, 40, kernels.Matern52(2.0)),
        (1500, 40, kernels.Laplacian(0.1)),
        (2000, 250, kernels.RBF(0.1)),
    ],
    ids=str,
)
@pytest.mark.parametrize("memory", [0, 2], ids=["nothing", "factors"])
@pytest.mark.usefixtures("norms_say_nothing")
def test_a_fit_whose_tiles_are_computed_needs_what_it_says(n, components, kernel, memory):
    """With room for the factors, of which guards get as much, the budget grows by that room."""
    X = np.random.default_rng(3).normal(size=(n, 20)) / np.arange(1.0, 21.0)
    elements = KernelElements(kernel, X)
    needed, of_factors = partial.needed_bytes(n, components), factor_bytes(elements)
    solved, peak = peak_of(
        lambda: partial.by_block_krylov(elements, components, memory * of_factors)
    )
    assert "random start" in solved.certificate.bound.source
    # With the least other work memory, the smaller buffers of tiles show most.
    share = 0.5 if (n, kernel) == (1500, kernels.RBF(0.1)) else 0.6
    assert share * needed <= peak <= needed + memory * of_factors
    kept = TiledGram(elements, memory * of_factors).held
    assert (kept > 0) == (memory > 0 and elements.by_products)


@pytest.mark.parametrize("columns", [20, FEW])
@pytest.mark.usefixtures("norms_say_nothing")
def test_the_tiles_are_kept_in_the_memory_that_is_said_and_not_one_byte_below(columns, monkeypatch):
    """The basis of the random start, for all passes that it may make, is part of it.

    The factors of the points are not: they are gone when it is made.
    """
    X = np.random.default_rng(3).normal(size=(3000, columns)) / np.arange(1.0, columns + 1.0)
    elements = KernelElements(kernels.RBF(0.1), X)
    enough = partial.needed_bytes(3000, 10, kept=True) + kept_bytes(3000)
    made = _noted(monkeypatch, partial, "gram_operator")
    solved, peak = peak_of(lambda: solve(elements, 10, enough))
    assert "random start" in solved.certificate.bound.source
    assert 0.6 * enough <= peak <= enough
    solve(elements, 10, enough - 1)
    assert [arguments[1] - kept_bytes(3000) for arguments, _ in made] == [0, -1]


@pytest.mark.parametrize("share", [0.02, 0.4, 0.97])
@pytest.mark.usefixtures("norms_say_nothing")
def test_a_fit_that_keeps_some_tiles_stays_within_its_budget_and_fills_it(share, monkeypatch):
    """The solver and its certificate keep as many, and the result is the same each time."""
    X = np.random.default_rng(3).normal(size=(3000, 40)) / np.arange(1.0, 41.0)
    elements, made = KernelElements(kernels.RBF(0.1), X), _noted(monkeypatch, TiledGram, "__init__")
    budget = partial.needed_bytes(3000, 10, kept=True) + factor_bytes(elements)
    budget += 8 * 3000 * tiled.BESIDE + int(share * kept_bytes(3000))
    # Room for vectors is larger than the last tiles of so few samples.
    budget = min(budget, partial.needed_bytes(3000, 10, kept=True) + kept_bytes(3000) - 1)
    solved, peak = peak_of(lambda: solve(elements, 10, budget))
    assert 0.35 * budget <= peak <= budget
    assert solved.certificate.certified and "random start" in solved.certificate.bound.source
    kept = [len(one._tiles) / len(one._own) for (one, *_), _ in made]
    assert kept == pytest.approx([min(share, 0.51)] * 2, abs=0.02)
    all_values = 3000 * 3001 // 2
    again = solved.evaluations - all_values
    assert again / (solved.passes - 1) / all_values == pytest.approx(1.0 - kept[0], abs=0.02)
    same = solve(elements, 10, budget)
    np.testing.assert_array_equal(same.solution.V, solved.solution.V)
    none = solve(elements, 10, partial.needed_bytes(3000, 10))
    np.testing.assert_allclose(none.solution.mu, solved.solution.mu, rtol=1e-12)


def test_a_kept_tile_that_the_solver_uses_for_another_index_is_refused(monkeypatch):
    """Three of six tiles are kept, and two of them stand in each other's place."""
    monkeypatch.setattr(tiled, "BESIDE", 0)
    compute, memory = TiledGram._compute, 8 * 234**2 * 3 + factor_bytes(ELEMENTS)
    assert partial.by_block_krylov(ELEMENTS, 5, memory).certificate.certified

    def planted(operator, elements, index, tile):
        if operator.tile == 234:
            assert len(operator._tiles) == 3
            index = {1: 2, 2: 1}.get(index, index)
        compute(operator, elements, index, tile)

    monkeypatch.setattr(TiledGram, "_compute", planted)
    assert not partial.by_block_krylov(ELEMENTS, 5, memory).certificate.certified


@pytest.mark.parametrize("guards", [32, 96, 128])
def test_a_certificate_takes_the_memory_that_is_counted_for_its_guards(guards):
    """That of fewer guards is the control for many of them. A few need less than the iteration."""
    X = np.random.default_rng(3).normal(size=(3000, 40)) / np.sqrt(np.arange(1.0, 41.0))
    V = np.linalg.qr(np.random.default_rng(4).normal(size=(3000, 10 + guards)))[0]
    elements, more = KernelElements(kernels.RBF(0.1), X), V[:, 10:].copy()
    _, peak = peak_of(lambda: certificate.certify(elements, V[:, :10], 0, guards=more))
    copies, tiles = 1 + max(partial.THREADS + 4, 6), 5 * partial.THREADS * 231**2 // 2
    most, least = (8 * (3000 * copies * (10 + g) + tiles) for g in (guards, guards / 2))
    assert least < peak <= (most if guards > 32 else partial.needed_bytes(3000, 10))


@pytest.mark.parametrize("n", [8, 10, 17, 18])
def test_a_block_of_nearly_all_directions_is_orthonormal(n):
    A = gram(np.linspace(2.0, 1.0, n - 1), shift=0.0)
    for seed in range(60):
        found = partial.by_block_krylov(MatrixElements(A, 0.0, True), 3, seed=seed)
        assert found.certificate.residual <= 1e-12


def _in_single_precision(n=700):
    """Products of points far from the origin that were rounded to single precision."""
    X = np.random.default_rng(0).normal(size=(n, 3)) * [2.0, 1.5, 1.0] + [4000.0, 0.0, 0.0]
    K = (X.astype(np.float32) @ X.T.astype(np.float32)).astype(float)
    return MatrixElements(0.5 * (K + K.T), 2.0**-24 * float(K.max()))


@pytest.mark.parametrize("kept", [True, False])
def test_eigenvalues_that_a_random_block_hides_in_the_rounding_are_found(kept):
    elements = _in_single_precision()
    mu = np.linalg.eigvalsh(center(elements.K))[::-1]
    memory = partial.needed_bytes(700, 3, kept) + (kept_bytes(700) if kept else 0)
    found = solve(elements, 3, memory)
    # 667 is the bound on the rounding, and 16/700 of the first is what 16 random vectors show.
    assert (16.0 / 700.0) * mu[0] < 0.1 * found.solution.matrix_error < 0.1 * mu[2]
    np.testing.assert_allclose(found.solution.mu, mu[:3], rtol=1e-9)


def test_a_large_eigenvalue_hides_no_smaller_one_in_the_rounding():
    steep = gram(np.r_[1e9, 40.0, 30.0, np.zeros(696)])
    elements = MatrixElements(steep, 5.0 / 700.0)
    found = solve(elements, 3)
    np.testing.assert_allclose(found.solution.mu, [1e9, 40.0, 30.0], rtol=1e-6)


def test_fewer_components_than_asked_for_are_certified_if_rounding_hides_the_others():
    spectrum = np.r_[50.0, 40.0, np.linspace(3.0, 0.0, 697)]
    found = solve(MatrixElements(gram(spectrum), 6.0 / 700.0), 4)
    assert found.certificate.certified, found.certificate.reasons
    np.testing.assert_allclose(found.solution.mu, [50.0, 40.0], rtol=1e-12)
    assert 3.0 <= found.certificate.bound.after <= found.certificate.hidden


def test_no_matrix_hides_an_eigenvalue_from_the_solver_and_from_its_certificate():
    starts = [krylov.random_start(700, 16, s, stream) for s in (0, 1) for stream in (0, 2)]
    known = np.linalg.qr(np.column_stack([np.ones(700), *starts]))[0]
    w = np.random.default_rng(5).normal(size=700)
    for _ in range(2):
        w = w - known @ (known.T @ w)
    w /= np.linalg.norm(w)
    A = center(gram(np.r_[50.0, 40.0, 30.0, np.linspace(9.0, 0.0, 696)]))
    A = A - np.outer(A @ w, w)
    A = A - np.outer(w, w @ A)
    A = A + 45.0 * np.outer(w, w)
    assert np.linalg.eigvalsh(A)[-2] == pytest.approx(45.0, abs=1e-9)
    found = solve(MatrixElements(A, 0.0, True), 2)
    assert abs(found.solution.mu[1] - 45.0) > 1.0, "the solver does not see it"
    assert not found.certificate.certified
    assert found.certificate.bound.after >= 45.0


def test_the_iteration_and_the_certificate_get_the_number_of_components_and_the_seed(monkeypatch):
    iterated = _noted(monkeypatch, krylov, "leading")
    certified = _noted(monkeypatch, certificate, "certify")
    solve(ELEMENTS, 20, seed=9)
    limits, (given, more) = iterated[0][0][3], certified[0]
    assert (limits.visible, given[4], more["asked"]) == (completeness.visible(700, 20), 9, 20)
    assert completeness.visible(700, 20) > completeness.visible(700, 1)


def test_the_certificate_computes_tiles_with_other_edges_in_the_memory_of_the_solver(monkeypatch):
    """700 rows: three tiles of 234, and then four of 175."""
    made = _noted(monkeypatch, TiledGram, "__init__")
    assert partial.by_block_krylov(ELEMENTS, 5).certificate.certified
    (solver, *_), (proof, *_) = (arguments for arguments, _ in made)
    assert (solver.tile, proof.tile) == (234, 175)
    assert np.shares_memory(solver.memory, proof.memory)


@pytest.mark.parametrize("wrong", [0, 1], ids=["solver", "certificate"])
def test_a_fault_in_the_factors_of_the_solver_or_of_the_certificate_is_refused(wrong, monkeypatch):
    """Each computes the factors of all points once, for itself."""
    kept, number = KernelElements.with_factors, []

    def planted(self):
        elements = kept(self)
        if len(number) == wrong:
            elements.kept[0][5] *= 1.0 + 1e-6
        number.append(len(elements.kept[0]))
        return elements

    assert partial.by_block_krylov(ELEMENTS, 5).certificate.certified
    monkeypatch.setattr(KernelElements, "with_factors", planted)
    assert not partial.by_block_krylov(ELEMENTS, 5).certificate.certified
    assert number == [700, 700]


def test_lapack_is_taken_where_its_matrices_fit_and_not_one_byte_below(monkeypatch):
    monkeypatch.setattr(partial, "THREADS", 1)
    monkeypatch.setattr(partial, "lapack_is_faster", lambda *_: True)
    least = partial.bytes_of_lapack(700)
    assert least == 4 * 8 * 700**2 > partial.needed_bytes(700, 3)
    assert solve(ELEMENTS, 3, least).solver == "LAPACK"
    assert solve(ELEMENTS, 3, least - 1).solver == "block Krylov"
    assert solve(KernelElements(KERNEL, X[:500]), 3, 1.0).solver == "LAPACK", "few samples"


def test_no_factor_of_all_samples_is_begun_where_one_of_a_few_decays_slowly(monkeypatch):
    factors = _noted(monkeypatch, low_rank, "factor")
    rough = KernelElements(kernels.RBF(5.0), RNG.normal(size=(2000, 10)))
    assert partial.by_low_rank(rough, 3) is None
    assert [arguments[0].n for arguments, _ in factors] == [low_rank.PROBED]


@pytest.mark.parametrize(("n", "threads"), [(90, 1), (partial.SMALL + 20, 2)])
def test_lapack_has_one_thread_for_few_samples(n, threads, monkeypatch):
    """The second one would have to wake for each call."""
    X = np.random.default_rng(0).normal(size=(n, 3))
    elements, found, eigh = KernelElements(KERNEL, X), [], arithmetic.eigh

    def counted(A):
        found.extend(
            info["num_threads"] for info in threadpool_info() if info["user_api"] == "blas"
        )
        return eigh(A)

    monkeypatch.setattr(arithmetic, "eigh", counted)
    with threadpool_limits(2, user_api="blas"):
        partial.by_lapack(elements, n // 2)
    assert set(found) == {threads}
