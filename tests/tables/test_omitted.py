"""Samples are left out by name, by a condition on a column, or because they are empty."""

import numpy as np
import pytest

from kpca.tables.columns import samples
from kpca.tables.omitted import Omitted
from kpca.tables.read import read
from kpca.tables.rows import Missing
from kpca.tables.table import InputError

TEXT = """site,batch,depth,a,b
s1,QC,12.5,4,7
s2,A,900,0,0
21,A,1500,3,x
s4,B,,5,1
s5,QC,40,0,9
s6,C,1000,2,8
"""


@pytest.fixture
def of(tmp_path):
    """Names and numbers of the samples of the table that are left, and the remarks."""

    def make(*lines, text=TEXT, names="site", columns=("a", "b"), **how):
        (tmp_path / "t.csv").write_text(text)
        table = read(tmp_path / "t.csv")
        return samples(table, names=names, columns=[*columns], omitted=Omitted(lines, **how))

    return make


LEFT_OUT = {
    "a name": (["21", "s5"], ["s1", "s2", "s4", "s6"]),
    "a name that is a whole number": ([21, "s1"], ["s2", "s4", "s5", "s6"]),
    "a text": (["batch = A"], ["s1", "s4", "s5", "s6"]),
    "another text than one": (["batch != QC"], ["s1", "s5"]),
    "less": (["depth < 1000", "21"], ["s4", "s6"]),
    "at most": (["depth <= 1000", "21"], ["s4"]),
    "more": (["depth > 900"], ["s1", "s2", "s4", "s5"]),
    "at least": (["depth >= 900"], ["s1", "s4", "s5"]),
    "an equal number": (["depth = 1e3", "21"], ["s1", "s2", "s4", "s5"]),
    "empty": (["empty", "21"], ["s1", "s4", "s5", "s6"]),
    "several": (["batch = B", "empty", "21", "depth < 20"], ["s5", "s6"]),
}


@pytest.mark.parametrize("case", LEFT_OUT)
def test_samples_are_left_out_by_name_by_a_condition_or_as_empty(case, of):
    lines, names = LEFT_OUT[case]
    given = of(*lines)
    numbers = {"s1": [4, 7], "s2": [0, 0], "s4": [5, 1], "s5": [0, 9], "s6": [2, 8]}
    assert given.names == names
    assert given.X.tolist() == [numbers[name] for name in names]
    (remark,) = [remark for remark in given.remarks if "omit_samples" in remark]
    assert remark.startswith(f"{6 - len(names)} of 6 samples left out")


def test_the_samples_that_are_left_out_can_be_taken_instead(of):
    text = TEXT.replace("x", "6")
    given = of("batch = A", "empty", text=text, are_taken=True)
    assert (given.names, given.X.tolist()) == (["s2", "21"], [[0, 0], [3, 6]])
    assert [remark for remark in given.remarks if "omit_samples" in remark] == []


def test_a_missing_value_and_a_line_are_those_of_the_file_beside_samples_left_out(of):
    with pytest.raises(InputError, match="line 5, column 'depth': the value is missing"):
        of("s1", "21", columns=["depth", "a"])


def test_samples_with_missing_values_are_those_that_are_left(tmp_path):
    (tmp_path / "t.csv").write_text(TEXT)
    given = samples(
        read(tmp_path / "t.csv"),
        names="site",
        columns=["depth", "a"],
        missing=Missing("drop"),
        omitted=Omitted(["s2", 21]),
    )
    assert given.names == ["s1", "s5", "s6"]
    assert "1 of 4 samples left out for missing values: line 5 of the file" in given.remarks


def test_samples_without_names_keep_the_numbers_of_their_rows(tmp_path):
    (tmp_path / "t.csv").write_text("a,b\n1.5,7\n2.5,3\n8.5,4\n")
    given = samples(read(tmp_path / "t.csv"), omitted=Omitted(["2"]))
    assert (given.names, given.X.tolist()) == (["1", "3"], [[1.5, 7], [8.5, 4]])


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("depth > 2.4", ["r1", "r3", "r5"]),
        ("depth = 2.5", ["r1", "r3", "r4", "r5"]),
        ("depth = 2,5", ["r1", "r3", "r4", "r5"]),
        ("depth < 0.75", ["r1", "r2", "r3", "r4"]),
    ],
)
def test_the_numbers_of_a_condition_are_those_that_the_file_means(line, names, tmp_path):
    rows = "r1;1,5;2\nr2;2,5;7\nr3;-999;1\nr4;4,25;3\nr5;0,5;9\n"
    (tmp_path / "t.csv").write_text("name;depth;a\n" + rows)
    table = read(tmp_path / "t.csv", missing_values=[-999])
    given = samples(table, names="name", columns=["a"], omitted=Omitted([line]))
    assert given.names == names


def test_a_sample_that_is_called_empty_is_meant_by_its_name(of):
    text = TEXT.replace("21,A,1500,3,x\n", "empty,A,1,3,2\n")
    assert of("empty", text=text).names == ["s1", "s2", "s4", "s5", "s6"]


@pytest.mark.parametrize("of_points", [False, True])
def test_only_rows_of_zeros_are_empty(of_points):
    X = np.array([[0.0, 0.0], [0.0, -1.0], [np.nan, 0.0]])
    lines = Omitted(["empty"] if of_points else ["b"])
    assert lines.of_points(X, ["a", "b", "c"]).tolist() == [of_points, False, False]


AGAIN = "day,batch,a,b\nmay,QC,4,7\nmay,A,3,1\njune,A,6,2\nmay,B,9,5\n"


def test_a_number_that_makes_a_name_distinct_is_a_part_of_the_name(of):
    given = of("may (2)", "batch = B", text=AGAIN, names="day")
    assert (given.names, given.X.tolist()) == (["may (1)", "june"], [[4, 7], [6, 2]])
    placed = of("may (2)", text=AGAIN, names="day", are_taken=True)
    assert (placed.names, placed.X.tolist()) == (["may (2)"], [[3, 1]])
    assert of("may", text=AGAIN, names="day").names == ["june"]


def test_a_column_may_have_a_sign_in_its_name(of):
    text = "site,x<y,a\nu,3,5\nv,8,2\nw,9,1\n"
    given = of("x<y > 7", text=text, columns=["a"])
    assert (given.names, given.X.tolist()) == (["u"], [[5]])


@pytest.mark.parametrize("line", ["depth == 900", "depth =< 1000", "depth >", "depth"])
def test_a_condition_with_another_sign_is_refused(line, of):
    with pytest.raises(InputError, match=f"no sample is called {line!r}"):
        of(line)


def test_missing_values_of_samples_that_are_not_taken_are_not_counted(tmp_path):
    (tmp_path / "t.csv").write_text(TEXT)
    given = samples(
        read(tmp_path / "t.csv"),
        names="site",
        columns=["depth"],
        missing=Missing("drop"),
        omitted=Omitted(["s4", "s6"], are_taken=True),
    )
    assert given.names == ["s6"]
    assert "1 of 2 samples left out for missing values: line 5 of the file" in given.remarks
