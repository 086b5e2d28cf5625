"""Counts of 10x Genomics: a sparse matrix, with the names of its rows and columns beside it."""

import gzip
from pathlib import Path

from kpca.tables.names import with_numbers
from kpca.tables.readers.arrays import dense, from_array
from kpca.tables.readers.registry import Options, Reader, readable
from kpca.tables.table import InputError, Table

MATRIX, CELLS, GENES = "matrix.mtx", "barcodes.tsv", ("features.tsv", "genes.tsv")
"""The files in a folder of Cell Ranger, each of which may be compressed."""


def is_one(folder: Path) -> bool:
    """Whether a folder has a matrix and the names of its columns."""
    return _file(folder, MATRIX) is not None and _file(folder, CELLS) is not None


def read(path: Path, options: Options) -> Table:
    """The counts in a folder of Cell Ranger, with a cell in each row: its columns are cells.

    The genes have their symbols as names where these differ, else their identifiers. Raises
    ``InputError`` for a file that is broken, and names that are not as many as rows or columns.
    """
    import scipy.io

    genes_in = next((file for name in GENES if (file := _file(path, name))), None)
    if genes_in is None:
        raise InputError(f"{path}: a file is missing; allowed: {' or '.join(GENES)}, or with .gz")
    with readable(path, "a matrix of Cell Ranger"):
        counts = scipy.io.mmread(_file(path, MATRIX), spmatrix=False)
        cells = [row[0] for row in _rows(_file(path, CELLS))]
        genes = _rows(genes_in)
    symbols = [row[min(1, len(row) - 1)] for row in genes]
    names = symbols if len({*symbols}) == len(symbols) else [row[0] for row in genes]
    variables, remarks = with_numbers(names)
    facts = {"index": cells, "remarks": remarks, "is_transposed": True}
    return from_array(path, dense(path, counts.T), variables, **facts)


READER = Reader(read, kind="folder of Cell Ranger", uses=(), in_folder=True)


def _file(folder: Path, name: str) -> Path | None:
    """The file of this name, or the compressed one; None if there is neither."""
    return next((file for file in (folder / name, folder / f"{name}.gz") if file.is_file()), None)


def _rows(file: Path) -> list[list[str]]:
    data = file.read_bytes()
    text = (gzip.decompress(data) if file.suffix == ".gz" else data).decode()
    return [line.split("\t") for line in text.splitlines()]
