"""On which samples the statements are executed, which also decides how a study is solved."""

from kpca.choosing.automatic import MOST_PAIRS
from kpca.kernels import Kernel

ALL, SAMPLE, NONE = "all", "sample", "none"
"""The words of the key ``statements``: on all samples, on a random subset of them, or nowhere."""

MOST = MOST_PAIRS
"""Up to that many training samples every statement is executed on all of them by default."""


def decided(asked: str | None, n: int) -> str:
    """The word that holds for n training samples: the one that was asked for, or the default.

    >>> decided(None, 2000), decided(None, 2001), decided("none", 50)
    ('all', 'sample', 'none')
    """
    return asked or (ALL if n <= MOST else SAMPLE)


def is_partial(statements: str, kernel: Kernel | None) -> bool:
    """Whether only the leading eigenpairs are computed, from tiles of the Gram matrix.

    That needs a kernel for which theory says that no eigenvalue is negative, because a part of the
    spectrum does not show the negative ones. A given matrix has n^2 elements in any case.
    """
    return statements != ALL and kernel is not None and kernel.is_positive_semidefinite
