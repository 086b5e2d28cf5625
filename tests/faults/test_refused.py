"""A command that failed fails again until its cause is gone, over earlier results that stay."""

import signal
import time

import pytest
from small_project import SMALL, Project

pytestmark = pytest.mark.faults
TWO = SMALL.format(results="results", seed=1) + SMALL.split("studies:\n")[1].replace(
    "small", "other"
).format(seed=3)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project with the results of a first run."""
    made = Project(tmp_path_factory.mktemp("refused") / "project")
    code, told = made.run()
    assert code == 0, told
    return made


def _same(project, hashes):
    return {name: hashes.of_file(project.results / name) for name in hashes} == hashes


def _fails_twice(project, expected, reason, hashes):
    for _ in range(2):
        code, told = project.run()
        assert code == expected, told
        assert reason in told
        assert _same(project, hashes)


def _finishes(project, hashes):
    code, told = project.run()
    assert code == 0, told
    assert project.hashes() == hashes
    assert _same(project, hashes)


def test_a_refused_study_is_refused_again_and_costs_no_other_study_its_results(project):
    path = project.folder / "small.yaml"
    one = path.read_text()
    path.write_text(TWO)
    assert project.run()[0] == 0
    hashes = project.hashes()
    refused = TWO.replace("seed: 1", "seed: 2").replace("components: 2", "components: 99", 1)
    path.write_text(refused.replace("seed: 3", "seed: 4"))
    _fails_twice(project, 2, "studies.small.components: 99 components asked for", hashes)
    path.write_text(TWO)
    _finishes(project, hashes)
    path.write_text(one)
    assert project.run()[0] == 0


def test_a_notebook_that_failed_fails_again_and_runs_when_it_is_mended(project):
    hashes = project.hashes()
    path = project.folder / "notebooks/mds-from-distances.ipynb"
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace("study = studies.load(study_file)", "1 / 0"))
    _fails_twice(project, 1, "raised ZeroDivisionError", hashes)
    path.write_text(before, encoding="utf-8")
    _finishes(project, hashes)


@pytest.mark.parametrize("moment", [1.0, 9.0])
def test_an_interrupt_of_the_run_alone_loses_nothing(project, moment):
    hashes = project.hashes()
    with (project.folder / "kpca/tolerances.py").open("a") as file:
        file.write("EDITED = True\n")
    process = project.start()
    time.sleep(moment)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=300)[0]
    assert process.returncode == 130, told
    assert "interrupted; the same command goes on from here" in told
    assert "Traceback" not in told
    assert _same(project, hashes)
    _finishes(project, hashes)
