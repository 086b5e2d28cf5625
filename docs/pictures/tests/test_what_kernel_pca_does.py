"""Kernel PCA separates the two circles on its first component, PCA does not, and both are drawn."""

import re

import numpy as np
import pytest
from small_project import ROOT

import what_kernel_pca_does
from kpca.figures import display

INNER = np.array([label == "inner" for label in what_kernel_pca_does.example().labels])
SIZE = re.compile(r'viewBox="[^"]+"')


@pytest.fixture(scope="module")
def shown():
    """The example, its figure, and its words."""
    example, figures = what_kernel_pca_does.example(), []

    def draw(figure, of):
        figures.append(figure)
        return what_kernel_pca_does.draw(figure, of)

    words, files, _ = display.drawn(["svg"], draw, example)
    return example, figures[0], words, files["svg"].decode()


def test_a_threshold_separates_the_circles_on_component_1_of_kernel_pca_only(shown):
    example, figure, words, _ = shown
    (threshold,) = {line.get_xdata()[0] for line in figure.axes[2].lines}
    separated = example.kernel.scores[:, 0] > threshold
    assert (separated == INNER).all() or (separated == ~INNER).all()
    linear = example.linear.scores[:, 0]
    assert linear[~INNER].min() < linear[INNER].min() < linear[INNER].max() < linear[~INNER].max()
    assert words.alt.endswith(f"with a dashed line at {threshold:.2g}.")


def test_the_threshold_in_the_plane_is_a_curve_between_the_circles(shown):
    example, figure, _, _ = shown
    dashed = figure.axes[0].collections[1]
    (path,) = dashed.get_paths()
    away, radius = np.hypot(*path.vertices.T), np.hypot(*example.data.X.T)
    assert radius[INNER].max() < away.min() < away.max() < radius[~INNER].min()


def test_every_panel_has_all_points_and_labeled_axes(shown):
    example, figure, _, _ = shown
    for axes in figure.axes:
        points = [part for part in axes.collections if len(part.get_offsets()) > 1]
        assert sum(len(part.get_offsets()) for part in points) == len(example.labels)
        assert axes.get_xlabel()
        assert axes.get_ylabel()


def test_the_picture_of_the_documentation_is_the_one_that_is_drawn(shown):
    path = ROOT / f"docs/{what_kernel_pca_does.NAME}.svg"
    stored, drawn = path.read_text(encoding="utf-8"), shown[3]
    assert re.findall(r"<!-- (.*?) -->", stored) == re.findall(r"<!-- (.*?) -->", drawn)
    assert SIZE.search(stored)[0] == SIZE.search(drawn)[0]
    assert path.stat().st_size < 100_000
