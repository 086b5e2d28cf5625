"""The plug-in reports what Snakemake does, also where Snakemake itself is told to be quiet."""

import os
import subprocess
import sys
from logging import makeLogRecord

import pytest
from small_project import ROOT
from snakemake_interface_logger_plugins.common import LogEvent

from kpca.workflow.launch import events, plugin

STATS = {"prepare": 2, "studies": 1, "total": 3}
STARTED = {"jobid": 4, "rule_name": "prepare", "benchmark": "b.tsv"}


@pytest.mark.parametrize(
    ("logged", "expected"),
    [
        (
            {"event": LogEvent.RUN_INFO, "stats": STATS},
            {"event": "planned", "rules": {"prepare": 2, "studies": 1}},
        ),
        (
            {"event": LogEvent.JOB_INFO} | STARTED,
            {"event": "started", "id": 4, "rule": "prepare", "benchmark": "b.tsv"},
        ),
        ({"event": LogEvent.JOB_FINISHED, "job_id": 4}, {"event": "done", "id": 4}),
        ({"event": LogEvent.JOB_ERROR, "jobid": 4}, {"event": "failed", "id": 4}),
        ({"event": LogEvent.PROGRESS, "done": 1, "total": 2}, None),
        ({"msg": "a text"}, None),
    ],
)
def test_four_kinds_of_log_records_are_events(logged, expected):
    assert plugin.record(makeLogRecord(logged)) == expected


def test_an_event_that_nobody_reads_is_no_error(monkeypatch):
    def closed(record):
        raise BrokenPipeError

    monkeypatch.setattr(events, "write", closed)
    done = makeLogRecord({"event": LogEvent.JOB_FINISHED, "job_id": 4})
    plugin.LogHandler(None, None).emit(done)


RULES = """
rule all:
    input: "b", "c"
rule a:
    output: "a"
    benchmark: "a.tsv"
    shell: "echo from a; touch {output}"
rule b:
    input: "a"
    output: "b"
    shell: "exit 1"
rule c:
    input: "a"
    output: "c"
    shell: "touch {output}"
"""


def test_a_quiet_snakemake_reports_the_plan_and_the_beginning_and_the_end_of_each_job(tmp_path):
    (tmp_path / "Snakefile").write_text(RULES)
    command = [sys.executable, "-m", "kpca.workflow.launch.plugin", "--cores", "1", "--keep-going"]
    with subprocess.Popen(
        [*command, "--logger", "kpca", "--quiet", "all"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        found = list(events.read(process.stdout, 600.0))
    assert process.returncode == 1
    assert [text for text, _ in found if text is not None] == ["from a"]
    first, *records = [record for _, record in found if record is not None]
    assert first == {"event": "planned", "rules": {"a": 1, "b": 1, "c": 1, "all": 1}}
    rules = {one["id"]: one["rule"] for one in records if one["event"] == "started"}
    happened = [(one["event"], rules[one["id"]]) for one in records]
    assert happened[:2] == [("started", "a"), ("done", "a")]
    of_b_and_c = [("started", "b"), ("failed", "b"), ("started", "c"), ("done", "c")]
    assert sorted(happened[2:]) == sorted(of_b_and_c)
    assert records[0]["benchmark"] == "a.tsv"
