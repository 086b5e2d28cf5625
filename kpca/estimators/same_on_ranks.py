"""What the ranks of one fit have to share: parameters, points, versions, and kernel functions."""

from collections.abc import Mapping
from typing import Any

import numpy as np

import kpca
from kpca.arrays import Array
from kpca.kernels import Kernel
from kpca.solvers.elements import Elements, digest
from kpca.solvers.one_rank import DifferentRanksError, OneRank

COMPARED = 8
"""Samples whose values of a function are compared between ranks, about that many."""

SAME = 1e-6
"""Values of a function on two machines may differ by this share, as for single precision."""


def require_input(parameters: Mapping[str, Any], X: Any, ranks: OneRank) -> None:
    """Raise ``DifferentRanksError`` on all ranks unless they have the same input of a fit.

    That is: parameters, points X (n, q) and the versions of kpca and NumPy.
    """
    if ranks.size == 1:
        return
    with ranks.agreed():
        given = {name: _described(value) for name, value in parameters.items()}
        size = f"{X.shape[0]} rows and {X.shape[1]} columns"
        same = given | {
            "X": f"{size} with the hash {digest('', X).hex()}",
            "versions": f"kpca {kpca.__version__}, NumPy {np.__version__}",
        }
    ranks.require_same(same)


def _described(value: Any) -> str:
    """A text that is the same in every process; of a function and other objects only the name."""
    if isinstance(value, dict):
        return ", ".join(f"{name}={_described(each)}" for name, each in value.items())
    if isinstance(value, bool | int | float | str | None | np.generic | Kernel):
        return repr(value)
    return str(getattr(value, "__qualname__", type(value).__name__))


def require_function(elements: Elements, ranks: OneRank) -> None:
    """Raise ``DifferentRanksError`` on all ranks if a kernel function is another on some of them.

    Functions with one name may differ in what they close over, so values of some samples are
    compared, up to the rounding of machines of different kinds.
    """
    if ranks.size == 1:
        return
    rows = slice(0, elements.n, max(1, elements.n // COMPARED))
    with ranks.agreed():
        m = len(range(elements.n)[rows])
        own = np.empty((m, m))
        elements.block(rows, rows, own)
    first = ranks.led(lambda: own)
    with ranks.agreed():
        _require_equal(own, first)


def _require_equal(own: Array, first: Array) -> None:
    """Raise ``DifferentRanksError`` if values of a kernel differ from those of the first rank."""
    size = float(np.abs(first).max(initial=0.0, where=np.isfinite(first)))
    same = np.isclose(own, first, rtol=SAME, atol=SAME * size, equal_nan=True)
    if same.all():
        return
    i, j = np.argwhere(~same)[0]
    raise DifferentRanksError(
        f"the kernel function differs between the ranks: it is {own[i, j]:.6g} here and "
        f"{first[i, j]:.6g} on rank 0 for two of the same samples; allowed: the same function, "
        "with the same values in what it uses, on all ranks"
    )
