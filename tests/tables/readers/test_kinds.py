"""The content of a file decides how it is read where it leaves no doubt, else its ending does."""

import bz2
import gzip
import io
import re
import zipfile

import annotated_file
import netCDF4
import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
import scipy.io

from kpca.tables.columns import samples
from kpca.tables.read import read
from kpca.tables.readers.conversions import CALLED
from kpca.tables.table import InputError

TEXT = b"name\tu\tv\nk3\t1.5\t7\nk1\t-2\t4\nk2\t9\t0.25\n"
NUMBERS = [[1.5, 7.0], [-2.0, 4.0], [9.0, 0.25]]
ARRAY = np.array(NUMBERS)


def _written(write):
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def _excel(file):
    book = openpyxl.Workbook()
    for row in (["u", "v"], *NUMBERS):
        book.active.append(row)
    book.save(file)


def _netcdf(folder):
    with netCDF4.Dataset(folder / "n", "w") as file:
        file.createDimension("row", 3)
        file.createDimension("column", 2)
        file.createVariable("x", "f8", ("row", "column"))[:] = ARRAY
    return (folder / "n").read_bytes()


TABLE = pa.table({"u": [1.5, -2.0, 9.0], "v": [7.0, 4.0, 0.25]})
CONTENTS = {
    ".xlsx": _written(_excel),
    ".parquet": _written(lambda file: pa.parquet.write_table(TABLE, file)),
    ".feather": _written(lambda file: pa.feather.write_feather(TABLE, file)),
    ".npy": _written(lambda file: np.save(file, ARRAY)),
    ".npz": _written(lambda file: np.savez(file, x=ARRAY)),
    ".mat": _written(lambda file: scipy.io.savemat(file, {"x": ARRAY})),
    ".mtx": _written(lambda file: scipy.io.mmwrite(file, ARRAY)),
    ".gz": gzip.compress(TEXT),
    ".bz2": bz2.compress(TEXT),
}


def test_netcdf_and_annotated_matrices_are_told_apart_by_what_is_in_them(tmp_path):
    (tmp_path / "a.h5").write_bytes(_netcdf(tmp_path))
    annotated_file.write(tmp_path / "b.h5")
    first, second = read(tmp_path / "a.h5"), read(tmp_path / "b.h5")
    assert samples(first).X.tolist() == NUMBERS
    assert "netCDF (.nc)" in first.remarks[0]
    assert samples(second).names == annotated_file.CELLS
    assert "AnnData (.h5ad)" in second.remarks[0]


def test_a_text_in_another_encoding_or_of_one_column_is_read_as_text(tmp_path):
    (tmp_path / "t.old").write_bytes("größe,v\n1,2\n5,3\n".encode("cp1252"))
    assert read(tmp_path / "t.old").names == ["größe", "v"]
    (tmp_path / "t.wide").write_bytes("größe,v\n1,2\n5,3\n".encode("utf-16"))
    assert read(tmp_path / "t.wide").names == ["größe", "v"]
    (tmp_path / "t.column").write_bytes(b"v\n2\n7.5\n-1\n")
    assert samples(read(tmp_path / "t.column")).X.tolist() == [[2], [7.5], [-1]]
    (tmp_path / "t.unmarked").write_bytes("a,v\n1,2\n5,3\n".encode("utf-16-le"))
    assert samples(read(tmp_path / "t.unmarked", encoding="UTF-16-LE")).X.tolist() == [
        [1, 2],
        [5, 3],
    ]


def test_a_long_text_is_read_although_its_first_bytes_end_in_a_row(tmp_path):
    rows = [f"{i},{7 * i % 11}" for i in range(20_000)]
    (tmp_path / "t.long").write_text("\n".join(["ä,b", *rows]))
    assert len(read(tmp_path / "t.long")) == 20_000


def test_a_long_text_is_read_although_its_first_bytes_end_in_a_cell(tmp_path):
    rows = [f"{'site' * 20}{i:05d},{i % 7}" for i in range(1000)]
    text = "\n".join(["site,b", *rows])
    (tmp_path / "t.long").write_text(text)
    last = text[: 1 << 16].rpartition("\n")[2]
    assert 0 < len(last) < 80 and "," not in last
    assert len(read(tmp_path / "t.long")) == 1000


