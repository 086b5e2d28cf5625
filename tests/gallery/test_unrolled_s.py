"""An S-curve unrolled: distances in known graphs, a flat band as control, order recovered."""

import numpy as np
import pandas as pd
import pytest

import unrolled_s


@pytest.fixture(scope="module")
def band():
    return unrolled_s.band(noise=0.0, seed=1)


def test_the_arc_length_is_the_place_along_the_band(band):
    """The points of the S are (sin t, y, sign(t)(cos t - 1)), a curve of speed 1."""
    t = band.along
    bent = np.column_stack([np.sin(t), band.across, np.sign(t) * (np.cos(t) - 1.0)])
    np.testing.assert_allclose(band.X, bent, atol=1e-15)
    assert np.abs(t).max() <= 1.5 * np.pi
    assert (band.across.min() >= 0.0, band.across.max() <= 2.0) == (True, True)


def test_noise_moves_the_points_and_not_their_true_positions(band):
    noisy = unrolled_s.band(noise=0.2, seed=1)
    np.testing.assert_array_equal(noisy.along, band.along)
    np.testing.assert_array_equal(noisy.across, band.across)
    assert 0.1 < (noisy.X - band.X).std() < 0.3


def test_distances_on_the_band_are_those_of_a_rectangle(band):
    i, j = 3, 77
    expected = np.hypot(band.along[i] - band.along[j], band.across[i] - band.across[j])
    assert band.flat[i, j] == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(
    ("points", "neighbors", "edges", "joined", "ends"),
    [
        # Two pieces are joined by the shortest edge between them.
        ([0, 1, 10, 11], 1, [[0, 1], [1, 2], [2, 3]], 1, 11.0),
        ([0, 1, 10, 11, 30, 31], 1, [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]], 2, 31.0),
        # The nearest sample of the third is the second, and not the other way around.
        ([0, 1, 3], 1, [[0, 1], [1, 2]], 0, 3.0),
        # A path around a right angle, longer than the straight line.
        ([0, 1, 2, 2 + 1j, 2 + 2.1j], 1, [[0, 1], [1, 2], [2, 3], [3, 4]], 0, 4.1),
    ],
)
def test_paths_in_a_graph_whose_pieces_are_joined(points, neighbors, edges, joined, ends):
    X = np.column_stack([np.real(points), np.imag(points)])
    found = unrolled_s.geodesics(X, neighbors)
    assert found.edges.tolist() == edges
    assert found.joined == joined
    assert found.D[0, -1] == pytest.approx(ends, abs=1e-14)


def test_path_lengths_are_a_metric_at_least_as_long_as_the_chords(band):
    D = unrolled_s.geodesics(band.X, 8).D
    chords = np.linalg.norm(band.X[:, None] - band.X, axis=2)
    np.testing.assert_array_equal(D, D.T)
    np.testing.assert_array_equal(D.diagonal(), 0.0)
    assert (chords - 1e-12 <= D).all()
    for middle in (0, 50, 100):
        assert (D[:, [middle]] + D[[middle], :] + 1e-12 >= D).all()


def test_with_all_neighbors_the_distances_are_the_chords():
    X = unrolled_s.band(0.1, 2, n=40).X
    chords = np.linalg.norm(X[:, None] - X, axis=2)
    np.testing.assert_allclose(unrolled_s.geodesics(X, 39).D, chords, rtol=1e-13)


@pytest.mark.parametrize("neighbors", [0, 40])
def test_an_impossible_number_of_neighbors_is_refused(neighbors):
    X = unrolled_s.band(0.0, 1, n=40).X
    with pytest.raises(ValueError, match=f"{neighbors} neighbors .* allowed: 1 to 39"):
        unrolled_s.geodesics(X, neighbors)


def test_short_circuits_are_edges_that_span_more_than_half_a_turn():
    edges = np.array([[0, 1], [1, 2], [0, 2]])
    paths = unrolled_s.Geodesics(np.zeros((3, 3)), 0, edges)
    assert paths.short_circuits(np.array([0.0, 3.0, 6.5])) == 2
    assert paths.short_circuits(np.array([0.0, 3.0, 3.1])) == 0


def test_the_true_distances_are_euclidean_and_give_the_rectangle_back(band):
    """The control: with exact geodesic distances, MDS has two components and recovers both."""
    found = unrolled_s.unroll(band.flat, components=2)
    assert found.rank == 2
    assert len(found.negative) == 0
    positions = np.column_stack([band.along, band.across])
    again = np.linalg.norm(found.scores[:, None] - found.scores, axis=2)
    np.testing.assert_allclose(again, band.flat, atol=1e-10)
    assert np.ptp(found.scores[:, 0]) == pytest.approx(np.ptp(positions[:, 0]), rel=2e-2, abs=0.0)


def test_graph_distances_are_not_euclidean(band):
    found = unrolled_s.unroll(unrolled_s.geodesics(band.X, 8).D)
    assert len(found.negative) > 100
    assert 0.01 < found.negative_mass < 0.1


