"""A slider that moves changes what is drawn to what an eigen-solve of the new kernel gives."""

import html
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

import plane
from explore import PLACES, Picture
from kpca.figures.style import PIXELS, style
from kpca.formulations import dual
from kpca.kernels import RBF, Polynomial
from plane import Plane, Position
from sliders import Sliders

START = Position("circles", "rbf", 4.0, 3, components=2, component=1)
MOVES = {
    "samples": "clusters",
    "kernel": "poly",
    "gamma": 1.0,
    "components": 5,
    "component": 4,
}


def _expected(position):
    """Scores, shares and levels by the eigen-solve, without what the sliders use."""
    one = Plane(position.samples)
    gamma, degree = position.gamma, position.degree
    kernel = RBF(gamma) if position.kernel == "rbf" else Polynomial(gamma, degree)
    K = kernel(one.X, one.X)
    solution = dual.fit(K, max(position.component, 2))
    T = np.column_stack([side.ravel() for side in np.meshgrid(*one.sides)])
    levels = dual.place(solution, K, kernel(T[::7], one.X))[:, position.component - 1]
    shares = 100.0 * solution.spectrum[:PLACES] / np.abs(solution.spectrum).sum()
    return solution.scores[:, :2], shares, levels


def _drawn(sliders):
    """Scores (n, 2) in the order of the samples, shares, and levels at every seventh point."""
    picture = sliders.picture
    labels = np.array(picture.plane.labels)
    scores = np.empty((len(labels), 2))
    for name, points in picture.points.items():
        scores[labels == name] = points.get_offsets()
    shares = [line.get_ydata() for line in (picture.kept_shares, picture.other_shares)]
    return scores, np.concatenate(shares), picture.levels.image.get_array().ravel()[::7]


def _shows(sliders, position):
    """Whether the sliders show this position: scores and levels up to sign."""
    for found, expected in zip(_drawn(sliders), _expected(position), strict=True):
        expected = expected[: len(found)]
        if found.shape != expected.shape:
            return False
        sign = np.where((found * expected).sum(axis=0) < 0.0, -1.0, 1.0)
        if np.abs(sign * found - expected).max() > 1e-9 * np.abs(expected).max():
            return False
    kept, title = sliders.picture.kept_shares.get_xdata(), sliders.picture.titles[2].get_text()
    return len(kept) == position.components and f"component {position.component}," in title


@pytest.mark.parametrize("key", MOVES)
def test_a_control_that_moves_shows_the_new_position_and_not_the_old_one(key):
    sliders = Sliders(START)
    moved = replace(START, **{key: MOVES[key]})
    assert _shows(sliders, START)
    assert not _shows(sliders, moved)
    before = sliders.image.value, sliders.words.value
    sliders.controls[key].value = MOVES[key]
    assert sliders.position == moved
    assert _shows(sliders, moved)
    assert not _shows(sliders, START)
    assert sliders.image.value != before[0]
    assert sliders.words.value != before[1]


def test_the_degree_moves_the_polynomial_kernel():
    start = replace(START, kernel="poly")
    sliders = Sliders(start)
    sliders.controls["degree"].value = 5
    assert _shows(sliders, replace(start, degree=5))
    assert not _shows(sliders, start)


def test_another_gamma_is_recognized():
    sliders = Sliders(START)
    assert not _shows(sliders, replace(START, gamma=4.001))


def test_the_pixels_after_many_moves_are_those_of_a_new_picture():
    sliders = Sliders(START)
    moves = [("samples", "S-curve"), ("gamma", 2.0), ("samples", "circles"), *MOVES.items()]
    for key, value in [*moves, ("samples", "circles"), ("degree", 4), ("samples", "clusters")]:
        sliders.controls[key].value = value
    position = replace(START, **MOVES, degree=4)
    one = Plane(position.samples)
    with style():
        picture = Picture(Figure(dpi=PIXELS), one)
    words = picture.draw(one.view(position))
    assert sliders.image.value == picture.png()
    assert sliders.words.value == html.escape(words.alt)
    picture.draw(one.view(START))
    assert sliders.image.value != picture.png()


def test_only_the_polynomial_kernel_has_a_degree_to_move():
    sliders = Sliders(START)
    assert sliders.controls["degree"].disabled
    sliders.controls["kernel"].value = "poly"
    assert not sliders.controls["degree"].disabled


@pytest.mark.parametrize("name", plane.SAMPLES)
@pytest.mark.parametrize("kernel", plane.KERNELS)
def test_the_sliders_work_at_both_ends(name, kernel):
    """An exception inside a widget is not shown to the reader, who would see a stale picture."""
    sliders = Sliders(Position(name, kernel, components=8, component=8))
    for gamma in ("max", "min"):
        for degree in ("max", "min"):
            control = sliders.controls["gamma"]
            control.value = control.base ** getattr(control, gamma)
            sliders.controls["degree"].value = getattr(sliders.controls["degree"], degree)
            assert sliders.position.gamma == plane.GAMMAS[gamma == "max"]
            assert f"γ = {sliders.position.gamma:.3g}" in sliders.words.value
            assert np.isfinite(_drawn(sliders)[0]).all()


def test_the_sliders_have_the_range_of_a_position():
    controls = Sliders().controls
    assert set(controls) == set(Position.__dataclass_fields__)
    assert (controls["degree"].min, controls["degree"].max) == plane.DEGREES
    for key in ("components", "component"):
        assert (controls[key].min, controls[key].max) == plane.COMPONENTS
    assert [key for _, key in controls["kernel"].options] == list(plane.KERNELS)
    assert list(controls["samples"].options) == list(plane.SAMPLES)
