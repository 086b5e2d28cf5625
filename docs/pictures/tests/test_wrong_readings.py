"""The pictures of wrong readings show what their captions say."""

import numpy as np
from matplotlib.figure import Figure

import wrong_readings
from kpca.choosing.parallel_analysis import parallel_analysis
from kpca.kernels import RBF, bandwidth
from wrong_readings import noise


def test_the_noise_has_no_component_above_chance_and_no_other_picture_is_of_noise():
    X = np.random.default_rng(6).normal(size=(40, 8))
    noise(figure := Figure())
    drawn_x = figure.axes[1].collections[0].get_offsets()
    kernel = RBF(bandwidth.median(X))
    own = wrong_readings._fit(kernel, X).scores[:, :2]
    np.testing.assert_allclose(np.abs(drawn_x), np.abs(own), rtol=0, atol=1e-9)
    assert parallel_analysis(kernel, X, seed=0).components == 0
