"""A study as a result tree, and back."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from kpca import kernels
from kpca.choosing.automatic import GammaCurve
from kpca.data import Distances, Gram, Vectors
from kpca.results import codec, files, hashes, registry
from kpca.results.solutions import WEIGHTS
from kpca.solvers.solution import CONVENTION
from kpca.studies import subset
from kpca.studies.automatic import Automatic, ComponentsCurve
from kpca.studies.config.load import stored_name
from kpca.studies.datasets import example
from kpca.studies.origin import Origin
from kpca.studies.study import Study
from kpca.studies.variables import Variables
from kpca.tables.once import Once

CENTERING = (
    "k(t, x_i) - mean_j k(t, x_j) - mean_j k(x_j, x_i) + mean_jl k(x_j, x_l), means over the "
    "training samples"
)
"""How a row of kernel values of a new sample t is centered (ledger C5), in words for a reader."""

_DATA = {
    Vectors: {"points": "X", "new_samples": "X_new"},
    Gram: {"kernel_value": "K", "new_kernel_value": "K_new", "new_pair_kernel_value": "G_new"},
    Distances: {"distance": "D", "new_distance": "D_new", "new_pair_distance": "D_pairs"},
}
_STUDY = {
    "remark": "remarks",
    "label": "labels",
    "new_label": "new_labels",
    "sample": "names",
    "new_sample": "new_names",
    "@components": "components",
}
_OF_SOME = {"column": "named_columns", **WEIGHTS, "sample_block": "blocks"}
_STATEMENTS = {"@statements": "statements"}
_PREPARATION = {"@preparation": "preparation"}
_ORIGIN = {"@transform": "transform", "@distance": "distance"}
_ROWS = {
    "files": ("input", "input_name", "input_sha256"),
    "left_out": ("left_out", "left_out_as"),
    "classes": ("class_of", "class_text"),
}
_PLACES = {
    "parallel_eigenvalue": "eigenvalues",
    "permuted_quantile": "quantile",
    "@chosen": "chosen",
}
_GAMMAS = {
    "gamma_tried": "gammas",
    "tried_error": "errors",
    "tried_error_spread": "spread",
    "tried_gain_spread": "gain_spread",
    "tried_error_of_means": "of_means",
    "@chosen": "chosen",
    "@components": "components",
}


def tree(study: Study, **nodes: xr.Dataset) -> xr.DataTree:
    """A result tree that carries the study's name, title, kernel and unit at its root."""
    kernel = study.kernel
    given = {"name": "given matrix" if isinstance(study.data, Gram) else "given"}
    text = json.dumps({"name": kernel.name, **asdict(kernel)} if kernel else given)
    result = registry.tree(study.name, study.title, text, study.unit, CONVENTION, **nodes)
    if study.subset_of:
        part = f"{study.n} of {study.subset_of} samples, a random subset"
        whole = f"{study.n} samples, each counted once"
        result.attrs["executed_on"] = whole if study.n == study.subset_of else part
    return result


def to_tree(study: Study, **nodes: xr.Dataset) -> xr.DataTree:
    """The tree of a study: its data, their names, labels and origin, and further ``nodes``."""
    origin = study.origin
    values = {
        **codec.values(study, _STUDY),
        **codec.values(study.data, _DATA[type(study.data)]),
        **codec.without_defaults(study, _OF_SOME),
        **origin.numbers,
        **codec.values(origin, _PREPARATION),
        **codec.without_defaults(origin, _ORIGIN),
        "@centering_of_new_samples": CENTERING,
        **codec.without_defaults(study, _STATEMENTS),
    }
    for field, names in _ROWS.items():
        values |= codec.columns(names, getattr(origin, field))
    if study.kernel:
        values["@kernel_formula"] = study.kernel.formula
    node = codec.dataset(study.unit, values)
    return tree(study, data=node, **_of_curves(study), **_of_variables(study), **nodes)


def with_inputs(study: Study, files: Mapping[str, str], folder: Path, read: Once) -> Study:
    """The study that names its input ``files``, by key, each with the hash of its content.

    ``folder`` is that of the YAML file, from which the paths start. What was ``read`` once is not
    opened again for its hash.
    """
    inputs = tuple(
        (key, stored_name(file, folder), read.sha256(folder / file) or hashes.sha256(folder / file))
        for key, file in files.items()
    )
    return replace(study, origin=replace(study.origin, files=inputs))


def _of_variables(study: Study) -> dict[str, xr.Dataset]:
    """A node for the variables beside the data, and one for the other columns, if there are any."""
    given = {"variables": study.other_variables, METADATA: study.metadata}
    return {name: _of_columns(study, one) for name, one in given.items() if one is not None}


