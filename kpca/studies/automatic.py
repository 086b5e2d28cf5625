"""What a study leaves to the program, in words, and the curve of a rule.

A rule decides where a study says ``auto``, and where the number of components is not given. The
rules are those of ``kpca.choosing.automatic``; here are the remarks on what they decided.
"""

from dataclasses import dataclass

import numpy as np

from kpca.arrays import Array
from kpca.choosing.automatic import (
    LEADING,
    ChosenGamma,
    GammaCurve,
    UndecidedError,
    UnseparatedError,
    WholeGroups,
    choose_width,
    of_all_pairs,
    whole_groups_of,
)
from kpca.choosing.automatic import choose_components as by_parallel_analysis
from kpca.choosing.parallel_analysis import PERMUTATIONS
from kpca.choosing.words import AUTO
from kpca.data import Data, Vectors
from kpca.kernels import Kernel
from kpca.solvers.dense import Pairs
from kpca.solvers.solution import Solution
from kpca.tables.messages import setting
from kpca.tables.table import InputError
from kpca.tables.wording import counted


@dataclass(frozen=True)
class ComponentsCurve:
    """What parallel analysis compares.

    eigenvalues (k,)  mu/n of the samples, descending
    quantile (k,)     95 % quantile of the same eigenvalue after permutations of the columns
    chosen            the number of components
    """

    eigenvalues: Array
    quantile: Array
    chosen: int


@dataclass(frozen=True)
class Automatic:
    """The curves of what was chosen automatically; None for what the configuration gives."""

    components: ComponentsCurve | None = None
    gamma: GammaCurve | None = None


def width(
    kind: type[Kernel], word: str, X: Array, components: int | str, of_pairs: Array
) -> tuple[float, GammaCurve | None, str]:
    """The width of a kernel that a word stands for, its curve, and a remark.

    The arguments are those of ``kpca.choosing.automatic.choose_width``, which also says what is
    raised.
    """
    value, looked_at, chosen = choose_width(kind, word, X, components, of_pairs)
    if chosen is not None:
        return value, chosen.curve, in_a_remark(chosen, len(X))
    remark = f"{kind.width.parameter} = {value:.6g}, by {word}{in_words(looked_at, len(X))}"
    if word == AUTO:
        remark += ": the median heuristic, as the rule is for the Gaussian kernel"
    return value, None, remark


def in_a_remark(found: ChosenGamma, n: int) -> str:
    """The gamma of n samples that hidden values or the median heuristic chose, and why."""
    curve, on = found.curve, in_words(found.samples, n)
    name = f"gamma = {found.gamma:.6g}, by auto:"
    because = f"{name} the median heuristic, because"
    if found.components is None:
        return f"{because} no other column predicts the only one"
    if curve is None:
        return f"{because} {found.components} components cannot be tried{on}"
    if not curve.predicts.any():
        none = "predicts hidden values better than the column means by more than one standard error"
        return f"{because} none of {_values(curve)} {none}{on}"
    at = int(np.flatnonzero(curve.gammas == curve.chosen)[0])
    return f"{name} {_prediction(curve, at)}{on}{_end(curve, at)}"


def _values(curve: GammaCurve) -> str:
    """The gammas that were tried, in words."""
    values = counted(len(curve.gammas), "value")
    first, last = curve.gammas[0], curve.gammas[-1]
    return f"{values} from {first:.3g} to {last:.3g} with {counted(curve.components, 'component')}"


def _prediction(curve: GammaCurve, at: int) -> str:
    """The error with the gamma of this index, beside the least one and that of the column means."""
    error, least = curve.errors[at], curve.errors[curve.predicts].min()
    near = f"within one standard error of the least, {least:.4g}," if error > least else "the least"
    return (
        f"the error of hidden values is {error:.4g}, {near} of the {int(curve.predicts.sum())} "
        f"that predict among {_values(curve)}; the column means have {curve.of_means:.4g}"
    )


def _end(curve: GammaCurve, at: int) -> str:
    """What it means that the gamma of this index is the first or the last that was tried."""
    last = len(curve.gammas) - 1
    if at == 0 < last:
        return "; it is the least of these values, with which the kernel is nearly linear"
    if at == last > 0:
        return "; it is the largest of these values, and a larger one may predict better"
    return ""


