"""A stored model whose numbers contradict each other is refused, and the message says which."""

import json
import warnings
from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest
from made_solutions import made
from scipy.sparse import csr_array

from kpca import KernelPCA
from kpca.estimators import consistency
from kpca.estimators.stored import NotLoadedError
from kpca.solvers.partial import BY_LAPACK, Solved

X = np.random.default_rng(4).normal(size=(24, 3)) * [3.0, 2.0, 1.0]
WEIGHTS = np.resize([3.0, 1.0, 2.0, 5.0, 0.5], 24)
CURVE = np.random.default_rng(9).normal(size=(560, 4)) * [4.0, 2.0, 1.0, 0.5]
MODELS = {
    "dense": lambda: KernelPCA(3, kernel="rbf", gamma=0.05).fit(X),
    "single": lambda: KernelPCA(3, kernel="poly", degree=2).fit(X.astype("f4")),
    "sparse": lambda: KernelPCA(3, kernel="rbf", gamma=0.05).fit(csr_array(X)),
    "given": lambda: KernelPCA(2, kernel="precomputed").fit(X @ X.T),
    "iterative": lambda: KernelPCA(3, kernel="laplacian", gamma=0.1).fit(CURVE),
    "weighted": lambda: KernelPCA(3, kernel="rbf", gamma=0.05).fit(X, sample_weight=WEIGHTS),
}


def _all_of(path):
    with np.load(path) as stored:
        arrays = {name: stored[name] for name in stored.files}
    return arrays, json.loads(str(arrays.pop("about")))


def _write(path, arrays, about):
    np.savez(path, about=np.array(json.dumps(about)), **arrays)


def _set(name, *index_and_value):
    """An edit: of an element of an array, or of an entry of the JSON."""
    *index, value = index_and_value

    def edit(arrays, about):
        if name in arrays:
            arrays[name][tuple(index)] = value(arrays[name]) if callable(value) else value
            return
        *parts, last = name.split(".")
        for part in parts:
            about = about[part]
        about[last] = value(about[last]) if callable(value) else value

    return edit


def _both(*edits):
    def edit(arrays, about):
        for one in edits:
            one(arrays, about)

    return edit


def _swap(name, axis=0):
    """The first and the last element (row, column) in each other's place."""

    def edit(arrays, about):
        order = np.arange(arrays[name].shape[axis])
        order[[0, -1]] = order[[-1, 0]]
        arrays[name] = np.take(arrays[name], order, axis)

    return edit


def _change(name, function):
    def edit(arrays, about):
        arrays[name] = function(arrays[name])

    return edit


def _vectors(function):
    """The same change of the vectors of the solution and of the attribute."""
    return _both(_change("Solution.V", function), _change("eigenvectors_", function))


def _rotated(V):
    """The first two vectors turned by 0.1, which leaves them orthonormal, and their signs."""
    turn = np.eye(V.shape[1])
    turn[:2, :2] = [[np.cos(0.1), -np.sin(0.1)], [np.sin(0.1), np.cos(0.1)]]
    V = V @ turn
    return V * np.where(V.max(axis=0) > -V.min(axis=0), 1.0, -1.0)


def _halved_rows(arrays, about):
    """The rows of the vectors as weights that are twice as large make them."""
    arrays["eigenvectors_"] = arrays["Solution.V"] / np.sqrt(arrays["Solution.weights"])[:, None]


