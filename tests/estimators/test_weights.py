"""A fit with ``sample_weight`` is the fit of the table with copies; what does not honor it refuses.

Tolerances are derived: both solutions are those of matrices within their ``matrix_error`` of one
exact matrix, so that the theorems of Weyl and of Davis and Kahan bound every difference.
"""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from scipy.spatial.distance import cdist
from sklearn.datasets import load_digits

import kpca
from kpca import ClassicalMDS, KernelPCA, kernels, tolerances
from kpca.centering import center, center_rows
from kpca.solvers import partial, placing
from kpca.solvers.chosen_spectra import SPECTRA
from kpca.solvers.file_points import FilePoints

DIGITS = load_digits().data / 8.0
NEW = DIGITS[1000:1015]
WEIGHTS = np.array([3.0, 1.0, 2.0, 5.0, 1.0, 1.0, 4.0])

linear, gaussian, quadratic = kernels.Linear(), kernels.RBF(0.02), kernels.Polynomial(0.1, 2)
CITY = {"metric": "cityblock"}


def _minus_half(D):
    return -0.5 * D**2


def _of_two(x, y):
    return np.exp(-0.02 * ((x - y) ** 2).sum())


def _weights(n):
    return np.resize(WEIGHTS, n)


def _same(K):
    return K


# Each case: an estimator, the samples that fit and transform take, made of points, and the values
# that are centered, made of the same.
CASES = {
    "linear": (KernelPCA(4), _same, linear),
    "Gaussian": (KernelPCA(4, kernel="rbf", gamma=0.02), _same, gaussian),
    "polynomial": (KernelPCA(4, kernel="poly", gamma=0.1, degree=2), _same, quadratic),
    "all components": (KernelPCA(kernel="rbf", gamma=0.02), _same, gaussian),
    "share": (KernelPCA(0.6, kernel="rbf", gamma=0.02), _same, gaussian),
    "sparse": (KernelPCA(4, kernel="rbf", gamma=0.02), csr_matrix, gaussian),
    "function": (KernelPCA(4, kernel=_of_two), _same, gaussian),
    "Euclidean": (ClassicalMDS(4), _same, lambda A, B: _minus_half(cdist(A, B))),
    "city block": (
        ClassicalMDS(4, **CITY),
        _same,
        lambda A, B: _minus_half(cdist(A, B, "cityblock")),
    ),
}
PATHS = {"LAPACK": 60, "one for many": 560}
"""The number of samples: up to 500 LAPACK solves; 560 samples stand for about 1,400."""

BY_LAPACK = {"all components", "function"}
"""Cases that LAPACK solves for any number of samples that a test can wait for."""


def _repeated(w):
    return np.repeat(np.arange(len(w)), w.astype(int))


def _difference(a, b):
    """Bounds E, and for each component the bound (d,) on |v - v'| of unit vectors."""
    error = a.matrix_error + b.matrix_error
    gaps = np.array([b.gap(slice(i, i + 1)) for i in range(b.components)]) - error
    assert (gaps > 0.0).all(), "the components are determined"
    return error, np.minimum(2.0, np.sqrt(2.0) * error / gaps)


