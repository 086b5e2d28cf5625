"""A matrix as an image: its order, its scale, and its extremes in words."""

import numpy as np
from drawn import drawn

from kpca.figures import matrices

D2 = np.array([[0.0, 9.0, 1.0], [9.0, 0.0, 4.0], [1.0, 4.0, 0.0]])


def test_distances_are_sorted_by_class_and_their_means_are_in_the_alt_text():
    figure, words = drawn(matrices.distances, D2, ["a", "b", "a"], "km")
    shown = figure.axes[0].images[0].get_array()
    assert shown.tolist() == [[0.0, 1.0, 9.0], [1.0, 0.0, 4.0], [9.0, 4.0, 0.0]]
    assert figure.axes[1].get_ylabel() == "squared distance [km²]"
    assert words.alt == (
        "An image of 3 by 3 squared distances, from 0 to 9. The mean is 0.4 within the 2 classes "
        "and 6.5 between them."
    )


def test_three_classes_stand_as_blocks_on_the_diagonal_in_the_order_of_their_names():
    place = np.array([0.0, 10.0, 3.0, 11.0, 3.5, 1.0])
    given, labels = (place[:, None] - place[None]) ** 2, list("bacabb")
    labels[4] = "c"
    figure, words = drawn(matrices.distances, given, labels, "1")
    sorted_by_class = place[[1, 3, 0, 5, 2, 4]]
    expected = (sorted_by_class[:, None] - sorted_by_class[None]) ** 2
    assert (figure.axes[0].images[0].get_array() == expected).all()
    assert "The mean is 0.375 within the 3 classes" in words.alt


def test_without_classes_the_alt_text_has_one_mean():
    words = drawn(matrices.distances, D2, ["a", "a", "a"], "1")[1]
    assert words.alt.endswith("from 0 to 9. Their mean is 3.11.")


def test_inner_products_show_their_distance_from_the_identity_matrix():
    figure, words = drawn(matrices.inner_products, np.array([[1.0, 1e-13], [0.0, 1.0]]))
    shown = figure.axes[0].images[0].get_array()
    assert np.allclose(shown, [[-54 * np.log10(2.0), -13.0], [-54 * np.log10(2.0)] * 2])
    assert words.alt == "An image of 2 by 2 differences. All are at most 1.0e-13 in size."


def test_a_printed_formula_stands_beside_the_right_one_and_its_asymmetry():
    printed, right = np.array([[1.0, 2.0], [0.0, -3.0]]), np.array([[1.0, 0.5], [0.5, -0.25]])
    figure, words = drawn(matrices.printed_centering, printed, right)
    shown = {
        axes.get_title(loc="left"): axes.images[0].get_array().tolist() for axes in figure.axes[:3]
    }
    assert shown == {
        "right": right.tolist(),
        "as printed": printed.tolist(),
        "printed − its transpose": [[0.0, 2.0], [-2.0, 0.0]],
    }
    assert "are 1 in the right matrix, 3 in the printed one and 2 in the printed" in words.alt


def test_of_large_matrices_the_words_describe_the_corner_that_is_drawn():
    printed, right = np.zeros((70, 70)), np.zeros((70, 70))
    printed[3, 59], right[7, 7] = 4.0, -1.5
    printed[60, 2], right[69, 69] = 90.0, 80.0
    figure, words = drawn(matrices.printed_centering, printed, right)
    assert figure.axes[0].images[0].get_array().shape == (60, 60)
    assert "Three images of 60 rows" in words.alt
    assert "are 1.5 in the right matrix, 4 in the printed one and 4 in the printed" in words.alt
    assert figure.axes[0].images[0].get_clim() == (-1.5, 1.5)
