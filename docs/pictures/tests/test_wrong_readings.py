"""The pictures of wrong readings show what their captions say."""

import numpy as np
from matplotlib.figure import Figure

import wrong_readings
from kpca.choosing.parallel_analysis import parallel_analysis
from kpca.interpretation.two_maps import disagreement
from kpca.kernels import RBF, Linear, bandwidth
from wrong_readings import noise, one_column


def test_the_noise_has_no_component_above_chance_and_no_other_picture_is_of_noise():
    X = np.random.default_rng(6).normal(size=(40, 8))
    noise(figure := Figure())
    drawn_x = figure.axes[1].collections[0].get_offsets()
    kernel = RBF(bandwidth.median(X))
    own = wrong_readings._fit(kernel, X).scores[:, :2]
    np.testing.assert_allclose(np.abs(drawn_x), np.abs(own), rtol=0, atol=1e-9)
    assert parallel_analysis(kernel, X, seed=0).components == 0


def test_columns_as_measured_stand_beside_the_same_columns_with_one_weight():
    rng = np.random.default_rng(4)
    middles = np.repeat([[0.0, 0.0], [4.0, 0.0], [2.0, 3.5]], 20, axis=0)
    groups = middles + 0.5 * rng.normal(size=(60, 2))
    X = np.column_stack([rng.normal(scale=300.0, size=60), groups])
    one_column(figure := Figure())
    panels = [
        np.vstack([points.get_offsets() for points in axes.collections]) for axes in figure.axes
    ]
    for drawn, columns in zip(panels, (X, (X - X.mean(axis=0)) / X.std(axis=0)), strict=True):
        own = wrong_readings._fit(Linear(), columns).scores[:, :2]
        np.testing.assert_allclose(np.abs(drawn), np.abs(own), rtol=0, atol=1e-9)
    assert disagreement(*panels) > 0.1, "columns of one weight give another map"
    assert [axes.get_title() for axes in figure.axes] == ["as measured", "standardized"]
