"""The choice of the solver, the memory, and the shares of the variance with their warnings."""

import pickle
import re
import warnings
from dataclasses import replace

import numpy as np
import pytest
from conftest import SPECTRA, gram
from scipy.sparse import csr_matrix
from sklearn.datasets import load_digits, load_iris

from kpca import ClassicalMDS, KernelPCA, kernels
from kpca.arithmetic import fifty_digits
from kpca.estimators import solving
from kpca.estimators.solving import (
    NegativeEigenvalueWarning,
    PlacingWarning,
    SplitGroupWarning,
)
from kpca.formulations import dual
from kpca.solvers import partial
from kpca.solvers.elements import KernelElements, MatrixElements

X = np.random.default_rng(0).normal(size=(700, 4))
ELEMENTS = KernelElements(kernels.RBF(0.3), X)


def test_a_matrix_that_may_have_negative_eigenvalues_is_solved_as_a_whole(monkeypatch):
    # More threads need more memory, and LAPACK does not.
    monkeypatch.setattr(partial, "THREADS", 2)
    K = ELEMENTS.kernel(X, X)
    unknown, positive = MatrixElements(K), MatrixElements(K, 0.0, True)
    assert solving.fit(unknown, 3, 1e9, "complete")[0].solver == "LAPACK"
    assert solving.fit(positive, 3, 1e9, "complete")[0].solver == "ARPACK"
    assert solving.fit(positive, 3, 1e9, "complete", whole=True)[0].solver == "LAPACK"
    assert solving.fit(unknown, 3, 1.5e7, "residuals")[0].solver == "block Krylov", "memory"
    monkeypatch.setattr(solving, "INDEFINITE", 699)
    assert solving.fit(unknown, 3, 1e9, "complete")[0].solver == "ARPACK"


def test_the_word_of_the_certificate_limits_its_passes():
    assert solving.CERTIFY == {"complete": 60, "residuals": 0}
    more = {"tolerance": 1e-6, "seed": 3}
    coarse = solving.fit(ELEMENTS, 3, 1e9, "residuals", **more)[0]
    assert coarse.passes < solving.fit(ELEMENTS, 3, 1e9, "residuals")[0].passes


def test_without_a_number_of_bytes_the_default_holds():
    assert solving.memory(None) == partial.MEMORY == 8 * 2**30
    assert solving.memory(1e6) == 1e6


def test_the_shares_of_a_complete_solution_are_those_of_the_sum_of_sizes_with_a_warning():
    solution = dual.fit(gram(SPECTRA["indefinite"]), 3)
    size = np.abs(SPECTRA["indefinite"]).sum()
    with pytest.warns(NegativeEigenvalueWarning):
        solving.warn_of_negative(solution, "and so on")
    shares, errors = solving.shares(solution)
    assert (errors > 0.0).all()
    assert (errors < 1e-11).all()
    np.testing.assert_allclose(shares, SPECTRA["indefinite"][:3] / size, rtol=1e-12)


def test_a_part_of_a_spectrum_has_shares_of_the_trace_and_a_warning_where_that_is_too_small():
    positive = solving.fit(ELEMENTS, 3, 1e9, "residuals")[0].solution
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        solving.warn_of_negative(positive, "")
    shares, errors = solving.shares(positive)
    np.testing.assert_array_equal(shares, positive.mu / positive.trace)
    np.testing.assert_array_equal(errors, positive.explained_errors)


@pytest.mark.parametrize("lowest", [-1.0, -0.14])
@pytest.mark.parametrize("positive", [0.0, 3.0])
def test_where_others_are_negative_the_shares_are_upper_bounds_below_1(lowest, positive):
    spectrum = np.r_[50.0, 40.0, positive, np.linspace(-0.1, lowest, 696)]
    negative = partial.solve(MatrixElements(gram(np.sort(spectrum)[::-1]), 0.0), 2).solution
    with pytest.warns(NegativeEigenvalueWarning):
        solving.warn_of_negative(negative, "")
    shares, errors = solving.shares(negative)
    exact = np.array([50.0, 40.0]) / np.abs(spectrum).sum()
    assert (shares >= exact - 1e-12).all()
    assert (shares - errors <= exact).all()
    assert shares.sum() < 1.0
    # With every positive eigenvalue known, nothing is lost.
    if positive == 0.0:
        np.testing.assert_allclose(shares, exact, rtol=1e-9)


