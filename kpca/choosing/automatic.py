"""What the word ``auto`` stands for: gamma, and the number of components, from the samples alone.

The functions return what decided, so that a caller can say it in words.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeGuard

import numpy as np

from kpca.arrays import Array, Truths
from kpca.choosing.hidden_values import FACTORS, errors_of_means, hidden_errors
from kpca.choosing.parallel_analysis import ParallelAnalysis, parallel_analysis
from kpca.choosing.words import AUTO
from kpca.data import Data, Vectors
from kpca.kernels import RBF, Kernel
from kpca.kernels.bandwidth import median
from kpca.solvers.dense import Pairs
from kpca.solvers.elements import KernelElements
from kpca.solvers.krylov import ConvergenceError
from kpca.solvers.partial import solve, takes_all_pairs
from kpca.solvers.solution import PartialError, RankError, Solution

LEADING = 5
"""The number of components where none is given, if the eigenvalues allow it."""

MOST_PAIRS, MOST, MOST_HIDDEN = 2000, 1000, 300
"""The most samples for all pairs (medians and groups of eigenvalues), for parallel analysis and for
hidden values, or a random subset of as many."""

SEED = 0


class UndecidedError(ValueError):
    """No rule decides the number of components."""


@dataclass(frozen=True)
class GammaCurve:
    """What the rule of hidden values compares.

    gammas (g,)       that were tried, ascending, with so many ``components``
    errors (g,)       mean squared error of hidden values; ``spread`` (g,) is its standard error
    gain_spread (g,)  standard error of ``of_means`` - ``errors``, paired by sample
    of_means          the error of the column means as the prediction
    chosen            the gamma
    """

    gammas: Array
    errors: Array
    spread: Array
    gain_spread: Array
    of_means: float
    components: int
    chosen: float

    @property
    def predicts(self) -> Truths:
        """Which gammas (g,) predict better than the column means, by more than a standard error."""
        return self.of_means - self.errors > self.gain_spread


@dataclass(frozen=True)
class ChosenGamma:
    """A gamma, the curve that decided, and the number of samples that the curve is from.

    Without a curve, or with one on which no gamma predicts, the median heuristic decided. Every
    gamma was tried with so many ``components``; None for a single column, which none predicts.
    """

    gamma: float
    curve: GammaCurve | None
    samples: int
    components: int | None = None


@dataclass(frozen=True)
class WholeGroups:
    """The number of ``components`` nearest to the one asked for that rounding allows.

    rank   number of eigenvalues above rounding, where that is less than asked for
    group  first and last number of the eigenvalues that are equal up to rounding, where the number
           asked for would cut them
    """

    components: int
    rank: int | None = None
    group: tuple[int, int] | None = None


@dataclass(frozen=True)
class ChosenComponents:
    """A number of components, the parallel analysis that decided, and on how many samples."""

    whole: WholeGroups
    analysis: ParallelAnalysis
    samples: int


def choose_width(
    kind: type[Kernel], word: str, X: Array, components: int | str, of_pairs: Array
) -> tuple[float, int, ChosenGamma | None]:
    """The width of a kernel that one of its words stands for, from how many points, and how.

    X (n, q) are the points, ``of_pairs`` (p, q) those of which all pairs are looked at. For the
    Gaussian kernel ``auto`` is ``choose_gamma``, for others the median heuristic. Raises
    ``BandwidthError`` where the points determine no width.
    """
    if word == AUTO and kind is RBF:
        chosen = choose_gamma(X, components, of_pairs)
        return chosen.gamma, chosen.samples, chosen
    points = X if word == "scale" else of_pairs
    return kind.words["median" if word == AUTO else word].find(points), len(points), None


def choose_gamma(X: Array, components: int | str, of_pairs: Array | None = None) -> ChosenGamma:
    """The gamma of a Gaussian kernel for points X (n, q).

    Every gamma is tried with the components asked for, or if they are ``auto``, with those that
    parallel analysis finds with the median heuristic. Of the gammas that predict hidden values,
    with an error below that of the column means by more than one standard error of the difference,
    the least one is chosen whose error is within one standard error of the best: of kernels that
    predict equally well, the one nearest to the linear kernel. If no gamma predicts, the median
    heuristic decides. Its median is that of the pairs of ``of_pairs`` (p, q), by default X.

    Raises ``BandwidthError`` where half of the pairs coincide.
    """
    middle, subset = median(X if of_pairs is None else of_pairs), random_subset(X, MOST_HIDDEN)
    if X.shape[1] < 2:
        return ChosenGamma(middle, None, len(subset))
    d = components
    if not isinstance(d, int):
        d = parallel_analysis(RBF(middle), subset, seed=SEED).components
    of_means = errors_of_means(subset)
    tried = list(_tried(subset, middle, d, of_means))
    if not tried:
        return ChosenGamma(middle, None, len(subset), d)
    gammas, errors, spread, gain_spread = (np.array(column) for column in zip(*tried, strict=True))
    mean = float(of_means.mean())
    curve = GammaCurve(gammas, errors, spread, gain_spread, mean, d, middle)
    if curve.predicts.any():
        best = curve.errors[curve.predicts].argmin()
        most = (curve.errors + curve.spread)[curve.predicts][best]
        at = int(np.argmax(curve.predicts & (curve.errors <= most)))
        curve = replace(curve, chosen=float(curve.gammas[at]))
    return ChosenGamma(curve.chosen, curve, len(subset), d)


def _tried(
    X: Array, middle: float, d: int, of_means: Array
) -> Iterator[tuple[float, float, float, float]]:
    """Gamma, error, its standard error and that of its gain over the errors of the means (n,).

    A gamma with which a fold has fewer components is left out.
    """
    for gamma in middle * np.array(FACTORS) if d else []:
        try:
            hidden = hidden_errors([RBF(float(gamma))], X, [d], seed=SEED)
        except RankError:
            continue
        error, gain = (each.standard_error[0, 0] for each in (hidden, hidden.gain(of_means)))
        yield float(gamma), float(hidden.mean[0, 0]), float(error), float(gain)


def choose_components(
    data: Vectors, of_pairs: Array | None = None, pairs: Pairs | None = None
) -> ChosenComponents:
    """The number of components by parallel analysis of the training samples.

    If the number cuts a group of equal eigenvalues, the group is left out; the first group is
    taken as a whole. Groups are those of the points ``of_pairs`` (p, q), by default all training
    points, whose eigenpairs are ``pairs`` if they are known already. Raises ``UndecidedError`` if
    no eigenvalue is above those of permuted columns and if rounding separates none from those below
    the cut-off, and ``ValueError`` for a single column.
    """
    subset = random_subset(data.X, MOST)
    analysis = parallel_analysis(data.kernel, subset, seed=SEED)
    if analysis.components == 0:
        other = data.kernel.width.parameter if data.kernel.width else "kernel"
        raise UndecidedError(
            "no eigenvalue is above those of permuted columns (the first is "
            f"{analysis.eigenvalues[0]:.4g}, permuted {analysis.threshold[0]:.4g}); allowed here: "
            f"a number of components, or another {other}"
        )
    whole = whole_groups_of(of_all_pairs(data, of_pairs), analysis.components, pairs)
    return ChosenComponents(whole, analysis, len(subset))


def of_all_pairs(data: Data, of_pairs: Array | None) -> Data:
    """The data of the points of which all pairs are looked at; None for those of the data."""
    if not isinstance(data, Vectors) or of_pairs is None or len(of_pairs) == len(data.X):
        return data
    return Vectors(data.kernel, of_pairs, of_pairs)


class UnseparatedError(UndecidedError):
    """Rounding separates no leading eigenvalues from those below the cut-off."""


def whole_groups_of(data: Data, components: int, pairs: Pairs | None = None) -> WholeGroups:
    """``in_whole_groups`` of the leading components of the data, by ``pairs`` if they are known.

    A few of many components come from an iteration, and every eigenpair of the centered Gram matrix
    is computed only where its certificate leaves something open: whether eigenvalues that it does
    not have are equal to the last one, or above rounding.
    """
    if pairs is None and _are_few(data, components):
        try:
            elements = KernelElements(data.kernel, data.X)
            return in_whole_groups(solve(elements, components).solution, components)
        except (PartialError, ConvergenceError):
            pass
    pairs = pairs or Pairs.of(data.K, data.element_error)
    return in_whole_groups(pairs.leading(components), components)


def _are_few(data: Data, components: int) -> TypeGuard[Vectors]:
    if not isinstance(data, Vectors) or not data.kernel.is_positive_semidefinite:
        return False
    return not takes_all_pairs(KernelElements(data.kernel, data.X), components)


def in_whole_groups(solution: Solution, components: int) -> WholeGroups:
    """The nearest number of components that rounding allows, at most so many as the solution has.

    A group of equal eigenvalues that the number cuts is left out; the first group is taken as a
    whole. It is 1 without an eigenvalue above rounding. Raises ``UnseparatedError``, and
    ``PartialError`` where eigenvalues decide that are not known.
    """
    rank = None
    if np.sum(solution.spectrum > solution.matrix_error) < components:
        if solution.rank == 0:
            return WholeGroups(1)
        components = rank = solution.rank
        solution = solution.first(rank)
    if solution.split_group is None:
        return WholeGroups(components, rank)
    first, last = solution.split_group
    if first == 1 and last > solution.rank:
        raise _unseparated(solution, last)
    return WholeGroups(first - 1 if first > 1 else last, rank, (first, last))


def _unseparated(solution: Solution, last: int) -> UnseparatedError:
    are = "is" if solution.rank == 1 else "are"
    return UnseparatedError(
        f"rounding separates none of the eigenvalues 1 to {last}, of which {solution.rank} {are} "
        f"above the cut-off {solution.matrix_error:.3g}; allowed: samples that differ by more than "
        "rounding"
    )


def with_all_pairs(X: Array) -> Array:
    """The points (p, q) of which all pairs are looked at: X (n, q), or a random subset."""
    return random_subset(X, MOST_PAIRS)


def random_subset(X: Array, most: int) -> Array:
    """A random subset of the points, in their order; always the same for one number of points."""
    if len(X) <= most:
        return X
    return X[np.sort(np.random.default_rng(SEED).permutation(len(X))[:most])]
