"""The CSV files of two studies side by side: their headers and first rows, as they are written.

The columns of the table are orthogonal, so that the linear scores are the columns without their
means, and the eigenvalues are sums of squares of integers.
"""

import csv

import pytest

from kpca.page import map_of_table, sections

TREES = """\
name,len,wid,hgt,kind
oak,3.5,2.25,-4.5,c
elm,-2.5,4.25,-1.5,a
ash,21.5,13.25,-3.5,b
fir,5.5,14.25,-2.5,b
bay,14.5,-0.75,-0.5,a
yew,11.5,12.25,0.5,c
gum,15.5,8.25,-3.5,c
ivy,-0.5,-1.75,-3.5,a
box,1.5,6.25,0.5,b
fig,16.5,0.25,0.5,c
lime,22.5,10.25,-3.5,a
pine,19.5,-2.75,-4.5,b
pear,4.5,9.25,-0.5,a
plum,8.5,-4.75,-4.5,c
rowan,-1.5,3.25,-1.5,b
hazel,20.5,-6.75,1.5,b
alder,18.5,5.25,0.5,a
maple,7.5,11.25,1.5,c
beech,9.5,-5.75,0.5,a
cedar,13.5,7.25,-1.5,b
"""
NEW = """\
name,len,wid,hgt,kind
tea,40.5,6.25,-5.5,b
sal,8.5,9.25,-0.5,z
"""
ENV = """\
name,soil,land
cedar,20,dry
gum,13,dry
pear,6,dry
ivy,18,dry
rowan,1,wet
plum,9,dry
pine,5,wet
yew,12,wet
beech,7,dry
maple,14,dry
box,16,dry
elm,11,dry
hazel,10,dry
ash,19,dry
fir,17,dry
alder,15,dry
fig,3,wet
lime,4,dry
bay,8,dry
oak,2,wet
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

ROWS = {
    "scores.csv": {
        1: "oak,c,training,7,2,0.4994648774,0.1994953306",
        3: "ash,b,training,-11,-9,-0.4435613863,-0.4451695347",
        21: "tea,b,new,-30,-2,-0.07616044453,0.02100706608",
        22: "sal,z,new,2,-5,0.1683434769,-0.4151180987",
    },
    "spectrum.csv": {
        1: (
            "1,1236,1.54000051e-10,61.8,0.5781103835,,,4.080119606,7.634610456e-13,"
            "0.2040059803,0.3703379608,,"
        ),
        3: "3,84,1.54000051e-10,,,,,1.347121248,7.634610456e-13,,,,",
    },
    "loadings.csv": {
        1: "len,-1,0",
        2: "wid,0,-1",
    },
    "importance.csv": {
        1: "len,0.7690263347,0.02300799461,0.02875282883,0.003611351906",
        3: "hgt,0.0003122713606,2.69258305e-05,0.0006737252093,0.0001482551907",
    },
    "control.csv": {
        1: (
            "tea,b,14.5362237,16,5.91222951,17.47453006,inf,inf,95 %,len,b,0.03099430591,"
            "1.38107172,2.778836083,0.5871438158,inf,inf,95 %,len"
        ),
        2: (
            "sal,z,0.6897985402,1,5.91222951,17.47453006,inf,inf,,,z,1.276923334,"
            "0.1331450202,2.778836083,0.5871438158,inf,inf,,"
        ),
    },
    "variables.csv": {
        1: (
            "soil,,-0.0110301125,-0.008974418611,-0.3891297385,-0.3891825749,20,components 1 and 2,"
            "0.1515436168,0.25,999,1000000000,,,-0.01254888512,-0.01083933722,-0.4317501703,-0.4317964715,20,"
            "components 1 and 2,0.1865656841,0.168,999,1000000000,,"
        ),
        3: (
            "land,wet,,,,,5,components 1 and 2,0.005842259007,0.903,999,15504,0.6,1.2,,,,,5,"
            "components 1 and 2,0.008386271147,0.867,999,15504,0.02809464169,0.09039798764"
        ),
    },
}
"""Some rows of each file by their number, from 1 below the header."""


@pytest.mark.parametrize("name", HEADERS)
def test_a_file_of_two_studies_has_this_header_and_these_rows(name, folder):
    with (folder / name).open(newline="") as file:
        header, *rows = csv.reader(file)
    assert header == HEADERS[name]
    for number, text in ROWS[name].items():
        found, expected = rows[number - 1], text.split(",")
        assert len(found) == len(expected)
        for cell, literal in zip(found, expected, strict=True):
            if not _is_number(literal):
                assert cell == literal
                continue
            # Far above rounding, and far below the a priori bounds of some columns.
            assert float(cell) == pytest.approx(float(literal), rel=1e-8, abs=1e-14)


def _is_number(text):
    return text.replace("-", "").replace(".", "").replace("e", "").isdecimal()


def test_there_are_as_many_rows_as_samples_eigenvalues_columns_and_variables(folder):
    lines = {name: len((folder / name).read_text().splitlines()) - 1 for name in HEADERS}
    assert lines == {
        **{"scores.csv": 22, "spectrum.csv": 20, "loadings.csv": 3, "importance.csv": 3},
        **{"control.csv": 2, "variables.csv": 3},
    }
    assert {path.name for path in folder.glob("*.csv")} == set(HEADERS)
