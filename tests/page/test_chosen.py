"""What a table leaves open is chosen by rules, and is written down with the reason."""

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from conftest import STUDIES

from kpca.page import chosen
from kpca.studies import checking
from kpca.studies.config.data import VectorFile
from kpca.studies.config.load import parsed
from kpca.tables.messages import Setting
from kpca.tables.read import read
from kpca.tables.table import Table

NUMBERS = ["1.5", "2.5", "3.5", "4.5", "5.5", "6.5"]
MANY = [f"c{k}" for k in range(21)]


def _table(**columns):
    arrays = [pa.array(column) for column in columns.values()]
    return Table("t.csv", list(columns), arrays)


def _data(keys):
    return VectorFile.model_validate({"vectors": "t.csv"} | keys)


@pytest.mark.parametrize(
    ("columns", "data", "expected"),
    [
        pytest.param({"a": NUMBERS, "kind": list("xyyxzz")}, {}, "kind", id="texts, each twice"),
        pytest.param(
            {"id": list("abcdef"), "sex": list("mfmmff"), "kind": list("xyyxzz")},
            {},
            "sex",
            id="the first of two",
        ),
        pytest.param({"a": NUMBERS, "id": list("abcdef")}, {}, None, id="all different"),
        pytest.param({"a": NUMBERS, "id": list("abcdee")}, {}, None, id="fewer than two each"),
        pytest.param({"a": NUMBERS, "kind": ["x"] * 6}, {}, None, id="one class"),
        pytest.param({"a": ["1", "2", "1", "2", "1", "2"]}, {}, None, id="numbers"),
        pytest.param({"a": ["1", "x", "1", "x", "1", "x"]}, {}, None, id="numbers among texts"),
        pytest.param({"kind": ["x", "", "y", "y", None, "x"]}, {}, "kind", id="with empty cells"),
        pytest.param({"kind": list("xyyxzz")}, {"omit": ["kind"]}, None, id="left out"),
        pytest.param({"kind": list("xyyxzz")}, {"names": "kind"}, None, id="names"),
        pytest.param({"kind": list("xyyxzz")}, {"blocks": "kind"}, None, id="blocks"),
        pytest.param({"kind": list("xyyxzz")}, {"columns": ["kind"]}, None, id="data"),
        pytest.param({"kind": MANY * 2}, {}, None, id="more than twenty"),
        pytest.param({"kind": MANY[:20] * 2}, {}, "kind", id="twenty"),
    ],
)
def test_classes_are_the_first_column_of_few_texts_that_are_not_taken(columns, data, expected):
    assert chosen.classes(_table(**columns), _data(data)) == expected


def test_classes_beside_the_table_may_be_numbers_and_come_after_those_in_it():
    extras = {"cell": list("abcdef"), "louvain": list("102210"), "batch": list("uvvvuu")}
    beside = Table("t.npz", ["a"], [pa.array(NUMBERS)], extras=extras)
    assert chosen.classes(beside, _data({})) == "louvain"
    assert chosen.classes(beside, _data({"names": "louvain"})) == "batch"
    both = Table("t.npz", ["kind"], [pa.array(list("xyyxzz"))], extras=extras)
    assert chosen.classes(both, _data({})) == "kind"


def _choice(given, form="vectors"):
    table = _table(a=NUMBERS, kind=list("xyyxzz")) if form == "vectors" else None
    return chosen.completed(chosen.choose(Path("data/my.table.csv"), form, given), table, given)


def _solved(choice, statements="all", components=2):
    """Studies as they are solved; the width of a Gaussian kernel is 4."""
    return {
        name: replace(
            STUDIES["rbf" if name == "rbf" else "linear"],
            components=components,
            statements=statements,
        )
        for name in choice.studies
    }


VECTORS = {"vectors": "../my.table.csv", "labels": "kind"}
OF_MATRIX = {"kernel_matrix": "../my.table.csv", "labels": "../classes.csv", "new": "../../new.csv"}
PCA = {"linear": {"data": VECTORS, "kernel": {"name": "linear"}}}
BOTH = {
    gamma: PCA | {"rbf": {"data": VECTORS, "kernel": {"name": "rbf", "gamma": gamma}}}
    for gamma in ("median", 0.25)
}
OF_FILES = {"data": VECTORS | {"new": "../new.csv"}, "variables": "../../env.csv"}
CHOICES = {
    "no kernel": ({}, "vectors", BOTH["median"]),
    "a width": ({"gamma": 0.25}, "vectors", BOTH[0.25]),
    "a kernel": (
        {"kernel": "laplacian", "gamma": 3.0, "labels": "a", "holdout": 2},
        "vectors",
        {
            "laplacian": {
                "holdout": 2,
                "data": VECTORS | {"labels": "a"},
                "kernel": {"name": "laplacian", "gamma": 3.0},
            }
        },
    ),
    "a distance": (
        {"distance": "braycurtis", "transform": "sqrt", "correction": "lingoes"},
        "vectors",
        {
            "braycurtis": {
                "data": VECTORS | {"distance": "braycurtis", "transform": "sqrt"},
                "correction": "lingoes",
            }
        },
    ),
    "files": (
        {"kernel": "linear", "new": "data/new.csv", "variables": "env.csv"},
        "vectors",
        {"linear": PCA["linear"] | OF_FILES},
    ),
    "a matrix": (
        {"labels": "data/classes.csv", "new": "new.csv"},
        "kernel_matrix",
        {"kernel-matrix": {"data": OF_MATRIX}},
    ),
}