def _require_copies(weighted, copies, w, K_new, element_error):
    """Raises unless the fits agree; returns the allowed errors of scores, and of new ones."""
    a, b, at = weighted.solution_, copies.solution_, _repeated(w)
    d = a.components
    assert d == b.components
    (error, of_v), mu, roots = _difference(a, b), b.mu, np.sqrt(w)[at][:, None]
    assert (np.abs(a.mu - mu) <= a.errors[:d] + b.errors[:d]).all()
    assert error < 1e-3 * mu[-1], "the tolerances are no excuse"
    # The scores: a vector is off by of_v, where the row of a copy counts w^(-1/2).
    allowed = (np.sqrt(mu) * of_v + error / np.sqrt(mu)) / roots
    assert (np.abs(a.scores[at] - b.scores) <= allowed).all()
    assert (np.abs(a.variance - b.variance) <= error / b.n).all()
    shares = weighted.explained_variance_error_ + copies.explained_variance_error_
    ratios = weighted.explained_variance_ratio_ - copies.explained_variance_ratio_
    assert (np.abs(ratios) <= shares).all()
    assert abs(a.trace - b.trace) <= a.trace_error + b.trace_error
    assert abs(a.frobenius - b.frobenius) <= np.sqrt(b.n) * error
    sizes, element = np.abs(K_new).max(axis=1), np.full(len(K_new), element_error)
    # New samples: rows of the weighted table times coefficients u/mu^(1/2).
    rows = center_rows(K_new, weighted.certificate_.means, w) * np.sqrt(w)
    of_alpha = of_v / np.sqrt(mu) + error / mu**1.5
    placed = np.outer(np.linalg.norm(rows, axis=1), of_alpha)
    placed += sum(placing.errors_of_values(s, element, sizes) for s in (a, b))
    return allowed, placed


def _fit(name, n):
    model, made, values = CASES[name]
    X, w = DIGITS[:n], _weights(n)
    X_copies = X[_repeated(w)]
    weighted = type(model)(**model.get_params()).fit(made(X), sample_weight=w)
    copies = type(model)(**model.get_params()).fit(made(X_copies))
    return weighted, copies, X, w, made, values


IGNORED = pytest.mark.filterwarnings("ignore::kpca.estimators.solving.NegativeEigenvalueWarning")


def _element_error(K):
    return tolerances.dot(70) * float(np.abs(K).max())


@IGNORED
@pytest.mark.parametrize(
    ("name", "n"),
    [(name, n) for name in CASES for n in PATHS.values() if n < 500 or name not in BY_LAPACK],
)
def test_a_weighted_fit_is_that_of_the_table_with_copies(name, n):
    weighted, copies, X, w, made, values = _fit(name, n)
    K, K_new = values(X, X), values(NEW, X)
    allowed, placed = _require_copies(weighted, copies, w, K_new, _element_error(K))
    d = weighted.solution_.components
    apart = np.abs(weighted.transform(made(NEW)) - copies.transform(made(NEW)))[:, :d]
    assert (apart <= placed).all()
    assert weighted.certificate_.certified and copies.certificate_.certified
    if isinstance(weighted, KernelPCA):
        v = weighted.eigenvectors_
        np.testing.assert_allclose((w[:, None] * v**2).sum(axis=0), 1.0, rtol=1e-12)
        own = weighted.score_samples(made(NEW)) - copies.score_samples(made(NEW))
        y = np.abs(copies.transform(made(NEW)))
        size = float(np.abs(K).max())
        rounding = 8.0 * _element_error(K) + 8.0 * tolerances.long_dot(int(w.sum())) * size
        assert (np.abs(own) <= (placed * (2.0 * y + placed)).sum(axis=1) + rounding).all()
    # Controls, by LAPACK: the unweighted mean, weights without a root, and scores over w.
    mu = copies.solution_.mu
    error = weighted.solution_.matrix_error + copies.solution_.matrix_error
    root = np.sqrt(w)[:, None]
    for broken in (root * center(K) * root.T, w[:, None] * center(K, w) / root * root.T * root.T):
        values_of_broken = np.linalg.eigvalsh(broken)[::-1][:d]
        assert np.abs(values_of_broken - mu).max() > 1e3 * error
    at = _repeated(w)
    over_w = weighted.solution_.scores[at] / np.sqrt(w)[at][:, None]
    assert np.abs(over_w - copies.solution_.scores).max() > 1e3 * allowed.max()


def _weighted_gram(spectrum, w, seed=0):
    """K (n, n) whose weighted matrix has the eigenvalues ``spectrum`` (n - 1,) and 0."""
    rng, n, root = np.random.default_rng(seed), len(w), np.sqrt(w)[:, None]
    basis = np.linalg.qr(np.column_stack([root, rng.normal(size=(n, n - 1))]))[0][:, 1:]
    K = (basis * spectrum) @ basis.T / root / root.T
    c = rng.uniform(0.5, 1.5, n)
    return 0.5 * (K + K.T) + (c[:, None] + c[None, :])


