"""Tables show names as text, numbers in their formats, and have equal bytes in every run."""

import numpy as np
import pandas as pd
import pytest
from drawn import solution

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


def test_names_in_a_table_are_neither_markup_nor_formulas(shown):
    tables.show("one", "a < b", FRAME, {"size": "{:.1e}"})
    html = shown[0][0]["text/html"]
    assert "&lt;b&gt;" in html
    assert "<b>" not in html
    assert "<caption>a &lt; b</caption>" in html
    assert 'class="mathjax_ignore tex2jax_ignore"' in html


def test_equal_tables_have_equal_bytes(shown):
    for _ in range(2):
        tables.show("one", "A caption.", FRAME, {"size": "{:.1e}"})
    assert shown[0] == shown[1]


def test_numbers_stand_on_the_right_and_a_missing_one_is_an_empty_cell(shown):
    tables.show("one", "A caption.", FRAME, {"size": "{:.1e}"})
    html = shown[0][0]["text/html"]
    # More specific than the rule for all cells, which are on the left.
    assert "#T_one td.col1 {\n  text-align: right;" in html
    assert "#T_one td {\n  text-align: left;" in html
    assert '<td id="T_one_row1_col1" class="data row1 col1" ></td>' in html


def test_a_script_prints_the_text_of_a_table(capsys):
    tables.show("one", "A caption.", FRAME)
    assert capsys.readouterr().out.startswith("A caption.\nname  size\n <b>   0.5\n")


def _lines(capsys):
    """The caption and the rows of the table that was printed, without repeated blanks."""
    return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_components_have_their_unit_and_their_shares(capsys):
    tables.components(solution([3.0, 1.0, 0.0], 2), "km")
    assert _lines(capsys) == [
        "Components kept. Share: μ divided by the sum of |μ| of all eigenvalues.",
        "component eigenvalue μ [km²] λ = μ/n [km²] share cumulative",
        "1 3 1 75.000% 75.000%",
        "2 1 0.333333 25.000% 100.000%",
    ]


def test_squared_norms_show_the_way_that_is_farthest_from_one(capsys):
    one = np.array([0.5, 2.0])
    tables.squared_norms({"a": one}, {"a": np.array([0.25, 1.0])})
    assert _lines(capsys)[2] == "a 0.500000000000000 1.0e+00 2.5e-01"


def test_of_each_formulation_the_group_that_uses_most_of_its_tolerance_is_shown(capsys):
    compared = {
        "MDS": (np.array([3.0, 1.0, 0.5]), np.array([9.0, 2.0, 4.0]), np.array([8.0, 9.0, 7.0]))
    }
    tables.formulations(compared, {"MDS": solution([1.0, 0.0], 1, bound=0.5)})
    assert _lines(capsys)[1:] == [
        "formulation cut-off difference tolerance control",
        "MDS 5.0e-01 1.0e+00 2.0e+00 9.0e+00",
    ]


def test_the_five_lowest_shares_are_shown_and_samples_without_a_share_are_not(capsys):
    share = np.array([0.5, np.nan, 0.1, 0.4, 0.3, 0.2, 0.9])
    tables.lowest_shares(list("abcdefg"), share, share + 0.05, 3)
    lines = _lines(capsys)
    assert lines[1] == "sample components 1 and 2 all 3 components"
    assert lines[2:] == [
        "c 10.0% 15.0%",
        "f 20.0% 25.0%",
        "e 30.0% 35.0%",
        "d 40.0% 45.0%",
        "a 50.0% 55.0%",
    ]


def test_without_any_share_the_table_has_no_rows(capsys):
    tables.lowest_shares(["a"], np.array([np.nan]), np.array([np.nan]), 2)
    assert _lines(capsys)[1:] == ["no rows"]


def test_with_one_component_there_is_one_share(capsys):
    tables.lowest_shares(["a"], np.array([0.5]), np.array([0.5]), 1)
    assert _lines(capsys)[1:] == ["sample component 1", "a 50.0%"]


def test_the_strongest_columns_are_largest_in_size(capsys):
    tables.strongest(np.array([[0.1], [-0.9], [0.3]]), list("abc"), "loading", "column")
    assert _lines(capsys) == [
        "The strongest columns of each component, by the size of their loading.",
        "component column and its loading",
        "1 b -0.9, c 0.3, a 0.1",
    ]


def test_of_many_new_samples_the_first_twelve_are_shown(capsys):
    new = np.arange(26.0).reshape(13, 2)
    share = np.array([0.5, 0.9, 0.2, *np.linspace(0.3, 0.4, 10)])
    tables.new_samples([f"n{k}" for k in range(13)], new, share)
    lines = _lines(capsys)
    assert lines[0].startswith("New samples, the first 12 of 13.")
    assert len(lines) == 14
    assert lines[2:5] == ["n0 0 1 50.0%", "n1 2 3 90.0%", "n2 4 5 20.0%"]


def test_spectra_of_studies_count_negative_eigenvalues(capsys):
    tables.spectra({"a": solution([3.0, -1.0], 1), "b": solution([3.0, 1.0], 1)})
    assert _lines(capsys)[2:] == ["a 2 1 1 25.00% -1", "b 2 2 0 0.00%"]


def test_angles_and_errors_stand_beside_their_bounds(capsys):
    tables.angles_to_the_mean(np.array([2.0]), np.array([0.25]), np.array([0.5]))
    tables.errors_of_spectra([("steep", "MDS", 1e-16, 1e-13)])
    lines = _lines(capsys)
    assert lines[2] == "2 2.50e-01 5.00e-01"
    assert lines[5] == "steep MDS 1.0e-16 1.0e-13"


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
