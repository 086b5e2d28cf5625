"""The contract of reading, on drawn tables: what is written in a dialect is read back.

Or the program asks, or says how it has read the file, and the line that it gives reads it back.
"""

import bz2
import csv
import gzip
import io
import json
import lzma
import re
import shutil
import zipfile
from dataclasses import dataclass, field, replace

import annotated_file
import numpy as np
import openpyxl
import pandas as pd
import pyreadstat
import pytest
import scipy.io
import xarray as xr
import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kpca.studies.build import begin
from kpca.studies.config.load import parsed
from kpca.tables.messages import MessageError
from kpca.tables.sentinels import SENTINELS
from kpca.tables.table import InputError


def examples(number):
    """Settings for that many examples, which are the same on every machine."""
    checks = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(
        max_examples=number,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=checks,
    )


@dataclass(frozen=True)
class Written:
    """A table as a file is to be read: X (n, q), names (n,), names of the columns, classes (n,)."""

    X: list[list[float]]
    names: list[str]
    columns: list[str]
    labels: list[str] = field(default_factory=list)

    @property
    def transposed(self):
        return [list(column) for column in zip(*self.X, strict=True)]


@st.composite
def tables(draw, numbers, words, has_labels=False, shortest=4):
    n, q = draw(st.integers(shortest, 6)), draw(st.integers(3, 5))
    X = draw(
        st.lists(st.lists(numbers, min_size=q, max_size=q), min_size=n, max_size=n, unique_by=tuple)
    )
    every = draw(st.lists(words, min_size=n + q, max_size=n + q, unique_by=str.lower))
    labels = draw(st.lists(st.sampled_from(["low", "high"]), min_size=n, max_size=n))
    return Written(X, every[:n], every[n:], labels if has_labels else [])


def study(file, form="vectors", **data):
    kernel = {} if form.endswith("matrix") else {"kernel": "linear"}
    return kernel | {"data": {form: file} | data}


def drafted(folder, keys):
    return begin(
        "s", parsed(yaml.safe_dump({"studies": {"s": keys}}), "s.yaml").studies["s"], folder
    )


def read_back(draft):
    given = draft.training
    return Written(given.X.tolist(), given.names, given.columns, given.labels)


def answered(keys, way):
    """The study with the settings of an answer."""
    data = dict(keys["data"])
    for one in way:
        if one.key in ("distance_matrix", "kernel_matrix"):
            return study(str(one.value).rpartition("/")[2], one.key)
        data[one.key] = one.value
    return keys | {"data": data}


def answers(folder, keys, doubts, depth=3):
    """Every draft that the study ends in, with the keys of the lines that were written for it.

    Followed are those lines of questions, and of what is said about the reading, whose keys are
    ``doubts``.
    """
    try:
        draft = drafted(folder, keys)
        yield draft
        ways = [way for one in draft.remarks for way in getattr(one, "ways", [])]
    except MessageError as question:
        ways = question.message.ways
    for way in ways if depth else []:
        if {one.key for one in way} <= doubts and answered(keys, way) != keys:
            yield from answers(folder, answered(keys, way), doubts, depth - 1)


@dataclass(frozen=True)
class Dialect:
    """How a table is written as text."""

    separator: str
    decimal: str
    thousands: str
    encoding: str
    end: str
    quoting: int
    header: str
    above: str
    below: str
    trailing: bool
    ending: str
    is_transposed: str
    hole: str | None

    def options(self):
        """What nothing in the file says."""
        found = {"encoding": self.encoding} if self.encoding == "cp437" else {}
        return found | ({"transpose": True} if self.is_transposed == "as it says" else {})

    def doubts(self, columns):
        """The keys that the program may have to ask for."""
        found = set()
        if self.header == "none" or any(name[0].isdigit() for name in columns):
            found |= {"header"}
        if self.thousands or self.decimal == ",":
            found |= {"thousands", "decimal"}
        if self.hole is not None:
            found |= {"missing", "missing_values"}
        return found | ({"transpose", "omit"} if self.is_transposed else set())


