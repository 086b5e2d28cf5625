"""A table and the options of the command become drafts of studies, and nothing is solved."""

import numpy as np
import pandas as pd
import pytest

from kpca.page import chosen, drafted, options
from kpca.tables.messages import Key, Setting
from kpca.tables.once import Once
from kpca.tables.table import InputError


@pytest.fixture
def asked(tmp_path):
    """A table with these numbers and names of columns, and options for it."""

    def asked_of(X, names, *words):
        pd.DataFrame(X, columns=[*names]).to_csv(tmp_path / "t.csv", index=False)
        return options.parse([str(tmp_path / "t.csv"), *words])

    return asked_of


UNITS = np.abs(np.random.default_rng(5).normal(size=(30, 5)) * [3.0, 3.5, 2.0, 1.5, 1.0] + 7.0)
LARGE, TENFOLD = UNITS * [30.0, 1.0, 1.0, 1.0, 1.0], UNITS * [9.0, 9.0, 1.0, 1.0, 1.0]
ABSENT = np.random.default_rng(6).permutation(np.linspace(0.0, 1.0, 150)).reshape(30, 5)
SCALES = {
    "a column outweighs the others": (LARGE, "abcde", (), "'a' has 99."),
    "deviations tenfold": (TENFOLD, "abcde", (), "the deviation of column 'b' is 1"),
    "deviations less than tenfold": (UNITS, "abcde", (), ""),
    "a column that varies most by its groups": (
        UNITS + np.outer(np.arange(30) % 2, [90.0, 0.0, 0.0, 0.0, 0.0]),
        "abcde",
        (),
        "",
    ),
    "spectra": (LARGE, ["400 nm", "410 nm", "430 nm", "440 nm", "500 nm"], (), ""),
    "counts": (np.round(LARGE), "abcde", (), ""),
    "amounts of which a quarter is 0": (LARGE * (ABSENT > 0.26), "abcde", (), ""),
    "zeros among numbers of both signs": (
        LARGE * (ABSENT > 0.26) * [-1, 1, 1, 1, 1],
        "abcde",
        (),
        "'a' has 99.",
    ),
    "fewer zeros": (LARGE * (ABSENT > 0.24), "abcde", (), "'a' has 99."),
    "a column of one value": (LARGE * [1, 1, 1, 0, 1], "abcde", (), ""),
    "as measured": (LARGE, "abcde", ("--standardize", "false"), ""),
    "a width for columns as they are": (LARGE, "abcde", ("--gamma", "0.25"), ""),
    "a kernel of angles": (LARGE, "abcde", ("--kernel", "cosine"), ""),
    "a transform": (LARGE, "abcde", ("--transform", "sqrt"), ""),
    "distances": (LARGE, "abcde", ("--distance", "gower"), ""),
}


@pytest.mark.parametrize("case", SCALES)
def test_columns_of_different_units_are_standardized_unless_somebody_has_chosen(case, asked):
    X, names, words, why = SCALES[case]
    choice, drafts = drafted.drafted(asked(X, names, *words), Once())
    assert {bool(draft.config.data.standardize) for draft in drafts.values()} == {bool(why)}
    assert choice.reasons.get("data.standardize", "").startswith(why)
    assert ("data.standardize" in choice.reasons) is bool(why)
    said = chosen.before_reading(choice)
    assert said.startswith("standardized: as measured " + why if why else "")
    assert said.settings == ([Setting("standardize", False)] if why else [])


NUMBERED = np.column_stack([UNITS, np.arange(30) % 3 + 1])
CLASSES = {
    "the last column": (NUMBERED, "abcdef", (), "f"),
    "called so": (NUMBERED[:, [5, 0, 1, 2]], ["Target", "a", "b", "c"], (), "Target"),
    "neither": (NUMBERED[:, [5, 0, 1, 2]], ["f", "a", "b", "c"], (), None),
    "most columns have whole numbers": (
        np.column_stack([np.round(LARGE), NUMBERED[:, 5]]),
        "abcdef",
        (),
        None,
    ),
    "four rows of a class": (
        np.column_stack([UNITS, np.repeat([2, 1, 3], [13, 13, 4])]),
        "abcdef",
        (),
        None,
    ),
    "five rows of a class": (
        np.column_stack([UNITS, np.repeat([2, 1, 3], [13, 12, 5])]),
        "abcdef",
        (),
        "f",
    ),
    "other columns": (NUMBERED, "abcdef", ("--columns", "a", "b", "f"), None),
    "beside labels": (NUMBERED, "abcdef", ("--labels", "a"), "a"),
    "beside classes in words": (
        np.column_stack([np.resize(["x", "y"], 30), NUMBERED[:, 1:]]),
        "abcdef",
        (),
        "a",
    ),
    "beside columns that are left out": (NUMBERED, "abcdef", ("--omit", "a"), None),
}


