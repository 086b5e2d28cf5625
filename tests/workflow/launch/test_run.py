"""The command ``python -m kpca.workflow`` ends with a status and one message, even when stopped."""

import os
import shutil
import subprocess
import sys
import time
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import SimpleNamespace

import pytest
from small_project import ROOT

from kpca.workflow import __main__ as command
from kpca.workflow import catalog
from kpca.workflow.launch import run
from kpca.workflow.launch.run import Run


class _Interrupted(MetaPathFinder):
    """Ctrl-C, while one module is loaded."""

    def find_spec(self, name, *_):
        if name == "kpca.workflow.launch.run":
            raise KeyboardInterrupt


def test_an_interrupt_while_the_modules_load_is_one_message(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "kpca.workflow.launch.run", raising=False)
    monkeypatch.delattr("kpca.workflow.launch.run", raising=False)
    monkeypatch.setattr(sys, "meta_path", [_Interrupted(), *sys.meta_path])
    assert command.main() == 130
    assert capsys.readouterr().err == "interrupted; the same command goes on from here\n"


INTERRUPTED_IN_A_STRING = """
import sys

class Finder:
    def find_spec(self, name, *_):
        if name == "kpca.workflow.launch.run":
            exec("raise KeyboardInterrupt")

sys.meta_path.insert(0, Finder())
"""
"""Ctrl-C while a library executes a string, as the standard library does to make a dataclass."""


def test_an_interrupt_while_a_string_is_executed_ends_with_the_same_status(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED_IN_A_STRING)
    process = subprocess.run(
        [sys.executable, "-m", "kpca.workflow"],
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
    )
    assert process.returncode == 130
    assert process.stderr == "interrupted; the same command goes on from here\n"


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_command_ends_with_the_status_of_the_run(monkeypatch, status):
    monkeypatch.setattr("kpca.workflow.launch.run.main", lambda: status)
    assert command.main() == status


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


@pytest.mark.parametrize("cores", ["x", "0", "-1", "1.5", ""])
def test_a_bad_number_of_cores_is_refused_with_what_is_allowed(monkeypatch, capsys, cores):
    monkeypatch.setattr(sys, "argv", ["kpca", f"--cores={cores}"])
    with pytest.raises(SystemExit) as raised:
        run.main()
    assert raised.value.code == 2
    message = f"--cores: {cores!r} is not allowed: give a number from 1, or 'all'"
    assert message in capsys.readouterr().err


def _command_of_make(*arguments):
    # Inside "make test", make would hand its own options on and name the folder at the end.
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "--dry-run", *arguments]
    found = subprocess.run(
        command, cwd=ROOT, env=outside, capture_output=True, text=True, check=True
    )
    return found.stdout.splitlines()[-1]


@pytest.mark.skipif(not shutil.which("make"), reason="no make on this machine")
@pytest.mark.parametrize("target", ["report", "report-full"])
def test_make_passes_the_number_of_cores_on_and_takes_all_of_them_by_default(monkeypatch, target):
    monkeypatch.delenv("CORES", raising=False)
    assert _command_of_make(target).endswith('--cores "all"')
    assert _command_of_make(target, "CORES=1").endswith('--cores "1"')


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
