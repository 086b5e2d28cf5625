"""The table of all rows: results/benchmarks.csv."""

import csv
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from kpca.results.files import replacing


@dataclass(frozen=True)
class Row:
    """One method in one case. A number that was not measured is None, and empty in the file.

    case, spectrum, n, d, method  what was fitted; together they name the row
    q              columns of the points
    repeats        fits that count; 0 if the method was left out or failed, which the note says
    seconds        median of the fits, with the least (seconds_low) and the most (seconds_high)
    memory_mb      peak above the imports and the points, in 10^6 bytes; median
    memory_share   the same in units of 8 n^2 bytes
    residual       max |K~ v - mu v|/mu_1 of the first fit
    passes         products with the Gram matrix, those of a certificate left out
    rank           landmarks of a low-rank factor
    refused        fits whose certificate is refused; None if there is no certificate
    proved         bound on the errors of the eigenvalues relative to the largest, by a certificate
                   or by what a low-rank factor leaves of the trace
    members        fewest of the d largest eigenvalues that were found from any random start
    wrong, starts  random starts from which one was missing, or whose certificate is refused, and
                   how many there were
    peer, faster   scikit-learn's fastest solver with a residual up to 1e-12, and how many times
                   faster the method is, if its own residual is as small
    faster_any     the same for scikit-learn's fastest solver, however large its residual is
    note           why a method was left out or failed, or why its certificate is refused
    """

    case: str
    spectrum: str
    n: int
    d: int
    method: str
    q: int | None = None
    repeats: int = 0
    seconds: float | None = None
    seconds_low: float | None = None
    seconds_high: float | None = None
    memory_mb: float | None = None
    memory_share: float | None = None
    residual: float | None = None
    passes: int | None = None
    rank: int | None = None
    refused: int | None = None
    proved: float | None = None
    members: int | None = None
    wrong: int | None = None
    starts: int | None = None
    peer: str = ""
    faster: float | None = None
    faster_any: float | None = None
    note: str = ""

    @property
    def name(self) -> tuple[str, str, int, int, str]:
        """What identifies the row."""
        return (self.case, self.spectrum, self.n, self.d, self.method)


_TYPES = {
    column.name: next(kind for kind in (str, int, float) if kind.__name__ in str(column.type))
    for column in fields(Row)
}


def write(path: Path, rows: Iterable[Row]) -> None:
    """Write the rows; a number has four digits. A run that is interrupted leaves the old file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(_TYPES)
        table.writerows([_text(value) for value in asdict(row).values()] for row in rows)


def read(path: Path) -> list[Row]:
    """The rows of a file; none if there is no file."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        records = list(csv.DictReader(file))
    return [Row(**{name: _value(name, record[name]) for name in _TYPES}) for record in records]


def merged(old: Iterable[Row], new: Iterable[Row]) -> list[Row]:
    """All rows, where a new row replaces an old one of the same name.

    A row of a method that was left out does not replace one that was measured.
    """
    table = {row.name: row for row in old}
    for row in new:
        before = table.get(row.name)
        if not (row.note.startswith("skipped") and before is not None and before.repeats):
            table[row.name] = row
    return list(table.values())


def line(row: Row) -> str:
    """A row for the terminal."""
    who = f"{row.case:<16.16} {row.spectrum:<11.11} {row.n:>8} {row.d:>3}  {row.method:<24}"
    if row.seconds is None:
        return f"{who} {row.note[:60]}"
    faster = f"{row.faster:6.1f}x" if row.faster else " " * 7
    share = f"{row.memory_share:5.2f}" if row.memory_share is not None else " " * 5
    error = f"{row.residual:8.0e}" if row.residual is not None else ""
    return f"{who} {row.seconds:9.3f} s {faster} {share} {error}".rstrip()


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _value(key: str, text: str) -> Any:
    kind = _TYPES[key]
    return text if kind is str else None if text == "" else kind(text)
