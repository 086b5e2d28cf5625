"""Whether two stored solutions of one study differ by rounding only: every variable is compared."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from kpca import tolerances
from kpca.centering import center_new
from kpca.formulations import agreement
from kpca.results import files, hashes, solutions, solved, studies
from kpca.solvers.solution import Solution
from kpca.statements.case import Case
from kpca.statements.formulations_agree import row_error
from kpca.studies.study import Study

STUDY = "study.nc"
NODES = ("spectrum", "components")
NEW = "new_score"

Shares = dict[str, float]
"""By name of a variable, the largest difference of its values, as a share of the tolerance."""


def between(first: Path, other: Path) -> str:
    """The difference between two files with a solution, in words.

    Both are compared with each other, and the variables of each that follow from its eigenvalues
    and eigenvectors are compared with these. The file of the study has to lie beside each of them.
    """
    try:
        trees = [files.read(path) for path in (first, other)]
        inputs = [files.read(path.with_name(STUDY)) for path in (first, other)]
        obstacle = _obstacle(trees, inputs)
        return obstacle or _verdict(studies.from_tree(inputs[0]), *trees)
    except (OSError, ValueError, KeyError) as error:
        return f"cannot be compared: {error}"


def _obstacle(trees: list[xr.DataTree], inputs: list[xr.DataTree]) -> str:
    """The reason why two trees cannot differ by rounding only, or cannot be compared."""
    a, b = (solutions.solution_of(tree) for tree in trees)
    if a.V.shape != b.V.shape:
        return "other samples or components"
    if hashes.of_tree(inputs[0]["data"]) != hashes.of_tree(inputs[1]["data"]):
        return f"cannot be compared: the data in both files {STUDY} differ"
    if not a.complete or not b.complete:
        return "cannot be compared: not all eigenvalues are known"
    first, other = (_described(tree) for tree in trees)
    different = sorted(key for key in {*first, *other} if first.get(key) != other.get(key))
    return f"not by rounding: {', '.join(different)} differ" if different else ""


def _described(tree: xr.DataTree) -> dict[str, object]:
    """All that is no number: attributes, names, dims, shapes, types, and the values of texts."""
    description: dict[str, object] = {}
    for node in tree.subtree:
        description |= {f"attribute {key}": str(node.attrs[key]) for key in node.attrs}
        for name, array in node.variables.items():
            text = array.dtype.kind in "UOT"
            kind = "text" if text else array.dtype.str
            values = [str(value) for value in array.values.ravel()] if text else []
            description[f"{node.name}/{name}"] = (
                array.dims,
                array.shape,
                kind,
                dict(array.attrs),
                values,
            )
    return description


def _verdict(study: Study, first: xr.DataTree, other: xr.DataTree) -> str:
    a, b = solutions.solution_of(first), solutions.solution_of(other)
    steps: list[Callable[[], Shares]] = [
        partial(_bounds, a, b),
        partial(_numbers, a, b),
        partial(_vectors, a, b),
        partial(_derived, study, first),
        partial(_derived, study, other),
        partial(_sampling, study, first),
        partial(_sampling, study, other),
        partial(_new, study, a, b, first["components"], other["components"]),
        partial(_measured, study, a, b, first, other),
    ]
    largest = 0.0
    for step in steps:
        # A step relies on what the steps before it have found to be right.
        for name, share in step().items():
            if share > 1.0:
                return f"BEYOND rounding: {share:.2g} of the tolerance in {name}"
            largest = max(largest, share)
    return f"within rounding: {largest:.2g} of the tolerance"


def _share(difference: ArrayLike, tolerance: ArrayLike) -> float:
    """The largest difference over its tolerance; 0 where there is none, whatever is allowed."""
    away = np.abs(difference)
    with np.errstate(all="ignore"):
        share = np.where(away == 0, 0.0, away / tolerance)
    return float(np.nan_to_num(share, nan=np.inf, posinf=np.inf).max(initial=0.0))


def _bounds(a: Solution, b: Solution) -> Shares:
    """The a priori bounds themselves.

    They are of degree one in the size of the kernel, which is known up to |E|_2, the matrix error,
    and in |K~|_F, which is known up to sqrt(n) |E|_2; and the largest |k| is at least |K~|_F/n.
    """
    relative = 2.0 * np.sqrt(a.n) * a.matrix_error / a.frobenius
    return {
        "matrix_error": _share(a.matrix_error - b.matrix_error, relative * a.matrix_error),
        "eigenvalue_error": _share(a.errors - b.errors, relative * a.errors),
        "trace_error": _share(a.trace_error - b.trace_error, relative * a.trace_error),
    }


def _numbers(a: Solution, b: Solution) -> Shares:
    """Eigenvalues, |tr E| <= n |E|_2, |E|_F <= sqrt(n) |E|_2, and residuals from 0 to |E|_2."""
    error = a.matrix_error + b.matrix_error
    return {
        "eigenvalue": _share(*agreement.eigenvalues(a, b)),
        "trace": _share(a.trace - b.trace, a.n * error),
        "frobenius_norm": _share(a.frobenius - b.frobenius, np.sqrt(a.n) * error),
        "residual": _share(a.residuals - b.residuals, error),
    }


def _vectors(a: Solution, b: Solution) -> Shares:
    """Eigenvectors, as the scores that follow from them."""
    if not a.groups or a.groups[-1].stop != a.components:
        raise ValueError("the last component cuts a group of equal eigenvalues")
    return {"eigenvector": _share(*agreement.scores(a, b))}


def _derived(study: Study, tree: xr.DataTree) -> Shares:
    """What is stored and also follows from the eigenvalues and eigenvectors of the same file.

    A root, a product, a quotient and two sums, rounded in the file and once more here.
    """
    placed = tree["components"][NEW].values if NEW in tree["components"] else None
    again = solutions.to_datasets(study, solutions.solution_of(tree), placed)
    relative = 2.0 * (2.0 * tolerances.pairwise_sum(study.n) + 3.0 * tolerances.U)
    return {
        str(name): _share(tree[node][name].values - array.values, relative * np.abs(array.values))
        for node in NODES
        for name, array in again[node].variables.items()
        if array.dtype.kind in "if"
    }


def _sampling(study: Study, tree: xr.DataTree) -> Shares:
    """Standard errors, which follow from the eigenvectors, the means and the study.

    Squared lengths are known up to |E|_2 and count relative to their mean.
    """
    if solved.NODE not in tree.children:
        return {}
    again = replace(study, solved=solved.from_tree(tree))
    solution = again.solution
    names = ("eigenvalue_standard_error", "explained_standard_error")
    relative = 4.0 * solution.n * solution.matrix_error / abs(solution.trace)
    errors, sizes = again.standard_errors, (solution.mu, solution.explained)
    return {
        name: _share(np.nan_to_num(tree[solved.NODE][name]) - np.nan_to_num(of), relative * size)
        for name, of, size in zip(names, errors, sizes, strict=True)
    }


def _new(study: Study, a: Solution, b: Solution, first: xr.DataTree, other: xr.DataTree) -> Shares:
    """Coordinates of the new samples."""
    if NEW not in first:
        return {}
    rows = np.vstack([study.data.K_new, study.data.K])
    centered = center_new(rows, study.data.K)
    error = row_error(centered, rows, np.vstack([study.data.D2_new, study.data.D2]), a, b)
    m = study.m
    placed = (node[NEW].values for node in (first, other))
    return {NEW: _share(*agreement.coordinates(a, b, *placed, centered[:m], error[:m]))}


def _measured(
    study: Study, a: Solution, b: Solution, first: xr.DataTree, other: xr.DataTree
) -> Shares:
    """What the solver measured, if it is stored: numbers from 0 to |E|_2, means, and bounds.

    |E|_2 is n times the error of an element and of its means, at least. A bound on an eigenvalue
    differs as the eigenvalue does, and by what was measured.
    """
    if solved.NODE not in first.children or solved.NODE not in other.children:
        return {}
    n, error, data = a.n, a.matrix_error + b.matrix_error, study.data
    skew = np.sqrt(n) * tolerances.orthonormality(n)
    size = float(np.abs(data.K_new).max())
    of_new = Case.of(study).joint_error + tolerances.pairwise_sum(n) * size
    allowed = {
        "row_mean": error / n,
        "new_row_mean": 2.0 * of_new,
        "subspace_residual": error,
        "ritz_coupling": error,
        "orthogonality": skew,
        "product_error": 2.0 * np.sqrt(n) * a.matrix_error / a.frobenius * a.matrix_error,
        "next_eigenvalue": 2.0 * error,
        "lowest_eigenvalue": 2.0 * error,
        "passes": 0.0,
        "evaluations": 0.0,
    }
    nodes = first[solved.NODE], other[solved.NODE]
    return {
        name: _share(np.subtract(*(node[name].values for node in nodes)), tolerance)
        for name, tolerance in allowed.items()
        if name in nodes[0].variables
    }
