"""New samples from a file have the columns of the training samples, whatever they lack."""

import numpy as np
import pytest

from kpca.studies.build import begin
from kpca.studies.config.study import StudyConfig
from kpca.studies.points import Points
from kpca.tables.table import InputError

HEAD, ROWS = "a,b,c\n", "1.5,3,7\n2.5,5,-1\n4.5,4,2\n,2.5,8\n"
NAN = np.nan


@pytest.fixture
def read(tmp_path):
    """What begins a study of two files, the second with new samples."""

    def begun(table: str, new: str, **data) -> Points:
        (tmp_path / "t.csv").write_text(table)
        (tmp_path / "n.csv").write_text(new)
        data = {"vectors": "t.csv", "new": "n.csv"} | data
        return begin("s", StudyConfig(data=data, kernel="linear"), tmp_path)

    return begun


@pytest.mark.parametrize(
    ("head", "most", "new", "expected"),
    [
        (HEAD, 0.5, "6.5,,4\n", [[6.5, NAN, 4]]),
        ("", 0.5, "6.5,,4\n", [[6.5, NAN, 4]]),
        (HEAD, 0.4, "6.5,,4\n", [[6.5, NAN, 4]]),
        ("", None, "6.5,,4\n1,2,9\n,,1\n", [[6.5, NAN, 4], [1, 2, 9]]),
        (HEAD, 0.7, ",,9\n,2,1\n", [[NAN, NAN, 9], [NAN, 2, 1]]),
        ("", 0.7, ",,9\n,2,1\n", [[NAN, NAN, 9], [NAN, 2, 1]]),
    ],
)
def test_new_samples_keep_a_column_in_which_many_or_all_of_them_lack_the_value(
    read, head, most, new, expected
):
    data = {"missing": "impute", "header": bool(head)}
    data |= {} if most is None else {"most_missing": most}
    draft = read(head + ROWS, head + new, **data)
    np.testing.assert_array_equal(draft.new.X, expected)
    assert draft.new.columns == draft.samples.columns == (["a", "b", "c"] if head else list("123"))


X_FIRST = "1.5,7,x\n2.5,-1,y\n4.5,2,x\n"
NAMED = "u,1.5,x,7\nv,2.5,y,-1\nw,4.5,x,2\n"
LAST = "u,1.5,7,x\nv,2.5,-1,y\nw,4.5,2,x\n"
TWO = ("6.5,4,3\n0.5,2,9\n", ["new 1", "new 2"], None)
FIVES = "5,1.5,x,7\n5,2.5,y,-1\n6,4.5,x,2\n"
BY_NUMBER = {"labels": 3, "names": 1}
# A table, new samples with their names and labels, and the keys of the data. None: not looked at.
BARE = {
    "an empty column": ("1.5,,7\n2.5,,-1\n4.5,,2\n", *TWO, {}),
    "texts": ("1.5,x,7\n2.5,y,-1\n4.5,x,2\n", *TWO, {}),
    "texts beside names": (NAMED, "r,6.5,4,3\ns,0.5,2,9\n", None, None, {}),
    "a column that is left out": (FIVES, "5,6.5,4,3\n6,0.5,2,9\n", None, None, {"omit": [1]}),
    "columns by number": (FIVES, "5,6.5,4,3\n6,0.5,2,9\n", None, None, {"columns": [2, 4]}),
    "labels and names": (NAMED, "r,6.5,z,3\ns,0.5,y,9\n", [*"rs"], [*"zy"], BY_NUMBER),
    "a name of a training sample": (
        *(NAMED, "v,6.5,z,3\nr,0.5,y,9\n", ["new v", "new r"], [*"zy"], BY_NUMBER),
    ),
    "no label": (NAMED, "r,6.5,,3\ns,0.5,y,9\n", [*"rs"], ["no label", "y"], BY_NUMBER),
    # A last column of labels and a first one of names may lack.
    "without labels": (X_FIRST, "6.5,3\n0.5,9\n", ["new 1", "new 2"], ["new"] * 2, {"labels": 3}),
    "without names": (NAMED, "6.5,y,3\n0.5,x,9\n", ["1", "2"], ["new"] * 2, {}),
    "without labels beside names": (
        *(LAST, "r,6.5,3\ns,0.5,9\n", [*"rs"], ["new"] * 2, {"labels": 4}),
    ),
    "without labels beside numbers": (
        *("3,1.5,7,x\n4,2.5,-1,y\n8,4.5,2,x\n", "5,6.5,3\n6,0.5,9\n", [*"56"], ["new"] * 2),
        {"labels": 4, "names": 1},
    ),
    "no other codes": (
        *("0012,1.5,7\n1011,2.5,-1\n0200,4.5,2\n", "1011,6.5,3\n1011,0.5,9\n"),
        *(["1", "2"], ["new"] * 2, {}),
    ),
    # And where they are there, labels are found in the last column, and where names lack.
    "labels last": (X_FIRST, "6.5,3,y\n0.5,9,x\n", None, [*"yx"], {"labels": 3}),
    "labels without names": (NAMED, "6.5,y,3\n0.5,x,9\n", None, [*"yx"], {"labels": 3}),
    "labels last without names": (LAST, "6.5,3,y\n0.5,9,x\n", None, [*"yx"], {"labels": 4}),
}


