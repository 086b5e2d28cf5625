"""The picture shows the view that it was given last, and drawing in parts changes no pixel."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from drawn import drawn
from matplotlib.figure import Figure
from matplotlib.image import imread

import explore
from explore import Picture
from kpca.figures.style import PIXELS, style
from kpca.formulations import dual
from kpca.kernels import RBF, Polynomial
from plane import Plane, Position

FIRST = Position("circles", "rbf", 4.0, components=2, component=1)
SECOND = Position("circles", "poly", 1.0, 3, components=4, component=3)


@pytest.fixture(scope="module")
def circles():
    return Plane("circles")


def _picture(plane):
    with style():
        return Picture(Figure(dpi=PIXELS), plane)


def _pixels(png):
    return imread(BytesIO(png), format="png")


def test_drawing_what_moves_gives_the_pixels_of_the_whole_picture(circles):
    picture = _picture(circles)
    for position in (FIRST, SECOND, FIRST):
        picture.draw(circles.view(position))
        parts = _pixels(picture.png())
    new = _picture(circles)
    new.draw(circles.view(FIRST))
    with style():
        new.canvas.draw()
    whole = np.asarray(new.canvas.buffer_rgba()) / 255.0
    assert parts.shape == whole.shape
    assert np.abs(parts - whole).max() < 1e-6
    picture.draw(circles.view(SECOND))
    assert (np.abs(_pixels(picture.png()) - whole).max(axis=2) > 0.02).mean() > 0.05


def test_drawing_again_adds_nothing_to_the_picture(circles):
    picture = _picture(circles)
    counts = []
    for position in (FIRST, SECOND, FIRST, replace(FIRST, gamma=200.0)):
        picture.draw(circles.view(position))
        counts.append(len(picture.figure.findobj(lambda one: one.get_zorder() == 0.5)))
        assert [len(axes.lines) for axes in picture.figure.axes[:4]] == [0, 2, 0, 0]
    assert counts == [2] * 4


def test_a_point_of_a_level_line_has_that_value(circles):
    picture = _picture(circles)
    picture.draw(circles.view(FIRST))
    kernel = RBF(4.0)
    K = kernel(circles.X, circles.X)
    solution = dual.fit(K, 1)
    lines = picture.levels.contours
    assert len(lines.levels) == explore.LINES
    step = np.diff(lines.levels)[0]
    for level, path in zip(lines.levels, lines.get_paths(), strict=True):
        values = dual.place(solution, K, kernel(path.vertices, circles.X))[:, 0]
        # Between two points of the grid the line is that of a linear function.
        assert np.abs(values - level).max() < 0.1 * step
    other = dual.place(solution, K, RBF(8.0)(path.vertices, circles.X))[:, 0]
    assert np.abs(other - level).max() > 0.1 * step


def test_both_axes_of_the_map_have_one_scale_and_hold_all_scores(circles):
    picture = _picture(circles)
    for position in (FIRST, SECOND):
        view = circles.view(position)
        picture.draw(view)
        low, high = np.transpose([picture.map.get_xlim(), picture.map.get_ylim()])
        assert (low < view.scores.min(axis=0)).all()
        assert (view.scores.max(axis=0) < high).all()
        scale = (high - low) / [picture.map.bbox.width, picture.map.bbox.height]
        assert scale[0] == pytest.approx(scale[1], rel=1e-12, abs=0.0)


def test_a_projection_that_keeps_everything_has_no_line(circles):
    picture = _picture(circles)
    picture.draw(circles.view(Position("circles", "poly", 1.0, 2, components=5)))
    assert picture.kept.contours is None
    picture.draw(circles.view(Position("circles", "poly", 1.0, 2, components=3)))
    assert list(picture.kept.contours.levels) == [0.5, 0.8, 0.9, 0.95]


def test_titles_and_words_state_kernel_components_and_variance():
    position = Position("S-curve", "poly", 0.5, 3, components=1, component=2)
    figure, words = drawn(explore.at, position)
    view = Plane("S-curve").view(position)
    titles = [axes.get_title(loc="left") for axes in figure.axes[:4]]
    assert titles == [
        "polynomial kernel, γ = 0.5, degree 3",
        f"1 component of 9: {100 * view.shares[0]:.3g} % of the variance",
        f"component 2, λ = {view.variance:.3g}",
        "share that 1 component keeps",
    ]
    beginning = "400 samples of the S-curve, polynomial kernel, γ = 0.5, degree 3. The first 1 of 9"
    assert words.alt.startswith(beginning)
    legend = figure.legends[0]
    assert legend.get_title().get_text() == "tenth along the S"
    assert [text.get_text() for text in legend.get_texts()] == [str(k) for k in range(10)]


def test_a_component_beyond_the_rank_is_the_last_one():
    position = Position("clusters", "poly", 1.0, 1, components=8, component=8)
    figure, words = drawn(explore.at, position)
    plane = Plane("clusters")
    solution = dual.fit(Polynomial(1.0, 1)(plane.X, plane.X), 2)
    expected = f"component 2, λ = {solution.variance[1]:.3g}"
    assert figure.axes[2].get_title(loc="left") == expected
    assert "The first 2 of 2 components hold 100 % of the variance." in words.alt
