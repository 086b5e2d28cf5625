"""The curves of what was chosen, with the choice marked; a sentence where nothing was chosen."""

import re
from dataclasses import replace

import numpy as np
import pytest
from drawn import drawn

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


def test_what_was_given_is_a_sentence():
    assert drawn(automatic.components, Automatic())[1] == "The number of components was given."
    assert drawn(automatic.gamma, Automatic())[1] == "No curve has decided gamma."
