"""Which columns are numbers, labels and names; what their cells say; what is missing."""

import re
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from kpca.tables.columns import samples
from kpca.tables.messages import Setting
from kpca.tables.numerals import Numerals
from kpca.tables.read import read
from kpca.tables.rows import Missing
from kpca.tables.table import InputError, Table

FLOWERS = "name,length,width,species\nx,5,3,s\ny,6,2,v\nz,7,1,s\n"


@pytest.fixture
def of(tmp_path):
    """The samples in the text of a CSV."""

    def make(text=FLOWERS, header=None, **options):
        (tmp_path / "t.csv").write_text(text)
        return samples(read(tmp_path / "t.csv", header), **options)

    return make


def _table(**columns):
    arrays = [pa.array(values) for values in columns.values()]
    return Table("t.csv", list(columns), arrays, first=2)


def _numbers(cells, **others):
    return samples(_table(a=cells, **others), columns=["a"]).X[:, 0].tolist()


CHOSEN = {
    "a first column of texts": (FLOWERS, {"labels": "species"}, "xyz", "svs", ["length", "width"]),
    "by number and name": (FLOWERS, {"labels": 4, "columns": ["width"]}, "xyz", "svs", ["width"]),
    "no other columns": (FLOWERS, {"columns": ["length"]}, "xyz", None, ["length"]),
    "a first column as labels": ("a,b\nx,1\ny,2\n", {"labels": "a"}, "12", "xy", ["b"]),
    "the first one as data": (
        FLOWERS,
        {"columns": ["name", "length"], "with_texts": True},
        "123",
        None,
        ["name", "length"],
    ),
    "the first one left out": (
        FLOWERS,
        {"omit": ["name", "species"]},
        "123",
        None,
        ["length", "width"],
    ),
    "numbers as labels": ("a,b\n1.50,2\n3,4\n", {"labels": "a"}, "12", ["1.50", "3"], ["b"]),
    "no label": ("a,b\n1,u\n2,\n", {"labels": "b"}, "12", ["u", "no label"], ["a"]),
    "blanks": ("a,b\n1, u\n2,u \n", {"labels": "b"}, "12", "uu", ["a"]),
    "left out": (
        "a,b\n1,u\n,v\n3,w\n",
        {"labels": "b", "missing": Missing("drop")},
        "13",
        "uw",
        ["a"],
    ),
}


@pytest.mark.parametrize("case", CHOSEN)
def test_names_labels_and_columns_are_chosen(case, of):
    text, options, names, labels, columns = CHOSEN[case]
    chosen = of(text, **options)
    assert chosen.names == list(names)
    assert chosen.labels == (["sample"] * len(names) if labels is None else list(labels))
    assert chosen.columns == columns
    assert chosen.X.shape == (len(names), len(columns))


def test_numbers_stand_in_their_row_and_column(of):
    assert of(labels="species").X.tolist() == [[5, 3], [6, 2], [7, 1]]
    assert of(columns=["width", 2]).X.tolist() == [[3, 5], [2, 6], [1, 7]]


@pytest.mark.parametrize(
    ("name", "cells", "is_offered"),
    [
        ("SAMPLE", "ruq", True),
        ("SAMPLE", "ruu", False),
        ("remark", "ruq", False),
    ],
)
def test_a_later_column_of_identifiers_is_offered_to_name_the_samples(name, cells, is_offered, of):
    rows = "".join(f"{i}.5;{cell};{i * i}\n" for i, cell in enumerate(cells))
    settings = [
        one
        for remark in of(f"a;{name};b\n{rows}").remarks
        for one in getattr(remark, "settings", [])
    ]
    assert (Setting("names", name) in settings) is is_offered
    named = [one for one in of(f"a;{name};b\n{rows}", names=name).remarks if "to name" in one]
    assert named == []


@pytest.mark.parametrize(
    "days",
    [
        ["2019-01-01", "2019-01-02", "2019-01-03"],
        ["01.05.1973", "02.05.1973", "11.05.1973"],
        ["5/1/73", "5/2/73", "12/5/73"],
        ["01.05.1973 12:30", "01.05.1973 12:45", "02.05.1973 00:00"],
    ],
)
def test_dates_name_the_samples_without_a_remark(days, of):
    chosen = of("day;a;b\n{};0;1\n{};4;2\n{};3;5\n".format(*days))
    assert (chosen.names, chosen.columns, chosen.remarks) == (days, ["a", "b"], [])


