"""R2: the weights of a projection are measured for every kernel and for given matrices."""

import numpy as np
import pytest
from conftest import STUDIES, fresh

from kpca import projection
from kpca.data import Distances, Gram
from kpca.distances import induced
from kpca.solvers.chosen_spectra import gram
from kpca.statements import every, projecting  # noqa: F401  registers the statements
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS

R2 = STATEMENTS["R2"]
WEIGHTS = projection.weights
WITH, WITHOUT = "weights with the mean", "weights without the mean"


def _given(kind):
    """Twelve given training samples and five new ones, of a chosen spectrum."""
    spectrum = np.array([3.0, 1.0, 0.5, 0.2, -5.0] if kind == "indefinite" else [2.0, 1.5, 0.7])
    G = gram(np.r_[spectrum, np.zeros(17 - len(spectrum))], seed=2)
    old, new = slice(12), slice(12, None)
    if kind == "distances":
        D = np.sqrt(np.maximum(induced(G), 0.0))
        np.fill_diagonal(D, 0.0)
        return Case(Distances(D[old, old], D[new, old], D[new, new]), 2)
    return Case(Gram(G[old, old], G[new, old], G[new, new]), 2)


CASES = [*STUDIES, "indefinite", "centered", "distances"]


def _case(name):
    return Case.of(fresh(STUDIES[name])) if name in STUDIES else _given(name)


def _ratios(case):
    parts = R2.parts(case)
    return {name: np.max(parts[name][0] / parts[name][1]) for name in (WITH, WITHOUT)}


@pytest.mark.parametrize("name", CASES)
def test_both_projections_are_as_far_as_pythagoras_says(name):
    assert R2.on(_case(name)).agrees
    assert max(_ratios(_case(name)).values()) <= 1.0


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    ("broken", "part"),
    [
        ({"weights": lambda alpha, beta: beta @ alpha.T}, WITH),
        ({"weights": lambda alpha, beta: WEIGHTS(alpha, beta) + 1e-6}, WITH),
        ({"weights_without_mean": WEIGHTS}, WITHOUT),
        ({"weights_without_mean": lambda alpha, beta: beta @ alpha.T + 1e-6}, WITHOUT),
    ],
    ids=["no mean", "weights that add up to more than 1", "the mean", "weights above 0"],
)
def test_weights_of_another_mean_are_noticed_for_every_kernel(name, broken, part, monkeypatch):
    for function, other in broken.items():
        monkeypatch.setattr(projection, function, other)
    ratios = _ratios(_case(name))
    assert ratios[part] > 100.0
    assert ratios[WITHOUT if part == WITH else WITH] <= 1.0


def test_without_every_eigenvalue_only_the_weights_are_measured():
    case = _case("laplacian")
    assert set(R2.parts(case)) == {WITH, WITHOUT, "without the mean", "with the mean"}
    assert set(R2.function(case.K, case.K_new, case.G_new, case.dual)) == {WITH, WITHOUT}


def test_the_controls_by_hand():
    """Samples 1 and 4 on a line with the mean 2.5, and the new sample 6; c = 2 * 16.

    The component is the line. With the mean P is 6, and 3.5 if the mean is forgotten: 2.5^2 and c
    are left of nothing. Without the mean P is 6, and c is left; 2.5^2 if the mean is added.
    """
    X, X_new = np.array([[1.0], [4.0]]), np.array([[6.0]])
    parts = R2.parts(Case(Gram(X @ X.T, X_new @ X.T, X_new @ X_new.T), 1))
    assert parts[WITH][2] == pytest.approx([2.5**2 + 32.0], rel=1e-12, abs=0.0)
    assert parts[WITHOUT][2] == pytest.approx([32.0 - 2.5**2], rel=1e-12, abs=0.0)


def test_the_tolerances_by_hand():
    """mu = 4.5 and alpha = (-1, 1)/sqrt(2 mu) = (-1, 1)/3; z = 3.5, beta = 6, kappa = 36 + 32."""
    X, X_new = np.array([[1.0], [4.0]]), np.array([[6.0]])
    case = Case(Gram(X @ X.T, X_new @ X.T, X_new @ X_new.T), 1)
    kappa, u = 68.0, 2.0**-53
    value = np.sqrt(2.0) * kappa * 16.0 * u / np.sqrt(4.5)
    mean = 4.0 * 2.0 * (4.0 * 27.0 + 9.0) * u * kappa
    shifted = case.K + 32.0
    norm = projecting.norm_tolerances(shifted, case.dual, None)["double sum over k"][0]
    for part, size in ((WITH, 3.5), (WITHOUT, 6.0)):
        weights = 2.0 * 9.0 * u * kappa * (2.0 + 2.0 * size * 2.0 / 3.0) ** 2
        expected = 4.0 * size * value + size**2 * norm + mean + weights
        assert R2.parts(case)[part][1] == pytest.approx([expected], rel=1e-9, abs=0.0)
