"""KernelPCA against scikit-learn's class, in every way that it can be used."""

import warnings
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn import decomposition
from sklearn.datasets import load_digits
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel
from sklearn.utils.estimator_checks import check_estimator
from threadpoolctl import threadpool_info

import kpca
from kpca import KernelPCA, kernels
from kpca.centering import center
from kpca.estimators.solving import (
    IndefiniteError,
    NegativeEigenvalueWarning,
    RankWarning,
    SplitGroupWarning,
)
from kpca.solvers.chosen_spectra import gram
from kpca.solvers.krylov import ConvergenceError
from kpca.solvers.partial import MemoryBudgetError
from kpca.solvers.tiled import NotFiniteError

DIGITS = load_digits().data / 8.0 - 1.0
SMALL, LARGE = DIGITS[:200], DIGITS[:700]
NEW = DIGITS[1000:1050]


def _of_two(x, y, gamma=0.05):
    return np.exp(-gamma * ((x - y) ** 2).sum())


KERNELS = {
    "linear": {"kernel": "linear"},
    "rbf": {"kernel": "rbf", "gamma": 0.02},
    "rbf with 1/q": {"kernel": "rbf"},
    "poly": {"kernel": "poly"},
    "poly of degree 2": {"kernel": "poly", "degree": 2, "gamma": 0.01, "coef0": 0.5},
    "poly of degree 1.5": {"kernel": "poly", "degree": 1.5, "gamma": 1e-3, "coef0": 2.0},
    "cosine": {"kernel": "cosine"},
}
each_kernel = pytest.mark.parametrize("parameters", KERNELS.values(), ids=KERNELS)
each_size = pytest.mark.parametrize("X", [SMALL, LARGE], ids=["LAPACK", "block Krylov"])


def _pair(d=5, **parameters):
    return KernelPCA(d, **parameters), decomposition.KernelPCA(d, **parameters)


def _same(found, expected, allowed=1e-8):
    scale = np.abs(expected).max()
    np.testing.assert_allclose(found, expected, rtol=0, atol=allowed * scale)


@pytest.mark.parametrize("estimator", [KernelPCA(2), KernelPCA(2, kernel="rbf")], ids=str)
def test_scikit_learn_s_checks_of_an_estimator_pass(estimator):
    # One check needs a variable of the environment; scikit-learn's own class skips it, too.
    check_estimator(estimator, on_skip=None)


@each_kernel
@each_size
def test_scores_and_eigenvalues_are_those_of_scikit_learn(parameters, X):
    ours, theirs = _pair(**parameters)
    _same(ours.fit_transform(X), theirs.fit_transform(X))
    _same(ours.transform(NEW), theirs.transform(NEW))
    _same(ours.eigenvalues_, theirs.eigenvalues_, 1e-12)
    _same(ours.eigenvectors_, theirs.eigenvectors_)
    assert ours.gamma_ == theirs.gamma_
    assert ours.certificate_.certified
    doubled = decomposition.KernelPCA(5, **{**parameters, "kernel": "rbf", "gamma": 0.04})
    assert np.abs(doubled.fit(X).eigenvalues_ - ours.eigenvalues_).max() > 0.1, "the control"


@pytest.mark.parametrize("n", [200, 700])
@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly", "cosine"])
def test_sparse_points_give_the_scores_of_dense_points(n, kernel):
    X = load_digits().data[:n]
    ours = KernelPCA(4, kernel=kernel, gamma=1e-3)
    dense = ours.fit_transform(X)
    placed = ours.transform(X[:30])
    _same(ours.transform(csr_matrix(X[:30])), placed)
    _same(ours.fit_transform(csr_matrix(X)), dense)
    _same(ours.transform(csr_matrix(X[:30])), placed)
    _same(ours.transform(X[:30]), placed)


