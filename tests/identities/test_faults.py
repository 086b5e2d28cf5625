"""The checks bite: each planted fault is caught by the statement named beside it."""

from dataclasses import replace

import numpy as np
import pytest
from conftest import STUDIES, fresh
from every_statement import failing, of_study

from kpca import arithmetic, centering, corrections, kernels
from kpca.formulations import generalized, metric, variational
from kpca.formulations.solution import Solution
from kpca.identities import eigenproblem
from kpca.identities.case import Case
from kpca.identities.check import STATEMENTS

SOLUTION = "kpca.formulations.solution.Solution"
EXACT_CENTER, EXACT_SVD = centering.center, arithmetic.svd
EXACT_LINGOES, EXACT_CAILLIEZ = corrections.lingoes, corrections.cailliez
EXACT_GUTTMAN = metric.guttman


EXACT_GENERALIZED, EXACT_ASCENT = generalized.fit, variational.fit


def _times_n(solution):
    return replace(solution, spectrum=solution.n * solution.spectrum)


def _one_sided(K):
    return K - K.mean(axis=1, keepdims=True)


def _own_mean(K_new, K):
    return K_new - K_new.mean(axis=0) - K_new.mean(axis=1, keepdims=True) + K_new.mean()


def _place_without(half=0.5, centroid=1.0):
    def place(solution, D2, D2_new):
        b = centroid * centering.gower(D2).diagonal()
        return half * (b - D2_new) @ (solution.scores / solution.mu)

    return place


def _covariance(divisor, mean):
    def covariance(X):
        Y = X - mean * X.mean(axis=0)
        return Y.T @ Y / divisor(len(X)), Y

    return covariance


def _root_of_d(A):
    U, D, W = EXACT_SVD(A)
    return U, np.sqrt(D), W


def _six_without_root(X):
    return np.column_stack([np.ones(len(X)), *X.T, *(X**2).T, X.prod(axis=1)])


def _features_without_root(G):
    spectrum, V = np.linalg.eigh(G)
    return V * np.abs(spectrum), np.sign(spectrum)


