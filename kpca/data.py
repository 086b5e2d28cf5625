"""Data: points, distances or a Gram matrix, and the matrices that every formulation starts from."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpca import distances, tolerances
from kpca.arrays import Array
from kpca.kernels import Kernel, features


@dataclass(frozen=True)
class Vectors:
    """Points X (n, q) of R^q and new samples X_new (m, q), compared by a kernel."""

    kernel: Kernel
    X: Array
    X_new: Array

    @cached_property
    def placed_again(self) -> bool:
        """Whether the new samples are the training samples, whose matrices are computed once."""
        return np.array_equal(self.X_new, self.X)

    @cached_property
    def K(self) -> Array:
        """Gram matrix (n, n) of the training samples."""
        return self.kernel(self.X, self.X)

    @cached_property
    def K_new(self) -> Array:
        """Kernel values (m, n) between new samples and training samples."""
        return self.K if self.placed_again else self.kernel(self.X_new, self.X)

    @cached_property
    def G_new(self) -> Array:
        """Gram matrix (m, m) of the new samples."""
        return self.K if self.placed_again else self.kernel(self.X_new, self.X_new)

    @cached_property
    def D2(self) -> Array:
        """Squared distances (n, n) between the features of the training samples."""
        return distances.induced(self.K)

    @cached_property
    def D2_new(self) -> Array:
        """Squared distances (m, n) from the features of the new samples to those of training."""
        if self.placed_again:
            return self.D2
        new, old = self.kernel.diagonal(self.X_new), self.kernel.diagonal(self.X)
        return distances.induced_new(self.K_new, new, old)

    @cached_property
    def Phi(self) -> Array | None:
        """Features (n, M) of the training samples where an explicit map exists, else None."""
        if not features.is_explicit(self.kernel, self.X.shape[1]):
            return None
        return self.kernel.features(self.X)

    @cached_property
    def element_error(self) -> float:
        """Bound on the rounding error of one kernel value between training samples."""
        radius = np.sqrt((self.X**2).sum(axis=1).max())
        return self.kernel.rounding(self.X.shape[1], radius)

    @property
    def distance_error(self) -> float:
        """Bound on the rounding error of one squared distance."""
        return tolerances.induced_element(np.abs(self.K).max(), self.element_error)


@dataclass(frozen=True)
class Distances:
    """Given distances: D (n, n) of training samples, D_new (m, n) to them, D_pairs (m, m) of new.

    The kernel is unknown (N4, 2.2.2). Formulations that need a kernel use one that has the first
    training sample as its origin (``kpca.distances.as_kernel``). Classical MDS uses D alone.
    """

    D: Array
    D_new: Array
    D_pairs: Array

    kernel = None
    Phi = None

    @cached_property
    def placed_again(self) -> bool:
        """Whether the new samples are the training samples; matrices are then computed once."""
        return np.array_equal(self.D_new, self.D) and np.array_equal(self.D_pairs, self.D)

    @cached_property
    def D2(self) -> Array:
        return self.D**2

    @cached_property
    def D2_new(self) -> Array:
        return self.D2 if self.placed_again else self.D_new**2

    @cached_property
    def K(self) -> Array:
        return distances.as_kernel(self.D2, self.D2[:, 0])

    @cached_property
    def K_new(self) -> Array:
        if self.placed_again:
            return self.K
        return distances.as_kernel(self.D2_new, self.D2[:, 0], self.D2_new[:, 0])

    @cached_property
    def G_new(self) -> Array:
        if self.placed_again:
            return self.K
        return distances.as_kernel(self.D_pairs**2, self.D2_new[:, 0])

    @cached_property
    def element_error(self) -> float:
        """Bound on the error of (d_1^2 + d_2^2 - d_3^2)/2, three squares."""
        return tolerances.kernel_of_distances(self.D.max()) + 1.5 * self._of_square

    @property
    def distance_error(self) -> float:
        return tolerances.U * float(self.D.max()) ** 2 + self._of_square

    @cached_property
    def _of_square(self) -> float:
        """Bound on the error 2 d e + e^2 of a square where distances are off by e."""
        e = tolerances.single_precision(self.D)
        return e * (2.0 * float(self.D.max()) + e)


@dataclass(frozen=True)
class Gram:
    """Given Gram matrices: K (n, n) of training samples, K_new (m, n) to them, G_new (m, m) of new.

    They are used as they are. The rounding error of their elements is not known and counts as 0,
    but for numbers of single precision.
    """

    K: Array
    K_new: Array
    G_new: Array

    kernel = None
    Phi = None

    @cached_property
    def placed_again(self) -> bool:
        """Whether the new samples are the training samples; matrices are then computed once."""
        return np.array_equal(self.K_new, self.K) and np.array_equal(self.G_new, self.K)

    @cached_property
    def element_error(self) -> float:
        return tolerances.single_precision(self.K)

    @cached_property
    def D2(self) -> Array:
        return distances.induced(self.K)

    @cached_property
    def D2_new(self) -> Array:
        if self.placed_again:
            return self.D2
        return distances.induced_new(self.K_new, self.G_new.diagonal(), self.K.diagonal())

    @property
    def distance_error(self) -> float:
        return tolerances.induced_element(float(np.abs(self.K).max()), self.element_error)


Data = Vectors | Distances | Gram


def joint(data: Data) -> Array:
    """The Gram matrix (n + m, n + m) of training and new samples together.

    Its shape is (n, n) if the training samples are placed again, as each sample is counted once.
    """
    if data.placed_again:
        return data.K
    return np.block([[data.K, data.K_new.T], [data.K_new, data.G_new]])
