"""Shares of samples are counted in all samples, with or without a share."""

import numpy as np
import pytest
from drawn import drawn, legend_of, lines_of, looks, solution
from matplotlib.figure import Figure

from kpca.figures import shares


def _shares(**curves):
    axes = Figure().subplots()
    shares.step_curves(axes, curves, "components 1 and 2")
    return axes


def test_shares_are_sorted_and_counted_in_all_samples():
    axes = _shares(training=np.array([0.5, np.nan, 0.25, np.nan]))
    x, y = axes.lines[0].get_data()
    assert list(x) == [25.0, 25.0, 50.0, 51.0]
    assert list(y) == [0.0, 25.0, 50.0, 50.0]
    assert axes.get_ylim() == (0.0, 105.0)
    assert axes.get_ylabel() == "samples with at most this [%]"
    assert axes.get_xlabel() == "share of a sample on components 1 and 2 [%]"


@pytest.mark.parametrize(("largest", "end"), [(0.03, 3.0), (1.5, 150.0), (118.46, 200.0)])
def test_the_axis_of_shares_fits_them_and_ends_at_two_hundred_percent(largest, end):
    axes = _shares(training=np.array([0.01, largest]), new=np.array([0.02, np.nan]))
    np.testing.assert_allclose(axes.get_xlim(), (-0.0204 * end, 1.02 * end), rtol=1e-12)


def test_the_caption_of_shares_counts_the_samples_without_one_in_each_set():
    # A share of 0 is one.
    curves = {"training": np.array([0.0, np.nan, np.nan]), "new": np.array([np.nan, 0.1])}
    assert shares.which_shares(curves) == (
        "2 of 3 training samples have no positive squared distance to the mean and no share. "
        "1 of 2 new samples has no positive squared distance to the mean and no share. "
        "A curve counts all samples, and ends below 100 % where some have no share."
    )


def test_the_caption_of_shares_says_where_the_axis_ends_and_else_nothing():
    assert shares.which_shares({"training": np.array([0.5, 2.001, 3.0])}) == (
        "The axis ends at 200 %: 2 of 3 samples have a larger share, up to 300 %."
    )
    assert shares.which_shares({"training": np.array([0.5, 2.0])}) == ""


def test_shares_that_are_all_equal_are_a_sentence():
    words = drawn(shares.of_samples, {"training": np.ones(3)}, 2, False)[1]
    assert words == (
        "The share of each sample that the map shows is not drawn: components 1 and 2 hold 100.0% "
        "of every sample."
    )


def test_without_any_share_the_sentence_says_so():
    words = drawn(shares.of_samples, {"training": np.full(2, np.nan)}, 1, True)[1]
    assert words == (
        "The share of each sample that the map shows is not drawn: no sample has one. 2 of 2 "
        "training samples have no positive squared distance to the mean and no share."
    )


def test_the_words_of_shares_have_the_median_and_the_denominator_of_an_indefinite_kernel():
    curves = {"training": np.array([0.25, 0.5, 1.5]), "new": np.array([0.5, np.nan])}
    figure, words = drawn(shares.of_samples, curves, 3, True)
    (axes,) = figure.axes
    assert lines_of(axes) == {
        "training": [
            [25.0, 25.0, 50.0, 150.0, 153.0],
            [0.0, *(100.0 * (k / 3) for k in (1, 2, 3, 3))],
        ],
        "new": [[50.0, 50.0, 153.0], [0.0, 50.0, 50.0]],
    }
    assert legend_of(figure.legends[0]) == looks(axes)
    assert len({str(look) for look in looks(axes).values()}) == 2
    assert words.alt == (
        "2 step curves from 0 % of the samples. 3 training samples: the lowest share is 25.0%, "
        "half of them have at most 50.0%, and the highest is 150.0%; its curve ends at 100 %; 1 "
        "new sample: the share is 50.0%; its curve ends at 50 %."
    )
    assert "A share here is over the squared distance: with negative" in words.caption
    apart = "If the curves are far apart, the new samples may be of another kind."
    assert words.caption.endswith(apart)


def test_the_curve_of_one_new_sample_rises_from_0_and_reaches_the_right_edge():
    curves = {"training": np.array([0.25, 0.5]), "new": np.array([0.4])}
    x, y = _shares(**curves).lines[1].get_data()
    assert (list(x), list(y)) == ([40.0, 40.0, 51.0], [0.0, 100.0, 100.0])
    _, words = drawn(shares.of_samples, curves, 2, False)
    assert words.alt == (
        "2 step curves from 0 to 100 % of the samples. 2 training samples: the lowest share is "
        "25.0%, half of them have at most 37.5%, and the highest is 50.0%; 1 new sample: the share "
        "is 40.0%."
    )


