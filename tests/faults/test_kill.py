"""kill -9 at any moment costs no earlier result; the same command finishes, with equal results."""

import os
import random
import signal
import time

import psutil
import pytest
from small_project import Project, kill_whole

from kpca.workflow.launch import set_aside

pytestmark = pytest.mark.faults
KILLS = 4
ROUNDS = [0, *(pytest.param(round, marks=pytest.mark.repeated) for round in (1, 2, 3, 4))]


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """A project, the hashes of an undisturbed run for each of two seeds, and its wall time."""
    project, hashes = Project(tmp_path_factory.mktemp("kill") / "project"), {}
    for seed in (1, 2):
        project.configure(seed)
        start = time.monotonic()
        code, output = project.run()
        assert code == 0, output
        hashes[seed] = project.hashes()
    return project, hashes, time.monotonic() - start


def _lost(project, names):
    places = (project.results, project.results / set_aside.EARLIER)
    return [name for name in names if not any((place / name).exists() for place in places)]


@pytest.mark.parametrize("round", ROUNDS)
def test_a_run_killed_at_random_moments_is_finished_by_the_same_command(known, round):
    project, hashes, wall = known
    if round == 0:
        project.clear()
    earlier = project.hashes() if round else {}
    seed = 3 - project.seed
    project.configure(seed)
    moments = random.Random(round)
    for _ in range(KILLS):
        process = project.start()
        # What was finished before a kill is not done again: four times this are a whole run.
        time.sleep(moments.uniform(0.0, 2.0 * wall / KILLS))
        kill_whole(process)
        assert _lost(project, earlier) == []
    code, output = project.run()
    assert code == 0, output
    assert project.hashes() == hashes[seed] != hashes[3 - seed]
    assert not list(project.results.rglob(".*.ipynb"))
    assert not (project.results / set_aside.FOLDER).exists()
    assert "this run      0 jobs" in project.run()[1]


def test_a_killed_kernel_fails_its_notebook_and_the_next_run_makes_it(known):
    project, hashes, _ = known
    earlier, seed = project.hashes(), 3 - project.seed
    project.configure(seed)
    process = project.start()
    killed = None
    while killed is None and process.poll() is None:
        for one in psutil.process_iter(["cmdline"]):
            command = " ".join(one.info["cmdline"] or [])
            if "notebook_kernel" in command and psutil.Process(process.pid) in one.parents():
                os.kill(one.pid, signal.SIGKILL)
                killed = one.pid
                break
    output = process.communicate()[0]
    assert killed
    assert process.returncode == 1
    assert "the notebook kernel" in output
    assert "THE RUN DID NOT FINISH" in output
    assert _lost(project, earlier) == []
    code, output = project.run()
    assert code == 0, output
    assert project.hashes() == hashes[seed]
    assert not list(project.results.rglob("*.failed.ipynb"))
    assert "this run      0 jobs" in project.run()[1]
