"""What each rule declares: memory with Snakemake's own on a cluster, minutes, ranks and group."""

from types import SimpleNamespace

import pytest

from kpca.studies.config.load import load
from kpca.workflow.resources import JobResources

CONFIG = """
studies:
  short: {data: {generator: rings, n: 24, noise: 0.1, seed: 1}, kernel: rbf}
  long:
    data: {generator: rings, n: 4000, noise: 0.1, seed: 1}
    kernel: rbf
    statements: none
    ranks: 3
"""
HERE, SUBMITS, ON_A_NODE = (
    {"local_exec": local, "remote_exec": remote}
    for local, remote in ((True, False), (False, False), (False, True))
)
SHORT, LONG = SimpleNamespace(study="short"), SimpleNamespace(study="long")


@pytest.fixture
def plan(tmp_path):
    path = tmp_path / "c.yaml"
    path.write_text(CONFIG)
    return load(path)


def _of(plan, folder, where):
    return JobResources(plan, folder, 5, SimpleNamespace(**where))


def test_a_job_of_a_cluster_has_the_memory_of_snakemake_beside_its_own(plan, tmp_path):
    here, submits = (_of(plan, tmp_path, where) for where in (HERE, SUBMITS))
    for study in ("short", "long"):
        about, inputs = SimpleNamespace(study=study), [f"{study}/study.nc"]
        own = here.mem_mb_to_prepare(about, 1)
        assert submits.mem_mb_to_prepare(about, 1) == own + 450
        assert here.mem_mb(about, inputs, 1) == own
        assert submits.mem_mb(about, inputs, 1) == own + 450
        assert submits.mem_mb(about, inputs, 3) == 3 * (own + 450)
    assert here.mem_mb(SHORT, [], 1) == 400
    of_one = submits.mem_mb_to_prepare(LONG, 2)
    assert of_one == 2 * submits.mem_mb_to_prepare(LONG, 1)
    assert submits.mem_mb_of_ranks(LONG, 2) == 3 * of_one
    assert submits.mem_mb_per_cpu(LONG, 7, 2) == -(-of_one // 7)


def test_only_a_job_on_a_node_is_told_its_memory_and_its_cores(plan, tmp_path):
    asked = SimpleNamespace(mem_mb=1234, mem_mb_per_cpu=321)
    for where in (HERE, SUBMITS):
        there = _of(plan, tmp_path, where)
        assert there.allotted(SHORT, asked) == ""
        assert there.allotted_to_rank(LONG, asked, 2) == ""
    node = _of(plan, tmp_path, ON_A_NODE)
    assert node.allotted(SHORT, asked) == "KPCA_MEMORY_MB=1234 "
    assert node.allotted_to_rank(LONG, asked, 2).split() == [
        "KPCA_MEMORY_MB=642",
        "KPCA_MEMORY_CPUS=2",
        "SLURM_CPUS_PER_TASK=2",
        "SRUN_CPUS_PER_TASK=2",
    ]


@pytest.mark.parametrize(("where", "threads"), [(HERE, 15), (SUBMITS, 5), (ON_A_NODE, 5)])
def test_all_ranks_share_this_machine_and_each_has_a_node_of_a_cluster(
    where, threads, plan, tmp_path
):
    assert _of(plan, tmp_path, where).ranks(LONG) == 3
    assert _of(plan, tmp_path, where).threads_of_ranks(LONG) == threads


def test_a_job_may_take_two_hours_here_and_more_in_each_attempt_on_a_cluster(plan, tmp_path):
    here, submits = (_of(plan, tmp_path, where) for where in (HERE, SUBMITS))
    assert [here.minutes(SHORT, attempt) for attempt in (1, 2)] == [120, 120]
    assert [submits.minutes(LONG, attempt) for attempt in (1, 2, 3)] == [30, 120, 480]


def test_the_jobs_of_a_short_study_are_one_group(plan, tmp_path):
    of_job = _of(plan, tmp_path, SUBMITS)
    assert of_job.together(SHORT) == "short"
    assert of_job.together(LONG) is None
    assert of_job.alone(SHORT) is None
