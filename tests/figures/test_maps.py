"""Maps show every sample, and their alt texts say where each class lies."""

import csv
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn import drawn, legend_of, look, looks, names_at, points_of, solution, study
from matplotlib import colormaps

from kpca.data import Distances, Vectors
from kpca.figures import maps, palette
from kpca.formulations import dual, mds
from kpca.kernels import RBF
from kpca.studies.study import Study

X = [[-3.0, 0.0], [-1.0, 1.0], [1.0, -1.0], [3.0, 0.0], [1.0, 2.0]]


def _fitted(one):
    found = dual.fit(one.data.K, one.components, one.data.element_error)
    return found, dual.place(found, one.data.K, one.data.K_new)


def test_a_map_counts_samples_and_new_samples_and_locates_each_class():
    one = study(X, list("aabbb"), new=1)
    found, new = _fitted(one)
    figure, words = drawn(maps.samples, one, found, new)
    assert figure.get_figwidth() == 3.5
    assert sum(len(part.get_offsets()) for part in figure.axes[0].collections) == 5
    means = [found.scores[:2].mean(axis=0), found.scores[2:].mean(axis=0)]
    texts = [f"{name} ({x:.2g}, {y:.2g})" for name, (x, y) in zip("ab", means, strict=True)]
    assert words.alt == (
        f"4 samples on components 1 and 2, in 2 classes. Their means: {' and '.join(texts)}. "
        "1 new sample is hollow."
    )


def test_samples_placed_again_are_said_to_lie_on_themselves():
    one = study(X, list("aaaaa"))
    _, words = drawn(maps.samples, one, *_fitted(one))
    assert "the training samples are placed again, on themselves" in words.caption
    assert words.alt.startswith("5 samples on components 1 and 2, ")
    assert "wide" in words.alt


def test_one_component_has_one_axis_and_a_share_in_brackets():
    one = study(np.array(X)[:, :1], list("aabbb"), components=1)
    _, words = drawn(maps.pairs, one, _fitted(one)[0], None)
    assert "In brackets: the share of the variance." in words.caption
    assert "Hollow" not in words.caption, "no new samples are drawn"
    assert words.alt.startswith("5 samples on component 1, in 2 classes. Their means: a (")


SPREAD = [
    [9, -2, 1],
    [-7, 3, 2],
    [1, 8, -3],
    [-2, -9, 1],
    [4, 2, 7],
    [-8, -3, -6],
    [3, -5, 4],
    [6, 6, -2],
]
SPREAD += [[-3, 5, 3], [2, -1, -7]]
LABELS = list("cabbacac") + ["b", "unknown"]
"""Three classes, none of them sorted; the last two are those of new samples."""


def _of_three_classes():
    """A study of three components with two new samples, its solution, and where these lie."""
    one = study(SPREAD, LABELS, components=3, new=2)
    return (one, *_fitted(one))


def _members(values, labels, name):
    return np.asarray(values)[[label == name for label in labels]]


def test_names_classes_and_their_looks_are_those_of_the_samples_on_every_pair_of_components():
    one, found, new = _of_three_classes()
    figure, words = drawn(maps.pairs, one, found, new)
    every = dict(zip([*one.names, *one.new_names], np.vstack([found.scores, new]), strict=True))
    assert len(figure.axes) == 2
    for axes, pair in zip(figure.axes, ([0, 1], [0, 2]), strict=True):
        assert names_at(axes) == {name: place[pair].tolist() for name, place in every.items()}
        points = points_of(axes)
        for name in "abc":
            assert (points[name] == _members(found.scores, one.labels, name)[:, pair]).all()
        assert (points["(b)"] == new[:1, pair]).all()
        assert (points["(new sample)"] == new[1:, pair]).all()
        entries = legend_of(figure.legends[0])
        assert list(entries) == ["a", "b", "c", "hollow: new sample"]
        filled = {
            part.get_label(): look(part) for part in axes.collections if part.get_label() in "abc"
        }
        hollow = {part.get_label(): look(part) for part in axes.collections[3:]}
        assert hollow["b"] == (entries["b"][0], False, entries["b"][2])
        assert hollow["new sample"][0] == palette.GRAY
        del filled["b"]
        assert filled.items() <= entries.items()
        assert len({color for color, *_ in entries.values()}) == 4
    means = [_members(found.scores, one.labels, name)[:, :2].mean(axis=0) for name in "abc"]
    texts = [f"{name} ({x:.2g}, {y:.2g})" for name, (x, y) in zip("abc", means, strict=True)]
    assert f"Their means: {texts[0]}, {texts[1]} and {texts[2]}." in words.alt
    assert "2 maps are drawn." in words.alt
    assert words.alt.endswith("2 new samples are hollow.")


