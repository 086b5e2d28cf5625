"""A job of a cluster that failed says why, and what to change."""

from logging import makeLogRecord

import pytest

from kpca.workflow.launch import failure

OOM = "slurmstepd-node1: error: Detected 1 oom-kill event(s) in StepId=6.0. Some of your processes"


@pytest.mark.parametrize(
    "message",
    [
        "SLURM sbatch failed. The error message was 'sbatch: error: no such partition'.",
        "Job submission failed with exception: no account is given.",
    ],
)
def test_a_job_that_the_queue_refuses_has_the_message_and_no_log(message):
    about = {"rule_name": "page", "rule_msg": f"{message}\nmore", "log": ["own.log"], "aux": {}}
    refused = failure.of_job("a: page", makeLogRecord(about))
    (text,) = refused.text
    assert text == f"a: page was not started: {message}"


def test_the_log_of_the_cluster_is_that_of_a_job_with_an_id():
    about = {"rule_name": "page", "rule_msg": None, "log": ["own.log", "7.log"]}
    there = failure.of_job("a: page", makeLogRecord(about | {"aux": {"external_jobid": "7"}}))
    assert (there.logs, there.cluster_log) == (["own.log"], "7.log")
    here = failure.of_job("a: page", makeLogRecord(about))
    assert (here.logs, here.cluster_log) == (["own.log", "7.log"], "")


# What Snakemake writes in a job of the cluster: the job that failed, then every job of the group.
OUTPUT = """
Error in rule rkhs_norm:
    message: None
    log: logs/a/rkhs-norm.log (check log file(s) for error details)
Error in group a:
    jobs:
        rule page:
            log: logs/a/page.log (check log file(s) for error details)
        rule rkhs_norm:
            log: logs/a/rkhs-norm.log (check log file(s) for error details)
    Error in rule page:
        log: logs/a/page.log (check log file(s) for error details)
"""
NAMES = {1: "a: prepare", 2: "a: rkhs-norm", 3: "a: page"}


def _of_group(tmp_path, *aux_logs):
    (tmp_path / "made").touch()
    jobs = [
        {"jobid": id, "rule_name": rule, "log": [f"logs/a/{name}.log"], "output": [output]}
        for id, rule, name, output in (
            (1, "prepare", "prepare", str(tmp_path / "made")),
            (2, "rkhs_norm", "rkhs-norm", "not made"),
            (3, "page", "page", "not made"),
        )
    ]
    record = makeLogRecord({"job_error_info": jobs, "aux_logs": list(aux_logs)})
    return failure.of_group(NAMES, record)


def test_of_a_group_those_jobs_are_named_that_failed_themselves(tmp_path):
    (tmp_path / "7.log").write_text(OUTPUT)
    (failed,) = _of_group(tmp_path, str(tmp_path / "7.log"))
    assert failed.name == "a: rkhs-norm"
    assert failed.logs == ["logs/a/rkhs-norm.log"]


def test_of_a_group_that_was_ended_the_first_job_stands_for_all_that_has_not_ended(tmp_path):
    (tmp_path / "7.log").write_text(OOM)
    (failed,) = _of_group(tmp_path, str(tmp_path / "7.log"))
    assert failed.name == "a: rkhs-norm"
    assert OOM in list(failed.text)[-1]


def test_a_group_that_the_queue_refuses_says_so(tmp_path):
    (failed,) = _of_group(tmp_path)
    (text,) = failed.text
    assert text.startswith("a: rkhs-norm was not started: the queue did not take it")
