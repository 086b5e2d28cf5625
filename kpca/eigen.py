"""Symmetric eigenproblems with order, sign, the whole spectrum, and bounds on their errors."""

from dataclasses import dataclass

import numpy as np

from kpca import arithmetic, tolerances
from kpca.arrays import Array


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


def leading(A: Array, d: int, error: float, centered: bool = False) -> Eigen:
    """The d largest eigenpairs of the symmetric A (n, n), known up to ``error`` in spectral norm.

    ``centered`` says that A1 = 0: the part of V along the vector 1 is then removed, see
    ``remove_mean``. Raises ``ValueError`` if A is not finite, or not symmetric beyond ``error``.
    """
    if not arithmetic.is_exact(A) and not np.isfinite(A).all():
        raise ValueError(f"matrix has {np.sum(~np.isfinite(A))} entries that are NaN or infinite")
    asymmetry, error = float(np.abs(A - A.T).max()), float(error)
    if asymmetry > 2.0 * error:
        raise ValueError(
            f"matrix is not symmetric: |A - A'| = {asymmetry:.3g}, allowed {2.0 * error:.3g}"
        )
    spectrum, V = arithmetic.eigh(0.5 * (A + A.T))
    spectrum, V = spectrum[::-1], V[:, ::-1][:, :d]
    V = fix_signs(remove_mean(V) if centered else V)
    residual = arithmetic.lengths(A @ V - V * spectrum[:d]).max(initial=0.0)
    bound = error + tolerances.eigenvalue(len(A), float(arithmetic.lengths(spectrum)))
    return Eigen(spectrum.copy(), V, float(residual), bound)


def remove_mean(V: Array) -> Array:
    """HV/|HV| (n, d): unit vectors V (n, d) with their parts along the vector 1 removed.

    A centered Gram matrix sends 1 to 0, so 1'v = 0 for mu > 0; the solver leaves rounding/mu of it.
    The mean of a long row of distances or kernel values would meet that part (ledger D3).
    """
    V = V - V.mean(axis=0)
    length = arithmetic.lengths(V)
    return V / np.where(length > 0, length, 1)


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


def groups(spectrum: Array, d: int, bound: float, complete: bool = True) -> list[slice]:
    """Runs of eigenvalues among the first d that only a subspace can tell apart.

    Neighbors closer than ``tolerances.GROUP_FACTOR * bound`` share a group. A group that runs past
    the d-th eigenvalue is left out: its subspace is not spanned by what was kept. So is the last
    group of a spectrum that is not ``complete``: eigenvalues that are not known may belong to it.

    >>> groups(np.array([5.0, 5.0, 3.0, 1.0]), 3, 1e-12)
    [slice(0, 2, None), slice(2, 3, None)]
    """
    close = -np.diff(spectrum) < tolerances.GROUP_FACTOR * bound
    edges = np.flatnonzero(~close) + 1
    starts = np.concatenate([[0], edges])
    stops = np.concatenate([edges, [len(spectrum)]])
    last = d if complete else min(d, len(spectrum) - 1)
    return [slice(int(a), int(b)) for a, b in zip(starts, stops, strict=True) if b <= last]


def gap(spectrum: Array, group: slice, complete: bool = True) -> float:
    """Distance of a group of eigenvalues to the rest of the spectrum (infinite without a rest).

    0 for the last group of a spectrum that is not ``complete``: the next eigenvalue is not known.
    """
    above = spectrum[group.start - 1] - spectrum[group.start] if group.start else np.inf
    after = group.stop < len(spectrum)
    end = np.inf if complete else 0.0
    below = spectrum[group.stop - 1] - spectrum[group.stop] if after else end
    return float(min(above, below))
