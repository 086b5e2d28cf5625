"""Discrepancies are drawn below their tolerances; exact zeros are drawn and counted."""

import numpy as np
from drawn import drawn

from kpca.figures import discrepancies
from kpca.statements.check import Check


def test_norms_have_a_marker_for_each_way_and_their_tolerances():
    ways = {"a": np.array([1.0, 1.5]), "b": np.array([1.0, 1.25])}
    figure, words = drawn(discrepancies.norms, ways, np.array([0.5, 2.0]))
    assert [list(line.get_ydata()) for line in figure.axes[0].lines] == [
        [2.0**-54, 0.5],
        [2.0**-54, 0.25],
        [0.5, 2.0],
    ]
    assert words.alt == (
        "Markers for 2 ways and 2 components on a logarithmic axis. The largest differences from "
        "one are a: 5.0e-01; b: 2.5e-01. The tolerances lie between 5.0e-01 and 2.0e+00."
    )


def test_equal_eigenvalues_are_drawn_at_a_billionth_of_the_bound():
    figure, words = drawn(discrepancies.eigenvalues, np.array([0.5, 0.0]), 2.0, "km")
    assert figure.axes[0].collections[0].get_offsets()[:, 1].tolist() == [0.5, 2e-9]
    assert figure.axes[0].get_ylabel() == "|Δμ| [km²]"
    assert words.alt.endswith("the highest at 5.0e-01, below a line at 2.0e+00. Exactly zero: 1.")


def test_each_formulation_has_its_differences_under_its_tolerances():
    compared = {"MDS": (np.array([1e-3, 1e-2]), np.array([1.0, 2.0]), np.array([9.0, 9.0]))}
    figure, words = drawn(discrepancies.formulations, compared, ["1", "2–3"], "cm")
    axes = figure.axes[0]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2–3"]
    assert axes.get_ylabel() == "‖Z − Z′‖ [cm]"
    assert words.alt.endswith("The largest differences are MDS: 1.0e-02 of 2.0e+00 allowed.")


def test_every_check_has_a_discrepancy_and_a_broken_formula():
    checks = [
        Check("C1", 0.5, 1.0, 500.0, margin=300.0),
        Check("E7", 0.0, 1.0, 900.0, margin=900.0),
    ]
    figure, words = drawn(discrepancies.statements, checks)
    held, broken = (part.get_offsets()[:, 1].tolist() for part in figure.axes[0].collections)
    assert (held, broken) == ([0.5, 1e-9], [300.0, 900.0])
    assert "2 discrepancies lie below the dashed line, the highest at 0.5 of its" in words.alt
    assert "exactly zero: 1. The broken formulas lie at 3.0e+02 tolerances or higher." in words.alt


def test_checks_of_one_statement_share_a_place_in_both_arithmetics():
    double, fifty = np.array([1e-13, 1e-12, 0.0]), np.array([1e-48, 0.0, 1e-47])
    figure, words = drawn(discrepancies.in_two_arithmetics, ["C1", "C1", "E7"], double, fifty)
    first, second = (part.get_offsets().tolist() for part in figure.axes[0].collections)
    assert first == [[0.0, 1e-13], [0.0, 1e-12], [1.0, 1e-54]]
    assert second == [[0.0, 1e-48], [0.0, 1e-54], [1.0, 1e-47]]
    assert words.alt.startswith("Two marks for each of 3 checks of 2 statements")
    assert words.alt.endswith("reach 1.0e-12, with fifty digits 1.0e-47.")