@pytest.mark.parametrize("case", CHOICES)
def test_options_are_keys_of_studies_whose_files_start_from_the_folder_of_the_configuration(case):
    given, form, expected = CHOICES[case]
    choice = _choice(given, form)
    decided = chosen.decided(choice, _solved(choice, 300), Path("data/my-kpca"))
    studies = parsed(chosen.text(decided, _solved(choice, 300)), "study.yaml").studies
    for name, keys in expected.items():
        about = {"title": "my", "components": 2, "statements": 300}
        assert studies[name].model_dump(exclude_unset=True) == about | keys
    assert [*studies] == [*expected]


@pytest.mark.parametrize(
    ("n", "given", "names"),
    [
        (20_000, {}, ["linear", "rbf"]),
        (20_001, {}, ["linear"]),
        (20_001, {"gamma": 0.25}, ["linear", "rbf"]),
        (20_001, {"kernel": "laplacian"}, ["laplacian"]),
    ],
)
def test_of_many_samples_there_is_pca_alone_unless_another_kernel_is_asked_for(n, given, names):
    table = Table("t.csv", ["a"], [pa.array(["1.5"] * n)])
    choice = chosen.choose(Path("t.csv"), "vectors", given)
    assert list(chosen.completed(choice, table, given).studies) == names


def _statements(choice):
    return [study.statements for study in choice.studies.values()]


def test_samples_for_the_statements_are_chosen_by_columns_and_kernel_unless_asked_for(monkeypatch):
    counted = []
    monkeypatch.setattr(
        checking, "affordable", lambda q, widest, n: counted.append((q, widest)) or 30 + q
    )
    assert _statements(_choice({})) == [32, 32]
    assert counted == [(2, 2), (2, 2)]
    assert _statements(_choice({"columns": ["a"]})) == [31, 31]
    assert _statements(_choice({"statements": "all"})) == ["all", "all"]
    assert _statements(_choice({"distance": "gower"})) == [30]
    assert _statements(_choice({}, "distance_matrix")) == [30]
    counted.clear()
    _choice({"kernel": "poly", "degree": 2, "gamma": 1.0, "coef0": 1.0})
    assert counted == [(2, 6)]


def test_a_number_of_samples_is_written_down_unless_the_study_has_no_more():
    choice, here = _choice({}), Path("data")
    for statements, expected in ((300, [300, 300]), ("all", [None, None])):
        solved = _solved(choice, statements)
        decided = chosen.decided(choice, solved, here)
        assert _statements(decided) == expected
        line = "statements: 300  # chosen: a random subset, so that they take seconds"
        assert (line in chosen.text(decided, solved)) == (statements == 300)
    asked = _choice({"statements": "all"})
    assert _statements(chosen.decided(asked, _solved(asked), here)) == ["all", "all"]


def test_it_is_said_why_no_statement_is_executed_unless_somebody_asked_for_that(monkeypatch):
    monkeypatch.setattr(checking, "affordable", lambda q, widest, n: "none")
    names = [part for remark in chosen.remarks(_choice({})) for part in remark.parts]
    assert Setting("statements", "sample") in names
    asked = chosen.remarks(_choice({"statements": "none"}))
    assert not any(Setting("statements", "sample") in remark.parts for remark in asked)


def test_the_configuration_says_what_was_chosen_and_the_width_that_a_word_became():
    choice = _choice({"omit": ["b", 3]})
    solved = _solved(choice)
    text = chosen.text(chosen.decided(choice, solved, Path("data/my-kpca")), solved)
    assert parsed(text, "study.yaml").studies["rbf"].data.omit == ["b", 3]
    commented = [line.split("#")[0].strip() for line in text.splitlines() if "  #" in line]
    each = ["labels: kind", "components: 2"]
    assert commented == [*each, each[0], "gamma: median", each[1]]
    assert "gamma: median  # 4\n" in text


TEXTS = ["no", "1e3", ".5e3", "0x1F", "1_000", "12:30:00", ".inf", "~", "a: b", "# c", "- d"]


@pytest.mark.parametrize("text", [*TEXTS, "über", "'q'", "{e}", "null", "./a", "=", "//"])
def test_any_text_is_read_back_as_it_was(text):
    choice = _choice({"labels": text, "title": text})
    study = parsed(chosen.text(choice, _solved(choice)), "study.yaml").studies["rbf"]
    assert (study.data.labels, study.title) == (text, text)


def test_no_labels_are_chosen_where_the_distance_compares_texts(tmp_path):
    (tmp_path / "t.csv").write_text("a,kind\n1,u\n2,v\n4,u\n3,v\n")
    table = read(tmp_path / "t.csv")
    for distance, labels in (("gower", None), ("cityblock", "kind")):
        choice = chosen.choose(tmp_path / "t.csv", "vectors", {"distance": distance})
        completed = chosen.completed(choice, table, {"distance": distance})
        assert completed.studies[distance].data.labels == labels
