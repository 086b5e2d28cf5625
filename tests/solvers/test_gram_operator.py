"""The choice between tiles, features and the covariance follows from operations and from memory."""

import numpy as np
import pytest

from kpca import kernels
from kpca.solvers.elements import FunctionElements, KernelElements, MatrixElements
from kpca.solvers.feature_gram import FeatureGram, least_bytes
from kpca.solvers.gram_operator import Way, gram_operator, way
from kpca.solvers.tiled import TiledGram

LINEAR = kernels.Linear()


def _points(n, q):
    """Points that take no memory."""
    return KernelElements(LINEAR, np.broadcast_to(0.0, (n, q)))


@pytest.mark.parametrize(
    ("n", "q", "expected"),
    [
        (2_000, 64, Way.COVARIANCE),
        (1_797, 64, Way.COVARIANCE),
        (5_000, 1_000, Way.COVARIANCE),
        (1_000_000, 64, Way.COVARIANCE),
        (50_000, 5_000, Way.FEATURES),
        (2_000, 1_000, Way.TILES),
        (2_000, 10_000, Way.TILES),
    ],
)
def test_the_number_of_features_chooses_the_way(n, q, expected):
    assert way(_points(n, q)) is expected


@pytest.mark.parametrize(
    ("kernel", "q", "expected"),
    [
        (kernels.Polynomial(1.0, 2), 10, Way.COVARIANCE),
        (kernels.Polynomial(1.0, 3), 40, Way.TILES),
        (kernels.Lift(), 64, Way.COVARIANCE),
        (kernels.Cosine(), 64, Way.COVARIANCE),
        (kernels.RBF(1.0), 2, Way.TILES),
        (kernels.Polynomial(1.0, 2, -1.0), 2, Way.TILES),
    ],
    ids=str,
)
def test_the_features_of_the_kernel_count_and_not_the_columns(kernel, q, expected):
    assert way(KernelElements(kernel, np.broadcast_to(0.0, (10_000, q)))) is expected


def test_a_matrix_or_a_function_has_no_features():
    assert way(MatrixElements(np.eye(3))) is Way.TILES
    assert way(FunctionElements(lambda X, Y: X @ Y.T, np.eye(3))) is Way.TILES


def test_the_solver_and_its_certificate_get_the_same_operator():
    for other_edges in (False, True):
        few = gram_operator(_points(600, 3), other_edges=other_edges)
        many = gram_operator(_points(600, 500), other_edges=other_edges)
        assert isinstance(few, FeatureGram)
        assert isinstance(many, TiledGram)


def test_features_need_the_memory_of_their_covariance():
    elements, least = _points(4_000, 500), least_bytes(4_000, 500)
    assert way(elements, least) is Way.COVARIANCE
    assert way(elements, least - 1) is Way.TILES
