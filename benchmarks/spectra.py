"""Which points are fitted: sets of points, each with a Gaussian kernel, by their spectrum."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kpca.arrays import Array

CLOUDS = 11
"""Groups of the clustered points. Centering leaves one eigenvalue less in each cluster."""

MANY_CLOUDS, NINE_CLOUDS = 21, 9
APART = 20.0
"""Coordinate of a group's center. Values of the kernel between groups are below 1e-170."""


class Spectrum(NamedTuple):
    """Points by their number n, and the gamma of their kernel."""

    points: Callable[[int], Array]
    gamma: float


def normal(q: int) -> Callable[[int], Array]:
    """A function of n: standard normal points (n, q)."""
    return lambda n: np.random.default_rng(0).normal(size=(n, q))


def decaying(n: int) -> Array:
    """Standard normal points (n, 64), the j-th column divided by sqrt(j), as most data decay."""
    return normal(64)(n) / np.sqrt(np.arange(1.0, 65.0))


def digits(n: int) -> Array:
    """Digits (n, 64) of scikit-learn, scaled to [-1, 1], drawn with replacement, with noise 0.1."""
    from sklearn.datasets import load_digits

    rng = np.random.default_rng(0)
    images = load_digits().data / 8.0 - 1.0
    return images[rng.integers(len(images), size=n)] + 0.1 * rng.normal(size=(n, 64))


def clouds(groups: int, noise: float) -> Callable[[int], Array]:
    """A function of n: copies of one 4-D cloud, far apart from each other, (n, 4 + groups).

    The coordinates of each copy have noise of their own. If n is not a multiple of the number of
    groups, the last groups have one point less.
    """

    def points(n: int) -> Array:
        rng = np.random.default_rng(0)
        cloud = rng.normal(size=(-(-n // groups), 4))
        group, position = np.arange(n) % groups, np.arange(n) // groups
        return np.hstack(
            [cloud[position] + noise * rng.normal(size=(n, 4)), APART * np.eye(groups)[group]]
        )

    return points


SPECTRA: dict[str, Spectrum] = {
    "gaussian64": Spectrum(normal(64), 1 / 64),
    "root decay": Spectrum(decaying, 1 / 64),
    "digits-like": Spectrum(digits, 1 / 64),
    "plane": Spectrum(normal(2), 0.5),
    "slow decay": Spectrum(normal(64), 1 / 8),
    "clustered": Spectrum(clouds(CLOUDS, 5e-4), 0.5),
    "copies": Spectrum(clouds(MANY_CLOUDS, 0.0), 0.5),
    "nine clouds": Spectrum(clouds(NINE_CLOUDS, 0.0), 0.5),
    # So wide that a thousand landmarks leave less of the trace than the tenth eigenvalue.
    "gaussian10": Spectrum(normal(10), 1 / 50),
}

KINDS = ("gaussian64", "root decay", "digits-like", "clustered", "plane")
"""The points of which each size is measured: many independent directions; directions that decay;
clusters of low dimension; ten eigenvalues that are nearly equal; few directions."""
