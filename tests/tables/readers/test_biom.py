"""BIOM of both versions: samples in rows, and what the file says about them."""

import json

import h5py
import numpy as np
import pytest

from kpca.tables.columns import samples
from kpca.tables.read import read

SAMPLES, OBSERVATIONS = ["s4", "s1"], ["otu9", "otu2", "otu5"]
NUMBERS = [[0, 3, 7], [2.5, 0, 1]]
ENTRIES = [[0, 1, 2.5], [1, 0, 3], [2, 0, 7], [2, 1, 1]]
"""The row, the column and the number of each entry of the table, observations by samples."""


def version_1(path, **changes):
    """Write a file as biom-format writes it."""
    about = [{"site": "lake", "ph": 6.5, "list": [1]}, {"site": "sea", "ph": None, "list": None}]
    file = {
        "id": "None",
        "format": "Biological Observation Matrix 1.0.0",
        "matrix_type": "sparse",
        "matrix_element_type": "float",
        "shape": [3, 2],
        "data": ENTRIES,
        "rows": [{"id": name, "metadata": {"taxonomy": ["k", name]}} for name in OBSERVATIONS],
        "columns": [{"id": n, "metadata": m} for n, m in zip(SAMPLES, about, strict=True)],
    }
    path.write_text(json.dumps(file | changes))
    return path


def version_2(path):
    """Write a file as biom-format writes it, with the table in the order of the samples only."""
    with h5py.File(path, "w") as file:
        texts = h5py.string_dtype()
        file.attrs.update({"format-url": "http://biom-format.org", "shape": [3, 2]})
        file.create_dataset("observation/ids", data=OBSERVATIONS, dtype=texts)
        file.create_dataset("observation/metadata/taxonomy", data=np.zeros((3, 2)))
        file.create_dataset("sample/ids", data=SAMPLES, dtype=texts)
        file.create_dataset("sample/matrix/data", data=[3.0, 7.0, 2.5, 1.0])
        file.create_dataset("sample/matrix/indices", data=np.array([1, 2, 0, 2], np.int32))
        file.create_dataset("sample/matrix/indptr", data=np.array([0, 2, 4], np.int32))
        file.create_dataset("sample/metadata/site", data=["lake", "sea"], dtype=texts)
        file.create_dataset("sample/metadata/ph", data=[6.5, 8.0])
    return path


@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize("name", ["t.biom", "t.txt", "t"])
@pytest.mark.parametrize("write", [version_1, version_2])
def test_samples_are_rows_and_metadata_labels_them(write, name, transpose, tmp_path):
    table = read(write(tmp_path / name), transpose=transpose)
    given = samples(table, labels="site")
    assert (given.names, given.columns) == (SAMPLES, OBSERVATIONS)
    assert given.X.tolist() == NUMBERS
    assert given.labels == ["lake", "sea"]
    assert {*table.extras} == {"site", "ph"}
    assert any("'taxonomy'" in remark and "left out" in remark for remark in table.remarks)
    assert table.is_transposed


def test_a_dense_table_has_the_same_numbers(tmp_path):
    data = [[0, 2.5], [3, 0], [7, 1]]
    path = version_1(tmp_path / "t.biom", matrix_type="dense", data=data)
    assert samples(read(path)).X.tolist() == NUMBERS


def test_a_missing_text_is_empty_and_a_list_is_left_out(tmp_path):
    table = read(version_1(tmp_path / "t.biom"))
    assert table.extras["ph"] == ["6.5", ""]
    assert any("metadata left out: 'list' and 'taxonomy'" in remark for remark in table.remarks)


def test_metadata_of_several_texts_for_each_sample_are_left_out(tmp_path):
    path = version_2(tmp_path / "t.biom")
    with h5py.File(path, "a") as file:
        texts = h5py.string_dtype()
        file.create_dataset("sample/metadata/list", data=[["k", "l"], ["m", "n"]], dtype=texts)
    table = read(path)
    assert {*table.extras} == {"site", "ph"}
    assert any("metadata left out: 'list' and 'taxonomy'" in remark for remark in table.remarks)
