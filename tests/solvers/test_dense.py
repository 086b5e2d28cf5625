"""Order, residuals and bound of the dense eigen-solver."""

import numpy as np
import pytest
from conftest import SPECTRA, gram

from kpca import arithmetic, kernels
from kpca.centering import center
from kpca.solvers import dense, partial
from kpca.solvers.elements import KernelElements


@pytest.mark.parametrize("name", SPECTRA)
def test_the_chosen_spectrum_comes_out_within_the_bound(name):
    found = dense.leading(center(gram(SPECTRA[name])), 3, error=1e-13)
    expected = np.sort(np.append(SPECTRA[name], 0.0))[::-1]
    assert np.abs(found.spectrum - expected).max() <= found.matrix_error
    assert np.abs(found.spectrum * (1 + 1e-6) - expected).max() > found.matrix_error


@pytest.mark.parametrize(("asymmetry", "accepted"), [(1.0, True), (0.9, True), (1.2, False)])
def test_an_asymmetry_of_twice_the_error_is_accepted(asymmetry, accepted):
    A = np.array([[1.0, asymmetry], [0.0, 3.0]])
    if accepted:
        assert len(dense.leading(A, 1, 0.5).spectrum) == 2
    else:
        with pytest.raises(ValueError, match="not symmetric"):
            dense.leading(A, 1, 0.5)


def test_the_bound_is_the_given_error_and_ten_n_u_times_the_frobenius_norm():
    A = np.diag([3.0, 4.0, 0.0, 0.0])
    assert dense.leading(A, 2, 0.25).matrix_error - 0.25 == pytest.approx(
        10 * 4 * 2.0**-53 * 5.0, rel=1e-2, abs=0.0
    )
    assert dense.leading(A, 2, 0.0).matrix_error == pytest.approx(
        10 * 4 * 2.0**-53 * 5.0, rel=1e-12, abs=0.0
    )


def test_the_residual_is_that_of_the_stored_vectors():
    A = np.array([[2.0, 1.0], [1.0, 2.0]])
    found = dense.leading(A, 1, 0.0)
    assert found.residual == np.linalg.norm(A @ found.V[:, 0] - found.spectrum[0] * found.V[:, 0])
    assert found.spectrum == pytest.approx([3.0, 1.0], rel=1e-14, abs=0.0)


def test_only_a_centered_matrix_has_the_mean_of_its_vectors_removed():
    A = np.diag([3.0, 1.0])
    assert (dense.leading(A, 1, 0.0).V[:, 0] == [1.0, 0.0]).all()
    K = center(gram(SPECTRA["steep"], shift=1e6))
    assert np.abs(dense.leading(K, 5, 1e-6, centered=True).V.sum(axis=0)).max() < 1e-15


@pytest.mark.parametrize("seed", [0, 7, 12])
@pytest.mark.parametrize("kernel", [kernels.RBF(0.5), kernels.Linear()], ids=str)
def test_small_components_of_two_narrow_clusters_are_certified_and_those_of_fifty_digits(
    kernel, seed
):
    """14 points with a jitter of 1e-6: the solver leaves 1e-4 of the vector 1 in small ones."""
    rng = np.random.default_rng(seed)
    X = np.repeat(2.0 * rng.normal(size=(2, 5)), 7, axis=0) + 1e-6 * rng.normal(size=(14, 5))
    solved = partial.by_lapack(KernelElements(kernel, X), 4)
    assert solved.certificate.certified
    assert solved.certificate.orthogonality < 1e-12
    V, bound = solved.solution.V, solved.solution.matrix_error
    assert np.abs(V.sum(axis=0)).max() < 1e-14
    points = arithmetic.fifty_digits(X)
    exact = arithmetic.eigenvalues(center(kernel(points, points)))[:4]
    off = np.abs(solved.solution.mu - exact.astype(float))
    assert (off <= bound).all()
    assert solved.solution.mu[3] > bound
    # The residual of no vector became larger than rounding.
    assert (solved.solution.residuals <= bound).all()
