"""A row that was simulated is recognized, and the published ones stand where the table says."""

import numpy as np
import pytest

import sigma_of_table
from sigma_of_table import GRID, PRINTED, ROWS, SIGMA

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
    assert found.farther[0, 1:].tolist() == [1.0 / 401.0, 1.0 / 401.0]


def test_few_repetitions_cannot_exclude_a_row():
    """The published row is one of r + 1: with 3 repetitions no share is below a quarter."""
    far = 1e6 * TRUTH[:1]
    for repeats in (1, 3, 7):
        found = sigma_of_table.compare(far, RATIOS[:1, :repeats]).farther
        assert found.item() == (1.0 if repeats == 1 else 1.0 / (repeats + 1.0))


def test_no_row_is_among_those_whose_medians_it_is_held_against():
    """1 is a factor of 3 from the median of 2 and 4; 2 and 4 are nearer to that of the others."""
    simulated = np.array([[2.0] * 9, [4.0] * 9])[None]
    assert sigma_of_table.compare(np.ones((1, 9)), simulated).farther.item() == 1.0 / 3.0


def test_a_share_of_rows_that_are_drawn_alike_is_uniform():
    """No row takes part in its own medians, so that each rank of the row is equally frequent."""
    rows = np.exp(np.random.default_rng(3).normal(size=(300, 4, 9)))
    shares = [sigma_of_table.compare(row[:1], row[None, 1:]).farther.item() for row in rows]
    counts = [shares.count(share) for share in (0.25, 0.5, 0.75, 1.0)]
    # Each is binomial with a mean of 75 and a standard deviation of 7.5.
    assert sum(counts) == 300
    assert np.abs(np.array(counts) - 75).max() < 30


def test_the_distance_of_a_row_is_the_mean_of_the_logarithms():
    row = TRUTH[0].copy()
    row[4] *= np.exp(0.9)
    found = sigma_of_table.compare(row[None], TRUTH[:1, None])
    assert found.distance.item() == pytest.approx(0.1, abs=1e-14)
    assert sigma_of_table.compare(TRUTH[0][None] ** 2 / row, TRUTH[:1, None]).distance == (
        pytest.approx(0.1, abs=1e-14)
    )


def test_the_ends_of_a_range_are_inside_and_what_is_beyond_is_not():
    simulated = np.array([[1.0] * 9, [2.0] * 9, [4.0] * 9])[None]
    rows = np.array([[1.0] * 4 + [4.0] * 5, [0.999] * 4 + [4.001] * 5])
    assert sigma_of_table.compare(rows, simulated).inside.tolist() == [[9], [0]]


def test_the_report_has_a_row_for_each_published_sigma():
    caption, rows = sigma_of_table.for_the_report(np.array([9, 0, 1, 2, 3]), repeats=20)
    assert "inside the least-to-largest range of 20 draws" in caption
    assert rows.iloc[1].tolist() == [0.1, 0, 9]
