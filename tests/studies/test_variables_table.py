"""A table beside the data is matched to the samples, and says what it leaves out."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from kpca.studies.build import build
from kpca.studies.config.study import StudyConfig
from kpca.studies.study import Study
from kpca.studies.variables import Variables

X = np.array([[1.5, 7.0], [2.5, 1.0], [4.0, 6.5], [-3.0, 2.0], [0.5, -4.0], [6.0, 3.0]])
SITES = ["ash", "birch", "elm", "fir", "gum", "holly"]
PH = [5.5, 7.25, 6.0, 4.75, 6.5, 8.0]
LAND = ["wet", "dry", "dry", "wet", "dry", "moor"]
NAMED, NUMBERED = ("site", SITES), ("", [])


def _table(names, columns, order=range(6)):
    """A CSV text of columns of cells, whose rows stand in an order; with names in the first."""
    head, rows = names
    body = [
        ",".join([*rows[i : i + 1], *(str(cells[i]) for cells in columns.values())]) for i in order
    ]
    return "\n".join([",".join([*([head] if rows else []), *columns]), *body, ""])


def _points(names):
    return _table(names, {"u": X[:, 0], "v": X[:, 1]})


@pytest.fixture
def study(tmp_path):
    """What builds a study of a table and of a table beside it."""

    def built(table: str, beside: str, encoding: str = "utf-8", **more) -> Study:
        (tmp_path / "my.csv").write_text(table, encoding)
        (tmp_path / "env.csv").write_text(beside, encoding)
        keys = {"data": {"vectors": "my.csv"} | more.pop("data", {}), "kernel": "linear"}
        config = StudyConfig(**keys | {"variables": "env.csv", "statements": "none"} | more)
        return build("s", config, tmp_path)

    return built


def _remarks(study):
    return [remark for remark in study.remarks if remark.startswith("variables:")]


BY_NAME = "variables: its rows were matched to the samples by name"
BY_POSITION = (
    "variables: its rows were matched to the samples by position, as one of the tables has no "
    "names of samples"
)
SHUFFLED = [3, 0, 5, 1, 4, 2]


def test_rows_are_matched_by_name_in_whatever_order_they_stand(study):
    built = study(_points(NAMED), _table(NAMED, {"pH": PH, "land": LAND}, SHUFFLED))
    assert built.names == SITES
    assert built.other_variables.names == ("pH",)
    assert built.other_variables.values[:, 0].tolist() == PH
    given = built.other_variables
    assert (given.factors, given.classes) == (
        ("land",),
        (tuple(LAND),),
    )
    assert _remarks(built) == [BY_NAME]


def test_dates_and_columns_that_are_not_data_are_kept_for_the_colors_of_a_map(study):
    """Also of held-out samples; the rows of the other table are matched before."""
    table = {"u": X[:, 0], "v": X[:, 1], "land": LAND}
    days = [f"2021-03-{day:02d}" for day in (9, 4, 7, 1, 8, 2)]
    built = study(
        _table(NAMED, table), _table(NAMED, {"pH": PH, "moss": LAND, "day": days}, SHUFFLED)
    )
    assert (built.other_variables.names, built.other_variables.factors) == (("pH",), ("moss",))
    assert built.metadata.names == ()
    assert dict(zip(built.metadata.factors, built.metadata.classes, strict=True)) == {
        "day": tuple(days),
        "land": tuple(LAND),
    }
    held_out = study(_table(NAMED, table), _table(NAMED, {"pH": PH, "day": days}), holdout=1)
    at = [SITES.index(name) for name in (*held_out.names, *held_out.new_names)]
    expected = [days[i] for i in at[:-1]] + [""], [LAND[i] for i in at]
    assert held_out.metadata.classes == tuple(map(tuple, expected))


def test_rows_without_names_are_matched_by_position(study):
    by_name_of_one = [(NAMED, NUMBERED), (NUMBERED, NAMED), (NUMBERED, NUMBERED)]
    for names, names_beside in by_name_of_one:
        built = study(_points(names), _table(names_beside, {"pH": PH, "land": LAND}))
        assert built.other_variables.values[:, 0].tolist() == PH
        assert _remarks(built) == [BY_POSITION]


@pytest.mark.parametrize("first", [0, 1])
def test_row_numbers_that_a_program_has_written_are_no_names(study, first):
    counted = ("", [f'"{i + first}"' for i in range(6)])
    built = study(_points(NAMED), _table(counted, {"pH": PH}))
    assert built.other_variables.values[:, 0].tolist() == PH
    assert _remarks(built) == [BY_POSITION]


def test_rows_of_samples_that_were_left_out_or_held_out_are_not_taken(study):
    hole = _points(NUMBERED).replace("2.5,1.0", "NA,1.0")
    built = study(hole, _table(NUMBERED, {"pH": PH}), data={"missing": "drop"})
    assert built.names == ["1", "3", "4", "5", "6"]
    assert built.other_variables.values[:, 0].tolist() == [5.5, 6.0, 4.75, 6.5, 8.0]
    for names in (NAMED, NUMBERED):
        built = study(_points(names), _table(names, {"pH": PH}), holdout=2)
        held = [SITES.index(name) if names is NAMED else int(name) - 1 for name in built.names]
        assert len(held) == 4
        assert built.other_variables.values[:, 0].tolist() == [PH[i] for i in held]


STATIONS = ("station", ["109", "101", "107", "102", "110", "103"])
UV = {"u": X[:, 0], "v": X[:, 1]}
NUMBERS = ("", ["4", "1", "7", "6", "2", "5", "3"])
NOTES = ["x y", "x z", "y z", "z y", "y x", "z x"]
LOGGED = [1.5, -999, 2.25, 1, -999, 3]
KINDS = ["p q", "r", "s", "t", "r", "u"]
NEAR = ["birch", "ash", "oak", "gum", "fir", "yew"]
OF_PH = _table(NAMED, {"pH": PH}, SHUFFLED)
# The table of the data, that beside it, the keys of the data, and what else is found: the names of
# numbers and of factors, and of how many rows it is said that they are of no training sample.
MATCHED = {
    "by numbers that the samples are called by": (
        *(_points(NUMBERED), {}, (), (), "1 row of no training sample: '7'"),
        _table(NUMBERS, {"pH": [PH[3], PH[0], 9.25, PH[5], PH[1], PH[4], PH[2]]}, range(7)),
    ),
    "by a column of numbers that has the names of all samples": (
        *(_table(STATIONS, UV), {"names": "station"}, (), (), ""),
        _table(("Id", STATIONS[1]), {"pH": PH}, SHUFFLED),
    ),
    "by names in any column": (
        *(_points(NAMED), {}, (), ("region",), ""),
        _table(("region", list("nsnsns")), {"pH": PH, "site": SITES}, SHUFFLED),
    ),
    "though another column has some of the names": (
        *(_points(NAMED), {}, (), (), ""),
        _table(("near", NEAR), {"pH": PH, "site": SITES}, SHUFFLED),
    ),
    "with a header where the data have none": (
        *(_points(NAMED).split("\n", 1)[1], {"header": False}, (), (), "", OF_PH),
    ),
    "beside rows of no sample": (
        *(_points(NAMED), {}, (), (), "2 rows of no training sample: 'oak' and 'yew'"),
        OF_PH + "oak,9.5\nyew,1.25\n",
    ),
    "beside an infinite value in such a row": (
        *(_points(NAMED), {}, (), (), "1 row of no training sample: 'oak'"),
        OF_PH.replace("\n", "\noak,inf\n", 1),
    ),
    "beside cells of such a row, which decide nothing": (
        *(_points(NAMED), {}, (), ("land",), "1 row of no training sample: 'blank'"),
        _table(NAMED, {"pH": PH, "land": list("uvuvvu")}, SHUFFLED) + "blank,n.d.,7\n",
    ),
    "with texts that differ for all training samples, which are no factor": (
        *(_points(NAMED), {}, (), (), "1 row of no training sample: 'oak'"),
        _table(NAMED, {"pH": PH, "note": NOTES}) + "oak,4,x y\n",
    ),
    "with a class of two samples, which makes a factor": (
        *(_points(NAMED), {}, (), ("kind",), ""),
        _table(NAMED, {"pH": PH, "kind": KINDS, "note": [*"abcdef"]}),
    ),
    "of two names and a number, which are no triplets": (
        *(_points(NAMED), {}, (), ("land",), ""),
        _table(NAMED, {"land": ["wet", "dry", "dry", "wet", "dry", "wet"], "pH": PH}),
    ),
    "with a number that means a number": (
        *(_points(NAMED), {"missing_values": []}, ("logged",), (), ""),
        _table(NAMED, {"pH": PH, "logged": LOGGED}),
    ),
}


@pytest.mark.parametrize("case", MATCHED)
def test_variables_are_matched_to_the_samples_by_name(study, case):
    points, data, numbers, factors, left_out, beside = MATCHED[case]
    built = study(points, beside, data=data)
    given = built.other_variables
    assert given.values[:, 0].tolist() == PH
    assert (given.names, given.factors) == (("pH", *numbers), factors)
    assert _remarks(built)[0] == BY_NAME
    about_rows = [one for one in _remarks(built) if "of no training sample" in one]
    assert about_rows == [f"variables: left out {left_out}"] * bool(left_out)


PLOTS = ("plot", ["100", "191", "282", "90", "401", "142"])


def test_a_column_of_both_tables_that_is_named_tells_the_rows_apart(study):
    points = _table(PLOTS, {"u": X[:, 0], "v": X[:, 1]})
    beside = _table(PLOTS, {"pH": PH}, SHUFFLED)
    built = study(points, beside, data={"names": "plot"})
    assert built.other_variables.values[:, 0].tolist() == PH
    assert _remarks(built) == [BY_NAME]
    # A column that does not tell the rows apart, such as a year, is no key.
    years = ("plot", ["2001"] * 6)
    built = study(_table(years, {"u": X[:, 0]}), _table(years, {"pH": PH}))
    assert _remarks(built)[0] == BY_POSITION


def test_missing_values_in_rows_of_no_sample_leave_no_variable_out(study):
    more = _table(NAMED, {"pH": PH, "land": LAND, "lime": [9.5, 3, 1, 4, 2, 8]}, SHUFFLED)
    built = study(_points(NAMED), more.replace("\n", "\noak,,,7\n", 1))
    assert built.other_variables.names == ("pH", "lime")
    assert built.other_variables.values[:, 1].tolist() == [9.5, 3, 1, 4, 2, 8]
    given = built.other_variables
    assert (given.factors, given.classes) == (
        ("land",),
        (tuple(LAND),),
    )
    extra = "variables: left out 1 row of no training sample: 'oak'"
    assert _remarks(built) == [BY_NAME, extra]


@pytest.mark.parametrize("missing", ["pH", "land"])
def test_of_a_variable_with_a_missing_value_the_number_of_the_other_samples_is_stated(
    study, missing
):
    columns = {"pH": PH, "land": LAND, "lime": [9.5, 3, 1, 4, 2, 8]}
    columns[missing] = [
        "" if site == "fir" else cell for site, cell in zip(SITES, columns[missing], strict=True)
    ]
    beside = _table(NAMED, columns, SHUFFLED).replace("\n", "\noak,1,dry,7\n", 1)
    built = study(_points(NAMED), beside)
    variables = built.other_variables
    assert (variables.names, variables.factors) == (("pH", "lime"), ("land",))
    assert [*variables.classes[0]].count("") == (missing == "land")
    assert np.argwhere(np.isnan(variables.values)).tolist() == ([[3, 0]] * (missing == "pH"))
    of = f"variables: fitted to the samples that have a value: {missing!r} (5 of 6)"
    assert _remarks(built)[-1] == of


def test_a_variable_that_cannot_be_fitted_is_left_out_with_the_reason(study):
    """Four samples are the fewest that two components and a mean do not fit in any case."""
    columns = {
        "three": [1.5, "", 4, "", 2, "NA"],
        "four": [1.5, "", 4, 9, 2, "NA"],
        "same": [7.5, "", 7.5, 7.5, 7.5, 7.5],
        "one class": ["x", "", "x", "x", "x", "x"],
        "few classes": ["x", "", "y", "", "", "x"],
        "classes": ["x", "", "y", "y", "", "x"],
        "others": ["x", "", "y", "z", "u", "v"],
    }
    built = study(_points(NAMED), _table(NAMED, columns))
    assert (built.other_variables.names, built.other_variables.factors) == (("four",), ("classes",))
    assert built.other_variables.classes == (("x", "", "y", "y", "", "x"),)
    shown = " ".join(_remarks(built))
    for words in (
        "they have values of fewer than 4 samples: 'few classes' and 'three'",
        "they have one class only: 'one class'",
        "each sample has another text: 'others'",
        "they have one value only: 'same'",
        "fitted to the samples that have a value: 'four' (4 of 6) and 'classes' (4 of 6)",
    ):
        assert words in shown


def test_columns_that_are_no_variables_are_left_out_by_name(study):
    columns = {
        "pH": PH,
        "gap": ["1", "", "NA", "4", "5", "6"],
        "gaps": ["a", "a", "b", "", "b", "a"],
        "none": [""] * 6,
        "day": [f"2026-03-0{i + 1}" for i in range(6)],
        "note": ["x y", "x z", "y z", "z y", "y x", "z x"],
        "still": [2.5] * 6,
        "logged": [1.5, -999, 2.25, 1, -999, 3],
        "land": LAND,
    }
    built = study(_points(NAMED), _table(NAMED, columns))
    assert built.other_variables.names == ("pH", "gap")
    assert built.other_variables.factors == ("gaps", "land")
    shown = " ".join(_remarks(built))
    for words in (
        "one value only: 'still'",
        "empty: 'none'",
        "'note'",
        "'day'",
        "-999 may",
        "'missing_values: [-999]' or 'missing_values: []'",
    ):
        assert words in shown
    assert "'logged'" in shown


def test_a_decimal_comma_and_a_sign_for_missing_values_count_for_both_tables(study):
    data = _points(NAMED).replace(",", ";").replace(".", ",")
    beside = _table(NAMED, {"pH": PH, "land": LAND, "lime": [1.5, -9, 2, 3, 4, 5]})
    beside = beside.replace(",", ";").replace(".", ",")
    hints = {"decimal": ",", "missing_values": [-9]}
    built = study(data, beside, data=hints)
    assert built.other_variables.values[:, 0].tolist() == PH
    assert built.other_variables.values[[0, 2], 1].tolist() == [1.5, 2.0]
    assert "'lime' (5 of 6)" in _remarks(built)[-1]


def test_a_word_for_missing_values_is_no_class(study):
    land = ["wet", "k.A.", "dry", "wet", "dry", "wet"]
    beside = _table(NAMED, {"pH": PH, "land": land})
    built = study(_points(NAMED), beside, data={"missing_values": ["k.A."]})
    assert built.other_variables.classes == (("wet", "", "dry", "wet", "dry", "wet"),)
    assert "the samples that have a value: 'land' (5 of 6)" in _remarks(built)[-1]


@pytest.mark.parametrize(
    ("hints", "cells", "numbers"),
    [
        (
            {"thousands": "."},
            ["1.065", "735", "88", "2.250", "7", "91"],
            [1065, 735, 88, 2250, 7, 91],
        ),
        (
            {"decimal": "."},
            ["1.065", "735", "88", "2.250", "7", "91"],
            [1.065, 735, 88, 2.25, 7, 91],
        ),
        ({"thousands": ","}, ["1,065", "735", "88", "7", "8", "9"], [1065, 735, 88, 7, 8, 9]),
        ({"decimal": ","}, ["1,065", "735", "88", "7", "8", "9"], [1.065, 735, 88, 7, 8, 9]),
    ],
)
def test_what_is_said_about_the_data_decides_doubts_of_the_table_of_variables(
    study, hints, cells, numbers
):
    rows = [f"{site};{cell}" for site, cell in zip(SITES, cells, strict=True)]
    beside = "\n".join(["site;pH", *rows])
    points = _table(NAMED, {"u": [15, 25, 40, 3, 5, 60], "v": [7, 1, 65, 2, 4, 3]})
    built = study(points, beside, data=hints)
    assert built.other_variables.values[:, 0].tolist() == numbers


def test_a_column_of_lists_is_left_out_as_neither_numbers_nor_texts(tmp_path, study):
    frame = pd.DataFrame({"site": SITES, "tags": [[1], [2, 3], [4], [], [5], [6]], "pH": PH})
    frame.iloc[SHUFFLED].to_parquet(tmp_path / "env.parquet", index=False)
    built = study(_points(NAMED), "", variables="env.parquet")
    assert built.other_variables.names == ("pH",)
    assert _remarks(built)[-1].endswith("they are neither numbers nor texts: 'tags'")


@pytest.mark.parametrize("hint", [{"header": True}, {"names": "site"}])
def test_a_doubtful_header_of_the_variables_is_known_as_that_of_the_data(study, hint):
    points = _points(NAMED).replace("site,u,v", "site,2020,v")
    beside = _table(NAMED, {"2021": PH, "lime": [9.5, 3, 1, 4, 2, 8]}, SHUFFLED)
    built = study(points, beside, data=hint)
    assert built.other_variables.names == ("2021", "lime")
    assert built.other_variables.values[:, 0].tolist() == PH


def test_variables_of_every_kind_of_number_are_numbers(tmp_path, study):
    costs = [Decimal(cents) / 100 for cents in (150, 275, 5, 990, 410, 320)]
    wet = [True, False, False, True, False, True]
    frame = pd.DataFrame({"site": SITES, "cost": costs, "wet": wet, "plots": [3, 1, 4, 2, 5, 9]})
    frame.iloc[SHUFFLED].to_parquet(tmp_path / "env.parquet", index=False)
    built = study(_points(NAMED), "", variables="env.parquet")
    assert built.other_variables.names == ("cost", "wet", "plots")
    assert built.other_variables.values.T.tolist() == [
        [1.5, 2.75, 0.05, 9.9, 4.1, 3.2],
        [1, 0, 0, 1, 0, 1],
        [3, 1, 4, 2, 5, 9],
    ]


@pytest.mark.parametrize("encoding", ["cp1250", "utf-16"])
def test_the_encoding_of_the_data_is_that_of_the_table_of_variables(study, encoding):
    """In cp1252, which is read unless an encoding is given, the bytes of č and ř are è and ø."""
    soils = ["č", "ř", "č", "ř", "ř", "č"]
    named = ("místo", ["buk", "bříza", "čes", "dub", "jíva", "kaštan"])
    beside = _table(named, {"pH": PH, "půda": soils}, SHUFFLED)
    built = study(_points(named), beside, data={"encoding": encoding}, encoding=encoding)
    assert built.names == named[1]
    given = built.other_variables
    assert (given.factors, given.classes) == (
        ("půda",),
        (tuple(soils),),
    )
    assert _remarks(built) == [f"variables: the file is read as {encoding}", BY_NAME]


@pytest.mark.parametrize(
    ("data", "count"),
    [({"dataset": "iris"}, 150), ({"generator": "rings", "n": 9, "noise": 0.1, "seed": 3}, 9)],
)
def test_data_sets_and_generators_have_variables_by_position(tmp_path, data, count):
    (tmp_path / "env.csv").write_text("t\n" + "".join(f"{i % 7}.5\n" for i in range(count)))
    config = StudyConfig(data=data, kernel="linear", variables="env.csv", statements="none")
    built = build("s", config, tmp_path)
    assert built.other_variables.values[:, 0].tolist() == [i % 7 + 0.5 for i in range(count)]


def test_distances_and_tables_that_are_compared_by_distances_have_variables(tmp_path, study):
    D = np.abs(X[:, None] - X[None]).sum(axis=2)
    header = ",".join(["", *SITES])
    rows = [",".join([site, *map(str, row)]) for site, row in zip(SITES, D, strict=True)]
    (tmp_path / "d.csv").write_text("\n".join([header, *rows, ""]))
    (tmp_path / "env.csv").write_text(_table(NAMED, {"pH": PH}, SHUFFLED))
    logged = _table(NAMED, {"pH": PH, "lime": [1.5, -999, 2.25, 1, -999, 3]}, SHUFFLED)
    (tmp_path / "logged.csv").write_text(logged)
    config = StudyConfig(data={"distance_matrix": "d.csv"}, variables="logged.csv", components=2)
    built = build("s", config, tmp_path)
    assert built.other_variables.names == ("pH",)
    (remark,) = [remark for remark in _remarks(built) if "-999 may mean" in remark]
    assert "'lime'" in remark
    assert "missing_values" not in remark, "a matrix has no such key"
    config = StudyConfig(data={"distance_matrix": "d.csv"}, variables="env.csv", components=2)
    assert build("s", config, tmp_path).other_variables.values[:, 0].tolist() == PH
    beside = _table(NAMED, {"pH": PH}, SHUFFLED)
    built = study(_points(NAMED), beside, kernel=None, data={"distance": "cityblock"})
    assert built.other_variables.values[:, 0].tolist() == PH


def test_numbers_and_factors_are_counted():
    assert str(Variables(("a", "b"), X, ("c",), (tuple(LAND),))) == "2 numbers, 1 factor"
