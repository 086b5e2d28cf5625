"""The agreement matrix says failure where there is one, and can be read with many statements."""

import numpy as np
import pytest
from drawn import drawn, texts_at
from matplotlib.figure import Figure

from kpca.figures import agreement_matrix, style

STUDIES = ["s", "t", "u"]
RATIO = np.array([[1e-3, np.nan, 0.3, 1e-5], [0.0, 20.0, 1e-2, 0.1], [0.5, 1e-4, 50.0, 1e-12]])
AGREES = ~(RATIO > 1.0)


def _crossed(axes):
    """The middles of the crosses, row and column, each of which is made of two lines."""
    middles = [tuple(float(np.mean(of)) for of in line.get_data()[::-1]) for line in axes.lines]
    assert middles[::2] == middles[1::2]
    return middles[::2]


def test_each_number_stands_in_the_cell_of_its_study_and_statement_and_failing_ones_are_crossed():
    axes = Figure().subplots()
    agreement_matrix.panel(axes, STUDIES, ["C3", "C1", "E7", "D2"], RATIO, AGREES)
    assert texts_at(axes) == {
        **{(0.0, 0.0): "−3.0", (2.0, 0.0): "−0.5", (3.0, 0.0): "−5.0"},
        **{(0.0, 1.0): "exact", (1.0, 1.0): "1.3", (2.0, 1.0): "−2.0", (3.0, 1.0): "−1.0"},
        **{(0.0, 2.0): "−0.3", (1.0, 2.0): "−4.0", (2.0, 2.0): "1.7", (3.0, 2.0): "< −9"},
    }
    assert _crossed(axes) == [(1.0, 1.0), (2.0, 2.0)]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["C3", "C1", "E7", "D2"]
    assert [text.get_text() for text in axes.get_yticklabels()] == STUDIES
    shown = axes.images[0].get_array()
    assert shown.mask.tolist() == np.isnan(RATIO).tolist()
    assert shown[2].tolist() == pytest.approx(
        [np.log10(0.5), -4.0, np.log10(50.0), -6.0], abs=1e-12
    )


def test_statements_below_each_other_keep_their_numbers_their_crosses_and_their_order():
    ids = [f"E{k}" for k in np.random.default_rng(3).permutation(40)]
    ratio = 10.0 ** -np.arange(0.1, 8.1, 0.1).reshape(2, 40)
    ratio[1, [7, 33]] = 30.0, 70.0
    figure, words = drawn(agreement_matrix.draw, ["s", "t"], ids, ratio, ratio <= 1.0)
    panels = figure.axes[:3]
    shown = {}
    for axes in panels:
        own = [text.get_text() for text in axes.get_xticklabels()]
        shown |= {(own[int(x)], y): text for (x, y), text in texts_at(axes).items()}
    assert shown == {
        (name, row): f"{np.log10(ratio[int(row), k]):.1f}".replace("-", "−")
        for k, name in enumerate(ids)
        for row in (0.0, 1.0)
    }
    assert [_crossed(axes) for axes in panels] == [[(1.0, 7.0)], [], [(1.0, 5.0)]]
    assert words.alt.endswith(f"Crossed cells: {ids[7]} on t and {ids[33]} on t.")
    assert f"70 of its tolerance, for {ids[33]} on t." in words.alt


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


@pytest.mark.parametrize(("statements", "count"), [(5, 1), (98, 9)])
def test_the_label_of_the_color_bar_lies_within_the_figure(statements, count):
    ids, studies = [f"E{k}" for k in range(statements)], [f"s{k}" for k in range(count)]
    ratio = np.full((count, statements), 1e-3)
    with style.style():
        figure = Figure(figsize=(style.WIDE, style.HEIGHT))
        agreement_matrix.draw(figure, studies, ids, ratio, ratio < 1.0)
        figure.draw_without_rendering()
        label = figure.axes[-1].xaxis.label
        box, whole = label.get_window_extent(), figure.bbox
    assert label.get_text() == "log10(discrepancy / tolerance)"
    assert whole.y0 <= box.y0 and box.y1 <= whole.y1