def _in_pieces(X, seed):
    """The sparse matrix X (n, q) with each entry in two pieces, in any order, and zeros among them.

    The pieces of whole numbers add up to the entry to the last bit.
    """
    rng, rows = np.random.default_rng(seed), []
    for row in X:
        at = np.flatnonzero(row)
        part = np.floor(0.3 * row[at]) - 2.0
        none = np.flatnonzero(row == 0.0)[:3]
        pieces = np.concatenate([part, row[at] - part, np.zeros(len(none))])
        order = rng.permutation(len(pieces))
        rows.append((pieces[order], np.concatenate([at, at, none])[order]))
    ends = np.cumsum([0, *(len(pieces) for pieces, _ in rows)])
    data, indices = (np.concatenate([row[k] for row in rows]) for k in (0, 1))
    return csr_matrix((data, indices, ends), shape=X.shape)


@pytest.mark.parametrize("kernel", ["linear", "rbf", "poly", "cosine", "laplacian"])
@pytest.mark.parametrize("n", [150, 700])
def test_entries_at_one_place_of_a_sparse_matrix_are_added_everywhere(kernel, n):
    """The squares of two pieces are not that of their sum, from which cosine and rbf are made."""
    X, new = load_digits().data[:n], load_digits().data[1000:1023]
    pieces, new_pieces = _in_pieces(X, 1), _in_pieces(new, 2)
    kept = pieces.copy(), new_pieces.copy()
    model = KernelPCA(4, kernel=kernel, gamma=1e-3)
    whole = model.fit(csr_matrix(X))
    rows = csr_matrix(new)
    expected = whole.transform(rows), whole.score_samples(rows), whole.eigenvalues_
    stated = whole.solution_.errors
    model.fit(pieces)
    np.testing.assert_array_equal(model.eigenvalues_, expected[2])
    np.testing.assert_array_equal(model.solution_.errors, stated)
    for given in (new_pieces, new_pieces.tocoo()):
        np.testing.assert_array_equal(model.transform(given), expected[0])
        np.testing.assert_array_equal(model.score_samples(given), expected[1])
    for given, before in zip((pieces, new_pieces), kept, strict=True):
        np.testing.assert_array_equal(given.data, before.data, "the input stays as it is")
        np.testing.assert_array_equal(given.indices, before.indices)


def test_three_documents_by_hand():
    """hello world hello; goodbye cruel world; cruel hello: the cosine of the first and last one
    is 2/sqrt(10), and the others are 1/sqrt(15) and 1/sqrt(6)."""
    words, ends = [0, 1, 0, 3, 2, 1, 2, 0], [0, 3, 6, 8]
    terms = csr_matrix((np.ones(8), words, ends), shape=(3, 4))
    a, b, c = 1.0 / np.sqrt(15.0), 2.0 / np.sqrt(10.0), 1.0 / np.sqrt(6.0)
    K = np.array([[1.0, a, b], [a, 1.0, c], [b, c, 1.0]])
    H = np.eye(3) - 1.0 / 3.0
    expected = np.linalg.eigvalsh(H @ K @ H)[:0:-1]
    np.testing.assert_allclose(
        KernelPCA(2, kernel="cosine").fit(terms).eigenvalues_, expected, rtol=0, atol=1e-15
    )
    assert expected == pytest.approx([0.784519, 0.349546], abs=1e-6)


@each_size
def test_a_precomputed_kernel_gives_the_scores_of_the_kernel(X):
    ours, theirs = _pair(kernel="precomputed")
    K, K_new = rbf_kernel(X, gamma=0.02), rbf_kernel(NEW, X, gamma=0.02)
    before = K.copy()
    _same(ours.fit_transform(K), KernelPCA(5, kernel="rbf", gamma=0.02).fit_transform(X))
    _same(ours.transform(K_new), theirs.fit(K.copy()).transform(K_new))
    np.testing.assert_array_equal(K, before, "the input stays as it is")
    assert ours.__sklearn_tags__().input_tags.pairwise


