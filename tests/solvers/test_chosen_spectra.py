"""A Gram matrix with a chosen spectrum has that spectrum."""

import numpy as np
import pytest

from kpca.centering import center
from kpca.solvers.chosen_spectra import SPECTRA, gram


@pytest.mark.parametrize("name", SPECTRA)
def test_the_centered_matrix_has_the_chosen_eigenvalues_and_a_zero(name):
    found = np.linalg.eigvalsh(center(gram(SPECTRA[name])))
    np.testing.assert_allclose(found, np.sort(np.append(SPECTRA[name], 0.0)), atol=1e-13)


def test_the_matrix_itself_is_not_centered_unless_asked_for():
    K = gram(SPECTRA["decaying"])
    assert np.abs(K.sum(axis=0)).min() > 1.0
    assert np.abs(gram(SPECTRA["decaying"], shift=0.0).sum(axis=0)).max() < 1e-12


@pytest.mark.parametrize("name", SPECTRA)
def test_the_matrix_is_symmetric_to_the_last_bit(name):
    K = gram(SPECTRA[name], seed=3)
    np.testing.assert_array_equal(K, K.T)
