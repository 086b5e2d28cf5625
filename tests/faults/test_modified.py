"""A result that somebody changes or damages is reported and made again, not taken for a result."""

import shutil

import pytest
from small_project import Project

from kpca.results import files, hashes
from kpca.workflow.launch import record, set_aside

pytestmark = pytest.mark.faults


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """A project whose run has finished, and the hash of each result."""
    project = Project(tmp_path_factory.mktemp("modified") / "project")
    code, output = project.run()
    assert code == 0, output
    return project, project.hashes()


def _in_place(project, known):
    return {name: hashes.of_file(project.results / name) for name in known} == known


def _is_made_again(project, known, *names):
    code, output = project.run()
    assert code == 0, output
    for name in names:
        assert f"modified      {name} is damaged or not what a run wrote" in output
        assert (project.results / set_aside.MODIFIED / name).exists()
    assert output.count("modified   ") == len(names)
    assert "this run      0 jobs" not in output
    assert project.hashes() == known
    assert _in_place(project, known)
    idle = project.run()[1]
    assert "this run      0 jobs" in idle
    assert "modified   " not in idle


def _change_score(project):
    path = project.results / "small/eigen-solve.nc"
    tree = files.read(path)
    tree["components"]["score"].values[0, 0] = 99.0
    files.write(tree, path)


def test_changed_damaged_and_missing_results_are_made_again_in_one_run(known):
    project, hashes_of_run = known
    _change_score(project)
    for name in ("small/study.nc", "checks.csv"):
        (project.results / name).write_bytes(b"damaged")
    (project.results / "small/figures/scree.svg").unlink()
    (project.results / "report.ipynb").write_text("edited")
    (project.results / "small/rkhs-norm.nc").unlink()
    shutil.rmtree(project.results / "figures")
    changed = ("small/eigen-solve.nc", "small/study.nc", "checks.csv", "small/figures")
    _is_made_again(project, hashes_of_run, *changed, "report.ipynb")
    aside = files.read(project.results / set_aside.MODIFIED / "small/eigen-solve.nc")
    assert aside["components"]["score"].values[0, 0] == 99.0


def test_without_a_record_damage_is_found_and_without_the_manifest_a_change(known):
    project, hashes_of_run = known
    (project.results / record.NAME).unlink()
    (project.results / "small/eigen-solve.nc").write_bytes(b"damaged")
    _is_made_again(project, hashes_of_run, "small/eigen-solve.nc")
    (project.results / "manifest.json").unlink()
    _change_score(project)
    _is_made_again(project, hashes_of_run, "small/eigen-solve.nc")
