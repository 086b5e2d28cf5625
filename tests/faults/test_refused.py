"""A command that failed fails again until its cause is gone, over earlier results that stay."""

import os
import signal
import time

import pytest
from small_project import SMALL, Project

from kpca.results import hashes
from kpca.workflow.launch import set_aside

pytestmark = pytest.mark.faults
TWO = SMALL.format(results="results", seed=1) + SMALL.split("studies:\n")[1].replace(
    "small", "other"
).format(seed=3)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project with the results of a first run."""
    made = Project(tmp_path_factory.mktemp("refused") / "project")
    code, output = made.run()
    assert code == 0, output
    return made


def _in_place(project, known):
    return {name: hashes.of_file(project.results / name) for name in known} == known


def _kept(project, known):
    """Whether every earlier result is in the folder that the message names."""
    folder = project.results / set_aside.EARLIER
    return {name: hashes.of_file(folder / name) for name in known} == known


def _fails_twice(project, expected, reason, known):
    for _ in range(2):
        code, output = project.run()
        assert code == expected, output
        assert reason in output
        if expected == 2:
            assert _in_place(project, known)
        else:
            assert f"results/{set_aside.EARLIER} has all earlier results" in output
            assert _kept(project, known)
    return output


def _finishes(project, known):
    code, output = project.run()
    assert code == 0, output
    assert project.hashes() == known
    assert _in_place(project, known)
    assert not (project.results / set_aside.EARLIER).exists()
    return output


def test_a_refused_study_is_refused_again_and_costs_no_other_study_its_results(project):
    path = project.folder / "small.yaml"
    one = path.read_text()
    path.write_text(TWO)
    assert project.run()[0] == 0
    known = project.hashes()
    refused = TWO.replace("seed: 1", "seed: 2").replace("components: 2", "components: 99", 1)
    path.write_text(refused.replace("seed: 3", "seed: 4"))
    _fails_twice(project, 2, "studies.small.components: 99 components asked for", known)
    path.write_text(TWO)
    _finishes(project, known)
    path.write_text(one)
    assert project.run()[0] == 0


def test_a_notebook_that_failed_fails_again_and_the_others_finish_until_it_is_mended(project):
    known = project.hashes()
    path = project.folder / "notebooks/studies/mds-from-distances.ipynb"
    before = path.read_text(encoding="utf-8")
    path.write_text(before.replace("study = studies.executed_on(study_file)", "1 / 0"))
    # Then notebooks have to run, too, that do not need this one.
    began = time.time()
    with (project.folder / "kpca/rkhs.py").open("a") as file:
        file.write("EDITED = True\n")
    output = _fails_twice(project, 1, "raised ZeroDivisionError: division by zero", known)
    log = project.results / "logs/small/mds-from-distances.log"
    assert f"small: mds-from-distances failed; the end of {log}:" in output
    assert "raised ZeroDivisionError: division by zero" in log.read_text()
    assert "THE RUN DID NOT FINISH" in output
    assert "failed        results/small/mds-from-distances.failed.ipynb" in output
    assert "1 / 0" in (project.results / "small/mds-from-distances.failed.ipynb").read_text()
    for name in ("rkhs-norm", "first-components"):
        assert (project.results / f"small/{name}.ipynb").stat().st_mtime > began
    (project.results / "small/rkhs-norm.ipynb").write_text("edited after a run that failed")
    path.write_text(before, encoding="utf-8")
    assert "modified      small/rkhs-norm.ipynb is damaged" in _finishes(project, known)
    assert not list(project.results.rglob("*.failed.ipynb"))


@pytest.mark.parametrize(
    ("interrupt", "number", "moment"),
    [
        pytest.param(os.kill, signal.SIGINT, 1.0, marks=pytest.mark.repeated),
        (os.kill, signal.SIGTERM, 9.0),
        (os.killpg, signal.SIGINT, 15.0),
    ],
)
def test_an_interrupt_of_the_run_alone_or_of_all_its_processes_loses_nothing(
    project, interrupt, number, moment
):
    known = project.hashes()
    with (project.folder / "kpca/tolerances.py").open("a") as file:
        file.write("EDITED = True\n")
    process = project.start()
    time.sleep(moment)
    interrupt(process.pid, number)
    output = process.communicate(timeout=300)[0]
    assert process.returncode == 130, output
    assert "interrupted; the same command goes on from here" in output
    assert "Traceback" not in output
    if (project.results / set_aside.EARLIER).exists():
        assert _kept(project, known)
    else:
        assert _in_place(project, known)
    _finishes(project, known)
