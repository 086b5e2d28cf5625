"""The tolerance of each drawn statement lies between its right and its wrong formula."""

import pytest
from matplotlib.figure import Figure

from controls import EXACT, FORMULAS, control, sizes


def test_the_right_formula_is_within_its_tolerance_and_the_wrong_one_far_outside():
    right, allowed, wrong = sizes()
    assert (right <= allowed).all()
    assert (wrong > 1e11 * allowed).all()
    assert allowed.max() < 1e-11


def test_the_tolerance_of_the_norm_is_the_one_that_the_page_derives():
    position = [statement.id for statement in FORMULAS].index("E7")
    assert sizes()[1][position] == pytest.approx(7.4e-15, abs=5e-17)
    assert sizes()[2][position] == pytest.approx(2.0, abs=1e-12)


def test_each_row_has_its_three_marks_and_the_names_of_both_formulas():
    control(figure := Figure())
    (axes,) = figure.axes
    marks = [part.get_offsets() for part in axes.collections if len(part.get_offsets()) > 1]
    for row, (statement, (good, bad)) in enumerate(FORMULAS.items()):
        right, allowed, wrong = (mark[row] for mark in marks)
        assert right[1] == allowed[1] == wrong[1] == row
        assert EXACT <= right[0] < allowed[0] < wrong[0]
        assert axes.get_yticklabels()[row].get_text() == f"{statement.id}: {good}, not {bad}"
    assert axes.get_xscale() == "log"