METADATA = "metadata"
"""The node of the columns that are neither data nor variables."""


def _of_columns(study: Study, given: Variables) -> xr.Dataset:
    """Columns of the training samples, and if there are values of new samples, of these."""
    n, values = study.n, {"sample": study.names}
    classes = np.array(given.classes).T
    if given.names:
        values |= {"variable": given.names, "variable_value": given.values[:n]}
    if given.factors:
        values |= {"factor": given.factors, "factor_class": classes[:n]}
    if len(given) > n:
        values["new_sample"] = study.new_names
        values |= {"new_variable_value": given.values[n:]} if given.names else {}
        values |= {"new_factor_class": classes[n:]} if given.factors else {}
    return registry.dataset(study.unit, **values)


def _to_variables(result: xr.DataTree, name: str) -> Variables | None:
    if name not in result.children:
        return None
    node = result[name]
    values, classes = (_rows(node, stem) for stem in ("variable_value", "factor_class"))
    texts = tuple(tuple(map(str, column)) for column in classes.T)
    names = codec.fields_of(Variables, node, {"variable": "names", "factor": "factors"})
    return Variables(**{"names": (), "values": values, "classes": texts, **names})


def _rows(node: xr.DataTree, name: str) -> np.ndarray:
    """Values of the training samples, and behind them of the new ones, if these have some."""
    stored = [node[one].values for one in (name, f"new_{name}") if one in node.variables]
    n = sum(node.sizes.get(key, 0) for key in ("sample", "new_sample"))
    return np.concatenate(stored) if stored else np.empty((n, 0))


def _of_curves(study: Study) -> dict[str, xr.Dataset]:
    """A node for each curve that something was chosen by."""
    values = {}
    if curve := study.automatic.components:
        places = {"place": range(1, len(curve.eigenvalues) + 1)}
        values["automatic_components"] = places | codec.values(curve, _PLACES)
    if curve := study.automatic.gamma:
        values["automatic_gamma"] = codec.values(curve, _GAMMAS)
    return {name: codec.dataset(study.unit, one) for name, one in values.items()}


def _to_curves(result: xr.DataTree) -> Automatic:
    def curve(kind: type, name: str, table: codec.Table) -> Any:
        is_stored = name in result.children
        return kind(**codec.fields_of(kind, result[name], table)) if is_stored else None

    return Automatic(
        curve(ComponentsCurve, "automatic_components", _PLACES),
        curve(GammaCurve, "automatic_gamma", _GAMMAS),
    )


def from_tree(result: xr.DataTree) -> Study:
    """The study of a tree made by ``to_tree``."""
    node, attributes = result["data"], result.attrs
    kernel = json.loads(attributes["kernel"])
    kind = {"given": Distances, "given matrix": Gram}.get(kernel["name"], Vectors)
    kernel_of_points = [] if kind is not Vectors else [kernels.from_parameters(**kernel)]
    data = kind(*kernel_of_points, **codec.fields_of(kind, node, _DATA[kind]))
    rows = {field: codec.rows(node, names) for field, names in _ROWS.items()}
    numbers = {
        name: array.values
        for name, array in node.variables.items()
        if array.dtype.kind in "fi" and name not in {*_DATA[kind], *WEIGHTS}
    }
    return Study(
        name=attributes["study"],
        title=attributes["title"],
        unit=attributes["score_unit"],
        data=data,
        origin=Origin(
            **codec.fields_of(Origin, node, _PREPARATION | _ORIGIN), **rows, numbers=numbers
        ),
        automatic=_to_curves(result),
        other_variables=_to_variables(result, "variables"),
        metadata=_to_variables(result, METADATA),
        **codec.fields_of(Study, node, _STUDY | _OF_SOME | _STATEMENTS),
    )


def load(path: str | Path | None) -> Study:
    """The prepared study in a file; without one, a small study made on the spot."""
    return from_tree(files.read(path)) if path else example()


def executed_on(path: str | Path | None) -> Study:
    """The study in a file as statements are executed on it: of a large one a random subset."""
    return subset.executed_on(load(path))


def across_studies(title: str, **nodes: xr.Dataset) -> xr.DataTree:
    """A result tree that belongs to no single study."""
    return registry.tree("all", title, json.dumps({"name": "several"}), "1", CONVENTION, **nodes)


def of_several(title: str, trees: Mapping[str, xr.DataTree]) -> xr.DataTree:
    """The trees of several studies as one, each below the name of its study."""
    return across_studies(title).assign(dict(trees))
