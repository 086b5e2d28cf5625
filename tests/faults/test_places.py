"""Any folder will do: spaces and other letters in its name, read-only, full, in use."""

import os
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager

import pytest
from small_project import Project

from kpca.results import hashes
from kpca.workflow.launch import set_aside

pytestmark = pytest.mark.faults


@contextmanager
def _mounted(folder, options, source="none", kind=("-t", "tmpfs")):
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", *kind, "-o", options, str(source), str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting a file system of one's own needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_spaces_and_other_letters_are_no_matter(tmp_path):
    project = Project(
        tmp_path / "mein Ordner #1: größer & 日本" / "it's", "results; $(touch PWNED) 'q' für mich"
    )
    code, output = project.run()
    assert code == 0, output
    assert project.hashes()
    assert not list(tmp_path.rglob("PWNED"))


def test_a_read_only_checkout_with_results_elsewhere(tmp_path):
    results = tmp_path / "elsewhere" / "my results"
    project = Project(tmp_path / "project", results)
    kind = ("--bind",)
    with _mounted(tmp_path / "ro", "bind", project.folder, kind):
        command = ["mount", "-o", "remount,ro,bind", str(tmp_path / "ro")]
        subprocess.run(command, check=True)
        project.folder = tmp_path / "ro"
        with pytest.raises(OSError, match="Read-only"):
            (project.folder / "x").write_text("x")
        code, output = project.run()
        assert code == 0, output
    assert project.hashes()
    assert results.is_dir()


def test_results_that_cannot_be_written_are_reported_before_any_work(tmp_path):
    results = tmp_path / "closed"
    project = Project(tmp_path / "project", results)
    with _mounted(results, "ro,size=1m"):
        code, output = project.run()
    assert code == 2
    assert f"results: nothing can be written to {results}: Read-only file system" in output
    assert len(output.splitlines()) == 1


def test_a_full_disk_is_reported_and_costs_no_earlier_result(tmp_path):
    results = tmp_path / "small disk"
    project = Project(tmp_path / "project", results)
    with _mounted(results, "size=64m"):
        assert project.run()[0] == 0
        expected = project.hashes()
        # Everything has to be made again, and is the same: only a constant is added.
        with (project.folder / "kpca/tolerances.py").open("a") as file:
            file.write("EDITED = True\n")
        for room in (100_000, 900_000):
            _resize(results, shutil.disk_usage(results).used + room)
            code, output = project.run()
            assert code != 0
            assert "No space left on device" in output
            assert "is full: make room, and run again" in output
            assert "Traceback" not in output
            kept = {name: hashes.of_file(results / set_aside.EARLIER / name) for name in expected}
            assert kept == expected
        _resize(results, 64_000_000)
        code, output = project.run()
        assert code == 0, output
        assert project.hashes() == expected


def _resize(results, size):
    command = ["mount", "-o", f"remount,size={size}", str(results)]
    subprocess.run(command, check=True)


def test_two_runs_at_once_in_one_checkout_take_turns(project):
    first = project.start()
    time.sleep(3)
    second = project.start()
    output = [process.communicate(timeout=600)[0] for process in (first, second)]
    assert [first.returncode, second.returncode] == [0, 0], output
    assert f"another run (process {first.pid} on {socket.gethostname()}) is writing to" in output[1]
    assert "this run      0 jobs" in output[1]
