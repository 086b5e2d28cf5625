"""The tables of the demonstrations, as the report shows them."""

from pathlib import Path

import pandas as pd

from kpca.figures import tables
from kpca.results import files, summary


def show(folder: Path | None, names: str) -> None:
    """The summary of each demonstration of a run, or the whole table of one without a summary.

    ``folder`` has the results, and ``names`` are divided by blanks.
    """
    for name in names.split():
        stored = _stored(folder, name) if folder else None
        if stored is None:
            print(f"{name}: no results; run 'make report'")
            continue
        caption, frame = stored
        numbers = frame.select_dtypes("number").columns
        tables.show(name, f"{name}: {caption}", frame, dict.fromkeys(numbers, "{:.4g}"))


def _stored(folder: Path, name: str) -> tuple[str, pd.DataFrame] | None:
    result, table = folder / f"{name}.nc", folder / "tables" / f"{name}.csv"
    if not (result.is_file() and table.is_file()):
        return None
    return summary.of(files.read(result)) or ("the whole table.", pd.read_csv(table))
