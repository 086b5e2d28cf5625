"""Curves of kernels over a distance."""

import numpy as np
from drawn import drawn, places

from kpca.figures import curves


def test_each_bandwidth_has_a_curve_and_its_value_at_sigma():
    figure, _ = drawn(curves.bandwidths, {"b": 1.0, "a": 0.5, "c": 2.0})
    (axes,) = figure.axes
    for label, gamma in (("b = 1: γ = 1", 1.0), ("a = 1: γ = 0.5", 0.5), ("c = 1: γ = 2", 2.0)):
        d, k = np.array(places(axes)[label])
        np.testing.assert_allclose(k, np.exp(-gamma * d * d), rtol=1e-12)
