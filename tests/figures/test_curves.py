"""Curves pass through their data, and their alt texts say where they begin and end."""

import numpy as np
import pytest
from drawn import drawn, legend_of, lines_of, looks

from kpca.figures import curves

TRUTH = np.array([1.0, 1e-3, 1e-12])
ERRORS = {"a": np.array([1e-16, 1e-13, 1e-4]), "b": np.array([0.0, 1e-10, 1.0])}


def _arrays(*rows):
    return [np.array(row) for row in rows]


@pytest.mark.parametrize(
    ("draw", "data", "lines", "alt"),
    [
        (
            curves.truncation,
            [*_arrays([5.0, 3.0], [5.0, 3.5]), "km"],
            [[5.0, 3.0], [5.0, 3.5]],
            "A line and circles on it: the error falls from 5 with no axis to 3 with 1.",
        ),
        (
            curves.canceling,
            _arrays([0.0, 2.0], [0.0, 1e-15], [0.0, 1.9]),
            [[0.0, 1.9], [0.0, 1e-15]],
            "Two lines. The residual of the equation after canceling grows to 1.9 as the null "
            "vector grows to 2 times the length of α. The residual of the equation before "
            "canceling stays below 1.0e-15.",
        ),
        (
            curves.stress,
            _arrays([0.5, 0.25, 0.2]),
            [[0.5, 0.25, 0.2]],
            "A line that falls from 0.5 at step 0 to 0.2 after 2 steps.",
        ),
        (
            curves.losses,
            [*_arrays([3.0, 2.5], [2.0, 1.0], [2.0, 1.0]), "1"],
            [[3.0, 2.5], [2.0, 1.0], [2.0, 1.0]],
            "Two lines over 1 to 2 components. With the mean the loss falls from 2 to 1, through "
            "all crosses; without it, from 3 to 2.5.",
        ),
        (
            curves.losses,
            [*_arrays([3.0], [2.0], [2.0]), "1"],
            [[3.0], [2.0], [2.0]],
            "Two points for 1 component. With the mean the loss is 2, on the cross; without it, 3.",
        ),
    ],
)
def test_lines_are_drawn_through_the_numbers_and_the_alt_text_has_their_ends(
    draw, data, lines, alt
):
    figure, words = drawn(draw, *data)
    assert [list(line.get_ydata()) for line in figure.axes[0].lines] == lines
    assert words.alt == alt


@pytest.mark.parametrize(
    ("draw", "data", "lines"),
    [
        (
            curves.truncation,
            [*_arrays([5.0, 3.0, 1.5], [5.25, 3.5, 1.0]), "km"],
            {
                "√(Σ μ² beyond p)": [[0, 1, 2], [5.0, 3.0, 1.5]],
                "‖K̃ − ZZᵀ‖, computed": [[0, 1, 2], [5.25, 3.5, 1.0]],
            },
        ),
        (
            curves.canceling,
            _arrays([0.0, 2.0, 5.0], [1e-16, 3e-15, 2e-15], [0.25, 1.9, 4.5]),
            {
                "K̃α = nλα": [[0.0, 2.0, 5.0], [0.25, 1.9, 4.5]],
                "K̃²α = nλK̃α": [[0.0, 2.0, 5.0], [1e-16, 3e-15, 2e-15]],
            },
        ),
        (
            curves.losses,
            [*_arrays([6.0, 5.5, 4.0], [3.0, 2.0, 1.0], [3.25, 2.5, 0.5]), "1"],
            {
                "P_d φ, no mean subtracted (N0)": [[1, 2, 3], [6.0, 5.5, 4.0]],
                "mean + P_d(φ − mean)": [[1, 2, 3], [3.0, 2.0, 1.0]],
                "Σ λ beyond d": [[1, 2, 3], [3.25, 2.5, 0.5]],
            },
        ),
        (
            curves.errors_of_formulations,
            [TRUTH, ERRORS],
            {
                "a": [[1.0, 1e-3, 1e-12], [1e-16, 1e-13, 1e-4]],
                "b": [[1.0, 1e-3, 1e-12], [1e-17, 1e-10, 1.0]],
            },
        ),
        (
            curves.errors_by_squaring,
            [TRUTH, ERRORS, 1e-7],
            {
                "a": [[1.0, 1e-3, 1e-12], [1e-16, 1e-13, 1e-4]],
                "b": [[1.0, 1e-3, 1e-12], [1e-17, 1e-10, 1.0]],
                "cut-off of the generalized problem": [[1e-7, 1e-7], [0, 1]],
            },
        ),
    ],
    ids=["truncation", "canceling", "losses", "formulations", "squaring"],
)
def test_each_line_has_the_label_of_its_numbers_and_its_own_look_in_the_legend(draw, data, lines):
    figure, _ = drawn(draw, *data)
    (axes,) = figure.axes
    found = lines_of(axes)
    assert {label: found[label] for label in lines} == lines
    legend = legend_of(axes.get_legend())
    assert legend == {label: look for label, look in looks(axes).items() if label in lines}
    assert len({str(look) for look in legend.values()}) == len(lines)


