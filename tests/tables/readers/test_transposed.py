"""A variable in each row: what names it, and what describes it, is no sample."""

import re

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
    "decimal commas": ";s;t\na;1,0;2\nb;3;5\nc;4;9,0\n",
}


@pytest.mark.parametrize("case", TRANSPOSED)
def test_the_columns_of_a_transposed_table_are_samples(case, tmp_path):
    table = _read(tmp_path, TRANSPOSED[case], transpose=True)
    chosen = samples(table)
    assert chosen.X.tolist() == [[1, 3, 4], [2, 5, 9]]
    assert (chosen.names, chosen.columns) == (["s", "t"], ["a", "b", "c"])
    assert "transposed: 3 rows are variables, 2 columns are samples" in table.remarks
    left_out = [remark for remark in table.remarks if "left out" in remark]
    assert left_out == (["text left out: 'note'"] if "note" in TRANSPOSED[case] else [])


def test_a_row_of_classes_of_a_transposed_table_labels_its_samples(tmp_path):
    table = _read(tmp_path, ",s,t\nkind,u,v\na,1,2\nb,3,5\n", transpose=True)
    chosen = samples(table, labels="kind")
    assert (chosen.labels, chosen.X.tolist()) == (["u", "v"], [[1, 3], [2, 5]])


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


def test_a_table_of_texts_cannot_be_transposed(tmp_path):
    with pytest.raises(InputError, match="transpose: no column has a number"):
        _read(tmp_path, "a,b\nx,y\nu,v\n", transpose=True)


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


COUNTS = "Geneid,Chr,Start,End,Strand,Length,s1,s2\n"
COUNTS += "g1,2,11,25,+,14,3,8\ng2,2,7,9,-,2,5,1\ng3,5,1,40,+,39,4,7\n"
PEAKS = "row ID,row m/z,row retention time,s1.mzML,s2.mzML\n"
PEAKS += "7,150.25,3.5,3,8\n2,99.5,1.25,5,1\n5,301,2,4,7\n"
WRITTEN = {
    "featureCounts": (COUNTS, {}, ["g1", "g2", "g3"], ["'Chr', 'Start', 'End' and 'Length'"]),
    "MZmine": (PEAKS, {}, ["7", "2", "5"], ["'row m/z' and 'row retention time'"]),
    "another column names them": (
        PEAKS,
        {"names": "row m/z"},
        ["150.25", "99.5", "301"],
        ["'row ID' and 'row r"],
    ),
    "by its number": (PEAKS, {"names": 3}, ["3.5", "1.25", "2"], ["'row ID' and 'row m/z'"]),
    "left out by name": (PEAKS, {"omit": ["row m/z", 3]}, ["7", "2", "5"], []),
    "an identifier of another form": (
        "Entrez,s1,s2\n3435,3,8\n135,5,1\n880,4,7\n",
        {},
        ["3435", "135", "880"],
        [],
    ),
    "called as half of the others": (
        "s1,s2,control\n35,3,8\n11,5,1\n88,4,7\n",
        {},
        ["35", "11", "88"],
        [],
    ),
    "called as an identifier": ("id,x,y\n35,3,8\n11,5,1\n88,4,7\n", {}, ["35", "11", "88"], []),
}


@pytest.mark.parametrize("case", WRITTEN)
def test_columns_that_name_or_describe_variables_are_no_samples(case, tmp_path):
    text, options, names, left_out = WRITTEN[case]
    table = _read(tmp_path, text, transpose=True, **options)
    given = samples(table, names=options.get("names"), omit=options.get("omit"))
    assert given.columns == names
    assert given.X.tolist() == [[3, 5, 4], [8, 1, 7]]
    described = [remark for remark in table.remarks if "describe the variables" in remark]
    assert len(described) == len(left_out)
    assert all(part in remark for part, remark in zip(left_out, described, strict=True))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("s0,s1,s2\n35,3,8\n11,5,1\n88,4,7\n", ["s0", "s1", "s2"]),
        ("x,s1,s2\n35,3,8\n11,5,1\n35,4,7\n", ["x", "s1", "s2"]),
        ("x,s1,s2\n3.5,3,8\n1.1,5,1\n8.8,4,7\n", ["x", "s1", "s2"]),
    ],
)
def test_a_first_column_of_other_numbers_is_a_sample(text, names, tmp_path):
    assert _read(tmp_path, text, transpose=True).index == names


def test_whole_numbers_that_name_the_variables_have_a_remark(tmp_path):
    table = _read(tmp_path, "Entrez,s1,s2\n3435,3,8\n135,5,1\n880,4,7\n", transpose=True)
    (remark, _) = table.remarks
    assert "'Entrez' has a different whole number in each row" in remark
    assert remark.settings == [Setting("names", ...)]


def test_a_row_is_left_out_where_no_column_has_its_name(tmp_path):
    table = _read(tmp_path, "g,s,t\na,1,2\nb,3,5\nc,4,9\n", transpose=True, omit=["b", "t"])
    given = samples(table, omit=["b", "t"])
    assert (given.columns, given.names, given.X.tolist()) == (["a", "c"], ["s"], [[1, 4]])


