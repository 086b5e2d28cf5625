"""The CSV files of two studies side by side have the tables of both, with all digits."""

import csv
import io

import numpy as np
import pytest

from kpca.figures.shown import TABLES
from kpca.page import map_of_table, sections, tables
from kpca.results.opened import open_study

TREES = """\
name,len,wid,hgt,kind
oak,13.5,0.25,-2.5,c
elm,13.5,6.5,-0.5,a
ash,1.5,0.25,-0.75,b
fir,1.25,6.25,-2.5,b
bay,14.5,6.25,-2.5,a
yew,1.5,0.5,-2.75,c
gum,13.25,0.25,-0.5,a
ivy,2.5,6.25,-0.25,b
"""
NEW = """\
name,len,wid,hgt,kind
tea,40.5,6.25,-5.5,b
sal,8.5,9.25,-0.5,z
"""
ENV = """\
name,soil,land
gum,13,dry
ivy,18,dry
yew,12,wet
ash,19,dry
fir,17,dry
bay,8,dry
oak,2,wet
elm,11,dry
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """What is written for two studies with names, classes, new samples and other variables."""
    folder = tmp_path_factory.mktemp("map")
    for name, text in {"trees": TREES, "new": NEW, "env": ENV}.items():
        (folder / f"{name}.csv").write_text(text)
    given = ["--names", "name", "--labels", "kind", "--new", f"{folder}/new.csv"]
    given += ["--variables", f"{folder}/env.csv", "--components", "2", "--statements", "none"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sections, "pictures", lambda *_: {})
        assert map_of_table.main([f"{folder}/trees.csv", *given, "--no-open"]) == 0
    return folder / "trees-kpca"


OF_CHART = ["label", "T2", "SPE", "T2 limit 95 %", "SPE limit 95 %", "T2 limit 99 %"]
OF_CHART += ["SPE limit 99 %", "above", "strongest column"]
OF_VARIABLES = [
    *("component 1 correlation", "component 1 arrow", "component 2 correlation"),
    *("component 2 arrow", "samples", "fitted to", "R2", "p", "permutations"),
    *("assignments", "component 1 mean", "component 2 mean"),
]


def _of(study, names):
    return [f"{study}: {name}" for name in names]


HEADERS = {
    "scores.csv": [
        *("sample", "label", "kind", "linear: component 1", "linear: component 2"),
        *("rbf: component 1", "rbf: component 2"),
    ],
    "spectrum.csv": [
        *("number", "linear: eigenvalue", "linear: error", "linear: variance"),
        *("linear: explained", "linear: eigenvalue standard error"),
        *("linear: explained standard error", "rbf: eigenvalue", "rbf: error", "rbf: variance"),
        *("rbf: explained", "rbf: eigenvalue standard error", "rbf: explained standard error"),
    ],
    "loadings.csv": ["column", "linear: component 1", "linear: component 2"],
    "importance.csv": [
        *("column", "rbf: component 1 permutation", "rbf: component 1 standard error"),
        *("rbf: component 2 permutation", "rbf: component 2 standard error"),
    ],
    "control.csv": ["sample", *_of("linear", OF_CHART), *_of("rbf", OF_CHART)],
    "variables.csv": [
        *("variable", "class"),
        *_of("linear", OF_VARIABLES),
        *_of("rbf", OF_VARIABLES),
    ],
}


def _columns(file):
    """The cells below each header of a CSV file."""
    header, *rows = csv.reader(file)
    return dict(zip(header, zip(*rows, strict=True), strict=True))


@pytest.mark.parametrize("name", HEADERS)
def test_a_file_has_the_columns_of_each_study_with_all_digits_behind_its_name(name, folder):
    with (folder / name).open(newline="") as file:
        columns = _columns(file)
    assert [*columns] == HEADERS[name]
    for study in ("linear", "rbf"):
        one = open_study(folder, study)
        entries = {tables.SCORES: tables.of_samples} | {
            entry.file: entry.table for entry in TABLES if entry.applies(one)
        }
        if name in entries:
            alone = _columns(io.StringIO(entries[name](one).to_csv(), newline=""))
            found = {of: columns.get(f"{study}: {of}", columns.get(of)) for of in alone}
            assert found == alone


def test_there_are_as_many_rows_as_samples_eigenvalues_columns_and_variables(folder):
    lines = {name: len((folder / name).read_text().splitlines()) - 1 for name in HEADERS}
    assert lines == {
        **{"scores.csv": 10, "spectrum.csv": 8, "loadings.csv": 3, "importance.csv": 3},
        **{"control.csv": 2, "variables.csv": 3},
    }
    assert {path.name for path in folder.glob("*.csv")} == set(HEADERS)
    kinds = [row.split(",")[:3] for row in (folder / "scores.csv").read_text().splitlines()]
    assert kinds[1] == ["oak", "c", "training"]
    assert kinds[9:] == [["tea", "b", "new"], ["sal", "z", "new"]]


def test_loadings_lead_from_the_columns_to_the_scores(folder):
    one = open_study(folder, "linear")
    centered = one.data.X - one.data.X.mean(axis=0)
    np.testing.assert_allclose(centered @ one.loadings, one.solution.scores, atol=1e-12)
