"""Which columns are numbers, labels and names; what is missing; what coincides."""

import numpy as np
import pytest

from kpca.studies.readers.read import read
from kpca.studies.readers.table import InputError
from kpca.studies.samples import Samples, apart, coinciding, dominating, samples

FLOWERS = "name,length,width,species\nx,5,3,s\ny,6,2,v\nz,7,1,s\n"


@pytest.fixture
def table(tmp_path):
    def make(text=FLOWERS, **options):
        (tmp_path / "t.csv").write_text(text)
        return read(tmp_path / "t.csv", **options)

    return make


def test_a_first_column_of_distinct_texts_names_the_rows(table):
    found = samples(table(), labels="species")
    assert found.names == ["x", "y", "z"]
    assert found.labels == ["s", "v", "s"]
    assert found.columns == ["length", "width"]
    assert (found.X == [[5, 3], [6, 2], [7, 1]]).all()


@pytest.mark.parametrize("texts", [["0.5 cm", "1.5 cm", "2.5 cm"], ["−0", "−1", "−2.5"]])
def test_a_first_column_of_texts_that_begin_like_numbers_is_noted(texts, table):
    rows = "".join(f"{text};{i};{i * i}\n" for i, text in enumerate(texts))
    found = samples(table("len;a;b\n" + rows), columns=["a", "b"])
    assert found.names == texts
    assert found.notes == [
        f"column 'len' names the samples and is not data, although its texts, such as {texts[0]!r},"
        " begin like numbers; if they are numbers, write them as 1.5, -1 or 2e-3, without a unit; "
        "if they are names, say 'names: len'"
    ]
    assert samples(table("len;a;b\n" + rows), names="len", columns=["a", "b"]).notes == []


def test_dates_name_the_samples_without_a_note(table):
    found = samples(table("day;a;b\n2019-01-01;0;1\n2019-01-02;4;2\n2019-01-03;3;5\n"))
    assert found.names == ["2019-01-01", "2019-01-02", "2019-01-03"]
    assert found.notes == []


def test_columns_can_be_chosen_by_name_and_number(table):
    found = samples(table(), labels=4, names="name", columns=["width"])
    assert found.columns == ["width"]
    assert found.names == ["x", "y", "z"]


def test_text_that_is_neither_label_nor_name_is_reported(table):
    message = "line 2, column 'species': 's' is not a number.*name it with 'labels' or 'names'"
    with pytest.raises(InputError, match=message):
        samples(table())


def test_a_sample_without_a_label_is_a_class_that_can_be_seen(table):
    assert samples(table("a,b\n1,u\n2,\n"), labels="b").labels == ["u", "no label"]


BY_NAME = "by its name, with whole numbers"
COUNTED = "by its name, with distinct whole numbers"
IN_STEPS = "whole numbers in even steps"


@pytest.mark.parametrize(
    ("name", "values", "noted"),
    [
        ("id", (17, 4, 9), BY_NAME),
        ("Sample No.", (17, 4, 9), COUNTED),
        ("Sample No.", (17, 17, 9), None),
        ("number of eggs", (4, 4, 9), None),
        ("subject", (17, 4, 9), BY_NAME),
        ("patientId", (17, 4, 17), BY_NAME),
        ("sampleID", (17, 4, 9), BY_NAME),
        ("x", (7, 8, 9), IN_STEPS),
        ("x", (30, 20, 10), IN_STEPS),
        ("x", (20, 30, 10), IN_STEPS),
        ("x", (17, 4, 9), None),
        ("NO2", (17, 4, 9), None),
        ("id", (4, 4, 9), BY_NAME),
        ("id", (1.5, 4, 9), None),
        ("width", (1.5, 2.5, 3.5), None),
    ],
)
def test_a_column_that_looks_like_an_identifier_is_noted_with_the_reason(
    table, name, values, noted
):
    a, b, c = values
    text = f"{name},a,b\n{a},1.5,4\n{b},2.5,5\n{c},1.0,7\n"
    message = f"column {name!r} looks like an identifier ({noted}) and is used as data"
    notes = [note[: len(message)] for note in samples(table(text)).notes]
    assert notes == ([message] if noted else [])


def test_an_identifier_that_was_asked_for_is_not_noted(table):
    text = "id,a,b\n7,1.5,4\n8,2.5,5\n9,1.0,7\n"
    assert samples(table(text), columns=["id", "a"]).notes == []
    assert samples(table(text), names="id").notes == []


def test_columns_that_are_no_data_are_listed_with_their_use(table):
    assert samples(table(), labels="species", columns=["width"]).left_out == [
        ("name", "names of the samples"),
        ("length", "not one of 'columns'"),
        ("species", "labels"),
    ]


def test_a_column_that_holds_nearly_all_of_the_variance_is_noted_with_its_share():
    X = np.array([[0.0, 0.0], [3.0, 1.0], [0.0, 0.0], [3.0, 1.0]])
    # Variances in the ratio 8.41 : 1, and 9.61 : 1, which is 90.57 %.
    assert dominating(X / [3.0, 1.0] * [2.9, 1.0], ["a", "b"]) == []
    noted = dominating(X / [3.0, 1.0] * [3.1, 1.0] + [0.0, 50.0], ["a", "b"])
    assert noted[0].startswith("column 'a' holds 90.57 % of the variance of all columns")
    assert "standardize" in noted[0]
    assert dominating(X * [1e160, 1.0], ["a", "b"])[0].startswith("column 'a' holds 100 %")
    assert dominating(X[:, :1], ["a"]) == []
    assert dominating(np.ones((3, 2)), ["a", "b"]) == []


