"""One table from a file, by the ending of its name."""

from dataclasses import replace
from pathlib import Path

from kpca.tables.readers import (  # noqa: F401, because their readers register
    annotated,
    archives,
    arrays,
    binary,
    phylip,
    shapes,
    text,
    workbook,
)
from kpca.tables.readers.registry import READERS, Options, kinds
from kpca.tables.table import InputError, Table

__all__ = ["READERS", "kinds", "read"]

CONVERSIONS = {
    ".rds": 'in R: write.csv(readRDS("{name}"), "{stem}.csv")',
    ".rdata": 'in R: load("{name}"), then write.csv(x, "{stem}.csv") for the table x',
    ".rda": 'in R: load("{name}"), then write.csv(x, "{stem}.csv") for the table x',
    **dict.fromkeys(
        (".svm", ".libsvm", ".svmlight"),
        'in Python: scipy.io.mmwrite("{stem}.mtx", '
        'sklearn.datasets.load_svmlight_file("{name}")[0])',
    ),
    ".html": 'in Python: pandas.read_html("{name}")[0].to_csv("{stem}.csv", index=False)',
    ".arff": 'in R: write.csv(foreign::read.arff("{name}"), "{stem}.csv", row.names = FALSE)',
    ".sas7bdat": 'in Python: pandas.read_sas("{name}").to_csv("{stem}.csv", index=False)',
    ".xls": "save it in Excel as .xlsx",
    ".ods": "save it as .xlsx or .csv",
    ".pkl": 'pickles are never opened; in Python: frame.to_parquet("{stem}.parquet")',
    ".pickle": 'pickles are never opened; in Python: frame.to_parquet("{stem}.parquet")',
    **dict.fromkeys(
        (".jsonl", ".ndjson"),
        'in Python: pandas.read_json("{name}", lines=True).to_csv("{stem}.csv", index=False)',
    ),
    **dict.fromkeys(
        (".h5", ".hdf5", ".hdf"),
        'in Python: pandas.read_hdf("{name}").to_parquet("{stem}.parquet"), or '
        'numpy.save("{stem}.npy", h5py.File("{name}")[...][:]) for an array of numbers',
    ),
    ".orc": 'in Python: pandas.read_orc("{name}").to_parquet("{stem}.parquet")',
    ".xpt": 'in Python: pandas.read_sas("{name}").to_csv("{stem}.csv", index=False)',
    ".xlsb": "save it in Excel as .xlsx",
    ".json": 'in Python: pandas.read_json("{name}").to_csv("{stem}.csv", index=False)',
}
"""How a file of another kind becomes one that is read, by its ending."""


def read(
    path: Path,
    header: bool | None = None,
    variable: str | None = None,
    wider: int | None = None,
    **more: object,
) -> Table:
    """The table in a file; ``kpca.tables.readers.registry.Options`` explains the arguments.

    Raises ``InputError`` for a file that is not there, that is of no kind that can be read, or
    that is broken.
    """
    path, ending = Path(path), Path(path).suffix.lower()
    options = Options(header, variable, wider, **more)
    if ending not in READERS:
        line = CONVERSIONS.get(ending, "").format(name=path.name, stem=path.stem)
        raise InputError(
            f"{path}: files ending in {ending or 'nothing'!r} are not known"
            f"{f'; {line}' if line else ''}; allowed: {', '.join(sorted(READERS))}"
        )
    try:
        table = READERS[ending].read(path, options)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    missing = replace(table.numerals, missing=options.missing_values or ())
    shaped = shapes.shaped(replace(table, path=str(path), numerals=missing), options)
    return replace(shaped, sha256=table.sha256)