EDITS = {
    # Arrays of another kind.
    "a row less of X": (
        "dense",
        _change("X_fit_", lambda A: A[:-1]),
        "X_fit_ has the shape .23, 3",
    ),
    "a column less of X": ("dense", _change("X_fit_", lambda A: A[:, 1:]), r"\(24, 2\)"),
    "whole numbers": ("dense", _change("X_fit_", lambda A: A.astype(int)), "X_fit_ has the type"),
    "text": ("dense", _change("Certificate.means", lambda A: A.astype("U8")), "Certificate.means"),
    "single precision": ("dense", _change("Solution.V", lambda A: A.astype("f4")), "Solution.V"),
    "short errors": ("dense", _change("Solution.errors", lambda A: A[:-1]), "Solution.errors"),
    "short means": ("iterative", _change("Certificate.means", lambda A: A[1:]), "Certificate.mea"),
    "a number too many": ("dense", _change("eigenvalues_", lambda A: A[[0, 1, 2, 2]]), "eigenval"),
    "one dimension": ("dense", _change("Solution.V", np.ravel), "not enough values"),
    "names": ("dense", lambda _, about: about.update(feature_names=["u", "v"]), "2 names of 3"),
    "another dtype": ("dense", _set("dtype", "float32"), "eigenvalues_ has"),
    # Numbers that are none.
    "a NaN in X": ("dense", _set("X_fit_", 5, 1, np.nan), "X_fit_ has numbers that are NaN"),
    "a NaN in sparse X": ("sparse", _set("X_fit_.data", 7, np.nan), "X_fit_ has numbers"),
    "a NaN in V": ("dense", _set("Solution.V", 5, 1, np.nan), "Solution.V has numbers"),
    "a NaN in mu": ("iterative", _set("Solution.spectrum", 1, np.nan), "Solution.spectrum has"),
    "an infinite mean": ("dense", _set("Certificate.means", 3, np.inf), "Certificate.means has"),
    "a NaN in JSON": ("dense", _set("Certificate.residual", np.nan), "Certificate.residual has"),
    "an infinite bound": ("iterative", _set("Solution.after", np.inf), "Solution.after has"),
    "no bound": ("iterative", _set("Solution.after", -np.inf), "the next eigenvalue is not finite"),
    "a text for a number": ("dense", _set("Solution.trace", "7"), "TypeError"),
    # Other weights.
    "a weight of 0": ("weighted", _set("Solution.weights", 4, 0.0), "weight .* is not above 0"),
    "another weight": ("weighted", _set("Solution.weights", 4, 0.6), "eigenvectors_ does not"),
    "no weights": (
        "weighted",
        lambda arrays, about: arrays.pop("Solution.weights"),
        "sign of a vector",
    ),
    "short weights": (
        "weighted",
        _change("Solution.weights", lambda A: A[1:]),
        "Solution.weights has the shape",
    ),
    "weights of another table": (
        "weighted",
        _both(_change("Solution.weights", lambda A: 2.0 * A), _halved_rows),
        "means|trace|scores",
    ),
    # A spectrum that is none.
    "a shuffled spectrum": ("dense", _swap("Solution.spectrum"), "do not descend"),
    "a negative eigenvalue": ("dense", _set("Solution.spectrum", -1, -4.0), "add up to"),
    "a smaller eigenvalue": (
        "dense",
        _set("Solution.spectrum", slice(4, 6), lambda A: A[4:6] + [0.001, -0.001]),
        "root of the sum of squared eigenvalues",
    ),
    "another trace": ("dense", _set("Solution.trace", lambda t: t + 1e-10), "add up to"),
    "another norm": ("dense", _set("Solution.frobenius", lambda f: f + 1e-10), "Frobenius norm"),
    "a large cut-off": ("dense", _set("Solution.matrix_error", 3.0), "above the cut-off 3"),
    "a large error": ("dense", _set("Solution.errors", 1, 0.5), "an error is larger"),
    "a small error": ("dense", _set("Solution.errors", 1, 1e-20), "a priori bound"),
    "a negative error": ("iterative", _set("Solution.errors", 1, -1e-9), "is negative"),
    # Components that are none.
    "more components": ("iterative", _set("n_components_", 4), r"shape \(3,\).*\(4,\)"),
    "fewer components": (
        "dense",
        _both(
            _set("n_components_", 2),
            *(
                _change(name, lambda A: A[..., :2])
                for name in (
                    "eigenvalues_",
                    "eigenvectors_",
                    "explained_variance_ratio_",
                    "explained_variance_error_",
                )
            ),
        ),
        "3 components with a positive eigenvalue among 2",
    ),
    "vectors that are not orthonormal": (
        "dense",
        _vectors(lambda V: V * (1.0 + 1e-12)),
        "orthogonality is",
    ),
    "vectors in another order": ("dense", _vectors(lambda V: V[:, ::-1]), "own scores"),
    "rotated vectors": ("iterative", _vectors(_rotated), "own scores"),
    "samples in another order": ("dense", _vectors(lambda V: V[::-1]), "own scores"),
    "another sign": ("dense", _vectors(lambda V: V * [1.0, -1.0, 1.0]), "the sign of a vector"),
    "other attributes": ("dense", _set("eigenvectors_", 7, 1, 0.125), "eigenvectors_ does not"),
    "another eigenvalue": ("single", _set("eigenvalues_", 2, 7.0), "eigenvalues_ does not follow"),
    "a larger share": (
        "single",
        _set("explained_variance_ratio_", 0, lambda A: A[0] + 1e-5),
        "explained_variance_ratio_ does not follow",
    ),
    "a smaller error of a share": (
        "dense",
        _set("explained_variance_error_", 1, lambda A: 0.5 * A[1]),
        "explained_variance_error_ does not follow",
    ),
    # Samples, kernel and means that are others.
    "another sample": (
        "dense",
        _set("X_fit_", 5, 1, lambda A: A[5, 1] + 1e-10),
        "own scores",
    ),
    "another value": (
        "given",
        _both(_set("X_fit_", 5, 9, 1.0), _set("X_fit_", 9, 5, 1.0)),
        "means|trace",
    ),
    "an asymmetric value": ("given", _set("X_fit_", 5, 9, 1e3), "samples 6 and 10 have 1000"),
    "another kernel": ("dense", _set("parameters.kernel", "laplacian"), "the means of the file"),
    "another gamma": ("iterative", _set("gamma_", 0.1 + 1e-10), "the means of the file"),
    "a shifted mean": ("dense", _set("Certificate.means", 5, 0.5), "the trace"),
    "means in another order": (
        "dense",
        _change("Certificate.means", lambda A: A[::-1]),
        "the means",
    ),
    "two means": (
        "dense",
        _set("Certificate.means", slice(4, 6), lambda A: A[4:6] + [1e-11, -1e-11]),
        "own scores",
    ),
    # A certificate that says something else.
    "another theta": ("iterative", _set("Certificate.theta", 1, 7.0), "another eigenvalues"),
    "other residuals": ("dense", _set("Certificate.residuals", 1, 0.0), "another residuals"),
    "another trace of it": ("iterative", _set("Certificate.trace", 5.0), "another trace"),
    "another norm of it": ("dense", _set("Certificate.frobenius", 5.0), "another Frobenius norm"),
    "a small residual": (
        "iterative",
        _both(
            _set("Certificate.residuals", 1, 1e-3),
            _set("Solution.residuals", 1, 1e-3),
        ),
        "residual is",
    ),
    "a residual": ("iterative", _set("Certificate.residual", 5.0), "no reason against"),
    "skew vectors": ("dense", _set("Certificate.orthogonality", 1e-3), "no reason against"),
    "a larger next one": (
        "iterative",
        _set("Bound.after", lambda after: 100.0),
        "no reason against",
    ),
    "a larger error of products": (
        "dense",
        _set("Certificate.product_error", 1.0),
        "product_error is",
    ),
    "a negative coupling": ("dense", _set("Certificate.coupling", -1e-9), "coupling is"),
}


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    for name, make in MODELS.items():
        make().save(folder / f"{name}.npz")
    return folder


