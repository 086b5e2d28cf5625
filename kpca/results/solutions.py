"""A solution as two result datasets, and back."""

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.formulations.solution import Solution
from kpca.results import registry
from kpca.studies.study import Study


def to_datasets(study: Study, solution: Solution, new_scores: Array) -> dict[str, xr.Dataset]:
    """Two datasets, ``spectrum`` and ``components``, of one formulation's solution."""
    spectrum = registry.dataset(
        study.unit,
        index=np.arange(1, solution.n + 1),
        eigenvalue=solution.spectrum,
        rank=solution.rank,
        cutoff=solution.bound,
        residual=solution.residual,
        negative_mass=solution.negative_mass,
    )
    components = registry.dataset(
        study.unit,
        component=np.arange(1, solution.components + 1),
        sample=study.names,
        new_sample=study.new_names,
        variance=solution.variance,
        explained=solution.explained,
        eigenvector=solution.V,
        alpha=solution.alpha,
        score=solution.scores,
        new_score=new_scores,
    )
    return {"spectrum": spectrum, "components": components}


def from_tree(tree: xr.DataTree) -> tuple[Solution, Array]:
    """The solution in a formulation's tree, and the coordinates (m, d) of its new samples."""
    spectrum, components = tree["spectrum"], tree["components"]
    solution = Solution(
        spectrum["eigenvalue"].values,
        components["eigenvector"].values,
        float(spectrum["residual"]),
        float(spectrum["cutoff"]),
    )
    return solution, components["new_score"].values
