"""Questions about -999 and about matrices given as points; remarks on classes and on variables."""

import contextlib
import re
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from kpca import tolerances
from kpca.studies.config.data import VectorFile
from kpca.tables import doubts
from kpca.tables.columns import samples
from kpca.tables.messages import Setting
from kpca.tables.read import read
from kpca.tables.samples import Samples
from kpca.tables.table import InputError, Table


def _samples(X, columns=None, names=None, labels=None):
    X = np.asarray(X, dtype=float)
    n, q = X.shape
    columns = columns or [f"c{chr(97 + j)}" for j in range(q)]
    return Samples(X, columns, names or [str(i + 1) for i in range(n)], labels or ["sample"] * n)


def _data(**more):
    return VectorFile(vectors="t.csv", **more)


def _with_remarks(data, given, headed):
    """What is said about samples in a table that has nothing else."""
    table = Table("t.csv", given.columns, [*map(pa.array, given.X.T)], headed=headed)
    return doubts.with_remarks(data, given, table)


def _require_none(data, given):
    doubts.require_none(data, given, tolerances.centering_element)


GOOD = [[41, 7.4], [36, 8.5], [12, 12.6], [18, 11.5], [23, 9.25]]
SENTINELS = {
    "-999 once": (-999, 1, True),
    "-9999": (-9999, 2, True),
    "999 twice": (999, 2, True),
    "99 twice": (99, 2, True),
    "-99.9": (-99.9, 1, True),
    "-999.9": (-999.9, 3, True),
    "-32768, the least of 16 bits": (-32768, 2, True),
    "1e20 twice": (1e20, 2, True),
    "1e20 once": (1e20, 1, False),
    "1e20 in single precision": (float(np.float32(1e20)), 2, True),
    "-999.9 in single precision": (float(np.float32(-999.9)), 1, True),
    "the fill value of netCDF": (9.969209968386869e36, 2, True),
    "the fill value of netCDF as it is printed": (9.96921e36, 3, True),
    "the least number of single precision": (-3.4028234663852886e38, 1, True),
    "99 once": (99, 1, False),
    "a number near the others": (60, 2, False),
    "no sentinel": (-777, 2, False),
}


@pytest.mark.parametrize("case", SENTINELS)
def test_a_sentinel_far_from_all_other_numbers_is_asked_for(case):
    number, times, asked = SENTINELS[case]
    given = _samples([*GOOD, *[[number, 10.5]] * times])
    _require_none(_data(missing_values=[]), given)
    if not asked:
        _require_none(_data(), given)
        return
    with pytest.raises(InputError, match=re.escape(f"{number:g} stands {times} time")) as question:
        _require_none(_data(), given)
    written, dropped = question.value.message.settings[:2]
    assert (written.key, written.value) == ("missing_values", [number])
    assert (dropped.key, dropped.value) == ("missing", "drop")


def test_the_times_of_a_sentinel_are_those_in_all_columns():
    rows = [[-999, -999], [41, 7.5], [36, 8.25], [-999, 9], [12, 8]]
    with pytest.raises(InputError, match="-999 stands 3 times, far .* of 'ca' and 'cb'"):
        _require_none(_data(), _samples(rows))


def test_a_sentinel_beside_missing_values_is_asked_for_and_one_beside_equal_numbers_is_not():
    rows = [[-999, 5], [np.nan, 5], [41, -999], [36, np.nan], [12, 5], [18, 5]]
    assert doubts.sentinels(np.array(rows), ["ca", "cb"]) == {-999.0: ["ca"]}


def test_a_sentinel_within_the_range_of_a_column_is_a_number():
    _require_none(_data(), _samples([[-999, 1], [-2500, 2], [800, 4], [-999, 3]]))
    _require_none(_data(), _samples([[99, 1], [12, 2], [80, 4], [99, 3]]))
    once_far = [[99, 99, 98], [41, 97, 99], [40, 99, 97], [42, 98, 96]]
    _require_none(_data(), _samples(once_far))
    with pytest.raises(InputError, match="far from all other numbers of 'ca' and 'cb'"):
        _require_none(_data(), _samples([[99, 8, 98], [41, 99, 97], [40, 7, 99], [42, 9, 95]]))


