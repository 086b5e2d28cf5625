"""ClassicalMDS against scikit-learn's class, and what that class does not have."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn import manifold
from sklearn.datasets import load_digits
from sklearn.utils.estimator_checks import check_estimator

from kpca import ClassicalMDS
from kpca.estimators.entries_of import AsymmetricError
from kpca.estimators.solving import NegativeEigenvalueWarning

DIGITS = load_digits().data
SMALL, LARGE, NEW = DIGITS[:150], DIGITS[:700], DIGITS[900:920]
each_size = pytest.mark.parametrize("X", [SMALL, LARGE], ids=["LAPACK", "block Krylov"])


def _same(found, expected, allowed=1e-8):
    np.testing.assert_allclose(found, expected, rtol=0, atol=allowed * np.abs(expected).max())


def test_scikit_learn_s_checks_of_an_estimator_pass():
    # One check needs a variable of the environment; scikit-learn's own class skips it, too.
    check_estimator(ClassicalMDS(2), on_skip=None)


@each_size
@pytest.mark.parametrize(
    "parameters",
    [{}, {"metric": "euclidean", "metric_params": {"squared": False}}],
    ids=["inner products", "distances"],
)
def test_coordinates_are_those_of_scikit_learn(X, parameters):
    ours, theirs = ClassicalMDS(3, **parameters), manifold.ClassicalMDS(3, **parameters)
    _same(ours.fit_transform(X), theirs.fit_transform(X))
    _same(ours.eigenvalues_, theirs.eigenvalues_, 1e-10)
    _same(ours.dissimilarity_matrix_, theirs.dissimilarity_matrix_, 1e-12)
    np.testing.assert_array_equal(ours.embedding_, ours.fit_transform(X))


@each_size
def test_precomputed_distances_give_the_coordinates_of_the_points(X):
    D = cdist(X, X)
    ours = ClassicalMDS(3, metric="precomputed").fit(D)
    _same(ours.embedding_, ClassicalMDS(3).fit_transform(X))
    assert ours.dissimilarity_matrix_ is not None
    _same(ours.transform(cdist(NEW, X)), ClassicalMDS(3).fit(X).transform(NEW))


@each_size
def test_the_samples_placed_as_new_ones_land_on_themselves(X):
    model = ClassicalMDS(3).fit(X)
    _same(model.transform(X), model.embedding_)
    shifted = model.transform(X + 1.0)
    assert np.abs(shifted - model.embedding_).max() > 1e-3, "the control"


def test_the_example_of_numerical_ecology_has_the_eigenvalues_36_and_20():
    Y = np.array([[2, 1], [3, 4], [5, 0], [7, 6], [9, 2]], dtype=float)
    model = ClassicalMDS(2, metric="precomputed").fit(cdist(Y, Y))
    _same(model.eigenvalues_, [36.0, 20.0], 1e-12)
    _same(model.explained_variance_ratio_, [36 / 56, 20 / 56], 1e-12)


@pytest.mark.parametrize("n", [60, 600])
def test_distances_that_are_not_euclidean_have_axes_of_0_and_no_nan(n):
    # A star: all leaves at distance 2 from each other, and at 1 - 0.3 from the center.
    D = np.full((n, n), 2.0)
    D[0], D[:, 0] = 0.7, 0.7
    np.fill_diagonal(D, 0.0)
    model = ClassicalMDS(n if n < 100 else 3, metric="precomputed")
    with pytest.warns(NegativeEigenvalueWarning, match=f"1 of {n} eigenvalues are negative"):
        model.fit(D)
    assert n > 100 or (model.embedding_[:, -1] == 0.0).all()
    assert np.isfinite(model.embedding_).all()
    with np.errstate(invalid="ignore"):
        theirs = manifold.ClassicalMDS(n, metric="precomputed").fit(D).embedding_
    assert np.isnan(theirs).any(), "scikit-learn has NaN here"


def test_an_asymmetric_matrix_of_distances_is_an_error():
    D = cdist(SMALL, SMALL)
    D[1, 2] += 1.0
    with pytest.raises(AsymmetricError, match="the precomputed distance matrix is not symmetric"):
        ClassicalMDS(2, metric="precomputed").fit(D)


@pytest.mark.parametrize("metric", ["mahalanobis", "seuclidean", "cityblock"])
def test_metrics_whose_parameters_follow_from_all_samples_are_those_of_scikit_learn(metric):
    X = np.random.default_rng(0).normal(size=(60, 3)) * [1.0, 2.0, 3.0]
    ours, theirs = ClassicalMDS(2, metric=metric), manifold.ClassicalMDS(2, metric=metric)
    if metric == "cityblock":
        with pytest.warns(NegativeEigenvalueWarning):
            ours.fit(X)
    else:
        ours.fit(X)
    # Mahalanobis distances have equal eigenvalues, whose axes are free.
    _same(ours.eigenvalues_, theirs.fit(X).eigenvalues_)
    _same(ours.transform(X), ours.embedding_)


@pytest.mark.parametrize("offset", [1e6, 1e8])
def test_new_samples_far_from_the_origin_land_on_themselves(offset):
    X = np.random.default_rng(0).normal(size=(60, 3)) + offset
    model = ClassicalMDS(2).fit(X)
    _same(model.transform(X), model.embedding_, 1e-6)


def test_before_a_fit_there_are_no_distances():
    assert not hasattr(ClassicalMDS(2), "dissimilarity_matrix_")


def test_a_fit_that_fails_leaves_the_earlier_one():
    model = ClassicalMDS(2).fit(SMALL)
    placed = model.transform(NEW)
    with pytest.raises(ValueError, match="NaN"):
        model.fit(np.full((20, 3), np.nan))
    np.testing.assert_array_equal(model.transform(NEW), placed)


def test_l2_is_another_name_of_euclidean_distances():
    far = SMALL + 1e7
    one, other = ClassicalMDS(2, metric="l2").fit(far), ClassicalMDS(2).fit(far)
    np.testing.assert_array_equal(one.eigenvalues_, other.eigenvalues_)
    np.testing.assert_array_equal(one.transform(far[:3]), other.transform(far[:3]))


def test_a_matrix_that_cannot_hold_distances_is_refused():
    D = np.array([[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.0]])
    model = ClassicalMDS(1, metric="precomputed")
    with pytest.raises(ValueError, match="samples 1 and 3 is -2; allowed: at least 0"):
        model.fit(D * np.where(D == 2.0, -1.0, 1.0))
    with pytest.raises(ValueError, match="sample 2 to itself is 0.5; allowed: 0"):
        model.fit(D + np.diag([0.0, 0.5, 0.0]))
    assert model.fit(D).eigenvalues_[0] == pytest.approx(2.0, abs=1e-12)
