"""Two results are the same if they say the same."""

import numpy as np
import pytest
import xarray as xr

from kpca.results import files, hashes, studies
from kpca.studies.datasets import example


def test_texts_cannot_flow_into_each_other():
    assert hashes.of_texts(["ab", "c"]) != hashes.of_texts(["a", "bc"])


def test_the_hash_of_a_file_is_that_of_sha256sum(tmp_path):
    (tmp_path / "f").write_bytes(b"abc")
    expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert hashes.sha256(tmp_path / "f") == expected
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
    "last bit": (_tree(values=[1.0]), _tree(values=[np.nextafter(1.0, 9.0)])),
    "texts in turn": (_tree(values=["u", "v"]), _tree(values=["v", "u"])),
    "sign of zero": (_tree(values=[0.0]), _tree(values=[-0.0])),
    "unit": (_tree(), _tree(units="km")),
    "name of an attribute": (_tree(a="1"), _tree(b="1")),
    "text": (_tree(values=["ab", "c"]), _tree(values=["a", "bc"])),
}


@pytest.mark.parametrize("what", OTHERS)
def test_two_results_that_differ_in_one_thing_have_different_hashes(what):
    first, other = OTHERS[what]
    assert hashes.of_tree(first) != hashes.of_tree(other)


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
    tree = _tree()
    before = hashes.of_tree(tree)
    tree.attrs["title"] = "t"
    assert hashes.of_tree(tree) != before


def test_files_in_a_folder_are_recognized_by_path_and_content(tmp_path):
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


def test_a_result_is_recognized_by_its_content_and_another_file_by_its_bytes(tmp_path):
    tree = studies.to_tree(example())
    files.write(tree, tmp_path / "a.nc")
    assert hashes.of_file(tmp_path / "a.nc") == hashes.of_tree(tree)
    (tmp_path / "a.txt").write_bytes(b"1")
    before = hashes.of_file(tmp_path / "a.txt")
    (tmp_path / "b.txt").write_bytes(b"1")
    (tmp_path / "c.txt").write_bytes(b"2")
    assert hashes.of_bytes(tmp_path / "a.txt") == before
    assert hashes.of_file(tmp_path / "c.txt") != before
