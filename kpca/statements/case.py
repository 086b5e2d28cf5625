"""A case: the quantities that statements need, by letter, each computed when it is first used.

The letters are those of docs/notation.md. A letter is ``None`` if a study does not have the
quantity: points (``X``), a finite feature map (``Phi``), a positive semi-definite kernel
(``K_psd``).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from kpca import tolerances
from kpca.arithmetic import eigenvalues, fifty_digits, is_fifty_digits, lengths
from kpca.arrays import Array, Indices
from kpca.centering import center, gower
from kpca.data import Data, Distances, Gram, Vectors, joint
from kpca.distances import city_block
from kpca.formulations import dual, least_squares_svm, mds, primal, svd
from kpca.kernels import RBF, Kernel, Sigmoid, features
from kpca.preimages.methods import CoordinateDescent, FixedPoint, GradientDescent, minimizing
from kpca.solvers.solution import Solution
from kpca.statements.fitted import (
    attempted,
    by_iteration,
    by_peers,
    linear_formulations,
    reach,
    variances_reached,
)
from kpca.statements.reproducing import sample_features

CLEARLY = 1e-6
"""An eigenvalue larger than this fraction of the first clearly breaks a condition."""

SAMPLE = 100
"""The number of samples that statements about other kernels and other distances use."""


class Study(Protocol):
    """The attributes of a study that a case needs."""

    data: Data
    components: int


@dataclass(frozen=True)
class Case:
    """A study's data and number of components, and what follows from them."""

    data: Data
    components: int

    @classmethod
    def of(cls, study: Study, **letters: Any) -> "Case":
        """The case of a study; the ``letters``, such as solutions, are not computed again."""
        case = cls(study.data, study.components)
        vars(case).update(letters)
        return case

    def with_fifty_digits(self) -> "Case":
        """The case with the same inputs, which are converted exactly, in fifty digits."""
        data: Data
        match self.data:
            case Vectors(kernel, X, X_new):
                data = Vectors(kernel, fifty_digits(X), fifty_digits(X_new))
            case Distances(D, D_new, D_pairs):
                data = Distances(fifty_digits(D), fifty_digits(D_new), fifty_digits(D_pairs))
            case Gram(K, K_new, G_new):
                data = Gram(fifty_digits(K), fifty_digits(K_new), fifty_digits(G_new))
        return Case(data, self.components)

    def __getattr__(self, name: str) -> Any:
        # Letters that are attributes of the data: K, K_new, G_new, D2, D2_new, kernel, ...
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.data, name)

    @property
    def X(self) -> Array | None:
        """Points (n, q); None for given distances and for points that all coincide."""
        X = getattr(self.data, "X", None)
        return None if X is None or not (X[0] != X).any() else X

    @property
    def X_new(self) -> Array | None:
        """New samples (m, q); None if there are no points."""
        return None if self.X is None else getattr(self.data, "X_new", None)

    @property
    def Y(self) -> Array | None:
        """The points (n, q) with their mean removed, up to rounding.

        None for more than ``features.WIDEST`` columns, too many for a matrix (q, q).
        """
        if self.X is None or self.X.shape[1] > features.WIDEST:
            return None
        Y = self.X - self.X.mean(axis=0)
        # Far from the origin the error of the first mean may be large compared with Y.
        return Y - Y.mean(axis=0)

    @property
    def X_unit(self) -> Array | None:
        """The points (n, q) in a unit in which the longest has length 1."""
        return None if self.X is None else self.X / lengths(self.X, 1).max()

    @property
    def X_plane(self) -> Array | None:
        """The two input variables that vary most (n, 2), in their order.

        In a unit in which the longest of these points has length 5^(1/4), about 3/2. None if all
        points lie on the axes.
        """
        if self.X is None or self.X.shape[1] < 2:
            return None
        spread = lengths(self.X - self.X.mean(axis=0))
        plane = self.X[:, np.sort(np.argsort(-spread, kind="stable")[:2])]
        # sqrt(5) is irrational, so that N4's misprint cannot hold by chance.
        plane = 5.0**0.25 * plane / lengths(plane, 1).max()
        return plane if np.abs(plane.prod(axis=1)).max() > 1e-6 else None

    @property
    def Phi_new(self) -> Array | None:
        """Features (m, M) of the new samples."""
        if self.Phi is None:
            return None
        return self.kernel.features(self.X_new)

    @property
    def kernel_psd(self) -> Kernel | None:
        """The kernel, if theory says that it is positive semi-definite (ledger K1)."""
        kernel = self.data.kernel
        return kernel if kernel is not None and kernel.is_positive_semidefinite else None

    @property
    def K_psd(self) -> Array | None:
        """The Gram matrix (n, n) of a kernel that is positive semi-definite."""
        return None if self.kernel_psd is None else self.data.K

    @property
    def few(self) -> Indices:
        """At most ``SAMPLE`` training samples, at equal steps through all of them."""
        n = len(self.data.K)
        return np.arange(0, n, -(-n // SAMPLE))

    @cached_property
    def K_few(self) -> Array:
        """The Gram matrix (p, p) of p <= ``SAMPLE`` training samples."""
        return self.data.K[np.ix_(self.few, self.few)]

    @cached_property
    def gaussian(self) -> tuple[RBF, Array] | None:
        """A Gaussian kernel and p <= ``SAMPLE`` points (p, q) for it.

        The study's own if it has one, else gamma = ``bandwidth``; None with fifty digits.
        """
        if self.X is None or self.bandwidth is None or is_fifty_digits(self.X):
            return None
        kernel = self.data.kernel
        return kernel if isinstance(kernel, RBF) else RBF(self.bandwidth), self.X[self.few]

    @cached_property
    def joint(self) -> Array:
        """The Gram matrix (n + m, n + m) of training and new samples together."""
        return joint(self.data)

    @property
    def joint_error(self) -> float:
        """Bound on the rounding error of one element of ``joint``."""
        if not isinstance(self.data, Vectors):
            return self.data.element_error
        radius = max(float(lengths(X, 1).max()) for X in (self.data.X, self.data.X_new))
        return self.data.kernel.rounding(self.data.X.shape[1], radius)

    @cached_property
    def embedding(self) -> tuple[Array, Array, Array]:
        """Rows, signs and sizes of ``joint``: ``kpca.statements.reproducing.sample_features``."""
        return sample_features(self.joint)

    @property
    def preimages(self) -> FixedPoint | GradientDescent | CoordinateDescent | None:
        """The method whose pre-images are nearest, for points and kernels that have one."""
        if self.X is None or is_fifty_digits(self.X) or self.data.kernel is None:
            return None
        return minimizing(self.data.kernel)

    @property
    def bandwidth(self) -> float | None:
        """gamma = 1/(q var Y) of the centered points Y: the mean of gamma d^2 over all pairs is 2.

        scikit-learn's "scale" takes the points as they are, and is smaller where the means of the
        columns differ.
        """
        if self.X is None:
            return None
        return 1.0 / (self.X.shape[1] * float((self.X - self.X.mean(axis=0)).var()))

    @cached_property
    def tanh_points(self) -> tuple[Sigmoid, Array] | None:
        """A sigmoid kernel and at most ``SAMPLE`` points (n, q) for it.

        The study's own if it has a sigmoid kernel, else gamma = ``bandwidth``, delta = 1, and the
        mean of the points removed.
        """
        if self.X is None or self.bandwidth is None:
            return None
        X, kernel = self.X[:SAMPLE], self.data.kernel
        if isinstance(kernel, Sigmoid):
            return kernel, X
        return Sigmoid(self.bandwidth, 1.0), X - X.mean(axis=0)

    @cached_property
    def tanh(self) -> Array | None:
        """Gram matrix (n, n) of ``tanh_points``, if it is clearly indefinite."""
        if self.tanh_points is None:
            return None
        kernel, X = self.tanh_points
        T = kernel(X, X)
        mu = eigenvalues(center(T))
        return T if mu[-1] < -CLEARLY * mu[0] else None

    @cached_property
    def D(self) -> Array | None:
        """Distances (n, n), not squared; None if the kernel induces negative squares."""
        D2 = self.data.D2
        allowed = self.data.distance_error
        return None if D2.min() < -allowed else np.sqrt(np.where(D2 > 0, D2, 0.0 * D2))

    @cached_property
    def D_other(self) -> Array | None:
        """Distances (n, n), n <= ``SAMPLE``, that no kernel induces: given ones, or city-block.

        None if they are (nearly) Euclidean, because then there is no negative axis to correct.
        """
        if isinstance(self.data, Distances):
            D = self.data.D[:SAMPLE, :SAMPLE]
        elif self.X is not None:
            D = city_block(self.X[:SAMPLE], self.X[:SAMPLE])
        else:
            return None
        mu = eigenvalues(gower(D**2))
        return D if mu[-1] < -CLEARLY * mu[0] else None

    @cached_property
    def dual(self) -> Solution:
        """The eigen-solve."""
        return dual.fit(self.data.K, self.components, self.data.element_error)

    @property
    def whole(self) -> Solution | None:
        """The eigen-solve, if every eigenvalue is known."""
        return self.dual if self.dual.complete else None

    @cached_property
    def mds(self) -> Solution:
        """Classical MDS of the distances."""
        return mds.fit(self.data.D2, self.components, self.data.distance_error)

    @cached_property
    def svd(self) -> Solution | None:
        """Singular value decomposition of the features."""
        return self._by_features(svd.fit)

    @cached_property
    def primal(self) -> Solution | None:
        """Eigen-decomposition of the covariance of the features."""
        return self._by_features(primal.fit)

    def _by_features(self, fit: Any) -> Solution | None:
        Phi = self.Phi
        return None if Phi is None else fit(Phi, self.components, self.data.element_error)

    @cached_property
    def _others(self) -> tuple[dict[str, Solution], dict[str, str]]:
        finite = {
            "classical MDS": lambda: self.mds,
            "covariance": lambda: self.primal,
            "SVD of the features": lambda: self.svd,
            "least-squares SVM": lambda: reach(
                least_squares_svm.fit, self.data.K, self.components, self.data.element_error
            ),
        }
        if is_fifty_digits(self.data.K):
            return attempted(finite)
        iterate = by_iteration(self.data, self.dual)
        return attempted(finite | iterate | by_peers(self.data, self.dual, self.D))

    @property
    def formulations(self) -> dict[str, Solution]:
        """Every other formulation that is available, by name; with fifty digits the finite ones."""
        return self._others[0]

    @property
    def unavailable(self) -> dict[str, str]:
        """The formulations and peers that raised an exception on this study, and its message."""
        return self._others[1] | ({} if self._linear is None else self._linear[1])

    @property
    def ascent(self) -> Solution | None:
        """The ascent from random starts."""
        return self.formulations.get("ascent")

    @cached_property
    def plane(self) -> Array | None:
        """Classical scores (n, p) in clearly too few dimensions for the data, p = 2 or 1."""
        mu, bound = self.dual.spectrum, self.dual.matrix_error
        needed = int(np.sum(mu > max(CLEARLY * mu[0], tolerances.GROUP_FACTOR * bound)))
        p = min(2, self.dual.components, needed - 1)
        return None if p < 1 else self.dual.scores[:, :p]

    @cached_property
    def _linear(self) -> tuple[dict[str, Solution], dict[str, str]] | None:
        if self.X is None:
            return None
        return linear_formulations(self.X - self.X.mean(axis=0), self.components)

    @property
    def linear(self) -> dict[str, Solution] | None:
        """PCA of the points in four ways, see ``kpca.statements.fitted.linear_formulations``."""
        return None if self._linear is None or "kernel" not in self._linear[0] else self._linear[0]

    @cached_property
    def ascents(self) -> Array | None:
        """Variances that ascents from random directions of the input space reach, four of them."""
        return None if self.Y is None or is_fifty_digits(self.Y) else variances_reached(self.Y)
