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


FAR = {
    "in two columns": (
        [[-999, -999], [41, 7.5], [36, 8.25], [-999, 9], [12, 8]],
        "-999 stands 3 times, far .* of 'ca' and 'cb';",
    ),
    "beside missing values, and not beside equal numbers": (
        [[-999, 5], [np.nan, 5], [41, -999], [36, np.nan], [12, 5], [18, 5]],
        "-999 stands 1 time, far .* of 'ca';",
    ),
    "once in each of two columns": (
        [[99, 8, 98], [41, 99, 97], [40, 7, 99], [42, 9, 95]],
        "99 stands 2 times, far from all other numbers of 'ca' and 'cb';",
    ),
    "in one of two columns": (
        [[5.0, 90], [4, 99], [99, 101], [3, 95], [99, 97]],
        "99 stands 2 times, far from all other numbers of 'ca';",
    ),
    "within the range": ([[-999, 1], [-2500, 2], [800, 4], [-999, 3]], None),
    "99 within the range": ([[99, 1], [12, 2], [80, 4], [99, 3]], None),
    "99 once": ([[99, 99, 98], [41, 97, 99], [40, 99, 97], [42, 98, 96]], None),
}


@pytest.mark.parametrize("case", FAR)
def test_a_sentinel_is_counted_in_the_columns_in_which_it_is_far(case):
    X, message = FAR[case]
    with pytest.raises(InputError, match=message) if message else contextlib.nullcontext():
        _require_none(_data(), _samples(X))


SKEW = [[1, -2, 2], [7, 5, 3], [2, 4, 6]]
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
    "names of rows and columns": (SKEW, "kernel_matrix", {"names": ["ca", "cb", "cc"]}),
    "names in another order": (SKEW, None, {"names": ["ca", "cc", "cb"]}),
    "numbers of rows and columns": (SKEW, None, {"columns": ["1", "2", "3"]}),
}


@pytest.mark.parametrize("case", SYMMETRIC)
def test_a_table_that_is_symmetric_or_has_the_same_names_twice_is_asked_for(case):
    X, form, *names = SYMMETRIC[case]
    given = _samples(X, **dict(*names))
    _require_none(_data(columns=["ca", "cb", "cc"]), given)
    with pytest.raises(InputError) if form else contextlib.nullcontext() as question:
        _require_none(_data(), given)
    assert form is None or question.value.message.settings[0].key == form


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


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (",a,b,c\na,,,\nb,1,,\nc,2,3,\n", True),
        ("of,a,b,c\na,,,\nb,1,,\nc,2,3,\n", True),
        (",a,b,c\na,-,1,2\nb,1,-,3\nc,2,3,-\n", True),
        (",a,b,c\na,1,,4\nb,1,2,5\nc,2,3,7\n", False),
    ],
)
def test_a_triangle_given_as_points_is_asked_for(text, asked, tmp_path):
    (tmp_path / "t.csv").write_text(text)
    table = read(tmp_path / "t.csv")
    if not asked:
        doubts.require_no_triangle(_data(), table)
        return
    with pytest.raises(InputError, match="without one triangle or its diagonal; write") as question:
        doubts.require_no_triangle(_data(), table)
    answers = [Setting("kernel_matrix", ...), Setting("distance_matrix", "t.csv")]
    assert question.value.message.settings == answers


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


WAVES = ["900.5", "902.5", "904.5"]
SPECTRA = [[1.5, 2.5, 3.0], [2.1, 0.7, 1.2], [0.3, 1.3, 2.2], [3.1, 2.2, 0.4]]
SIX = np.random.default_rng(4).normal(size=(5, 6))
SIX[2] = [400, 410, 430, 460, 465, 500]


@pytest.mark.parametrize(
    ("X", "columns", "name"),
    [
        ([*SPECTRA, [11100.0, 11080.0, 11060.0]], WAVES, "5"),
        ([*SPECTRA, [11100.0, 11080.0, 11060.0]], WAVES[::-1], "5"),
        ([*SPECTRA, [11100.0, 11080.0, 11060.0]], ["a", "b", "c"], None),
        ([*SPECTRA, [11100.0, 11060.0, 11080.0]], WAVES, None),
        ([*SPECTRA, [3.1, 3.0, 2.9]], WAVES, None),
        (SIX, None, "3"),
        (SIX[:, :5], None, None),
        (np.where(SIX == 465, 455, SIX), None, None),
    ],
)
def test_a_dominating_sample_in_the_order_of_the_header_or_of_six_is_asked_for(X, columns, name):
    given = _samples(X, columns)
    _require_none(_data(omit_samples=[]), given)
    if name is None:
        _require_none(_data(), given)
        return
    with pytest.raises(InputError, match=f"{name!r} are in order, and without it") as question:
        _require_none(_data(), given)
    answers = [Setting("omit_samples", [name]), Setting("omit_samples", [])]
    assert question.value.message.settings == answers


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


HOLED = np.where(PLAIN == 2.5, np.nan, PLAIN)
SUMS = {
    "a row": ([*PLAIN, PLAIN.sum(axis=0)], ("omit_samples", "5")),
    "a row within rounding": ([*PLAIN, PLAIN.sum(axis=0) * 1.0005], ("omit_samples", "5")),
    "a row beside missing values": ([*HOLED, np.nansum(HOLED, axis=0)], ("omit_samples", "5")),
    "another row": ([*PLAIN, PLAIN.sum(axis=0) * 1.02], None),
    "a row but for one column": ([*PLAIN, [13.25, 19.5, 25.0]], None),
    "a number of a single column": ([[1.5], [2.0], [4.25], [7.75]], None),
    "one of three rows": ([[1.5, 2.0], [3.0, 9.5], [4.5, 11.5]], None),
    "one of four rows": (
        [[1.5, 2.0], [3.0, 9.5], [2.5, 1.0], [7.0, 12.5]],
        ("omit_samples", "4"),
    ),
    "one of two columns": ([[1.5, 1.5], [3.0, 3.0], [2.5, 2.5]], None),
    "a column of two rows": ([[1.5, 2.0, 3.5], [3.0, 9.5, 12.5]], None),
    "a column of three rows": (
        [[1.5, 2.0, 3.5], [3.0, 9.5, 12.5], [2.5, 1.0, 3.5]],
        ("omit", "cc"),
    ),
    "a column": (np.column_stack([PLAIN, PLAIN.sum(axis=1)]), ("omit", "cd")),
    "another column": (np.column_stack([PLAIN, PLAIN.sum(axis=1) * 1.02]), None),
}


@pytest.mark.parametrize("case", SUMS)
def test_a_row_or_a_column_that_is_the_sum_of_the_others_has_a_remark(case):
    X, left_out = SUMS[case]
    remarks = _with_remarks(_data(), _samples(X), True)[1]
    ways = [[(one.key, *one.value) for one in remark.settings] for remark in remarks]
    assert ways == [[left_out]] * bool(left_out)


def test_a_table_that_leaves_no_doubt_has_no_remark(tmp_path):
    (tmp_path / "t.csv").write_text("name,a,b\nx,1.5,20\ny,2.5,31\nz,1.25,12\n")
    given = samples(read(tmp_path / "t.csv"))
    _require_none(_data(), given)
    assert _with_remarks(_data(), given, True) == (given, [])
