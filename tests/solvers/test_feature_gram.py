"""Products with features: those of the centered Gram matrix, within bounds stated before."""

import numpy as np
import pytest
from conftest import SPECTRA, gram, peak_of

from kpca import kernels, tolerances
from kpca.arithmetic import fifty_digits
from kpca.centering import center
from kpca.solvers import feature_gram, krylov, partial
from kpca.solvers.certificate import certify
from kpca.solvers.elements import KernelElements, weighted
from kpca.solvers.feature_gram import FeatureGram

RNG = np.random.default_rng(0)
X = RNG.normal(size=(130, 3))
Q = RNG.normal(size=(130, 20))
KERNELS = [
    kernels.Linear(),
    kernels.Cosine(),
    kernels.Lift(),
    kernels.Polynomial(0.3, 2, 0.5),
    kernels.Polynomial(0.1, 4),
]
each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=str)


def _points(spectrum, q):
    """Points (n, q) whose centered Gram matrix has the eigenvalues ``spectrum`` (n - 1,) and 0."""
    n, r = len(spectrum) + 1, int((np.asarray(spectrum) > 0).sum())
    rng = np.random.default_rng(0)
    basis = np.linalg.qr(np.column_stack([np.ones(n), rng.normal(size=(n, r))]))[0][:, 1:]
    turned = np.linalg.qr(rng.normal(size=(q, r)))[0]
    return (basis * np.sqrt(spectrum[:r])) @ turned.T + rng.normal(size=q)


def _operator(kernel, points=X, kept=True, **more):
    return FeatureGram(KernelElements(kernel, points), np.inf if kept else 0, **more)


def _exact(kernel, points):
    """K~ rounded from fifty digits."""
    exact = fifty_digits(points)
    return np.asarray(center(kernel(exact, exact)), dtype=float)


@each_kernel
@pytest.mark.parametrize("shift", [0.0, 30.0])
def test_a_product_is_that_of_the_centered_matrix_within_its_bounds(kernel, shift):
    points = X[:60] + shift
    operator, A = _operator(kernel, points), _exact(kernel, points)
    off = np.linalg.norm(operator(Q[:60]) - A @ Q[:60], axis=0) / np.linalg.norm(Q[:60], axis=0)
    product = operator.relative_product_error * operator.survey.uncentered
    assert off.max() <= operator.error + product
    assert operator.error <= operator.matrix_error
    # Features far from the origin are as accurate as they are large.
    K = kernel(points - points.mean(axis=0) * kernel.movable, points * (not kernel.movable))
    assert operator.error + product <= 1e-11 * max(np.linalg.norm(A), np.linalg.norm(K))
    uncentered = np.linalg.norm(kernel(points, points) @ Q[:60] - A @ Q[:60], axis=0)
    assert uncentered.min() > 0.01, "the control"


@each_kernel
def test_the_survey_and_the_covariance_are_those_of_the_matrix_within_their_bounds(kernel):
    operator, A = _operator(kernel, X[:60]), _exact(kernel, X[:60])
    K = kernel(X[:60] - operator.elements.center, X[:60] - operator.elements.center)
    survey = operator.survey
    np.testing.assert_allclose(survey.means, K.mean(axis=1), rtol=0, atol=1e-13 * np.abs(K).max())
    assert survey.grand == pytest.approx(K.mean(), abs=1e-13 * np.abs(K).max())
    assert abs(survey.trace - np.trace(A)) <= survey.trace_error <= 1e-11 * np.trace(A)
    assert survey.frobenius == pytest.approx(np.linalg.norm(A), rel=1e-12, abs=0)
    assert survey.uncentered == pytest.approx(np.linalg.norm(K), rel=1e-12, abs=0)
    mu = np.linalg.eigvalsh(operator.covariance)[::-1]
    expected = np.linalg.eigvalsh(A)[::-1][: len(mu)]
    allowed = tolerances.eigenvalue(60, survey.frobenius)
    assert np.abs(mu - expected).max() <= operator.covariance_error + allowed
    assert operator.covariance_error <= 1e-11 * mu[0]
    assert (operator.covariance == operator.covariance.T).all()


