"""CSV and TSV: a first row without numbers is a header, and any other has to be asked for."""

import pytest

from kpca.studies.readers.table import InputError
from kpca.studies.readers.text import read


def _read(tmp_path, text, name="t.csv", **options):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(path, **options)


def _numbers(table):
    return [table.numbers(j).tolist() for j in range(len(table.columns))]


FORMS = {
    "header": "a,b\n1,2\n3,4\n",
    "byte order mark": b"\xef\xbb\xbfa,b\n1,2\n3,4\n",
    "other line ends": "a,b\r\n1,2\r\n3,4\r\n\r\n",
    "quotes": '"a","b"\n"1","2"\n3,4',
    "semicolons": "a;b\n1;2\n3;4\n",
    "row names as pandas writes them": ",a,b\nx,1,2\ny,3,4\n",
    "row names as R writes them": "a,b\nx,1,2\ny,3,4\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_columns_have_the_names_of_the_header(form, tmp_path):
    table = _read(tmp_path, FORMS[form])
    assert table.names == ["a", "b"]
    assert _numbers(table) == [[1, 3], [2, 4]]
    assert table.index == (["x", "y"] if "row names" in form else None)
    assert table.place(0) == "line 2"


@pytest.mark.parametrize(
    "text",
    [
        "Länge, mm;Breite, mm\n1;2\n3;4\n",
        "Länge, mm\tBreite, mm\n1\t2\n3\t4\n",
        "Länge, mm;Breite, mm;\n1;2;\n3;4;\n",
    ],
)
def test_the_separator_is_as_frequent_in_the_second_line_as_in_the_names(text, tmp_path):
    table = _read(tmp_path, text)
    assert table.names == ["Länge, mm", "Breite, mm"]
    assert _numbers(table) == [[1, 3], [2, 4]]


@pytest.mark.parametrize(
    ("text", "header"), [("a;b;\n1;2;\n3;4;\n", None), ("1.5;0.2;\n0.3;4; \n", False)]
)
def test_a_separator_at_the_end_of_every_row_makes_no_column(text, header, tmp_path):
    table = _read(tmp_path, text, header=header)
    assert _numbers(table)[1][-1] == 4
    assert len(table.columns) == 2


@pytest.mark.parametrize("text", ["1,5;2,5\n3,5;4\n5,5;6,5\n", "1,5;2\n-2,5;3\n"])
def test_decimal_commas_between_semicolons_do_not_separate(text, tmp_path):
    table = _read(tmp_path, text, header=False)
    assert len(table.columns) == 2
    with pytest.raises(InputError, match="line 1, column '1': '1,5' is not.*a decimal comma"):
        table.numbers(0)


def test_commas_separate_cells_that_have_semicolons_in_their_texts(tmp_path):
    table = _read(tmp_path, "x,u;v\n1,a;b\n2,c;d\n")
    assert (table.names, table.texts(1)) == (["x", "u;v"], ["a;b", "c;d"])


def test_line_ends_of_old_macs_are_read(tmp_path):
    table = _read(tmp_path, b"a,b\r1,2\r3,4\r")
    assert (table.names, _numbers(table), table.place(0)) == (
        ["a", "b"],
        [[1, 3], [2, 4]],
        "line 2",
    )


def test_line_ends_of_several_kinds_are_named(tmp_path):
    with pytest.raises(InputError, match="line ends of several kinds; save it as CSV again"):
        _read(tmp_path, b"a,b\r1,2\r3,4\n5,6\n")


@pytest.mark.parametrize(
    "text", ['"a" "b"\n"1" 5.1 3.5\n"2" 4.9 3.0\n', '"a" "b"\n"Rome" 5.1 3.5\n"Bern" 4.9 3.0\n']
)
def test_blanks_between_cells_as_write_table_of_r_writes_them_are_recognized(text, tmp_path):
    with pytest.raises(InputError, match="several columns.*write.csv writes commas, and write.tab"):
        _read(tmp_path, text).numbers(0)


def test_an_empty_column_that_has_a_name_is_kept(tmp_path):
    assert _read(tmp_path, "a,b\n1,\n2,\n").names == ["a", "b"]


def test_a_note_to_a_spreadsheet_is_named(tmp_path):
    with pytest.raises(InputError, match="line 1: 'sep=' is a note to a spreadsheet; remove"):
        _read(tmp_path, "sep=;\na;b\n1;2\n")


def test_without_a_header_columns_have_numbers(tmp_path):
    table = _read(tmp_path, "1.5\t2\n3\t4\n", "t.tsv", header=False)
    assert table.names == ["1", "2"]
    assert not table.headed
    assert table.place(0) == "line 1"


def test_numbers_keep_every_digit(tmp_path):
    numbers = ["0.1", "1e-300", "123456789.123456789", "-0.30000000000000004", " 5 "]
    table = _read(tmp_path, "a\n" + "\n".join(numbers))
    assert table.numbers(0).tolist() == [float(text) for text in numbers]


def test_the_answer_to_the_question_decides_about_a_first_row_of_numbers(tmp_path):
    with pytest.raises(InputError, match="line 1: 0,1,2.* 'header: true' or 'header: false'"):
        _read(tmp_path, "0,1,2\n5,6,7\n")
    assert len(_read(tmp_path, "0,1,2\n5,6,7\n", header=False)) == 2
    assert _read(tmp_path, "0,1,2\n5,6,7\n", header=True).names == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("text", "headed"),
    [("0,1\n1,0\n", False), ("0,1\n0,1\n1,0\n", True), (",0,1\n0,0,1\n1,1,0\n", True)],
)
def test_the_header_of_a_square_follows_from_its_shape(tmp_path, text, headed):
    table = _read(tmp_path, text, wider=0)
    assert table.headed == headed
    assert _numbers(table) == [[0, 1], [1, 0]]


