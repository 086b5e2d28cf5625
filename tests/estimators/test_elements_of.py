"""Which elements an estimator's input and parameters give."""

import re

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.metrics import pairwise_distances

from kpca import ClassicalMDS, KernelPCA, kernels
from kpca.estimators.elements_of import (
    AsymmetricError,
    OfMatrices,
    _assumed,
    distance_elements,
    kernel_elements,
    kernel_of,
    matrix_elements,
)
from kpca.solvers import partial
from kpca.solvers.elements import FunctionElements, KernelElements, MatrixElements

X = np.random.default_rng(0).normal(size=(12, 3))
PARAMETERS = {"gamma": 0.3, "degree": 4, "coef0": 0.75}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("linear", kernels.Linear()),
        ("rbf", kernels.RBF(0.3)),
        ("poly", kernels.Polynomial(0.3, 4, 0.75)),
        ("sigmoid", kernels.Sigmoid(0.3, 0.75)),
        ("laplacian", kernels.Laplacian(0.3)),
        ("cosine", kernels.Cosine()),
        ("lift", kernels.Lift()),
        ("chi2", None),
    ],
)
def test_a_name_of_scikit_learn_gives_our_kernel_with_its_parameters(name, expected):
    assert kernel_of(name, **PARAMETERS) == expected


def test_parameters_that_our_kernels_do_not_have_are_left_to_scikit_learn():
    assert kernel_of("poly", 0.5, 1.5, 1.0) is None
    assert kernel_of("poly", 0.5, 0, 1.0) is None
    assert kernel_of("poly", 0.5, 2, -1.0) == kernels.Polynomial(0.5, 2, -1.0)
    assert kernel_of("poly", 0.5, 101, 0.25) is None
    assert kernel_of("poly", 0.5, 100, 0.0) == kernels.Polynomial(0.5, 100, 0.0)
    assert kernel_of("rbf", 0.0, 2, 1.0) is None
    assert kernel_of(kernels.RBF(3.0), **PARAMETERS) == kernels.RBF(3.0)
    assert kernel_of(min, **PARAMETERS) is None


def test_dense_points_are_computed_by_our_kernel_and_sparse_ones_by_scikit_learn():
    assert isinstance(kernel_elements(X, "rbf", PARAMETERS), KernelElements)
    sparse = kernel_elements(csr_matrix(X), "rbf", PARAMETERS)
    assert isinstance(sparse, FunctionElements)
    assert sparse.positive
    assert 0.0 < sparse.error < 1e-13
    assert not kernel_elements(csr_matrix(X), "sigmoid", PARAMETERS).positive
    assert kernel_elements(csr_matrix(X), "poly", PARAMETERS).positive
    assert not kernel_elements(csr_matrix(X), "poly", PARAMETERS | {"coef0": -1.0}).positive


def test_a_point_without_direction_has_the_cosine_of_scikit_learn():
    with_zero = np.vstack([X, np.zeros((1, 3))])
    elements = kernel_elements(with_zero, "cosine", PARAMETERS)
    assert isinstance(elements, FunctionElements)
    assert elements.diagonal()[-1] == 0.0


def test_euclidean_distances_give_inner_products_and_others_half_of_their_squares():
    out = np.empty((12, 12))
    assert isinstance(distance_elements(X, "euclidean", {}), KernelElements)
    distance_elements(X, "cityblock", {}).block(slice(0, 12), slice(0, 12), out)
    expected = -0.5 * np.abs(X[:, None] - X[None]).sum(axis=2) ** 2
    np.testing.assert_allclose(out, expected, rtol=1e-12, atol=1e-15)
    weighted = distance_elements(X, "minkowski", {"p": 3})
    assert isinstance(weighted, FunctionElements)
    expected = -0.5 * (np.abs(X[2:5, None] - X[None]) ** 3).sum(axis=2) ** (2 / 3)
    np.testing.assert_allclose(weighted.new_rows(X[2:5]), expected, rtol=1e-12, atol=1e-15)
    assert not weighted.positive


RISING = np.abs(X) * np.logspace(-2, 1, 12)[:, None]
"""Points whose first one is the smallest, and whose last one is the largest."""