@pytest.mark.parametrize("name", ["decaying", "degenerate", "rank-deficient", "steep"])
def test_the_covariance_has_every_chosen_spectrum(name):
    spectrum = SPECTRA[name]
    operator = _operator(kernels.Linear(), _points(spectrum, 29))
    mu = np.linalg.eigvalsh(operator.covariance)[::-1]
    np.testing.assert_allclose(mu, spectrum, rtol=0, atol=1e-14 * spectrum.sum())
    assert operator.survey.trace == pytest.approx(spectrum.sum(), rel=1e-13, abs=0)


@pytest.mark.parametrize("other_edges", [False, True])
@pytest.mark.parametrize("kept", [True, False])
@each_kernel
def test_the_number_of_threads_changes_no_bit(kernel, kept, other_edges, monkeypatch):
    monkeypatch.setattr(feature_gram, "rows_at_once", lambda features: 7)
    operators = [
        _operator(kernel, kept=kept, threads=threads, other_edges=other_edges)
        for threads in (1, 2, 3, 5)
    ]
    assert {operator.kept for operator in operators} == {kept}
    assert len(operators[0]._chunks) > 5
    for operator in operators[1:]:
        np.testing.assert_array_equal(operator(Q), operators[0](Q))
        np.testing.assert_array_equal(operator.covariance, operators[0].covariance)
        assert operator.matrix_error == operators[0].matrix_error


def test_features_that_are_kept_are_computed_twice_and_others_in_each_product():
    kept, computed = (_operator(KERNELS[2], kept=kept) for kept in (True, False))
    for operator in (kept, computed):
        assert operator(Q[:, :16]).shape == (130, 16)
        assert operator.passes == 1
        operator(Q)
        assert operator.passes == 3
    assert kept.evaluations == 2 * 130 * 4
    assert computed.evaluations == (2 + 3 * 2) * 130 * 4
    np.testing.assert_array_equal(kept(Q), computed(Q))


def test_the_operator_sends_the_vector_1_to_0_and_no_vectors_to_none():
    operator = _operator(kernels.Linear(), X + 1e6)
    assert np.abs(operator(np.ones((130, 1)))).max() <= 1e-12
    assert operator(np.zeros((130, 0))).shape == (130, 0)


def test_other_edges_divide_rows_and_features_elsewhere():
    points = RNG.normal(size=(4000, 100))
    first, second = (
        _operator(kernels.Linear(), points, other_edges=other) for other in (False, True)
    )
    for name in ("_chunks", "_strips"):
        edges = [{part.stop for part in getattr(one, name)} for one in (first, second)]
        assert len(edges[0] & edges[1]) == 1, name


def test_equal_samples_have_features_of_size_0():
    for kernel in KERNELS:
        operator = _operator(kernel, np.tile(RNG.normal(size=3), (50, 1)))
        assert operator.survey.frobenius <= operator.error
        assert np.abs(operator(Q[:50])).max() <= 10.0 * operator.error


@pytest.mark.parametrize("name", ["decaying", "degenerate", "steep"])
def test_ritz_vectors_are_orthonormal_eigenvectors_also_of_small_eigenvalues(name):
    points = _points(SPECTRA[name], 29)
    operator, A = _operator(kernels.Linear(), points), center(points @ points.T)
    mu, W = np.linalg.eigh(operator.covariance)
    d = int((mu > 1e-13 * mu[-1]).sum())
    V = operator.leading(W[:, ::-1][:, :d])
    np.testing.assert_allclose(V.T @ V, np.eye(d), rtol=0, atol=1e-14)
    residuals = np.linalg.norm(A @ V - V * mu[::-1][:d], axis=0)
    assert residuals.max() <= 1e-13 * mu.sum()