@pytest.mark.parametrize("case", CLASSES)
def test_few_whole_numbers_are_a_class_by_their_place_or_name_and_a_line_takes_it_back(case, asked):
    X, names, words, labels = CLASSES[case]
    choice, drafts = drafted.drafted(asked(X, names, *words), Once())
    draft, *_ = drafts.values()
    assert draft.config.data.labels == labels
    looks_so = "f" if labels == "a" else labels
    assert {labels, looks_so}.isdisjoint(draft.training.columns)
    assert {*draft.training.metadata} >= {looks_so} - {labels}
    said = chosen.before_reading(choice)
    assert (Key("columns") in said.parts) is (looks_so is not None)
    assert (f"{looks_so!r} taken as classes (" in said) is bool(looks_so)
    shown = any("the classes and colors are" in one for one in chosen.remarks(choice))
    assert shown is (case == "beside classes in words")


HOLES = {
    "a twentieth of the samples": ([5, 17], (), (2, 38)),
    "a sample with two holes": ([30, 30], (), (1, 39)),
    "more than a twentieth": ([5, 17, 30], (), None),
    "few, and refused by hand": ([17], ("--missing", "refuse"), None),
    "few, and weighted": ([17], ("--weights", "c"), (1, 39)),
}


@pytest.mark.parametrize("case", HOLES)
def test_up_to_a_twentieth_of_the_samples_is_left_out_for_missing_values_and_said(case, asked):
    rows, words, found = HOLES[case]
    X = np.random.default_rng(3).uniform(1.0, 2.0, size=(40, 4))
    X[rows, range(len(rows))] = np.nan
    given = asked(X, "abcd", *words)
    if found is None:
        with pytest.raises(InputError, match=f"line {rows[0] + 2}, column 'a'"):
            drafted.drafted(given, Once())
        return
    choice, drafts = drafted.drafted(given, Once())
    assert {len(draft.training.names) for draft in drafts.values()} == {found[1]}
    assert not {str(row + 1) for row in rows} & {*drafts["linear"].training.names}
    of_40 = f"{found[0]} sample{'s' * (found[0] > 1)} that lack"
    assert choice.studies["linear"].data.missing == "drop"
    assert choice.reasons["data.missing"].startswith(of_40)
    said = chosen.before_reading(choice)
    assert said.startswith(f"without {of_40}")
    assert said.settings == ([] if "--weights" in words else [Setting("missing", "impute")])


ALIKE = np.random.default_rng(8).normal(size=(24, 3))
ALIKE = (ALIKE - ALIKE.mean(axis=0)) / ALIKE.std(axis=0) * 3.0
OTHERS = {
    "deviations that differ": (UNITS, "abcde", (), True),
    "standardized by itself": (LARGE, "abcde", (), False),
    "a scale given by hand": (UNITS, "abcde", ("--standardize", "false"), None),
    "a width for columns as they are": (UNITS, "abcde", ("--gamma", "0.25"), None),
    "one column": (UNITS[:, :1], "a", (), None),
    "equal deviations": (ALIKE, "abc", (), None),
    "distances": (UNITS, "abcde", ("--distance", "gower"), None),
    "a column of one value": (UNITS * [1, 1, 0, 1, 1], "abcde", (), None),
    "more samples than are solved twice": (
        np.random.default_rng(3).normal(size=(5001, 2)) * [1.0, 2.0],
        "ab",
        (),
        None,
    ),
}


@pytest.mark.parametrize("case", OTHERS)
def test_the_other_scale_is_that_of_columns_as_measured_or_standardized_if_the_maps_differ(
    case, asked
):
    X, names, words, other = OTHERS[case]
    given, read = asked(X, names, *words), Once()
    choice, drafts = drafted.drafted(given, read)
    found = drafted.of_other_scale(given, choice, drafts, read)
    assert (found is None) is (other is None)
    if found is not None:
        of_other, others = found
        assert {draft.config.data.standardize for draft in others.values()} == {other}
        assert "data.standardize" not in of_other.reasons
        assert {*others} == {*drafts}
