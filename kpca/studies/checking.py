"""On which samples the statements are executed, which also decides how a study is solved."""

from kpca.kernels import Kernel

ALL, SUBSET, NONE = "all", "subset", "none"
"""The words of the key ``checks``: statements on all samples, on a stated subset, or nowhere."""

MOST = 2000
"""Up to that many training samples every statement is executed on all of them by default."""


def decided(asked: str | None, n: int) -> str:
    """The word that holds for n training samples: the one that was asked for, or the default.

    >>> decided(None, 2000), decided(None, 2001), decided("none", 50)
    ('all', 'subset', 'none')
    """
    return asked or (ALL if n <= MOST else SUBSET)


def is_partial(checks: str, kernel: Kernel | None) -> bool:
    """Whether only the leading eigenpairs are computed, from tiles of the Gram matrix.

    That needs a kernel for which theory says that no eigenvalue is negative, because a part of the
    spectrum does not show the negative ones. A given matrix has n^2 elements in any case.
    """
    return checks != ALL and kernel is not None and kernel.is_positive_semidefinite
