"""Shepard's diagram shows distances on the map against the given ones."""

import numpy as np
from drawn import drawn

from kpca.figures import shepard


def test_a_projection_shortens_and_the_share_of_pairs_below_the_diagonal_is_said():
    figure, words = drawn(shepard.diagram, np.array([1.0, 4.0]), np.array([1.0, 2.0]), 2, "km")
    axes = figure.axes[0]
    assert axes.collections[0].get_offsets().tolist() == [[1.0, 1.0], [4.0, 2.0]]
    assert axes.get_ylabel() == "squared distance in 2 axes [km²]"
    assert words.alt == (
        "2 of 2 pairs of samples as dots, with given squared distances up to 4; 50% of all pairs "
        "lie below the dashed diagonal. The correlation of both distances is 1.000."
    )


def test_of_many_pairs_about_four_thousand_are_drawn():
    given = np.arange(9001.0)
    figure, words = drawn(shepard.diagram, given, given, 1, "1")
    assert len(figure.axes[0].collections[0].get_offsets()) == 4501
    assert words.alt.startswith("4501 of 9001 pairs")
