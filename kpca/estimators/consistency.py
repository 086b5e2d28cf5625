"""Whether the numbers of a stored model belong together, as far as that shows without a fit.

A file may be damaged where no checksum notices it, or edited. Everything that follows from other
numbers of the file is computed again, in O(n d^2 + n q) operations: shapes, order, the attributes,
the shares, and how orthonormal the vectors are. The kernel values of a few samples with all others
then have to give the scores of these samples, which joins points, kernel, row means, eigenvalues
and vectors. What only a fit can show is believed: the Frobenius norm of a part of the spectrum,
bounds that are larger than they need be, and the reasons of a certificate that refuses.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import numpy as np
from scipy.sparse import issparse

from kpca import tolerances
from kpca.arithmetic import lengths
from kpca.arrays import Array
from kpca.centering import row_means, total
from kpca.estimators import solving
from kpca.solvers import placing
from kpca.solvers.certificate import Certificate
from kpca.solvers.completeness import Bound
from kpca.solvers.elements import Elements, FunctionElements
from kpca.solvers.partial import BY_LAPACK, Solved
from kpca.solvers.solution import Solution
from kpca.solvers.vectors import fix_signs

ROWS = 8
"""Samples whose kernel values with all samples are computed again."""

MAY_BE_INFINITE = {"Solution.after", "Bound.after", "Bound.lowest"}
"""Bounds that are minus infinity where there is no other eigenvalue, or none is known."""


def require_model(state: Mapping[str, Any]) -> None:
    """Raise ``ValueError`` for a contradiction among the numbers of a fitted ``KernelPCA``.

    Its parameters are not looked at: some of them may have been set after the fit.
    """
    _require_shapes(state)
    _require_finite(state)
    _require_components(state)
    _require_solution(state["solved_"])
    _require_certificate(state["solution_"], state["certificate_"], state["solved_"].solver)
    _require_attributes(state)


def _require(is_right: Any, what: str) -> None:
    if not np.all(is_right):
        raise ValueError(what)


def _require_shapes(state: Mapping[str, Any]) -> None:
    solution, certificate, X = state["solution_"], state["certificate_"], state["X_fit_"]
    d, p, given = state["n_components_"], len(certificate.theta), state["_dtype"]
    (n, kept), known = solution.V.shape, len(solution.spectrum)
    double = np.dtype(float)
    of_arrays = {
        "X_fit_": (X, (n, state["n_features_in_"]), X.dtype),
        "eigenvalues_": (state["eigenvalues_"], (d,), given),
        "eigenvectors_": (state["eigenvectors_"], (n, d), given),
        "explained_variance_ratio_": (state["explained_variance_ratio_"], (d,), given),
        "explained_variance_error_": (state["explained_variance_error_"], (d,), given),
        "Solution.V": (solution.V, (n, kept), double),
        "Solution.spectrum": (solution.spectrum, (known,), double),
        "Solution.errors": (solution.errors, (known,), double),
        "Solution.residuals": (solution.residuals, (kept,), double),
        "Certificate.theta": (certificate.theta, (p,), double),
        "Certificate.residuals": (certificate.residuals, (p,), double),
        "Certificate.means": (certificate.means, (n,), double),
    }
    if solution.weights is not None:
        of_arrays["Solution.weights"] = (solution.weights, (n,), double)
    for name, (array, shape, dtype) in of_arrays.items():
        _require(
            array.shape == shape and array.dtype == dtype,
            f"{name} has the shape {array.shape} and the type {array.dtype}, and the other numbers "
            f"of the file belong to {shape} and {dtype}",
        )
    _require(X.dtype.kind == "f", f"X_fit_ has the type {X.dtype}; allowed: numbers")
    names = state.get("feature_names_in_", ())
    _require(len(names) in (0, X.shape[1]), f"there are {len(names)} names of {X.shape[1]} columns")


def _numbers(part: Solution | Certificate | Bound) -> Iterator[tuple[str, Any]]:
    kind = type(part).__name__
    for each in fields(part):
        value = getattr(part, each.name)
        if not isinstance(value, Bound | str | tuple | None):
            yield f"{kind}.{each.name}", value


def _require_finite(state: Mapping[str, Any]) -> None:
    X, certificate = state["X_fit_"], state["certificate_"]
    every = [("X_fit_", X.data if issparse(X) else X), ("gamma_", state["gamma_"])]
    for part in (state["solution_"], certificate, certificate.bound):
        every += _numbers(part)
    for name, value in every:
        finite = np.isfinite(value) | (name in MAY_BE_INFINITE and np.equal(value, -np.inf))
        _require(finite, f"{name} has numbers that are NaN or infinite; allowed: finite numbers")


def _require_components(state: Mapping[str, Any]) -> None:
    solution, d = state["solution_"], state["n_components_"]
    n, kept, known = solution.n, solution.components, len(solution.spectrum)
    _require(
        kept <= d <= n and kept <= known,
        f"there are {kept} components with a positive eigenvalue among {d} components and {known} "
        f"known eigenvalues of {n} samples",
    )


def _require_solution(solved: Solved) -> None:
    """The spectrum against itself: order, signs, and of a complete one its sums."""
    solution = solved.solution
    spectrum, cutoff = solution.spectrum, solution.matrix_error
    _require(np.diff(spectrum) <= 0.0, "the eigenvalues do not descend")
    _require(solution.mu > cutoff, f"an eigenvalue is not above the cut-off {cutoff:.3g}")
    sizes = [cutoff, solution.trace_error, solution.frobenius, *solution.errors]
    sizes += [*solution.residuals]
    _require(np.array(sizes) >= 0.0, "a bound on an error is negative")
    weights = solution.weights
    _require(weights is None or (weights > 0.0).all(), "the weight of a sample is not above 0")
    _require(solution.errors <= cutoff, f"an error is larger than the bound {cutoff:.3g} on all")
    if not solution.complete:
        _require(np.isfinite(solution.after), "the bound on the next eigenvalue is not finite")
        return
    total, slack = float(spectrum.sum()), solution.trace_error + float(solution.errors.sum())
    _require(
        abs(total - solution.trace) <= slack,
        f"all eigenvalues add up to {total:.17g}, and the trace is {solution.trace:.17g}",
    )
    if solved.solver == BY_LAPACK:
        size = float(lengths(spectrum, None))
        _require(
            abs(size - solution.frobenius) <= np.sqrt(solution.n) * cutoff,
            f"the root of the sum of squared eigenvalues is {size:.17g}, and the Frobenius norm "
            f"{solution.frobenius:.17g}",
        )
        _require(solution.errors == cutoff, f"an error differs from its a priori bound {cutoff}")


def _require_certificate(solution: Solution, certificate: Certificate, solver: str) -> None:
    """The certificate against the solution, and against its own verdict."""
    order = np.argsort(-certificate.theta, kind="stable")[: solution.components]
    for name, ours, its in (
        ("eigenvalues", solution.mu, certificate.theta[order]),
        ("residuals", solution.residuals, certificate.residuals[order]),
        ("trace", solution.trace, certificate.trace),
        ("error of the trace", solution.trace_error, certificate.trace_error),
        ("Frobenius norm", solution.frobenius, certificate.frobenius),
    ):
        _require(np.array_equal(ours, its), f"the certificate has another {name}")
    bounds = {
        "product_error": (certificate.product_error, 0.0, solution.matrix_error),
        "residual": (certificate.residual, _least_norm(certificate, solution.n), np.inf),
        "coupling": (certificate.coupling, 0.0, np.inf),
        "orthogonality": (certificate.orthogonality, _least_skew(solution.V), np.inf),
    }
    for name, (value, least, most) in bounds.items():
        _require(
            least <= value <= most,
            f"the certificate says that {name} is {value:.3g}, and the numbers of the file allow "
            f"{least:.3g} to {most:.3g}",
        )
    if certificate.certified:
        _require(
            certificate.accurate and (solver == BY_LAPACK or certificate.proved),
            "the certificate gives no reason against the components, and its numbers do",
        )


def _least_norm(certificate: Certificate, n: int) -> float:
    """The least that |R|_2 (n, d) may be as computed: the longest residual, less the rounding."""
    longest = float(certificate.residuals.max(initial=0.0))
    size = longest * float(np.sqrt(len(certificate.residuals)))
    rounding = certificate.product_error + tolerances.eigenvalue(n, size)
    return max(0.0, longest * (1.0 - tolerances.dot(n + 2)) - rounding)


def _least_skew(V: Array) -> float:
    """The least that |V'V - 1|_2 may be as computed, where it is computed here another time."""
    n, d = V.shape
    skew = float(np.linalg.norm(V.T @ V - np.eye(d), 2)) if d else 0.0
    # Elements of V'V are off by dot(n) twice, and the norm by that of the solver of its squares.
    return max(0.0, skew - d * 2.0 * tolerances.dot(n) - tolerances.eigenvalue(d, skew * d))