@IGNORED
@pytest.mark.filterwarnings("ignore::kpca.estimators.solving.SplitGroupWarning")
@pytest.mark.parametrize("name", SPECTRA)
def test_a_given_matrix_has_the_chosen_spectrum_of_its_copies(name):
    spectrum, w = SPECTRA[name], _weights(30)
    K, at = _weighted_gram(spectrum, w), _repeated(w)
    model = KernelPCA(kernel="precomputed", indefinite="keep")
    weighted = model.fit(K, sample_weight=w).solution_
    every = np.append(spectrum, 0.0)
    error = weighted.matrix_error + 1e-15 * 30 * np.abs(every).max()
    assert np.abs(weighted.spectrum - np.sort(every)[::-1]).max() <= error
    assert weighted.matrix_error < 1e-10
    copies = KernelPCA(kernel="precomputed", indefinite="keep").fit(K[np.ix_(at, at)]).solution_
    assert weighted.components == copies.components
    both = weighted.matrix_error + copies.matrix_error
    assert (np.abs(weighted.mu - copies.mu) <= both).all()
    assert abs(weighted.negative_mass - copies.negative_mass) <= both * 30 / np.abs(spectrum).sum()
    for group in copies.groups:
        # The common space of a group of equal eigenvalues, as a projector.
        spaces = [s.axes[:, group] @ s.axes[:, group].T for s in (weighted, copies)]
        apart = np.abs(spaces[0][np.ix_(at, at)] - spaces[1]).max()
        assert apart <= 2.0 * np.sqrt(2.0) * both * len(spectrum) / (copies.gap(group) - both)


def test_weights_that_are_not_whole_are_copies_of_a_multiple():
    X = DIGITS[:40]
    w = np.resize([0.5, 1.75, 3.0, 0.25], 40)
    halves = KernelPCA(3, kernel="rbf", gamma=0.02).fit(X, sample_weight=w)
    copies = KernelPCA(3, kernel="rbf", gamma=0.02).fit(X[_repeated(4.0 * w)])
    a, b = halves.solution_, copies.solution_
    np.testing.assert_allclose(4.0 * a.mu, b.mu, rtol=1e-12)
    np.testing.assert_allclose(a.variance, b.variance, rtol=1e-12)
    np.testing.assert_allclose(a.scores[_repeated(4.0 * w)], b.scores, rtol=0, atol=1e-12)
    np.testing.assert_allclose(halves.transform(NEW), copies.transform(NEW), rtol=0, atol=1e-12)
    unweighted = KernelPCA(3, kernel="rbf", gamma=0.02).fit(X)
    assert np.abs(unweighted.transform(NEW) - copies.transform(NEW)).max() > 1e-3


@pytest.mark.parametrize("n", PATHS.values(), ids=PATHS)
@pytest.mark.parametrize(
    "model", [KernelPCA(3), KernelPCA(3, kernel="rbf", gamma=0.02), ClassicalMDS(3)], ids=str
)
def test_equal_weights_change_nothing(model, n):
    X = DIGITS[:n]
    plain = model.fit(X).transform(NEW)
    np.testing.assert_allclose(
        model.fit(X, sample_weight=np.ones(n)).transform(NEW), plain, rtol=0, atol=1e-11
    )
    mu = model.eigenvalues_
    np.testing.assert_allclose(
        model.fit(X, sample_weight=3.0).transform(NEW), plain, rtol=0, atol=1e-11
    )
    np.testing.assert_allclose(model.eigenvalues_, 3.0 * mu, rtol=1e-12)
    shares = model.fit(X, sample_weight=np.full(n, 1e-9)).transform(NEW)
    np.testing.assert_allclose(shares, plain, rtol=0, atol=1e-11)
    np.testing.assert_allclose(model.eigenvalues_, 1e-9 * mu, rtol=1e-12)


