"""Figures have fixed bytes, and say failure where there is one."""

import matplotlib.pyplot as plt
import numpy as np

from kpca import plotting


def _figure():
    figure, axes = plt.subplots()
    plotting.scores(axes, np.arange(12.0).reshape(6, 2), list("aabbcc"), "km")
    plotting.caption(figure, "What to see.")
    return figure


def test_equal_figures_have_equal_bytes(tmp_path):
    for name in ("one", "two"):
        figure = _figure()
        plotting.save(figure, tmp_path, name)
        plt.close(figure)
    for suffix in ("svg", "pdf", "png"):
        one, two = ((tmp_path / f"{name}.{suffix}").read_bytes() for name in ("one", "two"))
        assert one == two, suffix


def test_axes_carry_the_unit():
    figure = _figure()
    assert figure.axes[0].get_xlabel() == "component 1 [km]"
    plt.close(figure)


def test_each_class_has_its_own_marker_and_color():
    assert len(set(plotting.COLORS)) == len(plotting.COLORS)
    assert len(set(plotting.MARKERS)) == len(plotting.MARKERS) >= 10


def test_a_failing_cell_is_crossed_and_an_empty_one_is_blank():
    figure, axes = plt.subplots()
    ratio = np.array([[1e-3, np.nan], [0.0, 20.0]])
    agrees = np.array([[True, True], [True, False]])
    plotting.agreement_matrix(axes, ["s", "t"], ["C1", "C3"], ratio, agrees)
    assert [text.get_text() for text in axes.texts] == ["−3.0", "exact", "1.3"]
    assert len(axes.lines) == 2
    plt.close(figure)


def test_negative_eigenvalues_are_drawn_and_named():
    figure, axes = plt.subplots()
    plotting.spectrum(axes, np.array([2.0, 1.0, 1e-17, -0.5]), 1e-12, "km", kept=1)
    labels = axes.get_legend_handles_labels()[1]
    assert set(labels) == {
        "positive",
        "negative, shown as |μ|",
        "below the cut-off",
        "components kept",
    }
    assert axes.get_ylabel() == "eigenvalue |μ| [km²]"
    plt.close(figure)


def test_names_cover_no_point_and_no_other_name_where_there_is_room():
    figure, axes = plt.subplots()
    Z = np.array([[0.0, 0.0], [0.05, 0.0], [0.0, 0.03], [1.0, 1.0]])
    axes.scatter(*Z.T)
    plotting.named(axes, Z, ["a long name", "another", "third", "fourth"])
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) == 4
    for k, box in enumerate(boxes):
        assert box.count_overlaps(boxes[:k]) == 0
        assert not any(box.contains(*point) for point in axes.transData.transform(Z))
    plt.close(figure)
