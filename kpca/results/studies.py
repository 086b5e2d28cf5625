"""A study as a result tree, and back."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from kpca import kernels
from kpca.choosing.automatic import GammaCurve
from kpca.data import Distances, Gram, Vectors
from kpca.results import files, hashes, registry
from kpca.results.solutions import weights_of
from kpca.solvers.solution import CONVENTION
from kpca.studies import subset
from kpca.studies.automatic import Automatic, ComponentsCurve
from kpca.studies.checking import ALL
from kpca.studies.config.load import stored_name
from kpca.studies.datasets import example
from kpca.studies.study import Origin, Study
from kpca.studies.variables import Variables
from kpca.tables.once import Once

CENTERING = (
    "k(t, x_i) - mean_j k(t, x_j) - mean_j k(x_j, x_i) + mean_jl k(x_j, x_l), means over the "
    "training samples"
)
"""How a row of kernel values of a new sample t is centered (ledger C5), in words for a reader."""

_LETTERS = {
    Vectors: (("points", "X"), ("new_samples", "X_new")),
    Gram: (
        ("kernel_value", "K"),
        ("new_kernel_value", "K_new"),
        ("new_pair_kernel_value", "G_new"),
    ),
    Distances: (("distance", "D"), ("new_distance", "D_new"), ("new_pair_distance", "D_pairs")),
}
"""How each kind of data is stored: name of the variable, letter."""


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
    values = {name: getattr(study.data, letter) for name, letter in _LETTERS[type(study.data)]}
    if study.named_columns:
        values["column"] = study.named_columns
    if study.weights is not None:
        values["sample_weight"] = study.weights
    if study.blocks is not None:
        values["sample_block"] = study.blocks
    values |= _from_origin(study.origin)
    node = registry.dataset(
        study.unit,
        remark=[*map(str, study.remarks)],
        label=study.labels,
        new_label=study.new_labels,
        sample=study.names,
        new_sample=study.new_names,
        **values,
    )
    node.attrs |= {"components": study.components, "preparation": study.origin.preparation}
    words = {"transform": study.origin.transform, "distance": study.origin.distance}
    node.attrs |= {key: word for key, word in words.items() if word}
    node.attrs["centering_of_new_samples"] = CENTERING
    if study.statements != ALL:
        node.attrs["statements"] = study.statements
    if study.kernel:
        node.attrs["kernel_formula"] = study.kernel.formula
    return tree(study, data=node, **_of_curves(study.automatic), **_of_variables(study), **nodes)


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
    given = {"variables": study.variables, METADATA: study.metadata}
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
    node, names, factors = result[name], (), ()
    n = sum(node.sizes.get(key, 0) for key in ("sample", "new_sample"))
    values, classes = np.empty((n, 0)), ()
    if "variable" in node.coords:
        names, values = tuple(_texts(node["variable"])), _rows(node, "variable_value")
    if "factor" in node.coords:
        factors = tuple(_texts(node["factor"]))
        classes = tuple(tuple(map(str, column)) for column in _rows(node, "factor_class").T)
    return Variables(names, values, factors, classes)


def _rows(node: xr.DataTree, name: str) -> np.ndarray:
    """Values of the training samples, and behind them of the new ones, if these have some."""
    stored = (one for one in (name, f"new_{name}") if one in node.variables)
    return np.concatenate([node[one].values for one in stored])


def _of_curves(automatic: Automatic) -> dict[str, xr.Dataset]:
    """A node for each curve that something was chosen by; eigenvalues have no unit there."""
    nodes = {}
    if automatic.components:
        curve = automatic.components
        values = {"parallel_eigenvalue": curve.eigenvalues, "permuted_quantile": curve.quantile}
        node = registry.dataset("1", place=range(1, len(curve.eigenvalues) + 1), **values)
        nodes["automatic_components"] = node.assign_attrs(chosen=curve.chosen)
    if automatic.gamma:
        curve = automatic.gamma
        node = registry.dataset(
            "1",
            gamma_tried=curve.gammas,
            tried_error=curve.errors,
            tried_error_spread=curve.spread,
            tried_gain_spread=curve.gain_spread,
            tried_error_of_means=curve.of_means,
        )
        attributes = {"chosen": curve.chosen, "components": curve.components}
        nodes["automatic_gamma"] = node.assign_attrs(attributes)
    return nodes


def _to_curves(result: xr.DataTree) -> Automatic:
    components = gamma = None
    if "automatic_components" in result.children:
        node = result["automatic_components"]
        names = ("parallel_eigenvalue", "permuted_quantile")
        curve = (node[name].values for name in names)
        components = ComponentsCurve(*curve, int(node.attrs["chosen"]))
    if "automatic_gamma" in result.children:
        node = result["automatic_gamma"]
        names = ("gamma_tried", "tried_error", "tried_error_spread", "tried_gain_spread")
        curve = (node[name].values for name in names)
        of_means, attributes = float(node["tried_error_of_means"]), node.attrs
        chosen = int(attributes["components"]), float(attributes["chosen"])
        gamma = GammaCurve(*curve, of_means, *chosen)
    return Automatic(components, gamma)


def from_tree(result: xr.DataTree) -> Study:
    """The study of a tree made by ``to_tree``."""
    node, attributes = result["data"], result.attrs
    kernel = json.loads(attributes["kernel"])
    kind = {"given": Distances, "given matrix": Gram}.get(kernel["name"], Vectors)
    kernel_of_points = [] if kind is not Vectors else [kernels.from_parameters(**kernel)]
    data = kind(*kernel_of_points, *(node[name].values for name, _ in _LETTERS[kind]))
    return Study(
        name=attributes["study"],
        title=attributes["title"],
        data=data,
        components=int(node.attrs["components"]),
        names=_texts(node["sample"]),
        labels=_texts(node["label"]),
        new_names=_texts(node["new_sample"]),
        new_labels=_texts(node["new_label"]),
        unit=attributes["score_unit"],
        named_columns=tuple(_texts(node["column"])) if "column" in node.coords else (),
        remarks=tuple(_texts(node["remark"])),
        origin=_to_origin(node),
        automatic=_to_curves(result),
        statements=_word_or_number(node.attrs.get("statements", ALL)),
        variables=_to_variables(result, "variables"),
        metadata=_to_variables(result, METADATA),
        weights=weights_of(node),
        blocks=_texts(node["sample_block"]) if "sample_block" in node.variables else None,
    )


_NUMBERS = (
    "missing_value",
    "complete_row",
    "imputing_gamma",
    "imputing_components",
    "pseudocount",
    "column_mean",
    "column_deviation",
    "table_row",
    "new_table_row",
    "column_range",
    "added_to_distances",
    "added_to_squares",
)
_FILES = ("input", "input_name", "input_sha256")
_LEFT_OUT = ("left_out", "left_out_as")
_CLASSES = ("class_of", "class_text")


def _from_origin(origin: Origin) -> dict[str, ArrayLike]:
    """Variables for what is known of the origin of the data."""
    values = dict(origin.numbers)
    tables = ((_FILES, origin.files), (_LEFT_OUT, origin.left_out), (_CLASSES, origin.classes))
    for names, rows in tables:
        values |= dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else {}
    return values


def _to_origin(node: xr.DataTree) -> Origin:
    def rows(names: tuple[str, ...]) -> tuple:
        is_stored = names[0] in node.variables
        return tuple(zip(*(_texts(node[name]) for name in names), strict=True)) if is_stored else ()

    return Origin(
        files=rows(_FILES),
        left_out=rows(_LEFT_OUT),
        classes=rows(_CLASSES),
        preparation=str(node.attrs.get("preparation", "")),
        transform=str(node.attrs.get("transform", "")),
        distance=str(node.attrs.get("distance", "")),
        numbers={name: node[name].values for name in _NUMBERS if name in node.variables},
    )


def load(path: str | Path | None) -> Study:
    """The prepared study in a file; without one, a small study made on the spot."""
    return from_tree(files.read(path)) if path else example()


def executed_on(path: str | Path | None) -> Study:
    """The study in a file as statements are executed on it: of a large one a random subset."""
    return subset.executed_on(load(path))


def _word_or_number(stored: str | np.integer) -> str | int:
    return stored if isinstance(stored, str) else int(stored)


def _texts(array: xr.DataArray) -> list[str]:
    return [str(text) for text in array.values]


def across_studies(title: str, **nodes: xr.Dataset) -> xr.DataTree:
    """A result tree that belongs to no single study."""
    return registry.tree("all", title, json.dumps({"name": "several"}), "1", CONVENTION, **nodes)


def of_several(title: str, trees: Mapping[str, xr.DataTree]) -> xr.DataTree:
    """The trees of several studies as one, each below the name of its study."""
    return across_studies(title).assign(dict(trees))
