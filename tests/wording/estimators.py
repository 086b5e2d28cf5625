"""Conditions under which estimators refuse samples and parameters, or warn."""

import io
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from unittest.mock import patch

import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix
from scipy.spatial.distance import cdist

import kpca
from kpca import ClassicalMDS, KernelPCA, kernels
from kpca.estimators import progress, solving
from kpca.estimators.elements_of import kernel_elements, matrix_elements
from kpca.estimators.numbers import require_held, require_numbers, rounded
from kpca.formulations import dual
from kpca.kernels import RBF, Laplacian
from kpca.solvers import partial as partial_solver
from kpca.solvers.chosen_spectra import gram
from kpca.solvers.elements import MatrixElements

X = np.array([[1.5, -2.0], [0.25, 7.0], [3.0, 4.5], [-1.0, 0.5]])
LINE = np.array([[3.0, -1.0, 7.5, 0.5]]).T
BETWEEN = np.abs(LINE - LINE.T)
PARAMETERS = {"gamma": 0.3, "degree": 4, "coef0": 0.75}
GIVEN = {"kernel": "precomputed"}
ONES, HALF = {"sample_weight": [1.0] * 4}, {"sample_weight": [1.0, 1.0, 0.0, 1.0]}
INDEFINITE = gram(np.array([6.0, -4.5, 3.0, 1.5, -0.3, 0.2, -2.0]))
ASKED = dual.fit(gram(np.array([6.0, -4.5, 3.0, 1.5, -1e-3, 0.2])), 1)
POINTS = np.array([[6.0, 0.0], [1.0, 2.0], [-3.0, 1.5], [0.25, -4.0], [2.0, 0.5]])
STAR = np.r_[0.7, np.full(7, 2.0)]
DAYS = np.array(["2021-03-04", "2020-01-02", "2024-05-06", "2019-07-08"], dtype="M8[D]")


def _matrix(what, *changes, dtype=float):
    """What is said of the products of five points, or of their distances, with changed elements."""
    A = POINTS @ POINTS.T if what == "kernel matrix" else cdist(POINTS, POINTS, "cityblock")
    for i, j, change in changes:
        A[i, j] += change
    return matrix_elements(A.astype(dtype), what)


def _fit(n_components=2, X=X, sample_weight=None, **more):
    return KernelPCA(n_components, **more).fit(X, sample_weight=sample_weight)


def _mds(n_components=1, X=X, sample_weight=None, **more):
    return ClassicalMDS(n_components, **more).fit(X, sample_weight=sample_weight)


fit, mds = partial(partial, _fit), partial(partial, _mds)
"""Fits that are made later."""


def _cut(asked, error=None, proved=True):
    """The warning of a number of components, where the matrix is known up to an error."""
    d = dual.fit(gram(np.array([6.0, 4.0, 4.0, 4.0, 1.5, 0.25, 0.25, 1e-12])), asked)
    d = replace(d, matrix_error=error or d.matrix_error)
    solving.warn_of_cut(d, proved, asked, "complete")


def _log(*steps, tolerance=14.0):
    """What a log says after passes at these seconds, each with a residual."""
    log, now = io.StringIO(), [0.0]
    write = progress._lines(tolerance, "kernel PCA", log, lambda: now[0])
    for k, (second, residual) in enumerate(steps, 1):
        now[0] = second
        write(k, residual)
    return log.getvalue().splitlines()


class Half(RBF):
    """A kernel with the name of another one."""


def _other_file():
    np.savez("m.npz", a=X)
    return KernelPCA.load("m.npz")


def _group_that_may_go_on():
    mu = np.r_[50.0, np.full(5, 40.0), 30.0 * 0.9 ** np.arange(694)]
    with patch.object(partial_solver, "MEDIUM", 0):
        solved, _ = solving.fit(MatrixElements(gram(mu), 0.0, True), 3, 1e9, "residuals")
    solving.warn_of_cut(solved.solution, solved.certificate.proved, 3, "residuals")


def _others_negative():
    spectrum = np.r_[50.0, 40.0, 0.0, np.linspace(-0.1, -1.0, 696)]
    elements = MatrixElements(gram(np.sort(spectrum)[::-1]), 0.0)
    solving.warn_of_negative(partial_solver.solve(elements, 2).solution, "")


