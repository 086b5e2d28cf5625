"""Every bound holds against exact arithmetic, and none is so wide that it says nothing."""

from fractions import Fraction

import numpy as np
import pytest
from conftest import SPECTRA, gram

from kpca import eigen, kernels, study, tolerances
from kpca.centering import center, gower
from kpca.distances import induced

X = np.random.default_rng(0).normal(size=(12, 5))
EXTENDED = np.longdouble


def _radius(points):
    return np.sqrt((points**2).sum(axis=1).max())


@pytest.mark.parametrize(
    "kernel",
    [
        kernels.Linear(),
        kernels.Polynomial(0.5, 3),
        kernels.RBF(0.3),
        kernels.Sigmoid(0.1, 0.2),
        kernels.Lift(),
    ],
    ids=str,
)
def test_kernel_values_are_within_their_entry_bound(kernel):
    exact = _in_extended_precision(kernel, X.astype(EXTENDED))
    error = np.abs(kernel(X, X) - exact).max()
    bound = tolerances.entry(kernel, X.shape[1], _radius(X))
    assert error <= bound
    assert bound <= 1e4 * max(error, tolerances.U * np.abs(kernel(X, X)).max())


def _in_extended_precision(kernel, points):
    product = (points[:, None, :] * points[None, :, :]).sum(axis=-1)
    squares = product.diagonal()
    match kernel:
        case kernels.Linear():
            return product
        case kernels.Polynomial(gamma=gamma, degree=degree, coef0=coef0):
            return (EXTENDED(gamma) * product + EXTENDED(coef0)) ** degree
        case kernels.RBF(gamma=gamma):
            d2 = ((points[:, None] - points[None]) ** 2).sum(axis=-1)
            return np.exp(-EXTENDED(gamma) * d2)
        case kernels.Sigmoid(gamma=gamma, coef0=coef0):
            return np.tanh(EXTENDED(gamma) * product + EXTENDED(coef0))
        case kernels.Lift():
            return product + np.outer(squares, squares)


def test_unknown_kernel_has_no_bound():
    with pytest.raises(TypeError, match="no rounding bound"):
        tolerances.entry("kernel", 2, 1.0)


@pytest.mark.parametrize("n", [3, 100, 1000, 5000])
def test_pairwise_sum_is_within_its_bound(n):
    terms = np.random.default_rng(n).uniform(0.0, 1.0, n)
    exact = sum(map(Fraction, terms.tolist()))
    relative = abs(Fraction(float(terms.mean())) * n / exact - 1)
    assert relative <= tolerances.pairwise_sum(n)


@pytest.mark.parametrize("n", [95, 119, 127])
def test_pairwise_sum_bound_holds_where_rounding_is_at_its_worst(n):
    """One term of 1 in each place where the partial sums begin, and halves of an ulp after it."""
    terms = np.full(n, 2.0**-53)
    terms[:8] = 1.0
    exact = sum(map(Fraction, terms.tolist()))
    relative = abs(Fraction(float(terms.sum())) / exact - 1)
    assert 5 * tolerances.U < relative <= tolerances.pairwise_sum(n)


def _centered_exactly(K):
    K = K.astype(EXTENDED)
    rows = K.mean(axis=1)
    return K - rows[:, None] - rows[None, :] + rows.mean()


def test_centering_is_within_its_bound(any_gram):
    n, kappa = len(any_gram), np.abs(any_gram).max()
    error = np.abs(center(any_gram) - _centered_exactly(any_gram)).max()
    assert error <= tolerances.centering_entry(n, kappa)


def test_gower_matrix_is_within_its_bound(any_gram):
    n, D2 = len(any_gram), induced(any_gram)
    exact = -EXTENDED(0.5) * _centered_exactly(D2)
    error = np.linalg.norm((gower(D2) - exact).astype(float), 2)
    assert error <= tolerances.gower_gram(n, np.abs(D2).max(), 0.0)


@pytest.mark.parametrize("name", SPECTRA)
def test_eigenvectors_of_a_perturbed_matrix_obey_yu_wang_and_samworth(name):
    A = center(gram(SPECTRA[name]))
    E = np.random.default_rng(5).normal(size=A.shape)
    E = 1e-12 * (E + E.T) / np.linalg.norm(E + E.T, 2)
    a, b = (eigen.leading(matrix, 6, 1e-12) for matrix in (A, A + E))
    groups = eigen.groups(a.spectrum, 6, a.bound)
    assert groups or name == "steep"
    for group in groups:
        left, _, right = np.linalg.svd(b.V[:, group].T @ a.V[:, group])
        turned = np.linalg.norm(b.V[:, group] @ left @ right - a.V[:, group])
        size, gap = group.stop - group.start, eigen.gap(a.spectrum, group)
        assert turned <= tolerances.eigenvector(gap, 1e-12 + 2 * a.bound, size)


def test_norm_tolerance_grows_like_one_over_the_eigenvalue():
    allowed = tolerances.norm(10, 1.0, np.array([1.0, 0.1]))
    assert allowed[1] == pytest.approx(10 * allowed[0])


def test_kernel_of_given_distances_is_within_its_entry_bound():
    D = np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=-1))
    exact = D.astype(EXTENDED) ** 2
    exact = (exact[:, :1] + exact[:1] - exact) / 2
    K = study.Distances(D, D, D).K
    bound = tolerances.entry(None, 0, D.max())
    assert np.abs(K - exact).max() <= bound <= 1e2 * np.abs(K - exact).max()
