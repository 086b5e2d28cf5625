"""Names that repeat are numbered, and those that R has changed are known again."""

import pyarrow as pa
import pytest

from kpca.tables.messages import Setting
from kpca.tables.names import are_count, as_in_r, numbered
from kpca.tables.table import Table

TABLE = Table("t.csv", ["a"], [pa.array([5.0, 2.0, 7.0, 1.0])], first=2)


def test_names_that_several_rows_have_are_numbered_in_their_order():
    names, (remark,) = numbered(TABLE, ["may", "june", "may", ""])
    assert names == ["may (1)", "june", "may (2)", "line 5"]
    assert "'may' (2 times)" in remark
    assert remark.settings == [Setting("names", ...)]
    assert numbered(TABLE, ["d", "a", "c", "b"]) == (["d", "a", "c", "b"], [])


# What make.names of R 4.3 returns.
IN_R = {
    "Site-1": "Site.1",
    "3rd": "X3rd",
    "_a": "X_a",
    ".5": "X.5",
    ".x": ".x",
    "": "X",
    "TRUE": "TRUE.",
    "next": "next.",
    "a b(c)": "a.b.c.",
    "pH": "pH",
    "é-2": "é.2",
}


@pytest.mark.parametrize("name", IN_R)
def test_names_are_changed_as_in_r(name):
    assert as_in_r(name) == IN_R[name]


@pytest.mark.parametrize(
    ("names", "are"),
    [(["0", "1", "2"], True), (["1", "2"], True), (["2", "3"], False), (["1", "3"], False)],
)
def test_names_that_count_start_from_0_or_1(names, are):
    assert are_count(names) is are
