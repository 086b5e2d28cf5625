"""The contract of a solver, on every solver: what a caller relies on whichever is chosen.

Every solver gets the same problem, of which it finds six components: a kernel with ten features,
so that a covariance and a factor of low rank have all of it. A given matrix goes to the tiles.
"""

import numpy as np
import pytest

from kpca import kernels
from kpca.centering import center
from kpca.solvers import arpack, feature_gram, partial
from kpca.solvers.elements import KernelElements, MatrixElements, unweighted, weighted
from kpca.solvers.krylov import TOLERANCE
from kpca.solvers.solution import RankError
from kpca.solvers.tiled import NotFiniteError

X = np.random.default_rng(0).normal(size=(420, 3))
WIDER = np.random.default_rng(1).normal(size=(420, 8))
KERNEL = kernels.Polynomial(0.3, 2, 0.5)
WEIGHTS = {"plain": None, "weighted": np.resize([3.0, 1.0, 2.0], len(X))}
D = 6


def _by_tiles(elements, d, max_memory=np.inf, **more):
    """Elements that are no ``KernelElements`` have no features."""
    points, weights = unweighted(elements)
    matrix = MatrixElements(points.kernel(points.X, points.X), points.error, points.positive)
    return partial.by_block_krylov(weighted(matrix, weights), d, max_memory, **more)


def _least_of_features(elements):
    points = unweighted(elements)[0]
    return feature_gram.least_bytes(points.n, feature_gram.width(points))


SOLVERS = {
    "LAPACK": partial.by_lapack,
    "ARPACK": partial.by_arpack,
    "covariance": partial.by_covariance,
    "low rank": partial.by_low_rank,
    "block Krylov of tiles": _by_tiles,
    "block Krylov of computed tiles": lambda *asked, **more: _by_tiles(*asked, 0, **more),
    "block Krylov of features": partial.by_block_krylov,
    "block Krylov of computed features": lambda elements, d, **more: partial.by_block_krylov(
        elements, d, _least_of_features(elements), **more
    ),
}
BY_PASSES = [name for name in SOLVERS if name.startswith("block Krylov")]
SEEDED = ["ARPACK", "covariance", "low rank", *BY_PASSES]
OF_WEIGHTS = [name for name in SOLVERS if name != "low rank"]

each_solver = pytest.mark.parametrize("solver", SOLVERS)


def _solved(solver, X=X, kernel=KERNEL, weights=None, d=D, **more):
    if solver == "ARPACK" and not arpack.IS_SEEDED:
        pytest.skip("SciPy's eigsh takes no random numbers: ARPACK is not used")
    return SOLVERS[solver](weighted(KernelElements(kernel, X), weights), d, **more)


@pytest.mark.parametrize(
    ("solver", "weights"),
    [(solver, name) for name in WEIGHTS for solver in (OF_WEIGHTS if name != "plain" else SOLVERS)],
)
def test_components_bounds_and_means_are_those_of_the_table_with_copies(solver, weights):
    w = WEIGHTS[weights]
    found = _solved(solver, weights=w)
    solution, copies = found.solution, X if w is None else np.repeat(X, w.astype(int), axis=0)
    mu, V = np.linalg.eigh(center(KERNEL(copies, copies)))
    mu, V = mu[::-1], V[:, ::-1][:, :D]
    assert found.certificate.certified, found.certificate.reasons
    assert found.solver == solver.replace("computed ", "").removesuffix(" of tiles")
    assert (np.abs(solution.mu - mu[:D]) <= solution.errors[:D] + 1e-14 * mu[0]).all()
    assert solution.errors.max() <= 1e-9 * mu[0]
    assert solution.complete or mu[len(solution.spectrum)] <= solution.after + 1e-13 * mu[0]
    assert solution.trace == pytest.approx(mu.sum(), rel=1e-12, abs=0)
    assert solution.frobenius == pytest.approx(np.linalg.norm(mu), rel=1e-12, abs=0)
    rows = np.arange(len(X)) if w is None else np.repeat(np.arange(len(X)), w.astype(int))
    np.testing.assert_allclose(np.abs((solution.axes[rows] * V).sum(axis=0)), 1.0, rtol=1e-11)
    if solver in BY_PASSES:
        once = 2 * len(X) * 10 if "features" in solver else len(X) * (len(X) + 1) // 2
        assert (found.evaluations > once) == ("computed" in solver)
        assert found.evaluations % once == 0
    if "features" not in solver and solver != "covariance":
        np.testing.assert_allclose(found.means, KERNEL(X, copies).mean(axis=1), rtol=1e-11)


