"""Lines above a table of text, which are no part of it."""

import pytest

from kpca.tables.columns import samples
from kpca.tables.messages import Setting
from kpca.tables.read import read
from kpca.tables.table import InputError

TABLE = "site,Ca,Fe\nu,1.5,20\nv,2.5,31\nw,0.25,7\n"
ABOVE = {
    "a title": ("Soil of May\n", None, "line 3", "1 line", "Soil of May"),
    "a title and an empty line": ("Soil of May\n\n", None, "line 4", "2 lines", "Soil of May"),
    "an empty line and a title": ("\n\nSoil\n", None, "line 5", "3 lines", "Soil"),
    "what Excel writes": ("Soil of May,,\n,,\n", None, "line 4", "2 lines", "Soil of May,,"),
    "a name in quotes": ('"Soil, May, 12"\n', None, "line 3", "1 line", '"Soil, May, 12"'),
    "a comment above it": ("# by me\n\nSoil of May\n", None, "line 5", "1 line", "Soil of May"),
    "no comment": ("\n", "%", "line 3", "1 line", ""),
    "a comment, as the user says": ("% by me\nSoil\n", "%", "line 4", "1 line", "Soil"),
    "a comment between the rows": ("Soil of May\n", "%", "row 1", "1 line", "Soil of May"),
}


@pytest.mark.parametrize("case", ABOVE)
def test_lines_above_a_table_are_left_out_and_stated_beside_comments(case, tmp_path):
    above, comment, place, lines, first = ABOVE[case]
    rows = TABLE.replace("v,", "% wet\nv,") if "between" in case else TABLE
    (tmp_path / "t.csv").write_text(above + rows)
    table = read(tmp_path / "t.csv", comment=comment)
    chosen = samples(table)
    assert chosen.X.tolist() == [[1.5, 20], [2.5, 31], [0.25, 7]]
    assert (chosen.names, chosen.columns) == (["u", "v", "w"], ["Ca", "Fe"])
    assert table.location(0) == place
    (stated,) = [one for one in table.remarks if "beginning with" not in one]
    assert stated == f"{lines} above the table left out: {first!r}"


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


def test_lines_above_and_below_a_table_with_decimal_commas_are_left_out(tmp_path):
    rows = '"";"Onderwerp";"Mannen"\n"Fryslân";"2,37";"1000"\n"Drenthe";"2,08";"293"\n'
    (tmp_path / "t.csv").write_text(f'"Kerncijfers"\n{rows}"Bron: CBS"\n')
    chosen = samples(read(tmp_path / "t.csv"))
    assert (chosen.names, chosen.X.tolist()) == (
        ["Fryslân", "Drenthe"],
        [[2.37, 1000], [2.08, 293]],
    )


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


OTHER_END = "name,a,b\nu,1,2\nv\rx,3,5\nw,4,9\n"
LOST = {
    "below a title": ("t\na,b,c,d\n1,2,3,4\n5,6,7\n8,9,1,2\n", {}, "2: 4 cells, .* has 1"),
    "in the last row below a title": ("t\ns,a,b\nu,1,2\nv,3,5\nx,6\n", {}, "2: 3 cells, .* has 1"),
    "in the last rows": (TABLE + "x\ny,1.5\n", {}, "5: 1 cell, the first row has 3"),
    "but for a number in the last row": (TABLE + "2020\n", {}, "5: 1 cell, the first row has 3"),
    "one in the last row": (TABLE + "z,\n", {}, "5: 2 cells, the first row has 3"),
    "in a triangle": (
        "a,3,1,4,5\nb,2,6,8\nc,7,9\nd,2.5\ne\n",
        *({"wider": 0, "header": False}, "2: 4 cells"),
    ),
    "at a line end within a line": (OTHER_END, {}, "3: 1 cell"),
    "at such an end below a given header": (OTHER_END, {"header": 1}, "3: 1 cell"),
}


@pytest.mark.parametrize("case", LOST)
def test_a_row_that_lost_cells_is_no_line_above_or_below_a_table(case, tmp_path):
    text, options, message = LOST[case]
    (tmp_path / "t.csv").write_text(text, newline="")
    with pytest.raises(InputError, match=f"t.csv, line {message}"):
        read(tmp_path / "t.csv", **options)


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


def test_a_cell_with_a_line_break_at_the_end_is_no_line_below_a_table(tmp_path):
    text = 'site,Ca,remark\nu,1.5,dry\nv,2.5,wet\nw,0.25,"first\nsecond"\n'
    (tmp_path / "t.csv").write_text(text)
    table = read(tmp_path / "t.csv")
    assert table.columns[2].to_pylist() == ["dry", "wet", "first\nsecond"]
    assert table.remarks == []