@st.composite
def dialects(draw):
    pick = lambda *of: draw(st.sampled_from(of))  # noqa: E731
    separator = pick(",", ";", "\t", "|", " ")
    decimal = "." if separator in ", " else pick(".", ",")
    other = {".": ",", ",": "."}[decimal]
    return Dialect(
        separator=separator,
        decimal=decimal,
        thousands=pick("", other, "'", " ", "\u202f"),
        encoding=pick("utf-8", "utf-8-sig", "utf-16", "cp1252", "cp437"),
        end=pick("\n", "\r\n", "\r"),
        quoting=pick(csv.QUOTE_MINIMAL, csv.QUOTE_ALL),
        header=pick("site", "", "R", "none"),
        above=pick("", "# by me\n# again\n", "Soil of May\n\n", "sep"),
        below=pick("", "Source: office\n", "\nSource: office\nby hand\n"),
        trailing=pick(False, True),
        ending=pick(".csv", ".txt", ".dat", ".strange", ".tsv"),
        is_transposed=pick("", "", "as it says", "silently"),
        hole=pick(None, None, None, "", "NA", "?", "n.d."),
    )


def numeral(number, dialect):
    text = f"{abs(number):,}".replace(",", "\0").removesuffix(".0")
    text = text.replace(".", dialect.decimal).replace("\0", dialect.thousands)
    return "-" * (number < 0) + text


def text_of(table, dialect):
    """The lines of a table, and the numbers of those that have its rows."""
    cells = [[numeral(number, dialect) for number in row] for row in table.X]
    if dialect.hole is not None:
        cells[1][0] = dialect.hole
    has_classes = dialect.is_transposed != "silently"
    body = [
        [name, *row, *([] if not has_classes else [table.labels[i]])]
        for i, (name, row) in enumerate(zip(table.names, cells, strict=True))
    ]
    head = [dialect.header, *table.columns, *(["kind"] if has_classes else [])]
    rows = body if dialect.header == "none" else [head, *body]
    if dialect.is_transposed:
        rows = [list(column) for column in zip(*rows, strict=True)]
    if dialect.header == "R":
        rows[0] = rows[0][1:]
    if dialect.trailing:
        rows = [[*row, ""] for row in rows]
    file = io.StringIO()
    writer = csv.writer(
        file, delimiter=dialect.separator, quoting=dialect.quoting, lineterminator="\n"
    )
    writer.writerows(rows)
    above = f"sep={dialect.separator}\n" if dialect.above == "sep" else dialect.above
    return above + file.getvalue() + dialect.below, above.count("\n")


EIGHTHS = st.integers(-20_000, 20_000).map(lambda k: k / 8).filter(lambda x: x not in SENTINELS)
NO_NAMES = ("kind", "na", "nan", "none", "null", "inf", "infinity")
WORDS = st.from_regex(r"[a-zä][a-z ,;'|\"ßé.-]{0,6}[a-zé]", fullmatch=True).filter(
    lambda word: word not in NO_NAMES
)