SYMMETRIC = {
    "distances": ([[0, 1, 2], [1, 0, 3], [2, 3, 0]], "distance_matrix"),
    "kernel values": ([[4, 1, 2], [1, 5, 3], [2, 3, 6]], "kernel_matrix"),
    "products": ([[0, -1, 2], [-1, 0, 3], [2, 3, 0]], "kernel_matrix"),
    "symmetric within rounding": (
        [[2e-16, 1, 2], [1, 0, 3], [2, 3 + 4e-16, 0]],
        "distance_matrix",
    ),
    "distances that are not symmetric": ([[0, 1, 2], [1, 0, 3], [2, 4, 0]], "distance_matrix"),
    "counts that are 0 elsewhere, too": ([[0, 1, 2], [0, 0, 3], [2, 4, 0]], None),
    "numbers that are not symmetric": ([[1, 1, 2], [1, 5, 3], [2, 4, 2]], None),
    "a hole": ([[0, 1, np.nan], [1, 0, 3], [2, 3, 0]], None),
    "a diagonal matrix": (np.diag([1, 2, 3]), None),
    "two samples": ([[0, 1], [1, 0]], None),
}


@pytest.mark.parametrize("case", SYMMETRIC)
def test_a_symmetric_table_is_asked_for(case):
    X, form = SYMMETRIC[case]
    _require_none(_data(columns=["ca", "cb", "cc"]), _samples(X))
    with pytest.raises(InputError) if form else contextlib.nullcontext() as question:
        _require_none(_data(), _samples(X))
    assert form is None or question.value.message.settings[0].key == form


def test_rows_and_columns_of_the_same_names_are_asked_for():
    X, names = [[1, -2, 2], [7, 5, 3], [2, 4, 6]], ["ca", "cb", "cc"]
    with pytest.raises(InputError, match="of the same names, .*'kernel_matrix: t.csv'"):
        _require_none(_data(), _samples(X, names=names))
    _require_none(_data(), _samples(X, names=["ca", "cc", "cb"]))
    _require_none(_data(), _samples(X, columns=["1", "2", "3"]))


@pytest.mark.parametrize(
    ("columns", "left_out", "asked"),
    [
        (["day", "value"], [("variable", "texts")], True),
        (["Result"], [("site", "names"), ("Analyte", "labels")], True),
        (["VarValue", "n"], [("VarName", "texts")], True),
        (["height"], [("variable", "texts")], False),
        (["value"], [("variable", "names of the samples")], False),
        (["a", "b", "value"], [("variable", "texts")], True),
        (["a", "b", "c", "value"], [("variable", "texts")], False),
        (["value"], [("kind", "labels")], False),
    ],
)
def test_a_list_with_a_row_for_each_number_is_asked_for(columns, left_out, asked):
    X = np.arange(5.0)[:, None] ** np.arange(1, 1 + len(columns))
    given = replace(_samples(X, columns), left_out=left_out)
    _require_none(_data(columns=columns), given)
    if not asked:
        _require_none(_data(), given)
        return
    variable = left_out[-1][0]
    value = next(name for name in columns if "value" in name.lower() or name == "Result")
    with pytest.raises(InputError, match=f"'{variable}' says what each '{value}' is") as question:
        _require_none(_data(), given)
    assert f"columns={variable!r}, values={value!r}" in str(question.value)
    assert f"'columns: [{value}]' inside 'data'" in str(question.value)


@pytest.mark.parametrize(
    ("numbers", "n"),
    [
        ([1, 2, 3], None),
        ([1, 2, 3, 2.5, 4, 5], 4),
        ([1, 2, 3, 2.5, 4], None),
        ([1, 2, -3, 2.5, 4, 5], None),
    ],
)
def test_a_single_column_that_may_be_distances_of_pairs_has_a_remark(numbers, n):
    given = _samples(np.array(numbers)[:, None])
    _, remarks = _with_remarks(_data(), given, True)
    if n is None:
        assert remarks == []
        return
    assert remarks[0].startswith("6 numbers in a column may be the distances of all pairs of 4")
    assert "'distance_matrix: t.csv'" in remarks[0]
    beside = replace(given, left_out=[("id", "names of the samples")])
    assert _with_remarks(_data(), beside, True)[1] == []