def test_the_error_of_a_function_is_that_of_the_largest_value_in_a_corner():
    q = 3
    chi2 = kernel_elements(RISING, "additive_chi2", PARAMETERS)
    assert isinstance(chi2, FunctionElements)
    K = np.empty((12, 12))
    chi2.block(slice(0, 12), slice(0, 12), K)
    assert chi2.error == pytest.approx((q + 8) * 2.0**-53 * np.abs(K).max(), rel=1e-9, abs=0.0)
    block = distance_elements(RISING, "cityblock", {})
    half = 0.5 * np.abs(RISING[:, None] - RISING[None]).sum(axis=2).max() ** 2
    assert block.error == pytest.approx((q + 8) * 2.0**-53 * half, rel=1e-9, abs=0.0)


def test_the_error_of_sparse_points_is_that_of_the_largest_by_products_and_by_differences():
    kernel = kernels.Polynomial(0.3, 4, 0.75)
    radius = float(np.linalg.norm(RISING, axis=1).max())
    for name, ours in (("poly", kernel), ("rbf", kernels.RBF(0.3))):
        both = ours.rounding(3, radius), ours.rounding_of_products(3, radius)
        for memory in (0.0, 1e6):
            elements = kernel_elements(csr_matrix(RISING), name, PARAMETERS, memory)
            assert elements.error == pytest.approx(max(both), rel=1e-12, abs=0.0)


def test_names_of_kernels_that_are_never_negative_definite_are_known():
    for name, positive in {"chi2": True, "additive_chi2": False, "sigmoid": False}.items():
        points = csr_matrix(RISING) if name == "sigmoid" else RISING
        assert kernel_elements(points, name, PARAMETERS).positive == positive
    # Parameters that none of our polynomials has, and points that none takes.
    for more, positive in (
        ({"degree": 0}, True),
        ({"degree": 101}, True),
        ({"degree": 1.5}, False),
        ({"coef0": -0.5}, False),
    ):
        points = csr_matrix(RISING) if "coef0" in more else RISING
        elements = kernel_elements(points / 50.0, "poly", PARAMETERS | more)
        assert isinstance(elements, FunctionElements)
        assert elements.positive == positive


def test_a_function_that_computes_in_single_precision_is_as_accurate_as_that():
    values = np.array([[2.5, -7.0], [-7.0, 3.0]])
    assert _assumed(values.astype(np.float32), 4) == 12 * 2.0**-24 * 7.0 / (1.0 - 12 * 2.0**-53)
    assert _assumed(values, 4) == 12 * 2.0**-53 * 7.0 / (1.0 - 12 * 2.0**-53)


def _of_points(dtype=float):
    """A kernel matrix (5, 5) with the largest element 36 and different sizes on the diagonal."""
    points = np.array([[6.0, 0.0], [1.0, 2.0], [-3.0, 1.5], [0.25, -4.0], [2.0, 0.5]])
    return (points @ points.T).astype(dtype)


def test_half_of_an_asymmetry_is_part_of_the_error_of_a_given_matrix():
    A = _of_points()
    A[3, 1] += 1e-6
    A[0, 2] -= 4e-6
    elements = matrix_elements(A, "kernel matrix")
    assert (elements.K == elements.K.T).all()
    assert elements.K[1, 3] == elements.K[3, 1] == pytest.approx(-7.75 + 5e-7, abs=1e-15)
    assert elements.error == pytest.approx(2e-6, abs=1e-15)
    assert matrix_elements(_of_points(), "kernel matrix").error == 0.0


@pytest.mark.parametrize(("dtype", "unit"), [(np.float32, 2.0**-24), (np.float16, 2.0**-11)])
def test_numbers_in_less_than_double_precision_are_known_up_to_their_rounding(dtype, unit):
    elements = matrix_elements(_of_points(dtype), "kernel matrix")
    assert elements.K.dtype == float
    assert elements.error == 36.0 * unit


def test_two_numbers_in_single_precision_are_averaged_in_double_precision():
    A = _of_points(np.float32)
    A[2, 4] = np.nextafter(A[2, 4], np.float32(0.0))
    mean = matrix_elements(A, "kernel matrix").K[2, 4]
    assert mean == 0.5 * (float(A[2, 4]) + float(A[4, 2]))
    assert mean != np.float32(mean)


def test_a_distance_may_be_asymmetric_by_1e_5_of_its_size_and_no_more():
    D = np.array([[0.0, 2.0, 700.0], [2.0, 0.0, 650.0], [700.0, 650.0, 0.0]])
    D[2, 0] *= 1.0 + 9e-6
    assert matrix_elements(D, "distance matrix").error == pytest.approx(0.00315, abs=1e-9)
    D[0, 1] *= 1.0 + 1.1e-5
    with pytest.raises(AsymmetricError):
        matrix_elements(D, "distance matrix")


