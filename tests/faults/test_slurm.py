"""Runs on a real Slurm of two nodes: equal results, and what happens if something fails."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import on_ranks
import pytest
import solved_by_mpi
import yaml
from slurm_cluster import Cluster, missing
from small_project import ROOT, Project, kill_whole

pytestmark = pytest.mark.faults

# One study that a single job of the cluster makes, and one with a job for each notebook.
BOTH = """
results: results
studies:
  small:
    data: {generator: rings, n: 24, noise: 0.1, seed: 1}
    kernel: {name: rbf, gamma: scale}
    components: 2
  wide:
    data: {generator: circles, n: 501, noise: 0.05, seed: 1}
    kernel: {name: rbf, gamma: 4.0}
    components: 2
    statements: none
"""
ON_SLURM = ("--profile", "slurm", "--cores", "2")
QUEUED = 60
"""Seconds in which a run has submitted its first job."""


@pytest.fixture(scope="module")
def slurm(tmp_path_factory):
    if reason := missing():
        pytest.skip(reason)
    with Cluster(tmp_path_factory.mktemp("slurm")) as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def in_the_cluster(slurm, monkeypatch):
    for name in ("SLURM_CONF", "PATH"):
        monkeypatch.setenv(name, slurm.environment[name])


def _project(folder):
    project = Project(folder)
    (project.folder / "both.yaml").write_text(BOTH)
    return project


def _profile(project, **more):
    """A copy of the profile with other lines, as a user would write one."""
    lines = yaml.safe_load((ROOT / "profiles/slurm/config.yaml").read_text())
    lines |= {"cores": 2, "seconds-between-status-checks": 2} | more
    folder = project.folder / "my-cluster"
    folder.mkdir(exist_ok=True)
    (folder / "config.yaml").write_text(yaml.safe_dump(lines))
    return ("--profile", folder.name)


def _until(ready, seconds):
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.2)


@contextmanager
def _queued(slurm, project, *options):
    """A run that has submitted a job, which is running."""
    with project.start(*options, config="both.yaml") as process:
        _until(lambda: [state for (state,) in slurm.jobs("%T") if state == "RUNNING"], QUEUED)
        yield process


def test_a_killed_run_is_repeated_when_its_jobs_have_ended_and_has_the_results_of_a_run_here(
    slurm, tmp_path
):
    here, there = _project(tmp_path / "here"), _project(tmp_path / "there")
    with _queued(slurm, there, *ON_SLURM) as process:
        kill_whole(process)
    left = slurm.waiting_or_running()
    assert left
    status, output = there.run(*ON_SLURM, config="both.yaml")
    assert status == 2
    assert f"scancel {' '.join(left)}" in output
    _until(lambda: not slurm.waiting_or_running(), QUEUED)
    status, output = there.run(*ON_SLURM, config="both.yaml")
    assert status == 0, output
    assert here.run(config="both.yaml")[0] == 0
    assert there.hashes() == here.hashes()


def test_ctrl_c_cancels_the_jobs_in_the_queue(slurm, tmp_path):
    project = _project(tmp_path / "project")
    with _queued(slurm, project, *ON_SLURM) as process:
        os.killpg(process.pid, signal.SIGINT)
        output = process.communicate(timeout=60)[0]
    assert process.returncode == 130
    assert "interrupted; the same command goes on from here" in output
    _until(lambda: not slurm.waiting_or_running(), 20)
    assert slurm.jobs("%T")[-1] == ["CANCELLED"]


def test_a_failing_cell_of_a_short_study_shows_the_end_of_its_log(slurm, tmp_path):
    project = _project(tmp_path / "project")
    notebook = project.folder / "notebooks/studies/mds-from-distances.ipynb"
    text = notebook.read_text()
    notebook.write_text(text.replace("import ", "raise ValueError('planted')\\nimport ", 1))
    assert notebook.read_text() != text
    status, output = project.run(*_profile(project))
    assert status == 1
    assert f"small: mds-from-distances failed; the end of {project.results}/logs/small/" in output
    assert "cell [" in output
    assert "raised ValueError: planted" in output
    assert output.count(" failed; the end of ") == 1, "the other jobs of the study did not fail"


def test_a_refused_study_and_a_job_beyond_its_memory_say_what_is_wrong(slurm, tmp_path):
    project = _project(tmp_path / "project")
    config = yaml.safe_load((project.folder / "both.yaml").read_text())
    wide = config["studies"]["wide"]
    config["studies"] = {"refused": wide | {"components": 502}, "wide": wide}
    (project.folder / "both.yaml").write_text(yaml.safe_dump(config))
    # Less than the two processes of Snakemake and the solver need, as for an estimate that is low.
    options = _profile(project, **{"set-resources": {"prepare": {"mem_mb": 330}}, "retries": 0})
    status, output = project.run(*options, config="both.yaml")
    assert status == 2
    assert "oom" in output.lower()
    assert "no notebook was started" in output
    options = _profile(project, retries=0)
    status, output = project.run(*options, config="both.yaml")
    assert status == 2
    assert "both.yaml: studies.refused.components: 502 components asked for" in output
    assert "failed; the end of" in output


def test_a_job_whose_node_goes_away_starts_again_when_the_node_is_back(slurm, tmp_path):
    project = _project(tmp_path / "project")
    command = [sys.executable, "-m", "snakemake", "wide/study.nc", "--cores", "2"]
    command += ["--workflow-profile", _profile(project)[1], "--config", "file=both.yaml"]
    process = subprocess.Popen(command, cwd=project.folder, env=_with_path(project))
    try:
        _until(lambda: ["RUNNING"] in slurm.jobs("%T"), QUEUED)
        node = slurm.jobs("%N")[-1][0]
        slurm.ask("scontrol", "update", f"nodename={node}", "state=down", "reason=test")
        _until(lambda: slurm.jobs("%T")[-1] == ["PENDING"], 20)
        slurm.ask("scontrol", "update", f"nodename={node}", "state=resume")
        # Slurm waits two minutes before it starts such a job again. A few seconds are needed: the
        # node has to end the first one.
        time.sleep(5)
        id = slurm.jobs("%i")[-1][0]
        slurm.ask("scontrol", "update", f"jobid={id}", "starttime=now")
        assert process.wait(120) == 0
    finally:
        process.kill()
        process.wait()
    assert "Restarts=1" in slurm.ask("scontrol", "show", "job", id)
    assert (project.results / "wide/study.nc").is_file()


@pytest.mark.parametrize(
    "resources",
    [{"nodes": 1, "mpi": "mpiexec"}, {"nodes": 2, "mpi": "srun --mpi=pmi2"}],
    ids=["on one node", "on two nodes"],
)
def test_a_study_that_two_ranks_of_the_cluster_solve_is_that_of_a_run_here(
    slurm, tmp_path, resources
):
    if reason := on_ranks.missing():
        pytest.skip(reason)
    project = solved_by_mpi.planted(Project(tmp_path / "project"))
    solved_by_mpi.prepare(project, solved_by_mpi.configured(project, 1, "here"))
    config = solved_by_mpi.configured(project, 2, "there")
    command = [sys.executable, "-m", "snakemake", "wide/study.nc", "--config", f"file={config}"]
    options = _profile(project, **{"set-resources": {"prepare_by_mpi": resources}})
    ended = subprocess.run(
        [*command, "--workflow-profile", options[1]],
        cwd=project.folder,
        env=_with_path(project) | dict.fromkeys(on_ranks.ALLOWED_BY_OPEN_MPI, "1"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    here, there = (solved_by_mpi.study(project, 0, name) for name in ("here", "there"))
    solved_by_mpi.require_equal(here, there)
    products = solved_by_mpi.products(project, 0, "there")
    assert products[1] >= int(there["solver"]["passes"])
    state, cores, nodes, first = slurm.jobs("%T", "%C", "%D", "%B")[-1]
    assert (state, cores, nodes) == ("COMPLETED", "2", str(resources["nodes"]))
    assert (solved_by_mpi.nodes(project, "there") == {first}) == (nodes == "1")


def _with_path(project):
    return os.environ | {"PYTHONPATH": str(project.folder)}