def test_a_triangle_given_as_points_is_asked_for(tmp_path):
    (tmp_path / "t.csv").write_text(",a,b,c\na,,,\nb,1,,\nc,2,3,\n")
    table = read(tmp_path / "t.csv")
    with pytest.raises(InputError, match="without one triangle or its diagonal") as question:
        doubts.require_no_triangle(_data(), table)
    answers = [Setting("kernel_matrix", ...), Setting("distance_matrix", "t.csv")]
    assert question.value.message.settings == answers
    (tmp_path / "t.csv").write_text("of,a,b,c\na,,,\nb,1,,\nc,2,3,\n")
    with pytest.raises(InputError, match="without one triangle or its diagonal; write"):
        doubts.require_no_triangle(_data(), read(tmp_path / "t.csv"))
    (tmp_path / "t.csv").write_text(",a,b,c\na,1,,4\nb,1,2,5\nc,2,3,7\n")
    doubts.require_no_triangle(_data(), read(tmp_path / "t.csv"))
    (tmp_path / "t.csv").write_text(",a,b,c\na,-,1,2\nb,1,-,3\nc,2,3,-\n")
    with pytest.raises(InputError, match="without one triangle or its diagonal; write"):
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
    "with a missing value": (
        np.column_stack([MEASURED, [np.nan, *THREE[1:]]]),
        ["a", "b", "c", "kind"],
        "kind",
    ),
    "other numbers": (np.column_stack([MEASURED, np.array(THREE) + 0.5]), list("abcd"), None),
    "many": (np.column_stack([MEASURED, np.arange(12) * 7 % 12]), list("abcd"), None),
    "alone with few numbers": (
        np.column_stack([np.arange(36).reshape(12, 3) * 7 % 37, THREE]),
        ["a", "b", "c", "diet"],
        "diet",
    ),
    "behind numbers": (
        np.column_stack([MEASURED, np.arange(12) * 7 % 37, THREE]),
        ["a", "b", "c", "n", "k"],
        "k",
    ),
    "with a gap behind numbers": (
        np.column_stack([MEASURED, np.arange(12) * 7 % 37, np.array(THREE) ** 2]),
        ["a", "b", "c", "n", "k"],
        None,
    ),
    "beside counts": (np.column_stack([MEASURED.round(), THREE]), list("abcd"), None),
}


@pytest.mark.parametrize("case", CLASSES)
def test_a_class_that_is_used_as_data_has_a_remark(case):
    X, columns, name = CLASSES[case]
    _, remarks = _with_remarks(_data(), _samples(X, columns), True)
    if name is None:
        assert remarks == []
        return
    (remark,) = remarks
    assert remark.startswith(f"column {name!r} has 3 different whole numbers, as a class has, and ")
    assert f"write 'labels: {name}' or 'omit: [{name}]' inside 'data'" in remark
    assert _with_remarks(_data(columns=columns), _samples(X, columns), True)[1] == []
    (beside,) = _with_remarks(_data(labels="x"), _samples(X, columns), True)[1]
    assert "labels" not in beside


ELEVEN = np.repeat(np.arange(1, 12), 4)
BESIDE = np.random.default_rng(2).normal(size=(44, 3))


@pytest.mark.parametrize(
    ("classes", "name", "number"),
    [
        (ELEVEN, "labels", 11),
        (ELEVEN, "plot", 11),
        (ELEVEN * 3, "labels", 11),
        (ELEVEN * 3, "plot", None),
        (np.arange(44) % 22, "labels", None),
        (np.arange(44) % 22, "plot", None),
    ],
)
def test_more_than_ten_classes_have_a_remark_if_they_count_or_are_called_so(classes, name, number):
    given = _samples(np.column_stack([BESIDE, classes]), ["a", "b", "c", name])
    remarks = _with_remarks(_data(), given, True)[1]
    assert [f"{name!r} has {number} different" in remark for remark in remarks] == (
        [True] * (number is not None)
    )


IN_ORDER = [11100.0, 11080.0, 11060.0]
SPECTRA = [[1.5, 2.5, 3.0], [2.1, 0.7, 1.2], [0.3, 1.3, 2.2], [3.1, 2.2, 0.4]]


