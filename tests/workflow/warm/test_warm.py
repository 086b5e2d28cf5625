"""A fork of the warm server is what ``python -m`` would be: streams, folder, status, signals."""

import csv
import ctypes
import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import nbformat
import numpy as np
import psutil
import pytest
from small_project import ROOT, heed_interrupts

from kpca.workflow.warm import client, server

COMMAND = [sys.executable, "-I", "-S", client.__file__]
ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="there are no warm processes here")
SOON = 20.0
"""Seconds after which something that takes milliseconds is missing."""


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """The environment in which clients find a server."""
    lock = os.open(tmp_path_factory.mktemp("lock") / "lock", os.O_CREAT | os.O_RDWR)
    with server.running(1, (lock,)) as found:
        _until(lambda: Path(found.environment[client.ADDRESS]).exists())
        assert lock in found.descriptors
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
        preexec_fn=heed_interrupts,
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


HANGS = """
import atexit, os, signal, sys, time

def hang():
    if sys.argv[1] == "ignores":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    elif sys.argv[1] == "ends well":
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    print(os.getpid(), flush=True)
    time.sleep(1000)

if sys.argv[1] == "at exit":
    atexit.register(hang)
else:
    hang()
"""
SECONDS = ("--minutes", "0.06")


@pytest.fixture
def brief(monkeypatch, tmp_path):
    """A client that kills soon what does not end by itself."""
    text = Path(client.__file__).read_text().replace("GRACE = 10.0", "GRACE = 0.5")
    (tmp_path / "brief.py").write_text(text)
    monkeypatch.setitem(globals(), "COMMAND", [*COMMAND[:3], str(tmp_path / "brief.py")])


@pytest.mark.parametrize("way", ["at exit", "ignores", "ends well", "asleep"])
def test_a_job_that_never_ends_is_ended_when_its_time_is_over_and_has_failed(
    way, brief, start, tmp_path
):
    written = tmp_path / "used.tsv"
    with start(HANGS, way, options=(*SECONDS, "--benchmark", str(written))) as process:
        pid = _line(process)
        assert process.wait(SOON) == 1
        (line,) = process.stderr.read().splitlines()
    assert line == f"{client.OVER} 0.06 minutes"
    assert not written.exists()
    _until(lambda: not psutil.pid_exists(pid))


def test_a_job_that_ends_in_its_time_is_left_alone(start):
    with start("import time; time.sleep(0.3)", options=("--minutes", "0.5")) as process:
        out, fault = process.communicate(timeout=SOON)
    assert (out, fault, process.returncode) == ("", "", 0)


def test_a_time_limit_of_many_years_is_none(start):
    with start("print(3)", options=("--minutes", "9" * 20)) as process:
        assert process.communicate(timeout=SOON) == ("3\n", "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_with_its_runner_ends_the_notebook_kernel_of_an_ordinary_process(number, tmp_path):
    parameters = nbformat.v4.new_code_cell("x = 1", metadata={"tags": ["parameters"]})
    code = "import os, pathlib, time\npathlib.Path('pid').write_text(str(os.getpid()))\n"
    cells = [parameters, nbformat.v4.new_code_cell(f"{code}time.sleep(1000)")]
    spec = {"kernelspec": {"name": "python3", "display_name": "", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=spec), tmp_path / "sleeps.ipynb")
    arguments = ("kpca.workflow.notebooks.runner", "sleeps.ipynb", "out.ipynb", "x=2")
    environment, file = os.environ | {"PYTHONPATH": str(ROOT)}, tmp_path / "pid"
    command = [*COMMAND, "--minutes", "9", *arguments]
    with subprocess.Popen(command, cwd=tmp_path, env=environment) as process:
        _until(lambda: file.exists() and file.read_text())
        (runner,) = psutil.Process(process.pid).children()
        runner.send_signal(number)
        assert process.wait(SOON) == -number
    _until(lambda: not psutil.pid_exists(int(file.read_text())))


@ONLY_LINUX
@pytest.mark.parametrize("is_there", [True, False])
def test_where_the_system_lacks_what_a_server_needs_each_job_is_an_ordinary_process(
    is_there, monkeypatch
):
    assert server.is_possible()
    # Python on a system without it, and Linux before 5.3.
    monkeypatch.delattr(os, "pidfd_open")
    if is_there:
        monkeypatch.setattr(os, "pidfd_open", _not_implemented, raising=False)
    with server.running(1, (7,)) as found:
        assert found == server.Warm({}, (7,))


def _not_implemented(_):
    raise OSError(errno.ENOSYS, "Function not implemented")


def test_without_measurements_of_the_system_a_job_runs_and_what_it_took_is_not_a_number(tmp_path):
    text = Path(client.__file__).read_text()
    (tmp_path / "client.py").write_text(f"import sys\nsys.modules['resource'] = None\n{text}")
    written = tmp_path / "used.tsv"
    command = [*COMMAND[:3], "client.py", "--benchmark", str(written), "platform"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    _, memory, cpu = _written(written)
    assert np.isnan([memory, cpu]).all()


@pytest.mark.parametrize(("platform", "bytes"), [("darwin", 3_000_000), ("linux", 3_072_000_000)])
def test_the_memory_of_a_process_is_counted_in_bytes_on_macos_and_in_kib_elsewhere(
    platform, bytes, monkeypatch
):
    monkeypatch.setattr(sys, "platform", platform)
    own = {}
    exec(compile(Path(client.__file__).read_text(), "client", "exec"), own)
    usage = SimpleNamespace(ru_utime=1.5, ru_stime=0.25, ru_maxrss=3_000_000)
    assert own["used"](usage) == (1.75, bytes / 1e6)


def test_a_process_lives_on_where_the_library_of_the_system_cannot_end_it_with_its_parent(
    monkeypatch,
):
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    client.end_with_parent(signal.SIGTERM)


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
    with server.running(1, (lock,)) as found:
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
    with server.running(1, (7,), elsewhere=True) as found:
        assert found == server.Warm({}, (7,))


def test_a_command_for_ranks_starts_the_module_with_mpi4py(start, tmp_path):
    program = tmp_path / "several"
    program.write_text("#!/bin/sh\nprintf '%s ' \"$@\"\n")
    program.chmod(0o755)
    process = start("", "argument", options=("--mpi", f"{program} -n 4"))
    shown = process.communicate()[1]
    assert shown == f"-n 4 {sys.executable} -P -m mpi4py -m some_job argument "
    assert process.returncode == 0


def test_ranks_that_never_end_are_ended_with_their_command(brief, start, tmp_path):
    program = tmp_path / "several"
    program.write_text("#!/bin/sh\necho $$ > pid\nexec sleep 60\n")
    program.chmod(0o755)
    process = start("", options=(*SECONDS, "--mpi", f"{program} -n 4"))
    assert client.OVER in process.communicate(timeout=SOON)[1]
    assert process.returncode == 1
    assert not psutil.pid_exists(int((tmp_path / "pid").read_text()))


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