def _archive(file, **contents):
    with zipfile.ZipFile(file, "w") as opened:
        for name, content in contents.items():
            opened.writestr(name, content)


ODS = {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": ""}
OTHERS = {
    ".rds": gzip.compress(b"X\n\x00\x00\x00\x03\x00\x04"),
    ".rdata": bz2.compress(b"RDX3\nX\n\x00\x00"),
    ".xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99),
    ".xls of XML": b'<?xml version="1.0"?>\n<Workbook xmlns',
    ".html": b"<!DOCTYPE html>\n<html><table><tr>",
    ".html of a table": b'\n<table border="1">',
    ".nex": b"#NEXUS\nBEGIN distances;\n",
    ".meg": b"#mega\n!Title: x;\n[1] #a\n",
    ".vcf": b"##fileformat=VCFv4.2\n#CHROM\tPOS\n1\t7\n",
    ".pdf": b"%PDF-1.7\n",
    ".pkl": b"\x80\x04\x95\x00",
    ".ods": _written(lambda file: _archive(file, **ODS)),
    ".tar": bytes(257) + b"ustar\x0000" + bytes(248),
    ".db": b"SQLite format 3\x00\x10\x00",
    ".arff": b"% a\n@RELATION iris\n@attribute a real\n",
}


@pytest.mark.parametrize("kind", OTHERS)
def test_a_file_of_a_kind_that_is_not_read_is_known_by_its_content(kind, tmp_path):
    (tmp_path / "t.csv").write_bytes(OTHERS[kind])
    with pytest.raises(InputError, match=re.escape(f"{CALLED[kind.split()[0]]};")):
        read(tmp_path / "t.csv")


def test_html_called_as_a_workbook_gets_the_line_for_html(tmp_path):
    (tmp_path / "t.xls").write_bytes(b"<html><body><table>")
    with pytest.raises(InputError, match=re.escape('pandas.read_html("t.xls")')):
        read(tmp_path / "t.xls")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.svm", b"1 1:0.5 3:2\n-1 2:4 3:0.1\n"),
        ("t.cnv", b"* Sea-Bird\n# name 0 = t\n*END*\n 1.5 2\n 3 4\n 5 9\n"),
        ("t.TPS", b"LM=3\n1.5 2\n3 4\n5 9\nID=a\n"),
        ("t.jsonl", b'{"a": 1, "b": 2}\n{"a": 4, "b": 3}\n'),
        ("t.strange", b"Some words, 3 of them,\nand no table of 4 cells here\n"),
        ("t.strange", b"a,b\n1,2\x00\n3,4\n"),
        ("t", b"a,b\n"),
    ],
)
def test_a_text_that_is_no_table_is_refused_as_before(name, content, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match="are not known; .*allowed: .arrow"):
        read(tmp_path / name)


def test_a_column_may_be_called_as_a_file_of_parquet_begins(tmp_path):
    (tmp_path / "t.csv").write_bytes(b"PAR1,PAR2\n1,5\n3,2\n")
    table = read(tmp_path / "t.csv")
    assert (table.names, table.remarks) == (["PAR1", "PAR2"], [])


def test_a_general_container_is_what_its_ending_says(tmp_path):
    (tmp_path / "t.xlsx").write_bytes(_written(lambda file: _archive(file, **{"t.csv": TEXT})))
    with pytest.raises(InputError, match="not a workbook of Excel"):
        read(tmp_path / "t.xlsx")
    _archive(tmp_path / "t.zip", **{"x.npy": CONTENTS[".npy"]})
    assert samples(read(tmp_path / "t.zip")).X.tolist() == NUMBERS
    assert read(tmp_path / "t.zip").remarks == []


def test_what_is_compressed_is_read_as_what_it_is_too(tmp_path):
    (tmp_path / "t.csv.gz").write_bytes(gzip.compress(CONTENTS[".parquet"]))
    table = read(tmp_path / "t.csv.gz")
    assert samples(table).X.tolist() == NUMBERS
    assert "Parquet (.parquet), although the name ends in '.csv'" in table.remarks[0]
    (tmp_path / "u.csv.gz").write_bytes(TEXT)
    table = read(tmp_path / "u.csv.gz")
    assert samples(table).X.tolist() == NUMBERS
    assert "text, although the name ends in '.gz'" in table.remarks[0]
