"""A variable in each row: what names it, and what describes it, is no sample."""

import pandas as pd
import pytest

from kpca.tables.columns import samples
from kpca.tables.messages import Setting
from kpca.tables.read import read
from kpca.tables.table import InputError


def _read(tmp_path, text, **options):
    (tmp_path / "t.csv").write_text(text)
    return read(tmp_path / "t.csv", **options)


TRANSPOSED = {
    "names of rows": ",s,t\na,1,2\nb,3,5\nc,4,9\n",
    "a first column of names": "gene,s,t\na,1,2\nb,3,5\nc,4,9\n",
    "another text": ",s,t,note\na,1,2,x\nb,3,5,x\nc,4,9,y\n",
    "a text beside a column of names": "gene,s,note,t\na,1,x,2\nb,3,x,5\nc,4,y,9\n",
    "a text with holes": "gene,note,s,t\na,x,1,2\nb,,3,5\nc,y,4,9\n",
    "an empty column": "gene,note,s,t\na,,1,2\nb,,3,5\nc,,4,9\n",
    "decimal commas": ";s;t\na;1,0;2\nb;3;5\nc;4;9,0\n",
}


@pytest.mark.parametrize("case", TRANSPOSED)
def test_the_columns_of_a_transposed_table_are_samples(case, tmp_path):
    table = _read(tmp_path, TRANSPOSED[case], transpose=True)
    chosen = samples(table)
    assert chosen.X.tolist() == [[1, 3, 4], [2, 5, 9]]
    assert (chosen.names, chosen.columns) == (["s", "t"], ["a", "b", "c"])
    left_out = [remark for remark in table.remarks if "left out" in remark]
    assert left_out == (["text left out: 'note'"] if "note" in TRANSPOSED[case] else [])


@pytest.mark.parametrize("key", ["kind", 2])
def test_names_and_labels_in_rows_of_numbers_stay_as_they_stand_in_the_file(key, tmp_path):
    text = ";s;t;u\nplot;007;12;0300\nkind;1,0;2;1,0\na;1,5;2;8\nb;1.300;5;-2,25\n"
    table = _read(tmp_path, text, transpose=True, named=(key, "plot"), thousands=".")
    chosen = samples(table, labels=key, names="plot")
    assert (chosen.names, chosen.labels) == (["007", "12", "0300"], ["1,0", "2", "1,0"])
    assert chosen.X.tolist() == [[1.5, 1300], [2, 5], [8, -2.25]]


def test_truth_values_of_a_transposed_table_are_numbers_beside_names(tmp_path):
    path = tmp_path / "t.parquet"
    pd.DataFrame({"of": ["a", "b"], "s": [4, 2], "t": [True, False]}).to_parquet(path)
    chosen = samples(read(path, transpose=True, named=("a",)), columns=["b", "a"])
    assert chosen.X.tolist() == [[2, 4], [0, 1]]


def test_a_transposed_table_without_the_names_of_its_samples_has_those_of_its_variables(tmp_path):
    table = _read(tmp_path, "a,1,2\nb,3,5\nc,4,9\n", transpose=True, header=False)
    assert (table.headed, table.names, table.index) == (True, ["a", "b", "c"], ["2", "3"])
    bare = _read(tmp_path, "1,2\n3,5\n4,9\n", transpose=True, header=True)
    assert (bare.headed, bare.names, bare.index) == (False, ["1", "2"], ["1", "2"])


def test_a_hole_of_a_transposed_table_stays_one(tmp_path):
    table = _read(tmp_path, ",s,t\na,1,NA\nb,3,5\n", transpose=True)
    with pytest.raises(InputError, match="row 2, column 'a': the value is missing"):
        samples(table)


def test_a_first_column_in_order_names_the_variables_of_a_transposed_table(tmp_path):
    rows = [(900, 5, 2), (902.5, 1, 7), (910, 3, 3), (911, 8, 4), (915, 6, 9), (920, 2, 1)]
    text = "nm,s,t\n" + "\n".join(",".join(map(str, row)) for row in rows)
    table = _read(tmp_path, text, transpose=True)
    chosen = samples(table)
    assert chosen.X.tolist() == [[5, 1, 3, 8, 6, 2], [2, 7, 3, 4, 9, 1]]
    assert (chosen.names, chosen.columns[:2]) == (["s", "t"], ["900", "902.5"])
    assert table.remarks[0] == "column 'nm' is in order and names the variables"
    other = _read(tmp_path, text.replace("915", "909"), transpose=True)
    assert samples(other).names == ["nm", "s", "t"]
    bare = _read(tmp_path, text.split("\n", 1)[1], transpose=True, header=False)
    assert samples(bare).names == ["1", "2", "3"]


PEAKS = "row ID,row m/z,row retention time,s1.mzML,s2.mzML\n"
PEAKS += "7,150.25,3.5,3,8\n2,99.5,1.25,5,1\n5,301,2,4,7\n"
WRITTEN = {
    "another column names them": (
        PEAKS,
        {"names": "row m/z", "omit": ["row ID", 3]},
        ["150.25", "99.5", "301"],
    ),
    "by its number": (PEAKS, {"names": 3, "omit": ["row ID", 2]}, ["3.5", "1.25", "2"]),
    "left out by name": (PEAKS, {"omit": ["row m/z", 3]}, ["7", "2", "5"]),
    "an identifier of another form": (
        "Entrez,s1,s2\n3435,3,8\n135,5,1\n880,4,7\n",
        {},
        ["3435", "135", "880"],
    ),
    "called as half of the others": (
        "s1,s2,control\n35,3,8\n11,5,1\n88,4,7\n",
        {},
        ["35", "11", "88"],
    ),
    "called as an identifier": ("id,x,y\n35,3,8\n11,5,1\n88,4,7\n", {}, ["35", "11", "88"]),
}


