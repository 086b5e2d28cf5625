"""Parquet, .npy, netCDF and Zarr. Nothing is ever unpickled."""

import warnings
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from kpca.studies.readers.registry import Options, reader
from kpca.studies.readers.table import InputError, Table


@reader(".parquet", kind="Parquet", in_folder=True)
def parquet(path: Path, options: Options) -> Table:
    """The columns of a Parquet file; an index that pandas has written names the rows."""
    try:
        table = pyarrow.parquet.read_table(path)
        described = (table.schema.pandas_metadata or {}).get("index_columns", [])
    except (pa.ArrowException, OSError, ValueError, AttributeError) as error:
        raise InputError(f"{path}: not a Parquet file: {error}") from error
    marked = [name for name in table.column_names if name in described]
    names = [name for name in table.column_names if name not in marked]
    texts = {name: _texts_of(_plain(table[name])) for name in marked}
    index = texts[marked[0]] if len(marked) == 1 else None
    return Table(str(path), names, [_plain(table[name]) for name in names], index, extras=texts)


def _plain(column: pa.ChunkedArray) -> pa.Array:
    """A column as one array, in which categories and all kinds of texts are plain texts."""
    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_large_string(array.type) or pa.types.is_string_view(array.type):
        array = array.cast(pa.string())
    return array.fill_null("") if pa.types.is_string(array.type) else array


def _texts_of(column: pa.Array) -> list[str]:
    return ["" if value is None else str(value) for value in column.to_pylist()]


@reader(".npy", kind="NumPy array")
def npy(path: Path, options: Options) -> Table:
    """The two-dimensional array of numbers in a .npy file."""
    try:
        with path.open("rb") as file:
            array = np.load(file, allow_pickle=False)
    except MemoryError as error:
        raise InputError(f"{path}: {error}; take fewer samples, or write the file again") from error
    except Exception as error:
        # NumPy passes on the exceptions of tokenizers and unzippers.
        raise InputError(
            f"{path}: not an array of numbers as numpy.save writes it ({error}); objects are never "
            "unpickled"
        ) from error
    return from_array(path, array)


def from_array(
    path: Path, array: np.ndarray, names: list[str] | None = None, **more: object
) -> Table:
    """A table of an array (rows, columns) of real numbers."""
    shape = getattr(array, "shape", ())
    if len(shape) != 2:
        raise InputError(f"{path}: {len(shape)} dimensions, shape {shape}; allowed: two")
    if array.dtype.kind not in "biuf":
        raise InputError(f"{path}: the numbers are of type {array.dtype}; allowed: real numbers")
    # Whole numbers stay whole, so that the table can report those that a double would round.
    kind = float if array.dtype.kind == "f" else array.dtype.newbyteorder("=")
    columns = [pa.array(np.ascontiguousarray(column, dtype=kind)) for column in array.T]
    numbered = [str(j + 1) for j in range(shape[1])]
    return Table(str(path), names or numbered, columns, headed=names is not None, **more)


@reader(".nc", kind="netCDF")
def netcdf(path: Path, options: Options) -> Table:
    """A two-dimensional variable of a netCDF file."""
    return _from_dataset(path, _opened(path, "netcdf4", "netCDF file"), options.variable)


@reader(".zarr", kind="Zarr store", in_folder=True)
def zarr(path: Path, options: Options) -> Table:
    """A two-dimensional variable of a Zarr store."""
    # A store may ask for the codec that unpickles its chunks, and pickles run code.
    from numcodecs.registry import codec_registry, entries

    codec_registry.pop("pickle", None)
    entries.pop("pickle", None)
    return _from_dataset(path, _opened(path, "zarr", "Zarr store"), options.variable)


def _opened(path: Path, engine: str, kind: str) -> "xarray.Dataset":  # noqa: F821
    import xarray

    try:
        with warnings.catch_warnings():
            # Warnings on slow metadata and on Zarr's versions, which a user cannot act on.
            warnings.simplefilter("ignore")
            with xarray.open_dataset(path, engine=engine, decode_times=False) as opened:
                return opened.load()
    except Exception as error:
        # For a broken file the libraries below raise exceptions of many types.
        raise InputError(f"{path}: not a {kind} that can be read: {error}") from error


def _from_dataset(path: Path, opened: "xarray.Dataset", variable: str | None) -> Table:  # noqa: F821
    """The table in a two-dimensional variable.

    Coordinates of its dimensions name the rows and the columns; variables along the rows label
    them. Raises ``InputError`` if there are several tables and ``variable`` names none of them.
    """
    tables = [str(name) for name, values in opened.data_vars.items() if values.ndim == 2]
    if not tables:
        raise InputError(
            f"{path}: no variable has two dimensions; allowed: one with samples and columns"
        )
    shown = ", ".join(tables)
    if variable is not None and variable not in tables:
        raise InputError(f"{path}: no table is called {variable!r}; allowed: {shown}")
    if variable is None and len(tables) != 1:
        raise InputError(f"{path}: tables: {shown}; name one with the key 'variable'")
    array = opened[variable or tables[0]]
    rows, columns = array.dims
    labels = {
        str(name): [_decoded(value) for value in texts.values]
        for name, texts in opened.variables.items()
        if texts.dims == (rows,) and name != rows
    }
    names, index = _texts(array, columns), _texts(array, rows)
    return from_array(path, array.values, names=names, index=index, extras=labels)


def _texts(array: "xarray.DataArray", dimension: object) -> list[str] | None:  # noqa: F821
    if dimension not in array.coords:
        return None
    return [_decoded(value) for value in array[dimension].values]


def _decoded(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