@pytest.mark.parametrize("case", EDITS)
def test_a_model_whose_numbers_were_edited_is_refused_and_the_message_names_them(
    case, stored, tmp_path
):
    model, edit, said = EDITS[case]
    arrays, about = _all_of(stored / f"{model}.npz")
    edit(arrays, about)
    _write(tmp_path / "edited.npz", arrays, about)
    with pytest.raises(NotLoadedError, match=rf"(?s)edited\.npz.*{said}.*fit the model again"):
        KernelPCA.load(tmp_path / "edited.npz")


@pytest.mark.parametrize("model", MODELS)
def test_a_file_that_was_written_again_without_an_edit_is_the_model(model, stored, tmp_path):
    _write(tmp_path / "same.npz", *_all_of(stored / f"{model}.npz"))
    KernelPCA.load(tmp_path / "same.npz")


INDEFINITE = np.diag([3.0, -0.5, 0.75]) + 0.1


MANY = np.resize([0.25, 3.0, 1.0, 8.0], 560)


def _fit_anything(parameters, points, weights=None):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return KernelPCA(**parameters).fit(points, sample_weight=weights)


LOADED = {
    "points far from the origin": ({"n_components": 2}, X * 1e-3 + 1e5),
    "tiny points": ({"n_components": 2, "kernel": "poly", "gamma": 0.7}, X * 1e-9),
    "more components than the rank": ({"n_components": 7}, X),
    "fewer, because they are left out": ({"n_components": 7, "remove_zero_eig": True}, X),
    "all components": ({"kernel": "cosine"}, X),
    "a share": ({"n_components": 0.7, "kernel": "laplacian"}, X),
    "an indefinite matrix": ({"n_components": 1, "kernel": "precomputed"}, INDEFINITE),
    "single precision": ({"n_components": 2, "kernel": "precomputed"}, (X @ X.T).astype("f4")),
    "a kernel of scikit-learn": ({"n_components": 2, "kernel": "chi2"}, np.abs(X)),
    "no component": ({"n_components": 2}, np.repeat(X[:1], 5, axis=0)),
    "covariance": ({"n_components": 3}, CURVE),
    "low rank": ({"n_components": 1, "kernel": "rbf", "gamma": 1e-3}, np.vstack([CURVE] * 4)),
    "weights": ({"n_components": 3, "kernel": "rbf", "gamma": 0.02}, X, WEIGHTS),
    "weights of many": ({"n_components": 3, "kernel": "laplacian", "gamma": 0.1}, CURVE, MANY),
    "weights of few features": ({"n_components": 3}, CURVE + 50.0, MANY),
    "weights far apart": ({"n_components": 2}, X, 10.0 ** np.linspace(-3.0, 3.0, 24)),
    "not certified": (
        {"n_components": 3, "kernel": "laplacian", "certify": "residuals", "gamma": 5.0},
        CURVE,
    ),
}


