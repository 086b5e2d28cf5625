"""Conversions between conventions, against the programs that use them."""

import numpy as np
import pytest
from conftest import STUDIES
from sklearn.decomposition import PCA, KernelPCA

from kpca.formulations import conventions
from kpca.formulations.conventions import CONVENTIONS, QUANTITIES, convert
from kpca.statements.case import Case

MU = np.array([5.0, 2.0, 0.3])


# Three points 1, 2, 6 on a line: n = 3, mu = 14 (lambda = 14/3, 14/(n - 1) = 7). sqrt(14) below.
ROOT = 3.7416573867739413
SAME = (14.0, 1.0, 1.0)
UNIT_VECTORS = (14.0, ROOT, ROOT)
LITERAL = {
    "kpca": SAME,
    "N0, N1": (14.0 / 3.0, 1.0, 1.0),
    "N2": UNIT_VECTORS,
    "N3, Derivation": (14.0 / 3.0, 1.0, 1.0),
    "N3, Summary": SAME,
    "N4, Algorithm 8": UNIT_VECTORS,
    "N4, section 2.3": (14.0 / 3.0, 1.0, 1.0),
    "R demonstration of N1": SAME,
    "scikit-learn KernelPCA": (14.0, ROOT, 1.0),
    "scikit-learn PCA": (7.0, None, 1.0),
    "scikit-learn ClassicalMDS": (14.0, None, 1.0),
    "R kernlab kpca": (14.0 / 3.0, 3.0**0.5, 3.0**0.5),
    "R cmdscale (PCoA)": (14.0, None, 1.0),
    "R prcomp": (7.0, None, 1.0),
}
"""Of each convention: what it calls the eigenvalue 14, and its factors of coefficient and score."""


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("quantity", QUANTITIES)
def test_a_convention_gives_its_literal_number(name, quantity):
    expected = LITERAL[name][QUANTITIES.index(quantity)]
    one, mu = np.array([14.0 if quantity == "eigenvalue" else 1.0]), np.array([14.0])
    if expected is None:
        with pytest.raises(ValueError, match=f"gives no {quantity}"):
            convert(one, quantity, "kpca", name, n=3, mu=mu)
        return
    found = convert(one, quantity, "kpca", name, n=3, mu=mu)
    assert found.tolist() == pytest.approx([expected], rel=1e-14, abs=0.0)
    back = convert(np.array([expected]), quantity, name, "kpca", n=3, mu=mu)
    assert back.tolist() == pytest.approx(one.tolist(), rel=1e-14, abs=0.0)


def test_between_two_other_conventions_both_factors_count():
    mu = np.array([14.0, 2.0])
    found = convert(np.ones(2), "score", "R kernlab kpca", "N2", n=3, mu=mu)
    assert found.tolist() == pytest.approx(
        [(14.0 / 3.0) ** 0.5, (2.0 / 3.0) ** 0.5], rel=1e-14, abs=0.0
    )
    found = convert(np.array([6.0]), "eigenvalue", "R prcomp", "N0, N1", n=3)
    assert found.tolist() == pytest.approx([4.0], rel=1e-14, abs=0.0)


def test_values_of_many_samples_are_scaled_by_component():
    found = convert(np.ones((2, 2)), "coefficient", "kpca", "N2", n=3, mu=np.array([4.0, 9.0]))
    assert found.tolist() == [[2.0, 3.0], [2.0, 3.0]]


BANDWIDTHS = {
    "gamma of N2": 0.25,
    "beta of N3": 0.25,
    "sigma^2 of N4": 4.0,
    "sigma of a normal density": 2.0**0.5,
    "sigma of R kernlab rbfdot": 0.25,
    "gamma of scikit-learn": 0.25,
}
"""What gamma = 1/4 is called in each convention."""


@pytest.mark.parametrize("name", conventions.BANDWIDTHS)
def test_a_bandwidth_gives_its_literal_gamma(name):
    assert conventions.gamma(name, BANDWIDTHS[name]) == pytest.approx(0.25, rel=1e-15, abs=0.0)


def test_scikit_learn_kernel_pca_is_what_the_table_says():
    case = Case.of(STUDIES["rbf"])
    d, dual = case.components, case.dual
    peer = KernelPCA(d, kernel="precomputed", eigen_solver="dense").fit(case.K)

    def ours(values, quantity):
        name = "scikit-learn KernelPCA"
        return convert(values, quantity, "kpca", name, n=dual.n, mu=dual.mu)

    np.testing.assert_allclose(peer.eigenvalues_, ours(dual.mu, "eigenvalue"))
    np.testing.assert_allclose(
        np.abs(peer.eigenvectors_), np.abs(ours(dual.alpha, "coefficient")), atol=1e-12
    )
    np.testing.assert_allclose(
        np.abs(peer.transform(case.K)), np.abs(ours(dual.scores, "score")), atol=1e-12
    )


def test_scikit_learn_pca_divides_by_n_minus_one():
    case = Case.of(STUDIES["linear"])
    dual = case.dual
    peer = PCA(case.components).fit(case.X)
    ours = convert(dual.mu, "eigenvalue", "kpca", "scikit-learn PCA", n=dual.n)
    np.testing.assert_allclose(peer.explained_variance_, ours)
    assert np.abs(peer.explained_variance_ / dual.variance - 1.0).min() > 1e-3


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (("score", "kpca", "R"), KeyError, "unknown convention 'R'; known: kpca"),
        (("loading", "kpca", "N2"), ValueError, "allowed: eigenvalue, coefficient, score"),
        (("coefficient", "kpca", "R prcomp"), ValueError, "R prcomp gives no coefficient"),
        (("score", "kpca", "N2"), ValueError, "depends on mu; give mu"),
    ],
)
def test_what_cannot_be_converted_is_refused_by_name(arguments, error, text):
    with pytest.raises(error, match=text):
        convert(MU, *arguments, n=5)
    with pytest.raises(KeyError, match="unknown bandwidth 'sigma'; known: gamma of N2"):
        conventions.gamma("sigma", 1.0)
