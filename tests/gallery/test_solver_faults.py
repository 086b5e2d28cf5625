"""The certificate refuses the pairs of a solver with a planted fault."""

import numpy as np
import pytest

import certified_solver
import solver_faults
from certified_solver import COMPONENTS, sine
from kpca.solvers.tiled import TILE


@pytest.fixture(scope="module")
def clustered():
    return certified_solver.matrices(300)[3]


@pytest.fixture(scope="module")
def planted(clustered):
    return solver_faults.planted(clustered)


def test_right_pairs_are_certified_and_all_others_refused(planted):
    assert [name for name, one in planted.items() if one.certified] == ["no fault"]
    assert len(planted) == 5


def test_the_vectors_of_every_fault_are_orthonormal(planted):
    """So that nothing but the fault can be the reason."""
    assert all(one.orthogonality < 1e-13 for one in planted.values())


def test_only_completeness_reveals_a_missed_member(planted):
    one = planted["a missed member of a cluster"]
    assert len(one.theta) == COMPONENTS - 1
    assert one.residual < 1e-11
    assert one.gap == 0.0
    assert len(one.reasons) == 1
    assert "a larger eigenvalue may have been missed" in one.reasons[0]


def test_wrong_operators_and_a_rotation_show_in_the_residual(planted):
    for name in ("a tile used once instead of twice", "row means from an earlier pass"):
        assert planted[name].residual > 1e-3, name
        assert "the residual, computed again" in planted[name].reasons[0]
    turned = planted["a pair rotated by 1e-6"]
    # (20 - 0.3) sin
    assert turned.residual == pytest.approx(19.7e-6, rel=1e-3, abs=0.0)
    assert len(turned.reasons) == 1


def test_the_operators_of_the_faults_are_right_without_them(clustered, monkeypatch):
    """The same iteration finds the right space if the tile is used twice, and the means are own."""
    right = clustered.eigenpairs[1][:, :COMPONENTS]
    monkeypatch.setattr(solver_faults, "TILE", 300)
    assert sine(right, solver_faults.a_tile_used_once(clustered)) < 1e-10
    assert clustered.elements.n > TILE
    symmetric = clustered.gram[::-1, ::-1] + clustered.gram
    assert np.abs(symmetric.mean(axis=0) - symmetric.mean(axis=0)[::-1]).max() < 1e-12
    monkeypatch.setitem(vars(clustered), "gram", symmetric)
    mu, V = np.linalg.eigh(
        symmetric - symmetric.mean(axis=0) - symmetric.mean(axis=0)[:, None] + symmetric.mean()
    )
    assert mu[-COMPONENTS] - mu[-COMPONENTS - 1] > 0.01
    monkeypatch.setattr(solver_faults, "ITERATIONS", 1000)
    found = solver_faults.row_means_of_an_earlier_pass(clustered)
    assert sine(V[:, -COMPONENTS:], found) < 1e-9


def test_bounds_hold_for_every_rotation_and_large_ones_are_refused(clustered):
    rotated = solver_faults.rotated(clustered)
    assert (rotated.angles <= rotated.bounds).all()
    assert rotated.angles[4] == pytest.approx(1e-6, rel=1e-4, abs=0.0)
    assert rotated.residuals[4] == pytest.approx(19.7e-6 / 20.0, rel=1e-3, abs=0.0)
    np.testing.assert_array_equal(rotated.certified, rotated.residuals <= 1e-10)
    assert rotated.certified.any()
    assert not rotated.certified.all()
