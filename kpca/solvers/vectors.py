"""Rules for the eigenvectors of every solution: mean 0, length 1, and the signs."""

import numpy as np

from kpca import arithmetic
from kpca.arrays import Array
from kpca.centering import along, axis


def oriented(V: Array, weights: Array | None = None) -> Array:
    """The columns of V (n, d) with their mean removed and their signs fixed.

    With weights (n,) they are those of a weighted matrix, and the signs those of V/weights^(1/2).
    """
    return fix_signs(remove_mean(V, axis(weights)), weights)


def remove_mean(V: Array, q: Array | None = None) -> Array:
    """Orthogonal vectors V (n, d) without what they have along the vector 1, of length one.

    A centered Gram matrix sends 1 to 0, so 1'v = 0 for mu > 0; the solver leaves a multiple of 1 of
    size rounding/mu. Multiplied by the large mean of a row of distances or kernel values, that
    would show in the coordinates of a new sample (ledger D3).

    With the cosines c = V'1/sqrt(n), the vectors HV have the inner products I - cc'. Small
    components have c above 1e-5, so that they would be orthonormal up to 1e-10 only. By the method
    of Gram and Schmidt from the first vector on, v_j is Hv_j + c_j/s_j sum_{i<j} c_i Hv_i with s_j
    = 1 - sum_{i<j} c_i^2, times a number. As c_i is rounding/mu_i, this changes the residual of v_j
    by mu_i c_i c_j: less than rounding. A weighted matrix has the ``axis`` q (n,) for 1/sqrt(n).
    """
    length, removed = arithmetic.lengths(V), along(V, q)
    means = removed if q is None else q @ V / np.sqrt(len(V))
    length = np.where(length > 0, length, 1)
    V = V - removed
    if (len(V) * (means / length) ** 2).max(initial=0.0) > arithmetic.U:
        V /= length
        _orthonormal_again(V, means / length)
        V -= along(V, q)
    length = arithmetic.lengths(V)
    V /= np.where(length > 0, length, 1)
    return V


def _orthonormal_again(V: Array, means: Array) -> None:
    """The sums of ``remove_mean``, in place: V (n, d) are Hv_j, and ``means`` (d,) those of v_j."""
    n, along, left = len(V), 0.0 * V[:, 0], 1.0
    for j, mean in enumerate(means):
        v = V[:, j].copy()
        # Where 1 lies in the span of those before, the sum is nearly H1 = 0, and the rest is noise.
        if left > np.sqrt(arithmetic.U):
            V[:, j] += (n * mean / left) * along
        along += mean * v
        left -= n * mean**2


def fix_signs(V: Array, weights: Array | None = None) -> Array:
    """Each column (n,) times +-1 such that its largest element in size is positive.

    With weights (n,) that of V/weights^(1/2), as in the table with copies. Among elements within
    one part in 10^6 of the largest the first decides: symmetric data have ties, and rounding must
    not choose between them.

    >>> fix_signs(np.array([[0.6], [-0.8]]))
    array([[-0.6],
           [ 0.8]])
    """
    sizes = np.abs(V) if weights is None else np.abs(V) / np.sqrt(weights)[:, None]
    first = np.argmax(sizes >= (1.0 - 1e-6) * sizes.max(axis=0), axis=0)
    signs = np.where(V[first, np.arange(V.shape[1])] < 0.0, -1.0, 1.0)
    # In the layout that a file gives them: sums over vectors in another one differ by rounding.
    return np.ascontiguousarray(V * signs)


def sign_is_decided(v: Array, error: float) -> bool:
    """Whether the rule of ``fix_signs`` gives v (n,) the same sign when v is off by ``error``.

    It does unless the largest positive and the largest negative element are too close in size.
    """
    highest, lowest = v.max(initial=0.0), -v.min(initial=0.0)
    return bool(abs(highest - lowest) > 1e-6 * max(highest, lowest) + 2.0 * error)