def test_kernels_of_this_library_are_allowed_by_name_and_as_objects():
    by_name = KernelPCA(3, kernel="laplacian", gamma=0.01).fit(SMALL)
    as_object = KernelPCA(3, kernel=kernels.Laplacian(0.01)).fit(SMALL)
    _same(by_name.eigenvectors_, as_object.eigenvectors_, 1e-12)
    by_matrix = KernelPCA(3, kernel="precomputed").fit(laplacian_kernel(SMALL, gamma=0.01))
    _same(by_name.eigenvalues_, by_matrix.eigenvalues_, 1e-12)
    _same(as_object.transform(NEW), by_name.transform(NEW), 1e-12)


@pytest.mark.parametrize("new", [np.float32, np.float64])
@pytest.mark.parametrize("old", [np.float32, np.float64])
def test_results_are_in_single_precision_only_if_samples_and_new_samples_are(old, new):
    ours, theirs = _pair(2, kernel="rbf", gamma=0.02, fit_inverse_transform=True)
    assert ours.fit_transform(SMALL.astype(old)).dtype == old
    theirs.fit(SMALL.astype(old))
    placed = ours.transform(NEW.astype(new))
    assert placed.dtype == theirs.transform(NEW.astype(new)).dtype
    expected = KernelPCA(2, kernel="rbf", gamma=0.02).fit(SMALL.astype(old)).solution_
    assert np.abs(ours.solution_.mu - expected.mu).max() == 0.0, "the solution is double"
    back = ours.inverse_transform(placed.astype(new))
    assert back.dtype == theirs.inverse_transform(placed.astype(new)).dtype
    assert ours.dual_coef_.dtype == theirs.dual_coef_.dtype == old
    assert ours.X_transformed_fit_.dtype == old
    assert ours.eigenvalues_.dtype == ours.eigenvectors_.dtype == old


def test_new_samples_in_double_precision_have_scores_in_double_precision():
    single, double = SMALL.astype(np.float32), SMALL.astype(np.float32).astype(float)
    for more in ({"kernel": "rbf"}, {"kernel": "poly", "degree": 1.5}, {"kernel": _of_two}):
        one, two = (KernelPCA(3, **more).fit(X[:60]) for X in (single, double))
        _same(one.transform(NEW), two.transform(NEW), 1e-14)
        # Rounded once, at the end.
        np.testing.assert_array_equal(
            one.transform(single[90:99]), two.transform(double[90:99]).astype(np.float32)
        )


@pytest.mark.parametrize("type_of_points", [np.float32, np.int8])
def test_a_function_as_a_kernel_receives_points_in_double_precision(type_of_points):
    assert KernelPCA(1).fit_transform(np.arange(12).reshape(6, 2)).dtype == np.float64
    types = set()

    def kernel(x, y):
        types.update({x.dtype, y.dtype})
        return float((x @ x) * (y @ y) + x @ y)

    X = (8.0 * SMALL[:9]).astype(type_of_points)
    model = KernelPCA(1, kernel=kernel).fit(X[:6])
    model.transform(X[6:])
    assert types == {np.dtype(float)}


@pytest.mark.parametrize("unit", [1e20, 1e-20])
def test_eigenvalues_that_single_precision_does_not_hold_are_refused(unit):
    X = SMALL[:, 10:14] * unit
    with pytest.raises(ValueError, match="largest" if unit > 1.0 else "smallest"):
        KernelPCA(2).fit(X.astype(np.float32))
    whole = KernelPCA(2).fit(X)
    _same(whole.fit_transform(X), whole.transform(X), 1e-10)
    assert whole.eigenvalues_[0] == pytest.approx(
        unit**2 * KernelPCA(2).fit(SMALL[:, 10:14]).eigenvalues_[0], rel=1e-9, abs=0.0
    )


