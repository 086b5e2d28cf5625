"""The error of a row of a new point."""

import numpy as np
from made_solutions import made

from kpca.statements import formulations_agree

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