@pytest.mark.parametrize(
    ("values", "in_steps"),
    [
        ((7, 8, 9), True),
        ((20, 30, 10), True),
        ((17, 4, 9), False),
        ((4, 4, 4), False),
        ((1.5, 2.5, 3.5), False),
    ],
)
def test_a_column_of_whole_numbers_in_equal_steps_has_a_remark(of, values, in_steps):
    a, b, c = values
    text = f"x,a,b\n{a},1.5,4\n{b},2.5,5\n{c},1.0,7\n"
    starts = [remark[:50] for remark in of(text).remarks]
    assert starts == ["column 'x' has whole numbers in equal steps, as id"] * in_steps
    assert of(text, columns=["x", "a"]).remarks == of(text, names="a").remarks[:0] == []


IN_ORDER = [0.5, 0.75, 2.0, 3.5, 3.75, 8.0]
IDENTIFIERS = {
    "called so": ("patient", [83, 12, 40, 7, 55, 61], "has a different whole number for each samp"),
    "one value with zeros": ("plate", ["00123"] * 6, None),
    "called so in part": ("site_id", [83, 12, 40, 7, 55, 61], "has a different whole number"),
    "called otherwise": ("weight", [83, 12, 40, 7, 55, 61], None),
    "twice the same": ("patient", [83, 12, 40, 7, 12, 61], None),
    "no whole numbers": ("patient", [83, 12, 40, 7.5, 55, 61], None),
    "zeros before it": (
        "plate",
        ["00123", "10115", "00007", "40210", "00061", "81000"],
        "has zeros",
    ),
    "in order": ("seconds", IN_ORDER, "increases or decreases from row to row"),
    "in the other order": ("depth", IN_ORDER[::-1], "increases or decreases from row to row"),
    "not quite in order": ("seconds", [*IN_ORDER[:5], 1.0], None),
    "in order, but for two that are equal": ("seconds", [0.5, 0.5, *IN_ORDER[2:]], None),
}


@pytest.mark.parametrize("case", IDENTIFIERS)
def test_a_column_that_tells_the_samples_apart_has_a_remark(of, case):
    name, values, reason = IDENTIFIERS[case]
    others = [4.5, 1.0, 7.0, 2.25, 6.0, 2.5]
    rows = [f"{b},{a},{-b * b}" for a, b in zip(values, others, strict=True)]
    if is_first := name in ("seconds", "depth"):
        rows = [f"{a},{b},{-b * b}" for a, b in zip(values, others, strict=True)]
    head = f"{name},a,b" if is_first else f"a,{name},b"
    remarks = of("\n".join([head, *rows])).remarks
    assert len(remarks) == (reason is not None)
    for remark in remarks:
        assert remark.startswith(f"column {name!r} {reason}")
        assert f"write 'names: {name}' or 'omit: [{name}]' inside 'data'" in remark


@pytest.mark.parametrize(
    ("columns", "axes"),
    [
        ("ascending,other", ["ascending"]),
        ("ascending,descending,other,again", ["ascending", "descending"]),
        ("other,ascending", []),
        ("ascending,descending", ["ascending"]),
    ],
)
def test_the_first_columns_that_are_in_order_may_be_axes_behind_a_text_too(of, columns, axes):
    values = {
        "ascending": [0.5, 0.75, 1.5, 2.0, 7.5, 8.25, 9.0],
        "descending": [9.5, 8.0, 7.75, 3.5, 3.25, 2.0, 0.25],
        "other": [4.5, 1.0, 7.0, 2.25, 6.0, 2.5, 3.0],
        "again": [0.25, 0.5, 1.75, 2.5, 3.5, 5.0, 7.0],
    }
    names = columns.split(",")
    rows = [",".join(["core", *map(str, row)]) for row in zip(*map(values.get, names), strict=True)]
    remarks = of("\n".join([f"event,{columns}", *rows])).remarks
    found = [one.settings[0].value for one in remarks if "row to row" in one]
    assert found == axes


