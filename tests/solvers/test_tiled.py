"""The tiled operator against the centered Gram matrix, in every division into tiles."""

import time

import numpy as np
import pytest
from conftest import SPECTRA, gram
from scipy.sparse import csr_matrix

from kpca import kernels, tolerances
from kpca.centering import center
from kpca.solvers import file_points, krylov, low_rank, partial, tiled
from kpca.solvers.elements import KernelElements, MatrixElements, weighted
from kpca.solvers.tiled import NotFiniteError, TiledGram, kept_bytes

RNG = np.random.default_rng(0)
X = RNG.normal(size=(70, 3))
KERNEL = kernels.RBF(0.4)
K = KERNEL(X, X)
Q = RNG.normal(size=(70, 5))


def _operator(kept=True, threads=2, tile=16, elements=None):
    memory = np.inf if kept else 0
    return TiledGram(elements or KernelElements(KERNEL, X), memory, threads, tile)


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("tile", [1, 7, 16, 35, 69, 70, 71, 500])
def test_a_product_is_that_of_the_centered_matrix(kept, threads, tile):
    operator = _operator(kept, threads, tile)
    assert operator.kept is kept
    bound = 2.0 * operator.relative_product_error * np.linalg.norm(K) + 70 * operator.elements.error
    off = np.linalg.norm(operator(Q) - center(K) @ Q, axis=0) / np.linalg.norm(Q, axis=0)
    assert off.max() <= bound
    assert bound <= 1e-10
    uncentered = np.linalg.norm(K @ Q - center(K) @ Q, axis=0)
    assert uncentered.min() > 0.1, "the control"


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("name", SPECTRA)
def test_the_survey_has_trace_and_norms_of_every_spectrum(kept, name):
    matrix = gram(SPECTRA[name])
    operator = _operator(kept, tile=8, elements=MatrixElements(matrix))
    operator(np.ones((30, 1)))
    survey, A = operator.survey, center(matrix)
    np.testing.assert_allclose(survey.means, matrix.mean(axis=1), rtol=1e-13)
    assert survey.grand == pytest.approx(matrix.mean(), rel=1e-13, abs=0)
    assert survey.trace == pytest.approx(np.trace(A), rel=0, abs=1e-11)
    assert survey.uncentered == pytest.approx(np.linalg.norm(matrix), rel=1e-13, abs=0)
    assert survey.frobenius == pytest.approx(np.linalg.norm(A), rel=1e-9, abs=0)


def test_the_operator_is_symmetric_and_sends_the_vector_1_to_0():
    matrix = _operator()(np.eye(70))
    assert np.abs(matrix - matrix.T).max() <= 1e-14
    assert np.abs(_operator()(np.ones((70, 1)))).max() <= 1e-14


def test_kept_tiles_are_computed_once_and_others_in_each_pass():
    kept, computed = _operator(kept=True), _operator(kept=False)
    for operator in (kept, computed):
        assert operator.passes == 0
        operator(Q)
        operator(Q)
        assert operator.passes == 2
    half = 70 * 71 // 2
    assert kept.evaluations == half
    assert computed.evaluations == 2 * half


def test_tiles_need_little_more_than_half_of_the_matrix():
    for n in (10_000, 20_000, 50_000):
        assert 0.5 < kept_bytes(n) / (8 * n**2) <= 0.515
    assert kept_bytes(100) == 8 * 100**2
    assert kept_bytes(257, 256) == 3 * 8 * 129**2


def test_tiles_are_kept_where_they_fit_into_the_memory_and_not_one_byte_below():
    elements = KernelElements(KERNEL, X)
    least = kept_bytes(70, 16)
    assert TiledGram(elements, least, tile=16).kept
    assert not TiledGram(elements, least - 1, tile=16).kept
    assert TiledGram(elements).tile == 70
    assert tiled.TILE**2 * krylov.BLOCK <= 1e6, "the size that OpenBLAS does not copy"
    assert tiled.WIDTH == krylov.BLOCK


@pytest.mark.parametrize("n", [2, 300, 500, 1000, 1999, 10_000, 99_991, 100_000])
def test_smaller_tiles_have_few_edges_of_the_others(n):
    rows, other = tiled.even(n, tiled.TILE), tiled.smaller(n, tiled.TILE)
    assert rows <= tiled.TILE
    assert other < rows
    edges = (set(range(t, n, t)) for t in (rows, other))
    assert len(set.intersection(*edges)) <= 0.25 * n / rows
    assert TiledGram(MatrixElements(np.eye(6), 0.0, True), tile=3, other_edges=True).tile == 2


