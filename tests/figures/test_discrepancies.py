"""Discrepancies are drawn below their tolerances; exact zeros are drawn and counted."""

import numpy as np
from drawn import drawn, legend_of, lines_of, look, looks, points_of

from kpca.figures import discrepancies
from kpca.statements.check import Check


def _arrays(*rows):
    return tuple(np.array(row) for row in rows)


def test_the_squared_norms_of_a_way_have_its_label_over_the_components():
    one, other, allowed = _arrays([1.0, 1.5, 0.875], [1.125, 1.25, 1.0625], [0.5, 2.0, 0.75])
    figure, words = drawn(discrepancies.norms, {"b": one, "a": other}, allowed)
    (axes,) = figure.axes
    assert lines_of(axes) == {
        "b": [[1, 2, 3], [2.0**-54, 0.5, 0.125]],
        "a": [[1, 2, 3], [0.125, 0.25, 0.0625]],
        "tolerance": [[1, 2, 3], [0.5, 2.0, 0.75]],
    }
    assert legend_of(axes.get_legend()) == looks(axes)
    assert "from one are b: 5.0e-01; a: 2.5e-01." in words.alt
    assert words.alt.endswith("lie between 5.0e-01 and 2.0e+00.")


def test_equal_eigenvalues_are_drawn_at_a_billionth_of_the_bound():
    figure, words = drawn(discrepancies.eigenvalues, np.array([0.25, 0.5, 0.0]), 2.0, "km")
    (axes,) = figure.axes
    points = points_of(axes)["difference of the formulations"].tolist()
    assert points == [[1.0, 0.25], [2.0, 0.5], [3.0, 2e-9]]
    assert lines_of(axes)["Weyl's bound on it"][1] == [2.0, 2.0]
    assert legend_of(axes.get_legend()) == looks(axes)
    assert figure.axes[0].get_ylabel() == "|Δμ| [km²]"
    assert words.alt.endswith("the highest at 5.0e-01, below a line at 2.0e+00. Exactly zero: 1.")


def test_each_formulation_has_its_differences_under_its_tolerances():
    compared = {
        "MDS": _arrays([1e-3, 3e-2, 2e-3], [1.0, 2.0, 4.0], [9.0, 8.0, 7.0]),
        "SVD": _arrays([5e-3, 1e-4, 6e-2], [0.5, 0.25, 0.125], [9.0, 9.0, 9.0]),
    }
    figure, words = drawn(discrepancies.formulations, compared, ["1", "2–3", "4"], "cm")
    (axes,) = figure.axes
    measured, bars = axes.collections[1::3], axes.collections[2::3]
    places = {"MDS": np.arange(3) - 0.09, "SVD": np.arange(3.0)}
    for name, marks, bar in zip(compared, measured, bars, strict=True):
        assert marks.get_label() == name
        for part, values in zip((marks, bar), compared[name], strict=False):
            expected = np.column_stack([places[name], values])
            np.testing.assert_allclose(part.get_offsets(), expected, rtol=1e-12, atol=1e-12)
        assert look(marks)[0] == look(bar)[0]
        assert legend_of(axes.get_legend())[name] == look(marks)
    assert look(measured[0]) != look(measured[1])
    assert words.alt.endswith("MDS: 3.0e-02 of 2.0e+00 allowed; SVD: 6.0e-02 of 1.2e-01 allowed.")
    assert axes.get_ylabel().endswith("[cm]")


def test_every_check_has_a_discrepancy_and_a_broken_formula():
    checks = [
        Check("C1", 0.5, 2.0, 500.0, margin=300.0),
        Check("E7", 0.0, 1.0, 900.0, margin=900.0),
        Check("D2", 0.75, 1.0, 700.0, margin=600.0),
    ]
    figure, words = drawn(discrepancies.statements, checks)
    (axes,) = figure.axes
    points = {label: of.tolist() for label, of in points_of(axes).items()}
    assert points == {
        "statement": [[0.0, 0.25], [1.0, 1e-9], [2.0, 0.75]],
        "broken formula": [[0.0, 300.0], [1.0, 900.0], [2.0, 600.0]],
    }
    assert legend_of(figure.legends[0]) == looks(axes)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["C1", "E7", "D2"]
    assert "3 discrepancies lie below the dashed line, the highest at 0.75 of its" in words.alt
    assert "exactly zero: 1. The broken formulas lie at 3.0e+02 tolerances or higher." in words.alt


def test_checks_of_one_statement_share_a_place_in_both_arithmetics():
    double, fifty = np.array([1e-13, 1e-12, 0.0]), np.array([1e-48, 0.0, 1e-47])
    figure, words = drawn(discrepancies.in_two_arithmetics, ["C1", "C1", "E7"], double, fifty)
    (axes,) = figure.axes
    points = {label: of.tolist() for label, of in points_of(axes).items()}
    assert points == {
        "double precision": [[0.0, 1e-13], [0.0, 1e-12], [1.0, 1e-54]],
        "fifty digits": [[0.0, 1e-48], [0.0, 1e-54], [1.0, 1e-47]],
    }
    assert legend_of(figure.legends[0]).items() >= looks(axes).items()
    assert [text.get_text() for text in axes.get_xticklabels()] == ["C1", "E7"]
    assert words.alt.startswith("Two marks for each of 3 checks of 2 statements")
    assert words.alt.endswith("reach 1.0e-12, with fifty digits 1.0e-47.")