def test_numbers_are_the_colors_of_training_samples_and_new_ones_stay_gray_rings():
    one, found, new = _of_three_classes()
    one = replace(one, labels=["sample"] * 8)
    numbers = np.array([3.5, -1.0, 8.0, 0.25, 2.0, -4.0, 6.0, 1.0])
    figure, _ = drawn(
        maps.on_two_components, one, found, new, (2, 0), named=True, numbers=numbers, quantity="pH"
    )
    axes, bar = figure.axes
    old, fresh = axes.collections
    assert (np.asarray(old.get_offsets()) == found.scores[:, [2, 0]]).all()
    assert (np.asarray(fresh.get_offsets()) == new[:, [2, 0]]).all()
    expected = colormaps["cividis"]((numbers + 4.0) / 12.0)
    np.testing.assert_allclose(old.get_facecolors()[:, :3], expected[:, :3], rtol=0, atol=1e-12)
    assert fresh.get_array() is None
    assert look(fresh)[:2] == (palette.GRAY, False)
    assert bar.get_ylabel() == "pH"
    every = dict(zip([*one.names, *one.new_names], np.vstack([found.scores, new]), strict=True))
    assert names_at(axes) == {name: place[[2, 0]].tolist() for name, place in every.items()}


def test_samples_without_one_of_the_classes_are_counted_beside_the_means_of_these():
    one = study(SPREAD, ["b", "a", "x", "b", "y", "a", "z", "a", "b", "b"], components=2)
    found, _ = _fitted(one)
    a, b = (found.scores[rows].mean(axis=0) for rows in ([1, 5, 7], [0, 3, 8, 9]))
    assert maps.in_words(one, found) == (
        f"10 samples on components 1 and 2, in 2 classes. Their means: a ({a[0]:.2g}, {a[1]:.2g}) "
        f"and b ({b[0]:.2g}, {b[1]:.2g}). 3 samples have no class of these."
    )


def test_means_of_classes_count_each_sample_as_often_as_its_weight_says():
    one = study(SPREAD, ["a", "b", "b", "a", "a"] * 2, components=2)
    found, _ = _fitted(one)
    counts = np.array([4, 1, 9, 2, 7, 3, 5, 1, 6, 8])
    members = {name: np.array(one.labels) == name for name in "ab"}
    texts = []
    for name, of in members.items():
        mean = np.repeat(found.scores[of, :2], counts[of], axis=0).mean(axis=0)
        texts.append(f"{name} ({mean[0]:.2g}, {mean[1]:.2g})")
    words = maps.in_words(replace(one, weights=counts.astype(float)), found)
    assert f"Their means: {texts[0]} and {texts[1]}." in words
    assert words != maps.in_words(one, found)


def test_two_formulations_are_drawn_on_top_of_each_other_and_their_distance_is_said():
    one = study(X, list("aabbb"))
    first = _fitted(one)[0]
    second = mds.fit(one.data.D2, 2, one.data.distance_error)
    figure, words = drawn(maps.two_formulations, first, second, "cm")
    points = points_of(figure.axes[0])
    assert (points["eigen-solve"] == first.scores).all()
    assert (points["MDS from distances"] == second.scores).all()
    assert legend_of(figure.legends[0]) == looks(figure.axes[0])
    light, dark = figure.axes[0].collections
    assert light.get_sizes()[0] > dark.get_sizes()[0]
    assert light.get_label() == "eigen-solve"
    assert figure.axes[0].get_xlabel().endswith("[cm]")
    assert words.alt.startswith("5 large light dots for the eigen-solve and as many small dark")
    away = np.hypot(*(first.scores - second.scores).T).max()
    assert f"a pair is {away:.1e}" in words.alt


