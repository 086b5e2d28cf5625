"""A fork of the warm server is what ``python -m`` would be: streams, folder, status, signals."""

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from kpca.workflow.warm import client, server

COMMAND = [sys.executable, "-I", "-S", client.__file__]
ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="there are no warm processes here")
SOON = 20.0
"""Seconds after which something that takes milliseconds is missing."""


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """The environment in which clients find a server."""
    lock = os.open(tmp_path_factory.mktemp("lock") / "lock", os.O_CREAT | os.O_RDWR)
    with server.running(1, lock) as found:
        _until(lambda: Path(found.environment[client.ADDRESS]).exists())
        yield found.environment
    os.close(lock)


@pytest.fixture(params=["cold", pytest.param("warm", marks=ONLY_LINUX)])
def start(request, tmp_path):
    """Start a module with this code, from a warm server or without."""
    found = request.getfixturevalue("warm") if request.param == "warm" else {}

    def started(code, *arguments, options=(), **more):
        return _start(tmp_path, found, code, *arguments, options=options, **more)

    return started


def _start(folder, environment, code, *arguments, options=(), **more):
    (folder / "modules").mkdir(exist_ok=True)
    (folder / "modules/some_job.py").write_text(code)
    own = {"PYTHONPATH": str(folder / "modules"), "OF_THE_JOB": "ä=1"}
    return subprocess.Popen(
        [*COMMAND, *options, "some_job", *arguments],
        cwd=folder,
        env=os.environ | environment | own,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.PIPE,
        **more,
    )


def _until(happened):
    end = time.monotonic() + SOON
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)


def _line(process):
    """The first line that a process prints, which is the id of the job's process."""
    return int(process.stdout.readline())


PRINTS = """
import os, sys
print(sys.argv[1:], os.path.basename(os.getcwd()), os.environ["OF_THE_JOB"], __name__, input())
print("a fault", file=sys.stderr)
sys.exit(3)
"""


def test_a_job_has_the_streams_arguments_folder_environment_and_status_of_its_own(start, tmp_path):
    with start(PRINTS, "--first", "second word") as process:
        out, fault = process.communicate("what was typed\n")
    assert out == (f"['--first', 'second word'] {tmp_path.name} ä=1 __main__ what was typed\n")
    assert (fault, process.returncode) == ("a fault\n", 3)


SLEEPS = """
import os, sys, time
try:
    print(os.getpid(), flush=True)
    time.sleep(1000)
except KeyboardInterrupt:
    sys.exit(7)
"""


def test_ctrl_c_reaches_a_job(start):
    with start(SLEEPS, start_new_session=True) as process:
        _line(process)
        # A terminal sends it to the whole group.
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(SOON) == 7


def test_a_client_that_is_asked_to_end_ends_its_job_and_says_how(start):
    with start(SLEEPS) as process:
        pid = _line(process)
        process.terminate()
        assert process.wait(SOON) == -signal.SIGTERM
    _until(lambda: not psutil.pid_exists(pid))


def test_a_job_that_is_killed_has_this_end(start):
    with start(SLEEPS) as process:
        os.kill(_line(process), signal.SIGKILL)
        assert process.wait(SOON) == -signal.SIGKILL


TAKES = """
import os, subprocess, sys
taken = bytearray(int(sys.argv[1]) * 10**6)
if sys.argv[2:]:
    subprocess.run([*sys.argv[2:]], check=True)
"""


def _written(path):
    (row,) = csv.DictReader(path.read_text().splitlines(), delimiter="\t")
    return float(row["s"]), float(row["max_rss"]), float(row["cpu_time"])


def test_what_a_job_took_is_that_of_its_largest_process_and_a_failed_one_took_nothing(
    start, tmp_path
):
    paths = [tmp_path / f"new/{name}.tsv" for name in ("none", "own", "of a kernel", "failed")]
    options = [("--benchmark", str(path)) for path in paths]
    nested = [*COMMAND, "some_job", "900"]
    cases = [(TAKES, "1"), (TAKES, "700"), (TAKES, "1", *nested), ("1 / 0",)]
    for case, option, status in zip(cases, options, (0, 0, 0, 1), strict=True):
        with start(*case, options=option) as process:
            assert process.wait(SOON) == status
    none, own, of_kernel = (_written(path)[1] for path in paths[:3])
    assert own - none == pytest.approx(700, abs=150)
    assert of_kernel - none == pytest.approx(900, abs=150)
    assert not paths[3].exists()
    seconds, _, cpu = _written(paths[1])
    assert 0 < cpu < 10 * seconds


