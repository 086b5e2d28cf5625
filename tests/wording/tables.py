"""What is said about a file: each a small content, and what a study writes about it."""

import bz2
import gzip
import io
import json
import sys
import zipfile
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import annotated_file
import h5py
import numpy as np
import openpyxl
import pandas as pd
import scipy.io
import scipy.sparse
import xarray as xr
from annotated_file import frame

from kpca import tolerances
from kpca.studies.config.data import VectorFile
from kpca.tables import columns, doubts, triangles
from kpca.tables.messages import INSIDE, as_matrix, at, in_file, in_python, named, setting, written
from kpca.tables.omitted import Omitted
from kpca.tables.read import kinds, read
from kpca.tables.readers import conversions
from kpca.tables.readers.artifacts import READ
from kpca.tables.samples import Samples, equal, first_equal, oriented, without_values
from kpca.tables.table import InputError, Table


def _write(path, content):
    """A file with a text, bytes or an array, or a folder or an archive of several."""
    if callable(content):
        content(path)
    elif isinstance(content, np.ndarray):
        np.save(path, content)
    elif isinstance(content, dict) and path.suffix in (".zip", ".qza"):
        with zipfile.ZipFile(path, "w") as file:
            for name, one in content.items():
                file.writestr(name, one)
    elif isinstance(content, dict):
        path.mkdir()
        for name, one in content.items():
            (path / name).parent.mkdir(exist_ok=True)
            _write(path / name, one)
    else:
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def _said(name, content, data):
    """The remarks on a file: those of its reader if it is a matrix, else those on its samples."""
    path = Path(name)
    if content is not None:
        _write(path, content)
    if "wider" in data:
        return triangles.whole(read(path, **data), True).remarks
    asked = VectorFile(vectors=name, **data)
    table = read(path, **asked.hints)
    doubts.require_no_triangle(asked, table)
    more = {"with_texts": bool(asked.distance), "weights": asked.weights, "blocks": asked.blocks}
    chosen = asked.labels, asked.names, asked.columns, asked.on_missing, asked.omit, asked.omitted
    given = columns.samples(table, *chosen, **more).of_numbers
    doubts.require_none(asked, given, tolerances.centering_element)
    return [*given.remarks, *doubts.with_remarks(asked, given, table)[1]]


def of(content, name="t.csv", **data):
    """What is said about a file with this content, where a study writes ``data``."""

    def call():
        try:
            return _said(name, content, data)
        except InputError as error:
            # The words of other packages change with them.
            if error.__cause__ and (cause := str(error.__cause__)) in str(error):
                return f"InputError: {str(error).replace(cause, 'THE REASON')}"
            raise

    return call


def _book(**sheets):
    def write(path):
        book = openpyxl.Workbook()
        book.remove(book.active)
        for title, rows in sheets.items():
            sheet = book.create_sheet(title)
            for row in rows:
                sheet.append(row)
            if title == "merged":
                sheet.merge_cells("A2:A3")
        book.save(path)

    return write


def _bytes(save, *of):
    file = io.BytesIO()
    save(file, *of)
    return file.getvalue()


def _annotated(**parts):
    return partial(annotated_file.write, **parts)


def _sparse(shape, **at):
    """A sparse matrix of AnnData as its parts say, which may not fit together."""

    def write(path):
        annotated_file.write(path)
        with h5py.File(path, "r+") as file:
            del file["X"]
            for part, values in at.items():
                file[f"X/{part}"] = values
            attributes = {"encoding-type": "csr_matrix", "encoding-version": "0.1.0"}
            file["X"].attrs.update(attributes | {"shape": shape})

    return write


def _hdf5(path):
    with h5py.File(path, "w") as file:
        file["x"] = [1.5]


def _spss(path):
    import pyreadstat

    scale = pd.DataFrame({"a": [1.5, 4.0, 2.0], "item": [2.0, 5.0, 1.0]})
    pyreadstat.write_sav(scale, path, variable_value_labels={"item": {1.0: "never", 5.0: "always"}})


def _without_pyreadstat():
    with patch.dict(sys.modules, {"pyreadstat": None}):
        return of(b"$FL2", "t.sav")()


def _without_memory(file, content):
    with patch("psutil.virtual_memory", lambda: SimpleNamespace(available=10)):
        return of(content, file)()


def _without_room():
    with patch("numpy.load", side_effect=MemoryError("no room for 8 GB")):
        return of(np.eye(2), "t.npy")()