@pytest.mark.parametrize("elements", [2**22, 10, 1])
def test_the_pair_that_is_named_exceeds_what_is_allowed_for_it_the_most(monkeypatch, elements):
    """Whether all rows are compared at once, or two of them, or one at a time.

    A value may be asymmetric by 1e-5 of the lengths of its features: sqrt(5 * 4.25) of 2 and 5.
    """
    monkeypatch.setattr("kpca.estimators.elements_of.BLOCK", elements)
    A = _of_points()
    A[1, 0] += 9e-5  # Allowed: 1.3e-4.
    A[3, 4] -= 8e-5  # Allowed: 8.3e-5.
    assert matrix_elements(A, "kernel matrix").error == pytest.approx(4.5e-5, abs=1e-15)
    A[1, 4] += 4.4e-5  # Allowed: 4.6e-5.
    assert matrix_elements(A, "kernel matrix").error == pytest.approx(4.5e-5, abs=1e-15)
    A[1, 4] += 0.4e-5
    with pytest.raises(AsymmetricError, match="samples (2 and 5|5 and 2)"):
        matrix_elements(A, "kernel matrix")


def _counting(calls):
    def product(x, y, weight=1.0):
        calls.append(1)
        return weight * float(x @ y)

    return product


@pytest.mark.parametrize("kind", ["kernel", "metric"])
def test_a_function_is_called_once_for_each_pair_if_twice_the_matrix_fits(kind):
    calls = []
    least = 16 * 12**2
    if kind == "kernel":
        made = kernel_elements(X, _counting(calls), {"weight": 0.5}, least)
    else:
        made = distance_elements(X, _counting(calls), {"weight": 0.5}, least)
    # And of each pair in the other order, because there are no more samples than are compared.
    assert len(calls) == 2 * 12 * 13 // 2
    assert isinstance(made, MatrixElements)
    expected = 0.5 * X @ X.T
    expected = expected if kind == "kernel" else -0.5 * expected**2
    np.testing.assert_allclose(made.K, expected, rtol=1e-12, atol=1e-15)
    in_blocks = distance_elements if kind == "metric" else kernel_elements
    blocks = in_blocks(X, _counting(calls), {"weight": 0.5}, least - 1)
    assert isinstance(blocks, FunctionElements)
    np.testing.assert_allclose(blocks.new_rows(X[3:5]), expected[3:5], rtol=1e-12, atol=1e-15)


def test_values_of_an_unknown_function_count_as_accurate_as_sums_of_q_plus_8_products():
    K = kernel_elements(X, _counting([]), {"weight": -7.0}, 1e6)
    expected = 11 * 2.0**-53 * np.abs(7.0 * X @ X.T).max()
    assert K.error == pytest.approx(expected, rel=1e-12, abs=0.0)
    assert not K.positive
    D = distance_elements(X, "cityblock", {}, 1e6)
    half = 0.5 * np.abs(X[:, None] - X[None]).sum(axis=2).max() ** 2
    assert D.error == pytest.approx(11 * 2.0**-53 * half, rel=1e-12, abs=0.0)


@pytest.mark.parametrize("metric", ["russellrao", "cosine"])
def test_a_metric_that_is_not_0_for_a_sample_and_itself_has_one_spectrum_at_once_and_in_blocks(
    metric,
):
    points = np.random.default_rng(0).uniform(size=(60, 7)) < 0.3
    points = points if metric == "russellrao" else points.astype(float)
    at_once, in_blocks = (distance_elements(points, metric, {}, m) for m in (1e9, 0.0))
    assert isinstance(in_blocks, FunctionElements)
    spectra = [
        partial.by_lapack(elements, 3).solution.spectrum for elements in (at_once, in_blocks)
    ]
    np.testing.assert_allclose(spectra[0], spectra[1], rtol=0, atol=1e-12)
    own = np.diagonal(pairwise_distances(points, points.copy(), metric=metric))
    assert own.max() > 0.3, "the control: the metric of a sample and itself"


def _of_matrices(A, B, c=0.0):
    return (A @ B.T + c) ** 2


