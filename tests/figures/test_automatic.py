"""The curves of what was chosen, with the choice marked; a sentence where nothing was chosen."""

import re
from dataclasses import replace

import numpy as np
import pytest
from drawn import drawn, legend_of, lines_of, looks

from kpca.choosing.automatic import GammaCurve
from kpca.figures import automatic
from kpca.studies.automatic import Automatic, ComponentsCurve

PARALLEL = ComponentsCurve(np.array([4.0, 2.0, 0.5]), np.array([1.0, 0.9, 0.8]), 2)
HIDDEN = GammaCurve(*np.array([[0.1, 0.2], [3.0, 2.5], [0.6, 0.6], [0.4, 0.4]]), 5.0, 2, 0.1)


def test_both_spectra_are_drawn_and_the_components_kept_are_shaded():
    figure, words = drawn(automatic.components, Automatic(components=PARALLEL))
    data = [line.get_ydata().tolist() for line in figure.axes[0].lines]
    assert data == [[4.0, 2.0, 0.5], [1.0, 0.9, 0.8]]
    assert words.caption.startswith("2 components by parallel analysis")
    assert "fall from 4 to 0.5" in words.alt


def test_the_errors_are_drawn_beside_those_of_the_column_means():
    figure, words = drawn(automatic.gamma, Automatic(gamma=HIDDEN))
    lines = [line.get_ydata() for line in figure.axes[0].lines]
    assert lines[0].tolist() == [3.0, 2.5]
    assert "with 2 components" in words.caption
    assert "least with 2.5 at 0.2" in words.alt
    assert "marks the chosen γ = 0.1, and a dotted one at 5 is" in words.alt


@pytest.mark.parametrize(
    ("of_means", "hollow", "decision"),
    [
        (5.0, [], "All values are below the error of the column means by more than one standard"),
        (3.0, [3.0], "is chosen, of those below the error of the column means"),
        (2.6, [3.0, 2.5], "None is below .* of the difference: the median heuristic decides."),
    ],
)
def test_what_predicts_no_better_than_the_means_is_hollow_and_named(of_means, hollow, decision):
    figure, words = drawn(automatic.gamma, Automatic(gamma=replace(HIDDEN, of_means=of_means)))
    lines = {line.get_label(): list(line.get_ydata()) for line in figure.axes[0].lines}
    assert lines.get("gain at most one standard error", []) == hollow
    assert re.search(decision, words.caption)
    assert words.alt.endswith(f"than one standard error: {2 - len(hollow)} of 2 values.")


FOUR = GammaCurve(
    np.array([0.1, 0.3, 0.7, 2.0]),
    np.array([4.9, 2.5, 2.75, 6.0]),
    np.array([0.5, 0.3, 0.2, 0.4]),
    np.array([0.6, 0.7, 0.8, 0.9]),
    *(5.0, 3, 0.7),
)


def test_errors_stand_over_their_gammas_with_their_spreads_and_the_choice_is_marked():
    figure, words = drawn(automatic.gamma, Automatic(gamma=FOUR))
    (axes,) = figure.axes
    lines = lines_of(axes)
    assert lines["gain at most one standard error"] == [[0.1, 2.0], [4.9, 6.0]]
    assert lines["column means"][1] == [5.0, 5.0]
    assert lines["chosen: γ = 0.7"][0] == [0.7, 0.7]
    (errors,) = axes.containers
    assert [*errors[0].get_xdata()] == [0.1, 0.3, 0.7, 2.0]
    assert [*errors[0].get_ydata()] == [4.9, 2.5, 2.75, 6.0]
    ends = np.array(errors[2][0].get_segments())
    np.testing.assert_allclose(np.diff(ends[:, :, 1]).ravel(), 2.0 * FOUR.spread, rtol=1e-12)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["0.1", "0.3", "0.7", "2"]
    legend = legend_of(axes.get_legend())
    assert legend["chosen: γ = 0.7"] == looks(axes)["chosen: γ = 0.7"]
    assert legend["column means"] == looks(axes)["column means"]
    assert "least with 2.5 at 0.3" in words.alt
    assert words.alt.endswith("one standard error: 2 of 4 values.")


def test_the_first_eigenvalues_are_shaded_up_to_the_number_that_was_chosen():
    curve = ComponentsCurve(np.array([4.0, 3.0, 1.5, 0.5]), np.array([1.0, 0.9, 0.8, 0.75]), 3)
    figure, words = drawn(automatic.components, Automatic(components=curve))
    (axes,) = figure.axes
    assert lines_of(axes) == {
        "data": [[1, 2, 3, 4], [4.0, 3.0, 1.5, 0.5]],
        "permuted columns, 95 %": [[1, 2, 3, 4], [1.0, 0.9, 0.8, 0.75]],
    }
    (kept,) = axes.patches
    assert (kept.get_x(), kept.get_x() + kept.get_width()) == (0.5, 3.5)
    legend = legend_of(axes.get_legend())
    assert looks(axes).items() <= legend.items()
    assert "permuted ones from 1 to 0.75. The first 3 are shaded" in words.alt


def test_what_was_given_is_a_sentence():
    assert drawn(automatic.components, Automatic())[1] == "The number of components was given."
    assert drawn(automatic.gamma, Automatic())[1] == "No curve has decided gamma."


def test_of_many_eigenvalues_eight_beyond_those_kept_are_drawn_and_in_the_words():
    falling = np.arange(15.0, 0.0, -1.0)
    figure, words = drawn(
        automatic.components, Automatic(components=ComponentsCurve(2 * falling, falling + 0.5, 3))
    )
    assert [len(line.get_ydata()) for line in figure.axes[0].lines] == [11, 11]
    assert "over the first 11 positions" in words.alt
    assert "fall from 30 to 10, " in words.alt
    assert " from 15.5 to 5.5." in words.alt
