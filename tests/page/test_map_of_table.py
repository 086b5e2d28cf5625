"""From a table to its folder: the numbers, the page, the choices, and what is refused."""

import html
import os
import re
import shutil
import sys
from collections import Counter
from functools import partial
from hashlib import sha256

import numpy as np
import pandas as pd
import pytest
from small_project import ROOT

from kpca.page import chosen, map_of_table
from kpca.page.second_process import SecondProcess
from kpca.results.opened import open_study
from kpca.solvers import dense
from kpca.statements.check import Check, Failure
from kpca.statements.every import STATEMENTS
from kpca.studies import checking, executing, solving, subset
from kpca.studies.build import build
from kpca.studies.config.load import load
from kpca.studies.raw_table import NotOpenedError

ROWS = """\
height,width,depth,kind
1.5,7.25,-2,a
2.5,1.0,3.5,b
4.0,6.5,0.25,a
-3.0,2.0,8,c
0.5,-4.0,1.75,b
6.25,3.0,-5,c
-1.0,0.5,2.25,a
"""
without_pictures = pytest.mark.usefixtures("no_pictures")
X = np.array([[float(cell) for cell in row.split(",")[:3]] for row in ROWS.split("\n")[1:-1]])


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "my.csv"
    path.write_text(ROWS)
    return path


