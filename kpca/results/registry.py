"""The registry of result variables, and the check that each variable says what it is.

Every result is an ``xarray.DataTree`` in netCDF-4. Variables that several modules write or read are
registered here. Those of one notebook are not: ``variable`` states their dims, unit and meaning
where their numbers are. A registered unit may contain ``{s}``, the study's unit of a score (``km``
for road distances): ``{s}2`` is its square. No time stamps are stored.
"""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from kpca import __version__
from kpca.tables.wording import base


class ResultError(ValueError):
    """A result with a variable that departs from the registry, or does not say what it is."""


@dataclass(frozen=True)
class Variable:
    """The dims, dtype kind, unit and meaning of a variable.

    has_missing  whether NaN means a missing value in it; otherwise it is a fault
    """

    dims: tuple[str, ...]
    kind: str
    unit: str
    meaning: str
    has_missing: bool = False


DATA2 = "squared unit of the data"

REGISTRY: dict[str, Variable] = {
    # the study
    "points": Variable(("sample", "column"), "f", "1", "input x_i, as the kernel sees it"),
    "new_samples": Variable(("new_sample", "column"), "f", "1", "input of the new samples"),
    "distance": Variable(("sample", "sample_other"), "f", "{s}", "given distance d_ij"),
    "new_distance": Variable(("new_sample", "sample"), "f", "{s}", "distance to training samples"),
    "new_pair_distance": Variable(
        ("new_sample", "new_sample_other"), "f", "{s}", "distance between new samples"
    ),
    "kernel_value": Variable(("sample", "sample_other"), "f", "{s}2", "given kernel value k_ij"),
    "new_kernel_value": Variable(
        ("new_sample", "sample"), "f", "{s}2", "given kernel value of new and training samples"
    ),
    "new_pair_kernel_value": Variable(
        ("new_sample", "new_sample_other"), "f", "{s}2", "given kernel value of two new samples"
    ),
    "column": Variable(("column",), "U", "1", "name of a column of the input"),
    "missing_value": Variable(
        ("missing_value",),
        "f",
        "unit of the column",
        "number that means a missing value in a raw sample",
    ),
    "complete_row": Variable(
        ("complete_row", "column"),
        "f",
        "unit of the column",
        "raw complete training sample that predicts missing values",
    ),
    "imputing_gamma": Variable(
        (), "f", "1", "gamma of the kernel that predicts missing values; 0: the linear kernel"
    ),
    "imputing_components": Variable(
        (), "i", "1", "components that predict missing values; 0: the column means"
    ),
    "pseudocount": Variable(
        (), "f", "unit of the column", "number added to every value before the transform"
    ),
    "column_mean": Variable(
        ("column",), "f", "unit of the column", "mean of a raw or transformed column, subtracted"
    ),
    "column_deviation": Variable(
        ("column",),
        "f",
        "unit of the column",
        "standard deviation of the same column with divisor n, which divides it after the mean",
    ),
    "table_row": Variable(
        ("table_row", "column"),
        "f",
        "unit of the column",
        "prepared training sample, to which distances of new samples are computed",
    ),
    "new_table_row": Variable(
        ("new_table_row", "column"),
        "f",
        "unit of the column",
        "prepared new sample, whose distances to the training samples are computed",
    ),
    "column_range": Variable(
        ("column",),
        "f",
        "unit of the column",
        "range of a column of the training samples, 0 for a column of classes",
    ),
    "class_of": Variable(("class_of",), "U", "1", "column of texts that has a class"),
    "class_text": Variable(
        ("class_of",), "U", "1", "the class, whose number is its position among those of the column"
    ),
    "added_to_distances": Variable((), "f", "{s}", "constant added to each raw distance"),
    "added_to_squares": Variable((), "f", "{s}2", "constant added to each raw squared distance"),
    "input": Variable(("input",), "U", "1", "key in the configuration that names an input file"),
    "input_name": Variable(("input",), "U", "1", "name of an input file, without its folder"),
    "input_sha256": Variable(("input",), "U", "1", "SHA-256 of the content of an input file"),
    "left_out": Variable(("left_out",), "U", "1", "column of the table that is not data"),
    "left_out_as": Variable(("left_out",), "U", "1", "what a column is that is not data"),
    "remark": Variable(
        ("remark",), "U", "1", "what a reader of the results has to know of the data"
    ),
    "label": Variable(("sample",), "U", "1", "class of a training sample, for colors"),
    "sample_weight": Variable(("sample",), "f", "1", "how many samples a training sample is"),
    "sample_block": Variable(("sample",), "U", "1", "block of a training sample, for p-values"),
    "new_label": Variable(("new_sample",), "U", "1", "class of a new sample, for colors"),
    "sample": Variable(("sample",), "U", "1", "name of a training sample"),
    "new_sample": Variable(("new_sample",), "U", "1", "name of a new sample"),
    "variable": Variable(("variable",), "U", "1", "name of a variable beside the data"),
    "variable_value": Variable(
        ("sample", "variable"),
        "f",
        "unit of the variable",
        "value of a variable beside the data, NaN if it is missing",
        has_missing=True,
    ),
    "factor": Variable(("factor",), "U", "1", "name of a variable that has classes as values"),
    "factor_class": Variable(
        ("sample", "factor"), "U", "1", "class that a factor has as value, empty if missing"
    ),
    "new_variable_value": Variable(
        ("new_sample", "variable"),
        "f",
        "unit of the variable",
        "value of a column that is not data for a new sample, NaN if it is missing",
        has_missing=True,
    ),
    "new_factor_class": Variable(
        ("new_sample", "factor"), "U", "1", "class or date of a new sample, empty if missing"
    ),
    # a solution
    "component": Variable(("component",), "i", "1", "number l of a component, from 1"),
    "index": Variable(("index",), "i", "1", "position in the spectrum, from 1, descending"),
    "eigenvalue": Variable(("index",), "f", "{s}2", "eigenvalue mu of the centered Gram matrix"),
    "variance": Variable(("component",), "f", "{s}2", "lambda = mu/n, variance of the scores"),
    "explained": Variable(
        ("component",),
        "f",
        "1",
        "mu over the sum of |mu|, or over the trace where not every eigenvalue is known",
    ),
    "explained_error": Variable(
        ("component",), "f", "1", "bound on the error of the explained share"
    ),
    "eigenvalue_standard_error": Variable(
        ("component",), "f", "{s}2", "sampling error of mu = n lambda; NaN for none", True
    ),
    "explained_standard_error": Variable(
        ("component",), "f", "1", "sampling error of the explained share; NaN for none", True
    ),
    "eigenvector": Variable(("sample", "component"), "f", "1", "unit eigenvector v"),
    "alpha": Variable(("sample", "component"), "f", "{s}-1", "coefficients alpha = v/sqrt(mu)"),
    "score": Variable(("sample", "component"), "f", "{s}", "coordinates of training samples"),
    "new_score": Variable(("new_sample", "component"), "f", "{s}", "coordinates of new samples"),
    "rank": Variable((), "i", "1", "number of eigenvalues above the cut-off"),
    "matrix_error": Variable((), "f", "{s}2", "a priori bound on the error of every eigenvalue"),
    "eigenvalue_error": Variable(
        ("index",), "f", "{s}2", "a priori bound on the error of this eigenvalue"
    ),
    "next_eigenvalue": Variable(
        (), "f", "{s}2", "upper bound on the first eigenvalue that is not known"
    ),
    "trace": Variable((), "f", "{s}2", "trace of the centered Gram matrix"),
    "trace_error": Variable((), "f", "{s}2", "bound on the error of the trace"),
    "frobenius_norm": Variable((), "f", "{s}2", "Frobenius norm of the centered Gram matrix"),
    "residual": Variable(
        ("component",), "f", "{s}2", "|K v - mu v| of the centered Gram matrix, as computed"
    ),
    "negative_mass": Variable((), "f", "1", "share of the sum of |mu| below minus the cut-off"),
    # what a solver measured where not every eigenvalue is known
    "row_mean": Variable(("sample",), "f", "{s}2", "mean of a row of the uncentered Gram matrix"),
    "new_row_mean": Variable(
        ("new_sample",), "f", "{s}2", "mean kernel value of a new sample and the training samples"
    ),
    "passes": Variable((), "i", "1", "products with the Gram matrix that the solver made"),
    "evaluations": Variable((), "i", "1", "kernel values that the solver computed"),
    "subspace_residual": Variable((), "f", "{s}2", "|K V - V M|_2, computed again"),
    "ritz_coupling": Variable((), "f", "{s}2", "|V'KV - M|_2, computed again"),
    "orthogonality": Variable((), "f", "1", "|V'V - 1|_2, computed again"),
    "product_error": Variable(
        (), "f", "{s}2", "a priori bound on the error of the matrix and its products"
    ),
    "lowest_eigenvalue": Variable((), "f", "{s}2", "lower bound on the smallest eigenvalue"),
    "not_certified": Variable(
        ("not_certified",), "U", "1", "why the components are not certified, and what would help"
    ),
    # the RKHS
    "way": Variable(("way",), "U", "1", "way to compute a squared norm"),
    "squared_norm": Variable(("way", "component"), "f", "1", "||f_l||^2"),
    "norm_tolerance": Variable(("way", "component"), "f", "1", "allowed | ||f_l||^2 - 1 |"),
    "inner_product": Variable(("component", "component_other"), "f", "1", "<f_l, f_m>"),
    # pre-images
    "denoised": Variable(
        ("sample", "column"), "f", "unit of the column", "pre-image of a projected training sample"
    ),
    "new_denoised": Variable(
        ("new_sample", "column"), "f", "unit of the column", "pre-image of a projected new sample"
    ),
    "preimage_distance": Variable(
        ("sample",), "f", "{s}", "distance of a pre-image to the projection, in feature space"
    ),
    "new_preimage_distance": Variable(
        ("new_sample",), "f", "{s}", "distance of a pre-image to the projection, in feature space"
    ),
    "preimage_lower": Variable(
        ("sample",), "f", "{s}", "lower bound of this distance over all points"
    ),
    "new_preimage_lower": Variable(
        ("new_sample",), "f", "{s}", "lower bound of this distance over all points"
    ),
    "preimage_converged": Variable(("sample",), "i", "1", "1 if the iteration converged, else 0"),
    "new_preimage_converged": Variable(
        ("new_sample",), "i", "1", "1 if the iteration converged, else 0"
    ),
    # agreement of the formulations
    "group": Variable(("group",), "U", "1", "components compared as one eigenspace"),
    "eigenvalue_difference": Variable(
        ("index",), "f", "{s}2", "|mu of one formulation - of the other|"
    ),
    "formulation": Variable(
        ("formulation",), "U", "1", "formulation compared with the eigen-solve"
    ),
    "score_difference": Variable(
        ("formulation", "group"), "f", "{s}", "|Z Q - Z|_F to the eigen-solve"
    ),
    "score_tolerance": Variable(("formulation", "group"), "f", "{s}", "allowed |Z Q - Z|_F"),
    # the checks
    "statement": Variable(("statement",), "U", "1", "id of a statement in the ledger"),
    "status": Variable(("statement",), "U", "1", "holds, holds if, or misprint"),
    "discrepancy": Variable(("statement",), "f", "see statement", "measured discrepancy"),
    "tolerance": Variable(("statement",), "f", "see statement", "derived tolerance"),
    "control": Variable(("statement",), "f", "see statement", "discrepancy of a broken formula"),
    "margin": Variable(("statement",), "f", "1", "mildest control of all entries, in tolerances"),
    "decided": Variable(("statement",), "i", "1", "entries that were judged"),
    "entries": Variable(("statement",), "i", "1", "entries (components, groups) of the statement"),
    "verdict": Variable(("statement",), "U", "1", "agrees, undecided or fails"),
    "part": Variable(
        ("statement",), "U", "1", "part of the statement that uses most of its tolerance"
    ),
    "report": Variable(("statement",), "U", "1", "verdict in words, as printed and as corrected"),
    "not_executed": Variable(("not_executed",), "U", "1", "statement that raised an exception"),
    "not_executed_reason": Variable(("not_executed",), "U", "1", "message of the exception"),
    "not_executed_study": Variable(("not_executed",), "U", "1", "study on which it was raised"),
    "not_available": Variable(("not_available",), "U", "1", "formulation or peer not compared"),
    "not_available_reason": Variable(("not_available",), "U", "1", "message of its exception"),
    "in_subset": Variable(
        ("in_subset",),
        "U",
        "1",
        "study whose statements were executed on a part or without weights",
    ),
    "executed_on": Variable(("in_subset",), "U", "1", "on how many of its samples, and on which"),
    "in_study": Variable(("statement",), "U", "1", "study on which a statement was executed"),
    # rounding and nothing else
    "discrepancy_fifty": Variable(("statement",), "f", "see statement", "with fifty digits"),
    "tolerance_fifty": Variable(("statement",), "f", "see statement", "tolerance times u50/u"),
    # hard spectra
    "chosen": Variable(("index",), "f", "1", "eigenvalue that the matrix was made with"),
    "computed": Variable(
        ("formulation", "index"), "f", "1", "eigenvalue that a formulation computes"
    ),
    "formulation_matrix_error": Variable(
        ("formulation",), "f", "1", "a priori bound on the error of an eigenvalue"
    ),
    # the rules that choose gamma and the number of components
    "gamma_tried": Variable(("gamma_tried",), "f", "1", "gamma of a Gaussian kernel"),
    "place": Variable(("place",), "i", "1", "position of an eigenvalue, from 1, descending"),
    "parallel_eigenvalue": Variable(
        ("place",), "f", "{s}2", "eigenvalue mu/n of the samples of a parallel analysis"
    ),
    "permuted_quantile": Variable(
        ("place",), "f", "{s}2", "quantile of this eigenvalue after the columns were permuted"
    ),
    "tried_error": Variable(("gamma_tried",), "f", DATA2, "error of hidden values with this gamma"),
    "tried_error_spread": Variable(("gamma_tried",), "f", DATA2, "standard error of tried_error"),
    "tried_gain_spread": Variable(
        ("gamma_tried",), "f", DATA2, "standard error of tried_error_of_means - tried_error"
    ),
    "tried_error_of_means": Variable((), "f", DATA2, "the error of the column means"),
}