def test_scores_in_single_precision_are_those_of_double_precision_rounded_once():
    X = (SMALL[:, 10:14] * 1e-18).astype(np.float32)
    model = KernelPCA(3)
    np.testing.assert_array_equal(
        model.fit_transform(X), KernelPCA(3).fit_transform(X.astype(float)).astype(np.float32)
    )
    far = np.full((1, 4), 3e38, dtype=np.float32)
    model.fit((SMALL[:, 10:14] * 1e-3).astype(np.float32))
    with pytest.raises(ValueError, match="single precision"):
        model.transform(far * np.sign(model.transform(np.eye(4, dtype=np.float32))[:, :1].T))
    assert np.isfinite(model.transform(far.astype(float))).all()


INDEFINITE = gram(np.array([6.0, -4.5, 3.0, 1.5, -0.3, 0.2, -2.0]))


def test_negative_eigenvalues_that_are_kept_are_no_components_and_one_warning():
    kept = KernelPCA(kernel="precomputed", indefinite="keep")
    with pytest.warns(NegativeEigenvalueWarning) as warned:
        kept.fit(INDEFINITE)
    assert len(warned) == 1
    _same(kept.eigenvalues_, [6.0, 3.0, 1.5, 0.2], 1e-12)


@pytest.mark.parametrize(
    "more",
    [
        {"kernel": "sigmoid", "gamma": 0.5, "coef0": -1.0},
        {"kernel": lambda x, y: -float(np.linalg.norm(x - y) ** 3)},
    ],
    ids=["sigmoid", "function"],
)
def test_any_kernel_is_refused_where_scikit_learn_refuses_it(more):
    ours, theirs = KernelPCA(60, **more), decomposition.KernelPCA(60, **more)
    with pytest.raises(ValueError):
        theirs.fit(SMALL[:60])
    with pytest.raises(IndefiniteError):
        ours.fit(SMALL[:60])
    with pytest.warns(NegativeEigenvalueWarning):
        ours.set_params(n_components=2).fit(SMALL[:60])
    _same(ours.eigenvalues_, theirs.set_params(n_components=2).fit(SMALL[:60]).eigenvalues_, 1e-9)
    assert np.isfinite(ours.transform(SMALL[:60])).all()
    assert 0.0 < ours.explained_variance_ratio_.sum() < 1.0


def test_a_given_matrix_that_is_not_copied_stays_as_it_is():
    K = rbf_kernel(SMALL, gamma=0.02)
    before, theirs = K.copy(), K.copy()
    model = KernelPCA(2, kernel="precomputed", copy_X=False).fit(K)
    assert model.X_fit_ is K
    np.testing.assert_array_equal(K, before)
    decomposition.KernelPCA(2, kernel="precomputed", copy_X=False).fit(theirs)
    assert np.abs(theirs - before).max() > 0.1, "scikit-learn centers it in place"
    points = SMALL.copy()
    assert KernelPCA(2, copy_X=False).fit(points).X_fit_ is points
    assert KernelPCA(2).fit(points).X_fit_ is not points


def test_a_kernel_that_is_a_function_is_called_for_each_pair_and_for_pairs_of_16_samples_again():
    calls = {"ours": 0, "theirs": 0}

    def kernel_of(name):
        def kernel(x, y):
            calls[name] += 1
            return _of_two(x, y)

        return kernel

    ours, theirs = (
        one(2, kernel=kernel_of(name))
        for name, one in (("ours", KernelPCA), ("theirs", decomposition.KernelPCA))
    )
    _same(ours.fit_transform(SMALL[:31]), theirs.fit_transform(SMALL[:31]))
    assert calls["theirs"] == 31 * 32 // 2
    assert calls["ours"] == calls["theirs"] + 16 * 17 // 2
    _same(ours.transform(NEW[:7]), theirs.transform(NEW[:7]))
    assert calls["theirs"] == 31 * 32 // 2 + 7 * 31
    assert calls["ours"] == calls["theirs"] + 16 * 17 // 2