def test_memory_stays_within_the_budget_where_features_are_computed_again():
    n, q = 3000, 12
    elements = KernelElements(kernels.Polynomial(0.1, 2), RNG.normal(size=(n, q)))
    p = feature_gram.width(elements)
    features, needed = 8 * n * p, sum(partial.bytes_by_covariance(elements, 3))
    for budget in (needed, needed + features):
        found, peak = peak_of(lambda budget=budget: partial.solve(elements, 3, budget))
        assert found.solver == "covariance"
        assert (found.evaluations == 2 * n * p) == (budget > needed), "kept or not"
        assert peak <= budget
    with pytest.raises(partial.MemoryBudgetError, match=f"allowed: at least {needed}"):
        partial.solve(elements, 3, needed - 1)


# Faults of the solver, which its certificate has to find with an operator of its own.
LARGE = RNG.normal(size=(1500, 80)) / np.sqrt(np.arange(1.0, 81.0))


def _lose_rows(operator):
    operator._G[operator._chunks[1]] = 0.0


def _scale_a_column(operator):
    operator._G[:, 2] *= 1.0 + 1e-6


def _forget_a_block(operator):
    right = operator._of_features

    def without_the_last_chunk(W):
        product = right(W)
        product[operator._chunks[-1]] = 0.0
        return product

    operator._of_features = without_the_last_chunk


def _lose_a_column(operator):
    operator.__dict__["covariance"] = operator.covariance.copy()
    operator.covariance[:, 3] = operator.covariance[3] = 0.0


@pytest.mark.parametrize(
    "fault",
    [_lose_rows, _scale_a_column, _forget_a_block, _lose_a_column],
    ids=lambda f: f.__name__,
)
@pytest.mark.parametrize("solve", [partial.by_covariance, partial.by_block_krylov])
def test_a_fault_of_the_operator_is_refused_by_the_certificate(fault, solve, monkeypatch):
    elements = KernelElements(kernels.Linear(), LARGE)
    assert solve(elements, 6).certificate.certified
    initialize = FeatureGram.__init__

    def with_a_fault(self, *arguments, other_edges=False, **more):
        initialize(self, *arguments, other_edges=other_edges, **more)
        if not other_edges:
            fault(self)

    monkeypatch.setattr(FeatureGram, "__init__", with_a_fault)
    if fault is _forget_a_block and solve is partial.by_block_krylov:
        with pytest.raises(krylov.ConvergenceError):
            solve(elements, 6)
        return
    found = solve(elements, 6).certificate
    if fault is _lose_a_column and solve is partial.by_block_krylov:
        assert found.certified, "the iteration does not use the covariance"
        return
    assert not found.certified
    assert "the residual, computed again" in found.reasons[0]


def test_a_fault_at_the_edges_is_refused_although_the_certificate_has_it_too(monkeypatch):
    """The last strip of the covariance is lost, and the rows of the last chunk."""
    covariance = FeatureGram.covariance.func

    def without_the_last_strip(self):
        C = covariance(self)
        C[:, self._strips[-1]] = C[self._strips[-1]] = 0.0
        return C

    points = LARGE.copy()
    points[:, 75] *= 30.0
    elements = KernelElements(kernels.Linear(), points)
    assert partial.by_covariance(elements, 2).certificate.certified
    monkeypatch.setattr(FeatureGram, "covariance", property(without_the_last_strip))
    assert not partial.by_covariance(elements, 2).certificate.certified


def test_pairs_of_the_wrong_eigenvalues_are_refused():
    elements = KernelElements(kernels.Linear(), LARGE)
    V = partial.solve(elements, 12).solution.V
    for missed in (0, 4, 8):
        found = certify(elements, np.delete(V[:, :10], missed, axis=1))
        assert not found.certified
        assert "a larger eigenvalue may have been missed" in found.reasons[0]
        assert "80 features" in found.bound.source
    assert certify(elements, V[:, :9]).certified


def test_the_matrix_of_the_tests_has_the_chosen_spectrum():
    mu = np.linalg.eigvalsh(center(gram(SPECTRA["decaying"])))
    points = _points(SPECTRA["decaying"], 29)
    np.testing.assert_allclose(np.linalg.eigvalsh(center(points @ points.T)), mu, atol=1e-13)


