"""Conversions between conventions, against the programs that use them."""

import itertools

import numpy as np
import pytest
from conftest import STUDIES
from sklearn.decomposition import PCA, KernelPCA

from kpca import conventions
from kpca.conventions import CONVENTIONS, QUANTITIES, convert
from kpca.identities.case import Case
from kpca.kernels import RBF

MU = np.array([5.0, 2.0, 0.3])
GIVEN = [
    (source, target, quantity)
    for source, target in itertools.product(CONVENTIONS, repeat=2)
    for quantity in QUANTITIES
    if getattr(CONVENTIONS[source], quantity) and getattr(CONVENTIONS[target], quantity)
]


@pytest.mark.parametrize(("source", "target", "quantity"), GIVEN)
def test_there_and_back_again_changes_nothing(source, target, quantity):
    values = np.array([1.0, -2.0, 3.0])
    there = convert(values, quantity, source, target, n=7, mu=MU)
    np.testing.assert_allclose(convert(there, quantity, target, source, n=7, mu=MU), values)


@pytest.mark.parametrize("source", CONVENTIONS)
def test_scores_and_coefficients_keep_their_relation_to_the_kernel(source):
    """score = K~ coefficient in every convention that gives both, but scikit-learn's."""
    score, coefficient = CONVENTIONS[source].score, CONVENTIONS[source].coefficient
    if coefficient is None or source == "scikit-learn KernelPCA":
        return
    assert score == coefficient


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


def test_a_bandwidth_is_converted_by_name():
    X = np.random.default_rng(0).normal(size=(4, 2))
    d2 = ((X[:, None] - X) ** 2).sum(axis=-1)
    np.testing.assert_allclose(
        RBF(conventions.gamma("sigma^2 of N4", 1.7))(X, X), np.exp(-d2 / 1.7)
    )
    np.testing.assert_allclose(
        RBF(conventions.gamma("sigma of a normal density", 1.3))(X, X),
        np.exp(-d2 / (2.0 * 1.3**2)),
    )


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


def test_an_unknown_bandwidth_is_refused_by_name():
    with pytest.raises(KeyError, match="unknown bandwidth 'sigma'; known: gamma of N2"):
        conventions.gamma("sigma", 1.0)
