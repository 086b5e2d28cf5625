"""The registry of result variables, and the check that each variable says what it is.

Every result is an ``xarray.DataTree`` in netCDF-4. Variables that several modules write or read are
registered here. Those of one notebook are not: ``variable`` states their dims, unit and meaning
where their numbers are. A registered unit may contain ``{s}``, the study's unit of a score (``km``
for road distances): ``{s}2`` is its square. No time stamps are stored.
"""

import re
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
    """The dims, dtype kind, unit and meaning of a variable."""

    dims: tuple[str, ...]
    kind: str
    unit: str
    meaning: str

    @property
    def has_missing(self) -> bool:
        """Whether NaN means a missing value in it, as its meaning then says; otherwise a fault."""
        return "NaN" in self.meaning


_ROWS = """
# the study
points(sample, column) 1: input x_i, as the kernel sees it
new_samples(new_sample, column) 1: input of the new samples
distance(sample, sample_other) {s}: given distance d_ij
new_distance(new_sample, sample) {s}: distance to training samples
new_pair_distance(new_sample, new_sample_other) {s}: distance between new samples
kernel_value(sample, sample_other) {s}2: given kernel value k_ij
new_kernel_value(new_sample, sample) {s}2: given kernel value of new and training samples
new_pair_kernel_value(new_sample, new_sample_other) {s}2: given kernel value of two new samples
column(column) text: name of a column of the input
missing_value(missing_value) unit of the column: number that means a missing value in a raw sample
complete_row(complete_row, column) unit of the column: raw complete training sample that predicts
    missing values
imputing_gamma() 1: gamma of the kernel that predicts missing values; 0: the linear kernel
imputing_components() integer: components that predict missing values; 0: the column means
pseudocount() unit of the column: number added to every value before the transform
column_mean(column) unit of the column: mean of a raw or transformed column, subtracted
column_deviation(column) unit of the column: standard deviation of the same column with divisor n,
    which divides it after the mean
table_row(table_row, column) unit of the column: prepared training sample, to which distances of
    new samples are computed
new_table_row(new_table_row, column) unit of the column: prepared new sample, whose distances to
    the training samples are computed
column_range(column) unit of the column: range of a column of the training samples, 0 for a column
    of classes
class_of(class_of) text: column of texts that has a class
class_text(class_of) text: the class, whose number is its position among those of the column
added_to_distances() {s}: constant added to each raw distance
added_to_squares() {s}2: constant added to each raw squared distance
input(input) text: key in the configuration that names an input file
input_name(input) text: name of an input file, without its folder
input_sha256(input) text: SHA-256 of the content of an input file
left_out(left_out) text: column of the table that is not data
left_out_as(left_out) text: what a column is that is not data
remark(remark) text: what a reader of the results has to know of the data
label(sample) text: class of a training sample, for colors
sample_weight(sample) 1: how many samples a training sample is
sample_block(sample) text: block of a training sample, for p-values
new_label(new_sample) text: class of a new sample, for colors
sample(sample) text: name of a training sample
new_sample(new_sample) text: name of a new sample
variable(variable) text: name of a variable beside the data
variable_value(sample, variable) unit of the variable: value of a variable beside the data, NaN if
    it is missing
factor(factor) text: name of a variable that has classes as values
factor_class(sample, factor) text: class that a factor has as value, empty if missing
new_variable_value(new_sample, variable) unit of the variable: value of a column that is not data
    for a new sample, NaN if it is missing
new_factor_class(new_sample, factor) text: class or date of a new sample, empty if missing
# a solution
component(component) integer: number l of a component, from 1
index(index) integer: position in the spectrum, from 1, descending
eigenvalue(index) {s}2: eigenvalue mu of the centered Gram matrix
variance(component) {s}2: lambda = mu/n, variance of the scores
explained(component) 1: mu over the sum of |mu|, or over the trace where not every eigenvalue is
    known
explained_error(component) 1: bound on the error of the explained share
eigenvalue_standard_error(component) {s}2: sampling error of mu = n lambda; NaN for none
explained_standard_error(component) 1: sampling error of the explained share; NaN for none
eigenvector(sample, component) 1: unit eigenvector v
alpha(sample, component) {s}-1: coefficients alpha = v/sqrt(mu)
score(sample, component) {s}: coordinates of training samples
new_score(new_sample, component) {s}: coordinates of new samples
rank() integer: number of eigenvalues above the cut-off
matrix_error() {s}2: a priori bound on the error of every eigenvalue
eigenvalue_error(index) {s}2: a priori bound on the error of this eigenvalue
next_eigenvalue() {s}2: upper bound on the first eigenvalue that is not known
trace() {s}2: trace of the centered Gram matrix
trace_error() {s}2: bound on the error of the trace
frobenius_norm() {s}2: Frobenius norm of the centered Gram matrix
residual(component) {s}2: |K v - mu v| of the centered Gram matrix, as computed
negative_mass() 1: share of the sum of |mu| below minus the cut-off
# what a solver measured where not every eigenvalue is known
row_mean(sample) {s}2: mean of a row of the uncentered Gram matrix
new_row_mean(new_sample) {s}2: mean kernel value of a new sample and the training samples
passes() integer: products with the Gram matrix that the solver made
evaluations() integer: kernel values that the solver computed
subspace_residual() {s}2: |K V - V M|_2, computed again
ritz_coupling() {s}2: |V'KV - M|_2, computed again
orthogonality() 1: |V'V - 1|_2, computed again
product_error() {s}2: a priori bound on the error of the matrix and its products
lowest_eigenvalue() {s}2: lower bound on the smallest eigenvalue
not_certified(not_certified) text: why the components are not certified, and what would help
# the RKHS
way(way) text: way to compute a squared norm
squared_norm(way, component) 1: ||f_l||^2
norm_tolerance(way, component) 1: allowed | ||f_l||^2 - 1 |
inner_product(component, component_other) 1: <f_l, f_m>
# pre-images
denoised(sample, column) unit of the column: pre-image of a projected training sample
new_denoised(new_sample, column) unit of the column: pre-image of a projected new sample
preimage_distance(sample) {s}: distance of a pre-image to the projection, in feature space
new_preimage_distance(new_sample) {s}: distance of a pre-image to the projection, in feature space
preimage_lower(sample) {s}: lower bound of this distance over all points
new_preimage_lower(new_sample) {s}: lower bound of this distance over all points
preimage_converged(sample) integer: 1 if the iteration converged, else 0
new_preimage_converged(new_sample) integer: 1 if the iteration converged, else 0
# agreement of the formulations
group(group) text: components compared as one eigenspace
eigenvalue_difference(index) {s}2: |mu of one formulation - of the other|
formulation(formulation) text: formulation compared with the eigen-solve
score_difference(formulation, group) {s}: |Z Q - Z|_F to the eigen-solve
score_tolerance(formulation, group) {s}: allowed |Z Q - Z|_F
# the checks
statement(statement) text: id of a statement in the ledger
status(statement) text: holds, holds if, or misprint
discrepancy(statement) see statement: measured discrepancy
tolerance(statement) see statement: derived tolerance
control(statement) see statement: discrepancy of a broken formula
margin(statement) 1: mildest control of all entries, in tolerances
decided(statement) integer: entries that were judged
entries(statement) integer: entries (components, groups) of the statement
verdict(statement) text: agrees, undecided or fails
part(statement) text: part of the statement that uses most of its tolerance
report(statement) text: verdict in words, as printed and as corrected
not_executed(not_executed) text: statement that raised an exception
not_executed_reason(not_executed) text: message of the exception
not_executed_study(not_executed) text: study on which it was raised
not_available(not_available) text: formulation or peer not compared
not_available_reason(not_available) text: message of its exception
in_subset(in_subset) text: study whose statements were executed on a part or without weights
executed_on(in_subset) text: on how many of its samples, and on which
in_study(statement) text: study on which a statement was executed
# rounding and nothing else
discrepancy_fifty(statement) see statement: with fifty digits
tolerance_fifty(statement) see statement: tolerance times u50/u
# hard spectra
chosen(index) 1: eigenvalue that the matrix was made with
computed(formulation, index) 1: eigenvalue that a formulation computes
formulation_matrix_error(formulation) 1: a priori bound on the error of an eigenvalue
# the rules that choose gamma and the number of components
gamma_tried(gamma_tried) 1: gamma of a Gaussian kernel
place(place) integer: position of an eigenvalue, from 1, descending
parallel_eigenvalue(place) {s}2: eigenvalue mu/n of the samples of a parallel analysis
permuted_quantile(place) {s}2: quantile of this eigenvalue after the columns were permuted
tried_error(gamma_tried) squared unit of the data: error of hidden values with this gamma
tried_error_spread(gamma_tried) squared unit of the data: standard error of tried_error
tried_gain_spread(gamma_tried) squared unit of the data: standard error of tried_error_of_means -
    tried_error
tried_error_of_means() squared unit of the data: the error of the column means
"""
"""``name(dims) unit: meaning``; texts and integers have the unit 1. Long rows are continued."""


