"""Jobs can run elsewhere: a profile alone says where, and each job says what it needs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from small_project import ROOT

from kpca.studies.config.load import load
from kpca.workflow import catalog

CLUSTER = Path(__file__).with_name("cluster")
PROFILE = {
    "executor": "tiny",
    "jobs": 2,
    "quiet": "all",
    "seconds-between-status-checks": 1,
    "latency-wait": 5,
    "set-resources": {"mds_from_distances": {"mem_mb": 1234}},
}


def _run(project, *targets):
    (project.folder / "profile").mkdir(exist_ok=True)
    (project.folder / "profile/config.yaml").write_text(yaml.safe_dump(PROFILE))
    command = [sys.executable, "-m", "snakemake", *targets, "--profile", "profile"]
    path = os.pathsep.join([str(project.folder), str(CLUSTER)])
    return subprocess.run(
        [*command, "--config", "file=small.yaml"],
        cwd=project.folder,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.faults
def test_a_profile_runs_the_jobs_elsewhere_with_all_that_they_ask_for(project):
    results = ["small/eigen-solve.nc", "small/mds-from-distances.nc"]
    process = _run(project, *results)
    assert process.returncode == 0, process.stdout + process.stderr
    assert all((project.results / path).is_file() for path in results)
    submitted = (project.results / "submitted").read_text().splitlines()
    # One job makes all of a short study, both notebooks side by side, with 450 MB for Snakemake.
    name = "small_eigen_solve_mds_from_distances_prepare"
    assert submitted == [f"{name} 2 {403 + 450 + 1234} 60"]


@pytest.mark.faults
def test_every_finding_of_the_linter_is_answered_in_the_guide(project):
    command = [sys.executable, "-m", "snakemake", "--lint", "--config", "file=small.yaml"]
    ended = subprocess.run(
        command,
        cwd=project.folder,
        env=os.environ | {"PYTHONPATH": str(project.folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    text = (ROOT / "kpca/site/text/time.md").read_text(encoding="utf-8")
    answered = re.findall(r"\*([A-Z][^*]+)\*", text.partition("## What `snakemake --lint` says")[2])
    findings = re.findall(r"^ +\* (.+):$", ended.stdout + ended.stderr, re.MULTILINE)
    assert {one for one in answered if any(line.startswith(one) for line in findings)} == {
        *answered
    }
    assert [line for line in findings if not line.startswith(tuple(answered))] == []


def test_the_profile_has_only_options_that_snakemake_and_the_plugin_know():
    from snakemake import cli
    from snakemake_executor_plugin_slurm import ExecutorSettings

    own = {f"slurm-{name.replace('_', '-')}" for name in ExecutorSettings.__dataclass_fields__}
    known = {
        name.removeprefix("--")
        for action in cli.get_argument_parser()._actions
        for name in action.option_strings
    }
    profile = yaml.safe_load((ROOT / "profiles/slurm/config.yaml").read_text())
    assert profile["executor"] == "slurm"
    assert {*profile} - own - known == set()


def _planned(folder, text, *targets):
    """What a dry run of the configuration ``text`` prints about the jobs that make the targets."""
    (folder / "c.yaml").write_text(text)
    command = [sys.executable, "-m", "snakemake", "--dry-run", "--printshellcmds", "--cores", "4"]
    command += ["--snakefile", str(ROOT / "Snakefile"), "--config", f"file={folder}/c.yaml"]
    ended = subprocess.run(
        [*command, "--", *targets], cwd=folder, capture_output=True, text=True, check=True
    )
    return ended.stdout


RANKS = """
results: results
studies:
  one: {data: {generator: rings, n: 24, noise: 0.1, seed: 1}, kernel: rbf}
  three: {data: {generator: rings, n: 24, noise: 0.1, seed: 1}, kernel: rbf, ranks: 3}
"""


def test_every_job_has_a_time_limit_and_only_a_study_with_ranks_as_many_tasks_of_mpi(tmp_path):
    planned = _planned(tmp_path, RANKS, "all")
    started = [line for line in planned.splitlines() if " --benchmark " in line]
    assert len(started) == len(catalog.jobs(load(tmp_path / "c.yaml")))
    assert "--book" not in planned
    # A cell of a notebook may take half of the minutes of its job.
    of_cell = r"kpca\.workflow\.notebooks\.runner .* --timeout \$\(\(30 \* 120\)\)|(?!.*runner)"
    limited = re.compile(rf" --minutes 120 (--mpi '[^']+' )?({of_cell})")
    assert [line for line in started if not limited.search(line)] == []
    of_one, of_three = (
        planned.partition(f"{study}: prepare")[2].partition("study.nc 2> ")[0]
        for study in ("one", "three")
    )
    assert "--mpi 'mpiexec -n 3' kpca.workflow.jobs.prepare" in of_three
    assert "kpca.workflow.jobs.prepare" in of_one
    assert "--mpi" not in of_one
