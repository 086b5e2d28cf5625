"""The agreement matrix names the worst statement of each study, within the figure."""

import numpy as np
import pytest
from drawings import RATIO
from drawn import drawn
from matplotlib.figure import Figure

from kpca.figures import agreement_matrix, discrepancies, style

IDS = ["C3", "C1", "E7", "D2"]


def test_the_largest_share_of_each_study_stands_beside_its_strip_and_failing_ones_are_named():
    agrees = ~(RATIO > 1.0)
    figure, words = drawn(agreement_matrix.draw, list("stuv"), IDS, RATIO, agrees)
    (axes,) = figure.axes
    named = {text.get_text(): text.xy[1] for text in axes.texts}
    assert named == {"E7: 0.3": 0, "C1: 20": 1, "E7: 50": 2, "": 3}
    assert [text.get_text() for text in axes.get_yticklabels()] == list("stuv")
    assert axes.yaxis_inverted()
    assert words.caption.endswith("Beyond the limit (crosses): C1 on t and E7 on u.")
    assert "50 of its tolerance, for E7 on u." in words.alt


@pytest.mark.parametrize(("statements", "count"), [(1, 1), (57, 3), (98, 20)])
def test_all_texts_of_the_matrix_lie_within_the_figure_and_beside_each_other(statements, count):
    ids, studies = [f"E{k}x" for k in range(statements)], [f"s{k}" for k in range(count)]
    ratio = np.full((count, statements), 1.234e-3)
    with style.style():
        figure = Figure(figsize=(style.WIDE, style.HEIGHT))
        agreement_matrix.draw(figure, studies, ids, ratio, ratio < 1.0)
        figure.draw_without_rendering()
        axes = figure.axes[0]
        texts = [*axes.texts, *axes.get_yticklabels(), axes.xaxis.label]
        boxes = [text.get_window_extent() for text in texts]
    assert len(texts) == 2 * count + 1
    for k, box in enumerate(boxes):
        assert figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= box.y0 and box.y1 <= figure.bbox.y1
        assert box.count_overlaps(boxes[:k]) == 0


def test_checks_are_counted_by_the_power_of_ten_of_their_discrepancy_in_each_arithmetic():
    double, fifty = np.array([1e-13, 1e-12, 0.0]), np.array([1e-48, 0.0, 1e-47])
    figure, _ = drawn(discrepancies.in_two_arithmetics, ["C1", "C1", "E7"], double, fifty)
    expected = [-54, -48, -47], [-54, -13, -12]
    for bars, powers in zip(figure.axes[0].containers, expected, strict=True):
        left = [bar.get_x() for bar in bars if bar.get_height() == 1]
        assert np.log10(left) == pytest.approx(np.array(powers) - 0.5, abs=1e-9)
