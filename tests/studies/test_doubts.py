"""Questions about -999 and about matrices given as points; remarks on classes and on variables."""

import numpy as np
import pytest

from kpca.studies import doubts
from kpca.studies.columns import samples
from kpca.studies.config.data import VectorFile
from kpca.studies.readers.read import read
from kpca.studies.readers.table import InputError
from kpca.studies.samples import Samples


def _samples(X, columns=None, names=None, labels=None):
    X = np.asarray(X, dtype=float)
    n, q = X.shape
    columns = columns or [f"c{chr(97 + j)}" for j in range(q)]
    return Samples(X, columns, names or [str(i + 1) for i in range(n)], labels or ["sample"] * n)


def _data(**more):
    return VectorFile(vectors="t.csv", **more)


GOOD = [[41, 7.4], [36, 8.5], [12, 12.6], [18, 11.5], [23, 9.25]]
SENTINELS = {
    "-999 once": (-999, 1, True),
    "-9999": (-9999, 2, True),
    "999 twice": (999, 2, True),
    "99 twice": (99, 2, True),
    "99 once": (99, 1, False),
    "a number near the others": (60, 2, False),
    "no sentinel": (-777, 2, False),
}


@pytest.mark.parametrize("case", SENTINELS)
def test_a_sentinel_far_from_all_other_numbers_is_asked_for(case):
    number, times, asked = SENTINELS[case]
    given = _samples([*GOOD, *[[number, 10.5]] * times])
    doubts.require_none(_data(missing_values=[]), given)
    if not asked:
        doubts.require_none(_data(), given)
        return
    with pytest.raises(InputError, match=f"{number} stands {times} time") as question:
        doubts.require_none(_data(), given)
    assert "far from all other numbers of 'ca'" in str(question.value)
    assert f"'missing_values: [{number}]' and 'missing: drop'" in str(question.value)
    assert "'missing_values: []'" in str(question.value)


def test_a_sentinel_within_the_range_of_a_column_is_a_number():
    doubts.require_none(_data(), _samples([[-999, 1], [-2500, 2], [800, 4], [-999, 3]]))
    doubts.require_none(_data(), _samples([[99, 1], [12, 2], [80, 4], [99, 3]]))


SYMMETRIC = {
    "distances": (
        [[0, 1, 2], [1, 0, 3], [2, 3, 0]],
        "symmetric as distances; .*'distance_matrix: t.csv'",
    ),
    "kernel values": (
        [[4, 1, 2], [1, 5, 3], [2, 3, 6]],
        "symmetric as a kernel; .*'kernel_matrix: t.csv'",
    ),
    "products": ([[0, -1, 2], [-1, 0, 3], [2, 3, 0]], "'kernel_matrix: t.csv'"),
    "not symmetric": ([[0, 1, 2], [1, 0, 3], [2, 4, 0]], None),
    "a diagonal matrix": (np.diag([1, 2, 3]), None),
    "two samples": ([[0, 1], [1, 0]], None),
}


@pytest.mark.parametrize("case", SYMMETRIC)
def test_a_symmetric_table_is_asked_for(case):
    X, message = SYMMETRIC[case]
    doubts.require_none(_data(columns=["ca", "cb", "cc"]), _samples(X))
    if message is None:
        doubts.require_none(_data(), _samples(X))
        return
    with pytest.raises(
        InputError, match=f"t.csv: 3 rows and as many columns, and {message}|{message}"
    ):
        doubts.require_none(_data(), _samples(X))


def test_a_triangle_given_as_points_is_asked_for(tmp_path):
    (tmp_path / "t.csv").write_text(",a,b,c\na,,,\nb,1,,\nc,2,3,\n")
    table = read(tmp_path / "t.csv")
    with pytest.raises(InputError, match="a triangle of a matrix; write 'distance_matrix: t.csv'"):
        doubts.require_no_triangle(_data(), table)
    (tmp_path / "t.csv").write_text(",a,b,c\na,1,,4\nb,1,2,5\nc,2,3,7\n")
    doubts.require_no_triangle(_data(), read(tmp_path / "t.csv"))


