"""A function in a second process has the result that it has here, and no failure there costs it."""

import os
import signal
import subprocess
import sys

import numpy as np
import psutil
import pytest
from threadpoolctl import threadpool_info

from kpca.page.second_process import SecondProcess

ORPHAN = """\
from kpca.page.second_process import SecondProcess
import psutil, time
if __name__ == "__main__":
    later = SecondProcess(["json"]).later(time.sleep, {seconds})
    print(*(child.pid for child in psutil.Process().children(recursive=True)), flush=True)
    time.sleep(60)
"""


def _where(*numbers):
    """The process, the threads of its BLAS, and the sum of the numbers."""
    threads = {of["num_threads"] for of in threadpool_info() if of["user_api"] == "blas"}
    return os.getpid(), threads, sum(numbers)


def _ended_there(here):
    """The process in which it is called; ends every other one."""
    if os.getpid() != here:
        os._exit(3)
    return here


def test_a_result_comes_from_another_process_whose_blas_has_one_thread():
    result = SecondProcess(["numpy"]).later(_where, 3, 0.25)
    process, threads, total = result()
    assert process != os.getpid()
    assert (threads, total) == ({1}, 3.25)


def test_an_exception_is_raised_where_the_result_is_asked_for():
    result = SecondProcess([]).later(np.linalg.inv, np.zeros((2, 2)))
    with pytest.raises(np.linalg.LinAlgError, match="Singular"):
        result()


@pytest.mark.parametrize(
    ("function", "data"), [(_ended_there, [os.getpid()]), (lambda: os.getpid(), [])]
)
def test_the_function_is_called_here_if_the_process_has_ended_or_cannot_be_sent_it(function, data):
    assert SecondProcess([]).later(function, *data)() == os.getpid()


@pytest.mark.parametrize("seconds", [0.0, 30.0])
def test_the_second_process_ends_with_the_first_one_that_is_killed(tmp_path, seconds):
    """Waiting, and at work: then it ends when it is done, at the latest."""
    script = tmp_path / "orphan.py"
    script.write_text(ORPHAN.format(seconds=seconds / 10))
    first = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    children = [psutil.Process(int(pid)) for pid in first.stdout.readline().split()]
    assert children
    first.send_signal(signal.SIGKILL)
    first.wait()
    first.stdout.close()
    assert psutil.wait_procs(children, timeout=30)[1] == []