@pytest.mark.parametrize("case", LOADED)
def test_every_model_that_was_saved_is_loaded(case, tmp_path):
    model = _fit_anything(*LOADED[case])
    model.save(tmp_path / "model.npz")
    back = KernelPCA.load(tmp_path / "model.npz")
    assert back.certificate_.reasons == model.certificate_.reasons
    assert back.solved_.solver == model.solved_.solver


def test_a_parameter_that_was_set_after_the_fit_comes_back(tmp_path):
    model = MODELS["dense"]().set_params(n_components=5, tol=1e-3)
    model.save(tmp_path / "model.npz")
    back = KernelPCA.load(tmp_path / "model.npz")
    assert (back.n_components, back.n_components_, back.tol) == (5, 3, 1e-3)


def test_the_models_that_are_loaded_come_from_every_solver_and_from_one_that_is_not_certified():
    solved = [_fit_anything(*LOADED[case]).solved_ for case in LOADED]
    found = {each.solver for each in solved}
    assert found >= {"LAPACK", "covariance", "low rank", "block Krylov"}
    assert not all(each.certificate.certified for each in solved)


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_the_frobenius_norm_may_be_off_by_the_root_of_n_bounds_and_no_more(side):
    """Four eigenvalues 6, 3, 1, -2 with the norm 50^(1/2), each known to within 1e-3."""
    made_of = made(np.array([6.0, 3.0, 1.0, -2.0]), np.eye(4)[:, :2], 1e-3)
    for off, refused in ((1.9e-3, False), (2.1e-3, True)):
        solution = replace(made_of, frobenius=np.sqrt(50.0) + side * off)
        with pytest.raises(ValueError, match="Frobenius norm") if refused else nullcontext():
            consistency._require_solution(Solved(solution, None, BY_LAPACK, 1, 16))
