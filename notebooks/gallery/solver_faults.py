"""Faults planted in a solver, and what the certificate says of the pairs that it then returns."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import xarray as xr

from certified_solver import COMPONENTS, Matrix, sine
from kpca.arrays import Array
from kpca.results.registry import variable
from kpca.solvers import certificate, krylov
from kpca.solvers.certificate import Certificate
from kpca.solvers.tiled import TILE

ROTATION = 1e-6
"""Angle of the pair that is rotated."""

ANGLES = 10.0 ** -np.arange(2.0, 15.0)
"""Angles of a pair that is rotated by more and by less than the certificate allows."""

ITERATIONS = 60
"""Steps of a subspace iteration, which also ends with an operator that is not symmetric."""


def planted(matrix: Matrix) -> dict[str, Certificate]:
    """The certificate of right pairs of the clustered matrix, and of those after each fault."""
    pairs = {"no fault": matrix.leading, **{name: fault(matrix) for name, fault in FAULTS.items()}}
    return {name: certificate.certify(matrix.elements, V) for name, V in pairs.items()}


def a_member_of_the_cluster_missed(matrix: Matrix) -> Array:
    """Pairs (n, d - 1) without the fourth, which lies in the middle of the cluster."""
    return np.delete(matrix.leading, 3, axis=1)


def a_tile_used_once(matrix: Matrix) -> Array:
    """Pairs of an operator that uses the first tile off the diagonal for its rows only."""
    K = matrix.gram.copy()
    K[TILE:, :TILE] = 0.0
    return _iterated(lambda Q: _centered(K @ _centered(Q)), matrix)


def row_means_of_an_earlier_pass(matrix: Matrix) -> Array:
    """Pairs of an operator whose row means are those of samples in another order."""
    K, means = matrix.gram, matrix.gram.mean(axis=0)[::-1]

    def product(Q: Array) -> Array:
        ones = Q.sum(axis=0)
        return K @ Q - np.outer(means, ones) - means @ Q + means.mean() * ones

    return _iterated(product, matrix)


def a_pair_rotated(matrix: Matrix, angle: float = ROTATION) -> Array:
    """Pairs (n, d) of which the first is turned by an angle, out of the space of all of them."""
    V, outside = matrix.leading.copy(), matrix.eigenpairs[1][:, COMPONENTS]
    V[:, 0] = np.cos(angle) * V[:, 0] + np.sin(angle) * outside
    return V


FAULTS: dict[str, Callable[[Matrix], Array]] = {
    "a missed member of a cluster": a_member_of_the_cluster_missed,
    "a tile used once instead of twice": a_tile_used_once,
    "row means from an earlier pass": row_means_of_an_earlier_pass,
    "a pair rotated by 1e-6": a_pair_rotated,
}


class Rotated(NamedTuple):
    """A pair rotated by each of the angles (a,): what is true, and what the certificate states.

    angles     sin of the true angle between the subspaces
    bounds     on it
    residuals  relative to the largest eigenvalue, computed again
    certified  whether the pairs are certified
    """

    angles: Array
    bounds: Array
    residuals: Array
    certified: Array


def rotated(matrix: Matrix) -> Rotated:
    """The first pair of a matrix, rotated by ``ANGLES``."""
    right, rows = matrix.eigenpairs[1][:, :COMPONENTS], []
    for angle in ANGLES:
        V = a_pair_rotated(matrix, float(angle))
        proved = certificate.certify(matrix.elements, V)
        relative = proved.residual / float(proved.theta.max())
        rows.append((sine(right, V), proved.angle, relative, proved.certified))
    columns = np.array(rows).T
    return Rotated(*columns[:3], columns[3].astype(bool))


def _centered(Q: Array) -> Array:
    return Q - Q.mean(axis=0)


def _iterated(operator: Callable[[Array], Array], matrix: Matrix) -> Array:
    V = krylov.random_start(matrix.elements.n, COMPONENTS, 0)
    for _ in range(ITERATIONS):
        V = np.linalg.qr(operator(V))[0]
    return V


def to_dataset(planted: dict[str, Certificate]) -> xr.Dataset:
    """What the notebook stores of the faults, by their names."""
    dims, every = ("planted_fault",), planted.values()
    return xr.Dataset(
        {
            "planted_fault": variable(dims, list(planted), "1", "fault planted in a solver"),
            "fault_residual": variable(
                dims,
                [proved.residual / proved.theta.max() for proved in every],
                "1",
                "its residual/mu_1, computed again by the certificate",
            ),
            "fault_certified": variable(
                dims,
                [int(proved.certified) for proved in every],
                "1",
                "1 if the pairs were certified, 0 if they were refused",
            ),
        }
    )
