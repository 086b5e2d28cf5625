"""Gram matrices with a chosen spectrum, so that the exact eigenvalues of hard cases are known."""

import numpy as np

from kpca.arrays import Array

SPECTRA: dict[str, Array] = {
    "decaying": 4.0 * 0.7 ** np.arange(29.0),
    "clustered at 1e-9": np.array([3.0, 3.0 - 1e-9, 1.0, 1.0 - 1e-9, 0.5] + [0.01] * 24),
    "degenerate": np.array([5.0] * 3 + [2.0] * 2 + [1.0] + [0.0] * 23),
    "rank-deficient": np.array([7.0, 4.0, 2.0, 1.0] + [0.0] * 25),
    "steep": 10.0 ** -np.linspace(0.0, 16.0, 29),
    "indefinite": np.array([6.0, 3.0, 1.5, 0.7, 0.2] + [0.0] * 20 + [-0.1, -0.4, -1.0, -2.0]),
}
"""Eigenvalues (29,) of the centered Gram matrix of 30 samples, without the 0 of the vector 1."""


def gram(spectrum: Array, seed: int = 0, shift: float = 1.0) -> Array:
    """A Gram matrix (n, n) whose centered form has the eigenvalues ``spectrum`` (n - 1,) and 0.

    The eigenvectors are those of a random orthogonal matrix, the vector 1 among them. ``shift``
    adds c1' + 1c', which centering removes again. With it the Gram matrix itself is not centered.
    """
    rng = np.random.default_rng(seed)
    n = len(spectrum) + 1
    basis = np.linalg.qr(np.column_stack([np.ones(n), rng.normal(size=(n, n - 1))]))[0][:, 1:]
    c = shift * rng.uniform(0.5, 1.5, n)
    K = (basis * spectrum) @ basis.T
    # The sum of both c first: the result is symmetric to the last bit.
    return 0.5 * (K + K.T) + (c[:, None] + c[None, :])