def test_whole_numbers_of_a_statistics_program_are_names_without_a_point():
    table = _table(idno=[10001.0, 10038.0, 7.5], a=[1.5, 2.0, 4.0])
    assert samples(table, names="idno").names == ["10001", "10038", "7.5"]
    assert samples(table, labels="idno").labels == ["10001.0", "10038.0", "7.5"]


@pytest.mark.parametrize("text", ["a\n1.0\n2.0\n3.0\n", "a,b\n1,5\n2,9\n"])
def test_a_single_column_that_counts_and_two_samples_are_data_without_a_remark(text, of):
    assert of(text, header=True).remarks == []


def test_columns_that_are_no_data_are_listed_with_their_use(of):
    assert of(labels="species", columns=["width"]).left_out == [
        ("name", "names of the samples"),
        ("length", "not one of 'columns'"),
        ("species", "labels"),
    ]
    assert of(",a\nx,1\ny,2\n").left_out == [("row names", "names of the samples")]
    beside = of(",kind,a\nx,u,1\ny,v,2\n", names="kind")
    assert beside.names == ["u", "v"]
    assert beside.left_out == [
        ("row names", "names of the samples"),
        ("kind", "names of the samples"),
    ]


HOLES = "a,b,c\n1,2,0\n5,NA,\n,4,3\n7,8,1\n"


def test_samples_with_missing_values_are_dropped_if_asked_and_reported(of):
    chosen = of(HOLES, missing=Missing("drop"))
    assert chosen.X.tolist() == [[1, 2, 0], [7, 8, 1]]
    assert chosen.names == ["1", "4"]
    assert chosen.remarks == [
        "2 of 4 samples left out for missing values: line 3, line 4 of the file"
    ]


@pytest.mark.parametrize("number", [0, 5, -1])
def test_columns_have_numbers_from_1(number, of):
    with pytest.raises(InputError, match=f"no column {number}; allowed: "):
        of(labels=number)


NO_NUMBERS = {
    "t.csv, line 3, column 'a': {!r} is not a number": (
        *("1,5", "0x10", "1 2", "²", "١٢", "1_000", "1e", "12 345 678"),
    ),
    "write only the number in a cell": ("10.4 ± 0.1", "47.4N", "(1.5)", "$12", "12 mg"),
    "allowed between them: comma, semicolon or tab": (
        *("1.0 2.0 3.0", "1|-2", "  1e0   2 ", "Rome 5.1 3.5", "New York 1 -2", "a|.5"),
    ),
    "line 3, column 'a': {} has more digits": (2**53 + 1, -(2**53) - 1, 2**60 + 1, 2**63 - 1),
}


@pytest.mark.parametrize(
    ("message", "cell"), [(message, cell) for message in NO_NUMBERS for cell in NO_NUMBERS[message]]
)
def test_a_cell_that_is_no_number_is_refused_with_its_place_and_what_to_do(message, cell):
    is_single = "allowed between" in message
    cells = [cell] if is_single else [1, cell] if isinstance(cell, int) else ["1", cell, "2"]
    others = {} if is_single else {"b": ["1"] * len(cells)}
    with pytest.raises(InputError, match=re.escape(message.format(cell))):
        _numbers(cells, **others)


@pytest.mark.parametrize(
    "cells",
    [
        ["9007199254740992", "1e300", "12345678901234567.5", "10000000000000000000000"],
        [2**60, 1],
        [2**53, 1],
        [-(2**53), 1, -(2**60)],
        [True, False],
    ],
)
def test_numbers_that_are_not_rounded_are_read_as_they_are(cells):
    assert _numbers(cells) == [float(cell) for cell in cells]


def test_rows_are_numbered_from_one_where_there_are_no_lines():
    table = Table("t.npy", ["a"], [pa.array(["1", "x"])])
    assert (table.location(0), table.location(4), _table(a=[1.0]).location(4)) == (
        "row 1",
        "row 5",
        "line 6",
    )
    with pytest.raises(InputError, match="t.npy, row 2, column 'a': 'x' is not a number"):
        samples(table)


