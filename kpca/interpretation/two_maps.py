"""How alike two maps of the same samples are: their shapes, and who is near whom."""

from dataclasses import dataclass

import numpy as np
from scipy.spatial import KDTree, procrustes
from scipy.spatial.distance import cdist

from kpca.arrays import Array, Indices

NEIGHBORS, OF_FEW, FEW = 10, 5, 50
"""How many of the nearest neighbors of a sample are compared, and how many of fewer than ``FEW``
samples, of which chance keeps many of ten."""


@dataclass(frozen=True)
class Likeness:
    """How alike two maps of n samples are.

    disagreement  of their shapes, from 0 (the same shape) to 1
    neighbors     mean share of the ``nearest`` neighbors of a sample that both maps have in common
    nearest       how many neighbors of each sample are compared
    by_chance     the share of them that maps without any relation have in common on average
    """

    disagreement: float
    neighbors: float
    nearest: int
    by_chance: float

    def __str__(self) -> str:
        near = "neighbor" if self.nearest == 1 else f"{self.nearest} nearest neighbors"
        return (
            f"The two maps agree in {100.0 * self.neighbors:.3g} % of the {near} of a sample on "
            f"average ({100.0 * self.by_chance:.2g} % by chance). After the best rotation, scaling "
            f"and reflection, their shapes differ by {self.disagreement:.3g}, where 0 is the same "
            "shape and 1 nothing in common (Procrustes)."
        )


def near(n: int) -> int:
    """How many of the nearest neighbors of each of n samples are compared."""
    return min(NEIGHBORS if n >= FEW else OF_FEW, max(1, (n - 1) // 2))


def compare(Z: Array, others: Array) -> Likeness:
    """How alike the maps of the first two components are, from scores (n, d) and (n, e).

    Where several samples are equally far away, as on a lattice or at one point, any of them count
    as the nearest, and the share of neighbors in common depends on which.

    Raises ``ValueError`` as ``disagreement`` does.
    """
    a, b = (np.asarray(scores)[:, :2] for scores in (Z, others))
    _require_shapes(a, b)
    nearest = near(len(Z))
    in_common = neighbors_in_common(a, b, nearest)
    return Likeness(disagreement(a, b), in_common, nearest, nearest / (len(Z) - 1))


def disagreement(Z: Array, others: Array) -> float:
    """How far two maps (n, d) and (n, e) of the same samples differ in shape, from 0 to 1.

    The sum of squared distances between both maps, after the best translation, scaling, rotation
    and reflection, in units of the sum of squares of one of them (Procrustes analysis: Gower 1975).
    It is 0 for maps of the same shape.

    Raises ``ValueError`` for maps of other numbers of samples, for a map whose scores are not
    finite, and for one whose samples are all at one point, which has no shape.
    """
    _require_shapes(Z, others)
    width = max(Z.shape[1], others.shape[1])
    padded = [np.pad(scores, ((0, 0), (0, width - scores.shape[1]))) for scores in (Z, others)]
    return float(procrustes(*padded)[2])


def _require_shapes(Z: Array, others: Array) -> None:
    """Raise ``ValueError`` unless both maps have a shape, of the same samples."""
    if len(Z) != len(others):
        raise ValueError(
            f"the first map has {len(Z)} samples, and the second one {len(others)}; allowed: the "
            "same samples in both; leave out those that only one of the maps has"
        )
    for name, scores in (("first", Z), ("second", others)):
        rows = np.flatnonzero(~np.isfinite(scores).all(axis=1))
        if len(rows):
            raise ValueError(
                f"the scores of sample {rows[0] + 1} in the {name} map are {scores[rows[0]]}; "
                "allowed: finite numbers"
            )
        if not (scores != scores[:1]).any():
            raise ValueError(
                f"the samples of the {name} map, {len(scores)} of them, are all at one point, "
                "which has no shape; allowed: at least two different points; compare other "
                "components, or other samples"
            )


def neighbors_in_common(Z: Array, others: Array, k: int) -> float:
    """The mean share of the k nearest neighbors of each sample that two maps have in common.

    This is Q_NX(k) of the co-ranking matrix (Lee & Verleysen 2009, equation 13): 1 if each sample
    has the same k nearest neighbors in Z (n, d) and in ``others`` (n, e), and k / (n - 1) on
    average if one map has nothing to do with the other. Requires 1 <= k < n.
    """
    a, b = (_nearest(scores, k) for scores in (Z, others))
    return float((a[:, :, None] == b[:, None, :]).sum() / a.size)


def _nearest(Z: Array, k: int) -> Indices:
    """The k nearest other samples (n, k) of each; of samples at one point any of them."""
    every = KDTree(Z).query(Z, k + 1)[1]
    is_other = every != np.arange(len(Z))[:, None]
    # More than k samples may be at the point of a sample, which then is not among the nearest.
    is_other[is_other.all(axis=1), -1] = False
    return every[is_other].reshape(len(Z), k)


def neighbors_kept(D: Array, Z: Array, k: int, of: Indices | None = None) -> float:
    """The mean share of the k nearest neighbors that the map Z (n, d) keeps, for samples ``of``.

    D (m, n) are the distances from these m samples, by default from all, to all of the map. Of
    equally far samples, up to nine digits of the largest distance, the first ones are the nearest,
    in both.

    >>> D = np.abs(np.subtract.outer([0.0, 1.0, 3.0, 7.0], [0.0, 1.0, 3.0, 7.0]))
    >>> neighbors_kept(D, np.array([[0.0], [1.0], [9.0], [7.0]]), 1)
    0.75
    """
    of = np.arange(len(Z)) if of is None else of
    both = [np.array(one) for one in (D, cdist(Z[of], Z))]
    both = [np.round(distances / (distances.max() or 1.0), 9) for distances in both]
    for distances in both:
        distances[np.arange(len(of)), of] = np.inf
    a, b = (np.argsort(one, axis=1, kind="stable")[:, :k] for one in both)
    return float((a[:, :, None] == b[:, None, :]).sum() / a.size)


def opposite(Z: Array, others: Array) -> list[bool]:
    """Whether each component of ``others`` (n, e) runs against that of the map of Z (n, d).

    The sign of a component is a convention. Two run against each other if their scores have a
    negative inner product.

    >>> opposite(np.array([[1.0], [-3.0]]), np.array([[-2.0, 1.0], [4.0, 0.0]]))
    [True, False]
    """
    both = min(Z.shape[1], others.shape[1])
    inner = (Z[:, :both] * others[:, :both]).sum(axis=0)
    return [bool(value < 0.0) for value in inner] + [False] * (others.shape[1] - both)
