"""scikit-learn's results, after conversion, equal those of kpca; without conversion they do not."""

import numpy as np
import pytest
from conftest import SPECTRA, STUDIES, gram
from every_statement import failing

from kpca import tolerances
from kpca.centering import center
from kpca.distances import city_block, squared_distances
from kpca.formulations import dual, peers
from kpca.solvers.solution import PartialError
from kpca.statements import formulations_agree, kernel_functions
from kpca.statements.case import Case

PEERS = {"scikit-learn KernelPCA", "scikit-learn ClassicalMDS"}


@pytest.mark.parametrize("name", STUDIES)
def test_kernel_pca_and_classical_mds_agree_on_every_kernel(name):
    case = Case.of(STUDIES[name])
    assert set(case.formulations) >= PEERS
    found = {name: case.formulations[name] for name in PEERS}
    assert not failing([formulations_agree.same_eigenvalues_and_scores(case.dual, found)])
    for peer in found.values():
        assert np.abs(peer.mu - case.dual.mu).max() <= peer.matrix_error + case.dual.matrix_error
        if not len(case.dual.negative):
            np.testing.assert_allclose(peer.explained, case.dual.explained, rtol=1e-9)


@pytest.mark.parametrize("name", STUDIES)
def test_pca_agrees_with_the_linear_kernel(name):
    case = Case.of(STUDIES[name])
    assert "peer" in case.linear
    assert kernel_functions.linear_kernel_gives_pca.on(case).agrees


def test_peers_bound_the_next_eigenvalue_of_an_indefinite_matrix_by_its_squares():
    """Eigenvalues 6, 3 and smaller ones, of which what is left of the trace would be 1.9."""
    assert peers.kernel_pca(gram(SPECTRA["indefinite"]), 1).after >= 3.0
    X = np.random.default_rng(0).normal(size=(30, 2))
    D2 = city_block(X, X) ** 2
    found, spectrum = peers.classical_mds(D2, 1), dual.spectrum(-0.5 * D2).spectrum
    assert spectrum[-1] < -0.1 * spectrum[0]
    assert spectrum[1] <= found.after <= np.linalg.norm(spectrum[1:]) + 1e-6


def test_peers_do_not_separate_a_tie_of_an_indefinite_matrix():
    """Eigenvalues 1, 1 and ten times -0.1: a trace of 1 leaves nothing for the second."""
    found = peers.kernel_pca(gram(np.array([1.0, 1.0] + [-0.1] * 10)), 1)
    assert found.after == pytest.approx(1.0, rel=1e-9, abs=0.0)
    assert found.groups == []
    with pytest.raises(PartialError, match="cuts a group"):
        _ = found.split_group
    with pytest.raises(PartialError, match="determine the rank"):
        _ = found.rank


def test_each_peer_has_the_error_of_what_it_is_given_and_of_its_own_steps():
    """Of distances also three roundings: of a root, of its square, and of the element itself."""
    X = np.random.default_rng(8).normal(size=(7, 3))
    K, D2, unit = X @ X.T, squared_distances(X, X), 2.0**-53
    mean, of_sums = tolerances.dot(7), 6.0 * tolerances.dot(7) * (X**2).sum()
    of_kernel = tolerances.centered_gram(7, np.abs(K).max(), 1e-9, mean=mean)
    element = 1e-9 + 3.0 * unit * D2.max()
    of_distances = 0.5 * tolerances.centered_gram(7, D2.max(), element, mean=mean)
    own = tolerances.eigenvalue(7, np.linalg.norm(center(K)))
    found = (
        (peers.kernel_pca(K, 2, 1e-9), of_kernel),
        (peers.pca(X, 2), of_sums),
        (peers.classical_mds(D2, 2, 1e-9), of_distances),
    )
    for peer, error in found:
        assert peer.matrix_error == pytest.approx(error + own, rel=1e-7, abs=0.0)
    alone = peers.classical_mds(D2, 2).matrix_error
    element = 3.0 * unit * D2.max()
    error = 0.5 * tolerances.centered_gram(7, D2.max(), element, mean=mean)
    assert alone == pytest.approx(error + own, rel=1e-12, abs=0.0)


def test_the_bound_of_classical_mds_has_three_roundings_of_a_squared_distance():
    """Five points of Legendre & Legendre: the eigenvalues 36 and 20, and squared distances to 50.

    A root and a square make three roundings, sums down the columns four means of five terms, and
    the partial results of centering nine; the second pass of centering as much again.
    """
    Y = np.array([[2.0, 1.0], [3.0, 4.0], [5.0, 0.0], [7.0, 6.0], [9.0, 2.0]])
    D2 = ((Y[:, None] - Y) ** 2).sum(axis=-1)
    u = 2.0**-53
    for given in (0.0, 7e-14):
        of_an_element = given + (3.0 + 2.0 * (4.0 * 5.0 + 9.0)) * 50.0 * u
        expected = 0.5 * 5.0 * of_an_element + 10.0 * 5.0 * u * np.hypot(36.0, 20.0)
        found = peers.classical_mds(D2, 2, given).matrix_error
        assert found == pytest.approx(expected, rel=1e-12, abs=0)