def test_texts_have_no_blanks_around_them_and_no_zero_bytes():
    table = _table(a=[" x ", None, "y\0z"], b=[1.5, None, 2.0])
    assert table.texts(0) == ["x", "", "yz"]
    assert table.texts(1) == ["1.5", "", "2.0"]


def test_an_empty_column_is_left_out_unless_it_is_named():
    table = _table(a=["", "NA"], b=["1", "2"])
    chosen = samples(table)
    assert (chosen.columns, chosen.left_out) == (["b"], [("a", "empty")])
    assert chosen.remarks == ["left out, because they are empty: 'a'"]
    with pytest.raises(InputError, match="column 'a': the value is missing"):
        samples(table, columns=["a", "b"])


DATES = "station,day,a\n44,{},1\n44,{},4\n44,{},5\n"
BY_DAY = [Setting("labels", "day"), Setting("omit", ["day"])]
LEFT_OUT = {
    "texts": (FLOWERS, {}, [Setting("labels", "species"), Setting("omit", ["species"])]),
    "texts beside labels": (
        "a,kind,use\n1,u,x\n4,v,x\n5,u,z\n",
        {"labels": "kind"},
        [Setting("omit", ["use"])],
    ),
    "a note and a class": (
        "a,note,kind\n1,p,u\n4,q,v\n5,r,u\n7,s,v\n",
        {},
        [Setting("labels", "kind"), Setting("omit", ["note", "kind"])],
    ),
    "dates": (DATES.format("3.7.2021", "4.7.2021", "5.7.2021"), {}, [Setting("names", "day")]),
    "a text among dates": (DATES.format("3.7.2021", "later", "5.7.2021"), {}, BY_DAY),
    "codes that begin as dates": (DATES.format("1-2-30001", "1-2-30002", "1-2-30003"), {}, BY_DAY),
    "a date that occurs twice": (DATES.format("3.7.2021", "4.7.2021", "4.7.2021"), {}, BY_DAY),
    "left out as the user says": (FLOWERS, {"omit": ["species", 3]}, None),
}


@pytest.mark.parametrize("case", LEFT_OUT)
def test_texts_are_left_out_with_the_line_that_colors_by_them(case, of):
    text, options, settings = LEFT_OUT[case]
    chosen = of(text, **options)
    assert {*chosen.columns} <= {"length", "width", "station", "a"}
    assert [remark.settings for remark in chosen.remarks[:1]] == [settings] * bool(settings)


@pytest.mark.parametrize(
    ("values", "cells", "numbers"),
    [
        ((-999,), ["-999", "-999.0", "2"], [2.0]),
        (("k.A.",), ["7", " k.A. ", "2"], [7.0, 2.0]),
        ((-999, "x"), ["x", "-99", "-999"], [-99.0]),
        (("k.A.", -9), ["NA", "7", "k.A.", "", "-9"], [7.0]),
        ((-9,), [5, -9, 7], [5.0, 7.0]),
    ],
)
def test_numbers_and_texts_that_mean_a_missing_value_are_missing(values, cells, numbers):
    table = replace(_table(a=cells), numerals=Numerals(missing=values))
    assert samples(table, columns=["a"], missing=Missing("drop")).X[:, 0].tolist() == numbers


def test_a_word_that_means_a_missing_value_is_no_label():
    table = _table(a=[5, 2, 7, 3, 1], kind=["u", "k.A.", "-9", "NA", "None"])
    table = replace(table, numerals=Numerals(missing=("k.A.", -9)))
    assert samples(table, labels="kind").labels == ["u", *["no label"] * 3, "None"]


def test_a_name_of_digits_is_found_unless_a_column_has_that_number(of):
    text = "a,2020,1\n5,1.5,8\n2,2.5,7\n"
    assert of(text, header=True, columns=[2020, 1]).columns == ["2020", "a"]
    assert of(text, header=True, omit=["1", 2020]).columns == ["a"]


