"""All products are better than the last one, and the certificates are those of the page."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from small_project import ROOT

import solver

PAGE = (ROOT / "kpca" / "site" / "text" / "theory-solver.md").read_text(encoding="utf-8")
GOOD, BAD = (solver.certificate(v) for v in solver.TRIED.values())


def test_the_power_iteration_gains_the_quotient_of_two_eigenvalues_and_krylov_more():
    by_power, by_span, ratio = solver.angles()
    assert by_power[-1] / by_power[-2] == pytest.approx(ratio, abs=0.02)
    assert (by_span <= by_power + 1e-12).all()
    assert 1e5 * by_span[-1] < by_power[-1]


def test_the_certificates_of_the_example_have_the_numbers_of_the_page():
    for number in (GOOD.theta, GOOD.residual, GOOD.bound, GOOD.gap):
        assert f"{number:.3f}" in PAGE
    assert GOOD.gap > 0.0 > BAD.gap
    assert BAD.residual == pytest.approx(0.0, abs=1e-12)
    assert [BAD.theta, BAD.bound] == pytest.approx([2 / 3, 4.0], abs=1e-12)


def test_curves_intervals_and_bars_are_drawn():
    solver.fast_and_proved(figure := Figure())
    left, right = figure.axes
    for line, sines in zip(left.lines, solver.angles(), strict=False):
        np.testing.assert_array_equal(line.get_ydata(), sines)
    bars = [patch.get_width() for patch in right.patches]
    assert bars == [GOOD.bound, BAD.bound]
    (ends, _) = (collection.get_segments()[0][:, 0] for collection in right.collections[:2])
    assert ends == pytest.approx(
        [GOOD.theta - GOOD.residual, GOOD.theta + GOOD.residual], abs=1e-12
    )