def test_the_errors_of_the_mean_and_of_a_product_are_those_by_hand():
    """Deviations -2, 0, 3 and -1: each has one rounding of the center and one of the mean; a sum
    over four rows in one chunk counts five, and the mean of the vector four."""
    operator, root = _operator(kernels.Linear(), np.array([[1.0], [3.0], [6.0], [2.0]])), 14.0**0.5
    u = tolerances.U
    assert operator.mean_error == pytest.approx((2.0 + 5.0) * u * root / 2.0, rel=1e-12, abs=0.0)
    assert operator.factor_error == pytest.approx(11.0 * u * root, rel=1e-12, abs=0.0)
    assert (operator.mean.tolist(), operator.rest.tolist()) == ([0.0], [0.0])


WEIGHTS = np.resize([3.0, 1.0, 0.25, 5.0, 2.0, 1e-3], 60)


@each_kernel
@pytest.mark.parametrize("shift", [0.0, 30.0])
@pytest.mark.parametrize("kept", [True, False])
def test_a_product_is_that_of_the_weighted_matrix_within_its_bounds(kernel, shift, kept):
    points = X[:60] + shift
    operator = FeatureGram(weighted(KernelElements(kernel, points), WEIGHTS), np.inf * kept)
    exact = fifty_digits(points)
    w, K = fifty_digits(WEIGHTS), kernel(exact, exact)
    means = K @ w / w.sum()
    A = np.asarray(K - means[:, None] - means[None, :] + w @ means / w.sum(), dtype=float)
    A *= np.sqrt(np.outer(WEIGHTS, WEIGHTS))
    off = np.linalg.norm(operator(Q[:60]) - A @ Q[:60], axis=0) / np.linalg.norm(Q[:60], axis=0)
    product = operator.relative_product_error * operator.survey.uncentered
    assert off.max() <= operator.error + product
    assert operator.error <= operator.matrix_error <= 1e-6 * np.linalg.norm(A)
    survey, points_of_K = operator.survey, points - points.mean(axis=0) * kernel.movable
    around = kernel(points_of_K, points_of_K)
    uncentered = np.linalg.norm(around * np.sqrt(np.outer(WEIGHTS, WEIGHTS)))
    assert survey.uncentered == pytest.approx(uncentered, rel=1e-9, abs=0)
    of_rows = around @ WEIGHTS / WEIGHTS.sum()
    np.testing.assert_allclose(survey.means, of_rows, rtol=0, atol=1e-9 * np.abs(of_rows).max())
    assert survey.trace == pytest.approx(np.trace(A), rel=1e-9, abs=0)
    assert survey.frobenius == pytest.approx(np.linalg.norm(A), rel=1e-9, abs=0)
    values = np.linalg.eigvalsh(operator.covariance)[::-1]
    assert (
        abs(values[0] - np.linalg.eigvalsh(A)[-1]) <= operator.covariance_error + 1e-13 * values[0]
    )
    plain = _operator(kernel, points)(Q[:60])
    assert np.abs(plain - A @ Q[:60]).max() > 1e3 * off.max(), "the control"


@each_kernel
def test_weights_of_4_make_features_twice_as_long_and_their_errors_too(kernel):
    points, n = KernelElements(kernel, X[:60] + 30.0), 60
    plain, four = FeatureGram(points), FeatureGram(weighted(points, np.full(n, 4.0)))
    more = tolerances.weighting(n) * np.sqrt(four.survey.trace)
    off = four.factor_error - 2.0 * plain.factor_error
    assert off == pytest.approx(more, rel=1e-6, abs=0)
    off = four.mean_error - plain.mean_error
    assert off == pytest.approx(more / np.sqrt(4 * n), rel=1e-6, abs=0)
    for name in ("trace", "frobenius", "uncentered"):
        four_times = 4.0 * getattr(plain.survey, name)
        assert getattr(four.survey, name) == pytest.approx(four_times, rel=1e-9, abs=0)
