"""The scores in a copy of an AnnData file: rows, values, and what is never changed."""

import anndata
import annotated_file
import h5py
import numpy as np
import pandas as pd
import pytest
from anndata.io import read_elem
from annotated_file import CELLS, X, sparse

from kpca.page import map_of_table

pytestmark = pytest.mark.usefixtures("no_pictures")
PCA = np.array([[0.25, 1.0], [0.5, 2.0], [0.75, 3.0], [1.25, 4.0], [1.5, 5.0]])
QUICK = ("--kernel", "linear", "--components", 2, "--statements", "none")


def _map(*arguments):
    return map_of_table.main([*map(str, arguments), "--no-open"])


def _obsm(folder):
    with h5py.File(folder / "scores.h5ad") as file:
        return read_elem(file["obsm"])


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "cells.h5ad"
    annotated_file.write(path, obsm={"X_pca": PCA}, uns={"colors": "blue"})
    return path


def _expected(rows):
    """The scores of PCA of some rows, up to their signs."""
    centered = X[rows] - X[rows].mean(axis=0)
    _, _, axes = np.linalg.svd(centered)
    return np.abs(centered @ axes.T)[:, :2]


@pytest.mark.parametrize(
    ("matrix", "options", "names"),
    [
        pytest.param(X, (), CELLS, id="dense"),
        pytest.param(sparse("csr"), (), CELLS, id="csr"),
        pytest.param(sparse("csc"), (), CELLS, id="csc"),
        pytest.param(X, ("--names", "note"), [*"uvwxy"], id="names in a column of obs"),
    ],
)
def test_each_study_has_its_scores_in_the_order_of_obs(matrix, options, names, tmp_path):
    annotated_file.write(tmp_path / "cells.h5ad", X=matrix, obsm={"X_pca": PCA})
    before = (tmp_path / "cells.h5ad").read_bytes()
    given = ("--components", 2, "--statements", "none", *options)
    assert _map(tmp_path / "cells.h5ad", *given) == 0
    folder = tmp_path / "cells-kpca"
    obsm = _obsm(folder)
    assert set(obsm) == {"X_pca", "X_kpca_linear", "X_kpca_rbf"}
    np.testing.assert_allclose(
        np.abs(obsm["X_kpca_linear"]), _expected([0, 1, 2, 3, 4]), atol=1e-12
    )
    scores = pd.read_csv(folder / "scores.csv", index_col="sample")
    assert list(scores.index) == names
    for name in ("linear", "rbf"):
        columns = [f"{name}: component {k}" for k in (1, 2)]
        assert obsm[f"X_kpca_{name}"].tolist() == scores[columns].to_numpy().tolist()
    assert obsm["X_pca"].tolist() == PCA.tolist()
    assert (tmp_path / "cells.h5ad").read_bytes() == before


def test_samples_that_were_left_out_and_those_of_another_file_have_no_scores(tmp_path):
    """The other file has a sample with the name of one that was left out."""
    holes = X.copy()
    holes[1, 2] = holes[3, 0] = np.nan
    annotated_file.write(tmp_path / "cells.h5ad", X=holes)
    # Of several names of which one is in the table, all would be changed.
    annotated_file.write(tmp_path / "new.h5ad", X=7.0 * X[1:2], obs=annotated_file.OBS[1:2])
    given = ("--missing", "drop", "--new", tmp_path / "new.h5ad", *QUICK)
    assert _map(tmp_path / "cells.h5ad", *given) == 0
    folder = tmp_path / "cells-kpca"
    of_new = pd.read_csv(folder / "scores.csv", index_col="sample").query("kind == 'new'")
    assert list(of_new.index) == [CELLS[1]]
    scores = _obsm(folder)["X_kpca_linear"]
    assert np.isnan(scores).tolist() == [[row in (1, 3)] * 2 for row in range(5)]
    np.testing.assert_allclose(np.abs(scores[[0, 2, 4]]), _expected([0, 2, 4]), atol=1e-12)


def test_held_out_samples_have_scores(table):
    given = (*QUICK[:2], "--components", 1, *QUICK[4:])
    assert _map(table, "--holdout", 1, *given) == 0
    folder = table.with_name("cells-kpca")
    scores = pd.read_csv(folder / "scores.csv", index_col="sample").loc[CELLS]
    assert sorted(scores["kind"]) == ["new", *["training"] * 4]
    assert _obsm(folder)["X_kpca_linear"].tolist() == scores[["component 1"]].to_numpy().tolist()


def test_anndata_reads_parameters_and_other_parts_in_the_copy(table):
    assert _map(table, *QUICK) == 0
    opened = anndata.read_h5ad(table.with_name("cells-kpca") / "scores.h5ad")
    uns, obs = opened.uns, opened.obs
    assert (uns["colors"], opened.X.tolist()) == ("blue", X.tolist())
    assert (list(opened.obs_names), opened.obsm["X_kpca_linear"].shape) == (CELLS, (5, 2))
    assert obs.drop(columns="type").values.tolist()[3] == [13.0, 2, "x"]
    assert list(obs["type"].astype(object).fillna("none")) == ["B", "T", "B", "none", "T"]
    study = uns["kpca"]["studies"]["linear"]
    squares = (_expected([0, 1, 2, 3, 4]) ** 2).sum(axis=0)
    assert study["kernel"] == {"name": "linear"}
    assert study["eigenvalues"] == pytest.approx(squares, rel=1e-12, abs=0.0)
    total = ((X - X.mean(axis=0)) ** 2).sum()
    assert study["explained"] == pytest.approx(squares / total, rel=1e-12, abs=0.0)
    text = (table.with_name("cells-kpca") / "study.yaml").read_text()
    assert uns["kpca"]["configuration"] == text
    assert "labels: type" in text


def test_equal_calls_write_equal_bytes_and_a_copy_that_is_mapped_has_the_new_scores_only(table):
    copy = table.with_name("cells-kpca") / "scores.h5ad"
    assert _map(table, *QUICK) == 0
    before = copy.read_bytes()
    assert _map(table, *QUICK) == 0
    assert copy.read_bytes() == before
    again = table.with_name("again")
    options = ("--kernel", "linear", "--components", 3, "--statements", "none")
    assert _map(copy, *options, "--folder", again) == 0
    assert _obsm(again)["X_kpca_linear"].shape == (5, 3)
    assert copy.read_bytes() == before


@pytest.mark.parametrize("options", [("--transpose",), ("--names", "CD4")], ids=" ".join)
def test_without_rows_for_the_samples_there_is_no_copy(options, table, capsys):
    annotated_file.write(table, X=X + 0.01 * np.arange(15.0).reshape(5, 3))
    folder = table.with_name("cells-kpca")
    assert _map(table, *QUICK) == 0
    assert (folder / "scores.h5ad").exists()
    assert _map(table, *options, *QUICK) == 0
    assert "scores.h5ad is not written" in capsys.readouterr().out
    assert not (folder / "scores.h5ad").exists()


@pytest.mark.parametrize("name", ["scores.h5ad", "scores.csv", "control.csv"])
def test_a_table_that_would_be_replaced_is_refused(name, table, capsys):
    own = table.with_name(name)
    own.write_bytes(table.read_bytes() if name == "scores.h5ad" else b"a,b\n1.5,2\n3,5\n-1,4\n")
    before = own.read_bytes()
    assert _map(own, *QUICK, "--folder", own.parent) == 2
    message = capsys.readouterr().err
    assert name in message
    assert "--folder" in message
    assert own.read_bytes() == before
    assert sorted(path.name for path in own.parent.iterdir()) == ["cells.h5ad", name]