def test_names_of_new_samples_are_none_of_the_known_ones():
    assert apart(["a", "b"], ["c"]) == ["a", "b"]
    assert apart(["a", "b"], ["a", "new a"]) == ["new new a", "new new b"]


def test_a_first_column_that_was_asked_for_is_no_name(table):
    text = "a,b\nx,1\ny,2\n"
    with pytest.raises(InputError, match="'x' is not a number"):
        samples(table(text), columns=["a", "b"])
    found = samples(table(text), labels="a")
    assert (found.names, found.labels) == (["1", "2"], ["x", "y"])


def test_a_first_column_in_which_a_text_stands_twice_is_no_name(table):
    with pytest.raises(InputError, match="line 2, column 'a': 'x' is not a number"):
        samples(table("a,b\nx,1\nx,2\n"))


def test_labels_of_what_is_left_belong_to_it(table):
    found = samples(table("a,b\n1,u\n,v\n3,w\n"), labels="b", drop_missing=True)
    assert (found.names, found.labels) == (["1", "3"], ["u", "w"])


def test_a_single_column_that_counts_and_two_samples_are_data(table):
    assert samples(table("a\n1.0\n2.0\n3.0\n", header=True)).notes == []
    assert samples(table("a,b\n1,5\n2,9\n")).notes == []


@pytest.mark.parametrize(
    ("number", "message"),
    [(5, "3 = 2, 4 = 2, 5 = 2, 6 = 2, 7 = 2"), (6, "3 = 2, 4 = 2, 5 = 2, 6 = 2, 7 = 2, ...")],
)
def test_five_equal_samples_are_named_and_of_more_that_there_are_more(number, message):
    X = np.array([[0.0], *([[1.0]] * (number + 1))])
    names = [str(i + 1) for i in range(len(X))]
    assert coinciding(Samples(X, ["x"], names, names)) == [
        f"{number} samples are equal to another one: {message}"
    ]


def test_samples_that_nearly_coincide_are_not_equal():
    X = np.array([[1.0], [1.0 + 2.0**-52], [1.0]])
    found = Samples(X, ["x"], ["a", "b", "c"], ["a", "b", "c"])
    assert coinciding(found) == ["1 sample is equal to another one: c = a"]


def test_numbers_can_be_labels(table):
    assert samples(table("a,b\n1.50,2\n3,4\n"), labels="a").labels == ["1.50", "3"]


HOLES = "a,b,c\n1,2,0\n5,NA,\n,4,3\n7,8,1\n"


def test_missing_values_are_refused_by_row_and_column(table):
    message = (
        "line 3, column 'b': the value is missing, one of 3 missing values in all.*'missing: drop'"
    )
    with pytest.raises(InputError, match=message):
        samples(table(HOLES))


def test_samples_with_missing_values_are_dropped_if_asked_and_reported(table):
    found = samples(table(HOLES), drop_missing=True)
    assert (found.X == [[1, 2, 0], [7, 8, 1]]).all()
    assert found.names == ["1", "4"]
    assert found.notes == ["2 of 4 samples left out for missing values: line 3, line 4"]
    with pytest.raises(InputError, match="every sample has a missing value"):
        samples(table("a,b\n,2\n1,\n"), drop_missing=True)


def test_infinite_values_are_never_dropped(table):
    with pytest.raises(InputError, match="line 3, column 'b': the value is infinite"):
        samples(table("a,b\n1,2\n3,-inf\n"), drop_missing=True)


FAULTS = {
    "names that are not distinct": (
        lambda t: samples(t, names="species", columns=["width"]),
        "line 4: the name 's' stands in line 2 already",
    ),
    "no column left": (lambda t: samples(t, columns=["species"]), "not a number"),
    "a column twice": (lambda t: samples(t, columns=[2, "length"]), "one stands twice"),
    "no such column": (lambda t: samples(t, labels="specie"), "did you mean 'species'"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_reported(fault, table):
    act, message = FAULTS[fault]
    with pytest.raises(InputError, match=message):
        act(table())


def test_equal_samples_are_reported_and_others_are_not():
    X, names = np.array([[1.0, 2.0], [3.0, 4.0], [1.0, 2.0]]), ["a", "b", "c"]
    found = Samples(X, ["x", "y"], names, names)
    assert coinciding(found) == ["1 sample is equal to another one: c = a"]
    assert coinciding(Samples(X[:2], ["x", "y"], names[:2], names[:2])) == []


@pytest.mark.parametrize("text", ["a;b;c\n1,5;2;3\n2,5;3;1\n", 'a,b,c\n"1,200",2,3\n5%,3,1\n'])
def test_numbers_in_another_writing_are_reported_and_not_taken_for_names(text, table):
    with pytest.raises(InputError, match="column 'a': .* is it a decimal comma"):
        samples(table(text))


def test_names_are_found_beside_chosen_columns_too(table):
    assert samples(table(), columns=["length"]).names == ["x", "y", "z"]


def test_blanks_around_a_label_are_no_other_class(table):
    assert samples(table("a,b\n1, u\n2,u \n"), labels="b").labels == ["u", "u"]
