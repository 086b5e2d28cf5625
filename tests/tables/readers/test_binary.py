"""Parquet, .npy, netCDF and Zarr say the same as a CSV; nothing is unpickled."""

import io
import json
import pickle

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import xarray as xr

from kpca.tables.columns import samples
from kpca.tables.numerals import numbers_or_nan
from kpca.tables.read import read
from kpca.tables.rows import Missing
from kpca.tables.table import InputError

X = np.array([[1.0, 2.5], [3.0, -4.0], [0.1, 1e-9]])
FRAME = pd.DataFrame(X, columns=["a", "b"], index=["p", "q", "r"])
LABELS = ["u", "v", "u"]


def _dataset():
    array = xr.DataArray(X, {"row": ["p", "q", "r"], "col": ["a", "b"]}, ("row", "col"))
    return xr.Dataset({"x": array, "kind": ("row", LABELS)})


def test_values_of_spss_that_have_labels_are_these_labels(tmp_path):
    import pyreadstat

    frame = FRAME.reset_index(drop=True).assign(sex=[2.0, 1.0, 2.0])
    labels = {"sex": {1.0: "male", 2.0: "female"}}
    pyreadstat.write_sav(frame, tmp_path / "t.sav", variable_value_labels=labels)
    chosen = samples(read(tmp_path / "t.sav"), labels="sex")
    assert chosen.X.tolist() == X.tolist()
    assert (chosen.columns, chosen.labels) == (["a", "b"], ["female", "male", "female"])


@pytest.mark.parametrize("kind", ["sav", "dta"])
def test_a_variable_of_which_some_values_have_labels_is_a_scale_of_numbers(kind, tmp_path):
    import pyreadstat

    frame = FRAME.reset_index(drop=True).assign(item=[2.0, 5.0, 1.0], sex=[2.0, 1.0, 2.0])
    labels = {"sex": {1: "male", 2: "female"}, "item": {1: "never", 5: "always", 9: "refused"}}
    if kind == "sav":
        pyreadstat.write_sav(frame, tmp_path / "t.sav", variable_value_labels=labels)
    else:
        frame.to_stata(tmp_path / "t.dta", value_labels=labels, write_index=False)
    table = read(tmp_path / f"t.{kind}")
    chosen = samples(table, labels="sex", columns=["item"])
    assert chosen.X.tolist() == [[2], [5], [1]]
    assert chosen.labels == ["female", "male", "female"]


def test_an_array_has_columns_with_numbers(tmp_path):
    np.save(tmp_path / "t.npy", X.astype(np.float32))
    table = read(tmp_path / "t.npy")
    assert table.names == ["1", "2"]
    assert (X.astype(np.float32) == samples(table).X).all()


def test_the_fields_of_a_structured_array_are_columns(tmp_path):
    rows = [(1.5, 7, "u"), (-2.0, 3, "v"), (4.25, 5, "u")]
    kinds = [("a", "f8"), ("b", "i4"), ("site", "U3")]
    np.save(tmp_path / "t.npy", np.array(rows, dtype=kinds))
    chosen = samples(read(tmp_path / "t.npy"), labels="site")
    assert chosen.X.tolist() == [[1.5, 7], [-2, 3], [4.25, 5]]
    assert (chosen.columns, chosen.labels) == (["a", "b"], ["u", "v", "u"])


class Trap:
    """Leaves a trace when it is unpickled."""

    def __init__(self, trace):
        self.trace = trace

    def __reduce__(self):
        return (open, (str(self.trace), "w"))


def test_a_pickle_in_an_array_is_not_opened(tmp_path):
    trap = np.empty((1, 1), dtype=object)
    trap[0, 0] = Trap(tmp_path / "trace")
    np.save(tmp_path / "t.npy", trap, allow_pickle=True)
    (tmp_path / "bare.npy").write_bytes(pickle.dumps(Trap(tmp_path / "trace")))
    for name, message in (("t.npy", "never unpickled"), ("bare.npy", "never opened")):
        with pytest.raises(InputError, match=message):
            read(tmp_path / name)
    assert not (tmp_path / "trace").exists()