def choose_components(
    data: Vectors, of_pairs: Array | None = None, pairs: Pairs | None = None
) -> tuple[int, ComponentsCurve | None, str]:
    """The number of components by parallel analysis of the training samples, its curve, a remark.

    ``kpca.choosing.automatic.choose_components`` says how, and what ``of_pairs`` (p, q) and
    ``pairs`` are.
    Raises ``InputError`` where it cannot decide.
    """
    if pairs is None and not _is_finite(of_all_pairs(data, of_pairs)):
        return 1, None, ""
    try:
        found = by_parallel_analysis(data, of_pairs, pairs)
    except UnseparatedError as fault:
        raise _unseparated(data, fault) from fault
    except ValueError as fault:
        instead = "" if isinstance(fault, UndecidedError) else "; or a number of components"
        raise InputError(f"components: {AUTO!r}: {fault}{instead}") from fault
    chosen, analysis = found.whole.components, found.analysis
    above = analysis.components
    remark = (
        f"components = {chosen}, by auto: in parallel analysis {above} leading "
        f"eigenvalue{'s are' if above > 1 else ' is'} above the 95 % quantile of "
        f"{PERMUTATIONS} permutations of each column"
        f"{in_words(found.samples, len(data.X))}{_why(found.whole)}"
    )
    return chosen, ComponentsCurve(analysis.eigenvalues, analysis.threshold, chosen), remark


def leading_components(
    data: Data,
    of_pairs: Array | None = None,
    pairs: Pairs | None = None,
    weights: Array | None = None,
) -> tuple[int, str]:
    """The number of components of a study that gives none, and a remark if it is not ``LEADING``.

    It is ``LEADING``, or the rank where that is less, in whole groups of equal eigenvalues. Groups
    and rank are those of the points ``of_pairs`` (p, q), by default those of all training samples,
    whose eigenpairs are ``pairs`` if they are known already; ``weights`` (p,) are those of the
    points.
    Raises ``InputError`` if rounding separates no eigenvalue from those below the cut-off.
    """
    n = len(data.X) if isinstance(data, Vectors) else len(data.K)
    of_groups = of_all_pairs(data, of_pairs)
    if pairs is None and not _is_finite(of_groups):
        return 1, ""
    if pairs is None and weights is not None:
        pairs = Pairs.of(of_groups.K, of_groups.element_error, weights)
    try:
        whole = whole_groups_of(of_groups, LEADING, pairs)
    except UnseparatedError as fault:
        raise _unseparated(data, fault) from fault
    chosen = whole.components
    if chosen == LEADING:
        return chosen, ""
    on = in_words(n if of_pairs is None else len(of_pairs), n)
    default = f"and not {LEADING}, which is the default"
    return chosen, f"components = {chosen}, {default}{_why(whole)}{on}"


def reaching(asked: int | float, solution: Solution) -> list[str]:
    """A remark on the components that reach a share, none if a number of them was asked for."""
    if isinstance(asked, int):
        return []
    d = solution.components
    first = next((group.start + 1 for group in solution.groups if group.stop == d), d)
    why = f"; the eigenvalues {first} to {d} are equal up to rounding" if first < d else ""
    return [
        f"components = {d}, the fewest that explain {asked:g} of the sum of the sizes of all "
        f"eigenvalues: they explain {solution.explained.sum():.4g}{why}"
    ]


def _is_finite(data: Data) -> bool:
    """Whether all kernel values are numbers. The validation refuses other ones by their samples."""
    with np.errstate(all="ignore"):
        return bool(np.isfinite(data.K).all())


def _why(whole: WholeGroups) -> str:
    """Why the number of components is another one than asked for."""
    why = ""
    if whole.rank is not None:
        are = "is" if whole.rank == 1 else "are"
        why = f"; {whole.rank} of all eigenvalues {are} above rounding"
    if whole.group is not None:
        first, last = whole.group
        why += f"; the eigenvalues {first} to {last} are equal up to rounding"
    return why


def _unseparated(data: Data, fault: UnseparatedError) -> InputError:
    kernel = data.kernel
    to = f" to the kernel {kernel.name}; " + larger_differences(kernel) if kernel else ""
    return InputError(f"components: {fault}" + to)


def in_words(n: int, of: int) -> str:
    """After a number: on how many of the points it was found, if not on all."""
    return f", on {n} of {of} samples" if n < of else ""


def larger_differences(kernel: Kernel) -> str:
    """What to do if samples differ by less than rounding to a kernel."""
    width = kernel.width
    narrower = f"take a {width.narrower} {width.parameter}" if width else ""
    if width and "median" in kernel.words:
        return f"{narrower}, or " + setting(**{width.parameter: "median"})
    also = f", or {narrower}" if width else ""
    return (
        "if the columns have a large offset, subtract it or take "
        + setting(standardize=True)
        + f", which subtracts the mean{also}"
    )


def too_narrow(kernel: Kernel) -> str:
    """The sentence for a kernel with a bandwidth that vanishes between all samples that differ."""
    width = kernel.width
    value = getattr(kernel, width.parameter)
    return (
        "the kernel values of all pairs of different samples are 0 up to rounding, so that no "
        f"sample is more similar to one than to another; {width.parameter} = {value:.6g} is too "
        f"{width.narrow} for these data: take a {width.wider} one, or "
        + setting(**{width.parameter: "median"})
    )
