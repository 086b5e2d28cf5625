"""Eigenvalues rise with each sample, and those of samples come near to the population's."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import samples


def test_no_eigenvalue_falls_and_none_passes_the_one_above_it():
    mu = samples.one_by_one()
    assert (np.diff(mu, axis=0) > -1e-12).all()
    assert (mu[1:, 1:] <= mu[:-1, :-1] + 1e-12).all()
    rise = mu[-1] - mu[-2]
    assert rise[1] > 0.5
    assert rise[2] > 0.5


def test_the_population_is_that_of_the_page():
    expected = [2 / 3, 2 / 9, 2 / 27, 2 / 81]
    assert list(samples.POPULATION) == pytest.approx(expected, abs=1e-15)
    x = np.random.default_rng(5).normal(size=(1500, 1))
    K = np.exp(-samples.GAMMA * (x - x.T) ** 2) / len(x)
    large = np.linalg.eigvalsh(K)[:-5:-1]
    assert large == pytest.approx(samples.POPULATION, rel=0.1, abs=0.0)


def test_small_samples_scatter_and_are_wrong_on_average_as_the_caption_says():
    found = samples.of_samples()
    small, large = found[5], found[200]
    # The trace of K/n is 1 for each sample.
    assert (small.sum(axis=1) > 0.9).all() and (small.sum(axis=1) < 1.0 + 1e-12).all()
    assert small[:, 0].mean() > 1.05 * samples.POPULATION[0]
    assert small[:, 3].mean() < 0.5 * samples.POPULATION[3]
    assert large.mean(axis=0) == pytest.approx(samples.POPULATION, rel=0.05, abs=0.0)
    assert (small.std(axis=0)[:3] > 2.0 * large.std(axis=0)[:3]).all()


def test_each_eigenvalue_of_each_sample_is_drawn():
    samples.growing(figure := Figure())
    left, right = figure.axes
    for line, mu in zip(left.lines, samples.one_by_one().T, strict=True):
        np.testing.assert_array_equal(line.get_ydata(), mu[mu > 0.0])
    drawn = np.array([part.get_offsets()[:, 1] for part in right.collections])
    expected = np.vstack([values.T for values in samples.of_samples().values()])
    np.testing.assert_array_equal(drawn, expected)
    assert [line.get_ydata()[0] for line in right.lines] == list(samples.POPULATION)
