"""CSV and TSV: encodings, line ends, separators, quotes; faults are reported with their line."""

import pytest

from kpca.studies.columns import samples, texts
from kpca.studies.readers.numerals import numbers_or_nan
from kpca.studies.readers.read import read
from kpca.studies.readers.table import InputError


def _read(tmp_path, text, name="t.csv", **options):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(path, **options)


FORMS = {
    "commas": "a,b\n1,2\n3,4\n",
    "byte order mark": b"\xef\xbb\xbfa,b\n1,2\n3,4\n",
    "other line ends": "a,b\r\n1,2\r\n3,4\r\n\r\n",
    "line ends of old Macs": b"a,b\r1,2\r3,4\r",
    "quotes": '"a","b"\n"1","2"\n3,4',
    "semicolons": "a;b\n1;2\n3;4\n",
    "tabs": "a\tb\n1\t2\n3\t4\n",
    "row names as pandas writes them": ",a,b\nx,1,2\ny,3,4\n",
    "row names as R writes them": "a,b\nx,1,2\ny,3,4\n",
    "separators at the ends": "a;b;\n1;2;\n3;4;\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_columns_have_the_names_of_the_header(form, tmp_path):
    table = _read(tmp_path, FORMS[form])
    assert table.names == ["a", "b"]
    assert [values.tolist() for values, _ in numbers_or_nan(table.columns)] == [[1, 3], [2, 4]]
    assert table.index == (["x", "y"] if "row names" in form else None)
    assert table.location(0) == "line 2"


@pytest.mark.parametrize(
    ("text", "name", "names"),
    [
        ("Länge, mm;Breite, mm\n1;2\n3;4\n", "t.csv", ["Länge, mm", "Breite, mm"]),
        ("Länge, mm\tBreite, mm\n1\t2\n3\t4\n", "t.txt", ["Länge, mm", "Breite, mm"]),
        ("Länge, mm;Breite, mm;\n1;2;\n3;4;\n", "t.csv", ["Länge, mm", "Breite, mm"]),
        ("x,u;v\n1,a;b\n2,c;d\n", "t.csv", ["x", "u;v"]),
        ("a,b\tc;d\n1\t2\n", "t.tsv", ["a,b", "c;d"]),
        ("a,b\tc;d\n1\t2\n", "t.tab", ["a,b", "c;d"]),
    ],
)
def test_the_separator_is_as_frequent_in_the_second_line_as_in_the_names(
    text, name, names, tmp_path
):
    assert _read(tmp_path, text, name).names == names


@pytest.mark.parametrize("text", ["1,5;2,5\n3,5;4\n5,5;6,5\n", "1,5;2\n-2,5;3\n"])
def test_decimal_commas_between_semicolons_do_not_separate(text, tmp_path):
    table = _read(tmp_path, text, header=False)
    assert len(table.columns) == 2
    with pytest.raises(InputError, match="line 1, column '1': '1,5' is not.*a decimal comma"):
        samples(table)


@pytest.mark.parametrize(
    "text", ['"a" "b"\n"1" 5.1 3.5\n"2" 4.9 3.0\n', '"a" "b"\n"Rome" 5.1 3.5\n"Bern" 4.9 3.0\n']
)
def test_blanks_between_cells_as_write_table_of_r_writes_them_are_recognized(text, tmp_path):
    with pytest.raises(InputError, match="several columns.*write.csv writes commas, and write.tab"):
        samples(_read(tmp_path, text))


def test_numbers_keep_every_digit(tmp_path):
    numbers = ["0.1", "1e-300", "123456789.123456789", "-0.30000000000000004", " 5 "]
    table = _read(tmp_path, "a\n" + "\n".join(numbers))
    assert samples(table).X[:, 0].tolist() == [float(text) for text in numbers]


FAULTS = {
    "too short": ("a,b\n1,2\n3\n", {}, "line 3: 1 cell, the first row has 2: '3'"),
    "too long": ("a,b\n1,2\n3,4,5\n", {}, "line 3: 3 cells, the first row has 2"),
    "ragged below R's header": ("a,b\nx,1,2\ny,3\n", {}, "line 3: 2 cells, the first row has 3"),
    "no header, as the user says": (
        "a,b\nx,1,2\n",
        {"header": False},
        "line 2: 3 cells, the first",
    ),
    "empty": ("", {}, "the file is empty"),
    "blank": ("\n\n", {}, "the file is empty"),
    "header only": ("a,b\n", {}, "no rows below the header"),
    "not UTF-8": (b"a\n1\n\xff\n", {}, "line 3: not UTF-8; save"),
    "not UTF-8 at once": (b"\xff\n1\n", {}, "line 1: not UTF-8"),
    "line ends of several kinds": (b"a,b\r1,2\r3,4\n5,6\n", {}, "several kinds; save it as CSV ag"),
    "open quote": ('"a,b\n1,2', {}, "is a quotation mark left open"),
    "a name twice": ("a,a\n1,2\n", {}, "two columns are called 'a'; rename"),
    "an instruction to a spreadsheet": (
        "sep=;\na;b\n1;2\n",
        {},
        "line 1: 'sep=' is an instruction .*remove this",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_reported_with_its_line(fault, tmp_path):
    text, options, message = FAULTS[fault]
    with pytest.raises(InputError, match=message):
        _read(tmp_path, text, **options)


def test_a_cell_may_be_long_and_hold_line_breaks_in_quotes(tmp_path):
    long = "x" * 200_000
    table = _read(tmp_path, f'a,b\n1,"{long}"\n2,"{long}\n"\n3,"y"\n')
    assert samples(table, labels="b").X[:, 0].tolist() == [1, 2, 3]
    assert len(texts(table, 1)[1]) == len(long)


@pytest.mark.parametrize(
    ("text", "header", "place"),
    [
        ("a,b\n1,2\n3,x\n", None, "line 3"),
        ("1,2\n3,4\n5,x\n", False, "line 3"),
        ("0,1\n3,4\n5,x\n", True, "line 3"),
        ("a,b\nr,1,2\ns,3,x\n", None, "line 3"),
        ('"a\n(cm)",b\n1,2\n3,x\n', None, "row 2"),
    ],
)
def test_lines_are_counted_from_one_and_rows_where_cells_hold_line_breaks(
    text, header, place, tmp_path
):
    with pytest.raises(InputError, match=f"{place}, column '.': 'x' is not a number"):
        samples(_read(tmp_path, text, header=header))
