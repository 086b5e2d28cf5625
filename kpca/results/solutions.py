"""A solution as two result datasets, and back."""

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.results import registry
from kpca.solvers.groups import NOTHING
from kpca.solvers.solution import Solution
from kpca.studies.study import Study


def to_datasets(
    study: Study, solution: Solution, new_scores: Array | None = None
) -> dict[str, xr.Dataset]:
    """Two datasets, ``spectrum`` and ``components``, of one formulation's solution.

    ``new_scores`` (m, d) are the coordinates of the new samples, if they have been placed.

    A complete solution is stored with its rank and negative mass, a partial one with the bound on
    its next eigenvalue.
    """
    by_completeness = {"next_eigenvalue": solution.after}
    if solution.complete:
        by_completeness = {"rank": solution.rank, "negative_mass": solution.negative_mass}
    spectrum = registry.dataset(
        study.unit,
        index=np.arange(1, len(solution.spectrum) + 1),
        eigenvalue=solution.spectrum,
        eigenvalue_error=solution.errors,
        matrix_error=solution.matrix_error,
        trace=solution.trace,
        trace_error=solution.trace_error,
        frobenius_norm=solution.frobenius,
        **by_completeness,
    )
    placed = {}
    if new_scores is not None:
        placed = {"new_sample": study.new_names, "new_score": new_scores}
    if solution.weights is not None:
        placed["sample_weight"] = solution.weights
    components = registry.dataset(
        study.unit,
        component=np.arange(1, solution.components + 1),
        sample=study.names,
        variance=solution.variance,
        explained=solution.explained,
        explained_error=solution.explained_errors,
        residual=solution.residuals,
        eigenvector=solution.V,
        alpha=solution.alpha,
        score=solution.scores,
        **placed,
    )
    return {"spectrum": spectrum, "components": components}


def from_tree(tree: xr.DataTree) -> tuple[Solution, Array]:
    """The solution in a formulation's tree, and the coordinates (m, d) of its new samples."""
    return solution_of(tree), tree["components"]["new_score"].values


def solution_of(tree: xr.DataTree) -> Solution:
    """The solution in a tree, of a formulation or of a prepared study."""
    spectrum, components = tree["spectrum"], tree["components"]
    partial = "next_eigenvalue" in spectrum.variables
    return Solution(
        spectrum["eigenvalue"].values,
        components["eigenvector"].values,
        components["residual"].values,
        matrix_error=float(spectrum["matrix_error"]),
        errors=spectrum["eigenvalue_error"].values,
        after=float(spectrum["next_eigenvalue"]) if partial else NOTHING,
        trace=float(spectrum["trace"]),
        frobenius=float(spectrum["frobenius_norm"]),
        trace_error=float(spectrum["trace_error"]),
        weights=weights_of(components),
    )


def weights_of(node: xr.DataTree) -> Array | None:
    """The weights (n,) of the samples at a node; None if each counts once."""
    return node["sample_weight"].values if "sample_weight" in node.variables else None
