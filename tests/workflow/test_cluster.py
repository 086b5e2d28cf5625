"""Jobs can run elsewhere: a profile alone says where, and each job says what it needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

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
def test_a_profile_runs_the_jobs_elsewhere_with_the_memory_and_threads_that_they_declare(project):
    results = ["small/eigen-solve.nc", "small/mds-from-distances.nc"]
    process = _run(project, *results)
    assert process.returncode == 0, process.stdout + process.stderr
    assert all((project.results / path).is_file() for path in results)
    submitted = (project.results / "submitted").read_text().splitlines()
    assert submitted[0] == "prepare 1 401"
    assert sorted(submitted[1:]) == ["eigen_solve 1 401", "mds_from_distances 1 1234"]