@pytest.mark.parametrize("passes", ["kept", "computed"])
def test_the_block_krylov_method_takes_no_larger_table(passes, monkeypatch):
    monkeypatch.setattr(partial, "MEDIUM", 0)
    X, w = DIGITS[:600], _weights(600)
    memory = None if passes == "kept" else 1.1 * partial.needed_bytes(600, 4)
    model = KernelPCA(4, kernel="rbf", gamma=0.02, max_memory=memory).fit(X, sample_weight=w)
    assert model.solved_.solver == "block Krylov"
    assert model.certificate_.certified and len(model.certificate_.means) == 600
    copies = KernelPCA(4, kernel="rbf", gamma=0.02).fit(X[_repeated(w)])
    assert model.certificate_.bound.after <= 1.5 * copies.certificate_.bound.after
    assert model.solution_.matrix_error <= 3.0 * copies.solution_.matrix_error
    np.testing.assert_allclose(model.transform(NEW), copies.transform(NEW), rtol=0, atol=1e-10)


def test_features_are_those_of_the_weighted_table_far_from_the_origin():
    rng = np.random.default_rng(0)
    X, w = rng.normal(size=(700, 5)) * [5.0, 4.0, 3.0, 2.0, 1.0], _weights(700)
    near = KernelPCA(3).fit(X, sample_weight=w)
    far = KernelPCA(3).fit(X + 1e6, sample_weight=w)
    assert far.solved_.solver == "covariance" and far.certificate_.certified
    new = rng.normal(size=(5, 5))
    np.testing.assert_allclose(far.transform(new + 1e6), near.transform(new), rtol=0, atol=1e-8)
    mean = w @ X / w.sum()
    values = np.linalg.eigvalsh((X - mean).T @ (w[:, None] * (X - mean)))[::-1][:3]
    np.testing.assert_allclose(near.eigenvalues_, values, rtol=1e-12)


@IGNORED
@pytest.mark.parametrize(
    "parameters",
    [
        {"kernel": "rbf", "gamma": 0.02},
        {"kernel": "sigmoid", "gamma": 0.02, "coef0": -0.1, "indefinite": "keep"},
        {"kernel": _of_two, "alpha": 0.1},
    ],
    ids=["rbf", "sigmoid", "function"],
)
def test_pre_images_are_those_of_the_copies(parameters):
    X, w = DIGITS[:40, 20:28], _weights(40)
    model = KernelPCA(3, fit_inverse_transform=True, **parameters)
    weighted = model.fit(X, sample_weight=w).inverse_transform(model.transform(X[:6] + 0.1))
    copies = model.fit(X[_repeated(w)]).inverse_transform(model.transform(X[:6] + 0.1))
    plain = model.fit(X).inverse_transform(model.transform(X[:6] + 0.1))
    np.testing.assert_allclose(weighted, copies, rtol=0, atol=1e-6)
    assert np.abs(plain - copies).max() > 1e-3, "the control"


@pytest.mark.parametrize(
    "model",
    [KernelPCA(3, kernel="rbf", gamma=0.02), ClassicalMDS(3), ClassicalMDS(3, **CITY)],
    ids=str,
)
@IGNORED
def test_a_sample_with_weight_0_takes_no_part_and_is_placed_like_a_new_one(model):
    X, w = DIGITS[:50], _weights(50)
    w[[0, 7, 49]] = 0.0
    all_scores = model.fit_transform(X, sample_weight=w)
    assert all_scores.shape == (50, 3)
    assert model.solution_.n == 47
    others = type(model)(**model.get_params()).fit(X[w > 0], sample_weight=w[w > 0])
    np.testing.assert_array_equal(
        all_scores[w > 0], others.fit_transform(X[w > 0], sample_weight=w[w > 0])
    )
    np.testing.assert_allclose(all_scores[w == 0], others.transform(X[w == 0]), rtol=1e-12)
    assert np.abs(all_scores[w == 0]).min() > 0.0


