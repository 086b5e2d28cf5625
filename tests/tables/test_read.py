"""One function for all files; what it cannot read, it names."""

import ast
from pathlib import Path

import pytest

import kpca.tables.read as module
from kpca.tables import readers
from kpca.tables.read import read
from kpca.tables.readers import registry
from kpca.tables.readers.conversions import CONVERSIONS
from kpca.tables.table import InputError, Table


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".tab", ".txt", ".CSV", ".Tab"])
def test_every_ending_of_a_text_file_is_read(ending, tmp_path):
    separator = "\t" if ending.lower() in (".tsv", ".tab") else ";"
    path = tmp_path / f"t{ending}"
    path.write_text(f"a{separator}b\n1{separator}2\n")
    table = read(path)
    assert table.names == ["a", "b"]
    assert [column.to_pylist() for column in table.columns] == [["1"], ["2"]]


def test_a_reader_is_a_function_that_registers_under_its_endings(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "READERS", dict(registry.READERS))

    seen = []

    @registry.reader(".mine", kind="my own kind", uses=(), in_folder=True)
    def mine(path, options):
        seen.append((path, options))
        return Table(str(path), ["a"], [[1.0]])

    assert read(tmp_path / "t.MINE", True, "v", 0).names == ["a"]
    assert seen == [(tmp_path / "t.MINE", registry.Options(True, "v", 0))]
    assert "my own kind (.mine)" in registry.kinds()
    (tmp_path / "t.other").write_bytes(b"x")
    with pytest.raises(InputError, match="allowed: .*, .mine, "):
        read(tmp_path / "t.other")


def test_every_ending_of_a_kind_of_file_is_listed_with_it():
    assert "Excel (.xlsx, .xlsm)" in registry.kinds()
    assert "Feather and Arrow (.feather, .arrow)" in registry.kinds()


def _nodes(path, kind):
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


def _registers(path):
    """Whether a function in a file is decorated with ``reader``."""
    calls = [
        decorator.func
        for function in _nodes(path, ast.FunctionDef)
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call)
    ]
    return any("reader" in (getattr(call, "id", ""), getattr(call, "attr", "")) for call in calls)


def test_each_module_with_a_reader_is_imported_so_that_its_files_are_read():
    """By name, because the jobs that depend on a reader are found by their import statements."""
    files = Path(readers.__file__).parent.glob("*.py")
    register = {path.stem for path in files if _registers(path)}
    imported = {
        alias.name
        for node in _nodes(module.__file__, ast.ImportFrom)
        if node.module == readers.__name__
        for alias in node.names
    }
    assert len(register) > 5
    missing = ", ".join(sorted(register - imported))
    assert not missing, (
        f"no file is read by {missing}: add it in kpca/tables/read.py to the names that are "
        "imported from kpca.tables.readers"
    )


def test_no_file_is_both_read_and_refused_with_the_line_that_converts_it():
    both = ", ".join(sorted({*CONVERSIONS} & {*registry.READERS}))
    assert not both, f"remove {both} from CONVERSIONS in kpca/tables/readers/conversions.py"