@pytest.mark.parametrize("case", BARE)
def test_without_a_header_new_samples_have_the_columns_labels_and_names_of_the_same_numbers(
    read, case
):
    table, new, names, labels, data = BARE[case]
    draft = read(table, new, header=False, **data)
    assert draft.samples.X.tolist() == [[1.5, 7], [2.5, -1], [4.5, 2]]
    assert draft.new.X.tolist() == [[6.5, 3], [0.5, 9]]
    assert draft.new.names == (names or draft.new.names)
    assert draft.new.labels == (labels or draft.new.labels)


@pytest.mark.parametrize(
    ("table", "new", "data"),
    [
        ("of,1,2,3\na,1.5,2,4\nb,7,-1,3\n", "of,5,8\nb,3,9\na,6.5,0.5\n", {"header": True}),
        ("a,1.5,2,4\nb,7,-1,3\n", "b,3,9\na,6.5,0.5\n", {"header": False}),
        ("of,s,t,u\na,1.5,2,4\nb,7,-1,3\n", "of,v,w\nb,3,9\na,6.5,0.5\n", {}),
    ],
)
def test_new_samples_in_columns_have_a_header_if_the_training_samples_have_one(
    read, table, new, data
):
    draft = read(table, new, transpose=True, **data)
    assert draft.samples.X.tolist() == [[1.5, 7], [2, -1], [4, 3]]
    assert draft.new.X.tolist() == [[6.5, 3], [0.5, 9]]


def test_a_file_of_new_samples_that_is_not_turned_is_refused_with_the_line_that_turns_it(read):
    lying = "3,1,4,1.5\n5,9,2,6\n"
    assert read(lying, "7,8\n2,0.5\n", header=False, transpose=True).new.X.tolist() == [
        [7, 2],
        [8, 0.5],
    ]
    with pytest.raises(
        InputError, match="n.csv: 3 columns, .* has 2; .*'transpose' holds for both"
    ):
        read(lying, "7,800\n2,0.5\n6,90\n", header=False, transpose=True)
    with pytest.raises(InputError, match="value that is missing$"):
        read("3,1\n5,9\n", "7,8,6\n", header=False)


@pytest.mark.parametrize(
    ("table", "new", "is_turned"),
    [
        ("s,a,b\nu,1.5,7\nv,2,-1\nw,4,3\n", "of,n,m\na,6.5,0.5\nb,3,9\n", False),
        ("of,s,t,u\na,1.5,2,4\nb,7,-1,3\n", "s,a,b\nn,6.5,3\nm,0.5,9\n", True),
    ],
)
def test_a_header_of_new_samples_that_is_not_turned_is_told_by_a_name(read, table, new, is_turned):
    with pytest.raises(InputError, match="n.csv: 'a' is a row, .* t.csv a column; 'transpose'"):
        read(table, new, transpose=is_turned)
    turned = "\n".join(",".join(column) for column in zip(*map(_cells, new.split()), strict=True))
    assert read(table, turned, transpose=is_turned).new.X.tolist() == [[6.5, 3], [0.5, 9]]


def _cells(line):
    return line.split(",")


