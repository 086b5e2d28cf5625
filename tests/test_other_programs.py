"""What the page *programs* says of scikit-learn, by running it. ``test_r.py`` runs R."""

import re

import numpy as np
import pytest
from conftest import SPECTRA, gram
from sklearn.decomposition import KernelPCA
from sklearn.manifold import ClassicalMDS
from small_project import ROOT

import kpca
from kpca.estimators.elements_of import AsymmetricError
from kpca.estimators.solving import NegativeEigenvalueWarning

X = np.random.default_rng(0).normal(size=(30, 4)) + 5.0
PAGE = (ROOT / "kpca/site/text/conventions.md").read_text(encoding="utf-8")


def _uneven(seed=1):
    A = np.random.default_rng(seed).normal(size=(12, 12))
    return A @ A.T + np.triu(np.ones((12, 12)))


def test_the_page_names_the_version_of_the_lock():
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    version = re.search(r"^scikit-learn==(\S+)", lock, re.MULTILINE)[1]
    assert f"scikit-learn {version} " in PAGE


def test_eigenvalues_are_those_of_the_centered_matrix_and_scores_have_their_roots_as_lengths():
    model = KernelPCA(3, kernel="rbf", gamma=0.1).fit(X)
    scores = model.transform(X)
    np.testing.assert_allclose((scores**2).sum(axis=0), model.eigenvalues_, rtol=1e-9)
    ours = kpca.KernelPCA(3, kernel="rbf", gamma=0.1).fit(X)
    np.testing.assert_allclose(model.eigenvalues_, ours.eigenvalues_, rtol=1e-9)
    np.testing.assert_allclose(scores, ours.transform(X), atol=1e-9)


def test_the_largest_entry_of_an_eigenvector_is_positive():
    V = KernelPCA(5, kernel="rbf", gamma=0.1).fit(X).eigenvectors_
    assert (V[np.abs(V).argmax(axis=0), range(5)] > 0.0).all()


def test_a_negative_eigenvalue_is_an_error_only_if_it_is_among_those_computed():
    K = gram(SPECTRA["indefinite"])
    with pytest.raises(ValueError, match="significant negative eigenvalues"):
        KernelPCA(kernel="precomputed").fit(K)
    assert (KernelPCA(2, kernel="precomputed").fit(K).eigenvalues_ > 0.0).all()
    with pytest.warns(NegativeEigenvalueWarning, match="are negative and hold"):
        kpca.KernelPCA(2, kernel="precomputed").fit(K)


def test_negative_eigenvalues_of_distances_are_axes_of_nan_there_and_of_0_here():
    D = np.ones((4, 4)) - np.eye(4)
    D[0, 1:] = D[1:, 0] = 0.2
    with np.errstate(invalid="ignore"):
        assert np.isnan(ClassicalMDS(4, metric="precomputed").fit_transform(D)).any()
    with pytest.warns(NegativeEigenvalueWarning, match="not Euclidean"):
        ours = kpca.ClassicalMDS(4, metric="precomputed").fit_transform(D)
    assert (ours[:, -1] == 0.0).all()


def test_an_asymmetric_kernel_matrix_is_accepted_there_and_an_error_here():
    assert len(KernelPCA(2, kernel="precomputed").fit(_uneven()).eigenvalues_) == 2
    with pytest.raises(AsymmetricError, match="not symmetric"):
        kpca.KernelPCA(2, kernel="precomputed").fit(_uneven())
    with pytest.raises(ValueError, match="must be symmetric"):
        ClassicalMDS(2, metric="precomputed").fit(np.abs(_uneven()))


def test_there_are_no_explained_shares_and_new_samples_have_no_place_by_distances():
    assert not hasattr(KernelPCA(2).fit(X), "explained_variance_ratio_")
    assert not hasattr(ClassicalMDS(2), "transform")
    ours = kpca.ClassicalMDS(2).fit(X)
    assert ours.transform(X[:3]).shape == (3, 2)
    assert kpca.KernelPCA(2).fit(X).explained_variance_ratio_.shape == (2,)


def test_the_inverse_transform_of_the_linear_kernel_does_not_return_the_mean():
    theirs = KernelPCA(4, fit_inverse_transform=True, alpha=1e-9).fit(X)
    back = theirs.inverse_transform(theirs.transform(X))
    assert np.abs(back.mean(axis=0)).max() < 0.1 < 4.0 < X.mean(axis=0).min()
    ours = kpca.KernelPCA(4, fit_inverse_transform=True).fit(X)
    np.testing.assert_allclose(ours.inverse_transform(ours.transform(X)), X, atol=1e-6)
