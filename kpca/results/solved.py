"""What a solver measured, as a result dataset, and back; and in words."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.results import codec, files
from kpca.results.solutions import solution_of, to_datasets
from kpca.solvers.certificate import Certificate
from kpca.solvers.completeness import Bound
from kpca.solvers.partial import Solved
from kpca.solvers.solution import Solution
from kpca.studies.study import Study
from kpca.tables.wording import counted

NODE = "solver"
"""The name of the node in the file of a study and in that of its eigen-solve."""

_SOLVED = {
    "row_mean": "means",
    "passes": "passes",
    "evaluations": "evaluations",
    "@solver": "solver",
}
_CERTIFICATE = {
    "row_mean": "means",
    "subspace_residual": "residual",
    "ritz_coupling": "coupling",
    "orthogonality": "orthogonality",
    "product_error": "product_error",
    "not_certified": "reasons",
}
_BOUND = {
    "next_eigenvalue": "after",
    "lowest_eigenvalue": "lowest",
    "@next_eigenvalue_source": "source",
}


def to_dataset(study: Study, new_means: Array | None = None) -> xr.Dataset:
    """What it took to solve a study, its certificate, means of its rows, and sampling errors.

    ``new_means`` (m,) are those of the kernel values of the new samples, if they have been placed.
    """
    of_eigenvalues, of_shares = study.standard_errors
    solved = study.solved
    values = {
        "sample": study.names,
        "component": np.arange(1, len(of_shares) + 1),
        "eigenvalue_standard_error": of_eigenvalues,
        "explained_standard_error": of_shares,
        **codec.values(solved, _SOLVED),
        **codec.values(solved.certificate, _CERTIFICATE),
        **codec.values(solved.certificate.bound, _BOUND),
    }
    if new_means is not None:
        values |= {"new_sample": study.new_names, "new_row_mean": new_means}
    return codec.dataset(study.unit, values)


def nodes(study: Study, new_scores: Array | None = None) -> dict[str, xr.Dataset]:
    """The datasets of a study that is solved: its solution, and what it took."""
    return to_datasets(study, study.solution, new_scores) | {NODE: to_dataset(study)}


def from_tree(tree: xr.DataTree) -> Solved:
    """What a solver measured, from the tree of a study or of its eigen-solve."""
    node, solution = tree[NODE], solution_of(tree)
    certificate = Certificate(
        theta=solution.mu,
        residuals=solution.residuals,
        bound=Bound(**codec.fields_of(Bound, node, _BOUND)),
        trace=solution.trace,
        trace_error=solution.trace_error,
        frobenius=solution.frobenius,
        **codec.fields_of(Certificate, node, _CERTIFICATE),
    )
    return Solved(solution, certificate, **codec.fields_of(Solved, node, _SOLVED))


def load(study: Study, path: str | Path | None) -> Study:
    """The study with its solution, from the file of the study or of its eigen-solve.

    Where the file has them, the new samples are placed. A random subset of a study has no file, nor
    has a study made on the spot: these are solved here.
    """
    if not path or study.subset_of:
        return study.solve()
    tree = files.read(path)
    stored = (tree["components"].get("new_score"), tree[NODE].get("new_row_mean"))
    placed = None if stored[1] is None else tuple(array.values for array in stored)
    return replace(study, solved=from_tree(tree), stored=placed)


def sentences(solved: Solved) -> list[str]:
    """What was computed of all samples, and what is proved about it, for a notebook or a page."""
    solution, certificate = solved.solution, solved.certificate
    first = float(np.abs(certificate.theta).max())
    residual = f"residual |K̃V − VM| {certificate.residual / first:.1e} of the first eigenvalue"
    matrix = f"the Gram matrix of all {solution.n} samples"
    spent = f"{solved.evaluations:.3g} kernel values computed"
    orthonormal = f"the vectors are orthonormal to {certificate.orthogonality:.1e}"
    again = f"Measured again on all samples, in other blocks: {residual}; {orthonormal}."
    lines = {
        "LAPACK": [
            f"Solver: LAPACK, all eigenvalues of {matrix}; {spent}.",
            f"Measured with this matrix: {residual}; {orthonormal}.",
        ],
        "ARPACK": [
            f"Solver: ARPACK, {solved.passes} products with {matrix}; {spent}.",
            again,
        ],
        "covariance": [
            f"Solver: LAPACK, all {len(solution.spectrum)} eigenvalues of the covariance of the "
            f"features of all {solution.n} samples; {solved.evaluations:.3g} features computed.",
            again,
        ],
        "low rank": [
            f"Solver: a factor of low rank of {matrix}; {spent}.",
            f"From what the factor leaves of the trace, at most: {residual}.",
        ],
        "block Krylov": [
            f"Solver: block Krylov, {solved.passes} passes over the tiles of {matrix}; {spent}.",
            again,
        ],
        "block Krylov of features": [
            f"Solver: block Krylov, {solved.passes} passes over the features of all {solution.n} "
            f"samples; {solved.evaluations:.3g} features computed.",
            again,
        ],
    }[solved.solver]
    after = (
        f"the next eigenvalue is at most {certificate.bound.after:.6g} ({certificate.bound.source})"
    )
    if certificate.certified:
        lines.append(
            f"Certified: these are the {solution.components} largest eigenvalues, each to within "
            f"{certificate.errors.max() / first:.1e} of the first, and {after}. The sine of the "
            "angle between the computed space and that of these eigenvalues is at most "
            f"{certificate.angle:.1e}."
        )
    else:
        lines.append(f"NOT certified: {'; '.join(certificate.reasons)}. What is known: {after}.")
    return lines


def rank_in_words(solution: Solution) -> str:
    """Two or three facts: rank, accuracy, negative eigenvalues, as far as they are known."""
    largest = float(np.abs(solution.spectrum).max())
    within = f"eigenvalue is known to within {solution.matrix_error / largest:.1e} of the largest"
    if solution.complete:
        negative = len(solution.negative)
        if not negative:
            # Centering leaves one eigenvalue of 0, so that nothing is hidden beside n - 1 others.
            hides = ", which may hide smaller ones" if solution.rank < solution.n - 1 else ""
            return (
                f"Rank {solution.rank}: as many eigenvalues lie above the rounding of the Gram "
                f"matrix{hides}. Every {within}; none is negative beyond rounding."
            )
        return (
            f"Beyond rounding {counted(solution.rank, 'eigenvalue')} "
            f"{'is' if solution.rank == 1 else 'are'} positive and {negative} "
            f"{'is' if negative == 1 else 'are'} negative; every {within}."
        )
    return (
        f"Of {solution.n} eigenvalues the largest {len(solution.spectrum)} are computed; each "
        f"{within}. None is negative, as the kernel is positive semi-definite. The rank is at "
        f"least {known_rank(solution)}."
    )


def known_rank(solution: Solution) -> int:
    """Number of eigenvalues that are known and above the cut-off; the rank of a complete one."""
    return int(np.sum(solution.spectrum > solution.matrix_error))
