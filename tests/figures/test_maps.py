"""Maps show every sample, and their alt texts say where each class lies."""

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawings import CITIES, CROSS, EIGHT, PLACES, TWO, fitted, of_cities
from drawn import drawn, legend_of, look, names_at, places, study
from matplotlib import colormaps

from kpca.data import Distances
from kpca.figures import maps, palette
from kpca.formulations import dual, mds
from kpca.studies.study import Study

LABELS = list("cabbacac") + ["b", "unknown"]
"""Three classes, none of them sorted; the last two are those of new samples."""


def _of_three_classes():
    """A study of three components with two new samples, its solution, and where these lie."""
    one = study(EIGHT, LABELS, components=3, new=2)
    found = fitted(one)
    return one, found, dual.place(found, one.data.K, one.data.K_new)


def _members(values, labels, name):
    return np.asarray(values)[[label == name for label in labels]]


def test_names_classes_and_their_looks_are_those_of_the_samples_on_every_pair_of_components():
    one, found, new = _of_three_classes()
    figure, _ = drawn(maps.pairs, one, found, new)
    every = dict(zip([*one.names, *one.new_names], np.vstack([found.scores, new]), strict=True))
    assert len(figure.axes) == 2
    for axes, pair in zip(figure.axes, ([0, 1], [0, 2]), strict=True):
        assert names_at(axes) == {name: place[pair].tolist() for name, place in every.items()}
        points = places(axes)
        for name in "abc":
            assert (_members(found.scores, one.labels, name)[:, pair] == points[name].T).all()
        assert (new[:1, pair] == points["(b)"].T).all()
        assert (new[1:, pair] == points["(new sample)"].T).all()
        entries = legend_of(figure.legends[0])
        assert list(entries) == ["a", "b", "c", "hollow: new sample"]
        hollow = {part.get_label(): look(part) for part in axes.collections[3:]}
        assert hollow["b"] == (entries["b"][0], False, entries["b"][2])
        assert hollow["new sample"][0] == palette.GRAY


def test_numbers_are_the_colors_of_training_samples_and_new_ones_stay_gray_rings():
    one, found, new = _of_three_classes()
    one = replace(one, labels=["sample"] * 8)
    numbers = np.array([3.5, -1.0, 8.0, 0.25, 2.0, -4.0, 6.0, 1.0])
    figure, _ = drawn(
        maps.on_two_components, one, found, new, (2, 0), named=True, numbers=numbers, quantity="pH"
    )
    axes, _ = figure.axes
    old, fresh = axes.collections
    assert (np.asarray(old.get_offsets()) == found.scores[:, [2, 0]]).all()
    assert (np.asarray(fresh.get_offsets()) == new[:, [2, 0]]).all()
    expected = colormaps["cividis"]((numbers + 4.0) / 12.0)
    np.testing.assert_allclose(old.get_facecolors()[:, :3], expected[:, :3], rtol=0, atol=1e-12)
    assert fresh.get_array() is None
    assert look(fresh)[:2] == (palette.GRAY, False)
    every = dict(zip([*one.names, *one.new_names], np.vstack([found.scores, new]), strict=True))
    assert names_at(axes) == {name: place[[2, 0]].tolist() for name, place in every.items()}


def test_means_of_classes_count_each_sample_as_often_as_its_weight_says():
    one = study(EIGHT, ["a", "b", "b", "a", "a"] * 2, components=2)
    found = fitted(one)
    counts = np.array([4, 1, 9, 2, 7, 3, 5, 1, 6, 8])
    members = {name: np.array(one.labels) == name for name in "ab"}
    texts = []
    for name, of in members.items():
        mean = np.repeat(found.scores[of, :2], counts[of], axis=0).mean(axis=0)
        texts.append(f"{name} ({mean[0]:.2g}, {mean[1]:.2g})")
    words = maps.in_words(replace(one, weights=counts.astype(float)), found)
    assert f"Their means: {texts[0]} and {texts[1]}." in words
    assert words != maps.in_words(one, found)


def test_each_row_has_the_samples_of_its_study_by_class_left_by_pca_and_right_by_the_kernel():
    solutions = [fitted(one) for one in TWO]
    figure, _ = drawn(maps.beside_pca, TWO, solutions)
    for row, (one, found) in enumerate(zip(TWO, solutions, strict=True)):
        linear = maps.of_pca(one)
        linear = linear.scores * np.sign((linear.scores * found.scores).sum(axis=0))
        both = zip(figure.axes[2 * row :], (linear, found.scores), strict=False)
        for points, scores in ((places(axes), scores) for axes, scores in both):
            for name in {*one.labels} - {"unknown"}:
                assert (_members(scores, one.labels, name) == points[name].T).all()


def test_pca_runs_as_kernel_pca_whose_axes_ascend():
    one = study(CROSS, list("aabbb"))
    found = fitted(one)
    turned = replace(found, V=found.V * [-1.0, 1.0])
    figure, _ = drawn(maps.beside_pca, [one, one], [found, turned])
    assert not any(axes.xaxis_inverted() or axes.yaxis_inverted() for axes in figure.axes)
    for row, one_map in enumerate((found, turned)):
        left, right = (places(axes) for axes in figure.axes[2 * row : 2 * row + 2])
        for name in ("a", "b"):
            assert (_members(one_map.scores, one.labels, name) == right[name].T).all()
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


@pytest.mark.parametrize("signs", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_lisbon_is_in_the_west_and_stockholm_in_the_north(signs):
    assert (maps.facing_north(CITIES, PLACES * signs) == PLACES).all()


def test_only_a_study_with_two_axes_and_the_four_cities_has_a_map():
    assert maps.has_cities(of_cities())
    assert not maps.has_cities(of_cities(components=1))
    assert not maps.has_cities(of_cities(names=["Lisbon", "Vienna", "Rome", "Oslo"]))


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
