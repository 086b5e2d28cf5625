"""The queue of a cluster is asked for the jobs that write to one folder of results."""

import pytest
from queue_of_slurm import rows

from kpca.workflow.launch import queue


def test_jobs_that_write_to_this_folder_are_listed_and_no_others(slurm, tmp_path):
    slurm.write_text(rows(tmp_path / "a", 1, 2) + rows(tmp_path / "b", 3) + "4 my own job\n5 \n")
    assert queue.jobs(tmp_path / "a") == ["1", "2"]
    assert queue.jobs(tmp_path / "b") == ["3"]
    assert queue.jobs(tmp_path / "c") == []


def test_a_name_is_allowed_by_the_plugin_and_the_same_for_the_same_folder(tmp_path):
    name = queue.name(tmp_path)
    assert name.replace("-", "").isalnum()
    # The plugin allows 50 characters.
    assert len(name) <= 50
    assert name == queue.name(tmp_path) != queue.name(tmp_path / "other")


def test_a_run_is_refused_while_the_queue_has_jobs_and_says_how_to_cancel_them(slurm, tmp_path):
    slurm.write_text(rows(tmp_path / "other", 9))
    queue.require_none(tmp_path)
    slurm.write_text(rows(tmp_path, 7, 8) + rows(tmp_path / "other", 9))
    with pytest.raises(queue.QueueError, match="to cancel them: scancel 7 8$"):
        queue.require_none(tmp_path)


def test_the_jobs_are_cancelled(slurm, tmp_path):
    slurm.write_text(rows(tmp_path, 7, 8))
    queue.cancel(tmp_path)
    assert (tmp_path / "cancelled").read_text() == "7 8\n"
    assert queue.jobs(tmp_path) == []


def test_a_queue_that_does_not_answer_is_an_error_and_no_slurm_is_none(
    slurm, tmp_path, monkeypatch
):
    squeue = tmp_path / "bin/squeue"
    squeue.write_text("#!/bin/sh\necho no controller >&2\nexit 1\n")
    with pytest.raises(queue.QueueError, match="no controller"):
        queue.jobs(tmp_path)
    squeue.write_text("#!/bin/sh\nexec sleep 60\n")
    monkeypatch.setattr(queue, "PATIENCE", 0.2)
    with pytest.raises(queue.QueueError, match="timed out"):
        queue.jobs(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert queue.jobs(tmp_path) == []
    queue.cancel(tmp_path)


def test_a_profile_for_slurm_is_refused_where_slurm_is_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        queue.QueueError, match="'slurm' submits jobs to Slurm, .*no command sbatch"
    ):
        queue.require_usable("slurm", tmp_path)
    (tmp_path / "sbatch").write_text("#!/bin/sh\n")
    (tmp_path / "sbatch").chmod(0o755)
    queue.require_usable("slurm", tmp_path)
    with monkeypatch.context() as without:
        without.setattr(queue, "find_spec", lambda name: None)
        with pytest.raises(queue.QueueError, match=r'not installed: pip install "kpca\[slurm\]"'):
            queue.require_usable("slurm", tmp_path)
    for folder, sign in (("50%j", "%"), ("in $HOME", r"\$"), ("a`b", "`")):
        with pytest.raises(
            queue.QueueError, match=f"jobs replaces {sign}; allowed: a path without"
        ):
            queue.require_usable("slurm", tmp_path / folder)


def test_a_profile_is_a_folder_with_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for make in (None, (tmp_path / "my-cluster").mkdir):
        if make:
            make()
        with pytest.raises(queue.QueueError, match="'my-cluster' is no folder with a profile; all"):
            queue.require_usable("my-cluster", tmp_path)
    (tmp_path / "my-cluster/config.yaml").write_text("cores: 2")
    queue.require_usable("my-cluster", tmp_path)
