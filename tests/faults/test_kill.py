"""kill -9 at any moment: the same command then finishes, and its results are the same."""

import os
import random
import signal
import time

import psutil
import pytest
from small_project import Project, kill_whole

pytestmark = pytest.mark.faults
KILLS = 21


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """A project, the hashes of an undisturbed run and its wall time."""
    project = Project(tmp_path_factory.mktemp("kill") / "project")
    start = time.monotonic()
    code, told = project.run()
    assert code == 0, told
    return project, project.hashes(), time.monotonic() - start


@pytest.mark.parametrize("round", range(KILLS // 3))
def test_a_run_killed_thrice_at_random_moments_is_finished_by_the_same_command(known, round):
    project, expected, wall = known
    project.clear()
    moments = random.Random(round)
    for _ in range(3):
        process = project.start()
        time.sleep(moments.uniform(0.0, wall))
        kill_whole(process)
    code, told = project.run()
    assert code == 0, told
    assert project.hashes() == expected
    assert not list(project.results.rglob(".*.ipynb"))
    assert not (project.results / ".earlier").exists()
    assert "this run      0 jobs" in project.run()[1]


def test_a_killed_kernel_fails_its_notebook_and_the_next_run_makes_it(known):
    project, expected, _ = known
    project.clear()
    process = project.start()
    killed = None
    while killed is None and process.poll() is None:
        for one in psutil.process_iter(["cmdline"]):
            command = " ".join(one.info["cmdline"] or [])
            if (
                "kpca/workflow/kernel.py" in command
                and psutil.Process(process.pid) in one.parents()
            ):
                os.kill(one.pid, signal.SIGKILL)
                killed = one.pid
                break
    told = process.communicate()[0]
    assert killed
    assert process.returncode == 1
    assert "the kernel" in told
    assert "THE RUN DID NOT FINISH" in told
    code, told = project.run()
    assert code == 0, told
    assert project.hashes() == expected
    assert not list(project.results.rglob("*.failed.ipynb"))
