"""Arrays of NumPy, SciPy and MATLAB: the table among them, and what labels its rows."""

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from kpca.tables.columns import samples
from kpca.tables.messages import Setting
from kpca.tables.read import read
from kpca.tables.readers import arrays
from kpca.tables.table import InputError

X = np.array([[1.5, 0.0], [0.0, -2.0], [4.0, 0.25]])
KINDS = ["u", "v", "u"]


def _write(path, **arrays):
    if path.suffix == ".npz":
        np.savez(path, **arrays)
    else:
        scipy.io.savemat(path, arrays)


@pytest.mark.parametrize("ending", [".npz", ".mat"])
def test_the_only_table_is_read_and_vectors_label_its_rows(ending, tmp_path):
    path = tmp_path / f"t{ending}"
    _write(path, X=X, y=np.array(KINDS), z=np.array([1.0, 2.0]))
    table = read(path)
    assert samples(table, labels="y").X.tolist() == X.tolist()
    assert samples(table, labels="y").labels == KINDS
    assert list(table.extras) == ["y"]


def test_the_table_of_a_structure_of_matlab_is_called_by_the_path_to_it(tmp_path):
    path = tmp_path / "t.mat"
    _write(path, run={"spectra": {"data": X, "by": "u"}, "axis": np.array([1.0, 2.0])})
    assert samples(read(path)).X.tolist() == X.tolist()
    _write(path, run={"spectra": {"data": X, "raw": 3 * X}}, y=np.array(KINDS))
    with pytest.raises(InputError, match="tables: run/spectra/data, run/spectra/raw; name one"):
        read(path)
    table = read(path, variable="run/spectra/raw")
    assert (samples(table).X.tolist(), table.extras) == ((3 * X).tolist(), {"y": KINDS})


@pytest.mark.parametrize("ending", [".npz", ".mat"])
def test_of_several_tables_one_is_named(ending, tmp_path):
    path = tmp_path / f"t{ending}"
    _write(path, A=X, B=2 * X)
    with pytest.raises(
        InputError, match="tables: A, B; name one, such as .* inside 'data'"
    ) as question:
        read(path)
    assert question.value.message.settings == [Setting("variable", "A")]
    assert samples(read(path, variable="B")).X.tolist() == (2 * X).tolist()


def test_a_sparse_matrix_is_read_with_its_zeros(tmp_path):
    scipy.sparse.save_npz(tmp_path / "t.npz", scipy.sparse.csr_array(X))
    scipy.io.mmwrite(tmp_path / "t.mtx", scipy.sparse.coo_array(X))
    scipy.io.savemat(tmp_path / "t.mat", {"S": scipy.sparse.csc_array(X)})
    for name in ("t.npz", "t.mtx", "t.mat"):
        assert samples(read(tmp_path / name)).X.tolist() == X.tolist()


@pytest.mark.parametrize("name", ["t.mtx", "t.mat"])
def test_scipy_is_asked_for_sparse_arrays_because_its_default_changes(name, tmp_path, monkeypatch):
    scipy.io.mmwrite(tmp_path / "t.mtx", scipy.sparse.coo_array(X))
    scipy.io.savemat(tmp_path / "t.mat", {"S": scipy.sparse.csc_array(X)})
    matrices, dense = [], arrays.dense
    monkeypatch.setattr(arrays, "dense", lambda *given: matrices.append(given[1]) or dense(*given))
    read(tmp_path / name)
    assert [isinstance(matrix, scipy.sparse.sparray) for matrix in matrices] == [True]


def test_a_sparse_matrix_that_does_not_fit_is_refused(tmp_path):
    large = scipy.sparse.coo_array(([1.0], ([0], [0])), shape=(10**7, 10**7))
    scipy.sparse.save_npz(tmp_path / "t.npz", large)
    with pytest.raises(InputError, match="t.npz: 800000.0 GB need some 1600000.0 GB of memory"):
        read(tmp_path / "t.npz")


def test_a_condensed_vector_is_a_column_of_a_matrix_only(tmp_path):
    np.save(tmp_path / "t.npy", np.array([3.0, 1.0, 2.0]))
    np.savez(tmp_path / "t.npz", d=np.array([3.0, 1.0, 2.0]))
    for name in ("t.npy", "t.npz"):
        table = read(tmp_path / name, wider=0)
        assert (table.columns[0].to_pylist(), table.extras) == ([3, 1, 2], {})
        with pytest.raises(InputError):
            read(tmp_path / name)
