"""The words ``auto`` of a study: which rule decides, what it decides, and the curve it looks at."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kpca.arrays import Array
from kpca.choosing.hidden_entries import error_of_means, hidden_errors
from kpca.choosing.parallel_analysis import PERMUTATIONS, parallel_analysis
from kpca.formulations import dual
from kpca.kernels import RBF, Kernel
from kpca.kernels.bandwidth import median
from kpca.solvers.solution import RankError
from kpca.studies.readers.table import InputError

AUTO = "auto"

FACTORS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
"""The values of gamma that are tried, as multiples of the median heuristic."""

MOST, MOST_HIDDEN = 1000, 300
"""The most samples for parallel analysis and for hidden entries; of more, a random part is used."""

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
    """What the rule of hidden entries compares.

    gammas (g,)  that were tried, ascending, with so many ``components``
    errors (g,)  mean squared error of hidden entries; ``spread`` (g,) is its standard error
    of_means     the error of the column means as the prediction
    chosen       the gamma
    """

    gammas: Array
    errors: Array
    spread: Array
    of_means: float
    components: int
    chosen: float


@dataclass(frozen=True)
class Automatic:
    """The curves of what was chosen automatically; None for what the configuration gives."""

    components: ComponentsCurve | None = None
    gamma: GammaCurve | None = None


def choose_gamma(X: Array, components: int | str) -> tuple[float, GammaCurve | None, str]:
    """The gamma of a Gaussian kernel for points X (n, q), the curve, and a note.

    Every gamma is tried with the components of the study, or if they are ``auto``, with those that
    parallel analysis finds with the median heuristic. The least gamma whose error of hidden entries
    is within one standard error of the best one is chosen: of kernels that predict equally well,
    the one nearest to the linear kernel. If none predicts better than the column means, the median
    heuristic decides.

    Raises ``BandwidthError`` where half of the pairs coincide.
    """
    middle, part = median(X), _part(X, MOST_HIDDEN)
    because = f"gamma = {middle:.6g}, by auto: the median heuristic, because"
    if X.shape[1] < 2:
        return middle, None, f"{because} no other column predicts the only one"
    d = components if isinstance(components, int) else _above_chance(RBF(middle), part)
    tried = list(_tried(part, middle, d))
    if not tried:
        return middle, None, f"{because} {d} components cannot be tried{_of(part, X)}"
    gammas, errors, spread = (np.array(column) for column in zip(*tried, strict=True))
    of_means, best = error_of_means(part), int(errors.argmin())
    numbers = (
        f"{len(gammas)} values from {gammas[0]:.3g} to {gammas[-1]:.3g} with "
        f"{d} component{'' if d == 1 else 's'}{_of(part, X)}"
    )
    if errors[best] >= of_means:
        curve = GammaCurve(gammas, errors, spread, of_means, d, middle)
        return middle, curve, f"{because} hidden entries are not predicted by any of {numbers}"
    at = int(np.argmax(errors <= errors[best] + spread[best]))
    note = (
        f"gamma = {gammas[at]:.6g}, by auto: the error of hidden entries is {errors[at]:.4g}, "
        f"within one standard error of the least, {errors[best]:.4g}, of {numbers}; the column "
        f"means have {of_means:.4g}"
    )
    if at == 0:
        note += "; it is the least of these values, with which the kernel is nearly linear"
    chosen = float(gammas[at])
    return chosen, GammaCurve(gammas, errors, spread, of_means, d, chosen), note


def _above_chance(kernel: Kernel, X: Array) -> int:
    return parallel_analysis(kernel, X, seed=SEED).components


def _tried(X: Array, middle: float, d: int) -> Iterator[tuple[float, float, float]]:
    """Gamma, error and its standard error; no gamma with which a fold has fewer components."""
    for gamma in middle * np.array(FACTORS) if d else []:
        try:
            found = hidden_errors([RBF(float(gamma))], X, [d], seed=SEED)
        except RankError:
            continue
        yield float(gamma), float(found.mean[0, 0]), float(found.standard_error[0, 0])


def choose_components(
    kernel: Kernel, X: Array, K: Array, error: float
) -> tuple[int, ComponentsCurve | None, str]:
    """The number of components by parallel analysis, the curve, and a note.

    ``K`` (n, n) is the Gram matrix of the points X (n, q), whose entries are known up to ``error``.
    If the number cuts a group of equal eigenvalues, the group is left out; the first group is
    taken as a whole. Raises ``InputError`` if no eigenvalue is above those of permuted columns,
    and for a single column.
    """
    if not np.isfinite(K).all():
        # The validation names the sample whose kernel values these are.
        return 1, None, ""
    part = _part(X, MOST)
    try:
        found = parallel_analysis(kernel, part, seed=SEED)
    except ValueError as fault:
        raise InputError(f"components: 'auto': {fault}; or a number of components") from fault
    if found.components == 0:
        raise InputError(
            "components: 'auto': no eigenvalue is above those of permuted columns (the first is "
            f"{found.eigenvalues[0]:.4g}, permuted {found.threshold[0]:.4g}); allowed here: a "
            "number of components, or another gamma"
        )
    chosen, why = _without_a_cut(K, found.components, error)
    note = (
        f"components = {chosen}, by auto: in parallel analysis {found.components} leading "
        f"eigenvalue{'s are' if found.components > 1 else ' is'} above the 95 % quantile of "
        f"{PERMUTATIONS} permutations of each column"
        f"{_of(part, X)}{why}"
    )
    return chosen, ComponentsCurve(found.eigenvalues, found.threshold, chosen), note


def _without_a_cut(K: Array, components: int, error: float) -> tuple[int, str]:
    """The nearest number of components that rounding allows, and why it is another one."""
    try:
        solution = dual.fit(K, components, error)
    except RankError as fault:
        return max(fault.rank, 1), f"; {fault.rank} of all eigenvalues are above rounding"
    if solution.split_group is None:
        return components, ""
    first, last = solution.split_group
    chosen = first - 1 if first > 1 else last
    return chosen, f"; the eigenvalues {first} to {last} are equal up to rounding"


def _part(X: Array, most: int) -> Array:
    """A random part of the points, in their order; always the same for one number of points."""
    if len(X) <= most:
        return X
    return X[np.sort(np.random.default_rng(SEED).permutation(len(X))[:most])]


def _of(part: Array, X: Array) -> str:
    return f", on {len(part)} of {len(X)} samples" if len(part) < len(X) else ""
