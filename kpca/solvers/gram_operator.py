"""The choice between tiles and features, by the operations and the memory of a solution."""

from enum import Enum
from typing import Protocol

import numpy as np

from kpca.arrays import Array
from kpca.solvers import feature_gram
from kpca.solvers.elements import Elements, KernelElements, unweighted
from kpca.solvers.feature_gram import FeatureGram
from kpca.solvers.one_rank import ONE, OneRank
from kpca.solvers.tiled import Survey, kept_bytes

VECTORS = 400
"""Products with single vectors that a solution and its certificate take, as counted: 230 of the
solver if the spectrum decays, up to 1,300 if it does not."""

VALUE = 20
"""Operations that a kernel value takes besides a dot product, such as an exponential."""

BLOCKS = 4
"""How many times longer an operation takes in a product with a block of vectors than in a product
of two large matrices: measured 2 to 9, because a block waits for the memory."""

LAPACK = 25
"""Operations for each p^3 that take as long as LAPACK for all eigenpairs of a matrix (p, p), and
for the eigenvalues and LDL' of the certificate: measured 14 + 6 + 3 at p = 1,000."""


class Way(Enum):
    """How the leading components are computed.

    TILES       the block Krylov method on tiles of the Gram matrix
    FEATURES    the same method on products with the features
    COVARIANCE  all eigenpairs of the covariance of the features
    """

    TILES = "tiles"
    FEATURES = "features"
    COVARIANCE = "covariance"


class GramOperator(Protocol):
    """K~ (n, n) as a function of vectors (n, b): ``kpca.solvers.tiled`` and ``feature_gram``."""

    n: int
    kept: bool
    passes: int
    evaluations: int

    def __call__(self, Q: Array) -> Array: ...
    @property
    def elements(self) -> Elements: ...
    @property
    def memory(self) -> Array | None: ...
    @property
    def held(self) -> int: ...
    @property
    def survey(self) -> Survey: ...
    @property
    def error(self) -> float: ...
    @property
    def matrix_error(self) -> float: ...
    @property
    def relative_product_error(self) -> float: ...


def gram_operator(
    elements: Elements,
    max_memory: float = np.inf,
    other_edges: bool = False,
    memory: Array | None = None,
    ranks: OneRank = ONE,
) -> GramOperator:
    """K~ from tiles, or from features where they are few: see ``way``.

    ``memory`` (s,) holds the tiles where it is large enough. Tiles are divided among ``ranks``;
    features are those of the first rank, which multiplies with them alone.
    """
    if way(elements, max_memory) is not Way.TILES:
        return FeatureGram(elements, max_memory, other_edges=other_edges)
    return ranks.tiled_gram(elements, max_memory, other_edges=other_edges, memory=memory)


def way(elements: Elements, max_memory: float = np.inf) -> Way:
    """The way with the fewest operations.

    Features are used only if they and two matrices (p, p) take less memory than the tiles, and if
    ``max_memory`` bytes hold what is needed even where features are computed again.
    """
    points = unweighted(elements)[0]
    if not isinstance(points, KernelElements):
        return Way.TILES
    n, q, p = points.n, points.X.shape[1], feature_gram.width(points)
    if p is None or 8 * (n * p + 2 * p**2) > kept_bytes(n):
        return Way.TILES
    if feature_gram.least_bytes(n, p) > max_memory:
        return Way.TILES
    operations = {
        # Half of the values, by the solver and by the certificate.
        Way.TILES: n**2 * (2 * q + VALUE) + 2 * n**2 * VECTORS * BLOCKS,
        # The certificate needs the covariance for the Frobenius norm.
        Way.FEATURES: n * p**2 + 4 * n * p * VECTORS * BLOCKS,
        Way.COVARIANCE: 2 * n * p**2 + LAPACK * p**3,
    }
    return min(operations, key=operations.__getitem__)