def test_a_given_matrix_in_single_precision_has_no_components_of_its_rounding():
    X = np.random.default_rng(4).normal(size=(50, 2)) * [5.0, 2.0] + [3.0, -7.0]
    K = (X @ X.T).astype(np.float32)
    model = KernelPCA(kernel="precomputed").fit(K)
    assert model.eigenvalues_.shape == (2,)
    expected = 50 * 2.0**-24 * float(K.max())
    assert expected < model.solution_.matrix_error < 1.01 * expected
    with pytest.warns(SplitGroupWarning):
        half = KernelPCA(2, kernel="precomputed").fit(K.astype(np.float16))
    assert half.solution_.matrix_error == pytest.approx(
        50 * 2.0**-11 * float(K.max()), rel=1e-2, abs=0
    )
    assert half.eigenvalues_.dtype == float


def test_without_a_number_all_components_above_rounding_are_kept():
    X = np.random.default_rng(0).normal(size=(30, 4))
    ours, theirs = KernelPCA(), decomposition.KernelPCA()
    assert ours.fit_transform(X).shape == theirs.fit_transform(X).shape == (30, 4)
    assert ours.explained_variance_ratio_.sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("n", [30, 600])
def test_components_beyond_the_rank_are_0_or_left_out(n):
    X = np.random.default_rng(0).normal(size=(n, 3))
    with pytest.warns(RankWarning):
        more = KernelPCA(5).fit(X)
    assert (more.eigenvalues_[3:] == 0.0).all()
    assert (more.eigenvalues_[:3] > 1.0).all()
    assert (more.transform(X)[:, 3:] == 0.0).all()
    fewer = KernelPCA(5, remove_zero_eig=True).fit(X)
    assert fewer.transform(X).shape == (n, 3)
    assert list(fewer.get_feature_names_out()) == ["kernelpca0", "kernelpca1", "kernelpca2"]


def test_the_explained_share_is_that_of_the_trace():
    whole, part = KernelPCA(5, kernel="rbf").fit(SMALL), KernelPCA(5, kernel="rbf").fit(LARGE)
    for model, X in ((whole, SMALL), (part, LARGE)):
        K = rbf_kernel(X)
        trace = len(X) - K.mean() * len(X)
        _same(model.explained_variance_ratio_, model.eigenvalues_ / trace, 1e-11)


def test_without_passes_the_certificate_does_not_say_that_the_largest_pairs_were_found():
    residuals = KernelPCA(5, kernel="rbf", gamma=0.02, certify="residuals").fit(DIGITS)
    assert residuals.certificate_.residual < 1e-12 * residuals.eigenvalues_[0]
    assert not residuals.certificate_.certified
    assert "allow passes" in residuals.certificate_.reasons[0]


@pytest.mark.parametrize("more", [{}, {"eigen_solver": "dense"}], ids=str)
def test_a_memory_budget_that_is_too_small_is_refused(more):
    with pytest.raises(MemoryBudgetError):
        KernelPCA(2, kernel="rbf", max_memory="1 MB", **more).fit(LARGE)


@pytest.mark.parametrize("solver", ["auto", "dense", "arpack", "randomized"])
def test_every_solver_of_scikit_learn_may_be_named(solver):
    found = KernelPCA(3, kernel="rbf", eigen_solver=solver).fit(LARGE)
    _same(found.eigenvalues_, KernelPCA(3, kernel="rbf").fit(LARGE).eigenvalues_, 1e-12)
    assert found.certificate_.certified
    assert found.solution_.complete == (solver == "dense")


def test_tolerance_passes_and_degree_reach_the_solver_and_the_kernel():
    coarse = KernelPCA(3, kernel="rbf", tol=1e-3).fit(DIGITS)
    fine = KernelPCA(3, kernel="rbf").fit(DIGITS)
    assert coarse.certificate_.residual > 1e3 * fine.certificate_.residual
    with pytest.raises(ConvergenceError):
        KernelPCA(3, kernel="rbf", max_iter=2).fit(DIGITS)
    flat = KernelPCA(2, kernel="rbf", gamma=0.0)
    with pytest.warns(RankWarning):
        assert (flat.fit(SMALL).eigenvalues_ == 0.0).all()
    assert flat.gamma_ == 0.0


