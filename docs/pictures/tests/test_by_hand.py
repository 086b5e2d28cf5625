"""The drawn components are those of the centered Gram matrix, which no solver has seen."""

import numpy as np
import pytest
from small_project import ROOT

import by_hand
from kpca.centering import center
from kpca.distances import squared_distances
from kpca.formulations import mds
from kpca.kernels import RBF
from kpca.statements.by_hand import of_chain, points_on_circles

PAGE = (ROOT / "kpca" / "site" / "text" / "theory-by-hand.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("gamma", by_hand.GAMMAS)
def test_scores_of_two_circles_rebuild_the_centered_matrix_one_component_at_a_time(gamma):
    X = points_on_circles(by_hand.RADII, by_hand.M)
    K = center(RBF(gamma)(X, X))
    found = by_hand.components(gamma)
    Z = np.column_stack([one.scores for one in found])
    np.testing.assert_allclose(Z @ Z.T, K, rtol=0, atol=1e-11)
    np.testing.assert_allclose(Z.T @ Z, np.diag([one.mu for one in found]), rtol=0, atol=1e-11)
    assert (np.diff([one.mu for one in found]) < 1e-9).all()


def test_the_component_that_is_the_same_on_a_circle_has_the_numbers_of_the_page():
    assert [by_hand.apart(gamma) for gamma in by_hand.GAMMAS] == [3, 1, 5]
    for gamma in by_hand.GAMMAS:
        z = by_hand.components(gamma)[by_hand.apart(gamma) - 1].scores
        assert np.ptp(z[: by_hand.M]) == np.ptp(z[by_hand.M :]) == 0.0
        assert z[0] == pytest.approx(-z[-1], rel=1e-12, abs=0.0)
    gammas = [1.38, 1.39, 9.12, 9.13]
    assert [by_hand.apart(gamma) for gamma in gammas] == [3, 1, 1, 3]
    assert r"$\gamma=1.39$ to $\gamma=9.12$" in PAGE


def test_the_drawn_chain_is_classical_scaling_of_its_steps():
    n = by_hand.CHAIN
    D2 = np.abs(np.subtract.outer(np.arange(n), np.arange(n))).astype(float)
    mu, V = of_chain(n, np.zeros(1))
    np.testing.assert_allclose(squared_distances(V * np.sqrt(mu), V * np.sqrt(mu)), D2, atol=1e-11)
    np.testing.assert_allclose(mds.fit(D2, 3).mu, mu[:3], rtol=1e-12)
    assert [f"{share:.0f}" for share in 100 * mu[:3] / mu.sum()] == ["61", "15", "7"]
    assert "61 %, 15 % and 7 %" in PAGE
