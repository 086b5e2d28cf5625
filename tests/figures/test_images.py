"""Which columns are the cells of a grid."""

import numpy as np
import pytest
from color_vision import lab
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

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


def test_a_larger_value_is_lighter_if_there_are_two_signs_and_darker_if_there_is_one():
    axes, cells = Figure().subplots(), images.grid(GRID)
    for least, signs in ((-6.0, 1.0), (0.0, -1.0)):
        shown = images.on_axes(axes, np.arange(12.0) + least, cells)
        levels = [lab(to_hex(shown.cmap(k / 11)), "in gray")[0] for k in range(12)]
        assert (signs * np.diff(levels) > 2.0).all()
