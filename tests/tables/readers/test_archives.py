"""Compressed files: the table in them, by its own ending, with messages that name the archive."""

import gzip
import io
import zipfile

import numpy as np
import pytest

from kpca.tables.columns import samples
from kpca.tables.messages import in_python, written
from kpca.tables.read import read
from kpca.tables.readers.headers import HeaderError
from kpca.tables.table import InputError

TEXT = b"a,b\n1,2\n3,5\n"


def _archive(path, files):
    with zipfile.ZipFile(path, "w") as file:
        for name, data in files.items():
            file.writestr(name, data)
    return path


def test_a_question_names_the_archive_and_never_the_file_that_was_decompressed(tmp_path):
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"1,2\n3,5\n4,9\n7,1\n"))
    with pytest.raises(InputError) as fault:
        read(path)
    assert written(fault.value.message, in_python).startswith(f"{path}, line 1: 1,2 has a number")


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


FAULTS = {
    "t.csv.gz": (gzip.compress(TEXT)[:-9], "t.csv.gz: cannot be decompressed"),
    "u.csv.gz": (b"\x00\x01", "u.csv.gz: cannot be decompressed: it is not compressed"),
    "t.doc.gz": (gzip.compress(b"x"), "ending in '.doc' are not known; allowed: .arrow"),
    "t.zip": (b"PK", "t.zip: not a ZIP archive"),
    "r.csv.gz": (gzip.compress(b"a,b\n1,2\n3\n"), "r.csv.gz, line 3: 1 cell"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_reported_with_the_name_of_the_archive(name, tmp_path):
    data, message = FAULTS[name]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=message) as fault:
        read(tmp_path / name)
    assert str(fault.value).startswith(str(tmp_path / name))


def test_an_archive_without_a_table_is_refused(tmp_path):
    with pytest.raises(InputError, match="no file in it is a table; allowed: .arrow"):
        read(_archive(tmp_path / "t.zip", {"readme.md": b"x"}))


def test_a_question_about_the_header_stays_one(tmp_path):
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(b"1,2\n3,4\n"))
    with pytest.raises(HeaderError, match="t.csv.gz, line 1: 1,2 has a number") as question:
        read(tmp_path / "t.csv.gz")
    assert question.value.cells == ["1", "2"]


def test_a_file_that_grows_beyond_the_memory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("psutil.virtual_memory", lambda: type("Free", (), {"available": 10}))
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(TEXT))
    with pytest.raises(InputError, match="are free; take fewer samples"):
        read(tmp_path / "t.csv.gz")