ROOT_ATTRIBUTES = ("study", "title", "kernel", "score_unit", "convention", "kpca_version")


def dataset(score_unit: str, **values: ArrayLike) -> xr.Dataset:
    """A dataset of registered variables with their dims, unit and long name filled in.

    Raises ``ResultError`` for a name that is not in the registry.
    """
    unknown = [name for name in values if name not in REGISTRY]
    if unknown:
        raise ResultError(
            f"not in the registry: {', '.join(unknown)}; add it to kpca/results/registry.py, or "
            "state what it is with registry.variable"
        )
    variables = {name: _array(REGISTRY[name], value, score_unit) for name, value in values.items()}
    coordinates = {
        name: variables.pop(name) for name in list(variables) if REGISTRY[name].dims == (name,)
    }
    return xr.Dataset(variables, coords=coordinates)


def _array(registered: Variable, values: ArrayLike, score_unit: str) -> xr.Variable:
    # An empty list of texts has no type of its own.
    values = np.asarray(values, dtype=str if registered.kind == "U" else None)
    return variable(registered.dims, values, _unit(registered, score_unit), registered.meaning)


def variable(dims: tuple[str, ...], values: ArrayLike, unit: str, meaning: str) -> xr.Variable:
    """A variable of a result; the unit "1" is that of counts, ratios and texts."""
    return xr.Variable(dims, np.asarray(values), {"units": unit, "long_name": meaning})


