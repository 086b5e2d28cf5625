"""Lines above a table of text, which are no part of it."""

import pytest

from kpca.tables.columns import samples
from kpca.tables.messages import Setting
from kpca.tables.read import read
from kpca.tables.table import InputError

TABLE = "site,Ca,Fe\nu,1.5,20\nv,2.5,31\nw,0.25,7\n"
ABOVE = {
    "a title": ("Soil of May\n", 1, "Soil of May"),
    "a title and an empty line": ("Soil of May\n\n", 2, "Soil of May"),
    "an empty line and a title": ("\n\nSoil\n", 3, "Soil"),
    "what Excel writes": ("Soil of May,,\n,,\n", 2, "Soil of May,,"),
    "a name in quotes": ('"Soil, May, 12"\n', 1, '"Soil, May, 12"'),
}


@pytest.mark.parametrize("case", ABOVE)
def test_lines_above_a_table_are_left_out_and_stated(case, tmp_path):
    above, count, first = ABOVE[case]
    (tmp_path / "t.csv").write_text(above + TABLE)
    table = read(tmp_path / "t.csv")
    chosen = samples(table)
    assert chosen.X.tolist() == [[1.5, 20], [2.5, 31], [0.25, 7]]
    assert (chosen.names, chosen.columns) == (["u", "v", "w"], ["Ca", "Fe"])
    assert table.location(0) == f"line {2 + count}"
    lines = "1 line" if count == 1 else f"{count} lines"
    assert table.remarks == [f"{lines} above the table left out: {first!r}"]


@pytest.mark.parametrize(
    ("text", "comment", "line"),
    [
        ("# by me\n\nSoil of May\n" + TABLE, None, "line 5"),
        ("\n" + TABLE, "%", "line 3"),
        ("% by me\nSoil of May\n" + TABLE, "%", "line 4"),
        ("Soil of May\n" + TABLE.replace("v,", "% wet\nv,"), "%", "row 1"),
    ],
    ids=["above it", "none", "above it, as the user says", "between the rows"],
)
def test_lines_above_a_table_and_comments_are_both_left_out(text, comment, line, tmp_path):
    (tmp_path / "t.csv").write_text(text)
    table = read(tmp_path / "t.csv", comment=comment)
    chosen = samples(table)
    assert chosen.X.tolist() == [[1.5, 20], [2.5, 31], [0.25, 7]]
    assert (chosen.names, chosen.columns) == (["u", "v", "w"], ["Ca", "Fe"])
    assert table.location(0) == line


def test_what_an_instrument_says_of_itself_is_left_out(tmp_path):
    said = "Instrument;XRF-9\nGain;3\n\n"
    rows = "sample;Si;Al;Fe;Ca\na;1,5;2;3;4\nb;2,5;7;1;9\nc;0,5;6;8;5\n"
    (tmp_path / "t.csv").write_text(said + rows)
    assert samples(read(tmp_path / "t.csv")).X.tolist() == [
        [1.5, 2, 3, 4],
        [2.5, 7, 1, 9],
        [0.5, 6, 8, 5],
    ]


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("a,b,c\nx,1,2,3\ny,4,5,7\nz,6,8,9\n", (3, 3)),
        ("5,,\n1,2,3\n4,6,9\n2,7,1\n", (4, 3)),
        ("name,,\nu,1.5,20\nv,2.5,31\n", (2, 3)),
        ("name,pH,,\nu,1.5,20,3\nv,2.5,31,7\nw,4,12,8\n", (3, 4)),
        ("a,b\n1,5\n2,9\n7,4\n", (3, 2)),
    ],
)
def test_headers_of_r_samples_with_holes_and_narrow_tables_have_no_title(text, shape, tmp_path):
    (tmp_path / "t.csv").write_text(text)
    header = {"header": False} if text[0] == "5" else {}
    table = read(tmp_path / "t.csv", **header)
    assert (len(table), len(table.names)) == shape
    unnamed = ",," in text and not header
    assert ["called by the number" in remark for remark in table.remarks] == [True] * unnamed


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_header_above_two_columns_of_decimal_commas_is_no_title(separator, tmp_path):
    text = "Ca;Fe\n1,5;0,25\n2,5;3,75\n0,5;7,5\n"
    (tmp_path / "t.csv").write_text(text.replace(";", separator))
    table = read(tmp_path / "t.csv")
    chosen = samples(table)
    assert chosen.columns == ["Ca", "Fe"]
    assert chosen.X.tolist() == [[1.5, 0.25], [2.5, 3.75], [0.5, 7.5]]
    assert table.remarks == ["numbers are read with a decimal comma: 1,5 is 1.5"]


def test_a_header_of_r_above_decimal_commas_is_no_title_where_a_source_stands_below(tmp_path):
    rows = '"Ca";"1,5";"2,5"\n"Fe";"7,25";"3,5"\n"Al";"6,5";"8,5"\n"kind";"a";"b"\n'
    rows = rows.replace('"\n', '";"9,5"\n').replace('"b";"9,5"', '"b";"a"')
    (tmp_path / "t.dat").write_text(f'"u";"v";"w"\n{rows}Source: office\n')
    table = read(tmp_path / "t.dat", named=("kind",), transpose=True)
    assert (table.index, table.names) == (["u", "v", "w"], ["Ca", "Fe", "Al", "kind"])
    assert table.columns[0].to_pylist() == ["1,5", "2,5", "9,5"]


@pytest.mark.parametrize("header", [None, 1])
def test_a_line_end_within_a_line_is_reported_whatever_the_header_is(header, tmp_path):
    (tmp_path / "t.csv").write_bytes(b"name,a,b\nu,1,2\nv\rx,3,5\nw,4,9\n")
    with pytest.raises(InputError, match="t.csv"):
        samples(read(tmp_path / "t.csv", header=header))


