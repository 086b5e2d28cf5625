"""Tables of Arrow, Stata and SPSS, netCDF and Zarr. Nothing is ever unpickled."""

import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

from kpca.tables.readers.arrays import as_text, chosen, from_array
from kpca.tables.readers.registry import Options, readable, reader
from kpca.tables.table import InputError, Table
from kpca.tables.wording import listed

if TYPE_CHECKING:
    import pandas


@reader(".parquet", kind="Parquet", uses=(), in_folder=True)
def parquet(path: Path, options: Options) -> Table:
    """The columns of a Parquet file; an index that pandas has written names the rows."""
    with readable(path, "a Parquet file"):
        return _from_arrow(path, pyarrow.parquet.read_table(path))


@reader(".feather", ".arrow", kind="Feather and Arrow", uses=())
def feather(path: Path, options: Options) -> Table:
    """The columns of a Feather or Arrow file; an index that pandas has written names the rows."""
    with readable(path, "a Feather or Arrow file"):
        return _from_arrow(path, pyarrow.feather.read_table(path))


@reader(".dta", kind="Stata", uses=())
def stata(path: Path, options: Options) -> Table:
    """The variables of a Stata file, as ``_labeled`` has them."""
    import pandas

    return _labeled(path, "a Stata file", pandas.read_stata)


@reader(".sav", kind="SPSS", uses=())
def spss(path: Path, options: Options) -> Table:
    """The variables of an SPSS file, as ``_labeled`` has them."""
    import pandas

    try:
        import pyreadstat  # noqa: F401
    except ImportError as error:
        raise InputError(
            f"{path}: to read a .sav file, run 'pip install pyreadstat', or write it again in "
            f'R: write.csv(haven::read_sav("{path.name}"), "{path.stem}.csv", row.names = FALSE)'
        ) from error
    return _labeled(path, "a file of SPSS", pandas.read_spss)


def _labeled(path: Path, kind: str, read: "Callable[..., pandas.DataFrame]") -> Table:
    """The variables of a file, in which values that have labels are these labels.

    A variable of which some values have none is a scale of numbers, such as 1 (never) to 5
    (always), and its values are its codes.
    """
    with readable(path, kind), warnings.catch_warnings():
        # Two values may have one label, which matters to a column of labels only.
        warnings.simplefilter("ignore")
        frame, codes = read(path), read(path, convert_categoricals=False)
    # Dates among them, which Arrow would warn about.
    frame.attrs = {}
    partly = [
        name
        for name in frame
        if hasattr(frame[name].dtype, "categories")
        and len({isinstance(value, str) for value in frame[name].dtype.categories}) > 1
    ]
    frame[partly] = codes[partly]
    table = _from_arrow(path, pa.Table.from_pandas(frame, preserve_index=False))
    if not partly:
        return table
    remark = f"only some values have labels, and all are read as numbers: {listed(partly)}"
    return replace(table, remarks=[*table.remarks, remark])


def _from_arrow(path: Path, table: pa.Table) -> Table:
    described = (table.schema.pandas_metadata or {}).get("index_columns", [])
    marked = [name for name in table.column_names if name in described]
    names = [name for name in table.column_names if name not in marked]
    texts = {name: [*map(as_text, _plain(table[name]).to_pylist())] for name in marked}
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
    if pa.types.is_temporal(array.type):
        array = pa.array([*map(as_text, array.to_pylist())])
    return array.fill_null("") if pa.types.is_string(array.type) else array


@reader(".nc", kind="netCDF", uses=("variable",))
def netcdf(path: Path, options: Options) -> Table:
    """A two-dimensional variable of a netCDF file."""
    return _from_dataset(path, _opened(path, "netcdf4", "netCDF file"), options.variable)


@reader(".zarr", kind="Zarr store", uses=("variable",), in_folder=True)
def zarr(path: Path, options: Options) -> Table:
    """A two-dimensional variable of a Zarr store."""
    # A store may ask for the codec that unpickles its chunks, and pickles run code.
    from numcodecs.registry import codec_registry, entries

    codec_registry.pop("pickle", None)
    entries.pop("pickle", None)
    return _from_dataset(path, _opened(path, "zarr", "Zarr store"), options.variable)


def _opened(path: Path, engine: str, kind: str) -> "xarray.Dataset":  # noqa: F821
    import xarray

    with readable(path, f"a {kind} that can be read"), warnings.catch_warnings():
        # Warnings on slow metadata and on Zarr's versions, which a user cannot act on.
        warnings.simplefilter("ignore")
        with xarray.open_dataset(path, engine=engine, decode_times=False) as opened:
            return opened.load()


def _from_dataset(path: Path, opened: "xarray.Dataset", variable: str | None) -> Table:  # noqa: F821
    """The table in a two-dimensional variable.

    Coordinates of its dimensions name the rows and the columns; variables along the rows label
    them. Raises ``InputError`` if there are several tables and ``variable`` names none of them.
    """
    tables = [str(name) for name, values in opened.data_vars.items() if values.ndim == 2]
    array = opened[chosen(path, tables, variable)]
    rows, columns = array.dims
    labels = {
        str(name): [*map(as_text, texts.values)]
        for name, texts in opened.variables.items()
        if texts.dims == (rows,) and name != rows
    }
    names, index = _texts(array, columns), _texts(array, rows)
    return from_array(path, array.values, names=names, index=index, extras=labels)


def _texts(array: "xarray.DataArray", dimension: object) -> list[str] | None:  # noqa: F821
    if dimension not in array.coords:
        return None
    return [*map(as_text, array[dimension].values)]
