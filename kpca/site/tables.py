"""The rows of the tables of the site, from the table of checks, the ledger and the manifest."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kpca.results.checks import NOT_EXECUTED
from kpca.statements.errata import ERRATA
from kpca.statements.ledger import LEDGER

Row = Mapping[str, str]
"""A row of checks.csv."""

SIGNS = {"agrees": ("agrees", "✓"), "undecided": ("undecided", "~")}
"""Class and sign of a cell, by its verdict; every other verdict fails."""

BENCHMARK = ("case", "n", "d", "method", "seconds", "memory_mb", "residual", "faster", "note")


def _ratio(row: Row) -> float:
    """Discrepancy over tolerance; 0 for a statement that raised an exception."""
    return float(row["discrepancy"]) / float(row["tolerance"]) if row["tolerance"] else 0.0


def statements(rows: Sequence[Row], links: Mapping[str, str]) -> list[dict[str, Any]]:
    """A row for each statement of the ledger; ``links`` has the address that executes it, by id."""
    return [_statement(id, [row for row in rows if row["id"] == id], links) for id in LEDGER]


def _statement(id: str, rows: Sequence[Row], links: Mapping[str, str]) -> dict[str, Any]:
    words, worst = LEDGER[id], max(rows, key=_ratio, default=None)
    agreeing = sum(row["verdict"] == "agrees" for row in rows)
    ratio = _ratio(worst) if worst else 0.0
    return {
        "id": id,
        "text": words.text,
        "notes": words.notes,
        "status": words.status,
        "worst": f"{ratio:.2g} ({worst['study']})" if worst else "",
        "order": ratio,
        "agree": f"{agreeing} of {len(rows)}" if rows else "not executed",
        "studies": ", ".join(row["study"] for row in rows),
        "link": links.get(id, ""),
    }


def matrix(rows: Sequence[Row], studies: Sequence[str]) -> list[dict[str, Any]]:
    """A row for each statement that was executed, with a cell, or None, for each study."""
    by_id_and_study = {(row["id"], row["study"]): row for row in rows}
    ids = [id for id in LEDGER if any((id, study) in by_id_and_study for study in studies)]
    return [
        {"id": id, "cells": [_cell(by_id_and_study.get((id, study))) for study in studies]}
        for id in ids
    ]


def _cell(row: Row | None) -> dict[str, str] | None:
    if row is None:
        return None
    kind, sign = SIGNS.get(row["verdict"], ("fails", "✗"))
    numbers = ", ".join(
        f"{name} {float(row[key]):.1e}"
        for name, key in (
            ("discrepancy", "discrepancy"),
            ("tolerance", "tolerance"),
            ("broken formula", "control"),
        )
        if row[key]
    )
    verdict = row["verdict"] if row["verdict"] in SIGNS else "fails"
    if verdict == "agrees" and LEDGER[row["id"]].status == "misprint":
        verdict = "agrees as corrected"
    if row["verdict"].startswith(NOT_EXECUTED):
        numbers = row["verdict"]
    words = f"{row['id']} on {row['study']}: {verdict}; {numbers}. {LEDGER[row['id']].text}"
    return {"kind": kind, "sign": sign, "study": row["study"], "verdict": verdict, "words": words}


def errata(rows: Sequence[Row], links: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Each erratum with the error of the printed form, the control, where it is worst and mildest.

    Each size has the study, the error, and how many tolerances it is: most of them are the worst.
    """
    for id, erratum in ERRATA.items():
        executed = [row for row in rows if row["id"] == id and row["tolerance"]]
        executed.sort(key=lambda row: float(row["tolerance"]) / float(row["control"]))
        sizes = [
            (
                row["study"],
                f"{float(row['control']):.1e}",
                f"{float(row['control']) / float(row['tolerance']):.1e}",
            )
            for row in executed[:1] + executed[1:][-1:]
        ]
        yield {**erratum._asdict(), "id": id, "sizes": sizes, "link": links.get(id, "")}


def benchmark(rows: Sequence[Row]) -> list[list[str]]:
    """The cells of each fit of the benchmark, with few digits."""
    return [[_short(row.get(name, "")) for name in BENCHMARK] for row in rows]


def _short(text: str) -> str:
    """A number with three digits; a text as it is, apart from what a table would read as markup."""
    if re.fullmatch(r"-?[\d.]+(e[-+]?\d+)?", text) and not text.isdecimal():
        return f"{float(text):.3g}"
    return text.replace("|", "\\|")
