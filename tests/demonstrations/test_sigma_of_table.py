"""A row that was simulated is recognized, and the published ones stand where the table says."""

import numpy as np
import pytest

from kpca.demonstrations import sigma_of_table
from kpca.demonstrations.sigma_of_table import GRID, PRINTED, ROWS, SIGMA

RNG = np.random.default_rng(0)
TRUTH = np.array([100.0, 30.0, 9.0])[:, None] * np.linspace(1.0, 0.5, 9)
RATIOS = TRUTH[:, None] * np.exp(0.1 * RNG.standard_normal((3, 400, 1)))


def test_the_grid_holds_the_sigma_of_the_table_and_their_doubles():
    assert SIGMA.tolist() == [0.05, 0.1, 0.2, 0.4, 0.8]
    assert GRID[PRINTED] == pytest.approx(SIGMA, abs=1e-15)
    assert GRID[PRINTED + 2] == pytest.approx(2.0 * SIGMA, abs=1e-15)
    assert len(GRID) == 12
    assert ROWS.shape == (5, 9)


def test_the_nearest_sigma_of_a_simulated_row_is_its_own():
    rows = TRUTH[[2, 0]] * 1.05
    found = sigma_of_table.compare(rows, RATIOS)
    assert found.nearest.tolist() == [2, 0]
    assert found.inside.tolist() == [[0, 0, 9], [9, 0, 0]]
    # The medians of the draws are near to the truth, and the factor is 1.05.
    assert found.distance[0, 2] == pytest.approx(np.log(1.05), abs=0.02)


def test_the_share_of_repetitions_that_are_farther_is_that_of_their_distribution():
    """|log| of the factor is half normal: 32 % of the repetitions are beyond one deviation."""
    found = sigma_of_table.compare(TRUTH[:1] * np.exp(0.1), RATIOS)
    assert found.farther[0, 0] == pytest.approx(0.317, abs=0.08)
    assert found.farther[0, 1:].tolist() == [0.0, 0.0]
    assert sigma_of_table.compare(RATIOS[0, :1], RATIOS[:, :1]).farther[0, 0] == 1.0
