"""Percent signs and currencies are left out where all cells of a column have one."""

import pytest

from kpca.tables.columns import samples
from kpca.tables.read import read
from kpca.tables.rows import Missing

READ = {
    "percent": ("a,b\n12.5%,3\n-7 %,4\n0.25%,9\n", [[12.5, 3], [-7, 4], [0.25, 9]], "'12.5%'"),
    "a currency before": ("a,b\n$1.5,3\n-$7,4\n$ 2,9\n", [[1.5, 3], [-7, 4], [2, 9]], "'$1.5'"),
    "a currency behind, in German": (
        "a;b\n1.234,50 €;3\n7,25 €;4\n-2,00 €;9\n",
        [[1234.5, 3], [7.25, 4], [-2, 9]],
        "'1.234,50 €'",
    ),
    "two columns": ("a,b\n5%,£3\n7%,£4\n2%,£9\n", [[5, 3], [7, 4], [2, 9]], "'5%' and '£3'"),
}


@pytest.mark.parametrize("case", READ)
def test_signs_beside_all_numbers_of_a_column_are_left_out_and_stated(case, tmp_path):
    text, numbers, cells = READ[case]
    (tmp_path / "t.csv").write_text(text)
    table = read(tmp_path / "t.csv")
    assert samples(table).X.tolist() == numbers
    assert table.remarks[0] == f"signs beside numbers left out, as in {cells}"


def test_a_missing_value_needs_no_sign(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\nNA,4\n5%,3\n2.5%,9\n")
    table = read(tmp_path / "t.csv")
    assert table.remarks[0].endswith("as in '5%'")
    assert samples(table, missing=Missing("drop")).X.tolist() == [[5, 3], [2.5, 9]]


@pytest.mark.parametrize("cells", ["5%,0.07,2%", "5%,x%,2%", "$5,€7,$2", "5% of 8,7% of 9,2% of 3"])
def test_a_column_in_which_a_cell_has_no_sign_or_another_one_stays(cells, tmp_path):
    rows = "\n".join(f"{cell},{k * k}" for k, cell in enumerate(cells.split(","), 2))
    (tmp_path / "t.csv").write_text(f"a,b\n{rows}\n")
    table = read(tmp_path / "t.csv")
    assert table.texts(0) == cells.split(",")
    assert table.remarks == []


def test_another_sign_far_below_keeps_all_signs(tmp_path):
    rows = [f"{k}%,{k * k}" for k in range(1, 150)]
    (tmp_path / "t.csv").write_text("\n".join(["a,b", *rows, "$150,7"]))
    assert read(tmp_path / "t.csv").texts(0)[-2:] == ["149%", "$150"]


def test_blanks_behind_the_sign_of_a_number_are_no_text(tmp_path):
    text = "n,t,w\n,degC,-\n1,+  23.4,+ x\n2,-   7.5,u\n3,+  56.25,- 5\n"
    (tmp_path / "t.csv").write_text(text)
    table = read(tmp_path / "t.csv")
    assert table.texts(1)[-3:] == ["+23.4", "-7.5", "+56.25"]
    assert table.texts(2)[-1] == "- 5", "one cell among texts is no number of a logger"
    (tmp_path / "t.csv").write_text("s,t\n- 1 wt,+ 2\n- 2 wt,5\n+ 1 ko,- 7\n")
    table = read(tmp_path / "t.csv")
    assert table.texts(0) == ["- 1 wt", "- 2 wt", "+ 1 ko"], "names are no numbers"
    assert table.texts(1) == ["+ 2", "5", "- 7"], "half of the cells are not most"
