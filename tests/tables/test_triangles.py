"""One half of a matrix of distances is the whole: triangles, R's print, and SciPy's vector."""

import numpy as np
import pytest

from kpca.studies import matrix
from kpca.tables.read import read
from kpca.tables.table import InputError

D = [[0, 1, 2.5, 4], [1, 0, 3, 5], [2.5, 3, 0, 7], [4, 5, 7, 0]]
HALVES = {
    "a lower triangle": ("0\n1,0\n2.5,3,0\n4,5,7,0\n", "1234"),
    "a lower triangle with blanks": ("0\n1 0\n2.5 3 0\n4 5 7 0\n", "1234"),
    "without its diagonal": ("1\n2.5,3\n4,5,7\n", "1234"),
    "with names": (",a,b,c,d\na,0\nb,1,0\nc,2.5,3,0\nd,4,5,7,0\n", "abcd"),
    "with names and without its diagonal": ("a\nb,1\nc,2.5,3\nd,4,5,7\n", "abcd"),
    "with empty cells": (",a,b,c,d\na,,,,\nb,1,,,\nc,2.5,3,,\nd,4,5,7,\n", "abcd"),
    "with NA": (",a,b,c,d\na,0,NA,NA,NA\nb,1,0,NA,NA\nc,2.5,3,0,NA\nd,4,5,7,0\n", "abcd"),
    "with zeros": (",a,b,c,d\na,0,0,0,0\nb,1,0,0,0\nc,2.5,3,0,0\nd,4,5,7,0\n", "abcd"),
    "an upper triangle": (",a,b,c,d\na,0,1,2.5,4\nb,,0,3,5\nc,,,0,7\nd,,,,0\n", "abcd"),
    "all but the diagonal": (",a,b,c,d\na,NA,1,2.5,4\nb,1,,3,5\nc,2.5,3,-,7\nd,4,5,7,\n", "abcd"),
    "a column": ("1\n2.5\n4\n3\n5\n7\n", "1234"),
    "a column with a name": ("d\n1\n2.5\n4\n3\n5\n7\n", "1234"),
}


def _given(tmp_path, text, what="distance matrix"):
    (tmp_path / "d.txt").write_text(text)
    return matrix.matrix(read(tmp_path / "d.txt", wider=0), what)


@pytest.mark.parametrize("case", HALVES)
def test_one_half_of_the_distances_is_all_of_them(case, tmp_path):
    text, names = HALVES[case]
    given = _given(tmp_path, text)
    assert given.A.tolist() == D
    assert given.names == list(names)
    side = "upper" if "upper" in case else "lower"
    half = f"the {side} triangle of the matrix is read, and the other one is equal to it"
    condensed = "6 numbers are read as the distances of 4 samples, condensed as by SciPy"
    no_diagonal = "the diagonal, in which no cell is a number, is read as 0"
    remark = condensed if "column" in case else half
    assert given.remarks[-1] == (no_diagonal if "all but" in case else remark)


def test_a_condensed_array_of_scipy_is_read(tmp_path):
    np.save(tmp_path / "d.npy", np.array([1, 2.5, 4, 3, 5, 7]))
    assert matrix.matrix(read(tmp_path / "d.npy", wider=0), "distance matrix").A.tolist() == D


def test_a_triangle_of_kernel_values_keeps_its_diagonal(tmp_path):
    given = _given(tmp_path, "2\n1,3\n0.5,1.5,4\n", "kernel matrix")
    assert given.A.tolist() == [[2, 1, 0.5], [1, 3, 1.5], [0.5, 1.5, 4]]


@pytest.mark.parametrize(
    ("text", "what", "message"),
    [
        (
            ",a,b,c\na,-,1,2\nb,1,0,3\nc,2,3,-\n",
            "distance matrix",
            "'-' is not a num.*correct the cell; such",
        ),
        (",a,b,c\na,-,1,2\nb,1,-,3\nc,2,3,-\n", "kernel matrix", "'-' is not a number"),
        ("1\n2.5\n4\n3\n5\n", "distance matrix", "5 rows and 1 column; allowed"),
        ("1\n2.5\n4\n", "kernel matrix", "3 rows and 1 column; allowed"),
        (",a,b,c\na,0,,\nb,1,0,\nc,,3,0\n", "distance matrix", "the number of .* is missing"),
        (",a,b,c\na,0,9,\nb,1,0,\nc,2,3,0\n", "distance matrix", "the number of .* is missing"),
        ("1\n2,1\n3,4,1\n", "distance matrix", "to itself is 1; allowed: 0"),
        (
            ",a,b,c,d\na,,,,\nb,1,,,\nc,2.5,3,,\nd,4,5,7,\n",
            "kernel matrix",
            "column 'a': the number of .* is missing, one of 4 missing values",
        ),
        (",a,b,c\nb,1,,\nc,2,3,\na,4,5,7\n", "distance matrix", "row 1 is 'b' and column 1 is 'a'"),
    ],
)
def test_other_shapes_and_holes_are_refused(text, what, message, tmp_path):
    with pytest.raises(InputError, match=message):
        given = _given(tmp_path, text, what)
        matrix.require_distances(given.A, given.names, given.path)


def test_a_symmetric_matrix_stays_as_it_is(tmp_path):
    given = _given(tmp_path, "\n".join(",".join(map(str, row)) for row in D))
    assert (given.A.tolist(), given.remarks) == (D, [])
