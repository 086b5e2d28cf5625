"""New samples in tiles, against the formula with whole matrices."""

import numpy as np
import pytest

from kpca import kernels
from kpca.formulations import dual
from kpca.solvers import placing
from kpca.solvers.elements import KernelElements

RNG = np.random.default_rng(0)
X, X_NEW = RNG.normal(size=(60, 3)), RNG.normal(size=(37, 3))


@pytest.mark.parametrize("kernel", [kernels.RBF(0.5), kernels.Laplacian(0.5), kernels.Lift()])
@pytest.mark.parametrize("values", [1, 60 * 5, 10**6])
@pytest.mark.parametrize("threads", [1, 3])
def test_scores_in_tiles_are_those_of_the_whole_matrix(kernel, values, threads, monkeypatch):
    monkeypatch.setattr(placing, "VALUES", values)
    monkeypatch.setattr(placing, "CACHED", values // 2)
    K, K_new = kernel(X, X), kernel(X_NEW, X)
    solution, elements = dual.fit(K, 4, 1e-13), KernelElements(kernel, X)
    sizes = []

    def rows(chosen):
        found = elements.new_rows(X_NEW[chosen])
        sizes.append(len(found))
        return found

    found = placing.in_tiles(rows, 37, solution, K.mean(axis=1), threads)
    expected = dual.place(solution, K, K_new)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * np.abs(expected).max())
    assert max(sizes) == min(37, max(1, values // 60))
    assert sum(sizes) == 37
    forgotten = placing.in_tiles(rows, 37, solution, np.zeros(60), threads)
    assert np.abs(forgotten - expected).max() > 1e-3, "the control: means left out"