def test_the_roots_of_u_have_their_names_beside_their_lines():
    figure, _ = drawn(curves.errors_by_squaring, TRUTH, ERRORS, 1e-7)
    names = {text.get_text(): text.get_position()[0] for text in figure.axes[0].texts}
    assert names["√u μ₁"] == pytest.approx(1.3 * 2.0**-26.5, rel=1e-12, abs=0.0)
    assert names["u μ₁"] == pytest.approx(1.3 * 2.0**-53, rel=1e-12, abs=0.0)


def test_an_error_has_the_unit_of_a_square():
    figure, _ = drawn(curves.truncation, *_arrays([5.0, 3.0], [5.0, 3.5]), "km")
    assert figure.axes[0].get_ylabel() == "error [km²]"


def test_each_bandwidth_has_a_curve_and_its_value_at_sigma():
    figure, words = drawn(curves.bandwidths, {"b": 1.0, "a": 0.5, "c": 2.0})
    (axes,) = figure.axes
    for label, gamma in (("b = 1: γ = 1", 1.0), ("a = 1: γ = 0.5", 0.5), ("c = 1: γ = 2", 2.0)):
        d, k = np.array(lines_of(axes)[label])
        np.testing.assert_allclose(k, np.exp(-gamma * d * d), rtol=1e-12)
    assert legend_of(axes.get_legend()) == looks(axes)
    assert words.alt.endswith("at distance σ are b: 0.368; a: 0.607; c: 0.135.")


def test_the_root_of_the_unit_roundoff_separates_relative_errors():
    _, words = drawn(curves.errors_of_formulations, TRUTH, ERRORS)
    assert words.alt == (
        "2 curves over 3 eigenvalues from 1 down to 1.0e-12, on two logarithmic axes. Relative "
        "errors: a: at most 1.0e-13 above a hundred times √u, at most 1.0e-04 below; b: at most "
        "1.0e-10 above a hundred times √u, at most 1.0e+00 below."
    )


def test_squaring_shows_the_roots_of_u_and_the_cutoff():
    figure, _ = drawn(curves.errors_by_squaring, TRUTH, ERRORS, 1e-7)
    vertical = [line.get_xdata()[0] for line in figure.axes[0].lines[2:5]]
    assert vertical == [2.0**-26.5, 2.0**-53, 1e-7]
    assert list(figure.axes[0].lines[1].get_ydata()) == [1e-17, 1e-10, 1.0]


def test_the_largest_error_below_the_limit_is_none_of_those_above_it():
    truth, error = _arrays([1.0, 1e-3, 1e-9, 1e-12], [3e-5, 2e-4, 4e-8, 5e-7])
    _, words = drawn(curves.errors_of_formulations, truth, {"a": error})
    assert words.alt.endswith("a: at most 2.0e-04 above a hundred times √u, at most 5.0e-07 below.")
