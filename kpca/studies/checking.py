"""On which samples the statements are executed, which also decides how a study is solved."""

from math import sqrt

from kpca.choosing.automatic import MOST_PAIRS
from kpca.kernels import Kernel

ALL, SAMPLE, NONE = "all", "sample", "none"
"""The words of the key ``statements``: on all samples, on a random subset of them, or nowhere."""

MOST = MOST_PAIRS
"""Up to that many training samples every statement is executed on all of them by default."""

SAMPLES = 300
"""Training samples of the random subset, unless a number says how many."""

BUDGET = 3.0
"""Seconds for the statements of one study that nobody gave a number of samples for."""

FEWEST = 20
"""With fewer samples in the random subset the statements would say little."""

FIRST, OF_SAMPLE, OF_PAIR, OF_MATRIX = 0.2, 4e-3, 1.3e-7, 5e-9
"""Seconds of the statements of a study: of any one; for each sample, because it has a pre-image;
for each number in the differences of all pairs; and for the third power of the width of the largest
matrix of columns or features. From 30 studies of 50 to 300 samples and 4 to 5,000 columns, with the
linear and the Gaussian kernel, on one slow core, where other work ran beside: within a third of
what was measured. On a quiet core all of them take about half as long."""


def decided(asked: str | int | None, n: int) -> str | int:
    """What holds for n training samples: the word or number that was asked for, or the default.

    A random subset of as many samples as there are is all of them.

    >>> decided(None, 2000), decided(None, 2001), decided("none", 50)
    ('all', 'sample', 'none')
    >>> decided(300, 301), decided(300, 300)
    (300, 'all')
    """
    if isinstance(asked, int) and asked >= n:
        return ALL
    return asked or (ALL if n <= MOST else SAMPLE)


def affordable(q: int, widest: int, n: int = MOST) -> int | str:
    """The number of samples on which the statements take ``BUDGET``, at most ``SAMPLES``; or none.

    It depends on the number of columns q and on the width of the largest matrix (widest, widest) of
    columns or features that statements form, and on no clock, so that it is always the same. Fewer
    than ``FEWEST`` are enough if the table has no more than n.

    >>> affordable(4, 4), affordable(650, 650), affordable(1000, 1000), affordable(5000, 0)
    (300, 100, 'none', 60)
    >>> affordable(60_000, 0), affordable(60_000, 0, 12)
    ('none', 12)
    """
    left = BUDGET - FIRST - OF_MATRIX * widest**3
    if left <= 0.0:
        return NONE
    # The positive root of OF_PAIR q N^2 + OF_SAMPLE N = left, as it is defined for q = 0, too.
    samples = 2.0 * left / (OF_SAMPLE + sqrt(OF_SAMPLE**2 + 4.0 * OF_PAIR * q * left))
    in_tens = int(min(SAMPLES, samples)) // 10 * 10
    if in_tens >= FEWEST:
        return in_tens
    return n if n <= samples else NONE


def is_partial(statements: str | int, kernel: Kernel | None) -> bool:
    """Whether only the leading eigenpairs are computed, from tiles of the Gram matrix.

    That needs a kernel for which theory says that no eigenvalue is negative, because a part of the
    spectrum does not show the negative ones. A given matrix has n^2 elements in any case.
    """
    return statements != ALL and kernel is not None and kernel.is_positive_semidefinite
