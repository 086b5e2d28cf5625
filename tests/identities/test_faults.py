"""The checks bite: each planted fault is caught by the statement named beside it."""

import pytest
from conftest import STUDIES
from every_statement import of_study

from kpca import centering as exact
from kpca.formulations import dual
from kpca.formulations.solution import Solution
from kpca.identities import eigenproblem


def _one_sided(K):
    return K - K.mean(axis=1, keepdims=True)


def _own_mean(K_new, K):
    return K_new - K_new.mean(axis=0) - K_new.mean(axis=1, keepdims=True) + K_new.mean()


FAULTS = {
    "centered on one side": (
        {"kpca.identities.centering.center": _one_sided},
        "C1",
    ),
    "grand mean forgotten": (
        {"kpca.identities.centering.center": lambda K: exact.center(K) - K.mean()},
        "C1",
    ),
    "new points lose their own mean": (
        {"kpca.identities.centering.center_new": _own_mean},
        "C3",
    ),
    "new points placed about their own mean": (
        {"kpca.formulations.dual.center_new": _own_mean},
        "D3",
    ),
    "alpha left at length one": (
        {"kpca.formulations.solution.Solution.alpha": property(lambda s: s.V)},
        "E7",
    ),
    "alpha divided by mu": (
        {"kpca.formulations.solution.Solution.alpha": property(lambda s: s.V / s.mu)},
        "E8",
    ),
    "variance with n - 1": (
        {"kpca.formulations.solution.Solution.variance": property(lambda s: s.mu / (s.n - 1))},
        "E12",
    ),
    "distances without the factor 2": (
        {"kpca.identities.roads.induced": lambda K: -K + K.diagonal()[:, None] + K.diagonal()},
        "D1",
    ),
    "Gower's matrix without the half": (
        {"kpca.formulations.mds.gower": lambda D2: -exact.center(D2)},
        "D1",
    ),
    "rows of the spectrum off by one": (
        {
            "kpca.formulations.solution.Solution.mu": property(
                lambda s: s.spectrum[1:][: len(s.V.T)]
            )
        },
        "E3",
    ),
    "mean not removed from the expansion's kernel": (
        {"kpca.rkhs.evaluate": lambda a, K_new: (K_new - K_new.mean()) @ (a + 1.0)},
        "K8",
    ),
    "uncentered kernel solved": (
        {"kpca.formulations.dual.center": lambda K: K},
        "E11",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught_by_its_statement(fault, monkeypatch):
    places, id = FAULTS[fault]
    for place, broken in places.items():
        monkeypatch.setattr(place, broken)
    failing = {check.id for check in of_study(STUDIES["rbf"]) if not check.agrees}
    assert id in failing


def test_without_a_fault_nothing_fails():
    assert not {check.id for check in of_study(STUDIES["rbf"]) if not check.agrees}


def test_a_relative_fault_of_a_billionth_in_the_eigenvalues_is_caught():
    study = STUDIES["rbf"]
    solution = dual.fit(study.data.K, study.components, study.data.entry_error)
    nudged = Solution(solution.spectrum * (1 + 1e-9), solution.V, 0.0, solution.bound)
    assert not eigenproblem.squared_gram_equation(study.data.K, nudged).agrees
    assert not eigenproblem.unit_norm(study.data.K, nudged).agrees
