"""A spectrum shows every eigenvalue with its sign, and what is lost in rounding."""

import numpy as np
import pytest
from drawn import solution
from matplotlib.figure import Figure

from kpca.figures import spectrum


@pytest.fixture
def axes():
    return Figure(layout="constrained").subplots()


@pytest.mark.parametrize(("n", "ticks"), [(5, [1, 2, 3, 4, 5]), (9, list(range(1, 10)))])
def test_each_place_of_a_short_spectrum_has_a_tick(axes, n, ticks):
    spectrum.on_axes(axes, solution(np.arange(n, 0.0, -1.0), 1), "1")
    axes.figure.draw_without_rendering()
    assert list(axes.get_xticks()) == ticks
    assert [text.get_text() for text in axes.get_xticklabels()] == [str(k) for k in ticks]
