"""What every method returns: points, the distances that they reach, and whether it converged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from kpca.arithmetic import lengths
from kpca.arrays import Array, Indices, Truths
from kpca.kernels import Kernel
from kpca.preimages.target import Target

KernelKind = TypeVar("KernelKind", bound=Kernel)

MOST_NAMED = 10
"""The most points that a remark names."""


class NoMethodError(ValueError):
    """The method does not exist for the kernel."""

    @classmethod
    def of(cls, method: str, kernel: Kernel, reason: str) -> "NoMethodError":
        """The error with its message, which names the methods that the kernel has."""
        descends = kernel.smooth and kernel.is_positive_semidefinite
        others = {
            "gradient descent": descends,
            "coordinate descent": not kernel.smooth,
            "ridge regression": True,
        }
        allowed = ", ".join(name for name, has_it in others.items() if has_it and name != method)
        return cls(
            f"{method} is not for the kernel {kernel.name}, {reason}; allowed for this kernel: "
            f"{allowed}"
        )


def require(kernel: Kernel, kind: type[KernelKind], method: str) -> KernelKind:
    """The kernel, if it is of a kind; raises ``NoMethodError`` for another one."""
    if isinstance(kernel, kind):
        return kernel
    raise NoMethodError.of(method, kernel, f"but for {kind.name}")


@dataclass(frozen=True)
class PreImages:
    """One point y_a for each point P_a of a target.

    points (p, q)      the pre-images y_a
    distances (p,)     |phi(y_a) - P_a|
    lower (p,)         lower bound of this distance over all points y, up to its rounding
    iterations (p,)    steps that were made for each point; 0 for a method in closed form
    converged (p,)     whether the method found what it looks for; if not, the point is a sample or
                       the best point found
    slope (p,)         bound on the gradient at y_a of what the method minimizes, the distance
                       |phi(y) - P_a|^2 and perhaps a penalty. It follows from the rule that ends
                       the iteration; infinite without convergence or iteration
    """

    points: Array
    distances: Array
    lower: Array
    iterations: Indices
    converged: Truths
    slope: Array

    @classmethod
    def of(
        cls,
        target: Target,
        points: Array,
        iterations: Indices | int = 0,
        converged: Truths | bool = True,
        slope: Array | float = np.inf,
    ) -> "PreImages":
        """The pre-images ``points`` (p, q), with the distances that they reach.

        A point at which the kernel is not defined is no pre-image: the nearest sample
        replaces it, without convergence.
        """
        defined = target.kernel.is_defined(points)
        points = np.where(defined[:, None], points, target.X[target.nearest])
        converged = np.logical_and(defined, converged)
        p, rounding = len(target), 2.0 * target.rounding(points)
        return cls(
            points,
            np.sqrt(target.squared_distances(points)),
            np.sqrt(np.maximum(target.lower_bound**2 - rounding, 0.0)),
            np.broadcast_to(np.asarray(iterations), p),
            np.broadcast_to(np.asarray(converged), p),
            np.where(converged, slope, np.inf) * np.ones(p),
        )

    def remarks(self, names: Sequence[str] | None = None) -> Iterator[str]:
        """A sentence if there are points for which the method did not converge.

        It calls the points by their ``names`` (p,), or by their numbers from 1.
        """
        remark = without_convergence(self.converged, names)
        if remark:
            yield remark


def without_convergence(converged: Truths, names: Sequence[str] | None = None) -> str:
    """A sentence on the points (p,) that did not converge, or "".

    It calls the points by their ``names`` (p,), or by their numbers from 1.
    """
    missed = np.flatnonzero(~converged)
    if not len(missed):
        return ""
    called = [str(i + 1) if names is None else names[i] for i in missed[:MOST_NAMED]]
    named = f"{'number ' if names is None else ''}{', '.join(called)}"
    more = f" and {len(missed) - MOST_NAMED} more" if len(missed) > MOST_NAMED else ""
    return f"no convergence for {len(missed)} of {len(converged)} pre-images: {named}{more}"


def spread(X: Array) -> float:
    """The largest distance of a sample in X (n, q) to their mean."""
    return float(lengths(X - X.mean(axis=0), 1).max())
