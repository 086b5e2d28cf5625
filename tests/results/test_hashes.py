"""Two results are the same if they say the same."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr

from kpca.results import files, hashes, studies
from kpca.studies.study import example

STUDY = example()


def _hash(study):
    return hashes.of_tree(studies.to_tree(study))


def _moved(study, value):
    X = study.data.X.copy()
    X[3, 1] = value
    return replace(study, data=replace(study.data, X=X))


def test_a_result_has_the_hash_of_what_was_written(tmp_path):
    files.write(studies.to_tree(STUDY), tmp_path / "a.nc")
    assert hashes.of_file(tmp_path / "a.nc") == _hash(STUDY)


CHANGES = {
    "the last bit of a value": _moved(STUDY, np.nextafter(STUDY.data.X[3, 1], 9.0)),
    "a name": replace(STUDY, names=["other", *STUDY.names[1:]]),
    "two labels in turn": replace(STUDY, labels=[*STUDY.labels[1:], STUDY.labels[0]]),
    "a unit": replace(STUDY, unit="cm"),
    "a title": replace(STUDY, title="other"),
    "a kernel": replace(STUDY, data=replace(STUDY.data, kernel=replace(STUDY.kernel, degree=3))),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_content_changes_the_hash(change):
    assert _hash(CHANGES[change]) != _hash(STUDY)


def test_texts_cannot_flow_into_each_other():
    assert hashes.of_texts(["ab", "c"]) != hashes.of_texts(["a", "bc"])


def test_a_file_is_known_by_its_bytes_and_a_folder_by_its_files(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/x").write_text("1")
    before = hashes.of_bytes(tmp_path / "a")
    (tmp_path / "a/x").rename(tmp_path / "a/y")
    assert hashes.of_bytes(tmp_path / "a") != before


def test_the_hash_of_a_file_is_that_of_sha256sum(tmp_path):
    (tmp_path / "f").write_bytes(b"abc")
    known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert hashes.sha256(tmp_path / "f") == known
    assert hashes.sha256(tmp_path) == hashes.of_bytes(tmp_path)


def _tree(node="a", name="eigenvalue", dims=("index",), values=(1.0, 2.0), **attributes):
    array = xr.Variable(dims, np.array(values), {"units": "1"} | attributes)
    return xr.DataTree.from_dict({f"/{node}": xr.Dataset({name: array})})


NUMBERS = np.array([[1.0, 2.0], [3.0, 4.0]])
OTHERS = {
    "node": (_tree(), _tree(node="b")),
    "name": (_tree(), _tree(name="other")),
    "dims": (_tree(), _tree(dims=("component",))),
    "order of two dims": (
        _tree(dims=("x", "y"), values=NUMBERS),
        _tree(dims=("y", "x"), values=NUMBERS),
    ),
    "shape": (
        _tree(dims=("x", "y"), values=NUMBERS.reshape(1, 4)),
        _tree(dims=("x", "y"), values=NUMBERS.reshape(4, 1)),
    ),
    "transposed values": (
        _tree(dims=("x", "y"), values=NUMBERS),
        _tree(dims=("x", "y"), values=NUMBERS.T),
    ),
    "dtype": (_tree(values=[0, 0]), _tree(values=[0.0, 0.0])),
    "width of a number": (
        _tree(values=np.zeros(2, np.float32)),
        _tree(values=np.zeros(1, np.float64)),
    ),
    "order of the bytes": (
        _tree(values=np.array([1.0])),
        _tree(values=np.array([1.0]).view(np.dtype(float).newbyteorder())),
    ),
    "sign of zero": (_tree(values=[0.0]), _tree(values=[-0.0])),
    "unit": (_tree(), _tree(units="km")),
    "name of an attribute": (_tree(a="1"), _tree(b="1")),
    "text": (_tree(values=["ab", "c"]), _tree(values=["a", "bc"])),
}


@pytest.mark.parametrize("what", OTHERS)
def test_two_results_that_differ_in_one_thing_have_different_hashes(what):
    one, other = OTHERS[what]
    assert hashes.of_tree(one) != hashes.of_tree(other)


def test_the_order_of_variables_and_attributes_and_of_memory_is_no_matter():
    a, b = xr.Variable("x", [1.0]), xr.Variable("x", [2.0], {"p": "1", "q": "2"})
    turned = xr.Variable("x", [2.0], {"q": "2", "p": "1"})
    trees = [
        xr.DataTree.from_dict({"/n": xr.Dataset(variables)})
        for variables in ({"a": a, "b": b}, {"b": turned, "a": a})
    ]
    assert hashes.of_tree(trees[0]) == hashes.of_tree(trees[1])
    by_columns = _tree(dims=("x", "y"), values=NUMBERS)
    by_columns["a"]["eigenvalue"].values = np.asfortranarray(NUMBERS)
    assert hashes.of_tree(by_columns) == hashes.of_tree(_tree(dims=("x", "y"), values=NUMBERS))


def test_the_attributes_of_the_root_count():
    one = _tree()
    before = hashes.of_tree(one)
    one.attrs["title"] = "t"
    assert hashes.of_tree(one) != before


def test_files_in_a_folder_are_known_by_place_and_content(tmp_path):
    for name in ("a/x", "b/x"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(name)
    before = hashes.of_bytes(tmp_path)
    assert hashes.of_bytes(tmp_path) == before
    (tmp_path / "a/x").write_text("b/x")
    (tmp_path / "b/x").write_text("a/x")
    assert hashes.of_bytes(tmp_path) != before
    (tmp_path / "a/x").write_text("a/x")
    (tmp_path / "b/x").write_text("b/x")
    (tmp_path / "b").rename(tmp_path / "c")
    assert hashes.of_bytes(tmp_path) != before


def test_a_result_is_known_by_its_content_and_another_file_by_its_bytes(tmp_path):
    files.write(studies.to_tree(STUDY), tmp_path / "a.nc")
    assert hashes.of_file(tmp_path / "a.nc") == _hash(STUDY)
    (tmp_path / "a.txt").write_bytes(b"1")
    known = hashes.of_file(tmp_path / "a.txt")
    (tmp_path / "b.txt").write_bytes(b"1")
    (tmp_path / "c.txt").write_bytes(b"2")
    assert hashes.of_bytes(tmp_path / "a.txt") == known
    assert hashes.of_file(tmp_path / "c.txt") != known