def test_codes_with_zeros_before_them_name_the_samples(of):
    given = of("code,a\n00123,1.5\n10115,2.5\n00007,0.5\n")
    assert (given.names, given.columns) == (["00123", "10115", "00007"], ["a"])
    assert "column 'code' names the samples and is not data" in given.remarks[0]
    assert of("code,a\n00123,1.5\n115,2.5\n7,0.5\n").columns == ["code", "a"]


SOILS = "name,length,soil,use,note\nx,5,clay,hay,p\ny,6,peat,hay,q\nz,7,clay,NA,r\n"
SOILS += "w,4,None,mown,s\n"


def test_columns_of_texts_are_data_on_demand_as_positions_in_their_classes(of):
    given = of(SOILS, with_texts=True, missing=Missing("impute", 1.0, 1.0))
    assert given.columns == ["length", "soil", "use"]
    assert given.classes == {"soil": ["clay", "peat", "None"], "use": ["hay", "mown"]}
    np.testing.assert_array_equal(given.X.T[1:], [[0, 1, 0, 2], [0, 0, np.nan, 1]])
    assert given.are_classes.tolist() == [False, True, True]
    assert ("note", "another text for each sample") in given.left_out
    assert given.of_numbers.columns == ["length"]
    assert given.of_numbers.X.ravel().tolist() == [5, 6, 7, 4]
    with pytest.raises(InputError, match="line 4, column 'use': the value is missing"):
        of(SOILS, with_texts=True)
    assert of(SOILS).columns == ["length"]


CODES = "name,Agrostis,Bromus,n\np,2a,7,5\nq,1,r,7\nu,r,,<2\nv,+,r,3\nw,2a,1,4\n"


def test_columns_with_as_many_texts_as_numbers_are_classes_where_texts_are_data(of):
    """Of Agrostis four cells of five are texts, of Bromus two of four; < 2 is a number."""
    given = of(CODES.replace("<2", "2"), with_texts=True, missing=Missing("impute", 1.0, 1.0))
    assert given.classes == {"Agrostis": ["2a", "1", "r", "+"], "Bromus": ["7", "r", "1"]}
    np.testing.assert_array_equal(given.X[:, 1], [0, 1, np.nan, 1, 2])
    for text, cell in (
        (CODES, "<2"),
        (CODES.replace("2a,1,4", "2,1,4").replace("r,,<2", "3,,2"), "2a"),
    ):
        with pytest.raises(InputError, match=f"{cell!r} is not a number"):
            of(text, with_texts=True, missing=Missing("impute", 1.0, 1.0))


def test_texts_that_differ_wherever_there_are_some_are_no_classes(of):
    text = "name,length,soil,note\nx,5,clay,\ny,6,peat,q\nz,7,clay,NA\nw,4,clay,s\n"
    given = of(text, with_texts=True, missing=Missing("impute", 1.0, 1.0))
    assert given.columns == ["length", "soil"]
    assert ("note", "another text for each sample") in given.left_out


def test_known_classes_keep_their_positions_also_where_all_cells_are_numbers(of):
    text = "length,soil\n5,3\n6,7\n"
    given = of(text, columns=["length", "soil"], known={"soil": ["7", "clay"]})
    assert given.X.tolist() == [[5, 2], [6, 0]]
    assert given.classes == {"soil": ["7", "clay", "3"]}
    assert of(text).X.tolist() == [[5, 3], [6, 7]]


BESIDE = {"id": ["p", "q", "r", "s"], "each": [*"abcd"], "kind": [*"uuvv"]}


@pytest.mark.parametrize(
    ("used", "said"),
    [
        ({}, ["'each' and 'kind'; to color by one, write 'labels: kind' inside 'data'"]),
        ({"labels": "kind"}, ["'each'"]),
        ({"labels": "kind", "blocks": "each"}, []),
    ],
)
def test_what_stands_beside_a_table_is_said_but_for_its_names_and_what_is_used(used, said):
    table = replace(_table(a=[1.0, 2.5, 4.0, 9.0]), index=BESIDE["id"], extras=BESIDE)
    remarks = [one for one in samples(table, **used).remarks if "about the samples" in one]
    assert remarks == [f"no data, but about the samples: {text}" for text in said]
