"""Distances to the nearest samples determine the pre-image: Kwok and Tsang (2004)."""

from dataclasses import dataclass

import numpy as np

from kpca.arrays import Array
from kpca.preimages.preimages import NoMethodError, PreImages
from kpca.preimages.target import Target

UNKNOWN = 1e4
"""A squared distance of features whose rounding error, times this number, would make the distance
of points infinite, does not determine that distance."""

CUT = 1e-6
"""Directions in which the neighbors vary less than this fraction of the most are left out."""


@dataclass(frozen=True)
class DistanceConstraint:
    """The point whose distances to the nearest samples are those of P, by least squares.

    |P - phi(x_i)|^2 is known by kernels, and the kernel converts it to a distance of points
    (``Kernel.input_distances``). Gower's formula finds a point at these distances from the
    ``neighbors`` nearest samples, in their affine hull. There is no iteration.
    """

    neighbors: int = 10
    name = "distance constraint"

    def __call__(self, target: Target, start: Array) -> PreImages:
        """Pre-images in the affine hulls of the nearest samples; ``start`` (p, q) is not used.

        Where fewer than two neighbors are at a known and finite distance, the pre-image is the
        nearest sample, and counts as not converged. Raises ``NoMethodError`` if distances of
        features do not determine those of points.
        """
        squared = target.squared_distances_to_samples
        nearest = np.argsort(squared, axis=1, kind="stable")[:, : self.neighbors]
        near = np.take_along_axis(squared, nearest, axis=1)
        blurred = near + UNKNOWN * target.rounding(target.X[nearest[:, 0]])[:, None]
        D2, largest = (target.kernel.input_distances(squares) for squares in (near, blurred))
        if D2 is None or largest is None:
            reason = "whose distances of features do not determine those of points"
            raise NoMethodError.of(self.name, target.kernel, reason)
        D2 = np.where(np.isfinite(largest), D2, np.inf)
        points = [_point(target.X[at], d2) for at, d2 in zip(nearest, D2, strict=True)]
        return PreImages.of(target, np.array(points), converged=np.isfinite(D2).sum(axis=1) > 1)


def _point(X: Array, d2: Array) -> Array:
    """The point (q,) in the affine hull of points X (s, q) at squared distances d2 (s,) to them.

    With y = x-bar + z, |z|^2 - 2 z·(x_i - x-bar) + |x_i - x-bar|^2 = d2_i. Without its mean over i
    this equation is linear in z, and it is solved by least squares.
    """
    finite = np.isfinite(d2)
    if finite.sum() < 2:
        return X[0]
    Y = X[finite] - X[finite].mean(axis=0)
    right = (Y**2).sum(axis=1) - d2[finite]
    return X[finite].mean(axis=0) + np.linalg.lstsq(2.0 * Y, right - right.mean(), rcond=CUT)[0]
