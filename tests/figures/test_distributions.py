"""Figures of many numbers say how many they show, and between which limits."""

import numpy as np
import pytest
from drawn import drawn, legend_of, lines_of, look, looks, solution
from made_solutions import made

from kpca.figures import distributions


def test_variances_lie_between_the_outer_eigenvalues():
    values = np.array([3.0, 2.0, 1.0])
    figure, words = drawn(distributions.variances, np.array([1.5, 2.5]), values, "cm")
    axes = figure.axes[0]
    assert {label: x[0] for label, (x, _) in lines_of(axes).items()} == {"λ = 3": 3.0, "λ = 1": 1.0}
    assert legend_of(axes.get_legend()).items() > looks(axes).items()
    assert "2 random directions" in legend_of(axes.get_legend())
    counts = {round(bar.get_x(), 2): bar.get_height() for bar in axes.patches if bar.get_height()}
    assert list(counts.values()) == [1.0, 1.0]
    assert axes.get_xlabel() == "variance along a direction [cm²]"
    assert words.alt == (
        "A histogram of the variances along 2 random directions, from 1.5 to 2.5, between two "
        "vertical lines at the eigenvalues 1 and 3."
    )


def test_what_is_left_out_has_its_mean_as_a_line():
    figure, words = drawn(distributions.left_out, np.array([1.0, 2.0, 6.0]), 1, 2, "1")
    assert figure.axes[0].lines[0].get_xdata()[0] == 3.0
    assert words.caption == "What 1 of 2 components leaves out of each sample."
    assert words.alt.endswith("from 1 to 6, with a vertical line at their mean 3.")


def test_fractions_of_two_arithmetics_are_two_steps_with_their_largest_value():
    used = {"double precision": np.array([0.1, 0.0]), "fifty digits": np.array([0.01, 0.03])}
    figure, words = drawn(distributions.fractions, used)
    (axes,) = figure.axes
    steps = {patch.get_label(): patch for patch in axes.patches}
    for label, left in (("double precision", [-9.0, -1.0]), ("fifty digits", [-2.0, -1.523])):
        x, y = steps[label].get_xy().T
        highest = sorted(x[:-1][(y[:-1] == 1.0) & (np.diff(x) > 0)])
        assert highest == pytest.approx(np.floor(np.array(left) * 4) / 4, abs=1e-12)
        assert legend_of(axes.get_legend())[label] == look(steps[label])
    assert len({look(patch) for patch in axes.patches}) == 2
    assert (
        "double precision: median 5.0e-02, largest 0.1; fifty digits: median 2.0e-02" in words.alt
    )


def test_distances_on_a_map_are_drawn_against_the_given_ones():
    given, mapped = np.array([1.0, 4.0]), np.array([1.0, 2.0])
    figure, words = drawn(distributions.shepard, given, mapped, 2, "km")
    axes = figure.axes[0]
    assert axes.collections[0].get_offsets().tolist() == [[1.0, 1.0], [4.0, 2.0]]
    assert axes.get_ylabel() == "squared distance in 2 axes [km²]"
    assert words.alt == (
        "2 of 2 pairs of samples as dots, with given squared distances up to 4; 50% of all pairs "
        "lie below the dashed diagonal. The correlation of both distances is 1.000."
    )


def test_of_many_pairs_about_four_thousand_are_drawn():
    given = np.arange(9001.0)
    figure, words = drawn(distributions.shepard, given, given, 1, "1")
    assert len(figure.axes[0].collections[0].get_offsets()) == 4501
    assert words.alt.startswith("4501 of 9001 pairs")


# Scores are 2 and 1, standard deviations 1 and 1/2: the whiskers end at 2.
@pytest.mark.parametrize(
    ("spectrum", "new", "heights", "beyond"),
    [
        (
            [4.0, 1.0, 0.0, 0.0],
            [[3.0, 0.5], [-1.0, 0.1], [2.5, -0.9]],
            [3.0, 1.0, 1.0, 0.2, 2.5, 1.8],
            "2 on component 1",
        ),
        ([4.0, 0.0], [[0.1]], [0.1 / np.sqrt(2.0)], "none"),
    ],
)
def test_new_samples_above_the_whiskers_are_counted_for_each_component(
    spectrum, new, heights, beyond
):
    fitted = solution(spectrum, len(new[0]))
    figure, words = drawn(distributions.new_samples, fitted, np.array(new))
    dots = figure.axes[0].collections[0].get_offsets()
    np.testing.assert_allclose(dots[:, 1], heights, rtol=0, atol=1e-12)
    places = [k + 1.32 for _ in new for k in range(len(new[0]))]
    np.testing.assert_allclose(dots[:, 0], places, rtol=0, atol=1e-12)
    assert words.alt.endswith(f"Dots above the whiskers: {beyond}.")


def test_new_samples_are_beyond_the_whiskers_of_their_own_component():
    """The whiskers end at 1 and at the root of 2 standard deviations, which are 1.5 and 1."""
    V = np.array([[0.5, np.sqrt(0.5)], [0.5, -np.sqrt(0.5)], [-0.5, 0.0], [-0.5, 0.0]])
    fitted = made(np.array([9.0, 4.0, 0.0, 0.0]), V, 1e-12)
    new = np.array([[1.2, -1.3], [-1.3, 1.5], [0.7, 0.2]]) * [1.5, 1.0]
    _, words = drawn(distributions.new_samples, fitted, new)
    assert words.alt.endswith("2 on component 1 and 1 on component 2.")