def test_samples_with_weight_0_keep_the_names_of_their_columns():
    table, w = pd.DataFrame(DIGITS[:30, 20:24], columns=list("abcd")), _weights(30)
    w[3] = 0.0
    model = KernelPCA(2, kernel="rbf", gamma=0.1).set_output(transform="pandas")
    scores = model.fit_transform(table, sample_weight=pd.Series(w))
    assert list(scores.columns) == ["kernelpca0", "kernelpca1"] and len(scores) == 30
    sparse = KernelPCA(2, kernel="rbf", gamma=0.1).fit_transform(csr_matrix(table), sample_weight=w)
    np.testing.assert_allclose(sparse, scores, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    "weights", [[1.0, np.nan, 1.0], [1.0, np.inf, 1.0], [0.0] * 3, [1.0, 1.0], [[1.0]] * 3], ids=str
)
@pytest.mark.parametrize("model", [KernelPCA(1), ClassicalMDS(1)], ids=str)
def test_weights_that_are_none_are_refused(model, weights):
    with pytest.raises(ValueError, match="NaN|infinity|zero|expected|1D"):
        model.fit(DIGITS[:3], sample_weight=weights)


GIVEN = gaussian(DIGITS[:9], DIGITS[:9])


@pytest.mark.parametrize(
    ("model", "more"),
    [
        (KernelPCA(2, kernel="rbf", gamma="median"), {}),
        (KernelPCA(2, kernel="rbf", gamma="scale"), {}),
        (KernelPCA("auto", kernel="rbf"), {}),
        (KernelPCA(2), {"comm": object()}),
        (ClassicalMDS(2, metric="seuclidean"), {}),
        (ClassicalMDS(2, metric="mahalanobis"), {}),
    ],
)
def test_what_does_not_honor_weights_is_refused_beside_them(model, more):
    with pytest.raises(ValueError, match="sample_weight"):
        model.fit(DIGITS[:9], sample_weight=np.ones(9), **more)
    assert not hasattr(model, "solution_"), "before anything is computed"


@pytest.mark.parametrize(
    "model", [KernelPCA(2, kernel="precomputed"), ClassicalMDS(2, metric="precomputed")], ids=str
)
def test_a_weight_of_0_is_refused_for_a_given_matrix(model):
    w = np.array([1.0] * 8 + [0.0])
    K = GIVEN if isinstance(model, KernelPCA) else cdist(DIGITS[:9], DIGITS[:9])
    with pytest.raises(ValueError, match="sample 9"):
        model.fit(K, sample_weight=w)
    assert model.fit(K, sample_weight=w + 1.0).solution_.total_weight == 17.0


def test_points_in_a_file_have_weights_but_none_of_0(tmp_path):
    shape = (140_000, 64)
    X = np.lib.format.open_memmap(tmp_path / "X.npy", mode="w+", dtype=float, shape=shape)
    X[:] = np.resize(DIGITS, shape)
    w = np.resize(WEIGHTS, len(X))
    model = KernelPCA(2).fit(X, sample_weight=w)
    assert isinstance(model.X_fit_, FilePoints)
    # Whole rounds of the 1,797 digits and of seven weights, and the rest.
    of_digit = np.bincount(np.arange(len(X)) % len(DIGITS), weights=w)
    in_memory = KernelPCA(2).fit(DIGITS, sample_weight=of_digit)
    np.testing.assert_allclose(model.eigenvalues_, in_memory.eigenvalues_, rtol=1e-10)
    np.testing.assert_allclose(model.transform(NEW), in_memory.transform(NEW), rtol=0, atol=1e-10)
    w[5] = 0.0
    with pytest.raises(ValueError, match="points in a file"):
        model.fit(X, sample_weight=w)