def _unit(variable: Variable, score_unit: str) -> str:
    if score_unit == "1" and "{s}" in variable.unit:
        return "1"
    is_power = variable.unit != "{s}"
    return variable.unit.format(s=base(score_unit) if is_power else score_unit)


def tree(
    study: str, title: str, kernel: str, score_unit: str, convention: str, **nodes: xr.Dataset
) -> xr.DataTree:
    """A result tree: one node for each dataset, and the attributes of every result at the root."""
    attributes = dict(
        zip(
            ROOT_ATTRIBUTES,
            (study, title, kernel, score_unit, convention, __version__),
            strict=True,
        )
    )
    root = xr.DataTree(xr.Dataset(attrs=attributes))
    return root.assign({name: xr.DataTree(node) for name, node in nodes.items()})


def validate(result: xr.DataTree) -> None:
    """Raises ``ResultError`` that names every fault of a tree.

    A registered variable has the dims, type and unit of the registry. Every variable has named
    dims, a unit and a meaning, and holds finite numbers or texts.
    """
    faults = [f"attribute {name!r} missing" for name in ROOT_ATTRIBUTES if name not in result.attrs]
    for node in result.subtree:
        unit = _score_unit(node)
        for name, array in node.variables.items():
            faults += [f"{node.path}/{name}: {fault}" for fault in _faults(str(name), array, unit)]
    if faults:
        raise ResultError("; ".join(faults))


