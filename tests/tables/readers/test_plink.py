"""Files of PLINK: IID names the samples, and the columns beside the data are no data."""

import pytest

from kpca.studies import variables_table
from kpca.studies.variables_table import Rows
from kpca.tables.columns import samples
from kpca.tables.read import read

RAW = """FID IID PAT MAT SEX PHENOTYPE rs7_A rs2_G rs5_T
F1 s4 0 0 2 1.5 0 1 2
F1 s1 s4 0 1 -9 2 NA 1
F2 s3 0 0 1 2.5 1 0 0
"""
ROWS = ["F1 s4 0.25 -3\n", "F1 s1 1.5 4\n", "F2 s3 -2 0.5\n"]


def test_of_a_raw_file_the_genotypes_are_data_and_the_rest_labels_them(tmp_path):
    (tmp_path / "t.raw").write_text(RAW.replace("NA", "0"))
    table = read(tmp_path / "t.raw")
    given = samples(table, labels="SEX")
    assert (given.names, given.labels) == (["s4", "s1", "s3"], ["2", "1", "1"])
    assert given.columns == ["rs7_A", "rs2_G", "rs5_T"]
    assert given.X.tolist() == [[0, 1, 2], [2, 0, 1], [1, 0, 0]]
    assert [*table.extras] == ["FID", "IID", "PAT", "MAT", "SEX", "PHENOTYPE"]


def test_a_column_that_is_named_stays_and_so_do_all_if_one_is_numbered(tmp_path):
    (tmp_path / "t.raw").write_text(RAW.replace("NA", "0"))
    table = read(tmp_path / "t.raw", named=("PHENOTYPE", "rs5_T"))
    given = samples(table, columns=["rs5_T", "PHENOTYPE"])
    assert (given.names, given.X.tolist()) == (["s4", "s1", "s3"], [[2, 1.5], [1, -9], [0, 2.5]])
    assert read(tmp_path / "t.raw", named=(5,)).names[4] == "SEX"


@pytest.mark.parametrize(
    "text",
    [
        "#FID\tIID\tPC1\tPC2\n" + "".join(ROWS).replace(" ", "\t"),
        "FID IID PC1 PC2\n" + "".join(ROWS),
        "".join(ROWS),
    ],
    ids=["PLINK 2", "header", "PLINK 1"],
)
def test_components_have_the_same_names_with_and_without_a_header(text, tmp_path):
    (tmp_path / "t.eigenvec").write_text(text)
    given = samples(read(tmp_path / "t.eigenvec"))
    assert (given.names, given.columns) == (["s4", "s1", "s3"], ["PC1", "PC2"])
    assert given.X.tolist() == [[0.25, -3], [1.5, 4], [-2, 0.5]]


def test_samples_of_one_name_in_two_families_have_the_names_of_both(tmp_path):
    (tmp_path / "t.eigenvec").write_text("".join(ROWS).replace("s3", "s1"))
    assert samples(read(tmp_path / "t.eigenvec")).names == ["F1 s4", "F1 s1", "F2 s1"]


def test_another_table_with_such_a_column_keeps_it(tmp_path):
    (tmp_path / "t.csv").write_text("SEX,IID,u\n1,4,2.5\n2,3,7\n")
    table = read(tmp_path / "t.csv")
    assert (table.names, table.index) == (["SEX", "IID", "u"], None)


def test_sex_and_phenotype_are_variables_beside_the_data(tmp_path):
    more = RAW.replace("-9", "0.5").replace("NA", "0") + "F2 s7 0 0 2 4 1 2 0\n"
    (tmp_path / "t.raw").write_text(more)
    path, rows = tmp_path / "t.raw", Rows(["s1", "s7", "s3", "s4"], 4)
    variables, _, _ = variables_table.load(path, None, rows.names, rows)
    assert variables.names[:2] == ("SEX", "PHENOTYPE")
    assert variables.values[:, :2].tolist() == [[1, 0.5], [2, 4], [1, 2.5], [2, 1.5]]
