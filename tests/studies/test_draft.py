"""A hint on reading has an effect on a file of the study, or is refused."""

import gzip
import io
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pytest

from kpca.studies.build import begin
from kpca.studies.config.study import StudyConfig
from kpca.tables.messages import Key, in_yaml
from kpca.tables.table import InputError

FRAME = pd.DataFrame({"a": [1.5, 2.5, 0.5, 4.0, 3.5], "b": [7.0, 3.0, 4.5, 9.0, 1.0]})
TEXT = FRAME.to_csv(index=False).encode()


def _bytes(write):
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def _book(file):
    book = openpyxl.Workbook()
    book.active.append(["nothing"])
    sheet = book.create_sheet("data")
    for row in [[*FRAME], *FRAME.values.tolist()]:
        sheet.append(row)
    book.save(file)


BOOK, PARQUET = _bytes(_book), _bytes(FRAME.to_parquet)


def _zip(**members):
    def write(file):
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in members.items():
                archive.writestr(name.replace("_", "."), content)

    return _bytes(write)


SPECTRA = {
    f"{name}_csv": f"400,1\n401,{i}\n402,{i * i}\n".encode() for i, name in enumerate("abcd")
}
ARRAYS = _bytes(lambda file: np.savez(file, x=FRAME.to_numpy(), y=FRAME.to_numpy() + 1.0))
OF_LINES = {"encoding": "cp1250", "comment": "%"}


def _begun(folder, name, content, **keys):
    (folder / name).write_bytes(content)
    beside = {key: keys.pop(key) for key in ("variables",) if key in keys}
    data = {"vectors": name, **keys}
    return begin("s", StudyConfig(data=data, kernel={"name": "linear"}, **beside), folder)


@pytest.mark.parametrize(
    ("name", "content", "unused"),
    [
        ("t.csv", TEXT, {"sheet": 2}),
        ("t.csv", TEXT, {"variable": "X", "sheet": "data"}),
        ("t.csv.gz", gzip.compress(TEXT, mtime=0), {"sheet": 2}),
        ("t.zip", _zip(a_csv=TEXT, b_csv=TEXT), {"sheet": 2}),
        ("t.zip", _zip(**SPECTRA), {"header": False}),
        ("t.xlsx", BOOK, OF_LINES),
        ("a workbook.csv", BOOK, OF_LINES),
        ("t.parquet", PARQUET, {"header": True, "decimal": ",", "thousands": "."}),
        ("t.npz", ARRAYS, {"header": True}),
    ],
)
def test_a_hint_that_the_kind_of_file_has_no_use_for_is_refused_with_its_value(
    name, content, unused, tmp_path
):
    of_use = {"t.zip": {"variable": "b.csv"}, "t.npz": {"variable": "x"}}.get(name, {})
    of_use = {} if "header" in unused and name == "t.zip" else of_use
    with pytest.raises(InputError, match="allowed: .*; remove") as caught:
        _begun(tmp_path, name, content, **of_use, **unused)
    keys = [part.name for part in caught.value.message.parts if isinstance(part, Key)]
    assert {*keys[: len(unused)]} == {*unused}
    assert {*keys[len(unused) :]}.isdisjoint(unused), "what is refused is not allowed"
    assert all(f"({in_yaml(value)})" in str(caught.value) for value in unused.values())
    assert str(tmp_path / name) in str(caught.value)
    assert len(_begun(tmp_path, name, content, **of_use).training.names) in (4, 5)


@pytest.mark.parametrize(
    ("name", "content", "hints"),
    [
        ("t.csv", TEXT, {"header": True, "decimal": ".", "thousands": ",", **OF_LINES}),
        ("t.xlsx", BOOK, {"header": True, "sheet": "data", "decimal": ".", "thousands": ","}),
        ("t.xlsx.gz", gzip.compress(BOOK, mtime=0), {"header": True, "sheet": 2}),
        ("t.zip", _zip(a_csv=TEXT, b_xlsx=BOOK), {"variable": "b.xlsx", "sheet": 2}),
        ("t.zip", _zip(a_xlsx=BOOK), {"variable": "a.xlsx", "sheet": 2}),
        ("t.zip", _zip(a_npz=ARRAYS), {"variable": "y"}),
        ("t.zip", _zip(**SPECTRA), {"decimal": ".", **OF_LINES}),
        ("t.npz", ARRAYS, {"variable": "y"}),
    ],
)
def test_all_hints_that_the_kind_of_file_or_of_the_file_in_it_uses_stand_together(
    name, content, hints, tmp_path
):
    assert len(_begun(tmp_path, name, content, **hints).training.names) in (4, 5)


def test_a_hint_on_new_samples_or_variables_of_another_kind_has_an_effect_on_them(tmp_path):
    (tmp_path / "n.csv").write_text("a;b\n1,065;2\n7;3\n")
    (tmp_path / "v.csv").write_text("pH\n" + "".join(f"{i}.065\n{i}\n" for i in (1, 2, 3))[:-2])
    new = {"new": "n.csv", "decimal": ","}
    assert _begun(tmp_path, "t.parquet", PARQUET, **new).new.X.tolist() == [[1.065, 2], [7, 3]]
    beside = {"variables": "v.csv", "thousands": "."}
    values = _begun(tmp_path, "t.parquet", PARQUET, **beside).variables.values
    assert values[:, 0].tolist() == [1065, 1, 2065, 2, 3065]
    with pytest.raises(InputError, match=r"'sheet' \(2\) .* this file and the others"):
        _begun(tmp_path, "t.parquet", PARQUET, **beside, sheet=2)
