"""Helpers of the statements on scaling: rivals, and the terms of an approximation."""

import numpy as np
import pytest
from made_solutions import made

from kpca.formulations import dual
from kpca.solvers.chosen_spectra import gram
from kpca.statements import scaling


def test_rivals_are_of_the_rank_of_the_best_and_some_come_within_a_thousandth():
    rng = np.random.default_rng(1)
    Q = np.linalg.qr(rng.normal(size=(9, 9)))[0]
    mu = np.array([4.0, 3.0, 2.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0])
    A = (Q * mu) @ Q.T
    rivals = scaling._rivals(A, Q[:, :2], mu[:2])
    best = np.sqrt(4.0 + 1.0 + 0.25)
    assert len(rivals) == 14
    assert min(rivals) >= best * (1.0 - 1e-12)
    near = rivals[0]
    assert best < near < 1.001 * best
    assert max(rivals[4:8]) > 2.0 * best


@pytest.mark.parametrize(
    ("spectrum", "terms"), [([4.0, 2.0, 1.0], 2), ([4.0], 0), ([-4.0, 1.0], 1)]
)
def test_the_terms_of_an_approximation_leave_one_that_is_not_rounding(spectrum, terms):
    K = gram(np.array(spectrum))
    solution = dual.fit(K, 1)
    wanted = made(solution.spectrum, np.eye(len(K))[:, :3], solution.matrix_error)
    assert scaling._terms(wanted) == terms
