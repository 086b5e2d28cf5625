"""The agreement matrix says failure where there is one, and can be read with many statements."""

import numpy as np
import pytest
from drawn import drawn
from matplotlib.figure import Figure

from kpca.figures import agreement_matrix, style


def test_a_failing_cell_is_crossed_and_an_empty_one_is_blank():
    axes = Figure().subplots()
    ratio = np.array([[1e-3, np.nan], [0.0, 20.0]])
    agrees = np.array([[True, True], [True, False]])
    agreement_matrix.panel(axes, ["s", "t"], ["C1", "C3"], ratio, agrees)
    assert [text.get_text() for text in axes.texts] == ["−3.0", "exact", "1.3"]
    assert len(axes.lines) == 2


@pytest.mark.parametrize("statements", [1, 16, 17, 50, 57, 64])
def test_no_number_of_the_matrix_leaves_its_cell_whatever_the_number_of_statements(statements):
    ids = [f"E{k}x" for k in range(statements)]
    studies = ["circles-lift", "s-curve", "digits"]
    ratio = np.full((3, statements), 1e-5)
    ratio[0] = 0.0
    with style.style():
        figure = Figure(figsize=(style.WIDE, style.HEIGHT))
        agreement_matrix.draw(figure, studies, ids, ratio, np.ones(ratio.shape, dtype=bool))
        figure.draw_without_rendering()
        panels = [axes for axes in figure.axes if axes.texts]
        assert sum(len(axes.texts) for axes in panels) == 3 * statements
        for axes in panels:
            cell = np.ptp(axes.transData.transform([[0, 0], [1, 1]]), axis=0)
            for text in axes.texts:
                box = text.get_window_extent()
                assert box.width < cell[0]
                assert box.height < cell[1]


def test_a_cell_shows_a_power_of_ten_and_no_hundred_of_them():
    texts = [agreement_matrix._text(ratio) for ratio in (0.0, 1e-99, 1e-3, 0.5, 20.0)]
    assert texts == ["exact", "< −9", "−3.0", "−0.3", "1.3"]


def test_the_alt_text_counts_cells_and_names_the_worst_and_the_crossed_ones():
    ratio = np.array([[1e-3, np.nan], [0.0, 20.0]])
    agrees = np.array([[True, True], [True, False]])
    _, words = drawn(agreement_matrix.draw, ["s", "t"], ["C1", "C3"], ratio, agrees)
    assert words.alt == (
        "A grid of 2 studies by 2 statements. 3 cells have a number, and 1 are blank. Exact ones: "
        "1. The largest discrepancy is 20 of its tolerance, for C3 on t. Crossed cells: C3 on t."
    )
