"""Annotated matrices: the .h5ad files of AnnData, dense and sparse."""

import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kpca.tables.messages import INSIDE, setting
from kpca.tables.readers.arrays import chosen, dense, from_array
from kpca.tables.readers.registry import Options, reader
from kpca.tables.table import InputError, Table
from kpca.tables.wording import listed

ENDING = ".h5ad"

DEFAULT = "X"
"""The matrix that is read unless another one is named."""


@reader(ENDING, kind="AnnData")
def h5ad(path: Path, options: Options) -> Table:
    """The matrix X of an AnnData file, or the one that ``options.variable`` names.

    The observations name the samples, and the variables the columns. The columns of ``obs`` label
    the samples and are no data, whether they are texts or numbers.

    Raises ``InputError`` for a file of another kind, and for variables that have one name.
    """
    with _opened(path) as file:
        observations = _element(file, "obs")
        names, labels = _index(observations), _labels(observations)
        tables = [name for name in (DEFAULT, "raw/X") if name in file]
        tables += [f"layers/{name}" for name in file.get("layers", ())]
        default = DEFAULT if DEFAULT in tables else None
        table = chosen(path, tables, options.variable or default)
        matrix = _element(file, table)
        columns = _index(_element(file, "raw/var" if table == "raw/X" else "var"))
    _require_distinct(path, columns)
    remarks = [*_on_tables(table, tables, options), *_on_labels(labels, options)]
    array = dense(path, matrix)
    return from_array(path, array, columns, index=names, extras=labels, remarks=remarks)


def sample_names(path: Path, column: str | int | None = None) -> list[str] | None:
    """The names (n,) of the samples in an AnnData file, in the order of its observations.

    ``column`` is the key ``names``: a column of ``obs``. None if there is no such column.
    """
    with _opened(path) as file:
        observations = _element(file, "obs")
        return _index(observations) if column is None else _labels(observations).get(column)


@contextmanager
def _opened(path: Path) -> "Iterator[h5py.File]":  # noqa: F821
    """An AnnData file; what goes wrong inside of the ``with`` block is reported as its fault."""
    import h5py

    # Raises the usual OSError for a file that is not there; HDF5 has other words for it.
    path.open("rb").close()
    try:
        with warnings.catch_warnings():
            # Warnings on the formats of earlier versions, which a user cannot act on.
            warnings.simplefilter("ignore")
            with h5py.File(path, "r") as file:
                yield file
    except InputError:
        raise
    except Exception as error:
        # For a broken file the libraries below raise exceptions of many types.
        raise InputError(
            f"{path}: not an AnnData file that can be read: {error}; if AnnData reads it, write it "
            "again: in Python, anndata.read_h5ad(...).write_h5ad(...)"
        ) from error


def _element(file: "h5py.File", name: str) -> object:  # noqa: F821
    """A matrix or a data frame in the file."""
    from anndata.io import read_elem

    return read_elem(file[name])


def _index(frame: "pandas.DataFrame") -> list[str]:  # noqa: F821
    return [str(name) for name in frame.index]


def _labels(frame: "pandas.DataFrame") -> dict[str, list[str]]:  # noqa: F821
    """The columns of ``obs`` as texts (n,): those of texts before those of numbers."""
    from pandas.api.types import is_numeric_dtype

    columns = sorted(frame.items(), key=lambda item: is_numeric_dtype(item[1].dtype))
    return {
        str(name): [
            "" if missing else str(value)
            for value, missing in zip(values.tolist(), values.isna(), strict=True)
        ]
        for name, values in columns
    }


def _require_distinct(path: Path, columns: list[str]) -> None:
    twice = [name for name, count in Counter(columns).items() if count > 1]
    if twice:
        raise InputError(
            f"{path}: two variables are called {twice[0]!r}; allowed: distinct names; in Python, "
            "adata.var_names_make_unique() makes them so, and adata.write_h5ad(...) writes the "
            "file again"
        )


def _on_tables(table: str, tables: list[str], options: Options) -> list[str]:
    """A remark on the other matrices of a file of which none was named."""
    others = [name for name in tables if name != table]
    if options.variable or not others:
        return []
    return [
        f"{table} is read, and not {listed(others)}; to read another matrix, write "
        + setting(variable=others[0])
        + INSIDE
    ]


def _on_labels(labels: dict[str, list[str]], options: Options) -> list[str]:
    """A remark on the columns of ``obs`` that the configuration does not name."""
    others = [name for name in labels if name not in options.named]
    if not others:
        return []
    offer = "; to color by one, write " + setting(labels=others[0]) + INSIDE
    shown = f"columns of obs that are no data: {listed(list(map(repr, others)))}"
    return [shown if options.named else shown + offer]
