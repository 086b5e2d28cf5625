"""Given kernel values and distances: square, symmetric, with names that agree."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from kpca.page.options import as_option
from kpca.studies import matrix
from kpca.tables.messages import Setting, written
from kpca.tables.omitted import Omitted
from kpca.tables.read import read
from kpca.tables.table import InputError, Table
from kpca.tolerances import centering_element

NAMED = ",a,b,c\na,0,1,2\nb,1,0,3\nc,2,3,0\n"
D = np.array([[0.0, 1, 2], [1, 0, 3], [2, 3, 0]])


def _read(tmp_path, text, **options):
    (tmp_path / "d.csv").write_text(text)
    return read(tmp_path / "d.csv", **options)


def _distances(tmp_path, text):
    given = matrix.matrix(_read(tmp_path, text, wider=0), "distance matrix")
    matrix.require_distances(given.A, given.names, given.path)
    return given


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (NAMED, "abc"),
        ("a,b,c\n0,1,2\n1,0,3\n2,3,0\n", "abc"),
        ("0,1,2\n1,0,3\n2,3,0\n", "123"),
        ("a,0,1,2\nb,1,0,3\nc,2,3,0\n", "abc"),
        ("a,b,c\na,0,1,2\nb,1,0,3\nc,2,3,0\n", "abc"),
    ],
)
def test_names_come_from_the_header_or_from_the_rows(text, names, tmp_path):
    given = _distances(tmp_path, text)
    assert given.names == list(names)
    assert (given.A == D).all()


def test_similarities_are_named_in_the_words_of_each_front(tmp_path):
    with pytest.raises(InputError) as error:
        _distances(tmp_path, NAMED.replace("b,1,0", "b,1,7"))
    assert written(error.value.message, as_option).endswith(
        "; if these are similarities, write '--kernel-matrix' instead of '--distance-matrix'"
    )


def test_asymmetry_of_rounding_is_averaged_and_a_million_times_it_is_not(tmp_path):
    off = D.copy()
    off[0, 2] += 4e-16
    np.save(tmp_path / "k.npy", off)
    A = matrix.matrix(read(tmp_path / "k.npy"), "kernel matrix").A
    assert (A == A.T).all()
    off[0, 2] += 4e-10
    np.save(tmp_path / "k.npy", off)
    with pytest.raises(InputError, match="not symmetric"):
        matrix.matrix(read(tmp_path / "k.npy"), "kernel matrix")


def test_rounding_in_distances_is_zero_and_stated(tmp_path):
    off = D.copy()
    off[1, 1], off[0, 1], off[1, 0] = 2e-16, -3e-16, -3e-16
    np.save(tmp_path / "d.npy", off)
    given = matrix.matrix(read(tmp_path / "d.npy", wider=0), matrix.DISTANCES)
    assert given.A.tolist() == [[0, 0, 2], [0, 0, 3], [2, 3, 0]]
    assert given.remarks == ["3e-16 is rounding in these distances and is read as 0"]
    kernel = matrix.matrix(read(tmp_path / "d.npy", wider=0), "kernel matrix")
    assert (kernel.A[1, 1], kernel.A[0, 1], kernel.remarks) == (2e-16, -3e-16, [])
    off[1, 1] = 2e-10
    np.save(tmp_path / "d.npy", off)
    given = matrix.matrix(read(tmp_path / "d.npy", wider=0), matrix.DISTANCES)
    with pytest.raises(InputError, match="2e-10"):
        matrix.require_distances(given.A, given.names, given.path)


def _beside(tmp_path, text, names="abc"):
    given = matrix.Matrix(D, list(names), "d.csv")
    return matrix.beside(_read(tmp_path, text, header=True), given, "distance matrix")


def test_new_samples_have_values_to_all_and_among_themselves(tmp_path):
    to_training, among, names = _beside(tmp_path, ",a,b,c,x,y\nx,1,3,5,0,2\ny,6,4,7,2,0\n")
    assert (to_training == [[1, 3, 5], [6, 4, 7]]).all()
    assert (among == [[0, 2], [2, 0]]).all()
    assert names == ["x", "y"]


@pytest.mark.parametrize(("of_bound", "is_refused"), [(0.75, False), (1.5, True)])
def test_one_pair_decides_whether_a_matrix_is_symmetric_within_rounding(
    tmp_path, of_bound, is_refused
):
    off = of_bound * float(centering_element(3, 3.0))
    text = NAMED.replace("b,1,", f"b,{1 + off!r},")
    if is_refused:
        with pytest.raises(InputError, match="not symmetric"):
            _distances(tmp_path, text)
    else:
        assert _distances(tmp_path, text).A[0, 1] == 0.5 * (1 + (1 + off))


def test_rounding_among_new_samples_is_removed_as_among_the_others(tmp_path):
    text = ",a,b,c,x,y\nx,1,3,5,1e-16,0.1\ny,6,4,7,0.10000000000000002,-2e-16\n"
    _, among, _ = _beside(tmp_path, text)
    assert (among == among.T).all()
    assert (among.diagonal().tolist(), 0.1 <= among[0, 1] <= 0.10000000000000002) == ([0, 0], True)


def test_samples_of_a_matrix_are_left_out_with_their_rows_and_columns(tmp_path):
    text = ",a,b,c,d\na,0,1,x,4\nb,1,0,,5\nc,x,,0,6\nd,4,5,6,0\n"
    given = matrix.matrix(_read(tmp_path, text, wider=0), "distance matrix", Omitted(["c"]))
    assert given.names == ["a", "b", "d"]
    assert given.A.tolist() == [[0, 1, 4], [1, 0, 5], [4, 5, 0]]
    assert any("1 of 4 samples left out" in remark for remark in given.remarks)
    new = _read(tmp_path, ",a,b,c,d,n\nn,7,8,9,3,0\n")
    assert matrix.beside(new, given, "distance matrix")[0].tolist() == [[7, 8, 3]]


def test_a_matrix_without_a_header_leaves_samples_out_by_number(tmp_path):
    table = _read(tmp_path, "0,1,2,4\n1,0,3,5\n2,3,0,6\n4,5,6,0\n", wider=0)
    given = matrix.matrix(table, "distance matrix", Omitted([2]))
    assert given.A.tolist() == [[0, 2, 4], [2, 0, 6], [4, 6, 0]]


def test_names_that_r_has_changed_in_the_header_are_those_of_the_rows(tmp_path):
    text = '"","Site.1","Site.2","X3rd"\n"Site-1",0,1.5,2\n"Site-2",1.5,0,2.5\n"3rd",2,2.5,0\n'
    given = matrix.matrix(_read(tmp_path, text, wider=0), "distance matrix")
    assert given.names == ["Site-1", "Site-2", "3rd"]
    assert any("'Site-1' to 'Site.1'" in remark for remark in given.remarks)
    with pytest.raises(InputError, match="row 1 is 'Site-1' and column 1 is 'Site.1'"):
        matrix.matrix(_read(tmp_path, text.replace("X3rd", "X3d"), wider=0), "distance matrix")


def test_distances_that_are_all_zero_are_distances():
    matrix.require_distances(np.zeros((2, 2)), ["a", "b"], "d.csv")


def test_names_that_only_count_are_none_and_new_samples_may_have_others(tmp_path):
    given = matrix.matrix(_read(tmp_path, "0,1,2\n1,0,3\n2,3,0\n", wider=0), "distance matrix")
    assert (given.names, given.named) == (["1", "2", "3"], False)
    table = _read(tmp_path, ",a,b,c,x\nx,1,1,1,0\n")
    assert matrix.beside(table, given, "distance matrix")[2] == ["x"]
    for text in (NAMED, "a,b,c\n0,1,2\n1,0,3\n2,3,0\n", "a,0,1,2\nb,1,0,3\nc,2,3,0\n"):
        assert matrix.matrix(_read(tmp_path, text, wider=0), "distance matrix").named


def test_numbers_that_a_file_gives_as_names_of_rows_are_names():
    """As in a file of arrays, which has names of rows and none of columns."""
    columns = [pa.array(column) for column in D]
    numbered = Table("d.nc", ["1", "2", "3"], columns, headed=False)
    assert not matrix.matrix(numbered, "distance matrix").named
    given = matrix.matrix(replace(numbered, index=["1", "2", "3"]), "distance matrix")
    assert (given.names, given.named) == (["1", "2", "3"], True)


@pytest.mark.parametrize("separator", ["\t", ",", " "])
def test_a_triangle_without_names_is_read_with_every_separator(separator, tmp_path):
    text = "0\n0.2,0\n0.5,0.1,0\n0.7,0.4,0.3,0\n".replace(",", separator)
    given = matrix.matrix(_read(tmp_path, text, wider=0), "distance matrix")
    assert given.A[3].tolist() == [0.7, 0.4, 0.3, 0]


def test_the_mean_of_both_orders_is_taken_where_it_is_asked_for(tmp_path):
    text = ",a,b,c\na,0,1,5\nb,2,0,3\nc,5,4,0\n"
    with pytest.raises(InputError) as refused:
        matrix.matrix(_read(tmp_path, text, wider=0), "distance matrix")
    assert [(one.key, one.value) for one in refused.value.message.settings] == [
        ("symmetrize", True)
    ]
    given = matrix.matrix(_read(tmp_path, text, wider=0), "distance matrix", symmetrize=True)
    assert given.A.tolist() == [[0, 1.5, 5], [1.5, 0, 3.5], [5, 3.5, 0]]
    assert any("differ by up to 0.5" in remark for remark in given.remarks)


OF_GROUPS = "name,group,a,b,c,d\na,u,0,1,2,4\nb,v,1,0,3,5\nc,u,2,3,0,6\nd,v,4,5,6,0\n"
OF_PANDAS = ",a,b,c,d\n0,0,1,2,4\n1,1,0,3,5\n2,2,3,0,6\n3,4,5,6,0\n"


@pytest.mark.parametrize(
    ("text", "omitted", "names"), [(OF_GROUPS, "b", "acd"), (OF_PANDAS, "b", "acd")]
)
def test_samples_are_left_out_beside_texts_and_numbered_rows(text, omitted, names, tmp_path):
    given = matrix.matrix(_read(tmp_path, text, wider=0), "distance matrix", Omitted([omitted]))
    assert given.names == list(names)
    assert given.A.tolist() == [[0, 2, 4], [2, 0, 6], [4, 6, 0]]


def test_the_sample_with_the_most_holes_is_named_as_omit_samples_takes_it(tmp_path):
    """pandas numbers the rows, and the header has the names."""
    text = OF_PANDAS.replace("0,0,1,2,4", "0,0,1,,4").replace("2,2,3,0,6", "2,2,,0,")
    with pytest.raises(InputError) as refused:
        matrix.matrix(_read(tmp_path, text, wider=0), "distance matrix")
    assert refused.value.message.settings == [Setting("omit_samples", ["c"])]
    given = matrix.matrix(_read(tmp_path, text, wider=0), "distance matrix", Omitted(["c"]))
    assert given.A.tolist() == [[0, 1, 4], [1, 0, 5], [4, 5, 0]]
