"""Checks as a result dataset, the table of the checks of all studies, and back."""

from collections.abc import Mapping, Sequence

import numpy as np
import xarray as xr

from kpca.results import registry
from kpca.results.studies import across_studies
from kpca.statements.check import Check, Failure
from kpca.statements.status import STATUS


def to_dataset(
    checks: Sequence[Check],
    failures: Sequence[Failure] = (),
    unavailable: Mapping[str, str] | None = None,
) -> xr.Dataset:
    """A dataset with one check for each executed statement, for the report and ``checks.csv``.

    It also has the statements that raised an exception, and the formulations and peers that were
    not available, each with its message, if there are any.
    """
    beside = {}
    if failures:
        beside["not_executed"] = [failure.id for failure in failures]
        beside["not_executed_reason"] = [failure.message for failure in failures]
    if unavailable:
        beside["not_available"] = list(unavailable)
        beside["not_available_reason"] = list(unavailable.values())
    return registry.dataset(
        "1",
        statement=[check.id for check in checks],
        status=[STATUS[check.id] for check in checks],
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
"""The beginning of the verdict of a statement that raised an exception; the message follows."""


def not_executed(node: xr.DataTree | xr.Dataset) -> list[tuple[str, str]]:
    """Id and message of each statement that raised an exception, from a node of ``to_dataset``."""
    return _pairs(node, "not_executed")


def not_available(node: xr.DataTree | xr.Dataset) -> list[tuple[str, str]]:
    """Name and message of each formulation or peer that was not compared."""
    return _pairs(node, "not_available")


def _pairs(node: xr.DataTree | xr.Dataset, name: str) -> list[tuple[str, str]]:
    if name not in node.coords:
        return []
    pairs = zip(node[name].values, node[f"{name}_reason"].values, strict=True)
    return [(str(what), str(reason)) for what, reason in pairs]


def subsets_of(node: xr.DataTree) -> dict[str, str]:
    """On how many samples the statements were executed, of each study where these are not all."""
    if "in_subset" not in node.coords:
        return {}
    names, words = node["in_subset"].values, node["executed_on"].values
    return {str(name): str(word) for name, word in zip(names, words, strict=True)}


def to_tree(rows: list[dict[str, str]], subsets: Mapping[str, str] | None = None) -> xr.DataTree:
    """The table of the checks of all studies as a tree: the rows of ``checks.csv``.

    ``subsets`` names the studies whose statements were executed on a random subset or without the
    weights, and says on what: "300 of 5000 samples, a random subset".
    """
    numbers, counts = ("discrepancy", "tolerance", "control", "margin"), ("decided", "entries")
    lost = [row for row in rows if row["verdict"].startswith(NOT_EXECUTED)]
    rows = [row for row in rows if not row["verdict"].startswith(NOT_EXECUTED)]
    beside = {
        "not_executed": [row["id"] for row in lost],
        "not_executed_study": [row["study"] for row in lost],
        "not_executed_reason": [row["verdict"].removeprefix(NOT_EXECUTED) for row in lost],
    }
    table = registry.dataset(
        "1",
        statement=[row["id"] for row in rows],
        in_study=[row["study"] for row in rows],
        status=[row["status"] for row in rows],
        part=[row["part"] for row in rows],
        verdict=[row["verdict"] for row in rows],
        report=[row["report"] for row in rows],
        **{name: np.array([float(row[name]) for row in rows]) for name in numbers},
        **{name: np.array([int(row[name]) for row in rows], dtype=int) for name in counts},
        **(beside if lost else {}),
        **({"in_subset": list(subsets), "executed_on": list(subsets.values())} if subsets else {}),
    )
    return across_studies("Every statement on every study", checks=table)
