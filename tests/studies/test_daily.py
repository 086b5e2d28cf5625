"""Files of daily life, as their programs write them, become the numbers that they stand for."""

import io

import pandas as pd
import pytest
import scipy.io

from kpca.studies.config.study import StudyConfig
from kpca.studies.matrices import Matrices
from kpca.studies.points import Points

X = [[14.23, 1065.0], [13.5, 735.0], [12.25, -3.5], [15.0, 1290.25], [13.75, 88.5]]
"""Five samples of two columns, alcohol and proline."""

KINDS = ["barolo", "grignolino", "barolo", "barbera", "grignolino"]
FRAME = pd.DataFrame(X, columns=["alcohol", "proline"]).assign(kind=KINDS)
NAMES = ["Aigle", "La Vallée", "Côte", "Zürich", "Val de Ruz"]
NAMED = FRAME.set_axis(NAMES)[["alcohol", "proline"]]


def _text(encoding="utf-8", frame=FRAME, **options):
    return frame.to_csv(**{"index": False} | options).encode(encoding)


def _written(write):
    """The bytes that a function writes to a file."""
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def _excel(file):
    with pd.ExcelWriter(file) as book:
        pd.DataFrame({"note": ["measured 1991"]}).to_excel(book, sheet_name="readme", index=False)
        FRAME.to_excel(book, sheet_name="data", index=False)


THOUSANDS = (
    b"alcohol;proline;kind\r\n14,23;1.065,00;barolo\r\n13,50;735,00;grignolino\r\n"
    b"12,25;-3,50;barolo\r\n15,00;1.290,25;barbera\r\n13,75;88,50;grignolino\r\n"
)
TRIPLETS = "row,col,value\n" + "".join(
    f"{i},{j},{X[i][j]}\n" for j, i in [(1, 3), (0, 2), (1, 0), (0, 0), (0, 1), (1, 2)]
)
LABELS = {"labels": "kind"}
DECIMAL = "numbers are read with a decimal comma: 1,5 is 1.5"
TEXTS = "left out, because no cell is a number: 'kind'; to color by one, write 'labels: kind'"
HOLES = {"missing_values": [-999], "missing": "drop"}
POINTS = {
    "Excel in Germany": ("t.csv", _text(sep=";", decimal=","), LABELS, DECIMAL),
    "R's write.csv2": (
        "t.csv",
        _text(frame=NAMED, index=True, sep=";", decimal=",", quoting=2).replace(b"14.23", b"14,23"),
        {},
        DECIMAL,
    ),
    "thousands": ("t.csv", THOUSANDS, LABELS, "groups of three: 1.065 is 1065"),
    "Excel's Unicode text": ("t.txt", _text("utf-16", sep="\t"), LABELS, "read as UTF-16"),
    "Latin-1": (
        "t.csv",
        _text("latin-1", NAMED, index=True),
        {},
        "line 3 is not UTF-8: the file is",
    ),
    "Excel": ("t.xlsx", _written(_excel), LABELS, "the sheet 'data' is read, and not 'readme'"),
    "MATLAB": (
        "t.mat",
        _written(lambda file: scipy.io.savemat(file, {"X": X, "y": [[1, 2, 1, 3, 2]]})),
        {},
        "no data, but about the samples: 'y'; to color by one, write 'labels: \"y\"'",
    ),
    "one variable a row": (
        "t.csv",
        _text(frame=NAMED.T, index=True),
        {"transpose": True},
        "5 samples (columns: Aigle, La Vallée, Côte and 2 more) of 2 variables",
    ),
    "QIIME": (
        "t.tsv",
        b"# Constructed from biom file\n#OTU ID"
        + _text(frame=NAMED.T.assign(taxonomy=["k__A; s__b", "k__A; s__c"]), index=True, sep="\t"),
        {"transpose": True},
        "text left out: 'taxonomy'",
    ),
    "a logger": (
        "t.csv",
        _text().replace(b"proline,kind\n", b"proline,kind\n-999,7,u\n"),
        LABELS | HOLES,
        "1 of 6 samples left out for missing values: line 2",
    ),
    "texts": ("t.csv", _text(), {}, TEXTS),
    "spectra": (
        "t.csv",
        _text(frame=FRAME.set_axis(["900", "902", "batch"], axis=1)),
        {"labels": "batch"},
        None,
    ),
}