@each_size
def test_pre_images_of_all_components_are_the_samples_and_nearer_than_scikit_learn_s(X):
    model = KernelPCA(60, kernel="rbf", gamma=0.02, fit_inverse_transform=True)
    scores = model.fit_transform(X)
    back = model.inverse_transform(scores[:40])
    theirs = decomposition.KernelPCA(60, kernel="rbf", gamma=0.02, fit_inverse_transform=True)
    learned = theirs.fit(X).inverse_transform(theirs.transform(X[:40]))
    error, control = (np.linalg.norm(Y - X[:40], axis=1).mean() for Y in (back, learned))
    assert error < 0.5 * control


def test_what_scikit_learn_stores_for_the_inverse_is_there_when_it_was_asked_for():
    parameters = {"kernel": "rbf", "gamma": 0.02, "fit_inverse_transform": True, "alpha": 0.1}
    ours, theirs = _pair(**parameters)
    ours.fit(SMALL)
    theirs.fit(SMALL)
    _same(ours.X_transformed_fit_, theirs.X_transformed_fit_)
    _same(ours.dual_coef_, theirs.dual_coef_)
    assert not hasattr(KernelPCA(2).fit(SMALL), "dual_coef_")
    for wrong in (np.zeros((1, 3)), np.full((1, 5), np.nan), np.zeros(5), np.zeros((0, 5))):
        with pytest.raises(ValueError, match=r"columns|NaN|1D array|0 sample"):
            ours.inverse_transform(wrong)


def test_a_function_of_two_points_is_a_kernel_with_the_learned_pre_images_of_scikit_learn():
    ours, theirs = _pair(
        kernel=_of_two, kernel_params={"gamma": 0.03}, fit_inverse_transform=True, alpha=0.1
    )
    X = SMALL[:60]
    scores = ours.fit_transform(X)
    _same(scores, theirs.fit_transform(X))
    _same(ours.transform(NEW), theirs.transform(NEW))
    _same(ours.inverse_transform(scores), theirs.inverse_transform(scores))


def test_near_points_among_far_ones_keep_their_kernel_values():
    """From products the exponent of near points would be positive, or lost in rounding."""
    rng = np.random.default_rng(1)
    for n in (400, 700):
        far = rng.uniform(0, 1e9, (n, 2))
        with pytest.warns(SplitGroupWarning):
            model = KernelPCA(2, kernel="rbf", gamma=1.0).fit(far)
        np.testing.assert_allclose(model.eigenvalues_, 1.0, rtol=1e-6)
        split = rng.normal(size=(n, 8))
        split[: n // 2, 0] += 6e8
        found = KernelPCA(2, kernel="rbf", gamma=0.3).fit(split).eigenvalues_
        K = kernels.RBF(0.3)(split, split)
        _same(found, np.linalg.eigvalsh(center(K))[::-1][:2], 1e-10)


def test_fits_side_by_side_leave_the_threads_of_blas_as_they_were():
    before = [one["num_threads"] for one in threadpool_info()]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: KernelPCA(3, kernel="rbf").fit(LARGE), range(6)))
    assert [one["num_threads"] for one in threadpool_info()] == before
    for model in found[1:]:
        np.testing.assert_array_equal(model.eigenvalues_, found[0].eigenvalues_)


def test_the_leading_pair_of_a_mostly_negative_spectrum_is_found(monkeypatch):
    monkeypatch.setattr("kpca.estimators.solving.INDEFINITE", 0)
    rng = np.random.default_rng(0)
    basis = np.linalg.qr(np.column_stack([np.ones(600), rng.normal(size=(600, 599))]))[0][:, 1:]
    K = (basis * np.r_[6.0, np.linspace(-1.0, -4.0, 598)]) @ basis.T
    model = KernelPCA(1, kernel="precomputed")
    with pytest.warns(NegativeEigenvalueWarning):
        model.fit(0.5 * (K + K.T))
    np.testing.assert_allclose(model.eigenvalues_, [6.0], rtol=1e-10)