@pytest.mark.parametrize(
    ("row", "columns", "asked"),
    [
        (IN_ORDER, ["900.5", "902.5", "904.5"], True),
        (IN_ORDER, ["904.5", "902.5", "900.5"], True),
        (IN_ORDER, ["a", "b", "c"], False),
        (IN_ORDER[:1] + IN_ORDER[:0:-1], ["900.5", "902.5", "904.5"], False),
        ([3.1, 3.0, 2.9], ["900.5", "902.5", "904.5"], False),
    ],
)
def test_a_dominating_sample_in_the_order_of_the_header_is_asked_for(row, columns, asked):
    given = _samples([*SPECTRA, row], columns, ["u", "v", "w", "x", "nm"])
    _require_none(_data(omit_samples=[]), given)
    if not asked:
        _require_none(_data(), given)
        return
    with pytest.raises(InputError, match="'nm' are in order") as question:
        _require_none(_data(), given)
    answers = [Setting("omit_samples", ["nm"]), Setting("omit_samples", [])]
    assert question.value.message.settings == answers


def test_six_numbers_in_order_are_asked_for_without_an_order_of_the_header():
    X = np.random.default_rng(4).normal(size=(5, 6))
    X[2] = [400, 410, 430, 460, 465, 500]
    with pytest.raises(InputError, match="'3' are in order, and without it"):
        _require_none(_data(), _samples(X))
    _require_none(_data(), _samples(X[:, :5]))
    X[2, 4] = 455
    _require_none(_data(), _samples(X))


def test_labels_that_differ_for_all_samples_are_names():
    given = _samples(GOOD, labels=list("uvwxy"))
    named, (remark,) = _with_remarks(_data(labels="id"), given, True)
    assert (named.names, named.labels) == (list("uvwxy"), ["sample"] * 5)
    assert "the labels 'id' differ for all 5 samples" in remark
    kept, _ = _with_remarks(_data(labels="id", names="k"), given, True)
    assert (kept.names, kept.labels) == (list("12345"), ["sample"] * 5)
    for n, are_names in ((3, False), (4, True)):
        few = _samples(GOOD[:n], labels=list("uvwx")[:n])
        named, remarks = _with_remarks(_data(labels="id"), few, True)
        assert (named.names == few.labels, len(remarks)) == (are_names, are_names)
    twice = _samples(GOOD, labels=list("uvwxu"))
    assert _with_remarks(_data(labels="id"), twice, True) == (twice, [])


PLAIN = np.array([[4.5, 1.0, 7.0], [2.25, 6.0, 2.5], [5.0, 3.5, 4.0], [1.5, 9.0, 8.25]])


LISTS = {
    "a list": ("species", "at,ab,bt,bb,ct,cb", True),
    "a pair twice": ("species", "at,ab,bt,bt,ct,cb", False),
    "a text in each row": ("species", "as,at,au,av,aw,ax", False),
    "a sample in each row": ("species", "at,bb,ct,dt,eb,ft", False),
    "called otherwise": ("block", "at,ab,bt,bb,ct,cb", False),
}


@pytest.mark.parametrize("case", LISTS)
def test_a_table_with_a_row_for_each_number_has_a_remark(case):
    name, pairs, has_remark = LISTS[case]
    plots, kinds = zip(*pairs.split(","), strict=True)
    given = _samples([[4.5, 1], [2, 6], [5, 3], [1.5, 9], [2.5, 7], [8, 2]], ["n", "size"])
    columns = [pa.array(plots), pa.array(kinds), *map(pa.array, given.X.T)]
    table = Table("t.csv", ["plot", name, *given.columns], columns)
    remarks = doubts.with_remarks(_data(), given, table)[1]
    shown = [f"index='plot', columns={name!r}" in remark for remark in remarks]
    assert shown == [True] * has_remark
    of_columns = doubts.with_remarks(_data(columns=["n", "size"]), given, table)[1]
    assert of_columns == []