def test_the_order_is_recovered_by_geodesic_distances_and_by_nothing_else(band):
    geodesic = unrolled_s.unroll(unrolled_s.geodesics(band.X, 8).D)
    assert unrolled_s.recovered(geodesic.scores, band.along) > 0.999
    assert unrolled_s.recovered(unrolled_s.pca(band.X).scores, band.along) < 0.95
    for gamma in unrolled_s.GAMMAS:
        assert unrolled_s.recovered(unrolled_s.gaussian(band.X, gamma).scores, band.along) < 0.95


def test_pca_is_the_limit_of_the_gaussian_kernel_for_small_gamma(band):
    limit = unrolled_s.gaussian(band.X, 1e-6).scores / np.sqrt(2e-6)
    Z = unrolled_s.pca(band.X).scores
    signs = np.sign((limit * Z).sum(axis=0))
    np.testing.assert_allclose(limit * signs, Z, atol=1e-3)


def test_one_short_circuit_spoils_the_order(band):
    """Fault: the ends of the band, 3 pi apart, are joined by an edge."""
    paths = unrolled_s.geodesics(band.X, 8)
    ends = np.argmin(band.along), np.argmax(band.along)
    through = paths.D[:, [ends[0]]] + paths.D[[ends[1]], :]
    broken = np.minimum(paths.D, np.minimum(through, through.T) + 0.1)
    found = unrolled_s.recovered(unrolled_s.unroll(broken).scores, band.along)
    assert found < 0.9


def test_recovered_takes_the_best_component_in_either_direction():
    along = np.array([0.1, 0.5, 0.7, 2.0])
    Z = np.column_stack([[1.0, -1.0, 1.0, -1.0], [-1.0, -8.0, -27.0, -28.0]])
    assert unrolled_s.recovered(Z, along) == pytest.approx(1.0, abs=1e-15)
    assert unrolled_s.recovered(Z[:, :1], along) < 0.5


def test_repetitions_have_their_axes_and_a_row_for_each_method(monkeypatch):
    for name, values in {"NOISES": (0.0, 0.2), "GAMMAS": (0.1,), "NEIGHBORS": (6, 12)}.items():
        monkeypatch.setattr(unrolled_s, name, values)
    found = unrolled_s.repeated(3)
    assert found.pca.shape == (2, 3)
    assert found.gaussian.shape == (2, 1, 3)
    assert found.geodesic.shape == found.joined.shape == (2, 2, 3)
    one = unrolled_s.band(0.2, 3)
    paths = unrolled_s.geodesics(one.X, 12)
    assert found.short_circuits[1, 1, 2] == paths.short_circuits(one.along)
    again = unrolled_s.recovered(unrolled_s.unroll(paths.D).scores, one.along)
    assert found.geodesic[1, 1, 2] == again
    rows = unrolled_s.rows(found)
    assert [(row["method"], row["noise"]) for row in rows[3:5]] == [
        ("geodesic MDS", 0.0),
        ("PCA", 0.2),
    ]
    assert rows[-1]["correlation_median"] == np.median(found.geodesic[1, 1])
    assert {row["seeds"] for row in rows} == {3}
    assert found.best_gaussian()[0] == 0.1
    np.testing.assert_array_equal(found.best_gaussian()[1], found.gaussian[:, 0])


def test_the_error_of_a_squared_length_grows_with_the_samples(band, monkeypatch):
    given, fit = [], unrolled_s.mds.fit

    def spy(squares, components, error):
        given.append(error)
        return fit(squares, components, error)

    monkeypatch.setattr(unrolled_s.mds, "fit", spy)
    unrolled_s.unroll(band.flat, components=2)
    # A path has at most n edges, and each relative error of 2^-53 counts twice in a square.
    assert given[0] == pytest.approx(510 * 2.0**-53 * band.flat.max() ** 2, rel=1e-9, abs=0.0)


def test_four_neighbors_may_spoil_the_order_without_a_short_circuit():
    """Noise 0.1, seed 3: neither the count of pieces nor the negative share warns."""
    noisy = unrolled_s.band(0.1, 3)
    paths = unrolled_s.geodesics(noisy.X, 4)
    spoiled = unrolled_s.unroll(paths.D)
    assert (paths.joined, paths.short_circuits(noisy.along)) == (0, 0)
    assert spoiled.negative_mass < 0.05
    of_pca = unrolled_s.recovered(unrolled_s.pca(noisy.X).scores, noisy.along)
    assert unrolled_s.recovered(spoiled.scores, noisy.along) < of_pca


def test_the_report_has_the_best_parameter_of_each_method():
    rows = [("PCA", 0.9, np.nan, np.nan), ("rbf", 0.7, 2.0, np.nan), ("rbf", 0.8, 0.1, np.nan)]
    rows.append(("geodesic", 0.99, np.nan, 8.0))
    frame = pd.DataFrame(rows, columns=["method", "correlation_median", "gamma", "neighbors"])
    _, best = unrolled_s.for_the_report(frame.assign(noise=0.0, seeds=3))
    assert best["correlation_median"].tolist() == [0.9, 0.8, 0.99]
    assert best["parameter"].tolist() == ["", "γ = 0.1", "8 neighbors"]
