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


TWO = """
studies:
  good: {data: {vectors: good.csv}, kernel: linear, components: 1}
  text: {data: {vectors: text.csv}, kernel: linear, components: 1}
  short: {data: {distance_matrix: good.csv}}
"""


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """Two studies with tables that cannot be used, and one whose table can be; no job may start."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.csv").write_text("a,b\n1,2\n3,5\n4,9\n")
    (tmp_path / "text.csv").write_text("a,b\n1,2\n3,abc\n4,9\n")
    (tmp_path / "two.yaml").write_text(TWO)
    started = []

    def start(command, **_):
        started.append(command)
        raise OSError(7, "no job may start")

    monkeypatch.setattr(run.subprocess, "Popen", start)
    return started


def test_every_table_that_cannot_be_used_is_reported_at_once_in_one_line(tables, tmp_path, capsys):
    (tmp_path / "results").mkdir()
    (tmp_path / "results/.lock").touch()
    (tmp_path / "results/good").mkdir()
    (tmp_path / "results/good/study.nc").write_text("earlier")
    assert run.run("two.yaml") == 2
    of_text, of_short = capsys.readouterr().err.splitlines()
    assert of_text.startswith(
        f"two.yaml: studies.text: {tmp_path}/text.csv, line 3, column 'b': 'abc' is not a number"
    )
    assert of_short.startswith(f"two.yaml: studies.short: {tmp_path}/good.csv")
    assert not tables
    assert (tmp_path / "results/good/study.nc").read_text() == "earlier"
    assert not (tmp_path / "results/.set-aside").exists()


def test_a_profile_leaves_the_tables_to_the_jobs(tables, monkeypatch, capsys):
    monkeypatch.setenv("SNAKEMAKE_PROFILE", "cluster")
    assert run.run("two.yaml") == 2
    assert "no job may start" in capsys.readouterr().err
    assert len(tables) == 1


def test_a_table_that_does_not_fit_here_is_left_to_the_job(tables, monkeypatch, capsys):
    def begin(*_):
        raise MemoryError

    monkeypatch.setattr(run.build, "begin", begin)
    assert run.run("two.yaml") == 2
    assert "no job may start" in capsys.readouterr().err
