"""A number in each row: triplets, and pairs of samples."""

import contextlib
import re

import numpy as np
import pandas as pd
import pytest

from kpca.studies import matrix
from kpca.tables.columns import samples
from kpca.tables.messages import Setting
from kpca.tables.read import read
from kpca.tables.table import InputError


def _read(tmp_path, text, **options):
    (tmp_path / "t.csv").write_text(text)
    return read(tmp_path / "t.csv", **options)


def _distances(tmp_path, text, **options):
    """The matrix of distances in a file, and the names of its samples."""
    return matrix.matrix(_read(tmp_path, text, wider=0, **options), matrix.DISTANCES)


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
    given = _distances(tmp_path, PAIRS)
    assert given.A.tolist() == [[0, 5, 3], [5, 0, 4.5], [3, 4.5, 0]]
    assert given.names == ["u", "w", "v"]
    assert given.remarks[0] == "3 rows are read as pairs of 3 samples and their numbers"


def test_both_orders_and_the_diagonal_of_pairs_stay_as_they_are_and_none_may_lack(tmp_path):
    both = PAIRS + "v,u,8\nu,w,6\nv,w,1\nu,u,2\nv,v,9\nw,w,7\n"
    table = _read(tmp_path, both, wider=0)
    assert table.names == ["u", "w", "v"]
    assert samples(table).X.tolist() == [[2, 6, 3], [5, 7, 4.5], [8, 1, 9]]
    table = _read(tmp_path, PAIRS + "w,x,7\nx,v,2\n", wider=0)
    cells = [[column[i].as_py() for column in table.columns] for i in range(4)]
    where = [(i, j) for i in range(4) for j in range(4) if np.isnan(cells[i][j])]
    apart = [(table.index[i], table.names[j]) for i, j in where if i != j]
    assert apart == [("u", "x"), ("x", "u")]


@pytest.mark.parametrize(
    "text", [PAIRS + "v,u,NA\n", PAIRS + "v,u,\n", PAIRS.replace("u,v,3", "u,v,NA\nv,u,3")]
)
def test_of_two_orders_of_a_pair_one_may_lack_its_number(text, tmp_path):
    given = _distances(tmp_path, text)
    at = [given.names.index(name) for name in "uvw"]
    assert given.A[at][:, at].tolist() == [[0, 3, 5], [3, 0, 4.5], [5, 4.5, 0]]


TRIANGLE = "1\t1\t.9\n2\t1\t.1\n2\t2\t.7\n3\t1\t.2\n3\t2\t.3\n3\t3\t.8\n"
TRIANGLE += "4\t1\t.4\n4\t2\t.5\n4\t3\t.6\n4\t4\t1.5\n"
HALF = [[0.9, 0.1, 0.2, 0.4], [0.1, 0.7, 0.3, 0.5], [0.2, 0.3, 0.8, 0.6], [0.4, 0.5, 0.6, 1.5]]
OF_NUMBERS = {
    "kernel values": (TRIANGLE, "kernel_matrix", HALF),
    "those of GCTA": (
        TRIANGLE.replace("\t.", "\t998\t.").replace("\t1.5", "\t997\t1.5"),
        "kernel_matrix",
        HALF,
    ),
    "distances": (
        "2\t1\t3\n3\t1\t5\n3\t2\t4\n4\t1\t6\n4\t2\t2\n4\t3\t7.5\n",
        "distance_matrix",
        [[0, 3, 5, 6], [3, 0, 4, 2], [5, 4, 0, 7.5], [6, 2, 7.5, 0]],
    ),
    "distances of the upper half": (
        "1\t2\t3\n1\t3\t5\n1\t4\t6\n2\t3\t4\n2\t4\t2\n3\t4\t7.5\n",
        "distance_matrix",
        [[0, 3, 5, 6], [3, 0, 4, 2], [5, 4, 0, 7.5], [6, 2, 7.5, 0]],
    ),
}


@pytest.mark.parametrize("case", OF_NUMBERS)
def test_pairs_of_numbered_samples_are_asked_for_and_read_as_a_matrix(case, tmp_path):
    text, form, A = OF_NUMBERS[case]
    with pytest.raises(InputError, match="pairs of samples") as asked:
        _read(tmp_path, text, header=False)
    assert [one.key for one in asked.value.message.settings] == [form, "triplets"]
    table = _read(tmp_path, text, header=False, wider=0)
    given = matrix.matrix(table, form.replace("_", " "))
    assert (given.A.tolist(), given.names) == (A, ["1", "2", "3", "4"])


