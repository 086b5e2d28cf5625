"""The one place that calls an eigen-solver: order, sign, whole spectrum, certificate."""

from dataclasses import dataclass

import numpy as np

from kpca import arithmetic, tolerances
from kpca.kernels import Array


@dataclass(frozen=True)
class Eigen:
    """Leading eigenpairs of a symmetric matrix A (n, n), and what is known of their errors.

    spectrum (n,)   every eigenvalue, descending: negative ones are kept
    V (n, d)        unit eigenvectors of the d largest, sign fixed by ``fix_signs``
    residual        max_l |A v_l - mu_l v_l|_2: an eigenvalue of A lies this close to each mu_l
    bound           a priori bound on the error of every eigenvalue against the exact matrix
    """

    spectrum: Array
    V: Array
    residual: float
    bound: float


def leading(A: Array, d: int, error: float) -> Eigen:
    """The d largest eigenpairs of the symmetric A (n, n), known up to ``error`` in spectral norm.

    Raises ``ValueError`` if A is not finite, or not symmetric beyond ``error``.
    """
    if not arithmetic.is_exact(A) and not np.isfinite(A).all():
        raise ValueError(f"matrix has {np.sum(~np.isfinite(A))} entries that are NaN or infinite")
    asymmetry, error = float(np.abs(A - A.T).max()), float(error)
    if asymmetry > 2.0 * error:
        raise ValueError(
            f"matrix is not symmetric: |A - A'| = {asymmetry:.3g}, allowed {2.0 * error:.3g}"
        )
    spectrum, V = arithmetic.eigh(0.5 * (A + A.T))
    spectrum, V = spectrum[::-1], fix_signs(V[:, ::-1][:, :d])
    residual = np.linalg.norm(A @ V - V * spectrum[:d], axis=0).max(initial=0.0)
    bound = error + tolerances.eigenvalue(len(A), float(np.linalg.norm(spectrum)))
    return Eigen(spectrum.copy(), V, float(residual), bound)


def fix_signs(V: Array) -> Array:
    """Each column (n,) times +-1 such that its largest entry in size is positive.

    Among entries within one part in 10^6 of the largest the first decides: symmetric data have
    ties, and rounding must not choose between them.

    >>> fix_signs(np.array([[0.6], [-0.8]]))
    array([[-0.6],
           [ 0.8]])
    """
    sizes = np.abs(V)
    first = np.argmax(sizes >= (1.0 - 1e-6) * sizes.max(axis=0), axis=0)
    return V * np.where(V[first, np.arange(V.shape[1])] < 0.0, -1.0, 1.0)


def sign_is_decided(v: Array, error: float) -> bool:
    """Whether the rule of ``fix_signs`` gives v (n,) the same sign when v is off by ``error``.

    It does unless the largest positive and the largest negative entry are too close in size.
    """
    highest, lowest = v.max(initial=0.0), -v.min(initial=0.0)
    return bool(abs(highest - lowest) > 1e-6 * max(highest, lowest) + 2.0 * error)


def groups(spectrum: Array, d: int, bound: float) -> list[slice]:
    """Runs of eigenvalues among the first d that only a subspace can tell apart.

    Neighbors closer than ``tolerances.GROUP_FACTOR * bound`` share a group. A group that runs past
    the d-th eigenvalue is left out: its subspace is not spanned by what was kept.

    >>> groups(np.array([5.0, 5.0, 3.0, 1.0]), 3, 1e-12)
    [slice(0, 2, None), slice(2, 3, None)]
    """
    close = -np.diff(spectrum) < tolerances.GROUP_FACTOR * bound
    edges = np.flatnonzero(~close) + 1
    starts = np.concatenate([[0], edges])
    stops = np.concatenate([edges, [len(spectrum)]])
    return [slice(int(a), int(b)) for a, b in zip(starts, stops, strict=True) if b <= d]


def gap(spectrum: Array, group: slice) -> float:
    """Distance of a group of eigenvalues to the rest of the spectrum (infinite without a rest)."""
    above = spectrum[group.start - 1] - spectrum[group.start] if group.start else np.inf
    after = group.stop < len(spectrum)
    below = spectrum[group.stop - 1] - spectrum[group.stop] if after else np.inf
    return float(min(above, below))