@pytest.mark.parametrize("metric", ["seuclidean", "mahalanobis"])
def test_a_metric_with_its_parameter_has_weights(metric):
    X, w = DIGITS[:30, 20:23], _weights(30)
    parameters = {"V": np.array([1.0, 2.0, 3.0])}
    if metric == "mahalanobis":
        parameters = {"VI": np.diag([1.0, 0.5, 0.25])}
    model = ClassicalMDS(2, metric=metric, metric_params=parameters)
    weighted = model.fit(X, sample_weight=w).transform(X[:5])
    np.testing.assert_allclose(weighted, model.fit(X[_repeated(w)]).transform(X[:5]), atol=1e-12)


@pytest.mark.parametrize(
    "ask", ["as_data", "report", "map", "scree", "biplot", "importance", "control_chart"]
)
@pytest.mark.parametrize(
    "model", [KernelPCA(2, kernel="rbf", gamma=0.02), ClassicalMDS(2)], ids=str
)
def test_pages_plots_and_formulations_refuse_a_model_with_weights(model, ask, tmp_path):
    model.fit(DIGITS[:20], sample_weight=_weights(20))
    with pytest.raises(ValueError, match="sample_weight"):
        if ask == "as_data":
            model.as_data()
        elif ask == "report":
            model.report(tmp_path / "page.html")
        else:
            getattr(kpca.plot, ask)(model)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("model", [KernelPCA(2), ClassicalMDS(2)], ids=str)
def test_a_sample_with_nearly_the_least_weight_still_has_its_score(model):
    X, w = DIGITS[:40], _weights(40)
    w[7] = 1e-7
    fitted = model.fit_transform(X, sample_weight=w)
    np.testing.assert_allclose(fitted, model.transform(X), rtol=0, atol=1e-9)
    w[7] = 0.0
    left_out = model.fit_transform(X, sample_weight=w)
    np.testing.assert_allclose(fitted, left_out, rtol=0, atol=1e-5)


@pytest.mark.parametrize("model", [KernelPCA(2), ClassicalMDS(2)], ids=str)
def test_a_fit_without_weights_forgets_those_of_the_fit_before(model):
    model.fit(DIGITS[:20], sample_weight=_weights(20))
    assert model.solution_.weights is not None
    plain = type(model)(2).fit(DIGITS[:20]).transform(NEW)
    np.testing.assert_array_equal(model.fit(DIGITS[:20]).transform(NEW), plain)
    assert model.solution_.weights is None


def test_the_weights_of_the_caller_are_copied():
    w = _weights(20)
    model = KernelPCA(2).fit(DIGITS[:20], sample_weight=w)
    before = model.transform(NEW)
    w[:] = 1.0
    np.testing.assert_array_equal(model.transform(NEW), before)


@pytest.mark.parametrize("case", ["Gaussian", "city block"])
def test_weights_are_matched_to_the_samples_by_name(case):
    model, names, r = CASES[case][0], [*"gacfdbe"], np.array([3.0, 1.0, 0.0, 5.0, 2.0, 7.0, 4.0])
    expected = model.fit_transform(DIGITS[:7], sample_weight=r)
    assert model.sample_names_ is None
    table, weights = pd.DataFrame(DIGITS[:7], names), pd.Series(r, names)
    weights = pd.concat([weights.sort_index(), pd.Series({"z": 9.0})])
    assert (model.fit_transform(table, sample_weight=weights) == expected).all()
    assert model.sample_names_ == [*"gafdbe"]


@pytest.mark.parametrize(
    ("model", "values"),
    [(KernelPCA(2, kernel="precomputed"), linear), (ClassicalMDS(2, metric="precomputed"), cdist)],
)
def test_columns_of_a_given_matrix_are_matched_to_its_rows_by_name(model, values):
    K, names = values(DIGITS[:6], DIGITS[:6]), [*"cafbed"]
    expected = model.fit_transform(K)
    table = pd.DataFrame(K, names, names)
    assert (model.fit_transform(table[sorted(names)]) == expected).all()
    assert model.sample_names_ == names
    with pytest.raises(ValueError, match="feature names"):
        model.transform(table[sorted(names)])