def _weighted(ask, model):
    model.fit(X, sample_weight=[1.0, 2.0, 3.0, 4.0])
    getattr(model if ask == "as_data" else kpca.plot, ask)(*([] if ask == "as_data" else [model]))


NO_NUMBERS = {
    "text": X.astype(str),
    "lists with text": [[1.5, 2.0], [3.0, "4.5"]],
    "text among objects": np.array([[1.5, 2.0], [0.5, "3"], [1.0, 4.0]], dtype=object),
    "bytes": X.astype("S4"),
    "dates": np.column_stack([DAYS, DAYS[::-1]]),
    "durations": np.column_stack([DAYS - DAYS[1]] * 2),
    "a column of dates": pd.DataFrame({"size": X[:, 0], "day": DAYS}),
    "a column of categories": pd.DataFrame(
        {"size": X[:, 0], "kind": pd.Categorical(["7", "5", "7", "6"])}
    ),
    "dates of Python": np.array([[1.0, 2.0], [3.0, date(2020, 2, 3)]], dtype=object),
    "durations of Python": np.array([[1.0, timedelta(days=5)], [3.0, 4.0]], dtype=object),
    "fields": X.view([("mass", "f8"), ("length", "f8")])[:, 0],
    "a masked value": np.ma.masked_values([[1.0, -999.0], [2.0, 3.0], [-999.0, 5.0]], -999.0),
}
WEIGHTS = {
    "a negative weight": [1.0, -2.0, 1.0, 1.0],
    "weights of text": ["1", "2", "3", "4"],
    "weights whose sum overflows": [1e308] * 4,
    "a weight within rounding of the others": [1.0, 1.0, 1.0, 1e-9],
    "a weight of nearly 0": [0.0, 1.0, 0.0, 1e-300],
}

