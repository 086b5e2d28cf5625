"""One line says how many jobs are done and which run, and an error is explained above it."""

import fcntl
import os
import struct
import subprocess
import sys
import termios
from logging import ERROR, makeLogRecord

import pytest
from small_project import ROOT
from snakemake_interface_logger_plugins.common import LogEvent

from kpca.workflow.launch import progress


def _planned(**rules):
    stats = rules | {"all": 1, "total": sum(rules.values()) + 1}
    return makeLogRecord({"event": LogEvent.RUN_INFO, "stats": stats})


def _started(id, name, rule="agreement"):
    about = {"jobid": id, "rule_name": rule, "rule_msg": name}
    return makeLogRecord({"event": LogEvent.JOB_INFO} | about)


def _done(id):
    return makeLogRecord({"event": LogEvent.JOB_FINISHED, "job_id": id})


def _failed(id, *logs):
    about = {"jobid": id, "rule_name": "agreement", "log": list(logs)}
    return makeLogRecord({"event": LogEvent.JOB_ERROR} | about)


def _error(text, exception="WorkflowError"):
    about = {"event": LogEvent.ERROR, "exception": exception, "msg": text}
    return makeLogRecord(about | {"levelno": ERROR})


A = _started(1, "a: agreement")
PLAN = _planned(agreement=5, checks=1)


@pytest.mark.parametrize(
    ("records", "text"),
    [
        ([], "0 of 0 jobs done"),
        ([makeLogRecord({"msg": "a text"})], "0 of 0 jobs done"),
        ([PLAN], "0 of 6 jobs done"),
        ([PLAN, A], "0 of 6 jobs done, now a: agreement"),
        ([PLAN, _started(1, None)], "0 of 6 jobs done, now agreement"),
        ([PLAN, A, _done(1)], "1 of 6 jobs done"),
        # The rule of the target is no job.
        ([PLAN, _started(9, None, "all"), _done(9)], "0 of 6 jobs done"),
        ([PLAN, A, _failed(1)], "0 of 6 jobs done, 1 failed"),
        # A profile may let Snakemake try a failed job again.
        ([PLAN, A, _failed(1), A], "0 of 6 jobs done, now a: agreement"),
        ([PLAN, A, _failed(1), A, _done(1)], "1 of 6 jobs done"),
        (
            [PLAN, *(_started(id, name) for id, name in enumerate("abcde"))],
            "0 of 6 jobs done, now a, b, c, 2 more",
        ),
    ],
)
def test_the_line_says_how_many_jobs_are_done_and_which_run(records, text):
    state = progress.Progress()
    for record in records:
        state.update(record)
    assert state.text == text


def test_a_group_that_fails_ends_all_of_its_jobs_and_no_others():
    state = progress.Progress()
    both = {"job_error_info": [], "aux_logs": []}
    for id in (1, 2):
        job = {"jobid": id, "rule_name": "agreement", "log": [], "output": []}
        both["job_error_info"].append(job)
    ended = makeLogRecord({"event": LogEvent.GROUP_ERROR} | both)
    # Snakemake then says of each of its jobs that it failed.
    for record in (PLAN, A, _started(2, "a: page"), _started(3, "b: page"), ended, _failed(2)):
        state.update(record)
    assert state.text == "0 of 6 jobs done, 1 failed, now b: page"


def test_every_job_of_a_group_that_failed_itself_is_counted(tmp_path):
    of_error = "Error in rule agreement:\n    log: {} (check log file(s) for error details)\n"
    (tmp_path / "7.log").write_text("".join(map(of_error.format, ("1.log", "3.log"))))
    jobs = [
        {"jobid": id, "rule_name": "agreement", "log": [f"{id}.log"], "output": ["not made"]}
        for id in (1, 2, 3)
    ]
    about = {"job_error_info": jobs, "aux_logs": [str(tmp_path / "7.log")]}
    ended = makeLogRecord({"event": LogEvent.GROUP_ERROR} | about)
    state = progress.Progress()
    started = [_started(id, f"{name}: agreement") for id, name in enumerate("abcde", 1)]
    for record in (PLAN, *started, _failed(4), ended):
        state.update(record)
    assert state.text == "0 of 6 jobs done, 3 failed, now e: agreement"


@pytest.fixture
def handler():
    return progress.LogHandler(None, None)


FAILED, AT_LEAST = _failed(1, "no.log"), _error("At least one failed")
LOST, EMPTY = _error("x is missing", "MissingOutputException"), "  the log is empty\n"
ENDED = "a: agreement failed; the end of {}/a job.log:\n"
LONG = "".join(f"line {k}\n" for k in range(1, 31))
LAST = "".join(f"  line {k}\n" for k in range(11, 31))
# Records, what is printed of them, and the content of the log of the job, if it has one.
PRINTED = {
    "an error": ([_error("not today")], "not today\n"),
    "one that follows from a job": ([_error("CalledProcessError in file", "RuleException")], ""),
    "one with a traceback": (
        *([_error("Traceback (most recent call last)\nOSError: full")], "OSError: full\n"),
    ),
    "two": ([A, _error("x is missing"), AT_LEAST], "x is missing\nAt least one failed\n"),
    "what follows from a failed job": ([A, _failed(1), AT_LEAST], ""),
    "what does not": ([A, _failed(1), LOST], "x is missing\n"),
    "a failed job that succeeds when it is tried again": ([A, FAILED, A, _done(1)], ""),
    "the end of a log": ([A, "log"], ENDED + LAST, LONG),
    "an empty log": ([A, "log"], ENDED + EMPTY, ""),
    "no log": ([A, "log"], ENDED + EMPTY),
}


