"""Studies, solutions and checks as result datasets, and back."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from kpca import kernels, results
from kpca.arrays import Array
from kpca.data import Distances, Gram, Vectors
from kpca.formulations.solution import CONVENTION, Solution
from kpca.statements.check import Check, Failure
from kpca.statements.ledger import LEDGER
from kpca.studies.origin import Origin
from kpca.studies.study import Study, example

CENTERING = (
    "k(t, x_i) - mean_j k(t, x_j) - mean_j k(x_j, x_i) + mean_jl k(x_j, x_l), means over the "
    "training samples"
)
"""How a row of kernel values of a new point t is centered (ledger C5), in words for a reader."""

_LETTERS = {
    Vectors: (("points", "X"), ("new_points", "X_new")),
    Gram: (
        ("kernel_value", "K"),
        ("new_kernel_value", "K_new"),
        ("new_pair_kernel_value", "G_new"),
    ),
    Distances: (("distance", "D"), ("new_distance", "D_new"), ("new_pair_distance", "D_pairs")),
}
"""What each kind of data is stored as: name of the variable, letter."""


def study_tree(study: Study, **nodes: xr.Dataset) -> xr.DataTree:
    """A result tree that carries the study's name, title, kernel and unit at its root."""
    kernel = study.kernel
    given = {"name": "given matrix" if isinstance(study.data, Gram) else "given"}
    text = json.dumps({"name": kernel.name, **asdict(kernel)} if kernel else given)
    return results.tree(study.name, study.title, text, study.unit, CONVENTION, **nodes)


def from_study(study: Study) -> xr.DataTree:
    """The tree of a prepared study: its data and everything a notebook has to know."""
    values = {name: getattr(study.data, letter) for name, letter in _LETTERS[type(study.data)]}
    if study.features:
        values["feature"] = study.features
    values |= _from_origin(study.origin)
    node = results.dataset(
        study.unit,
        note=study.notes,
        label=study.labels,
        new_label=study.new_labels,
        sample=study.names,
        new_sample=study.new_names,
        **values,
    )
    node.attrs |= {"components": study.components, "preparation": study.origin.preparation}
    node.attrs["centering_of_new_points"] = CENTERING
    if study.kernel:
        node.attrs["kernel_formula"] = study.kernel.formula
    return study_tree(study, data=node)


def to_study(tree: xr.DataTree) -> Study:
    """The study of a tree made by ``from_study``."""
    node, attributes = tree["data"], tree.attrs
    kernel = json.loads(attributes["kernel"])
    kind = {"given": Distances, "given matrix": Gram}.get(kernel["name"], Vectors)
    known = [] if kind is not Vectors else [kernels.from_parameters(**kernel)]
    data = kind(*known, *(node[name].values for name, _ in _LETTERS[kind]))
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
        features=tuple(_texts(node["feature"])) if "feature" in node.coords else (),
        notes=tuple(_texts(node["note"])),
        origin=_to_origin(node),
    )


_NUMBERS = ("column_mean", "column_deviation", "added_to_distances", "added_to_squares")
_FILES = ("input", "input_name", "input_sha256")
_LEFT_OUT = ("left_out", "left_out_as")


def _from_origin(origin: Origin) -> dict[str, ArrayLike]:
    """Variables of what is known of the origin of the data, and none of what is not."""
    values = dict(origin.numbers)
    for names, rows in ((_FILES, origin.files), (_LEFT_OUT, origin.left_out)):
        values |= dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else {}
    return values


def _to_origin(node: xr.DataTree) -> Origin:
    def rows(names: tuple[str, ...]) -> tuple:
        known = names[0] in node.variables
        return tuple(zip(*(_texts(node[name]) for name in names), strict=True)) if known else ()

    return Origin(
        files=rows(_FILES),
        left_out=rows(_LEFT_OUT),
        preparation=str(node.attrs.get("preparation", "")),
        numbers={name: node[name].values for name in _NUMBERS if name in node.variables},
    )


def load_study(path: str | None) -> Study:
    """The prepared study in a file; without one, a small study made on the spot."""
    return to_study(results.read(path)) if path else example()


def _texts(array: xr.DataArray) -> list[str]:
    return [str(text) for text in array.values]


