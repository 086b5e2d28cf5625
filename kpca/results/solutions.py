"""A solution as two result datasets, and back."""

import numpy as np
import xarray as xr

from kpca.arrays import Array
from kpca.results import codec
from kpca.solvers.groups import NOTHING
from kpca.solvers.solution import Solution
from kpca.studies.study import Study

_SPECTRUM = {
    "eigenvalue": "spectrum",
    "eigenvalue_error": "errors",
    "matrix_error": "matrix_error",
    "trace": "trace",
    "trace_error": "trace_error",
    "frobenius_norm": "frobenius",
}
_OF_WHOLE = {"rank": "rank", "negative_mass": "negative_mass"}
_OF_PART = {"next_eigenvalue": "after"}
_COMPONENTS = {
    "variance": "variance",
    "explained": "explained",
    "explained_error": "explained_errors",
    "residual": "residuals",
    "eigenvector": "V",
    "alpha": "alpha",
    "score": "scores",
}
WEIGHTS = {"sample_weight": "weights"}


def to_datasets(
    study: Study, solution: Solution, new_scores: Array | None = None
) -> dict[str, xr.Dataset]:
    """Two datasets, ``spectrum`` and ``components``, of one formulation's solution.

    ``new_scores`` (m, d) are the coordinates of the new samples, if they have been placed.

    A complete solution is stored with its rank and negative mass, a partial one with the bound on
    its next eigenvalue.
    """
    spectrum = {
        "index": np.arange(1, len(solution.spectrum) + 1),
        **codec.values(solution, _SPECTRUM | (_OF_WHOLE if solution.complete else _OF_PART)),
    }
    components = {
        "component": np.arange(1, solution.components + 1),
        "sample": study.names,
        **codec.values(solution, _COMPONENTS),
    }
    if new_scores is not None:
        components |= {"new_sample": study.new_names, "new_score": new_scores}
    components |= codec.without_defaults(solution, WEIGHTS)
    nodes = {"spectrum": spectrum, "components": components}
    return {name: codec.dataset(study.unit, values) for name, values in nodes.items()}


def from_tree(tree: xr.DataTree) -> tuple[Solution, Array]:
    """The solution in a formulation's tree, and the coordinates (m, d) of its new samples."""
    return solution_of(tree), tree["components"]["new_score"].values


def solution_of(tree: xr.DataTree) -> Solution:
    """The solution in a tree, of a formulation or of a prepared study."""
    of_spectrum = codec.fields_of(Solution, tree["spectrum"], _SPECTRUM | _OF_PART)
    of_components = codec.fields_of(Solution, tree["components"], _COMPONENTS | WEIGHTS)
    return Solution(**{"after": NOTHING, **of_spectrum, **of_components})
