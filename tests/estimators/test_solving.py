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
    IndefiniteError,
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
    assert solving.solve(unknown, 3, 1e9, "complete").solver == "LAPACK"
    assert solving.solve(positive, 3, 1e9, "complete").solver == "ARPACK"
    assert solving.solve(positive, 3, 1e9, "complete", whole=True).solver == "LAPACK"
    assert solving.solve(unknown, 3, 1.5e7, "residuals").solver == "block Krylov", "memory"
    monkeypatch.setattr(solving, "INDEFINITE", 699)
    assert solving.solve(unknown, 3, 1e9, "complete").solver == "ARPACK"


def test_the_word_of_the_certificate_limits_its_passes():
    assert solving.CERTIFY == {"complete": 60, "residuals": 0}
    more = {"tolerance": 1e-6, "seed": 3}
    coarse = solving.solve(ELEMENTS, 3, 1e9, "residuals", **more)
    assert coarse.passes < solving.solve(ELEMENTS, 3, 1e9, "residuals").passes


def test_without_a_number_of_bytes_the_default_holds():
    assert solving.memory(None) == partial.MEMORY == 8 * 2**30
    assert solving.memory(1e6) == 1e6


def test_the_shares_of_a_complete_solution_are_those_of_the_sum_of_sizes_with_a_warning():
    solution = dual.fit(gram(SPECTRA["indefinite"]), 3)
    size = np.abs(SPECTRA["indefinite"]).sum()
    with pytest.warns(NegativeEigenvalueWarning, match=r"4 of 30 .* hold 23\.\d+% .*: and so on"):
        solving.warn_of_negative(solution, "and so on")
    shares, errors = solving.shares(solution)
    assert (errors > 0.0).all()
    assert (errors < 1e-11).all()
    np.testing.assert_allclose(shares, SPECTRA["indefinite"][:3] / size, rtol=1e-12)


def test_a_part_of_a_spectrum_has_shares_of_the_trace_and_a_warning_where_that_is_too_small():
    positive = solving.solve(ELEMENTS, 3, 1e9, "residuals").solution
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
    with pytest.warns(
        NegativeEigenvalueWarning, match=r"add up to more than the trace, .*, namely to 90"
    ):
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


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        (1, None, None),
        (2, None, "2 components cut the eigenvalues 2 to 4, .* nothing: 1 and 4$"),
        (3, None, "3 components cut the eigenvalues 2 to 4, .* nothing: 1 and 4$"),
        (4, None, None),
        (5, None, None),
        (6, None, "6 components cut the eigenvalues 6 to 7, .* nothing: 5 and 7$"),
        (7, None, None),
        (1, 2.2e-3, "1 component cuts the eigenvalues 1 to 4, .* within 0.0022: .* nothing: 4$"),
        (2, 1e-2, "2 components cut the eigenvalues 1 to 9, .* nothing: none is known$"),
        (5, 1.4e-3, "5 components cut .* 5 to 9, .* nothing: 4$"),
    ],
)
def test_a_cut_of_equal_eigenvalues_is_a_warning_with_the_numbers_that_do_not_cut(
    asked, error, said
):
    """Eigenvalues closer than a thousand times their error count as equal. Above the cut-off, no
    number of components may lie beyond the rank."""
    solution = dual.fit(CUT, asked)
    solution = replace(solution, matrix_error=error or solution.matrix_error)
    if said is None:
        solving.warn_of_cut(solution, True, asked, "complete")
        return
    with pytest.warns(SplitGroupWarning, match=said):
        solving.warn_of_cut(solution, True, asked, "complete")
    # Fewer components than were asked for: another warning says so.
    solving.warn_of_cut(solution, True, asked + 1, "complete")


