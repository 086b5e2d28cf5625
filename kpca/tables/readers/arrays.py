"""Arrays of numbers: NumPy, MATLAB and Matrix Market, sparse ones, too. Nothing is unpickled."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pyarrow as pa

from kpca.tables import free_memory
from kpca.tables.messages import INSIDE, as_matrix, setting
from kpca.tables.readers.registry import Options, readable, reader
from kpca.tables.table import InputError, Table
from kpca.tables.wording import counted

NEVER = "; objects are never unpickled"


@reader(".npy", kind="NumPy array", uses=())
def npy(path: Path, options: Options) -> Table:
    """The two-dimensional array of numbers in a .npy file."""
    with readable(path, "an array of numbers as numpy.save writes it", NEVER):
        try:
            with path.open("rb") as file:
                array = np.load(file, allow_pickle=False)
        except MemoryError as error:
            what = f"{path}: {error}; take fewer samples, or write the file again"
            raise InputError(what) from error
    if array.ndim == 1 and options.wider == 0:
        # SciPy's condensed distances.
        array = array[:, None]
    if array.dtype.names:
        return _of_fields(path, array)
    return from_array(path, array)


def _of_fields(path: Path, array: np.ndarray) -> Table:
    """The columns of a structured array (n,), texts among them."""
    fields = {name: array[name] for name in array.dtype.names}
    if any(values.ndim != 1 or values.dtype.kind not in "biufU" for values in fields.values()):
        raise InputError(
            f"{path}: a structured array of type {array.dtype}; allowed: fields of numbers and "
            "texts, with one value in each row"
        )
    columns = [pa.array(values.tolist()) for values in fields.values()]
    return Table(str(path), list(fields), columns)


@reader(".npz", kind="NumPy archive and sparse matrix of SciPy", uses=("variable",))
def npz(path: Path, options: Options) -> Table:
    """The two-dimensional array in a .npz file, or the sparse matrix of ``scipy.sparse``."""
    import scipy.sparse

    with (
        readable(path, "arrays of numbers as numpy.savez writes them", NEVER),
        path.open("rb") as opened,
        np.load(opened, allow_pickle=False) as file,
    ):
        if {"format", "shape", "data"} <= set(file.files):
            return from_array(path, dense(path, scipy.sparse.load_npz(path)))
        arrays = {name: file[name] for name in file.files}
    return _from_arrays(path, arrays, options)


@reader(".mat", kind="MATLAB", uses=("variable",))
def mat(path: Path, options: Options) -> Table:
    """The matrix in a MATLAB file, up to version 7, which may stand in a structure."""
    import scipy.io

    with readable(path, "a MATLAB file"):
        try:
            arrays = scipy.io.loadmat(path, simplify_cells=True, spmatrix=False)
        except NotImplementedError as error:
            raise InputError(
                f"{path}: a file of MATLAB 7.3; write the matrix X in MATLAB with "
                f"save('{path.name}', 'X', '-v7')"
            ) from error
    return _from_arrays(path, {k: v for k, v in _flat(arrays).items() if k[:2] != "__"}, options)


@reader(".mtx", kind="Matrix Market", uses=(), is_text=True)
def mtx(path: Path, options: Options) -> Table:
    """The matrix in a Matrix Market file; what is not in the file is 0."""
    import scipy.io

    with readable(path, "a Matrix Market file"):
        matrix = scipy.io.mmread(path, spmatrix=False)
    return from_array(path, dense(path, matrix))


def dense(path: Path, matrix: object) -> np.ndarray:
    """An array, from a sparse matrix if it fits into the memory."""
    import scipy.sparse

    if not scipy.sparse.issparse(matrix):
        return np.asarray(matrix)
    free_memory.require_bytes(path, 8 * matrix.shape[0] * matrix.shape[1])
    if matrix.format in ("csr", "csc"):
        # SciPy writes beside the array for indices that are none of its columns.
        try:
            matrix.check_format(full_check=True)
        except ValueError as error:
            raise InputError(f"{path}: a broken sparse matrix: {error}; write it again") from error
    return matrix.toarray()


def _from_arrays(path: Path, arrays: Mapping[str, object], options: Options) -> Table:
    """The table among named arrays; vectors with a value for each of its rows label them."""
    arrays = {name: dense(path, array) for name, array in arrays.items()}
    tables = [name for name, array in arrays.items() if array.ndim == 2]
    if options.wider == 0 and not tables:
        tables = [name for name, array in arrays.items() if array.ndim == 1]
    array = arrays[chosen(path, tables, options.variable)]
    array = array[:, None] if array.ndim == 1 else array
    labels = {
        name: [str(text).strip() for text in texts]
        for name, texts in arrays.items()
        if texts.ndim == 1 and len(texts) == len(array) != array.size
    }
    return from_array(path, array, extras=labels)


def _flat(arrays: Mapping[str, object], before: str = "") -> dict[str, object]:
    """The arrays, and those in structures of MATLAB by their paths, such as ``spectra/data``."""
    found: dict[str, object] = {}
    for name, array in arrays.items():
        inside = isinstance(array, Mapping)
        found |= _flat(array, f"{before}{name}/") if inside else {before + name: array}
    return found


def chosen(path: Path, tables: list[str], variable: str | None) -> str:
    """The name of the table that is meant; raises ``InputError`` if none or several may be."""
    if not tables:
        raise InputError(
            f"{path}: no variable has two dimensions; allowed: one with samples and columns"
        )
    shown = ", ".join(tables)
    if variable is not None and variable not in tables:
        raise InputError(f"{path}: no table is called {variable!r}; allowed: {shown}")
    if variable is None and len(tables) != 1:
        raise InputError(
            f"{path}: tables: {shown}; name one, such as " + setting(variable=tables[0]) + INSIDE
        )
    return variable or tables[0]


def as_text(value: object) -> str:
    """A value of a file as text; "" for none."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return "" if value is None else str(value)


def from_array(
    path: Path, array: np.ndarray, names: list[str] | None = None, **more: object
) -> Table:
    """A table of an array (rows, columns) of real numbers."""
    shape = getattr(array, "shape", ())
    if len(shape) != 2:
        condensed = "; are these distances of pairs, as SciPy writes them? then write " + as_matrix(
            str(path)
        )
        raise InputError(
            f"{path}: {counted(len(shape), 'dimension')}, shape {shape}; allowed: two"
            + (condensed if len(shape) == 1 else "")
        )
    if array.dtype.kind not in "biuf":
        raise InputError(f"{path}: the numbers are of type {array.dtype}; allowed: real numbers")
    index = more.get("index")
    named = shape[0] if index is None else len(index), shape[1] if names is None else len(names)
    if named != shape:
        raise InputError(
            f"{path}: the numbers are those of {counted(shape[0], 'sample')} and "
            f"{counted(shape[1], 'variable')}, and the names those of {named[0]} and {named[1]}; "
            "allowed: as many"
        )
    # Whole numbers stay whole, so that the table can report those that a double would round.
    kind = float if array.dtype.kind == "f" else array.dtype.newbyteorder("=")
    columns = [pa.array(np.ascontiguousarray(column, dtype=kind)) for column in array.T]
    numbered = [str(j + 1) for j in range(shape[1])]
    return Table(str(path), names or numbered, columns, headed=names is not None, **more)