def test_a_function_of_matrices_is_called_once_for_all_pairs_and_gives_the_same_model():
    calls = []

    def counted(A, B, c):
        calls.append((A.shape, B.shape))
        return _of_matrices(A, B, c)

    points = np.random.default_rng(8).normal(size=(9, 2)) + [1.0, -2.0]
    new = points[:4] * 1.3
    model = KernelPCA(2, kernel=counted, kernel_on="matrices", kernel_params={"c": 1.5}).fit(points)
    assert calls == [((9, 2), (9, 2))]
    expected = KernelPCA(2, kernel="poly", degree=2, gamma=1.0, coef0=1.5).fit(points)
    for method in ("transform", "score_samples"):
        np.testing.assert_allclose(
            getattr(model, method)(new), getattr(expected, method)(new), rtol=0, atol=1e-11
        )


def test_the_error_of_sparse_points_is_that_of_sums_of_entries_at_one_place():
    """The point (3, 4) in three pieces has the length 5, and not the root of 1 + 4 + 16."""
    pieces = csr_matrix(([1.0, 2.0, 4.0, 1.0], [0, 0, 1, 2], [0, 3, 4]), shape=(2, 3))
    kernel = kernels.Polynomial(0.3, 4, 0.75)
    found = kernel_elements(pieces, "poly", PARAMETERS).error
    both = kernel.rounding(3, 5.0), kernel.rounding_of_products(3, 5.0)
    assert found == pytest.approx(max(both), rel=1e-12, abs=0.0)


def test_the_error_of_a_matrix_in_single_precision_has_its_rounding_and_half_of_its_asymmetry():
    A = _of_points(np.float32)
    A[3, 1] += np.float32(1e-5)
    apart = float(A[3, 1]) - float(A[1, 3])
    assert apart == pytest.approx(1e-5, rel=0.05, abs=0)
    expected = pytest.approx(36.0 * 2.0**-24 + 0.5 * apart, rel=1e-15, abs=0)
    assert matrix_elements(A, "kernel matrix").error == expected


def _one_sided(x, y, weight=0.3):
    return float(np.exp(-((x - y) ** 2).sum()) + weight * x[0] * y[1])


def _one_sided_of_matrices(A, B, weight=0.3):
    squares = ((A[:, None] - B[None]) ** 2).sum(axis=2)
    return np.exp(-squares) + weight * np.outer(A[:, 0], B[:, 1])


@pytest.mark.parametrize("memory", [None, 1e4])
@pytest.mark.parametrize("n", [5, 40, 130])
@pytest.mark.parametrize(
    ("model", "function"),
    [
        (KernelPCA(2, kernel=_one_sided), _one_sided),
        (KernelPCA(2, kernel=_one_sided_of_matrices, kernel_on="matrices"), _one_sided),
        (ClassicalMDS(2, metric=lambda x, y: _one_sided(x, y) ** 2), None),
    ],
    ids=["pairs", "matrices", "metric"],
)
def test_a_function_that_depends_on_the_order_is_refused_with_two_samples_and_both_values(
    model, function, n, memory
):
    points = np.random.default_rng(n).normal(size=(n, 3))
    with pytest.raises(AsymmetricError) as raised:
        model.set_params(max_memory=memory).fit(points)
    pattern = r"function as a \w+ .* samples (\d+) and (\d+) have (\S+) and (\S+); allowed"
    i, j, one, other = map(float, re.search(pattern, str(raised.value)).groups())
    x, y = points[int(i) - 1], points[int(j) - 1]
    function = function or model.metric
    assert {one, other} == {float(f"{function(*pair):.6g}") for pair in ((x, y), (y, x))}
    assert abs(one - other) > 0.05 * max(abs(one), abs(other))


@pytest.mark.parametrize("kernel_on", ["pairs", "matrices"])
def test_an_asymmetry_of_rounding_is_accepted_and_half_of_it_is_part_of_the_error(kernel_on):
    """1e-7 times x_0 y_1 is below 1e-5 of the values, and above all other errors."""
    function = _one_sided if kernel_on == "pairs" else OfMatrices(_one_sided_of_matrices)
    points = np.random.default_rng(2).normal(size=(14, 3))
    halves = [np.outer(points[:, 0], points[:, 1]), np.outer(points[:, 1], points[:, 0])]
    expected = 0.5e-7 * np.abs(halves[0] - halves[1]).max()
    for memory in (1e6, 0.0):
        error = kernel_elements(points, function, {"weight": 1e-7}, memory).error
        assert error == pytest.approx(expected, rel=1e-6, abs=0.0)
        assert kernel_elements(points, function, {"weight": 0.0}, memory).error < 1e-14
    metric = distance_elements(points, lambda x, y: 2.0 + 1e-7 * x[0] * y[1], {}, 1e6)
    assert metric.error == pytest.approx(2.0 * expected, rel=1e-6, abs=0.0)
