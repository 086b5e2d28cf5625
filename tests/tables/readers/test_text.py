"""CSV and TSV: encodings, line ends, separators, quotes; faults are reported with their line."""

import pytest

from kpca.tables.columns import samples
from kpca.tables.read import read
from kpca.tables.table import InputError


def _read(tmp_path, text, name="t.csv", **options):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read(path, **options)


BLANKS = {
    "R's write.table": ('"a" "b"\n"1" 1.5 2\n"2" 3 4.25\n', ["1", "2"]),
    "names with blanks": ('"a" "b"\n"New York" 1.5 2\n"Bern" 3 4.25\n', ["New York", "Bern"]),
    "names without quotes": ("a b\nRome 1.5 2\nBern 3 4.25\n", ["Rome", "Bern"]),
    "decimal commas": ('"a" "b"\n"Rome" 1,5 2\n"Bern" 3 4,25\n', ["Rome", "Bern"]),
    "several blanks": ("  a   b\n 1.5   2  \n   3 4.25\n", None),
    "NumPy's header": ("# a b\n1.5e+00 2.0e+00\n3.0e+00 4.25e+00\n", None),
    "a comment and NumPy's header": ("# on Monday\n# a b\n1.5 2\n3 4.25\n", None),
    "print of R": ("       a    b\nRome 1.5 2.00\nBern 3.0 4.25\n", ["Rome", "Bern"]),
}


def test_a_row_of_two_numbers_that_may_be_one_in_groups_is_two_beside_other_rows(tmp_path):
    table = _read(tmp_path, "a b\n1 200\n2.5 300\n", "t.txt")
    assert samples(table).X.tolist() == [[1, 200], [2.5, 300]]


def test_a_table_with_texts_that_r_has_printed_is_read(tmp_path):
    text = "     a    kind   b\nu  1.5  setosa 2.0\nv 10.5 virgini 3.5\n"
    chosen = samples(_read(tmp_path, text, "t.txt"), labels="kind")
    assert chosen.X.tolist() == [[1.5, 2.0], [10.5, 3.5]]
    assert (chosen.names, chosen.labels) == (["u", "v"], ["setosa", "virgini"])


@pytest.mark.parametrize("case", BLANKS)
def test_blanks_separate_the_cells_of_r_and_numpy(case, tmp_path):
    text, index = BLANKS[case]
    table = _read(tmp_path, text, "t.txt")
    assert (table.names, table.index) == (["a", "b"], index)
    assert samples(table).X.tolist() == [[1.5, 2.0], [3.0, 4.25]]
    assert table.remarks[0] == "the cells are separated by blanks"


@pytest.mark.parametrize(
    "text",
    [
        "kind\nsetosa 1\nvirginica 2\n",
        "a\n1 000\n2 500\n",
        "kind\nu v\nw x\n",
        "a,b\n1 2,3 4\n5,6 7\n",
    ],
)
def test_texts_and_groups_of_digits_with_blanks_stay_one_cell(text, tmp_path):
    table = _read(tmp_path, text)
    assert table.names == text.split("\n")[0].split(",")
    assert table.columns[0][0].as_py() == text.split("\n")[1].split(",")[0]


COMMENTS = {
    "above": ("# x\n# y\na,b\n1,2\n3,u\n", {}, "2 lines beginning with # left out", "line 5"),
    "a blank line below": ("#x\n\na,b\n1,2\n3,u\n", {}, "1 line beginning with #", "line 5"),
    "the header": ("# x\n# a,b\n1,2\n3,u\n", {}, "the header is the last line", "line 4"),
    "another mark": ("% x\na,b\n1,2\n3,u\n", {"comment": "%"}, "1 line beginning with %", "line 4"),
    "between": ("a,b\n#1,9\n1,2\n3,u\n", {"comment": "#"}, "1 line beginning with #", "row 2"),
    "the header above an empty comment": (
        "# x\n# a,b\n# \n1,2\n3,u\n",
        {},
        "the header is",
        "line 5",
    ),
    "a header between two tabs": ("#a\t\t#b\n1\t2\n3\tu\n", {}, "the header is", "line 3"),
    "the header without the names of the rows": (
        "# x\n# a,b\nr,1,2\ns,3,u\n",
        {},
        "the header is the last line",
        "line 4",
    ),
}


@pytest.mark.parametrize("case", COMMENTS)
def test_comments_are_left_out_and_lines_keep_their_numbers(case, tmp_path):
    text, options, remark, place = COMMENTS[case]
    table = _read(tmp_path, text, **options)
    assert table.names == ["a", "b"]
    assert table.remarks[0].startswith(remark)
    with pytest.raises(InputError, match=f"{place}, column 'b': 'u' is not a number"):
        samples(table)


def test_a_header_in_a_comment_that_fits_keeps_a_column_without_a_name(tmp_path):
    table = _read(tmp_path, "#id\tA\t\tC\nu\t1\t2\t3\nv\t5\t6\t7\n")
    assert table.names == ["id", "A", "3", "C"]


