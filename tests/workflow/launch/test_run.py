"""A run names the jobs that failed, shows the output of its commands, and shares the memory."""

import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from kpca.workflow import catalog
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
    found = Run("c.yaml", "1", 1)
    found.log.parent.mkdir(parents=True)
    return found


def _leave(run, job, log, files=()):
    for path, text in [(job.log, log), *((job[role], "") for role in files)]:
        (run.results / path).parent.mkdir(parents=True, exist_ok=True)
        (run.results / path).write_text(text)


def test_a_job_that_has_begun_and_left_no_result_has_failed(one_run):
    began = time.time()
    job = catalog.ANALYSIS.of(study="s", notebook="eigen-solve")
    assert not one_run._failed(job, began)
    _leave(one_run, job, "x", ["notebook"])
    assert one_run._failed(job, began)
    assert not one_run._failed(job, began + 60)
    _leave(one_run, job, "x", ["notebook", "result"])
    assert not one_run._failed(job, began)


def test_the_end_of_the_log_of_a_failed_job_is_shown_and_stored(one_run, capsys):
    job = catalog.PREPARE.of(study="s")
    _leave(one_run, job, "".join(f"line {k}\n" for k in range(1, 31)))
    one_run._show_end_of_log(job)
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == f"s/prepare failed; the end of {one_run.results}/logs/s/prepare.log:"
    assert shown[1:] == [f"  line {k}" for k in range(11, 31)]
    assert one_run.log.read_text().splitlines() == shown


def test_a_failed_job_with_an_empty_log_is_named_too(one_run, capsys):
    job = catalog.CHECKS
    _leave(one_run, job, "")
    one_run._show_end_of_log(job)
    assert capsys.readouterr().out.splitlines()[1:] == ["  the log is empty"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this machine")
def test_a_full_disk_loses_a_line_of_the_log_and_nothing_else(one_run, capsys):
    one_run.log = Path("/dev/full")
    one_run._report("one")
    assert capsys.readouterr().out == "one\n"


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
    monkeypatch.setattr(
        one_run, "_echo", lambda command, lock, progress: (commands.append(command) or 0, True)
    )
    one_run._snakemake(one_run._progress("all", {}), 0)
    assert ("mem_mb=1234" in commands[0]) == (profile is None)


@pytest.mark.parametrize(("cores", "expected"), [("3", 3), ("all", 7)])
def test_the_time_left_is_estimated_for_the_cores_of_the_run(one_run, monkeypatch, cores, expected):
    monkeypatch.setattr(run.psutil, "cpu_count", lambda: 7)
    one_run.cores = cores
    assert one_run._progress("all", {}).cores == expected


TELLS = """
import sys
from kpca.workflow.launch import events
print("1.0 s  a.ipynb", flush=True)
events.write({"event": "planned", "rules": {"checks": 1, "all": 1}})
sys.exit(3)
"""


def test_the_output_of_a_command_is_printed_and_logged_and_its_events_are_shown(one_run, capsys):
    command = [sys.executable, "-c", TELLS]
    with (one_run.results / "lock").open("w") as lock:
        found = one_run._echo(command, lock.fileno(), one_run._progress("all", {}))
    assert found == (3, True)
    assert capsys.readouterr().out == "1.0 s  a.ipynb\n0 of 1 jobs done\n"
    assert one_run.log.read_text() == "1.0 s  a.ipynb\n"


def test_events_alone_are_no_output(one_run):
    command = [sys.executable, "-c", TELLS.replace('print("1.0 s  a.ipynb", flush=True)', "")]
    with (one_run.results / "lock").open("w") as lock:
        found = one_run._echo(command, lock.fileno(), one_run._progress("all", {}))
    assert found == (3, False)