def test_an_interrupted_fit_leaves_nothing_behind(monkeypatch):
    model = KernelPCA(3, kernel="rbf")
    parameters = dict(vars(model))

    def interrupted(*arguments, **more):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("kpca.estimators.solving.fit", interrupted)
        with pytest.raises(KeyboardInterrupt):
            model.fit(SMALL)
    assert vars(model) == parameters
    scores = model.fit(SMALL).transform(NEW)
    with pytest.raises(ValueError, match="NaN"):
        model.fit(np.full((20, 3), np.nan))
    np.testing.assert_array_equal(model.transform(NEW), scores)


def test_a_component_that_rounding_hides_is_named_and_not_left_out_in_silence():
    X = np.r_[np.random.default_rng(0).normal(size=(700, 5)), [[1e12] * 5]]
    with pytest.warns(RankWarning) as warned:
        model = KernelPCA(2).fit(X)
    assert warned[0].filename == __file__, "it points at the line that called fit"
    assert model.eigenvalues_[1] == 0.0


@pytest.mark.parametrize("components", [0.9, None])
def test_a_model_without_any_component_is_not_made_in_silence(components):
    X = 1e7 + np.random.default_rng(0).normal(size=(30, 2))
    with pytest.warns(RankWarning):
        model = KernelPCA(components, kernel="cosine").fit(X)
    assert model.transform(X).shape == (30, 0)
    assert KernelPCA(components, kernel="cosine").fit(np.ones((30, 2))).n_components_ == 0


@pytest.mark.parametrize("kind", ["single precision", "far from the origin"])
@pytest.mark.parametrize("n", [60, 700])
def test_bounds_hold_for_sparse_points(kind, n):
    X = np.random.default_rng(0).normal(size=(n, 4)).astype(np.float32).astype(float)
    if kind == "far from the origin":
        X[:, 0] += 2.0**20
    sparse = csr_matrix(X.astype(np.float32) if kind == "single precision" else X)
    exact = KernelPCA(3, kernel="rbf", gamma=0.5).fit(X)
    # The bound on values from products far from the origin is larger than the eigenvalues.
    cut = pytest.warns(SplitGroupWarning)
    with cut if kind == "far from the origin" else nullcontext():
        model = KernelPCA(3, kernel="rbf", gamma=0.5).fit(sparse)
    off = np.abs(model.solution_.mu - exact.solution_.mu)
    assert (off <= model.solution_.errors[:3] + exact.solution_.errors[:3]).all()
    assert off.max() > 1e-9 if kind == "far from the origin" else off.max() < 1e-11
    if kind == "single precision":
        _same(model.transform(sparse), exact.transform(X), 1e-5)


def test_the_ridge_regression_of_a_function_is_made_once_for_each_fit(monkeypatch):
    calls = []
    model = KernelPCA(2, kernel=lambda x, y: float(x @ y), fit_inverse_transform=True)
    model.fit(SMALL[:20])
    first = model.dual_coef_
    assert model.dual_coef_ is first
    model.fit(SMALL[20:40])
    assert np.abs(model.dual_coef_ - first).max() > 0.0
    monkeypatch.setattr(kpca.estimators.kernel_pca, "kernel_elements", calls.append)
    assert model.inverse_transform(np.zeros((1, 2))).shape == (1, 64)
    assert not calls, "no Gram matrix is computed for that"


def test_the_share_of_a_partial_fit_is_no_larger_than_1_and_its_error_holds():
    """One component holds everything, and the trace is rounded in single precision."""
    rng = np.random.default_rng(3)
    X = (1000.0 + np.outer(rng.normal(size=2100), [3.0, -4.0])).astype(np.float32)
    K = (X @ X.T).astype(np.float32)
    model = KernelPCA(1, kernel="precomputed").fit(K)
    share, error = model.explained_variance_ratio_, model.explained_variance_error_
    assert share.shape == error.shape == (1,)
    assert 0.0 < share[0] <= 1.0
    assert abs(1.0 - share[0]) <= error[0]
    exact = KernelPCA(1).fit(X.astype(float))
    assert exact.explained_variance_ratio_[0] == pytest.approx(1.0, abs=1e-9)
    assert exact.explained_variance_error_[0] < 1e-5


