"""The rows of the tables of the site, from the table of checks, the ledger and the manifest."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kpca.statements.errata import ERRATA
from kpca.statements.ledger import LEDGER

Row = Mapping[str, str]
"""A row of checks.csv."""


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


def errata(rows: Sequence[Row], links: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Each erratum with the error of the printed form where it is mildest.

    It says how many times more the printed form, the control, is off than the tolerance allows.
    """
    for id, erratum in ERRATA.items():
        times = [
            float(row["control"]) / float(row["tolerance"])
            for row in rows
            if row["id"] == id and row["tolerance"]
        ]
        least = f"{min(times):.0e}" if times else ""
        yield {**erratum._asdict(), "id": id, "least": least, "link": links.get(id, "")}
