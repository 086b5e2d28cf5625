"""The score is the length of a projection and a sum over samples, and both are drawn."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from kpca import KernelPCA
from scores import score, shown

OF = shown()


def test_the_projection_of_both_points_is_the_sum_of_the_terms_and_the_score_of_the_estimator():
    along = (OF.points - OF.mean) @ OF.axis
    assert np.linalg.norm(OF.axis) == pytest.approx(1.0, abs=1e-12)
    np.testing.assert_allclose(OF.terms.sum(axis=1), along, rtol=0, atol=1e-12)
    model = KernelPCA(n_components=1, kernel="linear").fit(OF.X)
    np.testing.assert_allclose(model.transform(OF.points)[:, 0], along, rtol=0, atol=1e-12)
    assert along[0] > 2.0
    assert along[1] < -1.0


def test_the_bars_follow_each_other_and_end_at_the_score():
    score(figure := Figure())
    for axes, terms in zip(figure.axes[1:], OF.terms, strict=True):
        bars = axes.patches
        begins = [bar.get_y() for bar in bars]
        ends = [bar.get_y() + bar.get_height() for bar in bars]
        assert begins[0] == pytest.approx(0.0, abs=1e-12)
        np.testing.assert_allclose(begins[1:], ends[:-1], rtol=0, atol=1e-12)
        assert ends[-1] == pytest.approx(terms.sum(), abs=1e-12)
        assert axes.lines[1].get_ydata()[0] == pytest.approx(terms.sum(), abs=1e-12)


def test_the_dashed_lines_in_the_plane_are_perpendicular_to_the_component():
    score(figure := Figure())
    dashed = [line for line in figure.axes[0].lines if line.get_linestyle() == "--"]
    assert len(dashed) == 2
    for line in dashed:
        assert np.diff(line.get_xydata(), axis=0)[0] @ OF.axis == pytest.approx(0.0, abs=1e-12)
