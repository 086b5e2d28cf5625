"""What the words and shares among the parameters of ``KernelPCA`` stand for, given the samples.

The rules behind the words are imported when one is used, because most models have numbers.
"""

from collections.abc import Callable
from numbers import Integral
from typing import Any

from scipy.sparse import issparse

from kpca import kernels
from kpca.arrays import Array
from kpca.choosing.words import AUTO, words_of
from kpca.kernels import Kernel
from kpca.kernels.bandwidth import BandwidthError
from kpca.solvers.partial import Solved
from kpca.solvers.solution import Solution

WORDS = {word for kind in kernels.KERNELS for word in words_of(kind)}
"""Words that ``gamma`` may be, with one kernel or another."""

FIRST = 32
"""Components that are computed first for a share, where not all eigenvalues are."""


def gamma_of(gamma: Any, kernel: Any, X: Any, n_components: Any) -> float:
    """The number that ``gamma`` stands for with points X (n, q); 1/q for None.

    The words are those of the kernel (``kpca.choosing.automatic``), as in the configuration of a
    study. For "auto" every gamma is tried with ``n_components`` if that is a number, with the five
    that a study has by default if it is None, and otherwise with those of parallel analysis. Raises
    ``ValueError`` for a word that the kernel does not have.
    """
    if not isinstance(gamma, str):
        return 1 / X.shape[1] if gamma is None else gamma
    kind = kernels.BY_NAME.get(kernel) if isinstance(kernel, str) else None
    words = words_of(kind) if kind and kind.width and kind.width.parameter == "gamma" else []
    if kind is None or gamma not in words:
        name = kernel.formula if isinstance(kernel, Kernel) else kernel
        allowed = ", ".join(map(repr, words))
        raise ValueError(
            f"gamma is {gamma!r} for the kernel {name!r}; allowed: a number"
            f"{f', {allowed}' if words else ''}; the kernels with this word are "
            f"{', '.join(_with_word(gamma))}"
        )
    from kpca.choosing import automatic

    if n_components is None:
        n_components = automatic.LEADING
    elif not isinstance(n_components, Integral):
        n_components = AUTO
    points = _dense(X, f"gamma={gamma!r}")
    tried = n_components if n_components == AUTO else int(n_components)
    try:
        pairs = automatic.with_all_pairs(points)
        return automatic.choose_width(kind, gamma, points, tried, pairs)[0]
    except BandwidthError as fault:
        raise ValueError(f"gamma is {gamma!r}: {fault}") from fault


def _with_word(word: str) -> list[str]:
    kinds = [kind for kind in kernels.KERNELS if kind.width and kind.width.parameter == "gamma"]
    return [repr(kind.name) for kind in kinds if word in words_of(kind)]


def components_above_chance(kernel: Kernel | None, X: Any) -> int:
    """The number of components of points X (n, q) that "auto" stands for, as in a study.

    Parallel analysis decides (``kpca.choosing.automatic.choose_components``). Raises ``ValueError``
    where it cannot, and without a kernel of this library.
    """
    if kernel is None:
        names = ", ".join(repr(kind.name) for kind in kernels.KERNELS)
        raise ValueError(
            "n_components is 'auto', which needs points and a kernel of this library, because the "
            "columns are permuted; allowed here: a number of components, or a share such as 0.9; "
            f"the kernels are {names}"
        )
    from kpca.choosing import automatic
    from kpca.data import Vectors

    points = _dense(X, "n_components='auto'")
    try:
        data = Vectors(kernel, points, points)
        pairs = automatic.with_all_pairs(points)
        return automatic.choose_components(data, pairs).whole.components
    except ValueError as fault:
        raise ValueError(f"n_components is 'auto': {fault}") from fault


def _dense(X: Any, what: str) -> Array:
    if issparse(X):
        raise ValueError(
            f"{what} needs dense points, and these are sparse; allowed: a number, or dense points; "
            "convert them with X.toarray()"
        )
    return X.astype(float)


class ShareError(ValueError):
    """All components with a positive eigenvalue explain less than the share."""


def reaching(
    share: float, n: int, solve: Callable[[int], Solved], at_once: int
) -> tuple[Solved, int]:
    """The fewest leading components of n samples that explain the share, in whole groups.

    ``solve`` solves for a number of components: all of them for up to ``at_once`` samples, else
    more and more until the share is reached, up to the bound on the error of the explained shares,
    or all are asked for. Raises ``ShareError`` if all components with a positive eigenvalue explain
    less, because others are negative.
    """
    d = n if n <= at_once else min(n, FIRST)
    while True:
        solved = solve(d)
        number = _fewest(share, solved.solution)
        if number is not None or d == n:
            return solved, d if number is None else number
        d = min(n, 4 * d)


def _fewest(share: float, solution: Solution) -> int | None:
    """The number of components that ``reaching`` returns; None if more have to be known."""
    positive = int((solution.mu > solution.matrix_error).sum())
    kept = solution.first(positive)
    # A complete spectrum may come with the vectors of its first components only.
    every = int((solution.spectrum > solution.matrix_error).sum())
    has_all = solution.complete and positive == every
    enough = (kept.explained + kept.explained_errors).cumsum() >= share
    if enough.any():
        at = int(enough.argmax())
        whole = [group.stop for group in kept.groups if group.start <= at < group.stop]
        if whole or has_all:
            return whole[0] if whole else positive
    if not has_all:
        return None
    if solution.negative_mass > 0.0:
        raise ShareError(
            f"no number of components explains {share:g} of the sum of the sizes of all "
            f"eigenvalues, of which negative ones hold {solution.negative_mass:.4g} and the "
            f"positive ones {kept.explained.sum():.4g}; allowed here: a smaller share, or a number"
        )
    # What is missing is less than rounding.
    return positive