@pytest.mark.parametrize(("comment", "count"), [("#", 2), (None, 1)])
def test_a_comment_begins_with_its_mark_and_no_other_line_is_one(comment, count, tmp_path):
    text = "# May\nsite,a,b\nu #1,1,2\nu #2,3,4\n" + "# end\n" * (comment is not None)
    table = _read(tmp_path, text, comment=comment)
    chosen = samples(table)
    assert (chosen.names, chosen.X.tolist()) == (["u #1", "u #2"], [[1, 2], [3, 4]])
    assert table.remarks == [f"{count} line{'s' * (count > 1)} beginning with # left out"]


@pytest.mark.parametrize(
    ("header", "names", "numbers"),
    [(False, ["1", "2"], [[7, 8], [1, 2], [3, 4]]), (True, ["7", "8"], [[1, 2], [3, 4]])],
)
def test_no_comment_is_a_header_if_the_user_says_whether_there_is_one(
    header, names, numbers, tmp_path
):
    table = _read(tmp_path, "# a,b\n7,8\n1,2\n3,4\n", header=header)
    assert (table.names, samples(table).X.tolist()) == (names, numbers)
    assert table.remarks == ["1 line beginning with # left out"]


def test_names_that_begin_with_a_number_sign_are_no_comments(tmp_path):
    assert samples(_read(tmp_path, "id,a\n#1,5\n#2,7\n")).names == ["#1", "#2"]


ENCODINGS = {
    "UTF-16": ("ä;b\n1;2\n".encode("utf-16"), {}, ["the file is read as UTF-16"]),
    "UTF-16, big endian": (
        b"\xfe\xff" + "ä;b\n1;2\n".encode("utf-16-be"),
        {},
        ["the file is read as UTF-16"],
    ),
    "line ends that were written twice": ("ä;b\r\r\n1;2\r\r\n".encode(), {}, []),
    "UTF-8 with a mark": ("\ufeffä;b\n1;2\n".encode(), {}, []),
    "as the user says": ("ä;b\n1;2\n".encode("cp437"), {"encoding": "cp437"}, None),
    "as the user says, and not the mark": (
        b"\xff\xfe,b\n1,2\n",
        {"encoding": "cp437"},
        ["the file is read as cp437"],
    ),
    "Latin-1": ("ä;b\n1;2\n".encode("cp1252"), {}, None),
}


@pytest.mark.parametrize("case", ENCODINGS)
def test_the_encoding_is_found_or_given_and_stated(case, tmp_path):
    data, options, remarks = ENCODINGS[case]
    table = _read(tmp_path, data, **options)
    assert table.names == ["■" if "mark" in case and options else "ä", "b"]
    if remarks is not None:
        assert table.remarks == remarks
    elif case == "Latin-1":
        assert "line 1 is not UTF-8: the file is read as Latin-1 (cp1252)" in table.remarks[0]
    else:
        assert table.remarks == ["the file is read as cp437"]


def test_what_is_no_utf_8_has_the_signs_that_latin_1_lacks(tmp_path):
    table = _read(tmp_path, "ä (€),b\n1,2\n".encode("cp1252"))
    assert table.names == ["ä (€)", "b"]


@pytest.mark.parametrize("text", ["0\n1,0\n2,3,0\n", "0\n1 0\n2 3 0\n"])
def test_lines_of_a_triangle_are_filled_up_for_a_matrix_only(text, tmp_path):
    table = _read(tmp_path, text, "t.txt", wider=0)
    cells = [column.to_pylist() for column in table.columns]
    assert cells == [["0", "1", "2"], ["", "0", "3"], ["", "", "0"]]
    with pytest.raises(InputError):
        samples(_read(tmp_path, text, "t.txt"))


def test_numbers_keep_every_digit(tmp_path):
    numbers = ["0.1", "1e-300", "123456789.123456789", "-0.30000000000000004", " 5 "]
    table = _read(tmp_path, "a\n" + "\n".join(numbers))
    assert samples(table).X[:, 0].tolist() == [float(text) for text in numbers]


def test_eigenvalues_above_components_of_eigensoft_are_no_header(tmp_path):
    """Its columns have fixed places, so that the first cells of all lines begin with blanks."""
    text = "       #eigvals:     3.120     2.011\n   P:s0     -0.1495      0.0252     north\n"
    text += "   P:s1      0.1638      0.0617     south\n   Q:s2      0.2     -0.4     north\n"
    with pytest.raises(InputError, match="0.0252.* or a sample; say which"):
        _read(tmp_path, text)
    given = samples(_read(tmp_path, text, header=False), labels=4)
    assert given.names == ["P:s0", "P:s1", "Q:s2"]
    assert given.X.tolist() == [[-0.1495, 0.0252], [0.1638, 0.0617], [0.2, -0.4]]