@pytest.mark.parametrize("kernel", ["linear", "poly", "lift", "cosine", "sigmoid", "rbf"])
def test_without_a_component_every_score_goes_back_to_a_sample(kernel):
    """Equal points, and with the cosine points of one direction."""
    scale = np.array([[1.0], [2.5], [4.0], [7.0]]) if kernel == "cosine" else np.ones((4, 1))
    X = scale * [0.75, -1.5]
    model = KernelPCA(1, kernel=kernel, fit_inverse_transform=True)
    # Points of one direction differ, although their features do not.
    with pytest.warns(RankWarning) if kernel == "cosine" else nullcontext():
        model.fit(X)
    assert model.solution_.components == 0
    assert model.inverse_transform([[0.0], [0.0], [0.0]]).tolist() == [X[0].tolist()] * 3


def test_the_bound_of_a_polynomial_with_a_negative_constant_holds_where_it_cancels():
    """(x y - 1e8) of points near 1e4 is 1e-4 of what it is the difference of."""
    X = 1e4 + 1e-4 * np.random.default_rng(0).normal(size=(8, 1))
    parameters = {"kernel": "poly", "degree": 1, "gamma": 1.0, "coef0": -1e8}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = KernelPCA(2, indefinite="keep", **parameters).fit(X)
    exact = float(((X - X.mean()) ** 2).sum())
    assert abs(model.eigenvalues_[0] - exact) <= model.solution_.matrix_error
    assert model.eigenvalues_[1] == 0.0


def test_the_error_of_a_share_in_single_precision_contains_its_rounding():
    X = np.random.default_rng(3).normal(size=(40, 4)) * [3.0, 2.0, 1.0, 0.5]
    single = KernelPCA(3).fit(X.astype(np.float32))
    double = KernelPCA(3).fit(X.astype(np.float32).astype(float))
    assert single.explained_variance_ratio_.dtype == np.float32
    shares = [m.explained_variance_ratio_.astype(float) for m in (single, double)]
    off = np.abs(shares[0] - shares[1])
    assert (off > double.explained_variance_error_).any(), "the control"
    assert (off <= single.explained_variance_error_).all()
    assert (single.explained_variance_error_ < 1e-6).all()


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("unit", [1e-7, 1e-200])
def test_samples_that_differ_by_less_than_rounding_have_no_component_and_a_warning(unit, sparse):
    X = unit * SMALL
    with pytest.warns(RankWarning):
        model = KernelPCA(2, kernel="rbf", gamma=0.1).fit(csr_matrix(X) if sparse else X)
    assert model.eigenvalues_.tolist() == [0.0, 0.0]
    # The control: equal samples have no component, which is no surprise.
    KernelPCA(2, kernel="rbf", gamma=0.1).fit(np.ones((20, 3)))


@pytest.mark.parametrize("n", [30, 700])
@pytest.mark.parametrize(
    "kernel",
    [
        kernels.RBF(1e-310),
        kernels.Matern32(1e155),
        kernels.Matern52(1e155),
        kernels.RationalQuadratic(1e155),
    ],
    ids=str,
)
def test_points_whose_squared_distances_overflow_are_refused_with_the_remedy(kernel, n):
    X = np.random.default_rng(0).normal(size=(n, 3))
    model = KernelPCA(2, kernel=kernel)
    with pytest.raises(NotFiniteError):
        model.fit(1e155 * X)
    same = kernels.RBF(1.0) if isinstance(kernel, kernels.RBF) else type(kernel)(1.0)
    assert KernelPCA(2, kernel=same).fit(X).certificate_.certified
