"""Limits on the size of numbers, so that their fourth powers neither overflow nor vanish.

The norm of a covariance or Gram matrix decides: its square is a sum of squares of products x·y of
two samples, hence of fourth powers, at most (n q)^2 x^4 for n samples of q columns. Double
precision reaches from 1e-308 to 1e308. Within the limits here fourth powers lie between 1e-200 and
1e200; the rest is room for the sum and for the rounding errors that are compared with it. Distances
are squared twice in the same way. Kernel values are squared once: their limits are the squares of
these.
"""

import numpy as np

from kpca.arrays import Array
from kpca.centering import LEAST
from kpca.tables.columns import Column
from kpca.tables.messages import INSIDE, setting
from kpca.tables.table import InputError

LENGTHS = (1e-50, 1e50)
"""Distances, coordinates of points and their differences may lie between these, or be 0."""

SIZES = (1e-100, 1e100)
"""Limits of kernel values, within which sums of their squares neither overflow nor vanish."""

WEIGHTS = (1e-20, 1e20)
"""Weights of samples, and their sum, may lie between these, because they multiply kernel values."""


def require_points(X: Array, names: list[str], columns: list[str], where: str) -> None:
    """Raises ``InputError`` for coordinates of points X (n, q) that are too large."""
    sizes = np.abs(X)
    if sizes.size and sizes.max() >= LENGTHS[1]:
        i, j = np.unravel_index(np.argmax(sizes), sizes.shape)
        raise InputError(
            f"{where}: sample {names[i]!r}, column {columns[j]!r}: {X[i, j]:g} is too large to be "
            f"squared twice; allowed: values between {-LENGTHS[1]:g} and {LENGTHS[1]:g}; give the "
            "column in another unit"
        )


def require_spread(X: Array, names: list[str], columns: list[str], where: str) -> None:
    """Raises ``InputError`` where points X (n, q) differ, but by too little in every column."""
    ranges = X.max(axis=0) - X.min(axis=0)
    j = int(np.argmax(ranges))
    if 0.0 < ranges[j] <= LENGTHS[0]:
        i = int(np.argmax(np.abs(X[:, j])))
        raise InputError(
            f"{where}: sample {names[i]!r}, column {columns[j]!r}: {X[i, j]:g}, and the values of "
            f"no column differ by more than {ranges[j]:g}, which is too small to be squared twice; "
            f"allowed: differences above {LENGTHS[0]:g}; give the columns in another unit"
        )


def require_weights(
    weights: Array | None, names: list[str], column: Column | None, where: str
) -> None:
    """Raises ``InputError`` unless the weights (n,) are numbers above 0 and not too different."""
    if weights is None:
        return
    are_weights = np.isfinite(weights) & (weights > 0.0)
    if not are_weights.all():
        others = np.flatnonzero(~are_weights)
        i = int(others[0])
        none = "no number" if np.isnan(weights[i]) else f"{weights[i]:g}"
        are_zeros = (weights[others] == 0.0).all() and isinstance(column, str)
        gone = [f"{column} = 0"] if are_zeros else [names[k] for k in others]
        raise InputError(
            f"{where}: column {column!r}: the weight of sample {names[i]!r} is {none}; allowed: "
            "finite numbers above 0; to place samples that have no part in the components, write "
            + setting(omit_samples=gone, place_omitted=True)
            + INSIDE
        )
    with np.errstate(over="ignore"):
        i, least, total = int(weights.argmin()), weights.min(), weights.sum()
    if least < LEAST * total / len(weights) or not WEIGHTS[0] < least <= total < WEIGHTS[1]:
        most = weights.max()
        raise InputError(
            f"{where}: column {column!r}: the weights are {least:g} to {most:g}, and their sum is "
            f"{total:g}; allowed: weights above {WEIGHTS[0]:g} with a sum below "
            f"{WEIGHTS[1]:g}, and at least {LEAST:g} of their mean, because the score of "
            f"{names[i]!r} would else be rounding"
        )


def require_blocks(
    blocks: list[str] | None, names: list[str], column: Column | None, where: str
) -> None:
    """Raises ``InputError`` unless each sample has a block."""
    without = [name for name, block in zip(names, blocks or [], strict=False) if not block]
    if without:
        raise InputError(
            f"{where}: column {column!r}: sample {without[0]!r} has no block; allowed: a text or a "
            "number for each sample; to leave out samples without one, write "
            + setting(omit_samples=without)
            + INSIDE
        )
