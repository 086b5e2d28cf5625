"""Figures of pre-images show every method, the bound below them, and where each point moves."""

import numpy as np
from drawn import drawn, legend_of, lines_of, looks, points_of

from kpca.figures import preimages
from kpca.studies.study import Origin

LOWER = np.array([0.1, 0.0, 0.2])
REACHED = {"fixed point": np.array([0.3, 0.1, 0.2]), "nearest sample": np.array([0.6, 0.5, 0.4])}


def test_the_distances_of_each_method_are_sorted_above_the_bound():
    figure, words = drawn(preimages.distances, REACHED, LOWER)
    axes = figure.axes[0]
    thirds = (100.0 * np.array([1.0, 2.0, 3.0]) / 3.0).tolist()
    assert lines_of(axes) == {
        "fixed point": [thirds, [0.1, 0.2, 0.3]],
        "nearest sample": [thirds, [0.4, 0.5, 0.6]],
    }
    assert legend_of(axes.get_legend()) == looks(axes) | {
        "no point is nearer": legend_of(axes.get_legend())["no point is nearer"]
    }
    area = axes.collections[0].get_paths()[0].vertices
    assert sorted(set(area[:, 1])) == [0.0, 0.1, 0.2]
    assert words.alt == (
        "2 rising curves over 3 points and a gray area with the median 0.1. The medians of the "
        "curves: fixed point 0.2 and nearest sample 0.5."
    )
    _, words = drawn(preimages.distances, {"fixed point": LOWER}, LOWER)
    assert words.alt.startswith("1 rising curve over 3 points")
    assert words.alt.endswith("The median of the curve: fixed point 0.1.")
    assert axes.get_lines()[0].get_linestyle() != axes.get_lines()[1].get_linestyle()


def test_distances_that_do_not_exist_are_not_drawn():
    missing = np.full(3, np.nan)
    _, words = drawn(preimages.distances, {"ridge regression": missing}, missing)
    assert words == (
        "The kernel is not positive semi-definite, so that a squared distance in feature space may "
        "be negative: there are no distances to draw."
    )


def test_lines_lead_from_each_new_sample_to_its_pre_image_in_the_columns_that_vary_most():
    X = np.array([[0.0, 0.0, 0.0], [1.0, 9.0, 5.0], [0.0, 3.0, -5.0]])
    X_new, points = X[:2], X[:2] + np.array([[3.0, 0.0, 4.0], [0.0, 1.0, 0.0]])
    figure, words = drawn(preimages.moves, X, X_new, points, ["a", "b [cm]", "c [cm]"])
    axes = figure.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("b [cm]", "c [cm]")
    lines = [np.column_stack(line.get_data()).tolist() for line in axes.get_lines()]
    assert lines == [[[0.0, 0.0], [0.0, 4.0]], [[9.0, 5.0], [10.0, 5.0]]]
    points = {label: of.tolist() for label, of in points_of(axes).items()}
    assert points == {
        "sample": [[0.0, 0.0], [9.0, 5.0], [3.0, -5.0]],
        "(new sample)": [[0.0, 0.0], [9.0, 5.0]],
        "its pre-image": [[0.0, 4.0], [10.0, 5.0]],
    }
    assert legend_of(axes.get_legend()) == {
        label: look for label, look in looks(axes).items() if not label.startswith("_")
    }
    assert "3 samples as gray dots, 2 new samples as rings" in words.alt
    assert words.alt.endswith("the lines are 3 long in the middle and 5 at most.")


def test_one_column_is_no_map():
    _, words = drawn(preimages.moves, np.ones((3, 1)), np.ones((1, 1)), np.ones((1, 1)), ["a"])
    assert words == "There is one column, so that no map of the pre-images can be drawn."


def test_the_axes_of_standardized_columns_have_the_units_of_the_table_and_the_scale_of_the_kernel():
    raw = np.array([[100.0, 1.0, 7.0], [300.0, 2.0, 5.0], [500.0, 4.0, 6.0], [200.0, 3.0, 9.0]])
    mean, deviation = raw.mean(axis=0), raw.std(axis=0)
    origin = Origin(numbers={"column_mean": mean, "column_deviation": deviation})
    X = (raw - mean) / deviation
    figure, words = drawn(preimages.moves, X, X[:2], X[1:3], ["mass [g]", "b [m]", "c"], origin)
    axes = figure.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("mass [g]", "b [m]")
    np.testing.assert_allclose(axes.collections[0].get_offsets(), raw[:, :2], rtol=0, atol=1e-12)
    box = axes.get_window_extent()
    lengths = [box.width / np.ptp(axes.get_xlim()), box.height / np.ptp(axes.get_ylim())]
    np.testing.assert_allclose(lengths[0] * deviation[0], lengths[1] * deviation[1], rtol=1e-6)
    assert "one standard deviation is equally long on both" in words.caption
    median, most = (f(np.linalg.norm(X[:2] - X[1:3], axis=1)) for f in (np.median, np.max))
    assert words.alt.endswith(
        f"the lines are {median:.3g} standard deviations long in the middle and {most:.3g} at most."
    )


def test_a_point_far_from_the_samples_does_not_squeeze_the_map_and_is_counted():
    X = np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]])
    X_new = np.array([[2.5, 1.0], [1e4, 0.0]])
    figure, words = drawn(preimages.moves, X, X_new, X[:2], ["a", "b"])
    axes = figure.axes[0]
    for low, high in (axes.get_xlim(), axes.get_ylim()):
        assert low < 0.0
        assert 2.0 < high < 3.0
    assert axes.get_xlim()[1] > 2.5
    assert words.caption.endswith(" Outside of the axes: 1 of 2 new samples.")
    _, words = drawn(preimages.moves, X, X_new[:1], X[:1], ["a", "b"])
    assert "Outside" not in words.caption
    _, words = drawn(preimages.moves, X, X_new, np.array([[0.0, -9.0], [1e3, 0.0]]), ["a", "b"])
    assert words.caption.endswith("Outside of the axes: 1 of 2 new samples and 2 of 2 pre-images.")


def test_training_samples_are_not_called_new():
    X = np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]])
    figure, words = drawn(preimages.moves, X, X, 0.5 * X, ["a", "b"])
    assert words.caption.startswith("A line leads from each sample to its pre-image.")
    texts = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert texts == ["sample", "its pre-image"]


def test_samples_that_are_all_equal_in_both_columns_have_axes():
    X = np.ones((3, 2))
    figure, _ = drawn(preimages.moves, X, X + 0.0, X, ["a", "b"])
    assert figure.axes[0].get_xlim() == (0.0, 2.0)