def _map(*arguments):
    return map_of_table.main([*map(str, arguments), "--no-open"])


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder of a table, with one new sample."""
    folder = tmp_path_factory.mktemp("map")
    (folder / "my.csv").write_text(ROWS)
    (folder / "new.csv").write_text("height,width,depth\n5.0,5.5,6.0\n")
    assert _map(folder / "my.csv", "--new", folder / "new.csv", "--components", 2) == 0
    return folder / "my-kpca"


def test_a_page_has_the_same_bytes_with_a_second_process(table, tmp_path, capsys):
    later, printed = SecondProcess(["kpca.studies.executing"]).later, []
    for name, how in (("one", partial), ("two", later)):
        given = [str(table), "--folder", str(tmp_path / name), "--no-open"]
        assert map_of_table.main(given, later=how) == 0
        printed.append([line for line in capsys.readouterr().out.splitlines() if "agree" in line])
    one, two = ((tmp_path / name / "map.html").read_bytes() for name in ("one", "two"))
    assert one == two
    assert printed[0] == printed[1]
    assert len(printed[0]) == 1 and printed[0][0].count("agree") == 2


def test_the_line_for_a_paper_draws_the_map_of_the_page(made, monkeypatch):
    text = (made / "map.html").read_text(encoding="utf-8")
    (line,) = re.findall(r"<code>(import kpca.plot; .*?)</code>", text)
    line = html.unescape(line)
    assert '(".", "rbf"), components=(1, 2))' in line
    monkeypatch.chdir(made)
    exec(line, {})
    assert (made / "map.pdf").read_bytes().startswith(b"%PDF")
    (made / "map.pdf").unlink()


OPENED = []
"""The names of the files that are opened while this list is watched."""


def _watch(event, arguments):
    if event == "open" and isinstance(arguments[0], str | bytes) and OPENED:
        OPENED.append(os.fsdecode(arguments[0]).rpartition("/")[2])


@without_pictures
def test_a_map_reads_each_table_once_parses_once_and_solves_and_places_each_study_once(
    tmp_path, monkeypatch
):
    rng, calls = np.random.default_rng(4), Counter()
    table = pd.DataFrame(rng.normal(size=(38, 4)), columns=list("abcd")).assign(
        kind=["u", "v"] * 19
    )
    table[:31].to_csv(tmp_path / "old.csv", index=False)
    table[31:].to_csv(tmp_path / "new.csv", index=False)
    table[["b"]][:31].rename(columns={"b": "x"}).to_csv(tmp_path / "env.csv", index=False)

    def counted(module, name):
        function = getattr(module, name)

        def call(*arguments, **options):
            calls[name, *(len(of) for of in arguments[:1] if isinstance(of, np.ndarray))] += 1
            return function(*arguments, **options)

        monkeypatch.setattr(module, name, call)

    counted(chosen, "validated")
    counted(solving, "place")
    counted(dense, "all_pairs")
    sys.addaudithook(_watch)
    OPENED.append("from here")
    files = ("--new", tmp_path / "new.csv", "--variables", tmp_path / "env.csv")
    assert _map(tmp_path / "old.csv", *files, "--statements", "none") == 0
    opened = Counter(OPENED)
    OPENED.clear()
    # The first bytes of each say of which kind it is; then it is read.
    assert [opened[name] for name in ("old.csv", "new.csv", "env.csv")] == [2, 2, 2]
    of_two_studies = calls["all_pairs", 31], calls["place",]
    # Two kernels, each with columns in two scales.
    assert (calls["validated",], *of_two_studies) == (1, 4, 4)
    config = load(tmp_path / "old-kpca/study.yaml").studies["rbf"]
    assert (config.data.vectors, config.data.labels, config.components) == ("../old.csv", "kind", 5)


def test_too_few_samples_for_a_control_chart_cost_the_chart_only(tmp_path):
    few = tmp_path / "few.csv"
    few.write_text("a,b,c\n1,2,5\n3,1,2\n2,7,1\n8,3,4\n5,5,9\n")
    assert _map(few, "--holdout", 2, "--statements", "none") == 0
    folder = tmp_path / "few-kpca"
    assert len(pd.read_csv(folder / "scores.csv")) == 5
    assert not (folder / "control.csv").exists()
    assert "3 samples, and without those that are left out" in (folder / "map.html").read_text()


def test_the_page_has_everything_inside(made):
    text = (made / "map.html").read_text()
    assert len(text) < 3e6
    text = re.sub("<script.*?</script>", "", text, flags=re.DOTALL)
    addresses = re.findall(r'(?:src|href)="([^"]*)"', text)
    assert {address.partition(":")[0] for address in addresses} == {"data"}
    assert "executed statements agree" in text


@without_pictures
def test_the_steps_are_shown_with_a_remark_on_one_study_by_its_name_and_one_on_all_once(
    table, capsys
):
    assert _map(table, "--components", 2, "--statements", "none") == 0
    shown = capsys.readouterr().out
    for part in ("7 samples (rows: ", "Too few samples", "none executed", str(table), "map.html"):
        assert part in shown
    remarks = re.findall("^remark +(.*)", shown, re.MULTILINE)
    of_gamma = [line for line in remarks if line.startswith("Kernel PCA, Gaussian: gamma = ")]
    of_all = [line for line in remarks if "no statement is executed" in line]
    assert of_all == ["no statement is executed on these data ('--statements none')"]
    (page,) = table.parent.glob("my-kpca/map.html")
    assert f"<li>{of_gamma[0]}" in page.read_text()


@without_pictures
def test_an_edited_configuration_is_kept_and_no_file_of_other_options_stays(table):
    folder = table.with_name("my-kpca")
    assert _map(table, "--kernel", "linear", "--components", 1, "--statements", "none") == 0
    (folder / "study.yaml").write_text("# mine\n")
    (folder / "notes.csv").write_text("mine")
    assert _map(table, "--kernel", "rbf", "--components", 2, "--statements", "none") == 0
    assert (folder / "study.earlier.yaml").read_text() == "# mine\n"
    assert load(folder / "study.yaml").studies["rbf"].components == 2
    assert {path.name for path in folder.glob("*.csv")} == {
        *("scores.csv", "spectrum.csv", "importance.csv", "notes.csv")
    }


@without_pictures
@pytest.mark.parametrize(
    ("old", "new", "options", "words"),
    [
        pytest.param("6.5", "six", (), ("my.csv", "line 4", "'width'", "'six'"), id="a text"),
        pytest.param("", "", ("--kernel", "gauss"), ("gauss", "rbf"), id="no such kernel"),
        pytest.param("", "", ("--labels", "sort"), ("sort", "kind"), id="no such column"),
        pytest.param("", "", ("--components", 9), ("9",), id="more components than rank"),
    ],
)
def test_what_is_refused_is_said_and_writes_and_replaces_nothing(
    table, old, new, options, words, capsys
):
    folder = table.with_name("my-kpca")
    table.write_text(ROWS.replace(old, new) if old else ROWS)
    given = options if "--kernel" in options else ("--kernel", "linear", *options)
    assert _map(table, *given) == 2
    message = capsys.readouterr().err
    assert [word for word in words if word not in message] == []
    assert not folder.exists()
    folder.mkdir()
    (folder / "map.html").write_text("earlier")
    assert _map(table, *given) == 2
    assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("map.html", "earlier")]


@without_pictures
def test_the_statements_of_a_large_table_are_executed_on_a_subset_and_in_a_run_on_the_same(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(checking, "affordable", lambda q, widest, n: 30)
    points = pd.DataFrame(np.random.default_rng(7).normal(size=(42, 3)), columns=list("abc"))
    for n, number in ((42, 30), (30, None)):
        points[:n].to_csv(tmp_path / "my.csv", index=False)
        assert _map(tmp_path / "my.csv", "--kernel", "rbf", "--gamma", 0.2) == 0
        (config,) = load(tmp_path / "my-kpca" / "study.yaml").studies.values()
        assert config.statements == number
        said = "random subset of 30 of 42 training samples, by '--statements 30'"
        assert (said in capsys.readouterr().out) == (n == 42)
        of_map = open_study(tmp_path / "my-kpca").checks.executed
        study = build("rbf", config, tmp_path / "my-kpca")
        of_run = study.checks.executed
        assert [(c.id, c.discrepancy) for c in of_map] == [(c.id, c.discrepancy) for c in of_run]
        assert subset.executed_on(study).n == 30
    assert _map(tmp_path / "my.csv", "--kernel", "linear", "--statements", "all") == 0
    (config,) = load(tmp_path / "my-kpca" / "study.yaml").studies.values()
    assert config.statements == "all"


@without_pictures
def test_distances_are_mapped_without_a_kernel_and_what_the_verdict_says_is_printed_once(
    tmp_path, capsys
):
    shutil.copy(ROOT / "data" / "eurodist.csv", tmp_path)
    assert _map(tmp_path / "eurodist.csv", "--distance-matrix", "--statements", "none") == 0
    printed = capsys.readouterr().out
    assert printed.count("9 of 21 eigenvalues") == 1 == printed.count("\nverdict       not Euclid")
    numbers = {path.name for path in tmp_path.glob("eurodist-kpca/*.csv")}
    assert numbers == {"scores.csv", "spectrum.csv"}


@without_pictures
def test_what_takes_the_scale_back_is_an_option_in_the_terminal_and_the_switch_on_the_page(
    tmp_path, capsys
):
    columns = np.random.default_rng(5).normal(size=(30, 3)) * [1.0, 900.0, 2.0]
    np.savetxt(tmp_path / "t.csv", columns, delimiter=",", header="a,b,c", comments="")
    assert _map(tmp_path / "t.csv", "--statements", "none") == 0
    page, printed = (tmp_path / "t-kpca" / "map.html").read_text(), capsys.readouterr().out
    assert (
        "(&#39;--standardize false&#39; undoes it)" not in page and "(the switch undoes it)" in page
    )
    assert "('--standardize false' undoes it)" in printed and "the switch" not in printed


def test_variables_beside_the_table_have_a_file_a_section_and_the_key_of_a_run(table, capsys):
    env = "soil,pH,still,land\n" + "".join(
        f"{i}.5,{x},2,{land}\n" for i, (x, land) in enumerate(zip(X[:, 0], "uvuvvuv", strict=True))
    )
    (table.parent / "env.csv").write_text(env)
    given = (table, "--variables", table.parent / "env.csv", "--kernel", "linear")
    assert _map(*given, "--columns", "height", "--statements", "none") == 0
    folder = table.with_name("my-kpca")
    numbers = pd.read_csv(folder / "variables.csv", index_col="variable")
    assert list(numbers.index) == ["soil", "pH", "land", "land"]
    assert numbers.loc["pH", "R2"] == pytest.approx(1.0, abs=1e-12)
    assert load(folder / "study.yaml").studies["linear"].variables == "../env.csv"
    page = (folder / "map.html").read_text()
    rows = re.findall(r'<tr><th scope="row">(\w+)</th><td class="number">-?[\d.]+</td>', page)
    assert [row for row in rows if not row.isdecimal()] == ["pH", "soil"]
    assert "left out, because they have one value only: &#39;still&#39;" in page
    assert "variables: ../env.csv, SHA-256" in page
    printed = capsys.readouterr().out
    assert "matched to the samples by position" in printed
    assert re.search("variables: left out, because they have one value only.*: 'still'", printed)


def test_the_folder_is_opened_as_tables_by_the_name_of_a_study(made):
    with pytest.raises(NotOpenedError, match=r"None.*'linear', 'rbf'"):
        open_study(made)
    study = open_study(made, "rbf")
    scores = pd.read_csv(made / "scores.csv", index_col="sample")
    np.testing.assert_array_equal(
        study.scores["component 2"], scores["rbf: component 2"].iloc[:7].to_numpy()
    )
    placed = study.place(pd.DataFrame({"height": [5.0], "width": [5.5], "depth": [6.0]}))
    np.testing.assert_allclose(placed, study.new_samples.iloc[:, 1:], rtol=1e-12)


OUTCOMES = {
    "fails": Check("C1", 2.0, 1.0, 1e3),
    "undecided": Check("C1", 0.5, 1.0, 0.0, decided=0),
    "agrees": Check("C1", 0.5, 1.0, 1e3),
    "raises": Failure("C1", "ValueError: planted"),
}


@without_pictures
@pytest.mark.parametrize(
    ("linear", "rbf", "status"),
    [
        ("agrees", "undecided", 0),
        ("fails", "agrees", 1),
        ("agrees", "raises", 1),
    ],
)
def test_one_study_of_two_in_which_a_statement_fails_or_raises_decides_the_exit_status(
    linear, rbf, status, table, monkeypatch, capsys
):
    """The others of its statements agree."""
    outcomes = {"Linear": OUTCOMES[linear], "RBF": OUTCOMES[rbf]}

    class Planted:
        id = "C1"

        def attempt(self, case):
            return outcomes[type(case.data.kernel).__name__]

    monkeypatch.setattr(executing, "STATEMENTS", STATEMENTS | {"C1": Planted()})
    assert _map(table, "--components", 2) == status
    out = capsys.readouterr().out
    (both,) = [line for line in out.splitlines() if line.startswith("statements")]
    lines = re.split("PCA: |; Kernel PCA, Gaussian: ", both)[1:]
    page = (table.with_name("my-kpca") / "map.html").read_text()
    assert ("C1 could not be executed: ValueError: planted" in page) is (rbf == "raises")
    for line, verdict in zip(lines, (linear, rbf), strict=True):
        assert ("beyond their tolerance" in line) is (verdict == "fails")
        assert ("exception" in line) is (verdict == "raises")
        assert ("undecided" in line) is (verdict == "undecided")


@without_pictures
@pytest.mark.parametrize(
    ("variable", "options", "opened"),
    [("DISPLAY", (), 1), ("WAYLAND_DISPLAY", (), 1), ("", (), 0), ("DISPLAY", ("--no-open",), 0)],
)
def test_the_page_is_opened_where_there_are_windows_unless_it_should_not(
    variable, options, opened, table, monkeypatch
):
    addresses = []
    monkeypatch.setattr(map_of_table.webbrowser, "open", addresses.append)
    monkeypatch.setattr(map_of_table.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, ":0")
    given = [str(table), "--kernel", "linear", "--statements", "none", *options]
    assert map_of_table.main(given) == 0
    assert addresses == [(table.parent / "my-kpca/map.html").as_uri()] * opened


@without_pictures
def test_the_results_name_their_input_files_as_seen_from_their_folder(tmp_path, monkeypatch):
    (tmp_path / "given").mkdir()
    (tmp_path / "given" / "my.csv").write_text(ROWS)
    (tmp_path / "new.csv").write_text("height,width,depth\n5.0,5.5,6.0\n")
    monkeypatch.chdir(tmp_path)
    options = ("--new", "new.csv", "--kernel", "linear", "--statements", "none")
    assert _map("given/my.csv", "--folder", "deep/made", *options) == 0
    opened = open_study("deep/made", "linear")
    assert [(key, path) for key, path, _ in opened.origin.files] == [
        ("vectors", "../../given/my.csv"),
        ("new", "../../new.csv"),
    ]
    assert opened.origin.files[0][2] == sha256(ROWS.encode()).hexdigest()


def test_a_folder_of_spectra_has_a_map_beside_it_and_never_in_it(tmp_path, monkeypatch, capsys):
    folder = tmp_path / "spectra"
    folder.mkdir()
    for name, values in {"u": (1.5, 7, 2), "v": (4, -1, 0.5), "w": (9, 3, 8)}.items():
        points = zip((400, 402.5, 404), values, strict=True)
        (folder / f"{name}.txt").write_text("".join(f"{x} {y}\n" for x, y in points))
    assert _map(folder, "--folder", folder / "out") == 2
    assert f"{folder}/out lies in it" in capsys.readouterr().err
    monkeypatch.chdir(folder)
    assert _map(".", "--kernel", "linear", "--statements", "none") == 0
    scores = pd.read_csv(tmp_path / "spectra-kpca/scores.csv")
    assert scores["sample"].tolist() == ["u", "v", "w"]
