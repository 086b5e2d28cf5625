"""Relative errors are drawn over the eigenvalues, and those below √u are counted in words."""

import numpy as np
from drawn import drawn

from kpca.figures import relative_errors

TRUTH = np.array([1.0, 1e-3, 1e-12])
ERRORS = {"a": np.array([1e-16, 1e-13, 1e-4]), "b": np.array([0.0, 1e-10, 1.0])}


def test_the_root_of_the_unit_roundoff_separates_the_eigenvalues():
    _, words = drawn(relative_errors.of_formulations, TRUTH, ERRORS)
    assert words.alt == (
        "2 curves over 3 eigenvalues from 1 down to 1.0e-12, on two logarithmic axes. Relative "
        "errors: a: at most 1.0e-13 above a hundred times √u, at most 1.0e-04 below; b: at most "
        "1.0e-10 above a hundred times √u, at most 1.0e+00 below."
    )


def test_squaring_shows_the_roots_of_u_and_the_cutoff():
    figure, _ = drawn(relative_errors.squaring, TRUTH, ERRORS, 1e-7)
    vertical = [line.get_xdata()[0] for line in figure.axes[0].lines[2:5]]
    assert vertical == [2.0**-26.5, 2.0**-53, 1e-7]
    assert list(figure.axes[0].lines[1].get_ydata()) == [1e-17, 1e-10, 1.0]
