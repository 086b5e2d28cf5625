"""The component along which classes are apart for the most part, beside what chance does."""

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np

from kpca import tolerances
from kpca.arrays import Array, Indices
from kpca.interpretation.permanova import BLOCK
from kpca.interpretation.unit_columns import of_length_one


def shares_between(
    Z: Array, classes: Sequence[str], orders: Iterable[Indices]
) -> tuple[Array, float]:
    """The share (d,) of the variance of each component between classes (n,), and p of the largest.

    Z (n, d) are scores, perhaps of several kernels; one that does not vary has the share 0. The
    p-value is (1 + #)/(1 + P), where # counts those of P ``orders`` (n,) of the classes of which
    the largest share of all components is as large, or smaller by rounding only. So it stays a
    p-value, however many components are compared. It holds if the orders are as likely as the given
    one: any order is, if the samples are independent of each other.
    """
    unit, _ = of_length_one(Z)
    at = np.unique(np.asarray(classes), return_inverse=True)[1]
    members = (at[:, None] == np.arange(at.max() + 1)) * 1.0
    shares = _shares(unit, members[:, None])[0]
    # Each sum over a class is a dot product with a column of length one.
    rounding = 4.0 * tolerances.dot(len(Z))
    number, as_large, left = 0, 0, iter(orders)
    while drawn := list(islice(left, max(1, BLOCK // members.shape[1]))):
        largest = _shares(unit, members[np.array(drawn).T]).max(axis=1)
        as_large += int((largest >= shares.max() - rounding).sum())
        number += len(drawn)
    return shares, (1.0 + as_large) / (1.0 + number)


def _shares(unit: Array, members: Array) -> Array:
    """The shares (P, d) between classes, for members (n, P, g) as 1 and 0 and unit columns."""
    counts = members.sum(axis=0)
    sums = (unit.T @ members.reshape(len(unit), -1)).reshape(-1, *counts.shape)
    shares: Array = (sums**2 / np.maximum(counts, 1.0)).sum(axis=2).T
    return shares