CUT = gram(np.array([6.0, 4.0, 4.0, 4.0, 1.5, 0.25, 0.25, 1e-12]))


def test_a_number_of_components_that_cuts_no_group_is_no_warning():
    for asked in (1, 4, 5, 7):
        solving.warn_of_cut(dual.fit(CUT, asked), True, asked, "complete")
    # Fewer components than were asked for: another warning says so.
    for asked in (2, 3, 6):
        solving.warn_of_cut(dual.fit(CUT, asked), True, asked + 1, "complete")


@pytest.mark.parametrize(
    ("asked", "certify", "cuts"),
    [
        (1, "complete", False),
        (2, "complete", True),
        (3, "complete", True),
        (1, "residuals", False),
        (2, "residuals", False),
        (3, "residuals", True),
    ],
)
def test_of_a_part_of_the_spectrum_a_group_that_may_go_on_is_a_warning(
    asked, certify, cuts, monkeypatch
):
    """Without passes of the certificate, nothing is known of what follows the last component."""
    # The samples stand for many, of which ARPACK and LAPACK solve nothing.
    monkeypatch.setattr(partial, "MEDIUM", 0)
    mu = np.r_[50.0, np.full(5, 40.0), 30.0 * 0.9 ** np.arange(694)]
    solved, _ = solving.fit(MatrixElements(gram(mu), 0.0, True), asked, 1e9, certify)
    solution, proved = solved.solution, solved.certificate.proved
    assert not solution.complete
    if not cuts:
        solving.warn_of_cut(solution, proved, asked, certify)
        return
    with pytest.warns(SplitGroupWarning):
        solving.warn_of_cut(solution, proved, asked, certify)
    # A gap that is proved says that the group ends, although not by how much.
    solving.warn_of_cut(solution, True, asked, certify)


def test_where_arpack_cuts_a_group_all_eigenvalues_are_known():
    mu = np.r_[50.0, np.full(5, 40.0), 30.0 * 0.9 ** np.arange(694)]
    solved, _ = solving.fit(MatrixElements(gram(mu), 0.0, True), 3, 1e9, "complete")
    assert (solved.solver, solved.solution.complete) == ("LAPACK", True)
    with pytest.warns(SplitGroupWarning):
        solving.warn_of_cut(solved.solution, solved.certificate.proved, 3, "complete")


ASKED = gram(np.array([6.0, -4.5, 3.0, 1.5, -1e-3, 0.2]))
"""Eigenvalues: 6, 3, 1.5, 0.2, 0, -0.001, -4.5."""


def test_negative_within_rounding_and_unknown_eigenvalues_are_not_refused():
    solution = dual.fit(ASKED, 1)
    within = replace(solution, matrix_error=4.6, errors=np.full(7, 4.6))
    solving.require_positive(within, 7)
    for asked, by_size in ((5, False), (1, True)):
        solving.require_positive(solution, asked, by_size)
    part = partial.solve(MatrixElements(gram(np.r_[50.0, 40.0, -np.linspace(0.1, 1.0, 697)])), 2)
    assert not part.solution.complete
    solving.require_positive(part.solution, 2)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_fit_that_fails_leaves_an_estimator_as_it_was(error):
    class Estimator:
        pass

    one = Estimator()
    one.kept, one.changed = 1, 2
    with pytest.raises(error), solving.all_or_nothing(one):
        one.changed, one.new = 3, 4
        del one.kept
        raise error
    assert vars(one) == {"kept": 1, "changed": 2}
    with solving.all_or_nothing(one):
        one.changed = 5
    assert vars(one) == {"kept": 1, "changed": 5}


