"""Compressed files: the table in them, by its own ending, with messages that name the archive."""

import io
import zipfile

import numpy as np
import pytest

from kpca.tables.columns import samples
from kpca.tables.read import read
from kpca.tables.readers import archives
from kpca.tables.table import InputError

TEXT = b"a,b\n1,2\n3,5\n"


def _archive(path, files):
    with zipfile.ZipFile(path, "w") as file:
        for name, data in files.items():
            file.writestr(name, data)
    return path


def test_the_only_table_of_an_archive_is_read(tmp_path):
    path = _archive(
        tmp_path / "t.zip",
        {
            "old.csv/": b"",
            "d/t.csv": TEXT,
            "readme.md": b"x",
            "__MACOSX/d/._t.csv": b"x",
            "d/.u.csv": b"x",
        },
    )
    table = read(path)
    assert samples(table).X.tolist() == [[1, 2], [3, 5]]


def test_of_several_tables_in_an_archive_one_is_named(tmp_path):
    path = _archive(tmp_path / "t.zip", {"a.csv": TEXT, "d/b.csv": TEXT.replace(b"5", b"7")})
    with pytest.raises(InputError, match="tables: a.csv, d/b.csv; .* 'variable: a.csv'"):
        read(path)
    assert samples(read(path, variable="d/b.csv")).X.tolist() == [[1, 2], [3, 7]]


def test_of_the_only_file_in_an_archive_one_of_several_tables_is_named(tmp_path):
    arrays = io.BytesIO()
    np.savez(arrays, before=np.array([[1.5, 2.0]]), after=np.array([[3.0, 5.0], [7.5, 4.0]]))
    path = _archive(tmp_path / "t.zip", {"d/t.npz": arrays.getvalue()})
    assert samples(read(path, variable="after")).X.tolist() == [[3, 5], [7.5, 4]]


@pytest.mark.parametrize("name", ["t.zip", "t.qza"])
def test_a_fault_of_the_machine_or_of_a_reader_is_no_fault_of_the_archive(
    name, tmp_path, monkeypatch
):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(archives, "inside", full)
    path = _archive(tmp_path / name, {"a.csv": TEXT, "u/data/distance-matrix.tsv": TEXT})
    with pytest.raises(InputError, match="No space left on device") as refused:
        read(path, variable="a.csv" if name == "t.zip" else None)
    assert "not a" not in str(refused.value)