def test_a_pickle_in_a_zarr_store_is_not_opened(tmp_path):
    store = tmp_path / "t.zarr"
    (store / "x").mkdir(parents=True)
    (store / ".zgroup").write_text(json.dumps({"zarr_format": 2}))
    array = {
        "zarr_format": 2,
        "shape": [1, 1],
        "chunks": [1, 1],
        "dtype": "<f8",
        "compressor": {"id": "pickle", "protocol": 5},
        "fill_value": None,
        "order": "C",
        "filters": None,
    }
    (store / "x/.zarray").write_text(json.dumps(array))
    (store / "x/.zattrs").write_text(json.dumps({"_ARRAY_DIMENSIONS": ["a", "b"]}))
    (store / "x/0.0").write_bytes(pickle.dumps(Trap(tmp_path / "trace")))
    with pytest.raises(InputError, match="not a Zarr store that can be read"):
        read(store)
    assert not (tmp_path / "trace").exists()


def test_of_several_tables_one_is_named(tmp_path):
    both = _dataset().assign(y=_dataset()["x"] * 2)
    both.to_netcdf(tmp_path / "t.nc", engine="netcdf4")
    assert (samples(read(tmp_path / "t.nc", variable="y")).X == 2 * X).all()


def _bytes(save, *arrays):
    file = io.BytesIO()
    save(file, *arrays)
    return file.getvalue()


ARRAY, ARCHIVE = _bytes(np.save, X), _bytes(np.savez, X)
BROKEN = [
    b"",
    b"not such a file",
    b"\x93NUMPY\x01\x00",
    b"PAR1",
    *(ARRAY[:size] for size in (20, 60, 100)),
    ARCHIVE[:100],
    b"PK\x03\x04",
    b"\x80\x04].",
]
KINDS = ("parquet", "npy", "nc", "zarr", "npz", "mat", "mtx", "dta", "feather")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_file_is_reported(kind, content, tmp_path):
    (tmp_path / f"t.{kind}").write_bytes(content)
    with pytest.raises(InputError, match=f"t.{kind}"):
        read(tmp_path / f"t.{kind}")


def test_whole_numbers_and_categories_of_parquet_are_labels_as_they_are(tmp_path):
    frame = FRAME.assign(
        k=pd.array([1, None, 9007199254740993], dtype="Int64"), c=pd.Categorical(["u", "v", "u"])
    )
    frame.to_parquet(tmp_path / "t.parquet")
    table = read(tmp_path / "t.parquet")
    assert samples(table, labels="k", columns=["a"]).labels == ["1", "no label", "9007199254740993"]
    assert samples(table, labels="c", columns=["a"]).labels == LABELS


def test_what_is_neither_number_nor_text_matters_only_if_it_is_used(tmp_path):
    FRAME.assign(l=[[1], [2], [3]]).to_parquet(tmp_path / "t.parquet")
    table = read(tmp_path / "t.parquet")
    assert (samples(table, columns=["a", "b"]).X == X).all()
    with pytest.raises(InputError, match="column 'l': list<.*> is neither a number nor text"):
        samples(table)


def test_an_index_that_is_no_longer_there_is_no_matter(tmp_path):
    pq.write_table(pa.Table.from_pandas(FRAME).select(["a", "b"]), tmp_path / "t.parquet")
    assert samples(read(tmp_path / "t.parquet")).names == ["1", "2", "3"]


@pytest.mark.parametrize("kind", ["int64", "uint64", ">i8"])
def test_whole_numbers_of_an_array_are_reported_if_they_would_be_rounded(kind, tmp_path):
    array = np.array([[1, 2], [3, 2**53 + 1]], dtype=kind)
    np.save(tmp_path / "x.npy", array)
    with pytest.raises(InputError, match="9007199254740993 has more digits"):
        samples(read(tmp_path / "x.npy"))
    np.save(tmp_path / "x.npy", array[:1].repeat(2, axis=0))
    assert samples(read(tmp_path / "x.npy")).X.tolist() == [[1, 2], [1, 2]]


NULLS = {
    "floating point": pa.array([1.5, None, 3.0]),
    "whole numbers": pa.array([1, None, 3]),
    "small whole numbers": pa.array([1, None, 3], pa.uint8()),
    "decimal numbers": pa.array([1, None, 3], pa.decimal128(5, 2)),
    "truth values": pa.array([True, None, False]),
    "texts": pa.array(["1.5", None, "3"]),
    "categories": pa.array(["1.5", None, "3"]).dictionary_encode(),
    "large texts": pa.array(["1.5", None, "3"], pa.large_string()),
}


