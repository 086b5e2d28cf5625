"""What a solver measured, as a result dataset, and back; and in words."""

from pathlib import Path

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.results import files, registry
from kpca.results.solutions import solution_of
from kpca.solvers.certificate import Certificate
from kpca.solvers.completeness import Bound
from kpca.solvers.partial import Solved
from kpca.studies.study import Study

NODE = "solver"
"""The name of the node in the file of a study and in that of its eigen-solve."""


def to_dataset(study: Study, solved: Solved, new_means: Array | None = None) -> xr.Dataset:
    """What it took to solve a study, its certificate if there is one, and the means of its rows.

    ``new_means`` (m,) are those of the kernel values of the new samples, if they have been placed.
    """
    found, values = solved.certificate, {}
    if found is not None:
        values = {
            "subspace_residual": found.residual,
            "ritz_coupling": found.coupling,
            "orthogonality": found.orthogonality,
            "matrix_error": found.rounding,
            "next_eigenvalue": found.bound.after,
            "lowest_eigenvalue": found.bound.lowest,
            "not_certified": list(found.reasons),
        }
    if new_means is not None:
        values |= {"new_sample": study.new_names, "new_row_mean": new_means}
    node = registry.dataset(
        study.unit,
        sample=study.names,
        row_mean=solved.means,
        passes=solved.passes,
        evaluations=solved.evaluations,
        **values,
    )
    node.attrs["solver"] = solved.solver
    if found is not None:
        node.attrs["next_eigenvalue_source"] = found.bound.source
    return node


def from_tree(tree: xr.DataTree) -> Solved | None:
    """What a solver measured, from the tree of a study or of its eigen-solve; None without it."""
    if NODE not in tree.children:
        return None
    node, solution, found = tree[NODE], solution_of(tree), None
    means = node["row_mean"].values
    if "subspace_residual" in node.variables:
        names = ("subspace_residual", "ritz_coupling", "orthogonality", "matrix_error")
        source = node.attrs["next_eigenvalue_source"]
        found = Certificate(
            solution.mu,
            solution.residuals,
            *(float(node[name]) for name in names),
            Bound(float(node["next_eigenvalue"]), float(node["lowest_eigenvalue"]), source),
            solution.trace,
            solution.trace_error,
            solution.frobenius,
            means,
            tuple(str(reason) for reason in node["not_certified"].values),
        )
    counts = (int(node[name]) for name in ("passes", "evaluations"))
    return Solved(solution, found, means, str(node.attrs["solver"]), *counts)


def prepared(path: str | Path | None) -> Solved | None:
    """What a solver measured, from the file of a study; None without a file and without it."""
    return from_tree(files.read(path)) if path else None


def sentences(solved: Solved) -> list[str]:
    """What was computed of all samples, and what is proved about it, for a notebook or a page."""
    solution, found = solved.solution, solved.certificate
    if found is None:
        return [f"All {solution.n} eigenvalues were computed by LAPACK from the whole matrix."]
    first = float(np.abs(found.theta).max())
    residual = f"{found.residual / first:.1e} of the first eigenvalue"
    of = f"the Gram matrix of all {solution.n} samples"
    spent = f"{solved.evaluations:.3g} kernel values computed"
    lines = [
        f"Solver: a factor of low rank of {of}; {spent}.",
        f"Bound on the residual |K̃V − VM|, from what the factor leaves of the trace: {residual}.",
    ]
    if solved.passes:
        lines = [
            f"Solver: {solved.solver}, {solved.passes} passes over the tiles of {of}; {spent}.",
            f"Measured again on all samples, with other tiles: residual |K̃V − VM| {residual}; the "
            f"vectors are orthonormal to {found.orthogonality:.1e}.",
        ]
    after = f"the next eigenvalue is at most {found.bound.after:.6g} ({found.bound.source})"
    if found.certified:
        lines.append(
            f"Certified: these are the {solution.components} largest eigenvalues, each to within "
            f"{found.errors.max():.1e}, and {after}. The sine of the angle between the computed "
            f"space and the exact one is at most {found.angle:.1e}."
        )
    else:
        lines.append(f"NOT certified: {'; '.join(found.reasons)}. What is known: {after}.")
    return lines
