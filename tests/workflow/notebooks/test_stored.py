"""An executed notebook can be run again where it is stored, and overwrites nothing else."""

import os
import shutil
import subprocess
import sys

import nbformat
import papermill
import pytest
from nbclient import NotebookClient
from small_project import ROOT

from kpca.results import files, solutions, solved, studies
from kpca.studies.datasets import example
from kpca.workflow.notebooks import runner, stored

KERNELSPEC = {"name": "python3", "display_name": "Python 3", "language": "python"}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project folder with results of one study and of an experiment, as the Snakefile makes."""
    project = tmp_path_factory.mktemp("a project")
    place = project / "results"
    (place / "example").mkdir(parents=True)
    study = example().solve()
    nodes = solutions.to_datasets(study, study.solution)
    nodes[solved.NODE] = solved.to_dataset(study)
    files.write(studies.to_tree(study, **nodes), place / "example/study.nc")
    source = ROOT / "notebooks/studies/eigen-solve.ipynb"
    _run(
        place,
        source,
        "example/eigen-solve.ipynb",
        "study_file=example/study.nc",
        "result_file=example/eigen-solve.nc",
    )
    top = nbformat.v4.new_notebook(
        metadata={"kernelspec": KERNELSPEC, "language_info": {"name": "python"}},
        cells=[
            nbformat.v4.new_code_cell("result_file = None", metadata={"tags": ["parameters"]}),
            nbformat.v4.new_code_cell("open(result_file, 'w').write('made')"),
            nbformat.v4.new_markdown_cell("[N2](../../docs/references.md#n2)"),
        ],
    )
    nbformat.write(top, project / "top.ipynb")
    _run(place, project / "top.ipynb", "top.ipynb", "result_file=top.txt")
    _run(place, project / "top.ipynb", "example/link.ipynb", "result_file=example/link.txt")
    (project / "top.ipynb").unlink()
    return project


def _run(folder, notebook, output, *parameters):
    command = [
        sys.executable,
        "-m",
        "kpca.workflow.notebooks.runner",
        str(notebook),
        output,
        *parameters,
    ]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=folder, check=True, env=environment, capture_output=True)


def _files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _again(path, folder):
    """Execute a stored notebook as it stands, with ``folder`` as the current one."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, resources={"metadata": {"path": str(folder)}}).execute()
    return notebook


NOTEBOOKS = {"example/eigen-solve.ipynb": "example/eigen-solve.nc", "top.ipynb": "top.txt"}


def test_papermill_runs_a_stored_notebook_from_the_project(made, tmp_path, monkeypatch):
    monkeypatch.chdir(made)
    before = _files(made)
    papermill.execute_notebook(
        "results/example/eigen-solve.ipynb", str(tmp_path / "again.ipynb"), progress_bar=False
    )
    assert _files(made) == before


def test_results_can_be_moved_and_rewrite_their_own_outputs_and_nothing_else(made, tmp_path):
    elsewhere = tmp_path / "else where"
    shutil.copytree(made / "results", elsewhere)
    before = _files(elsewhere)
    for notebook, result in NOTEBOOKS.items():
        content = (elsewhere / result).read_bytes()
        os.utime(elsewhere / result, (1.0, 1.0))
        _again(elsewhere / notebook, (elsewhere / notebook).parent)
        assert (elsewhere / result).stat().st_mtime > 1.0
        assert (elsewhere / result).read_bytes() == content
    assert _files(elsewhere) == before


def test_in_the_folder_of_another_study_a_stored_notebook_writes_nothing(made, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(made / "results/example", other)
    before = {path: path.read_bytes() for path in other.iterdir()}
    with pytest.raises(Exception, match="is not the current folder, and not below it"):
        _again(made / "results/example/eigen-solve.ipynb", other)
    assert {path: path.read_bytes() for path in other.iterdir()} == before


def test_two_folders_that_could_be_meant_are_named_and_neither_is_written(tmp_path, monkeypatch):
    for place in ("results/iris", "results/tiny/iris"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "n.ipynb").write_text("")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(stored.FolderError, match="several below it: results/iris, results/tiny/"):
        stored.enter("iris", "n.ipynb")
    assert os.getcwd() == str(tmp_path)
    monkeypatch.chdir(tmp_path / "results/tiny")
    stored.enter("iris", "n.ipynb")
    assert os.getcwd() == str(tmp_path / "results/tiny/iris")


def test_paths_are_seen_from_the_folder_of_the_notebook_and_other_parameters_stay(tmp_path):
    given = {
        "study_file": "iris/study.nc",
        "results_folder": ".",
        "experiments": "a/b",
        "x_file": "",
    }
    assert stored.paths(given, runner.Path("iris")) == {
        "study_file": "study.nc",
        "results_folder": "..",
        "experiments": "a/b",
        "x_file": "",
    }


def test_a_notebook_without_paths_has_no_guard():
    assert stored.guard("n.ipynb", "iris", {"a": "1"}) == ""
    assert stored.guard("n.ipynb", "iris", {"b_file": "x.nc"}) == (
        'from kpca.workflow.notebooks import stored\n\nstored.enter("iris", "n.ipynb", "x.nc")\n'
    )


@pytest.mark.parametrize(("notebook", "site"), [("top", "site"), ("example/link", "../site")])
def test_a_link_to_a_document_leads_to_the_site_among_the_results(made, notebook, site):
    executed = nbformat.read(made / f"results/{notebook}.ipynb", as_version=4)
    assert executed.cells[-1].source == f"[N2]({site}/references.html#n2)"


def test_no_path_of_the_machine_is_in_a_stored_notebook(made):
    for notebook in NOTEBOOKS:
        assert str(made) not in (made / "results" / notebook).read_text()
