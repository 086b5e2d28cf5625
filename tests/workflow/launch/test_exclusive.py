"""One run at a time in one folder, and nothing to unlock after a kill."""

import os
import platform
import signal
import subprocess
import sys
import threading
import time

import pytest

from kpca.workflow.launch import exclusive

HOLD = """
import sys, time
from pathlib import Path
from kpca.workflow.launch.exclusive import turn
with turn(Path(sys.argv[1])):
    print("in", flush=True)
    time.sleep(float(sys.argv[2]))
"""


TAKEN_AWAY = {
    "nothing": "",
    "fcntl": "import sys; sys.modules['fcntl'] = None",
    "locks of the file system": """
import errno, fcntl
def flock(*_):
    raise OSError(errno.ENOLCK, "No locks available")
fcntl.flock = flock
""",
}


@pytest.fixture(params=TAKEN_AWAY.values(), ids=TAKEN_AWAY)
def taken(request):
    """What a process runs first, so that it lacks something."""
    return request.param


def _hold(folder, seconds, taken):
    command = [sys.executable, "-c", taken + HOLD, str(folder), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_second_says_whom_it_waits_for_and_then_runs(taken, tmp_path):
    first = _hold(tmp_path, 2, taken)
    assert first.stdout.readline() == "in\n"
    second = _hold(tmp_path, 0, taken)
    output = second.stderr.readline()
    assert f"another run (process {first.pid} on {platform.node()})" in output
    assert first.poll() is None
    assert second.communicate(timeout=60)[0] == "in\n"
    assert first.communicate() and second.returncode == 0


def test_the_name_of_an_earlier_run_is_replaced_as_a_whole(tmp_path):
    """Where the system has locks, such a name says nothing."""
    pytest.importorskip("fcntl")
    (tmp_path / ".lock").write_text("8 on the longer name of a machine that ran here before")
    with exclusive.turn(tmp_path):
        assert (tmp_path / ".lock").read_text() == f"{os.getpid()} on {platform.node()}"


def test_a_killed_run_leaves_nothing_to_unlock(taken, tmp_path):
    first = _hold(tmp_path, 600, taken)
    first.stdout.readline()
    os.kill(first.pid, signal.SIGKILL)
    first.communicate()
    start = time.monotonic()
    second = _hold(tmp_path, 0, taken)
    assert second.communicate(timeout=60) == ("in\n", "")
    assert time.monotonic() - start < 60


@pytest.fixture
def without_locks(monkeypatch):
    """A system without flock, as Windows, and no long waits."""
    monkeypatch.setattr(exclusive, "fcntl", None)
    monkeypatch.setattr(exclusive, "PAUSE", 0.01)


def test_without_locks_a_run_passes_on_no_descriptor_and_leaves_no_name(without_locks, tmp_path):
    with exclusive.turn(tmp_path) as lock:
        assert lock == ()
        assert (tmp_path / ".lock").read_text() == f"{os.getpid()} on {platform.node()}"
    assert (tmp_path / ".lock").read_text() == ""


def test_without_locks_a_number_that_another_process_has_got_since_does_not_count(
    without_locks, tmp_path
):
    (tmp_path / ".lock").write_text(f"{os.getppid()} on {platform.node()}")
    os.utime(tmp_path / ".lock", (1.0, 1.0))
    with exclusive.turn(tmp_path):
        pass


def test_without_locks_a_run_on_another_machine_is_waited_for_until_its_name_is_removed(
    without_locks, tmp_path, capsys
):
    path = tmp_path / ".lock"
    path.write_text("17 on elsewhere")
    remover = threading.Timer(0.3, path.unlink)
    remover.start()
    with exclusive.turn(tmp_path):
        assert not remover.is_alive()
    words = capsys.readouterr().err
    assert "process 17 on elsewhere" in words
    assert str(path) in words
