"""The operator for a GPU: the tiled one with other loops, which NumPy executes, too."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

from kpca import kernels, tolerances
from kpca.centering import center
from kpca.solvers import device, partial
from kpca.solvers.device import DeviceGram, NoDeviceError
from kpca.solvers.entries import KernelEntries
from kpca.solvers.tiled import NotFiniteError, TiledGram

RNG = np.random.default_rng(0)
X = RNG.normal(size=(700, 5))
KERNELS = [kernels.RBF(0.1), kernels.Polynomial(0.1, 3, 1.0), kernels.Linear()]


def on_numpy(entries, max_memory=np.inf, other_edges=False, tile=200):
    return DeviceGram(entries, max_memory, other_edges, module=np, tile=tile)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize("tile", [64, 100, 700, 1000])
def test_products_and_survey_are_those_of_the_whole_matrix(kernel, tile):
    entries = KernelEntries(kernel, X)
    operator, K = on_numpy(entries, tile=tile), kernel(X - entries.center, X - entries.center)
    Q = RNG.normal(size=(700, 3))
    size = np.linalg.norm(K)
    np.testing.assert_allclose(operator(Q), center(K) @ Q, rtol=0, atol=1e-13 * size * 30)
    assert operator.evaluations == 700 * 701 // 2
    tiled = TiledGram(entries).survey
    for name in ("grand", "trace", "frobenius", "uncentered"):
        assert getattr(operator.survey, name) == pytest.approx(
            getattr(tiled, name), rel=0, abs=1e-12 * size
        )
    np.testing.assert_allclose(operator.survey.means, K.mean(axis=1), rtol=0, atol=1e-14 * size)


def test_a_tile_that_is_used_for_its_rows_only_is_another_matrix(monkeypatch):
    entries, Q = KernelEntries(KERNELS[0], X), RNG.normal(size=(700, 2))
    whole = on_numpy(entries)(Q)
    operator, block = on_numpy(entries), DeviceGram._block

    def lower_left_is_zero(self, rows, columns):
        return block(self, rows, columns) * (rows == columns)

    monkeypatch.setattr(DeviceGram, "_block", lower_left_is_zero)
    assert np.linalg.norm(operator(Q) - whole) > 0.1 * np.linalg.norm(whole)


def test_the_solver_and_its_certificate_take_their_products_from_it():
    entries = KernelEntries(kernels.RBF(0.1), X)
    here = partial.by_block_krylov(entries, 4)
    there = partial.by_block_krylov(entries, 4, gram=on_numpy)
    assert there.certificate.certified
    np.testing.assert_allclose(
        there.solution.mu, here.solution.mu, rtol=0, atol=2 * there.solution.bound
    )
    assert there.evaluations == there.passes * 700 * 701 // 2


def test_the_certificate_has_tiles_with_other_edges():
    entries = KernelEntries(kernels.RBF(0.1), X)
    assert on_numpy(entries).tile == 175
    assert on_numpy(entries, other_edges=True).tile == 140


def test_the_tiles_of_few_samples_have_other_edges_too():
    entries = KernelEntries(kernels.RBF(0.1), X)
    tiles = [DeviceGram(entries, other_edges=other, module=np).tile for other in (False, True)]
    assert tiles == [350, 234]


def test_the_survey_needs_a_pass():
    with pytest.raises(RuntimeError, match="no pass was made yet"):
        _ = on_numpy(KernelEntries(kernels.RBF(0.1), X)).survey


def test_values_that_are_not_finite_are_refused():
    """The pair is the first one: the cube of (1, 1)·(1e103, 1e103) overflows."""
    points = np.ones((300, 2))
    points[250:] *= 1e103
    entries = KernelEntries(kernels.Polynomial(1.0, 3, 0.0), points, precise=np.inf)
    with (
        np.errstate(all="ignore"),
        pytest.raises(NotFiniteError, match="the kernel value of samples 1 and 251 is inf"),
    ):
        on_numpy(entries, tile=100)(np.ones((300, 1)))


@pytest.mark.parametrize("size", [1e-90, 1e-81, 1.0, 1e80])
def test_norms_of_very_small_and_very_large_values_are_those_of_the_tiled_operator(size):
    entries = KernelEntries(kernels.Linear(), size * X)
    operator, tiled = on_numpy(entries), TiledGram(entries)
    operator(np.ones((700, 1)))
    for name in ("frobenius", "uncentered", "trace"):
        expected = getattr(tiled.survey, name)
        assert expected > 0.0
        assert getattr(operator.survey, name) == pytest.approx(expected, rel=1e-12, abs=0)


def test_sums_that_overflow_are_refused_although_the_values_are_finite():
    points = np.full((300, 1), 9e153)
    entries = KernelEntries(_AtTheOrigin(), points, precise=np.inf)
    with np.errstate(all="ignore"), pytest.raises(NotFiniteError, match="sums of 300 kernel"):
        on_numpy(entries, tile=100)(np.ones((300, 1)))


class _AtTheOrigin(kernels.Linear):
    """The linear kernel of points that are not centered."""

    movable = False


def test_a_tile_on_the_diagonal_is_symmetric_and_has_the_diagonal_of_the_kernel():
    operator = on_numpy(KernelEntries(kernels.RBF(0.1), X))
    block = operator._block(slice(0, 100), slice(0, 100))
    np.testing.assert_array_equal(block, block.T)
    np.testing.assert_array_equal(block.diagonal(), np.ones(100))


def test_the_bounds_are_those_of_a_sum_over_a_tile_and_of_the_entries():
    entries = KernelEntries(kernels.RBF(0.1), X)
    operator = on_numpy(entries, tile=100)
    assert operator.rounding == pytest.approx(TiledGram(entries).rounding, rel=1e-12, abs=0)
    expected = tolerances.dot(100 + 2 * 7) + 4.0 * tolerances.long_dot(700)
    assert operator.product_error == pytest.approx(expected, rel=1e-12, abs=0)


def test_a_kernel_without_factors_is_refused():
    with pytest.raises(ValueError, match="the kernel laplacian .* compute without a GPU"):
        on_numpy(KernelEntries(kernels.Laplacian(1.0), X))


def test_without_cupy_the_reason_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(NoDeviceError, match="CuPy cannot be imported .* compute without a GPU"):
        DeviceGram(KernelEntries(kernels.RBF(0.1), X))


@pytest.mark.parametrize("fails", [True, False])
def test_without_a_gpu_the_reason_is_said(monkeypatch, fails):
    def count():
        if fails:
            raise OSError("no driver")
        return 0

    runtime = SimpleNamespace(getDeviceCount=count, CUDARuntimeError=OSError)
    module = SimpleNamespace(cuda=SimpleNamespace(runtime=runtime))
    monkeypatch.setitem(sys.modules, "cupy", module)
    with pytest.raises(NoDeviceError, match="finds no GPU.*compute without one"):
        device.cupy()