def test_two_conventions_have_one_panel_each_and_the_sizes_of_their_scores():
    one = study(X, list("aabbb"), new=1)
    found, new = _fitted(one)
    figure, words = drawn(maps.two_conventions, one, found, new, 10.0 * new)
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        "both with |f| = 1",
        "new samples by Algorithm 8(e)",
    ]
    for axes, factor in zip(figure.axes, (1.0, 10.0), strict=True):
        points = points_of(axes)
        assert (points["(b)"] == factor * new).all()
        assert (points["a"] == found.scores[:2]).all()
    sizes = np.abs(found.scores[:, 0]).max(), abs(new[0, 0])
    assert words.alt == (
        "Two maps of 4 training samples and 1 new sample. On component 1 training scores reach "
        f"{sizes[0]:.3g} in size. New samples reach {sizes[1]:.3g} on the left and "
        f"{10 * sizes[1]:.3g} on the right."
    )


def test_the_lift_shows_each_class_in_the_plane_and_over_the_sum_of_its_squares():
    plane = np.array([[3.0, 1.0], [1.0, 0.5], [2.0, -1.5], [0.5, -0.25], [-2.0, 2.5], [-0.5, 2.0]])
    figure, words = drawn(maps.lift, plane, list("cabacb"))
    left, right = map(points_of, figure.axes)
    rows = {"a": [1, 3], "b": [2, 5], "c": [0, 4]}
    heights = {"a": [1.25, 0.3125], "b": [6.25, 4.25], "c": [10.0, 10.25]}
    assert list(left) == list(right) == ["a", "b", "c"]
    for name, of in rows.items():
        assert (left[name] == plane[of]).all()
        assert (right[name] == np.column_stack([plane[of, 0], heights[name]])).all()
    assert legend_of(figure.legends[0]) == looks(figure.axes[0]) == looks(figure.axes[1])
    assert words.alt.endswith("a from 0.31 to 1.2, b from 4.2 to 6.2 and c from 10 to 10.")


def test_pca_and_kernel_pca_stand_beside_each_other_and_the_caption_says_how_alike_they_are():
    one = study(X, list("aabbb"))
    curved = replace(one, data=Vectors(RBF(0.3), one.data.X, one.data.X))
    figure, words = drawn(maps.beside_pca, [one, curved], [_fitted(one)[0], _fitted(curved)[0]])
    assert f"(small: k(x, y) = x·y; small: {RBF(0.3).formula})" in words.caption
    linear, other = re.findall(r"differ by (\S+), where", words.caption)
    assert float(linear) < 1e-14
    assert float(other) > 0.01
    assert words.alt.startswith("4 maps in pairs. small, left: 5 samples")


def test_each_row_has_the_samples_of_its_study_by_class_left_by_pca_and_right_by_the_kernel():
    first = replace(study(SPREAD, LABELS), name="first")
    other = replace(study(np.array(SPREAD)[:7] * [1, 3, 2], list("yxxzyzx")), name="other")
    kernels = [
        replace(one, data=Vectors(RBF(g), one.data.X, one.data.X))
        for one, g in ((first, 0.02), (other, 0.03))
    ]
    solutions = [_fitted(one)[0] for one in kernels]
    figure, words = drawn(maps.beside_pca, kernels, solutions)
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == [
        f"{name}: {method}" for name in ("first", "other") for method in ("PCA", "kernel PCA")
    ]
    for row, (one, found) in enumerate(zip((first, other), solutions, strict=True)):
        linear = maps.of_pca(one)
        signs = np.sign((linear.scores * found.scores).sum(axis=0))
        linear = replace(linear, V=linear.V * signs)
        for axes, scores in zip(
            figure.axes[2 * row :], (linear.scores, found.scores), strict=False
        ):
            points = points_of(axes)
            for name in sorted({*one.labels} - {"unknown"}):
                assert (points[name] == _members(scores, one.labels, name)).all()
        assert legend_of(figure.axes[2 * row + 1].get_legend()) == looks(figure.axes[2 * row])
        means = maps.in_words(one, found)
        assert f"{one.name}, left: {maps.in_words(one, linear)} Right: {means}" in words.alt


def test_pca_runs_as_kernel_pca_whose_axes_ascend():
    one = study(X, list("aabbb"))
    found = _fitted(one)[0]
    turned = replace(found, V=found.V * [-1.0, 1.0])
    figure, _ = drawn(maps.beside_pca, [one, one], [found, turned])
    assert not any(axes.xaxis_inverted() or axes.yaxis_inverted() for axes in figure.axes)
    for row, one_map in enumerate((found, turned)):
        left, right = (points_of(axes) for axes in figure.axes[2 * row : 2 * row + 2])
        for name in ("a", "b"):
            assert (right[name] == _members(one_map.scores, one.labels, name)).all()
            np.testing.assert_allclose(left[name], right[name], rtol=0, atol=1e-12)


