"""Which columns are the cells of a grid."""

import pytest

from kpca.figures import images

GRID = [f"pixel_{i}_{j}" for j in range(1, 4) for i in range(5, 9)]


@pytest.mark.parametrize(
    ("names", "is_grid"),
    [
        (GRID, True),
        (GRID[:-1], False),
        ([*GRID[:-1], GRID[0]], False),
        ([*GRID[:-1], "edge_8_3"], False),
        ([*GRID[:-1], "mean"], False),
        (["p_1_1", "p_1_2", "p_1_3", "p_2_1", "p_2_2", "p_2_3"], False),
        ([], False),
    ],
)
def test_a_grid_has_all_of_its_cells_once_and_three_rows_and_columns(names, is_grid):
    assert (images.grid(names) is not None) == is_grid