SOME = [0, 1, 7, 14, 15]
"""Numbers of the 15 tiles of 14 rows that are kept."""


def _some(kept, threads=2, other=False, elements=None, below=0):
    """An operator in whose memory that many of its tiles fit, less some bytes."""
    rows = 12 if other else 14
    return TiledGram(elements or MatrixElements(K), 8 * rows**2 * kept - below, threads, 16, other)


@pytest.fixture
def no_room(monkeypatch):
    """As if vectors needed no room beside the tiles of few samples."""
    monkeypatch.setattr(tiled, "BESIDE", 0)


@pytest.mark.usefixtures("no_room")
@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_products_and_norms_have_the_same_bits_however_many_tiles_are_kept(threads, other):
    none = _some(0, threads, other)
    expected, survey = none(Q), none.survey
    np.testing.assert_allclose(expected, center(K) @ Q, rtol=0, atol=1e-13)
    for kept in (1, len(none._pairs) // 2, len(none._pairs) - 1, len(none._pairs)):
        operator = _some(kept, threads, other)
        assert len(operator._tiles) == kept
        for _ in range(2):
            np.testing.assert_array_equal(operator(Q), expected)
        np.testing.assert_array_equal(operator.survey.means, survey.means)
        assert operator.survey.frobenius == survey.frobenius


@pytest.mark.usefixtures("no_room")
@pytest.mark.parametrize("kept", SOME)
def test_as_many_tiles_are_kept_as_fit_and_not_one_more(kept):
    for below, fit in ((0, kept), (1, max(0, kept - 1)), (-8 * 14**2 + 1, min(15, kept))):
        operator = _some(kept, below=below)
        assert len(operator._tiles) == fit
        assert operator.held == (0 if not fit else operator.memory.nbytes)
        assert operator.held <= max(0, 8 * 14**2 * kept - below)


@pytest.mark.usefixtures("no_room")
@pytest.mark.parametrize(
    ("parts", "fit"), [(parts, fit) for parts in (1, 2, 3) for fit in (0, 1, 3, 4)] + [(2, 8)]
)
def test_only_tiles_that_are_not_kept_are_counted_after_the_first_pass(fit, parts, monkeypatch):
    """Every part knows the number of all of them."""
    computed, compute = [], TiledGram._compute

    def counted(operator, elements, index, tile):
        compute(operator, elements, index, tile)
        i, j = operator._pairs[index]
        computed[-1] += 14 * 14 if i != j else 14 * 15 // 2

    monkeypatch.setattr(TiledGram, "_compute", counted)
    memory = 8 * 14**2 * fit
    made = [TiledGram(MatrixElements(K), memory, 1, 16, part=(k, parts)) for k in range(parts)]
    for _ in range(3):
        computed.append(0)
        before = [operator.evaluations for operator in made]
        for operator in made:
            operator(Q)
        more = [operator.evaluations - b for operator, b in zip(made, before, strict=True)]
        assert set(more) == {computed[-1]}
    assert computed[0] == 70 * 71 // 2
    assert computed[1] == computed[2] < computed[0] or not fit


@pytest.mark.usefixtures("no_room")
@pytest.mark.parametrize(("kept", "call"), [(kept, call) for kept in (0, 7) for call in (2, 8, 14)])
def test_an_operator_works_again_after_an_interrupt_that_leaves_no_tile_behind(kept, call):
    class Interrupted(MatrixElements):
        left = call

        def block(self, rows, columns, out):
            if len(out) == 14:
                type(self).left -= 1
                if type(self).left == 0:
                    out[...] = 7.0
                    raise KeyboardInterrupt
            super().block(rows, columns, out)

    operator, right = _some(kept, 1, elements=Interrupted(K)), _some(kept, 1)
    with pytest.raises(KeyboardInterrupt):
        operator(Q)
    with pytest.raises(RuntimeError, match="no pass"):
        assert operator.survey
    for _ in range(2):
        np.testing.assert_array_equal(operator(Q), right(Q))
    assert operator.evaluations == right.evaluations


@pytest.mark.usefixtures("no_room")
@pytest.mark.parametrize("at", [(1, 5), (60, 65)], ids=["kept", "computed"])
def test_a_value_that_is_not_finite_is_an_error_of_every_pass(at):
    wrong = K.copy()
    wrong[at] = wrong[at[::-1]] = np.nan
    operator = _some(7, elements=MatrixElements(wrong))
    for _ in range(2):
        message = f"samples {at[0] + 1} and {at[1] + 1} is nan"
        with np.errstate(all="ignore"), pytest.raises(NotFiniteError, match=message):
            operator(Q)


@pytest.mark.parametrize("tiles", [0.0, 0.5])
def test_factors_come_first_then_room_for_vectors_and_tiles_fill_the_rest(tiles):
    points = np.random.default_rng(1).normal(size=(3000, 3))
    elements = KernelElements(KERNEL, points)
    factors, vectors, all_tiles = 16 * 3000 * 5, 8 * 3000 * tiled.BESIDE, kept_bytes(3000)
    memory = factors + vectors + int(tiles * all_tiles)
    operator = TiledGram(elements, memory)
    assert operator.held == factors + int(tiles * all_tiles) // 8 * 8
    of_tiles = operator._tiles.nbytes
    assert 0 <= tiles * all_tiles - of_tiles < 8 * operator.tile**2
    other = TiledGram(elements, memory, other_edges=True, memory=operator.memory)
    assert tiles == 0.0 or np.shares_memory(other._tiles, operator._tiles)
    assert other.held == operator.held
    V = np.random.default_rng(2).normal(size=(3000, 2))
    expected = center(KERNEL(points, points)) @ V
    for _ in range(2):
        np.testing.assert_allclose(other(V), expected, rtol=0, atol=1e-10)


def test_the_diagonal_is_that_of_the_kernel_to_the_last_bit():
    operator = _operator(tile=70)
    assert (operator._tiles[0].diagonal() == 1.0).all()


def test_the_error_of_the_trace_bounds_the_rounding_of_values_with_a_large_mean():
    matrix = gram(SPECTRA["decaying"]) + 1e9
    survey = TiledGram(MatrixElements(matrix)).survey
    off = abs(survey.trace - np.trace(center(matrix)))
    assert 0.0 < off <= survey.trace_error <= 1e-3


def test_the_bounds_of_an_operator_are_these_formulas():
    operator = _operator(tile=16)
    assert operator.tile == 14, "70 rows in five even tiles"
    expected = tolerances.dot(14 + 2 * 5) + 4.0 * tolerances.long_dot(70)
    assert operator.relative_product_error == expected
    expected = 70 * (operator.elements.error + 4.0 * tolerances.U)
    assert operator.matrix_error == pytest.approx(expected, rel=1e-14, abs=0)
    uneven = TiledGram(MatrixElements(np.diag([1.0, 9.0, 2.0])))
    assert uneven.matrix_error == pytest.approx(3 * 4.0 * tolerances.U * 9.0, abs=1e-20)


def test_tiles_on_the_diagonal_are_symmetric_to_the_last_bit():
    points = RNG.normal(size=(70, 64))
    operator = _operator(tile=70, elements=KernelElements(kernels.RBF(0.01), points))
    tile = operator._tiles[0]
    assert (tile == tile.T).all()
    A, B = operator.elements.factors(operator.elements.X, operator.elements.X)
    product = A @ B.T
    assert (product != product.T).any(), "the control"


def test_many_vectors_are_one_pass():
    many = RNG.normal(size=(70, 3 * tiled.WIDTH))
    computed, kept = _operator(kept=False), _operator()
    np.testing.assert_allclose(computed(many), kept(many), atol=1e-12)
    assert (computed.passes, kept.passes) == (1, 1)


@pytest.mark.parametrize("n", [21, 32, 70])
def test_the_memory_of_the_tiles_holds_those_with_other_edges(n):
    """21 rows: three tiles of 7 have 6 * 49 numbers, and four of 6 have 10 * 36, which is more."""
    elements = KernelElements(KERNEL, X[:n])
    first = TiledGram(elements, tile=8)
    memory, Q = first.memory, np.eye(n)[:, :3]
    expected = center(KERNEL(X[:n], X[:n]))[:, :3]
    np.testing.assert_allclose(first(Q), expected, atol=1e-13)
    memory[:] = np.nan
    other = TiledGram(elements, tile=8, other_edges=True, memory=memory)
    assert np.shares_memory(other.memory, memory)
    assert other.tile < first.tile
    np.testing.assert_allclose(other(Q), expected, atol=1e-13)
    assert other.memory.nbytes == kept_bytes(n, 8)
    assert TiledGram(elements, 0, tile=8).memory is None
    assert kept_bytes(21, 8) == 8 * 360


def test_memory_that_is_too_small_is_left_alone():
    memory = np.full(3, 7.0)
    operator = TiledGram(KernelElements(KERNEL, X), tile=16, memory=memory)
    assert (memory == 7.0).all()
    assert not np.shares_memory(operator.memory, memory)


@pytest.mark.parametrize("weights", [None, np.linspace(0.5, 1.5, 70)], ids=["plain", "weighted"])
def test_where_tiles_are_computed_the_factors_stay_in_memory_if_they_fit(weights):
    """Two factors of 70 points with 3 columns, each with 5 columns, take at most half of it."""
    elements = weighted(KernelElements(KERNEL, X), weights)
    with_them, without = (TiledGram(elements, memory, tile=16) for memory in (11_200, 11_199))
    assert [operator.kept for operator in (with_them, without)] == [False, False]
    assert [operator.held for operator in (with_them, without)] == [5600, 0]
    np.testing.assert_allclose(with_them(Q), without(Q), rtol=1e-12, atol=1e-12)
    tiles = TiledGram(elements, tile=16)
    assert tiles.held == tiles.memory.nbytes and tiles.elements is elements


@pytest.mark.parametrize(("columns", "calls"), [(6, 3), (7, 15)])
def test_the_factors_of_a_whole_matrix_are_kept_if_they_take_a_quarter_of_it(
    columns, calls, monkeypatch
):
    """70 points: one, 64 and 6 at a time, or those of 15 blocks."""
    computed, factors = [], KernelElements.factors

    def counted(self, A, B):
        computed.append(len(A))
        return factors(self, A, B)

    monkeypatch.setattr(KernelElements, "factors", counted)
    elements = KernelElements(KERNEL, np.random.default_rng(5).normal(size=(70, columns)))
    operator = TiledGram(elements, tile=16, whole=True)
    # One more is that of the corner whose values choose the unit.
    assert len(computed) == calls + 1
    np.testing.assert_allclose(operator.matrix, KERNEL(elements.X, elements.X), atol=1e-14)


@pytest.mark.parametrize("failing", [0, 1])
def test_after_an_exception_in_one_thread_the_others_compute_no_more_tiles(failing):
    """630 tiles, of which the second thread computes 315, and takes a millisecond for each."""
    computed = []

    class Failing(KernelElements):
        def block(self, rows, columns, out):
            # The tiles of the first row belong to both threads by turns.
            if rows.start == 0 and columns.start == 2 * failing and len(out) == 2:
                raise KeyboardInterrupt
            time.sleep(1e-3)
            computed.append(rows)
            super().block(rows, columns, out)

    with pytest.raises(KeyboardInterrupt):
        TiledGram(Failing(KERNEL, X), threads=2, tile=2)
    assert len(computed) < 100


SENTINEL = np.random.default_rng(0).normal(size=(40, 3))
SENTINEL[5, 1] = -1e300


SOLVERS = {
    "tiles": lambda elements: TiledGram(elements, tile=16),
    "LAPACK": lambda elements: partial.by_lapack(elements, 2),
    "low rank": lambda elements: low_rank.factor(elements, 8),
}


@pytest.mark.parametrize(
    ("kernel", "solver"),
    [
        *(
            (kernel, name)
            for kernel in (kernels.Linear(), kernels.Polynomial(0.5, 3))
            for name in SOLVERS
        ),
        (kernels.RBF(0.5), "LAPACK"),
    ],
    ids=str,
)
def test_a_sample_that_spoils_the_values_of_all_others_is_named(kernel, solver):
    """Through the mean of the points, the first pair whose value is not finite is 1 and 1."""
    with pytest.raises(NotFiniteError, match="column 2 of sample 6"):
        SOLVERS[solver](KernelElements(kernel, SENTINEL))


@pytest.mark.parametrize("kind", ["sparse", "in a file"])
def test_the_largest_number_is_found_in_sparse_points_and_in_a_file(kind, monkeypatch):
    monkeypatch.setattr(file_points, "BLOCK", 8 * 3 * 4)
    X = csr_matrix(SENTINEL) if kind == "sparse" else file_points.FilePoints(SENTINEL)
    assert "column 2 of sample 6;" in tiled._where_to_look(X)


WEIGHTS = np.resize([3.0, 1.0, 0.25, 5.0, 2.0, 1e-3], 70)


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("tile", [1, 16, 69, 500])
def test_a_product_is_that_of_the_weighted_matrix(kept, tile):
    operator = _operator(kept, tile=tile, elements=weighted(KernelElements(KERNEL, X), WEIGHTS))
    A, roots = center(K, WEIGHTS), np.sqrt(WEIGHTS)
    uncentered = np.linalg.norm(roots[:, None] * K * roots)
    bound = operator.relative_product_error * uncentered + operator.error
    bound += tolerances.weighted_gram(WEIGHTS, 1.0, 0.0)
    off = np.linalg.norm(operator(Q) - A @ Q, axis=0) / np.linalg.norm(Q, axis=0)
    assert off.max() <= bound <= 1e-10
    unweighted_mean = roots[:, None] * center(K) * roots
    assert np.linalg.norm((unweighted_mean - A) @ Q, axis=0).min() > 0.1, "the control"
    survey = operator.survey
    np.testing.assert_allclose(survey.means, K @ WEIGHTS / WEIGHTS.sum(), rtol=1e-13)
    assert survey.trace == pytest.approx(np.trace(A), abs=survey.trace_error)
    assert survey.frobenius == pytest.approx(np.linalg.norm(A), rel=1e-12, abs=0)
    assert survey.uncentered == pytest.approx(uncentered, rel=1e-13, abs=0)
    # As that of the copies: n values of each kernel value stand for N of them.
    plain, each = _operator(kept, tile=tile), WEIGHTS.mean()
    assert operator.error == pytest.approx(each * plain.error, rel=1e-12, abs=0)
    assert operator.matrix_error == pytest.approx(each * plain.matrix_error, rel=1e-12, abs=0)
    more = operator.relative_product_error - plain.relative_product_error
    assert more == pytest.approx(tolerances.weighting(70), rel=1e-6, abs=0)


@pytest.mark.parametrize("other_edges", [False, True])
def test_a_whole_matrix_is_one_symmetric_array_with_the_same_products(other_edges):
    points = np.random.default_rng(4).normal(size=(530, 5))
    elements = KernelElements(KERNEL, points)
    whole = TiledGram(elements, other_edges=other_edges, whole=True)
    tiles = TiledGram(elements)
    K = KERNEL(points, points)
    assert np.array_equal(whole.matrix, whole.matrix.T)
    np.testing.assert_allclose(whole.matrix, K, rtol=1e-13, atol=1e-15)
    assert np.array_equal(whole.matrix.diagonal(), elements.diagonal())
    Q = np.random.default_rng(5).normal(size=(530, 18))
    np.testing.assert_allclose(whole(Q), tiles(Q), rtol=0, atol=1e-11)
    np.testing.assert_allclose(whole.survey.means, K.mean(axis=1), rtol=1e-13)
    assert whole.survey.frobenius == pytest.approx(tiles.survey.frobenius, rel=1e-13, abs=0)
    assert (whole.evaluations, whole.threads) == (530 * 531 // 2, 1)
    # Blocks of 177 rows, or of 133: no value comes from the same product.
    assert whole._block == (133 if other_edges else 177)


def test_another_whole_matrix_overwrites_the_memory_of_the_first():
    elements = KernelElements(KERNEL, X)
    first = TiledGram(elements, whole=True)
    other = TiledGram(elements, memory=first.memory, other_edges=True, whole=True)
    assert np.shares_memory(other.matrix, first.matrix)
    assert first.memory.nbytes == 8 * len(X) ** 2


@pytest.mark.usefixtures("no_room")
@pytest.mark.parametrize("kept", SOME)
def test_weights_count_in_kept_tiles_and_in_computed_ones(kept):
    operator = _some(kept, elements=weighted(MatrixElements(K), WEIGHTS))
    for _ in range(2):
        np.testing.assert_allclose(operator(Q), center(K, WEIGHTS) @ Q, rtol=0, atol=1e-12)
