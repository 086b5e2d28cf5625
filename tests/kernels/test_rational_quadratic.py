"""The rational quadratic kernel is that of scikit-learn's Gaussian processes."""

import numpy as np
import pytest
from sklearn.gaussian_process.kernels import RationalQuadratic as Theirs

from kpca import KernelPCA
from kpca.arithmetic import fifty_digits, hundred_digits
from kpca.kernels import RBF, RationalQuadratic

X = np.random.default_rng(0).normal(size=(25, 3))


@pytest.mark.parametrize("alpha", [0.01, 0.6, 3.0, 1e3])
def test_values_and_components_are_those_of_scikit_learn(alpha):
    kernel, theirs = RationalQuadratic(1.7, alpha), Theirs(length_scale=1.7, alpha=alpha)
    np.testing.assert_allclose(kernel(X, X), theirs(X), rtol=1e-11)
    ours = KernelPCA(3, kernel=kernel).fit(X).eigenvalues_
    np.testing.assert_allclose(ours, KernelPCA(3, kernel="precomputed").fit(theirs(X)).eigenvalues_)


def test_value_and_definition_by_hand():
    """A squared distance of 12 = 2 · 1.5 · 2^2."""
    x, y = np.array([[1.0, 2.0, 0.0]]), np.array([[3.0, 0.0, 2.0]])
    kernel = RationalQuadratic(2.0, 1.5)
    assert kernel(x, y) == pytest.approx(2.0**-1.5, rel=1e-14, abs=0.0)
    numbers = [[hundred_digits().mpf(entry) for entry in point] for point in (x[0], y[0])]
    functions = (kernel.definition.value, *kernel.definition.neighbors)
    values = [float(function(*numbers, length_scale=2.0, alpha=1.5)) for function in functions]
    assert values == pytest.approx([2.0**-1.5, 3.0**-1.5], rel=1e-14, abs=0.0)


def test_for_large_alpha_it_becomes_the_gaussian_kernel():
    """The difference is t^2 exp(-t)/(2 alpha) and terms with higher powers of 1/alpha."""
    alpha = 1e8
    off = (
        fifty_digits(RationalQuadratic(1.0, alpha)(X, X))
        - RBF(0.5)(fifty_digits(X), fifty_digits(X))
    ).astype(float)
    t = -np.log(RBF(0.5)(X, X))
    np.testing.assert_allclose(off, t**2 * np.exp(-t) / (2.0 * alpha), rtol=1e-4, atol=1e-15)


def test_alpha_is_1_unless_given():
    assert RationalQuadratic(0.5) == RationalQuadratic(0.5, 1.0)
    assert RationalQuadratic(0.5, 2).formula == "k(x, y) = (1 + |x - y|^2/(2·2·0.5^2))^(-2)"