@pytest.mark.parametrize("shape", [(7, 3), (4, 9)])
def test_pca_has_the_scores_of_the_singular_value_decomposition(shape):
    points = np.random.default_rng(6).normal(size=shape) + 5.0
    found = maps.of_pca(study(points, ["p"] * shape[0]))
    U, D, _ = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)
    expected = (U * D)[:, :2]
    np.testing.assert_allclose(np.abs(found.scores), np.abs(expected), atol=1e-12)


def test_pca_of_points_on_a_line_has_one_component():
    one = study(np.outer([1.0, -2.0, 4.0, 0.5], [3.0, -1.0]), list("abab"))
    assert maps.of_pca(one).components == 1


NAMES = ["Lisbon", "Vienna", "Rome", "Stockholm"]
PLACE = np.array([[-4.0, 0.0], [4.0, 1.0], [1.0, -3.0], [2.0, 5.0]])


def _of_cities(names=NAMES, components=2):
    D = np.linalg.norm(PLACE[:, None] - PLACE[None], axis=2)
    return Study("cities", "Cities", Distances(D, D, D), components, names, names, names, names)


@pytest.mark.parametrize("signs", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_lisbon_is_in_the_west_and_stockholm_in_the_north(signs):
    assert (maps.facing_north(NAMES, PLACE * signs) == PLACE).all()


def test_only_a_study_with_two_axes_and_the_four_cities_has_a_map():
    assert maps.has_cities(_of_cities())
    assert not maps.has_cities(_of_cities(components=1))
    assert not maps.has_cities(_of_cities(names=["Lisbon", "Vienna", "Rome", "Oslo"]))


def test_names_on_maps_of_the_road_distances_do_not_overlap():
    with (Path(__file__).parents[2] / "data/eurodist.csv").open() as file:
        header, *rows = csv.reader(file)
    names, D = header[1:], np.array([row[1:] for row in rows], dtype=float)
    one = Study("cities", "Cities", Distances(D, D, D), 4, names, names, names, names)
    found = mds.fit(one.data.D2, 4, one.data.distance_error)
    for draw, more in ((maps.europe, ()), (maps.pairs, (None,))):
        figure, words = drawn(draw, one, found, *more)
        for axes in figure.axes:
            boxes = [text.get_window_extent() for text in axes.texts]
            assert all(box.count_overlaps(boxes[:k]) == 0 for k, box in enumerate(boxes))
            missing = set(names) - {text.get_text() for text in axes.texts}
            assert not axes.texts or all(name in words.caption for name in missing)


def test_the_alt_text_names_the_outermost_cities_and_counts_negative_eigenvalues():
    found = mds.fit(_of_cities().data.D2, 2, _of_cities().data.distance_error)
    figure, words = drawn(maps.europe, _of_cities(), found)
    shown = names_at(figure.axes[0])
    assert set(shown) == set(NAMES)
    # Two axes of points of a plane: the map keeps all distances.
    drawn_places = np.array([shown[name] for name in NAMES])
    apart = np.linalg.norm(drawn_places[:, None] - drawn_places[None], axis=2)
    np.testing.assert_allclose(apart, _of_cities().data.D, rtol=0, atol=1e-12)
    assert (np.asarray(figure.axes[0].collections[0].get_offsets()) == drawn_places).all()
    west, south = (NAMES[k] for k in drawn_places.argmin(axis=0))
    east, north = (NAMES[k] for k in drawn_places.argmax(axis=0))
    assert len({west, south, east}) == 3
    assert f"from {west} in the west to {east} in the east and from {south} in the" in words.alt
    assert f"in the south to {north} in the north" in words.alt
    figure, words = drawn(maps.europe, _of_cities(), solution([4e6, 1e6, 0.0, -1e6], 2))
    bars = figure.axes[1].patches
    assert [bar.get_x() + bar.get_width() / 2.0 for bar in bars] == [1.0, 2.0, 3.0, 4.0]
    assert [bar.get_height() for bar in bars] == [4.0, 1.0, 0.0, -1.0]
    assert [look(bar)[0] for bar in bars] == ["#0072b2", "#0072b2", "#0072b2", "#d55e00"]
    assert figure.axes[1].get_title(loc="left") == "negative mass 16.7%"
    assert words.alt.startswith("Left: 4 cities with their names, from ")
    assert words.alt.endswith("fall from 4 to -1 million km²; 1 are negative beyond rounding.")
