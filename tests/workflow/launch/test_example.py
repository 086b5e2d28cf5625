"""Files to start from are written together or not at all."""

import csv

import pytest

from kpca.workflow.launch import example

FILES = {
    "table": ["iris.csv", "iris.yaml", "schema.json"],
    "slurm": ["config.yaml"],
    "notes": ["config/tiny.yaml", "data/eurodist.csv"],
}


@pytest.mark.parametrize("kind", FILES)
def test_the_files_are_written_into_a_folder_that_is_made(kind, tmp_path):
    assert example.write(tmp_path / "new", kind) == 0
    for name in FILES[kind]:
        assert (tmp_path / "new" / name).stat().st_size > 100


@pytest.mark.parametrize("name", FILES["table"])
def test_no_file_is_replaced_and_none_is_written_beside_it(name, tmp_path):
    (tmp_path / name).write_text("mine")
    assert example.write(tmp_path) == 2
    assert [file.name for file in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_the_table_has_the_flowers_of_the_pictures_with_names_and_species(tmp_path):
    example.write(tmp_path)
    with (tmp_path / "iris.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert header[:3] == ["flower", "species", "sepal length (cm)"]
    assert len(rows) == 150
    # The 4th and the 148th flower of Fisher's table.
    assert rows[3] == ["setosa 4", "setosa", "4.6", "3.1", "1.5", "0.2"]
    assert rows[147] == ["virginica 148", "virginica", "6.5", "3.0", "5.2", "2.0"]