MESSAGES = {
    # Choices of gamma and of the number of components.
    "a share that negative eigenvalues leave no room for": fit(
        0.95, gram(np.array([6.0, 3.0, -1.0])), **GIVEN, indefinite="keep"
    ),
    "a word for gamma without gamma": fit(gamma="median"),
    "a word of other kernels": fit(kernel="poly", gamma="median"),
    "a word for a length scale": fit(kernel=Laplacian(0.5), gamma="auto"),
    "auto for a given matrix": fit("auto", X @ X.T, **GIVEN),
    "auto for a function": fit("auto", kernel=np.dot),
    "no median of equal points": fit(X=np.ones((4, 2)), kernel="rbf", gamma="median"),
    "no median of sparse points": fit(X=csr_matrix(X), kernel="rbf", gamma="median"),
    # What a kernel and a metric are, and what a given matrix has to be.
    "an unknown kernel": fit(kernel="foo"),
    "an unknown kernel of sparse points": lambda: kernel_elements(
        csr_matrix(X), "rbff", PARAMETERS
    ),
    "a kernel without sparse points": lambda: kernel_elements(csr_matrix(X), "lift", PARAMETERS),
    "an object for sparse points": lambda: kernel_elements(csr_matrix(X), RBF(1.0), PARAMETERS),
    "a point without a direction": lambda: kernel_elements(X * 0.0, kernels.Cosine(), PARAMETERS),
    "a length scale that was not given": fit(kernel="matern32"),
    "a function of pairs as one of matrices": fit(
        kernel=lambda x, y: float((x * y).sum()), kernel_on="matrices"
    ),
    "a function that depends on the order": fit(1, X[:2], kernel=lambda x, y: float(x[0] * y[1])),
    "a metric that depends on the order": mds(1, X[:2], metric=lambda x, y: x[0] + y[1]),
    "a sparse matrix": lambda: matrix_elements(csr_matrix(X @ X.T), "kernel matrix"),
    "a matrix that is not square": lambda: matrix_elements(X, "distance matrix"),
    "a kernel matrix that is not square": fit(X=X, **GIVEN),
    "an asymmetric kernel matrix": lambda: _matrix("kernel matrix", (4, 1, 4.8e-5)),
    "an asymmetric kernel matrix, the worst pair": lambda: _matrix(
        "kernel matrix", (1, 0, 9e-5), (3, 4, -8e-5), (1, 4, 6e-5)
    ),
    "an asymmetric matrix of distances": lambda: _matrix("distance matrix", (2, 0, 1.0)),
    "a negative distance": mds(
        X=BETWEEN * np.where(BETWEEN == 1.5, -1.0, 1.0), metric="precomputed"
    ),
    "a distance of a sample to itself": mds(
        X=BETWEEN + np.diag([0.0, 1e-6, 1e-3, 2e-6]), metric="precomputed"
    ),
    "a distance whose square overflows": mds(X=BETWEEN * 2e154, metric="precomputed"),
    "a distance whose square is 0": mds(X=BETWEEN * 1e-170, metric="precomputed"),
    "coordinates whose squares overflow": mds(X=X * 1e160, metric="euclidean"),
    "a column that a metric divides by": mds(X=X * [1.0, 0.0], metric="seuclidean"),
    "columns without an inverse": mds(X=X * [1.0, 0.0], metric="mahalanobis"),
    "a sample of zeros among samples": mds(X=np.vstack([X, np.zeros((1, 2))]), metric="cosine"),
    "a sample of zeros among new ones": lambda: _mds(X=X, metric="cosine").transform(
        [[0.5, 2.0], [0.0, 0.0], [0.0, 1.0]]
    ),
    "kernel values that overflow": fit(X=X * 1e160, kernel="poly", gamma=1.0),
    "distances that overflow": fit(X=1e155 * X, kernel=kernels.Matern32(1e155)),
    "sums that overflow": fit(X=np.eye(60) * 1e307, **GIVEN),
    # Numbers.
    **{f"{kind}, as samples": partial(require_numbers, X) for kind, X in NO_NUMBERS.items()},
    "text, in a fit": fit(1, X.astype(str), kernel="rbf"),
    "text, in a fit of distances": mds(X=X.astype(str)),
    "text, as new samples": lambda: _fit(1).transform(X[:2].astype(str)),
    "text, as new samples of distances": lambda: _mds().transform(X[:2].astype(str)),
    "text, as scores": lambda: _fit(1, fit_inverse_transform=True).inverse_transform([["0.5"]]),
    "a masked value, in a fit": fit(1, NO_NUMBERS["a masked value"]),
    "a masked value, as a new sample": lambda: _fit(1).transform(NO_NUMBERS["a masked value"]),
    "a masked value, in a fit of distances": mds(X=NO_NUMBERS["a masked value"]),
    "fields, as new samples": lambda: _fit(1).transform(NO_NUMBERS["fields"]),
    "a score above single precision": lambda: rounded(
        np.array([2.0, -4e38, 1e38]), np.float32, "score"
    ),
    "an eigenvalue below single precision": lambda: require_held(
        np.array([3.0, 1e-38, 2e-38]), np.float32, "eigenvalue"
    ),
    "an eigenvalue above single precision": lambda: require_held(
        np.array([5e38, 2.0]), np.float32, "eigenvalue"
    ),
    "an eigenvalue below double precision": lambda: require_held(
        np.array([3.0, 1e-310]), np.float64, "eigenvalue"
    ),
    "scores with a column too many": lambda: _fit(fit_inverse_transform=True).inverse_transform(
        [[0.1, -0.2, 0.3]]
    ),
    "scores of a model without pre-images": lambda: _fit().inverse_transform([[0.1, -0.2]]),
    "pre-images of a given matrix": fit(X=X @ X.T, **GIVEN, fit_inverse_transform=True),
    "pre-images of sparse points": fit(X=csr_matrix(X), fit_inverse_transform=True),
    "too little memory for a number": fit(kernel="rbf", max_memory="1 byte"),
    "new samples for a model of squares": lambda: _mds(
        metric="euclidean", metric_params={"squared": True}
    ).as_data(X),
    "a diagonal that is missing": lambda: _fit(X=X @ X.T, **GIVEN).score_samples(X @ X.T),
    "a diagonal that is not needed": lambda: _fit(kernel="rbf").score_samples(X, np.ones(4)),
    "a diagonal of another shape": lambda: _fit(X=X @ X.T, **GIVEN).score_samples(
        X @ X.T, np.ones(3)
    ),
    "a diagonal that is not finite": lambda: _fit(X=X @ X.T, **GIVEN).score_samples(
        X @ X.T, np.full(4, np.nan)
    ),
    # Negative eigenvalues.
    "negative eigenvalues among those asked for": fit(6, INDEFINITE, **GIVEN),
    "negative eigenvalues among all": fit(None, INDEFINITE, **GIVEN),
    "negative eigenvalues among the largest": fit(
        2, INDEFINITE, **GIVEN, eigen_solver="randomized"
    ),
    "negative eigenvalues that are kept": fit(None, INDEFINITE, **GIVEN, indefinite="keep"),
    "negative eigenvalues that were not asked for": fit(4, INDEFINITE, **GIVEN),
    "negative eigenvalues of distances": mds(
        8, np.where(np.eye(8), 0.0, np.outer(STAR, STAR)), metric="precomputed"
    ),
    "negative eigenvalues that are not computed": _others_negative,
    "one small negative eigenvalue": lambda: solving.require_positive(ASKED, 6),
    "two negative eigenvalues": lambda: solving.require_positive(ASKED, 7),
    "more eigenvalues than there are": lambda: solving.require_positive(ASKED, 99),
    "a negative eigenvalue of the two largest": lambda: solving.require_positive(ASKED, 2, True),
    "a negative eigenvalue beyond its error": lambda: solving.require_positive(
        replace(ASKED, matrix_error=0.5), 7
    ),
    "a negative eigenvalue between positive ones": lambda: solving.require_positive(
        dual.fit(gram(np.r_[6.0, 4.0, np.zeros(25), -3.0, -5.0]), 2), 4, by_size=True
    ),
    # Groups, ranks and rounding.
    "two of three equal eigenvalues": lambda: _cut(2),
    "three components of three equal ones": lambda: _cut(3),
    "a group that no number leaves whole above": lambda: _cut(6),
    "a group within a stated error": lambda: _cut(1, 2.2e-3),
    "a group of all": lambda: _cut(2, 1e-2),
    "a group at the end": lambda: _cut(5, 1.4e-3),
    "a group that may go on": _group_that_may_go_on,
    "fewer components than asked for": fit(3, X),
    "a component that rounding hides": fit(2, np.vstack([X, [[1e12, 1e12]]]), kernel="linear"),
    "no component above rounding": fit(
        0.9, 1e7 + np.random.default_rng(0).normal(size=(30, 2)), kernel="cosine"
    ),
    "a flat kernel": fit(2, X, kernel="rbf", gamma=0.0),
    "a cut of mahalanobis distances": mds(1, X, metric="mahalanobis"),
    "a pre-image that rounding moves": lambda: solving.warn_of_preimages(
        dual.fit(np.diag([2.0, 1.0, 4.0]), 1), np.array([1e-7, 3.5e-6, 1.2e-6])
    ),
    # Weights.
    **{kind: partial(_fit, 1, sample_weight=given) for kind, given in WEIGHTS.items()},
    **{
        f"{kind}, of distances": partial(_mds, 1, sample_weight=given)
        for kind, given in WEIGHTS.items()
    },
    "weights and a median": fit(kernel="rbf", gamma="median", **ONES),
    "weights and a scale": fit(kernel="rbf", gamma="scale", **ONES),
    "weights and a number that is chosen": fit("auto", kernel="rbf", **ONES),
    "weights on several ranks": lambda: KernelPCA(2).fit(X, **ONES, comm=object()),
    "weights and variances of all samples": mds(metric="seuclidean", **ONES),
    "weights and a covariance of all samples": mds(metric="mahalanobis", **ONES),
    "a weight of 0 in a kernel matrix": fit(X=X @ X.T, **GIVEN, **HALF),
    "a weight of 0 in a matrix of distances": mds(X=BETWEEN, metric="precomputed", **HALF),
    **{
        f"weights and {ask} of {type(model).__name__}": partial(_weighted, ask, model)
        for ask in ("as_data", "scree")
        for model in (KernelPCA(2, kernel="rbf", gamma=0.02), ClassicalMDS(2))
    },
    "weights without the name of a sample": fit(
        X=pd.DataFrame(X, [*"abcd"]), sample_weight=pd.Series([1.0, 2.0, 3.0], [*"acd"])
    ),
    "a matrix whose header lacks a row": fit(
        X=pd.DataFrame(X @ X.T, [*"abcd"], [*"zbcd"]), **GIVEN
    ),
    # A log, and what is stored.
    "a log of a pass every three seconds": lambda: _log(
        *((3.0 * k, 10.0**-k) for k in range(1, 15))
    ),
    "a log before a digit is gained": lambda: _log((11.0, 2.0)),
    "a kernel in a model that is stored": lambda: _fit(kernel=Half(0.2)).save("m.npz"),
    "a file that is no model": _other_file,
}