def test_more_than_nine_numbered_samples_stand_in_the_order_of_their_numbers(tmp_path):
    pairs = [f"{i}\t{j}\t{i + j / 100}" for i in range(2, 12) for j in range(1, i)]
    given = _distances(tmp_path, "\n".join(pairs) + "\n", header=False)
    assert given.names == [str(i) for i in range(1, 12)]
    assert given.A[10, 1] == 11.02


@pytest.mark.parametrize(("name", "number"), [("RELATEDNESS_PHI", 1), ("N_aa", 0), ("kinship", 1)])
def test_a_column_that_is_called_so_has_the_numbers_of_pairs(name, number, tmp_path):
    pairs = [("u", "u"), ("u", "v"), ("u", "w"), ("v", "v"), ("v", "w"), ("w", "w"), ("x", "x")]
    pairs += [("u", "x"), ("v", "x"), ("w", "x")]
    rows = [f"{a},{b},{100 + k},0.{k + 1}" for k, (a, b) in enumerate(pairs)]
    table = _read(tmp_path, "\n".join([f"INDV1,INDV2,N_AA,{name}", *rows]) + "\n", wider=0)
    at = table.names.index("u"), table.names.index("w")
    assert table.columns[at[0]][at[1]].as_py() == (102, 0.3)[number]
    left_out = ("N_AA" if number else name,)
    assert f"left out: {left_out[0]!r}" in table.remarks[-1]


@pytest.mark.parametrize(
    "text",
    [TRIANGLE.replace("4\t2\t.5\n", ""), TRIANGLE.replace("4\t2", "2\t4"), TRIANGLE[:41]],
)
def test_other_numbers_are_no_pairs_of_samples(text, tmp_path):
    """A pair is missing; one is of the other half; three samples."""
    try:
        assert len(_read(tmp_path, text, header=False)) == text.count("\n")
    except InputError as asked:
        assert [one.key for one in asked.message.settings] == ["triplets", "triplets"]


COUNTED = "i,j,x\n0,0,5\n2,0,7\n1,1,3\n1,0,4\n0,1,9\n2,2,8\n"
NAMED = "s,v,x\np,k,5\nq,l,3\nq,k,4\np,l,9\nr,k,7\nr,l,1.5\n"
WITH_UNITS = NAMED.replace("\n", ",mg\n").replace("mg", "unit", 1)
LONG = "otu,site,n\n338272,s1,3\n9,s2,7\n1900,s1,4\n1900,s3,9\n9,s1,6\n338272,s3,5\n"
CODES = LONG.replace("338272", "007").replace("1900", "140").replace("9,s", "020,s")
TRIPLETS = {
    "texts": (NAMED, "pqr", "kl", [[5, 9], [4, 3], [7, 1.5]], 0),
    "a number that is 0, and one that is absent": (
        NAMED.replace("q,l,3", "q,l,0").replace("r,l,1.5\n", ""),
        *("pqr", "kl", [[5, 9], [4, 0], [7, 0]], 1),
    ),
    "a unit beside them": (WITH_UNITS, "pqr", "kl", [[5, 9], [4, 3], [7, 1.5]], 0),
    "places from 0": (COUNTED, "012", "012", [[5, 9, 0], [4, 3, 0], [7, 0, 8]], 3),
    "places from 1": (
        "i,j,x\n1,1,5\n3,1,7\n2,2,3\n2,1,4\n1,2,9\n3,3,8\n",
        *("123", "123", [[5, 9, 0], [4, 3, 0], [7, 0, 8]], 3),
    ),
    "places of which one is absent": (
        "i,j,x\n0,0,5\n3,0,7\n1,1,3\n1,0,4\n0,1,9\n",
        *("0123", "01", [[5, 9], [4, 3], [0, 0], [7, 0]], 3),
    ),
    "whole numbers that count nothing": (
        LONG,
        *(["338272", "9", "1900"], ["s1", "s2", "s3"], [[3, 0, 5], [6, 7, 0], [4, 0, 9]], 3),
    ),
    "codes with zeros": (
        CODES,
        *(["007", "020", "140"], ["s1", "s2", "s3"], [[3, 0, 5], [6, 7, 0], [4, 0, 9]], 3),
    ),
}


