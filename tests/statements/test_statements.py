"""Every statement agrees on every kernel and on every kind of spectrum."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import SPECTRA, STUDIES, gram, split
from every_statement import failing, of_study
from made_solutions import made

from kpca import kernels
from kpca.data import Distances, Gram, Vectors
from kpca.distances import squared_distances
from kpca.statements import distances, eigenproblem, every, formulations_agree
from kpca.statements.case import Case
from kpca.statements.ledger import LEDGER
from kpca.studies import datasets


@pytest.mark.parametrize("name", STUDIES)
def test_all_statements_agree_on_every_kernel(name):
    assert not failing(of_study(STUDIES[name]))


def test_every_line_of_the_ledger_is_executed_on_some_kernel():
    executed = {check.id for study in STUDIES.values() for check in of_study(study)}
    assert executed == set(LEDGER)


NEEDS_FEATURES = {"E1", "E2", "E6", "E9", "E10", "R1", "S10", "K18", "C11", "S18"}
NEEDS_POSITIVE = {"K1", "K6", "K11", "E14", "S6", "S27", "K18", "E15"}
NEEDS_DISTANCES = {"R3"}


@pytest.mark.parametrize(
    ("name", "left_out"),
    [
        ("linear", set()),
        ("poly", set()),
        ("lift", set()),
        ("rbf", NEEDS_FEATURES),
        ("laplacian", NEEDS_FEATURES),
        ("cosine", set()),
        ("sigmoid", NEEDS_FEATURES | NEEDS_POSITIVE | NEEDS_DISTANCES),
    ],
)
def test_only_statements_whose_precondition_is_not_met_are_left_out(name, left_out):
    executed = {check.id for check in of_study(STUDIES[name])}
    assert set(LEDGER) - executed == left_out


def _chosen(name, components):
    joint = gram(SPECTRA[name], seed=1)
    return Case(Gram(joint[:22, :22], joint[22:, :22], joint[22:, 22:]), components)


@pytest.mark.parametrize(
    ("name", "components"),
    [
        ("decaying", 5),
        ("clustered at 1e-9", 5),
        ("degenerate", 5),
        ("rank-deficient", 4),
        ("steep", 5),
        ("indefinite", 5),
    ],
)
def test_all_statements_agree_on_every_kind_of_spectrum(name, components):
    checks = every.execute(_chosen(name, components))
    assert len(checks) >= 20
    assert not failing(checks)


def test_degenerate_eigenspaces_agree_although_their_vectors_do_not():
    K = gram(SPECTRA["degenerate"])
    case = Case(Gram(K, K, K), 6)
    assert [(g.start, g.stop) for g in case.dual.groups] == [(0, 3), (3, 5), (5, 6)]
    check = formulations_agree.same_eigenvalues_and_scores.on(case)
    assert check.agrees
    assert set(case.formulations) >= {"classical MDS", "generalized", "ascent", "block Krylov"}


def test_d2_any_symmetric_table_embeds_with_signed_axes():
    rng = np.random.default_rng(0)
    D = rng.uniform(1.0, 3.0, (12, 12))
    D = np.triu(D, 1) + np.triu(D, 1).T
    assert distances.any_distance_embeds_with_signed_axes(D).agrees


def test_d2_has_no_control_where_all_axes_are_real():
    X = np.random.default_rng(0).normal(size=(12, 3))
    check = distances.any_distance_embeds_with_signed_axes(squared_distances(X, X) ** 0.5)
    assert check.ratio <= 1.0
    assert not check.agrees


def _points(X, kernel, components, new=0):
    study = split(X, ["a"] * len(X), kernel, new, components)
    if new == 0:
        study = replace(study, data=Vectors(kernel, X, X))
    return study


def _hard_studies():
    rng = np.random.default_rng(0)
    wine, iris = datasets.wine()[0], datasets.iris()[0]
    disk, ring = datasets.circles(100, 0.05, 1)[0], np.linspace(0, 2 * np.pi, 24, endpoint=False)
    far = np.vstack([disk[:-1], [[100.0, 100.0]]])
    weather = np.column_stack([101325 + 10 * rng.normal(size=90), 288 + 5 * rng.normal(size=90)])
    unit = np.array([[-1.0], [0.0], [1.0]]) / np.sqrt(2) + 0.3
    return {
        "centered already": _points(wine, kernels.Linear(), 5),
        "centered but for a constant": _points(wine, kernels.Polynomial(1.0, 1), 5),
        "equal row sums": _points(np.column_stack([np.cos(ring), np.sin(ring)]), kernels.RBF(1), 6),
        "mu = 1": _points(unit, kernels.Linear(), 1),
        "far from the origin": _points(iris + 1e4, kernels.Linear(), 2),
        "far from the origin, Gaussian": _points(iris + 1e5, kernels.RBF(1.0), 3),
        "tiny": _points(1e-8 * iris, kernels.Linear(), 3),
        "huge": _points(1e8 * iris, kernels.Lift(), 1),
        "more variables than samples": _points(rng.normal(size=(8, 40)), kernels.Linear(), 4),
        "every sample three times": _points(np.repeat(disk[:20], 3, axis=0), kernels.RBF(1.0), 4),
        "one line in space": _points(np.outer(rng.normal(size=20), [1, 2, 3]), kernels.RBF(0.1), 3),
        "corners of a square": _points(
            np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0], [0.0, 0.5]]),
            kernels.RBF(1.0),
            1,
        ),
        "circle, linear kernel": _points(
            np.column_stack([np.cos(ring), 1.01 * np.sin(ring)]), kernels.Linear(), 2
        ),
        "columns of different size": _points(weather, kernels.Linear(), 2),
        "nearly constant kernel": _points(disk, kernels.RBF(1e-6), 2),
        "outlier that no other sample sees": _points(far, kernels.RBF(4.0), 5),
        "sign decided by a near tie": _points(
            np.linspace(-1, 1, 30)[:, None], kernels.RBF(3.0), 15
        ),
        "deep components": _points(disk, kernels.RBF(1.0), 25),
        "three samples": _points(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.1]]), kernels.RBF(1), 1),
    }


HARD = _hard_studies()


@pytest.mark.parametrize("name", HARD)
def test_all_statements_agree_on_data_that_make_a_careless_control_vanish(name):
    assert not failing(of_study(HARD[name]))


def test_an_eigenvector_out_of_place_is_caught_however_small_its_eigenvalue():
    case = Case.of(HARD["deep components"])
    d = case.components
    more = Case(case.data, d + 3).dual
    V = more.V[:, :d].copy()
    V[:, -1] = more.V[:, -1]
    wrong = made(more.spectrum, V, more.matrix_error)
    assert not eigenproblem.unit_norm(case.K, wrong).agrees
    assert not eigenproblem.orthonormal_components(case.K, wrong).agrees
    assert not formulations_agree.same_eigenvalues_and_scores(
        wrong, {"classical MDS": case.mds}
    ).agrees


@pytest.mark.parametrize("departure", [0.0, 1e-12, 1e-9, 1e-6, 1e-3])
def test_all_statements_agree_on_distances_that_are_nearly_euclidean(departure):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(15, 3))
    noise = rng.uniform(-1.0, 1.0, (15, 15))
    D = np.sqrt(squared_distances(X, X)) * (1.0 + departure * (noise + noise.T))
    assert not failing(every.execute(Case(Distances(D, D, D), 3)))


def test_d2_needs_a_hollow_matrix():
    with pytest.raises(ValueError, match="on the whole diagonal"):
        distances.any_distance_embeds_with_signed_axes(np.ones((3, 3)))


def test_the_formulations_of_given_distances_differ_by_rounding_and_by_nothing_else():
    """If both were the same computation, they would agree exactly, even on a wrong result."""
    D = np.random.default_rng(0).uniform(1.0, 3.0, (12, 12))
    D = np.triu(D, 1) + np.triu(D, 1).T
    check = formulations_agree.kernel_pca_is_classical_mds.on(Case(Distances(D, D, D), 3))
    assert check.agrees
    assert check.discrepancy > 0.0
