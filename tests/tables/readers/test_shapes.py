"""A variable in each row, and a number in each row."""

import pandas as pd
import pytest

from kpca.tables.columns import samples
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


PAIRS = "from,to,km\nu,v,3\nw,u,5\nw,v,4.5\n"


def test_pairs_of_samples_are_asked_for_and_read_as_distances(tmp_path):
    more = PAIRS + "x,w,7\nu,x,6\nx,v,2\n"
    with pytest.raises(
        InputError, match="6 rows .* pairs .* 'u' and 'v'; .*'distance_matrix: .*t.c"
    ):
        _read(tmp_path, more)
    assert len(_read(tmp_path, more, triplets=False)) == 6
    triplets = samples(_read(tmp_path, more, triplets=True))
    assert (triplets.names, triplets.columns) == (["u", "w", "x"], ["v", "u", "w", "x"])
    assert triplets.X.tolist() == [[3, 0, 0, 6], [4.5, 5, 0, 0], [2, 0, 7, 0]]
    table = _read(tmp_path, PAIRS, wider=0)
    assert samples(table).X.tolist() == [[0, 5, 3], [5, 0, 4.5], [3, 4.5, 0]]
    assert table.names == table.index == ["u", "w", "v"]
    assert table.remarks == ["3 rows are read as pairs of 3 samples and their numbers"]


def test_both_orders_and_the_diagonal_of_pairs_stay_as_they_are_and_none_may_lack(tmp_path):
    both = PAIRS + "v,u,8\nu,w,6\nv,w,1\nu,u,2\nv,v,9\nw,w,7\n"
    table = _read(tmp_path, both, wider=0)
    assert table.names == ["u", "w", "v"]
    assert samples(table).X.tolist() == [[2, 6, 3], [5, 7, 4.5], [8, 1, 9]]
    with pytest.raises(InputError, match="no row has 'u' and 'x'; .* each pair of the 4 samples"):
        _read(tmp_path, PAIRS + "w,x,7\nx,v,2\n", wider=0)


COUNTED = "i,j,x\n0,0,5\n2,0,7\n1,1,3\n1,0,4\n0,1,9\n2,2,8\n"
NAMED = "s,v,x\np,k,5\nq,l,3\nq,k,4\np,l,9\nr,k,7\nr,l,1.5\n"


def test_triplets_in_which_a_row_and_a_column_have_one_name_are_no_pairs_of_samples(tmp_path):
    text = "site,taxon,n\nash,oak,1\nbay,oak,2\noak,oak,3\nelm,oak,4\nash,yew,5\nbay,yew,6\n"
    with pytest.raises(InputError, match="6 rows .* triplets .* 4 rows and 2 columns"):
        _read(tmp_path, text)


def test_triplets_are_asked_for_and_read_as_a_table(tmp_path):
    with pytest.raises(InputError, match="6 rows .* triplets .* 3 rows and 2 columns; write 'trip"):
        _read(tmp_path, NAMED)
    table = _read(tmp_path, NAMED, triplets=True)
    chosen = samples(table)
    assert chosen.X.tolist() == [[5, 9], [4, 3], [7, 1.5]]
    assert (chosen.names, chosen.columns) == (["p", "q", "r"], ["k", "l"])
    assert table.remarks == ["read from triplets; 0 of 6 numbers are not in the file and are 0"]


def test_whole_numbers_of_triplets_may_leave_out_some(tmp_path):
    text = "i,j,x\n0,0,5\n3,0,7\n1,1,3\n1,0,4\n0,1,9\n"
    table = _read(tmp_path, text, triplets=True)
    assert samples(table).X.tolist() == [[5, 9], [4, 3], [0, 0], [7, 0]]
    with pytest.raises(InputError, match="triplets: 3 columns; allowed: three columns"):
        _read(tmp_path, text.replace("3,0,7", "9,0,7"), triplets=True)


def test_numbers_that_are_0_in_the_file_are_not_counted_as_absent(tmp_path):
    table = _read(tmp_path, NAMED.replace("q,l,3", "q,l,0").replace("r,l,1.5\n", ""), triplets=True)
    assert samples(table).X.tolist() == [[5, 9], [4, 0], [7, 0]]
    assert table.remarks == ["read from triplets; 1 of 6 numbers are not in the file and are 0"]


def test_a_unit_beside_triplets_is_left_out(tmp_path):
    rows = NAMED.split()
    text = "\n".join([f"{row},{'unit' if k == 0 else 'mg'}" for k, row in enumerate(rows)])
    with pytest.raises(InputError, match="6 rows .* triplets .* 3 rows and 2 columns; write 'trip"):
        _read(tmp_path, text)
    assert samples(_read(tmp_path, text, triplets=True)).X.tolist() == [[5, 9], [4, 3], [7, 1.5]]
    assert _read(tmp_path, text, triplets=False).names == ["s", "v", "x", "unit"]
    assert _read(tmp_path, text.replace("mg", "g", 1)).names == ["s", "v", "x", "unit"]


def test_whole_numbers_of_triplets_are_places_and_others_are_0(tmp_path):
    with pytest.raises(InputError, match="write 'triplets: true'.*'triplets: false'"):
        _read(tmp_path, COUNTED)
    table = _read(tmp_path, COUNTED, triplets=True)
    assert samples(table).X.tolist() == [[5, 9, 0], [4, 3, 0], [7, 0, 8]]
    assert table.names == table.index == ["0", "1", "2"]
    assert "3 of 9 numbers are not in the file and are 0" in table.remarks[0]
    assert len(samples(_read(tmp_path, COUNTED, triplets=False)).X) == 6
    from_one = "i,j,x\n1,1,5\n3,1,7\n2,2,3\n2,1,4\n1,2,9\n3,3,8\n"
    table = _read(tmp_path, from_one, triplets=True)
    assert samples(table).X.tolist() == [[5, 9, 0], [4, 3, 0], [7, 0, 8]]
    assert table.names == table.index == ["1", "2", "3"]


@pytest.mark.parametrize(
    "text",
    [
        "a,b,x\n1,20,5\n2,31,7\n1,40,3\n2,50,4\n",
        "a,b,x\n0,0,5\n0,0,7\n1,1,3\n1,0,4\n",
        "a,b,x\n0,0.5,5\n1,0.5,7\n1,1.5,3\n0,1.5,4\n",
        "a,b\n0,1\n1,0\n1,1\n0,0\n",
        "a,b,x\np,k,5\nq,l,7\nr,m,3\ns,n,4\n",
        "a,b,x\np,k,5\nq,l,7\nr,k,3\ns,k,4\n",
    ],
)
def test_other_tables_of_three_columns_are_no_triplets(text, tmp_path):
    assert samples(_read(tmp_path, text)).X.shape[0] == 4
    if "k" not in text:
        with pytest.raises(InputError, match="triplets: . columns; allowed: three columns"):
            _read(tmp_path, text, triplets=True)