FAMILIES = {
    "a quantity before": (
        "Intensity s1,Intensity s2,Intensity s7,LFQ s1,LFQ s2,LFQ s7",
        "Intensity",
    ),
    "samples of two words": ("Area a_1,Area a_2,Area b_1,LFQ a_1,LFQ a_2,LFQ b_1", "Area"),
    "equal names again": ("u (1),v (1),w (1),u (2),v (2),w (2)", "(1)"),
    "a quantity behind": ("s1.num,s1.frac,s2.num,s2.frac,s7.num,s7.frac", "num"),
}


@pytest.mark.parametrize("case", FAMILIES)
def test_several_quantities_of_the_same_samples_are_asked_for(case, tmp_path):
    header, left_out = FAMILIES[case]
    text = f"gene,{header}\na,1,2,3,4,5,6\nb,9,8,7,3,2,4\n"
    with pytest.raises(InputError, match=f"same 3 samples: '{re.escape(left_out)}' and") as asked:
        _read(tmp_path, text, transpose=True)
    way, none = asked.value.message.settings
    assert way.key == "omit" and {name for name in header.split(",") if left_out in name} == {
        *way.value
    }
    assert len(_read(tmp_path, text, transpose=True, omit=way.value)) == 3
    assert none == Setting("omit", [])
    assert len(_read(tmp_path, text, transpose=True, omit=[])) == 6


@pytest.mark.parametrize(
    "header",
    [
        "WT_rep1.genes,WT_rep2.genes,WT_rep3.genes,KO_rep1.genes,KO_rep2.genes,KO_rep3.genes",
        "ctrl.1,ctrl.2,ctrl.3,treated.1,treated.2,treated.3",
        "0h 1,0h 2,0h 3,6h 1,6h 2,6h 3",
    ],
)
def test_replicates_of_conditions_are_samples(header, tmp_path):
    text = f"gene,{header}\na,1,2,3,4,5,6\nb,9,8,7,3,2,4\n"
    assert _read(tmp_path, text, transpose=True).index == header.split(",")


def test_equal_names_beside_each_other_are_replicates(tmp_path):
    text = (
        "gene,A,A,A,B,B,B,C,C,C,D,D,D\ng,0,3,12,4,2,6,16,9,8,13,1,18\nh,5,1,2,3,9,4,7,6,8,2,1,3\n"
    )
    assert len(_read(tmp_path, text, transpose=True)) == 12
    again = text.replace("A,A,A,B,B,B,C,C,C,D,D,D", "A,B,C,D,A,B,C,D,A,B,C,D")
    with pytest.raises(InputError, match="several quantities of the same 4 samples"):
        _read(tmp_path, again, transpose=True)
    mixed = "gene,u (1),v (1),w (1),u x,v x,w x\ng,1,2,4,3,9,5\nh,8,7,2,2,1,4\n"
    assert len(_read(tmp_path, mixed, transpose=True)) == 6


def test_a_column_of_texts_with_holes_is_no_sample(tmp_path):
    text = "p,about,s1,s2\na,kinase,1,2\nb,,3,4\nc,ligase,NA,8\n"
    table = _read(tmp_path, text, transpose=True)
    assert (table.names, table.index) == (["a", "b", "c"], ["s1", "s2"])
    assert "text left out: 'about'" in table.remarks


@pytest.mark.parametrize(
    ("header", "left_out"),
    [
        ("id,mzmed,KO,npeaks,s1,s2", 3),
        ("id,mzmed,KO,WT,npeaks,s1", 1),
        ("id,KO,mzmed,npeaks,s1,s2", 0),
        ("id,s1,s2,s3,mzmed,npeaks", 0),
        ("id,mzmed,KO,ko15,ko16,wt1", 2),
        ("id,mzmed,KO,ko15,wt1,wt2", 1),
    ],
)
def test_the_columns_up_to_the_last_of_those_that_describe_variables_are_no_samples(
    header, left_out, tmp_path
):
    """More than half of them are called so, and the first."""
    text = f"{header}\na,1,2,3,4,5\nb,9,8,7,3,2\n"
    table = _read(tmp_path, text, transpose=True)
    assert table.index == header.split(",")[1 + left_out :]


def test_an_empty_column_is_no_sample(tmp_path):
    table = _read(tmp_path, "id,note,s1,s2\na,,1,2\nb,,3,4\n", transpose=True)
    assert table.index == ["s1", "s2"]
    assert "text left out: 'note'" in table.remarks


def test_names_that_repeat_are_numbered_where_they_are_those_of_samples(tmp_path):
    table = _read(tmp_path, "g,s,t,s\na,1,2,5\nb,3,4,7\n", transpose=True)
    assert table.index == ["s (1)", "t", "s (2)"]
    with pytest.raises(InputError, match="two columns are called 's'"):
        _read(tmp_path, "g,s,t,s\na,1,2,5\nb,3,4,7\n")


def test_a_first_sample_of_one_digit_is_called_as_those_of_two(tmp_path):
    text = "s9,s10,s11\n35,3,8\n11,5,1\n88,4,7\n"
    assert _read(tmp_path, text, transpose=True).index == ["s9", "s10", "s11"]