@pytest.mark.parametrize("kind", NULLS)
def test_a_null_in_a_parquet_column_is_missing(kind, tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table({"a": NULLS[kind], "b": [4.0, 5.0, 6.0]}), path)
    assert np.isnan(numbers_or_nan(read(path).columns)[0][0]).tolist() == [False, True, False]
    with pytest.raises(InputError, match="row 2, column 'a': the value is missing; allowed"):
        samples(read(path))
    assert samples(read(path), missing=Missing("drop")).names == ["1", "3"]


def test_numbers_of_every_type_of_parquet_are_read_as_they_are(tmp_path):
    path = tmp_path / "t.parquet"
    columns = {name: array.fill_null(array[2]) for name, array in NULLS.items()}
    pq.write_table(pa.table(columns), path)
    chosen = samples(read(path))
    assert chosen.columns == list(NULLS)
    assert chosen.X.tolist() == [
        [1.5, 1, 1, 1, 1, 1.5, 1.5, 1.5],
        [3, 3, 3, 3, 0, 3, 3, 3],
        [3, 3, 3, 3, 0, 3, 3, 3],
    ]


def test_an_index_of_pandas_names_the_rows_and_two_label_them(tmp_path):
    FRAME.to_parquet(tmp_path / "one.parquet")
    assert read(tmp_path / "one.parquet").index == ["p", "q", "r"]
    both = FRAME.set_index(
        pd.MultiIndex.from_tuples([("u", 1), ("v", 2), ("u", 3)], names=["k", "l"])
    )
    both.to_parquet(tmp_path / "two.parquet")
    table = read(tmp_path / "two.parquet")
    assert table.index is None
    assert table.names == ["a", "b"]
    assert samples(table, labels="k").labels == ["u", "v", "u"]
    assert samples(table, names="l").names == ["1", "2", "3"]


def test_a_table_of_parquet_in_several_pieces_is_read_in_order(tmp_path):
    pieces = pa.chunked_array([[1.0, 2.0], [], [3.0]])
    table = pa.table({"a": pieces, "b": pa.chunked_array([["x", "y"], [], ["z"]])})
    pq.write_table(table, tmp_path / "t.parquet", row_group_size=1)
    chosen = samples(read(tmp_path / "t.parquet"), names="b")
    assert (chosen.X[:, 0].tolist(), chosen.names) == ([1.0, 2.0, 3.0], ["x", "y", "z"])


def test_columns_and_rows_of_an_array_do_not_change_places(tmp_path):
    np.save(tmp_path / "t.npy", np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    assert samples(read(tmp_path / "t.npy")).X.tolist() == [[1, 2, 3], [4, 5, 6]]
    _dataset().transpose("col", "row").drop_vars("kind").to_netcdf(
        tmp_path / "t.nc", engine="netcdf4"
    )
    chosen = samples(read(tmp_path / "t.nc"))
    assert (chosen.X.T == X).all()
    assert (chosen.columns, chosen.names) == (["p", "q", "r"], ["a", "b"])


def test_truth_values_of_an_array_are_numbers(tmp_path):
    np.save(tmp_path / "t.npy", np.array([[True, False], [False, False]]))
    assert samples(read(tmp_path / "t.npy")).X.tolist() == [[1, 0], [0, 0]]


def test_a_store_without_names_is_counted_and_has_no_header(tmp_path):
    xr.Dataset({"x": (("row", "col"), X)}).to_netcdf(tmp_path / "t.nc", engine="netcdf4")
    table = read(tmp_path / "t.nc")
    assert (table.names, table.index, table.headed) == (["1", "2"], None, False)
    _dataset().to_netcdf(tmp_path / "n.nc", engine="netcdf4")
    table = read(tmp_path / "n.nc")
    assert (table.names, table.index, table.headed) == (["a", "b"], ["p", "q", "r"], True)
    assert table.extras == {"kind": LABELS}


def test_numbers_with_a_unit_of_time_are_the_numbers_in_the_file(tmp_path):
    days = xr.Variable(("row", "col"), [[1.0, 2.0], [3.0, 5.0]], {"units": "days since 2000-01-01"})
    xr.Dataset({"x": days}).to_netcdf(tmp_path / "t.nc", engine="netcdf4")
    assert samples(read(tmp_path / "t.nc")).X.tolist() == [[1, 2], [3, 5]]
