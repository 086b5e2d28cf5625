"""What the rows of ``gallery_drawings`` do not say of the figures of the gallery."""

import numpy as np
import pytest
from drawn import drawn
from gallery_drawings import COMPARED, DETECTED, GALLERY, LIFTED, ORIGINAL, RING_Z

import choosing_a_kernel_figures as choosing
import circles_apart_figures as circles


def _axes(name):
    one = GALLERY[name]
    return drawn(one.draw, *one.data)[0].axes


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("accuracy by gamma", {(0.5, 0.4), (0.5, 0.6), (4.0, 1.0)}),
        ("curves of three data sets", {(4.0, 0.7), (4.0, 0.9), (8.0, 0.5)}),
        ("published ratios", {(1.0, 1.0), (1.0, 3.0)}),
        ("accuracy of two data sets", None),
        ("curves by neighbors", None),
        ("published ratios of two seeds", None),
    ],
)
def test_three_data_sets_have_their_range_as_a_band_and_two_have_none(name, ends):
    axes = _axes(name)[0]
    assert len(axes.collections) == (ends is not None)
    if ends:
        (path,) = axes.collections[0].get_paths()
        assert {*map(tuple, path.vertices)} >= ends


def test_residuals_of_one_matrix_have_one_color():
    lines = _axes("residuals of every start")[0].lines
    assert lines[0].get_color() == lines[1].get_color() != lines[2].get_color()


def test_each_row_of_images_is_a_strip_with_gaps():
    axes = _axes("digits without noise")
    assert len(axes) == 6
    strip = axes[0].images[0].get_array()
    assert strip.shape == (8, 17)
    assert np.ma.getmaskarray(strip)[:, 8].all() or np.isnan(strip[:, 8]).all()
    assert strip[0, 9:17].tolist() == ORIGINAL[1, :8].tolist()


def test_rows_and_values_have_a_curve_each_on_both_panels():
    assert [len(axes.containers) for axes in _axes("rows and values")] == [2, 2]


def test_the_scores_of_r_lie_on_top_of_ours():
    for axes, columns in zip(
        _axes("rings with the scores of R")[1:], ([0, 1], [0, 2]), strict=True
    ):
        np.testing.assert_array_equal(axes.collections[-1].get_offsets(), RING_Z[:, columns])


def test_the_lift_is_drawn_over_its_plane_and_the_heights_are_beside_it():
    _, beside = _axes("the lift and its plane")
    shown = np.vstack([one.get_offsets() for one in beside.collections])
    np.testing.assert_array_equal(shown[:, 1], [-1.0, -0.75, 1.0, 2.0])


def test_the_corners_of_a_tilted_plane_lie_on_it_and_over_the_samples():
    normal = np.array([2.0, -1.0, 2.0]) / 3.0
    x, y, z = circles.plane_below(LIFTED, normal, 0.5)
    np.testing.assert_allclose(normal[0] * x + normal[1] * y + normal[2] * z, 0.5, rtol=1e-14)
    assert (x.min(), x.max(), y.min(), y.max()) == (0.0, 1.0, 0.0, 1.0)


def test_the_areas_of_novelty_are_a_table_of_all_splits(capsys):
    choosing.areas(DETECTED, 20)
    assert "mean and least of 3 splits" in capsys.readouterr().out


def test_the_table_has_a_row_for_each_rule_and_empty_cells_where_a_rule_is_silent(capsys):
    frame = choosing.choices([COMPARED, COMPARED])
    assert len(frame) == 2 * len(COMPARED.choices)
    assert frame["components"].isna().sum() == 2
    assert frame["gamma"].isna().sum() == 4
    choosing.table(frame)
    assert "<NA>" not in capsys.readouterr().out
