"""The road from elements to a solution, of estimators and of studies; warnings and refusals."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from numbers import Integral
from typing import Any

import numpy as np

from kpca.arrays import Array
from kpca.estimators import choices
from kpca.solvers import certificate, partial, placing
from kpca.solvers.budget import in_bytes
from kpca.solvers.dense import Pairs
from kpca.solvers.elements import Elements
from kpca.solvers.file_points import FilePoints
from kpca.solvers.partial import Solved
from kpca.solvers.placing import Placed, Rule
from kpca.solvers.solution import PartialError, Solution

INDEFINITE = 2000
"""Up to that many samples LAPACK solves a problem that may have negative eigenvalues, because their
share is then known."""

FROM_TRANSFORM = 4
"""Calls between a warning and the caller of ``transform``, which scikit-learn wraps."""

CERTIFY = {"complete": certificate.PASSES, "residuals": 0}
"""The passes of the certificate from a random start, by the parameter ``certify``."""


class NegativeEigenvalueWarning(UserWarning):
    """The centered matrix is not positive semi-definite."""


class IndefiniteError(ValueError):
    """An eigenvalue that was asked for is negative."""


class PlacingWarning(UserWarning):
    """New samples are placed less accurately than the samples of the fit."""


class RankWarning(UserWarning):
    """Fewer components than asked for are above rounding."""


class SplitGroupWarning(UserWarning):
    """The last component cuts a group of eigenvalues that rounding does not separate."""


@contextmanager
def all_or_nothing(estimator: object) -> Iterator[None]:
    """The earlier attributes of an estimator again, if the fit inside fails or is interrupted."""
    before = dict(vars(estimator))
    try:
        yield
    except BaseException:
        vars(estimator).clear()
        vars(estimator).update(before)
        raise


def require_no_new(new: Any) -> None:
    """Raises ``ValueError`` for new samples of a model that has no points with a kernel."""
    if new is not None:
        raise ValueError(
            "new samples are given for a model without points that a kernel of this library "
            "compares; allowed: new=None, or model.transform(new) for their scores"
        )


def memory(max_memory: float | str | None) -> float:
    """The bytes that a fit may use, from the parameter of an estimator."""
    try:
        return partial.MEMORY if max_memory is None else in_bytes(max_memory)
    except ValueError as error:
        raise ValueError(f"max_memory is {max_memory!r}; {error}") from error


def fit(
    elements: Elements,
    asked: Any,
    max_memory: float,
    certify: str = "complete",
    whole: bool = False,
    at_once: int | None = None,
    pairs: Pairs | None = None,
    **more: Any,
) -> tuple[Solved, int | None]:
    """The components that are asked for, by a number or a share, and their number; None: all.

    Every eigenvalue is known if ``whole``, or if some may be negative. ``at_once`` is that of
    ``choices.reaching``, by default ``INDEFINITE``; ``more`` are parameters of
    ``kpca.solvers.partial.solve``.
    """
    n = elements.n
    may_be_negative = not elements.positive and n <= INDEFINITE and 32 * n**2 <= max_memory
    more |= {"certify_passes": CERTIFY[certify], "pairs": pairs}

    def leading(d: int, whole: bool) -> Solved:
        if whole or may_be_negative:
            return partial.by_lapack(elements, d, max_memory, pairs)
        return partial.solve(elements, d, max_memory, **more)

    if asked is None:
        return leading(n, True), None
    if isinstance(asked, Integral):
        return leading(min(n, int(asked)), whole), int(asked)
    most = INDEFINITE if at_once is None else at_once
    return choices.reaching(float(asked), n, lambda d: leading(d, whole or d == n), most)


def placed(rule: Rule, X: Any, stacklevel: int = 3) -> Placed:
    """New samples X (m, q) in their places.

    It warns if rounding changes a score more than those of the fit (``kpca.solvers.placing``), at
    the line that ``stacklevel`` calls above this one.
    """
    found = placing.in_tiles(rule, X)
    doubt = placing.doubt(rule.solution, rule.errors(X), lambda: found.scores)
    if doubt is not None:
        warnings.warn(doubt.in_words(f"new sample {doubt.sample + 1}"), PlacingWarning, stacklevel)
    return found


def warn_of_preimages(solution: Solution, rounding: Array) -> None:
    """Warn if ``rounding`` (m,) hides how near the features of pre-images are to what they reach.

    It counts relative to the mean squared length of the features of the fit.
    """
    relative = rounding * solution.total_weight / solution.trace
    if relative.max(initial=0.0) > placing.VISIBLE:
        i = int(relative.argmax())
        warnings.warn(
            f"the squared distance of the feature of pre-image {i + 1} is known up to "
            f"{relative[i]:.2g} of the mean squared length of the samples' features, by rounding; "
            f"{placing.REMEDY}",
            PlacingWarning,
            3,
        )


def require_positive(solution: Solution, asked: int, by_size: bool = False) -> None:
    """Raises ``IndefiniteError`` if an eigenvalue asked for is negative beyond rounding.

    Those are the ``asked`` largest ones; with ``by_size`` the largest ones in size, which
    scikit-learn's randomized solver computes. Nothing is raised for a partial solution, of which
    the negative eigenvalues are not known.
    """
    if not solution.complete:
        return
    spectrum = solution.spectrum
    order = np.argsort(-np.abs(spectrum) if by_size else -spectrum, kind="stable")[:asked]
    negative = spectrum[order] < -solution.matrix_error
    if not negative.any():
        return
    most = int(negative.argmax())
    fewer = f", or at most {most} component{'s' if most > 1 else ''}" if most else ""
    raise IndefiniteError(
        f"the kernel is not positive semi-definite: of the {len(order)} eigenvalues "
        f"{'largest in size' if by_size else 'asked for'}, {int(negative.sum())} lie below "
        f"{-solution.matrix_error:.3g}, the cut-off of rounding, and the least is "
        f"{spectrum[order].min():.6g}; allowed: indefinite='keep', which makes components of the "
        f"positive ones{fewer}. In scikit-learn's words: There are significant negative eigenvalues"
    )


def differ(X: Any) -> bool:
    """Whether two rows of X (n, q), which may be sparse or in a file, differ."""
    if isinstance(X, FilePoints):
        return any((block != X[:1]).any() for block in X.blocks())
    # Compared and not subtracted, because the difference of two large numbers overflows.
    return bool((X.max(axis=0) != X.min(axis=0)).sum() > 0)


def warn_of_rank(solution: Solution, asked: int | None, differ: bool) -> None:
    """Warn if fewer components than ``asked`` for have an eigenvalue above the cut-off.

    None stands for all components, or a share of them: it warns if there is none. If no samples
    ``differ``, there is no component, and that is no surprise.
    """
    if solution.components >= (1 if asked is None else asked) or not differ:
        return
    hidden = f"an eigenvalue above {solution.matrix_error:.3g}, below which rounding hides it"
    text = (
        f"{solution.components} of {asked} components have {hidden}; the others are 0; ask for "
        "fewer components, or standardize columns of very different sizes"
    )
    if asked is None:
        text = (
            f"no component has {hidden}, so the model has none; subtract the mean of each column, "
            "or standardize the columns"
        )
    warnings.warn(text, RankWarning, stacklevel=4)


def warn_of_cut(solution: Solution, proved: bool, asked: int, certify: str) -> None:
    """Warn if the last of ``asked`` components cuts a group of equal eigenvalues, or may do so.

    It may where the group is not known to end, unless it is ``proved`` that every other eigenvalue
    is smaller. Without passes of the certificate that is never proved, and then a group shows only
    by the members that are known.
    """
    if solution.components < asked:
        return
    components = f"{asked} component{'s' if asked > 1 else ''}"
    try:
        if (split := solution.split_group) is None:
            return
        cut = (
            f"{components} cut{'s' if asked == 1 else ''} the eigenvalues {split[0]} to {split[1]}"
        )
    except PartialError:
        first = solution.groups[-1].stop + 1 if solution.groups else 1
        if proved or (first == asked and not CERTIFY[certify]):
            return
        cut = f"{components} may cut the eigenvalues from number {first} on"
    warnings.warn(
        f"{cut}, which rounding does not separate, as each is known to within "
        f"{solution.matrix_error:.3g}: their common space is determined, but not which of its axes "
        "are components, and another solver or machine finds others; numbers next to it that cut "
        f"nothing: {' and '.join(map(str, solution.uncut)) or 'none is known'}",
        SplitGroupWarning,
        stacklevel=5,
    )


def warn_of_negative(solution: Solution, meaning: str) -> None:
    """Warn if eigenvalues are negative beyond rounding.

    ``meaning`` says what that means, after the number and the share of these eigenvalues. Without
    all eigenvalues they are noticed only where the known ones add up to more than the trace.
    """
    if _exceeds_trace(solution):
        text = (
            f"the {solution.components} largest eigenvalues add up to more than the trace, "
            f"{solution.trace:.6g}, namely to {float(solution.spectrum.sum()):.6g}: others are "
            "negative; explained_variance_ratio_ has upper bounds, because the sum of the sizes of "
            f"all eigenvalues is not known; they are all computed for up to {INDEFINITE} samples"
        )
    elif solution.complete and solution.negative_mass > 0.0:
        text = (
            f"{len(solution.negative)} of {solution.n} eigenvalues are negative and hold "
            f"{solution.negative_mass:.2%} of the sum of all sizes: {meaning}"
        )
    else:
        return
    warnings.warn(text, NegativeEigenvalueWarning, stacklevel=5)


def _exceeds_trace(solution: Solution) -> bool:
    """Whether some eigenvalues of a partial solution add up to more than all of them."""
    try:
        _ = solution.explained
    except PartialError:
        return True
    return False


def shares(solution: Solution) -> Array:
    """The explained shares and a bound on their errors (2, d).

    Without all eigenvalues the denominator is the trace. If the known ones add up to more than it,
    negative ones are at least as large as the difference, and the shares are upper bounds.
    """
    if _exceeds_trace(solution):
        shares = solution.mu / (2.0 * float(solution.spectrum.sum()) - solution.trace)
        return np.array([shares, shares])
    return np.array([solution.explained, solution.explained_errors])


def padded(values: Array, d: int, others: float = 0.0) -> Array:
    """Values (..., p) of axes with a positive eigenvalue, and behind them ``others``: (..., d)."""
    rest = np.full((*values.shape[:-1], d - values.shape[-1]), others)
    return np.concatenate([values, rest], axis=-1)