@pytest.mark.parametrize(
    ("scale", "times", "has_remark"),
    [
        (np.arange(1200.0, 1100.0, -10.0), 3, True),
        (np.arange(1200.0, 1110.0, -10.0), 3, False),
        (np.arange(1200.0, 1100.0, -10.0)[[1, 0, *range(2, 10)]], 3, False),
        (np.arange(1200.0, 1000.0, -10.0), 1, False),
    ],
)
def test_a_scale_that_is_repeated_has_a_remark_as_in_a_list(scale, times, has_remark):
    wave = np.tile(scale, times)
    n = len(wave)
    place = np.repeat(np.arange(times) ** 2.0, len(scale))
    X = np.column_stack([place, wave, np.random.default_rng(1).normal(size=n)])
    given = _samples(X, ["x", "wave", "counts"], names=[str(i) for i in range(n)])
    six = replace(given, X=np.hstack([X, X[:, :1] + X[:, 2:], X[:, 2:] ** 2, X[:, 2:] ** 3]))
    six = replace(six, columns=[*given.columns, "c", "d", "e"])
    found = [one for one in _with_remarks(_data(), six, True)[1] if "repeats the same" in one]
    assert len(found) == has_remark, "six columns may be a list, too"
    for last, is_whole in ((n, True), (n - 1, False)):
        some = replace(given, X=given.X[:last], names=given.names[:last])
        some = replace(some, labels=given.labels[:last])
        found = [one for one in _with_remarks(_data(), some, True)[1] if "repeats the same" in one]
        assert [
            f"'wave' repeats the same {len(scale)} numbers {times} times" in one for one in found
        ] == [True] * (has_remark and is_whole)


@pytest.mark.parametrize(
    ("last", "has_remark"),
    [
        (PLAIN.sum(axis=0), True),
        (PLAIN.sum(axis=0) * 1.0005, True),
        (PLAIN.sum(axis=0) * 1.02, False),
        ([13.25, 19.5, 25.0], False),
    ],
)
def test_a_row_that_is_the_sum_of_the_others_has_a_remark(last, has_remark):
    given = _samples([*PLAIN, last], None, ["u", "v", "w", "x", "Mean"])
    remarks = _with_remarks(_data(), given, True)[1]
    assert [remark.settings for remark in remarks] == [
        [Setting("omit_samples", ["Mean"])]
    ] * has_remark


@pytest.mark.parametrize(
    ("X", "are_sums"),
    [
        ([[1.5], [2.0], [4.25], [7.75]], []),
        ([[1.5, 2.0], [3.0, 9.5], [4.5, 11.5]], []),
        ([[1.5, 2.0], [3.0, 9.5], [2.5, 1.0], [7.0, 12.5]], ["4"]),
        ([[1.5, 1.5], [3.0, 3.0], [2.5, 2.5]], []),
        ([[1.5, 2.0, 3.5], [3.0, 9.5, 12.5]], []),
        ([[1.5, 2.0, 3.5], [3.0, 9.5, 12.5], [2.5, 1.0, 3.5]], ["cc"]),
    ],
)
def test_sums_of_the_others_are_looked_for_in_four_rows_or_three_columns(X, are_sums):
    remarks = _with_remarks(_data(), _samples(X), True)[1]
    assert [remark.settings[0].value for remark in remarks] == [are_sums] * bool(are_sums)


def test_a_table_that_leaves_no_doubt_has_no_remark(tmp_path):
    (tmp_path / "t.csv").write_text("name,a,b\nx,1.5,20\ny,2.5,31\nz,1.25,12\n")
    given = samples(read(tmp_path / "t.csv"))
    _require_none(_data(), given)
    assert _with_remarks(_data(), given, True) == (given, [])


def test_a_row_of_sums_is_found_beside_missing_values():
    rows = [[*row] for row in PLAIN]
    rows[1][2] = np.nan
    given = _samples([*rows, np.nansum(rows, axis=0)], None, ["u", "v", "w", "x", "all"])
    (remark,) = _with_remarks(_data(), given, True)[1]
    assert remark.settings == [Setting("omit_samples", ["all"])]


AMOUNTS = np.array([[4.5, 1, 7], [2.25, 6, 2.5], [5, 3.5, 4], [1.5, 9, 8.25]])


@pytest.mark.parametrize(("factor", "has_remark"), [(1.0, True), (1.02, False)])
def test_a_column_that_is_the_sum_of_the_others_has_a_remark(factor, has_remark):
    last = AMOUNTS.sum(axis=1) * factor
    given = _samples(np.column_stack([AMOUNTS, last]), ["a", "b", "c", "x"])
    remarks = _with_remarks(_data(), given, True)[1]
    assert [remark.settings for remark in remarks] == [[Setting("omit", ["x"])]] * has_remark


def test_a_sentinel_is_counted_in_the_columns_in_which_it_is_far():
    X = np.array([[5.0, 90], [4, 99], [99, 101], [3, 95], [99, 97]])
    with pytest.raises(InputError, match="99 stands 2 times, far from all other numbers of 'ca'"):
        _require_none(_data(), _samples(X))