R_MATRIX = '"1","2","3"\n"1",0,1,2\n"2",1,0,2\n"3",2,2,0\n'


@pytest.mark.parametrize("options", [{"wider": 0}, {"header": True}])
def test_a_matrix_that_write_table_of_r_wrote_has_names_that_are_numbers(tmp_path, options):
    table = _read(tmp_path, R_MATRIX, **options)
    assert (table.names, table.index) == (["1", "2", "3"], ["1", "2", "3"])
    assert _numbers(table) == [[0, 1, 2], [1, 0, 2], [2, 2, 0]]
    assert table.place(0) == "line 2"


def test_a_short_first_row_of_years_is_a_header_if_the_user_says_so(tmp_path):
    text = "1999,2000\nParis,1,2\nRome,3,5\nBern,4,4\n"
    with pytest.raises(InputError, match="line 1: 2 cells, and 3 in the next.*'header: true'"):
        _read(tmp_path, text)
    table = _read(tmp_path, text, header=True)
    assert (table.names, table.index) == (["1999", "2000"], ["Paris", "Rome", "Bern"])
    assert _numbers(table) == [[1, 3, 4], [2, 5, 4]]


def test_a_short_first_row_of_numbers_above_no_square_is_asked_for(tmp_path):
    with pytest.raises(InputError, match="line 1: 3 cells, and 4 in the next"):
        _read(tmp_path, "1,2,3\n1,0,1,2\n2,1,0,2\n", wider=0)


