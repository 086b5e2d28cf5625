"""New points are dots beside the boxes of the training samples, in standard deviations."""

import numpy as np
from drawn import drawn, solution

from kpca.figures import new_points


def test_dots_above_the_whiskers_are_counted_for_each_component():
    found = solution([4.0, 1.0, 0.0, 0.0], 2)
    # Scores are 2 and 1, standard deviations 1 and 1/2: the whiskers end at 2.
    new = np.array([[3.0, 0.5], [-1.0, 0.1], [2.5, -0.9]])
    figure, words = drawn(new_points.beside_training, found, new)
    dots = figure.axes[0].collections[0].get_offsets()
    assert dots[:, 1].tolist() == [3.0, 1.0, 1.0, 0.2, 2.5, 1.8]
    assert words.alt == (
        "A box for each of 2 components, with whiskers up to 2 standard deviations, and the dots "
        "of 3 new points beside it, up to 3. Dots above the whiskers: 2 on component 1."
    )


def test_without_dots_above_the_whiskers_there_are_none():
    words = drawn(new_points.beside_training, solution([4.0, 0.0], 1), np.array([[0.1]]))[1]
    assert words.alt.endswith("Dots above the whiskers: none.")