@pytest.mark.parametrize("case", TRIPLETS)
def test_triplets_are_asked_for_and_read_as_a_table_in_which_others_are_0(case, tmp_path):
    text, names, columns, X, absent = TRIPLETS[case]
    rows = text.count("\n") - 1
    shape = f"{len(names)} rows and {len(columns)} columns"
    with pytest.raises(InputError, match=f"{rows} rows .* triplets .* {shape}; write") as asked:
        _read(tmp_path, text)
    answers = [Setting("triplets", True), Setting("triplets", False)]
    assert asked.value.message.settings == answers
    table = _read(tmp_path, text, triplets=True)
    given = samples(table)
    assert (given.names, given.columns, given.X.tolist()) == ([*names], [*columns], X)
    of_all = f"{absent} of {len(names) * len(columns)} numbers"
    assert table.remarks == [f"read from triplets; {of_all} are not in the file and are 0"]
    assert len(_read(tmp_path, text, triplets=False)) == rows


def test_numbers_beside_numbers_and_units_that_differ_are_triplets_on_demand_only(tmp_path):
    beside = LONG.replace("s", "7")
    assert _read(tmp_path, beside).names == ["otu", "7ite", "n"]
    numbers = samples(_read(tmp_path, beside, triplets=True))
    assert (numbers.columns, numbers.X[0].tolist()) == (["71", "72", "73"], [3, 0, 5])
    assert _read(tmp_path, WITH_UNITS.replace("mg", "g", 1)).names == ["s", "v", "x", "unit"]


def test_triplets_in_which_a_row_and_a_column_have_one_name_are_no_pairs_of_samples(tmp_path):
    text = "site,taxon,n\nash,oak,1\nbay,oak,2\noak,oak,3\nelm,oak,4\nash,yew,5\nbay,yew,6\n"
    with pytest.raises(InputError, match="6 rows .* triplets .* 4 rows and 2 columns"):
        _read(tmp_path, text)


MASH = "a.fna,a.fna,0,0,9/9\nc.fna,a.fna,0.5,1e-9,4/9\nb.fna,a.fna,0.25,1e-7,7/9\n"
MASH += "c.fna,b.fna,0.125,1e-3,2/9\n"


def test_more_numbers_behind_a_list_of_distances_are_left_out(tmp_path):
    with pytest.raises(InputError, match="pairs of samples .* if '3' is their distance") as asked:
        _read(tmp_path, MASH, header=False)
    assert [one.key for one in asked.value.message.settings] == ["distance_matrix", "triplets"]
    table = _read(tmp_path, MASH, header=False, wider=0)
    given = matrix.matrix(table, matrix.DISTANCES)
    assert (given.names, given.A[0].tolist()) == (["a.fna", "c.fna", "b.fna"], [0, 0.5, 0.25])
    assert "those of '3'; left out: '4' and '5'" in table.remarks[-1]
    assert len(_read(tmp_path, MASH, header=False, triplets=False)) == 4


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
    if "k" not in text and "20" not in text:
        with pytest.raises(InputError, match="triplets: . columns; allowed: three columns"):
            _read(tmp_path, text, triplets=True)


def test_three_columns_that_are_named_are_triplets_beside_others(tmp_path):
    text = "id,event,taxon,n,lat\n7,A,x,2,50.5\n3,A,y,1,50.5\n9,B,x,4,51\n1,C,y,8,52\n"
    columns = ["event", "taxon", "n"]
    table = _read(tmp_path, text, triplets=True, columns=columns, named=tuple(columns))
    given = samples(table, columns=columns)
    assert (given.names, given.columns) == (["A", "B", "C"], ["x", "y"])
    assert given.X.tolist() == [[2, 1], [4, 0], [0, 8]]


FOUR = [("B", "A", 0.1), ("C", "A", 0.3), ("C", "B", 0.25)]
FOUR += [("D", "A", 0.4), ("D", "B", 0.35), ("D", "C", 0.2)]
OF_FOUR = {"A": [0, 0.1, 0.3, 0.4], "B": [0.1, 0, 0.25, 0.35], "C": [0.3, 0.25, 0, 0.2]}
AS_PAIRS = {
    "between blanks": "{0} {1} {2}",
    "two names each": "f{0},{0},f{1},{1},UN,{2},77",
    "a class beside each": "{0},x,{1},x,{2},77,5",
}