MEASURED = np.round(np.random.default_rng(5).normal(4, 1, (12, 3)), 2)
THREE = [0, 1, 2, 2, 1, 0, 1, 2, 0, 0, 1, 1]
CLASSES = {
    "a last column": (np.column_stack([MEASURED, THREE]), ["a", "b", "c", "kind"], "kind"),
    "a first column": (np.column_stack([THREE, MEASURED]), ["k", "a", "b", "c"], "k"),
    "by its name": (
        np.column_stack([MEASURED.round(), np.array(THREE) * 5]),
        ["a", "b", "c", "Class"],
        "Class",
    ),
    "other numbers": (np.column_stack([MEASURED, np.array(THREE) + 0.5]), list("abcd"), None),
    "many": (np.column_stack([MEASURED, np.arange(12) * 7 % 12]), list("abcd"), None),
    "beside counts": (np.column_stack([MEASURED.round(), THREE]), list("abcd"), None),
}


@pytest.mark.parametrize("case", CLASSES)
def test_a_class_that_is_used_as_data_has_a_remark(case):
    X, columns, name = CLASSES[case]
    _, remarks = doubts.with_remarks(_data(), _samples(X, columns), True)
    if name is None:
        assert remarks == []
        return
    (remark,) = remarks
    assert remark.startswith(f"column {name!r} has 3 different whole numbers, as a class has, and ")
    assert f"write 'labels: {name}' or 'omit: [{name}]' inside 'data'" in remark
    assert doubts.with_remarks(_data(columns=columns), _samples(X, columns), True)[1] == []
    (beside,) = doubts.with_remarks(_data(labels="x"), _samples(X, columns), True)[1]
    assert "labels" not in beside


def test_labels_that_differ_for_all_samples_are_names():
    given = _samples(GOOD, labels=list("uvwxy"))
    named, (remark,) = doubts.with_remarks(_data(labels="id"), given, True)
    assert (named.names, named.labels) == (list("uvwxy"), ["sample"] * 5)
    assert "the labels 'id' differ for all 5 samples" in remark
    kept, _ = doubts.with_remarks(_data(labels="id", names="k"), given, True)
    assert (kept.names, kept.labels) == (list("12345"), ["sample"] * 5)
    twice = _samples(GOOD, labels=list("uvwxu"))
    assert doubts.with_remarks(_data(labels="id"), twice, True) == (twice, [])


GENES = ["actin", "p53", "albumin", "insulin", "titin", "leptin"]
SIZES = np.array([0.01, 50.0, 1.0, 8.0, 300.0, 0.2])
EXPRESSED = np.abs(np.random.default_rng(3).normal(4, 1, (6, 4))) * SIZES[:, None]


@pytest.mark.parametrize(
    ("X", "names", "columns", "has_remark"),
    [
        (EXPRESSED, GENES, ["S1", "S2", "S3", "S4"], True),
        (EXPRESSED, GENES, ["18", "15", "24", "27"], True),
        (EXPRESSED, GENES, ["900", "902", "904", "906"], False),
        (EXPRESSED, GENES, ["Rome", "Bern", "Oslo", "Wien"], False),
        (EXPRESSED[:3], GENES[:3], ["Rome", "Bern", "Oslo", "Wien"], True),
        (EXPRESSED / SIZES[:, None], GENES, ["S1", "S2", "S3", "S4"], False),
        (EXPRESSED, list("123456"), ["S1", "S2", "S3", "S4"], False),
        (EXPRESSED.T, ["S1", "S2", "S3", "S4"], GENES, False),
        (
            np.tile(EXPRESSED, (3, 1)),
            [f"ENSG{i}" for i in range(18)],
            ["S1", "S2", "S3", "S4"],
            True,
        ),
    ],
)
def test_a_variable_in_each_row_has_a_remark(X, names, columns, has_remark):
    given = _samples(X, columns, names)
    remarks = doubts.with_remarks(_data(), given, True)[1]
    assert len(remarks) == has_remark
    if has_remark:
        assert f"the rows, such as {names[0]!r}, look like variables" in remarks[0]
        assert "write 'transpose: true' inside 'data'" in remarks[0]
    assert doubts.with_remarks(_data(transpose=True), given, True)[1] == []
    assert doubts.with_remarks(_data(), given, False)[1] == []


def test_a_table_that_leaves_no_doubt_has_no_remark(tmp_path):
    (tmp_path / "t.csv").write_text("name,a,b\nx,1.5,20\ny,2.5,31\nz,1.25,12\n")
    given = samples(read(tmp_path / "t.csv"))
    doubts.require_none(_data(), given)
    assert doubts.with_remarks(_data(), given, True) == (given, [])