@pytest.mark.parametrize(
    ("asked", "certify", "said"),
    [
        (1, "complete", None),
        (2, "complete", "2 components may cut the eigenvalues from number 2 on, .* nothing: 1$"),
        (3, "complete", "3 components may cut the eigenvalues from number 2 on, .* nothing: 1$"),
        (1, "residuals", None),
        (2, "residuals", None),
        (3, "residuals", "3 components may cut the eigenvalues from number 2 on, .* nothing: 1$"),
    ],
)
def test_of_a_part_of_the_spectrum_a_group_that_may_go_on_is_a_warning(
    asked, certify, said, monkeypatch
):
    """Without passes of the certificate, nothing is known of what follows the last component."""
    # The samples stand for many, of which ARPACK and LAPACK solve nothing.
    monkeypatch.setattr(partial, "MEDIUM", 0)
    mu = np.r_[50.0, np.full(5, 40.0), 30.0 * 0.9 ** np.arange(694)]
    solved = solving.solve(MatrixElements(gram(mu), 0.0, True), asked, 1e9, certify)
    solution, proved = solved.solution, solved.certificate.proved
    assert not solution.complete
    if said is None:
        solving.warn_of_cut(solution, proved, asked, certify)
        return
    with pytest.warns(SplitGroupWarning, match=said):
        solving.warn_of_cut(solution, proved, asked, certify)
    # A gap that is proved says that the group ends, although not by how much.
    solving.warn_of_cut(solution, True, asked, certify)


def test_where_arpack_cuts_a_group_all_eigenvalues_are_known():
    mu = np.r_[50.0, np.full(5, 40.0), 30.0 * 0.9 ** np.arange(694)]
    solved = solving.solve(MatrixElements(gram(mu), 0.0, True), 3, 1e9, "complete")
    assert (solved.solver, solved.solution.complete) == ("LAPACK", True)
    with pytest.warns(SplitGroupWarning, match="3 components cut the eigenvalues 2 to 6,"):
        solving.warn_of_cut(solved.solution, solved.certificate.proved, 3, "complete")


ASKED = gram(np.array([6.0, -4.5, 3.0, 1.5, -1e-3, 0.2]))
"""Eigenvalues: 6, 3, 1.5, 0.2, 0, -0.001, -4.5."""


@pytest.mark.parametrize(
    ("asked", "by_size", "message"),
    [
        (5, False, None),
        (6, False, "of the 6 eigenvalues asked for, 1 lie .* least is -0.001; .* at most 5 comp"),
        (7, False, "of the 7 eigenvalues asked for, 2 lie .* least is -4.5; .* at most 5 comp"),
        (99, False, "of the 7 eigenvalues asked for"),
        (1, True, None),
        (2, True, "of the 2 eigenvalues largest in size, 1 .* -4.5; .* at most 1 component[.]"),
    ],
)
def test_a_negative_eigenvalue_is_refused_if_it_was_asked_for(asked, by_size, message):
    solution = dual.fit(ASKED, 1)
    assert solution.n == 7
    if message is None:
        solving.require_positive(solution, asked, by_size)
        return
    with pytest.raises(IndefiniteError, match=message) as error:
        solving.require_positive(solution, asked, by_size)
    assert str(error.value).startswith("the kernel is not positive semi-definite: ")
    assert "indefinite='keep'" in str(error.value)


def test_negative_within_rounding_and_unknown_eigenvalues_are_not_refused():
    solution = dual.fit(ASKED, 1)
    within = replace(solution, matrix_error=4.6, errors=np.full(7, 4.6))
    solving.require_positive(within, 7)
    with pytest.raises(IndefiniteError, match="below -0.5"):
        solving.require_positive(replace(solution, matrix_error=0.5), 7)
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


def test_by_size_as_many_components_are_allowed_as_come_before_the_first_negative_one():
    """In size 6, -5, 4 and -3: one before the first negative, and two that are positive."""
    solution = dual.fit(gram(np.r_[6.0, 4.0, np.zeros(25), -3.0, -5.0]), 2)
    with pytest.raises(solving.IndefiniteError, match="at most 1 component"):
        solving.require_positive(solution, 4, by_size=True)
    solving.require_positive(solution, 1, by_size=True)


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
    with pytest.warns(PlacingWarning, match=r"of pre-image \d is known up to \d\S+ of the mean"):
        poly.inverse_transform(scores)


@pytest.mark.parametrize(("rounding", "share"), [(1.5e-6, None), (3.5e-6, "2.2e-06")])
def test_the_rounding_of_a_pre_image_counts_relative_to_the_mean_of_squared_lengths(
    rounding, share
):
    """The trace 14/3 of three samples: a mean of 14/9, of which 1e-6 is 1.56e-6."""
    solution = dual.fit(np.diag([2.0, 1.0, 4.0]), 1)
    errors = np.array([1e-7, rounding, 1.2e-6])
    if share is None:
        solving.warn_of_preimages(solution, errors)
        return
    with pytest.warns(PlacingWarning, match=f"of pre-image 2 is known up to {share} of the mean"):
        solving.warn_of_preimages(solution, errors)
