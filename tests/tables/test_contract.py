"""The contract of reading, on drawn tables: what is written in a dialect is read back.

Or the program asks, or says how it has read the file, and the line that it gives reads it back.
"""

import csv
import io
import re
from dataclasses import dataclass, field, replace

import pytest
import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kpca.studies.build import begin
from kpca.studies.config.load import parsed
from kpca.tables.messages import MessageError
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


EIGHTHS = st.integers(-20_000, 20_000).map(lambda k: k / 8)
WORDS = st.from_regex(r"[a-zä][a-z ,;'|\"ßé.-]{0,6}[a-zé]", fullmatch=True)


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
