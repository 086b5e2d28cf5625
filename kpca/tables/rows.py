"""The rows and columns of a table that missing values leave out."""

from dataclasses import dataclass

import numpy as np

from kpca.arrays import Array, Indices, Truths
from kpca.tables.messages import named, setting
from kpca.tables.table import InputError, Table
from kpca.tables.wording import in_all, some

MISSING = "of its values missing"
"""How the words end that say why a column is left out."""


class MissingError(InputError):
    """Missing values that are refused: ``samples`` of ``rows`` samples have one."""

    def __init__(self, message: str, samples: int, rows: int) -> None:
        super().__init__(message)
        self.samples, self.rows = samples, rows


@dataclass(frozen=True)
class Missing:
    """What is done about missing values.

    rule  ``refuse`` them, ``drop`` their samples, or leave them for ``impute``
    most_of_columns, most_of_samples  columns, then samples, with a larger share are left out
    is_predictable  whether ``impute`` is allowed, which counts each sample once
    """

    rule: str = "refuse"
    most_of_columns: float = 1.0
    most_of_samples: float = 0.0
    is_predictable: bool = True

    @property
    def words(self) -> str:
        """Why a column is left out."""
        return f"more than {self.most_of_columns:.0%} {MISSING}"


def few_missing(path: str, X: Array, missing: Missing | None) -> Truths:
    """Which columns (q,) of X (n, q) have a share of missing values that is not too large."""
    shares = np.isnan(X).mean(axis=0)
    few = shares <= (1.0 if missing is None else missing.most_of_columns)
    if not few.any():
        raise InputError(
            f"{path}: every column has {missing.words}; allowed: a larger " + named("most_missing")
        )
    return few


def complete_rows(table: Table, X: Array, chosen: list[int], missing: Missing | None) -> Truths:
    """Which rows (n,) stay: those without a missing value, or if these are imputed, with few.

    Raises ``InputError`` for infinite values, and for missing ones that are refused.
    """
    accepted = missing is not None and missing.rule != "refuse"
    for wrong, what in ((np.isinf(X), "infinite"), (np.isnan(X), "missing")):
        if wrong.any() and not (accepted and what == "missing"):
            row, at = np.argwhere(wrong)[0]
            do = "; correct them"
            if what == "missing" and missing is not None:
                if missing.is_predictable:
                    do += ", or predict the values with " + setting(missing="impute")
                do += ", or leave these samples out with " + setting(missing="drop")
            message = (
                f"{table.path}, {table.location(row)}, column {table.names[chosen[at]]!r}: the "
                f"value is {what}{in_all(int(wrong.sum()), f'{what} value')}; allowed: finite "
                "numbers" + do
            )
            if what == "missing":
                raise MissingError(message, int(wrong.any(axis=1).sum()), len(X))
            raise InputError(message)
    most = missing.most_of_samples if missing is not None else 0.0
    complete = np.isnan(X).mean(axis=1) <= most
    if not complete.any():
        raise InputError(
            f"{table.path}: every sample has a missing value{f' above {most:.0%}' if most else ''}"
            "; none is left"
        )
    return complete


def left_out_rows(
    table: Table, rows: Indices, complete: Truths, missing: Missing | None
) -> list[str]:
    """A remark on those of some ``rows`` that are left out for missing values, if there are any.

    ``complete`` (n,) says which rows of the table stay.
    """
    gone = [row for row in rows if not complete[row]]
    if not gone:
        return []
    shown = some([table.location(row) for row in gone])
    of = " of the file" if table.first is not None else ""
    most = missing.most_of_samples
    why = f"more than {most:.0%} missing values" if most else "missing values"
    return [f"{len(gone)} of {len(rows)} samples left out for {why}: {shown}{of}"]
