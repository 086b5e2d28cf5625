"""A job of a cluster that failed says why, and what to change."""

from logging import makeLogRecord

import pytest

from kpca.workflow.launch import failure
from kpca.workflow.launch.failure import Failure
from kpca.workflow.warm import client

ASKED = {"mem_mb": 851, "runtime": 20}
OOM = "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=6.0. Some of your processes may"
STEP = "slurmstepd: error: *** JOB 7 ON a CANCELLED AT 2026-11-24T12:00:00 DUE TO {} ***"
CHANGE = "write into the profile (see profiles/slurm/config.yaml): set-resources: "


def _failure(tmp_path, cluster_log, own="cell 3 of 9\n"):
    (tmp_path / "own.log").write_text(own)
    (tmp_path / "7.log").write_text(cluster_log)
    logs = [str(tmp_path / "own.log")]
    return Failure("a: rkhs", "rkhs_norm", ASKED, logs, str(tmp_path / "7.log"))


@pytest.mark.parametrize(
    ("cluster_log", "end"),
    [
        (OOM, "851 MB of memory and needed more; " + CHANGE + "{rkhs_norm: {mem_mb: 1702}}"),
        (
            "slurmstepd: error: Job 7 exceeded memory limit (900 > 851), being killed",
            "851 MB of memory and needed more; " + CHANGE + "{rkhs_norm: {mem_mb: 1702}}",
        ),
        (
            STEP.format("TIME LIMIT"),
            "20 minutes and needed more; " + CHANGE + "{rkhs_norm: {runtime: 40}}",
        ),
        (STEP.format("NODE FAILURE"), "its node went away; the same command goes on from here"),
    ],
)
def test_what_slurm_ended_is_named_with_the_line_to_change(cluster_log, end, tmp_path):
    own, reason = _failure(tmp_path, cluster_log).text
    assert own.endswith("own.log:\n  cell 3 of 9")
    assert reason.startswith("a: rkhs: ")
    assert reason.endswith(end)


def test_a_job_whose_time_is_over_is_named_with_the_line_to_change(tmp_path):
    own = f"cell 3 of 9\n{client.OVER} 20 minutes\n"
    log, reason = _failure(tmp_path, "", own).text
    assert log.endswith("20 minutes")
    assert reason.startswith("a: rkhs: ")
    assert "it asked for 20 minutes and needed more" in reason
    assert "--profile my-profile" in reason
    assert reason.endswith("set-resources: {rkhs_norm: {runtime: 40}}")


def test_the_memory_of_ranks_is_that_of_each_core(tmp_path):
    asked = ASKED | {"mem_mb": 3200, "mem_mb_per_cpu": 400}
    (tmp_path / "7.log").write_text(OOM)
    of_ranks = Failure("a: prepare", "prepare_by_mpi", asked, [], str(tmp_path / "7.log"))
    (reason,) = of_ranks.text
    assert "400 MB of memory for each core" in reason
    assert reason.endswith("set-resources: {prepare_by_mpi: {mem_mb_per_cpu: 800}}")


def test_the_log_of_the_cluster_is_shown_only_if_the_own_one_says_nothing(tmp_path):
    assert len(list(_failure(tmp_path, "no such file").text)) == 1
    empty, of_cluster = _failure(tmp_path, "no such file", own="").text
    assert empty.endswith("the log is empty")
    assert of_cluster.endswith("7.log:\n  no such file")


def test_a_job_that_the_queue_refuses_has_the_message_and_no_log():
    message = "SLURM sbatch failed. The error message was 'sbatch: error: no such partition'.\nmore"
    about = {"rule_name": "page", "rule_msg": message, "log": ["own.log"], "aux": {}}
    refused = failure.of_job("a: page", ASKED, makeLogRecord(about))
    (text,) = refused.text
    assert text.startswith("a: page was not started: SLURM sbatch failed.")
    assert text.endswith("no such partition'.")


def test_a_job_that_the_plugin_does_not_submit_has_its_message_and_no_log():
    message = f"Job submission failed with exception: no account is given.{failure.MORE}"
    about = {"rule_name": "page", "rule_msg": message, "log": ["own.log"], "aux": {}}
    (text,) = failure.of_job("a: page", ASKED, makeLogRecord(about)).text
    assert text.startswith("a: page was not started: Job submission failed")
    assert text.endswith("no account is given.")


def test_the_log_of_the_cluster_is_that_of_a_job_with_an_id():
    about = {"rule_name": "page", "rule_msg": None, "log": ["own.log", "7.log"]}
    there = failure.of_job(
        "a: page", ASKED, makeLogRecord(about | {"aux": {"external_jobid": "7"}})
    )
    assert (there.logs, there.cluster_log) == (["own.log"], "7.log")
    here = failure.of_job("a: page", ASKED, makeLogRecord(about))
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
    return failure.of_group(NAMES, dict.fromkeys(NAMES, ASKED), record)


def test_of_a_group_those_jobs_are_named_that_failed_themselves(tmp_path):
    (tmp_path / "7.log").write_text(OUTPUT)
    (failed,) = _of_group(tmp_path, str(tmp_path / "7.log"))
    assert failed.name == "a: rkhs-norm"
    assert failed.logs == ["logs/a/rkhs-norm.log"]


def test_of_a_group_that_was_ended_the_first_job_stands_for_all_that_has_not_ended(tmp_path):
    (tmp_path / "7.log").write_text(OOM)
    (failed,) = _of_group(tmp_path, str(tmp_path / "7.log"))
    assert failed.name == "a: rkhs-norm"
    assert "{rkhs_norm: {mem_mb: 1702}}" in list(failed.text)[-1]


def test_a_group_that_the_queue_refuses_says_so(tmp_path):
    (failed,) = _of_group(tmp_path)
    (text,) = failed.text
    assert text.startswith("a: prepare was not started: the queue did not take it")