def possible(dialect, table):
    """The dialect and the table that a program could write, nearest to the drawn ones."""
    if dialect.header == "R":
        above = "" if "Soil" in dialect.above else dialect.above
        dialect = replace(dialect, trailing=False, above=above, quoting=csv.QUOTE_ALL)
    if dialect.is_transposed == "as it says" and dialect.header == "none":
        dialect = replace(dialect, is_transposed="silently")
    if dialect.is_transposed == "as it says":
        # The last row has no number, by which a table is known whose cells blanks separate.
        ending = ".dat" if dialect.ending == ".strange" else dialect.ending
        separator = ";" if dialect.separator == " " else dialect.separator
        dialect = replace(dialect, ending=ending, separator=separator)
    if dialect.ending == ".strange":
        above = "" if dialect.above == "sep" else dialect.above
        thousands = "" if dialect.thousands == "." else dialect.thousands
        dialect = replace(dialect, below="", above=above, decimal=".", thousands=thousands)
    if dialect.ending == ".tsv" or dialect.separator == "\t":
        dialect = replace(dialect, separator="\t", ending=".tsv")
    if dialect.separator == " ":
        of = table.names, table.columns
        plain = [[re.sub(r"[^a-z]", "x", name) for name in names] for names in of]
        table = replace(table, names=plain[0], columns=plain[1])
        dialect = replace(
            dialect, quoting=csv.QUOTE_MINIMAL, trailing=False, thousands="", below=""
        )
        dialect = replace(dialect, above=dialect.above if "#" in dialect.above else "")
        dialect = replace(dialect, hole=dialect.hole or None)
    if dialect.is_transposed:
        dialect = replace(dialect, hole=None)
    if dialect.is_transposed == "silently":
        # What a row is called cannot be said of a column.
        table = replace(table, labels=["sample"] * len(table.names))
    if dialect.encoding in ("cp1252", "cp437"):
        dialect = replace(dialect, thousands=dialect.thousands.replace("\u202f", "\xa0"))
    return dialect, table


@examples(250)
@given(tables(EIGHTHS, WORDS, has_labels=True), dialects())
def test_a_table_is_read_back_from_a_text_in_every_dialect(tmp_path, table, dialect):
    dialect, table = possible(dialect, table)
    text, line = text_of(table, dialect)
    file = f"t{dialect.ending}"
    (tmp_path / file).write_bytes(text.replace("\n", dialect.end).encode(dialect.encoding))
    first = 1 if dialect.is_transposed else 2
    if dialect.header == "none":
        columns = [str(j) for j in range(first, first + len(table.columns))]
        table = replace(table, columns=columns)
    if dialect.hole is not None:
        kept = [i for i in range(len(table.names)) if i != 1]
        rows = ([of[i] for i in kept] for of in (table.X, table.names, table.labels))
        table = replace(table, **dict(zip(("X", "names", "labels"), rows, strict=True)))
    label = len(table.columns) + first if dialect.header == "none" else "kind"
    labels = {} if dialect.is_transposed == "silently" else {"labels": label}
    keys = study(file, **labels, **dialect.options())
    doubts = dialect.doubts(table.columns)
    if doubts == {"missing", "missing_values"}:
        place = f"line {line + (dialect.header != 'none') + 2}, column {table.columns[0]!r}"
        with pytest.raises(InputError, match=re.escape(place)):
            drafted(tmp_path, keys)
    assert table in map(read_back, answers(tmp_path, keys, doubts)), text


def _npz(path, table):
    np.savez(path, X=np.array(table.X), kind=np.array(table.labels))


def _mat(path, table):
    scipy.io.savemat(path, {"X": np.array(table.X), "kind": np.array(table.labels)})


def _frame(table):
    frame = pd.DataFrame(table.X, columns=table.columns, index=table.names)
    return frame.assign(kind=table.labels)


def _xlsx(path, table):
    book = openpyxl.Workbook()
    frame = _frame(table).reset_index(names="site")
    for row in ([*frame.columns], *frame.values.tolist()):
        book.active.append(row)
    book.save(path)


def _columns(write):
    """A writer of a data frame without an index, whose first column has the names."""
    return lambda path, table: write(_frame(table).reset_index(names="site"), path)


def _netcdf(path, table):
    of = {"row": table.names, "column": table.columns}
    array = xr.DataArray(np.array(table.X), of, ("row", "column"))
    dataset = xr.Dataset({"x": array, "kind": ("row", table.labels)})
    if path.suffix == ".zarr":
        dataset.to_zarr(path, zarr_format=2, consolidated=False, mode="w")
    else:
        dataset.to_netcdf(path, engine="netcdf4")


def _annotated(path, table):
    obs = annotated_file.frame(table.names, kind=annotated_file.classes(table.labels))
    annotated_file.write(
        path, X=np.array(table.X), obs=obs, var=annotated_file.frame(table.columns)
    )