def from_solution(study: Study, solution: Solution, new_scores: Array) -> dict[str, xr.Dataset]:
    """Two datasets, ``spectrum`` and ``components``, of one formulation's solution."""
    spectrum = results.dataset(
        study.unit,
        index=np.arange(1, solution.n + 1),
        eigenvalue=solution.spectrum,
        rank=solution.rank,
        cutoff=solution.bound,
        residual=solution.residual,
        negative_mass=solution.negative_mass,
    )
    components = results.dataset(
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


def to_solution(tree: xr.DataTree) -> tuple[Solution, Array]:
    """The solution in a formulation's tree, and the coordinates (m, d) of its new samples."""
    spectrum, components = tree["spectrum"], tree["components"]
    solution = Solution(
        spectrum["eigenvalue"].values,
        components["eigenvector"].values,
        float(spectrum["residual"]),
        float(spectrum["cutoff"]),
    )
    return solution, components["new_score"].values


def from_checks(
    checks: Sequence[Check],
    failures: Sequence[Failure] = (),
    unavailable: Mapping[str, str] | None = None,
) -> xr.Dataset:
    """One entry per executed statement: what the report and ``claims.csv`` are made of.

    Beside them, where there are any, the statements that raised an exception, and the formulations
    and peers that were not available, each with the message.
    """
    beside = {}
    if failures:
        beside["not_executed"] = [failure.id for failure in failures]
        beside["not_executed_reason"] = [failure.message for failure in failures]
    if unavailable:
        beside["not_available"] = list(unavailable)
        beside["not_available_reason"] = list(unavailable.values())
    return results.dataset(
        "1",
        claim=[check.id for check in checks],
        status=[LEDGER[check.id].status for check in checks],
        discrepancy=np.array([check.discrepancy for check in checks], dtype=float),
        tolerance=np.array([check.tolerance for check in checks], dtype=float),
        control=np.array([check.control for check in checks], dtype=float),
        margin=np.array([check.margin_of_all for check in checks], dtype=float),
        decided=np.array([check.decided for check in checks], dtype=int),
        entries=np.array([check.entries for check in checks], dtype=int),
        part=[check.part for check in checks],
        verdict=[check.verdict for check in checks],
        report=[check.report for check in checks],
        **beside,
    )


NOT_EXECUTED = "not executed: "
"""How the verdict of a statement begins that raised an exception; the message follows."""


def not_executed(node: xr.DataTree | xr.Dataset) -> list[tuple[str, str]]:
    """Id and message of each statement that raised an exception, from a node of ``from_checks``."""
    return _pairs(node, "not_executed")


def not_available(node: xr.DataTree | xr.Dataset) -> list[tuple[str, str]]:
    """Name and message of each formulation or peer that was not compared."""
    return _pairs(node, "not_available")


def _pairs(node: xr.DataTree | xr.Dataset, name: str) -> list[tuple[str, str]]:
    if name not in node.coords:
        return []
    pairs = zip(node[name].values, node[f"{name}_reason"].values, strict=True)
    return [(str(what), str(reason)) for what, reason in pairs]


def from_claims(rows: list[dict[str, str]]) -> xr.DataTree:
    """The table of claims of all studies as a tree: the rows of ``claims.csv``."""
    numbers = ("discrepancy", "tolerance", "control", "margin")
    lost = [row for row in rows if row["verdict"].startswith(NOT_EXECUTED)]
    rows = [row for row in rows if not row["verdict"].startswith(NOT_EXECUTED)]
    beside = {
        "not_executed": [row["id"] for row in lost],
        "not_executed_study": [row["study"] for row in lost],
        "not_executed_reason": [row["verdict"].removeprefix(NOT_EXECUTED) for row in lost],
    }
    table = results.dataset(
        "1",
        claim=[row["id"] for row in rows],
        in_study=[row["study"] for row in rows],
        status=[row["status"] for row in rows],
        part=[row["part"] for row in rows],
        verdict=[row["verdict"] for row in rows],
        report=[row["report"] for row in rows],
        **{name: np.array([float(row[name]) for row in rows]) for name in numbers},
        **(beside if lost else {}),
    )
    return across_studies("Every statement on every study", claims=table)


def across_studies(title: str, **nodes: xr.Dataset) -> xr.DataTree:
    """A result tree that belongs to no single study."""
    return results.tree("all", title, json.dumps({"name": "several"}), "1", CONVENTION, **nodes)