def _require_attributes(state: Mapping[str, Any]) -> None:
    """The attributes of the model against the solution that they are made of."""
    solution, dtype, d = state["solution_"], state["_dtype"], state["n_components_"]
    signed = fix_signs(solution.V, solution.weights)
    _require((signed == solution.V).all(), "the sign of a vector breaks the rule")
    # Sums of the spectrum may be rounded otherwise on the machine that has written the file.
    rounding = tolerances.dot(2 * len(solution.spectrum) + 8) + float(np.finfo(dtype).eps)
    expected = solving.attributes(solution, d, dtype)
    for name, again in expected.items():
        allowed = rounding * again if name.startswith("explained") else 0.0
        difference = np.abs(state[name].astype(float) - again)
        _require(difference <= allowed, f"{name} does not follow from the solution")


def require_own_scores(elements: Elements, solution: Solution, means: Array) -> None:
    """Raise ``ValueError`` unless a few samples, placed again, have their own scores.

    Tolerance: ``tolerances.placed_again``. The residual, and three times the error of the matrix:
    for K~ itself, for the row of the sample and for the means of the rows. Twice the products: with
    the row, with the means, and with what is left of the mean of a vector. The means of these rows,
    and the sum of all means, have to be those of the file, too. With weights r a score has the
    error of its row of the matrix over r^(1/2), and |alpha|_1 <= (N/mu)^(1/2) for (n/mu)^(1/2).
    """
    n, weights = solution.n, solution.weights
    chosen = np.unique(np.linspace(0, n - 1, min(n, ROWS)).astype(int))
    K = np.empty((len(chosen), n))
    for row, i in zip(K, chosen, strict=True):
        elements.block(slice(int(i), int(i) + 1), slice(0, n), row[None])
    largest = max(float(np.abs(A).max(initial=0.0)) for A in (K, means))
    of_means = elements.error + 2.0 * tolerances.dot(n) * largest
    apart = np.abs(row_means(K, weights) - means[chosen])
    _require(
        apart <= solution.matrix_error + of_means,
        "the kernel values of the samples do not have the means of the file; the samples, the "
        "kernel or the means are others",
    )
    # A function is called for each sample alone, which takes long.
    if not isinstance(elements, FunctionElements):
        _require_trace(elements.diagonal(), means, solution, elements.error)
    apart = np.abs(placing.place(solution, means, K) - solution.scores[chosen])
    error: Any = solution.residual + 3.0 * solution.matrix_error
    if weights is not None:
        error = error / np.sqrt(weights[chosen])[:, None]
        largest *= float(np.sqrt(weights.mean()))
    _require(
        apart <= tolerances.placed_again(n, solution.mu, 2.0 * largest, error),
        "samples that are placed again do not have their own scores; the samples, the kernel, or "
        "the components are others",
    )


def _require_trace(diagonal: Array, means: Array, solution: Solution, error: float) -> None:
    """Raise ``ValueError`` unless the diagonal less the means adds up to tr(K~)."""
    n, weights = len(means), solution.weights
    trace = float(total(diagonal, weights) - total(means, weights))
    largest = max(float(np.abs(A).max()) for A in (diagonal, means))
    rounding = 2.0 * solution.total_weight * (error + 2.0 * tolerances.dot(n) * largest)
    _require(
        abs(trace - solution.trace) <= solution.trace_error + solution.matrix_error + rounding,
        f"the kernel values have the trace {trace:.17g}, and the file {solution.trace:.17g}",
    )
