"""Minus the squared prediction error of new samples, for each way to give a kernel."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.exceptions import NotFittedError

from kpca import KernelPCA, kernels
from kpca.formulations import dual
from kpca.kernels import RBF
from novelty import reconstruction_error

DIGITS = load_digits().data / 8.0 - 1.0
OLD, NEW = DIGITS[:300], DIGITS[1000:1040]
K, K_NEW = RBF(0.02)(OLD, OLD), RBF(0.02)(NEW, OLD)
EXPECTED = -reconstruction_error(dual.fit(K, 6), K, K_NEW, np.ones(40))


def _of_two(x, y):
    return np.exp(-0.02 * ((x - y) ** 2).sum())


@pytest.mark.parametrize(
    ("model", "old", "new", "diagonal"),
    [
        (KernelPCA(6, kernel="rbf", gamma=0.02), OLD, NEW, None),
        (KernelPCA(6, kernel=kernels.RBF(0.02), eigen_solver="arpack"), OLD, NEW, None),
        (KernelPCA(6, kernel="rbf", gamma=0.02), csr_matrix(OLD), csr_matrix(NEW), None),
        (KernelPCA(6, kernel=_of_two), OLD, NEW, None),
        (KernelPCA(6, kernel="precomputed"), K, K_NEW, np.ones(40)),
    ],
    ids=["name", "kernel", "sparse", "function", "precomputed"],
)
def test_it_is_minus_the_reconstruction_error_however_the_kernel_is_given(
    model, old, new, diagonal
):
    found = model.fit(old).score_samples(new, diagonal)
    np.testing.assert_allclose(found, EXPECTED, rtol=1e-8)
    assert np.abs(EXPECTED - EXPECTED.mean()).max() > 0.05, "the values differ"


@pytest.mark.parametrize("moved", [0.0, 1e4])
def test_with_the_linear_kernel_it_is_minus_the_squared_error_of_pca(moved):
    rest = NEW - (pca := PCA(5).fit(OLD)).inverse_transform(pca.transform(NEW))
    model = KernelPCA(5).fit(OLD + moved)
    np.testing.assert_allclose(model.score_samples(NEW + moved), -(rest**2).sum(axis=1), rtol=1e-6)


def test_the_kernel_of_a_zero_row_is_that_of_scikit_learn():
    new = np.vstack([NEW[:3], np.zeros((1, 64))])
    model = KernelPCA(4, kernel="cosine").fit(OLD)
    found = model.score_samples(new)
    np.testing.assert_allclose(found[:3], model.score_samples(NEW[:3]), rtol=1e-9)
    # k(0, 0) = 0 there, and k(0, x) = 0: the feature is 0, at the distance of the mean.
    z = model.transform(new)[3]
    U = OLD / np.linalg.norm(OLD, axis=1, keepdims=True)
    assert found[3] == pytest.approx(-((U @ U.T).mean() - z @ z), rel=1e-8, abs=0)


def test_a_training_sample_is_more_like_the_samples_than_noise():
    model = KernelPCA(20, kernel="rbf", gamma=0.02).fit(OLD)
    noise = np.random.default_rng(0).permuted(NEW, axis=1)
    assert model.score_samples(OLD).mean() > model.score_samples(NEW).mean()
    assert model.score_samples(NEW).min() > model.score_samples(noise).max()
    whole = KernelPCA(kernel="rbf", gamma=0.02).fit(OLD)
    assert (whole.score_samples(OLD) <= 0.0).all()
    assert whole.score_samples(OLD).min() > -1e-8


def test_components_without_an_eigenvalue_change_nothing():
    """Columns twice: two of four components. A new sample that breaks the relation is unlike."""
    two, other = OLD[:, 18:20], NEW[:, 18:20]
    with pytest.warns(UserWarning, match="2 of 4"):
        model = KernelPCA(4).fit(np.hstack([two, two]))
    assert model.score_samples(np.hstack([other, other])).min() > -1e-9
    found = model.score_samples(np.hstack([other, other + 0.5]))
    np.testing.assert_allclose(found, -0.25, rtol=1e-9)


def test_single_precision_comes_back_as_single_precision():
    model = KernelPCA(6, kernel="rbf", gamma=0.02).fit(OLD.astype(np.float32))
    found = model.score_samples(NEW.astype(np.float32))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, EXPECTED, rtol=1e-5)
    assert model.score_samples(NEW).dtype == np.float64


def test_a_model_that_was_not_fitted_is_refused():
    with pytest.raises(NotFittedError):
        KernelPCA(2).score_samples(NEW)
