"""Counts in BIOM: version 1, which is JSON, and version 2, which is HDF5."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse

from kpca.tables.readers.arrays import as_text, dense, from_array
from kpca.tables.readers.registry import Options, readable, reader
from kpca.tables.readers.signatures import beginning
from kpca.tables.table import InputError, Table
from kpca.tables.wording import listed

FORMAT = "Biological Observation Matrix"

CONVERT = "; if biom reads it, write it again: biom convert -i {name} -o again.biom --to-hdf5"

Metadata = dict[str, list[str]]


@reader(".biom", kind="BIOM", uses=())
def read(path: Path, options: Options) -> Table:
    """The table in a BIOM file, with one sample a row: those are the columns of its matrix.

    What the file says about the samples is in ``extras``, by which they can be labeled.
    Raises ``InputError`` for other content, and for texts in place of numbers.
    """
    is_json = beginning(path).lstrip()[:1] == b"{"
    with readable(path, "a BIOM file that can be read", CONVERT.format(name=path.name)):
        counts, samples, observations, extras, left_out = (_json if is_json else _hdf5)(path)
    remarks = [f"metadata left out: {listed([*map(repr, left_out)])}"] if left_out else []
    array = dense(path, counts)
    facts = {"index": samples, "extras": extras, "remarks": remarks, "is_transposed": True}
    return from_array(path, array, observations, **facts)


Parts = tuple[Any, list[str], list[str], Metadata, list[str]]
"""The counts (n, q), the names of the n samples and q observations, and what is said of them."""


def _json(path: Path) -> Parts:
    file = json.loads(path.read_text(encoding="utf-8"))
    if FORMAT not in str(file.get("format")):
        raise InputError(f"{path}: JSON, but no BIOM: its 'format' is {file.get('format')!r}")
    if file.get("matrix_element_type") not in ("int", "float"):
        kind = file.get("matrix_element_type")
        raise InputError(f"{path}: BIOM of elements {kind!r}; allowed: int or float")
    q, n = file["shape"]
    if file["matrix_type"] == "sparse":
        rows, columns, values = np.array(file["data"], dtype=float).reshape(-1, 3).T
        at = columns.astype(int), rows.astype(int)
        counts = scipy.sparse.coo_array((values, at), shape=(n, q))
    else:
        counts = np.array(file["data"], dtype=float).T
        if counts.shape != (n, q):
            raise ValueError(f"data of shape {counts.T.shape}, and 'shape' is {[q, n]}")
    extras, left_out = _of_json(file["columns"])
    about_rows = sorted({key for row in file["rows"] for key in row.get("metadata") or {}})
    samples, observations = ([str(one["id"]) for one in file[side]] for side in ("columns", "rows"))
    return counts, samples, observations, extras, [*left_out, *about_rows]


def _of_json(columns: list[dict[str, Any]]) -> tuple[Metadata, list[str]]:
    """What is said about each sample in one text or number, and the names of other metadata."""
    every = [column.get("metadata") or {} for column in columns]
    keys = list(dict.fromkeys(key for metadata in every for key in metadata))
    plain = [key for key in keys if all(_is_plain(metadata.get(key)) for metadata in every)]
    texts = {key: [as_text(metadata.get(key)) for metadata in every] for key in plain}
    return texts, [key for key in keys if key not in plain]


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def _hdf5(path: Path) -> Parts:
    import h5py

    with h5py.File(path, "r") as file:
        if not {"sample/ids", "sample/matrix", "observation/ids"} <= {*_names(file)}:
            raise InputError(f"{path}: HDF5, but no BIOM: it has no 'sample/matrix'")
        samples, observations = (
            [as_text(name) for name in file[f"{side}/ids"][:]] for side in ("sample", "observation")
        )
        # Each row has a sample, as the file has the table in both orders.
        matrix = file["sample/matrix"]
        parts = (matrix["data"][:], matrix["indices"][:], matrix["indptr"][:])
        shape = len(samples), len(observations)
        counts = scipy.sparse.csr_array(parts, shape=shape)
        extras, left_out = _of_hdf5(file.get("sample/metadata", {}), len(samples))
        about_rows = [*file.get("observation/metadata", {})]
    return counts, samples, observations, extras, [*left_out, *about_rows]


def _names(file: "h5py.File") -> list[str]:  # noqa: F821
    names: list[str] = []
    file.visit(names.append)
    return names


def _of_hdf5(group: Any, n: int) -> tuple[Metadata, list[str]]:
    plain = [
        key for key in group if group[key].shape == (n,) and group[key].dtype.kind in "OSUbiuf"
    ]
    texts = {key: [as_text(value) for value in group[key][:]] for key in plain}
    return texts, [key for key in group if key not in plain]
