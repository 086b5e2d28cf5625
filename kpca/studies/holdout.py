"""Which samples of a study are held out, to be placed as new samples."""

import numpy as np

from kpca.arrays import Indices
from kpca.tables.table import InputError
from kpca.tables.wording import counted, up_to

SEED = 0
"""Seed of the draw, which is the same for all studies of one size."""


def split(n: int, holdout: int) -> tuple[Indices, Indices]:
    """Indices of training and new samples, each ascending; without a holdout both are all.

    Raises ``InputError`` where fewer than 3 samples are left.
    """
    if n - holdout < 3:
        size = counted(n, "sample")
        if holdout:
            size = f"a holdout of {holdout} of {size}"
        raise InputError(
            f"{size}: fewer than 3 are left to learn from; allowed: "
            + (f"a holdout of {up_to(n - 3, first=0)}" if n >= 3 else "at least 3 samples")
        )
    if holdout == 0:
        return np.arange(n), np.arange(n)
    shuffled = np.random.default_rng(SEED).permutation(n)
    return np.sort(shuffled[holdout:]), np.sort(shuffled[:holdout])
