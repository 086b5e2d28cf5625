"""Artifacts of QIIME 2: counts and distances are read, and others named with their type."""

import json
import zipfile

import pytest

from kpca.studies.matrix import matrix
from kpca.tables.columns import samples
from kpca.tables.read import read

COUNTS = {
    "format": "Biological Observation Matrix 1.0.0",
    "matrix_type": "dense",
    "matrix_element_type": "int",
    "shape": [3, 2],
    "data": [[4, 1], [0, 7], [9, 2]],
    "rows": [{"id": name, "metadata": None} for name in ("f3", "f1", "f2")],
    "columns": [{"id": name, "metadata": None} for name in ("s8", "s5")],
}
DISTANCES = "\ts8\ts5\ts6\ns8\t0\t0.5\t0.25\ns5\t0.5\t0\t0.75\ns6\t0.25\t0.75\t0\n"


def _artifact(path, kind, **files):
    folder = "0f2c-11"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(f"{folder}/provenance/metadata.yaml", "type: Other\n")
        file.writestr(f"{folder}/metadata.yaml", f"uuid: {folder}\ntype: {kind}\nformat: F\n")
        for name, content in files.items():
            file.writestr(f"{folder}/data/{name}", content)
    return path


@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize("name", ["t.qza", "t.zip"])
def test_a_table_of_counts_has_samples_in_rows(name, transpose, tmp_path):
    files = {"feature-table.biom": json.dumps(COUNTS)}
    path = _artifact(tmp_path / name, "FeatureTable[Frequency]", **files)
    table = read(path, transpose=transpose)
    given = samples(table)
    assert (given.names, given.columns) == (["s8", "s5"], ["f3", "f1", "f2"])
    assert given.X.tolist() == [[4, 0, 9], [1, 7, 2]]
    assert table.path == str(path)


def test_distances_are_a_matrix(tmp_path):
    path = _artifact(tmp_path / "t.qza", "DistanceMatrix", **{"distance-matrix.tsv": DISTANCES})
    given = matrix(read(path, wider=0), "distance matrix")
    assert given.names == ["s8", "s5", "s6"]
    assert given.A.tolist() == [[0, 0.5, 0.25], [0.5, 0, 0.75], [0.25, 0.75, 0]]