# name: ({what is replaced: by what}, the statement that must fail)
FAULTS = {
    # centering
    "centered on one side": ({"kpca.identities.centering.center": _one_sided}, "C1"),
    "centered on the other side": (
        {"kpca.identities.centering.center": lambda K: _one_sided(K.T).T},
        "C1",
    ),
    "grand mean forgotten": (
        {"kpca.identities.centering.center": lambda K: EXACT_CENTER(K) - K.mean()},
        "C1",
    ),
    "missing 1/n in H": (
        {"kpca.identities.centering.centering_matrix": lambda n, one=1.0: np.eye(n) - one},
        "C1",
    ),
    "1/(n-1) in H": (
        {
            "kpca.identities.centering.centering_matrix": lambda n, one=1.0: (
                np.eye(n) - one / (n - 1)
            )
        },
        "C3",
    ),
    "new points lose their own mean": ({"kpca.identities.centering.center_new": _own_mean}, "C3"),
    "new points placed about their own mean": (
        {"kpca.formulations.dual.center_new": _own_mean},
        "D3",
    ),
    "uncentered kernel solved": ({"kpca.formulations.dual.center": lambda K: K}, "E11"),
    "kernel centered twice over": (
        {
            "kpca.identities.centering.center": lambda K: (
                EXACT_CENTER(K) - _one_sided(K).mean(axis=0)
            )
        },
        "C2",
    ),
    "mean added to the coefficients": (
        {"kpca.rkhs.expansion": lambda alpha: alpha + np.abs(alpha).mean(axis=0)},
        "C5",
    ),
    "coefficients that do not sum to zero": (
        {f"{SOLUTION}.alpha": property(lambda s: s.V / np.sqrt(s.mu) + 0.1)},
        "C4",
    ),
    # scaling of a solution
    "alpha left at length one": ({f"{SOLUTION}.alpha": property(lambda s: s.V)}, "E7"),
    "alpha divided by mu": ({f"{SOLUTION}.alpha": property(lambda s: s.V / s.mu)}, "E8"),
    "alpha divided by lambda's root": (
        {f"{SOLUTION}.alpha": property(lambda s: s.V / np.sqrt(s.variance))},
        "C8",
    ),
    "variance with n - 1": ({f"{SOLUTION}.variance": property(lambda s: s.mu / (s.n - 1))}, "E12"),
    "variance without n": ({f"{SOLUTION}.variance": property(lambda s: s.mu)}, "E12"),
    "scores by lambda": (
        {f"{SOLUTION}.scores": property(lambda s: s.V * np.sqrt(s.variance))},
        "C8",
    ),
    "scores left at length one": ({f"{SOLUTION}.scores": property(lambda s: s.V)}, "C7"),
    "square root of mu left out": ({f"{SOLUTION}.scores": property(lambda s: s.V * s.mu)}, "M3"),
    "a sign lost": ({f"{SOLUTION}.scores": property(lambda s: np.abs(s.V) * np.sqrt(s.mu))}, "C7"),
    "rank off by one": (
        {f"{SOLUTION}.mu": property(lambda s: s.spectrum[1:][: s.V.shape[1]])},
        "E3",
    ),
    # distances
    "distances without the factor 2": (
        {"kpca.identities.roads.induced": lambda K: -K + K.diagonal()[:, None] + K.diagonal()},
        "D1",
    ),
    "Gower's matrix without the half": (
        {"kpca.formulations.mds.gower": lambda D2: -EXACT_CENTER(D2)},
        "D1",
    ),
    "sign of Gower's matrix": (
        {"kpca.identities.scaling.gower": lambda D2: 0.5 * EXACT_CENTER(D2)},
        "M4",
    ),
    "unsquared distances": (
        {"kpca.identities.scaling.squared_distances": lambda X, Y: kernels.cdist(X, Y)},
        "M4",
    ),
    "new point placed without the half": (
        {"kpca.formulations.mds.place": _place_without(half=1.0)},
        "D3",
    ),
    "new point placed without the centroid": (
        {"kpca.formulations.mds.place": _place_without(centroid=0.0)},
        "D3",
    ),
    "Lingoes' constant added once": (
        {"kpca.corrections.lingoes": lambda D2: (0.0, 0.5 * (D2 + EXACT_LINGOES(D2)[1]))},
        "D2",
    ),
    "Cailliez' constant halved": (
        {
            "kpca.corrections.cailliez": lambda D: (
                0.0,
                0.5 * (D + EXACT_CAILLIEZ(D)[1]),
                EXACT_CAILLIEZ(D)[2],
            )
        },
        "D2",
    ),
    "step of SMACOF without 1/n": (
        {"kpca.formulations.metric.guttman": lambda D, Z: len(Z) * EXACT_GUTTMAN(D, Z)},
        "M5",
    ),
    "step of SMACOF the wrong way": (
        {"kpca.formulations.metric.guttman": lambda D, Z: 2.0 * Z - EXACT_GUTTMAN(D, Z)},
        "M6",
    ),
    # kernels and features
    "sigma^2 for 2 sigma^2": (
        {
            "kpca.kernels.RBF.__call__": lambda k, X, Y: np.exp(
                -0.5 * k.gamma * kernels.squared_distances(X, Y)
            )
        },
        "K5",
    ),
    "unsquared distance in the Gaussian": (
        {"kpca.kernels.RBF.__call__": lambda k, X, Y: np.exp(-k.gamma * kernels.cdist(X, Y))},
        "K5",
    ),
    "constant of the polynomial left out": (
        {"kpca.kernels.Polynomial.__call__": lambda k, X, Y: (k.gamma * X @ Y.T) ** k.degree},
        "K4",
    ),
    "degree off by one": (
        {
            "kpca.kernels.Polynomial.__call__": lambda k, X, Y: (
                (k.gamma * X @ Y.T + k.coef0) ** (k.degree + 1)
            )
        },
        "E9",
    ),
    "multinomial roots left out": ({"kpca.features._multinomial": lambda d, chosen: 1}, "E9"),
    "roots of 2 left out": (
        {"kpca.identities.kernel_functions.six_features": _six_without_root},
        "K4x",
    ),
    "square left out of the lift": (
        {
            "kpca.kernels.Lift.__call__": lambda k, X, Y: (
                X @ Y.T + np.linalg.norm(X, axis=1)[:, None] * np.linalg.norm(Y, axis=1)
            )
        },
        "K3",
    ),
    "features of a sample without the root": (
        {"kpca.identities.case.sample_features": _features_without_root},
        "K6",
    ),
    # the RKHS
    "norm of the coefficients for the norm of f": (
        {"kpca.rkhs.squared_norm": lambda a, K: (a**2).sum(axis=0)},
        "K7",
    ),
    "constant added to the coefficients": (
        {"kpca.rkhs.evaluate": lambda a, K_new: K_new @ (a + 1.0)},
        "K8",
    ),
    "mixed term of the projection once": (
        {
            "kpca.projection.squared_distance": lambda k, f, b: (
                k - (b * f).sum(axis=1) + (b * b).sum(axis=1)
            )
        },
        "R1",
    ),
    "projection longer than the point": (
        {"kpca.projection.lost": lambda k, b: k + (b * b).sum(axis=1)},
        "R2",
    ),
    # roads
    "covariance with 1/(n-1)": (
        {"kpca.identities.covariance.covariance": _covariance(lambda n: n - 1, 1.0)},
        "P1",
    ),
    "covariance not centered": (
        {
            "kpca.identities.covariance.covariance": _covariance(lambda n: n, 0.0),
            "kpca.identities.case.Case.Y": property(lambda case: case.X + 1.0),
        },
        "P1",
    ),
    "covariance without 1/n": (
        {"kpca.identities.covariance.covariance": _covariance(lambda n: 1, 1.0)},
        "P3",
    ),
    "D for D^2": ({"kpca.identities.scaling.svd": _root_of_d}, "M1"),
    "lambda for mu on the primal road": (
        {"kpca.formulations.primal.samples_spectrum": lambda mu, n: mu / n},
        "E11",
    ),
    "a range that is off by a hundredth": (
        {
            "kpca.formulations.generalized.range_basis": lambda A, error: np.linalg.qr(
                A[:, :5] + 0.01
            )[0]
        },
        "E11",
    ),
    "an ascent that stays where it starts": (
        {"kpca.formulations.variational.ascend": lambda A, W, start: start / np.linalg.norm(start)},
        "E11",
    ),
    "mu n for mu on the generalized road": (
        {"kpca.identities.fitted.generalized.fit": lambda *a: _times_n(EXACT_GENERALIZED(*a))},
        "E11",
    ),
    "mu n for mu on the ascent": (
        {"kpca.identities.fitted.variational.fit": lambda *a: _times_n(EXACT_ASCENT(*a))},
        "E11",
    ),
    "convention not converted": (
        {"kpca.conventions.convert": lambda values, *names, **sizes: values},
        "K9",
    ),
}


def test_at_least_thirty_faults_are_planted():
    assert len(FAULTS) >= 30


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught_by_its_statement(fault, monkeypatch):
    places, id = FAULTS[fault]
    assert STATEMENTS[id].on(Case.of(fresh(STUDIES["poly"]))).agrees
    for place, broken in places.items():
        monkeypatch.setattr(place, broken)
    assert not STATEMENTS[id].on(Case.of(fresh(STUDIES["poly"]))).agrees


def test_without_a_fault_nothing_fails():
    assert not failing(of_study(STUDIES["poly"]))


def test_a_relative_fault_of_a_billionth_in_the_eigenvalues_is_caught():
    case = Case.of(STUDIES["rbf"])
    nudged = Solution(case.dual.spectrum * (1 + 1e-9), case.dual.V, 0.0, case.dual.bound)
    assert not eigenproblem.squared_gram_equation(case.K, nudged).agrees
    assert not eigenproblem.unit_norm(case.K, nudged).agrees
