"""Results follow the registry, are written whole or not at all, and read back the same."""

import numpy as np
import pytest
import xarray as xr

from kpca.results import files, registry
from kpca.results.registry import ResultError


def _tree(**nodes):
    return registry.tree("s", "a study", "{}", "km", "convention", **nodes)


def _spectrum():
    return registry.dataset("km", index=[1, 2], eigenvalue=[2.0, 1.0])


@pytest.mark.parametrize(
    ("name", "unit", "expected"),
    [
        ("score", "km", "km"),
        ("kernel_value", "km", "km2"),
        ("alpha", "km", "km-1"),
        ("rank", "km", "1"),
        ("denoised", "km", "unit of the column"),
        ("score", "mg/l", "mg/l"),
        ("eigenvalue", "mg/l", "(mg/l)2"),
        *((name, "1", "1") for name in ("score", "kernel_value", "alpha", "rank")),
        ("denoised", "1", "unit of the column"),
    ],
)
def test_a_variable_has_a_power_of_the_unit_of_the_scores(name, unit, expected):
    variable = registry.REGISTRY[name]
    values = np.zeros((1,) * len(variable.dims), dtype=variable.kind)
    assert registry.dataset(unit, **{name: values})[name].attrs["units"] == expected


def test_a_row_says_dims_unit_and_meaning_and_may_go_on_in_the_next_line():
    rows = "# a title\nwidth(draw, way) km: a length, NaN\n    for none\ndraw(draw) text: a name\n"
    width = registry.Variable(("draw", "way"), "f", "km", "a length, NaN for none")
    draw = registry.Variable(("draw",), "U", "1", "a name")
    assert registry.variables_of(rows) == {"width": width, "draw": draw}
    assert (width.has_missing, draw.has_missing) == (True, False)


def test_a_tree_reads_back_as_it_was_written(tmp_path):
    tree = _tree(spectrum=_spectrum())
    files.write(tree, tmp_path / "new" / "folder" / "r.nc")
    assert files.read(tmp_path / "new" / "folder" / "r.nc").identical(tree)


def test_equal_trees_have_equal_bytes(tmp_path):
    for name in ("a.nc", "b.nc"):
        files.write(_tree(spectrum=_spectrum()), tmp_path / name)
    assert (tmp_path / "a.nc").read_bytes() == (tmp_path / "b.nc").read_bytes()


def test_empty_variables_are_allowed(tmp_path):
    empty = registry.dataset("1", statement=[], verdict=[], margin=[], decided=[])
    files.write(_tree(checks=empty), tmp_path / "r.nc")
    assert files.read(tmp_path / "r.nc")["checks"].sizes["statement"] == 0


def test_a_refused_result_leaves_the_earlier_one_alone(tmp_path):
    path = tmp_path / "r.nc"
    files.write(_tree(spectrum=_spectrum()), path)
    before = path.read_bytes()
    with pytest.raises(ResultError):
        files.write(_tree(spectrum=_spectrum() * np.nan), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_what_the_library_says_of_a_disk_and_of_a_damaged_file_is_reported(tmp_path, monkeypatch):
    def fails(*arguments, **options):
        raise RuntimeError("NetCDF: HDF error")

    monkeypatch.setattr(xr.DataTree, "to_netcdf", fails)
    with pytest.raises(OSError, match="HDF error") as refused:
        files.write(_tree(spectrum=_spectrum()), tmp_path / "r.nc")
    assert refused.value.filename == str(tmp_path / "r.nc")
    monkeypatch.setattr(xr, "open_datatree", fails)
    with pytest.raises(ResultError, match="r.nc: damaged: NetCDF: HDF error"):
        files.read(tmp_path / "r.nc")


def test_names_of_rows_are_coordinates():
    table = registry.dataset("km", sample=["a", "b"], score=[[1.0], [2.0]])
    assert set(table.coords) == {"sample"}
    assert set(table.data_vars) == {"score"}
    assert table["score"].sel(sample="b").values.tolist() == [2.0]


def test_the_nodes_of_a_tree_keep_their_order():
    nodes = {"spectrum": _spectrum(), "another": _spectrum(), "more": _spectrum()}
    assert list(_tree(**nodes).children) == ["spectrum", "another", "more"]
