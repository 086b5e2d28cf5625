"""The error of a row of a new sample."""

import numpy as np
import pytest
from conftest import STUDIES
from made_solutions import made

from kpca import tolerances
from kpca.statements import formulations_agree
from kpca.statements.case import Case
from kpca.statements.check import STATEMENTS

U = 2.0**-53


def test_the_error_of_a_row_grows_with_its_own_entries_and_with_the_largest_of_training():
    """sqrt(n) (6 + 2 (4 * 27 + 9)) u, twice; bounds over sqrt(n); a product of length n."""
    n, K, K_new = 4, np.ones((4, 4)), np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 1e4, 0.0, 0.0]])
    K[0, 0] = 100.0
    rows, centered = np.vstack([K_new, K]), np.zeros((6, 4))
    centered[0, :] = 3.0
    solution = made(np.ones(4), np.eye(4)[:, :1], 1e-12)
    found = formulations_agree.row_error(centered, rows, 0.5 * rows, solution, solution)
    scale = 2.0 * np.sqrt(n) * (6.0 + 2.0 * (4.0 * 27.0 + 9.0)) * U
    expected = scale * np.array([100.0, 1e4]) + 2e-12 / np.sqrt(n)
    expected += 2.0 * n * U * np.array([6.0, 0.0])
    np.testing.assert_allclose(found[:2], expected, rtol=1e-9)


def test_each_component_that_is_placed_again_has_its_own_tolerance():
    case = Case.of(STUDIES["rbf"])
    _, allowed, _ = STATEMENTS["D3"].parts(case)["training samples placed again"]
    largest = float(np.abs(case.D2).max())
    for k, mu in enumerate(case.mds.mu):
        (expected,) = tolerances.placed_again(
            case.mds.n, np.array([mu]), largest, case.mds.matrix_error
        )
        assert allowed[k] == pytest.approx(expected, rel=1e-12, abs=0)
    assert (np.diff(allowed) > 0).any(), "the control"
