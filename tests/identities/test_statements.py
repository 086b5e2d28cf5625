"""Every statement agrees on every kernel and on every kind of spectrum."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import SPECTRA, STUDIES, gram, split
from every_statement import all_checks, of_study

from kpca import datasets, kernels
from kpca.distances import induced, induced_new
from kpca.formulations import dual, mds
from kpca.formulations.solution import Solution
from kpca.identities import eigenproblem, roads
from kpca.study import Distances, Vectors
from kpca.tolerances import induced_entry


@pytest.mark.parametrize("name", STUDIES)
def test_all_statements_agree_on_every_kernel(name):
    failing = [str(check) for check in of_study(STUDIES[name]) if not check.agrees]
    assert not failing


@pytest.mark.parametrize(
    ("name", "components"),
    [
        ("decaying", 8),
        ("clustered at 1e-9", 5),
        ("degenerate", 6),
        ("rank-deficient", 4),
        ("steep", 8),
        ("indefinite", 5),
    ],
)
def test_all_statements_agree_on_every_kind_of_spectrum(name, components):
    joint = gram(SPECTRA[name], seed=1)
    K, K_new, G_new = joint[:22, :22], joint[22:, :22], joint[22:, 22:]
    D2, D2_new = induced(K), induced_new(K_new, G_new.diagonal(), K.diagonal())
    by_kernel = dual.fit(K, min(components, 5))
    by_distance = mds.fit(D2, min(components, 5), induced_entry(np.abs(K).max(), 0.0))
    checks = all_checks(K, K_new, G_new, D2, D2_new, by_kernel, by_distance)
    assert not [str(check) for check in checks if not check.agrees]


def test_degenerate_eigenspaces_agree_although_their_vectors_do_not():
    K = gram(SPECTRA["degenerate"])
    by_kernel = dual.fit(K, 6)
    by_distance = mds.fit(induced(K), 6, induced_entry(np.abs(K).max(), 0.0))
    assert [(g.start, g.stop) for g in by_kernel.groups] == [(0, 3), (3, 5), (5, 6)]
    assert roads.roads_give_the_same_scores(by_kernel, by_distance).agrees


def test_d2_any_symmetric_table_embeds_with_signed_axes():
    rng = np.random.default_rng(0)
    D2 = rng.uniform(1.0, 9.0, (12, 12))
    D2 = np.triu(D2, 1) + np.triu(D2, 1).T
    assert roads.any_distance_embeds_with_signed_axes(D2, 0.0).agrees


def test_d2_has_no_control_where_all_axes_are_real():
    X = np.random.default_rng(0).normal(size=(12, 3))
    D2 = induced(X @ X.T)
    check = roads.any_distance_embeds_with_signed_axes(D2, 1e-14)
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
    assert not [str(check) for check in of_study(HARD[name]) if not check.agrees]


def test_an_eigenvector_out_of_place_is_caught_however_small_its_eigenvalue():
    study = HARD["deep components"]
    data, d = study.data, study.components
    solution = dual.fit(data.K, d + 3, data.entry_error)
    V = solution.V[:, :d].copy()
    V[:, -1] = solution.V[:, -1]
    wrong = Solution(solution.spectrum, V, 0.0, solution.bound)
    other = mds.fit(data.D2, d, data.distance_error)
    assert not eigenproblem.unit_norm(data.K, wrong).agrees
    assert not eigenproblem.orthonormal_components(data.K, wrong).agrees
    assert not roads.roads_give_the_same_scores(wrong, other).agrees


def test_d2_needs_a_hollow_matrix():
    with pytest.raises(ValueError, match="on the whole diagonal"):
        roads.any_distance_embeds_with_signed_axes(np.ones((3, 3)), 0.0)


def test_the_roads_of_given_distances_differ_by_rounding_and_by_nothing_else():
    """Two roads that were one computation would agree exactly, and whatever was wrong in it."""
    D = np.random.default_rng(0).uniform(1.0, 3.0, (12, 12))
    D = np.triu(D, 1) + np.triu(D, 1).T
    data = Distances(D, D, D)
    by_kernel = dual.fit(data.K, 3, data.entry_error)
    by_distance = mds.fit(data.D2, 3, data.distance_error)
    check = roads.kernel_pca_is_classical_mds(data.K, by_kernel, by_distance)
    assert check.agrees
    assert check.discrepancy > 0.0
