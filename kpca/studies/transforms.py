"""Transforms of counts and other columns: each works on one sample, so new samples need no other.

Hellinger's and the chord transform are those of Legendre & Gallagher (Ecologically meaningful
transformations for ordination of species data, Oecologia 129, 2001), and clr is the centered
log-ratio of Aitchison (The Statistical Analysis of Compositional Data, 1986). The robust one, rclr,
is that of Martino et al. (A novel sparse compositional technique reveals microbial perturbations,
mSystems 4, 2019) without their completion of the matrix, as in version 2.6 of vegan for R.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kpca.arrays import Array, Truths
from kpca.tables.messages import INSIDE, setting
from kpca.tables.omitted import EMPTY
from kpca.tables.samples import MOST_LISTED, Samples
from kpca.tables.table import InputError
from kpca.tables.wording import in_all


def _relative(X: Array) -> Array:
    return _of_norm_one(X, 1)


def _chord(X: Array) -> Array:
    return _of_norm_one(X, 2)


def _of_norm_one(X: Array, order: int) -> Array:
    """Rows of norm one. Sums of very small or large numbers would vanish or overflow otherwise."""
    rows = X / np.abs(X).max(axis=1, keepdims=True)
    return rows / np.linalg.norm(rows, order, axis=1, keepdims=True)


def _clr(X: Array) -> Array:
    logarithms = np.log(X)
    return logarithms - logarithms.mean(axis=1, keepdims=True)


def _rclr(X: Array) -> Array:
    is_present = X > 0.0
    logarithms = np.log(X, out=np.zeros_like(X), where=is_present)
    means = logarithms.sum(axis=1) / is_present.sum(axis=1)
    return np.where(is_present, logarithms - means[:, None], 0.0)


def _presence(X: Array) -> Array:
    from sklearn.preprocessing import binarize

    return binarize(X)


@dataclass(frozen=True)
class Transform:
    """A function of samples (n, q), row by row or element by element.

    formula   what becomes of a value x, where s has the values of its sample
    above     the values have to be above this number, or equal to it if ``or_equal``
    of_zeros  whether a sample of zeros can be transformed
    """

    of: Callable[[Array], Array]
    formula: str
    above: float = -np.inf
    or_equal: bool = True
    of_zeros: bool = True

    @property
    def allowed(self) -> str:
        """Which values can be transformed, in words."""
        if np.isinf(self.above):
            return "any numbers"
        return f"numbers {'≥' if self.or_equal else '>'} {self.above:g}"

    def is_defined(self, X: Array) -> Truths:
        """Which values of X can be transformed, but for samples of zeros."""
        return self.above <= X if self.or_equal else self.above < X


TRANSFORMS = {
    "relative": Transform(_relative, "x / sum(s)", 0.0, of_zeros=False),
    "hellinger": Transform(lambda X: np.sqrt(_relative(X)), "√(x / sum(s))", 0.0, of_zeros=False),
    "chord": Transform(_chord, "x / √(sum of squares of s)", of_zeros=False),
    "clr": Transform(_clr, "log x − mean(log s)", 0.0, or_equal=False),
    "rclr": Transform(
        _rclr, "log x − mean(log of the values > 0 of s), and 0 stays 0", 0.0, of_zeros=False
    ),
    "log": Transform(np.log, "log x", 0.0, or_equal=False),
    "log1p": Transform(np.log1p, "log(1 + x)", -1.0, or_equal=False),
    "sqrt": Transform(np.sqrt, "√x", 0.0),
    "presence": Transform(_presence, "1 if x > 0, else 0", 0.0),
}

WITH_PSEUDOCOUNT = ("clr", "log")
"""The transforms before which a number may be added to every value."""


def transformed(name: str, given: Samples, pseudocount: float, where: str) -> Samples:
    """The samples after a transform, and before it with the ``pseudocount`` in every value.

    Raises ``InputError`` for the first value that cannot be transformed, and for a sample of zeros
    that has no shares; ``where`` names the file.
    """
    transform, X = TRANSFORMS[name], given.X + pseudocount
    wrong = ~transform.is_defined(X)
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        do = (
            "take another transform, or leave the column out with "
            + setting(omit=[given.columns[j]])
            + " or the sample with "
            + setting(omit_samples=[given.names[i]])
        )
        if name in WITH_PSEUDOCOUNT and (given.X >= 0.0).all():
            do = (
                "write "
                + setting(pseudocount=0.5)
                + INSIDE
                + ", which is added to every value, or take "
                + setting(transform="hellinger")
                + ", which needs none"
            )
        raise InputError(
            f"{where}: sample {given.names[i]!r}, column {given.columns[j]!r}: "
            f"{given.X[i, j]:g}{in_all(int(wrong.sum()), 'such value')}; allowed for "
            + setting(transform=name)
            + f": {transform.allowed}; "
            + do
        )
    if not transform.of_zeros:
        require_no_zeros(given, setting(transform=name), where)
    return replace(given, X=transform.of(X))


def require_no_zeros(given: Samples, line: str, where: str) -> None:
    """Raises ``InputError`` for samples of zeros, which ``line`` of the configuration forbids."""
    empty = ~given.X.any(axis=1)
    if empty.any():
        raise InputError(
            f"{where}: sample {given.names[int(np.argmax(empty))]!r} is 0 in every column"
            f"{in_all(int(empty.sum()), 'such sample')}, and "
            + line
            + " is not defined for it; allowed: samples with a value above 0; leave out such "
            "samples: new ones in their file, others with "
            + setting(omit_samples=_names(given.names, empty))
            + INSIDE
        )


def _names(names: list[str], empty: Truths) -> list[str]:
    """What leaves out the empty samples: their names, or the word for many of them."""
    listed = [names[i] for i in np.flatnonzero(empty)]
    return listed if len(listed) <= MOST_LISTED else [EMPTY]
