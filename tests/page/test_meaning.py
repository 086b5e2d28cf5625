"""Each map has a sentence that says what it is and what to look for."""

from types import SimpleNamespace

import numpy as np
import pytest

from kpca import kernels
from kpca.data import Distances, Gram
from kpca.page import meaning


def _of(kernel=None, data=None):
    return meaning.of_map(SimpleNamespace(kernel=kernel, data=data))


@pytest.mark.parametrize(
    ("kernel", "word"),
    [
        (kernels.Linear(), "PCA shows"),
        (kernels.RBF(0.5), "horseshoe"),
        (kernels.Laplacian(0.5), "horseshoe"),
        (kernels.Matern32(0.5), "horseshoe"),
        (kernels.Polynomial(gamma=1.0, degree=2), "rings"),
        (kernels.Lift(), "rings"),
        (kernels.Cosine(), "proportions"),
        (kernels.Sigmoid(gamma=0.1), "alike"),
    ],
)
def test_the_sentence_is_that_of_the_kind_of_kernel(kernel, word):
    assert word in _of(kernel)


def test_without_a_kernel_the_given_matrix_is_named():
    K = np.eye(3)
    assert "matrix" in _of(data=Gram(K, K, K))
    assert "distances" in _of(data=Distances(K, K, K))


@pytest.mark.parametrize("kind", kernels.KERNELS)
def test_every_kernel_has_one_sentence(kind):
    texts = [text for one, text in meaning.OF_KERNELS if issubclass(kind, one)]
    assert len(texts) == (kind.name != "sigmoid")
