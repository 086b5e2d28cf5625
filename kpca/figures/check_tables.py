"""Tables of statements: what they say, what their checks measured, and what the notes misprint."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from kpca.figures import tables
from kpca.formulations.conventions import CONVENTIONS, QUANTITIES, Convention
from kpca.statements.check import Check, Outcome
from kpca.statements.errata import ERRATA, SLIPS
from kpca.statements.ledger import LEDGER

CAPTION = "Statements and their checks on this study."


def show(*outcomes: Outcome) -> None:
    """The table of some checks, of those that raised, and of those that do not apply."""
    frame = pd.DataFrame([_row(outcome) for outcome in outcomes], columns=COLUMNS)
    name = f"checks-{'-'.join(outcome.id for outcome in outcomes[:3])}"
    tables.show(name, CAPTION, frame, dict.fromkeys(NUMBERS, "{:.1e}"))


NUMBERS = ["discrepancy", "tolerance", "control"]
COLUMNS = ["id", "statement", *NUMBERS, "decided", "verdict"]


def _row(outcome: Outcome) -> list[object]:
    first = [outcome.id, LEDGER[outcome.id].text]
    if not isinstance(outcome, Check):
        return [*first, *[np.nan] * len(NUMBERS), "", outcome.report]
    numbers = [getattr(outcome, name) for name in NUMBERS]
    return [*first, *numbers, f"{outcome.decided} of {outcome.entries}", outcome.report]


def in_two_arithmetics(rows: Sequence[tuple[str, Check, Check]], shrink: float) -> None:
    """Each statement on the study where its discrepancy in double precision is largest.

    ``rows`` has the name of a study, the check in double precision and that with fifty digits;
    ``shrink`` is the ratio of the unit roundoffs.
    """
    largest = {}
    for row in rows:
        worst = largest.setdefault(row[1].id, row)
        if row[1].discrepancy > worst[1].discrepancy:
            largest[row[1].id] = row
    columns = ["double precision", "fifty digits", "tolerance", "control"]
    frame = pd.DataFrame(
        [
            [
                id,
                LEDGER[id].text,
                study,
                a.discrepancy,
                b.discrepancy,
                b.tolerance * shrink,
                b.control,
            ]
            for id, (study, a, b) in largest.items()
        ],
        columns=["id", "statement", "study", *columns],
    )
    caption = (
        "Discrepancies in both arithmetics, each on the study where it is largest in double "
        "precision. Tolerance and control are those with fifty digits."
    )
    tables.show("two-arithmetics-table", caption, frame, dict.fromkeys(columns, "{:.1e}"))


def statements(studies: Mapping[str, int]) -> None:
    """The statements of the ledger with the notes, the status, and on how many studies each ran."""
    rows = [
        [id, LEDGER[id].text, LEDGER[id].notes, LEDGER[id].status, n] for id, n in studies.items()
    ]
    columns = ["id", "statement", "notes", "status", "studies"]
    caption = (
        "Every statement, the notes it comes from, and the number of studies it is executed on."
    )
    tables.show("ledger", caption, pd.DataFrame(rows, columns=columns), {"studies": "{}"})


def errata(executed: Mapping[str, str], study: str) -> None:
    """The misprints of the notes: what is printed, what is meant, and what came out on a study."""
    rows = [
        [
            id,
            erratum.location,
            erratum.printed,
            erratum.corrected,
            executed.get(id, "not on this study"),
            erratum.why,
        ]
        for id, erratum in ERRATA.items()
    ]
    columns = ["id", "location", "printed", "corrected", "executed", "why"]
    caption = f"Misprints and mistakes of the notes. Executed: on the study {study}."
    tables.show("errata", caption, pd.DataFrame(rows, columns=columns))


def slips() -> None:
    """Slips of notation in the notes, to which no number belongs."""
    frame = pd.DataFrame(SLIPS, columns=["note", "printed", "meant"])
    tables.show("slips", "Slips of notation.", frame)


def conventions() -> None:
    """What others print, as multiples of what is printed here."""
    rows = [
        [name, convention.source, *(_factor(convention, quantity) for quantity in QUANTITIES)]
        for name, convention in CONVENTIONS.items()
    ]
    frame = pd.DataFrame(rows, columns=["who", "says", *QUANTITIES])
    caption = (
        "What others print, as multiples of what is printed here: eigenvalue μ of K̃, coefficients "
        "v/√μ, scores √μ v. An empty cell: they do not print it."
    )
    tables.show("conventions", caption, frame)


def _factor(convention: Convention, quantity: str) -> str:
    """n^a (n-1)^b μ^c in words; empty if a convention does not give the quantity."""
    powers = getattr(convention, quantity)
    named = zip(("n", "(n−1)", "μ"), powers or (), strict=False)
    factors = [name if p == 1 else f"{name}^{p:g}" for name, p in named if p]
    return "" if powers is None else " · ".join(factors) or "1"
