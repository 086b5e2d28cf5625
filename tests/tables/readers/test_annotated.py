"""AnnData files: the matrix among several, its names, and what labels its rows."""

import subprocess
import sys

import annotated_file
import numpy as np
import pytest
from annotated_file import CELLS, GENES, X, frame, sparse

from kpca.studies.matrix import matrix
from kpca.tables.columns import samples
from kpca.tables.messages import Setting
from kpca.tables.read import read
from kpca.tables.readers.annotated import sample_names
from kpca.tables.table import InputError


@pytest.mark.parametrize(
    "matrix",
    [X, X.astype(np.float32), sparse("csr"), sparse("csc")],
    ids=["64", "32", "csr", "csc"],
)
def test_the_matrix_is_read_with_the_names_of_its_rows_and_columns(matrix, tmp_path):
    annotated_file.write(tmp_path / "cells.h5ad", X=matrix)
    table = samples(read(tmp_path / "cells.h5ad"))
    assert table.X.tolist() == [
        [1.0, 0.0, 2.5],
        [0.0, 3.0, 0.0],
        [4.0, 0.0, -5.0],
        [6.0, 7.0, 0.0],
        [0.0, 8.5, 9.0],
    ]
    assert (table.names, table.columns) == (CELLS, GENES)


def test_the_key_variable_names_another_matrix(tmp_path):
    path = tmp_path / "cells.h5ad"
    raw = {"X": sparse("csr", np.arange(10.0).reshape(5, 2)), "var": frame(["r1", "r2"])}
    annotated_file.write(path, raw=raw, layers={"counts": sparse("csc", 2 * X)})
    assert samples(read(path, variable="layers/counts")).X.tolist() == (2 * X).tolist()
    of_raw = samples(read(path, variable="raw/X"))
    assert (of_raw.names, of_raw.columns) == (CELLS, ["r1", "r2"])
    assert of_raw.X.tolist() == [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]]
    with pytest.raises(InputError, match="'counts'; allowed: X, raw/X, layers/counts"):
        read(path, variable="counts")
    assert len(read(path, variable="X").remarks) == len(read(path).remarks) - 1


def test_an_embedding_has_a_column_for_each_dimension(tmp_path):
    path, scores = tmp_path / "cells.h5ad", X[:, 1:] - 0.5
    annotated_file.write(path, obsm={"X_pca": scores, "named": frame(CELLS, u=X[:, 0], v=X[:, 2])})
    given = samples(read(path, variable="obsm/X_pca"), labels="type")
    assert (given.names, given.columns) == (CELLS, ["X_pca_1", "X_pca_2"])
    assert given.X.tolist() == scores.tolist()
    assert given.labels[:2] == ["B", "T"]
    given = samples(read(path, variable="obsm/named"))
    assert (given.columns, given.X.tolist()) == (["u", "v"], X[:, [0, 2]].tolist())
    assert not any("obsm" in remark for remark in read(path).remarks)
    with pytest.raises(InputError, match="'X_pca'; allowed: X, obsm/X_pca, obsm/named"):
        read(path, variable="X_pca")


def test_distances_of_all_pairs_are_a_matrix_and_those_of_neighbors_are_refused(tmp_path):
    path = tmp_path / "cells.h5ad"
    D = np.abs(np.subtract.outer([1.0, 4, 6, 13, 15], [1.0, 4, 6, 13, 15]))
    graph = sparse("csr", np.where(D < 6, D, 0))
    annotated_file.write(path, obsp={"all": D, "full": sparse("csr", D), "distances": graph})
    for variable in ("obsp/all", "obsp/full"):
        given = matrix(read(path, variable=variable, wider=0), "distance matrix")
        assert (given.names, given.A.tolist(), given.remarks) == (CELLS, D.tolist(), [])
    with pytest.raises(InputError, match="has numbers for 8 of 20 pairs of samples") as fault:
        read(path, variable="obsp/distances", wider=0)
    assert fault.value.message.settings == [Setting("variable", "obsm/X_pca")]


def test_a_column_of_var_with_truth_values_stands_for_the_variables(tmp_path):
    path = tmp_path / "cells.h5ad"
    flags = frame(GENES, highly_variable=[True, False, True], mean=[1.5, 3, 2], CD4=[False] * 3)
    annotated_file.write(path, var=flags)
    table = read(path, named=("highly_variable",))
    given = samples(table, columns=["highly_variable"])
    assert (given.columns, given.X.tolist()) == (["CD4", "NKG7"], X[:, [0, 2]].tolist())
    given = samples(table, columns=["MS4A1", "CD4"])
    assert given.X.tolist() == X[:, [1, 0]].tolist()
    with pytest.raises(InputError, match="there is no column 'mean'"):
        samples(table, columns=["mean"])


def test_without_x_the_only_layer_is_read(tmp_path):
    annotated_file.write(tmp_path / "cells.h5ad", X=None, layers={"counts": X})
    assert samples(read(tmp_path / "cells.h5ad")).X.tolist() == X.tolist()


def test_columns_of_obs_are_labels_and_no_data(tmp_path):
    path = tmp_path / "cells.h5ad"
    annotated_file.write(path)
    table = read(path)
    assert list(table.extras) == ["type", "note", "n_counts", "batch"]
    assert samples(table, labels="type").labels == ["B", "T", "B", "no label", "T"]
    assert samples(table, labels="batch").labels == ["1", "2", "1", "2", "2"]
    assert samples(table, labels="n_counts").labels == ["3.5", "3.0", "no label", "13.0", "17.5"]
    assert samples(table, names="note").names == ["u", "v", "w", "x", "y"]
    with pytest.raises(InputError, match="'columns': there is no column 'n_counts'"):
        samples(table, columns=["n_counts"])


def test_the_names_of_the_samples_are_those_of_obs_or_of_a_column(tmp_path):
    path = tmp_path / "cells.h5ad"
    annotated_file.write(path)
    assert sample_names(path) == CELLS
    assert sample_names(path, "note") == ["u", "v", "w", "x", "y"]
    assert sample_names(path, "CD4") is None
    assert sample_names(path, 1) is None


def test_rows_of_one_name_are_numbered(tmp_path):
    path = tmp_path / "cells.h5ad"
    annotated_file.write(path, obs=frame(["a", "b", "c", "b", "d"]))
    assert samples(read(path)).names == ["a", "b (1)", "c", "b (2)", "d"]


def test_other_files_are_read_without_importing_anndata(tmp_path):
    """It takes half of a second, which other tables do not wait for."""
    program = "import sys, kpca.tables.read; print('anndata' in sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "False"