def test_lines_with_a_mark_of_comments_are_asked_about_and_the_answer_reads_the_table(tmp_path):
    text = '!Series_title\t"X"\n!Sample_title\t"r 0"\t"r 1"\n\n!series_matrix_table_begin\n'
    text += '"ID_REF"\t"GSM1"\t"GSM2"\n"a_at"\t8.5\t10\n"b_at"\t1\t6.7\n!series_matrix_table_end\n'
    with pytest.raises(InputError) as asked:
        _read(tmp_path, text)
    ((way,),) = asked.value.message.ways
    table = _read(tmp_path, text, **{way.key: way.value})
    assert (table.names, table.texts(1)) == (["ID_REF", "GSM1", "GSM2"], ["8.5", "1"])
    assert "4 lines beginning with ! left out" in table.remarks


AT_A_LINE = {
    "below a line of other cells": ("x,2,7\ns,1999,2004\nu,5,6\nv,7,9\n", 2, {}, 3),
    "below a table": ("a,b,c\n1,2,3\n\ns,1999,2004\nu,5,6\nv,7,9\n", 4, {}, 5),
    "in a comment": ("# x\n#s\t1999\t2004\nu\t5\t6\nv\t7\t9\n", 2, {}, 3),
    "above comments": (
        "x,2,7\ns,1999,2004\n%no\nu,5,6\nv,7,9\n",
        2,
        {"comment": "%"},
        None,
    ),
    "above comments of its own mark": (
        "x,2,7\n#s,1999,2004\n#no\nu,5,6\nv,7,9\n",
        2,
        {"comment": "#"},
        None,
    ),
    "in the first line": ("s,1999,2004\nu,5,6\nv,7,9\n", 1, {}, 2),
}


@pytest.mark.parametrize("case", AT_A_LINE)
def test_the_header_is_the_line_that_the_user_says(case, tmp_path):
    text, line, options, first = AT_A_LINE[case]
    table = _read(tmp_path, text, header=line, **options)
    assert [name.lstrip("#") for name in table.names] == ["s", "1999", "2004"]
    assert [table.texts(j) for j in range(3)] == [["u", "v"], ["5", "7"], ["6", "9"]]
    assert table.first == first
    above = [remark for remark in table.remarks if "above the header" in remark]
    assert len(above) == (line > 1) and all(str(line - 1) in remark for remark in above)


OTHERS = {
    "an empty line": ("\nName,Net\nu,v,1,9\n", "2 lines below the table left out: 'Name,Net'"),
    "a word": ("END\n5,6\n", "2 lines below the table left out: 'END'"),
    "a short row of numbers": ("w,7\n", None),
    "a word above rows that fit": ("w\nx,3,4\n", None),
}


@pytest.mark.parametrize("case", OTHERS)
def test_below_a_header_that_the_user_says_the_table_ends_before_the_next_one(case, tmp_path):
    below, remark = OTHERS[case]
    text = "about,this,file\n\ns,1999,2004\nu,5,6\nv,7,9\n" + below
    if remark is None:
        with pytest.raises(InputError, match="line 6: [12] cells?, the first row has 3"):
            _read(tmp_path, text, header=3)
        return
    table = _read(tmp_path, text, header=3)
    assert [table.texts(j) for j in range(3)] == [["u", "v"], ["5", "7"], ["6", "9"]]
    assert remark in table.remarks


def test_below_a_header_that_the_user_says_rows_that_fit_are_read_behind_an_empty_line(tmp_path):
    text = "about\n\ns,1999,2004\nu,5,6\nv,7,9\n\nw,4,9\nx,6,1\n"
    assert _read(tmp_path, text, header=3).texts(0) == ["u", "v", "w", "x"]
    quoted = 't\ns,1999,note\nu,5,"x\n\ny"\nv,7,z\nw,4,k\n'
    assert _read(tmp_path, quoted, header=2).texts(0) == ["u", "v", "w"]
    narrow = "t\na,b\n1,2\n3,5\n\n4,9\n"
    assert _read(tmp_path, narrow, header=2).texts(0) == ["1", "3", "4"]


def test_a_line_of_many_characters_is_read(tmp_path):
    """csv of Python refuses a cell of more than 131,072 characters unless it is told otherwise."""
    names = ",".join(f"GENE{j:05d}" for j in range(20_000))
    rows = (",".join(["1.5"] * 20_000) + "\n") * 3
    assert len(_read(tmp_path, f"{names}\n{rows}").names) == 20_000


def test_a_cell_may_be_long_and_hold_line_breaks_in_quotes(tmp_path):
    long = "x" * 200_000
    table = _read(tmp_path, f'a,b\n1,"{long}"\n2,"{long}\n"\n3,"y"\n')
    assert samples(table, labels="b").X[:, 0].tolist() == [1, 2, 3]
    assert len(table.texts(1)[1]) == len(long)


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
