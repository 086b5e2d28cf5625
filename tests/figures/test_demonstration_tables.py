"""The report shows the summary that a demonstration stored, or its whole table."""

import pandas as pd
import pytest

from kpca.figures import demonstration_tables as shown
from kpca.results import files, studies, summary

ROWS = pd.DataFrame({"method": ["PCA", "kernel PCA"], "error": [0.25, 1 / 3], "splits": [3, 3]})


@pytest.fixture
def folder(tmp_path):
    """The results of a demonstration with a table of two rows and without a summary."""
    files.write(studies.across_studies("A title"), tmp_path / "a.nc")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/a.csv").write_text("component,published\n1,0.251\n2,0.233\n")
    return tmp_path


def test_a_table_without_a_summary_is_shown_as_it_is(folder, capsys):
    shown.show(folder, "a")
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "a: the whole table."
    assert lines[2].split() == ["1", "0.251"]


def test_a_summary_is_shown_with_its_caption_and_four_digits(folder, capsys):
    node = summary.to_dataset("medians over 3 splits.", ROWS)
    files.write(studies.across_studies("A title", summary=node), folder / "a.nc")
    shown.show(folder, "a")
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "a: medians over 3 splits."
    assert lines[1].split() == ["method", "error", "splits"]
    assert lines[2].split() == ["PCA", "0.25", "3"]
    assert lines[3].split() == ["kernel", "PCA", "0.3333", "3"]


@pytest.mark.parametrize("lost", ["a.nc", "tables/a.csv", None])
def test_a_demonstration_without_results_is_named(lost, folder, capsys):
    if lost:
        (folder / lost).unlink()
    shown.show(folder if lost else None, "a")
    assert capsys.readouterr().out == "a: no results; run 'make report'\n"
    shown.show(None, "")
    assert capsys.readouterr().out == ""
