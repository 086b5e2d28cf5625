"""One reader for all files; what it cannot read it names."""

from types import SimpleNamespace

import pytest

from kpca.inputs import read as module
from kpca.inputs.read import read
from kpca.inputs.table import InputError


def test_an_unknown_ending_is_told_with_the_known_ones(tmp_path):
    (tmp_path / "t.xlsx").write_bytes(b"x")
    with pytest.raises(InputError, match=r"ending in '.xlsx' are not known; allowed: .csv, .tsv"):
        read(tmp_path / "t.xlsx")


def test_a_folder_and_a_missing_file_are_told(tmp_path):
    (tmp_path / "d.csv").mkdir()
    for name, told in (("d.csv", "Is a directory"), ("no.csv", "No such file")):
        with pytest.raises(InputError, match=f"{name}: cannot be read: {told}"):
            read(tmp_path / name)


def test_a_file_larger_than_the_memory_is_not_begun(tmp_path, monkeypatch):
    (tmp_path / "t.csv").write_text("a\n1\n2\n")
    monkeypatch.setattr(module.psutil, "virtual_memory", lambda: SimpleNamespace(available=8))
    with pytest.raises(InputError, match="GB of memory to be read"):
        read(tmp_path / "t.csv")