FAULTS = {
    "ragged, too short": ("a,b\n1,2\n3\n", "line 3: 1 cell, the first row has 2: '3'"),
    "ragged, too long": ("a,b\n1,2\n3,4,5\n", "line 3: 3 cells, the first row has 2"),
    "ragged below R's header": ("a,b\nx,1,2\ny,3\n", "line 3: 2 cells, the first row has 3: 'y,3'"),
    "empty": ("", "the file is empty"),
    "blank": ("\n\n", "the file is empty"),
    "header only": ("a,b\n", "no rows below the header"),
    "not UTF-8": (b"a\n1\n\xff\n", "line 3: not UTF-8; save"),
    "open quote": ('"a,b\n1,2', "is a quotation mark left open"),
    "a name twice": ("a,a\n1,2\n", "two columns are called 'a'; rename"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_reported_with_its_line(fault, tmp_path):
    text, message = FAULTS[fault]
    with pytest.raises(InputError, match=message):
        _read(tmp_path, text)


WHICH = "say which: 'header: true' or 'header: false'"
WHAT = "are these a title, or decimal commas"
DOUBTFUL = {
    "pandas' numbers of columns": ("0,1,2\n5,3,8\n6,2,9\n", WHICH),
    "pandas' numbers of rows and columns": (",0,1\n0,5,3\n1,6,2\n", WHICH),
    "years beside a name": ("kind,2019,2020\nu,1,2\nv,5,1\n", WHICH),
    "wavelengths": ("400.5,410.5\n.1,.2\n.2,.3\n", WHICH),
    "a sample with a class": ("5.1,3.5,setosa\n4.9,3.0,setosa\n", WHICH),
    "a sample": ("7.5,9.5,8.5\n1,2,3\n5,1,2\n", WHICH),
    "a sample without its first value": (",1.5\n2.5,3.5\n", WHICH),
    "a single number": ("5\n7\n", WHICH),
    "an infinite number": ("inf,a\n2,3\n", WHICH),
    "a first row that lost a cell": ("1,2\n3,4,5\n6,7,9\n", WHAT),
    "a line with a title": ("my data\n1,2\n3,4\n5,9\n", WHAT),
    "decimal commas in one column": ("laenge\n1,5\n2,5\n3,7\n", WHAT),
}


@pytest.mark.parametrize("form", DOUBTFUL)
def test_a_first_row_with_a_number_and_a_title_are_asked_for(form, tmp_path):
    text, asked = DOUBTFUL[form]
    with pytest.raises(InputError, match=asked):
        _read(tmp_path, text)


def test_a_given_header_false_is_never_overruled(tmp_path):
    with pytest.raises(InputError, match="line 2: 3 cells, the first row has 2"):
        _read(tmp_path, "a,b\nx,1,2\n", header=False)


def test_a_cell_may_be_long_and_hold_line_breaks_in_quotes(tmp_path):
    long = "x" * 200_000
    table = _read(tmp_path, f'a,b\n1,"{long}"\n2,"{long}\n"\n3,"y"\n')
    assert table.numbers(0).tolist() == [1, 2, 3]
    assert len(table.texts(1)[1]) == len(long)


def test_rows_are_counted_where_cells_hold_line_breaks(tmp_path):
    table = _read(tmp_path, '"a\n(cm)",b\n1,2\n3,x\n')
    with pytest.raises(InputError, match="row 2, column 'b': 'x' is not a number"):
        table.numbers(1)


def test_lines_are_counted_from_one_with_and_without_a_header(tmp_path):
    for text, header, line in (
        ("a,b\n1,2\n3,x\n", None, 3),
        ("1,2\n3,4\n5,x\n", False, 3),
        ("0,1\n3,4\n5,x\n", True, 3),
        ("a,b\nr,1,2\ns,3,x\n", None, 3),
    ):
        table = _read(tmp_path, text, header=header)
        with pytest.raises(InputError, match=f"line {line}, column '[b2|1]': 'x' is not a number"):
            for j in range(len(table.columns)):
                table.numbers(j)


def test_the_line_that_is_not_utf8_is_counted_from_one(tmp_path):
    with pytest.raises(InputError, match="line 1: not UTF-8"):
        _read(tmp_path, b"\xff\n1\n")


@pytest.mark.parametrize(("name", "mark"), [("t.csv", "\t"), ("t.txt", "\t"), ("t.tab", "\t")])
def test_tabs_separate_in_every_text_file(name, mark, tmp_path):
    table = _read(tmp_path, f"a{mark}b\n1{mark}2\n", name)
    assert table.names == ["a", "b"]
    assert _numbers(table) == [[1], [2]]


def test_in_a_tsv_commas_and_semicolons_do_not_separate(tmp_path):
    for name in ("t.tsv", "t.tab"):
        table = _read(tmp_path, "a,b\tc;d\n1\t2\n", name)
        assert table.names == ["a,b", "c;d"]


def test_row_names_stay_beside_their_rows(tmp_path):
    table = _read(tmp_path, ",a,b\nx,1,2\ny,3,4\n")
    assert (table.index, table.names, _numbers(table)) == (["x", "y"], ["a", "b"], [[1, 3], [2, 4]])
    table = _read(tmp_path, " a , b \n x ,1,2\n y ,3,4\n")
    assert (table.index, table.names, _numbers(table)) == (["x", "y"], ["a", "b"], [[1, 3], [2, 4]])