FAR = {
    "poly": (
        KernelPCA(2, kernel="poly", degree=1, gamma=0.3, coef0=0.7),
        np.array([1.76e9, -0.93e9, 2.41e9]) / np.e,
    ),
    "cosine": (KernelPCA(2, kernel="cosine"), 1e9 * np.array([1.0, 2.0, 3.0]) / np.pi),
    "linear": (KernelPCA(2), np.array([1.76e9, -0.93e9, 2.41e9]) / np.e),
    "distances": (ClassicalMDS(2), np.array([1.76e9, -0.93e9, 2.41e9]) / np.e),
}
SPREAD = np.random.default_rng(1).normal(size=(640, 3)) @ [[5, 1, 0.3], [0, 3, -0.7], [0, 0, 2]]


@pytest.mark.parametrize("name", FAR)
def test_new_samples_far_from_the_origin_keep_the_digits_of_the_fit(name, tmp_path):
    """Beside exact features: scores of other samples, in any number, also by a model from a file.

    The novelty is that of the rest of the features. A new sample and a sample of the fit that are
    equal have equal scores.
    """
    model, offset = FAR[name]
    X, new = SPREAD[:600] + offset, SPREAD[600:] + offset
    model.fit(X)
    scores, deviation = model.fit_transform(X), np.sqrt(model.eigenvalues_ / 600)
    assert model.certificate_.certified
    F, F_new = (_features(name, fifty_digits(A)) for A in (X, new))
    mean, alpha = F.mean(axis=0), fifty_digits(model.solution_.alpha)
    exact = (F_new - mean) @ ((F - mean).T @ alpha)
    allowed = 1e-6 * deviation
    assert (np.abs(model.transform(new) - np.asarray(exact, dtype=float)) <= allowed).all()
    assert (np.abs(model.transform(X) - scores) <= 1e-12 * deviation).all()
    assert (np.abs(model.transform(X[41:42]) - scores[41]) <= 1e-12 * deviation).all()
    if name == "distances":
        return
    lengths = ((F_new - mean) ** 2).sum(axis=1)
    rest = np.asarray((exact**2).sum(axis=1) - lengths, dtype=float)
    np.testing.assert_allclose(
        model.score_samples(new), rest, rtol=0, atol=1e-6 * deviation[1] ** 2
    )
    model.save(tmp_path / "m.npz")
    for other in (KernelPCA.load(tmp_path / "m.npz"), pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(other.transform(new), model.transform(new))
        np.testing.assert_array_equal(other.score_samples(new), model.score_samples(new))
    if name == "poly":
        np.testing.assert_array_equal(model.transform(csr_matrix(new)), model.transform(new))


def _features(name, A):
    if name == "cosine":
        return np.array([row / (row @ row) ** 0.5 for row in A])
    return A * (fifty_digits(np.array(0.3)) ** 0.5 if name == "poly" else 1)


def test_a_row_of_zeros_and_other_rows_are_placed_by_the_same_features(tmp_path):
    """Its cosine is 0, as in scikit-learn: the other rows keep their digits beside it."""
    model, offset = FAR["cosine"]
    model.fit(SPREAD[:600] + offset)
    new = SPREAD[600:605] + offset
    alone = model.transform(new)
    with pytest.warns(PlacingWarning, match="new sample 3 on component"):
        both = model.transform(np.insert(new, 2, 0.0, axis=0))
    model.save(tmp_path / "m.npz")
    with pytest.warns(PlacingWarning, match="new sample 3 on component"):
        stored = KernelPCA.load(tmp_path / "m.npz").transform(np.insert(new, 2, 0.0, axis=0))
    np.testing.assert_array_equal(stored, both)
    np.testing.assert_allclose(np.delete(both, 2, axis=0), alone, rtol=0, atol=1e-20)
    F, alpha = _features("cosine", fifty_digits(SPREAD[:600] + offset)), model.solution_.alpha
    expected = -F.mean(axis=0) @ ((F - F.mean(axis=0)).T @ fifty_digits(alpha))
    off = np.abs(both[2] - np.asarray(expected, dtype=float))
    bound = model._features.errors(np.zeros((1, 3)))[0]
    assert (off <= bound).all()
    assert (bound <= 1e3 * off).all()
    ours = KernelPCA(2, kernel=kernels.Cosine()).fit(SPREAD[:600] + offset)
    with pytest.raises(ValueError, match="point 3 of 6 is 0"):
        ours.transform(np.insert(new, 2, 0.0, axis=0))


@pytest.mark.parametrize("n", [200, 600])
@pytest.mark.parametrize("method", ["transform", "score_samples"])
def test_a_new_sample_far_away_across_a_component_is_a_warning(n, method):
    """Its score on that component is a difference of large numbers."""
    model = KernelPCA(2).fit(SPREAD[:n])
    axis = SPREAD[:n].T @ model.solution_.alpha[:, 1]
    new = SPREAD[600:604].copy()
    new[2] += 1e12 * np.cross(axis, [0.3, 0.5, -0.8])
    with pytest.warns(PlacingWarning, match="score of new sample 3 on component 2") as warned:
        getattr(model, method)(new)
    assert warned[0].filename == __file__
    words = str(warned[0].message)
    bound = float(re.search(r"off by (\S+) standard deviations", words)[1])
    exact = fifty_digits(new[2]) - fifty_digits(SPREAD[:n]).mean(axis=0)
    F, alpha = fifty_digits(SPREAD[:n]), fifty_digits(model.solution_.alpha[:, 1])
    score = exact @ ((F - F.mean(axis=0)).T @ alpha)
    with warnings.catch_warnings(action="ignore"):
        off = abs(float(fifty_digits(model.transform(new))[2, 1] - score))
    assert off / np.sqrt(model.eigenvalues_[1] / n) <= bound <= 1.0
    near = np.delete(new, 2, axis=0)
    assert np.isfinite(getattr(model, method)(near)).all(), "no warning"


@pytest.mark.parametrize("n", [150, 700])
@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf", "cosine", "laplacian", "sigmoid"])
@pytest.mark.parametrize("data", ["iris", "digits", "normal"])
def test_ordinary_new_samples_cause_no_warning(data, kernel, n):
    """Warnings are errors in tests. Of few samples all components above rounding are placed."""
    X = {
        "iris": load_iris().data,
        "digits": load_digits().data[:1000],
        "normal": np.random.default_rng(2).normal(size=(1000, 4)),
    }[data]
    X = np.vstack([X] * (1 + (n + 50) // len(X))) if data == "iris" else X
    X = X + 1e-3 * np.random.default_rng(3).normal(size=X.shape)
    d = None if n == 150 else 4
    model = KernelPCA(d, kernel=kernel, gamma=1e-3, indefinite="keep")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NegativeEigenvalueWarning)
        model.fit(X[:n])
    assert np.isfinite(model.transform(X[n : n + 50])).all()
    assert (model.score_samples(X[n : n + 50]) <= 0.0).all()


def test_pre_images_far_from_the_origin_are_those_near_it_or_a_warning():
    linear, offset = FAR["linear"]
    linear.set_params(fit_inverse_transform=True)
    scores = np.array([[3.0, -1.0], [0.5, 2.0], [-7.0, 0.25]])
    near = linear.fit(SPREAD[:600]).inverse_transform(scores)
    far = linear.fit(SPREAD[:600] + offset).inverse_transform(scores)
    np.testing.assert_allclose(far - offset, near, rtol=0, atol=2e-6)
    W = np.column_stack([SPREAD[:600].T @ linear.solution_.alpha])
    plane = SPREAD[:600].mean(axis=0) + scores @ W.T
    np.testing.assert_allclose(near, plane, rtol=0, atol=1e-5)
    poly = KernelPCA(2, kernel="poly", degree=1, gamma=0.3, fit_inverse_transform=True)
    poly.fit(SPREAD[:600]).inverse_transform(scores)
    poly.fit(SPREAD[:600] + offset)
    with pytest.warns(PlacingWarning):
        poly.inverse_transform(scores)


def test_the_rounding_of_a_pre_image_counts_relative_to_the_mean_of_squared_lengths():
    """The trace 14/3 of three samples: a mean of 14/9, of which 1e-6 is 1.56e-6."""
    solution = dual.fit(np.diag([2.0, 1.0, 4.0]), 1)
    solving.warn_of_preimages(solution, np.array([1e-7, 1.5e-6, 1.2e-6]))