def _cells(**data):
    return of(_annotated(), "t.h5ad", **data)


def _biom(**changes):
    file = {
        "format": "Biological Observation Matrix 1.0.0",
        "matrix_type": "dense",
        "matrix_element_type": "float",
        "shape": [3, 2],
        "data": [[0, 2.5], [3, 0], [7, 1]],
        "rows": [{"id": name, "metadata": {"taxonomy": ["k"]}} for name in ("o9", "o2", "o5")],
        "columns": [{"id": name, "metadata": {"site": name}} for name in ("s4", "s1")],
    }
    return of(json.dumps(file | changes), "t.biom")


def _artifact(kind, **files):
    files = {f"u/data/{name}": content for name, content in files.items()}
    return of({"u/metadata.yaml": f"uuid: u\ntype: {kind}\n"} | files, "t.qza")


def _rows(head, *of_columns):
    """A CSV of columns under a head."""
    rows = zip(*of_columns, strict=True)
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"


ODD = (4.5, 1.0, 7.0, 2.25, 6.0, 2.5, 3.0, 9.5, 0.5, 8.0, 5.25, 1.75)
EVEN = (2.5, 9.0, 1.25, 6.5, 0.25, 3.75, 8.5, 4.0, 7.25, 2.0, 1.5, 5.0)
OF_THREE = (0, 1, 2, 2, 1, 0, 1, 2, 0, 0, 1, 1)
ARRAY = np.array([[1.5, 7.0], [-2.0, 4.0], [9.0, 0.25]])
FIVE = Samples(ARRAY, ["pH", "Ca"], ["u", "v", "w"], ["kind"] * 3)
FLOWERS = "name,length,width,species\nx,5,3,s\ny,6,2,v\nz,7,1,s\n"
HOLES = "a,b,c\n1,2,0\n5,NA,\n,4,3\n7,8,1\n"
SITES = "site,batch,a,b\ns1,QC,4,7\ns2,A,0,0\ns4,B,5,1\ns5,QC,9,3\n"
PAIRS = "from,to,km\nu,v,3\nw,u,5\nw,v,4.5\nx,w,7\nu,x,6\nx,v,2\n"
TRIPLETS = "s,v,x\np,k,5\nq,l,3\nq,k,4\np,l,9\nr,k,7\nr,l,1.5\n"
GCT = "#1.3\n2\t2\t1\t1\nid\tabout\tA7\tA2\ncell\tna\tPC\tMC\ng1\tx\t7.5\t-1\ng2\ty\t6\t.5\n"
SPECTRUM = "nm\tcounts\n400.5\t7\n402\t-1.5\n403.25\t.25\n404\t3\n"
SPECTRA = {"m9.txt": SPECTRUM, "m10.txt": SPECTRUM, "k1.txt": SPECTRUM}
RANGER = {"barcodes.tsv": "T-1\nA-1\n", "features.tsv": "E3\tCD4\nE1\tCD8\n"}
RANGER |= {"matrix.mtx": _bytes(scipy.io.mmwrite, scipy.sparse.coo_array(np.eye(2)))}
RAW = "FID IID PAT MAT SEX PHENOTYPE rs7_A rs2_G\nF1 s4 0 0 2 1.5 0 1\nF1 s1 0 0 1 2.5 2 0\n"
FACTORS = "s,a,b,,depth,zone\nu,1,2,,7,A\nv,3,5,,6,B\n"
NEIGHBORS = annotated_file.sparse("csr", np.diag([1.0] * 4, 1) + np.diag([1.0] * 4, -1))
MESSAGES = {
    # What names samples, colors them, or only tells them apart.
    "a column of classes as texts": of(FLOWERS),
    "texts that differ and texts of classes": of("a,note,kind\n1,p,u\n4,q,v\n5,r,u\n7,s,v\n"),
    "dates beside a station": of("no,day,a\n44,3.7.2021,1\n44,4.7.2021,4\n44,5.7.2021,5\n"),
    "empty columns": of("b,,c\n1,,\n2,,NA\n4,,\n", header=True),
    "names that begin like numbers": of(
        "len;a;b\n0.5 cm;1;7\n1.5 cm;4;2\n2.5 cm;2;3\n4.5 cm;9;5\n"
    ),
    "names that begin like numbers, as is said": of(
        "len;a;b\n0.5 cm;1;7\n1.5 cm;4;2\n4.5 cm;9;5\n", names="len"
    ),
    "names beside three numbers": of("day;a\n0.5 cm;1\n1.5 cm;4\n2.5 cm;2\n"),
    "names in two rows": of("day,a,b\nmay,4,7\nmay,3,1\njune,6,2\n", names="day"),
    "a name and its number": of("day,a,b\nb (1),4,7\nb,3,1\nb,6,2\n", names="day"),
    "whole numbers in equal steps": of("x,a,b\n20,1.5,4\n30,2.5,5\n10,1.0,7\n"),
    "different whole numbers of patients": of(_rows("a,patient", ODD[:6], (8, 1, 4, 7, 5, 6))),
    "zeros before numbers": of(_rows("a,plate", ODD[:3], ("00123", "10115", "00123"))),
    "a first column in order": of(_rows("depth,a,b", sorted(ODD[:6]), ODD[:6], EVEN[:6])),
    "labels that differ": of("id,a,b\nu,1,4\nv,3,2\nw,7,5\nx,2,9\n", labels="id"),
    "labels that differ beside names": of(
        "n,id,a,b\n1,u,1,4\n2,v,3,2\n3,w,7,5\n4,x,2,9\n", labels="id", names="n"
    ),
    "a class as a number": of(_rows("a,b,kind", ODD, EVEN, OF_THREE)),
    "a class as a number, beside labels": of(
        _rows("a,b,Class,of", ODD, EVEN, OF_THREE, "uvuvuvuvuvuv"), labels="of"
    ),
    "a sum of the other rows": of("a,b\n1,4\n3,2\n7,5\n2,9.5\n13,20.5\n"),
    "a sum of the other columns": of("a,b,all\n1,4,5\n3,2,5\n7,5.5,12.5\n"),
    "numbers of all pairs": of("d\n1\n2\n3\n2.5\n4\n5\n", header=True),
    "a measured value in each row": of(
        "site,species,mg\ns,u,1\ns,v,5\nt,u,7\nt,v,2\nt,w,4\ns,w,8\n", triplets=False
    ),
    "an axis again and again": of(
        _rows("nm,y", [*range(400, 420, 2)] * 2, [k * k % 17 for k in range(20)]), columns=None
    ),
    "another sign for a missing value": of(
        "a,b\n41,7\n36,8.5\n-7,2\n12,9\n-999,3\n-999,5\n", missing_values=[-7], missing="drop"
    ),
    # Columns that are not there, or have no numbers.
    "another sign, as a number": of("a,b\n41,7\n36,8.5\n12,9\n-999,3\n", missing_values=[]),
    "no such column": of(FLOWERS, labels="specie"),
    "no such column by its number": of(FLOWERS, columns=[5]),
    "no such column to leave out": of(FLOWERS, omit=["widht"]),
    "labels of another file": of(FLOWERS, labels="meta.csv"),
    "a column twice": of(FLOWERS, columns=[2, "length"]),
    "no column of numbers": of("a;b\nlow 5;u\nlow 6;v\nlow 5;u\n"),
    "no column but comments": of("% made in May\n% by me\n% again\n"),
    "a text in a chosen column": of(FLOWERS, columns=["length", "species"]),
    "texts among numbers": of("a,b,c,d\n1,x,2,9\n2,5,1,\n3,y,7,on\n"),
    "a row of texts": of("name,a,b\nu,1,2\nv,3,5\nmean,x,y\nw,7,4\n"),
    "rows of texts": of("name,a,b\nu,1,2\nmin,x,y\nv,3,5\nmax,x,z\nw,7,4\nz,5,n.d.\nq,2,8\n"),
    "names below a name": of("s,1,b\nk,x,y\nu,3,x\nv,7,4\nw,2,6\nz,5,9\n", header=True),
    "classes of columns": of("g,s1,s2,s3,s4\nkind,u,u,v,v\na,1,2,3,5\nb,4,7,8,1\n", names="g"),
    "codes of cover": of("a,b\n2a,+\n1,r\nr,1\n"),
    "codes of cover in one of two columns": of("a,b\nr,7\n1,2\nr,1\n"),
    "codes that may be names": of("a,b\nu1,7\n4,2\nv,1\n"),
    "a percent sign below a text": of("a,b,c\nx,2,3\n12%,3,1\n"),
    "a percent sign": of("a,b,c\n12%,2,3\n5,3,1\n"),
    "digits in groups": of("a,b\n1 000,2\n7,3\n1 0,5\n", columns=["a"]),
    "a number and its error": of("a,b\n1,5\n10.4 ± 0.1,2\n4,1\n"),
    "several numbers in a cell": of("a\n1 2|3\n4 x|6\n", header=True),
    "a word for a missing value": of("a,b\n1,2\n4,n.d.\n5,1\n"),
    "more digits than a number has": of("a,b\n1,2\n9007199254740993,4\n5,1\n"),
    "lists in a column": of(
        lambda path: pd.DataFrame({"a": [1.5, 2], "l": [[1], [2]]}).to_parquet(path), "t.parquet"
    ),
    # Missing and infinite values.
    "a missing value": of(HOLES),
    "a missing value beside weights": of(HOLES, weights="c"),
    "missing values that leave samples out": of(HOLES, missing="drop"),
    "missing values in all samples": of("a,b\n,2\n1,\n,3\n,5\n", missing="drop"),
    "missing values above a share": of(
        "a,b,c\n1,2,\n5,,\n7,,3\n4,1,2\n", missing="impute", most_missing=0.3
    ),
    "missing values above a share in every column": of(
        "a,b\n,2\n1,\n,3\n4,\n", missing="impute", most_missing=0.1
    ),
    "infinite values": of("a,b\n1,inf\n3,-inf\n"),
    # Samples that are left out.
    "infinite values where missing ones leave samples out": of(
        "a,b\n1,2\n3,-inf\n", missing="drop"
    ),
    "samples left out": of(SITES, names="site", omit_samples=["s1", "batch = A"]),
    "samples left out, as all are 0": of(SITES, names="site", omit_samples=["empty"]),
    "a condition that no sample fulfills": of(
        SITES, names="site", omit_samples=["batch = QD", "a > 90", "batch = QC"]
    ),
    "no sample of that name": of(SITES, names="site", omit_samples=["s7"]),
    "no column of a condition": of(SITES, names="site", omit_samples=["depth < 1000"]),
    "a column as a sample": of(SITES, names="site", omit_samples=["batch"]),
    "a word behind a sign": of(SITES, names="site", omit_samples=["a > deep"]),
    "every sample left out": of(SITES, names="site", omit_samples=["a >= 0"]),
    "no sample of that name in a matrix": lambda: Omitted(["u"]).of_names("d.csv", ["a", "b"]),
    # What numbers may mean.
    "-999 beside other numbers": of("a,b\n41,7\n36,8.5\n-999,2\n12,9\n"),
    "99 and 98 in two columns": of("a,b\n99,5\n1,99\n2,98\n99,1\n3.5,3\n4,2.5\n5,4\n"),
    "-1 among genotypes": of(
        _rows(
            "a,b,c",
            *(np.where(np.arange(12) == k, -1, OF_THREE[k:] + OF_THREE[:k]) for k in (1, 5, 7)),
        )
    ),
    "distances as points": of("a,b,c\n0,1,2\n1,0,3\n2,3,0\n"),
    "kernel values as points": of("a,b,c\n4,1,2\n1,5,3\n2,3,6\n"),
    "a matrix with names as points": of(",a,b,c\na,1,-2,2\nb,7,5,3\nc,2,4,6\n"),
    "distances that are not symmetric as points": of("a,b,c\n0,1,2\n1,0,3\n2,4,0\n"),
    "a triangle as points": of(",a,b,c\na,,,\nb,1,,\nc,2,3,\n"),
    "a list with a row for each number": of(
        "site,variable,value\nu,pH,5\nv,pH,4\nu,pH,7\nv,Ca,2\n", triplets=False
    ),
    "a sample that is an axis": of(
        "n,900.5,902.5,904.5\nu,1,2.5,3\nv,2,.5,1\nw,.5,1,2\nx,3,2,.5\nnm,11100,11080,11060\n",
        header=True,
    ),
    # Text: its encoding, its lines and its cells.
    "an empty file": of(""),
    "separators only": of(",\n,\n"),
    "a header only": of("a,b\n"),
    "an empty first line": of("\na\n1\n", header=False),
    "UTF-16": of("ä;b\n1;2\n3;5\n".encode("utf-16")),
    "UTF-16 without a mark": of("a,b\n1,2\n".encode("utf-16-le")),
    "a long file of UTF-16 without a mark": of(("a,b\n" + "1,2\n" * 150).encode("utf-16-be")),
    "Latin-1": of("ä,b\n1,2\n3,5\n".encode("cp1252")),
    "another encoding than is said": of(b"a\n1\n\xff\n", encoding="utf-8"),
    "an encoding that nobody knows": of("a\n1\n", encoding="utf-9"),
    "line ends of several kinds": of(b"a,b\r1,2\r3,4\n5,6\n"),
    "an open quote": of('"a,b\n1,2'),
    "a row that is too short": of("a,b\n1,2\n3\n"),
    "a row that is too long": of("a,b\n1,2\n3,4,5\n"),
    "a row that is too short below a header of R": of("a,b\nx,1,2\ny,3\n"),
    "a row that begins as a comment": of("a,b\n1,2\n# end\n"),
    "rows below other lines": of("TOA5,Tower,4,x\ntime,a,b\nu,1.5,7\nv,2,3\n"),
    "rows of a triangle": of("0\n1,0\n2,3,0\n", header=False),
    "a line with the names that is not there": of("x,2\na,b\n5,6\n7,9\n", header=4),
    "lines above the names": of("x,2,7\ns,1999,2004\nu,5,6\nv,7,9\n", header=2),
    "comments": of("# x\n# y\na,b\n1,2\n3,5\n"),
    "a header in a comment": of("# x\n# a,b\n1,2\n3,5\n"),
    "what separates cells": of("sep=;\na;b\n1;2\n3;5\n"),
    "blanks between cells": of('"a" "b"\n"u" 1.5 2\n"v" 3 4.5\n', "t.txt"),
    "a title and a source": of("Soil of May\ns,Ca,Fe\nu,1.5,20\nv,2.5,31\nw,1,7\nSource: o\n"),
    "a wrapped table of R": of("        a\nNew Y 1.5\nBern  3.0\n         b\nNew Y 2\n", "d.txt"),
    "a triangle that R prints": of("    a   b c\nb 1.0\nc 2.5 3.0\nd 4 5 7\n", "d.e.txt", wider=0),
    "separators behind rows": of("id,a,b\nx,1,2,\ny,3,4,\n"),
    # The header.
    "a header that may be a sample": of("# x\n# y\n7.5,9.5\n1,2\n5,1\n"),
    "a header that may be a sample, with commas": of("1,5;7\n2;8,5\n"),
    "a header of a matrix that may be a sample": of("0,1,2,3\n1,0,4,5\n2,4,0,6\n3,5,6,0\n"),
    "a header of a table of six rows": of("5,1,2\n1,0,4\n2,4,0\n3,5,6\n8,1,1\n9,9,2\n"),
    "a header of a matrix with names": of(",4,1,2\n1,0,1,2\n2,1,0,4\n3,2,4,0\n"),
    "a header below a number": of("10,plots,\n6,species,\n,Agr,Air\np1,5,1\n"),
    "a header below many numbers": of(
        "n,5,2,3,4,5,6,7,8,9\nk,u,v,w,x,y,z,p,q,r\na,1,4,2,8,5,7,1,4,2\n", header=None
    ),
    "a header with a cell less": of("my data\n1,2\n3,4\n"),
    "a name twice": of("a,a\n1,2\n3,5\n"),
    "no name twice": lambda: Table("t.npy", ["", ""], [[1.0], [2.0]]),
    "a name twice in a file without a header": lambda: Table("t.npy", ["a", "a"], [[1.0], [2.0]]),
    "a table without rows": of(np.zeros((0, 2)), "t.npy"),
    "a name twice, above names": of("of,ctrl,ctrl,drug\nname,a,b,c\nu,1,2,3\n"),
    "a name twice that is numbered": of("a,a\n1,2\n3,5\n", header=True),
    "a row of groups above the names": of(",,Area,\nname,p,s1,s2\nu,1,2,3\n"),
    "a row of groups above units": of(",,x,,\nkm,mg,kg,s,m\n5,1,2,3,4\n7,7,9,5,6\n"),
    "units": of("a,b\ncm,kg\n1,2\n3,5\n"),
    "widths": of("a,b\n5s,10n\n1,2\n3,5\n4,1\n"),
    "no name above a column": of("x,,pH,\nu,5,7,9\nv,3,2,4\n"),
    "an empty row before others": of("id,a,b\nx,1,2\n,,\ny,3,4\n"),
    "an empty column before others": of(FACTORS),
    "an empty column before a number": of("1,2,,7\n3,5,,6\n2,2,,5\n", header=False),
    # How numbers are written.
    "decimal commas": of("a;b\n1,5;2\n3;4,5\n"),
    "groups of digits": of("a;b\n1.234.567;2\n1.065;4\n"),
    "a minus sign of typographers": of("a,b\n\u22121.5,2\n3,4\n"),
    "three decimals in all numbers": of("a\n12.707\n3.250\n"),
    "a point that may group": of("a;b\n1.065;2000\n735;1500\n2;1700\n"),
    "a comma that may group": of("a;b\n1,065;2\n2,735;7\n"),
    "two decimal signs": of("a;b\n1,5;3.5\n2;4\n"),
    "a comma among decimal points": of("a;b\n9.5;1\n1,377;2\n8.5;4\n"),
    "two signs between groups": of("a;b\n1 065,5;1.234.567\n2;4\n"),
    "a point among decimal commas": of("a;b\n9,604;1\n10.377;2\n8,5;4\n"),
    "a sign with two meanings": of("a;b\n1;2\n", decimal=",", thousands=","),
    "signs of currencies": of("a,b\n1 €,2\n3 €,5\n"),
    # A row for each variable, or for each number.
    "texts that are turned": of("a,b\nx,y\nu,v\n", transpose=True),
    "a text beside samples": of(",s,t,note\na,1,2,x\nb,3,5,x\nc,4,9,y\n", transpose=True),
    "names in order": of(_rows("nm,s", (900, 902, 905, 910, 911, 920), ODD[:6]), transpose=True),
    "names that are whole numbers": of("Entrez,s,t\n3435,3,8\n135,5,1\n880,4,7\n", transpose=True),
    "a name of two variables": of("g,s,t\nTP53,1,2\nEGFR,3,5\nTP53,4,9\n", transpose=True),
    "lengths beside samples": of(
        "g,length,s,t,u\na,1200,1,2,2\nb,2500,3,5,4\nc,1800,4,9,8\n", transpose=True
    ),
    "triplets": of(TRIPLETS),
    "triplets, as is said": of(TRIPLETS.replace("r,l,1.5\n", ""), triplets=True),
    "no triplets": of("a,b\n0,1\n1,0\n1,1\n", triplets=True),
    "a pair of triplets twice": of(TRIPLETS + "p,k,8\n"),
    "pairs of samples": of(PAIRS),
    "pairs of numbered samples": of(
        "".join(f"{i}\t{j}\t{i / j}\n" for i in range(2, 5) for j in range(1, i)),
        "t.tsv",
        header=False,
    ),
    "pairs of samples with similarities": of(PAIRS.replace("km", "kinship")),
    "pairs of samples as a matrix": of(PAIRS, wider=0),
    "more numbers of pairs": of(
        "\n".join(f"{row},{k}" for k, row in enumerate(PAIRS.split())), wider=0, header=True
    ),
    "a pair of samples twice": of(PAIRS + "u,v,3\n", wider=0),
    "two names in a cell": of("pair,d\nB-A,4\nC-A,5\nC-B,6\n", wider=0),
    "a condensed vector": of("d\n4\n5\n6\n", wider=0, header=True),
    "a triangle": of(",a,b,c\na,0,,\nb,1,0,\nc,2,3,0\n", wider=0),
    "identities without a diagonal": of(
        ",A,B,C,D\nA,,98.1,90.3,88.4\nB,,,91.2,89.3\nC,,,,95.2\nD,,,,\n", wider=0
    ),
    "no number in the diagonal": of(",a,b,c\na,-,1,2\nb,1,-,3\nc,2,3,-\n", wider=0),
    # Which file is read, and of which kind.
    "no file": of(None, "no.csv"),
    "a folder as a table": of({}, "d.csv"),
    "no file of an ending that is not known": of(None, "no.raw"),
    "an ending that is not known": of(b"x", "t.doc"),
    "no ending": of("a,b\n", "t"),
    "an object of R by its ending": of(b"x", "t.rds"),
    "an array with another ending": of(_bytes(np.save, np.eye(3)[:, :2]), "t.dat"),
    "a text with another ending": of("a,b\n1,2\n3,5\n", "t.strange"),
    "a text without an ending": of("a,b\n1,2\n3,5\n", "t"),
    "an old workbook": of(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "t.xls"),
    "what is not read, by its ending": lambda: [
        str(conversions.unknown(Path(f"t{ending}"))).partition("; allowed")[0]
        for ending in conversions.CONVERSIONS
    ],
    "what is not read, by its content": lambda: [
        str(conversions.not_read(Path("t.csv"), ending)).partition("; ")[0]
        for ending in conversions.CALLED
    ],
    "kinds of files": lambda: kinds().split("), "),
    "a file that memory does not hold": partial(
        _without_memory, "t.csv.gz", gzip.compress(b"a" * 9)
    ),
    # Archives.
    "a file that is not compressed": of(b"\x00\x01", "t.csv.gz"),
    "a compressed file that ends early": of(gzip.compress(b"a,b\n1,2\n")[:-9], "t.csv.gz"),
    "a question about a compressed file": of(
        bz2.compress(b"1,2,3\n3,5,7\n4,1,2\n6,5,8\n"), "t.csv.bz2"
    ),
    "a compressed file of no known kind": of(gzip.compress(b"x"), "t.doc.gz"),
    "an archive without a table": of({"readme.md": b"x"}, "t.zip"),
    "an archive of two tables": of({"a.csv": "a\n1\n", "b.csv": "a\n2\n"}, "t.zip"),
    "no such table in an archive": of({"a.csv": "a\n1\n", "b.csv": ""}, "t.zip", variable="c"),
    "a broken archive": of(b"PK", "t.zip"),
    "another artifact": _artifact("'PCoAResults'", **{"ordination.txt": "Eigvals"}),
    "an artifact with a broken table": _artifact("FeatureTable", **{READ[0]: "{}"}),
    "a broken artifact": of(b"PK", "t.qza"),
    # Spectra, counts and genes.
    "a folder without spectra": of({"a.txt": SPECTRUM, "b.txt": SPECTRUM}, "s"),
    "two spectra in an archive": of({"a.txt": SPECTRUM, "b.txt": SPECTRUM}, "s.zip"),
    "spectra": of(SPECTRA | {"readme.md": "Three.\n"}, "s"),
    "spectra in folders": of({f"{k}/{k}.txt": SPECTRUM for k in "abc"}, "s"),
    "a line among the points of a spectrum": of(
        SPECTRA | {"z.txt": SPECTRUM.replace(".25\t.25", ".25\tover") + "405\t1\n"}, "s"
    ),
    "an axis that turns": of(SPECTRA | {"m9.txt": SPECTRUM + "403.5\t3\n"}, "s"),
    "another axis": of(SPECTRA | {"m9.txt": SPECTRUM.replace("402", "402.5")}, "s"),
    "more points": of(SPECTRA | {"m9.txt": SPECTRUM + "405\t3\n"}, "s"),
    "a folder of Cell Ranger without genes": of(RANGER | {"features.tsv": ""}, "s"),
    "a broken folder of Cell Ranger": of(RANGER | {"matrix.mtx": "%%MatrixMarket\n"}, "s"),
    "a folder of Cell Ranger without names": of(
        {name: content for name, content in RANGER.items() if name != "features.tsv"}, "s"
    ),
    "GCT": of(GCT, "t.gct"),
    "no GCT": of("name,u\nk1,3\n", "t.gct"),
    "GCT of another version": of(GCT.replace("1.3", "1.2"), "t.gct"),
    "GCT with a short line": of(GCT.replace("\t.5", ""), "t.gct"),
    "GCT with few lines": of(GCT.replace("g2\ty\t6\t.5\n", ""), "t.gct"),
    "no annotated file": of(None, "no.h5ad"),
    "HDF5 that is no annotated file": of(_hdf5, "t.h5ad"),
    "BIOM": _biom(),
    "JSON that is no BIOM": _biom(format="other"),
    "BIOM of texts": _biom(matrix_element_type="unicode"),
    "BIOM of another shape": _biom(shape=[3, 1]),
    "BIOM with few names": _biom(rows=[{"id": "o9"}]),
    "HDF5 that is no BIOM": of(_hdf5, "t.biom"),
    "genotypes of PLINK": of(RAW, "t.raw"),
    "components without a header": of("F1 s4 .25 -3\nF1 s1 1.5 4\nF2 s3 -2 .5\n", "t.eigenvec"),
    "distances of PHYLIP as points": of("3\nA 0 1 2.5\nB 1 0 3\nC 2.5 3 0\n", "t.txt"),
    "distances of PHYLIP": of("3\nA 0 1 2.5\nB 1 0 3\nC 2.5 3 0\n", "t.txt", wider=0),
    "no distances of PHYLIP": of("a\nb\n", "t.phy", wider=0),
    # Workbooks.
    "a workbook of three sheets": of(
        _book(readme=[["note"]], data=[["a"], [1], [5]], more=[["c"], [1], [2]]), "t.xlsx"
    ),
    "no such sheet": of(_book(readme=[["n"]], data=[["a"], [1], [5]]), "t.xlsx", sheet="mor"),
    "a sheet with a number in each row": of(_book(a=[[1, "x"], [2, "y"]]), "t.xlsx"),
    "no sheet of numbers": of(_book(a=[["x"], ["y"]], b=[]), "t.xlsx"),
    "an empty sheet": of(_book(a=[["x"], [1], [4]], b=[]), "t.xlsx", sheet="b"),
    "a title in a workbook": of(_book(a=[["Soil"], [], ["s", "k", "m"], ["u", 5, 6]]), "t.xlsx"),
    "a merged cell": of(
        _book(merged=[["s", "a", "b"], ["N", 5, 2], [None, 1, 7], ["S", 4, 3]]), "t.xlsx"
    ),
    "formulas": of(_book(a=[["s", "a", "b"], ["u", 5, "=B2"], ["v", 3, "=B3"]]), "t.xlsx"),
    "formulas only": of(_book(a=[["s", "a", "b"], ["u", "=1", "=7"], ["v", "=2", "=4"]]), "t.xlsx"),
    "a broken workbook": of(b"PK", "t.xlsx"),
    # Arrays, and tables of other programs.
    "an array of one dimension": of(np.zeros(3), "t.npy"),
    "an array of three dimensions": of(np.zeros((2, 2, 2)), "t.npy"),
    "an array without columns": of(np.zeros((2, 0)), "t.npy"),
    "an array of complex numbers": of(np.zeros((2, 2), dtype=complex), "t.npy"),
    "a structured array of vectors": of(np.zeros(3, dtype=[("a", "f8", 2)]), "t.npy"),
    "a broken array": of(b"\x93NUMPY\x01\x00", "t.npy"),
    "an array that memory does not hold": _without_room,
    "a pickle": of(b"\x80\x04].", "t.npy"),
    "a broken archive of arrays": of(b"PK\x03\x04", "t.npz"),
    "several arrays": of(partial(np.savez, x=np.eye(2), y=np.eye(3)), "t.npz"),
    "no array of two dimensions": of(partial(np.savez, x=np.zeros(3)), "t.npz"),
    "an array beside labels": of(partial(np.savez, X=ARRAY, kind=np.array([*"uvu"])), "t.npz"),
    "MATLAB 7.3": of(
        b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM" + b"\x89HDF\r\n\x1a\n", "t.mat"
    ),
    **{
        f"a broken {name}": of(b"not such a file", f"t{name}")
        for name in (".mat", ".mtx", ".parquet", ".feather", ".dta", ".sav", ".nc", ".h5ad")
    },
    "SPSS without a reader": _without_pyreadstat,
    "a scale of SPSS": of(_spss, "t.sav"),
    "several variables of netCDF": of(
        lambda path: xr.Dataset(dict.fromkeys("xy", (("r", "c"), np.eye(2)))).to_netcdf(path),
        "t.nc",
    ),
    "an annotated matrix": of(_annotated(layers={"counts": annotated_file.X}), "t.h5ad"),
    "an annotated matrix with labels": _cells(labels="type"),
    "no such annotated matrix": _cells(variable="counts"),
    "two variables of one name": of(_annotated(var=frame(["CD4", "NKG7", "CD4"])), "t.h5ad"),
    "distances of neighbors": of(
        _annotated(obsp={"near": NEIGHBORS}), "t.h5ad", variable="obsp/near", wider=0
    ),
    "an annotated matrix with a broken index": of(
        _sparse([5, 3], data=[1.0], indices=[7], indptr=[0, *[1] * 5]), "t.h5ad"
    ),
    "samples in rows": lambda: oriented(FIVE, False),
    "samples in columns": lambda: oriented(FIVE, True),
    **{
        f"{k} columns of one value": lambda k=k: without_values(
            np.ones((3, k)), [*"abcdefghijkl"][:k]
        )
        for k in (10, 12)
    },
    "six samples equal to another one": lambda: equal(
        first_equal(np.array([[0], *[[1]] * 7, [1.0 + 2.0**-52]])), [*"abcdefghi"]
    ),
    # How a front writes its keys.
    "keys in Python": lambda: [
        written(part, in_python)
        for part in (
            at("studies", "mine", "data", "columns", "2") + "no such column",
            in_file("c.yaml") + "two keys",
            setting(missing_values=[-999.0, "x", ...], missing="drop") + INSIDE,
            named("labels", "names") + " or " + as_matrix("d.csv", with_kernel=True),
        )
    ],
}
