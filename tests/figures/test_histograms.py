"""Histograms say how many numbers they show, and between which limits."""

import numpy as np
from drawn import drawn

from kpca.figures import histograms


def test_variances_lie_between_the_outer_eigenvalues():
    values = np.array([3.0, 2.0, 1.0])
    figure, words = drawn(histograms.variances, np.array([1.5, 2.5]), values, "cm")
    axes = figure.axes[0]
    assert [line.get_xdata()[0] for line in axes.lines] == [3.0, 1.0]
    assert axes.get_xlabel() == "variance along a direction [cm²]"
    assert words.alt == (
        "A histogram of the variances along 2 random directions, from 1.5 to 2.5, between two "
        "vertical lines at the eigenvalues 1 and 3."
    )


def test_what_is_left_out_has_its_mean_as_a_line():
    figure, words = drawn(histograms.left_out, np.array([1.0, 2.0, 6.0]), 1, 2, "1")
    assert figure.axes[0].lines[0].get_xdata()[0] == 3.0
    assert words.caption == "What 1 of 2 components leaves out of each sample."
    assert words.alt.endswith("from 1 to 6, with a vertical line at their mean 3.")


def test_fractions_of_two_arithmetics_are_two_steps_with_their_largest_value():
    used = {"double precision": np.array([0.1, 0.0]), "fifty digits": np.array([0.01, 0.03])}
    figure, words = drawn(histograms.fractions, used)
    assert len(figure.axes[0].patches) == 2
    assert (
        "double precision: median 5.0e-02, largest 0.1; fifty digits: median 2.0e-02" in words.alt
    )
