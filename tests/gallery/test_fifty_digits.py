"""Many numbers are counted in steps of a quarter of a power of ten."""

import numpy as np
import pytest
from drawn import drawn, legend_of, look

import fifty_digits_figures


def test_fractions_of_two_arithmetics_are_two_steps_over_their_powers_of_ten():
    used = {"double precision": np.array([0.1, 0.0]), "fifty digits": np.array([0.01, 0.03])}
    figure, _ = drawn(fifty_digits_figures.fractions, used)
    (axes,) = figure.axes
    steps = {patch.get_label(): patch for patch in axes.patches}
    for label, left in (("double precision", [-9.0, -1.0]), ("fifty digits", [-2.0, -1.523])):
        x, y = steps[label].get_xy().T
        highest = sorted(x[:-1][(y[:-1] == 1.0) & (np.diff(x) > 0)])
        assert highest == pytest.approx(np.floor(np.array(left) * 4) / 4, abs=1e-12)
        assert legend_of(axes.get_legend())[label] == look(steps[label])