def variables_of(rows: str) -> dict[str, Variable]:
    """The variables in such rows; raises ``ResultError`` for another form or a second meaning."""
    variables: dict[str, Variable] = {}
    for row in re.findall(r"^[^#\s].*(?:\n +.*)*", rows, re.MULTILINE):
        parts = re.fullmatch(r"(\w+)\((.*?)\) (.+?): (.+)", " ".join(row.split()))
        if parts is None or parts[1] in variables:
            raise ResultError(
                f"variables of results: {row!r}; allowed: 'name(dims) unit: meaning', with a name "
                "that occurs once"
            )
        name, dims, unit, meaning = parts.groups()
        kind = {"text": "U", "integer": "i"}.get(unit, "f")
        unit = unit if kind == "f" else "1"
        variables[name] = Variable(tuple(re.findall(r"\w+", dims)), kind, unit, meaning)
    return variables


REGISTRY = variables_of(_ROWS)
TYPES = {"U": str, "i": int, "f": float}

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
    # An empty list has no type of its own.
    is_typed = registered.kind != "U" and np.size(values)
    values = np.asarray(values, dtype=None if is_typed else TYPES[registered.kind])
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
    values = (study, title, kernel, score_unit, convention, __version__)
    attributes = dict(zip(ROOT_ATTRIBUTES, values, strict=True))
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
    compared = (
        ("dims", array.dims, registered.dims),
        ("dtype kind", kind, registered.kind),
        ("unit", repr(array.attrs.get("units")), repr(_unit(registered, score_unit))),
    )
    return [f"{what} {is_}, registered {due}" for what, is_, due in compared if is_ != due]
