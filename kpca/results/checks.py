"""Checks as a result dataset, the table of the checks of all studies, and back."""

from collections.abc import Mapping, Sequence

import numpy as np
import xarray as xr

from kpca.results import codec, registry
from kpca.results.studies import across_studies
from kpca.statements.check import Check, Failure
from kpca.statements.status import STATUS

_CHECK = {
    "discrepancy": "discrepancy",
    "tolerance": "tolerance",
    "control": "control",
    "margin": "margin_of_all",
    "decided": "decided",
    "entries": "entries",
    "part": "part",
    "verdict": "verdict",
    "report": "report",
}
_FAILED = ("not_executed", "not_executed_reason")
_UNAVAILABLE = ("not_available", "not_available_reason")
_SUBSETS = ("in_subset", "executed_on")


def to_dataset(
    checks: Sequence[Check],
    failures: Sequence[Failure] = (),
    unavailable: Mapping[str, str] | None = None,
) -> xr.Dataset:
    """A dataset with one check for each executed statement, for the report and ``checks.csv``.

    It also has the statements that raised an exception, and the formulations and peers that were
    not available, each with its message, if there are any.
    """
    return registry.dataset(
        "1",
        statement=[check.id for check in checks],
        status=[STATUS[check.id] for check in checks],
        **{name: [getattr(check, field) for check in checks] for name, field in _CHECK.items()},
        **codec.columns(_FAILED, [(failure.id, failure.message) for failure in failures]),
        **codec.columns(_UNAVAILABLE, [*(unavailable or {}).items()]),
    )


NOT_EXECUTED = "not executed: "
"""The beginning of the verdict of a statement that raised an exception; the message follows."""


def not_executed(node: xr.DataTree | xr.Dataset) -> list[tuple[str, str]]:
    """Id and message of each statement that raised an exception, from a node of ``to_dataset``."""
    return [(id, message) for id, message in codec.rows(node, _FAILED)]


def not_available(node: xr.DataTree | xr.Dataset) -> list[tuple[str, str]]:
    """Name and message of each formulation or peer that was not compared."""
    return [(name, message) for name, message in codec.rows(node, _UNAVAILABLE)]


def subsets_of(node: xr.DataTree) -> dict[str, str]:
    """On how many samples the statements were executed, of each study where these are not all."""
    return {study: words for study, words in codec.rows(node, _SUBSETS)}


def to_tree(rows: list[dict[str, str]], subsets: Mapping[str, str] | None = None) -> xr.DataTree:
    """The table of the checks of all studies as a tree: the rows of ``checks.csv``.

    ``subsets`` names the studies whose statements were executed on a random subset or without the
    weights, and says on what: "300 of 5000 samples, a random subset".
    """
    numbers, counts = ("discrepancy", "tolerance", "control", "margin"), ("decided", "entries")
    lost = [
        (row["id"], row["study"], row["verdict"].removeprefix(NOT_EXECUTED))
        for row in rows
        if row["verdict"].startswith(NOT_EXECUTED)
    ]
    rows = [row for row in rows if not row["verdict"].startswith(NOT_EXECUTED)]
    table = registry.dataset(
        "1",
        statement=[row["id"] for row in rows],
        in_study=[row["study"] for row in rows],
        **{name: [row[name] for row in rows] for name in ("status", "part", "verdict", "report")},
        **{name: np.array([row[name] for row in rows], dtype=float) for name in numbers},
        **{name: np.array([row[name] for row in rows], dtype=int) for name in counts},
        **codec.columns(("not_executed", "not_executed_study", "not_executed_reason"), lost),
        **codec.columns(_SUBSETS, [*(subsets or {}).items()]),
    )
    return across_studies("Every statement on every study", checks=table)
