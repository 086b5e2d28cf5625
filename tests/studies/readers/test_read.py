"""One reader for all files; what it cannot read it names."""

import pytest

from kpca.studies.readers.read import read
from kpca.studies.readers.table import InputError


def test_an_unknown_ending_is_reported_with_the_known_ones(tmp_path):
    (tmp_path / "t.xlsx").write_bytes(b"x")
    with pytest.raises(InputError, match=r"ending in '.xlsx' are not known; allowed: .csv, .tsv"):
        read(tmp_path / "t.xlsx")


def test_a_folder_and_a_missing_file_are_reported(tmp_path):
    (tmp_path / "d.csv").mkdir()
    for name, message in (("d.csv", "Is a directory"), ("no.csv", "No such file")):
        with pytest.raises(InputError, match=f"{name}: cannot be read: {message}"):
            read(tmp_path / name)


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".tab", ".txt", ".CSV", ".Tab"])
def test_every_ending_of_a_text_file_is_read(suffix, tmp_path):
    separator = "\t" if suffix.lower() in (".tsv", ".tab") else ";"
    path = tmp_path / f"t{suffix}"
    path.write_text(
        f"a,1{separator}b\n1{separator}2\n".replace(",", "" if separator == ";" else ",")
    )
    table = read(path)
    assert table.names[1] == "b"
    assert [table.numbers(j).tolist() for j in range(2)] == [[1.0], [2.0]]


def test_options_reach_the_reader(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("0,1\n1,0\n")
    assert not read(path, wider=0).headed
    assert read(path, header=True).headed
