"""Maps show every sample, and their alt texts say where each class lies."""

import csv
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn import drawn, solution, study

from kpca.data import Distances, Vectors
from kpca.figures import maps
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


def test_few_samples_have_their_names_on_the_map_and_the_axes_are_in_the_caption():
    one = study(X, list("aabbb"))
    figure, words = drawn(maps.pairs, one, _fitted(one)[0], None)
    assert {text.get_text() for text in figure.axes[0].texts} == set(one.names)
    assert "Hollow" not in words.caption
    assert "equal scales" in words.caption
    assert words.alt.endswith("Each sample has its name beside it.")


def test_one_component_has_one_axis_and_a_share_in_brackets():
    one = study(np.array(X)[:, :1], list("aabbb"), components=1)
    _, words = drawn(maps.pairs, one, _fitted(one)[0], None)
    assert "In brackets: the share of the variance." in words.caption
    assert words.alt.startswith("5 samples on component 1, in 2 classes. Their means: a (")


def test_two_formulations_are_drawn_on_top_of_each_other_and_their_distance_is_said():
    one = study(X, list("aabbb"))
    first = _fitted(one)[0]
    second = mds.fit(one.data.D2, 2, one.data.distance_error)
    figure, words = drawn(maps.two_formulations, first, second, "cm")
    assert [len(part.get_offsets()) for part in figure.axes[0].collections] == [5, 5]
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
    sizes = np.abs(found.scores[:, 0]).max(), abs(new[0, 0])
    assert words.alt == (
        "Two maps of 4 training samples and 1 new sample. On component 1 training scores reach "
        f"{sizes[0]:.3g} in size. New samples reach {sizes[1]:.3g} on the left and "
        f"{10 * sizes[1]:.3g} on the right."
    )


def test_the_lift_shows_the_sum_of_squares_of_each_class():
    plane = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 0.0], [0.0, 2.0]])
    figure, words = drawn(maps.lift, plane, list("aabb"))
    assert figure.axes[1].collections[1].get_offsets()[:, 1].tolist() == [4.0, 4.0]
    assert words.alt.endswith("these intervals: a from 1 to 1 and b from 4 to 4.")


def test_pca_and_kernel_pca_stand_beside_each_other_and_the_caption_says_how_alike_they_are():
    one = study(X, list("aabbb"))
    curved = replace(one, data=Vectors(RBF(0.3), one.data.X, one.data.X))
    figure, words = drawn(maps.beside_pca, [one, curved], [_fitted(one)[0], _fitted(curved)[0]])
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        "small: PCA",
        "small: kernel PCA",
    ] * 2
    assert f"(small: k(x, y) = x·y; small: {RBF(0.3).formula})" in words.caption
    linear, other = re.findall(r"differ by (\S+) of 1", words.caption)
    assert float(linear) < 1e-14
    assert float(other) > 0.01
    assert words.alt.startswith("4 maps in pairs. small, left: 5 samples")


def test_axes_of_kernel_pca_run_as_those_of_pca():
    one = study(X, list("aabbb"))
    found = _fitted(one)[0]
    turned = replace(found, V=found.V * [-1.0, 1.0])
    figure, _ = drawn(maps.beside_pca, [one, one], [found, turned])
    left = maps.of_pca(one).scores
    for panel, one_map in zip(figure.axes[1::2], (found, turned), strict=True):
        against = (left * one_map.scores).sum(axis=0) < 0.0
        assert (panel.xaxis_inverted(), panel.yaxis_inverted()) == tuple(against)
    assert figure.axes[1].xaxis_inverted() != figure.axes[3].xaxis_inverted()


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
    figure, words = drawn(maps.europe, _of_cities(), solution([4e6, 1e6, 0.0, -1e6], 2))
    assert {text.get_text() for text in figure.axes[0].texts} == set(NAMES)
    assert figure.axes[1].get_title(loc="left") == "negative mass 16.7%"
    assert words.alt.startswith("Left: 4 cities with their names, from ")
    assert words.alt.endswith("fall from 4 to -1 million km²; 1 are negative beyond rounding.")
