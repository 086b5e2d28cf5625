"""What has names is matched by name, or refused; a missing label is one, whatever it is made of."""

import numpy as np
import pandas as pd
import pytest

from kpca import by_name

MAPPINGS = ("classes", {"a": 1, "b": 2}), ("blocks", "uvw")


@pytest.mark.parametrize(("what", "given"), MAPPINGS)
def test_a_text_and_a_mapping_have_no_value_for_each_sample(what, given):
    with pytest.raises(TypeError, match=f"{what} is a (dict|str); allowed: a value for"):
        by_name.in_order(given, None, what)


MASKED = np.ma.masked_array(["u", "v", "u"], [False, True, False])
LABELS = {
    "objects": (
        ["u", None, "", np.nan, pd.NA, pd.NaT, np.datetime64("NaT", "D")],
        ["u"] + [""] * 6,
    ),
    "texts": (["NA", "nan", "null", "None", " ", "--"], ["", "", "null", "None", "", "--"]),
    "texts of NumPy": (np.array(["u", np.nan]), ["u", ""]),
    "masked": (MASKED, ["u", "", "u"]),
    "numbers": (pd.Series([3.0, np.nan, 0.5]), ["3", "", "0.5"]),
    "categories": (pd.Categorical(["v", None, "u"]), ["v", "", "u"]),
    "numbers that may miss": (pd.array([7, None], dtype="Int64"), ["7", ""]),
}


@pytest.mark.parametrize("case", LABELS)
def test_a_missing_label_is_an_empty_text_and_every_other_one_a_text(case):
    given, expected = LABELS[case]
    assert by_name.labels_of(given) == expected


SERIES = pd.Series([2.5, 7.0, 1.0, 4.0], ["d", "b", "a", "c"])
FROM_TWO = [1.0, 7.0, 4.0, 2.5]

# The names of the samples, the index of the values 2.5, 7, 1, 4, and these values in the order of
# the samples.
IN_ORDER = {
    "names": ([*"abcd"], [*"dbac"], FROM_TWO),
    "fewer samples": ([*"cb"], [*"dbac"], [4.0, 7.0]),
    "numbers as texts": (["10", "7", "8", "9"], [9.0, 7.0, 10.0, 8.0], FROM_TWO[:2] + [4.0, 2.5]),
    "numbers in another order": (["1", "2", "3", "4"], [4, 2, 1, 3], FROM_TWO),
    "positions of values": ([*"abcd"], [0, 1, 2, 3], [2.5, 7.0, 1.0, 4.0]),
    "positions of samples": (["0", "1", "2", "3"], [*"dbac"], [2.5, 7.0, 1.0, 4.0]),
    "positions of an array": (None, [3, 1, 0, 2], [2.5, 7.0, 1.0, 4.0]),
    "one index, in which a name is twice": ([*"daba"], [*"daba"], [2.5, 7.0, 1.0, 4.0]),
    "twice, of no sample": ([*"cd"], [*"dbbc"], [4.0, 2.5]),
}


@pytest.mark.parametrize("case", IN_ORDER)
def test_values_are_taken_by_name_if_both_sides_have_names_and_else_by_position(case):
    names, index, expected = IN_ORDER[case]
    values = pd.Series(SERIES.to_numpy(), index)
    assert by_name.in_order(values, names, "color").tolist() == expected
    assert by_name.in_order(values.to_frame(), names, "table")[0].tolist() == expected
    assert by_name.in_order(values.to_numpy(), names, "color").tolist() == SERIES.tolist()


K = np.array([[4.0, 1.0, 2.0], [1.0, 5.0, 3.0], [2.0, 3.0, 6.0]])
MATRICES = {
    "both": ([*"abc"], [*"cab"], K[:, [2, 0, 1]], [*"abc"]),
    "rows": ([*"abc"], range(3), K, [*"abc"]),
    "columns": (range(3), [*"abc"], K, [*"abc"]),
    "neither": (range(3), range(3), K, ["0", "1", "2"]),
}


@pytest.mark.parametrize("case", MATRICES)
def test_columns_of_a_matrix_of_all_pairs_stand_in_the_order_of_its_rows(case):
    index, columns, values, expected = MATRICES[case]
    matrix, names = by_name.samples_of(pd.DataFrame(values, index, columns), is_matrix=True)
    assert (names, np.asarray(matrix).tolist()) == (expected, K.tolist())
