"""Annotated matrices: the .h5ad files of AnnData, dense and sparse."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import compress
from pathlib import Path

import scipy.sparse

from kpca.tables.messages import INSIDE, setting
from kpca.tables.names import with_numbers
from kpca.tables.readers.arrays import chosen, dense, from_array
from kpca.tables.readers.registry import Options, readable, reader
from kpca.tables.table import InputError, Table
from kpca.tables.wording import listed

ENDING = ".h5ad"

DEFAULT = "X"
"""The matrix that is read unless another one is named."""


@reader(ENDING, kind="AnnData", uses=("variable",))
def h5ad(path: Path, options: Options) -> Table:
    """The matrix X of an AnnData file, or the one that ``options.variable`` names.

    The observations name the samples, and the variables the columns. The columns of ``obs`` label
    the samples and are no data, whether they are texts or numbers. Columns of ``var`` with truth
    values are groups of columns. An embedding has a column for each dimension, and a matrix of
    ``obsp`` one for each sample.

    Raises ``InputError`` for a file of another kind, and for a matrix of ``obsp`` that has numbers
    for some pairs of samples only.
    """
    with _opened(path) as file:
        observations = _element(file, "obs")
        names, labels = _index(observations), _labels(observations)
        matrices = [name for name in (DEFAULT, "raw/X") if name in file]
        matrices += [f"layers/{name}" for name in file.get("layers", ())]
        others = [f"{side}/{name}" for side in ("obsm", "obsp") for name in file.get(side, ())]
        default = matrices[0] if DEFAULT in matrices or len(matrices) == 1 else None
        table = chosen(path, matrices + others, options.variable or default)
        matrix = _element(file, table)
        columns, remarks, groups = _columns(file, table, matrix, names)
    if table.startswith("obsp/"):
        _require_every_pair(path, table, matrix)
    others = [] if options.variable else [name for name in matrices if name != table]
    if others:
        remark = f"{table} is read, and not {listed(others)}; to read another matrix, write "
        remarks = [remark + setting(variable=others[0]) + INSIDE, *remarks]
    array = dense(path, matrix)
    facts = {"index": names, "extras": labels, "groups": groups, "remarks": remarks}
    return from_array(path, array, columns, **facts)


def _columns(
    file: "h5py.File",  # noqa: F821
    table: str,
    matrix: object,
    samples: list[str],
) -> tuple[list[str], list[str], dict[str, list[str]]]:
    """The names of the columns of a matrix, a remark on those that several had, and those for which
    a column of ``var`` is true."""
    side, _, name = table.rpartition("/")
    if side == "obsp":
        return (*with_numbers(samples), {})
    if side == "obsm":
        given = [str(column) for column in getattr(matrix, "columns", ())]
        return given or [f"{name}_{j + 1}" for j in range(matrix.shape[1])], [], {}
    variables = _element(file, "raw/var" if table == "raw/X" else "var")
    columns, again = with_numbers(_index(variables))
    flags = [name for name in variables if variables[name].dtype == bool]
    groups = {str(name): [*compress(columns, variables[name])] for name in flags}
    return columns, again, {name: group for name, group in groups.items() if name not in columns}


def _require_every_pair(path: Path, table: str, matrix: object) -> None:
    """Raises ``InputError`` for a sparse matrix that has no number for most pairs of samples."""
    n = matrix.shape[0]
    if scipy.sparse.issparse(matrix) and matrix.nnz < n * (n - 1):
        raise InputError(
            f"{path}: {table} has numbers for {matrix.nnz} of {n * (n - 1)} pairs of samples, "
            "which are neighbors; those of the others are not 0, and unknown; allowed: a matrix of "
            'all pairs, in Python: adata.obsp["all"] = sklearn.metrics.pairwise_distances(adata.'
            'obsm["X_pca"]); or take an embedding, such as ' + setting(variable="obsm/X_pca")
        )


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

    again = "; if AnnData reads it, write it again: in Python, anndata.read_h5ad(...)"
    again += ".write_h5ad(...)"
    with readable(path, "an AnnData file that can be read", again), warnings.catch_warnings():
        # Warnings on the formats of earlier versions, which a user cannot act on.
        warnings.simplefilter("ignore")
        with h5py.File(path, "r") as file:
            yield file


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
