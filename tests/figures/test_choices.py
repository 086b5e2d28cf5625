"""Small maps of the same samples with another width."""

from dataclasses import replace

import numpy as np
from matplotlib.figure import Figure

from kpca.choosing.automatic import random_subset
from kpca.data import Vectors
from kpca.figures import choices
from kpca.figures.scatter import scores
from kpca.kernels import RBF
from kpca.studies.study import Study

X = np.random.default_rng(5).normal(size=(40, 3)) * [100.0, 1.0, 2.0]
NAMES, LABELS = [f"s{i}" for i in range(40)], ["u", "v"] * 20
STANDARD = (X - X.mean(axis=0)) / X.std(axis=0)


def _solved(kernel, points=X, names=NAMES, **more):
    of_all = 2 * [names, LABELS[: len(names)]]
    study = Study("s", "S", Vectors(kernel, points, points), 2, *of_all, **more)
    return study, study.solve().solution


def _panels(figure):
    """The points on each panel, in the order of the samples."""
    drawn = []
    for axes in figure.axes:
        points = np.empty((40, 2))
        for first, collection in enumerate(axes.collections):
            points[first::2] = collection.get_offsets()
        drawn.append(points)
    return drawn


def _same(points, solution):
    np.testing.assert_allclose(np.abs(points), np.abs(solution.scores[:, :2]), rtol=0, atol=1e-9)


def test_three_maps_have_a_quarter_of_gamma_gamma_and_four_times_gamma_in_one_orientation():
    study, solution = _solved(RBF(0.08), STANDARD)
    figure = Figure()
    words = choices.widths(figure, study, solution)
    titles = [axes.get_title() for axes in figure.axes]
    assert titles == ["γ/4 = 0.02", "γ = 0.08", "4γ = 0.32"]
    for points, gamma in zip(_panels(figure), (0.02, 0.08, 0.32), strict=True):
        own = _solved(RBF(gamma), STANDARD)[1]
        _same(points, own)
        assert f"= {gamma:g}, {own.explained.sum():.1%}" in words.alt
        assert ((points * solution.scores[:, :2]).sum(axis=0) > 0.0).all()
    assert "random subset" not in words.caption


def test_axes_run_as_on_the_map_of_the_study_whatever_the_signs_of_its_components():
    study, solution = _solved(RBF(0.08), STANDARD)
    turned = replace(solution, V=-solution.V)
    figure = Figure()
    choices.widths(figure, study, turned)
    assert ((_panels(figure)[1] * turned.scores[:, :2]).sum(axis=0) > 0.0).all()


def test_of_many_samples_a_random_subset_is_drawn_with_its_own_classes_and_orientation(monkeypatch):
    monkeypatch.setattr(choices, "MOST", 30)
    study, solution = _solved(RBF(0.08), STANDARD)
    turned, figure = replace(solution, V=-solution.V), Figure()
    words = choices.widths(figure, study, turned)
    rows = random_subset(np.arange(40), 30)
    assert rows.tolist() != list(range(30))
    assert "random subset of 30 of 40 samples" in words.caption
    counts = [sum(len(c.get_offsets()) for c in axes.collections) for axes in figure.axes]
    assert counts == [30] * 3
    own = _solved(RBF(0.08), STANDARD[rows], names=[NAMES[i] for i in rows])[1].scores
    signs = np.sign((own * turned.scores[rows, :2]).sum(axis=0))
    for first, drawn in enumerate(figure.axes[1].collections):
        expected = (signs * own)[rows % 2 == first]
        np.testing.assert_allclose(drawn.get_offsets(), expected, rtol=0, atol=1e-9)


def test_classes_and_numbers_are_those_that_are_given_and_markers_are_small():
    study, solution = _solved(RBF(0.08), STANDARD)
    large = Figure()
    scores(large.subplots(), solution.scores, ["p"] * 40, "1")
    choices.widths(figure := Figure(), study, solution, ["p", "q", "r", "r"] * 10, "soil")
    assert figure.legends[0].get_title().get_text() == "soil"
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["p", "q", "r"]
    for axes in figure.axes:
        assert [len(points.get_offsets()) for points in axes.collections] == [10, 10, 20]
        (size,), (of_large,) = (one.axes[0].collections[0].get_sizes() for one in (figure, large))
        assert size == 0.6 * of_large
    words = choices.widths(figure := Figure(), study, solution, ["s"] * 40, "age", X[:, 1])
    assert "Color: age, dark blue is low and yellow high." in words.caption
    for axes in figure.axes:
        np.testing.assert_array_equal(axes.collections[0].get_array(), X[:, 1])


def test_samples_on_a_line_have_one_component():
    """Two points, each twenty times, are on a line also in the features of every kernel."""
    points = np.repeat([[1.0], [3.0]], 20, axis=0)
    study, _ = _solved(RBF(0.08), STANDARD)
    line = replace(study, data=Vectors(RBF(0.08), points, points), components=1)
    choices.widths(figure := Figure(), line, line.solve().solution)
    assert [axes.get_ylabel() for axes in figure.axes] == ["", "", ""]
