"""The cities lie where classical scaling of their road distances puts them."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import distances
from kpca import ClassicalMDS, NegativeEigenvalueWarning

OF = distances.cities()


def test_the_map_is_that_of_the_estimator_and_faces_north():
    place = dict(zip(OF.names, OF.position, strict=True))
    assert place["Lisbon"][0] < place["Paris"][0] < place["Vienna"][0]
    assert place["Rome"][1] < place["Munich"][1] < place["Hamburg"][1] < place["Stockholm"][1]
    assert (np.diff(OF.position[:, 0]) > 0.0).all()
    with pytest.warns(NegativeEigenvalueWarning, match="9 of 21"):
        model = ClassicalMDS(2, metric="precomputed").fit_transform(OF.D)
    np.testing.assert_allclose(np.abs(OF.position), np.abs(model), rtol=0, atol=1e-8)


def test_two_eigenvalues_are_large_and_some_are_negative():
    mu = OF.solution.spectrum
    assert mu[1] > 7.0 * mu[2]
    assert mu[-1] < -2e6
    assert (mu < -OF.solution.matrix_error).sum() == 9


def test_matrices_eigenvalues_and_cities_are_drawn():
    distances.to_map(figure := Figure())
    table, products, bars, plane = figure.axes[:4]
    drawn = table.collections[0].get_array().reshape(OF.D.shape)
    np.testing.assert_array_equal(drawn, OF.D / 1e3)
    B = products.collections[0].get_array().reshape(OF.D.shape)
    np.testing.assert_allclose(B.sum(axis=1), 0.0, rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        B.diagonal()[:, None] + B.diagonal() - 2.0 * B, OF.D**2 / 1e6, rtol=0, atol=1e-12
    )
    heights = [bar.get_height() for bar in bars.patches]
    np.testing.assert_array_equal(heights, OF.solution.spectrum / 1e6)
    np.testing.assert_array_equal(plane.collections[0].get_offsets(), OF.position)
    assert {text.get_text() for text in plane.texts} == set(distances.NAMED)
