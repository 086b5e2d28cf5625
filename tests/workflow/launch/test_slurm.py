"""The executor for Slurm sees the end of each job soon, and says why a job does not start."""

import asyncio
from types import SimpleNamespace
from unittest.mock import MagicMock

from queue_of_slurm import rows

from kpca.workflow.launch import slurm as executor


def test_a_run_says_once_why_slurm_does_not_start_a_job(slurm, tmp_path, capsys):
    slurm.write_text(rows(tmp_path, 7, reason="Resources"))
    said = executor.say_what_hinders(tmp_path, frozenset())
    assert capsys.readouterr().out == ""
    slurm.write_text(rows(tmp_path, 7, reason="PartitionTimeLimit"))
    said = executor.say_what_hinders(tmp_path, said)
    assert "Slurm does not start job 7: PartitionTimeLimit" in capsys.readouterr().out
    said = executor.say_what_hinders(tmp_path, said)
    assert capsys.readouterr().out == ""
    (tmp_path / "bin/squeue").write_text("#!/bin/sh\nexit 1\n")
    assert executor.say_what_hinders(tmp_path, said) == {"PartitionTimeLimit"}


def _asking(kind, most=10):
    """An executor of that class which waits for jobs, without a run around it."""
    asking = object.__new__(kind)
    asking.run_uuid, asking.logger, asking.status_rate_limiter = "run", MagicMock(), MagicMock()
    asking.workflow = MagicMock()
    asking.workflow.remote_execution_settings.seconds_between_status_checks = most
    asking.workflow.executor_settings.init_seconds_before_status_checks = 1
    asking.workflow.executor_settings.status_attempts = 2
    asking._status_query_calls = asking._status_query_failures = 0
    asking._status_query_total_seconds = 0.0
    asking._status_query_min_seconds = asking._status_query_max_seconds = 0.0
    asking._status_query_cycle_rows = []
    asking.get_status_command = lambda: "squeue"
    asking.next_seconds_between_status_checks = 1
    return asking


def _waited_for(asking, *jobs):
    async def waited_for():
        return [each async for each in asking.check_active_jobs(list(jobs))]

    return asyncio.run(waited_for())


def test_jobs_are_not_forgotten_while_slurm_does_not_answer(slurm, tmp_path):
    job, other = (SimpleNamespace(external_jobid=id, aux={}, job=id) for id in ("7", "8"))
    scontrol, squeue = tmp_path / "bin/scontrol", tmp_path / "bin/squeue"
    scontrol.write_text("#!/bin/sh\necho MinJobAge = 300\n")
    scontrol.chmod(0o755)
    squeue.write_text("#!/bin/sh\nexit 1\n")
    assert _waited_for(_asking(executor.PluginExecutor), job, other) == [], "the plug-in alone"
    ours = _asking(executor.Executor)
    assert _waited_for(ours, job, other) == [job, other]
    squeue.write_text("#!/bin/sh\necho '7|COMPLETED'\necho '8|RUNNING'\n")
    assert _waited_for(ours, job, other) == [other]
    ours.workflow.scheduler.finish_callback.assert_called_once_with("7")
    for state, callback in (("COMPLETED", "finish"), ("FAILED", "error")):
        squeue.write_text(f"#!/bin/sh\necho '8|{state}'\n")
        ours = _asking(executor.Executor)
        ours.print_job_error = MagicMock()
        assert _waited_for(ours, other) == []
        getattr(ours.workflow.scheduler, f"{callback}_callback").assert_called_once_with("8")


def test_the_end_of_a_job_is_seen_after_the_seconds_of_the_profile_at_most():
    seen = {}
    for kind in (executor.PluginExecutor, executor.Executor):
        asking = _asking(kind, most=10)
        for seconds in (4, 70):
            asking.next_seconds_between_status_checks = seconds
            seen[kind, seconds] = asking.next_seconds_between_status_checks
    assert seen[executor.Executor, 4] == 4
    assert seen[executor.Executor, 70] == 10
    assert seen[executor.PluginExecutor, 70] == 70


def test_snakemake_takes_our_executor_for_the_one_of_slurm(monkeypatch):
    registry = executor.ExecutorPluginRegistry()
    monkeypatch.setattr(registry, "plugins", dict(registry.plugins))
    executor.register()
    assert registry.get_plugin("slurm").executor is executor.Executor
    assert registry.get_plugin("slurm").common_settings is executor.common_settings