@pytest.mark.parametrize("unit", [1e-100, 1e-30, 1e-5, 1e5, 1e50])
@each_solver
def test_a_unit_of_the_points_changes_the_eigenvalues_by_its_square_and_nothing_else(solver, unit):
    """ARPACK compares with 4e-11; squares of the eigenvalues are no doubles."""
    # More columns than the pairs that ARPACK computes, else some of its products are with rounding.
    usual, other = (_solved(solver, size * WIDER, kernels.Linear(), d=2) for size in (1.0, unit))
    assert other.certificate.certified, other.certificate.reasons
    assert 0.8 * usual.passes <= other.passes <= 1.25 * usual.passes
    # The Frobenius norm of a factor adds squares, which vanish.
    for name in ("mu", "trace", *(["frobenius"] if solver != "low rank" else [])):
        found, expected = (getattr(each.solution, name) for each in (other, usual))
        np.testing.assert_allclose(found / unit**2, expected, rtol=1e-12)
    errors = other.solution.errors[:2] / unit**2
    np.testing.assert_allclose(errors, usual.solution.errors[:2], rtol=0.5)


@pytest.mark.parametrize("solver", SEEDED)
def test_the_same_seed_gives_the_same_bits_and_another_one_the_same_components(solver):
    first, again, other = (_solved(solver, seed=seed).solution for seed in (1, 1, 2))
    assert np.array_equal(first.V, again.V) and np.array_equal(first.mu, again.mu)
    assert first.after == again.after
    np.testing.assert_allclose(other.scores, first.scores, rtol=0, atol=1e-10)


@pytest.mark.parametrize("solver", ["ARPACK", *BY_PASSES])
def test_progress_is_called_for_each_block_or_once_by_arpack_and_ends_below_the_tolerance(solver):
    calls = []
    found = _solved(solver, progress=lambda *call: calls.append(call))
    passes = [each for each, _ in calls]
    if solver == "ARPACK":
        proof = found.certificate
        assert calls == [(found.passes, proof.residual / proof.theta[0])]
        assert found.evaluations == len(X) * (len(X) + 1) // 2
    else:
        assert passes == list(range(1, len(calls) + 1))
        # Features that are computed again multiply a wide block as two.
        assert (len(calls) == found.passes) == (solver != "block Krylov of computed features")
    assert calls[-1][1] <= TOLERANCE


@pytest.mark.parametrize("value", [1e90, 2e154, np.nan])
@each_solver
def test_a_value_that_is_not_finite_is_an_error_that_names_its_sample(solver, value):
    points = X.copy()
    points[20] = value
    with np.errstate(all="ignore"), pytest.raises(NotFiniteError, match=r"samples? .*\b21\b"):
        _solved(solver, points, kernels.Polynomial(1.0, 4))


@each_solver
def test_sums_that_overflow_are_an_error(solver):
    points = 5e153 * np.where(np.arange(40) % 2, 1.0, -1.0)[:, None]
    with np.errstate(all="ignore"), pytest.raises(NotFiniteError, match="the sums of 40 kernel"):
        _solved(solver, points, kernels.Linear(), d=1)


@each_solver
def test_equal_points_have_no_component_and_that_is_proved(solver):
    found = _solved(solver, np.ones((300, 2)), d=2)
    if solver == "low rank":
        assert found is None, "another solver takes over"
        return
    assert found.certificate.certified, found.certificate.reasons
    with pytest.raises(RankError) as error:
        found.require(1)
    assert error.value.rank == 0
