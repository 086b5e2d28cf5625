"""A run names the jobs that failed, shows the output of its commands, and shares the memory."""

from types import SimpleNamespace

import pytest

from kpca.workflow.launch import run
from kpca.workflow.launch.run import Run


@pytest.fixture
def one_run(tmp_path, monkeypatch):
    """A run of one study that has not begun."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.yaml").write_text(
        "results: r\nstudies:\n  s:\n    data: {dataset: iris}\n    kernel: {name: linear}\n"
        "    components: 2\n"
    )
    return Run("c.yaml", "1", 1)


def test_the_results_lie_beside_the_configuration(one_run, tmp_path, monkeypatch):
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    there = Run("../c.yaml", "1", 1)
    assert there.results == one_run.results == tmp_path / "r"


@pytest.mark.parametrize("profile", [None, "cluster"])
def test_jobs_on_this_machine_share_its_free_memory_and_a_profile_decides_elsewhere(
    one_run, profile, monkeypatch
):
    monkeypatch.delenv("SNAKEMAKE_PROFILE", raising=False)
    if profile:
        monkeypatch.setenv("SNAKEMAKE_PROFILE", profile)
    free = SimpleNamespace(available=1_234_567_890)
    monkeypatch.setattr(run.psutil, "virtual_memory", lambda: free)
    commands = []

    class Ended:
        """A process that has ended."""

        returncode = 0

        def __init__(self, command, **_):
            commands.append(command)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        def communicate(self):
            return None, b""

    monkeypatch.setattr(run.subprocess, "Popen", Ended)
    assert one_run._snakemake("all", 0) == 0
    assert ("mem_mb=1234" in commands[0]) == (profile is None)
