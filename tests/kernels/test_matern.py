"""The Matérn kernels are those of scikit-learn's Gaussian processes."""

import numpy as np
import pytest
from sklearn.gaussian_process.kernels import Matern

from kpca import KernelPCA
from kpca.arithmetic import hundred_digits
from kpca.kernels import Matern32, Matern52

X = np.random.default_rng(0).normal(size=(25, 3))
BY_NU = [(Matern32(1.7), 1.5), (Matern52(1.7), 2.5)]


@pytest.mark.parametrize(("kernel", "nu"), BY_NU)
def test_values_and_components_are_those_of_scikit_learn(kernel, nu):
    theirs = Matern(length_scale=1.7, nu=nu)
    np.testing.assert_allclose(kernel(X, X), theirs(X), rtol=1e-13)
    ours = KernelPCA(3, kernel=kernel).fit(X).eigenvalues_
    np.testing.assert_allclose(ours, KernelPCA(3, kernel="precomputed").fit(theirs(X)).eigenvalues_)


@pytest.mark.parametrize(
    ("kernel", "value", "neighbor"),
    [
        (Matern32(2.0), (1 + 1.5) * np.exp(-1.5), np.exp(-1.5)),
        (Matern52(2.0), (1 + 1.5 + 0.75) * np.exp(-1.5), (1 + 1.5) * np.exp(-1.5)),
    ],
    ids=str,
)
def test_values_and_definitions_by_hand(kernel, value, neighbor):
    """The square of a distance of 3/2 times the length, over nu = 3/2 or 5/2."""
    distance = 3.0 / np.sqrt(3.0 if isinstance(kernel, Matern32) else 5.0)
    assert kernel(np.zeros((1, 1)), np.full((1, 1), distance)) == pytest.approx(
        value, rel=1e-14, abs=0.0
    )
    x, y = [hundred_digits().mpf(0)], [hundred_digits().mpf(distance)]
    functions = (kernel.definition.value, *kernel.definition.neighbors)
    values = [float(function(x, y, length_scale=2.0)) for function in functions]
    assert values == pytest.approx([value, neighbor], rel=1e-14, abs=0.0)


def test_a_length_scale_has_to_be_given():
    with pytest.raises(TypeError, match="length_scale"):
        Matern32()
