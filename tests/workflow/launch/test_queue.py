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


def test_without_slurm_the_queue_has_no_jobs(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert queue.jobs(tmp_path) == []
    queue.cancel(tmp_path)


def test_a_profile_that_can_be_used_is_not_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "sbatch").write_text("#!/bin/sh\n")
    (tmp_path / "sbatch").chmod(0o755)
    queue.require_usable("slurm", tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-cluster").mkdir()
    with pytest.raises(queue.QueueError, match="'my-cluster' is no folder with a profile"):
        queue.require_usable("my-cluster", tmp_path)
    (tmp_path / "my-cluster/config.yaml").write_text("cores: 2")
    queue.require_usable("my-cluster", tmp_path)


@pytest.mark.parametrize(("folder", "sign"), [("50%j", "%"), ("in $HOME", r"\$"), ("a`b", "`")])
def test_slurm_replaces_signs_of_a_path(folder, sign, slurm, tmp_path):
    with pytest.raises(queue.QueueError, match=f"jobs replaces {sign};"):
        queue.require_usable("slurm", tmp_path / folder)
