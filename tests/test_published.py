"""Numbers that others have printed come out."""

import numpy as np
import pytest
from small_project import ROOT

from kpca import kernels
from kpca.centering import gower
from kpca.formulations import dual, mds
from kpca.studies import datasets, matrix
from kpca.tables.read import read

EURODIST = ROOT / "data" / "eurodist.csv"

# As printed, one string a number: the last digit shown is the precision claimed.
PRINTED = [
    "19538377.0895",
    "11856555.3340",
    "1528844.468",
    "1118741.951",
    "789347.203",
    "581655.207",
    "262319.208",
    "192597.562",
    "145084.535",
    "107967.307",
    "51394.841",
    "0",
    "-9496.124",
    "-53058.196",
    "-132216.575",
    "-257336.026",
    "-332671.901",
    "-516252.254",
    "-919149.098",
    "-1006503.960",
    "-2251844.332",
]


@pytest.fixture(scope="module")
def eurodist():
    known = matrix.matrix(read(EURODIST, wider=0), "distance matrix")
    D, names = known.A, known.names
    return D**2, names


@pytest.mark.parametrize("place", range(21))
def test_eurodist_eigenvalue(eurodist, place):
    mu = mds.fit(eurodist[0], 2).spectrum[place]
    decimals = len(PRINTED[place].partition(".")[2])
    assert abs(mu - float(PRINTED[place])) <= (0.5000001 * 10.0**-decimals if decimals else 1e-6)


def test_eurodist_leading_eigenvalues_to_ten_digits(eurodist):
    mu = mds.fit(eurodist[0], 2).spectrum
    np.testing.assert_allclose(mu[:2], [19538377.0895, 11856555.3340], rtol=1e-10)


def test_eurodist_coordinates_and_goodness_of_fit(eurodist):
    D2, names = eurodist
    solution = mds.fit(D2, 2)
    athens, barcelona = (np.abs(solution.scores[names.index(c)]) for c in ("Athens", "Barcelona"))
    np.testing.assert_allclose(athens, [2290.27468, 1798.80293], atol=5.1e-6)
    np.testing.assert_allclose(barcelona, [825.38279, 546.81148], atol=5.1e-6)
    assert solution.explained.sum() == pytest.approx(0.753754, abs=5e-7)
    positive = solution.spectrum[solution.spectrum > 0]
    assert solution.mu.sum() / positive.sum() == pytest.approx(0.867913, abs=5e-7)


def test_eurodist_lingoes_constant_is_the_most_negative_eigenvalue(eurodist):
    assert -mds.fit(eurodist[0], 2).negative.min() == pytest.approx(2251844.3317, abs=5e-4)


def test_eurodist_eigen_solve_and_mds_agree(eurodist):
    by_kernel, by_distance = dual.fit(-0.5 * eurodist[0], 5), mds.fit(eurodist[0], 5)
    np.testing.assert_allclose(by_kernel.scores, by_distance.scores, rtol=1e-10)


def test_legendre_and_legendre():
    Y = np.array([[2, 1], [3, 4], [5, 0], [7, 6], [9, 2]], dtype=float)
    D2 = ((Y[:, None] - Y[None]) ** 2).sum(axis=-1)
    solution = mds.fit(D2, 2)
    np.testing.assert_allclose(solution.mu, [36.0, 20.0], rtol=1e-13)
    np.testing.assert_allclose(solution.mu / (5 - 1), [9.0, 5.0], rtol=1e-13)
    np.testing.assert_allclose(np.linalg.eigvalsh(gower(D2))[-2:], [20.0, 36.0], rtol=1e-13)


def test_five_points_with_a_duplicate():
    X = np.array([[1, 1, 1], [1, 2, 3], [5, 6, 1], [2, 2, 2], [1, 1, 1]], dtype=float)
    solution = dual.fit(kernels.RBF(1.0)(X, X), 2)
    np.testing.assert_allclose(solution.mu, [1.592811, 1.044701], atol=5.1e-7)
    np.testing.assert_allclose(solution.scores[0], solution.scores[4], atol=1e-14)


def test_three_clusters_of_schoelkopf_smola_and_mueller():
    """Means over 60 seeds against the reference mean; both have standard errors of some 1e-3."""
    found = []
    for seed in range(60):
        X, _ = datasets.clusters(90, 0.1, seed)
        found.append(dual.fit(kernels.RBF(10.0)(X, X), 8).variance)
    expected = [0.252, 0.239, 0.048, 0.042, 0.038, 0.033, 0.029, 0.024]
    error = np.std(found, axis=0) / np.sqrt(60) * np.sqrt(2)
    assert (np.abs(np.mean(found, axis=0) - expected) <= 4 * error + 5e-4).all()