STARTS_ANOTHER = """
import subprocess, sys
subprocess.run(sys.argv[1:])
"""


@ONLY_LINUX
@pytest.mark.parametrize("killed", ["client", "job"])
def test_with_a_job_ends_what_it_has_started(warm, tmp_path, killed):
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules/sleeps.py").write_text(SLEEPS)
    with _start(tmp_path, warm, STARTS_ANOTHER, *COMMAND, "sleeps") as process:
        kernel = _line(process)
        started = psutil.Process(kernel).parent().children()
        job = next(one.pid for one in started if one.pid != kernel)
        os.kill(process.pid if killed == "client" else job, signal.SIGKILL)
        assert process.wait(SOON) == -signal.SIGKILL
    _until(lambda: not psutil.pid_exists(kernel) and not psutil.pid_exists(job))


@ONLY_LINUX
@pytest.mark.parametrize("ends", ["run", "server"])
def test_all_jobs_end_with_their_server_and_the_server_with_the_run(tmp_path, ends):
    lock = os.open(tmp_path / "lock", os.O_CREAT | os.O_RDWR)
    with server.running(1, lock) as found:
        _until(lambda: Path(found.environment[client.ADDRESS]).exists())
        process = _start(tmp_path, found.environment, SLEEPS)
        job = _line(process)
        if ends == "server":
            psutil.Process(job).parent().kill()
            _until(lambda: not psutil.pid_exists(job))
    os.close(lock)
    with process:
        assert process.wait(SOON) == 1
        assert "run again" in process.stderr.read()
    _until(lambda: not psutil.pid_exists(job))


def test_without_a_server_at_the_address_a_job_is_an_ordinary_process(tmp_path):
    address = {client.ADDRESS: str(tmp_path / "nothing")}
    code = "import sys; print(sys.argv[1]); sys.exit(5)"
    with _start(tmp_path, address, code, "word") as process:
        assert process.communicate() == ("word\n", "")
        assert process.returncode == 5


@ONLY_LINUX
def test_what_one_job_imports_or_changes_no_other_job_sees(warm, tmp_path):
    changes = "import os, numpy, some_job; numpy.own = 1; os.environ['OWN'] = '1'; os.chdir('/')"
    with _start(tmp_path, warm, changes) as process:
        assert process.wait(SOON) == 0
    looks = "import os, numpy; print(hasattr(numpy, 'own'), 'OWN' in os.environ, os.getcwd())"
    with _start(tmp_path, warm, looks) as process:
        out, _ = process.communicate()
    assert out == f"False False {tmp_path}\n"


def test_there_is_no_server_for_jobs_that_may_run_elsewhere():
    with server.running(1, 0, elsewhere=True) as found:
        assert found == server.Warm({}, ())


def test_a_command_for_ranks_starts_the_module_with_mpi4py(start, tmp_path):
    program = tmp_path / "several"
    program.write_text("#!/bin/sh\nprintf '%s ' \"$@\"\n")
    program.chmod(0o755)
    process = start("", "argument", options=("--mpi", f"{program} -n 4"))
    shown = process.communicate()[1]
    assert shown == f"-n 4 {sys.executable} -P -m mpi4py -m some_job argument "
    assert process.returncode == 0


def test_a_command_for_ranks_that_is_missing_is_named(start):
    process = start("", options=("--mpi", "several -n 4"))
    assert process.communicate()[1] == (
        "several is not on the PATH: install MPI, or load its module\n"
    )
    assert process.returncode == 2


@ONLY_LINUX
def test_the_command_for_ranks_ends_if_the_program_is_killed(start, tmp_path):
    program = tmp_path / "several"
    program.write_text("#!/bin/sh\necho $$ > pid\nexec sleep 60\n")
    program.chmod(0o755)
    process = start("", options=("--mpi", f"{program} -n 4"))
    file = tmp_path / "pid"
    _until(lambda: file.exists() and file.read_text().strip())
    process.kill()
    process.communicate()
    _until(lambda: not psutil.pid_exists(int(file.read_text())))