def test_a_title_above_a_table_whose_last_row_lost_a_cell_is_no_source(tmp_path):
    (tmp_path / "t.csv").write_text("t\nname,a,b\nu,1,2\nv,3,5\nw,4,9\nx,6\n")
    with pytest.raises(InputError, match="line 2: 3 cells, the first row has 1"):
        read(tmp_path / "t.csv")


def test_lines_above_and_below_a_table_with_decimal_commas_are_left_out(tmp_path):
    rows = '"";"Onderwerp";"Mannen"\n"Fryslân";"2,37";"1000"\n"Drenthe";"2,08";"293"\n'
    (tmp_path / "t.csv").write_text(f'"Kerncijfers"\n{rows}"Bron: CBS"\n')
    chosen = samples(read(tmp_path / "t.csv"))
    assert (chosen.names, chosen.X.tolist()) == (
        ["Fryslân", "Drenthe"],
        [[2.37, 1000], [2.08, 293]],
    )


def test_rows_of_several_lengths_are_refused_as_before(tmp_path):
    (tmp_path / "t.csv").write_text("title\na,b,c,d\n1,2,3,4\n5,6,7\n8,9,1,2\n")
    with pytest.raises(InputError, match="line 2: 4 cells, the first row has 1"):
        read(tmp_path / "t.csv")


BELOW = {
    "many references": ("".join(f"[Ref {k}]\n" for k in "abcdef" * 40), ["[Ref a]"] * 240),
    "a source": ("Source: office of statistics\n", ["Source: office of statistics"]),
    "after an empty line": ("\nSource: office\nDrawn by hand\n", ["Source: office", "two"]),
    "with commas in quotes": ('"Source: a, b, c"\n', ['"Source: a, b, c"']),
}


@pytest.mark.parametrize("case", BELOW)
def test_lines_below_a_table_are_left_out_and_stated(case, tmp_path):
    below, lines = BELOW[case]
    (tmp_path / "t.csv").write_text(TABLE + below)
    table = read(tmp_path / "t.csv")
    assert samples(table).X.tolist() == [[1.5, 20], [2.5, 31], [0.25, 7]]
    count = "1 line" if len(lines) == 1 else f"{len(lines)} lines"
    assert table.remarks == [f"{count} below the table left out: {lines[0]!r}"]


@pytest.mark.parametrize(
    ("below", "line"),
    [("x\ny,1.5\n", "line 5: 1 cell"), ("2020\n", "line 5: 1 cell"), ("z,\n", "line 5: 2 cells")],
)
def test_a_row_that_lost_cells_is_no_line_below_a_table(below, line, tmp_path):
    (tmp_path / "t.csv").write_text(TABLE + below)
    with pytest.raises(InputError, match=f"{line}, the first row has 3"):
        read(tmp_path / "t.csv")


MATRIX = ",a,b,c,d\na,0,1,2,3\nb,1,0,4,5\nc,2,4,0,6\nd,3,5,6,0\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (MATRIX + '\n"Table. Distances of sites"\nby me\n', ["a", "b", "c", "d"]),
        # The last row of an upper triangle without its diagonal has a name only.
        (",a,b,c,d\na,,1,2,3\nb,,,4,5\nc,,,,6\nd,,,,\n", ["a", "b", "c", "d"]),
    ],
)
def test_lines_below_a_matrix_are_left_out_and_no_row_of_it(text, names, tmp_path):
    (tmp_path / "t.csv").write_text(text)
    table = read(tmp_path / "t.csv", wider=0)
    assert table.index == names
    below = [remark for remark in table.remarks if "below the table" in remark]
    assert below == ["2 lines below the table left out: '\"Table. Distances of sites\"'"] * (
        "Table" in text
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("TOA5,Tower,4,x\ntime,a,b\nu,1.5,7\nv,2,3\n", 2),
        ("# c\nTOA5,Tower,4,x\nend,4\ntime,a,b\nu,1.5,7\nv,2,3\n", 4),
        ("TOA5,Tower,4,x\n2,1.5,7\n4,2,3\n8,9,1\n", None),
        ("time,a,b\nu,1.5,7\nv,2\nw,3,9\n", None),
        ("0,0,0,0\n0,0,0,0\n0,0,\r,0", None),
        ("x,y\ntime,a,b\n" + "u,1.5,7\n" * 70 + "end\n", None),
    ],
)
def test_below_lines_of_other_lengths_the_header_may_stand(text, line, tmp_path):
    (tmp_path / "t.csv").write_text(text)
    with pytest.raises(InputError, match="rows of one length") as refused:
        read(tmp_path / "t.csv")
    settings = [one for one in refused.value.message.settings if one.key == "header"]
    assert settings == ([] if line is None else [Setting("header", line)])


def test_a_triangle_whose_rows_have_several_lengths_loses_no_row(tmp_path):
    (tmp_path / "t.csv").write_text("a,3,1,4,5\nb,2,6,8\nc,7,9\nd,2.5\ne\n")
    with pytest.raises(InputError, match="line 2: 4 cells"):
        read(tmp_path / "t.csv", wider=0, header=False)


def test_a_cell_with_a_line_break_at_the_end_is_no_line_below_a_table(tmp_path):
    text = 'site,Ca,remark\nu,1.5,dry\nv,2.5,wet\nw,0.25,"first\nsecond"\n'
    (tmp_path / "t.csv").write_text(text)
    table = read(tmp_path / "t.csv")
    assert table.columns[2].to_pylist() == ["dry", "wet", "first\nsecond"]
    assert table.remarks == []
