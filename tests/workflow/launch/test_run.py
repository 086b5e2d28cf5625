"""The command ``python -m kpca.workflow`` ends with a status and one message, even when stopped."""

import os
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
        one_run, "_echo", lambda command, lock: (commands.append(command) or 0, True)
    )
    one_run._snakemake("all", 0)
    assert ("mem_mb=1234" in commands[0]) == (profile is None)