def _gct(path, table):
    rows = [["#1.3"], [len(table.columns), len(table.names), 0, 1], ["id", *table.names]]
    rows += [["kind", *table.labels]]
    rows += [[name, *row] for name, row in zip(table.columns, table.transposed, strict=True)]
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")


def _biom(path, table):
    about = zip(table.names, table.labels, strict=True)
    file = {
        "format": "Biological Observation Matrix 1.0.0",
        "matrix_type": "dense",
        "matrix_element_type": "float",
        "shape": [len(table.columns), len(table.names)],
        "data": table.transposed,
        "rows": [{"id": name, "metadata": None} for name in table.columns],
        "columns": [{"id": name, "metadata": {"kind": kind}} for name, kind in about],
    }
    path.write_text(json.dumps(file), encoding="utf-8")


def _packed(compress):
    def write(path, table):
        frame = _frame(table).reset_index(names="site")
        path.write_bytes(compress(frame.to_csv(index=False).encode()))

    return write


def _zip(path, table):
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("d/t.csv", _frame(table).reset_index(names="site").to_csv(index=False))


NAMED = {
    ".xlsx": _xlsx,
    ".parquet": lambda path, table: _frame(table).to_parquet(path),
    ".feather": _columns(lambda frame, path: frame.to_feather(path)),
    ".dta": _columns(lambda frame, path: frame.to_stata(path, write_index=False, version=118)),
    ".sav": _columns(lambda frame, path: pyreadstat.write_sav(frame, path)),
    ".nc": _netcdf,
    ".zarr": _netcdf,
    ".h5ad": _annotated,
    ".gct": _gct,
    ".biom": _biom,
    ".csv.gz": _packed(gzip.compress),
    ".csv.bz2": _packed(bz2.compress),
    ".csv.xz": _packed(lzma.compress),
    ".zip": _zip,
}
"""Writers of files with names, columns and classes."""

BARE = {
    ".npz": _npz,
    ".mat": _mat,
    ".npy": lambda path, table: np.save(path, np.array(table.X)),
    ".mtx": lambda path, table: scipy.io.mmwrite(path, np.array(table.X), precision=17),
}
"""Writers of arrays, of which the first two have classes beside them."""

OTHER_ENDINGS = (".csv", ".xls", ".strange", "")
OWN_ENDING = (".zarr", ".sav", ".gct", ".csv.xz", ".zip")
"""Folders, and files whose content would leave a doubt."""

REALS = st.integers(-(2**24), 2**24).map(lambda k: (2 * k + 1) / 2**11)
PLAIN = st.from_regex(r"[a-z]{2,7}", fullmatch=True).filter(lambda name: name not in NO_NAMES)


@pytest.mark.parametrize("ending", [*NAMED, *BARE])
@examples(6)
@given(tables(REALS, PLAIN, has_labels=True), st.data())
def test_a_table_is_read_back_from_every_kind_of_file_whatever_its_ending(
    tmp_path, ending, table, data
):
    others = () if ending in OWN_ENDING else OTHER_ENDINGS
    path = tmp_path / f"t{data.draw(st.sampled_from((ending, *others)))}"
    written = tmp_path / f"written{ending}"
    shutil.rmtree(written, ignore_errors=True)
    (NAMED | BARE)[ending](written, table)
    shutil.rmtree(path, ignore_errors=True)
    written.replace(path)
    if ending in BARE:
        numbers = [[str(k + 1) for k in range(len(of))] for of in (table.names, table.columns)]
        table = replace(table, names=numbers[0], columns=numbers[1])
    labels = {} if ending in (".npy", ".mtx") else {"labels": "kind"}
    table = table if labels else replace(table, labels=["sample"] * len(table.names))
    draft = drafted(tmp_path, study(path.name, **labels))
    assert read_back(draft) == table
    is_other = not path.name.endswith(ending)
    assert any("although the name" in remark for remark in draft.remarks) == is_other
