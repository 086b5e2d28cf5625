"""A folder of Cell Ranger: cells in rows, with the names that stand beside the matrix."""

import gzip

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from kpca.tables.columns import samples
from kpca.tables.read import read

COUNTS = [[0, 3], [7, 0], [2, 1]]
"""Genes by cells."""

GENES = "ENSG3\tCD4\tGene Expression\nENSG1\tCD8\tGene Expression\nENSG2\tACTB\tGene Expression\n"


def _write(folder, genes="features.tsv", text=GENES, cells="TTG-1\nACA-1\n", compressed=True):
    folder.mkdir()
    matrix = scipy.sparse.coo_array(np.array(COUNTS))
    scipy.io.mmwrite(folder / "matrix.mtx", matrix)
    for name, content in ((genes, text), ("barcodes.tsv", cells)):
        (folder / name).write_text(content)
    for file in [*folder.iterdir()] if compressed else []:
        file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
        file.unlink()
    return folder


@pytest.mark.parametrize(
    ("genes", "text", "columns", "compressed"),
    [
        ("features.tsv", GENES, ["CD4", "CD8", "ACTB"], True),
        ("genes.tsv", GENES, ["CD4", "CD8", "ACTB"], False),
        ("features.tsv", GENES.replace("CD8", "CD4"), ["ENSG3", "ENSG1", "ENSG2"], True),
        ("genes.tsv", "CD4\nCD8\nACTB\n", ["CD4", "CD8", "ACTB"], False),
    ],
)
def test_the_cells_are_samples_and_the_genes_are_variables(
    genes, text, columns, compressed, tmp_path
):
    folder = _write(tmp_path / "filtered", genes, text, compressed=compressed)
    table = read(folder)
    given = samples(table)
    assert (given.names, given.columns) == (["TTG-1", "ACA-1"], columns)
    assert given.X.tolist() == [[0, 7, 2], [3, 0, 1]]
    assert table.is_transposed
    # The files say which are samples.
    assert samples(read(folder, transpose=True)).X.tolist() == given.X.tolist()
