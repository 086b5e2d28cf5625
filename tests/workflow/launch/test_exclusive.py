"""One run at a time in one folder, and nothing to unlock after a kill."""

import os
import signal
import subprocess
import sys
import time

HOLD = """
import sys, time
from pathlib import Path
from kpca.workflow.launch.exclusive import turn
with turn(Path(sys.argv[1])):
    print("in", flush=True)
    time.sleep(float(sys.argv[2]))
"""


def _hold(folder, seconds):
    command = [sys.executable, "-c", HOLD, str(folder), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_second_says_whom_it_waits_for_and_then_runs(tmp_path):
    first = _hold(tmp_path, 2)
    assert first.stdout.readline() == "in\n"
    second = _hold(tmp_path, 0)
    output = second.stderr.readline()
    assert f"another run (process {first.pid})" in output
    assert first.poll() is None
    assert second.communicate(timeout=60)[0] == "in\n"
    assert first.communicate() and second.returncode == 0


def test_a_killed_run_leaves_nothing_to_unlock(tmp_path):
    first = _hold(tmp_path, 600)
    first.stdout.readline()
    os.kill(first.pid, signal.SIGKILL)
    first.communicate()
    start = time.monotonic()
    second = _hold(tmp_path, 0)
    assert second.communicate(timeout=60) == ("in\n", "")
    assert time.monotonic() - start < 60
