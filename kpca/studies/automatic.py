"""What a study leaves to the program: which rule decides, what it decides, and the curve of a rule.

A rule decides where a study says ``auto``, and where the number of components is not given.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from kpca.arrays import Array, Truths
from kpca.choosing.hidden_values import FACTORS, errors_of_means, hidden_errors
from kpca.choosing.parallel_analysis import PERMUTATIONS, parallel_analysis
from kpca.data import Data, Vectors
from kpca.formulations import dual
from kpca.kernels import RBF, Kernel
from kpca.kernels.bandwidth import median
from kpca.solvers.solution import RankError
from kpca.studies.readers.table import InputError
from kpca.studies.wording import counted, larger_differences

AUTO = "auto"

LEADING = 5
"""The number of components of a study that gives none, where the eigenvalues allow it."""

MOST, MOST_HIDDEN = 1000, 300
"""The most samples for parallel analysis and for hidden values, or a random subset of as many."""

SEED = 0


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
class Automatic:
    """The curves of what was chosen automatically; None for what the configuration gives."""

    components: ComponentsCurve | None = None
    gamma: GammaCurve | None = None


def choose_gamma(
    X: Array, components: int | str, of_pairs: Array | None = None
) -> tuple[float, GammaCurve | None, str]:
    """The gamma of a Gaussian kernel for points X (n, q), the curve, and a remark.

    Every gamma is tried with the components of the study, or if they are ``auto``, with those that
    parallel analysis finds with the median heuristic. Of the gammas that predict hidden values,
    with an error below that of the column means by more than one standard error of the difference,
    the least one is chosen whose error is within one standard error of the best: of kernels that
    predict equally well, the one nearest to the linear kernel. If no gamma predicts, the median
    heuristic decides. Its median is that of the pairs of ``of_pairs`` (p, q), by default X.

    Raises ``BandwidthError`` where half of the pairs coincide.
    """
    middle, subset = median(X if of_pairs is None else of_pairs), random_subset(X, MOST_HIDDEN)
    because = f"gamma = {middle:.6g}, by auto: the median heuristic, because"
    if X.shape[1] < 2:
        return middle, None, f"{because} no other column predicts the only one"
    d = components if isinstance(components, int) else _above_chance(RBF(middle), subset)
    of_means = errors_of_means(subset)
    tried = list(_tried(subset, middle, d, of_means))
    on = in_words(len(subset), len(X))
    if not tried:
        return middle, None, f"{because} {d} components cannot be tried{on}"
    columns = (np.array(column) for column in zip(*tried, strict=True))
    curve = GammaCurve(*columns, float(of_means.mean()), d, middle)
    if not curve.predicts.any():
        none = "predicts hidden values better than the column means by more than one standard error"
        return middle, curve, f"{because} none of {_values(curve)} {none}{on}"
    best = curve.errors[curve.predicts].argmin()
    most = (curve.errors + curve.spread)[curve.predicts][best]
    at = int(np.argmax(curve.predicts & (curve.errors <= most)))
    chosen = float(curve.gammas[at])
    why = f"{_prediction(curve, at)}{on}{_end(curve, at)}"
    remark = f"gamma = {chosen:.6g}, by auto: {why}"
    return chosen, replace(curve, chosen=chosen), remark


def _above_chance(kernel: Kernel, X: Array) -> int:
    return parallel_analysis(kernel, X, seed=SEED).components


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
        spreads = (errors.standard_error[0, 0] for errors in (hidden, hidden.gain(of_means)))
        yield (float(gamma), float(hidden.mean[0, 0]), *map(float, spreads))


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
    data: Vectors, of_pairs: Array | None = None
) -> tuple[int, ComponentsCurve | None, str]:
    """The number of components by parallel analysis of the training samples, its curve, a remark.

    If the number cuts a group of equal eigenvalues, the group is left out; the first group is
    taken as a whole. Groups are those of the points ``of_pairs`` (p, q), by default all training
    points. Raises ``InputError`` if no eigenvalue is above those of permuted columns, if
    rounding separates none from those below the cut-off, and for a single column.
    """
    kernel, X = data.kernel, data.X
    of_groups = data if of_pairs is None else _of_pairs(data, of_pairs)
    if not _is_finite(of_groups):
        return 1, None, ""
    subset = random_subset(X, MOST)
    try:
        analysis = parallel_analysis(kernel, subset, seed=SEED)
    except ValueError as fault:
        raise InputError(f"components: 'auto': {fault}; or a number of components") from fault
    if analysis.components == 0:
        other = kernel.width.parameter if kernel.width else "kernel"
        raise InputError(
            "components: 'auto': no eigenvalue is above those of permuted columns (the first is "
            f"{analysis.eigenvalues[0]:.4g}, permuted {analysis.threshold[0]:.4g}); allowed here: "
            f"a number of components, or another {other}"
        )
    chosen, why = _without_a_cut(of_groups, analysis.components)
    remark = (
        f"components = {chosen}, by auto: in parallel analysis {analysis.components} leading "
        f"eigenvalue{'s are' if analysis.components > 1 else ' is'} above the 95 % quantile of "
        f"{PERMUTATIONS} permutations of each column"
        f"{in_words(len(subset), len(X))}{why}"
    )
    return chosen, ComponentsCurve(analysis.eigenvalues, analysis.threshold, chosen), remark


def leading_components(data: Data, of_pairs: Array | None = None) -> tuple[int, str]:
    """The number of components of a study that gives none, and a remark.

    It is ``LEADING``, or the rank where that is less. If the number cuts a group of equal
    eigenvalues, the group is left out; the first group is taken as a whole. Groups and rank are
    those of the points ``of_pairs`` (p, q), by default those of all training samples. Raises
    ``InputError`` if rounding separates no eigenvalue from those below the cut-off.
    """
    n = len(data.X) if isinstance(data, Vectors) else len(data.K)
    of_groups = data if of_pairs is None else _of_pairs(data, of_pairs)
    if not _is_finite(of_groups):
        return 1, ""
    chosen, why = _without_a_cut(of_groups, LEADING)
    default = "the default" if chosen == LEADING else f"and not {LEADING}, which is the default"
    return chosen, f"components = {chosen}, {default}{why}{in_words(len(of_groups.K), n)}"


def _of_pairs(data: Vectors, of_pairs: Array) -> Vectors:
    """The data of the points of which all pairs are looked at."""
    return data if len(of_pairs) == len(data.X) else Vectors(data.kernel, of_pairs, of_pairs)


def _is_finite(data: Data) -> bool:
    """Whether all kernel values are numbers. The validation refuses other ones by their samples."""
    with np.errstate(all="ignore"):
        return bool(np.isfinite(data.K).all())


def _without_a_cut(data: Data, components: int) -> tuple[int, str]:
    """The nearest number of components that rounding allows, and why it is another one."""
    why = ""
    try:
        solution = dual.fit(data.K, components, data.element_error)
    except RankError as fault:
        if fault.rank == 0:
            # The validation refuses it.
            return 1, ""
        components, are = fault.rank, "is" if fault.rank == 1 else "are"
        why = f"; {components} of all eigenvalues {are} above rounding"
        solution = dual.fit(data.K, components, data.element_error)
    if solution.split_group is None:
        return components, why
    first, last = solution.split_group
    if first == 1 and last > solution.rank:
        raise InputError(
            f"components: rounding separates none of the eigenvalues 1 to {last}, of which "
            f"{solution.rank} {'is' if solution.rank == 1 else 'are'} above the cut-off "
            f"{solution.matrix_error:.3g}; allowed: samples that differ by more than rounding"
            f"{_to_the_kernel(data.kernel) if data.kernel else ''}"
        )
    chosen = first - 1 if first > 1 else last
    return chosen, f"{why}; the eigenvalues {first} to {last} are equal up to rounding"


def _to_the_kernel(kernel: Kernel) -> str:
    return f" to the kernel {kernel.name}; {larger_differences(kernel)}"


def random_subset(X: Array, most: int) -> Array:
    """A random subset of the points, in their order; always the same for one number of points."""
    if len(X) <= most:
        return X
    return X[np.sort(np.random.default_rng(SEED).permutation(len(X))[:most])]


def in_words(n: int, of: int) -> str:
    """After a number: on how many of the points it was found, if not on all."""
    return f", on {n} of {of} samples" if n < of else ""