@pytest.mark.parametrize("case", PRINTED)
def test_an_error_is_printed_with_the_end_of_the_log_and_what_follows_from_a_failed_job_is_not(
    handler, capsys, case, tmp_path
):
    records, printed, *logs = PRINTED[case]
    for log in logs:
        (tmp_path / "a job.log").write_text(log)
    for record in records:
        handler.emit(_failed(1, str(tmp_path / "a job.log")) if record == "log" else record)
    handler.close()
    assert capsys.readouterr().out == printed.format(tmp_path)


@pytest.mark.parametrize("records", [[_error("x")], [A, FAILED]])
def test_after_an_interrupt_no_error_is_printed_because_all_follow_from_it(
    handler, capsys, monkeypatch, records
):
    monkeypatch.setattr(progress.LogHandler, "interrupted", True)
    for record in records:
        handler.emit(record)
    handler.close()
    assert capsys.readouterr().out == ""


def test_a_log_gets_a_line_after_a_tenth_of_the_jobs(handler, capsys):
    handler.emit(_planned(agreement=25))
    for id in range(25):
        handler.emit(_started(id, "a"))
        handler.emit(_done(id))
    lines = [f"{done} of 25 jobs done" for done in (0, 3, 6, 9, 12, 15, 18, 21, 24)]
    assert capsys.readouterr().out.splitlines() == lines


def test_if_nobody_reads_the_output_the_run_goes_on(handler, monkeypatch):
    def closed(*_):
        raise BrokenPipeError

    monkeypatch.setattr("sys.stdout.write", closed)
    handler.emit(_planned(agreement=1))
    handler.emit(_error("not today"))
    handler.close()


@pytest.fixture
def terminal(monkeypatch):
    """A terminal of 40 columns, and a function that says what it shows."""
    for name in ("CI", "TERM"):
        monkeypatch.delenv(name, raising=False)
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("4H", 24, 40, 0, 0))
    with open(slave, "w", encoding="utf-8") as file:
        yield file, lambda: _screen(_received(master, file))
    os.close(master)


END = "\a"


def _received(master, stream):
    """What has come; a terminal may hand on what it gets in parts, so an end is sent, too."""
    print(END, end="", file=stream, flush=True)
    received = b""
    while not received.endswith(END.encode()):
        received += os.read(master, 2**16)
    return received.decode().removesuffix(END)


def _screen(received):
    """The lines that a terminal shows."""
    lines = []
    for row in received.replace("\r\n", "\n").split("\n"):
        cells = []
        for part in row.split("\r"):
            cells[: len(part)] = part
        lines.append("".join(cells).rstrip())
    return lines


def test_a_terminal_shows_the_last_state_and_only_errors_after_the_end(
    handler, terminal, monkeypatch
):
    stream, screen = terminal
    monkeypatch.setattr("sys.stdout", stream)
    for record in (_planned(agreement=4), A, _done(1), _error("not today"), _started(2, "b" * 40)):
        handler.emit(record)
    assert screen() == ["|███         | 1 of 4 jobs done, now bb"]
    handler.close()
    assert screen() == ["not today", ""]


def test_a_terminal_that_does_not_know_its_size_has_eighty_columns(handler, terminal, monkeypatch):
    stream, screen = terminal
    monkeypatch.setattr("sys.stdout", stream)
    fcntl.ioctl(stream, termios.TIOCSWINSZ, struct.pack("4H", 0, 0, 0, 0))
    handler.emit(_planned(agreement=4))
    handler.emit(_started(1, "x" * 100))
    assert len(screen()[0]) == 79


@pytest.mark.parametrize(("name", "value"), [("CI", "true"), ("TERM", "dumb")])
def test_a_terminal_that_keeps_every_line_is_a_log(terminal, monkeypatch, name, value):
    assert progress.is_terminal(terminal[0])
    monkeypatch.setenv(name, value)
    assert not progress.is_terminal(terminal[0])


RULES = """
rule all:
    input: "b", "c"
rule a:
    output: "a"
    message: "first"
    shell: "touch {output}"
rule b:
    input: "a"
    output: "b"
    log: "b.log"
    shell: "echo broken > {log}; exit 1"
rule c:
    input: "a"
    output: "c"
    shell: "touch {output}"
"""


@pytest.mark.parametrize(
    ("rules", "status", "lines"),
    [
        (RULES, 1, ["0 of 3 jobs done", "b failed; the end of {}/b.log:", "  broken"]),
        ("raise WorkflowError('not today')\n", 1, ["not today"]),
        ("rule a:\n    output: 'a'\n    shell: 'touch a'\n", 0, ["0 of 1 jobs done"]),
        ("import sys\nprint('here')\nsys.exit(3)\n", 3, ["here"]),
        ("import sys\nprint('here')\nsys.exit()\n", 0, ["here"]),
    ],
)
def test_snakemake_with_the_plug_in_reports_its_jobs_and_errors(tmp_path, rules, status, lines):
    (tmp_path / "Snakefile").write_text(rules)
    module = "kpca.workflow.launch.progress"
    ended = subprocess.run(
        [sys.executable, "-m", module, "--cores", "1", "--keep-going", "--logger", "kpca"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (status, "")
    printed = ended.stdout.splitlines()
    for line in lines:
        assert line.format(tmp_path) in printed
    assert sum("failed; the end of" in line for line in printed) == (rules is RULES)
