"""Tables of checks: each statement beside its id, what was measured, and the verdict."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from kpca.figures import tables
from kpca.statements.check import Check, Outcome
from kpca.statements.ledger import LEDGER

CAPTION = (
    "Discrepancy: the measured error. Tolerance: the largest error that rounding can cause. "
    "Control: the error of a formula that is wrong on purpose; it must be far above the tolerance. "
    "Decided: how many of the compared numbers the check could judge."
)


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
        kept = largest.setdefault(row[1].id, row)
        if row[1].discrepancy > kept[1].discrepancy:
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


def by_study(checks: Mapping[str, Sequence[Check]]) -> None:
    """How many checks agree on each study, and the check that uses most of its tolerance."""
    rows = []
    for study, found in checks.items():
        worst = max(found, key=lambda check: check.ratio)
        agreeing = f"{sum(check.agrees for check in found)} of {len(found)}"
        statement = f"{worst.id}: {LEDGER[worst.id].text}"
        rows.append([study, agreeing, worst.ratio, statement])
    columns = ["study", "checks that agree", "largest share of a tolerance", "of this statement"]
    caption = "Checks that agree, and the check that uses most of its tolerance."
    frame = pd.DataFrame(rows, columns=columns)
    tables.show("checks-by-study", caption, frame, {columns[2]: "{:.2g}"})
