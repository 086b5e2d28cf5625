"""GCT: the columns of the file are the samples, with and without the key that says so."""

import gzip

import pytest

from kpca.tables.columns import samples
from kpca.tables.read import read
from kpca.tables.table import InputError

OLD = """#1.2
3\t2
NAME\tDescription\tGSM9\tGSM4
1007_at\t"kinase, 5"\t7.25\t-1.5
1053_at\t"open\t6\t0.125
117_at\tx\t2.5\t9
"""
NEW = """#1.3
3\t2\t1\t2
id\tsymbol\tA07\tA02
cell\tna\tPC3\tMCF7
dose\tna\t10\t0.5
1007_at\tDDR1\t7.25\t-1.5
1053_at\tRFC2\t6\t0.125
117_at\tHSPA6\t2.5\t9
"""
NUMBERS = [[7.25, 6, 2.5], [-1.5, 0.125, 9]]
GENES = ["1007_at", "1053_at", "117_at"]


@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize("name", ["t.gct", "t.txt", "t.gct.gz"])
def test_the_columns_are_samples_in_any_case(name, transpose, tmp_path):
    content = OLD.encode()
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    table = read(tmp_path / name, transpose=transpose)
    given = samples(table)
    assert (given.names, given.columns) == (["GSM9", "GSM4"], GENES)
    assert given.X.tolist() == NUMBERS
    assert table.is_transposed


def test_what_version_3_says_about_the_samples_labels_them(tmp_path):
    (tmp_path / "t.gct").write_text(NEW)
    table = read(tmp_path / "t.gct")
    given = samples(table, labels="cell")
    assert (given.names, given.labels) == (["A07", "A02"], ["PC3", "MCF7"])
    assert (given.columns, given.X.tolist()) == (GENES, NUMBERS)
    assert table.extras == {"cell": ["PC3", "MCF7"], "dose": ["10", "0.5"]}


def test_cells_that_a_spreadsheet_has_added_are_no_cells(tmp_path):
    first, second, *lines = OLD.splitlines()
    text = "\r\n".join([f"{first}\t\t\t", f"{second}\t\t", *lines, "\t\t\t", ""])
    (tmp_path / "t.gct").write_text(text, newline="")
    assert samples(read(tmp_path / "t.gct")).X.tolist() == NUMBERS


def test_a_missing_value_is_one(tmp_path):
    (tmp_path / "t.gct").write_text(OLD.replace("0.125", "na"))
    with pytest.raises(InputError, match="column '1053_at': the value is missing"):
        samples(read(tmp_path / "t.gct"))