def test_the_alt_text_says_where_a_curve_leaves_the_axes():
    curves = {"training": np.array([0.1, 0.5, 2.5, np.nan])}
    axes = _shares(**curves)
    x, y = axes.lines[0].get_data()
    assert y[x <= axes.get_xlim()[1]].tolist() == [0.0, 25.0, 50.0]
    _, words = drawn(shares.of_samples, curves, 2, True)
    assert words.alt.startswith("A step curve from 0 % of the samples. 3 training samples: ")
    assert words.alt.endswith("the highest is 250.0%; its curve ends at 50 %.")


def test_a_set_in_which_no_sample_has_a_share_has_no_curve():
    curves = {"training": np.array([0.25, 0.5]), "new": np.array([np.nan])}
    figure, words = drawn(shares.of_samples, curves, 2, False)
    assert [line.get_label() for line in figure.axes[0].lines] == ["training"]
    assert words.alt.startswith("A step curve from 0 to 100 % of the samples.")
    assert words.alt.endswith("; 0 new samples: none has a share.")
    assert "1 of 1 new sample has no positive squared distance" in words.caption


def test_all_samples_together_have_a_share_on_the_map_and_one_on_all_components():
    Z = np.array([[1.0, 1.0, 1.0], [1.0, 0.0, 0.0]])
    assert shares.of_all_together(Z, 5.0, "") == (
        "of all samples together, over the trace: 60.00%, 80.00%"
    )
    assert shares.of_all_together(Z[:, :1], 4.0, "sum of |μ|") == (
        "of all samples together, over the trace: 50.00%; the explained shares are over the sum of "
        "|μ|"
    )
    assert shares.of_all_together(Z, 0.0, "").endswith("no share, the trace is not positive")


def test_a_scree_plot_has_the_shares_of_all_eigenvalues_above_the_cut_off_in_percent():
    """Those that were not kept are gray, and those that rounding decides are not drawn."""
    kept = solution([5.0, 3.0, 1.5, 0.5, 1e-9], 2, 1e-6)
    figure, words = drawn(shares.scree, kept, np.array([np.nan, np.nan]))
    heights = [bar.get_height() for bar in figure.axes[0].patches]
    np.testing.assert_allclose(heights, [50.0, 30.0, 15.0, 5.0], rtol=1e-8)
    colors = [bar.get_facecolor() for bar in figure.axes[0].patches]
    assert colors[0] == colors[1] != colors[2] == colors[3]
    bars = figure.axes[0].patches
    assert [bar.get_x() + bar.get_width() / 2.0 for bar in bars] == pytest.approx(
        [1, 2, 3, 4], abs=1e-12
    )
    shown = {text.xy[0]: text.get_text() for text in figure.axes[0].texts}
    assert shown == {1.0: "50", 2.0: "30", 3.0: "15", 4.0: "5"}
    assert "2 kept explain 80 %" in words.caption


def test_a_scree_plot_of_many_eigenvalues_says_how_many_are_not_drawn():
    falling = solution([*np.arange(30.0, 0.0, -1.0), 1e-9, 1e-10, 0.0, -1e-9], 3, 1e-6)
    figure, words = drawn(shares.scree, falling, np.array([0.03, np.nan, 0.004]))
    assert len(figure.axes[0].patches) == 20
    assert "10 smaller ones, 11.8 % together," in words.caption
    assert not figure.axes[0].texts


def test_whiskers_are_standard_errors_which_the_caption_says_in_words():
    many = solution([5.0, 3.0, 1.5, 0.5, *np.zeros(16)], 3)
    figure, words = drawn(shares.scree, many, np.array([0.031, np.nan, 0.0042]), " of their own")
    (whiskers,) = figure.axes[0].collections
    ends = [segment[:, 1].tolist() for segment in whiskers.get_segments()]
    expected = [[46.9, 53.1], [30.0, 30.0], [14.58, 15.42], [5.0, 5.0]]
    np.testing.assert_allclose(ends, expected, rtol=1e-12)
    said = (
        "of their own: component 1 50 % (standard error 3), component 3 15.0 % (standard error 0.4)"
    )
    assert said in words.caption
    assert "if tails are like the normal's. Components without one are within two" in words.caption
    assert "±" not in words.caption


@pytest.mark.parametrize(
    ("spectrum", "reason"),
    [
        ([3.0, 1.0, 0.0], "only 3 samples."),
        ([3.0, 1.0, *np.zeros(17), -0.5], "some eigenvalues are negative."),
        ([3.0, 2.9, *np.zeros(18)], "each component is within two standard errors of a neighbor."),
    ],
)
def test_without_whiskers_the_caption_says_why(spectrum, reason):
    _, words = drawn(shares.scree, solution(spectrum, 2), np.array([np.nan, np.nan]))
    assert words.caption.endswith(f"No standard errors: {reason}")