@pytest.mark.parametrize("case", AS_PAIRS)
def test_two_names_of_one_part_or_of_two_are_a_pair(case, tmp_path):
    text = "\n".join(AS_PAIRS[case].format(*pair) for pair in FOUR) + "\n"
    given = _distances(tmp_path, text, header=False)
    letters = [name[-1] if "class" not in case else name[0] for name in given.names]
    at = [letters.index(letter) for letter in "ABCD"]
    assert given.A[np.ix_(at, at)][:3].tolist() == [*OF_FOUR.values()]


def test_names_that_are_no_pairs_are_no_part_of_a_condensed_vector(tmp_path):
    for names in (["BA", "CA", "CB"], ["B-A", "C-A", "C-B"]):
        with pytest.raises(InputError, match=f"each with a name such as '{names[0]}'") as refused:
            _distances(tmp_path, "pair,d\n" + "\n".join(f"{name},4" for name in names) + "\n")
    x = pd.read_csv(tmp_path / "t.csv")
    line = re.search(r"x\.iloc.*\.to_csv", str(refused.value))[0].removesuffix(".to_csv")
    table = eval(line, {"x": x}).to_csv(index=False)  # noqa: S307
    assert _distances(tmp_path, table).A.tolist() == [[0, 4, 4], [4, 0, 4], [4, 4, 0]]
    counted = ",d\n" + "\n".join(f"{k},{d}" for k, (_, _, d) in enumerate(FOUR)) + "\n"
    assert _distances(tmp_path, counted).A[0].tolist() == [0, 0.1, 0.3, 0.25]


def test_a_similarity_is_no_distance_of_a_pair(tmp_path):
    text = "FID1,IID1,FID2,IID2,RT,Z0,PI_HAT,DST\n"
    text += "\n".join(f"f{a},{a},f{b},{b},UN,1,{d},{1 - d}" for a, b, d in FOUR) + "\n"
    with pytest.raises(InputError, match="pairs of samples, of which 'PI_HAT'") as asked:
        _distances(tmp_path, text)
    assert "1 - PI_HAT" in str(asked.value)
    with pytest.raises(InputError, match="pairs of samples .* 'PI_HAT' is their kernel value"):
        _read(tmp_path, text)


KINSHIP = "i,j,k\n" + "\n".join(f"{a},{b},{d}" for a, b, d in FOUR) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        KINSHIP,
        "A\nB,.1\nC,.3,.25\nD,.4,.35,.2\n",
        ",A,B,C\nB,.1,,\nC,.3,.25,\nD,.4,.35,.2\n",
        ",A,B,C\nA,,1,2\nB,1,NA,.5\nC,2,.5,\n",
        "4\nA\nB\t.1\nC\t.2\t.3\nD\t.1\t.2\t.3\n",
    ],
)
def test_kernel_values_need_their_diagonal(text, tmp_path):
    with pytest.raises(InputError, match="add the diagonal"):
        matrix.matrix(_read(tmp_path, text, wider=0), "kernel matrix")
    whole = KINSHIP + "A,A,.5\nB,B,.75\nC,C,.5\nD,D,1\n"
    given = matrix.matrix(_read(tmp_path, whole, wider=0), "kernel matrix")
    assert dict(zip(given.names, given.A.diagonal(), strict=True))["B"] == 0.75


@pytest.mark.parametrize(("repeated", "is_named"), [(2, True), (3, False)])
def test_a_pair_that_stands_twice_in_a_list_is_named(repeated, is_named, tmp_path):
    """Six pairs of eight rows are three quarters."""
    rows = [f"{a},{b},{d}" for a, b, d in FOUR]
    text = "\n".join(["i,j,d", *rows, *rows[1:][:1] * repeated]) + "\n"
    with pytest.raises(InputError) as refused:
        _distances(tmp_path, text)
    where = f"'C' and 'A' stand together {repeated + 1} times"
    assert (where in str(refused.value)) is is_named
    with pytest.raises(InputError) if is_named else contextlib.nullcontext():
        _read(tmp_path, text)