@pytest.mark.parametrize("case", WRITTEN)
def test_columns_that_name_variables_are_no_samples(case, tmp_path):
    text, options, names = WRITTEN[case]
    table = _read(tmp_path, text, transpose=True, **options)
    given = samples(table, names=options.get("names"), omit=options.get("omit"))
    assert given.columns == names
    assert given.X.tolist() == [[3, 5, 4], [8, 1, 7]]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("s0,s1,s2\n35,3,8\n11,5,1\n88,4,7\n", ["s0", "s1", "s2"]),
        ("s9,s10,s11\n35,3,8\n11,5,1\n88,4,7\n", ["s9", "s10", "s11"]),
        ("x,s1,s2\n35,3,8\n11,5,1\n35,4,7\n", ["x", "s1", "s2"]),
        ("x,s1,s2\n3.5,3,8\n1.1,5,1\n8.8,4,7\n", ["x", "s1", "s2"]),
    ],
)
def test_a_first_column_of_other_numbers_is_a_sample(text, names, tmp_path):
    assert _read(tmp_path, text, transpose=True).index == names


def test_a_row_is_left_out_where_no_column_has_its_name(tmp_path):
    table = _read(tmp_path, "g,s,t\na,1,2\nb,3,5\nc,4,9\n", transpose=True, omit=["b", "t"])
    given = samples(table, omit=["b", "t"])
    assert (given.columns, given.names, given.X.tolist()) == (["a", "c"], ["s"], [[1, 4]])


ORDERS = {
    "before the samples": (
        [[4100, 240, 7], [700, 910, 33]],
        [7, 5, 9],
        [3, 8, 6],
        [4, 2, 1],
        "ab",
    ),
    "as many, and the last ones are samples": (
        [[400, 90, 800], [500, 70, 900], [650, 99, 700]],
        [2, 1, 3],
        [9, 6, 5],
        [4, 3, 8],
        "abc",
    ),
    "fewer than three samples": ([[4100, 24, 700]], [7, 5, 9], [2, 1, 3], ""),
    "a chain of sizes": ([[4, 8, 5]], [30, 60, 41], [200, 399, 290], [1500, 3400, 2300], ""),
    "zeros and signs": ([[0, -0.3, 0.1]], [7, -5, 0], [-9, 6, 5], [4, 3, 8], "a"),
    "variables of different sizes": ([[2, 700, 1e6]], [3, 0, 2e6], [0, 500, 9e5], [1, 800, 0], ""),
    "variables of four sizes": (
        [[1, 1e3, 1e6], [900, 8e5, 9e8]],
        [1.2, 900, 2e6],
        [0.9, 1100, 9e5],
        [1, 1200, 1e6],
        "b",
    ),
    "none but zeros": ([[0, 0, 0]], [3, 4, 2], [6, 5, 9], [1, 8, 2], ""),
}


@pytest.mark.parametrize("case", ORDERS)
def test_columns_of_another_order_of_magnitude_than_the_samples_are_asked_about(case, tmp_path):
    """The first columns have letters from a, the samples s, t, u; those to ask about come last."""
    first, *others, asked_about = ORDERS[case]
    columns = dict(zip("abc", first, strict=False)) | dict(zip("stu", others, strict=False))
    pd.DataFrame(columns, index=["v", "w", "x"]).to_csv(tmp_path / "t.csv")
    if not asked_about:
        assert read(tmp_path / "t.csv", transpose=True).index == [*columns]
        return
    with pytest.raises(InputError) as asked:
        read(tmp_path / "t.csv", transpose=True)
    ways = asked.value.message.settings
    assert ways == [Setting("omit", [*asked_about]), Setting("omit", [])]
    left = [name for name in columns if name not in asked_about]
    assert read(tmp_path / "t.csv", transpose=True, omit=[*asked_about]).index == left
    assert read(tmp_path / "t.csv", transpose=True, omit=[]).index == [*columns]


@pytest.mark.parametrize(
    ("size", "is_asked"), [(79, False), (80, True), (0.2, True), (0.21, False)]
)
def test_an_order_of_magnitude_is_a_factor_of_ten(size, is_asked, tmp_path):
    """In two of three rows the samples are 2, 4 and 8, so that the column is the size over 4."""
    text = f"g,s,t,u,a\nx,2,4,8,{size}\ny,2,4,8,{size}\nz,31,25,90,90\n"
    if not is_asked:
        assert len(_read(tmp_path, text, transpose=True)) == 4
        return
    with pytest.raises(InputError, match=r"'a' \(\d.* those of 3 columns are not \(") as asked:
        _read(tmp_path, text, transpose=True)
    assert asked.value.message.settings[0] == Setting("omit", ["a"])


def test_names_that_several_variables_have_are_numbered(tmp_path):
    table = _read(tmp_path, "gene,s,t\nTP53,1,2\nEGFR,3,5\nTP53,4,9\n,7,8\n", transpose=True)
    assert table.names == ["TP53 (1)", "EGFR", "TP53 (2)", "line 5"]
    (remark,) = table.remarks
    assert "several variables have are numbered: 'TP53' (2 times)" in remark
    assert remark.settings == [Setting("names", ...)]


def test_names_that_repeat_are_numbered_where_they_are_those_of_samples(tmp_path):
    table = _read(tmp_path, "g,s,t,s\na,1,2,5\nb,3,4,7\n", transpose=True)
    assert table.index == ["s (1)", "t", "s (2)"]
    with pytest.raises(InputError, match="two columns are called 's'"):
        _read(tmp_path, "g,s,t,s\na,1,2,5\nb,3,4,7\n")
