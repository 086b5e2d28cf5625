"""Tables show names as text, numbers in their formats, and have equal bytes in every run."""

import numpy as np
import pandas as pd
import pytest

from kpca.figures import display, tables
from kpca.results import files, studies, summary


@pytest.fixture
def shown(monkeypatch):
    """What is displayed: pairs of data and metadata."""
    found = []
    monkeypatch.setattr(tables, "show_data", lambda *output: found.append(output))
    return found


FRAME = pd.DataFrame({"name": ["<b>", "$x$"], "size": [0.5, np.nan]})


def test_a_table_has_its_name_and_caption_in_the_metadata_and_as_text(shown):
    tables.show("one", "A caption.", FRAME, {"size": "{:.1e}"})
    data, metadata = shown[0]
    assert metadata == {display.METADATA: {"table": "one", "caption": "A caption."}}
    assert data["text/plain"].splitlines() == [
        "A caption.",
        "name    size",
        " <b> 5.0e-01",
        " $x$        ",
    ]


def test_names_are_neither_markup_nor_formulas_and_numbers_stand_on_the_right(shown):
    tables.show("one", "a < b", FRAME, {"size": "{:.1e}"})
    html = shown[0][0]["text/html"]
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
    assert "<caption>a &lt; b</caption>" in html
    assert 'class="mathjax_ignore tex2jax_ignore"' in html
    # More specific than the rule for all cells, which are on the left. A missing number is empty.
    assert "#T_one td.col1 {\n  text-align: right;" in html
    assert "#T_one td {\n  text-align: left;" in html
    assert '<td id="T_one_row1_col1" class="data row1 col1" ></td>' in html


def test_equal_tables_have_equal_bytes(shown):
    for _ in range(2):
        tables.show("one", "A caption.", FRAME, {"size": "{:.1e}"})
    assert shown[0] == shown[1]


def test_a_script_prints_the_text_of_a_table(capsys):
    tables.show("one", "A caption.", FRAME)
    assert capsys.readouterr().out.startswith("A caption.\nname  size\n <b>   0.5\n")


ROWS = pd.DataFrame({"method": ["PCA", "kernel PCA"], "error": [0.25, 1 / 3], "splits": [3, 3]})


@pytest.fixture
def folder(tmp_path):
    """The results of a demonstration with a table of two rows and without a summary."""
    files.write(studies.across_studies("A title"), tmp_path / "a.nc")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/a.csv").write_text("component,published\n1,0.251\n2,0.233\n")
    return tmp_path


def test_a_table_without_a_summary_is_shown_as_it_is(folder, capsys):
    tables.demonstrations(folder, "a")
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "a: the whole table."
    assert lines[2].split() == ["1", "0.251"]


def test_a_summary_is_shown_with_its_caption_and_four_digits(folder, capsys):
    node = summary.to_dataset("medians over 3 splits.", ROWS)
    files.write(studies.across_studies("A title", summary=node), folder / "a.nc")
    tables.demonstrations(folder, "a")
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "a: medians over 3 splits."
    assert lines[1].split() == ["method", "error", "splits"]
    assert lines[2].split() == ["PCA", "0.25", "3"]
    assert lines[3].split() == ["kernel", "PCA", "0.3333", "3"]


@pytest.mark.parametrize("lost", ["a.nc", "tables/a.csv", None])
def test_a_demonstration_without_results_is_named(lost, folder, capsys):
    if lost:
        (folder / lost).unlink()
    tables.demonstrations(folder if lost else None, "a")
    assert capsys.readouterr().out == "a: no results; run 'make report'\n"
    tables.demonstrations(None, "")
    assert capsys.readouterr().out == ""