def _score_unit(node: xr.DataTree) -> str:
    """The unit of scores at a node: that of its study, which the nearest node above it has."""
    above = (one.attrs.get("score_unit") for one in (node, *node.parents))
    return str(next((unit for unit in above if unit is not None), "1"))


def _faults(name: str, array: xr.Variable, score_unit: str) -> list[str]:
    kind = "U" if array.dtype.kind in "UOT" else array.dtype.kind
    faults = _departures(REGISTRY[name], kind, array, score_unit) if name in REGISTRY else []
    if any(str(dim).startswith("dim_") for dim in array.dims):
        faults.append(f"dims {array.dims} without a name")
    if kind not in "fiU":
        faults.append(
            f"dtype kind {kind}; allowed: f, i and U, which are floats, integers and texts"
        )
    if not array.attrs.get("units"):
        faults.append("no unit; write '1' for counts, ratios and texts")
    if not array.attrs.get("long_name"):
        faults.append("no long name, which says what the variable means")
    has_missing = name in REGISTRY and REGISTRY[name].has_missing
    refused = np.isinf if has_missing else lambda values: ~np.isfinite(values)
    if kind == "f" and refused(array.values).any():
        faults.append("NaN or infinite values")
    return faults


def _departures(registered: Variable, kind: str, array: xr.Variable, score_unit: str) -> list[str]:
    unit = _unit(registered, score_unit)
    faults = []
    if array.dims != registered.dims:
        faults.append(f"dims {array.dims}, registered {registered.dims}")
    if kind != registered.kind:
        faults.append(f"dtype kind {kind}, registered {registered.kind}")
    if array.attrs.get("units") != unit:
        faults.append(f"unit {array.attrs.get('units')!r}, registered {unit!r}")
    return faults