def test_a_line_that_is_said_to_be_the_header_is_that_of_both_files(read):
    draft = read("x,5,7\ns,a,b\nu,1.5,2\nv,7,-1\nz,3,5\n", "y,6,8\ns,b,a\nw,3,9\n", header=2)
    assert draft.samples.X.tolist() == [[1.5, 2], [7, -1], [3, 5]]
    assert draft.new.X.tolist() == [[9, 3]]
    with pytest.raises(ValueError, match="'header': 2; allowed"):
        read("x,5,7\ns,a,b\nu,1.5,2\nv,7,-1\nz,3,5\n", "s,b,a\nw,3,9\n", header=2)


@pytest.mark.parametrize(
    ("head", "new_head", "data"),
    [
        ("", "", {"header": False}),
        ("site,2024,n\n", "site,2025,n\n", {"header": True}),
        ("site,of,n\n", "site,of,n\n", {}),
    ],
)
def test_new_samples_as_triplets_have_a_header_if_the_training_samples_have_one(
    read, head, new_head, data
):
    table = head + "p,a,1.5\nq,a,2\nr,a,4\np,b,7\nq,b,-1\n"
    draft = read(table, new_head + "s,b,3\nt,b,9\ns,a,6.5\n", triplets=True, **data)
    assert draft.samples.X.tolist() == [[1.5, 7], [2, -1], [4, 0]]
    assert (draft.new.X.tolist(), draft.new.names) == ([[6.5, 3], [0, 9]], ["s", "t"])


def test_new_samples_with_another_doubtful_header_lack_a_column_and_not_the_header(read):
    with pytest.raises(InputError, match="n.csv: no column is called 'c', as in t.csv"):
        read(HEAD + "1.5,3,7\n2.5,5,-1\n4.5,4,2\n", "2020,b,a\n3,0,1.5\n1,0,2.5\n")


def test_without_a_header_a_first_new_sample_without_a_number_is_a_sample(read):
    table = "u,1.5,7\nv,2.5,-1\nw,4.5,2\n"
    draft = read(table, "x,NA,NA\ny,6.5,3\n", header=False, missing="impute", most_missing=0.7)
    assert (draft.new.X.tolist(), draft.new.names) == ([[6.5, 3]], ["y"])


SENTINELS = {
    "-999 once": ("6.5,-999,4\n1,2,9\n", {}, True),
    "99 twice": ("6.5,99,4\n1,99,9\n", {}, True),
    "99 in two columns": ("99,2,4\n1,3,99\n", {}, True),
    "99 once": ("6.5,99,4\n1,2,9\n", {}, False),
    "a number": ("6.5,-999,4\n1,2,9\n", {"missing_values": []}, False),
    "near others": ("6.5,-999,4\n1,-1900,9\n", {}, False),
}


@pytest.mark.parametrize(("new", "data", "asked"), SENTINELS.values(), ids=SENTINELS)
def test_a_number_in_new_samples_that_may_mean_a_missing_value_is_asked_about(
    read, new, data, asked
):
    table = "a,b,c\n1.5,3,7\n2.5,5,-1\n4.5,4,2\n"
    if not asked:
        rows = [[float(cell) for cell in row.split(",")] for row in new.splitlines()]
        assert read(table, HEAD + new, **data).new.X.tolist() == rows
        return
    with pytest.raises(InputError, match="n.csv: .*99"):
        read(table, HEAD + new, **data)


def test_a_number_that_means_a_missing_value_leaves_out_a_new_sample_too(read):
    given = {"missing_values": [-999], "missing": "drop"}
    draft = read("a,b,c\n1.5,3,7\n2.5,5,-1\n4.5,4,2\n", HEAD + "6.5,-999,4\n1,2,9\n", **given)
    assert draft.new.X.tolist() == [[1.0, 2.0, 9.0]]


POINTS = "a;b\n1,5;2\n2,25;3\n4;7\n3,5;1\n"


def test_a_point_beside_a_decimal_comma_may_group_digits(read):
    grouped = read(POINTS, "a;b\n3.806;735\n2.064;1.200\n", thousands=".")
    assert grouped.new.X.tolist() == [[3806, 735], [2064, 1200]]
    assert read(POINTS, "a;b\n3.81;735\n2.064;1\n").new.X.tolist() == [[3.81, 735], [2.064, 1]]
    assert read(POINTS, "a;b\n3,806;73\n2,5;1\n").new.X.tolist() == [[3.806, 73], [2.5, 1]]