def _read(folder, name, data, form="vectors", **more):
    (folder / name).write_bytes(data)
    kind = Points if form == "vectors" else Matrices
    kernel = {"kernel": {"name": "linear"}} if form == "vectors" else {}
    draft = kind("s", StudyConfig(data={form: name} | more, components=1, **kernel), folder)
    draft.read()
    return draft


@pytest.mark.parametrize("case", POINTS)
def test_points_of_every_program_are_the_same_numbers(case, tmp_path):
    name, data, options, remark = POINTS[case]
    draft = _read(tmp_path, name, data, **options)
    given = draft.samples
    assert given.X.tolist() == X
    if "labels" in options:
        assert given.labels == KINDS
    if b"Aigle" in data or "Aigle".encode("utf-16")[2:] in data:
        assert given.names == NAMES
    assert remark is None or any(remark in stated for stated in draft.remarks), draft.remarks


def test_dates_in_the_first_column_are_names(tmp_path):
    days = [f"{day:02}.05.1973" for day in (1, 2, 3, 7, 8)]
    dated = FRAME[["alcohol", "proline"]].set_axis(days)
    draft = _read(tmp_path, "t.csv", _text(frame=dated, index_label="Date", index=True))
    assert (draft.samples.X.tolist(), draft.samples.names) == (X, days)


def test_triplets_are_read(tmp_path):
    given = _read(tmp_path, "t.csv", TRIPLETS.encode(), triplets=True).samples
    assert given.X.tolist() == [[14.23, 1065], [13.5, 0], [12.25, -3.5], [0, 1290.25]]


def test_new_samples_are_read_like_the_others(tmp_path):
    new = FRAME[["alcohol", "proline", "kind"]].iloc[[3, 1]]
    (tmp_path / "n.csv").write_bytes(_text(frame=new, sep=";", decimal=","))
    data = _text(sep=";", decimal=",")
    draft = _read(tmp_path, "t.csv", data, new="n.csv", **LABELS)
    assert draft.new.X.tolist() == [X[3], X[1]]
    assert sum(DECIMAL in remark for remark in draft.remarks) == 1
    (tmp_path / "n.csv").write_bytes(_text(frame=NAMED.T.iloc[:, [3, 1]], index=True))
    data = _text(frame=NAMED.T, index=True)
    draft = _read(tmp_path, "t.csv", data, new="n.csv", transpose=True)
    assert draft.new.X.tolist() == [X[3], X[1]]


def test_new_samples_without_a_header_leave_out_the_same_columns(tmp_path):
    (tmp_path / "n.csv").write_text("5.5,u,7\n6.5,v,3\n")
    draft = _read(tmp_path, "t.csv", b"1.5,u,2\n2.5,5,7\n", header=False, omit=[2], new="n.csv")
    assert draft.samples.X.tolist() == [[1.5, 2], [2.5, 7]]
    assert draft.new.X.tolist() == [[5.5, 7], [6.5, 3]]


D = [[0, 587, 1212], [587, 0, 920], [1212, 920, 0]]
CITIES = ["Atlanta", "Chicago", "Denver"]
SQUARE = pd.DataFrame(D, CITIES, CITIES)
DISTANCES = {
    "with names": ("t.csv", _text(frame=SQUARE, index=True), CITIES, None),
    "rounding": (
        "t.csv",
        _text(frame=SQUARE.replace(0, 2e-14).reset_index(drop=True).set_axis(range(3), axis=1)),
        ["0", "1", "2"],
        "2e-14 is rounding in these distances and is read as 0",
    ),
}


@pytest.mark.parametrize("case", DISTANCES)
def test_distances_of_every_program_are_the_same_numbers(case, tmp_path):
    name, data, names, remark = DISTANCES[case]
    draft = _read(tmp_path, name, data, "distance_matrix")
    assert draft.given.A.tolist() == D
    assert draft.given.names == names
    assert draft.samples.labels == ["sample"] * 3
    assert remark is None or any(remark in stated for stated in draft.remarks), draft.remarks
