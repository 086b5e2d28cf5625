"""A solution as two result datasets, and back."""

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.results import registry
from kpca.solvers.groups import NOTHING
from kpca.solvers.solution import Solution
from kpca.studies.study import Study


def to_datasets(study: Study, solution: Solution, new_scores: Array) -> dict[str, xr.Dataset]:
    """Two datasets, ``spectrum`` and ``components``, of one formulation's solution.

    Rank and negative mass are stored of a complete solution, the bound on the next eigenvalue of a
    partial one.
    """
    known = {"next_eigenvalue": solution.after}
    if solution.complete:
        known = {"rank": solution.rank, "negative_mass": solution.negative_mass}
    spectrum = registry.dataset(
        study.unit,
        index=np.arange(1, len(solution.spectrum) + 1),
        eigenvalue=solution.spectrum,
        eigenvalue_error=solution.errors,
        cutoff=solution.bound,
        trace=solution.trace,
        frobenius_norm=solution.frobenius,
        **known,
    )
    components = registry.dataset(
        study.unit,
        component=np.arange(1, solution.components + 1),
        sample=study.names,
        new_sample=study.new_names,
        variance=solution.variance,
        explained=solution.explained,
        residual=solution.residuals,
        eigenvector=solution.V,
        alpha=solution.alpha,
        score=solution.scores,
        new_score=new_scores,
    )
    return {"spectrum": spectrum, "components": components}


def from_tree(tree: xr.DataTree) -> tuple[Solution, Array]:
    """The solution in a formulation's tree, and the coordinates (m, d) of its new samples."""
    spectrum, components = tree["spectrum"], tree["components"]
    partial = "next_eigenvalue" in spectrum.variables
    solution = Solution(
        spectrum["eigenvalue"].values,
        components["eigenvector"].values,
        components["residual"].values,
        bound=float(spectrum["cutoff"]),
        errors=spectrum["eigenvalue_error"].values,
        after=float(spectrum["next_eigenvalue"]) if partial else NOTHING,
        trace=float(spectrum["trace"]),
        frobenius=float(spectrum["frobenius_norm"]),
    )
    return solution, components["new_score"].values
